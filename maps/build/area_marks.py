"""What is printed on an area board besides the land: badges, names, and the places kept for pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps.build import names, rivers, zones
from maps.build.drawing import AreaStyle, Drawing, Node
from maps.build.lettering import Candidate, Label, box_of
from maps.build.names import NAME_PX
from maps.build.placing import place_labels
from maps.build.slots import GRID, slots_of

__all__ = ["Badge", "badges_of", "other_labels", "place_labels_of", "slots_by_area"]

Badge = dict[str, Any]
ROAD_COST, NAME_COST = 0.35, 0.8
"""What covering a road, or a name in the whole view, costs a place for pieces; in piece sides of room."""


def badges_of(drawing: Drawing) -> list[Badge]:
    """Return the badges of towns, values and gates."""
    return [*_town_badges(drawing), *_victory_marks(drawing), *_gate_badges(drawing)]


def place_labels_of(drawing: Drawing, badges: Sequence[Badge], board: Polygon) -> list[Label]:
    """Return the names in play, placed off all badges and bridges."""
    place = names.place_names(drawing)
    taken = [*map(_badge_zone, badges), *_hill_zones(drawing), *_bridge_zones(drawing)]
    return place_labels(place, taken, board)


def _town_badges(drawing: Drawing) -> list[dict[str, Any]]:
    out = []
    for area, site, side in zip(drawing.sheet.areas, drawing.sites, drawing.stars, strict=True):
        x, y = drawing.page.point(*site)
        value = drawing.sheet.values.get(area.id, 0)
        if value:
            out.append({"x": x, "y": round(y + 13.5 * side, 1), "text": str(value), "kind": "vp", "layer": "values"})
        out.append({"x": x, "y": y, "text": area.number, "kind": "town", "layer": "badges"})
    return out


def _victory_marks(drawing: Drawing) -> list[Badge]:
    """Return the single victory marks beside the badges."""
    out = []
    for site, signs in zip(drawing.sites, drawing.signs, strict=True):
        for word, east, north in signs.spots(site):
            x, y = drawing.page.point(east, north)
            out.append({"x": x, "y": y, "text": word, "kind": "vp", "layer": "values"})
    return out


def _hill_zones(drawing: Drawing) -> list[BaseGeometry]:
    """Return the room of the hills at the badges, drawing units."""
    out: list[BaseGeometry] = []
    for site, signs in zip(drawing.sites, drawing.signs, strict=True):
        if signs.hills:
            x, y = drawing.page.point(*site)
            middle, half = y + (12.8 if signs.below else -12.8), 4.6 * signs.hills + 0.5
            out.append(shapely.box(x - half, middle - 4, x + half, middle + 4))
    return out


def _gate_badges(drawing: Drawing) -> list[dict[str, Any]]:
    out = []
    for gate, (_, disc, angle) in zip(drawing.sheet.gates, drawing.gates, strict=True):
        x, y = drawing.page.point(*disc)
        say = drawing.style.gate.format(gate.id.upper(), gate.towards)
        row = {"x": x, "y": y, "text": gate.id.upper(), "kind": "entry", "angle": round(angle, 1)}
        out.append(row | {"layer": "entries", "say": say})
    return out


def slots_by_area(drawing: Drawing, placed: Sequence[Label], badges: Sequence[dict[str, Any]]) -> list[list[Node]]:
    """Return the piece slots of every area; a name may reach into a neighbour, so all names count.

    Where the pieces of a side would overlap, the area's own name tries its other places. Small areas choose first.
    """
    rings = [*map(_badge_zone, badges), *_hill_zones(drawing)]
    ways = drawing.to_units(shapely.union_all([r.line for r in drawing.roads])).buffer(2)
    bridges = _bridge_zones(drawing)
    own = {n.text: n for n in placed}
    found: dict[int, list[Node]] = {}
    for k in sorted(range(len(drawing.faces)), key=lambda k: drawing.faces[k].area):
        label = own[drawing.sheet.areas[k].name]
        others = [n for n in placed if n is not label]
        pieces = _boxes_of(list(found.values()), drawing)
        tries = _tries(label, [_box(n) for n in others], [*rings, *bridges, *pieces])
        label.chosen, found[k] = _best_slots(drawing, k, ([*rings, *pieces], others), ways, tries)
    return [found[k] for k in range(len(found))]


def _best_slots(
    drawing: Drawing,
    k: int,
    taken: tuple[Sequence[BaseGeometry], Sequence[Label]],
    ways: BaseGeometry,
    tries: Sequence[Candidate],
) -> tuple[Candidate, list[Node]]:
    """Return the place of an area's name that leaves its pieces most room, and their slots.

    The first kind of room in which the pieces lie far enough apart will do, else that where they overlap least.
    """
    best: tuple[int, Candidate, list[Node]] = (0, tries[0], [])
    for zoom, beyond, enough in drawing.style.rooms:
        for place in tries:
            step, slots = _slots_in(drawing, k, taken, ways, (zoom, beyond, place))
            if step > best[0]:
                best = (step, place, slots)
            if step >= GRID:
                break
        if best[0] >= enough:
            break
    if not best[0]:
        raise ValueError(f"no room for the pieces of {drawing.sheet.areas[k].id}")
    return best[1:]


def _slots_in(
    drawing: Drawing,
    k: int,
    taken: tuple[Sequence[BaseGeometry], Sequence[Label]],
    ways: BaseGeometry,
    where: tuple[int, float, Candidate],
) -> tuple[int, list[Node]]:
    """Return the slots of an area in one kind of room, with its name at one place."""
    zoom, beyond, place = where
    style, area = drawing.style, drawing.sheet.areas[k]
    shape = drawing.to_units(drawing.faces[k]).buffer(beyond)
    label = Label(area.name, "place", NAME_PX, 0, 0, [])
    names = [box_of(label, place, zoom), *(box_of(n, n.place, zoom) for n in taken[1])]
    near = [g for g in (*taken[0], *names) if g.intersects(shape)]
    spot = drawing.page.point(*drawing.sites[k])
    avoid = [(ways, ROAD_COST)]
    far = [box_of(label, place, 0), *(box_of(n, n.place, 0) for n in taken[1])] if zoom else []
    if far:  # names stay in sight in the whole view where the pieces have a choice
        avoid.append((shapely.union_all([g for g in far if g.intersects(shape)]), NAME_COST))
    step, slots = slots_of(Polygon(shape), near, avoid, spot, style.piece, style.per_side)
    return step, _least_covering_first(slots, far, style)


def _least_covering_first(slots: list[Node], names: Sequence[Polygon], style: AreaStyle) -> list[Node]:
    """Let the first piece of each side stand where it covers least of the names in the whole view."""
    half = style.piece / 2

    def covered(spot: Node) -> float:
        square = shapely.box(spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half)
        return float(sum(square.intersection(g).area for g in names if g.intersects(square)))

    if not names:
        return slots
    sides = (slots[: style.per_side], slots[style.per_side :])
    return [spot for side in sides for spot in sorted(side, key=covered)]


def _box(label: Label) -> Polygon:
    return box_of(label, label.place, 0)


def _boxes_of(slots: Sequence[Sequence[Node]], drawing: Drawing) -> list[Polygon]:
    half = drawing.style.piece / 2
    return [shapely.box(x - half, y - half, x + half, y + half) for rows in slots for x, y in rows]


def _tries(label: Label, others: Sequence[Polygon], rings: Sequence[BaseGeometry]) -> list[Candidate]:
    """Return the label's places that touch no other name or badge, the chosen one first."""
    free = [p for p in label.places if p is not label.place]
    free = [p for p in free if not any(box_of(label, p, 0).intersects(g) for g in (*others, *rings))]
    return [label.place, *free]


