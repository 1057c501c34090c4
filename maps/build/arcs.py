"""Borders as arcs: the longest runs of border line with the same two owners.

Areas are put together from arcs again after these were re-drawn, so two neighbours cannot disagree
about the line between them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon, STRtree
from shapely.ops import polygonize

__all__ = ["OUTSIDE", "Arc", "Line", "assemble", "conflicts", "cut"]

OUTSIDE = -1
"""The owner beyond the board's edge."""

Line = NDArray[np.float64]
"""Points of a line, shape (n, 2), km."""

Node = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Arc:
    """One stretch of border and the two areas on its sides; the lower number first, the outside last."""

    owners: tuple[int, int]
    points: Line

    @property
    def line(self) -> LineString:
        """The arc as a geometry."""
        return LineString(self.points)

    @property
    def framed(self) -> bool:
        """Whether it is part of the board's edge."""
        return self.owners[1] == OUTSIDE


def _key(x: float, y: float) -> Node:
    return (round(float(x), 6), round(float(y), 6))


def _owners(polygons: Sequence[Polygon]) -> dict[frozenset[Node], tuple[int, int]]:
    seen: dict[frozenset[Node], list[int]] = defaultdict(list)
    for k, polygon in enumerate(polygons):
        ring = [_key(*p) for p in polygon.exterior.coords]
        for a, b in pairwise(ring):
            if a != b:
                seen[frozenset((a, b))].append(k)
    return {side: (min(ks), max(ks) if len(ks) > 1 else OUTSIDE) for side, ks in seen.items()}


def cut(polygons: Sequence[Polygon]) -> list[Arc]:
    """Cut the borders of vertex-matched `polygons` into arcs.

    Parameters
    ----------
    polygons : sequence of Polygon
        A gap-free partition whose neighbours share their vertices.

    Returns
    -------
    list of Arc
        In a fixed order; every side of every polygon is in exactly one arc.
    """
    owners = _owners(polygons)
    ends: dict[Node, list[Node]] = defaultdict(list)
    for side in sorted(map(sorted, owners)):
        ends[side[0]].append(side[1])
        ends[side[1]].append(side[0])
    nodes = [p for p in sorted(ends) if _is_node(p, ends[p], owners)]
    used: set[frozenset[Node]] = set()
    found = []
    border = _Border(set(nodes), ends, owners)
    for start in nodes:
        for step in ends[start]:
            if frozenset((start, step)) not in used:
                found.append(border.walk(start, step, used))  # noqa: PERF401  each walk uses up sides
    return found


def _is_node(p: Node, near: list[Node], owners: dict[frozenset[Node], tuple[int, int]]) -> bool:
    return len(near) != 2 or owners[frozenset((p, near[0]))] != owners[frozenset((p, near[1]))]


@dataclass(frozen=True)
class _Border:
    """All sides of all areas as a graph."""

    nodes: set[Node]
    ends: dict[Node, list[Node]]
    owners: dict[frozenset[Node], tuple[int, int]]

    def walk(self, start: Node, step: Node, used: set[frozenset[Node]]) -> Arc:
        """Go from a node along one side to the next node; the sides gone along are added to `used`."""
        chain = [start, step]
        used.add(frozenset((start, step)))
        while chain[-1] not in self.nodes:
            here, before = chain[-1], chain[-2]
            after = next(p for p in self.ends[here] if p != before)
            used.add(frozenset((here, after)))
            chain.append(after)
        return Arc(self.owners[frozenset((start, step))], np.array(chain, dtype=np.float64))


def assemble(arcs: Sequence[Arc], count: int) -> list[Polygon]:
    """Put `count` areas together from their arcs.

    Raises
    ------
    ValueError
        An area does not close to exactly one face, or the arcs enclose a face that belongs to nobody.
    """
    faces = [list(polygonize([a.line for a in arcs if k in a.owners])) for k in range(count)]
    wrong = [k for k, f in enumerate(faces) if len(f) != 1]
    if wrong:
        raise ValueError(f"areas {wrong} do not close to one face")
    # All ends coincide exactly, so no noding is wanted: it would hide a crossing.
    total = len(list(polygonize([a.line for a in arcs])))
    if total != count:
        raise ValueError(f"{total} faces for {count} areas")
    return [f[0] for f in faces]


def conflicts(arcs: Sequence[Arc]) -> set[int]:
    """Return the places of arcs that cross themselves or meet another elsewhere than at an end."""
    lines = [a.line for a in arcs]
    bad = {k for k, line in enumerate(lines) if not line.is_simple}
    left, right = STRtree(lines).query(lines, predicate="intersects")
    for a, b in zip(left.tolist(), right.tolist(), strict=True):
        if a < b and not _meet_at_ends(lines[a], lines[b]):
            bad |= {a, b}
    return bad


def _meet_at_ends(one: LineString, two: LineString) -> bool:
    shared = shapely.get_parts(one.intersection(two))
    ends = {_key(*one.coords[0]), _key(*one.coords[-1])} & {_key(*two.coords[0]), _key(*two.coords[-1])}
    return all(g.geom_type == "Point" and _key(g.x, g.y) in ends for g in shared)
