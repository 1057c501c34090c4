"""14.0 The steps out of every node with their prices, laid out for the searches.

Where a step leads is the same for all units while no bridge is shut (``ground.lead``); what it costs depends on the
two terrains alone (``ground.price``). Both are worked out once, and again only around what has changed. Holds no
rule of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from bulge_widget.rulebooks.botb import ground
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP

__all__ = ["Row", "Table", "follow", "table"]

Row: TypeAlias = tuple[tuple[int, int], ...]
"""The nodes that can follow one, each with the price of the step."""
Lead: TypeAlias = tuple[int, str, bool, int]
"""A node that can follow one: the node, the terrain of its hex, whether by road, and the hex."""

TIERS = (1,)
"""Movement points below which the dear steps are not looked at any more."""


class Table(NamedTuple):
    """The steps out of every node at one set of prices."""

    rows: Sequence[Row]
    """All of them."""
    few: tuple[Sequence[Row], ...]
    """For each of ``TIERS`` those that cost less than so many points."""
    least: int
    """What the cheapest of them costs."""

    def by_left(self, points: int) -> list[Sequence[Row]]:
        """For each number of twelfths that may be left, the steps worth looking at."""
        found: list[Sequence[Row]] = []
        for tier, rows in zip(TIERS, self.few, strict=True):
            found += [rows] * (tier * POINTS_PER_MP - len(found))
        return [*found, *[self.rows] * (points + 1 - len(found))]


# -- where steps lead ---------------------------------------------------------------------------------


def _leads(parts: Components, shut: tuple[int, ...], node: int) -> tuple[Lead, ...]:
    found = ((b, ground.lead(parts, shut, node, b)) for b in parts.near[nodes_of(parts).hex[node]])
    return tuple((step[0], parts.terrain[b], step[1], b) for b, step in found if step is not None)


@functools.lru_cache(maxsize=4)
def _open_leads(parts: Components) -> tuple[tuple[Lead, ...], ...]:
    """Those of every node while no bridge is shut."""
    return tuple(_leads(parts, (), node) for node in range(nodes_of(parts).singles))


# -- what they cost -----------------------------------------------------------------------------------


class _Prices:
    """The steps at one set of prices where nothing is shut or interdicted, and what has been worked out beside that.

    Parameters
    ----------
    plain : Going
        Without bridges and interdiction.
    """

    def __init__(self, parts: Components, plain: Going) -> None:
        self.parts, self.plain = parts, plain
        self.nodes = nodes_of(parts)
        self.known: dict[tuple[str, str, bool], tuple[int, bool] | None] = {}
        self.raid = ground.raid_cost(parts, plain._replace(raids=(0,)), 0)
        self.changed: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[Row, ...]] = {}
        self.bare = self._laid_out([self.row(node, leads, ()) for node, leads in enumerate(_open_leads(parts))])

    def row(self, node: int, leads: tuple[Lead, ...], raids: tuple[int, ...]) -> Row:
        """The steps out of a node, given where they lead."""
        out_of, known, found = self.parts.terrain[self.nodes.hex[node]], self.known, list[tuple[int, int]]()
        for there, into, by_road, b in leads:
            kind = out_of, into, by_road
            if kind not in known:
                known[kind] = ground.price(self.parts, self.plain, out_of, into, by_road=by_road)
            price = known[kind]
            if price is not None:
                cost = price[0] + self.raid if b in raids else price[0]
                found.append((there + self.nodes.singles if price[1] else there, cost))
        return tuple(found)

    def _laid_out(self, rows: list[Row]) -> Table:
        few = tuple([_cheaper(row, tier) for row in rows] for tier in TIERS)
        return Table(rows, few, ground.least_price(self.parts, self.plain))

    def tiers_of(self, node: int, shut: tuple[int, ...], raids: tuple[int, ...]) -> tuple[Row, ...]:
        """The steps out of a node where something beside it is shut or interdicted: all, and the cheap ones."""
        key = node, shut, raids
        if key not in self.changed:
            row = self.row(node, _leads(self.parts, shut, node), raids)
            self.changed[key] = (row, *(_cheaper(row, tier) for tier in TIERS))
        return self.changed[key]


def _cheaper(row: Row, tier: int) -> Row:
    most = tier * POINTS_PER_MP
    return tuple([step for step in row if step[1] < most])


_prices = functools.lru_cache(maxsize=32)(_Prices)


@functools.lru_cache(maxsize=64)
def _beside(
    parts: Components, shut: tuple[int, ...], raids: tuple[int, ...]
) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """The nodes beside a shut bridge or an interdicted hex, each with those of them that are beside it."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    for kind, hexes in enumerate((shut, raids)):
        for where in hexes:
            for h in parts.near[where]:
                found.setdefault(h, ([], []))[kind].append(where)
    nodes = nodes_of(parts).of_hex
    return tuple((node, tuple(a), tuple(b)) for h, (a, b) in found.items() for node in nodes[h])


@functools.lru_cache(maxsize=64)
def table(parts: Components, going: Going) -> Table:
    """The steps out of every node, with their costs; made anew only around what has changed."""
    prices = _prices(parts, going._replace(shut=(), raids=()))
    laid = [list(rows) for rows in (prices.bare.rows, *prices.bare.few)]
    for beside in _beside(parts, going.shut, going.raids):
        tiers = prices.changed.get(beside) or prices.tiers_of(*beside)
        for rows, row in zip(laid, tiers, strict=True):
            rows[beside[0]] = row
    if going.surprise:
        laid = [[*rows, *[()] * len(rows)] for rows in laid]  # 25.3 the doubles have stopped
    return Table(laid[0], tuple(laid[1:]), prices.bare.least)


# -- along a path -------------------------------------------------------------------------------------


def follow(parts: Components, going: Going, node: int, path: Sequence[int], *, first: bool) -> list[tuple[int, int]]:
    """14.0 Where each step of a path from a node leads, and its cost, as far as the ground lets it go.

    Parameters
    ----------
    path : sequence of int
        Hexes, each beside the one before; the first is where the node is.
    first : bool
        As for :func:`ground.edge`, of the first step.
    """
    hexes, rows, found = nodes_of(parts).hex, table(parts, going).rows, list[tuple[int, int]]()
    if first and going.surprise and len(path) > 1:
        step = ground.edge(parts, going, node, path[1], first=True)
        return [step, *follow(parts, going, step[0], path[1:], first=False)] if step else []
    for b in path[1:]:
        for step in rows[node]:
            if hexes[step[0]] == b:
                found.append(step)
                node = step[0]
                break
        else:
            break
    return found
