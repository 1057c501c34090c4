"""19.0 Retreat: the owner takes his units back one at a time, by whole routes.

The search for routes is `routes`; this chapter says what a unit's country is, and what follows.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Event, Removed, Retreated
from bulge_widget.rulebooks.botb import engagement, footing, ground, routes, supply, upkeep
from bulge_widget.rulebooks.botb.components import GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.routes import Country, Node
from bulge_widget.rulebooks.botb.state import (
    ELIMINATED,
    ROAMING,
    Departure,
    State,
    Step,
    place,
    pop,
    push,
    set_flag,
    swap,
)
from bulge_widget.rulebooks.botb.zones import LIMIT, enemy_zone, units_at

__all__ = ["LeaveMap", "Leaving", "Perish", "Retreat", "Retreating", "country_of", "routes_of"]

EVERYWHERE = "uk-29bde"
Told = tuple[Event, ...]


class Retreating(Step, frozen=True, gc=False):
    """19.1.1 These units go back so many hexes."""

    units: tuple[int, ...]
    count: int
    rule: str


class Leaving(Step, frozen=True, gc=False):
    """R52, note to 35.1 A German mechanized unit without a route may leave the map by an arrow."""

    unit: int
    count: int


class Retreat(Action, frozen=True, gc=False):
    """Take a unit back along a route, its own hex first."""

    unit: str
    path: tuple[str, ...]


class LeaveMap(Action, frozen=True, gc=False):
    """Go off the map by an arrow at the end of this way."""

    unit: str
    path: tuple[str, ...]


class Perish(Action, frozen=True, gc=False):
    """Be lost where it stands."""

    unit: str


# -- questions ----------------------------------------------------------------------------------------


def is_open(parts: Components, state: State, unit: int, where: int) -> bool:
    """19.1.3.2, R34 Whether a retreating unit may enter a hex: no enemy, and no enemy's zone."""
    side = parts.side[unit]
    return not state.counts[OTHER[side]][where] and not enemy_zone(parts, state, side)[where]


def country_of(parts: Components, state: State, unit: int) -> Country:
    """19.1 What a retreating unit needs to know of the map now."""
    side = parts.side[unit]
    network, zone = supply.roads(parts, state, side), enemy_zone(parts, state, side)
    enemy, shut = state.counts[OTHER[side]], ground.shut_bridges(parts, state, side)
    wade = not parts.armor[unit]

    def steps(node: Node) -> tuple[Node, ...]:
        found = (
            footing.dry_step(parts, state, unit, shut, node, there, wade=wade)
            for there in parts.touch[node[0]]
            if not zone[there] and not enemy[there]
        )
        return tuple(node for node in found if node is not None)

    def full(where: int) -> bool:
        return state.counts[side][where] >= LIMIT

    def mixed(where: int) -> bool:
        return any(parts.british[other] != parts.british[unit] for other in units_at(parts, state, where, side))

    on_network = frozenset(h for h, on in enumerate(network) if on)
    sources = frozenset(supply.sources(parts, state, side))
    return Country(functools.cache(steps), parts.roads, on_network, sources, full, mixed)


def routes_of(parts: Components, state: State, unit: int, count: int) -> list[routes.Route]:
    """19.1, R36 Every route a unit may take now; an empty list means that it is eliminated (19.1.3.5)."""
    side = parts.side[unit]
    supplied = supply.has_route(parts, state, side, state.at[unit])
    country, start = country_of(parts, state, unit), footing.start_node(parts, state, unit)
    return routes.retreats(country, start, count, supplied=supplied)


def ways_off(parts: Components, state: State, unit: int, count: int) -> list[routes.Route]:
    """R52 The ways to an arrow that a German mechanized unit may leave the map by, with a hex to spare."""
    if parts.side[unit] != GERMAN or not parts.mech[unit]:
        return []
    country, start = country_of(parts, state, unit), footing.start_node(parts, state, unit)
    found = [way for far in range(count) for way in routes.wanderings(country, start, far)]
    ends: dict[int, routes.Route] = {}
    for way in found:
        if way[-1][0] in parts.arrows:
            ends.setdefault(way[-1][0], way)
    return list(ends.values())


