"""Bridges over rivers that run in hexes: where a road of a hex with a bridge meets the water."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import LineString, Point

from maps.build.hex_courses import courses_of
from maps.build.hex_drawing import HexDrawing, Point2
from maps.build.hex_roads import pieces_of

__all__ = ["crossing_rails"]

RAIL = (0.11, 0.19, 0.06)
"""Of a bridge, in hexes: distance of a rail from the road's middle, half its length, its flare."""
NEAR = 0.05
"""Half the stretch of a line that tells its direction, in hexes."""


def crossing_rails(drawing: HexDrawing) -> list[LineString]:
    """Return the two rails of every bridge, along the road over the water."""
    off, reach, flare = (part * drawing.km for part in RAIL)
    shape = ((-reach - flare, off + flare), (-reach, off), (reach, off), (reach + flare, off + flare))
    rails = []
    for space in drawing.board.spaces:
        if space.has("bridge") or space.has("bridge:blown"):
            middle, along = _crossing(drawing, space.index)
            across = np.array([-along[1], along[0]])
            rails += [LineString([middle + s * along + hand * t * across for s, t in shape]) for hand in (-1, 1)]
    return rails


def _crossing(drawing: HexDrawing, index: int) -> tuple[Point2, Point2]:
    """Return where a hex's roads cross its river nearest to the centre, and the way over it."""
    water = shapely.union_all(list(courses_of(drawing).values())).intersection(drawing.polygons[index])
    centre = Point(drawing.centres[index])
    roads = [piece.line for piece in pieces_of(drawing) if piece.hex == index]
    found = [(spot, road) for road in roads for spot in _spots(road, water)]
    if not found:
        raise ValueError(f"no road crosses the river in {drawing.board.spaces[index].id}")
    spot, road = min(found, key=lambda pair: float(centre.distance(pair[0])))
    river = _way(_nearest(water, spot), spot, drawing.km)
    return np.array([spot.x, spot.y]), _over(_way(road, spot, drawing.km), river)


def _spots(road: LineString, water: shapely.Geometry) -> list[Point]:
    """Return where a road meets the water, the middle of each stretch that they share."""
    return [part.centroid for part in shapely.get_parts(road.intersection(water)) if not part.is_empty]


def _nearest(water: shapely.Geometry, spot: Point) -> LineString:
    lines = [part for part in shapely.get_parts(water) if isinstance(part, LineString)]
    return min(lines, key=spot.distance)


def _way(line: LineString, spot: Point, km: float) -> Point2:
    """Return the direction of a line at a point, of length 1."""
    at = line.project(spot)
    a, b = (np.array(line.interpolate(max(0.0, at + d * NEAR * km)).coords[0]) for d in (-1, 1))
    return np.asarray((b - a) / np.hypot(*(b - a)))


def _over(road: Point2, river: Point2) -> Point2:
    """Return the way of a bridge: the road's, or straight over where the road runs along the water."""
    return road if abs(road[0] * river[1] - road[1] * river[0]) > 0.5 else np.array([-river[1], river[0]])
