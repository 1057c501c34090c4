"""The tables of one board's folder, read together."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from bulge_widget.board.hexes import GRIDS, HexGrid
from bulge_widget.board.rows import BorderRow, ExitRow, RiverRow, RiverSideRow, SettingRow, SpaceRow
from bulge_widget.board.tables import Numbered, scan_table
from bulge_widget.errors import Problem

__all__ = ["Tables", "read_folder"]

T = TypeVar("T", bound=msgspec.Struct)


class Tables(msgspec.Struct, frozen=True):
    """What the tables of a folder say, with row numbers."""

    folder: Path
    """Where they stand."""
    setting_rows: tuple[Numbered[SettingRow], ...]
    """`board.csv`."""
    spaces: tuple[Numbered[SpaceRow], ...]
    """`spaces.csv`."""
    borders: tuple[Numbered[BorderRow], ...]
    """`borders.csv`."""
    exits: tuple[Numbered[ExitRow], ...]
    """`exits.csv`."""
    rivers: tuple[Numbered[RiverRow], ...]
    """`rivers.csv`, empty where there is none."""
    river_sides: tuple[Numbered[RiverSideRow], ...]
    """`river_sides.csv`, empty where there is none."""

    @property
    def settings(self) -> dict[str, str]:
        """The facts about the whole board by key."""
        return {row.key: row.value for _, row in self.setting_rows}

    @property
    def grid(self) -> HexGrid | None:
        """The numbering of a hex board."""
        return GRIDS.get(self.settings.get("grid", ""))

    def ids(self) -> list[str]:
        """Return the ids of all spaces, in order."""
        return [row.id for _, row in self.spaces]


def read_folder(folder: Path) -> tuple[Tables, tuple[Problem, ...]]:
    """Read the tables of a board; what is wrong inside a file comes back as problems."""
    problems: list[Problem] = []

    def scan(name: str, row: type[T], *, needed: bool = True) -> tuple[Numbered[T], ...]:
        path = folder / name
        if not needed and not path.exists():
            return ()
        rows, more = scan_table(path, row)
        problems.extend(more)
        return rows

    tables = Tables(
        folder=folder,
        setting_rows=scan("board.csv", SettingRow),
        spaces=scan("spaces.csv", SpaceRow),
        borders=scan("borders.csv", BorderRow),
        exits=scan("exits.csv", ExitRow),
        rivers=scan("rivers.csv", RiverRow, needed=False),
        river_sides=scan("river_sides.csv", RiverSideRow, needed=False),
    )
    return tables, tuple(problems)
