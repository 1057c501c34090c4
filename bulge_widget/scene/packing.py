"""Destinations made small: what many of them share is said once.

Late in a game a side has some eight hundred orders, most of them ways to the same few spaces. Texts and paths
stand in two lists, and an order is a short list of numbers. The board in the browser unpacks it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["pack", "sentence", "unpack"]

Row = dict[str, Any]
Near = Sequence[Sequence[int]]
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a step to the n-th neighbour; no space has as many


class _Once(dict[Any, int]):
    """Things in the order in which they first came, each with its place."""

    def place(self, thing: Any) -> int:
        """Return the place of a thing."""
        return self.setdefault(thing, len(self))


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def pack(seq: int, pieces: Mapping[str, Row], neighbours: Near) -> Row:
    """Return destinations in a form that is small as JSON.

    Parameters
    ----------
    seq : int
        Number of the scene they belong to.
    neighbours : sequence of sequence of int
        The neighbours of each space; a path is told by the places of its steps in there.
    pieces : mapping
        Piece -> `from`, `tree` and `options`, each with `o`, `to`, `cost`, `what` is done, by which `way`, and its
        `path` where the tree does not give it.

    Returns
    -------
    dict
        `seq`; `words` and `paths`: what the numbers in rows stand for; `pieces`: id -> `from`, `tree` and `rows`,
        each `[name, to, cost, what, way, path]`. The name is the number of the option where it is grouped under this
        piece, else whole; cost, what and way are places in `words`, path one in `paths`, or left out.
    """
    words, paths = _Once(), _Once()
    packed = {}
    for piece, found in pieces.items():
        rows = [_row(option, piece, words, paths, neighbours) for option in found["options"]]
        packed[piece] = {"from": found["from"], "tree": found["tree"], "rows": rows}
    return {"seq": seq, "words": list(words), "paths": list(paths), "pieces": packed}


def _row(option: Row, piece: str, words: _Once, paths: _Once, neighbours: Near) -> list[Any]:
    key, _, number = option["o"].rpartition("/")
    row = [int(number) if key == piece else option["o"], option["to"]]
    row += [words.place(option[name]) for name in ("cost", "what", "way")]
    return [*row, paths.place(_steps(option["path"], neighbours))] if "path" in option else row


def _steps(path: Sequence[int], neighbours: Near) -> str:
    """Return a path as its first space and one sign a step: `291:0251`."""
    return f"{path[0]}:" + "".join(SIGNS[neighbours[a].index(b)] for a, b in pairwise(path))


def _path(steps: str, neighbours: Near) -> list[int]:
    start, _, signs = steps.partition(":")
    path = [int(start)]
    for sign in signs:
        path.append(neighbours[path[-1]][SIGNS.index(sign)])
    return path


def unpack(packed: Mapping[str, Any], neighbours: Near) -> Row:
    """Return destinations as a board reads them.

    Returns
    -------
    dict
        `seq` and `pieces`: id -> `from` (index of its space), `tree` (parallel lists: a space, the one before it) and
        `options`: each its name `o`, the index of the space it leads `to`, its cost, its path of indexes where the
        tree does not give it, its `text` for a list of ways to that space and its `full` text, both without the piece.
    """
    pieces = {}
    for piece, found in packed["pieces"].items():
        options: list[Row] = []
        for row in found["rows"]:
            usual = all(option["to"] != row[1] for option in options)
            options.append(_option(packed, piece, row, neighbours, usual=usual))
        pieces[piece] = {"from": found["from"], "tree": found["tree"], "options": options}
    return {"seq": packed["seq"], "pieces": pieces}


def _option(packed: Mapping[str, Any], piece: str, row: list[Any], neighbours: Near, *, usual: bool) -> Row:
    name, to, *places = row
    cost, what, way = (packed["words"][place] for place in places[:3])
    option: Row = {"o": f"{piece}/{name}" if isinstance(name, int) else name, "to": to, "cost": cost}
    option |= {"text": sentence(way) if way and not usual else what, "full": f"{what} {way}".strip()}
    return option | ({"path": _path(packed["paths"][places[3]], neighbours)} if len(places) > 3 else {})
