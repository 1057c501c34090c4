"""A teacher's marks as static SVG: arrows, rings, texts and highlighted spaces, as the live board draws them."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from bulge_widget.scene.marks import SANS, number

__all__ = ["highlights", "notes"]

Json = Mapping[str, Any]
Point = tuple[float, float]
LINE = 34
"""Characters in one line of a mark's text."""


def highlights(marks: Any, ground: Json, colours: Mapping[str, str]) -> Iterator[str]:
    """Yield the washes over highlighted spaces; they lie under names and pieces."""
    for mark in marks:
        outline = _outline(ground, mark.get("at")) if mark["kind"] == "highlight" else ""
        if outline:
            ink = _ink(mark, colours)
            yield f'<g fill="{ink}" fill-opacity=".28" stroke="{ink}" stroke-width="3">{outline}</g>'


def notes(marks: Any, ground: Json, colours: Mapping[str, str], k: float) -> Iterator[str]:
    """Yield all else of the marks; `k` is px a world unit, for letters of one size at any scale."""
    places = dict(_centres(ground))
    for mark in marks:
        to, start = places.get(mark.get("at", mark.get("to"))), places.get(mark.get("from"))
        if to is None:
            continue
        ink = _ink(mark, colours)
        if mark["kind"] == "arrow" and start is not None:
            yield f'<path d="{_arrow(start, to)}" fill="{ink}" fill-opacity=".85" stroke="{colours["halo"]}"/>'
        if mark["kind"] == "ring":
            centre = f'cx="{number(to[0])}" cy="{number(to[1])}"'
            yield f'<circle {centre} r="26" fill="none" stroke="{ink}" stroke-width="4"/>'
        if mark.get("text"):
            yield _text(mark, to, start, colours["label"], colours["halo"], k)


def _ink(mark: Json, colours: Mapping[str, str]) -> str:
    colour = str(mark.get("colour") or "hit")
    return escape(colours.get(colour, colour))


def _centres(ground: Json) -> Iterator[tuple[str, Point]]:
    spaces = ground["spaces"]
    for area in spaces.get("areas", ()):
        yield area["id"], (area["x"], area["y"])
    hexes = spaces.get("hexes", {"ids": (), "xy": ()})
    yield from zip(hexes["ids"], zip(hexes["xy"][::2], hexes["xy"][1::2], strict=True), strict=True)


def _outline(ground: Json, space: object) -> str:
    spaces = ground["spaces"]
    for area in spaces.get("areas", ()):
        if area["id"] == space:
            return f'<path d="{area["d"]}"/>'
    hexes = spaces.get("hexes")
    if hexes and space in hexes["ids"]:
        x, y = hexes["xy"][2 * hexes["ids"].index(space) :][:2]
        return f'<path d="{hexes["template"]}" transform="translate({number(x)} {number(y)})"/>'
    return ""


def _text(mark: Json, to: Point, start: Point | None, ink: str, halo: str, k: float) -> str:  # noqa: PLR0913  a text has these sides
    x, y = to
    if mark["kind"] == "arrow" and start is not None:
        x, y = (x + start[0]) / 2, (y + start[1]) / 2 - 12 / k
    else:
        y -= 32 if mark["kind"] == "ring" else 30 / k
    lines = textwrap.wrap(mark["text"], LINE)
    size = 14 / k
    spans = "".join(
        f'<tspan x="{number(x)}" y="{number(y - (len(lines) - 1 - n) * 1.15 * size)}">{escape(line)}</tspan>'
        for n, line in enumerate(lines)
    )
    return (
        f'<text fill="{ink}" stroke="{halo}" stroke-width="{number(4 / k)}" paint-order="stroke" font-family="{SANS}" '
        f'font-weight="700" font-size="{number(size)}" text-anchor="middle">{spans}</text>'
    )


def _arrow(start: Point, end: Point) -> str:
    """Return a tapering arrow with a slight bend, as drawn on campaign maps; it stops short of both ends."""
    whole = math.dist(start, end) or 1.0
    gap = min(16.0, whole * 0.2)
    ux, uy = (end[0] - start[0]) / whole, (end[1] - start[1]) / whole
    x0, y0, x1, y1 = start[0] + ux * gap, start[1] + uy * gap, end[0] - ux * gap, end[1] - uy * gap
    length = max(whole - 2 * gap, 1.0)
    bend = min(length * 0.1, 24.0)
    cx, cy = (x0 + x1) / 2 - uy * bend, (y0 + y1) / 2 + ux * bend
    tangent = math.hypot(x1 - cx, y1 - cy) or 1.0
    tx, ty = (x1 - cx) / tangent, (y1 - cy) / tangent
    head = min(20.0, length * 0.4)
    bx, by = x1 - tx * head, y1 - ty * head

    def at(x: float, y: float) -> str:
        return f"{number(x)} {number(y)}"

    def beside(n: float) -> str:
        return at(bx - ty * n, by + tx * n)

    return (
        f"M{at(x0 - uy * 1.6, y0 + ux * 1.6)}Q{at(cx - uy * 3, cy + ux * 3)} {beside(4.5)}L{beside(11)}L{at(x1, y1)}"
        f"L{beside(-11)}L{beside(-4.5)}Q{at(cx + uy * 3, cy - ux * 3)} {at(x0 + uy * 1.6, y0 - ux * 1.6)}z"
    )
