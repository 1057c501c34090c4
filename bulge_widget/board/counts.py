"""How many rows the tables of a folder have: one lost from the middle or the end of a table contradicts nothing else.

Which row it is cannot be told so; a book looks first at what its tables say of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from bulge_widget.board.tables import path_name, read_table, row_count
from bulge_widget.errors import BoardError

__all__ = ["COUNTS", "Count", "check_counts"]

COUNTS = "counts.csv"


class Count(msgspec.Struct, frozen=True):
    """How many rows a table has (``counts.csv``), so that none is lost or doubled unseen."""

    table: str
    rows: int
    source: str


def check_counts(folder: Path, tables: Iterable[str] = ()) -> None:
    """Refuse tables with more or fewer rows than ``counts.csv`` says.

    Parameters
    ----------
    folder : Path
    tables : iterable of str, optional
        Their names without ``.csv``; every table of the folder by default.

    Raises
    ------
    BoardError
        Names the table and both numbers, or the table that is not counted.
    """
    rows = read_table(folder / COUNTS, Count)
    counted = {row.table: row.rows for row in rows}
    if len(counted) < len(rows):
        raise BoardError(f"{path_name(folder / COUNTS)}: a table is counted twice")
    names = tuple(tables) or sorted({*counted, *(path.stem for path in folder.glob("*.csv") if path.name != COUNTS)})
    for name in names:
        if name not in counted:
            raise BoardError(f"{path_name(folder / COUNTS)}: no row {name!r}")
        found, path = row_count(folder / f"{name}.csv"), path_name(folder / f"{name}.csv")
        if found != counted[name]:
            raise BoardError(f"{path}: {found} rows, where {COUNTS}, row {name!r}, column 'rows' says {counted[name]}")
