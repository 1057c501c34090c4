"""The words that may stand beside a space or a border: a book knows those it has a meaning for."""

from __future__ import annotations

from collections.abc import Collection

from bulge_widget.board.model import Board
from bulge_widget.board.tables import path_name, place_of, unknown_value
from bulge_widget.errors import BoardError

__all__ = ["check_marks"]


def check_marks(board: Board, tags: Collection[str], kinds: Collection[str] = ()) -> None:
    """Refuse tags of spaces and kinds of borders that mean nothing in a book.

    Parameters
    ----------
    board : Board
    tags : collection of str
        Those of ``spaces.csv``.
    kinds : collection of str, optional
        Those of ``borders.csv`` beside road, river, bridge, cliff and closed.

    Raises
    ------
    BoardError
        Names the first, with the nearest that is known.
    """
    for space in board.spaces:
        for tag in (tag for tag in space.tags if tag not in tags):
            where = place_of(board.folder / "spaces.csv", space.index + 2, "tags")
            raise BoardError(str(unknown_value(where, "tag", tag, tags)))
    usual = ("road", "river", "bridge", "cliff", "closed")
    for border in board.borders.values():
        for kind in (kind for kind in border.kinds if kind not in (*kinds, *usual)):
            pair = f"{board.spaces[border.a].id} to {board.spaces[border.b].id}, column 'kinds'"
            where = f"{path_name(board.folder / 'borders.csv')} {pair}"
            raise BoardError(str(unknown_value(where, "kind of border", kind, kinds)))
