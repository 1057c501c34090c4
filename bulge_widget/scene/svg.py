"""Ground and scene as one self-contained SVG: the looks of the live board without a browser.

No script, no style sheet, nothing from the network; every text is escaped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from bulge_widget.scene.counters import Cut, definitions, piece_svg
from bulge_widget.scene.look import Look, colours_of, control_of, shown, style_of
from bulge_widget.scene.marks import SANS, badge_svg, number
from bulge_widget.scene.notes import highlights, notes
from bulge_widget.scene.placing import box_at, give_way
from bulge_widget.scene.standing import Standing, middles, standing_on

__all__ = ["board_svg"]

SERIF = "'Iowan Old Style','Palatino Linotype','Book Antiqua',Palatino,'Liberation Serif',Georgia,serif"
LABELS = {
    "hexid": ("label", "400", "normal", 0.0),
    "town": ("label-town", "400", "normal", 0.0),
    "wood": ("label-wood", "400", "italic", 1.0),
    "zone": ("label-zone", "700", "normal", 0.6),
    "river": ("label-river", "400", "italic", 1.5),
    "place": ("label", "600", "normal", 0.0),
}
"""Class of names -> colour, weight, style, spacing in px; the most important last, on top."""
ZOOMS = (1.0, 1.6, 2.6, 4.2)
DISC = 9.2
"""Half the width of the disc of a town, drawing units."""

Json = Mapping[str, Any]
Colours = Mapping[str, str]


def board_svg(  # noqa: PLR0913  the choices of a picture
    ground: Json,
    scene: Json,
    *,
    look: Look | None = None,
    width: float = 1000.0,
    box: tuple[float, float, float, float] | None = None,
    shade: bool = False,
) -> str:
    """Return a picture of a position.

    Parameters
    ----------
    ground, scene : mapping
        In the scene format.
    look : Look, optional
        Theme, selection, layers and marks; plain and light by default.
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
    look = look or Look()
    colours = colours_of(look)
    ground = shown(ground, look)
    name = (
        f"bw-{ground['id']}-{look.theme}{'-paper' * look.paper}"  # two pictures on one page must not share what differs
    )
    x0, y0, x1, y1 = box or ground["fit"]
    fit = ground["fit"]
    k, k_fit = width / (x1 - x0), 1000.0 / (fit[2] - fit[0])
    standing = list(standing_on(ground, scene))
    parts = [
        _head((x0, y0, x1, y1), width, name),
        style_of(look, name),
        f"<title>{escape(_title(ground, scene))}</title>",
        _patterns(ground, colours, name),
        _rect((x0, y0, x1, y1), colours["page"]),
        *_shapes(ground, colours, k, name, shade=shade),
        "" if look.hides("control") else _control(ground, scene, colours, control_of(look), name),
        *([] if look.hides("annotations") else highlights(look.annotations, ground, colours)),
        *_badges(ground, scene, colours),
        _labels(ground, colours, k, k_fit, standing),
        *_pieces(ground, standing, colours, name, frozenset(look.selection)),
        *([] if look.hides("annotations") else notes(look.annotations, ground, colours, k)),
        "</svg>",
    ]
    return "".join(parts)


def _head(box: tuple[float, float, float, float], width: float, name: str) -> str:
    x0, y0, x1, y1 = box
    view = " ".join(map(number, (x0, y0, x1 - x0, y1 - y0)))
    height = (y1 - y0) * width / (x1 - x0)
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" viewBox="{view}" {size} role="img">'


def _rect(box: tuple[float, float, float, float], colour: str) -> str:
    x0, y0, x1, y1 = box
    place = f'x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}"'
    return f'<rect {place} fill="{colour}"/>'


def _title(ground: Json, scene: Json) -> str:
    turn = scene.get("turn") or {}
    label = turn.get("label") or turn.get("n")
    return f"{ground['title']}, {label}" if label else str(ground["title"])


def _patterns(ground: Json, colours: Colours, prefix: str) -> str:
    tiles = []
    for name, tile in ground.get("patterns", {}).items():
        w, h = tile["size"]
        marks = "".join(_mark(mark, colours) for mark in tile["marks"])
        head = f'id="{prefix}-{escape(name)}" width="{w}" height="{h}" patternUnits="userSpaceOnUse"'
        tiles.append(f"<pattern {head}>{marks}</pattern>")
    return f"<defs>{''.join(tiles)}</defs>" if tiles else ""


