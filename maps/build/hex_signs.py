"""What the rules print in hexes besides land and towns: cliffs, forts, coloured crosses, stars and arrows."""

from __future__ import annotations

from typing import Any

import numpy as np
from shapely import LineString

from maps.build.hex_drawing import HexDrawing
from maps.build.hex_roads import gates_of
from maps.build.paths import UNITS_PER_KM

__all__ = ["cliffs", "sign_rows"]

TICKS = (0.1, 0.3, 0.5, 0.7, 0.9)
TICK = 0.11
"""How far the marks of a cliff reach down from it, in hexes."""
BESIDE = 0.46
"""How far beside the centre a sign stands, in hexes: in the corner that a piece leaves free."""
_CROSS = "M-.9-2.7h1.8v1.8h1.8v1.8h-1.8v1.8h-1.8v-1.8h-1.8v-1.8h1.8z"
_DISC = "M-2.3 0a2.3 2.3 0 1 1 4.6 0a2.3 2.3 0 1 1-4.6 0z"
SIGNS = (
    ("fort", "sign-fort", 0, ""),
    ("field-fort:allied", "sign-fort", 0, ""),
    ("cross:light-blue", "sign-light", 1, _CROSS),
    ("cross:dark-blue", "sign-dark", 1, _CROSS),
    ("star:white", "sign-white", 1, "M0-3.6.9-1.2 3.4-1.1 1.4.5 2.1 2.9 0 1.5-2.1 2.9-1.4.5-3.4-1.1-.9-1.2z"),
    ("fifteen:plain", "sign-gold", -1, _DISC),
    ("fifteen:circled", "sign-gold", -1, _DISC),
    ("fifteen:circled", "sign-ring", -1, "M-3.6 0a3.6 3.6 0 1 1 7.2 0a3.6 3.6 0 1 1-7.2 0z"),
    ("fuel-dump", "sign-fuel", -1, "M-1.9-2.9h3.8v5.8h-3.8z"),
    ("parachute", "sign-white", -1, "M-3.2-.2a3.2 3.2 0 0 1 6.4 0L0 3.6z"),
)
"""Tag, class of paint, which side of the piece it stands (0: round it), and its shape in drawing units."""
ARROW = (0.12, 0.13, 0.2)
"""Half the width of an arrow out of the map, how far its tip stays inside, its length, in hexes."""


def cliffs(drawing: HexDrawing) -> list[LineString]:
    """Return every cliff as its hexside and ticks down to the river below, or to the side the table names first."""
    found = []
    for (a, b), border in sorted(drawing.board.borders.items()):
        low = bool(drawing.board.spaces[a].rivers)
        if border.cliff and (low > bool(drawing.board.spaces[b].rivers) or (a < b and _alike(drawing, a, b))):
            start, end = drawing.side(a, border.side)
            down = -TICK * drawing.km * drawing.outward(a, border.side)
            feet = [start + part * (end - start) for part in TICKS]
            found += [LineString([start, end]), *(LineString([foot, foot + down]) for foot in feet)]
    return found


def _alike(drawing: HexDrawing, a: int, b: int) -> bool:
    return bool(drawing.board.spaces[a].rivers) == bool(drawing.board.spaces[b].rivers)


def sign_rows(drawing: HexDrawing) -> list[dict[str, Any]]:
    """Return each kind of sign as one shape drawn at its hexes, and the coloured arrows out of the map."""
    rows = []
    for tag, paint, hand, d in SIGNS:
        spots = [drawing.centres[s.index] for s in drawing.board.spaces if s.has(tag)]
        beside = np.array([hand * BESIDE * drawing.km, 0.0])
        at = [value for spot in spots for value in drawing.page.point(*(spot + beside))]
        if at:
            rows.append({"class": paint, "layer": "signs", "d": _scaled(drawing, d, hand), "at": at})
    arrows = {colour: _arrows(drawing, colour) for colour in ("pink", "red")}
    return rows + [{"class": f"arrow-{colour}", "layer": "signs", "d": d} for colour, d in arrows.items() if d]


def _scaled(drawing: HexDrawing, d: str, hand: int) -> str:
    """Return a shape, or where it stands round the piece the outline of the hex, a little smaller."""
    if hand:
        return d
    ring = 0.88 * UNITS_PER_KM * (drawing.corners[0] - drawing.centres[0])
    return "M" + "L".join(f"{x:.1f} {-y:.1f}" for x, y in ring) + "z"


def _arrows(drawing: HexDrawing, colour: str) -> str:
    wide, tip, long = (part * drawing.km for part in ARROW)
    paths = []
    for gate in gates_of(drawing):
        if drawing.board.spaces[gate.exit.space].has(f"arrow:{colour}"):
            turn = np.radians(-gate.angle)
            out = np.array([np.cos(turn), np.sin(turn)])
            across, head = np.array([-out[1], out[0]]), gate.edge - tip * out
            corners = (head, head - long * out + wide * across, head - long * out - wide * across)
            paths.append("M" + "L".join("{:g} {:g}".format(*drawing.page.point(*corner)) for corner in corners) + "z")
    return "".join(paths)
