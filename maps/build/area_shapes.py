"""The classes of an area board that are drawn as one path each, from bottom to top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build import rivers, roads, signs, woods, zones
from maps.build.drawing import Drawing
from maps.build.lettering import Label, box_of

__all__ = ["shapes_of"]

Row = tuple[str, str, str]
"""Class, layer, path data."""


def shapes_of(drawing: Drawing, labels: Sequence[Label]) -> list[dict[str, Any]]:
    """Return the classes of drawn things from bottom to top, each as one path."""
    path, sheet = drawing.page.path, drawing.sheet
    faces = drawing.faces
    rough = [f for f, a in zip(faces, sheet.areas, strict=True) if a.terrain == "rough"]
    forest = woods.forests(sheet, drawing.window)
    out = [
        ("land", "land", path(drawing.outline)),
        *_tints(drawing, rough),
        ("wood-valley", "woods", path(_valley_woods(drawing), 0.06, 10)),
        ("wood", "woods", path(forest, 0.05, 5)),
        ("shade", "shade", ""),
        ("rough-hills", "terrain", _hills(drawing, rough, forest, labels)),
        *_frontier(drawing),
        *_thin_water(drawing),
        ("veil", "land", path(drawing.window.difference(drawing.outline))),
        *_dry_borders(drawing),
        *_game_water(drawing),
        ("frame", "frame", path(drawing.outline)),
        *_road_shapes(drawing),
        ("peaks", "terrain", _peaks(drawing)),
    ]
    return [{"class": name, "layer": layer, "d": d} for name, layer, d in out if d or name == "shade"]


def _tints(drawing: Drawing, rough: Sequence[Polygon]) -> list[Row]:
    """Return the tints of rough ground, and of ground that is graded by number."""
    pairs = list(zip(drawing.sheet.areas, drawing.faces, strict=True))
    out = [("rough", "terrain", drawing.page.path(shapely.union_all(list(rough)), 0.05, 5))]
    for grade in (1, 2):
        hard = [face for area, face in pairs if area.difficulty == grade]
        out.append((f"difficulty-{grade}", "terrain", drawing.page.path(shapely.union_all(hard), 0.05, 5)))
    return out


def _peaks(drawing: Drawing) -> str:
    """Return the hills that say how hard the ground of each area is."""
    pairs = zip(drawing.sites, drawing.signs, strict=True)
    return "".join(signs.hills_path(*drawing.page.point(*site), found) for site, found in pairs)


def _valley_woods(drawing: Drawing) -> BaseGeometry:
    """Return the wooded valley sides along the rivers as drawn; a border river may have left its valley."""
    drawn = [*drawing.game_water.values(), *(line for _, line in drawing.water)]
    near = shapely.union_all([g.buffer(0.6) for g in drawn])
    return woods.valley_woods(drawing.sheet, drawing.window).intersection(near)


def _hills(drawing: Drawing, rough: Sequence[Polygon], forest: BaseGeometry, labels: Sequence[Label]) -> str:
    """Return hill marks in rough areas, off woods, roads, water, borders, names and badges."""
    if not rough:
        return ""
    inner = shapely.union_all([f.buffer(-0.35) for f in rough])
    lines = [r.line for r in drawing.roads] + list(drawing.game_water.values()) + [w for _, w in drawing.water]
    marks = [box_of(n, n.place, max(n.shown, 1)) for n in labels if n.cls != "wood"]
    boxes = shapely.transform(shapely.union_all(marks), drawing.page.to_km)
    badges = [Point(site).buffer(1.9) for site in drawing.sites]
    taken = shapely.union_all([g.buffer(0.3) for g in lines] + [boxes, forest.buffer(0.15), *badges])
    spots = woods.hills(inner.difference(taken))
    return "".join(woods.hill_mark(*drawing.page.point(*spot)) for spot in spots)


def _frontier(drawing: Drawing) -> list[Row]:
    lines = [f.geometry.intersection(drawing.window) for f in drawing.sheet.geography.of("borders")]
    wall = [f.geometry.intersection(drawing.window) for f in drawing.sheet.geography.of("westwall")]
    path = drawing.page.path
    return [("frontier", "frontier", path(lines, 0.06, 5)), ("westwall", "westwall", path(wall, 0.06, 5))]


def _thin_water(drawing: Drawing) -> list[Row]:
    out = []
    for rank in (1, 2, 3, 4):
        lines = [line for r, line in drawing.water if r == rank]
        out.append((f"river-{rank}", "water", drawing.page.path(lines, 0.03)))
    return out


def _game_water(drawing: Drawing) -> list[Row]:
    out = []
    for rank in (2, 3, 4):
        lines = [line for name, line in drawing.game_water.items() if rivers.rank_of(name) == rank]
        out.append((f"river-border-{rank}", "water", drawing.page.path(lines)))
    return out


def _dry_borders(drawing: Drawing) -> list[Row]:
    """Return the boundaries of armies and, over them, the borders that are no rivers."""
    armies = zones.boundaries(drawing.sheet, drawing.arcs).values()
    path = drawing.page.path
    return [("boundary", "zones", path(armies)), ("border", "borders", path(_plain_borders(drawing)))]


def _plain_borders(drawing: Drawing) -> list[BaseGeometry]:
    edges = drawing.sheet.edges
    plain = [a.line for a in drawing.arcs if not a.framed and not edges[a.owners].river]
    return list(shapely.get_parts(linemerge(plain)))


def _road_shapes(drawing: Drawing) -> list[Row]:
    lines = roads.merged_roads([r.line for r in drawing.roads] + [g[0] for g in drawing.gates])
    crossed = [*drawing.roads, *drawing.tracks]
    bridges = [b for r in crossed for b in roads.bridge(r, drawing.sheet.edges[r.pair])]
    path = drawing.page.path
    return [
        ("track", "roads", path([t.line for t in drawing.tracks])),
        ("road", "roads", path(lines)),
        ("bridge", "roads", path(bridges, 0.001)),
    ]
