"""Map, counters and charts of the book, read once and turned into look-ups the rules can use fast.

Units and hexes have an index; German units come first. A set of hexes is an integer with one byte a hex, so
that many sets are joined quickly and the result can be asked by index (see ``zones``).
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import msgspec

from bulge_widget.board import COUNTS, Board, check_counts, check_marks, load_board, read_table, within
from bulge_widget.core.decision import Seat
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.botb import tables
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP
from bulge_widget.rulebooks.botb.tables import Counter
from bulge_widget.rulebooks.botb.vocabulary import TAGS, WORDS, check_keys

__all__ = ["ALLIED", "GERMAN", "OTHER", "ROUGH", "SIDES", "Components", "Counter", "load_components"]

SIDES: tuple[Seat, Seat] = ("german", "allied")
GERMAN, ALLIED = 0, 1
OTHER = (ALLIED, GERMAN)
ROUGH = frozenset({"rugged", "forest"})
T = TypeVar("T", bound=msgspec.Struct)
_PLACES = (
    *("space", "spaces", "first", "last", "also", "and_one_of", "drop"),
    *("first_entry", "last_entry", "widen_first", "widen_last"),
)
"""Columns that name hexes, in whatever table."""
_SETS = (
    *("arrows-pink", "arrows-red", "field-forts-allied", "fuel-dumps", "liege", "meuse-counted"),
    *("meuse-d8-y1", "meuse-towns", "roer", "roer-headwater", "sambre"),
)
"""Rows of ``sets.csv`` that rules speak of."""
_MOVERS = ("german_infantry", "allied_infantry", "german_artillery_corps", "other")


class Components:
    """Everything that never changes during a game.

    Parameters
    ----------
    folder : Path
        A folder of the layout described in ``maps/README.md``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.board: Board = load_board(folder)
        check_marks(self.board, TAGS)
        self._named: dict[str, Collection[str]] = dict.fromkeys(_PLACES, self.board.index)
        self._units()
        self._ground()
        self._places()
        self._charts()
        self._scenarios()
        check_counts(folder)
        texts = b"".join(path.read_bytes() for path in sorted(folder.glob("*.csv")) if path.name != COUNTS)
        self.digest = hashlib.sha256(texts.replace(b"\r\n", b"\n")).hexdigest()[:16]

    def _units(self) -> None:
        listed = self._rows("counters.csv", Counter)
        units = sorted(listed, key=lambda unit: SIDES.index(unit.side))
        self.counters = {unit.id: unit for unit in listed}
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {name: index for index, name in enumerate(self.unit_ids)}
        self._named |= dict.fromkeys(("unit", "units"), self.unit_index)
        self.side = tuple(SIDES.index(unit.side) for unit in units)
        self.split = self.side.count(GERMAN)
        self.roster = (range(self.split), range(self.split, len(units)))
        self.attack = tuple(unit.attack for unit in units)
        self.defence = tuple(unit.defence for unit in units)
        self.allowance = tuple(unit.movement * POINTS_PER_MP for unit in units)
        self.kind = tuple(unit.unit_class for unit in units)
        self.group = tuple(unit.group for unit in units)
        self.nation = tuple(unit.nation for unit in units)
        self.combat = tuple(unit.group != "non_combat" for unit in units)
        self.commandos = tuple(u for u in self.roster[GERMAN] if not self.combat[u])
        self.mech = tuple(unit.group == "mechanized" for unit in units)
        self.infantry = tuple(unit.group == "infantry" for unit in units)
        self.armor = tuple(unit.unit_class == "armor" for unit in units)
        self.corps = tuple(unit.unit_class == "artillery_corps" for unit in units)
        self.letter = tuple(unit.deployment for unit in units)
        self.british = tuple(unit.nation == "uk" for unit in units)
        self.mover = tuple(_mover(unit) for unit in units)

    def _ground(self) -> None:
        board = self.board
        self.hex_ids = tuple(space.id for space in board.spaces)
        self.hex_index = dict(board.index)
        assert board.grid is not None  # noqa: S101  this book is played on hexes
        self.axial = tuple(map(board.grid.axial, self.hex_ids))
        self.near = board.neighbours
        self.touch = tuple(tuple(b for b in n if not board.borders[a, b].cliff) for a, n in enumerate(self.near))
        self.shifts = _shifts(self.touch)
        self.terrain = tuple(space.terrain for space in board.spaces)
        self.town = tuple(space.terrain == "town" for space in board.spaces)
        self.rough = tuple(space.terrain in ROUGH for space in board.spaces)
        self.roads = board.roads
        self.bank_count = tuple(max(1, len(space.banks)) for space in board.spaces)
        self.rivers = tuple(frozenset(river for _, river in space.rivers) for space in board.spaces)
        self.bridges = {self.hex(row.space): row for row in self._rows("bridges.csv", tables.BridgeRow)}
        self.exit_hexes = frozenset(e.space for e in board.exits)
        self.exit_at = {e.space: e for e in board.exits}
        self.on_road = bytes(bool(road) or h in self.exit_hexes for h, road in enumerate(self.roads))

    def _places(self) -> None:
        tagged = {s.index: s for s in self.board.spaces}
        rows = self._rows("sets.csv", tables.SetRow)
        missing = [name for name in _SETS if name not in {row.id for row in rows}]
        if missing:
            raise BoardError(f"{self.folder / 'sets.csv'}: no row {missing[0]!r}")
        self.sets = {row.id: tuple(self.hex(name) for name in row.spaces.split()) for row in rows}
        lines = self._rows("courses.csv", tables.CourseRow)
        self.courses = {row.river: tuple(self.hex(name) for name in row.spaces.split()) for row in lines}
        self.fort = tuple(tagged[h].has("fort") for h in range(len(self.hex_ids)))
        self.liege = frozenset(self.sets["liege"])
        self.meuse_towns = self.sets["meuse-towns"]
        self.west = tuple(tagged[h].has("bank:west") for h in range(len(self.hex_ids)))
        self.south = tuple(tagged[h].has("road:south") for h in range(len(self.hex_ids)))
        self.meuse = frozenset(h for h, r in enumerate(self.rivers) if "Meuse" in r) | set(self.meuse_towns)
        self.meuse |= set(self.sets["meuse-counted"]) | set(self.sets["meuse-d8-y1"])
        self.british_ground = tuple(self.west[h] or h in self.meuse for h in range(len(self.hex_ids)))
        self.beyond_meuse = frozenset(h for h, mine in enumerate(self.british_ground) if not mine)
        self.south_of_road = frozenset(h for h, south in enumerate(self.south) if south)
        self.roer = frozenset(self.sets["roer"])
        self.roer_headwater = self.sets["roer-headwater"][0]
        self.arrows = dict.fromkeys(self.sets["arrows-pink"], "pink") | dict.fromkeys(self.sets["arrows-red"], "red")
        towns = self._rows("towns.csv", tables.TownRow)
        self.towns = {self.hex(row.space): row for row in towns}
        self.areas = {a: tuple(h for h in tagged if tagged[h].has(f"area:{a}")) for a in "abcdefg"}
        self.drop_hex = next(h for h in tagged if tagged[h].has("parachute"))

    def _charts(self) -> None:
        self.turns = self._rows("turns.csv", tables.TurnRow)
        self.weather = self._rows("weather.csv", tables.WeatherRow)
        rows = self._rows("movement.csv", tables.MovementRow)
        self.cost = {
            (row.ground, row.mover, row.terrain): None if row.cost is None else row.cost * POINTS_PER_MP for row in rows
        }
        rates = self._rows("road_rates.csv", tables.RateRow)
        self.rates = {r.mover: (_points(r.rate), _points(r.slow_rate)) for r in rates}
        self.crt = {(r.ratio, r.die): tuple(r.results.split()) for r in self._rows("crt.csv", tables.CellRow)}
        blitz = self._rows("blitz.csv", tables.CellRow)
        self.blitz = {(row.ratio, row.die): tuple(row.results.split()) for row in blitz}
        self.chances = {
            (row.table, row.column): frozenset(map(int, row.faces.split()))
            for row in self._rows("chances.csv", tables.ChanceRow)
        }
        self.supply = self._rows("supply_sources.csv", tables.SourceRow)

    def _scenarios(self) -> None:
        self.scenarios = {row.id: row for row in self._rows("scenarios.csv", tables.ScenarioRow)}
        self._named |= dict.fromkeys(("scenario", "scenarios", "waived_in"), self.scenarios)
        self.deploy = self._rows("scenario_setup.csv", tables.DeployRow)
        self.changes = {
            (row.scenario, row.key): row.value for row in self._rows("scenario_changes.csv", tables.ChangeRow)
        }
        self.unit_changes = self._rows("scenario_units.csv", tables.UnitChangeRow)
        self.setup = self._rows("setup.csv", tables.SetupRow)
        self.groups = {row.group: row for row in self._rows("reinforcements.csv", tables.GroupRow)}
        self._named |= dict.fromkeys(("group", "with_group"), self.groups)
        self.group_of = {self.unit_index[u]: g for g, row in self.groups.items() for u in row.units.split()}
        lost = next((unit for unit in self.counters.values() if unit.arrival and unit.arrival not in self.groups), None)
        if lost:
            raise BoardError(f"botb/reinforcements.csv: no group {lost.arrival!r}, in which {lost.id} comes")
        self.triggers = self._rows("triggers.csv", tables.TriggerRow)
        self.diversion = self._rows("diversion.csv", tables.DiversionRow)

    def _rows(self, name: str, row: type[T]) -> tuple[T, ...]:
        """Read a table; what it says of hexes, units, scenarios and groups must be known by then."""
        path = self.folder / name
        rows = read_table(path, row, {**self._named, **WORDS.get(name, {})})
        check_keys(path, rows)
        return rows

    def hex(self, name: str) -> int:
        """The index of a hex named in a table."""
        return self.board.index[name]

    def hex_name(self, hex_id: str) -> str:
        """A hex as it is called: its number, and the place in it."""
        name = self.board.spaces[self.hex_index[hex_id]].name
        return f"{hex_id.upper()} {name}" if name else hex_id.upper()

    def unit_name(self, unit: str) -> str:
        """The full name of a unit."""
        return self.counters[unit].name

    def distance(self, a: int, b: int) -> int:
        """How many hexes apart two hexes are."""
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def spread(self, hexes: int) -> int:
        """The hexes beside those of a set, no cliff between them."""
        found = 0
        for shift, able in self.shifts:
            found |= (hexes & able) << shift if shift > 0 else (hexes & able) >> -shift
        return found

    @functools.lru_cache(maxsize=1024)  # noqa: B019  the components of a book are never let go
    def within(self, where: int, far: int) -> tuple[int, ...]:
        """The hexes at most so many hexes from one, itself among them, ascending."""
        return tuple(sorted(within(self.near, where, far)))

    @functools.lru_cache(maxsize=2048)  # noqa: B019  the components of a book are never let go
    def around(self, where: int, far: int) -> int:
        """The same as a set of hexes."""
        return sum(1 << 8 * h for h in self.within(where, far))


def _shifts(touch: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, int], ...]:
    """How much further on a hex beside another stands in a set of hexes, and the set of those that have one there."""
    found: dict[int, int] = {}
    for here, around in enumerate(touch):
        for there in around:
            shift = 8 * (there - here)
            found[shift] = found.get(shift, 0) | 1 << 8 * here
    return tuple(found.items())


def _mover(unit: Counter) -> str:
    """14.1.1, R3 The row of the road rates for a unit."""
    if unit.unit_class == "artillery_corps" and unit.side == "german":
        return "german_artillery_corps"
    if unit.group == "infantry":
        return f"{unit.side}_infantry"
    return "other"


def _points(text: str) -> int:
    """A fraction of a movement point in twelfths."""
    try:
        return int(Fraction(text) * POINTS_PER_MP)
    except (ValueError, ZeroDivisionError):
        raise BoardError(f"botb/road_rates.csv: {text!r} is no fraction of a movement point, such as '1/2'") from None


def load_components(folder: Path) -> Components:
    """Read the components from a folder."""
    return Components(folder)
