"""Where the pieces of an area stand: off its name, its badge and its border, for both sides' stacking limit.

Each side has one group (a row, a column or an angle), the German one on the eastern side.
Where an area is too small for pieces side by side, the pieces of one group overlap like shingles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

__all__ = ["SHINGLES", "slots_of"]

GRID = 10
"""Grid steps per side of a piece."""

SHINGLES = ((11, 11), (9, 11), (7, 11), (6, 11), (5, 11), (4, 11), (3, 11), (3, 9), (3, 7), (3, 5), (3, 3))
"""Distance of the neighbours in a group and of the two groups, grid steps, roomiest first."""

TIDY = 0.35
"""What a straight group is worth more than an angle, in piece sides of room."""

Point2 = tuple[float, float]
Flags = NDArray[np.bool_]
Score = NDArray[np.float64]


def slots_of(  # noqa: PLR0913  the six things that decide
    face: Polygon, taken: Sequence[BaseGeometry], avoid: BaseGeometry, site: Point2, size: float, count: int
) -> tuple[int, list[Point2]]:
    """Return the distance of neighbours and `2 * count` places in one area, the German side's first.

    Parameters
    ----------
    face : Polygon
        The area, y growing northwards or downwards alike.
    taken : sequence of geometry
        What a piece must not cover: name, badge, marks.
    avoid : geometry
        What it had better not cover: roads.
    site : (x, y)
        The badge.
    size : float
        Side of a piece.
    count : int
        Pieces per side, 1 to 4.

    Returns
    -------
    int
        Distance of the neighbours of a group in grid steps; from :data:`GRID` up they do not overlap, 0 if
        there is no room at all.
    list of (x, y)
        In the units of `face`.
    """
    xs, ys, free, score = _field(face, taken, avoid, site, size)
    for step, apart in SHINGLES:
        groups = [g for shape in _shapes(count) for g in _placings(free, score, shape, step)]
        best = _best_pair(groups, apart, xs, ys)
        if best:
            return step, best
    return 0, []


def _field(
    face: Polygon, taken: Sequence[BaseGeometry], avoid: BaseGeometry, site: Point2, size: float
) -> tuple[Score, Score, Flags, Score]:
    """Return grid axes, where a piece may stand, and how well."""
    step = size / GRID
    x0, y0, x1, y1 = face.bounds
    xs, ys = np.arange(x0, x1 + step, step), np.arange(y0, y1 + step, step)
    gx, gy = np.meshgrid(xs, ys)
    half = size * 0.5
    boxes = shapely.box(gx - half * 1.06, gy - half * 1.06, gx + half * 1.06, gy + half * 1.06)
    shapely.prepare(face)
    free = shapely.contains(face, boxes)
    block = shapely.union_all(list(taken))
    shapely.prepare(block)
    free &= ~shapely.intersects(block, boxes)
    points = shapely.points(gx, gy)
    room = np.minimum(shapely.distance(face.exterior, points) / size, 1.3)
    away = np.minimum(np.hypot(gx - site[0], gy - site[1]) / size, 6.0)
    shapely.prepare(avoid)
    road = shapely.intersects(avoid, boxes)
    return xs, ys, free, room - 0.12 * away - 0.35 * road


def _shapes(count: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Return the forms of a group as cells (column, row), in reading order."""
    row = tuple((k, 0) for k in range(count))
    yield row
    if count > 1:
        yield tuple((0, k) for k in range(count))
    if count in {3, 4}:
        square = ((0, 0), (1, 0), (0, 1), (1, 1))
        if count == 4:
            yield square
        else:
            yield from (tuple(c for c in square if c != gap) for gap in square)


def _placings(
    free: Flags, score: Score, shape: tuple[tuple[int, int], ...], step: int
) -> list[tuple[float, tuple[tuple[int, int], ...]]]:
    """Return the best placing of a group in each coarse cell: score and grid places (column, row)."""
    height, width = free.shape
    far_x, far_y = max(c for c, _ in shape) * step, max(r for _, r in shape) * step
    if far_x >= width or far_y >= height:
        return []
    ok = np.ones((height - far_y, width - far_x), dtype=bool)
    total = np.zeros(ok.shape)
    for col, row in shape:
        window = np.s_[row * step : row * step + ok.shape[0], col * step : col * step + ok.shape[1]]
        ok &= free[window]
        total += score[window]
    total += TIDY * (len({c for c, _ in shape}) == 1 or len({r for _, r in shape}) == 1)
    total[~ok] = -np.inf
    found = []
    cell = 3
    for r, c in product(range(0, ok.shape[0], cell), range(0, ok.shape[1], cell)):
        block = total[r : r + cell, c : c + cell]
        if np.isfinite(block.max()):
            dr, dc = np.unravel_index(int(block.argmax()), block.shape)
            places = tuple((c + int(dc) + col * step, r + int(dr) + row * step) for col, row in shape)
            found.append((float(block.max()), places))
    return found


def _best_pair(
    groups: list[tuple[float, tuple[tuple[int, int], ...]]], apart: int, xs: Score, ys: Score
) -> list[Point2]:
    """Return the best two groups at least `apart` grid steps from each other, the eastern first; or none."""
    top = sorted(groups, key=lambda g: -g[0])[:500]
    if len(top) < 2:
        return []
    cells = np.array([g[1] for g in top])
    value = np.array([g[0] for g in top])
    gap = np.abs(cells[:, None, :, None, :] - cells[None, :, None, :, :]).max(-1).min((2, 3))
    east = cells[:, :, 0].mean(1)[:, None] - cells[:, :, 0].mean(1)[None, :]
    both = value[:, None] + value[None, :] + 0.02 * np.clip(east, -20, 20)
    both = np.where(gap >= apart, both, -np.inf)
    if not np.isfinite(both.max()):
        return []
    german, allied = np.unravel_index(int(both.argmax()), both.shape)
    return [(float(xs[c]), float(ys[r])) for g in (german, allied) for c, r in top[int(g)][1]]
