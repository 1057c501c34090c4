"""What one seat may know of a position, as plain frozen data.

Views leave the engine, states do not: the widget, bots, tables and exports all read these.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bulge_widget.core.decision import Options

__all__ = [
    "VIEWPOINTS",
    "Box",
    "Marker",
    "PieceView",
    "Question",
    "Score",
    "SpaceView",
    "Track",
    "View",
    "Viewpoint",
]

Viewpoint: TypeAlias = Literal["german", "allied", "umpire", "active"]
"""A seat's eyes, or the umpire's, who sees all, or those of whoever is to decide."""
VIEWPOINTS: tuple[Viewpoint, ...] = ("german", "allied", "umpire", "active")


class PieceView(msgspec.Struct, frozen=True, gc=False):
    """A piece as one seat sees it."""

    id: str
    """Its id, or its handle where the seat does not know which piece it is."""
    side: str
    at: str
    """A space, or a box."""
    steps: int
    """Strength or steps left."""
    full: int
    """Strength or steps when fresh."""
    status: tuple[str, ...] = ()
    """Words such as ``unsupplied``, ``moved``."""
    hidden: bool = False
    note: str = ""
    """A short text, such as the turn a reinforcement is due."""
    factors: str = ""
    """Strength as printed where it is more than one number, such as ``6-4``."""


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """What may change about a space."""

    id: str
    control: str = ""
    status: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, gc=False):
    """A marker on a space."""

    kind: str
    at: str
    text: str = ""


class Box(msgspec.Struct, frozen=True, gc=False):
    """A place off the map, with the pieces in it."""

    id: str
    title: str
    side: str
    pieces: tuple[str, ...]


class Track(msgspec.Struct, frozen=True, gc=False):
    """A number that is followed through the game; `maximum` is 0 where the text tells it and nothing is counted."""

    id: str
    label: str
    value: int
    maximum: int
    text: str = ""


class Score(msgspec.Struct, frozen=True, gc=False):
    """The standing now."""

    points: int
    text: str
    parts: tuple[tuple[str, int], ...] = ()


class Question(msgspec.Struct, frozen=True, gc=False):
    """The open question; ``options`` only for the seat that answers it."""

    seat: str
    prompt: str
    rule: str
    options: Options | None = None


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything one seat may know."""

    seat: str
    turn: int
    turn_label: str
    phase: str
    phasing: str
    decision: Question | None
    pieces: tuple[PieceView, ...]
    spaces: tuple[SpaceView, ...]
    markers: tuple[Marker, ...]
    boxes: tuple[Box, ...]
    tracks: tuple[Track, ...]
    score: Score
