"""Bridges that no road of the game leads to: a short track over the river says where they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build.arcs import Arc
from maps.build.lines import tangent
from maps.build.roads import Road, best_crossing
from maps.build.sheet import Sheet

__all__ = ["draw_tracks"]

REACH_KM = 0.85
"""How far a track is drawn on each bank."""

Node = tuple[float, float]


def draw_tracks(sheet: Sheet, arcs: Sequence[Arc], sites: Sequence[Node]) -> list[Road]:
    """Return the tracks over bridges on borders without a road, in the order of the edges."""
    parts: dict[tuple[int, int], list[LineString]] = defaultdict(list)
    for arc in arcs:
        parts[arc.owners].append(arc.line)
    bare = [pair for pair, edge in sorted(sheet.edges.items()) if edge.bridge and not edge.road]
    return [_track(pair, linemerge(parts[pair]), sites) for pair in bare]


def _track(pair: tuple[int, int], border: BaseGeometry, sites: Sequence[Node]) -> Road:
    """Return a track straight over the river where the way from town to town is shortest."""
    crossing = best_crossing(border, sites[pair[0]], sites[pair[1]])
    lines = list(getattr(border, "geoms", [border]))
    course = min(lines, key=crossing.distance)
    along = tangent(course, course.project(crossing), 0.5)
    normal = np.array([-along[1], along[0]])
    here = np.array([crossing.x, crossing.y])
    return Road(pair, LineString([here - REACH_KM * normal, here + REACH_KM * normal]), crossing)
