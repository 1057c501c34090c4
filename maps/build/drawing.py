"""One area board while it is drawn: the re-cut areas, where the badges stand, roads, water and gates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Point, Polygon, affinity
from shapely.geometry.base import BaseGeometry

from maps.build import rivers, roads, signs, tracks
from maps.build.arcs import Arc, cut
from maps.build.paths import Page
from maps.build.recut import areas_of, recut
from maps.build.sheet import Sheet, as_point

__all__ = ["AreaStyle", "Drawing", "Node"]

MARGIN_KM = 7.0
Node = tuple[float, float]


@dataclass(frozen=True)
class AreaStyle:
    """What differs between area boards."""

    piece: float
    """Side of a piece, units."""
    per_side: int
    """The stacking limit of one side."""
    piece_style: str
    front: tuple[str, ...]
    """Areas the board opens on."""
    redraw: bool = True
    """Whether borders are still to be laid on their rivers; else the polygons are drawn as they are."""
    rooms: tuple[tuple[int, float, int], ...] = ((0, -1.0, 10),)
    """Where pieces may stand, best first: off the names as large as at this zoom check, how many units beyond
    the border, and the distance of pieces, tenths of their side, that makes looking further needless."""
    corners: bool = False
    """Whether a name may stand at the corners of its badge too."""
    gate: str = "Road {} off the board, towards {}"
    """What is spoken for an entry mark: its letter, where its road leads."""


class Drawing:
    """One area board while it is drawn: the re-cut areas, where the badges stand, the page."""

    def __init__(self, sheet: Sheet, style: AreaStyle) -> None:
        self.sheet, self.style = sheet, style
        count = len(sheet.areas)
        old = cut([a.polygon for a in sheet.areas])
        self.arcs: list[Arc] = recut(old, rivers.border_courses(sheet), count) if style.redraw else old
        self.faces: list[Polygon] = areas_of(self.arcs, count)
        self.outline = Polygon(shapely.coverage_union_all(self.faces).buffer(0).exterior)
        x0, y0, x1, y1 = self.outline.bounds
        self.window = shapely.box(x0 - MARGIN_KM, y0 - MARGIN_KM, x1 + MARGIN_KM, y1 + MARGIN_KM)
        self.page = Page(x0 - MARGIN_KM, y1 + MARGIN_KM)
        self.network = roads.network_of(sheet)
        self.sites = [_site(sheet, self.network, k, face) for k, face in enumerate(self.faces)]
        self.roads = roads.draw_roads(sheet, self.network, self.arcs, self.sites)
        self.tracks = tracks.draw_tracks(sheet, self.arcs, self.sites)
        self.game_water = rivers.game_rivers(self.arcs, sheet.edges)
        self.water = rivers.other_water(sheet, self.game_water, self.window)
        self.stars = [_stars(self, k) for k in range(count)]
        self.signs = self._signs()
        self.gates = [_gate(self, k) for k in range(len(sheet.gates))]

    def _signs(self) -> list[signs.Signs]:
        """Return the marks and hills round each badge."""
        water = shapely.union_all(list(self.game_water.values()))
        marks = self.sheet.marks
        trio = zip(self.sheet.areas, self.faces, self.sites, strict=True)
        return [signs.signs_of(area, marks.get(area.id, ()), face, site, water) for area, face, site in trio]

    @property
    def board(self) -> Polygon:
        """The outline in drawing units."""
        return Polygon(self._units(np.asarray(self.outline.exterior.coords)))

    def to_units(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return a geometry in drawing units."""
        return shapely.transform(geometry, self._units)

    def _units(self, km: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([self.page.point(x, y) for x, y in km]).reshape(-1, 2)


def _site(sheet: Sheet, network: roads.Network, k: int, face: Polygon) -> Node:
    """Return where a badge stands: at the real town, or a real junction, if that lies well inside, else near it.

    A town on the border moves inwards until the badge, its stars and a bridge have room, in a small area less
    far, as the pieces need the middle.
    """
    area = sheet.areas[k]
    towns = {f.name: as_point(f.geometry) for f in sheet.geography.of("towns")}
    town = towns.get(area.place) or network.junction(area.site)
    start = town if town.distance(Point(area.site)) < 4.5 else Point(area.site)
    radius = float(shapely.maximum_inscribed_circle(face).length)
    inner = face.buffer(-min(2.3, max(1.15, 0.33 * radius)))
    spot = start if inner.contains(start) else Point(shapely.shortest_line(inner, start).coords[0])
    return (round(spot.x, 2), round(spot.y, 2))


def _stars(drawing: Drawing, k: int) -> int:
    """Return where an area's value stands: below its badge (1), above (-1) if there is water below; 0 for none."""
    if not drawing.sheet.values.get(drawing.sheet.areas[k].id):
        return 0
    x, y = drawing.sites[k]
    half = 0.33 * drawing.sheet.values[drawing.sheet.areas[k].id] + 0.5
    water = shapely.union_all(list(drawing.game_water.values()))
    low, high = (water.distance(shapely.box(x - half, y + s - 0.9, x + half, y + s + 0.9)) for s in (-1.35, 1.35))
    return 1 if low > 0.25 or low >= high else -1


def _gate(drawing: Drawing, k: int) -> tuple[LineString, Node, float]:
    """Return the stub road of a gate, its disc beyond the frame, and the angle of the way in."""
    gate = drawing.sheet.gates[k]
    site = Point(drawing.sites[gate.area])
    way = affinity.scale(LineString([(site.x, site.y), gate.point]), 1.3, 1.3, origin=site)
    edge = drawing.outline.exterior
    hits = [as_point(g) for g in shapely.get_parts(way.intersection(edge))]
    cross = min(hits, key=site.distance, default=edge.interpolate(edge.project(Point(gate.point))))
    normal = _outward(drawing.outline, cross)
    disc = (cross.x + 2.1 * normal[0], cross.y + 2.1 * normal[1])
    inward = math.degrees(math.atan2(normal[1], -normal[0]))
    middle = (cross.x - 0.9 * normal[0], cross.y - 0.9 * normal[1])
    leg = roads.stub(drawing.network, drawing.faces[gate.area].buffer(-0.3), (site.x, site.y), middle)
    stub = [(float(x), float(y)) for x, y in leg.coords]
    return LineString([*stub, disc]), disc, inward


def _outward(outline: Polygon, at: Point) -> Node:
    ring = outline.exterior
    where = ring.project(at)
    a, b = ring.interpolate(where - 1.0), ring.interpolate((where + 1.0) % ring.length)
    dx, dy = b.x - a.x, b.y - a.y
    size = math.hypot(dx, dy) or 1.0
    normal = (dy / size, -dx / size)
    out = Point(at.x + normal[0], at.y + normal[1])
    return normal if not outline.contains(out) else (-normal[0], -normal[1])
