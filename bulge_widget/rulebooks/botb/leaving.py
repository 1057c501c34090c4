"""6.8 and 46.4 Leaving the map: what it costs, and what it brings.

Units that go off by an arrow towards Antwerp are counted (46.4); any other unit off the map is lost (6.8).
"""

from __future__ import annotations

import functools
from itertools import compress

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Event, Removed
from bulge_widget.rulebooks.botb import ground
from bulge_widget.rulebooks.botb.components import GERMAN, Components
from bulge_widget.rulebooks.botb.engagement import tidy
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP
from bulge_widget.rulebooks.botb.movement import Terms
from bulge_widget.rulebooks.botb.paths import ZONE_MOVERS, Start, Walked, walked
from bulge_widget.rulebooks.botb.state import ELIMINATED, EXITED, Departure, State, place
from bulge_widget.rulebooks.botb.tours import path_in, surveys
from bulge_widget.rulebooks.botb.traces import marks_of, trace_of
from bulge_widget.rulebooks.botb.upkeep import left

__all__ = ["DIVERSION_TURN", "exit_cost", "exit_effect", "exit_refusal", "exit_trips", "leave"]

DIVERSION_TURN = 16  # 35.2 to the end of 23 PM
SIDES_OF_A_HEX = 6


def exit_cost(parts: Components, terms: Terms, where: int, *, slow: bool) -> int | None:
    """R50, R52 What a unit pays to go off the map from a hex; None where no edge is beside it."""
    if len(parts.near[where]) == SIDES_OF_A_HEX:
        return None
    going = terms.slow if slow else terms.fast
    if where in parts.exit_hexes:
        return POINTS_PER_MP if going.surprise else going.rate
    if going.mech and parts.terrain[where] == "forest":
        return None
    return parts.cost[going.ground, "mechanized" if going.mech else "other", "clear"]


def _spent(parts: Components, unit: int, start: Start, found: Walked) -> tuple[int, bool]:
    slow = parts.mover[unit] in ZONE_MOVERS and start.zone
    return (found.slow if slow else found.fast), slow


def exit_refusal(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: Terms, start: Start, path: tuple[str, ...]
) -> Refusal | None:
    """6.8, 7.1.2, R52 The rule that forbids going off the map at the end of a path of known hexes."""
    hexes = [parts.hex_index[h] for h in path]
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "hex": path[-1]}
    found = walked(parts, state, unit, terms, start, hexes)
    if isinstance(found, Refusal):
        return found
    spent, slow = _spent(parts, unit, start, found)
    cost = exit_cost(parts, terms, hexes[-1], slow=slow)
    if cost is None:
        return Refusal("no_edge", "6.8", facts)
    moved = len(path) > 1 or start.begun
    if moved and terms.zone[hexes[-1]]:
        return Refusal("stops_in_zone", "7.2", facts | {"from": path[-1]})
    if found.nodes and found.nodes[-1] >= nodes_of(parts).singles:
        return Refusal("stops_in_rough", "25.3", facts | {"from": path[-1]})
    if spent + cost > terms.points:
        limit = ground.written(terms.points)
        return Refusal("too_far", "6.4", facts | {"cost": ground.written(spent + cost), "limit": limit})
    return None


Gone = tuple[int, int]
"""The arrow a unit takes, or -1 where it is simply lost; and what it took on its way."""


def exit_effect(parts: Components, state: State, unit: int, start: Start, hexes: list[int]) -> Gone:
    """6.8, 46.4 What going off the map by a path comes to."""
    return _arrow(parts, unit, hexes[-1]), trace_of(parts, state, unit, hexes, arriving=start.arriving)


def _arrow(parts: Components, unit: int, where: int) -> int:
    return where if parts.side[unit] == GERMAN and where in parts.arrows else -1


def exit_trips(parts: Components, state: State, unit: int, terms: Terms, start: Start) -> dict[Gone, tuple[str, ...]]:
    """6.8, R52 The cheapest path off the map by each arrow, and one by any other hex."""
    marks, nodes, found = marks_of(parts, state, unit), nodes_of(parts), dict[Gone, tuple[str, ...]]()
    infantry = parts.mover[unit] in ZONE_MOVERS
    survey, _ = surveys(parts, terms, start, marks, infantry=infantry)
    slow = infantry and start.zone
    here, zone, edge = nodes.hex[start.node], terms.zone, _edge_nodes(parts)
    spent = start.slow if slow else start.fast
    if not (start.begun and zone[here]) and start.node in edge and _pays(parts, terms, here, spent, slow=slow):
        found[_arrow(parts, unit, here), marks.begin(here, arriving=start.arriving)] = (parts.hex_ids[here],)
    if edge.isdisjoint(survey.nodes):
        return found
    for label in compress(survey.cost, map(edge.__contains__, survey.nodes)):
        where = nodes.hex[label & nodes.low]
        effect = _arrow(parts, unit, where), label >> nodes.width
        if (
            effect not in found
            and where not in terms.alarms
            and not zone[where]
            and _pays(parts, terms, where, survey.cost[label], slow=slow)
        ):
            found[effect] = path_in(parts, start, survey, label)
    return found


@functools.lru_cache(maxsize=4)
def _edge_nodes(parts: Components) -> frozenset[int]:
    """6.8, 25.3 The nodes a unit may leave the map from: those at the edge, but for one that has stopped in rough."""
    nodes = nodes_of(parts)
    return frozenset(n for n in range(nodes.singles) if len(parts.near[nodes.hex[n]]) < SIDES_OF_A_HEX)


def _pays(parts: Components, terms: Terms, where: int, paid: int, *, slow: bool) -> bool:
    cost = exit_cost(parts, terms, where, slow=slow)
    return cost is not None and paid + cost <= terms.points


def leave(parts: Components, state: State, unit: int, where: int) -> tuple[State, tuple[Event, ...]]:
    """6.8, 23.6.3, 35.2, 46.4.7, R10, R52 Take a unit off the map for good; by an arrow a German one counts."""
    antwerp = parts.side[unit] == GERMAN and where in parts.arrows
    state = place(parts, state, unit, EXITED if antwerp else ELIMINATED)
    told: tuple[Event, ...] = (
        Removed(
            "46.4" if antwerp else "6.8", parts.unit_ids[unit], parts.hex_ids[where], "exited" if antwerp else "left"
        ),
    )
    if antwerp:
        gone = (*state.exits, Departure(unit, where, state.turn))
        more = 2 if parts.mech[unit] and state.turn <= DIVERSION_TURN else 0
        state = msgspec.structs.replace(state, exits=gone, debt=state.debt + more)
    state, freed = tidy(parts, state)
    state, after = left(parts, state, where)
    return state, told + freed + after
