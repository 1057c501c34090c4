"""Positions as plain data with ids: reading one, and writing a whole state."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Union

import msgspec

from bulge_widget.core import situation
from bulge_widget.core.situation import find_phase, find_side, find_turn, find_unit
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.bigredone import (
    air,
    airdrop,
    attacking,
    combat,
    eligibility,
    moving,
    results,
    resupply,
    retreat,
    sequence,
    weather,
)
from bulge_widget.rulebooks.bigredone.components import SIDES, Components
from bulge_widget.rulebooks.bigredone.info import INFO, Choices
from bulge_widget.rulebooks.bigredone.invariants import invariants
from bulge_widget.rulebooks.bigredone.movement import MARKERS
from bulge_widget.rulebooks.bigredone.state import (
    ABSENT,
    ELIMINATED,
    EXITED,
    OVER,
    PHASES,
    WAITING,
    WEATHERS,
    Departure,
    Missions,
    State,
    who_of,
)

__all__ = ["STEPS", "PlacedUnit", "Position", "read", "write"]

STEPS = (
    weather.WeatherCheck,
    weather.WeatherRoll,
    air.Assigning,
    air.Revealing,
    air.Interdicting,
    eligibility.Attacking,
    attacking.Joining,
    combat.MistRoll,
    combat.Supporting,
    combat.Choosing,
    combat.CombatRoll,
    results.Losing,
    results.Exchanging,
    retreat.Retreating,
    retreat.Advancing,
    moving.Moving,
    moving.SupplyRoll,
    moving.Continuing,
    airdrop.DropRoll,
    resupply.Resupplying,
)
OFF_MAP = {"waiting": WAITING, "eliminated": ELIMINATED, "exited": EXITED, "absent": ABSENT}
_OFF_NAMES = {code: word for word, code in OFF_MAP.items()}


class PlacedUnit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a position."""

    at: str = "absent"
    """A hex, or ``waiting``, ``eliminated``, ``exited``, ``absent``."""
    moved: bool = False
    entered: str = ""
    """9.4 The hex a British unit came in by, while the British are held."""
    resupplied: bool = False


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """15.2 A unit off the map."""

    unit: str
    hex: str
    supplied: bool = True


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole or partial situation; units not named are not in the game."""

    turn: int = 1
    phase: str = "movement"
    phasing: str = "german"
    units: dict[str, PlacedUnit] = {}
    weather: str = ""
    """Empty: the historical weather of the turn, or none yet at its beginning."""
    missions: dict[str, Missions] = {}
    interdiction: dict[str, tuple[str, ...]] = {}
    released: bool = False
    mech_used: int = 0
    departures: tuple[Gone, ...] = ()
    options: dict[str, bool | str] = {}
    stack: list[Union[STEPS]] | None = None  # type: ignore[valid-type]  # noqa: UP007
    """The open questions; without it the phase begins anew."""


# -- reading ------------------------------------------------------------------------------------------


def read(parts: Components, data: Mapping[str, Any]) -> State:
    """Build a state from plain data.

    Raises
    ------
    EditError
        If the data do not read as a position, or an invariant does not hold; says which.
    UnknownNameError
        For a unit, hex, phase or option that does not exist.
    """
    return situation.read(parts, data, Position, _state, _begin, invariants)


def _begin(parts: Components, state: State) -> State:
    return state if state.phase == OVER else sequence.enter_phase(parts, state)


def _state(parts: Components, position: Position) -> State:
    find_turn(position.turn, len(parts.turns))
    for side in (*position.missions, *position.interdiction):
        find_side(SIDES, side)
    if not 0 <= position.mech_used <= MARKERS:
        raise EditError(f"{position.mech_used} mechanized markers are used: at most {MARKERS} (5.4)")
    units = {find_unit(parts, name): unit for name, unit in position.units.items()}
    at = tuple(_place(parts, units[u].at) if u in units else ABSENT for u in range(len(parts.unit_ids)))
    _no_two(parts, at)
    phase = OVER if position.phase == "over" else find_phase(PHASES, position.phase, position.phasing)
    return State(
        turn=position.turn,
        phase=phase,
        at=at,
        who=who_of(parts, at),
        moved=bytes(u in units and units[u].moved for u in range(len(parts.unit_ids))),
        entered=tuple(sorted((u, parts.board.find(unit.entered)) for u, unit in units.items() if unit.entered)),
        released=position.released,
        weather=_weather(parts, position, phase),
        missions=(_missions(position, "german"), _missions(position, "allied")),
        marks=(_marks(parts, position, "german"), _marks(parts, position, "allied")),
        resupplied=tuple(sorted(u for u, unit in units.items() if unit.resupplied)),
        mech_used=position.mech_used,
        departures=tuple(
            Departure(find_unit(parts, gone.unit), parts.board.find(gone.hex), gone.supplied)
            for gone in position.departures
        ),
        stack=(),
        choices=Choices(**INFO.check_options(position.options)),  # type: ignore[arg-type]
    )


def _place(parts: Components, at: str) -> int:
    return OFF_MAP[at] if at in OFF_MAP else parts.board.find(at)


def _no_two(parts: Components, at: tuple[int, ...]) -> None:
    seen: dict[int, int] = {}
    for unit, where in enumerate(at):
        if where < WAITING and where in seen:
            pair = f"{parts.unit_ids[seen[where]]} and {parts.unit_ids[unit]}"
            raise EditError(f"{pair} both stand in {parts.hex_ids[where]} (4.4)")
        seen[where] = unit


def _weather(parts: Components, position: Position, phase: int) -> int:
    if not position.weather:
        return -1 if phase == 0 else WEATHERS.index(parts.days[position.turn - 1].historical)
    if position.weather not in WEATHERS:
        raise UnknownNameError("weather", position.weather, WEATHERS)
    return WEATHERS.index(position.weather)


def _missions(position: Position, side: str) -> Missions:
    return position.missions.get(side, Missions())


def _marks(parts: Components, position: Position, side: str) -> tuple[int, ...]:
    marks = sorted(parts.board.find(name) for name in position.interdiction.get(side, ()))
    twice = next((a for a, b in itertools.pairwise(marks) if a == b), None)
    if twice is not None:
        raise EditError(f"{parts.hex_ids[twice]} has two {side} markers: one of each side in a hex (14.4)")
    return tuple(marks)


# -- writing ------------------------------------------------------------------------------------------


def write(parts: Components, state: State) -> dict[str, Any]:
    """Give a whole state as plain data; :func:`read` gives it back, equal."""
    names, entered = parts.hex_ids, dict(state.entered)
    units = {}
    for unit, name in enumerate(parts.unit_ids):
        where = state.at[unit]
        placed = PlacedUnit(
            names[where] if where < WAITING else _OFF_NAMES[where],
            bool(state.moved[unit]),
            names[entered[unit]] if unit in entered else "",
            unit in state.resupplied,
        )
        units[name] = msgspec.to_builtins(placed)
    slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
    return {
        "turn": state.turn,
        "phase": slug,
        "phasing": phasing,
        "units": units,
        "weather": WEATHERS[state.weather] if state.weather >= 0 else "",
        "missions": {side: msgspec.to_builtins(m) for side, m in zip(SIDES, state.missions, strict=True)},
        "interdiction": {side: [names[h] for h in marks] for side, marks in zip(SIDES, state.marks, strict=True)},
        "released": state.released,
        "mech_used": state.mech_used,
        "departures": [
            {"unit": parts.unit_ids[gone.unit], "hex": names[gone.hex], "supplied": gone.supplied}
            for gone in state.departures
        ],
        "options": msgspec.to_builtins(state.choices),
        "stack": [msgspec.to_builtins(step) for step in state.stack],
    }
