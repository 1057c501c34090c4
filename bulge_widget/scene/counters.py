"""A piece as static SVG: body, symbol, size mark, strength, badges; a counter or a block, as its book has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from bulge_widget.scene.blocks import block_face
from bulge_widget.scene.marks import number

__all__ = ["Cut", "body_of", "definitions", "piece_svg"]

Colours = Mapping[str, str]

_ARMS = {"ss": "ss", "luftwaffe": "luftwaffe"}
_NATIONS = {"us": "us", "uk": "uk"}
SIZE_MARKS = {"xxxx": "XXXX", "xxx": "XXX", "xx": "XX", "x": "X", "iii": "III", "ii": "II", "i": "I"}
BADGES = {
    "out-of-supply": ("supply", "M0-.6Q.6.1.45.35A.5.5 0 1 1-.45.35Q-.6.1 0-.6z"),
    "low-fuel": ("supply", "M0-.6Q.6.1.45.35A.5.5 0 1 1-.45.35Q-.6.1 0-.6z"),
    "disrupted": ("disrupted", "M-.12-.6h.24l-.05.75h-.14zM-.12.32h.24v.24h-.24z"),
    "disordered": ("disrupted", "M-.12-.6h.24l-.05.75h-.14zM-.12.32h.24v.24h-.24z"),
    "engaged": ("hit", "M-.7-.13h.33v-.3L-.04 0-.37.43v-.3H-.7zM.7-.13H.37v-.3L.04 0 .37.43v-.3H.7z"),
    "slowed": ("supply", "M-.45-.5h.33V.5h-.33zM.12-.5h.33V.5H.12z"),
    "moved": ("moved", "M-.5-.15h.45v-.35L.55 0-.05.5v-.35h-.45z"),
    "fought": ("hit", "M-.5-.35-.35-.5 0-.15.35-.5.5-.35.15 0 .5.35.35.5 0 .15-.35.5-.5.35-.15 0z"),
}
"""Badge -> colour token and glyph in a circle of radius 1."""


class Cut(NamedTuple):
    """How the pieces of a picture look: side in drawing units, whether they are blocks, colours, prefix of names."""

    size: float
    block: bool
    colours: Colours
    prefix: str


def body_of(piece: Mapping[str, Any]) -> str:
    """Return the colour token of a piece's body: by nation for the Allies, by arm for the Germans."""
    if piece.get("side") == "german":
        return _ARMS.get(str(piece.get("arm")), "army")
    return _NATIONS.get(str(piece.get("nation")), "us")


def definitions(pieces: Iterable[Mapping[str, Any]], cut: Cut, symbols: Mapping[str, Any]) -> str:
    """Return the bodies and symbols that these pieces use, each once, for :func:`piece_svg` to refer to."""
    shown, prefix = list(pieces), cut.prefix
    bodies = sorted({body_of(piece) for piece in shown})
    types = sorted({str(piece.get("type")) for piece in shown if not piece.get("hidden")} & set(symbols))
    plates = "".join(f'<g id="{prefix}-b-{body}">{_plate(body, cut)}</g>' for body in bodies)
    return plates + "".join(f'<g id="{prefix}-t-{escape(name)}">{_symbol(symbols[name], cut)}</g>' for name in types)


def piece_svg(piece: Mapping[str, Any], x: float, y: float, cut: Cut) -> str:
    """Return one piece centred at (x, y).

    Parameters
    ----------
    piece : mapping
        As in the scene. Of a hidden one only the body is drawn.
    x, y : float
        Drawing units.
    cut : Cut
        The one that :func:`definitions` was given.
    """
    body, size, colours = body_of(piece), cut.size, cut.colours
    parts = [f'<use href="#{cut.prefix}-b-{body}"/>']
    if piece.get("hidden"):
        parts.append(_unknown(size, colours[f"{body}-ink"]))
    else:
        parts.append(f'<use href="#{cut.prefix}-t-{escape(str(piece.get("type")))}"/>')
        mark = SIZE_MARKS.get(str(piece.get("size", "")).lower(), "")
        parts.append(block_face(piece, mark, size, colours) if cut.block else _texts(piece, mark, size))
        parts.append(_badges(piece.get("badges", ()), size, colours))
    title = f"<title>{escape(str(piece.get('say', '')))}</title>"
    ink = colours[f"{body}-ink"]
    return f'<g transform="translate({number(x)} {number(y)})" color="{ink}">{title}{"".join(parts)}</g>'


