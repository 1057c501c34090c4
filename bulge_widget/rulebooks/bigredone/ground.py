"""4.2, 4.9 and 16.0 The ground: what a step costs, by road, on wheels along a road, or across country.

Costs are in fifths of a movement point. The steps of a whole board are laid out for searching in two layers
of nodes: walking (node = hex) and mechanized (node = hex + number of hexes); the second leads into the first,
never back (5.2). Does not cover zones of control, which are an argument of the search (movement, supply).
"""

from __future__ import annotations

import functools

from bulge_widget.board import strides
from bulge_widget.board.strides import Links
from bulge_widget.rulebooks.bigredone.bridges import cut
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP

__all__ = ["MECH_COST", "ROAD_COST", "Rows", "off_road", "open_roads", "rows", "shut_roads", "worse", "written"]

ROAD_COST = POINTS_PER_MP  # 5.0 one movement point
MECH_COST = 1  # 5.0 a fifth of one
Row = tuple[tuple[int, int], ...]
Rows = tuple[Row, ...]
_NO_LINKS = Links((), ())


def shut_roads(parts: Components, watch: int, marks: tuple[int, ...]) -> Links:
    """5.0, 6.2, 14.4, R7 The roads that are cut: by a watched bridge, or by an air marker at either end.

    Parameters
    ----------
    watch : int
        The set of hexes whose bridges are cut (6.0).
    marks : tuple of int
        Hexes with an air interdiction marker that counts.
    """
    bridges_ = cut(parts, watch) if watch else _NO_LINKS
    return strides.either(bridges_, strides.meet(parts.road_links, strides.set_of(marks))) if marks else bridges_


@functools.lru_cache(maxsize=256)
def open_roads(parts: Components, watch: int, marks: tuple[int, ...]) -> Links:
    """5.0, 6.2, 14.4, R7 The roads that lead from a hex to the next and that nothing has cut."""
    return strides.without(parts.road_links, shut_roads(parts, watch, marks))


@functools.lru_cache(maxsize=4)
def off_road(parts: Components) -> tuple[tuple[int, Links], ...]:
    """4.2, R3 The steps that pay for ground and river, by their cost in fifths, the cheapest first."""
    links: dict[int, list[list[int]]] = {}
    for a, around in enumerate(parts.near):
        for b in around:
            links.setdefault(_step(parts, a, b, road=False), [[] for _ in parts.near])[a].append(b)
    return tuple((cost, strides.links_of(links[cost])) for cost in sorted(links))


def _step(parts: Components, a: int, b: int, *, road: bool) -> int:
    """4.2, 5.0 The cost of a step along an open road, or of the ground and the river."""
    if road:
        return ROAD_COST
    return parts.entry_cost[b] + (parts.river_cost if b in parts.rivers[a] else 0)


@functools.lru_cache(maxsize=4096)
def _row(parts: Components, a: int, shut: tuple[int, ...], keep: bool) -> tuple[Row, Row]:
    """The steps out of a hex, walking and in mechanized movement, where the roads to some neighbours are shut."""
    count, meuse = len(parts.hex_ids), parts.meuse[a] if keep else frozenset[int]()
    ways = [b for b in parts.near[a] if b not in meuse]
    walk = tuple((b, _step(parts, a, b, road=b in parts.roads[a] and b not in shut)) for b in ways)
    mech = tuple((count + b, MECH_COST) for b in ways if b in parts.roads[a] and b not in shut)
    return walk, mech + walk


@functools.lru_cache(maxsize=4)
def _plain(parts: Components) -> tuple[tuple[Row, Row], ...]:
    return tuple(_row(parts, a, (), keep=False) for a in range(len(parts.hex_ids)))


@functools.lru_cache(maxsize=64)
def rows(parts: Components, watch: int, marks: tuple[int, ...], *, keep: bool = False) -> Rows:
    """4.2, 5.0, R3, R5 The steps out of every node of both layers, each at its least cost.

    Parameters
    ----------
    watch, marks
        As for :func:`shut_roads`.
    keep : bool
        9.4 Whether the Meuse may not be crossed.
    """
    out, shut = list(_plain(parts)), strides.ends_of(shut_roads(parts, watch, marks))
    for a in {*shut, *(parts.meuse_hexes if keep else ())}:
        out[a] = _row(parts, a, tuple(shut.get(a, ())), keep=keep)
    return (*(walk for walk, _ in out), *(mech for _, mech in out))


@functools.lru_cache(maxsize=8)
def noticed(parts: Components, two: Rows, watch: bytes) -> Rows:
    """The steps in four layers: as in two, and again for those who have come into a watched hex (9.4)."""
    hexes, count = len(parts.hex_ids), len(two)
    watched = watch + watch
    beside = {a for a, flag in enumerate(watch) if flag}.union(*(parts.near[a] for a, flag in enumerate(watch) if flag))
    unseen = (
        tuple((b + count if watched[b] else b, cost) for b, cost in row) if node % hexes in beside else row
        for node, row in enumerate(two)
    )
    return (*unseen, *(_further(row, count) for row in two))


@functools.lru_cache(maxsize=4096)
def _further(row: Row, count: int) -> Row:
    return tuple((b + count, cost) for b, cost in row)


@functools.lru_cache(maxsize=8)
def worse(parts: Components, layers: int) -> tuple[int, ...]:
    """For each node the one with less freedom: walking instead of mechanized."""
    count = len(parts.hex_ids)
    return tuple(node - count if node // count % 2 else node for node in range(layers * count))


def written(fifths: int) -> str:
    """R2 A cost as text: 16 fifths are ``3 1/5``.

    Examples
    --------
    >>> written(16), written(5), written(2)
    ('3 1/5', '1', '2/5')
    """
    whole, rest = divmod(fifths, POINTS_PER_MP)
    part = f"{rest}/{POINTS_PER_MP}" if rest else ""
    return f"{whole} {part}".strip() if whole else part or "0"
