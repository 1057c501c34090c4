"""What a player may mean at a board: orders expected as buttons, and what a unit and a hex may stand for.

Holds no rule: whether any of these orders is legal, its chapter says.
"""

from __future__ import annotations

from collections.abc import Iterator

from bulge_widget.core.decision import Action
from bulge_widget.rulebooks.botb import (
    alarms,
    deployment,
    engineering,
    fortification,
    gestures_combat,
    listing,
    movement,
    moving,
    paths,
    reinforcement,
    tours,
)
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.drop import Drop
from bulge_widget.rulebooks.botb.state import OFF, WAITING, State, Step

__all__ = ["attempt", "wanted"]

_WANTED: dict[type[Step], Action] = {
    moving.Moving: movement.EndMove(),
    engineering.Engineering: engineering.EndEngineering(),
    fortification.Fortifying: fortification.EndFortifying(),
    **gestures_combat.WANTED,
}


def wanted(state: State) -> tuple[Action, ...]:
    """Give the orders without a unit that the open question has a button for, legal or not."""
    order = _WANTED.get(type(state.stack[-1])) if state.stack else None
    return (order,) if order else ()


def attempt(parts: Components, state: State, piece: str, space: str) -> Iterator[Action]:
    """Yield the orders that a unit and a hex may stand for now, the likeliest first."""
    unit, where = parts.unit_index.get(piece), parts.hex_index.get(space)
    if unit is None or where is None or not state.stack:
        return
    match step := state.stack[-1]:
        case moving.Moving() | moving.Continuing():
            yield from _ways(parts, state, step, unit, where)
        case deployment.Deploying():
            yield deployment.Deploy(piece, space)
        case fortification.Fortifying():
            yield fortification.Fortify(piece)
        case engineering.Engineering():
            yield engineering.Rebuild(piece)
            yield engineering.Demolish(space)
        case _:
            yield from gestures_combat.attempt(parts, state, unit, where)


def _ways(parts: Components, state: State, step: Step, unit: int, goal: int) -> Iterator[Action]:
    name = parts.unit_ids[unit]
    if state.at[unit] == WAITING:
        listed = listing.arrivals(parts, state, unit)
        yield from (order for order in listed if order.path[-1] == parts.hex_ids[goal])  # type: ignore[attr-defined]
        yield reinforcement.Enter(name, (parts.hex_ids[goal],))
        yield Drop(name, parts.hex_ids[goal])
    elif state.at[unit] < OFF:
        start = moving.continued(step) if isinstance(step, moving.Continuing) else paths.start_of(parts, state, unit)
        terms = alarms.terms_with_alarms(parts, state, unit)
        trips = tours.listed_trips(parts, state, unit, terms, start)
        there = (way for way in trips.ways.values() if tours.goal_of(parts, way) == goal)
        yield from (movement.Move(name, tours.path_of(parts, terms, start, trips, way)) for way in there)
        if goal in parts.near[state.at[unit]]:
            yield movement.Move(name, (parts.hex_ids[state.at[unit]], parts.hex_ids[goal]))
