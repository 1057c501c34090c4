"""9.0 The Supply Phase: who is in supply, disorder, and what is cleared from the map.

Morale checks of unsupplied forces are in surrender, missions of air supply in air.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from bulge_widget.core.bitset import Unions
from bulge_widget.core.event import Event, MarkerCleared, MarkerSet
from bulge_widget.rulebooks.fab import control, heydte, surrender
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, OTHER, Components, across, bits, marked, mask_where
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import (
    AUTHORIZED,
    DISORDERED,
    EXPLOITING,
    GONE,
    NOWHERE,
    ON_MAP,
    RECOVERING,
    SHAKEN,
    UNSUPPLIED,
    USED,
    State,
    Step,
    controls,
    dwelling,
    flag,
    phasing,
    pop,
    push,
    with_side,
)

__all__ = ["STEPS", "Adjusting", "Clearing", "begin", "is_cut", "traces", "way_home"]


class Adjusting(Step, frozen=True, gc=False):
    """9.35, 9.4 Disorder is adjusted, then the unsupplied of the phasing side check their morale."""


class Clearing(Step, frozen=True, gc=False):
    """9.5 Markers are taken off the map."""


STEPS: tuple[type[Step], ...] = (Adjusting, Clearing)
ACTIONS: tuple[Any, ...] = ()
_UNSUPPLIED = marked(lambda flags: flags & UNSUPPLIED)
_MENDING = marked(lambda flags: flags & SHAKEN and not flags & UNSUPPLIED)
_LIFTED = marked(lambda flags: flags & (EXPLOITING | AUTHORIZED))


# -- questions ------------------------------------------------------------------------------------------


def traces(parts: Components, state: State, side: int) -> int:
    """9.31 Set of the areas from which a side traces a supply path now."""
    return reach(parts, state)[side]


def reach(parts: Components, state: State) -> tuple[int, int]:
    """9.31 The same for both sides."""
    return _reach(parts, state.scenario, state.held, _posts(parts, state), state.german, state.blown)


def _posts(parts: Components, state: State) -> tuple[int, int]:
    """R24, R60 By side, the set of the areas held by an asset; by von der Heydte also before his landing is known."""
    german, allied = state.posts
    return german | heydte.landed(parts, state), allied


@functools.lru_cache(maxsize=1024)
def _reach(  # noqa: PLR0913  all that supply depends on
    parts: Components, scenario: int, held: tuple[int, int], posts: tuple[int, int], german: int, blown: int
) -> tuple[int, int]:
    """The same by what it depends on."""
    play, sources = parts.scenarios[scenario].play, parts.scenarios[scenario].sources

    def reached(side: int, friendly: int) -> int:
        own = held[side] | posts[side]
        passable = leads_into(parts, friendly & play, own, held[OTHER[side]])
        return flood(parts, passable, sources[side] & passable, sources[side] & friendly & own, blown) & play

    return reached(GERMAN, german), reached(ALLIED, parts.all_areas & ~german)


def leads_into(parts: Components, friendly: int, own: int, enemy: int) -> int:
    """9.31b, 9.31c, 9.31d Set of the areas in play that a supply path may lead into.

    A side goes through its areas (`friendly`): those it holds (`own`), and those beside none that the enemy alone does.
    """
    return friendly & (own | ~beside(parts, enemy & ~own & ~friendly))


def beside(parts: Components, areas: int) -> int:
    """9.31d Set of the areas next to any of a set."""
    return _near(parts).of(areas)


@functools.lru_cache(maxsize=8)
def _near(parts: Components) -> Unions:
    return Unions(parts.near)


@functools.lru_cache(maxsize=64)
def joined(parts: Components, blown: int) -> tuple[int, ...]:
    """9.31a By area, the set of those next to it that no blown bridge cuts off."""
    near = list(parts.near)
    for river in bits(blown):
        a, b = parts.rivers[river]
        near[a] &= ~(1 << b)
        near[b] &= ~(1 << a)
    return tuple(near)


@functools.lru_cache(maxsize=1024)
def flood(parts: Components, passable: int, home: int, held: int, blown: int) -> int:
    """9.31, R22, R23, R24, R57 A flood from the sources, and one step further over anything."""
    near, edge = joined(parts, blown), home
    while edge:
        step = 0
        for area in bits(edge):
            step |= near[area]
        edge = step & passable & ~home
        home |= edge
    return home | held | beside(parts, home)


def way_home(parts: Components, state: State, side: int, area: int) -> tuple[int, ...]:
    """9.31 The shortest supply path from an area; empty if there is none."""
    reached, sources = traces(parts, state, side), parts.scenarios[state.scenario].sources[side]
    if not reached >> area & 1:
        return ()
    queue, before = [area], {area: -1}
    friendly = controls(state, side) & parts.scenarios[state.scenario].play
    passable = leads_into(parts, friendly, state.held[side] | _posts(parts, state)[side], state.held[OTHER[side]])
    for a in queue:
        if sources >> a & 1 and friendly >> a & 1:
            path = [a]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            return tuple(reversed(path))
        for b in parts.neighbours[a]:
            if b not in before and passable >> b & 1 and (a == area or not across(parts, a, state.blown) >> b & 1):
                before[b] = a
                queue.append(b)
    return ()


def is_cut(parts: Components, state: State, side: int, area: int) -> bool:
    """9.32 Whether an area of a side is marked as out of supply."""
    del parts
    return bool(state.cut >> area & 1) and bool(controls(state, side) >> area & 1)


# -- what happens ---------------------------------------------------------------------------------------


def begin(parts: Components, state: State) -> Told:
    """9.1 Judge supply for both sides, then ask what the phase asks, in its order."""
    from bulge_widget.rulebooks.fab import air  # noqa: PLC0415  air asks supply, supply asks for air supply

    state = msgspec.structs.replace(state, airlift=0, flown=0)
    state, events = judge(parts, state)
    state = push(state, Clearing(), Adjusting())
    state, more = air.supply_question(parts, state, ALLIED)
    return state, events + more


def judge(parts: Components, state: State) -> Told:
    """9.32 Mark areas and units as supplied or not, for both sides."""
    told: list[Event] = []
    reached = reach(parts, state)
    cut = (state.german & ~reached[GERMAN] | ~state.german & ~reached[ALLIED]) & parts.scenarios[state.scenario].play
    status = bytearray(state.status)
    for unit in bits(out_of(parts, state, reached) ^ mask_where(state.status, _UNSUPPLIED) & state.standing):
        status[unit] ^= UNSUPPLIED
        told_of = MarkerSet if status[unit] & UNSUPPLIED else MarkerCleared
        told.append(told_of("9.32", "out-of-supply", parts.unit_ids[unit]))
    return msgspec.structs.replace(state, cut=cut, status=bytes(status)), tuple(told)


def out_of(parts: Components, state: State, reached: tuple[int, int]) -> int:
    """9.32 Set of the units that stand where their side traces no supply path."""
    german, allied = (
        dwelling(state, state.held[side] & ~reached[side]) & parts.army[side] for side in (GERMAN, ALLIED)
    )
    return german | allied


def resolve(parts: Components, state: State, step: Step) -> Told | None:
    """9.35, 9.4, 9.5 Nobody is asked."""
    if isinstance(step, Adjusting):
        state, events = adjust(parts, pop(state))
        state, more = surrender.begin(parts, state, phasing(state))
        return state, events + more
    return clear(parts, pop(state))


def adjust(parts: Components, state: State) -> Told:
    """9.34c, 9.35 Only who traces supply recovers: from recovering, then from disordered to recovering."""
    status = bytearray(state.status)
    told: list[Event] = []
    for unit in bits(state.standing & mask_where(state.status, _MENDING)):
        if status[unit] & RECOVERING:
            status[unit] &= ~RECOVERING
            told.append(MarkerCleared("9.35", "recovering", parts.unit_ids[unit]))
        elif status[unit] & DISORDERED:
            status[unit] ^= DISORDERED | RECOVERING
            told.append(MarkerSet("9.35", "recovering", parts.unit_ids[unit]))
    return msgspec.structs.replace(state, status=bytes(status)), tuple(told)


def clear(parts: Components, state: State) -> Told:
    """9.5, 17.21, 14.62 Take the markers of this player turn off the map."""
    events: tuple[Event, ...] = ()
    for side in (GERMAN, ALLIED):
        for area in bits(state.works[side] & state.contested) if not state.choices.maintaining_field_works else ():
            state = msgspec.structs.replace(state, works=with_side(state.works, side, state.works[side] & ~(1 << area)))
            events += (MarkerCleared("9.5", "field-works", parts.area_ids[area]),)
        events += tuple(MarkerCleared("9.5", "roadblock", parts.area_ids[a]) for a in bits(state.roadblocks[side]))
    events += tuple(MarkerCleared("9.5", "river-assault", parts.area_ids[a]) for a in bits(state.assault))
    origin = bytes([NOWHERE]) * len(state.origin)
    state = msgspec.structs.replace(state, roadblocks=(0, 0), assault=0, pooled=0, new=0, fought=0, origin=origin)
    for chits, box, rule in ((parts.of_kind["engineer"], USED, "9.5"), (parts.of_kind["air-mission"], GONE, "17.21")):
        for chit in chits:
            if state.boxes[chit] < ON_MAP:
                state, more = control.send(parts, state, chit, box, rule)
                events += more
    state, more = _lift_flags(parts, state)
    return state, events + more


def _lift_flags(parts: Components, state: State) -> Told:
    """9.5, 14.62a Exploitation markers go, reserve markers of the side that does not move, crossings of the other."""
    side = phasing(state)
    events: tuple[Event, ...] = ()
    for unit in bits(state.standing & parts.army[side] & mask_where(state.status, _LIFTED)):
        state = flag(state, unit, off=EXPLOITING | AUTHORIZED)
    for unit in state.reserves:
        if unit < len(parts.unit_ids) and parts.side[unit] != side:
            state, more = control.unreserve(parts, state, unit)
            events += more
    return state, events
