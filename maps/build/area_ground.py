"""The ground of an area board: everything that is drawn once and never changes in play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely import LineString, Point, Polygon, affinity
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build import names, rivers, roads, woods
from maps.build.arcs import Arc, cut
from maps.build.lettering import Candidate, Label, box_of
from maps.build.paths import Page
from maps.build.placing import place_labels
from maps.build.recut import areas_of, recut
from maps.build.sheet import Sheet
from maps.build.slots import GRID, slots_of

__all__ = ["AreaStyle", "Drawing", "draw_areas"]

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


class Drawing:
    """One area board while it is drawn: the re-cut areas, where the badges stand, the page."""

    def __init__(self, sheet: Sheet, style: AreaStyle) -> None:
        self.sheet, self.style = sheet, style
        count = len(sheet.areas)
        old = cut([a.polygon for a in sheet.areas])
        self.arcs: list[Arc] = recut(old, rivers.border_courses(sheet), count)
        self.faces: list[Polygon] = areas_of(self.arcs, count)
        self.outline = Polygon(shapely.union_all(self.faces).exterior)
        x0, y0, x1, y1 = self.outline.bounds
        self.window = shapely.box(x0 - MARGIN_KM, y0 - MARGIN_KM, x1 + MARGIN_KM, y1 + MARGIN_KM)
        self.page = Page(x0 - MARGIN_KM, y1 + MARGIN_KM)
        self.network = roads.network_of(sheet)
        self.sites = [_site(sheet, self.network, k, face) for k, face in enumerate(self.faces)]
        self.roads = roads.draw_roads(sheet, self.network, self.arcs, self.sites)
        self.game_water = rivers.game_rivers(self.arcs, sheet.edges)
        self.water = rivers.other_water(sheet, self.game_water, self.window)
        self.stars = [_stars(self, k) for k in range(count)]
        self.gates = [_gate(self, k) for k in range(len(sheet.gates))]

    def to_units(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return a geometry in drawing units."""
        return shapely.transform(geometry, lambda c: [self.page.point(x, y) for x, y in c])


def _site(sheet: Sheet, network: roads.Network, k: int, face: Polygon) -> Node:
    """Return where a badge stands: at the real town, or a real junction, if that lies well inside, else near it.

    A town on the border moves inwards until the badge, its stars and a bridge have room, in a small area less
    far, as the pieces need the middle.
    """
    area = sheet.areas[k]
    towns = {f.name: f.geometry for f in sheet.geography.of("towns")}
    town = towns.get(area.place) or network.junction(area.site)
    start = town if town.distance(Point(area.site)) < 4.5 else Point(area.site)
    radius = float(shapely.maximum_inscribed_circle(face).length)
    inner = face.buffer(-min(2.3, max(1.15, 0.33 * radius)))
    spot = start if inner.contains(start) else shapely.shortest_line(inner, start).interpolate(0)
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
    way = affinity.scale(LineString([site, gate.point]), 1.3, 1.3, origin=site)
    edge = drawing.outline.exterior
    hits = shapely.get_parts(way.intersection(edge))
    cross = min(hits, key=site.distance) if len(hits) else edge.interpolate(edge.project(Point(gate.point)))
    normal = _outward(drawing.outline, cross)
    disc = (cross.x + 2.1 * normal[0], cross.y + 2.1 * normal[1])
    inward = math.degrees(math.atan2(normal[1], -normal[0]))
    middle = (cross.x - 0.9 * normal[0], cross.y - 0.9 * normal[1])
    leg = roads.stub(drawing.network, drawing.faces[gate.area].buffer(-0.3), (site.x, site.y), middle)
    return LineString([*leg.coords, disc]), disc, inward


