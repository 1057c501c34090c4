"""What the tables of this book may not say of each other, looked at once before they are turned into look-ups.

Does not cover what is wrong inside one table (board), nor what the rules themselves ask.
"""

from __future__ import annotations

import itertools
from collections import Counter as Count
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from bulge_widget.board import Board, check_counts, check_marks, read_table
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.fab import tables

__all__ = ["raise_for_any"]

Fault = tuple[str, str]
"""A table, and what is wrong with it."""
KEYS: Final[dict[str, tuple[type[Any], Callable[[Any], Hashable]]]] = {
    "armies.csv": (tables.Army, lambda row: row.id),
    "counters.csv": (tables.Counter, lambda row: row.id),
    "chits.csv": (tables.Chit, lambda row: row.id),
    "turns.csv": (tables.TurnRow, lambda row: row.turn),
    "scenarios.csv": (tables.ScenarioRow, lambda row: row.id),
    "draws.csv": (tables.DrawRow, lambda row: (row.scenario, row.turn)),
    "setup.csv": (tables.Deployment, lambda row: (row.scenario, row.piece)),
    "reinforcements.csv": (tables.Arrival, lambda row: (row.scenario, row.piece)),
    "reserve_markers.csv": (tables.ReserveMarker, lambda row: row.id),
    "vp.csv": (tables.Objective, lambda row: row.area),
    "victory.csv": (tables.Band, lambda row: (row.scenario, row.measure, row.minimum, row.maximum, row.winner)),
    "scenario_facts.csv": (tables.Fact, lambda row: (row.scenario, row.key)),
}
"""Every table of the rules with its rows, and what may stand in it once."""
ONE_KEY: Final = ("counters.csv", "chits.csv", "turns.csv", "scenarios.csv", "reserve_markers.csv", "vp.csv")
"""Those whose rows go by one id."""
NEEDED: Final = (
    *("engineer", "artillery", "rocket-artillery", "command-staff", "garrison", "task-force", "von-der-heydte"),
    *("fuel", "captured-fuel", "bid-fuel", "air-mission", "special-action", "greif-interdict", "greif-bridge"),
)
"""Kinds of chits that rules speak of."""
KINDS: Final = (
    *NEEDED,
    *("airborne-infantry", "armor", "armor-replacement", "arriving-regiment", "bodenplatte"),
    *("delayed-response", "infantry", "infantry-replacement", "rebuild-armor", "rebuild-infantry", "release-division"),
)
"""Every kind of chit."""
TYPES: Final = ("airborne", "armor", "armored-cavalry", "infantry", "mechanized", "mountain")
"""What is drawn on a block."""
TAGS: Final = (
    *("zone:5", "zone:6", "zone:7", "british-zone"),
    *("country:be", "country:de", "country:fr", "country:lu"),
)
"""What an area belongs to."""
FAR: Final = 60  # beyond any level of victory points


class Tables(NamedTuple):
    """The rows of all tables, and the map."""

    board: Board
    rows: dict[str, tuple[Any, ...]]
    evidence: tuple[tables.Evidence, ...]

    @property
    def pieces(self) -> set[str]:
        """Blocks and chits by id."""
        return {row.id for name in ("counters.csv", "chits.csv") for row in self.rows[name]}

    @property
    def scenarios(self) -> dict[str, tables.ScenarioRow]:
        """The scenarios by id."""
        return {row.id: row for row in self.rows["scenarios.csv"]}


def raise_for_any(folder: Path, board: Board) -> None:
    """Refuse tables that contradict each other.

    Raises
    ------
    BoardError
        Names the file and what is wrong.
    """
    check_marks(board, TAGS, ("field", "restricted", "army-boundary"))
    rows = {name: read_table(folder / name, kind) for name, (kind, _) in KEYS.items()}
    evidence = read_table(folder / "evidence.csv", tables.Evidence)
    known = Tables(board, rows, evidence)
    for look in (_twice, _armies, _chits, _scenarios, _reserves, _pieces, _areas, _turns, _levels, _vouched):
        for table, what in look(known):
            raise BoardError(f"{folder / table}: {what}")
    check_counts(folder, (name.removesuffix(".csv") for name in KEYS))


