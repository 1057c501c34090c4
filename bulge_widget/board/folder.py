"""The tables of one board's folder, read and held against each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from bulge_widget.board.cells import eaten_zero
from bulge_widget.board.hexes import GRIDS, HexGrid
from bulge_widget.board.projection import Projection
from bulge_widget.board.rows import BorderRow, ExitRow, RiverRow, RiverSideRow, SettingRow, SpaceRow
from bulge_widget.board.tables import Numbered, path_name, place_of, scan_table, unknown_value
from bulge_widget.errors import Problem

__all__ = ["REQUIRED", "Tables", "cross_problems", "read_folder"]

REQUIRED = ("id", "title", "kind", "projection", "credit", "notice")
"""The keys that every `board.csv` has."""


class Tables(msgspec.Struct, frozen=True):
    """What the tables of a folder say, with row numbers."""

    folder: Path
    settings: dict[str, str]
    spaces: tuple[Numbered[SpaceRow], ...] = ()
    borders: tuple[Numbered[BorderRow], ...] = ()
    exits: tuple[Numbered[ExitRow], ...] = ()
    rivers: tuple[Numbered[RiverRow], ...] = ()
    river_sides: tuple[Numbered[RiverSideRow], ...] = ()

    @property
    def grid(self) -> HexGrid | None:
        """The numbering of a hex board."""
        return GRIDS.get(self.settings.get("grid", ""))

    def ids(self) -> list[str]:
        """Return the ids of all spaces, in order."""
        return [row.id for _, row in self.spaces]


def read_folder(folder: Path) -> tuple[Tables, tuple[Problem, ...]]:
    """Read the tables of a board; what is wrong inside a file comes back as problems."""
    settings, problems = scan_table(folder / "board.csv", SettingRow)
    said: dict[str, str] = {row.key: row.value for _, row in settings}
    spaces, more = scan_table(folder / "spaces.csv", SpaceRow)
    problems += more
    borders, more = scan_table(folder / "borders.csv", BorderRow)
    problems += more
    exits, more = scan_table(folder / "exits.csv", ExitRow)
    problems += more
    rivers, more = scan_table(folder / "rivers.csv", RiverRow) if (folder / "rivers.csv").exists() else ((), ())
    problems += more
    sides = folder / "river_sides.csv"
    river_sides, more = scan_table(sides, RiverSideRow) if sides.exists() else ((), ())
    return Tables(folder, said, spaces, borders, exits, rivers, river_sides), problems + more


def cross_problems(tables: Tables) -> tuple[Problem, ...]:
    """Everything in which the tables of a folder contradict each other."""
    return (
        *_settings(tables),
        *_spaces(tables),
        *_borders(tables),
        *_exits(tables),
        *_rivers(tables),
    )


def _settings(tables: Tables) -> Iterator[Problem]:
    said, where = tables.settings, path_name(tables.folder / "board.csv")
    hexes = said.get("kind") == "hexes"
    for key in (*REQUIRED, *(("grid", "hex_km") if hexes else ())):
        if key not in said:
            yield Problem(where, f"the key {key!r} is missing", f"keys: {', '.join(REQUIRED)}; grid, hex_km for hexes")
    if said.get("kind", "areas") not in ("areas", "hexes"):
        yield unknown_value(f"{where}, key 'kind'", "kind", said["kind"], ("areas", "hexes"))
    if hexes and "grid" in said and said["grid"] not in GRIDS:
        yield unknown_value(f"{where}, key 'grid'", "grid", said["grid"], GRIDS)
    yield from _numbers(tables, where)


def _numbers(tables: Tables, where: str) -> Iterator[Problem]:
    valid = "valid: lon0 lat0 km-per-degree-east km-per-degree-north, and for turned maps two mixed terms"
    for key, read, hint in (
        ("projection", Projection.parse, valid),
        ("hex_km", float, "valid: a number above 0"),
    ):
        text = tables.settings.get(key)
        try:
            value = None if text is None else read(text)
        except ValueError as error:
            yield Problem(f"{where}, key {key!r}", f"{text!r}: {error}", hint)
        else:
            if isinstance(value, float) and value <= 0:
                yield Problem(f"{where}, key {key!r}", f"{text!r} is not above 0", hint)


def _spaces(tables: Tables) -> Iterator[Problem]:
    path, grid = tables.folder / "spaces.csv", tables.grid
    first: dict[str, int] = {}
    terrains = tables.settings.get("terrains", "").split()
    for number, row in tables.spaces:
        if row.id in first:
            yield Problem(place_of(path, number, "id"), f"{row.id!r} stands in row {first[row.id]} already")
        first.setdefault(row.id, number)
        if terrains and row.terrain not in terrains:
            yield unknown_value(place_of(path, number, "terrain"), "terrain", row.terrain, terrains)
        if grid and grid.read(row.id) is None:
            yield _not_a_hex(place_of(path, number, "id"), row.id, grid)
        if (row.lon is None) != (row.lat is None) or (row.lon is None and not grid):
            yield Problem(place_of(path, number, "lon"), "a space needs both lon and lat", "degrees, WGS84")


def _not_a_hex(where: str, text: str, grid: HexGrid) -> Problem:
    eaten = eaten_zero(text, lambda meant: grid.read(meant) is not None)
    return Problem(where, f"{text!r} is not a hex id", eaten or f"valid: {grid.form}")


def _borders(tables: Tables) -> Iterator[Problem]:
    path, grid, ids = tables.folder / "borders.csv", tables.grid, tables.ids()
    known, first = set(ids), dict[frozenset[str], int]()
    for number, row in tables.borders:
        bad = [(column, text) for column, text in (("a", row.a), ("b", row.b)) if text not in known]
        yield from (unknown_value(place_of(path, number, c), "space", text, ids) for c, text in bad)
        pair = frozenset((row.a, row.b))
        if row.a == row.b:
            yield Problem(place_of(path, number, "b"), f"{row.b!r} cannot border on itself")
        elif pair in first:
            what = f"the border {row.a} - {row.b} stands in row {first[pair]} already"
            yield Problem(f"{path_name(path)} row {number}", what, "one row serves both ways")
        first.setdefault(pair, number)
        if grid and not bad and row.a != row.b and grid.read(row.a) and grid.read(row.b):
            yield from _not_adjacent(place_of(path, number, "b"), row, grid, known)
        if row.bridge and not row.river:
            yield Problem(place_of(path, number, "bridge"), "a bridge without a river", "name the river, or no bridge")


def _not_adjacent(where: str, row: BorderRow, grid: HexGrid, known: set[str]) -> Iterator[Problem]:
    if grid.direction(row.a, row.b) is None:
        beside = [other for other in grid.neighbours(row.a).values() if other in known]
        yield Problem(where, f"{row.b!r} does not touch {row.a!r}", f"valid: {', '.join(beside)}")


def _exits(tables: Tables) -> Iterator[Problem]:
    path, ids = tables.folder / "exits.csv", tables.ids()
    known, first, grid = set(ids), dict[str, int](), tables.grid
    for number, row in tables.exits:
        if row.space not in known:
            yield unknown_value(place_of(path, number, "space"), "space", row.space, ids)
        if row.id in first:
            yield Problem(place_of(path, number, "id"), f"{row.id!r} stands in row {first[row.id]} already")
        first.setdefault(row.id, number)
        if row.hexside and grid and row.hexside not in grid.steps:
            yield unknown_value(place_of(path, number, "hexside"), "hexside", row.hexside, grid.steps)


def _rivers(tables: Tables) -> Iterator[Problem]:
    names, ids = [row.name for _, row in tables.rivers], tables.ids()
    known, grid = set(ids), tables.grid
    path = tables.folder / "borders.csv"
    for number, border in tables.borders:
        if border.river and border.river not in names:
            yield unknown_value(place_of(path, number, "river"), "river of rivers.csv", border.river, names)
    path = tables.folder / "river_sides.csv"
    for number, row in tables.river_sides:
        if row.space not in known:
            yield unknown_value(place_of(path, number, "space"), "space", row.space, ids)
        if row.river not in names:
            yield unknown_value(place_of(path, number, "river"), "river of rivers.csv", row.river, names)
        if grid is None or row.side not in grid.steps:
            sides = grid.steps if grid else ("none on an area board",)
            yield unknown_value(place_of(path, number, "side"), "hexside", row.side, sides)
