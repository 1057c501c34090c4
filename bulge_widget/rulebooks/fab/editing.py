"""Changes by hand, between two orders."""

from __future__ import annotations

import msgspec

from bulge_widget.core.edit import Change, SetControl, SetMarker, SetPhase, SetPlace, SetStrength, SetTurn
from bulge_widget.core.situation import find_side, find_turn, find_unit
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.fab import chapters, control
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.position import area_of, phase_of
from bulge_widget.rulebooks.fab.state import (
    ABSENT,
    DISORDERED,
    ELIMINATED,
    RECOVERING,
    UNSUPPLIED,
    WAITING,
    State,
    flag,
    mark,
    mark_side,
    place,
    with_steps,
)

__all__ = ["edit"]

_FLAGS = {"disordered": DISORDERED, "recovering": RECOVERING, "out-of-supply": UNSUPPLIED}
_MARKERS = (*_FLAGS, "blown-bridge", "field-works-german", "field-works-allied")


def edit(parts: Components, state: State, change: Change) -> State:
    """16.13, R81 Make one change; what is given by hand is not captured, so nobody looks for fuel there."""
    after = _changed(parts, state, change)
    return msgspec.structs.replace(after, captured=state.captured, windfalls=state.windfalls)


def _changed(parts: Components, state: State, change: Change) -> State:
    match change:
        case SetPlace(piece=piece, at=at):
            return _place(parts, state, find_unit(parts, piece), at)
        case SetStrength(piece=piece, steps=steps):
            return _strength(parts, state, find_unit(parts, piece), steps)
        case SetControl(space=space, side=side):
            return control.take_control(parts, state, find_side(SIDES, side), area_of(parts, space))[0]
        case SetMarker(kind=kind, at=at, on=on):
            return _marker(parts, state, kind, at, on=on)
        case SetTurn(turn=turn):
            return msgspec.structs.replace(state, turn=find_turn(turn, parts.scenarios[state.scenario].row.turns))
        case SetPhase(phase=phase, seat=seat):
            fresh = msgspec.structs.replace(state, phase=phase_of(phase, seat), stack=())
            return chapters.enter_phase(parts, fresh)[0]


def _place(parts: Components, state: State, unit: int, at: str) -> State:
    """Put a unit somewhere, or out of the game; areas pass to whoever is alone in them."""
    if not at:
        return control.eliminate(parts, state, unit, "2.3")[0] if state.at[unit] <= WAITING else state
    area, was = area_of(parts, at), state.at[unit]
    if was in (ELIMINATED, ABSENT):
        state = with_steps(state, unit, parts.full[unit])
    state = flag(place(parts, state, unit, area), unit, off=0 if was < WAITING else 255)
    if state.contested >> area & 1:
        state = control.unreserve(parts, state, unit)[0]
    for changed in (was, area):
        if changed < WAITING:
            state = control.settle(parts, state, changed)[0]
    return state


def _strength(parts: Components, state: State, unit: int, steps: int) -> State:
    full = parts.full[unit]
    if not 1 <= steps <= full:
        raise EditError(f"{parts.unit_ids[unit]}: {steps} steps is not between 1 and {full}")
    if state.at[unit] > WAITING:
        raise EditError(f"{parts.unit_ids[unit]} is not in the game; place it first")
    return with_steps(state, unit, steps)


def _marker(parts: Components, state: State, kind: str, at: str, *, on: bool) -> State:
    if kind in _FLAGS:
        unit = find_unit(parts, at)
        if state.at[unit] >= WAITING:
            raise EditError(f"{at} is not on the map")
        off = DISORDERED | RECOVERING if kind in ("disordered", "recovering") else _FLAGS[kind]
        return flag(state, unit, off=off, on=_FLAGS[kind] if on else 0)
    if kind == "blown-bridge":
        return mark(state, "blown", parts.bridge(at), on)
    if kind.startswith("field-works-"):
        return mark_side(state, "works", find_side(SIDES, kind.rpartition("-")[2]), area_of(parts, at), on)
    raise UnknownNameError("marker", kind, _MARKERS)
