"""A piece as static SVG: body, symbol, size mark, strength, badges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from bulge_widget.scene.marks import SANS, number

__all__ = ["body_of", "piece_svg"]

Colours = Mapping[str, str]

_ARMS = {"ss": "ss", "luftwaffe": "luftwaffe"}
_NATIONS = {"us": "us", "uk": "uk"}
SIZE_MARKS = {"xxxx": "XXXX", "xxx": "XXX", "xx": "XX", "x": "X", "iii": "III", "ii": "II", "i": "I"}
BADGES = {
    "out-of-supply": ("supply", "M0-.6Q.6.1.45.35A.5.5 0 1 1-.45.35Q-.6.1 0-.6z"),
    "low-fuel": ("supply", "M0-.6Q.6.1.45.35A.5.5 0 1 1-.45.35Q-.6.1 0-.6z"),
    "disrupted": ("disrupted", "M-.12-.6h.24l-.05.75h-.14zM-.12.32h.24v.24h-.24z"),
    "moved": ("moved", "M-.5-.15h.45v-.35L.55 0-.05.5v-.35h-.45z"),
    "fought": ("hit", "M-.5-.35-.35-.5 0-.15.35-.5.5-.35.15 0 .5.35.35.5 0 .15-.35.5-.5.35-.15 0z"),
}
"""Badge -> colour token and glyph in a circle of radius 1."""


def body_of(piece: Mapping[str, Any]) -> str:
    """Return the colour token of a piece's body: by nation for the Allies, by arm for the Germans."""
    if piece.get("side") == "german":
        return _ARMS.get(str(piece.get("arm")), "army")
    return _NATIONS.get(str(piece.get("nation")), "us")


def piece_svg(
    piece: Mapping[str, Any], x: float, y: float, size: float, colours: Colours, symbols: Mapping[str, Any]
) -> str:
    """Return one piece centred at (x, y).

    Parameters
    ----------
    piece : mapping
        As in the scene. Of a hidden one only the body is drawn.
    x, y, size : float
        Drawing units.
    colours, symbols : mapping
        Token -> colour; type -> paths in a box of 25 50 150 100.
    """
    body = body_of(piece)
    parts = [_plate(body, size, colours)]
    if piece.get("hidden"):
        parts.append(_unknown(size, colours[f"{body}-ink"]))
    else:
        parts += [_symbol(piece, size, colours[f"{body}-ink"], symbols), _texts(piece, size, colours[f"{body}-ink"])]
        parts.append(_badges(piece.get("badges", ()), size, colours))
    if body == "uk":
        stripe = f'<path d="M{number(-size * 0.47)} {number(-size * 0.4)}v{number(size * 0.8)}" '
        parts.insert(1, stripe + f'stroke="{colours["uk-stripe"]}" stroke-width="{number(size * 0.06)}"/>')
    title = f"<title>{escape(str(piece.get('say', '')))}</title>"
    return f'<g transform="translate({number(x)} {number(y)})">{title}{"".join(parts)}</g>'


def _plate(body: str, size: float, colours: Colours) -> str:
    half, corner = number(-size / 2), number(size * 0.07)
    box = f'width="{number(size)}" height="{number(size)}" rx="{corner}"'
    shadow = f'<rect x="{number(-size / 2 + 0.9)}" y="{number(-size / 2 + 1)}" {box} fill="{colours["shadow"]}" opacity=".35"/>'
    return shadow + (
        f'<rect x="{half}" y="{half}" {box} fill="{colours[body]}" stroke="{colours["piece-outline"]}" '
        f'stroke-width="{number(size * 0.03)}" stroke-opacity=".8"/>'
    )


def _unknown(size: float, ink: str) -> str:
    inner, tip = size * 0.62, size * 0.21
    rect = (
        f'<rect x="{number(-inner / 2)}" y="{number(-inner / 2)}" width="{number(inner)}" height="{number(inner)}" '
        f'rx="{number(size * 0.08)}" fill="none" stroke="{ink}" stroke-opacity=".35"/>'
    )
    diamond = f"M0 {number(-tip)}L{number(tip)} 0 0 {number(tip)} {number(-tip)} 0z"
    return rect + f'<path d="{diamond}" fill="{ink}" opacity=".28"/>'


def _symbol(piece: Mapping[str, Any], size: float, ink: str, symbols: Mapping[str, Any]) -> str:
    """Draw the symbol in its frame: 150 of its units are .52 of a side."""
    k = size * 0.52 / 150
    place = f'translate(0 {number(-size * 0.08)}) scale({k:.4f}) translate(-100 -100)'
    line = number(size * 0.035 / k)
    frame = f'<rect x="25" y="50" width="150" height="100" fill="{ink}" fill-opacity=".1"/>'
    paths = "".join(
        f'<path d="{escape(p["d"])}"' + (f' fill="{ink}" stroke="none"/>' if p["fill"] else "/>")
        for p in symbols.get(str(piece.get("type")), ())
    )
    return f'<g transform="{place}" fill="none" stroke="{ink}" stroke-width="{line}">{frame}{paths}</g>'


def _texts(piece: Mapping[str, Any], size: float, ink: str) -> str:
    mark = SIZE_MARKS.get(str(piece.get("size", "")).lower(), "")
    strength = str(piece.get("strength", ""))
    rows = [(mark, 0.16, -0.32, 700), (strength, 0.32, 0.42, 700)]
    return "".join(
        f'<text y="{number(size * y)}" text-anchor="middle" font-family="{SANS}" font-weight="{weight}" '
        f'font-size="{number(size * px)}" fill="{ink}">{escape(text)}</text>'
        for text, px, y, weight in rows
        if text
    )


def _badges(words: Sequence[str], size: float, colours: Colours) -> str:
    out = []
    for k, word in enumerate(w for w in words if w in BADGES):
        token, glyph = BADGES[word]
        ink = "#1c1a15" if token == "disrupted" else "#ffffff"
        place = f"translate({number(size * 0.37)} {number(size * (-0.42 + 0.36 * k))}) scale({number(size * 0.16)})"
        disc = f'<circle r="1" fill="{colours[token]}" stroke="#fff" stroke-width=".14"/>'
        out.append(f'<g transform="{place}">{disc}<path d="{glyph}" fill="{ink}"/></g>')
    return "".join(out)
