"""The tables of one board held against each other, before a board is built from them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from bulge_widget.board.cells import eaten_zero
from bulge_widget.board.folder import Tables
from bulge_widget.board.hexes import GRIDS, HexGrid
from bulge_widget.board.projection import Projection
from bulge_widget.board.rows import BorderRow
from bulge_widget.board.tables import path_name, place_of, unknown_value
from bulge_widget.errors import Problem

__all__ = ["contradictions"]

_REQUIRED = ("id", "title", "kind", "projection", "credit", "notice")
_HEXES = ("grid", "hex_km")


class _Placed(Protocol):
    @property
    def lon(self) -> float | None: ...
    @property
    def lat(self) -> float | None: ...


def contradictions(tables: Tables) -> tuple[Problem, ...]:
    """Report everything in which the tables of a folder contradict each other."""
    return (
        *_settings(tables),
        *_spaces(tables),
        *_borders(tables),
        *_exits(tables),
        *_rivers(tables),
        *_river_sides(tables),
    )


def _twice(path: Path, column: str, keys: Iterable[tuple[int, Hashable]]) -> Iterator[Problem]:
    """Yield a problem for each (row, key) whose key an earlier row has."""
    first: dict[Hashable, int] = {}
    for number, key in keys:
        if key in first:
            said = " ".join(map(str, key)) if isinstance(key, tuple) else key
            yield Problem(place_of(path, number, column), f"{said!r} stands in row {first[key]} already")
        first.setdefault(key, number)


def _half_placed(path: Path, rows: Iterable[tuple[int, _Placed]]) -> Iterator[Problem]:
    for number, row in rows:
        if (row.lon is None) != (row.lat is None):
            yield Problem(place_of(path, number, "lon"), "lon and lat stand together or not at all", "degrees, WGS84")


def _settings(tables: Tables) -> Iterator[Problem]:
    path, said = tables.folder / "board.csv", tables.settings
    where, hexes = path_name(path), said.get("kind") == "hexes"
    yield from _twice(path, "key", ((number, row.key) for number, row in tables.setting_rows))
    for key in _REQUIRED + (_HEXES if hexes else ()):
        if key not in said:
            yield Problem(where, f"the key {key!r} is missing", f"keys: {', '.join(_REQUIRED)}; grid, hex_km for hexes")
    if said.get("kind", "areas") not in ("areas", "hexes"):
        yield unknown_value(f"{where}, key 'kind'", "kind", said["kind"], ("areas", "hexes"))
    if hexes and "grid" in said and said["grid"] not in GRIDS:
        yield unknown_value(f"{where}, key 'grid'", "grid", said["grid"], GRIDS)
    yield from _numbers(said, where)


def _numbers(said: dict[str, str], where: str) -> Iterator[Problem]:
    if "projection" in said:
        try:
            Projection.parse(said["projection"])
        except ValueError as error:
            hint = "valid: lon0 lat0 km-per-degree-east km-per-degree-north, and for turned maps two mixed terms"
            yield Problem(f"{where}, key 'projection'", f"{said['projection']!r}: {error}", hint)
    if "hex_km" in said and not _is_size(said["hex_km"]):
        yield Problem(f"{where}, key 'hex_km'", f"{said['hex_km']!r} is no size", "valid: a number above 0, in km")


def _is_size(text: str) -> bool:
    try:
        return 0 < float(text) < math.inf
    except ValueError:
        return False


def _spaces(tables: Tables) -> Iterator[Problem]:
    path, grid = tables.folder / "spaces.csv", tables.grid
    yield from _twice(path, "id", ((number, row.id) for number, row in tables.spaces))
    yield from _half_placed(path, tables.spaces)
    terrains = tables.settings.get("terrains", "").split()
    for number, row in tables.spaces:
        if terrains and row.terrain not in terrains:
            yield unknown_value(place_of(path, number, "terrain"), "terrain", row.terrain, terrains)
        if grid and grid.read(row.id) is None:
            yield _not_a_hex(place_of(path, number, "id"), row.id, grid)
        if not grid and row.lon is None and row.lat is None:
            yield Problem(place_of(path, number, "lon"), "an area needs lon and lat", "degrees, WGS84")


def _not_a_hex(where: str, text: str, grid: HexGrid) -> Problem:
    eaten = eaten_zero(text, lambda meant: grid.read(meant) is not None)
    return Problem(where, f"{text!r} is not a hex id", eaten or f"valid: {grid.form}")


def _borders(tables: Tables) -> Iterator[Problem]:
    path, ids, names = tables.folder / "borders.csv", tables.ids(), [row.name for _, row in tables.rivers]
    known = set(ids)
    pairs = ((number, tuple(sorted((row.a, row.b)))) for number, row in tables.borders)
    yield from _twice(path, "b", pairs)
    yield from _half_placed(path, tables.borders)
    for number, row in tables.borders:
        for column, text in (("a", row.a), ("b", row.b)):
            if text not in known:
                yield unknown_value(place_of(path, number, column), "space", text, ids)
        if {row.a, row.b} <= known:
            yield from _not_adjacent(place_of(path, number, "b"), row, tables.grid, known)
        if row.river and row.river not in names:
            yield unknown_value(place_of(path, number, "river"), "river of rivers.csv", row.river, names)
        if row.bridge and not row.river:
            yield Problem(place_of(path, number, "bridge"), "a bridge without a river", "name the river, or no bridge")


def _not_adjacent(where: str, row: BorderRow, grid: HexGrid | None, known: set[str]) -> Iterator[Problem]:
    if row.a == row.b:
        yield Problem(where, f"{row.b!r} cannot border on itself")
    elif grid and grid.read(row.a) and grid.read(row.b) and grid.direction(row.a, row.b) is None:
        beside = [other for other in grid.neighbours(row.a).values() if other in known]
        yield Problem(where, f"{row.b!r} does not touch {row.a!r}", f"valid: {', '.join(beside)}")


def _exits(tables: Tables) -> Iterator[Problem]:
    path, ids, grid = tables.folder / "exits.csv", tables.ids(), tables.grid
    known = set(ids)
    yield from _twice(path, "id", ((number, row.id) for number, row in tables.exits))
    yield from _half_placed(path, tables.exits)
    for number, row in tables.exits:
        if row.space not in known:
            yield unknown_value(place_of(path, number, "space"), "space", row.space, ids)
        if row.hexside and (grid is None or row.hexside not in grid.steps):
            yield _no_side(place_of(path, number, "hexside"), row.hexside, grid)


def _rivers(tables: Tables) -> Iterator[Problem]:
    path = tables.folder / "rivers.csv"
    yield from _twice(path, "name", ((number, row.name) for number, row in tables.rivers))


def _river_sides(tables: Tables) -> Iterator[Problem]:
    path, ids, grid = tables.folder / "river_sides.csv", tables.ids(), tables.grid
    names, known = [row.name for _, row in tables.rivers], set(ids)
    yield from _twice(path, "side", ((number, (row.space, row.side)) for number, row in tables.river_sides))
    for number, row in tables.river_sides:
        if row.space not in known:
            yield unknown_value(place_of(path, number, "space"), "space", row.space, ids)
        if row.river not in names:
            yield unknown_value(place_of(path, number, "river"), "river of rivers.csv", row.river, names)
        if grid is None or row.side not in grid.steps:
            yield _no_side(place_of(path, number, "side"), row.side, grid)


def _no_side(where: str, side: str, grid: HexGrid | None) -> Problem:
    if grid is None:
        return Problem(where, f"an area has no hexside {side!r}", "leave it blank")
    return unknown_value(where, "hexside", side, grid.steps)
