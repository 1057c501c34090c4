"""Roads: town, crossing, town; drawn along the landscape's real roads where these lead the same way."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import networkx as nx
import numpy as np
import shapely
from shapely import LineString, Point, STRtree
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from maps.build.arcs import Arc, Line
from maps.build.lines import chaikin, densified, tangent
from maps.build.sheet import Edge, Sheet

__all__ = ["Network", "Road", "best_crossing", "bridge", "draw_roads", "merged_roads", "network_of", "stub"]

Node = tuple[float, float]
DETOUR = 1.25
SNAP_KM = 2.6
SPUR_COST = 1.6
SHARED_COST = 0.8
BRAID_KM = 0.45


class Road:
    """One road of the game: its line and where it crosses the border (None for a road off the board)."""

    def __init__(self, pair: tuple[int, int], line: LineString, crossing: Point | None) -> None:
        self.pair, self.line, self.crossing = pair, line, crossing


def draw_roads(sheet: Sheet, network: Network, arcs: Sequence[Arc], sites: Sequence[Node]) -> list[Road]:
    """Draw every road connection of the board.

    Parameters
    ----------
    sheet : Sheet
        Its edges say which neighbours a road connects.
    network : Network
        The real roads; those drawn become cheaper, so the order of the edges counts.
    arcs : sequence of Arc
        The borders as drawn.
    sites : sequence of (x, y)
        Where each area's badge stands, km.

    Returns
    -------
    list of Road
        In the order of the edges. Each crosses the common border exactly once.
    """
    borders = _borders(arcs)
    faces = [_area_zone(sheet, arcs, k) for k in range(len(sheet.areas))]
    out = []
    for pair, edge in sorted(sheet.edges.items()):
        if edge.road:
            found = _along_roads(network, pair, faces, borders[pair], sites)
            out.append(found or _straight(network, pair, borders[pair], sites))
    return out


def _borders(arcs: Sequence[Arc]) -> dict[tuple[int, int], BaseGeometry]:
    parts: dict[tuple[int, int], list[LineString]] = defaultdict(list)
    for arc in arcs:
        parts[arc.owners].append(arc.line)
    return {pair: linemerge(lines) for pair, lines in parts.items()}


def _area_zone(sheet: Sheet, arcs: Sequence[Arc], k: int) -> BaseGeometry:
    face = shapely.polygonize([a.line for a in arcs if k in a.owners])
    return shapely.union_all(shapely.get_parts(face)) if len(shapely.get_parts(face)) else sheet.areas[k].polygon


class Network:
    """The landscape's roads, cut at their junctions."""

    def prefer(self, path: Sequence[Node]) -> None:
        """Make the stretches of a road that is drawn cheaper, so that the next one shares them."""
        for a, b in pairwise(path):
            if self.graph.has_edge(a, b) and not self.graph[a][b].get("drawn"):
                self.graph[a][b]["km"] *= SHARED_COST
                self.graph[a][b]["drawn"] = True

    def __init__(self, lines: BaseGeometry) -> None:
        self.lines = lines
        self.graph: nx.Graph[Node] = nx.Graph()
        for line in shapely.get_parts(lines):
            coords = [(round(x, 3), round(y, 3)) for x, y in line.coords]
            for a, b in pairwise(coords):
                self.graph.add_edge(a, b, km=float(np.hypot(a[0] - b[0], a[1] - b[1])))
        self.nodes: list[Node] = sorted(self.graph)
        self.tree = STRtree([Point(p) for p in self.nodes])

    def junction(self, near: Node, reach: float = 4.0) -> Point:
        """Return the nearest place where real roads meet, the place itself if there is none within `reach` km."""
        meeting = [n for n in self.nodes if self.graph.degree(n) > 2 and math.dist(n, near) < reach]
        return Point(min(meeting, key=lambda n: math.dist(n, near), default=near))


def network_of(sheet: Sheet) -> Network:
    """Return the landscape's roads; lines of march and planned axes are none."""
    skip = {"axis", "march", "rollbahn"}
    lines = [f.geometry for f in sheet.geography.of("roads") if f.tags.get("class") not in skip]
    fine = [LineString(densified(np.asarray(g.coords), 1.0)) for g in lines]
    return Network(shapely.union_all(fine))


def _along_roads(
    network: Network,
    pair: tuple[int, int],
    faces: Sequence[BaseGeometry],
    border: BaseGeometry,
    sites: Sequence[Node],
) -> Road | None:
    """Return the shortest way over real roads inside the two areas, if it is good enough."""
    zone = faces[pair[0]].union(faces[pair[1]]).buffer(-0.2)
    inside = network.tree.query(zone, predicate="contains")
    graph = network.graph.subgraph([network.nodes[k] for k in inside]).copy()
    ends = (sites[pair[0]], sites[pair[1]])
    for end in ends:
        _spur(graph, end)
    try:
        path = nx.shortest_path(graph, ends[0], ends[1], weight="km")
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return None
    line = LineString(path)
    crossings = [g for g in shapely.get_parts(line.intersection(border)) if g.geom_type == "Point"]
    if len(crossings) != 1 or line.length > DETOUR * math.dist(*ends) + 1:
        return None
    network.prefer(path)
    return Road(pair, line, crossings[0])


