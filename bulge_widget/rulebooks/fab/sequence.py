"""3.0 The sequence of play: the phases of a turn, what begins them, and what every phase ends with."""

from __future__ import annotations

import msgspec

from bulge_widget.core.event import Event, MarkerCleared, PhaseBegan
from bulge_widget.rulebooks.fab import admin, combat, cups, moving, reinforcement, retreat, strategic, supply, victory
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, OTHER, SIDES, Components, bits
from bulge_widget.rulebooks.fab.control import Told, cover
from bulge_widget.rulebooks.fab.state import (
    MOVED,
    OVER,
    PHASES,
    SLUG,
    WAITING,
    State,
    Step,
    pop,
    push,
    swap,
    with_side,
)

__all__ = ["STEPS", "PhaseEnd", "Reinforcing", "began", "enter_phase", "exempt", "next_phase"]

ACTIONS: tuple[type, ...] = ()
OVERSTACKED_UNTIL = PHASES.index(("operational-movement", "german"))  # 15.3
COMBAT = {"combat", "breakthrough-combat"}
_KEPT = bytes([255 & ~MOVED]) * WAITING + bytes([255]) * (256 - WAITING)  # flags that a new Movement Phase leaves


class PhaseEnd(Step, frozen=True, gc=False):
    """5.1, 5.23 Every phase ends with stacking put right and field works that nobody mans taken away."""

    stacked: bool = False


class Reinforcing(Step, frozen=True, gc=False):
    """4.1c Units arrive when the boxes and cups are in order."""

    side: int


STEPS: tuple[type[Step], ...] = (PhaseEnd, Reinforcing)


def began(state: State) -> PhaseBegan:
    """3.0 What is told when the present phase begins."""
    slug, seat = PHASES[state.phase]
    return PhaseBegan("3.0", state.turn, slug, seat)


def next_phase(parts: Components, state: State) -> Told:
    """3.4, 3.5 Go on to the next phase, to the Victory Check, to the next turn, or to the end."""
    state = msgspec.structs.replace(state, phase=state.phase + 1)
    if state.phase == OVER:
        state = msgspec.structs.replace(state, turn=state.turn + 1, phase=0, marches=0)
    elif SLUG[state.phase] == "victory":
        return check(parts, state)
    told = began(state)
    state, events = enter_phase(parts, state)
    return state, (told, *events)


def check(parts: Components, state: State) -> Told:
    """3.4, 19.3 Count points; the game ends with a sudden death or its last turn."""
    told: tuple[Event, ...] = (began(state),)
    if victory.is_over(parts, state):
        state = msgspec.structs.replace(state, phase=OVER)
    return state, told + victory.ending(parts, state)


def enter_phase(parts: Components, state: State) -> Told:
    """3.0, 3.1 Put the first steps of the present phase on the stack."""
    slug, seat = PHASES[state.phase]
    if slug == "victory":
        return state, ()
    side = SIDES.index(seat)
    state = push(state, PhaseEnd())
    match slug:
        case "reinforcement":
            return cups.begin(parts, push(state, Reinforcing(side)), side), ()
        case "admin":
            return admin.begin(parts, state), ()
        case "operational-movement" | "breakthrough-movement":
            return push(_fresh(state), moving.Moving(side)), ()
        case "reaction":
            return push(_fresh(state), moving.Moving(OTHER[side])), ()
        case "strategic-movement":
            return push(_fresh(state), strategic.StrategicMoving(side)), ()
        case "supply":
            return supply.begin(parts, state)
    return combat.begin(parts, msgspec.structs.replace(state, fought=0)), ()


def _fresh(state: State) -> State:
    """2.4, 5.35 A Movement Phase begins: nobody has moved, no bridge is taken, what is contested is an old battle."""
    kept = int.from_bytes(state.status) & int.from_bytes(state.at.translate(_KEPT))  # all flags at once
    return msgspec.structs.replace(state, status=kept.to_bytes(len(state.status)), crossed=0, old=state.contested)


def resolve(parts: Components, state: State, step: PhaseEnd | Reinforcing) -> Told | None:
    """3.0 Nobody is asked."""
    if isinstance(step, Reinforcing):
        return reinforcement.begin(parts, pop(state), step.side)
    if not step.stacked:
        return retreat.crowded(parts, swap(state, PhaseEnd(stacked=True)), exempt(parts, state)), ()
    return tidy(parts, pop(state))


def exempt(parts: Components, state: State) -> int:
    """15.3, R66 The entry area that may be overstacked for a while."""
    name = parts.scenario_ids[state.scenario]
    if state.phase >= OVERSTACKED_UNTIL or str(state.turn) != parts.facts.get((name, "overstacked-turn"), ""):
        return 0
    return 1 << parts.entry[parts.facts[name, "overstacked-entry"]]


def turn_away(state: State) -> State:
    """2.2, 5.22, 6.29, 8.32 Blocks that face nobody at the end of a phase stand with their backs to the enemy again."""
    for unit in bits(admin.unfaced(state)):
        state = cover(state, unit)
    return state


def tidy(parts: Components, state: State) -> Told:
    """5.23, 2.4, 6.29, 8.32, 17.11 The end of a phase."""
    events: tuple[Event, ...] = ()
    state = turn_away(state)
    for side in (GERMAN, ALLIED):
        empty = state.works[side] & ~state.held[side]
        if not empty:
            continue
        events += tuple(MarkerCleared("5.23", "field-works", parts.area_ids[area]) for area in bits(empty))
        state = msgspec.structs.replace(state, works=with_side(state.works, side, state.works[side] & ~empty))
    state = moving.restored(_fresh(state))
    if SLUG[state.phase] in COMBAT:
        state = msgspec.structs.replace(state, new=0, fought=0)
    return state, events
