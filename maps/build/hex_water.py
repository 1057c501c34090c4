"""Rivers of a hex board and their bridges, on hexsides or, where the board has courses, in hexes.

On hexsides they are chains of sides with their corners cut, joined where they meet.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build.hex_courses import courses_of, has_courses
from maps.build.hex_crossings import crossing_rails
from maps.build.hex_drawing import HexDrawing
from maps.build.lines import chaikin

__all__ = ["bridges", "rivers_of"]

ROUNDS = 2
RAIL = (0.078, 0.125, 0.035)
"""Of a bridge, in hexes: distance of a rail from the road's middle, half its length, its flare."""


def rivers_of(drawing: HexDrawing) -> dict[str, BaseGeometry]:
    """Return the smoothed line of each river.

    On hexsides a smoothed line passes through the middle of each of its sides, where the bridges are. A tributary is
    led on to the smoothed line of the river it meets in a corner.
    """
    if has_courses(drawing):
        return dict(courses_of(drawing))
    raw = _chains(drawing)
    smooth = {name: [_smoothed(g) for g in lines] for name, lines in raw.items()}
    return {
        name: shapely.union_all([_joined(one, name, raw, smooth) for one in lines]) for name, lines in smooth.items()
    }


def _chains(drawing: HexDrawing) -> dict[str, list[LineString]]:
    sides: dict[str, list[LineString]] = {}
    for (a, b), border in sorted(drawing.board.borders.items()):
        if a < b and border.river:
            sides.setdefault(border.river, []).append(LineString(np.round(drawing.side(a, border.side), 3)))
    return {name: list(shapely.get_parts(linemerge(lines))) for name, lines in sorted(sides.items())}


def _smoothed(line: LineString) -> LineString:
    return LineString(chaikin(np.asarray(line.coords), ROUNDS))


def _joined(
    line: LineString, name: str, raw: dict[str, list[LineString]], smooth: dict[str, list[LineString]]
) -> LineString:
    """Lead the ends of a line that lie on another river's corners on to that river's smoothed line."""
    coords = list(line.coords)
    for end in (0, -1):
        here = Point(coords[end])
        for other, lines in raw.items():
            for chain, drawn in zip(lines, smooth[other], strict=True):
                if other != name and chain.distance(here) < 0.01 < drawn.distance(here):
                    goal = drawn.interpolate(drawn.project(here)).coords[0]
                    coords = [goal, *coords] if end == 0 else [*coords, goal]
    return LineString(coords)


def bridges(drawing: HexDrawing) -> list[LineString]:
    """Return the two rails of every bridge, on hexsides across the river in the middle of the side."""
    if has_courses(drawing):
        return crossing_rails(drawing)
    off, reach, flare = (part * drawing.km for part in RAIL)
    rails = []
    for (a, b), border in sorted(drawing.board.borders.items()):
        if a < b and border.bridge:
            middle, along = drawing.middle(a, border.side), drawing.outward(a, border.side)
            across = np.array([-along[1], along[0]])
            for hand in (-1, 1):
                shape = ((-reach - flare, off + flare), (-reach, off), (reach, off), (reach + flare, off + flare))
                rails.append(LineString([middle + s * along + hand * t * across for s, t in shape]))
    return rails
