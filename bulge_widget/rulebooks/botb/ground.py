"""14.0 The ground: what a step costs by road or across country, and which bank of a river it leads to.

Costs are in twelfths of a movement point. A place on the way is a *node*: a hex together with the banks of
its river that the unit may leave by (R21), as bits. Where that is every bank, the node is the hex itself; the
other sets of banks have nodes of their own behind the hexes. On the first turn (25.3) each node has a double
for a unit that has stopped in rough ground. Does not cover zones of control, which are an argument of the
search (movement).
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from bulge_widget.rulebooks.botb.components import GERMAN, ROUGH, Components
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP
from bulge_widget.rulebooks.botb.state import BLOWN, State

__all__ = [
    "Going",
    "Nodes",
    "dry_node",
    "edge",
    "full_mask",
    "lead",
    "least_price",
    "nodes_of",
    "on_nodes",
    "price",
    "shut_bridges",
    "start_mask",
    "walk",
    "written",
]


class Going(NamedTuple):
    """All that the price of a step depends on, beside the map."""

    mech: bool
    rate: int
    """Twelfths a road hex."""
    ground: str
    """``mud`` or ``frozen``."""
    shut: tuple[int, ...]
    """Hexes whose bridge does not carry the unit."""
    raids: tuple[int, ...]
    """26.7 Hexes under interdiction, for German units."""
    surprise: bool
    """25.2, 25.3 German units on the first turn."""


class Nodes(NamedTuple):
    """The nodes of a board, and behind them the doubles of all."""

    hex: tuple[int, ...]
    mask: tuple[int, ...]
    singles: int
    """How many there are without the doubles."""
    width: int
    """How many bits the number of a node has."""
    low: int
    """All of these bits."""
    number: dict[tuple[int, int], int]
    of_hex: tuple[tuple[int, ...], ...]
    """For each hex its nodes."""


@functools.lru_cache(maxsize=8)
def nodes_of(parts: Components) -> Nodes:
    """The nodes of a board: first one a hex with all its banks, then one for each smaller set of banks."""
    pairs = [(h, full_mask(parts, h)) for h in range(len(parts.hex_ids))]
    pairs += [(h, mask) for h, full in list(pairs) for mask in range(1, full)]
    index = {pair: node for node, pair in enumerate(pairs)}
    of_hex: list[list[int]] = [[] for _ in parts.hex_ids]
    for node, (h, _) in enumerate(pairs):
        of_hex[h].append(node)
    hexes, masks = tuple(h for h, _ in pairs), tuple(m for _, m in pairs)
    width = (2 * len(pairs)).bit_length()
    return Nodes(hexes * 2, masks * 2, len(pairs), width, (1 << width) - 1, index, tuple(map(tuple, of_hex)))


def on_nodes(parts: Components, by_hex: bytes) -> bytes:
    """What is said of each hex, said of each node."""
    nodes = nodes_of(parts)
    return 2 * (by_hex + bytes(map(by_hex.__getitem__, nodes.hex[len(by_hex) : nodes.singles])))


def full_mask(parts: Components, where: int) -> int:
    """R21 Every bank of a hex, as bits."""
    return (1 << parts.bank_count[where]) - 1


def shut_bridges(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """26.7.3.2, 29.7 The bridges that do not carry units of a side now, in ascending order."""
    return _shut(parts, state.works, state.interdicted if side == GERMAN else ())


@functools.lru_cache(maxsize=64)
def _shut(parts: Components, works: bytes, raids: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(h for h in sorted(parts.bridges) if works[h] & BLOWN or h in raids)


def is_bridged(parts: Components, shut: tuple[int, ...], where: int) -> bool:
    """14.2.2, R23 Whether a bridge that carries the unit stands in a hex."""
    return where in parts.bridges and where not in shut


def start_mask(parts: Components, state: State, unit: int) -> int:
    """14.2.5, 14.2.6, 14.2.7, R57 The banks a unit may leave its hex by as its move begins."""
    where = state.at[unit]
    full = full_mask(parts, where)
    if not parts.armor[unit] or is_bridged(parts, shut_bridges(parts, state, parts.side[unit]), where):
        return full
    return state.banks[unit] & full or full


def walk(parts: Components, shut: tuple[int, ...], mask: int, a: int, b: int) -> int:
    """14.2 The banks a unit may leave the next hex by; 0 where it cannot cross to it at all.

    Parameters
    ----------
    shut : tuple of int
        As from :func:`shut_bridges`.
    mask : int
        Banks it may leave `a` by, as bits.
    """
    border, met = parts.board.borders[a, b], 0
    if border.cliff:
        return 0  # 6.9
    for here, there in border.banks:
        if mask >> here & 1:
            met |= 1 << there
    return full_mask(parts, b) if met and is_bridged(parts, shut, b) else met


def _road_mask(parts: Components, shut: tuple[int, ...], mask: int, a: int, b: int, met: int) -> int:  # noqa: PLR0913
    """14.2.11, R58 Which of the banks met are met by road; 0 where no road leads from the unit's bank."""
    if b not in parts.roads[a]:
        return 0
    border = parts.board.borders[a, b]
    if not border.road_banks:
        return met
    bits = sum(1 << bank for bank in border.road_banks)
    if parts.bank_count[a] > 1:
        return met if mask & bits else 0
    return met if is_bridged(parts, shut, b) else met & bits


