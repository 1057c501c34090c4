"""20.0 The search for advances, on plain arguments: no units, no state.

Nodes are those of `routes`: a hex and the banks a unit may be on there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from bulge_widget.rulebooks.botb.routes import Node

__all__ = ["End", "Field", "advances"]

End = tuple[Node, int]
"""Where an advance ends, and what it has taken on its way."""


class Field(NamedTuple):
    """What an advancing unit needs to know."""

    steps: Callable[[Node], Sequence[Node]]
    """20.3 Where one legal step may lead."""
    by_road: Callable[[int, int], bool]
    """Whether a step goes along a road."""
    rough: Callable[[int], bool]
    """20.4 Whether a hex is rugged or dense forest."""
    zone: Callable[[int], bool]
    """20.6 Whether an enemy controls a hex, so that an advance ends there."""
    full: Callable[[int], bool]
    """20.5 Whether an advance may not end in a hex."""


def halts(field: Field, here: int, there: int) -> bool:
    """20.4, 20.6 Whether an advance ends with this step."""
    return field.zone(there) or (field.rough(there) and not field.by_road(here, there))


def may_step(field: Field, here: int, there: int, *, first: bool) -> bool:
    """20.4 Rough ground entered by road is left by road; the hex the advance begins in does not count."""
    return first or not field.rough(here) or field.by_road(here, there)


def advances(
    field: Field,
    start: Node,
    count: int,
    first: Collection[int] | None,
    enter: Callable[[int, int], int] = lambda trace, _: trace,
) -> dict[End, tuple[Node, ...]]:
    """20.2 to 20.7 Every end of an advance, each with the first of the shortest ways there.

    Parameters
    ----------
    field : Field
    start : Node
    count : int
        Most hexes.
    first : collection of int or None
        20.7 The hexes one of which must be entered first; None for any.
    enter : callable
        What a way has taken, with what it takes in one more hex; ways to one node that differ in it are two.
    """
    found: dict[End, tuple[Node, ...]] = {}
    edge: list[tuple[tuple[Node, ...], int]] = [((start,), 0)]
    gone_on: set[End] = set()  # 20.2 an advance may come back through the hex it began in
    for number in range(count):
        longer: list[tuple[tuple[Node, ...], int]] = []
        for way, taken in edge:
            for node in _following(field, way, first if number == 0 else None):
                end = node, enter(taken, node[0])
                found.setdefault(end, (*way, node))
                if end not in gone_on and not halts(field, way[-1][0], node[0]):
                    gone_on.add(end)
                    longer.append(((*way, node), end[1]))
        edge = longer
    return {end: way for end, way in found.items() if end[0][0] != start[0] and not field.full(end[0][0])}


def _following(field: Field, way: tuple[Node, ...], first: Collection[int] | None) -> list[Node]:
    """The nodes that may come next on a way."""
    here = way[-1]
    return [
        node
        for node in field.steps(here)
        if (first is None or node[0] in first) and may_step(field, here[0], node[0], first=len(way) == 1)
    ]
