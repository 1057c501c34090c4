"""2.2 What a seat sees of blocks and chits; only what has changed since it last looked is laid out again."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from bulge_widget.core.handles import worded
from bulge_widget.core.view import PieceView
from bulge_widget.rulebooks.fab import names
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.laid import differing_bytes
from bulge_widget.rulebooks.fab.state import (
    ABSENT,
    BOXES,
    ELIMINATED,
    FACE_UP,
    FUTURE,
    ON_MAP,
    STATUS,
    UNUSED,
    WAITING,
    State,
)

__all__ = ["IN_BOX", "OFF_MAP", "pieces"]

UMPIRE: Final = -1


def _for_each(words: Mapping[int, str]) -> dict[int, tuple[str, str]]:
    """The boxes of both sides."""
    return {box: (f"{word}-{SIDES[GERMAN]}", f"{word}-{SIDES[ALLIED]}") for box, word in words.items()}


OFF_MAP: Final = _for_each({WAITING: "coming", ELIMINATED: "lost"})
"""Boxes for the units that have yet to come, and for those that are eliminated, by side."""
IN_BOX: Final = _for_each(BOXES)
"""Boxes for chits, by side."""
_PRESENT = bytes(where != ABSENT for where in range(256))
_MARKED = marked(bool)
_OPEN = bytes(box not in (UNUSED, FUTURE) for box in range(256))

Facts: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, bytes, int, bytes]
_FACTS = operator.attrgetter("at", "steps", "status", "came", "reserves", "handles", "known", "boxes")
"""All that bears on how blocks and chits look."""
Order: TypeAlias = tuple[int, bytes, bytes, bytes]
"""All that bears on who is shown in which place: blocks not known, their handles, who is in the game."""


def pieces(parts: Components, state: State, seat: str) -> tuple[PieceView, ...]:
    """2.2 Known blocks by the counter sheet, the others behind them by handle, then the chits, which lie open."""
    return _sight(parts, seat).look(state)


@functools.lru_cache(maxsize=8)
def _sight(parts: Components, seat: str) -> Sight:
    return Sight(parts, seat)


class Sight:
    """What one seat was shown last; a chit goes by its number behind the last unit."""

    def __init__(self, parts: Components, seat: str) -> None:
        self._parts, self._seat, self._units = parts, seat, len(parts.unit_ids)
        self._side = SIDES.index(seat) if seat in SIDES else UMPIRE
        self._facts: Facts | None = None
        self._order: Order = (0, b"", b"", b"")
        self._things: dict[int, PieceView] = {}
        self._places: dict[int, int] = {}
        self._shown: tuple[PieceView, ...] = ()

    def look(self, state: State) -> tuple[PieceView, ...]:
        """Show the pieces of a state."""
        facts, before = _FACTS(state), self._facts
        if facts == before:
            return self._shown
        unknown = names.unknown(self._parts, state, self._seat)
        order = (unknown, state.handles, state.at.translate(_PRESENT), state.boxes.translate(_OPEN))
        same = order == self._order
        changed = self._changed(facts, before, () if same else bits(unknown ^ self._order[0]))
        things = self._laid(changed, facts, order)
        self._facts, self._order = facts, order
        if not same:
            self._arrange(order)
        elif things:
            self._patch(things)
        return self._shown

    def _changed(self, facts: Facts, before: Facts | None, seen: Iterable[int]) -> Iterable[int]:
        """2.2 Who looks otherwise than before; `seen` are the blocks that got or lost their name."""
        if before is None:
            return range(self._units + len(facts[7]))
        moved = differing_bytes(facts[:4], before[:4])
        if facts[7] is not before[7]:
            moved += [self._units + chit for chit in differing_bytes(facts[7:], before[7:])]
        if facts[4] is not before[4]:
            moved += [unit for unit in {*facts[4], *before[4]} if unit < self._units]
        if facts[5] is not before[5]:
            return {*moved, *range(self._units)}
        return {*moved, *seen} if seen else moved

    def _laid(self, changed: Iterable[int], facts: Facts, order: Order) -> dict[int, PieceView]:
        """Lay out those of them that are in the game."""
        laid, units = {}, self._units
        for member in changed:
            if member >= units:
                chit = member - units
                if order[3][chit]:
                    laid[member] = self._chit(chit, facts[7][chit])
            elif facts[0][member] != ABSENT:
                laid[member] = self._block(member, facts, order[0] >> member & 1)
        self._things.update(laid)
        return laid

    def _block(self, unit: int, facts: Facts, hidden: int) -> PieceView:
        """2.2 A block in the game, or its back."""
        parts, where, status = self._parts, facts[0][unit], facts[2][unit]
        name, side = parts.unit_ids[unit], parts.side[unit]
        words = _worded(parts, status, facts[4].find(unit))
        if hidden:
            return PieceView(worded(facts[5][unit]), SIDES[side], parts.area_ids[where], 0, 0, words, True)
        steps, full = facts[1][unit], parts.full[unit]
        if where >= WAITING:
            came = facts[3][unit] if where == WAITING else 0
            return PieceView(
                name, SIDES[side], OFF_MAP[where][side], steps, full, (), False, f"turn {came}" * bool(came)
            )
        seen = self._side in {side, UMPIRE} or status & FACE_UP
        return PieceView(name, SIDES[side], parts.area_ids[where], steps if seen else 0, full, words)

    def _chit(self, chit: int, box: int) -> PieceView:
        """2.2 An asset or event, by its box."""
        parts = self._parts
        side = parts.chit_side[chit]
        at = parts.area_ids[box] if box < ON_MAP else IN_BOX[box][side]
        return PieceView(parts.chit_ids[chit], SIDES[side], at, 1, 1)

    def _arrange(self, order: Order) -> None:
        """Put everybody in place: 2.2 blocks not known stand in the order of their handles."""
        unknown, handles, present, open_ = order
        known = bits(mask_where(present, _MARKED) & ~unknown)
        hidden = sorted(bits(unknown), key=handles.__getitem__)
        chits = itertools.compress(itertools.count(self._units), open_)
        members = [*known, *hidden, *chits]
        self._places = dict(zip(members, range(len(members)), strict=True))
        self._shown = tuple(map(self._things.__getitem__, members))

    def _patch(self, things: dict[int, PieceView]) -> None:
        """Show some others in their places."""
        shown, places = list(self._shown), self._places
        for member, thing in things.items():
            shown[places[member]] = thing
        self._shown = tuple(shown)


@functools.lru_cache(maxsize=512)
def _worded(parts: Components, status: int, marker: int) -> tuple[str, ...]:
    """What is said of a block by its flags and its reserve marker (-1 for none)."""
    words = [word for bit, word in STATUS.items() if status & bit]
    return (*words, *((f"reserve-{'-'.join(map(str, parts.markers[marker].zones))}",) if marker >= 0 else ()))
