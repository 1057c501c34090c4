"""A game as pandas tables, for those who have pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bulge_widget.errors import BulgeError, UnknownNameError

if TYPE_CHECKING:
    import pandas as pd

    from bulge_widget.core.standing import Standing

__all__ = ["to_frame"]

COLUMNS = {
    "units": ["id", "name", "side", "at", "steps", "full", "status"],
    "spaces": ["id", "name", "control"],
    "log": ["at", "seat", "event", "rule", "text"],
}
"""The columns of each table, the index first; they are there without rows too."""


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
    columns = COLUMNS[what]
    return pd.DataFrame(tables[what](game), columns=columns).set_index(columns[0])


def _units(game: Standing) -> list[dict[str, Any]]:
    counters = game.rulebook.counters
    return [
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


def _spaces(game: Standing) -> list[dict[str, Any]]:
    spaces = game.board.spaces
    index = game.board.index
    return [
        {"id": space.id, "name": spaces[index[space.id]].name, "control": space.control}
        for space in game.view("umpire").spaces
    ]


def _log(game: Standing) -> list[dict[str, Any]]:
    rows = []
    for node in game.history:
        for event in node.events:
            text = game.rulebook.describe(event, node.state)
            kind = type(event).__name__
            rows.append({"at": node.depth, "seat": node.seat, "event": kind, "rule": event.rule, "text": text})
    return rows
