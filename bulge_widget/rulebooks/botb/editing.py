"""Changing a position by hand."""

from __future__ import annotations

import msgspec

from bulge_widget.core.edit import Change, SetControl, SetMarker, SetPhase, SetPlace, SetStrength, SetTurn
from bulge_widget.core.situation import find_phase, find_side, find_turn, find_unit
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.botb import sequence, upkeep
from bulge_widget.rulebooks.botb.components import SIDES, Components
from bulge_widget.rulebooks.botb.position import STATUS, WORKS
from bulge_widget.rulebooks.botb.state import (
    BLOWN,
    CAPTURED,
    DUMP,
    ELIMINATED,
    FORT,
    OFF,
    PHASES,
    POSITION,
    State,
    clear_flag,
    place,
    set_flag,
    with_byte,
    with_work,
)

__all__ = ["edit"]

_BY_HAND = {
    "blown-bridge": BLOWN,
    "fort": FORT,
    "improved-position": POSITION,
    "fuel-dump": DUMP,
    "captured-dump": CAPTURED,
}


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
            return _edit_place(parts, state, find_unit(parts, piece), at)
        case SetStrength(piece=piece):
            find_unit(parts, piece)
            raise EditError(f"{piece}: units of this game are whole or gone")
        case SetControl(space=space, side=side):
            owner = 1 + find_side(SIDES[:2], side)
            return msgspec.structs.replace(state, control=with_byte(state.control, parts.board.find(space), owner))
        case SetMarker(kind=kind, at=at, on=on):
            return _edit_marker(parts, state, kind, at, on=on)
        case SetTurn(turn=turn):
            return msgspec.structs.replace(state, turn=find_turn(turn, parts.scenarios[state.scenario].last_turn))
        case SetPhase(phase=phase, seat=seat):
            fresh = msgspec.structs.replace(state, phase=find_phase(PHASES, phase, seat), stack=())
            return sequence.enter_phase(parts, fresh)[0]


def _edit_place(parts: Components, state: State, unit: int, at: str) -> State:
    """Put a unit into a hex, or among the lost; it is engaged no more."""
    where = parts.board.find(at) if at else ELIMINATED
    if where < OFF and parts.combat[unit] and state.counts[1 - parts.side[unit]][where]:
        raise EditError(f"enemy units stand in {at} (6.7)")
    old = state.at[unit]
    kept = tuple(e for e in state.engagements if unit not in e.attackers and unit not in e.defenders)
    exits = tuple(d for d in state.exits if d.unit != unit)
    state = msgspec.structs.replace(place(parts, state, unit, where), engagements=kept, exits=exits)
    return upkeep.left(parts, state, old)[0]


def _edit_marker(parts: Components, state: State, kind: str, at: str, *, on: bool) -> State:
    if kind in STATUS:
        unit = find_unit(parts, at)
        return set_flag(state, unit, STATUS[kind]) if on else clear_flag(state, STATUS[kind], (unit,))
    if kind not in _BY_HAND:
        raise UnknownNameError("marker", kind, (*_BY_HAND, *STATUS))
    where, bit = parts.board.find(at), WORKS[kind]
    return with_work(state, where, on=bit) if on else with_work(state, where, off=bit)
