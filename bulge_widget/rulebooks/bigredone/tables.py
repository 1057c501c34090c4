"""The rows of the tables of this book, one struct a file, and the check that each row is there once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from bulge_widget.errors import BoardError

__all__ = [
    "Cell",
    "Counter",
    "OutOfSupplyRow",
    "ScatterRow",
    "TerrainRow",
    "TurnRow",
    "VariableRow",
    "WeatherRow",
    "keyed",
]

R = TypeVar("R")
K = TypeVar("K", int, str, tuple[str, str, int])

Weather = Literal["overcast", "mist", "clear"]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as on the counter sheet (``counters.csv``)."""

    id: str
    name: str
    short: str
    side: Literal["german", "allied"]
    nation: Literal["de", "us", "uk"]
    """``uk`` are the British of 9.4."""
    arm: Literal["wehrmacht", "ss", "luftwaffe", "army"]
    """The colour drawn."""
    type: Literal["infantry", "armor", "airborne", "mechanized", "cavalry", "engineer"]
    """The symbol drawn."""
    unit_class: Literal["armor", "infantry", "airborne", "reconnaissance", "mechanized_infantry"]
    """The type the rules ask for."""
    size: Literal["xx", "x", "iii", "ii"]
    formation: str = ""
    command: str = ""
    strength: int
    setup_hex: str = ""
    arrival_turn: int | None = None
    arrival_edge: Literal["", "n", "e", "s", "w", "air"] = ""
    source: str


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """7.6 One cell of a combat table (``crt.csv``)."""

    table: Literal["primary", "secondary"]
    die: int
    column: str
    minimum: int | None = None
    """Least differential of the column; open below where it is missing."""
    maximum: int | None = None
    """Greatest differential of the column; open above where it is missing."""
    result: Literal["Ae", "Ar", "Ct", "Dr", "Ex", "De"]
    source: str


class TerrainRow(msgspec.Struct, frozen=True):
    """4.9 What a kind of ground, a tag or a hexside costs and gives (``terrain.csv``)."""

    terrain: str
    mp: int
    defence: int
    source: str


class TurnRow(msgspec.Struct, frozen=True):
    """15.0 A turn of the track with its two levels (``turns.csv``)."""

    turn: int
    label: str
    first_date: dt.date
    last_date: dt.date
    german: int
    allied: int
    source: str


class WeatherRow(msgspec.Struct, frozen=True):
    """14.6 The weather of a turn and the air points it leaves (``weather.csv``)."""

    turn: int
    historical: Weather
    always_overcast: bool
    modifier: int
    allied_clear: int
    german_clear: int
    allied_mist: int
    german_mist: int
    allied_overcast: int
    german_overcast: int
    source: str


class VariableRow(msgspec.Struct, frozen=True):
    """14.6 The weather of a modified throw (``variable_weather.csv``)."""

    roll: int
    weather: Weather
    source: str


class OutOfSupplyRow(msgspec.Struct, frozen=True):
    """10.1 The movement points of a throw (``out_of_supply.csv``)."""

    die: int
    mp: int
    source: str


class ScatterRow(msgspec.Struct, frozen=True):
    """R43 The direction of a throw (``scatter.csv``)."""

    die: int
    direction: str
    source: str


def keyed(path: Path, rows: Iterable[R], key: Callable[[R], K], wanted: Iterable[K] = ()) -> dict[K, R]:
    """Return the rows by what names them.

    Raises
    ------
    BoardError
        If two rows have the same name, or one that is wanted is missing.
    """
    found: dict[K, R] = {}
    for row in rows:
        if key(row) in found:
            raise BoardError(f"{path}: there is a second row for {key(row)!r}")
        found[key(row)] = row
    for name in wanted:
        if name not in found:
            raise BoardError(f"{path}: no row for {name!r}")
    return found
