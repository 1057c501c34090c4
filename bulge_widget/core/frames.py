"""A game as pandas tables, for those who have pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bulge_widget.errors import BulgeError, UnknownNameError

if TYPE_CHECKING:
    import pandas as pd

    from bulge_widget.core.standing import Standing

__all__ = ["to_frame"]


def to_frame(game: Standing, what: str = "units") -> pd.DataFrame:
    """Make a table of a game.

    Parameters
    ----------
    what : {"units", "spaces", "log"}
        ``units``: one row a piece (id, name, side, at, steps, full, status). ``spaces``: one row a space
        (id, name, control). ``log``: one row a fact (place in the history, seat, event, rule, text).

    Raises
    ------
    UnknownNameError
        For any other word.
    BulgeError
        If pandas is not installed.
    """
    tables = {"units": _units, "spaces": _spaces, "log": _log}
    if what not in list(tables):  # what cannot be a key is told as well
        raise UnknownNameError("table", what, tables)
    try:
        import pandas as pd  # noqa: PLC0415  an optional dependency
    except ImportError:
        raise BulgeError("tables need pandas: pip install 'bulge-widget[analysis]'") from None
    rows, index = tables[what](game)
    frame = pd.DataFrame(rows)
    return frame.set_index(index) if rows else frame


def _units(game: Standing) -> tuple[list[dict[str, Any]], str]:
    counters = game.rulebook.counters
    rows = [
        {
            "id": piece.id,
            "name": counters[piece.id].name,
            "side": piece.side,
            "at": piece.at,
            "steps": piece.steps,
            "full": piece.full,
            "status": ", ".join(piece.status),
        }
        for piece in game.view("umpire").pieces
    ]
    return rows, "id"


def _spaces(game: Standing) -> tuple[list[dict[str, Any]], str]:
    spaces = game.board.spaces
    index = game.board.index
    rows = [
        {"id": space.id, "name": spaces[index[space.id]].name, "control": space.control}
        for space in game.view("umpire").spaces
    ]
    return rows, "id"


def _log(game: Standing) -> tuple[list[dict[str, Any]], str]:
    rows = []
    for node in game.history:
        for event in node.events:
            text = game.rulebook.describe(event, node.state)
            kind = type(event).__name__
            rows.append({"at": node.depth, "seat": node.seat, "event": kind, "rule": event.rule, "text": text})
    return rows, "at"
