"""14.0 Air power: secret missions, combat air patrol, and interdiction markers on roads.

Does not cover what ground support does in an attack (combat) nor resupply (resupply).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Refusal
from bulge_widget.core.event import Event, MarkerCleared, MarkerSet, Revealed
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.bigredone.state import (
    EMPTY,
    WEATHERS,
    Missions,
    State,
    Step,
    fly,
    pop,
    swap,
    with_missions,
)
from bulge_widget.rulebooks.bigredone.weather import air_points

__all__ = ["Assign", "Assigning", "Interdict", "Interdicting", "Revealing", "is_secret", "resampled"]

MISSIONS = (
    ("ground_support", "cap", "interdiction"),
    ("ground_support", "cap", "interdiction", "resupply"),  # 14.5 for the Allies alone
)


class Assigning(Step, frozen=True, gc=False):
    """14.0 A side gives its air points missions, one at a time; the other does not see which."""

    side: int


class Revealing(Step, frozen=True, gc=False):
    """14.0, 14.3 Both sides show their missions, and patrols cancel ground support; nobody is asked."""


class Interdicting(Step, frozen=True, gc=False):
    """14.4 A side places its interdiction markers."""

    side: int


class Assign(Action, frozen=True, gc=False):
    """Give one air point a mission."""

    mission: str


class Interdict(Action, frozen=True, gc=False):
    """Place an interdiction marker."""

    hex: str


# -- questions ----------------------------------------------------------------------------------------


def unassigned(parts: Components, state: State, side: int) -> int:
    """14.0 Air points of a side that have no mission yet, while missions are assigned."""
    return air_points(parts, state.turn, WEATHERS[state.weather], side) - state.missions[side].total


def is_secret(state: State) -> bool:
    """14.0 Whether missions are still face down."""
    return any(isinstance(step, Assigning | Revealing) for step in state.stack)


def mark_refusal(parts: Components, state: State, side: int, name: str) -> Refusal | None:
    """14.4, R42 Why a marker may not be placed in a hex."""
    if name not in parts.hex_index:
        return Refusal("unknown_hex", "2.1", {"hex": name})
    where = parts.hex_index[name]
    if not parts.is_road[where]:
        return Refusal("no_road", "14.4", {"hex": name})
    if state.who[where] != EMPTY:
        return Refusal("occupied", "14.4", {"hex": name, "unit": parts.unit_ids[state.who[where]]})
    if where in state.marks[side]:
        return Refusal("marked", "14.4", {"hex": name})
    return None


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """14.0, R66 The rule that forbids a mission or a marker."""
    if isinstance(step, Assigning):
        if not isinstance(action, Assign):
            return Refusal("not_asked", "14.0", {"wanted": "a mission for an air point"})
        if action.mission not in MISSIONS[step.side]:
            return Refusal("no_mission", "14.0", {"mission": action.mission, "allowed": " ".join(MISSIONS[step.side])})
        return None
    assert isinstance(step, Interdicting)  # noqa: S101
    if not isinstance(action, Interdict):
        return Refusal("not_asked", "14.4", {"wanted": "a hex for an interdiction marker"})
    return mark_refusal(parts, state, step.side, action.hex)


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """14.0, 14.4 Ask for a mission or a hex."""
    if isinstance(step, Assigning):
        left = unassigned(parts, state, step.side)
        prompt = f"Give an air point a mission ({left} left)"
        return Decision(SIDES[step.side], "14.0", prompt, Options.plain(Assign(m) for m in MISSIONS[step.side]))
    assert isinstance(step, Interdicting)  # noqa: S101
    marks, who, names = state.marks[step.side], state.who, parts.hex_ids
    free = [Interdict(names[h]) for h in parts.road_hexes if who[h] == EMPTY and h not in marks]
    prompt = f"Place an interdiction marker ({state.missions[step.side].interdiction} left)"
    return Decision(SIDES[step.side], "14.4", prompt, Options.plain(free))


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """14.0 Go on when no point is left to assign or place, and show all when both sides are done."""
    if isinstance(step, Assigning):
        return None if unassigned(parts, state, step.side) else (pop(state), ())
    if isinstance(step, Interdicting):
        return None if state.missions[step.side].interdiction else (pop(state), ())
    assert isinstance(step, Revealing)  # noqa: S101
    return _revealed(pop(state))


def _revealed(state: State) -> tuple[State, tuple[Event, ...]]:
    """14.3, R41 Show the missions; each patrol cancels one ground support of the enemy."""
    events: list[Event] = []
    flown = {side: state.missions[side] for side in (ALLIED, GERMAN)}
    events += [
        Revealed("14.0", f"{SIDES[side]} air: {told(missions)}") for side, missions in flown.items() if missions.total
    ]
    for side, missions in flown.items():
        lost = min(missions.ground_support, flown[OTHER[side]].cap)
        if lost:
            state = fly(state, side, "ground_support", lost)
            events += [MarkerCleared("14.3", "ground-support", SIDES[side])] * lost
        if missions.cap:
            state = fly(state, side, "cap", missions.cap)
    return state, tuple(events)


@functools.lru_cache(maxsize=256)
def told(missions: Missions) -> str:
    """Missions in words."""
    named = zip(("ground support", "combat air patrol", "interdiction", "resupply"), MISSIONS[ALLIED], strict=True)
    listed = [f"{getattr(missions, field)} {name}" for name, field in named if getattr(missions, field)]
    return ", ".join(listed) or "none"


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """14.0, 14.4 Note a mission without a word, or place a marker for all to see."""
    if isinstance(action, Assign):
        assert isinstance(step, Assigning)  # noqa: S101
        return fly(state, step.side, action.mission, -1), ()
    assert isinstance(action, Interdict)  # noqa: S101
    assert isinstance(step, Interdicting)  # noqa: S101
    marks = list(state.marks)
    marks[step.side] = tuple(sorted((*marks[step.side], parts.hex_index[action.hex])))
    state = msgspec.structs.replace(fly(state, step.side, "interdiction"), marks=(marks[0], marks[1]))
    return swap(state, step), (MarkerSet("14.4", f"{SIDES[step.side]}-interdiction", action.hex),)


def clear(state: State) -> State:
    """3.0, 14.1, R53 Step Ten: markers leave the map, and missions not flown lapse."""
    return msgspec.structs.replace(state, marks=((), ()), missions=(Missions(), Missions()), resupplied=())


def resampled(state: State, side: int, randbelow: Callable[[int], int]) -> State:
    """14.0 As many points of the other side with other missions, while those are face down."""
    if not is_secret(state):
        return state
    other = OTHER[side]
    missions = dict.fromkeys(MISSIONS[other], 0)
    for _ in range(state.missions[other].total):
        missions[MISSIONS[other][randbelow(len(missions))]] += 1
    return with_missions(state, other, Missions(**missions))
