"""What may stand in the board's traits; everything that cannot be shown is refused by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bulge_widget.errors import BulgeError, UnknownNameError

__all__ = ["keywords", "layers", "marks", "pieces", "selection", "spaces", "viewpoint"]

MARKS = ("arrow", "ring", "text", "highlight")
FIELDS = ("kind", "at", "from", "to", "text", "colour")


def keywords(given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse keyword arguments that do not exist.

    Raises
    ------
    TypeError
        With the nearest that does.
    """
    known = sorted(known)
    for name in given:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "known: " + ", ".join(known)
        raise TypeError(f"BoardWidget has no keyword {name!r}; {hint}")


def viewpoint(name: str, scene: Mapping[str, Any]) -> str:
    """Accept a viewpoint that the game offers, in any case of letters."""
    return _known("viewpoint", name, scene["viewpoints"])


def selection(ids: Iterable[str], scene: Mapping[str, Any]) -> tuple[str, ...]:
    """Accept ids of pieces that are to be seen, each once."""
    seen = tuple(pieces(scene))
    return tuple(dict.fromkeys(_known("piece", one, seen) for one in ids))


def pieces(scene: Mapping[str, Any]) -> Iterator[str]:
    """Give the ids of all pieces to be seen, on the map and in the boxes."""
    for group in (scene, *scene.get("boxes", ())):
        yield from (piece["id"] for piece in group["pieces"])


def spaces(ground: Mapping[str, Any]) -> list[str]:
    """Give the ids of the board's spaces, areas or hexes."""
    held = ground["spaces"]
    return [area["id"] for area in held["areas"]] if "areas" in held else list(held["hexes"]["ids"])


def layers(switched: Mapping[str, bool], ground: Mapping[str, Any], now: Mapping[str, bool]) -> dict[str, bool]:
    """All layers with their state: as switched, else as now, else as the map has them."""
    known = {layer["id"]: bool(layer["on"]) for layer in ground["layers"]}
    changes = {_known("layer", name, known): bool(on) for name, on in switched.items()}
    return {**known, **now, **changes}


def marks(given: Iterable[Mapping[str, Any]], spaces: Iterable[str]) -> list[dict[str, Any]]:
    """Accept marks that can be drawn: a known kind at a known space, or from one to another.

    Raises
    ------
    BulgeError
        For a mark without a kind or a place, or with a field that does not exist.
    UnknownNameError
        For a kind or space that does not exist.
    """
    known = tuple(spaces)
    return [_mark(mark, known) for mark in given]


def _mark(mark: Mapping[str, Any], spaces: tuple[str, ...]) -> dict[str, Any]:
    for field in mark:
        _known("field of an annotation", field, FIELDS)
    kind = _known("kind of annotation", mark.get("kind", ""), MARKS)
    needed = ("from", "to") if kind == "arrow" else ("at",)
    missing = [field for field in needed if field not in mark]
    if missing:
        raise BulgeError(f"annotation {dict(mark)!r}: {kind!r} needs {' and '.join(map(repr, missing))}")
    return {**mark, "kind": kind, **{field: _known("space", mark[field], spaces) for field in needed}}


def _known(what: str, name: object, known: Iterable[str]) -> str:
    names = tuple(known)
    text = str(name).lower()
    if text not in names:
        raise UnknownNameError(what, name, names)
    return text
