"""16.13, 18.2 Fuel: what a long German move uses up, and what is captured.

Does not cover which moves need fuel (movement).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_faces, roll_refusal
from bulge_widget.core.event import Event, Rolled
from bulge_widget.rulebooks.fab import success
from bulge_widget.rulebooks.fab.components import GERMAN, Components, bits
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import AVAILABLE, CUP, GONE, USED, State, Step, chits_in, mark, pop, push

__all__ = ["STEPS", "CaptureRoll", "available", "search", "spend"]

KINDS: Final = ("bid-fuel", "fuel", "captured-fuel")
FOUND: Final = ("new", *("recovered",) * 4, *("nothing",) * 5)


class CaptureRoll(Step, frozen=True, gc=False):
    """16.13 A die for fuel in an objective the Germans have taken for the first time."""

    area: str


STEPS: tuple[type[Step], ...] = (CaptureRoll,)


# -- questions ----------------------------------------------------------------------------------------


@once_by("boxes")
def available(parts: Components, state: State) -> int | None:
    """16.13, 18.2 The fuel asset used next: bid fuel first, which would not come back; None if there is none."""
    own = [chit for chit in chits_in(parts, state, GERMAN, AVAILABLE) if parts.kind[chit] in KINDS]
    return min(own, key=lambda chit: KINDS.index(parts.kind[chit]), default=None)


def results(parts: Components, state: State) -> tuple[str, ...]:
    """16.13, R81 What each face brings now; the captured asset comes only once, and only where it is in the game."""
    listed = parts.scenarios[state.scenario].arrivals
    chits = [chit for chit in parts.of_kind["captured-fuel"] if parts.chit_ids[chit] in listed]
    fresh = any(state.boxes[chit] not in (AVAILABLE, USED, CUP, GONE) for chit in chits)
    return FOUND if fresh else ("recovered", *FOUND[1:])


def why_not(parts: Components, state: State, step: CaptureRoll, action: Action) -> Refusal | None:
    """16.13 Only a throw of one die."""
    del parts, state, step
    return roll_refusal(action, Dice(1, success.SIDES_OF_DIE), "16.13")


def decision(parts: Components, state: State, step: CaptureRoll) -> Decision:
    """16.13 Ask CHANCE."""
    rolls, weights = classes_of_faces(results(parts, state))
    prompt = f"Captured fuel in {parts.area_name(step.area)}"
    dice = Dice(1, success.SIDES_OF_DIE)
    return Decision("chance", "16.13", prompt, Options.plain(rolls), lambda: weights, dice)


def canonical(parts: Components, state: State, step: CaptureRoll, action: Roll) -> Roll:
    """16.13 The face listed for all of the same result."""
    del step
    found = results(parts, state)
    return Roll((found.index(found[action.faces[0] - 1]) + 1,))


def candidates(parts: Components, state: State, step: CaptureRoll) -> Iterable[Action]:
    """For tests: every face and more."""
    del parts, state, step
    return [*(Roll((face,)) for face in range(12)), Roll((1, 1))]


# -- effects ------------------------------------------------------------------------------------------


def spend(parts: Components, state: State, rule: str = "16.13") -> Told:
    """16.13, 18.2 Use one fuel asset; bid fuel does not come back."""
    chit = available(parts, state)
    if chit is None:
        return state, ()
    return send(parts, state, chit, GONE if parts.kind[chit] == "bid-fuel" else USED, rule)


def search(parts: Components, state: State) -> State:
    """16.13 Put a die before CHANCE for every objective just taken for the first time."""
    if not state.windfalls:
        return state
    for area in reversed(bits(state.windfalls)):
        state = push(mark(state, "windfalls", area, on=False), CaptureRoll(parts.area_ids[area]))
    return state


def apply(parts: Components, state: State, step: CaptureRoll, action: Roll) -> Told:
    """16.13 A new asset, one that is recovered, or nothing."""
    result = results(parts, state)[action.faces[0] - 1]
    told: Event = Rolled("16.13", action.faces, "captured fuel", result, (), step.area)
    state = pop(state)
    if result == "nothing":
        return state, (told,)
    chit = parts.of_kind["captured-fuel"][0] if result == "new" else recoverable(parts, state)
    if chit is None:
        return state, (told,)
    state, events = send(parts, state, chit, AVAILABLE, "16.13")
    return state, (told, *events)


def recoverable(parts: Components, state: State) -> int | None:
    """16.13 A used fuel asset, or else one in the cup."""
    for box in (USED, CUP):
        found = [c for c in chits_in(parts, state, GERMAN, box) if parts.kind[c] in ("fuel", "captured-fuel")]
        if found:
            return found[0]
    return None