def _twice(known: Tables) -> Iterator[Fault]:
    for name, (_, key) in KEYS.items():
        for found, times in Count(map(key, known.rows[name])).items():
            if times > 1:
                told = found if isinstance(found, tuple) else (found,)
                yield name, f"there is a second row for {' '.join(str(part) for part in told if part is not None)}"


def _armies(known: Tables) -> Iterator[Fault]:
    """13.2, 14.2 Echelons and entry areas that others name."""
    armies, entries = {row.id for row in known.rows["armies.csv"]}, {exit_.id for exit_ in known.board.exits}
    for name in ("counters.csv", "chits.csv"):
        for row in known.rows[name]:
            for army in filter(None, (row.command, getattr(row, "also", ""))):
                if army not in armies:
                    yield "armies.csv", f"no army {army!r}, which {row.id} of {name} belongs to"
    for name in ("armies.csv", "reinforcements.csv"):
        for row in known.rows[name]:
            for letter in (letter for letter in row.entries if letter not in entries):
                who = row.id if name == "armies.csv" else row.piece
                yield "exits.csv", f"no entry area {letter!r}, by which {who} comes in {name}"


def _chits(known: Tables) -> Iterator[Fault]:
    """2.2 Kinds that are needed, and units that chits are about."""
    units = {row.id for row in known.rows["counters.csv"]}
    kinds = {row.kind for row in known.rows["chits.csv"]}
    for kind in NEEDED:
        if kind not in kinds:
            yield "chits.csv", f"no chit of the kind {kind!r}"
    for side in ("german", "allied"):
        reusable = (
            r for r in known.rows["chits.csv"] if r.side == side and r.kind == "special-action" and not r.command
        )
        if not list(reusable):
            yield "chits.csv", f"no reusable Special Action of the {side} side (8.1)"
    for row in known.rows["counters.csv"]:
        if row.type not in TYPES:
            yield "counters.csv", f"{row.id}: {row.type!r} is no symbol; there are {', '.join(TYPES)}"
    for row in known.rows["chits.csv"]:
        if row.kind not in KINDS:
            yield "chits.csv", f"{row.id}: {row.kind!r} is no kind of chit; there are {', '.join(KINDS)}"
        if row.unit and row.unit not in units:
            yield "counters.csv", f"no unit {row.unit!r}, which {row.id} of chits.csv is about"


def _pieces(known: Tables) -> Iterator[Fault]:
    """24.0 Pieces that stand on the map or arrive."""
    for name in ("setup.csv", "reinforcements.csv"):
        for row in known.rows[name]:
            if row.piece not in known.pieces:
                yield name, f"{row.scenario}: {row.piece!r} is neither in counters.csv nor in chits.csv"
    standing = {(row.scenario, row.piece) for row in known.rows["setup.csv"]}
    coming = {(row.scenario, row.piece) for row in known.rows["reinforcements.csv"]}
    for pair in sorted(standing & coming):
        yield "reinforcements.csv", f"{pair[0]}: {pair[1]} stands on the map at the start already"
    for scenario in sorted(known.scenarios.values(), key=lambda row: -row.turns)[:1]:  # 24.14, 24.15 all of them
        missing = (row.id for row in known.rows["counters.csv"] if (scenario.id, row.id) not in standing | coming)
        yield from (
            ("reinforcements.csv", f"{scenario.id}: {unit} neither stands on the map nor arrives") for unit in missing
        )


def _areas(known: Tables) -> Iterator[Fault]:
    """2.4 Areas that are on the map."""
    for name, area, who in _named_areas(known):
        if area not in known.board.index:
            yield name, f"no area {area!r} on the map, which {who} names"


def _named_areas(known: Tables) -> Iterator[tuple[str, str, str]]:
    for row in known.rows["setup.csv"]:
        yield from (("setup.csv", area, f"{row.scenario} {row.piece}") for area in (row.area, row.came_from) if area)
    for row in known.rows["reinforcements.csv"]:
        yield from [("reinforcements.csv", row.area, f"{row.scenario} {row.piece}")] if row.area else []
    for row in known.rows["vp.csv"]:
        yield "vp.csv", row.area, "a row"
    for row in known.rows["scenarios.csv"]:
        banks = itertools.chain.from_iterable(bridge.split("-") for bridge in row.blown)
        yield from (("scenarios.csv", area, row.id) for area in (*row.areas, *row.edges, *row.german, *banks))


