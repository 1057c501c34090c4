"""Where pieces may go: every answer that leads along a path, under each piece that takes part."""

from __future__ import annotations

from typing import Any

from bulge_widget.scene.actions import entries, path_of, pieces_of
from bulge_widget.scene.live import open_options

__all__ = ["reach"]

Row = dict[str, Any]


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
        `pieces`: id -> `from` (index of its space) and `options`, each with its name, the indexes of its
        path, and its text.
    """
    options = open_options(game.view(viewpoint))
    index, found = game.board.index, {}
    for name, key, action in entries(options):
        path = [index[space] for space in path_of(action)]
        if path:
            row = _row(game, name, action, path)
            for piece in pieces_of(action, key):
                found.setdefault(piece, {"from": path[0], "options": []})["options"].append(row)
    return {"seq": seq, "pieces": found}


def _row(game: Any, name: str, action: Any, path: list[int]) -> Row:
    row: Row = {"o": name, "to": path[-1], "text": game.rulebook.describe(action, game.state)}
    mode = getattr(action, "mode", "") or type(action).__name__.lower()
    row |= {"mode": mode} if mode != "normal" else {}
    return row | ({"path": path} if len(path) > 2 else {})