def _mark(mark: Json, colours: Colours) -> str:
    fill = colours[mark["fill"]] if "fill" in mark else "none"
    line = f' stroke="{colours[mark["stroke"]]}" stroke-width="{mark["width"]}"' if "stroke" in mark else ""
    return f'<path d="{mark["d"]}" fill="{fill}"{line}/>'


def _shapes(ground: Json, colours: Colours, k: float, prefix: str, *, shade: bool) -> Iterator[str]:
    for index, shape in enumerate(ground["shapes"]):
        if shape["layer"] == "shade":
            if shade and ground.get("shade"):
                yield _shade(ground["shade"])
            continue
        paints = shape["paints"]
        if len(paints) > 1 or "at" in shape:  # the path once, painted several times
            yield f'<defs><path id="{prefix}-{index}" d="{shape["d"]}"/></defs>'
        if "at" in shape:
            uses = "".join(_uses(f"{prefix}-{index}", shape["at"]))
            yield from (f"<g {_paint(paint, colours, k, prefix)}>{uses}</g>" for paint in paints)
            continue
        for paint in paints:
            source = f'<use href="#{prefix}-{index}"' if len(paints) > 1 else f'<path d="{shape["d"]}"'
            yield f"{source} {_paint(paint, colours, k, prefix)}/>"


def _uses(name: str, at: Sequence[float]) -> Iterator[str]:
    """Yield a path at each of its places (x, y, x, y, …)."""
    for x, y in zip(at[::2], at[1::2], strict=True):
        yield f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>'


def _shade(shade: Json) -> str:
    return (
        f'<image href="{shade["href"]}" x="{number(shade["x"])}" y="{number(shade["y"])}" width="{number(shade["w"])}" '
        f'height="{number(shade["h"])}" preserveAspectRatio="none"/>'
    )


def _paint(paint: Json, colours: Colours, k: float, prefix: str) -> str:
    fill = colours[paint["fill"]] if "fill" in paint else "none"
    fill = f"url(#{prefix}-{paint['pattern']})" if "pattern" in paint else fill
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


def _control(ground: Json, scene: Json, colours: Colours, opacity: tuple[str, str], prefix: str) -> str:
    """Tint and hatch what the Germans hold; the rest is the land's own colour."""
    held = scene.get("control") or {}
    d = "".join(a["d"] for a in ground["spaces"].get("areas", ()) if held.get(a["id"]) == "german")
    if not d:
        return ""
    ink, (tint, lines) = colours["control-german"], opacity
    tile = 'width="13" height="13" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    # The lines are faint by themselves: printed, a pattern does not take the opacity of what it fills.
    line = f'<path d="M0 0V13" fill="none" stroke="{ink}" stroke-width="2.6" stroke-opacity="{lines}"/>'
    return (
        f'<defs><pattern id="{prefix}-held" {tile}>{line}</pattern><path id="{prefix}-held-d" d="{d}"/></defs>'
        f'<use href="#{prefix}-held-d" fill="{ink}" fill-opacity="{tint}"/>'
        f'<use href="#{prefix}-held-d" fill="url(#{prefix}-held)"/>'
    )


def _badges(ground: Json, scene: Json, colours: Colours) -> Iterator[str]:
    held = scene.get("control") or {}
    at = {(a["x"], a["y"]): held.get(a["id"], "") for a in ground["spaces"].get("areas", ())}
    for badge in ground["badges"]:
        yield badge_svg(badge, colours, at.get((badge["x"], badge["y"]), ""))


def _labels(ground: Json, colours: Colours, k: float, k_fit: float, standing: Sequence[Standing]) -> str:
    """Return the names that show at this scale, class by class, the least important first."""
    zoom = sum(k / k_fit + 1e-9 >= start for start in ZOOMS) - 1
    scale = min(max((k / k_fit) ** 0.28, 0.92), 1.5)
    grown = scale / k
    rows = [row for row in (*ground["labels"], *_ids(ground)) if row["from"] <= max(zoom, 0)]
    rows = _given_way(ground, rows, k, scale, standing)
    halo = (
        f'<g font-family="{SERIF}" paint-order="stroke" stroke="{colours["halo"]}" stroke-opacity=".85" '
        f'stroke-linejoin="round" stroke-width="{number(3.4 / k)}">'
    )
    return halo + "".join(_label_class(name, rows, colours, grown) for name in LABELS) + "</g>"


