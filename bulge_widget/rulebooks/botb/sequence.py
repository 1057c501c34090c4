"""5.0 and 24.0 The sequence of play: what each phase begins with, and what follows the last one."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bulge_widget.core.event import Event, PhaseBegan, Removed, SupplyChanged
from bulge_widget.rulebooks.botb import (
    decrees,
    engineering,
    fortification,
    infiltration,
    moving,
    planning,
    reinforcement,
    supply,
    support,
    victory,
)
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.state import (
    FOUGHT,
    ISOLATED,
    OFF,
    OVER,
    PHASES,
    REMOVED,
    State,
    advanced,
    clear_flag,
    place,
)

__all__ = ["began", "enter_phase", "next_phase"]

Entered = tuple[State, tuple[Event, ...]]
COMMANDOS_LEAVE = 7  # 42.12 19 AM
INFILTRATION_TURNS = 2  # 41.2
COUNTER_TURN = 27  # 44.1, R2 29 AM


def began(state: State) -> PhaseBegan:
    """5.0 What is told when the present phase begins."""
    slug, phasing = PHASES[state.phase]
    return PhaseBegan("24.0" if advanced(state) else "5.0", state.turn, slug, phasing)


def applies(state: State) -> bool:
    """24.0 Whether the present phase is played at all."""
    slug, _ = PHASES[state.phase]
    if slug == "infiltration":
        return advanced(state) and state.turn <= INFILTRATION_TURNS
    if slug == "engineer":
        return advanced(state)
    if slug == "counter-support":
        allowed = state.choices.german_defensive_fire == "yes" and state.fifteenth == "cancelled"
        return advanced(state) and allowed and state.turn >= COUNTER_TURN
    return True


def next_phase(parts: Components, state: State) -> Entered:
    """5.0, 24.0 End the present phase and go on to the next one that is played."""
    state, told = _leave(state)
    if state.won:
        return msgspec.structs.replace(state, phase=OVER), told + victory.ending(state)
    state = _forward(state)
    while not applies(state):
        state, more = _leave(state)
        told += more
        state = _forward(state)
    told += (began(state),)
    state, more = enter_phase(parts, state)
    return state, told + more


def _forward(state: State) -> State:
    last = state.phase == OVER - 1
    if not last:
        return msgspec.structs.replace(state, phase=state.phase + 1)
    return msgspec.structs.replace(state, phase=0, turn=state.turn + 1, attack_air=(0, 0))


def _leave(state: State) -> Entered:
    """9.11, 11.7, 26.7.6, 26.8.4, 28.4 What ends with a phase."""
    slug, phasing = PHASES[state.phase]
    if (slug, phasing) in {("infiltration", "german"), ("combat", "allied")}:
        state = clear_flag(state, FOUGHT, range(len(state.status)))
    if slug == "combat":
        side = SIDES.index(phasing)
        state = msgspec.structs.replace(state, fire=())
        return (msgspec.structs.replace(state, interdicted=(), covered=()) if side == GERMAN else state), ()
    if slug == "engineer" and phasing == "german":
        return decrees.cancelled(state)
    return state, ()


def enter_phase(parts: Components, state: State) -> Entered:
    """5.0 Put the first steps of the present phase on the stack."""
    slug, phasing = PHASES[state.phase]
    side = SIDES.index(phasing) if phasing else ALLIED
    return _BEGIN[slug](parts, state, side)


def _supply(parts: Components, state: State, side: int) -> Entered:
    """5.2.1, 13.1, 24.2.1, 46.4 Isolation, then what is judged and built in a supply phase."""
    old = state.status
    state = msgspec.structs.replace(state, status=supply.judge(parts, state, side))
    told: tuple[Event, ...] = tuple(
        SupplyChanged("13.1", parts.unit_ids[u], not state.status[u] & ISOLATED)
        for u in parts.roster[side]
        if (old[u] ^ state.status[u]) & ISOLATED and state.at[u] < OFF
    )
    if side == GERMAN:
        state = victory.german_supply(parts, state)
        if state.won:
            return state, told
    state = fortification.begin(parts, state, side) if advanced(state) else state
    state, more = decrees.begin_supply(parts, state, side)
    return state, told + more


def _reinforcement(parts: Components, state: State, side: int) -> Entered:
    """16.11.4, 35.2, 37.2 What is settled before units come in."""
    if side == GERMAN:
        return reinforcement.hold_back(parts, state), ()
    return (decrees.begin_turn(parts, state) if advanced(state) else state), ()


def _movement(parts: Components, state: State, side: int) -> Entered:
    """6.1, 42.12 Commandos that were not found are called back; then units move."""
    told: tuple[Event, ...] = ()
    if side == GERMAN and state.turn == COMMANDOS_LEAVE:
        for unit in parts.roster[GERMAN]:
            if not parts.combat[unit] and state.at[unit] < OFF:
                told += (Removed("42.12", parts.unit_ids[unit], parts.hex_ids[state.at[unit]], "called back"),)
                state = place(parts, state, unit, REMOVED)
    if side == GERMAN:
        state = infiltration.note_start(parts, state)
    return moving.begin(parts, state, side), told


def _combat(parts: Components, state: State, side: int) -> Entered:
    """5.2.4 Battles are planned, then fought."""
    return planning.begin(parts, state, side)


def _support(parts: Components, state: State, side: int) -> Entered:
    """5.1, 24.1, 44.1 Defensive fire and, in the advanced game, Allied air missions."""
    return support.begin(parts, state, side), ()


def _infiltration(parts: Components, state: State, side: int) -> Entered:
    """41.3, 43.3 Infiltrators try their luck."""
    del side
    return infiltration.begin(parts, state), ()


def _engineer(parts: Components, state: State, side: int) -> Entered:
    """24.2.5 Bridges."""
    return engineering.begin(parts, state, side)


def _time(parts: Components, state: State, side: int) -> Entered:
    """5.4 The turn is over."""
    del side
    return victory.after_turn(parts, state)


_BEGIN: dict[str, Callable[[Components, State, int], Entered]] = {
    "support": _support,
    "supply": _supply,
    "reinforcement": _reinforcement,
    "movement": _movement,
    "combat": _combat,
    "infiltration": _infiltration,
    "engineer": _engineer,
    "counter-support": _support,
    "time": _time,
}
