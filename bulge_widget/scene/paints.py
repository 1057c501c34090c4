"""How each class of drawn thing is painted: tokens, widths, opacities; the looks of all four boards.

A width is (world units, least px, most px): it grows with the map between the two. A class has a list of
paints laid over each other, so that a casing and its filling share one path.
"""

from __future__ import annotations

from typing import Any

__all__ = ["LAYERS", "PAINTS", "Paint", "layers_of", "paints_of"]

Paint = dict[str, Any]


def _fill(token: str, opacity: float = 1.0) -> Paint:
    return {"fill": token, "opacity": opacity}


def _line(token: str, width: tuple[float, float, float], opacity: float = 1.0, dash: tuple[float, ...] = ()) -> Paint:
    paint: Paint = {"stroke": token, "width": list(width), "opacity": opacity}
    return paint | ({"dash": list(dash)} if dash else {})


def _sign(token: str) -> Paint:
    return {"fill": token, "stroke": "vp-edge", "width": [0.5, 0.4, 0.9], "opacity": 1.0}


def _cased(
    edge: str, inner: str, width: tuple[float, float, float], rim: tuple[float, float, float], opacity: float = 1.0
) -> list[Paint]:
    outer = (width[0] + rim[0], width[1] + rim[1], width[2] + rim[2])
    return [_line(edge, outer, opacity), _line(inner, width)]


def _border() -> list[Paint]:
    return [_line("border-glow", (4.4, 2.6, 7), 0.55), _line("border", (1.5, 1.1, 2.4), 0.85)]


def _river_border(width: tuple[float, float, float]) -> list[Paint]:
    """Return a river over the border it is; the border's paints stay when the layer of rivers is switched off."""
    return [paint | {"layer": "borders"} for paint in _border()] + _cased("river-edge", "river", width, _THICK_RIM)


_THIN_RIM = (1.2, 0.7, 1.4)
_THICK_RIM = (2.0, 1.4, 2.4)

PAINTS: dict[str, list[Paint]] = {
    "land": [_fill("land")],
    "rough": [_fill("rough", 0.2)],
    "difficulty-1": [_fill("rough", 0.12)],
    "difficulty-2": [_fill("rough", 0.3)],
    "peaks": [_line("border-glow", (2.6, 1.6, 4.0), 0.8), _fill("hills")],
    "rugged": [_fill("rough", 0.42)],
    "rough-hills": [_line("hills", (1.0, 0.7, 1.6), 0.5)],
    "wood-valley": [_fill("woods", 0.5)],
    "wood-light": [_fill("woods", 0.4)],
    "wood-open": [_fill("woods-open", 0.9), {"pattern": "crowns", "opacity": 0.6}],
    "wood": [_fill("woods", 0.9), {"pattern": "trees", "opacity": 0.75}],
    "shade": [],
    "frontier": [
        _line("frontier", (5, 3, 8), 0.16),
        _line("frontier", (0.9, 0.7, 1.6), 0.85, (7, 3, 1.5, 3)),
    ],
    "westwall": [_line("fort", (2.4, 1.3, 3.4), 0.45, (1.6, 2.6))],
    "teeth": [_fill("fort", 0.72)],
    "grid": [_line("grid", (0.7, 0.5, 1.1), 0.5)],
    "river-1": _cased("river-edge", "river", (1.1, 0.7, 2.6), _THIN_RIM, 0.45),
    "river-2": _cased("river-edge", "river", (1.6, 0.9, 3.4), _THIN_RIM, 0.5),
    "river-3": _cased("river-edge", "river", (2.6, 1.4, 5.0), _THIN_RIM, 0.55),
    "river-4": _cased("river-edge", "river", (5.2, 2.4, 9.0), _THIN_RIM, 0.55),
    "veil": [_fill("page", 0.62)],
    "boundary": [_line("boundary", (12, 6, 18), 0.26)],
    "border": _border(),
    "river-border-1": _river_border((3.2, 2.0, 5.0)),
    "river-border-2": _river_border((3.6, 2.2, 5.6)),
    "river-border-3": _river_border((4.4, 2.6, 6.5)),
    "river-border-4": _river_border((6.4, 3.2, 10.0)),
    "frame": [_line("frame-glow", (7, 4.5, 10), 0.5), _line("frame", (2.6, 1.8, 4))],
    "road": _cased("road-edge", "road", (2.3, 1.5, 3.6), (1.7, 1.3, 2.4)),
    "road-wide": _cased("road-edge", "road", (3.0, 1.6, 6.0), (2.2, 1.3, 3.2)),
    "track": [_line("road-edge", (2.2, 1.4, 3.2), 0.9, (2.6, 2.6))],
    "bridge": [_line("bridge", (1.5, 1.2, 2.4))],
    "cliff": [_line("border-glow", (3.4, 2.4, 5.0), 0.6), _line("hills", (1.5, 1.0, 2.4))],
    "sign-fort": [_line("border-glow", (3.0, 2.0, 4.4), 0.6), _line("fort", (1.5, 1.0, 2.6))],
    "sign-light": [_sign("river")],
    "sign-dark": [_sign("river-edge")],
    "sign-white": [_sign("vp-none")],
    "sign-gold": [_sign("vp")],
    "sign-ring": [_line("vp-edge", (0.8, 0.6, 1.4))],
    "sign-fuel": [_sign("supply")],
    "arrow-pink": [_sign("frontier")],
    "arrow-red": [_sign("boundary")],
    "houses": [{"fill": "houses", "stroke": "vp-edge", "width": [0.5, 0.4, 0.9], "opacity": 1.0}],
}

LAYERS: dict[str, str] = {
    "control": "Control",
    "terrain": "Rough ground",
    "woods": "Woods",
    "shade": "Relief",
    "frontier": "Frontiers of today",
    "westwall": "West Wall",
    "grid": "Hex grid",
    "water": "Rivers",
    "roads": "Roads",
    "zones": "Army zones",
    "names": "Names",
    "towns": "Other towns",
    "signs": "Signs of the rules",
    "values": "Victory values",
    "entries": "Entry roads",
}
"""Layers a reader may switch off, in the order they are offered."""


def paints_of(name: str) -> list[Paint]:
    """Return the paints of a class.

    Raises
    ------
    KeyError
        There is no such class.
    """
    return [dict(paint) for paint in PAINTS[name]]


def layers_of(present: set[str]) -> list[dict[str, Any]]:
    """Return the switches for the layers that a ground has."""
    return [{"id": key, "label": label, "on": True} for key, label in LAYERS.items() if key in present | {"control"}]
