"""6 Defensive fire, and 8 the surprise that can silence it on the first turn.

The side that did not just move fires, area by area. Spreading the hits is in hits.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from bulge_widget.core.decision import Action, Decision, Dice, Options, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal, thrown
from bulge_widget.core.event import Answered, Event, Rolled
from bulge_widget.rulebooks.knapp import hits
from bulge_widget.rulebooks.knapp.components import ALLIED, OTHER, SIDES, Components, bits
from bulge_widget.rulebooks.knapp.state import State, Step, contested, pop, push, swap

__all__ = ["DefensiveFire", "Fire", "FireRoll", "SurpriseRoll"]

SURPRISE_TURN = 1  # 8
_CONTEST = "first die German, second Allied; a German die as high or higher silences the fire"
_SURPRISE = (Roll((1, 1)), Roll((1, 2)))  # German die, U.S. die: surprise, none
_SURPRISE_WEIGHTS = (7, 5)  # 21 of the 36 throws have the German die equal or higher


class DefensiveFire(Step, frozen=True, gc=False):
    """6 The firing side takes the contested areas one after another."""

    side: int
    areas: tuple[str, ...]


class SurpriseRoll(Step, frozen=True, gc=False):
    """8 A die for each side; the German achieves surprise with an equal or higher one."""

    area: str


class FireRoll(Step, frozen=True, gc=False):
    """6 All units of the firing side in an area throw together."""

    side: int
    area: str


class Fire(Action, frozen=True, gc=False):
    """Resolve the fire in one contested area."""

    area: str


STEPS = (DefensiveFire, SurpriseRoll, FireRoll)
ACTIONS = (Fire,)

# -- questions ----------------------------------------------------------------------------------------


def firing_at(parts: Components, state: State, side: int, area: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """6 The units that fire in an area, and those they fire at."""
    there = state.who[parts.area_index[area]]
    return bits(there & parts.army[side]), bits(there & parts.army[OTHER[side]])


def can_be_surprised(state: State, side: int) -> bool:
    """8, R25 Only U.S. fire, and only on the first turn."""
    return side == ALLIED and state.turn == SURPRISE_TURN


def surprise_chances() -> tuple[tuple[bool, int], ...]:
    """8 Whether the fire is silenced, with the weight of each case."""
    return tuple((roll.faces[0] >= roll.faces[1], n) for roll, n in zip(_SURPRISE, _SURPRISE_WEIGHTS, strict=True))


def _dice(parts: Components, state: State, step: Step) -> Dice:
    if isinstance(step, FireRoll):
        return Dice(state.power[step.side][parts.area_index[step.area]])
    return Dice(2)


def _most(parts: Components, state: State, step: FireRoll) -> int:
    """6 Hits beyond the strength of the target are lost."""
    return state.power[OTHER[step.side]][parts.area_index[step.area]]


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """6, 8 The throw listed for all that come to the same."""
    if not isinstance(action, Roll):
        return action
    if isinstance(step, SurpriseRoll):
        return _SURPRISE[0] if action.faces[0] >= action.faces[1] else _SURPRISE[1]
    assert isinstance(step, FireRoll)  # noqa: S101
    return hits.class_of(action, _most(parts, state, step))


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """6 Only an area where fire is still due."""
    if not isinstance(step, DefensiveFire):
        return roll_refusal(action, _dice(parts, state, step), "8" if isinstance(step, SurpriseRoll) else "6")
    if not isinstance(action, Fire):
        return Refusal("not_asked", "6", {"wanted": "an area to fire in"})
    if action.area not in parts.area_index:
        return Refusal("unknown_area", "1", {"area": action.area})
    if action.area not in step.areas:
        return Refusal("no_fire_there", "6", {"area": action.area, "due": " ".join(step.areas)})
    return None


def decision(parts: Components, state: State, step: Step) -> Decision:
    """6, 8 Ask for an area, or CHANCE for the dice."""
    if isinstance(step, DefensiveFire):
        options = Options.plain([Fire(area) for area in step.areas])
        return Decision(SIDES[step.side], "6", "Choose an area for defensive fire", options)
    dice = _dice(parts, state, step)
    if isinstance(step, FireRoll):
        classes = functools.partial(hits.classes, dice.count, _most(parts, state, step))
        return thrown("6", lambda: f"Defensive fire in {parts.area_name(step.area)}: hits on 6", classes, dice)
    assert isinstance(step, SurpriseRoll)  # noqa: S101
    contest = (_SURPRISE, _SURPRISE_WEIGHTS)
    return thrown("8", lambda: f"Surprise in {parts.area_name(step.area)}: {_CONTEST}", lambda: contest, dice)


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """6 The dice thrown in an area, unit by unit."""
    area = action.area if isinstance(action, Fire) else getattr(step, "area", "")
    side = getattr(step, "side", ALLIED)
    units = firing_at(parts, state, side, area)[0] if area in parts.area_index else ()
    return Sum("dice", tuple(Part(parts.unit_name(parts.unit_ids[u]), state.left[u], "6") for u in units))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: fire everywhere, and odd numbers of dice."""
    if isinstance(step, DefensiveFire):
        return [Fire(area) for area in parts.area_ids]
    if isinstance(step, SurpriseRoll):
        return [Roll((german, allied)) for german in range(8) for allied in range(8)]
    return hits.throws(_dice(parts, state, step).count)


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """6, R23 Every contested area is due once."""
    areas = tuple([parts.area_ids[area] for area in bits(contested(state))])
    return push(state, DefensiveFire(side, areas))


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """6 End the phase after the last area; take the last area without asking."""
    if not isinstance(step, DefensiveFire) or len(step.areas) > 1:
        return None
    if not step.areas:
        return pop(state), ()
    only = Fire(step.areas[0])
    state, events = apply(parts, state, step, only)
    return state, (Answered("6", SIDES[step.side], str(only)), *events)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """6, 8 Take up an area, or read the dice."""
    if isinstance(step, DefensiveFire):
        assert isinstance(action, Fire)  # noqa: S101
        rest = DefensiveFire(step.side, tuple([area for area in step.areas if area != action.area]))
        asked: list[Step] = [rest, FireRoll(step.side, action.area)]
        if can_be_surprised(state, step.side):
            asked.append(SurpriseRoll(action.area))
        return swap(state, *asked), ()
    assert isinstance(action, Roll)  # noqa: S101
    state = pop(state)
    if isinstance(step, SurpriseRoll):
        german, allied = action.faces
        surprised = german >= allied
        rolled = Rolled("8", action.faces, "surprise", "surprise" if surprised else "no surprise", (), step.area)
        return (pop(state) if surprised else state), (rolled,)  # the fire that would follow is lost
    assert isinstance(step, FireRoll)  # noqa: S101
    targets = tuple([parts.unit_ids[unit] for unit in firing_at(parts, state, step.side, step.area)[1]])
    return hits.fired(parts, state, action, step.area, targets, "6", "defensive fire")
