"""The land of a hex board: one outline per class of terrain, hill marks, the grid.

Outlines are rounded and gently waved by the same wave everywhere, so that woods look like woods, classes
that touch still touch, and every hex still shows what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build import woods
from maps.build.hex_drawing import HexDrawing
from maps.build.lines import chaikin
from maps.build.paths import Page

__all__ = ["crown_tile", "grid", "hill_marks", "smooth", "terrain"]

Node = tuple[float, float]

ROUND = 0.16
"""How far corners are rounded, in hexes."""
WAVE = 0.062
"""How far an edge is pushed either way, in hexes."""


def terrain(drawing: HexDrawing) -> dict[str, BaseGeometry]:
    """Return the outline of each class of terrain, in km: they do not overlap and leave no gaps between them."""
    style, spaces = drawing.style.terrain, drawing.board.spaces
    soft: dict[str, BaseGeometry] = {}
    for name in dict.fromkeys(style.values()):
        own = [p for p, s in zip(drawing.polygons, spaces, strict=True) if style.get(s.terrain) == name]
        if own:
            soft[name] = _waved(_rounded(own, drawing.km), drawing.km)
    painted = [p for p, s in zip(drawing.polygons, spaces, strict=True) if s.terrain in style]
    if not painted:
        return {}
    return _shared_out(soft, _waved(_rounded(painted, drawing.km), drawing.km).intersection(drawing.outline), drawing)


def _shared_out(soft: dict[str, BaseGeometry], whole: BaseGeometry, drawing: HexDrawing) -> dict[str, BaseGeometry]:
    """Share out `whole`: each class takes its own, then what rounding has left over beside it."""
    parts: dict[str, list[BaseGeometry]] = {name: [] for name in soft}
    rest = whole
    for reach in (0.0, 0.03, 0.25):
        for name, own in soft.items():
            near = own.buffer(reach * drawing.km)
            parts[name].append(rest.intersection(near))
            rest = rest.difference(near)
    crumb = 0.02 * drawing.km
    return {name: shapely.union_all(found).buffer(-crumb).buffer(crumb) for name, found in parts.items()}


def _rounded(polygons: Sequence[Polygon], km: float) -> BaseGeometry:
    reach = ROUND * km
    union = shapely.union_all(list(polygons)).buffer(0.01)
    return union.buffer(-reach).buffer(2 * reach).buffer(-reach)


def _waved(geometry: BaseGeometry, km: float) -> BaseGeometry:
    """Push an outline in and out by a fixed wave; a shared edge stays shared."""
    dense = shapely.segmentize(geometry.simplify(0.03 * km), 0.16 * km)
    one, two = 2 * np.pi / (0.62 * km), 2 * np.pi / (0.37 * km)

    def push(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = points[:, 0], points[:, 1]
        east = np.sin(0.8 * one * y + 0.6 * one * x) + 0.5 * np.sin(two * y + 1.3)
        north = np.sin(0.8 * one * x - 0.6 * one * y + 2.0) + 0.5 * np.sin(two * x + 0.4)
        return points + WAVE * km * np.column_stack([east, north])

    return shapely.transform(dense, push).buffer(0)


def smooth(geometry: BaseGeometry) -> list[Polygon]:
    """Return polygons with their corners cut once, for drawing only: neighbours then fit within a stroke."""
    return [
        Polygon(_cut(part.exterior), [_cut(ring) for ring in part.interiors])
        for part in shapely.get_parts(geometry)
        if isinstance(part, Polygon)
    ]


def _cut(ring: shapely.LinearRing) -> NDArray[np.float64]:
    return chaikin(np.asarray(ring.simplify(0.05).coords), 1, closed=True)


def hill_marks(drawing: HexDrawing, zone: BaseGeometry, taken: Sequence[BaseGeometry]) -> str:
    """Return the hill marks of rough ground as path data, off everything in `taken` (km)."""
    free = zone.buffer(-0.04 * drawing.km).difference(shapely.union_all(list(taken)))
    if free.is_empty:
        return ""
    return "".join(woods.hill_mark(*drawing.page.point(*spot)) for spot in woods.hills(free, 0.55 * drawing.km))


def grid(drawing: HexDrawing) -> list[dict[str, Any]]:
    """Return every hexside once: rows of shapes, each drawn at several places `at` (x, y, x, y, …).

    A line of hexes (a row, or a column where a flat side lies to the north) gives all its sides that no
    earlier line has; lines that give the same are one template.
    """
    lines: dict[int, list[int]] = {}
    for k, space in enumerate(drawing.board.spaces):
        q, r = drawing.grid.axial(space.id)
        lines.setdefault(r if drawing.grid.pointy else q, []).append(k)
    seen: set[tuple[Node, ...]] = set()
    places: dict[str, list[float]] = {}
    for _, members in sorted(lines.items()):
        west, north = drawing.corners[members][..., 0].min(), drawing.corners[members][..., 1].max()
        d = _own_sides(drawing, members, seen, Page(float(west), float(north)))
        places.setdefault(d, []).extend(drawing.page.point(float(west), float(north)))
    return [{"class": "grid", "layer": "grid", "d": d, "at": at} for d, at in places.items() if d]


def _own_sides(drawing: HexDrawing, members: list[int], seen: set[tuple[Node, ...]], page: Page) -> str:
    """Return the path of the sides of some hexes that were not seen before, on their own page."""
    fresh = []
    for ring in np.round(drawing.corners[members], 3).tolist():
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            side = tuple(sorted((tuple(a), tuple(b))))
            if side not in seen:
                seen.add(side)
                fresh.append(LineString(side))
    if not fresh:
        return ""
    return page.path(sorted(shapely.get_parts(linemerge(fresh)), key=lambda g: g.bounds))


def crown_tile() -> dict[str, object]:
    """Return the pattern of light woods: scattered round crowns, edges seamless."""
    side = 58.0
    spots = ((7, 9), (26, 5), (45, 13), (15, 27), (35, 31), (52, 37), (8, 47), (27, 51), (44, 53))
    d = "".join(f"M{x - 1.5:g} {y}a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0z" for x, y in spots)
    return {"size": [side, side], "marks": [{"d": d, "fill": "trees"}]}
