"""What stands in hexes besides the land: houses, dots, the West Wall, the marks of the roads off the map."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely import Polygon

from maps.build.hex_drawing import HexDrawing
from maps.build.hex_roads import Gate, stop
from maps.build.paths import UNITS_PER_KM

__all__ = ["dots", "gate_badges", "houses", "teeth"]

HOUSES = (
    (-0.19, 0.08, 0.15, 0.09), (-0.03, 0.12, 0.12, 0.15), (0.14, 0.08, 0.16, 0.1), (-0.12, -0.08, 0.13, 0.11),
    (0.04, -0.07, 0.13, 0.09), (0.2, -0.08, 0.1, 0.12), (0.03, -0.2, 0.12, 0.09), (-0.3, -0.06, 0.09, 0.1),
    (-0.41, 0.07, 0.08, 0.08), (0.31, 0.1, 0.08, 0.09), (0.42, -0.08, 0.08, 0.08),
)  # fmt: skip
"""Blocks of a town, in hexes: middle (x, y), width, height. The outer ones are seen beside a piece."""
DOT = 0.085
TOOTH = (0.036, 0.105)
"""Half the width and the height of a dragon's tooth, in hexes."""
TEETH = {"nw": (0.16, 0.36, 0.56, 0.76), "w": (0.1, 0.3, 0.5, 0.7, 0.9), "sw": (0.24, 0.44, 0.64, 0.84)}
"""Where they stand on each western side, clockwise along it."""


def houses(drawing: HexDrawing) -> dict[str, Any]:
    """Return the blocks of a town, drawn at the centre of each."""
    d = "".join(_block(drawing, 0.0, 0.0, block) for block in HOUSES)
    places = [drawing.page.point(*drawing.centres[index]) for index in sorted(drawing.towns)]
    return {"class": "houses", "layer": "houses", "d": d, "at": [value for place in places for value in place]}


def dots(drawing: HexDrawing) -> str:
    """Return a small block for each name that is no town, as path data."""
    named = [s for s in drawing.board.spaces if s.name and s.index not in drawing.towns]
    sites = [drawing.page.point(*stop(drawing, s.index)) for s in named]
    return "".join(_block(drawing, x, y, (0.0, 0.0, DOT, DOT)) for x, y in sites)


def _block(drawing: HexDrawing, x: float, y: float, block: tuple[float, float, float, float]) -> str:
    """Return a block given in hexes from a place in drawing units."""
    dx, dy, wide, high = (round(v * drawing.km * UNITS_PER_KM, 1) for v in block)
    return f"M{x + dx - wide / 2:.4g} {y - dy - high / 2:.4g}h{wide:g}v{high:g}h-{wide:g}z"


def teeth(drawing: HexDrawing) -> list[Polygon]:
    """Return the dragon's teeth along the western sides of each hex with the West Wall, inside the hex."""
    half, high = (part * drawing.km for part in TOOTH)
    found = []
    for space in drawing.board.spaces:
        for side in TEETH if space.has("west-wall") else ():
            a, b = drawing.side(space.index, side)
            out, along = drawing.outward(space.index, side), (b - a) / np.hypot(*(b - a))
            for part in TEETH[side]:
                foot = a + part * (b - a) - 0.135 * drawing.km * out
                found.append(Polygon([foot - half * along, foot + high * out, foot + half * along]))
    return found


def gate_badges(drawing: HexDrawing, gates: list[Gate]) -> list[dict[str, Any]]:
    """Return the marks of the roads off the map: the multiple with an arrow out, or only an arrow in."""
    return [_badge(drawing, gate) for gate in gates]


def _badge(drawing: HexDrawing, gate: Gate) -> dict[str, Any]:
    way = gate.exit
    x, y = drawing.page.point(*gate.disc)
    counts = way.multiple is not None
    angle = gate.angle if counts else (gate.angle + 180) % 360
    say = f"Road off the map at {way.id}" + (f" towards {way.towards}" if way.towards else "")
    say += f", multiple {way.multiple}" if counts else ""
    text = f"×{way.multiple}" if counts else way.side[:1].upper() or "–"  # noqa: RUF001  the sign for times is meant
    row = {"x": x, "y": y, "text": text, "kind": "entry", "angle": round(angle, 1), "layer": "entries"}
    return row | {"say": say}
