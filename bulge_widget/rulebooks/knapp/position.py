"""Positions as plain data with ids, and changes by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from bulge_widget.core import situation
from bulge_widget.core.edit import Change, SetControl, SetMarker, SetPhase, SetPlace, SetStrength, SetTurn
from bulge_widget.core.situation import find_phase, find_side, find_turn, find_unit
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.knapp import sequence
from bulge_widget.rulebooks.knapp.components import ALLIED, GERMAN, OTHER, SIDES, Components, bits, mask_of
from bulge_widget.rulebooks.knapp.fire import DefensiveFire, FireRoll, SurpriseRoll
from bulge_widget.rulebooks.knapp.hits import TakeHits
from bulge_widget.rulebooks.knapp.info import INFO, Choices
from bulge_widget.rulebooks.knapp.invariants import invariants
from bulge_widget.rulebooks.knapp.moving import Moving
from bulge_widget.rulebooks.knapp.overrun import OverrunRoll, PartingShots
from bulge_widget.rulebooks.knapp.reinforcement import ArrivalRoll, Arrivals, Placement
from bulge_widget.rulebooks.knapp.stacking import Excess
from bulge_widget.rulebooks.knapp.state import (
    ENGAGED,
    FRESH,
    NEVER,
    OUT,
    OVER,
    PHASES,
    WAITING,
    State,
    begin_anew,
    contested,
    derive,
    place,
    remove,
    take_control,
    weaken,
)
from bulge_widget.rulebooks.knapp.supply import SupplyCheck

__all__ = ["STEPS", "edit", "read", "write"]

STEPS = (
    SupplyCheck,
    Arrivals,
    ArrivalRoll,
    Placement,
    Moving,
    OverrunRoll,
    PartingShots,
    TakeHits,
    Excess,
    DefensiveFire,
    SurpriseRoll,
    FireRoll,
)


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a position: where it is, and what is left of it."""

    at: str = ""
    """An area; empty for one that has yet to arrive or is gone."""
    strength: int | None = None
    """What is left; full strength where not given."""
    due: int | None = None
    """Turn it arrives (or arrived); without it a unit that is nowhere is gone for good."""
    unsupplied: bool = False
    spent: int = 0


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole or partial situation; units not named are not in the game, control not named is as at the start."""

    turn: int = 1
    phase: str = "movement"
    phasing: str = "german"
    units: dict[str, Unit] = {}
    control: dict[str, str] = {}
    options: dict[str, bool | str] = {}
    stack: list[Union[STEPS]] | None = None  # type: ignore[valid-type]  # noqa: UP007
    """The open questions; without it the phase begins anew."""


def read(parts: Components, data: Mapping[str, Any]) -> State:
    """Build a state from plain data.

    Raises
    ------
    EditError
        If the data do not read as a position, or an invariant does not hold; says which.
    UnknownNameError
        For a unit, area, phase or option that does not exist.
    """
    return situation.read(parts, data, Position, _state, _begin, invariants)


def _begin(parts: Components, state: State) -> State:
    return state if state.phase == OVER else sequence.enter_phase(parts, begin_anew(state))


def _state(parts: Components, position: Position) -> State:
    state = _units(parts, position)
    for area, side in position.control.items():
        state = take_control(parts, state, find_side(SIDES, side), _area(parts, area))[0]
    return state


def _units(parts: Components, position: Position) -> State:
    count = len(parts.unit_ids)
    at, left, due = bytearray([OUT] * count), bytearray(count), bytearray([NEVER] * count)
    unsupplied, spent = 0, bytearray(count)
    for name, unit in position.units.items():
        index = find_unit(parts, name)
        full = parts.full[index]
        strength = full if unit.strength is None else unit.strength
        if not 0 <= strength <= full:
            raise EditError(f"{name}: strength {strength} is not between 0 and {full}")
        gone = strength == 0 or (not unit.at and unit.due is None)
        at[index] = OUT if gone else _area(parts, unit.at) if unit.at else WAITING
        left[index] = 0 if gone else strength
        due[index] = _due(parts, index, unit)
        unsupplied |= unit.unsupplied << index
        spent[index] = _byte(name, unit.spent)
    derived = derive(parts, bytes(at), bytes(left), bytes(spent))
    german_only, allied_only = derived.held[0] & ~derived.held[1], derived.held[1] & ~derived.held[0]
    german = parts.german_start & ~allied_only | german_only
    values = INFO.check_options(position.options)
    phase = OVER if position.phase == "over" else find_phase(PHASES, position.phase, position.phasing)
    find_turn(position.turn, len(parts.turns))
    return State(
        turn=position.turn,
        phase=phase,
        at=bytes(at),
        left=bytes(left),
        due=bytes(due),
        unsupplied=unsupplied,
        spent=bytes(spent),
        german=german,
        who=derived.who,
        held=derived.held,
        crowd=derived.crowd,
        power=derived.power,
        fresh=derived.fresh,
        midway=derived.midway,
        stack=(),
        choices=Choices(**values),  # type: ignore[arg-type]
    )


def _due(parts: Components, unit: int, entry: Unit) -> int:
    if entry.due is None:
        return parts.scheduled.get(unit, 0) if entry.at else NEVER
    return _byte(parts.unit_ids[unit], entry.due)


def _byte(name: str, value: int) -> int:
    if not 0 <= value <= 255:
        raise EditError(f"{name}: {value} is not between 0 and 255")
    return value


def write(parts: Components, state: State) -> dict[str, Any]:
    """Give a whole state as plain data; :func:`read` gives it back, equal."""
    units = {}
    for index, name in enumerate(parts.unit_ids):
        area = state.at[index]
        where = parts.area_ids[area] if area < WAITING else ""
        due = None if area == OUT and state.due[index] == NEVER else state.due[index]
        unit = Unit(where, state.left[index], due, bool(state.unsupplied >> index & 1), state.spent[index])
        units[name] = msgspec.to_builtins(unit)
    over = state.phase == OVER
    slug, phasing = ("over", "allied") if over else PHASES[state.phase]
    control = {area: SIDES[not state.german >> index & 1] for index, area in enumerate(parts.area_ids)}
    return {
        "turn": state.turn,
        "phase": slug,
        "phasing": phasing,
        "units": units,
        "control": control,
        "options": msgspec.to_builtins(state.choices),
        "stack": [msgspec.to_builtins(step) for step in state.stack],
    }


# -- changes by hand ----------------------------------------------------------------------------------


def edit(parts: Components, state: State, change: Change) -> State:
    """Make one change between two orders."""
    match change:
        case SetPlace(piece=piece, at=at):
            return _fire_due(parts, state, _edit_place(parts, state, find_unit(parts, piece), at))
        case SetStrength(piece=piece, steps=steps):
            return _edit_strength(parts, state, find_unit(parts, piece), steps)
        case SetControl(space=space, side=side):
            return take_control(parts, state, find_side(SIDES, side), _area(parts, space))[0]
        case SetMarker(kind="unsupplied", at=at, on=on):
            unit = find_unit(parts, at)
            if state.at[unit] >= WAITING:
                raise EditError(f"{at} is not on the map; supply is judged there alone")
            return replace(state, unsupplied=state.unsupplied & ~(1 << unit) | bool(on) << unit)
        case SetMarker(kind=kind):
            raise UnknownNameError("marker", kind, ("unsupplied",))
        case SetTurn(turn=turn):
            find_turn(turn, len(parts.turns))
            return replace(state, turn=turn)
        case SetPhase(phase=phase, seat=seat):
            begun = replace(begin_anew(state), phase=find_phase(PHASES, phase, seat), stack=())
            return sequence.enter_phase(parts, begun)


def _edit_place(parts: Components, state: State, unit: int, at: str) -> State:
    """R1 Put a unit somewhere; the areas it leaves and enters pass to whoever is alone in them."""
    old, area = state.at[unit], _area(parts, at) if at else OUT
    if area == OUT:
        state = remove(parts, state, unit)
    else:
        if old == OUT:  # comes back as new
            state = replace(state, unsupplied=state.unsupplied & ~(1 << unit))
        engaged = area < WAITING and state.held[OTHER[parts.side[unit]]] >> area & 1
        state = place(parts, state, unit, area, ENGAGED if engaged else FRESH)
        state = weaken(parts, state, unit, state.left[unit] or parts.full[unit])
    for changed in (old, area):
        if changed < WAITING:
            for side in (GERMAN, ALLIED):
                if state.held[side] >> changed & 1 and not state.held[not side] >> changed & 1:
                    state = take_control(parts, state, side, changed)[0]
    return state


def _fire_due(parts: Components, before: State, state: State) -> State:
    """6 Fire is due where it was and there is still an enemy, and where the change brought one."""
    step = state.stack[-1]
    if not isinstance(step, DefensiveFire):
        return state
    was = contested(before) & ~mask_of(parts.area_index[area] for area in step.areas)  # has had its fire
    due = tuple(parts.area_ids[area] for area in bits(contested(state) & ~was))
    return replace(state, stack=(*state.stack[:-1], replace(step, areas=due)))


def _edit_strength(parts: Components, state: State, unit: int, steps: int) -> State:
    full = parts.full[unit]
    if not 1 <= steps <= full:
        raise EditError(f"{parts.unit_ids[unit]}: strength {steps} is not between 1 and {full}")
    if state.at[unit] == OUT:
        raise EditError(f"{parts.unit_ids[unit]} is not in the game; place it first")
    return weaken(parts, state, unit, steps)


def _area(parts: Components, name: str) -> int:
    return parts.board.find(name)
