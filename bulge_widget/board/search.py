"""Searches over neighbours: shortest path, what can be reached, what is joined.

Plain arguments only: spaces are indexes, ``neighbours[i]`` lists those next to space i (a board's
``neighbours`` or ``roads``), a cost is a function of (from, to) that returns None where the way is closed.
Of equal ways the one found first counts, in the order of the neighbours: results never depend on chance.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

import msgspec

__all__ = [
    "Cost",
    "Neighbours",
    "Path",
    "Reach",
    "Spread",
    "Steps",
    "blank",
    "components",
    "flood",
    "reach",
    "shortest_path",
    "spread",
    "spread_by_left",
    "within",
]

Cost = Callable[[int, int], int | None]
"""Points for the step from one space to a neighbour, 0 or more; None = closed."""

Neighbours = Sequence[Sequence[int]]
"""For each space the indexes of those that can follow it."""

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each node the nodes that can follow it, each with the points it costs, 0 or more.

A node is a space, or a space in one of several layers that stand for different ways of moving.
"""


class Path(msgspec.Struct, frozen=True):
    """A way and what it costs."""

    cost: int
    """Sum of the steps."""
    spaces: tuple[int, ...]
    """From the start to the goal, both counted."""


class Reach(msgspec.Struct, frozen=True):
    """Everything that can be reached from one space."""

    start: int
    """Where the way begins."""
    cost: dict[int, int]
    """Least cost of each space reached; the start costs 0. In the order found, cheapest first."""
    previous: dict[int, int]
    """The space before each space reached, on a cheapest way; the start is not in it."""

    def path(self, goal: int) -> tuple[int, ...]:
        """Return the cheapest way from the start to a space that was reached.

        Raises
        ------
        KeyError
            If it was not reached.
        """
        if goal not in self.cost:
            raise KeyError(goal)
        found = [goal]
        while found[-1] != self.start:
            found.append(self.previous[found[-1]])
        return tuple(reversed(found))


