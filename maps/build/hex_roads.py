"""Roads of a hex board: a curve through a hex that two roads meet in, spokes where a town or a junction is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from shapely import LineString

from bulge_widget.board import Exit
from maps.build.hex_drawing import HexDrawing, Point2
from maps.build.lines import chaikin

__all__ = ["Gate", "gates_of", "road_lines", "road_path", "stop"]

STUB = 0.3
"""How far a road off the map runs beyond the edge to its disc, in hexes."""


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
class _Piece:
    """A stretch of road in one hex: straight, or bent round the centre."""

    start: Point2
    end: Point2
    bend: Point2 | None = None


def stop(drawing: HexDrawing, index: int) -> Point2:
    """Return where a village stands: at the centre, or on the bend of the one road through its hex."""
    centre = drawing.centres[index]
    ends = _ports(drawing).get(index, [])
    return np.asarray((ends[0] + 2 * centre + ends[1]) / 4) if len(ends) == 2 else centre


def _ports(drawing: HexDrawing) -> dict[int, list[Point2]]:
    """Return where roads leave each hex."""
    ports: dict[int, list[Point2]] = {}
    for (a, _), border in sorted(drawing.board.borders.items()):
        if border.road:
            ports.setdefault(a, []).append(drawing.middle(a, border.side))
    for gate in gates_of(drawing):
        ports.setdefault(gate.exit.space, []).append(gate.edge)
    return ports


def _pieces(drawing: HexDrawing) -> list[_Piece]:
    out = [_Piece(gate.edge, gate.disc) for gate in gates_of(drawing)]
    for index, ends in sorted(_ports(drawing).items()):
        centre = drawing.centres[index]
        if len(ends) == 2 and not drawing.board.spaces[index].has("town"):
            out.append(_Piece(ends[0], ends[1], centre))
        else:
            out += [_Piece(end, centre) for end in ends]
    return out


def road_lines(drawing: HexDrawing) -> list[LineString]:
    """Return all stretches of road, in km."""
    return [
        LineString(np.array([p.start, p.end]) if p.bend is None else chaikin(np.array([p.start, p.bend, p.end]), 3))
        for p in _pieces(drawing)
    ]


def road_path(drawing: HexDrawing) -> str:
    """Return all roads as path data; bends are quadratic curves, shorter and rounder than any polyline."""
    out = []
    for piece in _pieces(drawing):
        (x, y), end = drawing.page.point(*piece.start), drawing.page.point(*piece.end)
        if piece.bend is None:
            out.append(f"M{x:g} {y:g}L{end[0]:g} {end[1]:g}")
        else:
            bend = drawing.page.point(*piece.bend)
            out.append(f"M{x:g} {y:g}Q{bend[0]:g} {bend[1]:g} {end[0]:g} {end[1]:g}")
    return "".join(out)
