"""Ground and scene as one self-contained SVG: the looks of the live board without a browser.

No script, no style sheet, nothing from the network; every text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from bulge_widget.scene.counters import piece_svg
from bulge_widget.scene.marks import SANS, badge_svg, number
from bulge_widget.scene.palette import DARK, LIGHT, Theme

__all__ = ["board_svg"]

SERIF = "'Iowan Old Style','Palatino Linotype','Book Antiqua',Palatino,'Liberation Serif',Georgia,serif"
LABELS = {
    "place": ("label", "600", "normal", 0.0),
    "river": ("label-river", "400", "italic", 1.5),
    "wood": ("label-wood", "400", "italic", 1.0),
    "town": ("label-town", "400", "normal", 0.0),
    "hexid": ("label", "400", "normal", 0.0),
}
ZOOMS = (1.0, 1.6, 2.6, 4.2)
STACK_SHIFT = 0.08
"""How far a piece lies off the one under it, in piece sides."""

Json = Mapping[str, Any]
Colours = Mapping[str, str]


def board_svg(
    ground: Json,
    scene: Json,
    *,
    theme: Theme = "light",
    width: float = 1000.0,
    box: tuple[float, float, float, float] | None = None,
    shade: bool = False,
) -> str:
    """Return a picture of a position.

    Parameters
    ----------
    ground, scene : mapping
        In the scene format.
    theme : {"light", "dark"}
        Which colours.
    width : float
        Of the picture in px; decides line widths, letter sizes and which names show.
    box : (x0, y0, x1, y1), optional
        The part of the board to show, drawing units; the whole by default.
    shade : bool
        Whether to include the relief, some 75 kB.

    Returns
    -------
    str
        An `svg` element.
    """
    colours = LIGHT if theme == "light" else DARK
    x0, y0, x1, y1 = box or ground["fit"]
    fit = ground["fit"]
    k, k_fit = width / (x1 - x0), 1000.0 / (fit[2] - fit[0])
    height = (y1 - y0) * k
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(x0)} {number(y0)} {number(x1 - x0)} {number(y1 - y0)}" '
        f'width="{number(width)}" height="{number(height)}" role="img">',
        f"<title>{escape(_title(ground, scene))}</title>",
        _patterns(ground, colours),
        f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}" fill="{colours["page"]}"/>',
        *_shapes(ground, colours, k, shade),
        _control(ground, scene, colours),
        *_badges(ground, scene, colours),
        _labels(ground, colours, k, k_fit),
        *_pieces(ground, scene, colours),
        "</svg>",
    ]
    return "".join(parts)


def _title(ground: Json, scene: Json) -> str:
    turn = scene.get("turn") or {}
    label = turn.get("label") or turn.get("n")
    return f"{ground['title']}, {label}" if label else str(ground["title"])


def _patterns(ground: Json, colours: Colours) -> str:
    tiles = []
    for name, tile in ground.get("patterns", {}).items():
        w, h = tile["size"]
        marks = "".join(_mark(mark, colours) for mark in tile["marks"])
        tiles.append(
            f'<pattern id="bw-{escape(name)}" width="{w}" height="{h}" patternUnits="userSpaceOnUse">{marks}</pattern>'
        )
    return f"<defs>{''.join(tiles)}</defs>" if tiles else ""


def _mark(mark: Json, colours: Colours) -> str:
    fill = colours[mark["fill"]] if "fill" in mark else "none"
    line = f' stroke="{colours[mark["stroke"]]}" stroke-width="{mark["width"]}"' if "stroke" in mark else ""
    return f'<path d="{mark["d"]}" fill="{fill}"{line}/>'


def _shapes(ground: Json, colours: Colours, k: float, shade: bool) -> Iterator[str]:
    for index, shape in enumerate(ground["shapes"]):
        if shape["layer"] == "shade":
            if shade and ground.get("shade"):
                yield _shade(ground["shade"])
            continue
        paints = shape["paints"]
        if len(paints) > 1:  # the path once, painted several times
            yield f'<defs><path id="bw-s{index}" d="{shape["d"]}"/></defs>'
        for paint in paints:
            source = f'<use href="#bw-s{index}"' if len(paints) > 1 else f'<path d="{shape["d"]}"'
            yield f"{source} {_paint(paint, colours, k)}/>"


def _shade(shade: Json) -> str:
    return (
        f'<image href="{shade["href"]}" x="{number(shade["x"])}" y="{number(shade["y"])}" width="{number(shade["w"])}" '
        f'height="{number(shade["h"])}" preserveAspectRatio="none"/>'
    )


def _paint(paint: Json, colours: Colours, k: float) -> str:
    fill = f"url(#bw-{paint['pattern']})" if "pattern" in paint else colours[paint["fill"]] if "fill" in paint else "none"
    out = f'fill="{fill}"' + (' fill-rule="evenodd"' if fill != "none" else "")
    if "stroke" in paint:
        world, least, most = paint["width"]
        wide = min(max(world * k, least), most) / k
        out += f' stroke="{colours[paint["stroke"]]}" stroke-width="{number(wide)}" stroke-linejoin="round"'
        out += ' stroke-linecap="round"' if "dash" not in paint else ""
        if "dash" in paint:
            out += f' stroke-dasharray="{" ".join(number(d * wide / world) for d in paint["dash"])}"'
    opacity = paint.get("opacity", 1.0)
    return out + (f' opacity="{number(opacity)}"' if opacity != 1.0 else "")


def _control(ground: Json, scene: Json, colours: Colours) -> str:
    """Tint what the Germans hold; the rest is the land's own colour."""
    held = scene.get("control") or {}
    areas = [a for a in ground["spaces"].get("areas", ()) if held.get(a["id"]) == "german"]
    d = "".join(a["d"] for a in areas)
    return f'<path d="{d}" fill="{colours["control-german"]}" opacity=".16"/>' if d else ""


