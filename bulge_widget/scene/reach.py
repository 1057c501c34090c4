"""Where pieces may go: every answer that leads along a path, under each piece that takes part.

Kept small, as it is sent after every order: the first way to a space needs no path where the pieces' tree of
ways gives it, and a further way to the same space is told by what is different about it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from bulge_widget.scene.actions import entries, path_of, pieces_of
from bulge_widget.scene.live import open_options

__all__ = ["reach"]

Row = dict[str, Any]
Option = tuple[str, str | None, Any]


def reach(game: Any, viewpoint: str = "umpire", seq: int = 0) -> Row:
    """Return the destinations of all pieces; at most 60 kB as JSON on an area board.

    Parameters
    ----------
    game : Game
        The game; it is not changed.
    viewpoint : str
        As for the scene; a viewpoint that may not answer gets no destinations.
    seq : int
        Number of the scene this belongs to.

    Returns
    -------
    dict
        `pieces`: id -> `from` (index of its space), `tree` (parallel lists: a space, the one before it) and
        `options`: each its name `o`, the index of the space it leads `to`, its text and cost, and its path of indexes
        where the tree does not give it. The first option to a space is the usual way.
    """
    by_piece: dict[str, list[Option]] = {}
    for option in entries(open_options(game.view(viewpoint))):
        _, key, action = option
        if path_of(action):
            for piece in pieces_of(action, key):
                by_piece.setdefault(piece, []).append(option)
    return {"seq": seq, "pieces": {piece: _piece(game, _own_first(piece, o)) for piece, o in by_piece.items()}}


def _own_first(piece: str, options: list[Option]) -> list[Option]:
    """Return the orders of the piece alone before those it shares with others, so that they are the usual ones."""
    return sorted(options, key=lambda option: pieces_of(option[2], option[1]) != (piece,))


def _piece(game: Any, options: list[Option]) -> Row:
    index = game.board.index
    paths = [tuple(index[space] for space in path_of(action)) for _, _, action in options]
    before = _tree(paths)
    rows, usual = [], set()
    for (name, key, action), path in zip(options, paths, strict=True):
        row: Row = {"o": name, "to": path[-1], "text": _text(game, action, key, first=path[-1] not in usual)}
        row["cost"] = game.rulebook.cost(game.state, action)
        rows.append(row if _follows(path, before) else row | {"path": list(path)})
        usual.add(path[-1])
    return {"from": paths[0][0], "tree": {"at": list(before), "prev": list(before.values())}, "options": rows}


def _tree(paths: list[tuple[int, ...]]) -> dict[int, int]:
    """Return for each space the one before it on the usual way there: the first path, the shorter first."""
    before = {path[0]: -1 for path in paths}
    for path in sorted(paths, key=len):
        if path[-1] not in before and all(a in before for a in path[:-1]) and _follows(path[:-1], before):
            before[path[-1]] = path[-2]
    return before


def _follows(path: tuple[int, ...], before: dict[int, int]) -> bool:
    """Tell whether the tree leads along exactly this path."""
    return before.get(path[0]) == -1 and all(before.get(b) == a for a, b in pairwise(path))


def _text(game: Any, action: Any, key: str | None, *, first: bool) -> str:
    """Return the order in words without the piece, under which it is listed; of a further way only the way."""
    book, state = game.rulebook, game.state
    whole: str = book.describe(action, state)
    path = path_of(action)
    direct = book.describe(msgspec.structs.replace(action, path=(path[0], path[-1])), state) if len(path) > 2 else whole
    way = whole.removeprefix(direct).strip()
    counter = book.counters.get(key) if len(pieces_of(action, key)) == 1 else None
    text: str = way if way and not first else direct.removeprefix(f"{counter.short} " if counter else "")
    return text[:1].upper() + text[1:]
