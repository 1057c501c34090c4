"""Army zones: the boundary between them as one line, and their names along it on both sides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build.arcs import Arc
from maps.build.lettering import Candidate, Label
from maps.build.paths import Page
from maps.build.sheet import Sheet

__all__ = ["boundaries", "zone_names"]

APART_KM = 2.0
"""Distance of a zone's name from the boundary."""
NAME_KM = 9.0
STEP_KM = 2.5
PX = 9.5
BRITISH = "british-zone"
Spot = tuple[NDArray[np.float64], NDArray[np.float64]]


def boundaries(sheet: Sheet, arcs: Sequence[Arc]) -> dict[tuple[str, str], BaseGeometry]:
    """Return the line between each two zones, none where the board has no zones."""
    parts: dict[tuple[str, str], list[LineString]] = {}
    for arc in arcs:
        if not arc.framed:
            low, high = sorted(sheet.areas[k].zone for k in arc.owners)
            if low != high:
                parts.setdefault((low, high), []).append(arc.line)
    return {pair: linemerge(lines) for pair, lines in sorted(parts.items())}


def zone_names(sheet: Sheet, arcs: Sequence[Arc], page: Page) -> Iterator[Label]:
    """Yield the names of the zones, several times along each boundary, each on its own side."""
    lines = [(f"Zone {zone}", f"zone:{zone}", line) for pair, line in boundaries(sheet, arcs).items() for zone in pair]
    edge = linemerge([a.line for a in arcs if not a.framed and _differ(sheet, a.owners, BRITISH)])
    for text, tag, line in [*lines, ("British zone", BRITISH, edge)]:
        shape = shapely.union_all([a.polygon for a in sheet.areas if tag in a.tags])
        for part in shapely.get_parts(line):
            yield from _names_along(text, part, shape, page)


def _differ(sheet: Sheet, owners: tuple[int, int], tag: str) -> bool:
    return (tag in sheet.areas[owners[0]].tags) != (tag in sheet.areas[owners[1]].tags)


def _names_along(text: str, line: LineString, zone: BaseGeometry, page: Page) -> Iterator[Label]:
    """Yield a zone's name for each fifth of a boundary, with places along that fifth."""
    for start in np.arange(0.03, 0.95, 0.2) * line.length:
        end = min(start + 0.18 * line.length, line.length - NAME_KM)
        places = [_place(page, _spot(line, float(at)), zone) for at in np.arange(start, end, STEP_KM)]
        if places:
            yield Label(text, "zone", PX, 3, 0, places, "zones", spacing=0.6)


def _spot(line: LineString, at: float) -> Spot:
    """Return the middle of a stretch of the boundary and its direction, leading east."""
    a, b = (np.array(line.interpolate(at + step).coords[0]) for step in (0.0, NAME_KM))
    way = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
    return np.array(line.interpolate(at + NAME_KM / 2).coords[0]), way if way[0] >= 0 else -way


def _place(page: Page, spot: Spot, zone: BaseGeometry) -> Candidate:
    middle, way = spot
    normal = np.array([-way[1], way[0]])
    side = max((1, -1), key=lambda s: -zone.distance(shapely.Point(*(middle + s * APART_KM * normal))))
    x, y = page.point(*(middle + side * APART_KM * normal))
    return Candidate(x, y, dy=3.2, angle=math.degrees(math.atan2(-way[1], way[0])))
