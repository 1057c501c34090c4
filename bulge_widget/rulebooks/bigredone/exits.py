"""4.8 and 15.2 to 15.4 Leaving the map: German units, by a road off the north or west edge.

Does not cover what an exit scores and when (victory).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from bulge_widget.core.decision import Action, Part, Refusal, Sum
from bulge_widget.core.event import Event, Moved, Removed
from bulge_widget.rulebooks.bigredone import british, ground, movement, supply
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.bigredone.movement import Budget, Effect, Ways, effect_of, going
from bulge_widget.rulebooks.bigredone.paths import Going, mech_steps, path_cost, path_refusal
from bulge_widget.rulebooks.bigredone.searches import on_wheels
from bulge_widget.rulebooks.bigredone.state import EXITED, Departure, State, mark_moved, place

__all__ = ["Exit", "apply", "canonical", "listed", "refusal"]


class Exit(Action, frozen=True, gc=False):
    """Move one unit along a path and off the map from its last hex."""

    unit: str
    path: tuple[str, ...]
    mode: str = "normal"


class Off(NamedTuple):
    """One way off the map."""

    effect: Effect
    node: int


# -- questions ----------------------------------------------------------------------------------------


def leaving_cost(parts: Components, state: State, where: int, *, mech: bool) -> int | None:
    """15.2, R44, R52, R54 The price of the last step; None where no road leads off, or a marker cuts it."""
    if where not in parts.multiple or where in state.marks[ALLIED]:
        return None
    return ground.MECH_COST if mech else ground.ROAD_COST


def refusal(parts: Components, state: State, order: Exit, budget: Budget) -> Refusal | None:
    """4.8, 15.2, 15.3, R45, R54 The rule that forbids a unit that may move to leave the map."""
    unit = parts.unit_index[order.unit]
    facts: dict[str, str | int] = {"unit": order.unit, "hex": order.path[-1] if order.path else ""}
    if parts.side[unit] != GERMAN:
        return Refusal("only_germans_leave", "4.8", facts)
    wrong = movement.start_refusal(parts, state, order.unit, order.path)
    if wrong is not None:
        return wrong
    terms = going(parts, state, unit)
    wrong = movement.mode_refusal(parts, state, unit, order.mode, budget) or path_refusal(
        parts, terms, british.FREE, order.path, order.mode, budget.points
    )
    return wrong or _last_step(parts, state, order, terms, budget.points)


def _last_step(parts: Components, state: State, order: Exit, terms: Going, points: int) -> Refusal | None:
    path = [parts.hex_index[h] for h in order.path]
    facts: dict[str, str | int] = {"unit": order.unit, "hex": order.path[-1]}
    if path[-1] not in parts.multiple:
        return Refusal("no_exit", "15.3", facts)
    if path[-1] in state.marks[ALLIED]:
        return Refusal("exit_interdicted", "14.4", facts)
    if len(path) > 1 and terms.stops[path[-1]]:
        return Refusal("stops_in_zone", "4.6", facts)
    mech = order.mode == "mech" and mech_steps(parts, terms, path) == len(path) - 1
    spent = path_cost(parts, terms, path, order.mode)
    spent += ground.MECH_COST if mech else ground.ROAD_COST
    if spent > points:
        return Refusal("too_far", "4.1", {"cost": ground.written(spent), "limit": ground.written(points)})
    return None


# -- options ------------------------------------------------------------------------------------------


def listed(parts: Components, state: State, unit: int, ways: Ways, points: int) -> list[Off]:
    """15.2 One way for each exit hex the unit can still leave by."""
    if parts.side[unit] != GERMAN:
        return []
    found: dict[Effect, Off] = {}
    count, cost, terms = len(parts.hex_ids), ways.plain.cost, going(parts, state, unit)
    for where in parts.multiple:
        if terms.stops[where] and where != state.at[unit]:
            continue
        for walk in range(where, count * terms.layers, 2 * count):
            for node in (walk + count, walk):  # the mechanized one first: it is never dearer
                last = leaving_cost(parts, state, where, mech=node != walk) if node in cost else None
                if last is not None and cost[node] + last <= points:
                    found.setdefault(walk, Off(walk, node))
    return list(found.values())


def order(parts: Components, unit: int, ways: Ways, off: Off) -> Exit:
    """A way off the map as the order for it."""
    leg = ways.plain.leg(parts, off.node)
    return Exit(parts.unit_ids[unit], leg.path, "mech" if on_wheels(parts, leg.second) else "normal")


def canonical(parts: Components, state: State, action: Exit, budget: Budget) -> Exit:
    """Give the listed order with the same effect."""
    unit = parts.unit_index[action.unit]
    ways = Ways.of(parts, state, unit, budget)
    effect = effect_of(parts, going(parts, state, unit), action.path[1:] or action.path)
    off = next((off for off in listed(parts, state, unit, ways, budget.points) if off.effect == effect), None)
    return action if off is None else order(parts, unit, ways, off)


def scores(parts: Components, state: State, unit: int, *, rolled: bool) -> bool:
    """15.2, R55 Whether a unit that leaves now may ever score; one that set out without supply never does."""
    return not rolled and supply.is_supplied(parts, state, unit)


def explain(parts: Components, state: State, action: Exit, *, rolled: bool) -> Sum:
    """15.3, R55 What the exit scores while its hex is supplied: strength times multiple."""
    where = parts.hex_index.get(action.path[-1] if action.path else "", -1)
    multiple = parts.multiple.get(where, 0)
    unit = parts.unit_index[action.unit]
    strength = parts.strength[unit]
    points = Part(f"strength {strength} times {multiple}", strength * multiple, "15.3")
    if scores(parts, state, unit, rolled=rolled):
        return Sum("victory points", (points,))
    return Sum("victory points", (points, Part("set out without supply", -points.value, "15.2")))


# -- effect -------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, action: Exit, *, rolled: bool) -> tuple[State, tuple[Event, ...]]:
    """15.2, 15.4, R55 Take a unit off the map; one that moved out of supply never scores."""
    unit = parts.unit_index[action.unit]
    path = [parts.hex_index[h] for h in action.path]
    supplied = scores(parts, state, unit, rolled=rolled)
    watch = going(parts, state, unit).watch
    state = mark_moved(place(parts, state, unit, EXITED), unit)
    gone = (*state.departures, Departure(unit, path[-1], supplied))
    state, freed = british.released_by(msgspec.structs.replace(state, departures=gone), watch, path[1:])
    events: tuple[Event, ...] = (Removed("15.2", action.unit, action.path[-1], "exited"),)
    if len(path) > 1:
        events = (Moved("4.0", action.unit, action.path, action.mode), *events)
    return state, events + freed
