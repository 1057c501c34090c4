"""What may stand in the board's traits; everything that cannot be shown is refused by name.

Words of the board (viewpoints, layers, kinds of marks) are taken as they are written; pieces and spaces by their id
or as printed, in any case of letters.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from traitlets import TraitError

from bulge_widget.errors import BulgeError, UnknownNameError
from bulge_widget.widget.css_colours import NAMES

__all__ = [
    "WrongNameError",
    "WrongValueError",
    "keywords",
    "layers",
    "marks",
    "pieces",
    "selection",
    "viewpoint",
]

MARKS = ("arrow", "ring", "text", "highlight")
FIELDS = ("kind", "at", "from", "to", "text", "colour")
LONGEST = 80
"""Characters of a mark's text: more would cover the map."""
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


class WrongNameError(UnknownNameError, TraitError):
    """A name that does not exist, in a trait: the trait keeps what it had."""


class WrongValueError(BulgeError, TraitError):
    """A value of the wrong form, in a trait: the trait keeps what it had."""


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


def viewpoint(name: object, known: Iterable[str]) -> str:
    """Accept a viewpoint that the game offers."""
    return _word("viewpoint", name, known)


def selection(ids: object, scene: Mapping[str, Any]) -> tuple[str, ...]:
    """Accept ids of pieces that are to be seen, each once; a single id stands for itself."""
    listed = [ids] if isinstance(ids, str) else ids
    if not isinstance(listed, list | tuple | set | frozenset) or not all(isinstance(one, str) for one in listed):
        raise WrongValueError(f"selection is a list of ids of pieces, such as ['ge-1ss'], or () for none; not {ids!r}")
    seen = tuple(pieces(scene))
    return tuple(dict.fromkeys(_piece(one, seen) for one in listed))


def _piece(name: str, seen: tuple[str, ...]) -> str:
    if name.lower() not in seen:
        raise WrongNameError("piece", name, seen)
    return name.lower()


def pieces(scene: Mapping[str, Any]) -> Iterator[str]:
    """Give the ids of all pieces to be seen, on the map and in the boxes."""
    for group in (scene, *scene.get("boxes", ())):
        yield from (piece["id"] for piece in group["pieces"])


def layers(switched: object, ground: Mapping[str, Any], now: Mapping[str, bool]) -> dict[str, bool]:
    """All layers with their state: as switched, else as now, else as the map has them."""
    if not isinstance(switched, Mapping):
        raise WrongValueError(f"layers is a mapping such as {{'roads': False}}, not {switched!r}")
    known = {layer["id"]: bool(layer["on"]) for layer in ground["layers"]}
    for name, on in switched.items():
        _word("layer", name, known)
        if not isinstance(on, bool):
            raise WrongValueError(f"layer {name!r} is on or off: {{{name!r}: True}} or False, not {on!r}")
    return {**known, **now, **switched}


def marks(given: object, space: Callable[[object], str], tokens: Iterable[str]) -> list[dict[str, Any]]:
    """Accept marks that can be drawn: a known kind at a known space, or from one to another.

    Parameters
    ----------
    given : object
        What is to be drawn.
    space : callable
        Gives the id of a space, or raises.
    tokens : iterable of str
        Colours of the board itself, known beside those of CSS.

    Raises
    ------
    WrongValueError
        For a mark without a kind or a place, or with a text or a colour that cannot be drawn.
    WrongNameError
        For a field, kind or space that does not exist.
    """
    if not isinstance(given, list | tuple) or not all(isinstance(mark, Mapping) for mark in given):
        raise WrongValueError(
            f"annotations is a list of marks such as [{{'kind': 'ring', 'at': 'bastogne'}}], [] for none; not {given!r}"
        )
    own = frozenset(tokens)
    return [_mark(mark, space, own) for mark in given]


def _mark(mark: Mapping[str, Any], space: Callable[[object], str], tokens: frozenset[str]) -> dict[str, Any]:
    for field in mark:
        _word("field of an annotation", field, FIELDS)
    kind = _word("kind of annotation", mark.get("kind", ""), MARKS)
    ends = ("from", "to") if kind == "arrow" else ("at",)
    needed = (*ends, "text") if kind == "text" else ends
    missing = [field for field in needed if field not in mark]
    if missing:
        raise WrongValueError(f"annotation {dict(mark)!r}: {kind!r} needs {' and '.join(map(repr, missing))}")
    _check_text(mark.get("text", ""))
    _check_colour(mark.get("colour", "red"), tokens)
    return {**mark, "kind": kind, **{field: space(mark[field]) for field in ends}}


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise WrongValueError(f"the text of an annotation is a string, not {text!r}")
    if len(text) > LONGEST:
        raise WrongValueError(f"the text of an annotation has at most {LONGEST} characters, not {len(text)}: {text!r}")


def _check_colour(colour: object, tokens: frozenset[str]) -> None:
    known = isinstance(colour, str) and (_HEX.fullmatch(colour) or colour.lower() in NAMES or colour in tokens)
    if not known:
        near = difflib.get_close_matches(str(colour).lower(), NAMES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise WrongValueError(f"colour {colour!r} is no '#rgb', '#rrggbb' or name of a colour in CSS{hint}")


def _word(what: str, name: object, known: Iterable[str]) -> str:
    names = tuple(known)
    if not isinstance(name, str) or name not in names:
        raise WrongNameError(what, name, names)
    return name
