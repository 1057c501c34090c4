"""19.0 Retreat: the owner takes his units back one at a time, by whole routes.

The search for routes is `routes`; this chapter says what a unit's country is, and what follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Event, Retreated
from bulge_widget.rulebooks.botb import flight, routes, upkeep
from bulge_widget.rulebooks.botb.components import SIDES, Components
from bulge_widget.rulebooks.botb.losses import eliminate
from bulge_widget.rulebooks.botb.refuge import broken_rule, path_of, routes_of, stray_paths
from bulge_widget.rulebooks.botb.state import ROAMING, State, Step, place, pop, push, set_flag, swap
from bulge_widget.rulebooks.botb.traces import EVERYWHERE, trace_of

__all__ = ["Retreat", "Retreating"]

Told = tuple[Event, ...]


class Retreating(Step, frozen=True, gc=False):
    """19.1.1 These units go back so many hexes."""

    units: tuple[int, ...]
    count: int
    rule: str


class Retreat(Action, frozen=True, gc=False):
    """Take a unit back along a route, its own hex first."""

    unit: str
    path: tuple[str, ...]


# -- questions ----------------------------------------------------------------------------------------


def retreat_refusal(parts: Components, state: State, step: Retreating, action: Retreat) -> Refusal | None:
    """19.1 Why a unit may not go back along a path: the first rule that is broken."""
    facts: dict[str, str | int] = {"unit": action.unit, "limit": step.count}
    unit = parts.unit_index.get(action.unit)
    if unit is None or unit not in step.units:
        return Refusal("need_not_retreat", "19.1.1", facts)
    if any(name not in parts.hex_index for name in action.path):
        return Refusal("unknown_hex", "3.2", facts | {"hex": next(n for n in action.path if n not in parts.hex_index)})
    way = [parts.hex_index[name] for name in action.path]
    if not way or way[0] != state.at[unit]:
        return Refusal("not_start", "19.1.1", facts)
    if len(way) != step.count + 1:
        return Refusal("wrong_distance", "19.1.1", facts | {"distance": max(0, len(way) - 1)})
    listed = routes_of(parts, state, unit, step.count)
    if any(path_of(parts, route) == action.path for route in listed):
        return None
    return broken_rule(parts, state, unit, way, facts)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """19.0 The rule that forbids a retreat."""
    assert isinstance(step, Retreating)  # noqa: S101
    if not isinstance(action, Retreat):
        return Refusal("not_asked", "19.1.1", {"wanted": "a unit that retreats"})
    return retreat_refusal(parts, state, step, action)


# -- options ------------------------------------------------------------------------------------------


def _by_effect(parts: Components, state: State, unit: int, ways: list[routes.Route]) -> dict[object, routes.Route]:
    """The first route to each end and bank, for each set of things taken on the way."""
    found: dict[object, routes.Route] = {}
    for way in ways:
        found.setdefault(_effect(parts, state, unit, way), way)
    return found


def _effect(parts: Components, state: State, unit: int, way: routes.Route) -> object:
    return way[-1], trace_of(parts, state, unit, [node[0] for node in way])


def _of(parts: Components, state: State, step: Retreating, unit: int) -> list[Action]:
    ways = _by_effect(parts, state, unit, routes_of(parts, state, unit, step.count)).values()
    return [Retreat(parts.unit_ids[unit], path_of(parts, way)) for way in ways]


def decision(parts: Components, state: State, step: Step) -> Decision:
    """19.1.2 Ask the owner for the next unit and its route."""
    assert isinstance(step, Retreating)  # noqa: S101
    groups: dict[str, Sequence[Action]] = {parts.unit_ids[u]: _of(parts, state, step, u) for u in step.units}
    keys: list[Key] = list(groups)
    options = Options(keys, lambda key: groups[key] if key else ())
    prompt = f"Retreat a unit by {step.count} hex{'es' if step.count > 1 else ''}"
    return Decision(SIDES[parts.side[step.units[0]]], step.rule, prompt, options)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """The listed route to the same end, on the same bank, that takes the same on its way."""
    if not isinstance(step, Retreating) or not isinstance(action, Retreat):
        return action
    unit = parts.unit_index[action.unit]
    listed = routes_of(parts, state, unit, step.count)
    mine = next(way for way in listed if path_of(parts, way) == action.path)
    same = _by_effect(parts, state, unit, listed)[_effect(parts, state, unit, mine)]
    return Retreat(action.unit, path_of(parts, same))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """19.1.1 The hexes of a route, one by one."""
    del state, step
    path = getattr(action, "path", ())
    named = [Part(parts.hex_name(name), 1, "19.1.1") for name in path[1:] if name in parts.hex_index]
    return Sum("hexes", tuple(named))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every path of the right length over neighbours, for each unit; some to short, some for others."""
    assert isinstance(step, Retreating)  # noqa: S101
    found: list[Action] = []
    for unit in step.units:
        found += [Retreat(parts.unit_ids[unit], path) for path in stray_paths(parts, state.at[unit], step.count)]
    return found


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Told] | None:
    """19.1.3.5 Remove who has no route; go by itself where only one answer is left."""
    assert isinstance(step, Retreating)  # noqa: S101
    if not step.units:
        return pop(state), ()
    for unit in step.units:
        if not routes_of(parts, state, unit, step.count):
            return _cut_off(parts, state, step, unit)
    if len(step.units) > 1:
        return None
    listed = _of(parts, state, step, step.units[0])
    if len(listed) > 1:
        return None
    state, told = apply(parts, state, step, listed[0])
    return state, (Answered(step.rule, SIDES[parts.side[step.units[0]]], str(listed[0])), *told)


