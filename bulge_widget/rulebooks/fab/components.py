"""Map, blocks, chits and charts of the book, read once and turned into look-ups the rules can use fast.

Units, areas, river borders and chits have an index (their row in the table); a set of them is an integer used as
a bit mask.
"""

from __future__ import annotations

import functools
import hashlib
import operator
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from bulge_widget.board import Board, load_board, read_table
from bulge_widget.core.bitset import bits, mask_of
from bulge_widget.core.decision import Seat
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.fab import contradictions, tables

__all__ = [
    "ALLIED",
    "GERMAN",
    "OTHER",
    "SIDES",
    "Components",
    "Scenario",
    "across",
    "bits",
    "load_components",
    "marked",
    "mask_of",
    "mask_where",
]

SIDES: Final[tuple[Seat, Seat]] = ("german", "allied")
GERMAN, ALLIED = 0, 1
OTHER: Final = (ALLIED, GERMAN)
ZONES: Final = {"fifth-panzer": 5, "sixth-panzer": 6, "seventh": 7}
"""14.31 The zone of each German army."""
QUALITY: Final = {"e": 1, "v": 0, "g": -1}
FIELD, ROAD, RESTRICTED = 2, 1, 3  # 5.32, 14.1 points of a connection


def marked(wanted: Callable[[int], int]) -> bytes:
    """A table of byte values for :func:`mask_where`."""
    return bytes(b"01"[bool(wanted(value))] for value in range(256))


@functools.lru_cache(maxsize=32)  # what was asked long ago is out of reach of the processor too
def mask_where(values: bytes, table: bytes) -> int:
    """Set of the indexes whose value is marked in a table."""
    return int(values[::-1].translate(table), 2)


class Scenario(NamedTuple):
    """24.0 A scenario with indexes for names."""

    row: tables.ScenarioRow
    play: int
    """Set of the areas in play."""
    sources: tuple[int, int]
    """14.9, 24.36 Supply sources of each side (at the edge of a small map, the same for both)."""
    german: int
    """Set of the areas under German control at the start."""
    blown: int
    """Set of the bridges blown at the start."""
    setup: tuple[tables.Deployment, ...]
    arrivals: dict[str, tables.Arrival]
    """By piece."""
    draws: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    """4.2a By turn and side: chits drawn in the first and second Admin Phase."""