def path_of(parts: Components, way: Iterable[Node]) -> tuple[str, ...]:
    """A way as ids."""
    return tuple(parts.hex_ids[node[0]] for node in way)


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
        return Refusal("not_there", "19.1.1", facts)
    if len(way) != step.count + 1:
        return Refusal("wrong_distance", "19.1.1", facts | {"distance": max(0, len(way) - 1)})
    listed = routes_of(parts, state, unit, step.count)
    if any(path_of(parts, route) == action.path for route in listed):
        return None
    return broken_rule(parts, state, unit, way, facts)


def broken_rule(parts: Components, state: State, unit: int, way: list[int], facts: dict[str, str | int]) -> Refusal:
    """19.1.3 The restriction that a path breaks; otherwise it is not the route that 19.1.2.1 asks for."""
    country, node = country_of(parts, state, unit), footing.start_node(parts, state, unit)
    for here, there in itertools.pairwise(way):
        now = facts | {"from": parts.hex_ids[here], "hex": parts.hex_ids[there]}
        if there not in parts.near[here]:
            return Refusal("not_adjacent", "19.1.1", now)
        if not is_open(parts, state, unit, there):
            return Refusal("retreat_closed", "19.1.3.2", now)
        after = next((n for n in country.steps(node) if n[0] == there), None)
        if after is None:
            return Refusal("ground_bars", "19.1.3.1", now)
        node = after
    if len(set(way)) != len(way):
        return Refusal("twice", "19.1.3.3", facts)
    if country.full(way[-1]):
        return Refusal("retreat_full", "19.1.3.4", facts | {"hex": parts.hex_ids[way[-1]]})
    return Refusal("wrong_route", "19.1.2.1", facts)


def leaving_refusal(parts: Components, state: State, step: Leaving, action: Action) -> Refusal | None:
    """R52 Why a unit may not leave the map so."""
    name = parts.unit_ids[step.unit]
    if not isinstance(action, LeaveMap | Perish):
        return Refusal("not_asked", "R52", {"wanted": "leave the map, or be lost"})
    if action.unit != name:
        return Refusal("need_not_retreat", "R52", {"unit": action.unit})
    if isinstance(action, Perish):
        return None
    ways = {path_of(parts, way) for far in range(step.count) for way in _wanderings(parts, state, step.unit, far)}
    if action.path in ways and parts.hex_index[action.path[-1]] in parts.arrows:
        return None
    return Refusal("no_arrow", "R52", {"unit": name})


def _wanderings(parts: Components, state: State, unit: int, count: int) -> list[routes.Route]:
    return routes.wanderings(country_of(parts, state, unit), footing.start_node(parts, state, unit), count)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """19.0 The rule that forbids a retreat."""
    if isinstance(step, Leaving):
        return leaving_refusal(parts, state, step, action)
    assert isinstance(step, Retreating)  # noqa: S101
    if not isinstance(action, Retreat):
        return Refusal("not_asked", "19.1.1", {"wanted": "a unit that retreats"})
    return retreat_refusal(parts, state, step, action)


# -- options ------------------------------------------------------------------------------------------


def _by_end(routes_: list[routes.Route]) -> dict[Node, routes.Route]:
    """The first route to each end."""
    found: dict[Node, routes.Route] = {}
    for way in routes_:
        found.setdefault(way[-1], way)
    return found


def _of(parts: Components, state: State, step: Retreating, unit: int) -> list[Action]:
    ways = _by_end(routes_of(parts, state, unit, step.count)).values()
    return [Retreat(parts.unit_ids[unit], path_of(parts, way)) for way in ways]


