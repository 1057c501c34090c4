"""10.0 Supply: five movement points to a road that leads home.

Does not cover the throw of units that move out of supply (moving) nor resupply from the air (resupply).
"""

from __future__ import annotations

import functools

from bulge_widget.board import flood, spread
from bulge_widget.rulebooks.bigredone import bridges, ground, zones
from bulge_widget.rulebooks.bigredone.components import GERMAN, OTHER, Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.state import State, positions
from bulge_widget.rulebooks.bigredone.zones import Positions

__all__ = ["FREE_TURNS", "LIMIT", "cost", "exit_hex_is_supplied", "is_supplied", "network"]

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


@functools.lru_cache(maxsize=256)
def network(parts: Components, case: Case) -> bytes:
    """10.0, 10.3, 10.4, R30, R33 The road hexes joined to a friendly edge, one byte a hex."""
    side, own, enemy, marks = case
    barred = _barred(parts, own, enemy).union(_counting(own, marks))
    joined = flood(_whole_roads(parts, _watch(parts, side, enemy)), parts.sources[side], blocked=barred)
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


@functools.lru_cache(maxsize=4096)
def _traced(parts: Components, case: Case, start: int) -> int | None:
    """10.0, 10.7, R30, R31, R32 The least cost from a hex to the network in fifths; None beyond the limit."""
    net = network(parts, case)
    if net[start]:
        return 0
    side, own, enemy, marks = case
    count = len(parts.hex_ids)
    barred = _barred(parts, own, enemy) - {start}
    found = spread(
        ground.rows(parts, _watch(parts, side, enemy), _counting(own, marks)),
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
    return unit in state.resupplied or cost(parts, state, side, state.at[unit]) is not None


def exit_hex_is_supplied(parts: Components, state: State, where: int) -> bool:
    """15.2, R35, R46 Whether a hex that units left by is in German supply."""
    if state.turn <= FREE_TURNS:
        return True
    own, enemy = positions(parts, state, GERMAN), positions(parts, state, 1)
    return where not in _barred(parts, own, enemy) and cost(parts, state, GERMAN, where) is not None
