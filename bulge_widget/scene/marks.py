"""Marks printed on the map as static SVG: town discs, victory stars, entry letters, forts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from typing import Any

__all__ = ["badge_svg", "number", "star"]

Colours = Mapping[str, str]

SANS = "Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"


def number(value: float) -> str:
    """Return a number with at most two decimals and nothing to spare."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"", "-0"} else text


def star(radius: float) -> str:
    """Return a five-pointed star round (0, 0) as path data."""
    points = []
    for k in range(10):
        reach, turn = radius * (0.42 if k % 2 else 1.0), k * math.pi / 5 - math.pi / 2
        points.append(f"{number(reach * math.cos(turn))} {number(reach * math.sin(turn))}")
    return "M" + "L".join(points) + "z"


def badge_svg(badge: Mapping[str, Any], colours: Colours, control: str = "") -> str:
    """Return one mark at its place.

    Parameters
    ----------
    badge : mapping
        x, y, kind, text and for entries the angle, as in the ground.
    colours : mapping
        Token -> colour.
    control : str
        The side that holds the space of a town disc: the disc takes that side's dark or light.
    """
    text, kind = str(badge.get("text", "")), badge["kind"]
    if kind == "vp":
        inner = _value(text, colours)
    elif kind == "entry":
        inner = _entry(text, float(badge.get("angle", 0)), colours)
    elif kind == "fort":
        path = "M0-10 9.5-3.1 5.9 8.1H-5.9L-9.5-3.1z"
        inner = f'<path d="{path}" fill="none" stroke="{colours["fort"]}" stroke-width="2"/>'
    else:
        inner = _town(text, colours, control)
    return f'<g transform="translate({number(badge["x"])} {number(badge["y"])})">{inner}</g>'


def _town(text: str, colours: Colours, control: str) -> str:
    fill, ink = (
        (colours["army"], colours["army-ink"]) if control == "german" else (colours["badge"], colours["badge-ink"])
    )
    circle = f'<circle r="9.2" fill="{fill}" stroke="{colours["vp-edge"]}" stroke-width="1.3"/>'
    return circle + _letters(text, ink, 9.6, 3.4)


def _letters(text: str, ink: str, size: float, base: float) -> str:
    if not text:
        return ""
    return (
        f'<text y="{number(base)}" text-anchor="middle" font-family="{SANS}" font-weight="600" '
        f'font-size="{number(size)}" fill="{ink}">{escape(text)}</text>'
    )


def _value(text: str, colours: Colours) -> str:
    edge = colours["vp-edge"]
    if text == "cross":
        return f'<path d="M-5.5 0H5.5M0-5.5V5.5" stroke="{colours["cross"]}" stroke-width="4" fill="none"/>'
    count = int(text) if text.isdecimal() else 0
    if not 0 < count < 10:
        fill = colours["vp-none" if text == "white" else "vp"]
        return f'<path d="{star(7.2)}" fill="{fill}" stroke="{edge}" stroke-width=".9"/>'
    one, half = star(3.4), (count - 1) / 2
    moves = "".join(f'<path d="{one}" transform="translate({number((k - half) * 6.6)} 0)"/>' for k in range(count))
    return f'<g fill="{colours["vp"]}" stroke="{edge}" stroke-width=".7">{moves}</g>'


def _entry(text: str, angle: float, colours: Colours) -> str:
    ink = colours["entry-ink"]
    arrow = f'<path d="M8-4.6 14.5 0 8 4.6z" transform="rotate({number(angle)})" fill="{colours["frame"]}"/>'
    disc = f'<circle r="8" fill="{colours["entry"]}" stroke="{ink}" stroke-width="1.3"/>'
    return arrow + disc + _letters(text, ink, 8.6, 3.1)
