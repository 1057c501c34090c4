"""What must hold in every position of this book."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from bulge_widget.errors import Problem
from bulge_widget.rulebooks.botb import zones
from bulge_widget.rulebooks.botb.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.engineering import GERMAN_BRIDGES
from bulge_widget.rulebooks.botb.state import (
    BLOWN,
    BUILDING,
    CAPTURED,
    DUMP,
    FORT,
    OFF,
    OVER,
    POSITION,
    State,
    counts_of,
)

__all__ = ["invariants"]


def invariants(parts: Components, state: State) -> tuple[Problem, ...]:
    """Everything that is wrong with a state."""
    found = (
        _places(parts, state),
        _works(parts, state),
        _builders(parts, state),
        _gone(parts, state),
        _engaged(parts, state),
        _steps(parts, state),
    )
    return tuple(itertools.chain.from_iterable(found))


def _places(parts: Components, state: State) -> Iterator[Problem]:
    if state.counts != counts_of(parts, state.at):
        yield Problem("index", "how many stand where disagrees with where the units are")
    if not 1 <= state.turn <= len(parts.turns):
        yield Problem("turn", f"{state.turn} is not on the track", f"1 to {len(parts.turns)}")
    for h in zones.occupied(state.counts[GERMAN]):
        if state.counts[1][h]:
            yield Problem(parts.hex_ids[h], "units of both sides stand in one hex", "6.7")
    for side, counts in zip(SIDES[:2], state.counts, strict=True):
        for h in zones.occupied(counts):
            if counts[h] > zones.LIMIT and not _is_passing(state):
                yield Problem(parts.hex_ids[h], f"{counts[h]} {side} combat units", f"at most {zones.LIMIT} (10.1)")


def _is_passing(state: State) -> bool:
    """10.3 Whether a unit may stand on others for now: in the middle of its way, or as it retreats or advances."""
    return bool(state.stack) and type(state.stack[-1]).__name__ in {
        "Continuing",
        "SpotRoll",
        "LastMinute",
        "LastMinuteRoll",
        "Retreating",
        "Advancing",
    }


def _works(parts: Components, state: State) -> Iterator[Problem]:
    for h in itertools.compress(range(len(state.works)), state.works):
        name, bits = parts.hex_ids[h], state.works[h]
        if bits & (BLOWN | BUILDING) and h not in parts.bridges:
            yield Problem(name, "has no bridge", "14.2")
        if bits & BUILDING and not bits & BLOWN:
            yield Problem(name, "a whole bridge is being rebuilt", "30.1")
        if bits & FORT and not parts.town[h]:
            yield Problem(name, "a fort outside a town", "31.1")
        if bits & POSITION and parts.town[h]:
            yield Problem(name, "an improved position in a town", "32.1")
        if bits & CAPTURED and not bits & DUMP:
            yield Problem(name, "a captured dump that is not there", "33.4")


def _builders(parts: Components, state: State) -> Iterator[Problem]:
    for unit, h in state.builders:
        if state.at[unit] != h or not state.works[h] & BUILDING:
            yield Problem(parts.unit_ids[unit], "does not stand at the bridge it builds", "30.4")
    if not 0 <= state.rebuilt <= GERMAN_BRIDGES:
        yield Problem("bridges", f"{state.rebuilt} German bridges", f"at most {GERMAN_BRIDGES} (30.5)")


def _gone(parts: Components, state: State) -> Iterator[Problem]:
    for gone in state.exits:
        if parts.side[gone.unit] != GERMAN or gone.hex not in parts.arrows:
            yield Problem(parts.unit_ids[gone.unit], "cannot have left for Antwerp there", "46.4")
        if state.at[gone.unit] < OFF:
            yield Problem(parts.unit_ids[gone.unit], "has left the map, yet stands on it", "46.4.7")


def _engaged(parts: Components, state: State) -> Iterator[Problem]:
    seen: set[int] = set()
    for one in state.engagements:
        for unit in (*one.attackers, *one.defenders):
            if state.at[unit] >= OFF:
                yield Problem(parts.unit_ids[unit], "is engaged, yet not on the map", "23.1")
            if unit in seen:
                yield Problem(parts.unit_ids[unit], "is engaged twice", "23.1")
            seen.add(unit)


def _steps(parts: Components, state: State) -> Iterator[Problem]:
    if state.phase == OVER and state.stack:
        yield Problem("question", "the game is over")
    for step in state.stack:
        name = getattr(step, "unit", "")
        if isinstance(name, str) and name and name not in parts.unit_index:
            yield Problem("question", f"unknown unit {name!r}")
