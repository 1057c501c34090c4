"""Why a piece cannot go to a space: the order is put to the rule book, and its refusal is told.

Nothing is known here of any rule. `move` is the one order that all books share; in which modes a piece may
move is read from its options; the way there follows the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bulge_widget.board import Board, shortest_path

__all__ = ["why"]


def why(game: Any, viewpoint: str, piece: str, space: str) -> tuple[str, str] | None:
    """Tell why a piece cannot go to a space.

    Parameters
    ----------
    game : Game
    viewpoint : str
        Whose eyes: where the piece stands, and its options, are read from what they see.
    piece, space : str
        Ids.

    Returns
    -------
    tuple of str, or None
        The reason and its rule; two empty texts if it can go there; None if the piece cannot be seen.
    """
    view = game.view(viewpoint)
    start = next((seen.at for seen in view.pieces if seen.id == piece), None)
    if start is None:
        return None
    refusal = None
    for order in _orders(game.board, view.decision, piece, start, space):
        refusal = game.why_not(order)
        if refusal is None:
            return "", ""
    return ("", "") if refusal is None else (game.rulebook.describe(refusal, game.state), refusal.rule)


def _orders(board: Board, question: Any, piece: str, start: str, space: str) -> Iterator[str]:
    """Yield orders that would bring the piece there, the one whose refusal says most last."""
    yield f"move {piece} {start}>{space}"
    if start not in board.index or space not in board.index:
        return
    a, b = board.index[start], board.index[space]
    way = None if b in board.neighbours[a] else _by_road(board, a, b)
    options = question.options if question else None
    if way and options is not None:
        modes = {getattr(option, "mode", "") for option in options.of(piece)} - {""}
        yield from (f"move {piece} {way} {mode}" for mode in sorted(modes))


def _by_road(board: Board, start: int, goal: int) -> str | None:
    found = shortest_path(board.neighbours, start, goal, lambda a, b: 1 if board.borders[a, b].road else None)
    return ">".join(board.spaces[i].id for i in found.spaces) if found else None
