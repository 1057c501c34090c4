"""2.2 The chits and the boxes beside the map, as everybody sees them; only what has moved is laid out again."""

from __future__ import annotations

import bisect
import functools
import itertools
from typing import Final, NamedTuple

from bulge_widget.core.view import Box, PieceView
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.laid import Laid, differing_bytes
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    BOXES,
    ELIMINATED,
    FUTURE,
    ON_BRIDGE,
    ON_MAP,
    ON_UNIT,
    UNUSED,
    USED,
    WAITING,
    State,
)

__all__ = ["NAMES", "boxes", "chits"]

NAMES: Final = {
    box: (f"{word}-{SIDES[GERMAN]}", f"{word}-{SIDES[ALLIED]}")
    for box, word in (BOXES | {WAITING: "coming", ELIMINATED: "lost"}).items()
}
"""Where units and chits lie that are on no area, by side."""
_UNITS: Final = {WAITING: "reinforcements", ELIMINATED: "units eliminated"}
_CHITS: Final = {
    box: f"{word.replace('-', ' ')} chits"
    for box, word in BOXES.items()
    if box not in (UNUSED, FUTURE, ON_UNIT, ON_BRIDGE)
}
_HEADS: Final = {
    box: tuple((NAMES[box][side], f"{seat.capitalize()} {words}", seat) for side, seat in enumerate(SIDES))
    for box, words in (_UNITS | _CHITS).items()
}
"""Name, title and seat of each box, by side."""
_OFF: Final = {box: marked(box.__eq__) for box in _UNITS}
_OFF_MAP: Final = bytes(WAITING) + bytes(range(WAITING, 256))  # forgets where on the map a unit is
_UNDATED_LAST: Final = bytes([99, *range(1, 256)])  # a turn of 0 is none
_OPEN: Final = bytes(box not in (UNUSED, FUTURE) for box in range(256))
"""Whether a chit is shown; what has yet to come stands on the reinforcement cards."""
_ALWAYS: Final = (AVAILABLE, USED)
"""Boxes that are shown also when they are empty."""


def chits(parts: Components, state: State) -> tuple[PieceView, ...]:
    """2.1, 2.2 The chits in the game, on the map and in their boxes; they lie open."""
    return _lying(parts, state.boxes).chits


def boxes(parts: Components, state: State) -> tuple[Box, ...]:
    """2.1, 2.2 The boxes of the Germans, then those of the Allies: for units, then for chits."""
    return _boxes(parts, state.at.translate(_OFF_MAP), state.came, state.boxes)


@functools.lru_cache(maxsize=8)
def _boxes(parts: Components, away: bytes, came: bytes, where: bytes) -> tuple[Box, ...]:
    """The same by where units off the map and chits are."""
    german, allied = _lying(parts, where).boxes
    return _of_units(parts, GERMAN, away, came) + german + _of_units(parts, ALLIED, away, came) + allied


@functools.lru_cache(maxsize=16)
def _of_units(parts: Components, side: int, away: bytes, came: bytes) -> tuple[Box, ...]:
    """2.1 The units of a side that have yet to come, soonest first, and those that are lost."""
    found = []
    for box in _UNITS:
        there = bits(mask_where(away, _OFF[box]) & parts.army[side])
        if box == WAITING:
            there = tuple(sorted(there, key=came.translate(_UNDATED_LAST).__getitem__))
        found.append(Box(*_HEADS[box][side], tuple(map(parts.unit_ids.__getitem__, there))))
    return tuple(found)


class Lying(NamedTuple):
    """The chits in the game, and by side the boxes for them."""

    chits: tuple[PieceView, ...]
    boxes: tuple[tuple[Box, ...], tuple[Box, ...]]


@functools.lru_cache(maxsize=8)
def _lying(parts: Components, where: bytes) -> Lying:
    return _shelves(parts).look(where)


@functools.lru_cache(maxsize=8)
def _shelves(parts: Components) -> Shelves:
    return Shelves(parts)


class Shelves:
    """The chits as they lay last; only those that have moved are laid out again, and the boxes they moved between."""

    def __init__(self, parts: Components) -> None:
        self._parts = parts
        self._looks = Laid(functools.partial(_look, parts))
        """By chit and where it lies."""
        self._where = bytes(len(parts.chit_ids))  # as if all lay on the first area
        self._line = [self._looks[chit, 0] for chit in range(len(self._where))]
        self._lying: list[list[list[int]]] = [[[*own], *([] for _ in range(255))] for own in parts.own_chits]
        """By side, and by area or box, the chits there in the order of the sheet."""
        self._rows = [{box: self._box(side, box) for box in _CHITS} for side in (GERMAN, ALLIED)]

    def look(self, where: bytes) -> Lying:
        """Show the chits as they lie now."""
        before, self._where = self._where, where
        for side, box in self._moved(before, where):
            if box in _CHITS:
                self._rows[side][box] = self._box(side, box)
        shown, (german, allied) = itertools.compress(self._line, where.translate(_OPEN)), self._rows
        return Lying(tuple(shown), (tuple(filter(None, german.values())), tuple(filter(None, allied.values()))))

    def _moved(self, before: bytes, where: bytes) -> set[tuple[int, int]]:
        """Take the chits from where they were to where they are; gives the areas and boxes of either, by side."""
        line, looks, sides, touched = self._line, self._looks, self._parts.chit_side, set()
        for chit in differing_bytes((where,), (before,)):
            side, old, new = sides[chit], before[chit], where[chit]
            line[chit], lying = looks[chit, new], self._lying[side]
            lying[old].remove(chit)
            bisect.insort(lying[new], chit)
            touched |= {(side, old), (side, new)}
        return touched

    def _box(self, side: int, box: int) -> Box | None:
        """A box with the chits in it; one that is shown only when something lies in it may be missing."""
        there = self._lying[side][box]
        if not there and box not in _ALWAYS:
            return None
        return Box(*_HEADS[box][side], tuple(map(self._parts.chit_ids.__getitem__, there)))


def _look(parts: Components, chit: int, box: int) -> PieceView:
    """A chit on the map or in a box."""
    side = parts.chit_side[chit]
    at = parts.area_ids[box] if box < ON_MAP else NAMES[box][side]
    return PieceView(parts.chit_ids[chit], SIDES[side], at, 1, 1)
