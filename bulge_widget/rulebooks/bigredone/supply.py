"""10.0 Supply: five movement points to a road that leads home.

Does not cover the throw of units that move out of supply (moving) nor resupply from the air (resupply).
"""

from __future__ import annotations

import functools

from bulge_widget.board import strides
from bulge_widget.board.strides import Links, leading_to
from bulge_widget.rulebooks.bigredone import bridges, ground, zones
from bulge_widget.rulebooks.bigredone.components import GERMAN, OTHER, Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.state import State, once_a_state, positions
from bulge_widget.rulebooks.bigredone.zones import Positions

__all__ = ["FREE_TURNS", "LIMIT", "Lines", "cost", "cut_off", "exit_hex_is_supplied", "is_supplied", "lines"]

FREE_TURNS = 3  # 10.6
LIMIT = 5  # 10.0 movement points
_NOBODY: frozenset[int] = frozenset()


class Lines:
    """10.0 The supply lines of a side at one moment: what may not be crossed, and what is joined to an edge.

    All sets of hexes have one bit a hex.

    Parameters
    ----------
    parts : Components
    barred : int
        The hexes no line enters (10.3).
    roads : Links
        The roads that nothing has cut (6.0, 14.4).
    net : int
        The road hexes joined to a friendly edge.
    """

    __slots__ = ("_beside", "_parts", "_within", "barred", "net", "roads")

    def __init__(self, parts: Components, barred: int, roads: Links, net: int) -> None:
        self._parts, self.barred, self.roads, self.net = parts, barred, roads, net
        self._beside = net | leading_to(parts.near_links, net)
        self._within: tuple[int, ...] = ()

    @property
    def within(self) -> tuple[int, ...]:
        """10.0, 10.7 For each number of fifths up to the limit the hexes from which a line costs no more."""
        if not self._within:
            walked = _walked(self._parts, self.roads, self.barred, self.net)
            self._within = _driven(self.roads, self.barred, walked)
        return self._within

    def without_line(self, hexes: int) -> int:
        """10.0, R31 Those of some hexes from which no line is short enough; one step is, on any ground (DEAREST)."""
        far = hexes & ~self._beside
        return far & ~self.within[-1] if far else 0

    def lead_from(self, where: int) -> bool:
        """10.0, R31 Whether a line from a hex is short enough."""
        return not self.without_line(1 << where)


def _walked(parts: Components, roads: Links, barred: int, net: int) -> list[int]:
    """10.0, R31 For each number of movement points the hexes from which a line costs no more on foot."""
    found, passable = [net], [net]
    for points in range(1, LIMIT + 1):
        starts = found[-1] | leading_to(roads, passable[points - 1])
        for price, links in ground.off_road(parts):
            if price <= points * POINTS_PER_MP:
                starts |= leading_to(links, passable[points - price // POINTS_PER_MP])
        found.append(starts)
        passable.append(starts & ~barred)
    return found


def _driven(roads: Links, barred: int, walked: list[int]) -> tuple[int, ...]:
    """10.7, R31, R32 For each number of fifths where a line costs no more, mechanized at first."""
    found, fresh = [walked[0]], walked[0]
    for fifths in range(1, LIMIT * POINTS_PER_MP + 1):
        starts = found[-1] | walked[fifths // POINTS_PER_MP]
        if fresh:
            starts |= leading_to(roads, fresh)
        fresh = starts & ~found[-1] & ~barred
        found.append(starts)
    return tuple(found)


@once_a_state
def lines(parts: Components, state: State, side: int) -> Lines:
    """10.3, 10.4 The lines of a side."""
    return _lines_of(parts, side, state.at, state.marks[OTHER[side]])


@functools.lru_cache(maxsize=64)
def _lines_of(parts: Components, side: int, at: tuple[int, ...], marks: tuple[int, ...]) -> Lines:
    """Many moves change nothing about the lines: what matters of a side's own units is where they lift something."""
    split = parts.split
    own, enemy = (at[:split], at[split:]) if side == GERMAN else (at[split:], at[:split])
    there, zone = _there(parts, own), _zone(parts, enemy)
    return _lines(parts, side, enemy, zone & ~there, tuple([mark for mark in marks if not there >> mark & 1]))


@functools.lru_cache(maxsize=64)
def _there(parts: Components, at: Positions) -> int:
    return zones.joined(parts.hex_set, at)


@functools.lru_cache(maxsize=64)
def _zone(parts: Components, at: Positions) -> int:
    return zones.joined(parts.near_set, at)


@functools.lru_cache(maxsize=512)
def _lines(parts: Components, side: int, enemy: Positions, zone: int, marks: tuple[int, ...]) -> Lines:
    """10.3, R31 The lines where no line enters the enemy's hexes, nor his zone where no friend stands."""
    barred = zone | _there(parts, enemy)
    watch = bridges.covered(parts, enemy) if side == GERMAN else 0
    roads = ground.open_roads(parts, watch, marks)
    shut = (barred | strides.set_of(marks)) & parts.road_hex_set
    return Lines(parts, barred, roads, network(parts, side, shut, roads))


@functools.lru_cache(maxsize=256)
def network(parts: Components, side: int, barred: int, roads: Links) -> int:
    """10.0, 10.3, 10.4, R30, R33 The road hexes joined to a friendly edge by others that are not barred."""
    return strides.joined(roads, parts.source_set[side], parts.everywhere & ~barred)


def cost(parts: Components, state: State, side: int, where: int) -> int | None:
    """10.0, 10.7 What a unit of a side in a hex pays to reach its supply, in fifths; None if it cannot."""
    within = lines(parts, state, side).within
    return next((fifths for fifths, starts in enumerate(within) if starts >> where & 1), None)


def is_supplied(parts: Components, state: State, unit: int) -> bool:
    """10.0, 10.6, 14.5 Whether a unit on the map is in supply at this moment."""
    side = parts.side[unit]
    if side == GERMAN and state.turn <= FREE_TURNS:
        return True
    return unit in state.resupplied or lines(parts, state, side).lead_from(state.at[unit])


@once_a_state
def cut_off(parts: Components, state: State, side: int) -> frozenset[int]:
    """10.0, 10.6, 14.5 The units of a side on the map that are out of supply at this moment."""
    if side == GERMAN and state.turn <= FREE_TURNS:
        return _NOBODY
    now, own = lines(parts, state, side), positions(parts, state, side)
    lost = now.without_line(_there(parts, own))
    return frozenset([state.who[h] for h in strides.members(lost)]).difference(state.resupplied) if lost else _NOBODY


def exit_hex_is_supplied(parts: Components, state: State, where: int) -> bool:
    """15.2, R35, R46 Whether a hex that units left by is in German supply."""
    if state.turn <= FREE_TURNS:
        return True
    now = lines(parts, state, GERMAN)
    return not now.barred >> where & 1 and now.lead_from(where)