def _cut_off(parts: Components, state: State, step: Retreating, unit: int) -> tuple[State, Told]:
    """19.1.3.5, R52 A unit without a route is lost, or may leave the map; as others go, its chances never grow."""
    state = _without(state, step, unit)
    if flight.ways_off(parts, state, unit, step.count):
        return push(state, flight.Leaving(unit, step.count)), ()
    return eliminate(parts, state, unit, "19.1.3.5", "no-retreat")


def _without(state: State, step: Retreating, unit: int) -> State:
    rest = tuple(other for other in step.units if other != unit)
    return swap(state, msgspec.structs.replace(step, units=rest))


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Told]:
    """19.1.1 Take the unit back along its route."""
    assert isinstance(step, Retreating)  # noqa: S101
    assert isinstance(action, Retreat)  # noqa: S101
    unit = parts.unit_index[action.unit]
    listed = routes_of(parts, state, unit, step.count)
    way = next(way for way in listed if path_of(parts, way) == action.path)
    return _go(parts, _without(state, step, unit), unit, way, step.rule)


def _go(parts: Components, state: State, unit: int, way: routes.Route, rule: str) -> tuple[State, Told]:
    """19.1.1 Put the unit at the end of its route, with all that follows."""
    hexes = [node[0] for node in way]
    state = place(parts, state, unit, hexes[-1], way[-1][1])
    told = Retreated(rule, parts.unit_ids[unit], path_of(parts, way))
    state = _freed(parts, state, unit, hexes[-1])
    state, more = upkeep.arrived(parts, state, unit, hexes, rule)
    return state, (told, *more)


def _freed(parts: Components, state: State, unit: int, where: int) -> State:
    """35.9, 41.4.3, 43.4.3 A unit forced beyond its limit may go anywhere from now on."""
    abroad = parts.british[unit] and parts.unit_ids[unit] != EVERYWHERE and not parts.british_ground[where]
    south = unit in state.limited and parts.south[where]
    return set_flag(state, unit, ROAMING) if abroad or south else state


STEPS = (Retreating,)
ACTIONS = (Retreat,)
