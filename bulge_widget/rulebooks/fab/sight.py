"""2.2 What a seat sees of the blocks; only those that have changed since it last looked are laid out again."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable
from typing import Final, TypeAlias

from bulge_widget.core.handles import worded
from bulge_widget.core.view import PieceView
from bulge_widget.rulebooks.fab import names
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.laid import differing_bytes
from bulge_widget.rulebooks.fab.state import ABSENT, ELIMINATED, FACE_UP, STATUS, WAITING, State

__all__ = ["OFF_MAP", "blocks"]

OFF_MAP: Final = {
    box: (f"{word}-{SIDES[GERMAN]}", f"{word}-{SIDES[ALLIED]}")
    for box, word in ((WAITING, "coming"), (ELIMINATED, "lost"))
}
"""Boxes for the units that have yet to come, and for those that are eliminated, by side."""
UMPIRE: Final = -1
_PRESENT = marked(lambda where: where != ABSENT)

Facts: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, bytes, int]
_FACTS = operator.attrgetter("at", "steps", "status", "came", "reserves", "handles", "known")
"""All that bears on how blocks look."""


def blocks(parts: Components, state: State, seat: str) -> tuple[PieceView, ...]:
    """2.2 Known blocks by the counter sheet, the others behind them by handle."""
    return _sight(parts, seat).look(state)


@functools.lru_cache(maxsize=8)
def _sight(parts: Components, seat: str) -> Sight:
    return Sight(parts, seat)


class Sight:
    """What one seat was shown last."""

    def __init__(self, parts: Components, seat: str) -> None:
        self._parts, self._seat, self._count = parts, seat, len(parts.unit_ids)
        self._side = SIDES.index(seat) if seat in SIDES else UMPIRE
        self._facts: Facts | None = None
        self._order: tuple[int, int, bytes] = (0, 0, b"")
        """All that bears on the places: blocks in the game, those not known, and the handles."""
        self._line: dict[int, PieceView] = {}
        self._places: dict[int, int] = {}
        """By unit: where in the line it is shown."""
        self._shown: tuple[PieceView, ...] = ()

    def look(self, state: State) -> tuple[PieceView, ...]:
        """Show the blocks of a state."""
        facts, before = _FACTS(state), self._facts
        if facts == before:
            return self._shown
        unknown, line = names.unknown(self._parts, state, self._seat), self._line
        changed = self._changed(facts, before, unknown ^ self._order[1])
        for unit in changed:
            if facts[0][unit] != ABSENT:
                line[unit] = self._block(unit, facts, unknown >> unit & 1)
        self._facts = facts
        self._show(changed, (mask_where(facts[0], _PRESENT), unknown, facts[5]))
        return self._shown

    def _changed(self, facts: Facts, before: Facts | None, seen: int) -> Iterable[int]:
        """2.2 Who looks otherwise than before; `seen` are the blocks that got or lost their name."""
        if before is None or facts[5] is not before[5]:
            return range(self._count)
        changed = differing_bytes(facts[:4], before[:4])
        if facts[4] is not before[4]:
            changed += [unit for unit in {*facts[4], *before[4]} if unit < self._count]
        return {*changed, *bits(seen)} if seen else changed

    def _block(self, unit: int, facts: Facts, hidden: int) -> PieceView:
        """2.2 A block in the game, or its back."""
        parts, where, status = self._parts, facts[0][unit], facts[2][unit]
        side, full = parts.side[unit], parts.full[unit]
        if where >= WAITING:
            note = f"turn {facts[3][unit]}" if where == WAITING and facts[3][unit] else ""
            at = OFF_MAP[where][side]
            return PieceView(parts.unit_ids[unit], SIDES[side], at, facts[1][unit], full, note=note)
        words = _worded(parts, status, facts[4].find(unit))
        if hidden:
            return PieceView(worded(facts[5][unit]), SIDES[side], parts.area_ids[where], 0, 0, words, hidden=True)
        steps = facts[1][unit] if self._side in {side, UMPIRE} or status & FACE_UP else 0
        return PieceView(parts.unit_ids[unit], SIDES[side], parts.area_ids[where], steps, full, words)

    def _show(self, changed: Iterable[int], order: tuple[int, int, bytes]) -> None:
        """Put what has changed into its place, or all anew where the places are others."""
        if order != self._order:
            self._arrange(order)
            self._shown = tuple(map(self._line.__getitem__, self._places))
            return
        shown, line, places = list(self._shown), self._line, self._places
        for unit in changed:
            if unit in places:
                shown[places[unit]] = line[unit]
        self._shown = tuple(shown)

    def _arrange(self, order: tuple[int, int, bytes]) -> None:
        """Say who stands where: 2.2 blocks not known stand in the order of their handles."""
        (present, unknown, handles), self._order = order, order
        hidden = sorted(bits(unknown), key=handles.__getitem__)
        self._places = dict(zip((*bits(present & ~unknown), *hidden), itertools.count(), strict=False))


@functools.lru_cache(maxsize=512)
def _worded(parts: Components, status: int, marker: int) -> tuple[str, ...]:
    """What is said of a block by its flags and its reserve marker (-1 for none)."""
    words = [word for bit, word in STATUS.items() if status & bit]
    return (*words, *((f"reserve-{'-'.join(map(str, parts.markers[marker].zones))}",) if marker >= 0 else ()))
