"""What a player may mean at a board: orders expected as buttons, and what a block and an area may stand for.

Holds no rule: whether any of these orders is legal, its chapter says.
"""

from __future__ import annotations

from collections.abc import Iterator

from bulge_widget.board import shortest_path
from bulge_widget.core.decision import Action
from bulge_widget.rulebooks.fab import combat, marching, movement, moving, names, reinforcement, retreat, strategic
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.movement import Move
from bulge_widget.rulebooks.fab.state import WAITING, State

__all__ = ["attempt", "wanted"]


def wanted(state: State) -> tuple[Action, ...]:
    """Give the orders without a unit that the open question has a button for, legal or not."""
    asked = state.stack[-1] if state.stack else None
    match asked:
        case moving.Moving() | strategic.StrategicMoving():
            return (moving.EndMove(),)
        case combat.Combats():
            return (combat.EndCombat(),)
        case reinforcement.Arriving():
            return (reinforcement.Hold(),)
    return ()


def attempt(parts: Components, state: State, piece: str, space: str) -> Iterator[Action]:
    """Yield the orders that a unit and an area may stand for now, the likeliest first."""
    unit, area = names.unit_of(parts, state, piece), parts.area_index.get(space)
    if unit is None or area is None or not state.stack:
        return
    name = parts.unit_ids[unit]
    match state.stack[-1]:
        case moving.Moving() | marching.Halted() if state.at[unit] < WAITING and state.at[unit] != area:
            mode = movement.mode_of(state, unit)
            yield from _moves(parts, state, unit, area, "normal" if mode == "strategic" else mode)
        case strategic.StrategicMoving() if state.at[unit] < WAITING and state.at[unit] != area:
            yield from _moves(parts, state, unit, area, "strategic")
        case reinforcement.Arriving() if state.at[unit] == WAITING:
            yield reinforcement.Enter(name, space)
        case retreat.Retreating() | retreat.Crowded():
            yield retreat.Retreat(name, space)


def _moves(parts: Components, state: State, unit: int, area: int, mode: str) -> Iterator[Move]:
    """The step to a neighbour, or the cheapest way over any borders."""
    start, ids = state.at[unit], parts.area_ids
    if parts.near[start] >> area & 1:
        yield Move(parts.unit_ids[unit], (ids[start], ids[area]), mode)
        return
    found = shortest_path(parts.neighbours, start, area, lambda a, b: parts.cost[a, b])
    if found:
        yield Move(parts.unit_ids[unit], tuple(ids[a] for a in found.spaces), mode)
