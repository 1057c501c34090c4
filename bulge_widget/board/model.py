"""A board: spaces, their borders and the roads off the map, the same for areas and for hexes.

Engines read plain tuples and dicts, computed once; geometry and the graph are made when first asked for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bulge_widget.board.banks import NO_BANKS, Banks
from bulge_widget.board.hexes import HexGrid
from bulge_widget.board.names import Names
from bulge_widget.board.projection import Projection

if TYPE_CHECKING:
    import networkx as nx

    from bulge_widget.board.lines import Line
    from bulge_widget.board.shapes import Shapes

__all__ = ["Board", "Border", "Exit", "Space"]

Side = Literal["", "german", "allied"]


class Space(msgspec.Struct, frozen=True):
    """One area or hex."""

    index: int
    """Its place in :attr:`Board.spaces`."""
    id: str
    """ASCII, lower-case; a hex or a numbered area as printed."""
    number: int | None
    """The printed number of an area."""
    name: str
    """The printed name, blank for none."""
    terrain: str
    """A word of the board's own list."""
    lon: float
    """Longitude of the label and counters (a hex: of its centre), degrees."""
    lat: float
    """Latitude of the same point."""
    x: float
    """The same point in km, to the east."""
    y: float
    """The same point in km, to the north."""
    place: str
    """Name in the geography layers, blank for none."""
    tags: tuple[str, ...] = ()
    """What else is printed there: words, or word:word."""
    rivers: tuple[tuple[str, str], ...] = ()
    """(hexside, river) for each side a river IN this hex passes through, clockwise."""
    banks: Banks = ()
    """For each bank of such a river the hexsides on it; empty without one."""

    def has(self, tag: str) -> bool:
        """Tell whether a word stands among the tags."""
        return tag in self.tags

    def tag(self, key: str) -> str:
        """Return the value of a tag `key:value`, blank where there is none."""
        return next((t.partition(":")[2] for t in self.tags if t.startswith(f"{key}:")), "")


class Border(msgspec.Struct, frozen=True):
    """The border from one space to the next, seen from `a`."""

    a: int
    """Index of the space it is left from."""
    b: int
    """Index of the space it is crossed into."""
    side: str = ""
    """On a hex board the direction from a to b."""
    road: bool = False
    """A road leads across."""
    river: str = ""
    """The river along it, blank for none (a river that runs in a hex is on the space)."""
    bridge: bool = False
    """A bridge crosses that river."""
    cliff: bool = False
    """A cliff runs along it."""
    closed: bool = False
    """Printed as impassable."""
    kinds: tuple[str, ...] = ()
    """All of it as words: road, river, bridge, cliff, closed and what else is printed."""
    length_km: float | None = None
    """Length in km, None where the table does not give it (hexsides)."""
    river_share: float | None = None
    """Share of it that follows a river."""
    lon: float | None = None
    """Of the point of crossing, degrees."""
    lat: float | None = None
    """Likewise."""
    banks: tuple[tuple[int, int], ...] = NO_BANKS
    """Pairs (bank in a, bank in b) that it joins; a space without a river has bank 0."""
    road_banks: tuple[int, ...] = ()
    """Banks that a road along the river's own side touches."""


class Exit(msgspec.Struct, frozen=True):
    """A road or an entry letter that leads off the map."""

    id: str
    """The printed letter or the hex, lower-case."""
    space: int
    """Index of the space it leaves from."""
    side: Side
    """Whose it is; blank for both."""
    edge: Literal["n", "e", "s", "w"]
    """The edge of the map."""
    hexside: str
    """The side of the hex it leaves through, blank where not given."""
    towards: str
    """Where it leads."""
    multiple: int | None
    """A number printed beside it."""
    lon: float
    """Of its end on the edge of the map (of its space where not given), degrees."""
    lat: float
    """Likewise."""
    x: float
    """The same point in km, to the east."""
    y: float
    """The same point in km, to the north."""


