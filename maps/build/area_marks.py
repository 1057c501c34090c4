"""What is printed on an area board besides the land: badges, names, and the places kept for pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps.build import names, rivers
from maps.build.drawing import Drawing, Node
from maps.build.lettering import Candidate, Label, box_of
from maps.build.names import NAME_PX
from maps.build.placing import place_labels
from maps.build.slots import GRID, slots_of

__all__ = ["Badge", "badges_of", "other_labels", "place_labels_of", "slots_by_area"]

Badge = dict[str, Any]


def badges_of(drawing: Drawing) -> list[Badge]:
    """Return the badges of towns, values and gates."""
    return [*_town_badges(drawing), *_gate_badges(drawing)]


def place_labels_of(drawing: Drawing, badges: Sequence[Badge], board: Polygon) -> list[Label]:
    """Return the names in play, placed off all badges and bridges."""
    place = names.place_names(drawing.sheet, drawing.sites, drawing.page, drawing.stars)
    return place_labels(place, [*map(_badge_zone, badges), *_bridge_zones(drawing)], board)


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


def slots_by_area(drawing: Drawing, placed: Sequence[Label], badges: Sequence[dict[str, Any]]) -> list[list[Node]]:
    """Return the piece slots of every area; a name may reach into a neighbour, so all names count.

    Where the pieces of a side would overlap, the area's own name tries its other places. Small areas choose first.
    """
    rings = [_badge_zone(b) for b in badges]
    ways = drawing.to_units(shapely.union_all([r.line for r in drawing.roads])).buffer(2)
    bridges = _bridge_zones(drawing)
    own = {n.text: n for n in placed}
    found: dict[int, list[Node]] = {}
    for k in sorted(range(len(drawing.faces)), key=lambda k: drawing.faces[k].area):
        label = own[drawing.sheet.areas[k].name]
        others = [_box(n) for n in placed if n is not label]
        pieces = _boxes_of(list(found.values()), drawing)
        tries = _tries(label, others, [*rings, *bridges, *pieces])
        label.chosen, found[k] = _best_slots(drawing, k, [*rings, *others], ways, tries)
    return [found[k] for k in range(len(found))]


def _best_slots(
    drawing: Drawing, k: int, taken: Sequence[Polygon], ways: BaseGeometry, tries: Sequence[Candidate]
) -> tuple[Candidate, list[Node]]:
    """Return the place of an area's name that leaves its pieces most room, and their slots."""
    area, style = drawing.sheet.areas[k], drawing.style
    label = Label(area.name, "place", NAME_PX, 0, 0, [])
    shape = drawing.to_units(drawing.faces[k]).buffer(-1)
    spot = drawing.page.point(*drawing.sites[k])
    near = [g for g in taken if g.intersects(shape)]
    best: tuple[int, Candidate, list[Node]] = (0, tries[0], [])
    for place in tries:
        blocks = [*near, box_of(label, place, 0)]
        step, slots = slots_of(Polygon(shape), blocks, ways, spot, style.piece, style.per_side)
        if step > best[0]:
            best = (step, place, slots)
        if step >= GRID:
            break
    if not best[0]:
        raise ValueError(f"no room for the pieces of {area.id}")
    return best[1:]


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
    found = [r for r in drawing.roads if r.crossing is not None and drawing.sheet.edges[r.pair].bridge]
    return [drawing.to_units(r.crossing.buffer(0.5)) for r in found if r.crossing is not None]


def _badge_zone(badge: Badge) -> Polygon:
    x, y = badge["x"], badge["y"]
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
    taken = [*_boxes_of(slots, drawing), *(_badge_zone(b) for b in badges), *_bridge_zones(drawing)]
    lines = _river_lines(drawing)
    zooms = dict.fromkeys(drawing.game_water, 0)
    found = [
        *names.river_names(lines, page, drawing.outline, zooms),
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
