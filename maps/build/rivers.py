"""Rivers: one river is one line, thick where it is a border of the game and thin elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build.arcs import Arc
from maps.build.sheet import Edge, Geography, Sheet

__all__ = ["border_courses", "course_of", "game_rivers", "other_water", "rank_of"]

REACHES = {
    "Ourthe": ("Ourthe", "Eastern Ourthe"),
    "Eastern Ourthe": ("Ourthe", "Eastern Ourthe"),
    "Ourthe (west branch)": ("Western Ourthe",),
}
"""A board may give one name to what the landscape has as two lines."""

RANKS = {"Meuse": 4, "Mosel": 4, "Ourthe": 3, "Our": 3, "Sûre": 3, "Sauer": 3}
JOIN_KM = 2.8


def rank_of(name: str, kind: str = "main") -> int:
    """Return how wide a river is drawn, 1 (brook) to 4 (Meuse)."""
    return RANKS.get(name, 2 if kind == "main" else 1)


def course_of(geography: Geography, river: str) -> LineString | None:
    """Return the landscape's line of a board's `river`, its reaches joined; None if it has none."""
    lines = geography.named("rivers", REACHES.get(river, (river,)))
    if not lines:
        return None
    merged = linemerge(_chained(lines)) if len(lines) > 1 else lines[0]
    parts = [g for g in shapely.get_parts(merged) if isinstance(g, LineString)]
    return max(parts, key=lambda g: float(g.length))


def _chained(lines: Sequence[LineString]) -> list[LineString]:
    """Let each reach end exactly where the next begins."""
    out = list(lines)
    for k, line in enumerate(out):
        tail = Point(line.coords[-1])
        heads = [Point(o.coords[0]) for o in lines if o is not lines[k]]
        near = min(heads, key=tail.distance)
        if 0 < tail.distance(near) < JOIN_KM:
            out[k] = LineString([*line.coords[:-1], near.coords[0]])
    return out


def border_courses(sheet: Sheet) -> dict[tuple[int, int], LineString]:
    """Return the landscape's river line for each river border that has one."""
    known = {e.river: course_of(sheet.geography, e.river) for e in sheet.edges.values() if e.river}
    found = {pair: known[e.river] for pair, e in sheet.edges.items() if e.river}
    return {pair: line for pair, line in found.items() if line is not None}


def game_rivers(arcs: Sequence[Arc], edges: dict[tuple[int, int], Edge]) -> dict[str, BaseGeometry]:
    """Return the border line of each game river, its arcs merged."""
    lines: dict[str, list[LineString]] = {}
    for arc in arcs:
        edge = edges.get(arc.owners)
        if edge is not None and edge.river:
            lines.setdefault(edge.river, []).append(arc.line)
    return {name: linemerge(MultiLineString(parts)) for name, parts in sorted(lines.items())}


def other_water(sheet: Sheet, game: dict[str, BaseGeometry], window: Polygon) -> list[tuple[int, LineString]]:
    """Return the water that is no border of the game, with its rank.

    The landscape's line is erased along every border that stands for it, and the loose ends are tied to
    the game river, so that no river appears twice and none has a gap.
    """
    stands_for: dict[str, list[BaseGeometry]] = {}
    for name, line in game.items():
        for reach in REACHES.get(name, (name,)):
            stands_for.setdefault(reach, []).append(line)
    out: list[tuple[int, LineString]] = []
    thick = shapely.union_all(list(game.values()))
    for river in sheet.geography.of("rivers"):
        rank = max(rank_of(river.name, river.kind), *(rank_of(a) for a in river.tags.get("aliases", ())), 1)
        names = {river.name, *river.tags.get("aliases", ())}
        own = [g for n in names for g in stands_for.get(n, ())]
        out.extend((rank, piece) for piece in _rest(river.geometry.intersection(window), own, thick))
    return out


def _rest(line: BaseGeometry, own: list[BaseGeometry], thick: BaseGeometry) -> list[LineString]:
    if own:
        border = shapely.union_all(own)
        line = line.difference(border.buffer(0.35)).difference(_wide(line, border))
    parts = [g for g in shapely.get_parts(line) if isinstance(g, LineString) and g.length > 0.3]
    return [_tied(g, shapely.union_all(own) if own else None, thick) for g in parts]


def _wide(line: BaseGeometry, border: BaseGeometry) -> BaseGeometry:
    """Return the zone of the border stretches that could not be laid on the river."""
    off = border.difference(line.buffer(0.4))
    zones = [g.buffer(min(6.0, 0.55 * g.length)) for g in shapely.get_parts(off) if g.length > 1]
    return shapely.union_all(zones) if zones else Polygon()


def _tied(piece: LineString, own: BaseGeometry | None, thick: BaseGeometry) -> LineString:
    """Tie the ends of a piece to its own game river, and its mouth to the river it flows into."""
    coords = [tuple(c) for c in piece.coords]
    for end, line in ((0, own), (-1, own), (-1, thick)):
        if line is None or line.is_empty:
            continue
        here = Point(coords[end])
        gap = here.distance(line)
        if 1e-6 < gap < (JOIN_KM if line is own else 1.2):
            goal = shapely.shortest_line(here, line).coords[-1]
            coords = [goal, *coords] if end == 0 else [*coords, goal]
    return LineString(np.array(coords))