def _bridge_zones(drawing: Drawing) -> list[BaseGeometry]:
    roads = [*drawing.roads, *drawing.tracks]
    found = [r for r in roads if r.crossing is not None and drawing.sheet.edges[r.pair].bridge]
    return [drawing.to_units(r.crossing.buffer(0.5)) for r in found if r.crossing is not None]


def _badge_zone(badge: Badge) -> Polygon:
    x, y = badge["x"], badge["y"]
    if badge["kind"] == "vp" and not badge["text"].isdecimal():
        return Polygon(shapely.box(x - 7.5, y - 7.5, x + 7.5, y + 7.5))
    if badge["kind"] == "vp":
        half = 3.3 * int(badge["text"]) + 1
        return Polygon(shapely.box(x - half, y - 4.5, x + half, y + 4.5))
    return Polygon(Point(x, y).buffer(11))


def other_labels(
    drawing: Drawing,
    placed: Sequence[Label],
    slots: Sequence[Sequence[Node]],
    badges: Sequence[dict[str, Any]],
    board: Polygon,
) -> list[Label]:
    """Return the names of rivers, woods and other towns, off pieces, badges and the names in play."""
    sheet, page = drawing.sheet, drawing.page
    marks = [*map(_badge_zone, badges), *_hill_zones(drawing), *_bridge_zones(drawing)]
    taken = [*_boxes_of(slots, drawing), *marks]
    lines = _river_lines(drawing)
    zooms = dict.fromkeys(drawing.game_water, 0)
    found = [
        *names.river_names(lines, page, drawing.outline, zooms),
        *zones.zone_names(sheet, drawing.arcs, page),
        *names.wood_names(sheet, page, drawing.outline),
        *names.town_names(sheet, drawing.sites, page, drawing.outline.buffer(-1)),
    ]
    all_labels = place_labels([*found, *placed], taken, board)
    return [n for n in all_labels if n.cls != "place"]


def _river_lines(drawing: Drawing) -> dict[str, BaseGeometry]:
    """Return what carries each river's name: its border line, else the landscape's line."""
    lines = dict(drawing.game_water)
    known = {reach for name in lines for reach in rivers.REACHES.get(name, (name,))}
    for river in drawing.sheet.geography.of("rivers"):
        if not known & {river.name, *river.tags.get("aliases", ())}:
            lines[river.name.split(" (")[0]] = river.geometry
    return lines
