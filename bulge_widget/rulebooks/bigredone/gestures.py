"""What a player may mean at a board: orders expected as buttons, and what a unit and a hex may stand for.

Holds no rule: whether any of these orders is legal, its chapter says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bulge_widget.board import shortest_path
from bulge_widget.core.decision import Action
from bulge_widget.rulebooks.bigredone import air, attacking, eligibility, movement, moving, results, resupply, retreat
from bulge_widget.rulebooks.bigredone.airdrop import Drop
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.movement import Move
from bulge_widget.rulebooks.bigredone.reinforcement import Enter
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, Step

__all__ = ["attempt", "wanted"]

_WANTED: dict[type[Step], Action] = {
    moving.Moving: moving.EndMove(),
    eligibility.Attacking: attacking.EndCombat(),
    attacking.Joining: attacking.Fight(),
    retreat.Advancing: retreat.Decline(),
    resupply.Resupplying: resupply.EndResupply(),
}


def wanted(state: State) -> tuple[Action, ...]:
    """Give the orders without a unit that the open question has a button for, legal or not."""
    order = _WANTED.get(type(state.stack[-1])) if state.stack else None
    return (order,) if order else ()


_ABOUT: dict[type[Step], Callable[[str, str], Action]] = {
    air.Interdicting: lambda _, where: air.Interdict(where),
    eligibility.Attacking: attacking.Attack,
    attacking.Joining: lambda unit, _: attacking.Join(unit),
    results.Losing: lambda unit, _: results.Lose(unit),
    retreat.Retreating: retreat.Retreat,
    retreat.Advancing: retreat.Advance,
    resupply.Resupplying: lambda unit, _: resupply.Resupply(unit),
}
"""What a unit and a hex stand for, where that is no movement."""


def attempt(parts: Components, state: State, piece: str, space: str) -> Iterator[Action]:
    """Yield the orders that a unit and a hex may stand for now, the likeliest first."""
    unit, where = parts.unit_index.get(piece), parts.hex_index.get(space)
    if unit is None or where is None or not state.stack:
        return
    step = state.stack[-1]
    if isinstance(step, moving.Moving | moving.Continuing):
        yield from _movements(parts, state, unit, where)
    elif type(step) in _ABOUT:
        yield _ABOUT[type(step)](piece, space)


def _movements(parts: Components, state: State, unit: int, goal: int) -> Iterator[Action]:
    name, start = parts.unit_ids[unit], state.at[unit]
    if start < WAITING and start != goal:
        way = _way(parts, state, unit, (start,), goal)
        yield from (Move(name, way, mode) for mode in movement.MODES if way)
    elif start == WAITING and unit in parts.dropped:
        yield Drop(name, parts.hex_ids[goal])
    elif start == WAITING:
        way = _way(parts, state, unit, parts.entries.get(parts.arrival_edge[unit], ()), goal)
        yield from (Enter(name, way[0], way, mode) for mode in movement.MODES if way)


def _way(parts: Components, state: State, unit: int, starts: Iterable[int], goal: int) -> tuple[str, ...]:
    """The way of fewest hexes from the nearest start, round the enemy where that can be done."""

    def free(_: int, b: int) -> int | None:
        other = state.who[b]
        return None if other != EMPTY and parts.side[other] != parts.side[unit] and b != goal else 1

    for cost in (free, lambda _a, _b: 1):
        found = [shortest_path(parts.near, start, goal, cost) for start in starts]
        ways = [way.spaces for way in found if way]
        if ways:
            return tuple(parts.hex_ids[index] for index in min(ways, key=len))
    return ()