def _outward(outline: Polygon, at: Point) -> Node:
    ring = outline.exterior
    where = ring.project(at)
    a, b = ring.interpolate(where - 1.0), ring.interpolate((where + 1.0) % ring.length)
    dx, dy = b.x - a.x, b.y - a.y
    size = math.hypot(dx, dy) or 1.0
    normal = (dy / size, -dx / size)
    out = Point(at.x + normal[0], at.y + normal[1])
    return normal if not outline.contains(out) else (-normal[0], -normal[1])


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
    place = names.place_names(sheet, drawing.sites, drawing.page, drawing.stars)
    badges = [*_town_badges(drawing), *_gate_badges(drawing)]
    board = shapely.union_all([drawing.to_units(f) for f in drawing.faces])
    first = place_labels(place, [*map(_badge_zone, badges), *_bridge_zones(drawing)], board)
    slots = _slots(drawing, first, badges)
    labels = first + _other_labels(drawing, first, slots, badges, board)
    x0, y0, x1, y1 = drawing.to_units(drawing.window).bounds
    return {
        "id": sheet.id,
        "kind": "areas",
        "size": [round(x1 - x0, 1), round(y1 - y0, 1)],
        "shapes": shapes(drawing, labels),
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


def _town_badges(drawing: Drawing) -> list[dict[str, Any]]:
    out = []
    for area, site, side in zip(drawing.sheet.areas, drawing.sites, drawing.stars, strict=True):
        x, y = drawing.page.point(*site)
        value = drawing.sheet.values.get(area.id, 0)
        if value:
            out.append({"x": x, "y": round(y + 13.5 * side, 1), "text": str(value), "kind": "vp", "layer": "values"})
        out.append({"x": x, "y": y, "text": area.number, "kind": "town", "layer": "badges"})
    return out


def _gate_badges(drawing: Drawing) -> list[dict[str, Any]]:
    out = []
    for gate, (_, disc, angle) in zip(drawing.sheet.gates, drawing.gates, strict=True):
        x, y = drawing.page.point(*disc)
        say = f"Road {gate.id.upper()} off the board, towards {gate.towards}"
        row = {"x": x, "y": y, "text": gate.id.upper(), "kind": "entry", "angle": round(angle, 1)}
        out.append(row | {"layer": "entries", "say": say})
    return out


def _slots(drawing: Drawing, placed: Sequence[Label], badges: Sequence[dict[str, Any]]) -> list[list[Node]]:
    """Return the piece slots of every area; a name may reach into a neighbour, so all names count.

    Where the pieces of a side would overlap, the area's own name tries its other places.
    """
    rings = [_badge_zone(b) for b in badges]
    ways = drawing.to_units(shapely.union_all([r.line for r in drawing.roads])).buffer(2)
    bridges = _bridge_zones(drawing)
    own = {n.text: n for n in placed}
    out: list[list[Node]] = []
    for area, face, site in zip(drawing.sheet.areas, drawing.faces, drawing.sites, strict=True):
        shape = drawing.to_units(face).buffer(-1)
        spot = drawing.page.point(*site)
        others = [_box(n) for n in placed if n is not own[area.name]]
        taken = [g for g in (*rings, *others, *_boxes_of(out, drawing)) if g.intersects(shape)]
        best: tuple[int, list[Node], Candidate | None] = (0, [], own[area.name].chosen)
        for place in _tries(own[area.name], others, [*rings, *bridges]):
            blocks = [*taken, box_of(own[area.name], place, 0)]
            step, slots = slots_of(shape, blocks, ways, spot, drawing.style.piece, drawing.style.per_side)
            if step > best[0]:
                best = (step, slots, place)
            if step >= GRID:
                break
        if not best[0]:
            raise ValueError(f"no room for the pieces of {area.id}")
        own[area.name].chosen = best[2]
        out.append(best[1])
    return out


def _box(label: Label) -> Polygon:
    assert label.chosen is not None
    return box_of(label, label.chosen, 0)


def _boxes_of(slots: Sequence[Sequence[Node]], drawing: Drawing) -> list[Polygon]:
    half = drawing.style.piece / 2
    return [shapely.box(x - half, y - half, x + half, y + half) for rows in slots for x, y in rows]


def _tries(label: Label, others: Sequence[Polygon], rings: Sequence[BaseGeometry]) -> list[Candidate]:
    """Return the label's places that touch no other name or badge, the chosen one first."""
    assert label.chosen is not None
    free = [p for p in label.places if p is not label.chosen]
    free = [p for p in free if not any(box_of(label, p, 0).intersects(g) for g in (*others, *rings))]
    return [label.chosen, *free]


def _bridge_zones(drawing: Drawing) -> list[BaseGeometry]:
    found = [r for r in drawing.roads if r.crossing is not None and drawing.sheet.edges[r.pair].bridge]
    return [drawing.to_units(r.crossing.buffer(0.5)) for r in found if r.crossing is not None]


def _badge_zone(badge: dict[str, Any]) -> BaseGeometry:
    x, y = badge["x"], badge["y"]
    if badge["kind"] == "vp":
        half = 3.3 * int(badge["text"]) + 1
        return shapely.box(x - half, y - 4.5, x + half, y + 4.5)
    return Point(x, y).buffer(11)


def _other_labels(
    drawing: Drawing,
    placed: Sequence[Label],
    slots: Sequence[Sequence[Node]],
    badges: Sequence[dict[str, Any]],
    board: BaseGeometry,
) -> list[Label]:
    sheet, page = drawing.sheet, drawing.page
    taken = [*_boxes_of(slots, drawing), *(_badge_zone(b) for b in badges), *_bridge_zones(drawing)]
    lines = _river_lines(drawing)
    zooms = dict.fromkeys(drawing.game_water, 0)
    found = [
        *names.river_names(sheet, lines, page, drawing.outline, zooms),
        *names.wood_names(sheet, page, drawing.outline),
        *names.town_names(sheet, drawing.sites, page, drawing.outline.buffer(-1)),
    ]
    all_labels = place_labels([*found, *placed], taken, Polygon(board.exterior))
    return [n for n in all_labels if n.cls != "place"]


def _river_lines(drawing: Drawing) -> dict[str, BaseGeometry]:
    """Return what carries each river's name: its border line, else the landscape's line."""
    lines = dict(drawing.game_water)
    known = {reach for name in lines for reach in rivers.REACHES.get(name, (name,))}
    for river in drawing.sheet.geography.of("rivers"):
        if not known & {river.name, *river.tags.get("aliases", ())}:
            lines[river.name.split(" (")[0]] = river.geometry
    return lines


def shapes(drawing: Drawing, labels: Sequence[Label]) -> list[dict[str, Any]]:
    """Return the classes of drawn things from bottom to top, each as one path."""
    path, sheet = drawing.page.path, drawing.sheet
    faces = drawing.faces
    rough = [f for f, a in zip(faces, sheet.areas, strict=True) if a.terrain == "rough"]
    forest = woods.forests(sheet, drawing.window)
    out = [
        ("land", "land", path(drawing.window)),
        ("rough", "terrain", path(shapely.union_all(rough), 0.02)),
        ("wood-valley", "woods", path(_valley_woods(drawing), 0.06)),
        ("wood", "woods", path(forest, 0.04)),
        ("shade", "shade", ""),
        ("rough-hills", "terrain", _hills(drawing, rough, forest, labels)),
        *_frontier(drawing),
        *_thin_water(drawing),
        ("veil", "land", path(drawing.window.difference(drawing.outline))),
        ("border", "borders", path(_plain_borders(drawing))),
        *_game_water(drawing),
        ("frame", "frame", path(drawing.outline)),
        *_road_shapes(drawing),
    ]
    return [{"class": name, "layer": layer, "d": d} for name, layer, d in out if d or name == "shade"]


def _valley_woods(drawing: Drawing) -> BaseGeometry:
    """Return the wooded valley sides along the rivers as drawn; a border river may have left its valley."""
    drawn = [*drawing.game_water.values(), *(line for _, line in drawing.water)]
    near = shapely.union_all([g.buffer(0.6) for g in drawn])
    return woods.valley_woods(drawing.sheet, drawing.window).intersection(near)


def _hills(drawing: Drawing, rough: Sequence[Polygon], forest: BaseGeometry, labels: Sequence[Label]) -> str:
    """Return hill marks in rough areas, off woods, roads, water, borders, names and badges."""
    inner = shapely.union_all([f.buffer(-0.35) for f in rough])
    lines = [r.line for r in drawing.roads] + list(drawing.game_water.values()) + [w for _, w in drawing.water]
    marks = [box_of(n, n.chosen, max(n.shown, 1)) for n in labels if n.chosen is not None and n.cls != "wood"]
    boxes = shapely.transform(shapely.union_all(marks), drawing.page.to_km)
    badges = [Point(site).buffer(1.9) for site in drawing.sites]
    taken = shapely.union_all([g.buffer(0.3) for g in lines] + [boxes, forest.buffer(0.15), *badges])
    spots = woods.hills(inner.difference(taken))
    return "".join(woods.hill_mark(*drawing.page.point(*spot)) for spot in spots)


def _frontier(drawing: Drawing) -> list[tuple[str, str, str]]:
    lines = [f.geometry.intersection(drawing.window) for f in drawing.sheet.geography.of("borders")]
    wall = [f.geometry.intersection(drawing.window) for f in drawing.sheet.geography.of("westwall")]
    path = drawing.page.path
    return [("frontier", "frontier", path(lines, 0.04)), ("westwall", "westwall", path(wall, 0.03))]


def _thin_water(drawing: Drawing) -> list[tuple[str, str, str]]:
    out = []
    for rank in (1, 2, 3, 4):
        lines = [line for r, line in drawing.water if r == rank]
        out.append((f"river-{rank}", "water", drawing.page.path(lines, 0.03)))
    return out


def _game_water(drawing: Drawing) -> list[tuple[str, str, str]]:
    out = []
    for rank in (2, 3, 4):
        lines = [line for name, line in drawing.game_water.items() if rivers.rank_of(name) == rank]
        out.append((f"river-border-{rank}", "water", drawing.page.path(lines)))
    return out


def _plain_borders(drawing: Drawing) -> list[BaseGeometry]:
    edges = drawing.sheet.edges
    plain = [a.line for a in drawing.arcs if not a.framed and not edges[a.owners].river]
    merged = linemerge(plain)
    return list(shapely.get_parts(merged))


def _road_shapes(drawing: Drawing) -> list[tuple[str, str, str]]:
    lines = roads.merged_roads([r.line for r in drawing.roads] + [g[0] for g in drawing.gates])
    bridges = [b for r in drawing.roads for b in roads.bridge(r, drawing.sheet.edges[r.pair])]
    path = drawing.page.path
    return [("road", "roads", path(lines)), ("bridge", "roads", path(bridges, 0.001))]
