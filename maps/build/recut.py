"""Re-draw the borders of an area board so that a border which stands for a river lies on that river.

Five steps: pull the ends of river arcs onto the river, replace the arc by the river's own line, smooth the
rest, step back wherever two arcs would meet, and prove that nothing about the topology changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

from maps.build.arcs import Arc, Line, assemble, conflicts
from maps.build.lines import between, chaikin, densified, mixed, shares, shifted

__all__ = ["Courses", "recut"]

Courses = Mapping[tuple[int, int], LineString]
"""The line of the river a border stands for, by its two owners."""

PULL_KM = 5.5
NEAR_KM = 4.5
LADDER = 5
Node = tuple[float, float]


def recut(arcs: Sequence[Arc], courses: Courses, count: int) -> list[Arc]:
    """Return `arcs` re-drawn along the rivers and smoothed.

    Parameters
    ----------
    arcs : sequence of Arc
        As cut from the board's polygons.
    courses : mapping
        The river of each river border, km.
    count : int
        How many areas there are; the result is checked to have exactly as many faces.

    Raises
    ------
    ValueError
        The arcs cannot be freed of crossings, or do not close to `count` faces.
    """
    targets = _pulls(arcs, courses)
    moved = [_moved(a, targets) for a in arcs]
    ladders = [_ladder(a, courses.get(a.owners)) for a in moved]
    steps = [0] * len(arcs)
    for _ in range(LADDER * 4):
        drawn = [Arc(a.owners, rungs[s]) for a, rungs, s in zip(moved, ladders, steps, strict=True)]
        bad = conflicts(drawn) or _misfits(drawn, arcs, count)
        if not bad:
            return drawn
        steps = [min(s + (k in bad), len(ladders[k]) - 1) for k, s in enumerate(steps)]
    raise ValueError(f"arcs {sorted(bad)} still meet: {[arcs[k].owners for k in sorted(bad)]}")


def _node(point: Line) -> Node:
    return (round(float(point[0]), 6), round(float(point[1]), 6))


def _pulls(arcs: Sequence[Arc], courses: Courses) -> dict[Node, Line]:
    """Return where each end of a river arc goes."""
    rivers: dict[Node, list[LineString]] = {}
    edge: dict[Node, list[Arc]] = {}
    for arc in arcs:
        for end in (arc.points[0], arc.points[-1]):
            if arc.framed:
                edge.setdefault(_node(end), []).append(arc)
            elif arc.owners in courses:
                known = rivers.setdefault(_node(end), [])
                if all(course is not courses[arc.owners] for course in known):
                    known.append(courses[arc.owners])
    found = {}
    for node, lines in rivers.items():
        target = _target(node, lines, edge.get(node, []))
        if np.hypot(target[0] - node[0], target[1] - node[1]) <= PULL_KM:
            found[node] = target
    return _kept(found, arcs)


def _target(node: Node, rivers: list[LineString], edge: list[Arc]) -> Line:
    here = Point(node)
    line = rivers[0]
    if edge:  # a node on the board's edge may only slide along it
        frame = shapely.line_merge(shapely.union_all([a.line for a in edge]))
        hits = [g for g in shapely.get_parts(frame.intersection(line)) if not g.is_empty]
        best = min(hits, key=here.distance, default=here)
        return np.array(best.centroid.coords[0])
    if len(rivers) > 1:
        meeting = shapely.shortest_line(rivers[0], rivers[1])
        if meeting.length < 1.5 and meeting.distance(here) <= PULL_KM:
            return np.array(meeting.coords[0])
    return np.array(line.interpolate(line.project(here)).coords[0])


def _kept(found: dict[Node, Line], arcs: Sequence[Arc]) -> dict[Node, Line]:
    """Drop a pull that would shorten any arc below half: the farther of its two ends."""
    kept = dict(found)
    for arc in arcs:
        ends = (_node(arc.points[0]), _node(arc.points[-1]))
        chord = float(np.hypot(*(arc.points[-1] - arc.points[0])))
        after = [kept.get(n, np.array(n)) for n in ends]
        if float(np.hypot(*(after[1] - after[0]))) < chord / 2:
            far = max(ends, key=lambda n: float(np.hypot(*(kept.get(n, np.array(n)) - np.array(n)))))
            kept.pop(far, None)
    return kept


def _moved(arc: Arc, targets: Mapping[Node, Line]) -> Arc:
    start, end = arc.points[0], arc.points[-1]
    new = (targets.get(_node(start), start), targets.get(_node(end), end))
    return Arc(arc.owners, shifted(arc.points, *new))


def _ladder(arc: Arc, course: LineString | None) -> list[Line]:
    """Return the ways to draw an arc, boldest first."""
    if course is None:
        return [chaikin(arc.points, n) for n in (3, 2, 1, 0)]
    river = _on_river(arc, course)
    return [*(mixed(river, arc.points, part) if part else river for part in (0, 0.25, 0.5, 0.75)), arc.points]


def _on_river(arc: Arc, course: LineString) -> Line:
    """Return the river's own line between the ends, or the arc drawn towards it where they part."""
    piece = between(course, arc.points[0], arc.points[-1])
    old = arc.line
    if len(piece) > 2:
        line = LineString(piece)
        if 0.3 <= line.length / old.length <= 2.3 and line.hausdorff_distance(old) <= 9:
            return shifted(piece, arc.points[0], arc.points[-1])
    return _drawn_towards(arc.points, course)


def _drawn_towards(points: Line, course: LineString) -> Line:
    """Draw a line towards the river and give what stays off it a small meander."""
    fine = densified(points, 0.5)
    near = np.array([course.interpolate(course.project(Point(p))).coords[0] for p in fine])
    gap = np.hypot(*(near - fine).T)
    weight = np.clip(1 - (gap / NEAR_KM) ** 2, 0, 1)[:, None]
    out = fine + weight * (near - fine)
    along = shares(out) * float(np.hypot(*np.diff(out, axis=0).T).sum())
    side = np.gradient(out, axis=0)[:, ::-1] * (1, -1)
    side /= np.maximum(np.hypot(*side.T), 1e-9)[:, None]
    wave = 0.28 * np.sin(2 * np.pi * along / 2.6) * np.sin(np.pi * shares(out)) * (1 - weight[:, 0])
    out = out + side * wave[:, None]
    out[0], out[-1] = points[0], points[-1]
    return np.asarray(out, dtype=np.float64)


def _misfits(drawn: Sequence[Arc], old: Sequence[Arc], count: int) -> set[int]:
    """Return the arcs round areas that no longer close to one face of about their old size."""
    try:
        faces = assemble(drawn, count)
    except ValueError:
        return {k for k, a in enumerate(drawn) if not a.framed}
    before = assemble(old, count)
    changed = {k for k in range(count) if not 0.62 <= faces[k].area / before[k].area <= 1.6}
    return {k for k, a in enumerate(drawn) if changed & set(a.owners)}


def areas_of(arcs: Sequence[Arc], count: int) -> list[Polygon]:
    """Return the areas enclosed by re-drawn arcs, proved to be a valid coverage."""
    faces = assemble(arcs, count)
    if not shapely.coverage_is_valid(faces):
        raise ValueError("the re-drawn areas overlap or leave gaps")
    return faces