@dataclasses.dataclass(frozen=True, eq=False)
class Board:
    """A board, frozen; made by :func:`~bulge_widget.board.load.load_board`.

    Examples
    --------
    >>> from bulge_widget.board import load_board, maps_folder
    >>> board = load_board(maps_folder("knapp"))
    >>> board.spaces[board.find("Prum")].name
    'Prüm'
    """

    folder: Path
    """Where it was loaded from."""
    id: str
    """Such as 'knapp'."""
    title: str
    """For people."""
    kind: Literal["areas", "hexes"]
    """What the spaces are."""
    projection: Projection
    """Degrees to km and back."""
    credit: str
    """To be shown beside the map."""
    notice: str
    """What is reconstructed."""
    grid: HexGrid | None
    """The numbering of a hex board."""
    hex_km: float | None
    """Distance of neighbouring hex centres in km."""
    spaces: tuple[Space, ...]
    """By index."""
    neighbours: tuple[tuple[int, ...], ...]
    """By index, sorted; closed borders are among them."""
    borders: Mapping[tuple[int, int], Border]
    """(a, b) -> border, both ways."""
    exits: tuple[Exit, ...]
    """In the order of the table."""
    rivers: Mapping[str, str]
    """River -> its name in the geography layers, blank for none."""

    def __repr__(self) -> str:
        """Say which board it is."""
        return f"<Board {self.id!r}: {len(self.spaces)} {self.kind}, {len(self.exits)} exits>"

    @cached_property
    def index(self) -> dict[str, int]:
        """Id -> index."""
        return {space.id: space.index for space in self.spaces}

    def find(self, text: str | int) -> int:
        """Return the index of a space from its id in any case, number or name (umlauts optional).

        Raises
        ------
        UnknownNameError
            With the nearest ids.
        """
        found = self.index.get(text) if isinstance(text, str) else None
        return self._names.find(text) if found is None else found

    def space(self, text: str | int) -> Space:
        """Return the space that :meth:`find` finds."""
        return self.spaces[self.find(text)]

    def exit(self, text: str) -> Exit:
        """Return an exit by its id in any case; UnknownNameError names the nearest."""
        return self.exits[self._exit_names.find(text)]

    def links(self, kind: str) -> tuple[tuple[int, ...], ...]:
        """Return the neighbours over borders of one kind ("road", "river", …), by index, sorted."""
        return tuple(
            tuple(b for b in around if kind in self.borders[a, b].kinds) for a, around in enumerate(self.neighbours)
        )

    @cached_property
    def roads(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours joined by a road, by index, sorted."""
        return self.links("road")

    @cached_property
    def shapes(self) -> Shapes:
        """Polygons and look-up in km; made when first asked for."""
        from bulge_widget.board.shapes import Shapes  # noqa: PLC0415 - shapely only where geometry is wanted

        return Shapes(self)

    def space_at(self, lon: float, lat: float) -> Space | None:
        """Return the space that holds a point in degrees, None off the map."""
        at = self.shapes.locate(*self.projection.to_km(lon, lat))
        return None if at is None else self.spaces[at]

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The board as a networkx graph; made when first asked for, a copy is yours to change.

        Nodes are space ids with index, number, name, terrain, tags, place, lon, lat, center (x, y in km),
        geometry (shapely, km), label_point (x, y), area_km2. Edges carry kinds, road, river, bridge, cliff,
        closed, length_km and geometry (shapely, km).
        """
        from bulge_widget.board.graph import graph_of  # noqa: PLC0415 - networkx only where a graph is wanted

        return graph_of(self)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The drawn roads, rivers and exits of `lines.geojson`; empty where the board has none."""
        from bulge_widget.board.lines import read_lines  # noqa: PLC0415 - the model does not need the files

        return read_lines(self.folder / "lines.geojson")

    @cached_property
    def _names(self) -> Names:
        kind = "area" if self.kind == "areas" else "hex"
        return Names(kind, ((s.id, s.number, s.name) for s in self.spaces))

    @cached_property
    def _exit_names(self) -> Names:
        return Names("exit", ((e.id, None, "") for e in self.exits))

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        """Return the same board: it never changes."""
        return self
