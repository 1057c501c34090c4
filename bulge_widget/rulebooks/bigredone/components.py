"""Map, counters and charts of the book, read once and turned into look-ups the rules can use fast.

Units and hexes have an index; German units come first. A set of hexes is an integer: with one byte a hex where
many sets are joined and the result is asked by index (see ``zones.flags``), with one bit a hex where whole sets are
moved (see ``board.strides``).
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from bulge_widget.board import Board, check_counts, check_marks, load_board, read_table, strides, within
from bulge_widget.core.decision import Seat
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.bigredone import contradictions, tables
from bulge_widget.rulebooks.bigredone.crt import FACES, CombatTable, read_crt
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.tables import Counter, keyed

__all__ = ["ALLIED", "GERMAN", "OTHER", "SIDES", "Components", "Counter", "load_components"]

SIDES: tuple[Seat, Seat] = ("german", "allied")
GERMAN, ALLIED = 0, 1
OTHER = (ALLIED, GERMAN)
MECH_CLASSES = frozenset({"armor", "mechanized_infantry", "reconnaissance"})  # 5.0
MARKED_CLASSES = frozenset({"infantry", "airborne"})  # 5.4
EXIT_EDGES = frozenset({"n", "w"})  # 15.3, R44
DEAREST = 5 * POINTS_PER_MP  # 4.2 a river into heavy woods: what a unit has (2.6) pays for any hex beside it
_TABLES = (
    "spaces",
    "borders",
    "exits",
    "counters",
    "crt",
    "turns",
    "weather",
    "variable_weather",
    "terrain",
    "out_of_supply",
    "scatter",
)


class Components:
    """Everything that never changes during a game.

    Parameters
    ----------
    folder : Path
        A folder of the layout described in ``maps/README.md``.
    """

    def __init__(self, folder: Path) -> None:
        self.board: Board = load_board(folder)
        check_marks(self.board, ("town", "west-wall"))
        self._units(folder)
        contradictions.raise_for_any(folder, self.board, self.counters.values())
        self._ground(folder)
        self._rings()
        self._sets()
        self._edges()
        self._charts(folder)
        check_counts(folder)
        texts = b"".join((folder / f"{name}.csv").read_bytes() for name in _TABLES)
        self.digest = hashlib.sha256(texts.replace(b"\r\n", b"\n")).hexdigest()[:16]

    def _units(self, folder: Path) -> None:
        listed = read_table(folder / "counters.csv", Counter)
        units = sorted(listed, key=lambda unit: SIDES.index(unit.side))
        self.counters = keyed(folder / "counters.csv", listed, lambda unit: unit.id)
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {name: index for index, name in enumerate(self.unit_ids)}
        self.side = tuple(SIDES.index(unit.side) for unit in units)
        self.split = self.side.count(GERMAN)
        self.roster = (range(self.split), range(self.split, len(units)))
        self.strength = tuple(unit.strength for unit in units)
        self.mech = tuple(unit.unit_class in MECH_CLASSES for unit in units)
        self.markable = tuple(unit.unit_class in MARKED_CLASSES and unit.side == "allied" for unit in units)
        self.british = tuple(unit.nation == "uk" for unit in units)
        self.arrival_turn = tuple(unit.arrival_turn or 0 for unit in units)
        self.arrival_edge = tuple(unit.arrival_edge for unit in units)
        self.dropped = tuple(u for u, edge in enumerate(self.arrival_edge) if edge == "air")
        starting = [unit for unit in units if unit.setup_hex]
        keyed(folder / "counters.csv", starting, lambda unit: unit.setup_hex)  # 4.4
        self.setup = {self.unit_index[unit.id]: self._hex(folder, unit) for unit in starting}

    def _hex(self, folder: Path, unit: Counter) -> int:
        if unit.setup_hex not in self.board.index:
            raise BoardError(f"{folder / 'counters.csv'}, {unit.id}, field 'setup_hex': no hex {unit.setup_hex!r}")
        return self.board.index[unit.setup_hex]

    def _ground(self, folder: Path) -> None:
        board = self.board
        path = folder / "terrain.csv"
        words = (*sorted({space.terrain for space in board.spaces}), "river", "town", "west-wall")
        chart = keyed(path, read_table(path, tables.TerrainRow), lambda row: row.terrain, words)
        strange = [name for name in chart if name not in (*words, "bridge")]
        if strange:
            raise BoardError(f"{path}: no ground, tag or hexside of the map is called {strange[0]!r}")
        self.terrain = chart
        self.hex_ids = tuple(space.id for space in board.spaces)
        self.hex_index = dict(board.index)
        self._hex_names = tuple(f"{space.id} {space.name}" if space.name else space.id for space in board.spaces)
        self.near = board.neighbours
        self.entry_cost = tuple(chart[space.terrain].mp * POINTS_PER_MP for space in board.spaces)
        self.river_cost = chart["river"].mp * POINTS_PER_MP
        if max(self.entry_cost) + self.river_cost > DEAREST:
            raise BoardError(f"{path}: a hex beside a unit may cost at most 5 points, the river counted (4.2, 2.6)")
        self.town = tuple(space.has("town") for space in board.spaces)
        self.west_wall = tuple(space.has("west-wall") for space in board.spaces)
        self.roads = board.roads
        self.bridges = tuple(frozenset(others) for others in board.links("bridge"))
        self.rivers = tuple(frozenset(others) for others in board.links("river"))
        self.meuse = tuple(
            frozenset(b for b in rivers if board.borders[a, b].river == "Meuse") for a, rivers in enumerate(self.rivers)
        )
        self.meuse_hexes = tuple(h for h, others in enumerate(self.meuse) if others)

    def _rings(self) -> None:
        """The hexes around each, at a distance of at most 1, 2, 3 and 5."""
        count = range(len(self.hex_ids))
        self.around = {far: tuple(within(self.near, h, far) for h in count) for far in (1, 2, 3, 5)}
        self.zone = tuple(sum(1 << 8 * b for b in around) for around in self.near)
        self.within_2 = tuple(sum(1 << 8 * b for b in ring) for ring in self.around[2])
        self.beyond_5 = tuple(tuple(sorted(set(count) - set(ring))) for ring in self.around[5])

    def _sets(self) -> None:
        """The same as sets and links that are moved as one: one bit a hex."""
        self.everywhere = (1 << len(self.hex_ids)) - 1
        self.hex_set = tuple(1 << h for h in range(len(self.hex_ids)))
        self.near_set = tuple(strides.set_of(around) for around in self.near)
        self.within_3 = tuple(strides.set_of(ring) for ring in self.around[3])
        self.near_links = strides.links_of(self.near)
        self.road_links = strides.links_of(self.roads)
        self.bridge_links = strides.links_of(self.bridges)

    def _edges(self) -> None:
        """9.3, 10.0, 15.3 The roads that lead off the map."""
        exits = self.board.exits
        self.sources = tuple(tuple(e.space for e in exits if e.side == side) for side in SIDES)
        self.source_set = tuple(strides.set_of(spaces) for spaces in self.sources)
        self.entries = {edge: tuple(e.space for e in exits if e.edge == edge) for edge in "nesw"}
        self.exit_at = {e.space: e for e in exits}
        self.multiple = {e.space: e.multiple or 0 for e in exits if e.edge in EXIT_EDGES}
        edge_roads = {e.space for e in exits}
        self.is_road = bytes(bool(road) or h in edge_roads for h, road in enumerate(self.roads))
        self.road_hexes = tuple(h for h, road in enumerate(self.is_road) if road)
        self.road_hex_set = strides.set_of(self.road_hexes)

    def _charts(self, folder: Path) -> None:
        path = folder / "turns.csv"
        track = keyed(path, read_table(path, tables.TurnRow), lambda row: row.turn)
        turns = range(1, len(track) + 1)
        self.turns = tuple(keyed(path, track.values(), lambda row: row.turn, turns)[turn] for turn in turns)
        path = folder / "weather.csv"
        days = keyed(path, read_table(path, tables.WeatherRow), lambda row: row.turn, turns)
        if len(days) != len(turns):
            raise BoardError(f"{path}: {len(days)} turns, but the track has {len(turns)}")
        self.days = tuple(days[turn] for turn in turns)
        self.crt: dict[str, CombatTable] = read_crt(folder / "crt.csv")
        self._throws(folder)

    def _throws(self, folder: Path) -> None:
        """10.1, 14.6, R43 What a throw of one die brings: a row for each that can come up."""
        path = folder / "variable_weather.csv"
        thrown = {face + day.modifier for day in self.days if not day.always_overcast for face in FACES}
        skies = keyed(path, read_table(path, tables.VariableRow), lambda row: row.roll, sorted(thrown))
        self.variable = {roll: row.weather for roll, row in skies.items()}
        path = folder / "out_of_supply.csv"
        points = keyed(path, read_table(path, tables.OutOfSupplyRow), lambda row: row.die, FACES)
        self.unsupplied_mp = {die: row.mp for die, row in points.items()}
        path = folder / "scatter.csv"
        winds = keyed(path, read_table(path, tables.ScatterRow), lambda row: row.die, FACES)
        self.scatter = {die: self._direction(path, row) for die, row in winds.items()}

    def _direction(self, path: Path, row: tables.ScatterRow) -> str:
        known = self.board.grid.directions if self.board.grid else ()
        if row.direction not in known:
            raise BoardError(f"{path}, die {row.die}, field 'direction': {row.direction!r} is none of {known}")
        return row.direction

    def distance(self, a: int, b: int) -> int:
        """R1 How many hexes apart two hexes are."""
        grid = self.board.grid
        assert grid is not None  # noqa: S101  this book is played on hexes
        return grid.distance(self.hex_ids[a], self.hex_ids[b])

    def hex_name(self, hex_id: str) -> str:
        """A hex as it is called: its number, and the place in it."""
        return self._hex_names[self.hex_index[hex_id]]

    def unit_name(self, unit: str) -> str:
        """The full name of a unit."""
        return self.counters[unit].name


def load_components(folder: Path) -> Components:
    """Read the components from a folder."""
    return Components(folder)