def _turns(known: Tables) -> Iterator[Fault]:
    """3.5, 4.2a A track without gaps, and a draw for every turn of a scenario."""
    track = {row.turn for row in known.rows["turns.csv"]}
    drawn = {(row.scenario, row.turn) for row in known.rows["draws.csv"]}
    for scenario in known.scenarios.values():
        for turn in range(1, scenario.turns + 1):
            if turn not in track:
                yield "turns.csv", f"no row for turn {turn} of {scenario.id}"
            if (scenario.id, turn) not in drawn:
                yield "draws.csv", f"no row for turn {turn} of {scenario.id}"


def _scenarios(known: Tables) -> Iterator[Fault]:
    """24.0 Scenarios that others name, and that have everything they need."""
    for name in ("draws.csv", "setup.csv", "reinforcements.csv", "victory.csv", "scenario_facts.csv"):
        for row in known.rows[name]:
            if row.scenario not in known.scenarios:
                yield "scenarios.csv", f"no scenario {row.scenario!r}, which {name} has a row of"
    facts = {(row.scenario, row.key): row.value for row in known.rows["scenario_facts.csv"]}
    for scenario in known.scenarios:
        for group in (("overstacked-entry", "overstacked-turn"), ("objective", "penalty-areas", "penalty")):
            given = [key for key in group if (scenario, key) in facts]
            if given and len(given) < len(group):
                missing = next(key for key in group if key not in given)
                yield "scenario_facts.csv", f"{scenario}: {given[0]!r} needs {missing!r} beside it"
        for area in (facts.get((scenario, "objective"), ""), *facts.get((scenario, "penalty-areas"), "").split()):
            if area and area not in known.board.index:
                yield "scenario_facts.csv", f"{scenario}: no area {area!r} on the map"


def _reserves(known: Tables) -> Iterator[Fault]:
    """14.7 Scenarios that reserve markers name."""
    for marker in known.rows["reserve_markers.csv"]:
        for scenario in (scenario for scenario in marker.scenarios if scenario not in known.scenarios):
            yield "reserve_markers.csv", f"no scenario {scenario!r}, in which {marker.id} is said to be"


def _levels(known: Tables) -> Iterator[Fault]:
    """24.17, 24.27, 24.37 One level of victory for every result."""
    facts = {(row.scenario, row.key) for row in known.rows["scenario_facts.csv"]}
    for scenario in known.scenarios:
        small = (scenario, "objective") in facts
        bands = [row for row in known.rows["victory.csv"] if row.scenario == scenario]
        measure = "objective-strength" if small else "vp-level"
        yield from _gaps(scenario, [row for row in bands if row.measure == measure])
        for side in ("german", "allied") if small else ():
            if not any(row.measure == "objective-control" and row.winner == side for row in bands):
                yield "victory.csv", f"{scenario}: no level for a {side} control of the objective"


def _gaps(scenario: str, bands: Iterable[tables.Band]) -> Iterator[Fault]:
    listed = list(bands)
    for value in range(-FAR, FAR + 1):
        above = [row for row in listed if row.minimum is None or value >= row.minimum]
        fit = [row for row in above if row.maximum is None or value <= row.maximum]
        if len(fit) != 1:
            yield "victory.csv", f"{scenario}: {len(fit) or 'no'} levels of victory for a result of {value}"


def _vouched(known: Tables) -> Iterator[Fault]:
    """Rows of which another table tells the source."""
    there = {name: {str(KEYS[name][1](row)) for row in known.rows[name]} for name in ONE_KEY}
    for told in known.evidence:
        name = f"{told.table}.csv"
        for row in told.row.split() if name in there else ():
            if row not in there[name]:
                yield name, f"no row {row!r}, whose source evidence.csv tells"
