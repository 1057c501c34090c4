"""What follows from a unit coming into a hex or leaving one: control, deeds, dumps, forts and builders.

Called for every move, retreat, advance and loss, so that no chapter forgets it.
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.event import ControlChanged, Event, MarkerCleared, MarkerSet
from bulge_widget.rulebooks.botb import supply, zones
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.state import (
    BUILDER,
    BUILDING,
    CAPTURED,
    FORT,
    OFF,
    POSITION,
    State,
    clear_flag,
    deed,
    remembered,
    tread,
    with_work,
)
from bulge_widget.rulebooks.botb.traces import crossings, deeds_in, far_bank, is_taken

__all__ = ["SS_REGIMENTS", "abandoned", "arrived", "hindered", "left", "stops_building"]

SPOTTED = "us-fa-333"  # 25.6
SS_REGIMENTS = ("ge-1ss-peiper", "ge-1ss-1pg", "ge-1ss-2pg", "ge-12ss-12", "ge-12ss-25", "ge-12ss-26")  # R17
Events = tuple[Event, ...]


def arrived(parts: Components, state: State, unit: int, path: list[int], rule: str) -> tuple[State, Events]:
    """16.11.3, 30.4, 31.5, 32.5, 33.4, 33.7, 45.6 All that a unit's way brings about; it stands at the end already.

    Parameters
    ----------
    path : list of int
        The hexes of the way, where it stood first; for an arrival the entry hex twice or alone.
    rule : str
        The rule of the movement.
    """
    if not parts.combat[unit]:
        return state, ()
    side, entered = parts.side[unit], path[1:] or path
    events = _control(parts, state, side, entered, rule)
    state = tread(parts, state, side, entered)
    state, told = _dumps(parts, state, side, entered)
    state = _alarmed(parts, _deeds(parts, state, unit, path), unit)
    state, gone = left(parts, state, path[0]) if path[0] != state.at[unit] else (state, ())
    state, stopped = hindered(parts, state)
    return state, (*events, *told, *gone, *stopped)


def left(parts: Components, state: State, where: int) -> tuple[State, Events]:
    """31.5, 32.5 A unit has left a hex, or was lost there: what nobody holds any more is taken away."""
    return abandoned(parts, state, where) if where < OFF else (state, ())


def _control(parts: Components, state: State, side: int, hexes: list[int], rule: str) -> Events:
    """45.6 Towns that change hands are told."""
    asked = remembered(parts, state)
    return tuple(
        ControlChanged(rule, parts.hex_ids[h], SIDES[side])
        for h in dict.fromkeys(hexes)
        if parts.town[h] and state.control[h] != 1 + side and h in asked
    )


def _dumps(parts: Components, state: State, side: int, hexes: list[int]) -> tuple[State, Events]:
    """33.4, 33.7 A dump is captured, or recaptured, by whoever comes in."""
    events: Events = ()
    for h in hexes:
        if is_taken(state.works[h], side):
            german = side == GERMAN
            state = with_work(state, h, on=CAPTURED if german else 0, off=0 if german else CAPTURED)
            kind = MarkerSet if german else MarkerCleared
            events += (kind("33.4" if german else "33.7", "captured-dump", parts.hex_ids[h]),)
    return state, events


def _deeds(parts: Components, state: State, unit: int, path: list[int]) -> State:
    """12.3.1, 16.11.2, 16.11.3, 28.3, 36.2 What a German way is remembered for."""
    if parts.side[unit] == ALLIED:
        return state
    deeds = deeds_in(parts, unit)
    for h in path[1:] or path:
        for name in deeds.get(h, ()):
            state = deed(state, name)
    zone = zones.zone(parts, state.counts[ALLIED])
    if parts.unit_ids[unit] in SS_REGIMENTS and any(zone[h] for h in path[1:]):
        state = deed(state, "ss-in-zone")
    return _crossings(parts, state, unit, path)


def _alarmed(parts: Components, state: State, unit: int) -> State:
    """25.6, R44 On the first turn a German unit beside the one group of guns frees it, by whatever way it has come."""
    gun = parts.unit_index[SPOTTED]
    if state.turn > 1 or parts.side[unit] == ALLIED or state.at[gun] >= OFF:
        return state
    return deed(state, "fa-333") if state.at[gun] in parts.touch[state.at[unit]] else state


def _crossings(parts: Components, state: State, unit: int, path: list[int]) -> State:
    """16.11.2 A unit that frees a reserve division has come over the Meuse or the Sambre."""
    for crossing in crossings(parts, unit):
        known = {name for name, _ in state.deeds}
        for h in path:
            if h in crossing.stretch:
                state, known = deed(state, crossing.wet), known | {crossing.wet}
            elif crossing.wet in known and h in far_bank(parts):
                state = deed(state, crossing.dry)
    return state


def abandoned(parts: Components, state: State, where: int) -> tuple[State, Events]:
    """31.5, 32.5 A built fort without combat units, or a position without infantry, is no more."""
    told: Events = ()
    bits = state.works[where]
    there = zones.units_at(parts, state, where) if bits & (FORT | POSITION) else ()
    if bits & FORT and not there:
        state, told = with_work(state, where, off=FORT), (MarkerCleared("31.5", "fort", parts.hex_ids[where]),)
    if bits & POSITION and not any(parts.infantry[u] for u in there):
        state = with_work(state, where, off=POSITION)
        told += (MarkerCleared("32.5", "improved-position", parts.hex_ids[where]),)
    return stops_building(parts, state, where, told)


def stops_building(parts: Components, state: State, where: int, told: Events = ()) -> tuple[State, Events]:
    """30.4, R65 A bridge is given up when its builder has left."""
    for unit, h in state.builders:
        if h == where and state.at[unit] != where:
            state, more = given_up(parts, state, unit, h)
            told += more
    return state, told


def given_up(parts: Components, state: State, unit: int, where: int) -> tuple[State, Events]:
    """30.4 Take a construction marker away and free the builder."""
    builders = tuple(pair for pair in state.builders if pair != (unit, where))
    state = msgspec.structs.replace(with_work(state, where, off=BUILDING), builders=builders)
    rebuilt = state.rebuilt - (parts.side[unit] == GERMAN)
    state = msgspec.structs.replace(clear_flag(state, BUILDER, (unit,)), rebuilt=rebuilt)
    return state, (MarkerCleared("30.4", "bridge-building", parts.hex_ids[where]),)


def hindered(parts: Components, state: State) -> tuple[State, Events]:
    """30.4 An enemy beside a bridge under construction ends the work, and so does the loss of its last supply road."""
    told: Events = ()
    for builder, h in state.builders:
        side = parts.side[builder]
        if zones.adjacent_enemies(parts, state, h, side) or not supply.on_supply_road(parts, state, side, h):
            state, more = given_up(parts, state, builder, h)
            told += more
    return state, told