def _spur(graph: nx.Graph[Node], site: Node) -> None:
    """Join a place to the roads: at its nearest point if that is close, else at the three nearest."""
    gaps = sorted((math.dist(p, site), p) for p in graph)
    for km, node in gaps[: 1 if gaps and gaps[0][0] < 0.5 else 3]:
        if km < 4:
            graph.add_edge(site, node, km=km * SPUR_COST)


def _straight(network: Network, pair: tuple[int, int], border: BaseGeometry, sites: Sequence[Node]) -> Road:
    """Return town, best crossing, town, drawn to real roads where they are near."""
    a, b = sites[pair[0]], sites[pair[1]]
    crossing = best_crossing(border, a, b)
    halves = [_drawn(network, start, (crossing.x, crossing.y)) for start in (a, b)]
    for pull in (1.0, 0.5, 0.0):
        line = LineString(np.vstack([_mix(halves[0], pull), _mix(halves[1], pull)[::-1][1:]]))
        hits = shapely.get_parts(line.intersection(border.buffer(0.02)))
        if len(hits) == 1 or (pull == 0.0):
            break
    return Road(pair, line, crossing)


def best_crossing(border: BaseGeometry, a: Node, b: Node) -> Point:
    """Return the point of a border, away from its ends, on the shortest way between two places."""
    lines = [g for g in shapely.get_parts(border) if isinstance(g, LineString)]
    line = max(lines, key=lambda g: float(g.length))
    spots = [line.interpolate(t, normalized=True) for t in np.linspace(0.15, 0.85, 57)]
    return Point(min(spots, key=lambda p: p.distance(Point(a)) + p.distance(Point(b))))


def _drawn(network: Network, start: Node, end: Node) -> tuple[Line, Line]:
    """Return a straight leg and the same leg drawn to the real roads near it."""
    leg = densified(np.array([start, end]), 1.0)
    near = np.array([shapely.shortest_line(Point(p), network.lines).coords[-1] for p in leg])
    gap = np.hypot(*(near - leg).T)
    fade = np.sin(np.pi * np.linspace(0, 1, len(leg)))
    weight = (np.clip(1 - (gap / SNAP_KM) ** 2, 0, 1) * np.minimum(1, 1.6 * fade))[:, None]
    return leg, leg + weight * (near - leg)


def _mix(legs: tuple[Line, Line], pull: float) -> Line:
    return (1 - pull) * legs[0] + pull * legs[1]


def bridge(road: Road, edge: Edge) -> list[LineString]:
    """Return the pair of brackets that marks a bridge, none where the road meets no river.

    The brackets stand on both sides of the road and open outwards, across the river.
    """
    if not edge.bridge or road.crossing is None:
        return []
    at = road.line.project(road.crossing)
    ux, uy = tangent(road.line, at, 0.5)
    out = []
    for side in (1, -1):
        shape = [(-0.62, 0.62), (-0.34, 0.36), (0.34, 0.36), (0.62, 0.62)]
        points = [
            (road.crossing.x + t * ux - side * n * uy, road.crossing.y + t * uy + side * n * ux) for t, n in shape
        ]
        out.append(LineString(points))
    return out


def stub(network: Network, zone: BaseGeometry, start: Node, end: Node) -> LineString:
    """Return a road from a town to the board's edge inside `zone`, along or drawn to the real roads near it."""
    graph = network.graph.subgraph([n for n in network.nodes if zone.contains(Point(n))]).copy()
    for place in (start, end):
        _spur(graph, place)
    try:
        line = LineString(nx.shortest_path(graph, start, end, weight="km"))
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        line = None
    if line is not None and line.length < 1.25 * math.dist(start, end):
        return line
    return LineString(_drawn(network, start, end)[1])


def merged_roads(lines: Sequence[LineString], rounds: int = 2) -> list[LineString]:
    """Return the union of `lines`, each stretch once, smoothed between junctions."""
    union = linemerge(shapely.node(shapely.set_precision(shapely.union_all(_braided(lines)), 0.001)))
    parts = sorted(shapely.get_parts(union), key=lambda g: tuple(g.coords[0]))
    thin = [np.asarray(g.simplify(0.12).coords) for g in parts if g.length > 0.02]
    return [LineString(chaikin(points, rounds)) for points in thin]


def _braided(lines: Sequence[LineString]) -> list[LineString]:
    """Let a road that runs close beside an earlier one use that one's line."""
    done: list[LineString] = []
    known: list[Node] = []
    for line in lines:
        points = [(float(x), float(y)) for x, y in densified(np.asarray(line.coords), 0.25)]
        if known:
            near, gap = STRtree([Point(p) for p in known]).query_nearest(
                [Point(p) for p in points], return_distance=True, all_matches=False
            )
            snap = {int(k): known[int(j)] for k, j, d in zip(*near, gap, strict=True) if d < BRAID_KM}
            points = [points[0], *(snap.get(k, p) for k, p in enumerate(points) if 0 < k < len(points) - 1), points[-1]]
        clean = [p for p, q in zip(points, [None, *points], strict=False) if p != q]
        known += clean
        done.append(LineString(clean))
    return done