def _given_way(ground: Json, rows: Sequence[Json], k: float, scale: float, standing: Sequence[Standing]) -> list[Json]:
    """Return the names, those of places moved from under the pieces."""
    side = ground["piece"]["size"] * k
    pieces = [box_at(x * k, y * k, side, side) for _, x, y in standing]
    marks = [box_at(row["x"] * k, row["y"] * k, 2 * DISC * k, 2 * DISC * k) for row in ground["badges"]]
    places = [row for row in rows if row["cls"] == "place" and not row["from"]]
    kept = [row for row in rows if not (row["cls"] == "place" and not row["from"])]
    return [*kept, *give_way(places, pieces, marks, middles(ground), k=k, scale=scale, radius=DISC)]


def _ids(ground: Json) -> Iterator[Json]:
    """Yield the printed id of each hex as a label."""
    hexes = ground["spaces"].get("hexes", {})
    printed = hexes.get("printed")
    for k, name in enumerate(hexes["ids"] if printed else ()):
        if k not in printed["but"]:
            x, y = hexes["xy"][2 * k], hexes["xy"][2 * k + 1] + printed["y"]
            row = {"text": name, "x": x, "y": y, "cls": "hexid", "px": printed["px"], "from": printed["from"]}
            yield row | {"dy": printed["px"] * 0.36}


def _label_class(name: str, rows: Iterable[Json], colours: Colours, grown: float) -> str:
    token, weight, style, spacing = LABELS[name]
    extra = f' font-style="{style}"' if style != "normal" else ""
    extra += f' letter-spacing="{number(spacing * grown)}"' if spacing else ""
    extra += f' font-family="{SANS}"' if name in ("hexid", "zone") else ""
    own = [row for row in rows if row["cls"] == name]
    if not own:
        return ""
    px = own[0]["px"]
    head = f'<g fill="{colours[token]}" font-weight="{weight}" font-size="{number(px * grown)}"{extra}>'
    return head + "".join(_label(row, grown, px) for row in own) + "</g>"


def _label(row: Json, grown: float, px: float) -> str:
    x, y, dx, dy = row["x"], row["y"], row.get("dx", 0) * grown, row.get("dy", 0) * grown
    anchor = "" if row.get("anchor", "middle") == "start" else f' text-anchor="{row.get("anchor", "middle")}"'
    anchor += f' font-size="{number(row["px"] * grown)}"' if row["px"] != px else ""
    text = escape(row["text"])
    if row.get("angle"):
        place = f'transform="translate({number(x)} {number(y)}) rotate({number(row["angle"])})" y="{number(dy)}"'
        return f"<text {place}{anchor}>{text}</text>"
    dot = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(1.7 * grown)}" stroke="none"/>'
    dot = dot if row["cls"] == "town" else ""
    return f'{dot}<text x="{number(x + dx)}" y="{number(y + dy)}"{anchor}>{text}</text>'


def _pieces(
    ground: Json, standing: Sequence[Standing], colours: Colours, prefix: str, selected: Collection[str]
) -> Iterator[str]:
    cut = Cut(ground["piece"]["size"], ground["piece"]["style"] == "block", colours, prefix)
    yield f"<defs>{definitions([piece for piece, _, _ in standing], cut, ground['symbols'])}</defs>"
    yield f'<g font-family="{SANS}" font-weight="700" text-anchor="middle" fill="currentColor">'
    for piece, x, y in standing:
        if piece["id"] in selected:
            yield _halo(x, y, cut.size, colours)
        yield piece_svg(piece, x, y, cut)
    yield "</g>"


def _halo(x: float, y: float, size: float, colours: Colours) -> str:
    """Return the ground of a selected piece, which shows round its edge."""
    side = size * 1.22
    box = f'x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" height="{number(side)}"'
    paint = f'fill="#fff" fill-opacity=".75" stroke="{colours["hover"]}" stroke-width="4"'
    return f'<rect {box} rx="{number(size * 0.12)}" {paint}/>'
