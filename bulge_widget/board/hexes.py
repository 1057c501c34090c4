"""Arithmetic of hexes: ids and coordinates, neighbours, distance, line, centre and outline.

Two ways of numbering are known. ``row-first``: ids RRCC such as '0104', rows from the north, columns counted
from the EAST, hexes with a point to the north, even rows half a hex further west. ``column-letters``: ids
such as 'tt15', columns A to Z then AA to ZZ from the west, rows from the north, hexes with a flat side to the
north, even columns half a hex further south. Inside, both are axial coordinates (q to the east, r to the
south), where all arithmetic is the same. Lengths are in hexes: 1 is the distance of two neighbouring centres.
x grows to the east and y to the north.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Literal

import msgspec

__all__ = ["COLUMN_LETTERS", "GRIDS", "ROW_FIRST", "Axial", "HexGrid"]

Axial = tuple[int, int]
"""(q, r): q grows to the east, r to the south (south-east on boards with a point to the north)."""

_HALF_ROOT_3 = math.sqrt(3) / 2
_NUDGE = 1e-6


class HexGrid(msgspec.Struct, frozen=True):
    """One way of numbering hexes; made once as :data:`ROW_FIRST` and :data:`COLUMN_LETTERS`."""

    name: Literal["row-first", "column-letters"]
    """As in `board.csv`."""
    pointy: bool
    """Whether a point, not a side, lies to the north."""
    steps: dict[str, Axial]
    """The six directions, clockwise, with the step each takes."""
    form: str
    """What an id looks like, for messages."""
    read: Callable[[str], Axial | None]
    """Id to coordinates; None where the text is no id."""
    write: Callable[[Axial], str | None]
    """Coordinates to id; None where no id can say them."""

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions, clockwise."""
        return tuple(self.steps)

    def opposite(self, direction: str) -> str:
        """Return the direction that leads back."""
        names = self.directions
        return names[(names.index(direction) + 3) % 6]

    def axial(self, hex_id: str) -> Axial:
        """Return the coordinates of an id.

        Raises
        ------
        ValueError
            If the text is not an id of this numbering.
        """
        found = self.read(hex_id)
        if found is None:
            raise ValueError(f"{hex_id!r} is not a hex id; valid: {self.form}")
        return found

    def neighbours(self, hex_id: str) -> dict[str, str]:
        """Return direction -> id, clockwise, of the neighbours that an id can say (a map may end before)."""
        q, r = self.axial(hex_id)
        found = ((name, self.write((q + dq, r + dr))) for name, (dq, dr) in self.steps.items())
        return {name: other for name, other in found if other is not None}

    def direction(self, a: str, b: str) -> str | None:
        """Return the direction from a hex to its neighbour; None where they do not touch."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        step = (bq - aq, br - ar)
        return next((name for name, known in self.steps.items() if known == step), None)

    def distance(self, a: str, b: str) -> int:
        """Return the number of steps from one hex to another."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the hexes from a to b that follow the straight line between their centres.

        Where the line runs along a side, the hex on the same hand is always taken. Points of the line
        that no id can say are left out.
        """
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        count = self.distance(a, b)
        found = []
        for i in range(count + 1):
            part = i / count if count else 0.0
            at = _round(aq + (bq - aq) * part + _NUDGE, ar + (br - ar) * part + _NUDGE)
            found.append(self.write(at))
        return tuple(name for name in found if name is not None)

    def centre(self, hex_id: str) -> tuple[float, float]:
        """Return (x, y) of the centre, in hexes.

        Row-first: x is minus the column (minus another half in even rows), y is minus the row times √3/2.
        Column-letters: x is the column times √3/2, y is minus the row (minus another half in even columns).
        """
        q, r = self.axial(hex_id)
        if self.pointy:
            return q + r / 2 - 0.5, -r * _HALF_ROOT_3
        return q * _HALF_ROOT_3, 0.5 - (r + q / 2)

    def polygon(self, hex_id: str) -> tuple[tuple[float, float], ...]:
        """Return the six corners in hexes, clockwise; direction i looks out between corners i and i+1."""
        x, y = self.centre(hex_id)
        radius = 1 / math.sqrt(3)
        first = 90.0 if self.pointy else 120.0
        angles = (math.radians(first - 60 * i) for i in range(6))
        return tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles)


def _round(q: float, r: float) -> Axial:
    """Return the hex that holds a point given in broken coordinates."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        return -rr - rs, rr
    if dr > ds:
        return rq, -rq - rs
    return rq, rr


def _read_row_first(hex_id: str) -> Axial | None:
    if not re.fullmatch(r"[0-9]{4}", hex_id):
        return None
    row, column = int(hex_id[:2]), int(hex_id[2:])
    if not row or not column:
        return None
    return -column - row // 2, row


def _write_row_first(at: Axial) -> str | None:
    q, row = at
    column = -q - row // 2
    if not (1 <= row <= 99 and 1 <= column <= 99):
        return None
    return f"{row:02d}{column:02d}"


def _read_column_letters(hex_id: str) -> Axial | None:
    found = re.fullmatch(r"([a-z])(\1?)([1-9][0-9]?)", hex_id)
    if not found:
        return None
    column = ord(found[1]) - ord("a") + (27 if found[2] else 1)
    return column, int(found[3]) - (column - 1) // 2


def _write_column_letters(at: Axial) -> str | None:
    column, r = at
    row = r + (column - 1) // 2
    if not (1 <= column <= 52 and 1 <= row <= 99):
        return None
    letter = chr(ord("a") + (column - 1) % 26)
    return f"{letter * (1 if column <= 26 else 2)}{row}"


ROW_FIRST = HexGrid(
    "row-first",
    pointy=True,
    steps={"ne": (1, -1), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1)},
    form="row and column, two digits each, such as '0104'",
    read=_read_row_first,
    write=_write_row_first,
)
"""RRCC, columns from the east, a point to the north."""

COLUMN_LETTERS = HexGrid(
    "column-letters",
    pointy=False,
    steps={"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)},
    form="one letter, or the same letter twice, and the row, such as 'a1' or 'tt15'",
    read=_read_column_letters,
    write=_write_column_letters,
)
"""Letters from the west, then the row; a flat side to the north."""

GRIDS: dict[str, HexGrid] = {grid.name: grid for grid in (ROW_FIRST, COLUMN_LETTERS)}
"""By the name that `board.csv` gives."""
