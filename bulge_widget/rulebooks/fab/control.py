"""2.4 Control of areas, and what follows when a unit or an asset comes, goes, or suffers.

The verbs here are the ones chapters use: each gives the new state and the events that tell of it.
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.event import (
    ControlChanged,
    Event,
    MarkerCleared,
    MarkerSet,
    Placed,
    Removed,
    Revealed,
    StepsLost,
)
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, OTHER, SIDES, Components, bits
from bulge_widget.rulebooks.fab.state import (
    BOXES,
    ELIMINATED,
    FACE_UP,
    GONE,
    INTERDICTED,
    NOWHERE,
    ON_MAP,
    STATUS,
    WAITING,
    State,
    came_from,
    detach,
    flag,
    mark,
    place,
    put,
    reserve_of,
    set_reserve,
    with_byte,
    with_steps,
)

__all__ = [
    "StepsGained",
    "arrive",
    "eliminate",
    "expose",
    "gain",
    "lose",
    "send",
    "set_status",
    "take_control",
    "unreserve",
]

Told = tuple[State, tuple[Event, ...]]


class StepsGained(Event, frozen=True, gc=False):
    """8.26, 8.31, 17.2, 17.3 A unit got replacements."""

    piece: str
    count: int
    left: int
    at: str = ""


def arrive(parts: Components, state: State, unit: int, area: int) -> Told:
    """2.4, 5.21 Let a unit come into an area, and see what that and its going change; tells not of the move itself."""
    old = state.at[unit]
    state, events = meet(parts, _turned(parts, state, unit, area), unit, area)
    if old < WAITING and (state.held[GERMAN] | state.held[ALLIED]) >> old & 1:
        state, gone = settle(parts, state, old)
        events += gone
    state, come = settle(parts, state, area)
    return state, events + come


def _turned(parts: Components, state: State, unit: int, area: int) -> State:
    """5.35, 2.2 Put a unit into an area with its back to the enemy, and forget where it came from before."""
    status, origin = state.status, state.origin
    if origin[unit] != NOWHERE:
        origin = with_byte(origin, unit, NOWHERE)
    if status[unit] & FACE_UP:
        status = with_byte(status, unit, status[unit] & ~FACE_UP)
    return place(parts, state, unit, area, status=status, origin=origin)


def meet(parts: Components, state: State, unit: int, area: int) -> Told:
    """5.22 A unit is shown when it comes to forces that lie face up."""
    others = state.who[area] & parts.army[OTHER[parts.side[unit]]]
    if others and any(state.status[other] & FACE_UP for other in bits(others)):
        return expose(parts, state, unit, "5.22")
    return state, ()


def settle(parts: Components, state: State, area: int) -> Told:
    """2.4 The sole occupant of an area controls it; 5.21 a contested area holds no reserve."""
    german, allied = state.held[GERMAN] >> area & 1, state.held[ALLIED] >> area & 1
    if german and not state.posts[ALLIED] >> area & 1 and not allied:
        return take_control(parts, state, GERMAN, area)
    if allied and not state.posts[GERMAN] >> area & 1 and not german:
        return take_control(parts, state, ALLIED, area)
    if german or allied:
        return _no_reserves(parts, state, area)
    return state, ()


def _no_reserves(parts: Components, state: State, area: int) -> Told:
    """5.21 Take the reserve markers off the units of a contested area."""
    events: tuple[Event, ...] = ()
    for unit in bits(state.who[area]):
        state, more = unreserve(parts, state, unit)
        events += more
    return state, events


def unreserve(parts: Components, state: State, unit: int) -> Told:
    """5.21, 9.5 Take the reserve marker off a unit, if it has one."""
    marker = reserve_of(state, unit)
    if marker < 0:
        return state, ()
    return set_reserve(state, marker), (MarkerCleared("5.21", "reserve", parts.unit_ids[unit]),)


def take_control(parts: Components, state: State, side: int, area: int) -> Told:
    """2.4 Give an area to a side if it is not its already; 16.13 the Germans look for fuel in an objective."""
    if bool(state.german >> area & 1) == (side == GERMAN):
        return state, ()
    state = msgspec.structs.replace(state, german=state.german ^ 1 << area)
    if side == GERMAN and parts.yellow >> area & 1 and not state.captured >> area & 1:
        state = mark(state, "captured", area)
        if state.choices.fuel_shortage:
            state = mark(state, "windfalls", area)
    return state, (ControlChanged("2.4", parts.area_ids[area], SIDES[side]),)


def expose(parts: Components, state: State, unit: int, rule: str) -> Told:
    """2.2 Turn a unit's label to the enemy."""
    if state.status[unit] & FACE_UP and state.known >> unit & 1:
        return state, ()
    state = msgspec.structs.replace(flag(state, unit, on=FACE_UP), known=state.known | 1 << unit)
    return state, (Revealed(rule, parts.unit_ids[unit]),)


