"""17.21 Air supply: in a Supply Phase an air mission supplies one area that cannot trace a path.

The other missions are played in the Admin Phase (events) and in combat (support, flight).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal
from bulge_widget.core.event import Event, MarkerCleared
from bulge_widget.rulebooks.fab import supply
from bulge_widget.rulebooks.fab.components import ALLIED, Components, bits
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    GONE,
    UNSUPPLIED,
    State,
    Step,
    chits_in,
    controls,
    flag,
    mark,
    pop,
    push,
    units_in,
)

__all__ = ["ACTIONS", "STEPS", "AirSupply", "Airlift", "NoAirSupply", "supply_question"]

AIR: Final = "air-mission"


class Airlift(Step, frozen=True, gc=False):
    """17.21 The Allied player may supply areas from the air."""


class AirSupply(Action, frozen=True, gc=False):
    """Supply an area with an air mission."""

    chit: str
    area: str


class NoAirSupply(Action, frozen=True, gc=False):
    """Supply no (further) area."""


NONE: Final = NoAirSupply()
STEPS: tuple[type[Step], ...] = (Airlift,)
ACTIONS: tuple[type[Action], ...] = (AirSupply, NoAirSupply)

# -- questions ----------------------------------------------------------------------------------------


def needy(parts: Components, state: State) -> int:
    """17.21, 19.1 Set of the areas that no supply path reaches: with Allied forces, or under Allied control without."""
    own = state.held[ALLIED] | state.posts[ALLIED] | controls(state, ALLIED)
    return own & parts.scenarios[state.scenario].play & ~supply.traces(parts, state, ALLIED) & ~state.airlift


def missions(parts: Components, state: State) -> tuple[str, ...]:
    """17.21 The air missions at hand."""
    own = chits_in(parts, state, ALLIED, AVAILABLE)
    return tuple(parts.chit_ids[chit] for chit in own if parts.kind[chit] == AIR)


def why_not(parts: Components, state: State, step: Airlift, action: Action) -> Refusal | None:
    """17.21 Why an area may not be supplied."""
    del step
    if isinstance(action, NoAirSupply):
        return None
    if not isinstance(action, AirSupply):
        return Refusal("not_asked", "17.21", {"wanted": "an air mission for supply, or none"})
    facts: dict[str, str | int] = {"chit": action.chit, "area": action.area}
    if action.chit not in missions(parts, state):
        return Refusal("not_available", "17.21", facts)
    if action.area not in parts.area_index:
        return Refusal("unknown_area", "2.4", facts)
    return None if needy(parts, state) >> parts.area_index[action.area] & 1 else Refusal("not_cut_off", "17.21", facts)


def decision(parts: Components, state: State, step: Airlift) -> Decision:
    """17.21 Ask the Allied player."""
    del step
    areas = [parts.area_ids[area] for area in bits(needy(parts, state))]
    keys: list[Key] = [*missions(parts, state), None]
    options = Options(keys, lambda key: [AirSupply(key, area) for area in areas] if key else (NONE,))
    return Decision("allied", "17.21", "Supply an area from the air?", options)


def candidates(parts: Components, state: State, step: Airlift) -> Iterable[Action]:
    """For tests: every mission to every area."""
    del state, step
    return [*(AirSupply(parts.chit_ids[c], a) for c in parts.of_kind[AIR] for a in parts.area_ids), NONE]


# -- effects ------------------------------------------------------------------------------------------


def supply_question(parts: Components, state: State, side: int) -> Told:
    """17.21 Put the question on the stack; only the Allies have air missions."""
    del parts
    return (push(state, Airlift()) if side == ALLIED else state), ()


def resolve(parts: Components, state: State, step: Airlift) -> Told | None:
    """17.21 Nobody is asked without a mission or a need."""
    del step
    return None if missions(parts, state) and needy(parts, state) else (pop(state), ())


def apply(parts: Components, state: State, step: Airlift, action: Action) -> Told:
    """17.21 The area, and the units in it now, are supplied until the next Supply Phase; the mission is eliminated."""
    del step
    if not isinstance(action, AirSupply):
        return pop(state), ()
    area = parts.area_index[action.area]
    state, events = send(parts, state, parts.chit_index[action.chit], GONE, "17.21")
    state = mark(state, "airlift", area)
    state = mark(state, "cut", area, on=False) if controls(state, ALLIED) >> area & 1 else state
    told: list[Event] = []
    for unit in units_in(parts, state, area, ALLIED):
        if state.status[unit] & UNSUPPLIED:
            state = mark(flag(state, unit, off=UNSUPPLIED), "flown", unit)
            told.append(MarkerCleared("17.21", "out-of-supply", parts.unit_ids[unit]))
    return state, (*events, *told)
