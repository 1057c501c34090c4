"""How a game ended."""

from __future__ import annotations

import msgspec

__all__ = ["Outcome"]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game."""

    winner: str
    """``"german"``, ``"allied"`` or ``"draw"``."""
    level: str
    """The book's word for the degree of victory, as a slug."""
    reason: str
    """In plain words."""
    rule: str

    def __str__(self) -> str:
        return self.reason
