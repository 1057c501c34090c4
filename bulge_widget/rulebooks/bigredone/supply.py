"""10.0 Supply: five movement points to a road that leads home.

Does not cover the throw of units that move out of supply (moving) nor resupply from the air (resupply).
"""

from __future__ import annotations

import functools

from bulge_widget.board import flood, spread
from bulge_widget.rulebooks.bigredone import bridges, ground, zones
from bulge_widget.rulebooks.bigredone.components import GERMAN, OTHER, Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.state import ABSENT, WAITING, State, positions
from bulge_widget.rulebooks.bigredone.zones import Positions

__all__ = ["FREE_TURNS", "LIMIT", "cost", "cut_off", "exit_hex_is_supplied", "is_supplied", "lines"]

FREE_TURNS = 3  # 10.6
LIMIT = 5 * POINTS_PER_MP  # 10.0


class Lines:
    """10.0 The supply lines of a side at one moment: what may not be crossed, and what is joined to an edge.

    Parameters
    ----------
    parts : Components
    barred : frozenset of int
        Hexes no line enters (10.3).
    watch : bytes
        Hexes whose bridges are cut (6.0); empty for none.
    marks : tuple of int
        Air markers that cut roads (10.4).
    net : bytes
        The road hexes joined to a friendly edge, one byte a hex.
    """

    __slots__ = ("_costs", "_parts", "barred", "marks", "net", "watch")

    def __init__(
        self, parts: Components, barred: frozenset[int], watch: bytes, marks: tuple[int, ...], net: bytes
    ) -> None:
        self._parts, self._costs = parts, dict[int, int | None]()
        self.barred, self.watch, self.marks, self.net = barred, watch, marks, net

    def cost(self, start: int) -> int | None:
        """10.0, 10.7, R31 The least cost from a hex to the network in fifths; None beyond the limit."""
        if self.net[start]:
            return 0
        if start not in self._costs:
            barred = self.barred - {start}
            self._costs[start] = _searched(self._parts, barred, self.watch, self.marks, self.net, start)
        return self._costs[start]

    def lead_from(self, where: int) -> bool:
        """10.0 Whether a line from a hex is short enough; one step is, whatever the ground, so it needs no search."""
        net = self.net
        if net[where] or 1 in [net[h] for h in self._parts.near[where]]:
            return True
        return self.cost(where) is not None


def lines(parts: Components, state: State, side: int) -> Lines:
    """10.3, 10.4 The lines of a side; many moves change nothing about them."""
    own, enemy, marks = positions(parts, state, side), positions(parts, state, OTHER[side]), state.marks[OTHER[side]]
    zone = _zone(parts, enemy)
    lifted = tuple([where for where in own if zone[where]])
    return _lines(parts, side, enemy, lifted, tuple(mark for mark in marks if mark not in own) if marks else ())


@functools.lru_cache(maxsize=64)
def _zone(parts: Components, enemy: Positions) -> bytes:
    """The enemy's zone, which reaches nobody off the map either."""
    return zones.zone(parts, enemy).ljust(ABSENT + 1, b"\0")


@functools.lru_cache(maxsize=512)
def _lines(parts: Components, side: int, enemy: Positions, lifted: tuple[int, ...], marks: tuple[int, ...]) -> Lines:
    barred = _barred(parts, enemy, lifted)
    watch = bridges.covered(parts, enemy) if side == GERMAN else b""
    return Lines(parts, barred, watch, marks, network(parts, side, barred.union(marks) & parts.road_set, watch))


def _barred(parts: Components, enemy: Positions, lifted: tuple[int, ...]) -> frozenset[int]:
    """10.3, R31 The hexes no line enters: the enemy's, and his zone where no friend stands."""
    there = zones.occupied(enemy)
    return frozenset(there.union(*[parts.near[where] for where in there]).difference(lifted).union(there))


@functools.lru_cache(maxsize=256)
def network(parts: Components, side: int, barred: frozenset[int], watch: bytes) -> bytes:
    """10.0, 10.3, 10.4, R30, R33 The road hexes joined to a friendly edge by others that are not barred."""
    found = bytearray(len(parts.hex_ids))
    for h in flood(_whole_roads(parts, watch), parts.sources[side], blocked=barred):
        found[h] = 1
    return bytes(found)


@functools.lru_cache(maxsize=64)
def _whole_roads(parts: Components, watch: bytes) -> tuple[tuple[int, ...], ...]:
    """The roads out of each hex without the cut bridges."""
    if not watch:
        return parts.roads
    roads = list(parts.roads)
    for a in parts.bridge_hexes:
        roads[a] = tuple([b for b in roads[a] if not bridges.is_cut(parts, watch, a, b)])
    return tuple(roads)


@functools.lru_cache(maxsize=4096)
def _searched(  # noqa: PLR0913  all that a line depends on; many moves change nothing about it
    parts: Components, barred: frozenset[int], watch: bytes, marks: tuple[int, ...], net: bytes, start: int
) -> int | None:
    """10.7, R30, R32 The cost of a line from a hex that is not on the network."""
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
    return lines(parts, state, side).cost(where)


def is_supplied(parts: Components, state: State, unit: int) -> bool:
    """10.0, 10.6, 14.5 Whether a unit on the map is in supply at this moment."""
    side = parts.side[unit]
    if side == GERMAN and state.turn <= FREE_TURNS:
        return True
    return unit in state.resupplied or lines(parts, state, side).lead_from(state.at[unit])


def cut_off(parts: Components, state: State, side: int) -> frozenset[int]:
    """10.0, 10.6, 14.5 The units of a side on the map that are out of supply at this moment."""
    if side == GERMAN and state.turn <= FREE_TURNS:
        return frozenset()
    now, own = lines(parts, state, side), positions(parts, state, side)
    net = now.net
    far = [u for u, where in enumerate(own, parts.roster[side].start) if where < WAITING and not net[where]]
    return frozenset([u for u in far if u not in state.resupplied and not now.lead_from(state.at[u])])


def exit_hex_is_supplied(parts: Components, state: State, where: int) -> bool:
    """15.2, R35, R46 Whether a hex that units left by is in German supply."""
    if state.turn <= FREE_TURNS:
        return True
    now = lines(parts, state, GERMAN)
    return where not in now.barred and now.lead_from(where)
