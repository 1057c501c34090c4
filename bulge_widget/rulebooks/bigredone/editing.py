"""Changes by hand, between two orders."""

from __future__ import annotations

import msgspec

from bulge_widget.core.edit import Change, SetControl, SetMarker, SetPhase, SetPlace, SetStrength, SetTurn
from bulge_widget.core.situation import find_phase, find_turn, find_unit
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.bigredone import air, british, eligibility, sequence
from bulge_widget.rulebooks.bigredone.components import ALLIED, SIDES, Components
from bulge_widget.rulebooks.bigredone.state import (
    ELIMINATED,
    EMPTY,
    EXITED,
    PHASES,
    WAITING,
    State,
    place,
    swap,
    with_byte,
)

__all__ = ["edit"]

MARKERS = ("german-interdiction", "allied-interdiction", "resupply")


def edit(parts: Components, state: State, change: Change) -> State:
    """Make one change between two orders.

    Raises
    ------
    EditError
        If it makes no sense in this game.
    UnknownNameError
        For a unit, hex, marker or phase that does not exist.
    """
    match change:
        case SetPlace(piece=piece, at=at):
            return _anew(parts, _edit_place(parts, state, find_unit(parts, piece), at))
        case SetStrength(piece=piece):
            find_unit(parts, piece)
            raise EditError(f"{piece}: units of this game are whole or gone")
        case SetControl():
            raise EditError("hexes of this game belong to nobody")
        case SetMarker(kind=kind, at=at, on=on):
            return _edit_marker(parts, state, kind, at, on=on)
        case SetTurn(turn=turn):
            return msgspec.structs.replace(state, turn=find_turn(turn, len(parts.turns)))
        case SetPhase(phase=phase, seat=seat):
            return _edit_phase(parts, state, find_phase(PHASES, phase, seat))


def _edit_place(parts: Components, state: State, unit: int, at: str) -> State:
    """Put a unit into a hex, or among the lost; a unit that comes back from off the map did not leave it."""
    where = parts.board.find(at) if at else ELIMINATED
    if where < WAITING and state.who[where] not in {EMPTY, unit}:
        raise EditError(f"{at} holds {parts.unit_ids[state.who[where]]}; no hex holds two units (4.4)")
    if state.at[unit] == EXITED:
        left = tuple(gone for gone in state.departures if gone.unit != unit)
        state = msgspec.structs.replace(state, departures=left)
    state = msgspec.structs.replace(state, moved=with_byte(state.moved, unit, 0))
    return british.settle(parts, place(parts, state, unit, where))[0]


def _anew(parts: Components, state: State) -> State:
    """R50 Who must attack follows from where the units now stand."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, eligibility.Attacking) or PHASES[state.phase][0] != "post-movement-combat":
        return state
    duty = eligibility.in_contact(parts, state, step.side)
    return swap(state, msgspec.structs.replace(step, duty=duty))


def _edit_marker(parts: Components, state: State, kind: str, at: str, *, on: bool) -> State:
    if kind not in MARKERS:
        raise UnknownNameError("marker", kind, MARKERS)
    if kind == "resupply":
        return _edit_resupply(parts, state, find_unit(parts, at), on=on)
    side, where = SIDES.index(kind.removesuffix("-interdiction")), parts.board.find(at)
    marks = list(state.marks)
    marks[side] = tuple(sorted({*marks[side], where} if on else {*marks[side]} - {where}))
    return msgspec.structs.replace(state, marks=(marks[0], marks[1]))


def _edit_resupply(parts: Components, state: State, unit: int, *, on: bool) -> State:
    if parts.side[unit] != ALLIED or state.at[unit] >= WAITING:
        raise EditError(f"{parts.unit_ids[unit]} is no Allied unit on the map (14.5)")
    units = {*state.resupplied, unit} if on else {*state.resupplied} - {unit}
    return msgspec.structs.replace(state, resupplied=tuple(sorted(units)))


def _edit_phase(parts: Components, state: State, phase: int) -> State:
    fresh = msgspec.structs.replace(state, phase=phase, stack=(), moved=bytes(len(state.moved)), mech_used=0)
    if phase == 0:
        fresh = msgspec.structs.replace(air.clear(fresh), weather=-1)
    elif fresh.weather < 0:
        raise EditError("the weather of the turn is not known yet; go to the weather phase first")
    return sequence.enter_phase(parts, fresh)