def shortest_path(neighbours: Neighbours, start: int, goal: int, cost: Cost) -> Path | None:
    """Return the cheapest way from start to goal, or None where there is none.

    Examples
    --------
    >>> shortest_path([[1, 2], [0, 2], [0, 1]], 0, 2, lambda a, b: None if {a, b} == {0, 2} else 1)
    Path(cost=2, spaces=(0, 1, 2))
    """
    best, previous = {start: 0}, dict[int, int]()
    queue = [(0, start)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here == goal:
            return Path(so_far, Reach(start, best, previous).path(goal))
        if so_far > best[here]:
            continue
        for there in neighbours[here]:
            step = _step(cost, here, there)
            if step is not None and so_far + step < best.get(there, so_far + step + 1):
                best[there], previous[there] = so_far + step, here
                heapq.heappush(queue, (so_far + step, there))
    return None


def reach(neighbours: Neighbours, start: int, limit: int, cost: Cost, *, stops: Container[int] = frozenset()) -> Reach:
    """Return all that can be reached for at most `limit` points.

    Parameters
    ----------
    neighbours : sequence of sequence of int
        What can follow each space.
    start : int
        Where the way begins; it may lie in `stops`.
    limit : int
        Points that may be spent.
    cost : callable
        Points for one step, None where it is closed.
    stops : container of int
        Spaces that may be entered but not left again.

    Examples
    --------
    >>> reach([[1], [0, 2], [1]], 0, 5, lambda a, b: 2, stops={1}).cost
    {0: 0, 1: 2}
    """
    best, previous, done = {start: 0}, dict[int, int](), dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    buckets[0].append(start)
    for so_far, bucket in enumerate(buckets):
        for here in bucket:  # a step of 0 points adds to the bucket that is being read
            if here in done:
                continue
            done[here] = so_far
            if here in stops and here != start:
                continue
            for there in neighbours[here]:
                step = _step(cost, here, there) if there not in done else None
                if step is not None and so_far + step < best.get(there, limit + 1):
                    best[there], previous[there] = so_far + step, here
                    buckets[so_far + step].append(there)
    return Reach(start, done, previous)


def flood(
    links: Neighbours,
    sources: Iterable[int],
    *,
    blocked: Container[int] = frozenset(),
    stops: Container[int] = frozenset(),
) -> dict[int, int]:
    """Return all spaces joined to a source, each with the space before it (a source with itself).

    Parameters
    ----------
    links : sequence of sequence of int
        The links that count, such as a board's roads.
    sources : iterable of int
        Where the flood begins.
    blocked : container of int
        Spaces it does not enter; a blocked source is closed.
    stops : container of int
        Spaces it enters but does not leave, sources among them.
    """
    previous = {source: source for source in sources if source not in blocked}
    queue = deque(previous)
    while queue:
        here = queue.popleft()
        if here in stops:
            continue
        for there in links[here]:
            if there not in previous and there not in blocked:
                previous[there] = here
                queue.append(there)
    return previous


class Spread(NamedTuple):
    """What a search over nodes has found."""

    cost: dict[int, int]
    """Least cost of each node, in the order found, cheapest first."""
    previous: dict[int, int]
    """The node before each node, on a cheapest way; the starts are not in it."""

    def path(self, node: int) -> list[int]:
        """Return the nodes of the cheapest way to one that was found, its start first."""
        found = [node]
        while found[-1] in self.previous:
            found.append(self.previous[found[-1]])
        return found[::-1]


def blank(nodes: int, limit: int, closed: Iterable[int]) -> list[int]:
    """Return what a search begins with, for those who search again and again with the same nodes closed.

    Examples
    --------
    >>> blank(3, 4, [1])
    [5, -1, 5]
    """
    best = [limit + 1] * nodes
    for node in closed:
        best[node] = -1
    return best


def spread(  # noqa: PLR0913  a search, and all that may stand in its way
    steps: Steps,
    starts: Iterable[tuple[int, int]],
    limit: int,
    *,
    closed: Iterable[int] = (),
    stops: Sequence[int] = b"",
    worse: Sequence[int] | None = None,
) -> Spread:
    """Return the cheapest ways from some starts, by buckets of whole costs; made for speed.

    Parameters
    ----------
    steps : sequence of sequence of (int, int)
        What follows each node, and its cost.
    starts : iterable of (int, int)
        Nodes to start from, each with the points already spent.
    limit : int
        Points that may be spent.
    closed : iterable of int
        Nodes that are not entered, nor started from.
    stops : sequence of int
        For each node whether it is entered but not left again; empty for none.
    worse : sequence of int, optional
        For each node one that is no better at the same cost (the same space with less freedom), or itself; the
        worse one is not looked at once the better one is reached for no more.

    Examples
    --------
    >>> spread([[(1, 2)], [(0, 2), (2, 2)], []], [(0, 0)], 4, stops=[0, 1, 0]).cost
    {0: 0, 1: 2}
    """
    best = blank(len(steps), limit, closed)
    return spread_by_left([steps] * (limit + 1), starts, best, stops or bytes(len(steps)), worse)


def spread_by_left(  # noqa: C901  one loop, as calls in it would cost most of its speed
    by_left: Sequence[Steps],
    starts: Iterable[tuple[int, int]],
    best: list[int],
    stops: Sequence[int],
    worse: Sequence[int] | None = None,
) -> Spread:
    """Return the cheapest ways from some starts, with fewer steps to look at as points run out.

    Parameters
    ----------
    by_left : sequence of steps
        For each number of points that may be left, from 0 to the limit, the steps out of every node; those that
        cost more may be missing.
    starts : iterable of (int, int)
        Nodes to start from, each with the points already spent.
    best : list of int
        What :func:`blank` gives: for each node one more than the limit, or -1 where it is not entered; used up by the
        search.
    stops : sequence of int
        For each node whether it is entered but not left again.
    worse : sequence of int, optional
        As for :func:`spread`.

    Examples
    --------
    >>> rows = [[(1, 2)], [(0, 2), (2, 2)], []]
    >>> spread_by_left([rows] * 5, [(0, 0)], [5, 5, 5], [0, 1, 0]).cost
    {0: 0, 1: 2}
    """
    buckets: list[list[int]] = [[] for _ in by_left]
    for node, spent in starts:
        if spent < best[node]:
            best[node] = spent
            if worse is not None:
                best[worse[node]] = min(spent, best[worse[node]])
            buckets[spent].append(node)
    if worse is not None:
        return _in_layers(by_left, buckets, best, stops, worse)
    cost, previous = dict[int, int](), dict[int, int]()
    for so_far, bucket in enumerate(buckets):
        if not bucket:
            continue
        steps = by_left[-1 - so_far]
        for here in bucket:  # a step of 0 points adds to the bucket that is being read
            if best[here] != so_far:
                continue
            cost[here] = so_far
            if stops[here]:
                continue
            for there, step in steps[here]:
                total = so_far + step
                if total < best[there]:
                    best[there] = total
                    previous[there] = here
                    buckets[total].append(there)
    return Spread(cost, previous)


def _in_layers(
    by_left: Sequence[Steps], buckets: list[list[int]], best: list[int], stops: Sequence[int], worse: Sequence[int]
) -> Spread:
    """The same with nodes that are worse than others; a loop of its own, as this one takes longer."""
    cost, previous = dict[int, int](), dict[int, int]()
    for so_far, bucket in enumerate(buckets):
        if not bucket:
            continue
        steps = by_left[-1 - so_far]
        for here in bucket:
            if best[here] != so_far or here in cost:
                continue
            cost[here] = so_far
            if stops[here]:
                continue
            for there, step in steps[here]:
                total = so_far + step
                if total < best[there]:
                    best[there] = total
                    previous[there] = here
                    buckets[total].append(there)
                    below = worse[there]
                    if total < best[below]:  # noqa: PLR1730  a call of `min` is slow here
                        best[below] = total
    return Spread(cost, previous)


def within(neighbours: Neighbours, start: int, distance: int) -> tuple[int, ...]:
    """Return the spaces at most so many steps from one, itself among them, the nearest first."""
    found, ring = [start], [start]
    seen = {start}
    for _ in range(distance):
        ring = [b for a in ring for b in neighbours[a] if not (b in seen or seen.add(b))]  # type: ignore[func-returns-value]
        found += ring
    return tuple(found)


def components(neighbours: Neighbours) -> tuple[frozenset[int], ...]:
    """Return the parts of a board that hang together, the one with the lowest index first."""
    parts: list[frozenset[int]] = []
    seen: set[int] = set()
    for space in range(len(neighbours)):
        if space not in seen:
            parts.append(frozenset(flood(neighbours, [space])))
            seen |= parts[-1]
    return tuple(parts)


def _step(cost: Cost, here: int, there: int) -> int | None:
    step = cost(here, there)
    if step is not None and step < 0:
        raise ValueError(f"a step may not cost {step}: costs are 0 or more, None closes the way")
    return step
