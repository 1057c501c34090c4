"""How much room a text takes, and where on the map it may stand.

Widths are those of a common bold serif face with a little to spare, so that the plan also holds for the
wider faces of the font list; no font file is read, so every machine plans the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import shapely
from shapely import Polygon, affinity

__all__ = [
    "CHECKS",
    "FIT_SCALE",
    "ZOOMS",
    "Candidate",
    "Label",
    "box_of",
    "font_px",
    "room_of",
    "scale_of",
    "text_width",
]

FIT_SCALE = 0.52
"""Pixels per unit when the whole board is shown: a view of about 1000 x 760 px."""

ZOOMS = (1.0, 1.6, 2.6, 4.2)
"""Where the four zoom classes begin, in multiples of the fit."""

CHECKS = (*ZOOMS, 6.5)
"""Where labels must not touch: as the map grows under them they draw in towards their places."""

# ruff: noqa: RUF001  the apostrophe and the dash are meant
_EM = {
    "abdghknopquvxy": 0.53, "cez": 0.45, "fjrst": 0.37, "il": 0.28, "mwW": 0.86, "M": 0.95,
    "ABCDEGHKNOQRUVXYZ": 0.73, "FLPST": 0.63, "IJ": 0.45, " .,'’·": 0.27, "-()/": 0.34, "0123456789–": 0.5,
}  # fmt: skip
_WIDTHS = {char: em for chars, em in _EM.items() for char in chars}
_ACCENTS = str.maketrans("éèêëâàäáôöóûüúçîïÉÈÖÜÄß", "eeeeaaaaooouuuciiEEOUAs")
SPARE = 1.06
DOT_PX = 3.0
"""Half the room of a town's dot, px."""
PAD = 1.0
"""Free room kept round a text, px."""


def text_width(text: str, px: float, spacing: float = 0.0) -> float:
    """Return the width of `text` in px at a font size of `px`."""
    em = sum(_WIDTHS.get(char, 0.55) for char in text.translate(_ACCENTS))
    return em * px * SPARE + spacing * len(text)


@dataclass(frozen=True)
class Candidate:
    """One place where a label may stand.

    `x, y` in drawing units; `dx, dy` the start of its base line from there in px at its nominal size.
    """

    x: float
    y: float
    anchor: str = "middle"
    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0


@dataclass
class Label:
    """A text to be placed: its class, size, importance, first zoom class, and places to try in order."""

    text: str
    cls: str
    px: float
    rank: int
    first: int
    places: list[Candidate]
    layer: str = "names"
    must: bool = False
    spacing: float = 0.0
    chosen: Candidate | None = field(default=None)
    shown: int = 0

    @property
    def place(self) -> Candidate:
        """Where it stands.

        Raises
        ------
        ValueError
            It was not placed.
        """
        if self.chosen is None:
            raise ValueError(f"label {self.text!r} has no place")
        return self.chosen

    def as_json(self) -> dict[str, object]:
        """Return the label as it stands in `ground.json`."""
        c = self.place
        row: dict[str, object] = {"text": self.text, "x": round(c.x, 1), "y": round(c.y, 1), "cls": self.cls}
        row |= {"px": self.px, "rank": self.rank, "from": self.shown, "anchor": c.anchor, "layer": self.layer}
        row |= {"dx": round(c.dx, 1), "dy": round(c.dy, 1)}
        return row | ({"angle": round(c.angle, 1)} if c.angle else {})


def scale_of(zoom: int) -> float:
    """Return pixels per unit at a check, the first four of which begin the zoom classes."""
    return FIT_SCALE * CHECKS[zoom]


def font_px(px: float, zoom: int) -> float:
    """Return the size a label has at a check: it grows far slower than the map."""
    return px * min(1.5, max(0.92, math.pow(CHECKS[zoom], 0.28)))


def box_of(label: Label, place: Candidate, zoom: int) -> Polygon:
    """Return the room a text takes at a place at a check, drawing units."""
    k, size = scale_of(zoom), font_px(label.px, zoom)
    grown = size / label.px
    width = text_width(label.text, size, label.spacing * grown)
    left = place.dx * grown - {"middle": width / 2, "end": width, "start": 0.0}[place.anchor]
    base = place.dy * grown
    top, low = base - 0.78 * size - PAD, base + 0.24 * size + PAD
    box = shapely.box((left - PAD) / k, top / k, (left + width + PAD) / k, low / k)
    turned = affinity.rotate(box, place.angle, origin=(0, 0)) if place.angle else box
    return affinity.translate(turned, place.x, place.y)


def room_of(label: Label, place: Candidate, zoom: int) -> list[Polygon]:
    """Return the room of a label with its dot, if it has one."""
    text = box_of(label, place, zoom)
    if label.cls != "town":
        return [text]
    half = DOT_PX / scale_of(zoom)
    return [text, shapely.box(place.x - half, place.y - half, place.x + half, place.y + half)]
