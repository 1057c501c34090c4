"""7.6 The two combat tables as look-ups: which column a differential falls in, and what a die brings there.

Does not cover who may use which table (8.2, 10.2: combat) nor where the shifts come from.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec

from bulge_widget.board import read_table
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.bigredone.tables import Cell, keyed

__all__ = ["CombatTable", "read_crt"]

FACES = range(1, 7)


class CombatTable(msgspec.Struct, frozen=True):
    """One of the two tables."""

    name: str
    labels: tuple[str, ...]
    """Columns as printed, from the worst for the attacker."""
    highest: tuple[int, ...]
    """Greatest differential of each column but the last."""
    results: tuple[tuple[str, ...], ...]
    """By column, then by face from 1."""

    def column(self, differential: int) -> int:
        """8.4, R14, R15 The column of a differential; beyond the table the first or last."""
        return sum(differential > most for most in self.highest)

    def shifted(self, column: int, shifts: int) -> int:
        """7.6, R13 The column so many places further right, at most the last."""
        return max(0, min(len(self.labels) - 1, column + shifts))

    def result(self, column: int, face: int) -> str:
        """7.6 What a die brings."""
        return self.results[column][face - 1]


def read_crt(path: Path) -> dict[str, CombatTable]:
    """Read both tables.

    Raises
    ------
    BoardError
        If a table is missing, has a gap, lacks a face, or says two things of one column.
    """
    cells = keyed(path, read_table(path, Cell), lambda cell: (cell.table, cell.column, cell.die)).values()
    found = {}
    for name in ("primary", "secondary"):
        columns: dict[str, dict[int, Cell]] = {}
        for cell in cells:
            if cell.table == name:
                columns.setdefault(cell.column, {})[cell.die] = cell
        found[name] = _table(path, name, columns)
    return found


def _table(path: Path, name: str, columns: dict[str, dict[int, Cell]]) -> CombatTable:
    heads = [next(iter(cells.values())) for cells in columns.values()]
    for label, cells in columns.items():
        if set(cells) != set(FACES):
            raise BoardError(f"{path}: column {label!r} of the {name} table lacks a face of the die")
        if len({(cell.minimum, cell.maximum) for cell in cells.values()}) > 1:
            raise BoardError(f"{path}: {name} table, rows of column {label!r} tell it other differentials")
    if not heads:
        raise BoardError(f"{path}: there is no {name} table")
    for left, right in itertools.pairwise(heads):
        if left.maximum is None or right.minimum != left.maximum + 1:
            raise BoardError(f"{path}: {name} table, column {right.column!r} does not follow {left.column!r}")
    if heads[0].minimum is not None or heads[-1].maximum is not None:
        raise BoardError(f"{path}: the first and the last column of the {name} table are open to their side")
    return CombatTable(
        name,
        tuple(columns),
        tuple(head.maximum for head in heads if head.maximum is not None),
        tuple(tuple(cells[face].result for face in FACES) for cells in columns.values()),
    )
