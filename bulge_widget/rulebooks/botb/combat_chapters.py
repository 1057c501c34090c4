"""The chapters of combat, for the table of the book (rules)."""

from __future__ import annotations

from typing import Final

from bulge_widget.rulebooks.botb import (
    advance,
    assets,
    battle,
    engagement,
    flight,
    flights,
    infiltration,
    planning,
    results,
    retreat,
    support,
)

__all__ = ["CHAPTERS"]

CHAPTERS: Final = (
    planning,
    engagement,
    assets,
    battle,
    results,
    retreat,
    flight,
    advance,
    support,
    flights,
    infiltration,
)
"""Each gives `STEPS`, `ACTIONS`, `why_not`, `decision`, `candidates`, `apply`, most `resolve` and `canonical`."""
