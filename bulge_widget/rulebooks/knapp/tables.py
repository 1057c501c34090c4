"""The tables of the game held against each other: what a row lost, doubled or mistyped would break in a game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bulge_widget.errors import BoardError

if TYPE_CHECKING:
    from bulge_widget.rulebooks.knapp.components import AreaValue, Arrival, Band, Counter, Deployment, TurnRow

__all__ = ["check_ground", "check_units"]


def _refuse(path: Path, found: Iterable[str]) -> None:
    listed = list(found)
    if listed:
        raise BoardError(f"{path}: " + "; ".join(listed))


def _twice(column: str, names: Iterable[str]) -> Iterator[str]:
    first: dict[str, int] = {}
    for number, name in enumerate(names, start=2):
        if first.setdefault(name, number) != number:
            yield f"row {number}, field {column!r}: {name!r} stands in row {first[name]} already"


def _outside(column: str, numbers: Iterable[int], least: int, most: int) -> Iterator[str]:
    for row, number in enumerate(numbers, start=2):
        if not least <= number <= most:
            yield f"row {row}, field {column!r}: {number} is not between {least} and {most}"


def check_ground(
    folder: Path, turns: Sequence[TurnRow], bands: Sequence[Band], values: Sequence[AreaValue], sides: Sequence[str]
) -> None:
    """Refuse a track or a scale of victory with gaps, and areas that are listed twice or belong to nobody.

    Raises
    ------
    BoardError
        With file, row and field.
    """
    rows = enumerate(turns, start=2)
    gaps = (f"row {n}, field 'turn': {row.turn}, but turn {n - 1} is due there" for n, row in rows if row.turn != n - 1)
    _refuse(folder / "turns.csv", itertools.islice(gaps, 1))
    _refuse(folder / "victory.csv", _gaps(bands))
    path = folder / "values.csv"
    _refuse(path, _twice("area", (row.area for row in values)))
    _refuse(path, _outside("value", (row.value for row in values), 0, 100))
    named = ((n, row.control) for n, row in enumerate(values, start=2) if row.control not in sides)
    _refuse(path, (f"row {n}, field 'control': {side!r} is not one of {', '.join(sides)}" for n, side in named))


def _gaps(bands: Sequence[Band]) -> Iterator[str]:
    due = 0
    for number, band in enumerate(bands, start=2):
        if band.minimum != due:
            yield f"row {number}, field 'minimum': {band.minimum}, but the level begins at {due}"
        if band.maximum < band.minimum:
            yield f"row {number}, field 'maximum': {band.maximum} is less than the minimum {band.minimum}"
        due = band.maximum + 1


def check_units(
    folder: Path, units: Sequence[Counter], setup: Sequence[Deployment], arrivals: Sequence[Arrival], turns: int
) -> None:
    """Refuse a unit that is listed twice, neither starts nor comes, or comes when it cannot.

    Raises
    ------
    BoardError
        With file, row and field.
    """
    _refuse(folder / "counters.csv", _twice("id", (unit.id for unit in units)))
    _refuse(folder / "counters.csv", _outside("strength", (unit.strength for unit in units), 1, 255))
    _refuse(folder / "setup.csv", _twice("unit", (row.unit for row in setup)))
    path, starting = folder / "reinforcements.csv", {row.unit for row in setup}
    both = (n for n, row in enumerate(arrivals, start=2) if row.unit in starting)
    _refuse(path, _twice("unit", (row.unit for row in arrivals)))
    _refuse(path, _outside("turn", (row.turn for row in arrivals), 1, turns))
    _refuse(path, (f"row {n}, field 'unit': it stands in setup.csv as well" for n in both))
    coming = starting | {row.unit for row in arrivals}
    lost = ", ".join(unit.id for unit in units if unit.id not in coming)
    _refuse(folder / "counters.csv", [f"neither setup.csv nor reinforcements.csv brings {lost}"] if lost else [])