def dry_node(parts: Components, shut: tuple[int, ...], before: int, where: int) -> int:
    """39.4 The node a step leads to where the bridge does not stand; any bank where no step leads there."""
    nodes = nodes_of(parts)
    if nodes.hex[before] == where:
        return before % nodes.singles
    met = walk(parts, tuple(sorted({*shut, where})), nodes.mask[before], nodes.hex[before], where)
    return nodes.number[where, met or full_mask(parts, where)]


def terrain_cost(parts: Components, going: Going, b: int) -> int | None:
    """6.4 What a hex costs across country; None where the unit may not enter that way."""
    return _terrain_cost(parts, going, parts.terrain[b])


def _terrain_cost(parts: Components, going: Going, terrain: str) -> int | None:
    return parts.cost[going.ground, "mechanized" if going.mech else "other", terrain]


def raid_cost(parts: Components, going: Going, b: int) -> int:
    """26.7.3.1 What interdiction adds to a hex."""
    if b not in going.raids:
        return 0
    return parts.cost[going.ground, "mechanized" if going.mech else "other", "interdiction"] or 0


def lead(parts: Components, shut: tuple[int, ...], node: int, b: int) -> tuple[int, bool] | None:
    """14.1, 14.2 The node a step to a neighbouring hex leads to, and whether by road; None if it leads nowhere."""
    nodes = nodes_of(parts)
    a, mask = nodes.hex[node], nodes.mask[node]
    met = walk(parts, shut, mask, a, b)
    if not met:
        return None
    road = _road_mask(parts, shut, mask, a, b, met)
    return nodes.number[b, road or met], bool(road)


def road_price(going: Going) -> int:
    """14.1, 25.2 What a step along a road costs."""
    return POINTS_PER_MP if going.surprise else going.rate


def price(  # noqa: PLR0913  a step has these sides
    parts: Components, going: Going, out_of: str, into: str, *, by_road: bool, first: bool = False
) -> tuple[int, bool] | None:
    """6.4, 14.1, 14.1.6, 25.2, 25.3 A step's cost by its two terrains, and whether it stops a unit; None if barred.

    Parameters
    ----------
    first : bool
        As for :func:`edge`.
    """
    if by_road:
        return road_price(going), False
    cost = _terrain_cost(parts, going, into)
    if cost is None or (going.mech and out_of == "forest"):
        return None
    if going.surprise and out_of in ROUGH and not first:
        return None
    return cost, going.surprise and into in ROUGH


def least_price(parts: Components, going: Going) -> int:
    """6.4, 14.1 What no step costs less than."""
    costs = [cost for terrain in {*parts.terrain} if (cost := _terrain_cost(parts, going, terrain)) is not None]
    return min(road_price(going), *costs)


def edge(parts: Components, going: Going, node: int, b: int, *, first: bool = False) -> tuple[int, int] | None:
    """14.0 Where a step from a node to a neighbouring hex leads, and its cost; None if it cannot be made.

    Parameters
    ----------
    first : bool
        25.3 Whether it is the first step: a unit that begins in rough ground may leave it any way.
    """
    nodes = nodes_of(parts)
    step = lead(parts, going.shut, node, b) if node < nodes.singles else None  # 25.3 a double has stopped
    if step is None:
        return None
    there, by_road = step
    paid = price(parts, going, parts.terrain[nodes.hex[node]], parts.terrain[b], by_road=by_road, first=first)
    if paid is None:
        return None
    cost, stops = paid
    return there + nodes.singles if stops else there, cost + raid_cost(parts, going, b)


def written(twelfths: int) -> str:
    """R25 A cost as text: 33 twelfths are ``2 3/4``.

    Examples
    --------
    >>> written(33), written(12), written(4)
    ('2 3/4', '1', '1/3')
    """
    whole, rest = divmod(twelfths, POINTS_PER_MP)
    if not rest:
        return str(whole)
    for low in (2, 3, 4, 6, 12):
        if rest * low % POINTS_PER_MP == 0:
            return f"{whole} {rest * low // POINTS_PER_MP}/{low}".removeprefix("0 ")
    return str(whole)
