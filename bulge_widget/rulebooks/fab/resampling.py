"""2.2 Another state that a seat cannot tell from a given one: labels exchanged among blocks it has not seen."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bulge_widget.rulebooks.fab import names
from bulge_widget.rulebooks.fab.components import OTHER, SIDES, Components, mask_of
from bulge_widget.rulebooks.fab.invariants import derived
from bulge_widget.rulebooks.fab.state import WAITING, State, Step

__all__ = ["resampled"]


def resampled(parts: Components, state: State, side: int, randbelow: Callable[[int], int]) -> State:
    """2.2 Exchange the labels of unseen enemy blocks that arrived together and belong to one nation.

    Units that an open question names keep their labels, and so do units in battle.
    """
    named = _named(state.stack)
    groups: dict[tuple[int, bool], list[int]] = {}
    for unit in parts.roster[OTHER[side]]:
        hidden = state.at[unit] < WAITING and not names.is_known(parts, state, SIDES[side], unit)
        if hidden and parts.unit_ids[unit] not in named:
            groups.setdefault((state.came[unit], parts.british_unit[unit]), []).append(unit)
    exchange = list(range(len(parts.unit_ids)))
    for units in groups.values():
        for unit, other in zip(units, _shuffled(units, randbelow), strict=True):
            exchange[unit] = other
    return _exchanged(parts, state, exchange)


def _shuffled(units: list[int], randbelow: Callable[[int], int]) -> list[int]:
    order = list(units)
    for last in range(len(order) - 1, 0, -1):
        other = randbelow(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _named(stack: tuple[Step, ...]) -> frozenset[str]:
    """Everything that open questions name."""
    words: set[str] = set()
    for step in stack:
        for field in step.__struct_fields__:
            value = getattr(step, field)
            words |= {value} if isinstance(value, str) else set()
            words |= {word for word in value if isinstance(word, str)} if isinstance(value, tuple) else set()
    return frozenset(words)


def _exchanged(parts: Components, state: State, exchange: list[int]) -> State:
    """The state in which unit `u` stands where, and as, unit `exchange[u]` stood."""
    if exchange == sorted(exchange):
        return state

    def swapped(values: bytes) -> bytes:
        return bytes(values[other] for other in exchange)

    back = {other: unit for unit, other in enumerate(exchange)}
    at, steps = swapped(state.at), swapped(state.steps)
    steps = bytes(min(left, full) for left, full in zip(steps, parts.full, strict=True))
    index = derived(parts, at, state.boxes, state.drop)
    interdicts = {chit for chit in range(len(parts.kind)) if parts.kind[chit] == "greif-interdict"}
    return msgspec.structs.replace(
        state,
        at=at,
        steps=steps,
        status=swapped(state.status),
        origin=swapped(state.origin),
        flown=mask_of(unit for unit, other in enumerate(exchange) if state.flown >> other & 1),
        handles=swapped(state.handles),
        reserves=bytes(back.get(unit, unit) for unit in state.reserves),
        attached=tuple(sorted((c, back[on] if c in interdicts else on) for c, on in state.attached)),
        **index,
    )
