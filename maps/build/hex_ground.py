"""The ground of a hex board in the same format as an area board's: terrain, grid, hexside water, roads, names.

Terrain is one outline per class with its corners rounded, so that woods look like woods and still say which hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from bulge_widget.board import Board
from maps.build.lettering import Candidate, Label
from maps.build.lines import chaikin
from maps.build.paths import UNITS_PER_KM, Page
from maps.build.placing import place_labels

__all__ = ["HexStyle", "draw_hexes"]

MARGIN_KM = 2.0
Row = tuple[str, str, str]
"""Class, layer, path data."""


@dataclass(frozen=True)
class HexStyle:
    """What differs between hex boards."""

    terrain: Mapping[str, str]
    """Word of the board -> class of paint: wood, wood-light, rugged; what is not named is plain land."""
    piece: float
    """Side of a piece as a share of a hex's height."""
    piece_style: str = "counter"


def draw_hexes(board: Board, style: HexStyle) -> dict[str, Any]:
    """Draw a hex board.

    Parameters
    ----------
    board : Board
        Its shapes give the hexes, its borders what lies on hexsides.
    style : HexStyle
        How its terrain is painted.

    Returns
    -------
    dict
        The content of `ground.json`, in drawing units. All hexes are one template and a flat list of centres.
    """
    polygons = board.shapes.polygons
    outline = shapely.union_all(polygons).buffer(0.02).buffer(-0.02)
    x0, y0, x1, y1 = outline.bounds
    page = Page(x0 - MARGIN_KM, y1 + MARGIN_KM)
    size = [round((x1 - x0 + 2 * MARGIN_KM) * UNITS_PER_KM, 1), round((y1 - y0 + 2 * MARGIN_KM) * UNITS_PER_KM, 1)]
    first = polygons[0].bounds
    side = round(min(first[2] - first[0], first[3] - first[1]) * UNITS_PER_KM * style.piece, 1)
    return {
        "id": board.id,
        "kind": "hexes",
        "size": size,
        "shapes": [{"class": c, "layer": layer, "d": d} for c, layer, d in _shapes(board, style, page, outline) if d],
        "patterns": {},
        "labels": [label.as_json() for label in _names(board, page, outline)],
        "badges": [],
        "spaces": {"hexes": _spaces(board, page)},
        "piece": {"size": side, "style": style.piece_style},
        "fit": [0, 0, *size],
    }


def _spaces(board: Board, page: Page) -> dict[str, Any]:
    space, polygon = board.spaces[0], board.shapes.polygons[0]
    corners = (np.asarray(polygon.exterior.coords)[:-1] - (space.x, space.y)) * (UNITS_PER_KM, -UNITS_PER_KM)
    template = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "z"
    xy = [value for s in board.spaces for value in page.point(s.x, s.y)]
    names = [s.name for s in board.spaces]
    return {"template": template, "ids": [s.id for s in board.spaces], "xy": xy, "names": names}


def _shapes(board: Board, style: HexStyle, page: Page, outline: BaseGeometry) -> list[Row]:
    polygons = board.shapes.polygons
    classes = sorted({name for name in style.terrain.values() if name})
    tints = []
    for name in classes:
        own = [p for p, s in zip(polygons, board.spaces, strict=True) if style.terrain.get(s.terrain) == name]
        tints.append((name, "woods" if name.startswith("wood") else "terrain", page.path(_rounded(own))))
    grid = linemerge(shapely.node(shapely.union_all([p.exterior for p in polygons])))
    return [
        ("land", "land", page.path(outline)),
        *tints,
        ("shade", "shade", ""),
        ("grid", "grid", page.path(grid)),
        ("river-border-3", "water", page.path(_hexsides(board))),
        ("frame", "frame", page.path(outline)),
        ("road", "roads", page.path(_roads(board))),
    ]


def _rounded(polygons: list[Polygon]) -> BaseGeometry:
    """Return the union of hexes with its corners rounded by about a sixth of a hex."""
    if not polygons:
        return Polygon()
    reach = 0.16 * (polygons[0].bounds[2] - polygons[0].bounds[0])
    union = shapely.union_all(polygons).buffer(0.01)
    return union.buffer(-reach).buffer(2 * reach).buffer(-reach)


def _hexsides(board: Board) -> list[BaseGeometry]:
    """Return the rivers on hexsides, smoothed; those that run in hexes are drawn from centre to centre elsewhere."""
    polygons = board.shapes.polygons
    sides = [polygons[a].intersection(polygons[b]) for (a, b), e in board.borders.items() if a < b and e.river]
    lines = [g for g in sides if isinstance(g, LineString)]
    if not lines:
        return []
    return [LineString(chaikin(np.asarray(g.coords), 2)) for g in shapely.get_parts(linemerge(lines))]


def _roads(board: Board) -> list[BaseGeometry]:
    """Return the roads: a curve through a hex that two roads meet in, straight spokes at junctions."""
    out: list[BaseGeometry] = []
    for a, near in enumerate(board.links("road")):
        centre = _centre(board, a)
        mids = [(centre + _centre(board, b)) / 2 for b in near]
        if len(mids) == 2:
            out.append(LineString(chaikin(np.array([mids[0], centre, mids[1]]), 3)))
        else:
            out += [LineString(np.array([mid, centre])) for mid in mids]
    return out


def _centre(board: Board, index: int) -> NDArray[np.float64]:
    return np.array([board.spaces[index].x, board.spaces[index].y])


def _names(board: Board, page: Page, outline: BaseGeometry) -> list[Label]:
    """Return the printed names, above or below their hex's centre."""
    labels = []
    for space in board.spaces:
        if space.name:
            x, y = page.point(space.x, space.y)
            places = [Candidate(x, y, dy=-12), Candidate(x, y, dy=20)]
            labels.append(Label(space.name, "place", 11, 1, 0, places, must=True))
    ring = max(shapely.get_parts(outline), key=lambda g: float(g.area))
    return place_labels(labels, [], Polygon(ring))
