"""Map, counters and charts of the book, read once and turned into look-ups the rules can use fast.

Units and areas have an index (their row in the table); a set of either is an integer used as a bit mask.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
import operator
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from bulge_widget.board import Board, check_counts, check_marks, load_board, read_table
from bulge_widget.core.bitset import Labels, bits, mask_of
from bulge_widget.core.decision import Seat
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.knapp.tables import check_ground, check_units

__all__ = ["ALLIED", "GERMAN", "OTHER", "SIDES", "Components", "Counter", "bits", "load_components", "mask_of"]

SIDES: tuple[Seat, Seat] = ("german", "allied")
GERMAN, ALLIED = 0, 1
OTHER = (ALLIED, GERMAN)
ARMOR = 1  # the bit of a unit's kind that says so; the other bit is its side
ARMOR_MARCH, INFANTRY_MARCH, ALLIED_MARCH = 3, 2, 4  # 5 areas a road march may cover


class Counter(msgspec.Struct, frozen=True):
    """A unit as on the counter sheet (``counters.csv``)."""

    id: str
    name: str
    short: str
    side: Literal["german", "allied"]
    nation: Literal["de", "us", "uk"]
    arm: Literal["wehrmacht", "ss", "luftwaffe", "army"]
    type: Literal["infantry", "armor", "airborne", "mechanized", "cavalry"]
    unit_class: Literal["infantry", "armor"]
    size: Literal["xx", "x", "iii"]
    echelon: Literal["division", "brigade", "combat-command", "group", "regiment"]
    formation: str
    command: str
    strength: int
    source: str


class AreaValue(msgspec.Struct, frozen=True):
    """Points and controller of an area at the start (``values.csv``)."""

    area: str
    value: int
    control: str
    source: str


class Deployment(msgspec.Struct, frozen=True):
    """Where a unit starts (``setup.csv``)."""

    unit: str
    area: str
    source: str


class Arrival(msgspec.Struct, frozen=True):
    """When and where a unit comes (``reinforcements.csv``)."""

    unit: str
    turn: int
    entries: tuple[str, ...]
    window: str
    uncertainty_days: int
    source: str
    alternates: tuple[str, ...] = ()


class TurnRow(msgspec.Struct, frozen=True):
    """A turn of the track (``turns.csv``)."""

    turn: int
    label: str
    first_date: dt.date
    last_date: dt.date
    source: str


class Band(msgspec.Struct, frozen=True):
    """A level of victory (``victory.csv``)."""

    minimum: int
    maximum: int
    level: Annotated[str, msgspec.Meta(pattern="^[a-z]+(-[a-z]+)*$")]
    winner: Literal["german", "allied"]
    title: str
    source: str


class Components:
    """1, 2, R27 Everything that never changes during a game.

    Parameters
    ----------
    folder : Path
        A folder of the layout described in ``maps/README.md``.
    """

    __slots__ = (  # looked at many times an order
        *("alternates", "board", "counters", "digest", "entries", "entry_areas", "exit_area", "exits", "labels"),
        *("allowance", "allowances", "armor", "army", "full", "kind", "reserve", "roster", "side", "unit_bits"),
        *("area_ids", "area_index", "around", "near", "open", "open_to", "roads", "trackless", "unbridged", "walled"),
        *("bands", "german_start", "scheduled", "setup", "sources", "turns", "unit_ids", "unit_index", "units"),
        "value",
    )

    def __init__(self, folder: Path) -> None:
        self.board: Board = load_board(folder)
        check_marks(self.board, ("town", "gap", "ridge", "plateau"))
        self.units = read_table(folder / "counters.csv", Counter)
        self.turns = read_table(folder / "turns.csv", TurnRow)
        self.bands = read_table(folder / "victory.csv", Band)
        values = read_table(folder / "values.csv", AreaValue)
        check_ground(folder, self.turns, self.bands, values, SIDES)
        setup = read_table(folder / "setup.csv", Deployment)
        arrivals = read_table(folder / "reinforcements.csv", Arrival)
        check_units(folder, self.units, setup, arrivals, len(self.turns))
        self._units(folder)
        self._ground(folder, values)
        self._arrivals(folder, setup, arrivals)
        check_counts(folder)
        names = (
            "spaces",
            "borders",
            "exits",
            "counters",
            "values",
            "setup",
            "reinforcements",
            "turns",
            "victory",
        )
        texts = b"".join((folder / f"{name}.csv").read_bytes() for name in names)
        self.digest = hashlib.sha256(texts.replace(b"\r\n", b"\n")).hexdigest()[:16]

    def _units(self, folder: Path) -> None:
        units = self.units
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {unit_id: index for index, unit_id in enumerate(self.unit_ids)}
        self.counters = {unit.id: unit for unit in units}
        self.side = tuple(_side(folder / "counters.csv", row, unit.side) for row, unit in enumerate(units, start=2))
        self.armor = tuple(unit.unit_class == "armor" for unit in units)
        self.full = bytes(unit.strength for unit in units)
        self.army = tuple(mask_of(i for i, side in enumerate(self.side) if side == s) for s in (GERMAN, ALLIED))
        self.roster = (bits(self.army[GERMAN]), bits(self.army[ALLIED]))
        self.unit_bits = tuple(1 << unit for unit in range(len(units)))
        self.labels = Labels(self.unit_ids)
        self.kind = tuple(2 * side + armor for side, armor in zip(self.side, self.armor, strict=True))
        self.allowances = (INFANTRY_MARCH, ARMOR_MARCH, ALLIED_MARCH, ALLIED_MARCH)  # 5 by kind
        self.allowance = tuple(self.allowances[kind] for kind in self.kind)

    def _ground(self, folder: Path, rows: Sequence[AreaValue]) -> None:
        board = self.board
        self.area_ids = tuple(space.id for space in board.spaces)
        self.area_index = dict(board.index)
        self.near = tuple(mask_of(others) for others in board.neighbours)
        roads, rivers, rough = [], [], []
        for a, others in enumerate(board.neighbours):
            by_road = mask_of(b for b in others if board.borders[a, b].road)
            roads.append(by_road)
            rivers.append(mask_of(b for b in others if board.borders[a, b].river) & ~by_road)
            rough.append(mask_of(b for b in others if board.spaces[b].terrain == "rough") & ~by_road)
        self.roads = tuple(roads)
        self.unbridged = tuple(rivers)  # 5 closed to armor: a river border without a road
        self.trackless = tuple(rough)  # 5 closed to armor: rough ground that no road leads into
        self.open = (self.near, tuple(n & ~r & ~t for n, r, t in zip(self.near, rivers, rough, strict=True)))
        self.open_to = tuple(self.open[armor] for armor in self.armor)  # 5 by unit: the areas one step away
        self.walled = mask_of(a for a, ways in enumerate(self.open[True]) if not ways)  # 5 armor cannot step out
        longest = max(ARMOR_MARCH, INFANTRY_MARCH, ALLIED_MARCH)
        self.around = tuple(self.near[a] | self._by_road(a, longest) for a in range(len(self.near)))
        by_area = {self._area(folder / "values.csv", n, row.area): row for n, row in enumerate(rows, start=2)}
        if len(by_area) != len(self.area_ids):
            raise BoardError(f"{folder / 'values.csv'}: {len(by_area)} areas, but the board has {len(self.area_ids)}")
        self.value = tuple(by_area[a].value for a in range(len(self.area_ids)))
        self.german_start = mask_of(a for a, row in by_area.items() if row.control == "german")

    def _by_road(self, area: int, limit: int) -> int:
        """Set of the areas within so many steps along roads, the first one included."""
        within = 1 << area
        for _ in range(limit):
            within |= functools.reduce(operator.or_, [self.roads[a] for a in bits(within)])
        return within

    def _arrivals(self, folder: Path, setup: Sequence[Deployment], rows: Sequence[Arrival]) -> None:
        self.exits = {exit_.id: exit_ for exit_ in self.board.exits}
        self.exit_area = {exit_.id: exit_.space for exit_ in self.board.exits}
        self.entry_areas = mask_of(self.exit_area.values())
        self.sources = tuple(mask_of(e.space for e in self.board.exits if e.side == side) for side in SIDES)
        self.setup = {
            self._unit(folder / "setup.csv", n, row.unit): self._area(folder / "setup.csv", n, row.area)
            for n, row in enumerate(setup, start=2)
        }
        path = folder / "reinforcements.csv"
        self.scheduled = {self._unit(path, n, row.unit): row.turn for n, row in enumerate(rows, start=2)}
        self.reserve = tuple(tuple(unit for unit in roster if unit in self.scheduled) for roster in self.roster)
        self.entries: dict[int, tuple[str, ...]] = {}
        self.alternates: dict[int, tuple[str, ...]] = {}
        for number, row in enumerate(rows, start=2):
            unit = self.unit_index[row.unit]
            self.entries[unit] = self._exits(path, number, row.entries)
            self.alternates[unit] = self._exits(path, number, row.alternates)

    def _unit(self, path: Path, row: int, unit: str) -> int:
        if unit not in self.unit_index:
            raise BoardError(f"{path}, row {row}, field 'unit': no counter {unit!r}")
        return self.unit_index[unit]

    def _area(self, path: Path, row: int, area: str) -> int:
        if area not in self.area_index:
            raise BoardError(f"{path}, row {row}, field 'area': no area {area!r}")
        return self.area_index[area]

    def _exits(self, path: Path, row: int, listed: tuple[str, ...]) -> tuple[str, ...]:
        for exit_id in listed:
            if exit_id not in self.exits:
                raise BoardError(f"{path}, row {row}: no off-map road {exit_id!r}; known: {', '.join(self.exits)}")
        return listed

    def area_name(self, area: str) -> str:
        """The printed name of an area."""
        return self.board.spaces[self.area_index[area]].name

    def unit_name(self, unit: str) -> str:
        """The full name of a unit."""
        return self.counters[unit].name


def _side(path: Path, row: int, side: str) -> int:
    if side not in SIDES:
        raise BoardError(f"{path}, row {row}, field 'side': {side!r} is not one of {', '.join(SIDES)}")
    return SIDES.index(side)


def load_components(folder: Path) -> Components:
    """Read the components from a folder."""
    return Components(folder)
