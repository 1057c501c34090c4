"""The face of a wooden block as static SVG: size mark, a tray with a pip for each step, the name below."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from bulge_widget.scene.marks import number

__all__ = ["block_face"]

MOST_PIPS = 6
ROOM = 8
"""Letters of a name at full size; a longer one shrinks."""


def block_face(piece: Mapping[str, Any], mark: str, size: float, colours: Mapping[str, str]) -> str:
    """Return what stands on a block besides its symbol.

    Parameters
    ----------
    piece : mapping
        As in the scene.
    mark : str
        The size of the formation as it is drawn.
    size : float
        Side of the block, drawing units.
    colours : mapping
        Token -> colour.
    """
    name = str(piece.get("short") or piece.get("name") or "")
    rows = ((mark, 0.14, -0.345), (name, 0.2 * min(1.0, ROOM / max(len(name), 1)), 0.455))
    texts = "".join(
        f'<text y="{number(size * y)}" font-size="{number(size * px)}">{escape(text)}</text>'
        for text, px, y in rows
        if text
    )
    return _tray(piece, size, colours) + texts


def _tray(piece: Mapping[str, Any], size: float, colours: Mapping[str, str]) -> str:
    full = max(1, min(int(piece.get("full") or piece.get("steps") or 1), MOST_PIPS))
    steps = int(piece.get("steps", full))
    quality = str(piece.get("quality") or "veteran")
    y, width = 0.185 * size, (0.15 * full + 0.08) * size
    place = (
        f'x="{number(-width / 2)}" y="{number(y - 0.09 * size)}" width="{number(width)}" height="{number(0.18 * size)}"'
    )
    pips = "".join(
        f'<path d="{_pip(quality, (k - (full - 1) / 2) * 0.15 * size, y, 0.055 * size)}"'
        + ("/>" if k < steps else ' opacity=".25"/>')
        for k in range(full)
    )
    floor = f'<rect {place} rx="{number(0.09 * size)}" fill="{colours["tray"]}"/>'
    return f'{floor}<g fill="{colours[f"pip-{quality}"]}">{pips}</g>'


def _pip(quality: str, x: float, y: float, r: float) -> str:
    """Return a diamond for the elite, a square for veterans, a disc for the green."""
    if quality == "elite":
        d = number(r * 1.25)
        return f"M{number(x)} {number(y - r * 1.25)}l{d} {d}-{d} {d}-{d}-{d}z"
    if quality == "green":
        half, wide = f"a{number(r)} {number(r)} 0 1 0", number(2 * r)
        return f"M{number(x - r)} {number(y)}{half} {wide} 0{half}-{wide} 0z"
    return f"M{number(x - r)} {number(y - r)}h{number(2 * r)}v{number(2 * r)}h-{number(2 * r)}z"
