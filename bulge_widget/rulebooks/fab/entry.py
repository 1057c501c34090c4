"""14.2, 4.1c, 15.3 The areas a unit may enter the map by, and which of them are open to it now.

Does not cover which units are due and who places them (reinforcement).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.fab.components import OTHER, Components
from bulge_widget.rulebooks.fab.once import once
from bulge_widget.rulebooks.fab.state import DELAYED, State, controls

__all__ = ["appropriate", "blocked", "crowds", "elsewhere", "entries", "listed", "open_to"]

LIMIT = 2  # 5.1
LETTERS = "abcdefghjklmnpq xyz"  # R46 round the map, the blank between the sides


def blocked(parts: Components, state: State, side: int, unit: int, area: int) -> Refusal | None:
    """4.1c, 5.1, 15.3 Whether a unit may not be placed in an area."""
    enemy = state.held[OTHER[side]] | state.posts[OTHER[side]]
    if not controls(state, side) >> area & 1 and enemy >> area & 1:
        code = "entry_held"
    elif (state.who[area] & parts.army[side]).bit_count() >= LIMIT and not crowds(parts, state, unit, area):
        code = "entry_full"
    else:
        return None
    return Refusal(code, "4.1c", {"unit": parts.unit_ids[unit], "area": parts.area_ids[area]})


def open_to(parts: Components, state: State, unit: int, areas: Iterable[int]) -> list[int]:
    """4.1c Those of some areas where a unit may be placed; one of its side's with nobody in it is open to all."""
    side = parts.side[unit]
    free = controls(state, side) & ~state.held[side]
    return [area for area in areas if free >> area & 1 or blocked(parts, state, side, unit, area) is None]


def crowds(parts: Components, state: State, unit: int, area: int) -> bool:
    """15.3, R66 Whether a unit may come in over the stacking limit."""
    name = parts.scenario_ids[state.scenario]
    if str(state.turn) != parts.facts.get((name, "overstacked-turn"), ""):
        return False
    entry = parts.entry[parts.facts[name, "overstacked-entry"]]
    return area == entry and bool(state.german >> area & 1) and listed(parts, state, unit) == (entry,)


def listed(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """4.1c, 24.35 The entry areas of a unit's own label."""
    return _listed(parts, state.scenario, unit)


@functools.lru_cache(maxsize=512)
def _listed(parts: Components, scenario: int, unit: int) -> tuple[int, ...]:
    arrival = parts.scenarios[scenario].arrivals.get(parts.unit_ids[unit])
    if arrival is None:
        return ()
    return (parts.area(arrival.area),) if arrival.area else tuple(parts.entry[letter] for letter in arrival.entries)


def appropriate(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """14.2 The entry areas any unit of its army may use."""
    return _appropriate(parts, state.scenario, parts.command[unit])


@functools.lru_cache(maxsize=64)
def _appropriate(parts: Components, scenario: int, army: str) -> tuple[int, ...]:
    play, letters = parts.scenarios[scenario].play, parts.armies[army].entries
    return tuple(parts.entry[letter] for letter in letters if play >> parts.entry[letter] & 1)


def elsewhere(parts: Components, state: State, unit: int) -> list[int]:
    """8.27 The entry areas of its army that are not on a unit's own label."""
    own = listed(parts, state, unit)
    return [area for area in appropriate(parts, state, unit) if area not in own]


@once
def entries(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """4.1c, R65 The areas a unit may enter by now: its own, or after a delay the nearest open ones."""
    own = listed(parts, state, unit)
    if not state.status[unit] & DELAYED:
        return tuple(open_to(parts, state, unit, own))
    free = open_to(parts, state, unit, dict.fromkeys((*own, *appropriate(parts, state, unit))))
    far = {area: _distance(parts, area, own) for area in free}
    return tuple([area for area in free if far[area] == min(far.values())])


def _distance(parts: Components, area: int, own: tuple[int, ...]) -> int:
    """R65 Letters between an entry area and the nearest of a unit's own."""
    place = {parts.entry[letter]: LETTERS.index(letter) for letter in parts.entry}
    return min((abs(place[area] - place[other]) for other in own if other in place and area in place), default=0)
