"""19.1 The country of a retreating unit: what the search for its routes is told, and why a path is none of them.

Does not cover the question itself (retreat).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.botb import footing, ground, routes, supply
from bulge_widget.rulebooks.botb.components import OTHER, Components
from bulge_widget.rulebooks.botb.routes import Country, Node
from bulge_widget.rulebooks.botb.state import State
from bulge_widget.rulebooks.botb.zones import LIMIT, enemy_zone, is_mixed, occupied

__all__ = ["broken_rule", "country_of", "path_of", "routes_of", "stray_paths"]


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
        return is_mixed(parts, state, unit, where)

    on_network = frozenset(occupied(network))
    sources = frozenset(supply.sources(parts, state, side))
    return Country(functools.cache(steps), parts.roads, on_network, sources, full, mixed)


def routes_of(parts: Components, state: State, unit: int, count: int) -> list[routes.Route]:
    """19.1, R36 Every route a unit may take now; an empty list means that it is eliminated (19.1.3.5)."""
    side = parts.side[unit]
    supplied = supply.has_route(parts, state, side, state.at[unit])
    country, start = country_of(parts, state, unit), footing.start_node(parts, state, unit)
    return routes.retreats(country, start, count, supplied=supplied)


def path_of(parts: Components, way: Iterable[Node]) -> tuple[str, ...]:
    """A way as ids."""
    return tuple(parts.hex_ids[node[0]] for node in way)


def broken_rule(parts: Components, state: State, unit: int, way: list[int], facts: dict[str, str | int]) -> Refusal:
    """19.1.3 The restriction that a path breaks; otherwise it is not the route that 19.1.2.1 asks for."""
    country, node = country_of(parts, state, unit), footing.start_node(parts, state, unit)
    for here, there in itertools.pairwise(way):
        now = facts | {"from": parts.hex_ids[here], "hex": parts.hex_ids[there]}
        if there not in parts.near[here]:
            return Refusal("not_adjacent", "19.1.1", now | {"to": parts.hex_ids[there]})
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


def stray_paths(parts: Components, start: int, count: int) -> list[tuple[str, ...]]:
    """Every path over neighbours, turning back included."""
    found: list[tuple[int, ...]] = [(start,)]
    for _ in range(count):
        found = [(*path, there) for path in found for there in parts.near[path[-1]]]
    return [tuple(parts.hex_ids[h] for h in path) for path in found]