def _plate(body: str, cut: Cut) -> str:
    size, colours = cut.size, cut.colours
    half, corner = number(-size / 2), number(size * (0.1 if cut.block else 0.07))
    box = f'width="{number(size)}" height="{number(size)}" rx="{corner}"'
    plate = (
        f'<rect x="{half}" y="{half}" {box} fill="{colours[body]}" stroke="{colours["piece-outline"]}" '
        f'stroke-width="{number(size * 0.03)}" stroke-opacity=".8"/>'
    )
    return _under(body, box, cut) + plate + (_stripe(size, colours["uk-stripe"]) if body == "uk" else "")


def _under(body: str, box: str, cut: Cut) -> str:
    """Return the thickness of a block, the shadow of a counter."""
    dx, dy = (1.6, 1.8) if cut.block else (0.9, 1.0)
    unit = cut.size / 37
    off = f'x="{number(-cut.size / 2 + dx * unit)}" y="{number(-cut.size / 2 + dy * unit)}"'
    paint = f'fill="{cut.colours[f"{body}-edge"]}"' if cut.block else f'fill="{cut.colours["shadow"]}" opacity=".35"'
    return f"<rect {off} {box} {paint}/>"


def _stripe(size: float, colour: str) -> str:
    """Mark the British apart from the Americans for eyes to which both bodies look alike."""
    start = f"M{number(-size * 0.45)} {number(-size * 0.43)}v{number(size * 0.86)}"
    return f'<path d="{start}" stroke="{colour}" stroke-width="{number(size * 0.07)}"/>'


def _unknown(size: float, ink: str) -> str:
    inner, tip = size * 0.62, size * 0.21
    rect = (
        f'<rect x="{number(-inner / 2)}" y="{number(-inner / 2)}" width="{number(inner)}" height="{number(inner)}" '
        f'rx="{number(size * 0.08)}" fill="none" stroke="{ink}" stroke-opacity=".35"/>'
    )
    diamond = f"M0 {number(-tip)}L{number(tip)} 0 0 {number(tip)} {number(-tip)} 0z"
    return rect + f'<path d="{diamond}" fill="{ink}" opacity=".28"/>'


def _symbol(paths: Sequence[Mapping[str, Any]], cut: Cut) -> str:
    """Draw a symbol in its frame, 150 of its units wide: .52 of a side, .56 on a block."""
    size = cut.size
    share, up = (0.56, 0.12) if cut.block else (0.52, 0.08)
    k = size * share / 150
    place = f"translate(0 {number(-size * up)}) scale({k:.4f}) translate(-100 -100)"
    frame = '<rect x="25" y="50" width="150" height="100" fill="currentColor" fill-opacity=".1"/>'
    drawn = "".join(
        f'<path d="{escape(p["d"])}"' + (' fill="currentColor" stroke="none"/>' if p["fill"] else "/>") for p in paths
    )
    return (
        f'<g transform="{place}" fill="none" stroke="currentColor" stroke-width="{number(size * 0.035 / k)}">'
        f"{frame}{drawn}</g>"
    )


def _texts(piece: Mapping[str, Any], mark: str, size: float) -> str:
    rows = [(mark, 0.16, -0.32), (str(piece.get("strength", "")), 0.32, 0.42)]
    texts = "".join(
        f'<text y="{number(size * y)}" font-size="{number(size * px)}">{escape(text)}</text>'
        for text, px, y in rows
        if text
    )
    return texts + _designation(str(piece.get("short", "")), size)


def _designation(text: str, size: float) -> str:
    """Write the unit's number up the right side, as small as it must be to fit."""
    if not text:
        return ""
    px = min(0.13, 1.1 / len(text)) * size
    place = f"translate({number(size * 0.4)} {number(-size * 0.07)}) rotate(90)"
    return f'<text transform="{place}" y="{number(px * 0.35)}" font-size="{number(px)}">{escape(text)}</text>'


def _badges(words: Sequence[str], size: float, colours: Colours) -> str:
    out = []
    for k, word in enumerate(w for w in words if w in BADGES):
        colour, glyph = BADGES[word]
        ink = "#1c1a15" if colour == "disrupted" else "#ffffff"
        place = f"translate({number(size * 0.37)} {number(size * (-0.42 + 0.36 * k))}) scale({number(size * 0.16)})"
        disc = f'<circle r="1" fill="{colours[colour]}" stroke="#fff" stroke-width=".14"/>'
        out.append(f'<g transform="{place}">{disc}<path d="{glyph}" fill="{ink}"/></g>')
    return "".join(out)
