"""The names of a hex board: places above or below their piece, rivers, woods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps.build import names
from maps.build.hex_courses import has_courses
from maps.build.hex_drawing import HexDrawing
from maps.build.lettering import Candidate, Label, box_of
from maps.build.paths import UNITS_PER_KM
from maps.build.placing import place_labels
from maps.build.sheet import Sheet

__all__ = ["labels_of"]

TOWN_PX, PLACE_PX = 11.5, 10.5
STRIP = 0.435
"""Where a name stands above or below its hex's centre, in hexes: between its own piece and the next row's."""


def labels_of(
    drawing: HexDrawing,
    water: Mapping[str, BaseGeometry],
    wooded: BaseGeometry,
    marks: Sequence[BaseGeometry],
    roads: Sequence[BaseGeometry],
) -> list[Label]:
    """Return all names with their places, off each other and off `marks` (drawing units).

    Places come first and keep off roads where they can, woods come last and keep off them; a river's name
    may cross a road.
    """
    ring = Polygon(max(shapely.get_parts(drawing.outline), key=lambda g: float(g.area)))
    page = Polygon([drawing.page.point(x, y) for x, y in ring.exterior.coords])
    rivers = names.river_names(dict(water), drawing.page, ring, dict.fromkeys(water, 0))
    found = place_labels(list(_places(drawing)), [*marks, *roads], page)
    found = place_labels([*rivers, *found], [*marks, *_houses(drawing)], page)
    return place_labels([*_woods(drawing, ring, wooded), *found], [*marks, *roads], page)


def _houses(drawing: HexDrawing) -> Iterator[Polygon]:
    """Yield the room of the towns that a river drawn in hexes flows through, drawing units."""
    half = 0.3 * drawing.km * UNITS_PER_KM
    for index in drawing.towns if has_courses(drawing) else ():
        x, y = drawing.page.point(*drawing.centres[index])
        yield shapely.box(x - 1.5 * half, y - half, x + 1.5 * half, y + half)


def _places(drawing: HexDrawing) -> Iterator[Label]:
    strip = STRIP * drawing.km * UNITS_PER_KM
    page = shapely.box(2, 2, drawing.size[0] - 2, drawing.size[1] - 2)
    for space in drawing.board.spaces:
        if space.name:
            x, y = drawing.page.point(space.x, space.y)
            town = space.index in drawing.towns
            px = TOWN_PX if town else PLACE_PX
            places = list(_spots(x, y, strip, px))
            label = Label(space.name, "place", px, 0 if town else 1, 0, places, must=True)
            inside = [p for p in places if page.contains(box_of(label, p, 0))]
            label.places = inside or places
            yield label


def _spots(x: float, y: float, strip: float, px: float) -> Iterator[Candidate]:
    """Yield the places above and below a piece: in the middle, then shifted either way."""
    for shift, anchor in ((0.0, "middle"), (-14.0, "start"), (14.0, "end")):
        for hand in (1, -1):
            yield Candidate(x + shift, y + hand * strip, anchor, dy=round(px * (0.33 if hand < 0 else 0.4), 1))


def _woods(drawing: HexDrawing, ring: Polygon, wooded: BaseGeometry) -> Iterator[Label]:
    """Yield the names of the landscape's woods that fall on wooded hexes."""
    sheet = Sheet(drawing.board.id, (), {}, (), drawing.geography)
    for label in names.wood_names(sheet, drawing.page, ring):
        at = drawing.page.to_km(np.array([(p.x, p.y) for p in label.places]))
        spots = [p for p, km in zip(label.places, at, strict=True) if wooded.contains(Point(km))]
        if spots:
            label.places = spots
            yield label
