"""4.0 and 5.0 The searches of movement: the cheapest ways from some nodes, each by the names of its hexes.

Nodes are those of ground: hexes in layers, walking and mechanized.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from bulge_widget.board import blank, spread_by_left
from bulge_widget.rulebooks.bigredone import ground
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.paths import Going

__all__ = ["Found", "Leg", "cheapest", "on_wheels", "searched"]


class Leg(NamedTuple):
    """A way up to one of its nodes."""

    path: tuple[str, ...]
    first: int
    """The node it begins in."""
    second: int
    """The node after that; the first one where there is no other."""


class Found(NamedTuple):
    """What a search has found."""

    cost: dict[int, int]
    """Fifths to each node, in the order found, cheapest first."""
    previous: dict[int, int]
    """The node before each node, on a cheapest way."""
    legs: dict[int, Leg]
    """Ways asked for so far: most are one step longer than another."""

    def leg(self, parts: Components, node: int) -> Leg:
        """The cheapest way to a node that was found."""
        known = self.legs.get(node)
        if known is None:
            name, before = parts.hex_ids[node % len(parts.hex_ids)], self.previous.get(node)
            if before is None:
                known = Leg((name,), node, node)
            else:
                path, first, second = self.leg(parts, before)
                known = Leg((*path, name), first, second if len(path) > 1 else node)
            self.legs[node] = known
        return known


def on_wheels(parts: Components, node: int) -> bool:
    """5.2 Whether a node lies in a mechanized layer."""
    return bool(node // len(parts.hex_ids) % 2)


@functools.lru_cache(maxsize=128)
def searched(parts: Components, going: Going, starts: tuple[tuple[int, int], ...], points: int, anchor: int) -> Found:
    """4.1, 4.6, 5.2, 5.3 The cheapest ways from some nodes.

    Parameters
    ----------
    going : Going
    starts : tuple of (int, int)
        Nodes and what was spent to be there.
    points : int
        Fifths that may be spent in all.
    anchor : int
        9.4 Hex not to go further than five hexes from, or ``british.FREE``.
    """
    driven = any(on_wheels(parts, node) for node, _ in starts)
    below = ground.worse(parts, going.layers) if driven else None  # nobody who walks gets on wheels
    begun = _begun(parts, going, points, anchor)
    by_left = [going.paid[left // POINTS_PER_MP] for left in range(points + 1)]
    found = spread_by_left(by_left, starts, [*begun], going.stops, below)
    return Found(found.cost, found.previous, {})


@functools.lru_cache(maxsize=64)
def _begun(parts: Components, going: Going, points: int, anchor: int) -> list[int]:
    """4.3, 5.3, 9.4 What all searches on the same terms begin with."""
    count, far = len(parts.hex_ids), parts.beyond_5[anchor] if anchor >= 0 else ()
    beyond = [h + count * layer for layer in range(going.layers) for h in far]
    return blank(len(going.stops), points, (*going.closed, *beyond))


def cheapest(parts: Components, effect: int, found: Found) -> int | None:
    """Of the nodes of both layers with this effect the cheaper one; of equals the mechanized."""
    walk, mech, cost = effect, effect + len(parts.hex_ids), found.cost
    if mech in cost and (walk not in cost or cost[mech] <= cost[walk]):
        return mech
    return walk if walk in cost else None
