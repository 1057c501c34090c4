"""28.0, 35.0 and 37.0 What headquarters decide: the Fifteenth Army, brigades for Antwerp, the British offensive."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Refusal
from bulge_widget.core.event import Event, MarkerSet, Removed
from bulge_widget.rulebooks.botb import reinforcement, zones
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.botb.engagement import tidy
from bulge_widget.rulebooks.botb.state import (
    ABSENT,
    DIVERTED,
    ISOLATED,
    WAITING,
    State,
    Step,
    advanced,
    done_on,
    flagged,
    place,
    pop,
    push,
)
from bulge_widget.rulebooks.botb.upkeep import left

__all__ = ["ACTIONS", "STEPS", "Announcing", "Diverting", "Launching", "begin_supply", "begin_turn"]

LAST_LAUNCH = 17  # 28.4 24 AM
ANNOUNCEMENT = 19  # 37.2 25 AM
Events = tuple[Event, ...]


class Launching(Step, frozen=True, gc=False):
    """28.1, R16 Whether the Fifteenth Army attacks."""


class Announcing(Step, frozen=True, gc=False):
    """37.2 Whether the British may go beyond the Meuse."""


class Diverting(Step, frozen=True, gc=False):
    """35.2 Which brigade goes to Antwerp next."""


class Launch(Action, frozen=True, gc=False):
    """Launch the Fifteenth Army, or not now."""

    launch: bool


class Announce(Action, frozen=True, gc=False):
    """Announce the British offensive, or give it up for good."""

    offensive: bool


class Divert(Action, frozen=True, gc=False):
    """Send a brigade to Antwerp."""

    unit: str


STEPS = (Launching, Announcing, Diverting)
ACTIONS = (Launch, Announce, Divert)

# -- questions ----------------------------------------------------------------------------------------


def flank_is_firm(parts: Components, state: State) -> bool:
    """28.2, R15 Whether the northern flank is consolidated."""
    tagged = parts.board.spaces
    empty = [s.index for s in tagged if s.has("fifteen:circled")]
    held = [s.index for s in tagged if s.has("fifteen:plain")]
    if any(state.counts[ALLIED][h] for h in empty):
        return False
    return all(any(not flagged(state, u, ISOLATED) for u in zones.units_at(parts, state, h, GERMAN)) for h in held)


def may_launch(parts: Components, state: State) -> bool:
    """28.1, 28.3, 28.4, R16 Whether the Fifteenth Army can be launched in this German supply phase."""
    if not advanced(state) or state.fifteenth != "pending" or state.turn > LAST_LAUNCH:
        return False
    morning = parts.turns[state.turn - 1].half == "am"
    return morning and done_on(state, "ss-on-meuse") is not None and flank_is_firm(parts, state)


def eligible(parts: Components, state: State) -> tuple[int, ...]:
    """35.4, 35.5, 35.6, 35.7 The brigades of which one must go to Antwerp next: delayed ones, else the next group."""
    late: list[int] = []
    for row in parts.diversion:
        if reinforcement.condition_refusal(parts, state, row.group) is not None:
            continue
        units = [parts.unit_index[u] for u in parts.groups[row.group].units.split()]
        waiting = [u for u in units if state.at[u] == WAITING]
        due = reinforcement.due_turn(parts, state, row.group)
        if waiting and due is not None and due < state.turn:
            late += waiting
        elif waiting and not late:
            return tuple(waiting)
    return tuple(late)


def decision(parts: Components, state: State, step: Step) -> Decision:
    """28.1, 35.2, 37.2 Put the question."""
    match step:
        case Launching():
            listed: tuple[Action, ...] = (Launch(launch=True), Launch(launch=False))
            return Decision("german", "28.1", "Launch the Fifteenth Army?", Options.plain(listed))
        case Announcing():
            listed = (Announce(offensive=True), Announce(offensive=False))
            return Decision("allied", "37.2", "May the British go beyond the Meuse from now on?", Options.plain(listed))
    groups = {parts.unit_ids[u]: (Divert(parts.unit_ids[u]),) for u in eligible(parts, state)}
    return Decision("allied", "35.2", "Which British brigade is sent to Antwerp?", Options.grouped(groups))


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """28.1, 35.5, 35.6, 37.2 The rule that forbids an answer."""
    match step, action:
        case (Launching(), Launch()) | (Announcing(), Announce()):
            return None
        case (Diverting(), Divert(unit=name)):
            if parts.unit_index.get(name) in eligible(parts, state):
                return None
            return Refusal("not_next", "35.5", {"unit": name})
    return Refusal("not_asked", "28.1", {"wanted": "the answer of headquarters"})


def candidates(parts: Components, state: State, step: Step) -> Iterator[Action]:
    """For tests: all answers of this chapter."""
    del state, step
    for yes in (True, False):
        yield from (Launch(launch=yes), Announce(offensive=yes))
    yield from (Divert(name) for name in parts.unit_ids)


# -- effect -------------------------------------------------------------------------------------------


def begin_supply(parts: Components, state: State, side: int) -> tuple[State, Events]:
    """28.1, R16 In the German supply phase the Fifteenth Army may go over to the attack."""
    if side != GERMAN or not may_launch(parts, state):
        return state, ()
    if state.choices.fifteenth_may_decline:
        return push(state, Launching()), ()
    return launched(parts, state)


def launched(parts: Components, state: State) -> tuple[State, Events]:
    """28.5, R8 The boxed units that are not on the map will never come."""
    state = msgspec.structs.replace(state, fifteenth="launched")
    for unit, name in enumerate(parts.unit_ids):
        if parts.counters[name].boxed and state.at[unit] == WAITING:
            state = place(parts, state, unit, ABSENT)
    return state, (MarkerSet("28.1", "fifteenth-army", "german"),)


def cancelled(state: State) -> tuple[State, Events]:
    """28.4, R9 At the end of the German 24 AM turn it is too late."""
    if state.fifteenth == "pending" and state.turn >= LAST_LAUNCH:
        return msgspec.structs.replace(state, fifteenth="cancelled"), (
            MarkerSet("28.4", "fifteenth-cancelled", "german"),
        )
    return state, ()


def begin_turn(parts: Components, state: State) -> State:
    """35.2, 37.2 What is asked before the Allies bring in their units."""
    if state.debt and eligible(parts, state):
        state = push(state, Diverting())
    if state.turn == ANNOUNCEMENT and state.choices.british_offensive == "yes" and state.british == "held":
        state = push(state, Announcing())
    return state


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Events] | None:
    """35.3 Where no brigade is left, or none is owed, nobody is asked; a single one goes by itself."""
    if not isinstance(step, Diverting):
        return None
    units = eligible(parts, state)
    if not state.debt or not units:
        return pop(state), ()
    return _sent(parts, state, units[0]) if len(units) == 1 else None


def _sent(parts: Components, state: State, unit: int) -> tuple[State, Events]:
    where = state.at[unit]
    state = msgspec.structs.replace(place(parts, state, unit, DIVERTED), debt=state.debt - 1)
    state, freed = tidy(parts, state)
    state, after = left(parts, state, where)
    return state, (Removed("35.1", parts.unit_ids[unit], "antwerp", "diverted"), *freed, *after)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Events]:
    """28.1, 35.1, 37.2 Carry out an answer."""
    del step
    match action:
        case Launch(launch=True):
            return launched(parts, pop(state))
        case Announce(offensive=True):
            return msgspec.structs.replace(pop(state), british="free"), (
                MarkerSet("37.3", "british-offensive", "allied"),
            )
        case Divert(unit=name):
            return _sent(parts, state, parts.unit_index[name])
    return pop(state), ()
