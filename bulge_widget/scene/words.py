"""What the colours and badges of pieces are called, and which colours a piece wears of which only the side is known.

The browser writes these words in its legend and tooltips; it names no side and no arm by itself.
"""

from __future__ import annotations

__all__ = ["COATS", "WORDS"]

COATS: dict[str, str] = {"german": "army", "allied": "us"}
"""Side -> token of :mod:`bulge_widget.scene.palette` for its plain colours."""

WORDS: dict[str, str] = {
    "german": "German",
    "allied": "Allied",
    "army": "German Army",
    "ss": "Waffen-SS",
    "luftwaffe": "Luftwaffe",
    "us": "American",
    "uk": "British",
    "moved": "Has moved",
    "fought": "Has fought or overrun",
    "out-of-supply": "Out of supply",
    "low-fuel": "Low on fuel",
    "disrupted": "Disrupted",
    "isolated": "Isolated",
    "entrenched": "Entrenched",
    "engaged": "Engaged with an enemy",
    "slowed": "Slowed, short of supply",
    "building": "Building",
    "disordered": "Disordered",
    "recovering": "Recovering from disorder",
    "exploiting": "Exploiting",
    "face-up": "Seen by the other side",
    "boundary-crossing": "May cross the army boundary",
    "greif-team": "Held up by a Greif team",
    "resupplied": "Supplied from the air",
}
"""Slug of a side, a token or a badge -> words."""
