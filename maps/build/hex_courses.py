"""Rivers that run IN hexes: from centre to centre through the middles of hexsides, towns included."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import shapely
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from bulge_widget.board import read_table
from maps.build.hex_drawing import HexDrawing, Point2
from maps.build.lines import chaikin

__all__ = ["courses_of", "has_courses"]

ROUNDS = 3


class Course(msgspec.Struct, frozen=True):
    """`courses.csv`: the hexes of a river, downstream."""

    river: str
    """As in `rivers.csv`."""
    spaces: tuple[str, ...]
    """Hexes and towns, each beside the next."""
    source: str
    """Where it comes from."""


def has_courses(drawing: HexDrawing) -> bool:
    """Tell whether the rivers of a board run in its hexes."""
    return any(space.rivers for space in drawing.board.spaces)


@lru_cache(maxsize=2)
def courses_of(drawing: HexDrawing) -> dict[str, BaseGeometry]:
    """Return the smoothed line of each river, which passes the middle of every hexside on its way.

    A river that ends in a hex of another is led on to the other's line.
    """
    path = Path(drawing.board.folder) / "courses.csv"
    hexes = {row.river: [drawing.board.index[name] for name in row.spaces] for row in read_table(path, Course)}
    lines: dict[str, BaseGeometry] = {
        name: LineString(chaikin(np.array(list(_points(drawing, name, way))), ROUNDS)) for name, way in hexes.items()
    }
    return {name: _led_on(line, name, hexes, lines) for name, line in lines.items()}


def _points(drawing: HexDrawing, name: str, way: list[int]) -> Iterator[Point2]:
    """Yield centres and middles of hexsides, and where the river comes from or goes off the map."""
    yield from _beyond(drawing, name, way[0])
    for k, here in enumerate(way):
        yield drawing.centres[here]
        if k + 1 < len(way):
            yield drawing.middle(here, drawing.board.borders[here, way[k + 1]].side)
    if len(way) > 1:
        yield from _beyond(drawing, name, way[-1])


def _beyond(drawing: HexDrawing, name: str, index: int) -> Iterator[Point2]:
    space = drawing.board.spaces[index]
    around = drawing.grid.neighbours(space.id)
    for side, river in space.rivers:
        if river == name and around.get(side) not in drawing.board.index:
            yield drawing.middle(index, side)


def _led_on(line: BaseGeometry, name: str, hexes: dict[str, list[int]], lines: dict[str, BaseGeometry]) -> BaseGeometry:
    """Let a line end on the river whose hex its last one is."""
    others = [lines[other] for other, way in hexes.items() if other != name and hexes[name][-1] in way[:-1]]
    if not others:
        return line
    coords = list(shapely.get_coordinates(line))
    goal = nearest_points(others[0], Point(coords[-1]))[0]
    return LineString([*coords[:-1], (goal.x, goal.y)])
