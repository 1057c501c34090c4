"""What must hold in every position of this book."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from bulge_widget.errors import Problem
from bulge_widget.rulebooks.bigredone import questions
from bulge_widget.rulebooks.bigredone.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.bigredone.movement import MARKERS
from bulge_widget.rulebooks.bigredone.state import EMPTY, EXITED, OVER, WAITING, WEATHERS, State, who_of
from bulge_widget.rulebooks.bigredone.weather import air_points

__all__ = ["invariants"]


def invariants(parts: Components, state: State) -> tuple[Problem, ...]:
    """Everything that is wrong with a state."""
    found = (
        _places(parts, state),
        _air(parts, state),
        _markers(parts, state),
        _british(parts, state),
        _gone(parts, state),
        questions.problems(parts, state),
    )
    return tuple(itertools.chain.from_iterable(found))


def _places(parts: Components, state: State) -> Iterator[Problem]:
    if state.who != who_of(parts, state.at):
        yield Problem("index", "who stands where disagrees with where the units are")
    seen = [where for where in state.at if where < WAITING]
    if len(seen) != len(set(seen)):
        yield Problem("map", "two units stand in one hex", "4.4")
    for unit, name in enumerate(parts.unit_ids):
        if state.at[unit] == WAITING and not parts.arrival_edge[unit]:
            yield Problem(name, "waits to arrive but has no edge to come from", "9.0")
    if not 1 <= state.turn <= len(parts.turns):
        yield Problem("turn", f"{state.turn} is not on the track", f"1 to {len(parts.turns)}")
    if len(parts.unit_ids) >= EMPTY:
        yield Problem("counters", "too many units for the index", f"fewer than {EMPTY}")
    if not 0 <= state.mech_used <= MARKERS:
        yield Problem("markers", f"{state.mech_used} mechanized markers are used", f"at most {MARKERS} (5.4)")


def _air(parts: Components, state: State) -> Iterator[Problem]:
    for side, missions in enumerate(state.missions):
        for name, count in msgspec.structs.asdict(missions).items():
            if count < 0:
                yield Problem(SIDES[side], f"{count} air points for {name.replace('_', ' ')}", "0 or more (14.0)")
        if state.weather < 0 and (missions.total or state.marks[side]):
            yield Problem(SIDES[side], "air points at work before the weather is known", "3.0")
    if not -1 <= state.weather < len(WEATHERS):
        yield Problem("weather", f"{state.weather} is no weather")
    elif state.weather >= 0 and 1 <= state.turn <= len(parts.turns):
        for side, missions in enumerate(state.missions):
            points = air_points(parts, state.turn, WEATHERS[state.weather], side)
            flown = missions.total + len(state.marks[side])
            if flown > points and state.phase != OVER:
                yield Problem(SIDES[side], f"{flown} air points at work", f"at most {points} (14.0)")


def _markers(parts: Components, state: State) -> Iterator[Problem]:
    for side, marks in enumerate(state.marks):
        for mark in marks:
            if not parts.is_road[mark]:
                yield Problem(parts.hex_ids[mark], f"{SIDES[side]} marker without a road", "14.4")
    if state.missions[GERMAN].resupply:
        yield Problem("german", "resupply missions are Allied", "14.5")
    for unit in state.resupplied:
        if parts.side[unit] == GERMAN or state.at[unit] >= WAITING:
            yield Problem(parts.unit_ids[unit], "carries a resupply marker", "an Allied unit on the map (14.5)")


def _british(parts: Components, state: State) -> Iterator[Problem]:
    if state.released and state.entered:
        yield Problem("british", "are released, yet their entry is remembered", "9.4")
    held = {unit for unit, _ in state.entered}
    for unit, name in enumerate(parts.unit_ids):
        if unit in held and (not parts.british[unit] or state.at[unit] >= WAITING):
            yield Problem(name, "has an entry hex to keep near", "a British unit on the map (9.4)")


def _gone(parts: Components, state: State) -> Iterator[Problem]:
    gone = [departure.unit for departure in state.departures]
    off = [unit for unit, where in enumerate(state.at) if where == EXITED]
    if sorted(gone) != off:
        yield Problem("exits", "the list of units off the map disagrees with where they are", "15.4")
    for departure in state.departures:
        if parts.side[departure.unit] != GERMAN or departure.hex not in parts.multiple:
            yield Problem(parts.unit_ids[departure.unit], "cannot have left the map there", "15.3")
