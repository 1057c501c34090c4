"""The classes of a hex board that are drawn as one path each, from bottom to top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from maps.build.hex_courses import has_courses
from maps.build.hex_drawing import HexDrawing
from maps.build.hex_marks import dots, houses, teeth
from maps.build.hex_roads import road_path
from maps.build.hex_signs import cliffs, sign_rows
from maps.build.hex_terrain import grid, hill_marks, smooth
from maps.build.hex_water import bridges
from maps.build.lettering import Label, box_of
from maps.build.rivers import rank_of

__all__ = ["Land", "shapes_of"]

Row = tuple[str, str, str]
"""Class, layer, path data."""


@dataclass(frozen=True)
class Land:
    """What a hex board shows, in km."""

    terrain: dict[str, BaseGeometry]
    """Outline of each class."""
    water: dict[str, BaseGeometry]
    """Line of each river."""
    roads: list[LineString]


def shapes_of(drawing: HexDrawing, land: Land, labels: list[Label]) -> list[dict[str, Any]]:
    """Return the classes of drawn things from bottom to top, each as one path; the grid as templates."""
    path = drawing.page.path
    below = [
        ("land", "land", path(drawing.outline)),
        *(_tint(drawing, name, outline) for name, outline in land.terrain.items()),
        ("shade", "shade", ""),
        ("rough-hills", "terrain", _hills(drawing, land, labels)),
        ("frontier", "frontier", path(_frontiers(drawing, land), 0.08, 5)),
    ]
    above = [
        *_water(drawing, land.water),
        ("frame", "frame", path(drawing.outline)),
        ("cliff", "terrain", path(cliffs(drawing), 0.001)),
        ("teeth", "westwall", path(teeth(drawing), 0.001)),
        ("westwall", "westwall", path(_belts(drawing), 0.08, 5)),
        (drawing.style.road, "roads", road_path(drawing)),
        ("bridge", "roads", path(bridges(drawing), 0.001)),
        ("houses", "houses", dots(drawing)),
    ]
    return [*_dicts(below), *grid(drawing), *_dicts(above), houses(drawing), *sign_rows(drawing)]


def _dicts(rows: list[Row]) -> list[dict[str, Any]]:
    return [{"class": name, "layer": layer, "d": d} for name, layer, d in rows if d or name == "shade"]


def _tint(drawing: HexDrawing, name: str, outline: BaseGeometry) -> Row:
    return name, "woods" if name.startswith("wood") else "terrain", drawing.page.path(smooth(outline), 0.05, 2)


def _water(drawing: HexDrawing, water: dict[str, BaseGeometry]) -> list[Row]:
    rows = []
    for rank in (1, 2, 3, 4):
        lines = [line for name, line in water.items() if rank_of(name) == rank]
        rows.append((f"river-border-{rank}", "water", drawing.page.path(lines)))
    return rows


def _hills(drawing: HexDrawing, land: Land, labels: list[Label]) -> str:
    """Return hill marks on rough ground, off roads, rivers, houses and names."""
    if "rugged" not in land.terrain:
        return ""
    reach = 0.06 * drawing.km
    taken: list[BaseGeometry] = [g.buffer(reach) for g in (*land.roads, *land.water.values())]
    taken += [drawing.polygons[index].buffer(-0.1 * drawing.km) for index in sorted(drawing.towns)]
    boxes = [box_of(n, n.place, max(n.shown, 1)) for n in labels if n.cls != "wood"]
    taken += [shapely.transform(box, drawing.page.to_km) for box in boxes]
    return hill_marks(drawing, land.terrain["rugged"], taken)


def _frontiers(drawing: HexDrawing, land: Land) -> list[BaseGeometry]:
    """Return the frontiers, without the stretches along rivers that run in hexes: those lie elsewhere there."""
    lines = [f.geometry.intersection(drawing.outline) for f in drawing.geography.of("borders")]
    if not has_courses(drawing):
        return lines
    water = shapely.union_all(list(land.water.values())).buffer(0.7 * drawing.km)
    rest = [part for line in lines for part in shapely.get_parts(line.difference(water))]
    return [part for part in rest if part.length > 4 * drawing.km]


def _belts(drawing: HexDrawing) -> list[BaseGeometry]:
    """Return the belts of the West Wall where no hex says that it holds them."""
    if any(space.has("west-wall") for space in drawing.board.spaces):
        return []
    return [f.geometry.intersection(drawing.outline) for f in drawing.geography.of("westwall")]
