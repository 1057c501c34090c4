"""2.2 What a seat sees of the blocks; only those that have changed since it last looked are laid out again."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from typing import TypeAlias

from bulge_widget.core.view import PieceView
from bulge_widget.rulebooks.fab import names
from bulge_widget.rulebooks.fab.components import SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.laid import differing_bytes, picker
from bulge_widget.rulebooks.fab.shelves import NAMES
from bulge_widget.rulebooks.fab.state import ABSENT, FACE_UP, STATUS, WAITING, State

__all__ = ["blocks"]

_PRESENT = marked(lambda where: where != ABSENT)
_WORDS = [tuple([word for bit, word in STATUS.items() if flags & bit]) for flags in range(256)]
"""What is said of a block by its flags."""

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
        self._parts, self._seat = parts, seat
        self._sheet = [
            (name, SIDES[side], full, seat in (SIDES[side], "umpire"))
            for name, side, full in zip(parts.unit_ids, parts.side, parts.full, strict=True)
        ]
        """By unit: its id, side, steps when fresh, and whether the seat may always read those it has left."""
        self._reserve = [(f"reserve-{'-'.join(map(str, marker.zones))}",) for marker in parts.markers]
        """What each reserve marker says of the unit under it."""
        self._facts: Facts | None = None
        self._line: dict[int, PieceView] = {}
        """By unit, in the game or not."""
        self._order: tuple[bytes, int, bytes] = (b"", 0, b"")
        """All that bears on the places: blocks in the game, those not known, and the handles."""
        self._in_order = picker(())
        self._shown: tuple[PieceView, ...] = ()

    def look(self, state: State) -> tuple[PieceView, ...]:
        """Show the blocks of a state."""
        facts, line = _FACTS(state), self._line
        if facts == self._facts:
            return self._shown
        unknown = names.unknown(self._parts, state, self._seat)
        for unit in self._changed(facts, unknown ^ self._order[1]):
            line[unit] = self._block(state, unit, unknown >> unit & 1)
        order = (state.at.translate(_PRESENT), unknown, state.handles)
        if order != self._order:
            self._in_order, self._order = picker(_places(state, unknown)), order
        self._facts, self._shown = facts, self._in_order(line)
        return self._shown

    def _changed(self, facts: Facts, seen: int) -> Iterable[int]:
        """2.2 Who looks otherwise than before; `seen` are the blocks that got or lost their name."""
        before = self._facts
        if before is None or facts[5] is not before[5]:
            return range(len(self._sheet))
        changed = differing_bytes(facts[:4], before[:4])
        if facts[4] is not before[4]:
            changed += [unit for unit in {*facts[4], *before[4]} if unit < len(self._sheet)]
        return {*changed, *bits(seen)} if seen else changed

    def _block(self, state: State, unit: int, hidden: int) -> PieceView:
        """2.2 A block on the map, or its back."""
        where, (name, side, full, own) = state.at[unit], self._sheet[unit]
        if where >= WAITING:
            return self._away(state, unit, where)
        status, area = state.status[unit], self._parts.area_ids[where]
        words = _WORDS[status]
        if unit in state.reserves:
            words += self._reserve[state.reserves.index(unit)]
        if hidden:
            return PieceView(names.handle(state, unit), side, area, 0, 0, words, hidden=True)
        return PieceView(name, side, area, state.steps[unit] if own or status & FACE_UP else 0, full, words)

    def _away(self, state: State, unit: int, where: int) -> PieceView:
        """A block beside the map; one that is not in the game lies nowhere, and is not shown."""
        name, side, full, _ = self._sheet[unit]
        box = NAMES[where][self._parts.side[unit]] if where in NAMES else ""
        note = f"turn {state.came[unit]}" if where == WAITING and state.came[unit] else ""
        return PieceView(name, side, box, state.steps[unit], full, note=note)


def _places(state: State, unknown: int) -> tuple[int, ...]:
    """2.2 Who is shown, in this order: blocks not known stand behind the others in the order of their handles."""
    return (*bits(mask_where(state.at, _PRESENT) & ~unknown), *names.by_handle(state, bits(unknown)))