def _badges(ground: Json, scene: Json, colours: Colours) -> Iterator[str]:
    held = scene.get("control") or {}
    at = {(a["x"], a["y"]): held.get(a["id"], "") for a in ground["spaces"].get("areas", ())}
    for badge in ground["badges"]:
        yield badge_svg(badge, colours, at.get((badge["x"], badge["y"]), ""))


def _labels(ground: Json, colours: Colours, k: float, k_fit: float) -> str:
    """Return the names that show at this scale, the least important first."""
    zoom = sum(k / k_fit + 1e-9 >= start for start in ZOOMS) - 1
    grown = min(max((k / k_fit) ** 0.28, 0.92), 1.5) / k
    rows = sorted((n for n in ground["labels"] if n["from"] <= max(zoom, 0)), key=lambda n: -n["rank"])
    halo = (
        f'<g font-family="{SERIF}" paint-order="stroke" stroke="{colours["halo"]}" stroke-opacity=".85" '
        f'stroke-linejoin="round" stroke-width="{number(3.4 / k)}">'
    )
    return halo + "".join(_label(row, colours, grown) for row in rows) + "</g>"


def _label(row: Json, colours: Colours, grown: float) -> str:
    token, weight, style, spacing = LABELS.get(row["cls"], LABELS["place"])
    turn = f' rotate({number(row["angle"])})' if row.get("angle") else ""
    extra = f' font-style="{style}"' if style != "normal" else ""
    extra += f' letter-spacing="{number(spacing * grown)}"' if spacing else ""
    extra += f' font-family="{SANS}"' if row["cls"] == "hexid" else ""
    fill = colours[token]
    dot = f'<circle r="{number(1.7 * grown)}" fill="{fill}" stroke="none"/>' if row["cls"] == "town" else ""
    return (
        f'<g transform="translate({number(row["x"])} {number(row["y"])}){turn}">{dot}'
        f'<text x="{number(row.get("dx", 0) * grown)}" y="{number(row.get("dy", 0) * grown)}" '
        f'text-anchor="{row.get("anchor", "middle")}" font-size="{number(row["px"] * grown)}" font-weight="{weight}" '
        f'fill="{fill}"{extra}>{escape(row["text"])}</text></g>'
    )


def _pieces(ground: Json, scene: Json, colours: Colours) -> Iterator[str]:
    places = dict(_places(ground))
    size, symbols = ground["piece"]["size"], ground["symbols"]
    for piece in _drawn_first(scene.get("pieces", ())):
        slots = places.get(piece["at"])
        if slots:
            above, slot = divmod(int(piece.get("slot", 0)), len(slots))
            x, y = slots[slot]
            shift = above * size * STACK_SHIFT
            yield piece_svg(piece, x + shift, y - shift, size, colours, symbols)


def _drawn_first(pieces: Iterable[Json]) -> list[Json]:
    return sorted(pieces, key=lambda p: (p["at"], p.get("slot", 0)))


def _places(ground: Json) -> Iterator[tuple[str, list[list[float]]]]:
    """Yield each space with the places of its pieces; a hex has one, its centre."""
    spaces = ground["spaces"]
    for area in spaces.get("areas", ()):
        yield area["id"], area.get("slots") or [[area["x"], area["y"]]]
    hexes = spaces.get("hexes")
    if hexes:
        xy = hexes["xy"]
        for k, name in enumerate(hexes["ids"]):
            yield name, [[xy[2 * k], xy[2 * k + 1]]]
