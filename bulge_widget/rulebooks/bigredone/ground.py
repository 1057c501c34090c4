"""4.2, 4.9 and 16.0 The ground: what a step costs, by road, on wheels along a road, or across country.

Costs are in fifths of a movement point. The steps of a whole board are laid out for searching in two layers
of nodes: walking (node = hex) and mechanized (node = hex + number of hexes); the second leads into the first,
never back (5.2). Does not cover zones of control, which are an argument of the search (movement, supply).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from bulge_widget.board import strides
from bulge_widget.board.strides import Links
from bulge_widget.rulebooks.bigredone.bridges import cut
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP

__all__ = ["MECH_COST", "MOST", "ROAD_COST", "Rows", "off_road", "open_roads", "rows", "shut_roads", "worse", "written"]

ROAD_COST = POINTS_PER_MP  # 5.0 one movement point
MECH_COST = 1  # 5.0 a fifth of one
MOST = 5
"""2.6 What a unit has: no step may cost more (DEAREST)."""
Row = tuple[tuple[int, int], ...]
Rows = Sequence[Row]
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


Layers = tuple[Row, Row, Row, Row]


@functools.lru_cache(maxsize=4096)
def _row(parts: Components, a: int, shut: tuple[int, ...], keep: bool) -> tuple[Layers, ...]:
    """The steps out of a hex where the roads to some neighbours are shut, for each whole point that may be left.

    Walking and mechanized, and both again in the layers of those who have come into a watched hex.
    """
    count, meuse = len(parts.hex_ids), parts.meuse[a] if keep else frozenset[int]()
    ways = [b for b in parts.near[a] if b not in meuse]
    walk = [(b, _step(parts, a, b, road=b in parts.roads[a] and b not in shut)) for b in ways]
    mech = [(count + b, MECH_COST) for b in ways if b in parts.roads[a] and b not in shut]
    return tuple([_layers(mech, walk, left * POINTS_PER_MP, count) for left in range(MOST + 1)])


def _layers(mech: list[tuple[int, int]], walk: list[tuple[int, int]], left: int, count: int) -> Layers:
    paid = [step for step in walk if step[1] <= left]
    both = mech + paid
    return tuple(paid), tuple(both), _further(paid, count), _further(both, count)


def _further(row: Iterable[tuple[int, int]], count: int) -> Row:
    return tuple([(b + 2 * count, cost) for b, cost in row])


@functools.lru_cache(maxsize=4)
def _plain(parts: Components) -> tuple[Rows, ...]:
    """The steps of the bare map in four layers, for each whole point left."""
    out = [_row(parts, a, (), keep=False) for a in range(len(parts.hex_ids))]
    return tuple([[row[left][layer] for layer in range(4) for row in out] for left in range(MOST + 1)])


def _changed(parts: Components, watch: int, marks: tuple[int, ...], keep: bool) -> dict[int, tuple[Layers, ...]]:
    """The hexes out of which some steps are not as on the bare map."""
    shut = strides.ends_of(shut_roads(parts, watch, marks))
    hexes = {*shut, *(parts.meuse_hexes if keep else ())}
    return {a: _row(parts, a, tuple(shut.get(a, ())), keep=keep) for a in hexes}


def _four(parts: Components, watch: int, marks: tuple[int, ...], keep: bool) -> list[list[Row]]:
    """The steps in four layers, for each whole point left."""
    count, changed = len(parts.hex_ids), _changed(parts, watch, marks, keep)
    found = [list(rows_) for rows_ in _plain(parts)]
    for left, out in enumerate(found):
        for a, row in changed.items():
            out[a], out[a + count], out[a + 2 * count], out[a + 3 * count] = row[left]
    return found


@functools.lru_cache(maxsize=64)
def rows(parts: Components, watch: int, marks: tuple[int, ...], *, keep: bool = False) -> tuple[Rows, ...]:
    """4.2, 5.0, R3, R5 The steps out of every node, each at its least cost; see :func:`noticed` for further layers.

    For each whole point that may be left, from 0 to :data:`MOST`; a step on foot that costs more is not in it. The
    last has all steps.

    Parameters
    ----------
    watch, marks
        As for :func:`shut_roads`.
    keep : bool
        9.4 Whether the Meuse may not be crossed.
    """
    return tuple(_four(parts, watch, marks, keep))


@functools.lru_cache(maxsize=8)
def noticed(parts: Components, watch: int, marks: tuple[int, ...], keep: bool, seen: bytes) -> tuple[Rows, ...]:
    """9.4 The same where a step into a hex where the unit is seen leads into the layers of those who were."""
    found, count = _four(parts, watch, marks, keep), len(parts.hex_ids)
    near = {a for h, flag in enumerate(seen) if flag for a in parts.near[h]}
    for out in found:
        for node in (*near, *(a + count for a in near)):
            out[node] = tuple([(b + 2 * count if seen[b % count] else b, cost) for b, cost in out[node]])
    return tuple(found)


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
