"""2.2 The chits and the boxes they lie in, as everybody sees them; only what has moved is laid out again."""

from __future__ import annotations

import bisect
import functools
import itertools
from typing import Final, NamedTuple

from bulge_widget.core.view import Box, PieceView
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.fab.laid import differing_bytes
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    BOXES,
    FUTURE,
    ON_BRIDGE,
    ON_MAP,
    ON_UNIT,
    UNUSED,
    USED,
    State,
)

__all__ = ["Shown", "chits"]

_OPEN = bytes(box not in (UNUSED, FUTURE) for box in range(256))
"""Whether a chit is shown; what has yet to come stands on the reinforcement cards."""
_SHOWN: Final = tuple(box for box in BOXES if box not in (UNUSED, FUTURE, ON_UNIT, ON_BRIDGE))
_ALWAYS: Final = (AVAILABLE, USED)
"""Boxes that are shown also when they are empty."""
_NAMES: Final = {box: (f"{word}-{SIDES[GERMAN]}", f"{word}-{SIDES[ALLIED]}") for box, word in BOXES.items()}
_WORDS: Final = {box: word.replace("-", " ") for box, word in BOXES.items()}
_TITLES: Final = {box: (f"German {words} chits", f"Allied {words} chits") for box, words in _WORDS.items()}


class Shown(NamedTuple):
    """2.2 The chits in the game, which lie open, and the boxes of each side."""

    chits: tuple[PieceView, ...]
    boxes: tuple[tuple[Box, ...], tuple[Box, ...]]


@once_by("boxes")
def chits(parts: Components, state: State) -> Shown:
    """2.1, 2.2 The chits, on the map and in their boxes."""
    return _shelves(parts).look(state.boxes)


@functools.lru_cache(maxsize=8)
def _shelves(parts: Components) -> Shelves:
    return Shelves(parts)


class Shelves:
    """What was shown last."""

    def __init__(self, parts: Components) -> None:
        self._parts = parts
        self._boxes = bytes(len(parts.chit_ids))
        self._line: list[PieceView | None] = [None] * len(parts.chit_ids)
        self._lying: tuple[dict[int, list[int]], ...] = ({}, {})
        """By side: chits in each box, in the order of the sheet."""
        self._laid: tuple[dict[int, Box], ...] = ({}, {})
        self._rows: list[tuple[Box, ...]] = [(), ()]
        for side in (GERMAN, ALLIED):
            self._lying[side][0] = list(parts.own_chits[side])  # as if all lay on the first area
            for box in _SHOWN:
                self._fill(side, box)
            self._rows[side] = self._row(side)

    def look(self, boxes: bytes) -> Shown:
        """Show the chits as they lie now."""
        moved: set[tuple[int, int]] = set()
        for chit in differing_bytes((boxes,), (self._boxes,)):
            moved |= self._move(chit, self._boxes[chit], boxes[chit])
        for side, box in moved:
            if box >= ON_MAP:
                self._fill(side, box)
        for side in {side for side, _ in moved}:
            self._rows[side] = self._row(side)
        self._boxes = boxes
        shown = tuple(itertools.compress(self._line, boxes.translate(_OPEN)))
        return Shown(shown, (self._rows[GERMAN], self._rows[ALLIED]))  # type: ignore[arg-type]  # those shown are laid

    def _move(self, chit: int, old: int, new: int) -> set[tuple[int, int]]:
        """Take a chit from a box or an area to another; gives both."""
        parts = self._parts
        side = parts.chit_side[chit]
        at = parts.area_ids[new] if new < ON_MAP else _NAMES[new][side]
        self._line[chit] = PieceView(parts.chit_ids[chit], SIDES[side], at, 1, 1)
        lying = self._lying[side]
        lying[old].remove(chit)
        bisect.insort(lying.setdefault(new, []), chit)
        return {(side, old), (side, new)}

    def _fill(self, side: int, box: int) -> None:
        """2.1 A box with what lies in it."""
        there = tuple(map(self._parts.chit_ids.__getitem__, self._lying[side].setdefault(box, [])))
        self._laid[side][box] = Box(_NAMES[box][side], _TITLES[box][side], SIDES[side], there)

    def _row(self, side: int) -> tuple[Box, ...]:
        laid = self._laid[side]
        return tuple([laid[box] for box in _SHOWN if box in _ALWAYS or laid[box].pieces])