def glimpse(parts: Components, state: State, unit: int, rule: str) -> Told:
    """6.7 Let the enemy see a unit's label for a moment; it is known by name from then on."""
    if state.known >> unit & 1:
        return state, ()
    return msgspec.structs.replace(state, known=state.known | 1 << unit), (Revealed(rule, parts.unit_ids[unit]),)


def cover(state: State, unit: int) -> State:
    """6.29 Turn a unit's label away again."""
    state = flag(state, unit, off=FACE_UP)
    if state.choices.blocks_forgotten:
        return msgspec.structs.replace(state, known=state.known & ~(1 << unit))
    return state


def lose(parts: Components, state: State, unit: int, rule: str, count: int = 1) -> Told:
    """2.3 Take steps from a unit; one without any is eliminated."""
    left = state.steps[unit] - count
    if left <= 0:
        return eliminate(parts, state, unit, rule)
    where = parts.area_ids[state.at[unit]]
    return with_steps(state, unit, left), (StepsLost(rule, parts.unit_ids[unit], count, left, where),)


def eliminate(parts: Components, state: State, unit: int, rule: str) -> Told:
    """2.3 Take a unit out of the game, with all that lies on it."""
    area = state.at[unit]
    state, events = unreserve(parts, state, unit)
    if state.status[unit] & INTERDICTED:
        for chit in [
            chit for chit, target in state.attached if target == unit and parts.kind[chit] == "greif-interdict"
        ]:
            state, more = send(parts, detach(state, chit), chit, GONE, "R70")
            events += more
    state = flag(with_steps(place(parts, state, unit, ELIMINATED), unit, 0), unit, off=255)
    bit = 1 << unit
    state = msgspec.structs.replace(came_from(state, unit, NOWHERE), known=state.known | bit, flown=state.flown & ~bit)
    gone = Removed(rule, parts.unit_ids[unit], parts.area_ids[area] if area < WAITING else "")
    state, more = settle(parts, state, area) if area < WAITING else (state, ())
    return state, (*events, gone, *more)


def gain(parts: Components, state: State, unit: int, rule: str) -> Told:
    """17.31 Give a unit a step."""
    left, area = state.steps[unit] + 1, state.at[unit]
    event = StepsGained(rule, parts.unit_ids[unit], 1, left, parts.area_ids[area] if area < WAITING else "")
    return with_steps(state, unit, left), (event,)


def send(parts: Components, state: State, chit: int, box: int, rule: str) -> Told:
    """2.1 Move a chit to a box or an area; the area it leaves or enters is settled."""
    old, name = state.boxes[chit], parts.chit_ids[chit]
    state = put(parts, state, chit, box)
    if old >= ON_MAP and box >= ON_MAP:
        return state, (Placed(rule, name, BOXES[box]),)
    lost = box == GONE and old < ON_MAP
    where = parts.area_ids[box] if box < ON_MAP else BOXES[box]
    events: tuple[Event, ...] = (Removed(rule, name, parts.area_ids[old]) if lost else Placed(rule, name, where),)
    for area in (old, box):
        if area < ON_MAP:
            state, more = settle(parts, state, area)
            events += more
    return state, events


def set_status(  # noqa: PLR0913  whose, which flag, by which rule, on or off
    parts: Components, state: State, unit: int, bit: int, rule: str, on: bool = True
) -> Told:
    """Set or clear one flag of a unit, and tell of it if that changes anything."""
    if bool(state.status[unit] & bit) == on:
        return state, ()
    state = flag(state, unit, on=bit) if on else flag(state, unit, off=bit)
    told = MarkerSet if on else MarkerCleared
    return state, (told(rule, STATUS[bit], parts.unit_ids[unit]),)
