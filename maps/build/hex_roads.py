"""Roads of a hex board: a curve through a hex that two roads meet in, spokes where a town or a junction is.

Where a river runs in the hex, roads keep to their bank and cross it only in a hex with a bridge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely import LineString

from bulge_widget.board import Exit
from bulge_widget.board.banks import bank_at
from maps.build.hex_courses import courses_of, has_courses
from maps.build.hex_drawing import HexDrawing, Point2
from maps.build.paths import steps

__all__ = ["Gate", "Piece", "gates_of", "pieces_of", "road_lines", "road_path", "stop"]

Node = tuple[float, float]

STUB = 0.3
"""How far a road off the map runs beyond the edge to its disc, in hexes."""
SHORE = 0.17
"""How far a road along a river keeps off the middle of the water, in hexes."""


@dataclass(frozen=True)
class Gate:
    """A road off the map."""

    exit: Exit
    edge: Point2
    """Where it crosses the edge of the map, km."""
    disc: Point2
    """Where its mark stands, km."""
    angle: float
    """The way out, degrees clockwise from the east."""


def gates_of(drawing: HexDrawing) -> list[Gate]:
    """Return the roads off the map, each through a side of its hex."""
    found = []
    for way in drawing.board.exits:
        side = way.hexside or _nearest_side(drawing, way)
        edge, out = drawing.middle(way.space, side), drawing.outward(way.space, side)
        angle = float(np.degrees(np.arctan2(-out[1], out[0])))
        found.append(Gate(way, edge, edge + STUB * drawing.km * out, angle))
    return found


def _nearest_side(drawing: HexDrawing, way: Exit) -> str:
    goal = np.array([way.x, way.y])
    return min(drawing.grid.directions, key=lambda d: float(np.hypot(*(drawing.middle(way.space, d) - goal))))


@dataclass(frozen=True)
class Piece:
    """A stretch of road in one hex: straight, or bent round its middle."""

    hex: int
    start: Point2
    end: Point2
    bend: Point2 | None = None

    @property
    def line(self) -> LineString:
        """The stretch as a line, km."""
        if self.bend is None:
            return LineString([self.start, self.end])
        t = np.linspace(0.0, 1.0, 9)[:, None]
        return LineString((1 - t) ** 2 * self.start + 2 * t * (1 - t) * self.bend + t**2 * self.end)


@dataclass(frozen=True)
class _Port:
    """Where a road leaves a hex, and the banks it is on there: one, or two where it leaves over the water."""

    point: Point2
    banks: tuple[int, ...]


def stop(drawing: HexDrawing, index: int) -> Point2:
    """Return where a village stands: at the centre, or on the bend of the one road through its hex."""
    centre = drawing.centres[index]
    ends = [port.point for port in _ports(drawing).get(index, [])]
    return np.asarray((ends[0] + 2 * centre + ends[1]) / 4) if len(ends) == 2 else centre


@lru_cache(maxsize=2)
def _ports(drawing: HexDrawing) -> dict[int, list[_Port]]:
    """Return where roads leave each hex."""
    ports: dict[int, list[_Port]] = {}
    for (a, b), border in sorted(drawing.board.borders.items()):
        if border.road:
            own = bank_at(drawing.board.spaces[a].banks, border.side)
            banks = border.road_banks if own is None else (own,)
            ports.setdefault(a, []).append(_Port(_crossing(drawing, a, b), banks))
    for gate in gates_of(drawing):
        own = bank_at(drawing.board.spaces[gate.exit.space].banks, gate.exit.hexside)
        ports.setdefault(gate.exit.space, []).append(_Port(gate.edge, (own or 0,)))
    return ports


def _crossing(drawing: HexDrawing, a: int, b: int) -> Point2:
    """Return where a road crosses a hexside: in its middle, or beside the river that passes there."""
    border = drawing.board.borders[a, b]
    middle = drawing.middle(a, border.side)
    for here, side in ((a, border.side), (b, drawing.board.borders[b, a].side)):
        banks = drawing.board.spaces[here].banks
        if banks and border.road_banks and bank_at(banks, side) is None:
            first, last = drawing.side(here, side)
            order = drawing.grid.directions
            after = bank_at(banks, order[(order.index(side) + 1) % 6]) in border.road_banks
            return _beside(middle, last if after else first)
    return _beside(middle, drawing.side(a, border.side)[a < b]) if _water_between_towns(drawing, a, b) else middle


def _beside(middle: Point2, end: Point2) -> Point2:
    return np.asarray(middle + 2 * SHORE * (end - middle))


def _water_between_towns(drawing: HexDrawing, a: int, b: int) -> bool:
    """Tell whether a river that two towns replace is drawn from one to the other."""
    if not has_courses(drawing) or not {a, b} <= drawing.towns:
        return False
    middle = shapely.Point(drawing.middle(a, drawing.board.borders[a, b].side))
    return any(line.distance(middle) < 0.01 for line in courses_of(drawing).values())


def _shore(drawing: HexDrawing, index: int, bank: int) -> Point2:
    """Return the way from the centre of a hex to the middle of one of its banks, of length 1."""
    ways = [drawing.outward(index, side) for side in drawing.board.spaces[index].banks[bank]]
    out: Point2 = np.sum(ways, axis=0)
    size = float(np.hypot(*out))
    return np.asarray(out / size, dtype=np.float64)


def _node(drawing: HexDrawing, index: int, ports: list[_Port]) -> Point2:
    """Return where three roads, or one, meet: the centre, or on the bank of most of them."""
    centre = drawing.centres[index]
    if len(drawing.board.spaces[index].banks) < 2:
        return np.asarray(centre)
    bank = Counter(bank for port in ports for bank in port.banks).most_common(1)[0][0]
    return np.asarray(centre + 0.24 * drawing.km * _shore(drawing, index, bank))


def _curve(drawing: HexDrawing, index: int, ports: list[_Port]) -> Piece:
    """Return the road through a hex; along a river it is bent away until it leaves room for the water."""
    centre, (one, two) = drawing.centres[index], ports
    shared = set(one.banks) & set(two.banks)
    plain = Piece(index, one.point, two.point, centre)
    if not drawing.board.spaces[index].banks or not shared:
        return plain
    water = shapely.union_all(list(courses_of(drawing).values()))
    out = _shore(drawing, index, min(shared))
    for reach in (0.0, 0.15, 0.3, 0.45, 0.6):
        piece = Piece(index, one.point, two.point, centre + reach * drawing.km * out)
        if piece.line.distance(water) > SHORE * drawing.km:
            break
    return piece


@lru_cache(maxsize=2)
def pieces_of(drawing: HexDrawing) -> tuple[Piece, ...]:
    """Return all stretches of road, those off the map first."""
    out = [Piece(gate.exit.space, gate.edge, gate.disc) for gate in gates_of(drawing)]
    for index, ports in sorted(_ports(drawing).items()):
        if len(ports) == 2 and index not in drawing.towns:
            out.append(_curve(drawing, index, ports))
        else:
            node = _node(drawing, index, ports)
            out += [Piece(index, port.point, node) for port in ports]
    return tuple(out)


def road_lines(drawing: HexDrawing) -> list[LineString]:
    """Return all stretches of road, in km."""
    return [piece.line for piece in pieces_of(drawing)]


def road_path(drawing: HexDrawing) -> str:
    """Return all roads as path data.

    Bends are quadratic curves, shorter and rounder than any polyline; stretches that meet end to end are
    one run of relative steps.
    """
    out, at = [], (-1, -1)
    for piece in _in_runs(pieces_of(drawing)):
        start, end = _tenths(drawing, piece.start), _tenths(drawing, piece.end)
        if start != at:
            out.append(f"M{steps((0, 0), start)}")
        bend = [] if piece.bend is None else [_tenths(drawing, piece.bend)]
        out.append(("q" if bend else "l") + steps(start, *bend, end))
        at = end
    return "".join(out)


def _tenths(drawing: HexDrawing, place: Point2) -> tuple[int, int]:
    x, y = drawing.page.point(*place)
    return round(10 * x), round(10 * y)


def _in_runs(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    """Yield the pieces, each where it can beginning where the one before has ended."""
    ends: dict[Node, list[int]] = {}
    for k, piece in enumerate(pieces):
        for end in (piece.start, piece.end):
            ends.setdefault(_key(end), []).append(k)
    left, at = dict.fromkeys(range(len(pieces))), (0.0, 0.0)
    while left:
        k = next((i for i in ends.get(at, ()) if i in left), next(iter(left)))
        del left[k]
        piece = pieces[k]
        if _key(piece.end) == at:
            piece = Piece(piece.hex, piece.end, piece.start, piece.bend)
        at = _key(piece.end)
        yield piece


def _key(place: Point2) -> Node:
    return round(float(place[0]), 3), round(float(place[1]), 3)
