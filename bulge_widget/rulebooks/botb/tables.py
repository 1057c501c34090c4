"""The rows of the tables of this book, one struct a file."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

__all__ = [
    "CellRow",
    "ChanceRow",
    "ChangeRow",
    "Counter",
    "GroupRow",
    "MovementRow",
    "RateRow",
    "SetRow",
    "SetupRow",
    "TownRow",
    "TriggerRow",
    "TurnRow",
    "UnitChangeRow",
    "WeatherRow",
]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as on the counter sheet (``counters.csv``)."""

    id: str
    name: str
    short: str
    side: Literal["german", "allied"]
    nation: str
    arm: str
    type: str
    unit_class: str
    group: Literal["infantry", "mechanized", "artillery", "non_combat"]
    size: str = ""
    formation: str = ""
    label: str = ""
    command: str = ""
    attack: int = 0
    defence: int = 0
    movement: int
    deployment: str = ""
    arrival: str = ""
    boxed: bool = False
    motorized_road: bool = False
    points: str = ""
    infiltrates: str = ""
    disguise: bool = False
    source: str


class MovementRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a hex costs (``movement.csv``); blank where barred."""

    ground: str
    mover: str
    terrain: str
    cost: int | None = None
    source: str


class RateRow(msgspec.Struct, frozen=True, kw_only=True):
    """Road rates as fractions (``road_rates.csv``)."""

    mover: str
    rate: str
    slow_rate: str
    slow_when: str = ""
    source: str


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of the track (``turns.csv``)."""

    turn: int
    label: str = ""
    date: str
    half: str
    first_date: dt.date
    last_date: dt.date
    source: str


class WeatherRow(msgspec.Struct, frozen=True, kw_only=True):
    """3.4.3.4 One turn of the weather record (``weather.csv``)."""

    turn: int
    ground: Literal["mud", "frozen"]
    sky: str
    allied_air: int
    allied_air_fifteenth: int
    german_air: int
    strategic_bombing: bool
    source: str


class CellRow(msgspec.Struct, frozen=True, kw_only=True):
    """One cell of a combat table (``crt.csv``, ``blitz.csv``)."""

    ratio: str
    die: int
    results: str = ""
    source: str


class ChanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """The faces on which something happens (``chances.csv``)."""

    table: str
    column: str
    turn: int | None = None
    unit: str = ""
    faces: str
    result: str
    rule: str = ""
    source: str


class SetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A named list of hexes (``sets.csv``)."""

    id: str
    spaces: str = ""
    rule: str = ""
    note: str = ""
    source: str


class SetupRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where an Allied unit begins (``setup.csv``)."""

    unit: str = ""
    space: str = ""
    code: int
    improved_position: bool
    rule: str = ""
    source: str


class TownRow(msgspec.Struct, frozen=True, kw_only=True):
    """A town (``towns.csv``)."""

    space: str = ""
    quadrant: str
    bank: str = ""
    named: bool
    final_line: str = ""
    control: str
    source: str


class GroupRow(msgspec.Struct, frozen=True, kw_only=True):
    """A group of reinforcements (``reinforcements.csv``)."""

    group: str
    side: Literal["german", "allied"]
    turn: int | None = None
    not_before: int | None = None
    first_entry: str = ""
    last_entry: str = ""
    drop: str = ""
    widen_turn: int | None = None
    widen_first: str = ""
    widen_last: str = ""
    mandatory: bool
    optional: bool
    requires: str = ""
    waived_in: str = ""
    units: str = ""
    note: str = ""
    source: str


class TriggerRow(msgspec.Struct, frozen=True, kw_only=True):
    """What brings a group early (``triggers.csv``)."""

    group: str
    event: str = ""
    space: str = ""
    units: str = ""
    first: str = ""
    last: str = ""
    also: str = ""
    by_turn: int | None = None
    before_turn: int | None = None
    at: str = ""
    turn: int | None = None
    when: str = ""
    delay: int | None = None
    scenarios: str = ""
    source: str


class DeployRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where the German units of a letter begin (``scenario_setup.csv``)."""

    scenario: str
    letter: str = ""
    areas: str = ""
    spaces: str = ""
    with_group: str = ""
    source: str


class UnitChangeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that a scenario withholds or adds (``scenario_units.csv``)."""

    scenario: str
    unit: str = ""
    effect: Literal["withheld", "extra"]
    letter: str = ""
    source: str


class ChangeRow(msgspec.Struct, frozen=True, kw_only=True):
    """What else a scenario changes (``scenario_changes.csv``)."""

    scenario: str
    key: str
    value: str = ""
    source: str


class ScenarioRow(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario (``scenarios.csv``)."""

    id: str
    name: str
    kind: str
    first_turn: int
    last_turn: int
    level: str
    fifteenth_army: str
    victory_of: str
    source: str


class SourceRow(msgspec.Struct, frozen=True, kw_only=True):
    """12.3 Where supply comes from (``supply_sources.csv``)."""

    side: str
    space: str = ""
    kind: str
    condition: str = ""
    from_turn: int | None = None
    source: str


class BridgeRow(msgspec.Struct, frozen=True, kw_only=True):
    """14.2.2 A bridge (``bridges.csv``)."""

    space: str = ""
    river: str
    banks: str
    blown: bool
    occupant: str = ""
    source: str


class DiversionRow(msgspec.Struct, frozen=True, kw_only=True):
    """35.5 The order in which British groups are diverted (``diversion.csv``)."""

    order: int
    group: str
    note: str = ""
    source: str


class CourseRow(msgspec.Struct, frozen=True, kw_only=True):
    """The hexes of a river downstream, towns included (``courses.csv``)."""

    river: str
    spaces: str
    source: str
