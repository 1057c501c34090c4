"""What happened: facts with the number of the rule that made them.

One vocabulary for all rule books. Log, animation, statistics and retelling read these; nobody works out a
second time what an action did. A book adds an event of its own only where none of these fits.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bulge_widget.core import notation

__all__ = [
    "Advanced",
    "Answered",
    "ControlChanged",
    "Drew",
    "Edited",
    "Ended",
    "Event",
    "MarkerCleared",
    "MarkerSet",
    "Moved",
    "PhaseBegan",
    "Placed",
    "Removed",
    "Retreated",
    "Revealed",
    "Rolled",
    "Scored",
    "StepsLost",
    "SupplyChanged",
    "as_data",
]


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=notation.tag, gc=False):
    """One fact; every event carries the rule that made it so."""

    rule: str


class PhaseBegan(Event, frozen=True, gc=False):
    """A phase of a turn began."""

    turn: int
    phase: str
    phasing: str


class Placed(Event, frozen=True, gc=False):
    """A piece came onto the map, or into a box, from outside."""

    piece: str
    at: str
    via: str = ""


class Moved(Event, frozen=True, gc=False):
    """A piece went along a path; the first space is where it stood."""

    piece: str
    path: tuple[str, ...]
    mode: str = ""


class Retreated(Moved, frozen=True, gc=False):
    """A piece was made to go back."""


class Advanced(Moved, frozen=True, gc=False):
    """A piece followed up after combat."""


class StepsLost(Event, frozen=True, gc=False):
    """A piece lost strength and is still there."""

    piece: str
    count: int
    left: int
    at: str = ""


class Removed(Event, frozen=True, gc=False):
    """A piece left the map; ``why`` is a word such as ``eliminated`` or ``withdrawn``."""

    piece: str
    at: str
    why: str = "eliminated"


class ControlChanged(Event, frozen=True, gc=False):
    """A space passed to another side."""

    space: str
    side: str


class MarkerSet(Event, frozen=True, gc=False):
    """A marker was put on a space, piece or track."""

    kind: str
    at: str


class MarkerCleared(Event, frozen=True, gc=False):
    """A marker was taken away."""

    kind: str
    at: str


class Rolled(Event, frozen=True, gc=False):
    """Dice fell.

    ``good`` says for each die whether it counts as a success; empty where the dice are read otherwise.
    """

    faces: tuple[int, ...]
    what: str
    result: str = ""
    good: tuple[bool, ...] = ()
    at: str = ""


class Drew(Event, frozen=True, gc=False):
    """A chit was drawn."""

    chit: str
    pool: str


class Revealed(Event, frozen=True, gc=False):
    """Something hidden became known."""

    what: str


class SupplyChanged(Event, frozen=True, gc=False):
    """A piece came into supply or fell out of it."""

    piece: str
    supplied: bool


class Answered(Event, frozen=True, gc=False):
    """The only answer there was, given for a player."""

    seat: str
    answer: str


class Edited(Event, frozen=True, gc=False):
    """A person changed the position by hand."""

    text: str


class Scored(Event, frozen=True, gc=False):
    """Points were counted."""

    side: str
    points: int


class Ended(Event, frozen=True, gc=False):
    """The game is over."""

    winner: str
    reason: str


def as_data(event: Event) -> dict[str, Any]:
    """An event as plain JSON data, its kind under ``event``."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data