class Components:
    """Everything that never changes during a game.

    Parameters
    ----------
    folder : Path
        A folder of the layout described in ``maps/README.md``.
    """

    __slots__ = (  # looked at many times an order
        *("all_areas", "area_ids", "area_index", "around", "banks", "barred", "beyond", "board", "british"),
        *("connections", "cost", "difficulty", "entry", "entry_side", "in_zone", "near", "neighbours", "objectives"),
        *("open", "restricted", "river_of", "rivers", "roving", "shore", "yellow", "zone"),
        *("allowance", "armor", "army", "british_unit", "command", "counters", "full", "home_zone", "large", "quality"),
        *("roster", "side", "unit_ids", "unit_index", "units"),
        *("alike", "chit_ids", "chit_index", "chit_side", "chits", "commands", "kind", "of_kind", "own_boxes"),
        *("own_chit_ids", "own_chits", "sheet"),
        *("armies", "bands", "digest", "facts", "markers", "scenario_ids", "scenarios", "turns"),
    )

    def __init__(self, folder: Path) -> None:
        self.board: Board = load_board(folder)
        contradictions.raise_for_any(folder, self.board)
        self._ground(folder)
        self._units(read_table(folder / "counters.csv", tables.Counter))
        self._chits(read_table(folder / "chits.csv", tables.Chit))
        self.turns = read_table(folder / "turns.csv", tables.TurnRow)
        self.markers = read_table(folder / "reserve_markers.csv", tables.ReserveMarker)
        self.armies = {row.id: row for row in read_table(folder / "armies.csv", tables.Army)}
        self.bands = read_table(folder / "victory.csv", tables.Band)
        facts = read_table(folder / "scenario_facts.csv", tables.Fact)
        self.facts = {(row.scenario, row.key): row.value for row in facts}
        self._scenarios(folder)
        texts = b"".join(path.read_bytes() for path in sorted(folder.glob("*.csv")))
        self.digest = hashlib.sha256(texts.replace(b"\r\n", b"\n")).hexdigest()[:16]

    def _ground(self, folder: Path) -> None:
        board = self.board
        self.area_ids = tuple(space.id for space in board.spaces)
        self.area_index = dict(board.index)
        self.near = tuple(mask_of(others) for others in board.neighbours)
        self.around = tuple(near | 1 << area for area, near in enumerate(self.near))
        """Set of an area and its neighbours."""
        self.neighbours = board.neighbours
        self.rivers = tuple((a, b) for (a, b), border in board.borders.items() if a < b and border.river)
        river = {pair: index for index, pair in enumerate(self.rivers)}
        self.river_of = river | {(b, a): index for (a, b), index in river.items()}
        """Ordered pair of areas -> index of the river border between them; none for an open border."""
        self.cost = {pair: _cost(border.road, border.kinds) for pair, border in board.borders.items()}
        """5.32 Ordered pair of areas -> points of the connection."""
        self.connections = tuple(
            tuple(
                (points, mask_of(b for b in others if self.cost[area, b] == points))
                for points in (ROAD, FIELD, RESTRICTED)
            )
            for area, others in enumerate(board.neighbours)
        )
        """The same by area: points, and the set of the areas across such connections."""
        self.restricted = {pair for pair, points in self.cost.items() if points == RESTRICTED}
        areas = range(len(self.area_ids))
        dry = self.restricted - self.river_of.keys()
        self.barred = tuple(mask_of(b for a, b in dry if a == area) for area in areas)
        """14.1 Set of the areas across the restricted boundary, by area."""
        self.banks = tuple(
            tuple((river, a + b - area) for river, (a, b) in enumerate(self.rivers) if area in (a, b)) for area in areas
        )
        """By area: its river borders, each with the area on the other bank."""
        self.shore = tuple(mask_of(river for river, _ in banks) for banks in self.banks)
        """Set of the river borders of an area."""
        self.open = tuple(
            mask_of(b for b in others if (area, b) not in self.restricted and (area, b) not in self.river_of)
            for area, others in enumerate(board.neighbours)
        )
        """5.3 Set of the areas beside an area with neither river nor restricted boundary between."""
        self.beyond = tuple(near & ~barred for near, barred in zip(self.near, self.barred, strict=True))
        """5.3 The same, with those over a river: all that any unit may step to, whatever it costs."""
        self.zone = bytes(int(space.tag("zone") or 0) for space in board.spaces)
        self.in_zone = {zone: mask_of(area for area in areas if self.zone[area] == zone) for zone in set(self.zone)}
        self.difficulty = bytes(int(space.terrain.rpartition("-")[2]) for space in board.spaces)
        self.british = mask_of(space.index for space in board.spaces if space.has("british-zone"))
        self.entry = {exit_.id: exit_.space for exit_ in board.exits}
        self.entry_side = {exit_.id: SIDES.index(exit_.side or "german") for exit_ in board.exits}
        self.all_areas = (1 << len(self.area_ids)) - 1
        rows = read_table(folder / "vp.csv", tables.Objective)
        self.objectives = {self.area(row.area): row for row in rows}
        self.yellow = mask_of(area for area, row in self.objectives.items() if row.yellow_stars)

    def _units(self, units: tuple[tables.Counter, ...]) -> None:
        self.units = units
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {unit_id: index for index, unit_id in enumerate(self.unit_ids)}
        self.counters = {unit.id: unit for unit in units}
        self.side = tuple(SIDES.index(unit.side) for unit in units)
        self.armor = tuple(unit.unit_class == "armor" for unit in units)
        self.british_unit = tuple(unit.nation == "uk" for unit in units)
        self.roving = mask_of(index for index, british in enumerate(self.british_unit) if not british)
        """14.43 Set of the units that no zone keeps out of an area."""
        self.allowance = tuple(6 if armor else 3 for armor in self.armor)  # 5.22
        self.command = tuple(unit.command for unit in units)
        self.home_zone = tuple(ZONES.get(unit.command, 0) for unit in units)
        """14.31 Zone of the army a German unit belongs to; 0 for the strategic reserve and the Allies."""
        self.full = bytes(len(unit.steps) for unit in units)
        self.quality = tuple((0, *(QUALITY[step[-1]] for step in reversed(unit.steps))) for unit in units)
        """2.3 By unit and steps left: elite 1, veteran 0, green -1."""
        self.large = mask_of(index for index, unit in enumerate(units) if len(unit.steps) >= 3)
        self.army = tuple(mask_of(i for i, side in enumerate(self.side) if side == s) for s in (GERMAN, ALLIED))
        self.roster = (bits(self.army[GERMAN]), bits(self.army[ALLIED]))

    def _chits(self, chits: tuple[tables.Chit, ...]) -> None:
        self.chits = chits
        self.chit_ids = tuple(chit.id for chit in chits)
        self.chit_index = {chit_id: index for index, chit_id in enumerate(self.chit_ids)}
        self.chit_side = tuple(SIDES.index(chit.side) for chit in chits)
        self.kind = tuple(chit.kind for chit in chits)
        self.commands = tuple(frozenset(filter(None, (chit.command, chit.also))) for chit in chits)
        """13.2, R9 The Higher Echelons of each."""
        plain = [msgspec.structs.replace(chit, id="", name="", arrival_turn=None, rule="", source="") for chit in chits]
        self.alike = tuple(plain.index(chit) for chit in plain)
        """By chit: the first one that has its kind, side, echelon and everything else its uses depend on."""
        kinds = sorted(set(self.kind))
        self.of_kind = {kind: tuple(c for c, k in enumerate(self.kind) if k == kind) for kind in kinds}
        self.sheet = {**self.counters, **{chit.id: _counter(chit) for chit in chits}}
        """Blocks and chits alike, by id, as something to draw."""
        self.own_chits = tuple(tuple(c for c, side in enumerate(self.chit_side) if side == s) for s in (GERMAN, ALLIED))
        self.own_chit_ids = tuple(tuple(self.chit_ids[c] for c in own) for own in self.own_chits)
        self.own_boxes = tuple(operator.itemgetter(*own) for own in self.own_chits)
        """By side: takes the entries of its chits out of the boxes of all."""

    def _scenarios(self, folder: Path) -> None:
        rows = read_table(folder / "scenarios.csv", tables.ScenarioRow)
        setup = read_table(folder / "setup.csv", tables.Deployment)
        arrivals = read_table(folder / "reinforcements.csv", tables.Arrival)
        draws = read_table(folder / "draws.csv", tables.DrawRow)
        self.scenario_ids = tuple(row.id for row in rows)
        self.scenarios = tuple(
            Scenario(
                row,
                self.areas(row.areas) or self.all_areas,
                self.sources_of(row),
                self.areas(row.german),
                mask_of(self.bridge(text) for text in row.blown),
                tuple(piece for piece in setup if piece.scenario == row.id),
                {piece.piece: piece for piece in arrivals if piece.scenario == row.id},
                tuple(
                    ((d.german_first, d.german_second), (d.allied_first, d.allied_second))
                    for d in draws
                    if d.scenario == row.id
                ),
            )
            for row in rows
        )

    def sources_of(self, row: tables.ScenarioRow) -> tuple[int, int]:
        """14.91, 14.92, 24.36 Where supply comes from."""
        if row.edges:
            return self.areas(row.edges), self.areas(row.edges)
        german, allied = (
            mask_of(area for name, area in self.entry.items() if self.entry_side[name] == side)
            for side in (GERMAN, ALLIED)
        )
        return german, allied

    def area(self, name: str) -> int:
        """The index of an area by its id."""
        if name not in self.area_index:
            raise BoardError(f"{self.board.folder}: no area {name!r}")
        return self.area_index[name]

    def areas(self, names: Iterable[str]) -> int:
        """A set of areas by their ids."""
        return mask_of(self.area(name) for name in names)

    def bridge(self, text: str) -> int:
        """The index of the river border written ``13-20``, in either order.

        Raises
        ------
        BoardError
            If no river lies there.
        """
        a, _, b = text.partition("-")
        pair = (self.area(a), self.area(b))
        if pair not in self.river_of:
            raise BoardError(f"{self.board.folder}: no river border {text!r}")
        return self.river_of[pair]

    def bridge_id(self, river: int) -> str:
        """How a river border is written: ``13-20``, the lower number first."""
        a, b = self.rivers[river]
        return f"{self.area_ids[a]}-{self.area_ids[b]}"

    def area_name(self, area: str) -> str:
        """The printed name of an area with its number."""
        return f"{self.board.spaces[self.area_index[area]].name} [{area}]"


def across(parts: Components, area: int, rivers: int) -> int:
    """5.31, 9.31a Set of the areas that lie beyond some river borders of an area."""
    if not rivers & parts.shore[area]:
        return 0
    return mask_of([bank for river, bank in parts.banks[area] if rivers >> river & 1])


def _counter(chit: tables.Chit) -> tables.Counter:
    """A chit with the columns of a counter."""
    nation: Literal["de", "us", "uk"] = "de" if chit.side == "german" else "uk" if chit.command == "xxx-corps" else "us"
    return tables.Counter(
        id=chit.id,
        name=chit.name,
        short=chit.name,
        side=chit.side,
        nation=nation,
        arm="wehrmacht" if chit.side == "german" else "army",
        type=chit.kind,
        unit_class="armor" if chit.unit_class == "armor" else "infantry",
        size="",
        command=chit.command,
        steps=(),
        source=chit.source,
    )


def _cost(road: bool, kinds: tuple[str, ...]) -> int:
    return RESTRICTED if "restricted" in kinds else ROAD if road else FIELD


def load_components(folder: Path) -> Components:
    """Read the components from a folder."""
    return Components(folder)
