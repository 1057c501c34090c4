"""A folder of `maps/` made into a :class:`~bulge_widget.board.model.Board`."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

import bulge_widget
from bulge_widget.board.banks import banks_of, joined_banks
from bulge_widget.board.contradictions import contradictions
from bulge_widget.board.folder import Tables, read_folder
from bulge_widget.board.hexes import HexGrid
from bulge_widget.board.model import Board, Border, Exit, Space
from bulge_widget.board.outlines import unlisted_borders
from bulge_widget.board.projection import Projection
from bulge_widget.board.rows import BorderRow, ExitRow, SpaceRow
from bulge_widget.board.tables import raise_for
from bulge_widget.errors import BoardError

__all__ = ["board_of", "load_board", "maps_folder"]


def maps_folder(book: str, maps: Path | str | None = None) -> Path:
    """Return the folder of one book's components.

    Parameters
    ----------
    book : str
        Such as "knapp"; "geography" for the layers.
    maps : path, optional
        A folder to use instead of the installed `maps`.

    Raises
    ------
    BoardError
        If there is no such folder; names those there are.
    """
    package = Path(bulge_widget.__file__).parent
    places = [Path(maps)] if maps is not None else [package / "maps", package.parent / "maps"]
    for place in places:
        if (place / book).is_dir():
            return place / book
    known = sorted(p.name for place in places if place.is_dir() for p in place.iterdir() if p.is_dir())
    raise BoardError(f"no components of {book!r} in {places[-1]}; there are: {', '.join(known) or 'none'}")


def load_board(folder: Path | str) -> Board:
    """Load a board from its folder.

    Raises
    ------
    BoardError
        If a table is missing, damaged or contradicts another; names file, row and column.
        :func:`~bulge_widget.board.check.check_board` lists all faults at once.
    """
    tables, problems = read_folder(Path(folder))
    raise_for(problems)
    raise_for(contradictions(tables))
    raise_for(unlisted_borders(tables))
    return board_of(tables)


def board_of(tables: Tables) -> Board:
    """Build a board from tables without faults."""
    said, grid = tables.settings, tables.grid
    projection = Projection.parse(said["projection"])
    hex_km = float(said["hex_km"]) if grid else None
    spaces = _spaces(tables, projection, hex_km)
    index = {space.id: space.index for space in spaces}
    borders = _hex_borders(tables, spaces, index, grid) if grid else _area_borders(tables, index)
    around: dict[int, list[int]] = defaultdict(list)
    for a, b in borders:
        around[a].append(b)
    return Board(
        folder=tables.folder,
        id=said["id"],
        title=said["title"],
        kind="hexes" if said["kind"] == "hexes" else "areas",
        projection=projection,
        credit=said["credit"],
        notice=said["notice"],
        grid=grid,
        hex_km=hex_km,
        spaces=spaces,
        neighbours=tuple(tuple(sorted(around[i])) for i in range(len(spaces))),
        borders=borders,
        exits=tuple(_exit(row, spaces[index[row.space]], projection) for _, row in tables.exits),
        rivers={row.name: row.place for _, row in tables.rivers},
    )


def _spaces(tables: Tables, projection: Projection, hex_km: float | None) -> tuple[Space, ...]:
    sides: dict[str, dict[str, str]] = defaultdict(dict)
    for _, row in tables.river_sides:
        sides[row.space][row.side] = row.river
    ground = _Ground(projection, tables.grid, hex_km)
    return tuple(_space(i, row, ground, sides.get(row.id, {})) for i, (_, row) in enumerate(tables.spaces))


class _Ground(NamedTuple):
    """What turns the row of a space into a point."""

    projection: Projection
    grid: HexGrid | None
    hex_km: float | None

    def xy(self, row: SpaceRow) -> tuple[float, float]:
        if self.grid and self.hex_km:
            across, up = self.grid.centre(row.id)
            return across * self.hex_km, up * self.hex_km
        return self.projection.to_km(cast("float", row.lon), cast("float", row.lat))


def _space(index: int, row: SpaceRow, ground: _Ground, sides: dict[str, str]) -> Space:
    x, y = ground.xy(row)
    lon, lat = ground.projection.to_lonlat(x, y)
    order = ground.grid.directions if ground.grid else ()
    return Space(
        index=index,
        id=row.id,
        number=row.number,
        name=row.name,
        terrain=row.terrain,
        lon=lon if row.lon is None else row.lon,
        lat=lat if row.lat is None else row.lat,
        x=x,
        y=y,
        place=row.place,
        tags=row.tags,
        rivers=tuple((side, sides[side]) for side in order if side in sides),
        banks=banks_of(order, sides),
    )


def _kinds(row: BorderRow) -> tuple[str, ...]:
    flags = {
        "road": row.road,
        "river": bool(row.river),
        "bridge": row.bridge,
        "cliff": row.cliff,
        "closed": row.closed,
    }
    return (*(name for name, holds in flags.items() if holds), *row.kinds)


def _border(row: BorderRow, a: int, b: int) -> Border:
    return Border(
        a=a,
        b=b,
        road=row.road,
        river=row.river,
        bridge=row.bridge,
        cliff=row.cliff,
        closed=row.closed,
        kinds=_kinds(row),
        length_km=row.length_km,
        river_share=row.river_share,
        lon=row.lon,
        lat=row.lat,
        road_banks=row.road_banks,
    )


def _area_borders(tables: Tables, index: dict[str, int]) -> dict[tuple[int, int], Border]:
    found = {}
    for _, row in tables.borders:
        a, b = index[row.a], index[row.b]
        found[a, b] = _border(row, a, b)
        found[b, a] = msgspec.structs.replace(found[a, b], a=b, b=a)
    return found


def _hex_borders(
    tables: Tables, spaces: tuple[Space, ...], index: dict[str, int], grid: HexGrid
) -> dict[tuple[int, int], Border]:
    """Make a border for every pair of hexes that touch; the table only adds what is printed on some."""
    printed: dict[tuple[int, int], Border] = {}
    for _, row in tables.borders:
        a, b = index[row.a], index[row.b]
        printed[a, b] = printed[b, a] = _border(row, a, b)
    found = {}
    for here in spaces:
        for side, other in grid.neighbours(here.id).items():
            if other in index:
                there = spaces[index[other]]
                pair = here.index, there.index
                banks = joined_banks(grid.directions, side, here.banks, there.banks)
                found[pair] = _hexside(pair, side, banks, printed.get(pair))
    return found


def _hexside(pair: tuple[int, int], side: str, banks: tuple[tuple[int, int], ...], printed: Border | None) -> Border:
    if printed is None:
        return Border(*pair, side=side, banks=banks)
    return msgspec.structs.replace(printed, a=pair[0], b=pair[1], side=side, banks=banks)


def _exit(row: ExitRow, space: Space, projection: Projection) -> Exit:
    lon, lat = (space.lon, space.lat) if row.lon is None or row.lat is None else (row.lon, row.lat)
    x, y = projection.to_km(lon, lat)
    return Exit(
        id=row.id,
        space=space.index,
        side=row.side,
        edge=row.edge,
        hexside=row.hexside or "",
        towards=row.towards,
        multiple=row.multiple,
        lon=lon,
        lat=lat,
        x=x,
        y=y,
    )
