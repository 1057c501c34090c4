"""Small operations on lines: smooth, resample, stretch, mix."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, Point
from shapely.ops import substring

from maps.build.arcs import Line

__all__ = ["between", "chaikin", "mixed", "resampled", "shares", "shifted", "tangent"]


def chaikin(points: Line, rounds: int, *, closed: bool = False) -> Line:
    """Cut the corners of a line `rounds` times; the ends of an open line stay."""
    for _ in range(rounds):
        if len(points) < 3:
            return points
        a, b = points[:-1], points[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        points = np.vstack([cut, cut[:1]]) if closed else np.vstack([points[:1], cut[1:-1], points[-1:]])
    return points


def shares(points: Line) -> NDArray[np.float64]:
    """Return how far along the line each point lies, 0 to 1."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along: NDArray[np.float64] = np.concatenate([[0.0], np.cumsum(steps)])
    return along / max(float(along[-1]), 1e-9)


def resampled(points: Line, count: int) -> Line:
    """Return `count` points at equal distances along the line."""
    at = np.linspace(0.0, 1.0, count)
    along = shares(points)
    return np.column_stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])])


def densified(points: Line, step: float) -> Line:
    """Return the line with points about `step` km apart."""
    length = float(np.hypot(*np.diff(points, axis=0).T).sum())
    return resampled(points, max(3, round(length / step) + 1))


def shifted(points: Line, start: Line, end: Line) -> Line:
    """Move the ends of a line to `start` and `end`; the shift fades linearly between them."""
    along = shares(points)[:, None]
    return np.asarray(points + (1 - along) * (start - points[0]) + along * (end - points[-1]))


def mixed(one: Line, two: Line, part: float) -> Line:
    """Return a line between two, `part` of the way from `one` to `two`."""
    count = max(len(one), len(two), 24)
    return np.asarray((1 - part) * resampled(one, count) + part * resampled(two, count))


def between(course: LineString, start: Line, end: Line) -> Line:
    """Return the piece of `course` from its point nearest `start` to that nearest `end`."""
    piece = substring(course, course.project(Point(start)), course.project(Point(end)))
    return np.asarray(piece.coords, dtype=np.float64)


def tangent(course: LineString, at: float, reach: float = 0.4) -> tuple[float, float]:
    """Return the unit direction of `course` at `at` km from its start."""
    a, b = course.interpolate(max(0.0, at - reach)), course.interpolate(min(course.length, at + reach))
    dx, dy = b.x - a.x, b.y - a.y
    size = float(np.hypot(dx, dy)) or 1.0
    return dx / size, dy / size
