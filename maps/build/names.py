"""Which names a map carries: places in play, rivers, woods, other towns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps.build.drawing import Drawing
from maps.build.lettering import Candidate, Label, scale_of, text_width
from maps.build.paths import Page
from maps.build.placing import around_badge, around_dot, at_corners
from maps.build.sheet import Sheet, as_point

__all__ = ["NAME_PX", "place_names", "river_names", "town_names", "wood_names"]

NAME_PX = 12
RIVER_SPACING = 1.5
WOOD_SPACING = 1.0
BESIDE_KM = 0.42
"""A river's name stands beside the water, not on it."""


def place_names(drawing: Drawing) -> list[Label]:
    """Return the name of each area, by its badge; never dropped."""
    names = []
    for k, area in enumerate(drawing.sheet.areas):
        rank = 0 if drawing.sheet.values.get(area.id, 0) >= 4 else 1
        places = _places_round(drawing, k)
        names.append(Label(area.name, "place", NAME_PX, rank, 0, places, must=True))
    return names


def _places_round(drawing: Drawing, k: int) -> list[Candidate]:
    """Return the places round a badge, beyond its value, its hills and its marks."""
    side, signs = drawing.stars[k], drawing.signs[k]
    above, below = 8.0 * (side < 0), 8.0 * (side > 0)
    if signs.hills:
        above, below = above + 8.0 * (not signs.below), below + 8.0 * signs.below
    right, left = (signs.side_units if signs.east == east else 0.0 for east in (True, False))
    x, y = drawing.page.point(*drawing.sites[k])
    corners = at_corners(x, y) if drawing.style.corners else []
    return [*around_badge(x, y, above, below, right, left), *corners]


def river_names(lines: dict[str, BaseGeometry], page: Page, board: Polygon, first: dict[str, int]) -> list[Label]:
    """Return the name of each river along its straightest reaches on the board."""
    found = []
    for name, line in lines.items():
        zoom = first.get(name, 1)
        inside = line.intersection(board.buffer(-1.5))
        width = text_width(name, 11, RIVER_SPACING) / scale_of(zoom) / 10
        places = [p for part in shapely.get_parts(inside) for p in _reaches(part, width, page)]
        places.sort(key=lambda pair: pair[0])
        spots = [p for _, p in places[:60]]
        if spots:
            rank = 3 if zoom == 0 else 4
            found.append(Label(name, "river", 11, rank, zoom, spots, "water", spacing=RIVER_SPACING))
    return found


def _reaches(line: BaseGeometry, width: float, page: Page) -> Iterator[tuple[float, Candidate]]:
    """Yield stretches as long as the name, with how crooked they are."""
    if not isinstance(line, LineString) or line.length < width * 1.05:
        return
    for start in np.arange(0.0, line.length - width, 0.8):
        points = np.array([line.interpolate(start + width * t).coords[0] for t in np.linspace(0, 1, 7)])
        chord = points[-1] - points[0]
        size = float(np.hypot(*chord)) or 1e-9
        normal = np.array([-chord[1], chord[0]]) / size
        bow = (points - points[0]) @ normal
        dx, dy = float(chord[0]), -float(chord[1])
        angle = math.degrees(math.atan2(dy, dx))
        flip = abs(angle) > 90
        angle = angle - math.copysign(180, angle) if flip else angle
        crooked = float(np.ptp(bow)) / width + 0.1 * (abs(angle) > 65)
        middle = points[0] + chord / 2
        up = 1 if normal[1] > 0 else -1  # the text stands on the upper side of the water
        for side, dy_px in ((1, -1.5), (-1, 8.5)):
            bulge = max(0.0, float((bow * up * side).max()))
            x, y = page.point(*(middle + normal * up * side * (bulge + BESIDE_KM)))
            yield crooked + 0.15 * bulge + 0.05 * (side < 0), Candidate(x, y, dy=dy_px, angle=angle)


def wood_names(sheet: Sheet, page: Page, board: Polygon) -> list[Label]:
    """Return the names of the larger woods, inside their outline."""
    found = []
    for wood in sheet.geography.of("woods"):
        shape = wood.geometry.intersection(board)
        if wood.kind == "valley sides" or shape.area < 9 or not wood.name:
            continue
        rank = 5 if shape.area > 40 else 6
        spots = [_widest(shape), shape.representative_point(), shape.centroid]
        places = [Candidate(*page.point(p.x, p.y + d), dy=3.4) for p in spots for d in (0, 0.9, -0.9)]
        first = 1 if shape.area > 40 else 2
        found.append(Label(wood.name, "wood", 10, rank, first, places, "woods", spacing=WOOD_SPACING))
    return found


def _widest(shape: BaseGeometry) -> Point:
    parts = [g for g in shapely.get_parts(shape) if isinstance(g, Polygon)]
    return Point(shapely.maximum_inscribed_circle(max(parts, key=lambda g: g.area)).coords[0])


def town_names(sheet: Sheet, sites: Sequence[tuple[float, float]], page: Page, board: Polygon) -> Iterator[Label]:
    """Yield the other towns of the landscape on the board, villages after towns."""
    ranks = {"city": 5, "town": 5, "village": 6, "hamlet": 7}
    names = {_plain(a.name) for a in sheet.areas}
    for town in sheet.geography.of("towns"):
        p = as_point(town.geometry)
        if not board.contains(p) or names & {_plain(n) for n in (town.name, *town.tags.get("aliases", ()))}:
            continue
        if min(math.dist((p.x, p.y), s) for s in sites) < 1.4:
            continue
        text = town.name.split(" (")[0]
        rank = ranks.get(town.kind, 6)
        first = {5: 1, 6: 2, 7: 3}[rank]
        yield Label(text, "town", 9.5, rank, first, around_dot(*page.point(p.x, p.y)), "towns")


def _plain(name: str) -> str:
    return name.casefold().replace("saint-", "st. ").replace("sankt ", "st. ").replace("-", " ")
