"""The rows of the tables of this book, one struct a file."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

__all__ = [
    "Army",
    "Arrival",
    "Band",
    "Chit",
    "Counter",
    "Deployment",
    "DrawRow",
    "Evidence",
    "Fact",
    "Objective",
    "ReserveMarker",
    "ScenarioRow",
    "TurnRow",
]

Side = Literal["german", "allied"]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A block as on its label (``counters.csv``)."""

    id: str
    name: str
    short: str
    side: Side
    nation: Literal["de", "us", "uk"]
    arm: Literal["wehrmacht", "ss", "luftwaffe", "army"]
    type: str
    """The symbol drawn."""
    unit_class: Literal["armor", "infantry"]
    size: Literal["", "xx", "x", "iii"]
    echelon: Literal["", "division", "brigade", "combat-command", "group", "kampfgruppe", "regiment"] = ""
    """Division, brigade, regiment …"""
    formation: str = ""
    command: str
    """13.2 Its Higher Echelon, of ``armies.csv``."""
    strength: int = 0
    """Steps at full strength."""
    steps: tuple[str, ...]
    """2.3 Strength and quality from full strength down: ``4e 3e 2v 1g``."""
    source: str


class Chit(msgspec.Struct, frozen=True, kw_only=True):
    """An asset, an event or a Special Action (``chits.csv``)."""

    id: str
    name: str
    side: Side
    nation: Literal["", "de", "us", "uk"] = ""
    family: Literal["asset", "event", "special-action"]
    kind: str
    """What it does: ``engineer``, ``artillery``, ``air-mission``, …"""
    unit_class: Literal["", "armor", "infantry"] = ""
    quality: Literal["", "e", "v", "g"] = ""
    command: str = ""
    """13.2 Its Higher Echelon; blank for none."""
    also: str = ""
    """15.2, R9 A second one whose freedom it has."""
    arrival_turn: int | None = None
    """The turn it joins the cup (or the box); blank for one that comes otherwise."""
    unit: str = ""
    """17.13, 17.23 The unit it is about."""
    any_command: bool = False
    """It serves every Higher Echelon of its side."""
    role: Literal["", "battle", "artillery", "support"] = ""
    single_use: bool = False
    optional: bool = False
    """18.0 Only with an optional rule."""
    rule: str = ""
    """Sections that speak of it."""
    source: str


class Deployment(msgspec.Struct, frozen=True, kw_only=True):
    """24.0 What stands on the map at the start (``setup.csv``)."""

    scenario: str
    piece: str
    area: str
    strength: int | None = None
    came_from: str = ""
    """5.35e The area a river assault started from."""
    markers: tuple[Literal["field-works", "reserve-6", "river-assault"], ...] = ()
    source: str


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """24.0 What arrives in a scenario, and when (``reinforcements.csv``)."""

    scenario: str
    piece: str
    turn: int | None = None
    entries: tuple[str, ...] = ()
    """Entry letters."""
    area: str = ""
    """24.35 An area instead of letters."""
    strength: int | None = None
    source: str


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of the track (``turns.csv``)."""

    turn: int
    label: str
    first_date: dt.date
    last_date: dt.date
    checks: int
    """14.93 Morale checks of an unsupplied unit."""
    german_sudden: int | None = None
    allied_sudden: int | None = None
    source: str


class DrawRow(msgspec.Struct, frozen=True):
    """4.2a Chits drawn in each Admin Phase (``draws.csv``)."""

    scenario: str
    turn: int
    german_first: int
    german_second: int
    allied_first: int
    allied_second: int
    source: str


class ReserveMarker(msgspec.Struct, frozen=True):
    """14.7 A reserve marker (``reserve_markers.csv``)."""

    id: str
    side: Side
    zones: tuple[int, ...]
    arrival_turn: int
    scenarios: tuple[str, ...]
    source: str


class Objective(msgspec.Struct, frozen=True):
    """19.1 The symbols in an area (``vp.csv``)."""

    area: str
    german_symbols: int
    white_stars: int
    yellow_stars: int
    source: str


class ScenarioRow(msgspec.Struct, frozen=True, kw_only=True):
    """24.0 A scenario (``scenarios.csv``)."""

    id: str
    title: str
    turns: int
    areas: tuple[str, ...] = ()
    """Area of play; blank for the whole map."""
    edges: tuple[str, ...] = ()
    """24.36 Areas at its edge; blank where the entry areas are the sources."""
    german: tuple[str, ...]
    """German-controlled at the start."""
    blown: tuple[str, ...]
    """Bridges blown at the start: ``13-20``."""
    source: str


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """13.2, 14.2 A Higher Echelon (``armies.csv``)."""

    id: str
    name: str
    side: Side
    nation: Literal["de", "us", "uk"]
    zones: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()
    """14.2 The entry areas its units may come in by."""
    bound_to: Literal["", "british-zone"] = ""
    rule: str = ""
    source: str


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """24.0 A level of victory (``victory.csv``)."""

    scenario: str
    measure: Literal["vp-level", "objective-control", "objective-strength"]
    minimum: int | None = None
    maximum: int | None = None
    winner: Literal["", "german", "allied"] = ""
    level: str
    title: str
    rule: str
    source: str


class Fact(msgspec.Struct, frozen=True):
    """24.0 What else a scenario says (``scenario_facts.csv``)."""

    scenario: str
    key: Literal[
        "contested-are-new",
        "first-turn",
        "objective",
        "overstacked-entry",
        "overstacked-turn",
        "overstacked-until",
        "penalty",
        "penalty-areas",
        "schedule-through",
        "section",
        "start-phase",
        "start-player-turn",
        "sudden-death-from",
        "sudden-death-until",
        "supply-sources",
    ]
    value: str
    rule: str
    source: str


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Where the source of a row is told (``evidence.csv``)."""

    table: str
    row: str
    column: str
    rule: str = ""
    note: str = ""
    source: str
