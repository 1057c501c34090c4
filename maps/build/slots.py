"""Where the pieces of an area stand: off its name, its badge and its border, for both sides' stacking limit.

Each side has one group (a row, a column or an angle), the German one on the eastern side.
Where an area is too small for pieces side by side, the pieces of one group overlap like shingles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

__all__ = ["GRID", "LOOSE", "SHINGLES", "slots_of"]

GRID = 10
"""Grid steps per side of a piece."""

SHINGLES = ((11, 11), (9, 11), (7, 11), (6, 11), (5, 11), (4, 11), (3, 11), (3, 9), (3, 7), (3, 5), (3, 3))
"""Distance of the neighbours in a group and of the two groups, grid steps, roomiest first."""

LOOSE = {11: (10, 9, 8), 9: (7,), 7: (6,), 6: (5,), 5: (4,)}
"""Where two groups find no room at a distance: the least distances of four single pieces that are tried next."""

CELLS = 56
"""How many places are tried for single pieces."""

TIDY = 0.35
"""What a straight group is worth more than an angle, in piece sides of room."""

Point2 = tuple[float, float]
Avoid = tuple[BaseGeometry, float]
Flags = NDArray[np.bool_]
Score = NDArray[np.float64]


def slots_of(  # noqa: PLR0913  the six things that decide
    face: Polygon, taken: Sequence[BaseGeometry], avoid: Sequence[Avoid], site: Point2, size: float, count: int
) -> tuple[int, list[Point2]]:
    """Return the distance of neighbours and `2 * count` places in one area, the German side's first.

    Parameters
    ----------
    face : Polygon
        The area, y growing northwards or downwards alike.
    taken : sequence of geometry
        What a piece must not cover: name, badge, marks.
    avoid : sequence of (geometry, weight)
        What it had better not cover, such as roads, and how much that counts in piece sides of room.
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
        for gap in LOOSE.get(step, ()) if count == 2 else ():
            four = _singles(free, score, gap)
            if four:
                return gap, [(float(xs[c]), float(ys[r])) for c, r in four]
    return 0, []


def _singles(free: Flags, score: Score, gap: int) -> list[tuple[int, int]]:
    """Return the best four places (column, row) at least `gap` grid steps apart, the eastern two first; or none."""
    cells = np.array(_coarse(free, score))
    if len(cells) < 4:
        return []
    sets = _fours(len(cells))
    far = np.abs(cells[:, None] - cells[None]).max(-1) >= gap
    apart = np.all([far[sets[:, a], sets[:, b]] for a, b in combinations(range(4), 2)], axis=0)
    if not apart.any():
        return []
    worth = score[cells[:, 1], cells[:, 0]]
    best = sets[apart][int(worth[sets[apart]].sum(1).argmax())]
    ways = [sorted(cells[list(best)].tolist(), key=key) for key in (lambda p: (-p[0], p[1]), lambda p: (p[1], -p[0]))]
    return [(c, r) for c, r in min(ways, key=_spread)]


@lru_cache(maxsize=4)
def _fours(count: int) -> NDArray[np.int_]:
    return np.array(list(combinations(range(count), 4)))


def _spread(four: list[list[int]]) -> float:
    """Return how far the two pieces of each side stand from each other."""
    return float(sum(np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in (four[:2], four[2:])))


def _coarse(free: Flags, score: Score) -> list[tuple[int, int]]:
    """Return the best free place (column, row) of each cell of the finest grid with few enough cells."""
    worth = np.where(free, score, -np.inf)
    for cell in range(2, max(free.shape) + 2):
        found = []
        for r, c in product(range(0, free.shape[0], cell), range(0, free.shape[1], cell)):
            block = worth[r : r + cell, c : c + cell]
            if np.isfinite(block.max()):
                dr, dc = np.unravel_index(int(block.argmax()), block.shape)
                found.append((c + int(dc), r + int(dr)))
        if len(found) <= CELLS:
            break
    return found


def _field(
    face: Polygon, taken: Sequence[BaseGeometry], avoid: Sequence[Avoid], site: Point2, size: float
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
    score = room - 0.12 * away
    for geometry, weight in avoid:
        shapely.prepare(geometry)
        score = score - weight * shapely.intersects(geometry, boxes)
    return xs, ys, free, score


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
