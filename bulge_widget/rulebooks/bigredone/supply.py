"""10.0 Supply: five movement points to a road that leads home.

Does not cover the throw of units that move out of supply (moving) nor resupply from the air (resupply).
"""

from __future__ import annotations

import functools

from bulge_widget.board import flood, spread
from bulge_widget.rulebooks.bigredone import bridges, ground, zones
from bulge_widget.rulebooks.bigredone.components import GERMAN, OTHER, Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.state import WAITING, State, positions
from bulge_widget.rulebooks.bigredone.zones import Positions

__all__ = ["FREE_TURNS", "LIMIT", "cost", "cut_off", "exit_hex_is_supplied", "is_supplied", "network"]

FREE_TURNS = 3  # 10.6
LIMIT = 5 * POINTS_PER_MP  # 10.0

Case = tuple[int, Positions, Positions, tuple[int, ...]]
"""All that supply depends on: a side, where its units and its enemy's are, and the enemy's air markers."""


def _case(parts: Components, state: State, side: int) -> Case:
    own, enemy = positions(parts, state, side), positions(parts, state, OTHER[side])
    return side, own, enemy, state.marks[OTHER[side]]


def _counting(own: Positions, marks: tuple[int, ...]) -> tuple[int, ...]:
    """10.4 The markers that cut supply: those without a friendly unit in their hex."""
    return tuple(mark for mark in marks if mark not in own) if marks else ()


@functools.lru_cache(maxsize=256)
def _barred(parts: Components, own: Positions, enemy: Positions) -> frozenset[int]:
    """10.3, R31 The hexes no line enters: the enemy's, and his zone where no friend stands."""
    there = zones.occupied(enemy)
    return there | {h for where in there for h in parts.near[where]} - zones.occupied(own)


@functools.lru_cache(maxsize=1024)
def network(parts: Components, case: Case) -> bytes:
    """10.0, 10.3, 10.4, R30, R33 The road hexes joined to a friendly edge, one byte a hex."""
    side, own, enemy, marks = case
    barred = _barred(parts, own, enemy).union(_counting(own, marks))
    return _joined(parts, side, barred & parts.road_set, _watch(parts, side, enemy))


@functools.lru_cache(maxsize=256)
def _joined(parts: Components, side: int, barred: frozenset[int], watch: bytes) -> bytes:
    """The same by the road hexes that are barred: many moves change nothing about them."""
    joined = flood(_whole_roads(parts, watch), parts.sources[side], blocked=barred)
    found = bytearray(len(parts.hex_ids))
    for h in joined:
        found[h] = 1
    return bytes(found)


def _watch(parts: Components, side: int, enemy: Positions) -> bytes:
    return bridges.covered(parts, enemy) if side == GERMAN else b""


@functools.lru_cache(maxsize=64)
def _whole_roads(parts: Components, watch: bytes) -> tuple[tuple[int, ...], ...]:
    """The roads out of each hex without the cut bridges."""
    if not watch:
        return parts.roads
    return tuple(
        others if not parts.bridges[a] else tuple(b for b in others if not bridges.is_cut(parts, watch, a, b))
        for a, others in enumerate(parts.roads)
    )


def _traced(parts: Components, case: Case, start: int) -> int | None:
    """10.0, 10.7, R31 The least cost from a hex to the network in fifths; None beyond the limit."""
    net = network(parts, case)
    if net[start]:
        return 0
    side, own, enemy, marks = case
    return _searched(
        parts, _barred(parts, own, enemy) - {start}, _watch(parts, side, enemy), _counting(own, marks), net, start
    )


@functools.lru_cache(maxsize=4096)
def _searched(  # noqa: PLR0913  all that a line depends on; many moves change nothing about it
    parts: Components, barred: frozenset[int], watch: bytes, marks: tuple[int, ...], net: bytes, start: int
) -> int | None:
    """10.7, R30, R32 The same for a hex that is not on the network."""
    count = len(parts.hex_ids)
    found = spread(
        ground.rows(parts, watch, marks),
        [(start + count if parts.is_road[start] else start, 0)],
        LIMIT,
        closed=[*barred, *(h + count for h in barred)],
        worse=ground.worse(parts, 2),
        goals=net + net,
    )
    return None if found.goal < 0 else found.cost[found.goal]


def cost(parts: Components, state: State, side: int, where: int) -> int | None:
    """10.0, 10.7 What a unit of a side in a hex pays to reach its supply, in fifths; None if it cannot."""
    return _traced(parts, _case(parts, state, side), where)


def is_supplied(parts: Components, state: State, unit: int) -> bool:
    """10.0, 10.6, 14.5 Whether a unit on the map is in supply at this moment."""
    side = parts.side[unit]
    if side == GERMAN and state.turn <= FREE_TURNS:
        return True
    return unit in state.resupplied or _within_limit(parts, _case(parts, state, side), state.at[unit])


def _within_limit(parts: Components, case: Case, where: int) -> bool:
    """10.0 Whether a unit's line is short enough; one step is, whatever the ground (4.9), so it needs no search."""
    net = network(parts, case)
    return bool(net[where]) or any(net[h] for h in parts.near[where]) or _traced(parts, case, where) is not None


def cut_off(parts: Components, state: State, side: int) -> frozenset[int]:
    """10.0, 10.6, 14.5 The units of a side on the map that are out of supply at this moment."""
    if side == GERMAN and state.turn <= FREE_TURNS:
        return frozenset()
    found = _beyond(parts, _case(parts, state, side))
    return found.difference(state.resupplied) if state.resupplied else found


@functools.lru_cache(maxsize=1024)
def _beyond(parts: Components, case: Case) -> frozenset[int]:
    side, own, *_ = case
    placed = zip(parts.roster[side], own, strict=True)
    return frozenset(unit for unit, where in placed if where < WAITING and not _within_limit(parts, case, where))


def exit_hex_is_supplied(parts: Components, state: State, where: int) -> bool:
    """15.2, R35, R46 Whether a hex that units left by is in German supply."""
    if state.turn <= FREE_TURNS:
        return True
    own, enemy = positions(parts, state, GERMAN), positions(parts, state, 1)
    return where not in _barred(parts, own, enemy) and cost(parts, state, GERMAN, where) is not None
