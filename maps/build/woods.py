"""Woods, rough ground and the other tints of the land."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from maps.build.lines import chaikin
from maps.build.sheet import Sheet

__all__ = ["forests", "hill_mark", "hills", "tree_tile", "valley_woods"]

TILE = 44.0
"""Side of the tree pattern, drawing units."""


def _soft(geometry: BaseGeometry, rounds: int = 2) -> BaseGeometry:
    """Round the corners of polygons, so that hand-drawn outlines read as edges of woods."""
    out = []
    for part in shapely.get_parts(geometry):
        if isinstance(part, Polygon) and part.area > 0.15:
            rings = [_soft_ring(r, rounds) for r in (part.exterior, *part.interiors)]
            out.append(Polygon(rings[0], [r for r in rings[1:] if Polygon(r).area > 0.1]).buffer(0))
    return shapely.union_all(out)


def _soft_ring(ring: shapely.LinearRing, rounds: int) -> NDArray[np.float64]:
    points = np.asarray(ring.simplify(0.1).coords)
    return chaikin(points, rounds, closed=True)


def forests(sheet: Sheet, window: Polygon) -> BaseGeometry:
    """Return the named forests inside the window, their outlines softened and a little ragged."""
    kinds = [f.geometry for f in sheet.geography.of("woods") if f.kind != "valley sides"]
    return _soft(_ragged(shapely.union_all(kinds)).intersection(window))


def valley_woods(sheet: Sheet, window: Polygon) -> BaseGeometry:
    """Return the wooded valley sides that no forest covers already."""
    sides = [f.geometry for f in sheet.geography.of("woods") if f.kind == "valley sides"]
    rest = shapely.union_all(sides).difference(forests(sheet, window)).intersection(window)
    return _soft(rest.buffer(-0.08).buffer(0.08))


def _ragged(geometry: BaseGeometry, size: float = 0.32) -> BaseGeometry:
    """Push the outline in and out by a fixed wave: smooth blobs look like clouds, not like woods."""
    dense = shapely.segmentize(geometry.simplify(0.15), 1.3)

    def push(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = points[:, 0], points[:, 1]
        wave = np.column_stack([np.sin(x * 2.9 + y * 4.3), np.sin(x * 4.7 - y * 3.1 + 1.0)])
        return points + size * wave

    return shapely.transform(dense, push).buffer(0)


def tree_tile() -> dict[str, object]:
    """Return the tree pattern: ten conifers and five round crowns on a jittered grid, edges seamless."""
    marks: list[str] = []
    crowns: list[str] = []
    rng = np.random.default_rng(44)
    cells = [(i, j) for j in range(4) for i in range(4)][:15]
    for k, (i, j) in enumerate(cells):
        jitter = rng.uniform(-1.8, 1.8, 2)
        x = (i + 0.5 + 0.5 * (j % 2) * 0.8) * TILE / 4.45 + jitter[0]
        y = (j + 0.5) * TILE / 4.1 + jitter[1] * 0.8
        (crowns if k % 3 == 1 else marks).append(_crown(x, y) if k % 3 == 1 else _conifer(x, y))
    paint = {"fill": "trees"}
    shapes: Sequence[dict[str, str]] = [{"d": "".join(marks), **paint}, {"d": "".join(crowns), **paint}]
    side = round(TILE * 0.62, 2)
    return {"size": [side, side], "marks": list(shapes)}


def hills(zone: BaseGeometry, step: float = 3.3) -> list[tuple[float, float]]:
    """Return where hill marks stand: a jittered grid of about `step` km, those that lie whole in `zone`."""
    x0, y0, x1, y1 = zone.bounds
    rng = np.random.default_rng(1216)
    spots = []
    for row, y in enumerate(np.arange(y0, y1, step * 0.86)):
        for x in np.arange(x0 + (row % 2) * step / 2, x1, step):
            dx, dy = rng.uniform(-0.32, 0.32, 2) * step
            spots.append((float(x + dx), float(y + dy)))
    boxes = [shapely.box(x - 0.75, y - 0.5, x + 0.75, y + 0.5) for x, y in spots]
    shapely.prepare(zone)
    return [spot for spot, ok in zip(spots, shapely.contains(zone, boxes), strict=True) if ok]


def hill_mark(x: float, y: float) -> str:
    """Return a double hill centred at (x, y), drawing units, as path data."""
    return f"M{x - 6:.0f} {y + 3:.0f}q2.6-1 4.4-6 2 4.4 4.6 6m-2-3.6q1.4-1.6 2.2-3.4 1.6 3.4 4 4.8"


def _conifer(x: float, y: float) -> str:
    x, y = x * 0.62, y * 0.62
    return f"M{x:.1f} {y - 2.7:.1f}l1.9 4.1h-1.5v1.1h-.8v-1.1h-1.5z"


def _crown(x: float, y: float) -> str:
    x, y = x * 0.62, y * 0.62
    return f"M{x - 1.6:.1f} {y:.1f}a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0z"