def decision(parts: Components, state: State, step: Step) -> Decision:
    """19.1.2 Ask the owner for the next unit and its route."""
    if isinstance(step, Leaving):
        name = parts.unit_ids[step.unit]
        ways = ways_off(parts, state, step.unit, step.count)
        actions: list[Action] = [LeaveMap(name, path_of(parts, way)) for way in ways]
        prompt = f"{parts.counters[name].label} has no retreat: leave the map, or be lost"
        return Decision(SIDES[GERMAN], "R52", prompt, Options((name,), lambda _: [*actions, Perish(name)]))
    assert isinstance(step, Retreating)  # noqa: S101
    groups: dict[str, Sequence[Action]] = {parts.unit_ids[u]: _of(parts, state, step, u) for u in step.units}
    keys: list[Key] = list(groups)
    options = Options(keys, lambda key: groups[key] if key else ())
    prompt = f"Retreat a unit by {step.count} hex{'es' if step.count > 1 else ''}"
    return Decision(SIDES[parts.side[step.units[0]]], step.rule, prompt, options)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """The listed route to the same end, on the same bank."""
    if isinstance(step, Leaving) and isinstance(action, LeaveMap):
        ways = (path_of(parts, way) for way in ways_off(parts, state, step.unit, step.count))
        return LeaveMap(action.unit, next(path for path in ways if path[-1] == action.path[-1]))
    if not isinstance(step, Retreating) or not isinstance(action, Retreat):
        return action
    listed = routes_of(parts, state, parts.unit_index[action.unit], step.count)
    mine = next(way for way in listed if path_of(parts, way) == action.path)
    return Retreat(action.unit, path_of(parts, _by_end(listed)[mine[-1]]))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """19.1.1 The hexes of a route, one by one."""
    del state, step
    path = getattr(action, "path", ())
    named = [Part(parts.hex_name(name), 1, "19.1.1") for name in path[1:] if name in parts.hex_index]
    return Sum("hexes", tuple(named))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every path of the right length over neighbours, for each unit; some to short, some for others."""
    if isinstance(step, Leaving):
        name = parts.unit_ids[step.unit]
        paths = _paths(parts, state.at[step.unit], step.count - 1)
        return [Perish(name), *(LeaveMap(name, path) for path in paths)]
    assert isinstance(step, Retreating)  # noqa: S101
    found: list[Action] = []
    for unit in step.units:
        found += [Retreat(parts.unit_ids[unit], path) for path in _paths(parts, state.at[unit], step.count)]
    return found


def _paths(parts: Components, start: int, count: int) -> list[tuple[str, ...]]:
    """Every path over neighbours, turning back included."""
    found: list[tuple[int, ...]] = [(start,)]
    for _ in range(count):
        found = [(*path, there) for path in found for there in parts.near[path[-1]]]
    return [tuple(parts.hex_ids[h] for h in path) for path in found]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Told] | None:
    """19.1.3.5 Remove who has no route; go by itself where only one answer is left."""
    if isinstance(step, Leaving):
        return None
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
    if ways_off(parts, state, unit, step.count):
        return push(state, Leaving(unit, step.count)), ()
    return _lost(parts, state, unit, "19.1.3.5")


def _lost(parts: Components, state: State, unit: int, rule: str, why: str = "no-retreat") -> tuple[State, Told]:
    where = state.at[unit]
    told = Removed(rule, parts.unit_ids[unit], parts.hex_ids[where], why)
    state = place(parts, state, unit, ELIMINATED)
    state, released = engagement.tidy(parts, state)
    state, more = upkeep.left(parts, state, where)
    return state, (told, *released, *more)


def _without(state: State, step: Retreating, unit: int) -> State:
    rest = tuple(other for other in step.units if other != unit)
    return swap(state, msgspec.structs.replace(step, units=rest))


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Told]:
    """19.1.1, R52 Take the unit back, off the map, or out of the game."""
    match step, action:
        case Retreating(), Retreat():
            unit = parts.unit_index[action.unit]
            listed = routes_of(parts, state, unit, step.count)
            way = next(way for way in listed if path_of(parts, way) == action.path)
            return _go(parts, _without(state, step, unit), unit, way, step.rule)
        case Leaving(), LeaveMap():
            where = parts.hex_index[action.path[-1]]
            gone = Departure(step.unit, where, state.turn)
            state = msgspec.structs.replace(pop(state), exits=(*state.exits, gone))
            told: Told = (Retreated("R52", action.unit, action.path, "exit"),) if len(action.path) > 1 else ()
            state, lost = _lost(parts, state, step.unit, "R52", "exited")
            return state, told + lost
        case Leaving(), _:
            return _lost(parts, pop(state), step.unit, "19.1.3.5")
    return state, ()


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
