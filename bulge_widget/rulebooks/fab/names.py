"""2.2 Blocks stand with their backs to the enemy: the names under which a side speaks of them.

A block the enemy has not seen goes by a handle, ``b17``, in what both sides read and in orders about it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

from bulge_widget.core.handles import Handles, worded
from bulge_widget.rulebooks.fab.components import OTHER, SIDES, Components, marked
from bulge_widget.rulebooks.fab.state import FACE_UP, WAITING, State

__all__ = ["block", "by_handle", "handle", "handles", "is_known", "public", "unit_of", "unknown"]

_ON_MAP = bytes([1]) * WAITING + bytes(256 - WAITING)
_STANDING = marked(lambda where: where < WAITING)
_FACE_DOWN = marked(lambda flags: not flags & FACE_UP)


def unknown(parts: Components, state: State, seat: str) -> int:
    """2.2 Set of the units a seat may not tell apart: the enemy's on the map that it has never seen."""
    if seat not in SIDES:
        return 0
    backs = _backs(state.at.translate(_STANDING), state.status.translate(_FACE_DOWN))
    return parts.army[OTHER[SIDES.index(seat)]] & ~state.known & backs


@functools.lru_cache(maxsize=8)
def _backs(standing: bytes, face_down: bytes) -> int:
    """Set of the units on the map whose label the enemy does not see, by the marks of both."""
    return int(standing[::-1], 2) & int(face_down[::-1], 2)


def is_known(parts: Components, state: State, seat: str, unit: int) -> bool:
    """2.2 Whether a seat may know which unit that is."""
    return not unknown(parts, state, seat) >> unit & 1


def handle(state: State, unit: int) -> str:
    """The handle of a block, whether anybody needs it or not."""
    return worded(state.handles[unit])


def handles(parts: Components, state: State) -> Handles:
    """The handle of every unit on the map, by its id."""
    return _handles(parts, state.handles, state.at.translate(_ON_MAP))


@functools.lru_cache(maxsize=64)
def _handles(parts: Components, numbers: bytes, there: bytes) -> Handles:
    words = map(worded, itertools.compress(numbers, there))
    return Handles(zip(itertools.compress(parts.unit_ids, there), words, strict=True))


def block(parts: Components, state: State, unit: int) -> str:
    """How the enemy of a unit writes it in an order: its id if he knows it, else its handle."""
    if is_known(parts, state, SIDES[OTHER[parts.side[unit]]], unit):
        return parts.unit_ids[unit]
    return handle(state, unit)


def unit_of(parts: Components, state: State, text: str) -> int | None:
    """The unit that an id or a handle stands for; None if there is none."""
    if text in parts.unit_index:
        return parts.unit_index[text]
    number = int(text[1:]) - 1 if text[:1] == "b" and text[1:].isdecimal() and len(text) < 5 else -1
    unit = state.handles.find(number) if 0 <= number < len(parts.unit_ids) else -1
    return unit if unit >= 0 else None


def by_handle(state: State, units: Iterable[int]) -> tuple[int, ...]:
    """Units in an order that says nothing about them."""
    return tuple(sorted(units, key=state.handles.__getitem__))


def public(parts: Components, state: State, unit: int) -> str:
    """How both sides may read of a unit: its name if the enemy knows it, else its handle."""
    name = block(parts, state, unit)
    return parts.counters[name].short if name in parts.counters else f"block {name}"
