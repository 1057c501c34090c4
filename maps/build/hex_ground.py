"""The ground of a hex board in the same format as an area board's: terrain, grid, hexside water, roads, names."""

from __future__ import annotations

from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from bulge_widget.board import Board
from maps.build import woods
from maps.build.hex_drawing import HexDrawing, HexStyle
from maps.build.hex_marks import gate_badges
from maps.build.hex_names import STRIP, labels_of
from maps.build.hex_roads import gates_of, road_lines
from maps.build.hex_shapes import Land, shapes_of
from maps.build.hex_signs import cliffs
from maps.build.hex_terrain import crown_tile, terrain
from maps.build.hex_water import bridges, rivers_of
from maps.build.lettering import Label
from maps.build.paths import UNITS_PER_KM
from maps.build.sheet import Geography

__all__ = ["HexStyle", "draw_hexes"]

ID_PX = 7.5


def draw_hexes(board: Board, style: HexStyle, geography: Geography | None = None) -> dict[str, Any]:
    """Draw a hex board.

    Parameters
    ----------
    board : Board
        Its ids give the hexes, its borders what lies on hexsides.
    style : HexStyle
        How its terrain is painted.
    geography : Geography, optional
        The landscape on the board's plane, for frontiers and the names of woods.

    Returns
    -------
    dict
        The content of `ground.json`, in drawing units. All hexes are one template and a flat list of centres.
    """
    drawing = HexDrawing(board, style, geography)
    land = Land(terrain(drawing), rivers_of(drawing), road_lines(drawing))
    badges = gate_badges(drawing, gates_of(drawing))
    labels = _labels(drawing, land, badges)
    return {
        "id": board.id,
        "geos": shapely.geos_version_string,
        "kind": "hexes",
        "size": drawing.size,
        "shapes": shapes_of(drawing, land, labels),
        "patterns": {"trees": woods.tree_tile(), "crowns": crown_tile()} if land.terrain else {},
        "labels": [label.as_json() for label in labels],
        "badges": badges,
        "spaces": {"hexes": _spaces(drawing, labels)},
        "piece": {"size": drawing.piece, "style": style.piece_style},
        "fit": [0, 0, *drawing.size],
        "front": _front(drawing),
        "shade_box": [0, 0, *drawing.size],
    }


def _labels(drawing: HexDrawing, land: Land, badges: list[dict[str, Any]]) -> list[Label]:
    marks: list[BaseGeometry] = [shapely.Point(badge["x"], badge["y"]).buffer(9) for badge in badges]
    marks += [drawing.to_units(rail.buffer(0.1)) for rail in (*bridges(drawing), *cliffs(drawing))]
    roads = [drawing.to_units(road).buffer(2.0) for road in land.roads]
    wooded = shapely.union_all([g for name, g in land.terrain.items() if name.startswith("wood")])
    return labels_of(drawing, land.water, wooded, marks, roads)


def _spaces(drawing: HexDrawing, labels: list[Label]) -> dict[str, Any]:
    corners = (drawing.corners[0] - drawing.centres[0]) * (UNITS_PER_KM, -UNITS_PER_KM)
    template = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "z"
    spaces = drawing.board.spaces
    xy = [value for s in spaces for value in drawing.page.point(s.x, s.y)]
    places = {"template": template, "ids": [s.id for s in spaces], "xy": xy, "names": [s.name for s in spaces]}
    return places | {"printed": _printed(drawing, labels)}


def _printed(drawing: HexDrawing, labels: list[Label]) -> dict[str, Any]:
    """Say where ids are printed from the nearest zoom class on: above the piece, if no name stands there."""
    off = round(-STRIP * drawing.km * UNITS_PER_KM, 1)
    above = {n.text for n in labels if n.cls == "place" and n.place.dy < 0.36 * n.px}
    but = [s.index for s in drawing.board.spaces if s.name in above]
    return {"y": off, "px": ID_PX, "from": 3, "but": but}


def _front(drawing: HexDrawing) -> list[float]:
    wanted = [drawing.polygons[drawing.board.index[name]] for name in drawing.style.front]
    if not wanted:
        return [0, 0, *drawing.size]
    x0, y0, x1, y1 = drawing.to_units(shapely.union_all(wanted)).bounds
    return [round(v, 1) for v in (x0 - 12, y0 - 12, x1 + 12, y1 + 12)]
