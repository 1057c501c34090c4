"""Everything that is wrong with a board, as a list, for whoever edits `maps/`.

Loading stops at the first fault; the check goes on and compares tables, polygons and geography layers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bulge_widget.board.check_areas import polygon_problems
from bulge_widget.board.contradictions import contradictions
from bulge_widget.board.folder import Tables, read_folder
from bulge_widget.board.geography import LayerName, layer_names
from bulge_widget.board.lines import read_lines
from bulge_widget.board.load import board_of
from bulge_widget.board.model import Board
from bulge_widget.board.search import components
from bulge_widget.board.tables import path_name, place_of, unknown_value
from bulge_widget.errors import BoardError, Problem

__all__ = ["check_board"]

_OFF_CENTRE = 0.25
"""By how much of a hex its lon and lat may miss the centre that the id gives."""


def check_board(folder: Path | str) -> tuple[Problem, ...]:
    """Report all that is wrong with the folder of a board.

    Parameters
    ----------
    folder : path
        A folder of `maps/`; the geography layers are looked for beside it.

    Returns
    -------
    tuple of Problem
        Empty for a sound board. Looked for: faults inside a table, ids that do not exist or exist twice,
        borders written twice, spaces that hang apart, equal names or numbers, polygons that are missing,
        broken, overlap or leave gaps, sites outside their polygon, borders and lengths that disagree with
        the polygons, hexes off their centre, river sides that end at the next hex, places without a name in
        the geography layers, unreadable lines.
    """
    tables, problems = read_folder(Path(folder))
    problems += contradictions(tables)
    if not problems:
        board = board_of(tables)
        problems += (*_apart(board), *(_hexes(board, tables) if board.grid else ()))
    return (
        *problems,
        *_names(tables),
        *_places(tables),
        *_lines(tables),
        *(polygon_problems(tables) if tables.settings.get("kind") == "areas" else ()),
    )


def _apart(board: Board) -> Iterator[Problem]:
    where = path_name(board.folder / "borders.csv")
    for part in components(board.neighbours)[1:]:
        some = ", ".join(board.spaces[i].id for i in sorted(part)[:5])
        yield Problem(where, f"{len(part)} spaces hang apart from the rest: {some}", "join them by a border")


def _names(tables: Tables) -> Iterator[Problem]:
    path = tables.folder / "spaces.csv"
    for column in ("name", "number"):
        first: dict[str | int, int] = {}
        for row, space in tables.spaces:
            value = getattr(space, column)
            if value and value in first:
                where = place_of(path, row, column)
                yield Problem(where, f"{value!r} stands in row {first[value]} already", "each space has its own")
            first.setdefault(value, row)


def _places(tables: Tables) -> Iterator[Problem]:
    geography = tables.folder.parent / "geography"
    if not geography.is_dir():
        return
    checks: tuple[tuple[str, Any, tuple[LayerName, ...]], ...] = (
        ("spaces.csv", tables.spaces, ("towns", "landmarks", "relief", "woods")),
        ("rivers.csv", tables.rivers, ("rivers",)),
    )
    for file, rows, layers in checks:
        known = layer_names(geography, layers)
        for number, row in rows:
            if row.place and row.place not in known:
                where = place_of(tables.folder / file, number, "place")
                yield unknown_value(where, "name of the geography layers", row.place, known)


def _lines(tables: Tables) -> Iterator[Problem]:
    path, ids = tables.folder / "lines.geojson", tables.ids()
    exits = [row.id for _, row in tables.exits]
    try:
        lines = read_lines(path)
    except BoardError as error:
        yield Problem(path_name(path), str(error).removeprefix(f"{path_name(path)}: "))
        return
    for number, line in enumerate(lines, 1):
        where = f"{path_name(path)} feature {number}"
        for name in (line.a, line.b):
            if name and name not in ids:
                yield unknown_value(where, "space", name, ids)
        if line.id and line.id not in exits:
            yield unknown_value(where, "exit", line.id, exits)


def _hexes(board: Board, tables: Tables) -> Iterator[Problem]:
    path, size = tables.folder / "spaces.csv", board.hex_km or 1.0
    for (row, said), space in zip(tables.spaces, board.spaces, strict=True):
        if said.lon is not None and said.lat is not None:
            x, y = board.projection.to_km(said.lon, said.lat)
            off = math.dist((x, y), (space.x, space.y)) / size
            if off > _OFF_CENTRE:
                lon, lat = board.projection.to_lonlat(space.x, space.y)
                what = f"{off:.1f} hexes off the centre that the id {space.id!r} gives"
                yield Problem(place_of(path, row, "lon"), what, f"centre: {lon:.4f}, {lat:.4f}")
    yield from _river_sides(board, tables)
    yield from _road_banks(board, tables)


def _river_sides(board: Board, tables: Tables) -> Iterator[Problem]:
    path = tables.folder / "river_sides.csv"
    rows: dict[tuple[str, str], int] = {(row.space, row.side): number for number, row in tables.river_sides}
    for (a, b), border in board.borders.items():
        here, there = board.spaces[a], board.spaces[b]
        if not board.grid or border.side not in dict(here.rivers) or not there.rivers:
            continue
        back = board.grid.opposite(border.side)
        if back not in dict(there.rivers):
            what = f"the river leaves {here.id!r} here but does not enter {there.id!r}"
            where = place_of(path, rows[here.id, border.side], "side")
            yield Problem(where, what, f"add side {back!r} to {there.id!r}")


def _road_banks(board: Board, tables: Tables) -> Iterator[Problem]:
    path = tables.folder / "borders.csv"
    for row, border in tables.borders:
        count = max(len(board.space(name).banks) for name in (border.a, border.b))
        if any(bank >= count for bank in border.road_banks):
            banks = ", ".join(map(str, range(count))) or "none, neither hex has a river in it"
            where = place_of(path, row, "road_banks")
            yield Problem(where, f"there is no bank {max(border.road_banks)}", f"valid: {banks}")
