"""The ground of an area board: everything that is drawn once and never changes in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely

from maps.build import woods
from maps.build.area_marks import badges_of, other_labels, place_labels_of, slots_by_area
from maps.build.area_shapes import shapes_of
from maps.build.drawing import AreaStyle, Drawing, Node
from maps.build.sheet import Sheet

__all__ = ["AreaStyle", "Drawing", "draw_areas"]


def draw_areas(sheet: Sheet, style: AreaStyle) -> dict[str, Any]:
    """Draw an area board.

    Parameters
    ----------
    sheet : Sheet
        The board and its landscape.
    style : AreaStyle
        Piece size and stacking limit.

    Returns
    -------
    dict
        The content of `ground.json`: shapes by class from bottom to top, labels, badges, spaces with their
        piece slots, in drawing units.
    """
    drawing = Drawing(sheet, style)
    badges = badges_of(drawing)
    board = drawing.board
    first = place_labels_of(drawing, badges, board)
    slots = slots_by_area(drawing, first, badges)
    labels = first + other_labels(drawing, first, slots, badges, board)
    x0, y0, x1, y1 = drawing.to_units(drawing.window).bounds
    return {
        "id": sheet.id,
        "kind": "areas",
        "geos": shapely.geos_version_string,
        "size": [round(x1 - x0, 1), round(y1 - y0, 1)],
        "shapes": shapes_of(drawing, labels),
        "patterns": {"trees": woods.tree_tile()},
        "labels": [n.as_json() for n in labels],
        "badges": badges,
        "spaces": {"areas": [_space(drawing, k, slots[k]) for k in range(len(sheet.areas))]},
        "piece": {"size": style.piece, "style": style.piece_style},
        "fit": [round(v, 1) for v in _grown(board.bounds, 32)],
        "front": _front(drawing),
        "shade_box": [x0, y0, round(x1 - x0, 1), round(y1 - y0, 1)],
    }


def _grown(bounds: tuple[float, float, float, float], by: float) -> list[float]:
    x0, y0, x1, y1 = bounds
    return [x0 - by, y0 - by, x1 + by, y1 + by]


def _front(drawing: Drawing) -> list[float]:
    wanted = [f for a, f in zip(drawing.sheet.areas, drawing.faces, strict=True) if a.id in drawing.style.front]
    return [round(v, 1) for v in _grown(drawing.to_units(shapely.union_all(wanted)).bounds, 10)]


def _space(drawing: Drawing, k: int, slots: Sequence[Node]) -> dict[str, Any]:
    area = drawing.sheet.areas[k]
    x, y = drawing.page.point(*drawing.sites[k])
    value = drawing.sheet.values.get(area.id, 0)
    return {
        "id": area.id,
        "index": k,
        "name": area.name,
        "value": value,
        "d": drawing.page.path(drawing.faces[k]),
        "x": x,
        "y": y,
        "slots": [[round(a, 1), round(b, 1)] for a, b in slots],
    }
