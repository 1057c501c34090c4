"""5 Overrun: six to one against everything in an area, one die, and parting shots.

Does not cover spreading the hits of parting shots (hits).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from bulge_widget.core.decision import Action, Decision, Dice, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal, thrown
from bulge_widget.core.event import Event, Moved, Removed, Rolled
from bulge_widget.rulebooks.knapp import hits, movement, stacking
from bulge_widget.rulebooks.knapp.components import OTHER, Components, bits
from bulge_widget.rulebooks.knapp.state import (
    DONE,
    ENGAGED,
    MARCHED,
    OVERRAN,
    State,
    Step,
    mode,
    overruns_made,
    place,
    pop,
    push,
    remove,
    spending,
    steps_used,
    strength,
)

__all__ = ["Overrun", "OverrunRoll", "PartingShots", "listed", "refusal"]

RATIO = 6  # 5
MOST = 2  # 5 overruns of one unit in a turn
SUCCESS = frozenset({4, 5, 6})  # 5
_CLASSES = (Roll((4,)), Roll((3,)))
_WEIGHTS = (1, 1)


class Overrun(Action, frozen=True, gc=False):
    """Overrun the enemy in the next area with one or more units that stand together."""

    units: tuple[str, ...]
    path: tuple[str, str]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "units", tuple(sorted(self.units)))


class OverrunRoll(Step, frozen=True, gc=False):
    """5 One die says whether the group gets through."""

    units: tuple[str, ...]
    path: tuple[str, str]


class PartingShots(Step, frozen=True, gc=False):
    """5, R10, R11 The removed units throw dice equal to their strength at the group."""

    units: tuple[str, ...]
    area: str
    dice: int


STEPS = (OverrunRoll, PartingShots)
ACTIONS = ()  # the order is given in the move phase

# -- questions ----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4096)
def _barred(spent: int, unsupplied: int, contested: bool, choice: str, allowance: int) -> tuple[str, str] | None:
    """4, 5, R5, R6, R9, R10, R29 Why a unit may not take part in any overrun: a code and the rule."""
    if mode(spent) == DONE:
        return ("already_moved", "R10") if overruns_made(spent) else ("overrun_after_road_march", "R6")
    if unsupplied:
        return "out_of_supply", "4"
    if contested and mode(spent) == MARCHED:  # ended its march beside the enemy, and stops there
        return "already_moved", "R5"
    if contested or spent & ENGAGED:
        return "contested_start", "R9" if contested else "R29"
    if overruns_made(spent) >= MOST:
        return "overrun_limit", "5"
    if choice == "free_mix" and steps_used(spent) >= allowance:
        return "too_far", "R6"
    return None


def _bar(parts: Components, state: State, unit: int) -> tuple[str, str] | None:
    contested, choice = movement.is_contested_for(parts, state, unit), state.choices.overrun_and_march
    return _barred(state.spent[unit], state.unsupplied >> unit & 1, contested, choice, parts.allowance[unit])


def unit_refusal(parts: Components, state: State, unit: int, a: int) -> Refusal | None:
    """5, R6, R9 Why one unit may not take part in any overrun from `a`."""
    bar = _bar(parts, state, unit)
    if bar is None:
        return None
    code, rule = bar
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit]}
    if code == "contested_start":
        facts["area"] = parts.area_ids[a]
    elif code == "overrun_limit":
        facts["limit"] = MOST
    elif code == "too_far":
        facts |= {"limit": 0, "asked": 1}
    return Refusal(code, rule, facts)


def odds_refusal(parts: Components, state: State, units: tuple[int, ...], area: int) -> Refusal | None:
    """5, R7, R8 Whether the group is six times as strong as all enemies in the area."""
    against = state.power[OTHER[parts.side[units[0]]]][area]
    if not against:
        return Refusal("no_target", "5", {"area": parts.area_ids[area]})
    own = strength(state, units)
    if own < RATIO * against:
        facts: dict[str, str | int] = {"strength": own, "against": against, "needed": RATIO * against}
        return Refusal("ratio_too_low", "5", facts | {"area": parts.area_ids[area]})
    return None


def refusal(parts: Components, state: State, side: int, action: Overrun) -> Refusal | None:
    """5, R7 The rule that forbids an overrun."""
    if not action.units or len(set(action.units)) != len(action.units):
        return Refusal("no_units", "R7", {"given": " ".join(action.units)})
    for name in action.units:
        wrong = movement.unit_refusal(parts, state, side, name, action.path[0])
        if wrong is not None:
            return wrong
    if action.path[1] not in parts.area_index:
        return Refusal("unknown_area", "1", {"area": action.path[1]})
    a, b = (parts.area_index[area] for area in action.path)
    units = tuple(parts.unit_index[name] for name in action.units)
    for unit in units:
        wrong = unit_refusal(parts, state, unit, a) or movement.step_refusal(parts, unit, a, b)
        if wrong is not None:
            return wrong
    wrong = odds_refusal(parts, state, units, b)
    if wrong is None and len(units) > _room(parts, state, side, b):  # R10, R16 a failed group stays there
        return Refusal("stacking", "5", {"area": action.path[1], "limit": stacking.LIMIT})
    return wrong


def _room(parts: Components, state: State, side: int, area: int) -> int:
    """R10, R16 How many may overrun into an area: a group that fails stays there."""
    return stacking.room(parts, state, side, area, stacking.goers(parts, state, side))


# -- options ------------------------------------------------------------------------------------------


class Attack(NamedTuple):
    """One overrun, by index."""

    units: tuple[int, ...]
    start: int
    into: int


def listed(parts: Components, state: State, side: int, a: int) -> list[Attack]:
    """5 Every legal overrun by units that stand in an area."""
    enemy = state.held[OTHER[side]]
    if not enemy & parts.near[a] or enemy >> a & 1:
        return []
    own, against = state.power[side][a], state.power[OTHER[side]]
    targets = [b for b in bits(parts.near[a] & enemy) if RATIO * against[b] <= own]
    if not targets:
        return []
    able = [unit for unit in bits(state.who[a]) if _bar(parts, state, unit) is None]
    return [Attack(group, a, b) for b in targets for group in _groups(parts, state, able, a, b)] if able else []


def _groups(parts: Components, state: State, able: list[int], a: int, b: int) -> list[tuple[int, ...]]:
    """The sets of units that may overrun from `a` into `b` together."""
    side = parts.side[able[0]]
    near = tuple([unit for unit in able if parts.open_to[unit][a] >> b & 1])
    weights = tuple([state.left[unit] for unit in near])
    needed = RATIO * state.power[OTHER[side]][b]
    return _strong_enough(near, weights, needed, _room(parts, state, side, b)) if sum(weights) >= needed else []


@functools.lru_cache(maxsize=4096)
def _strong_enough(units: tuple[int, ...], weights: tuple[int, ...], needed: int, most: int) -> list[tuple[int, ...]]:
    """R7 The groups of at most so many units that reach the strength needed, small ones first."""
    places = range(len(units))
    groups = itertools.chain.from_iterable(itertools.combinations(places, size) for size in range(1, most + 1))
    return [tuple([units[p] for p in group]) for group in groups if sum([weights[p] for p in group]) >= needed]


def order(parts: Components, attack: Attack) -> Overrun:
    """An attack as the order for it."""
    path = (parts.area_ids[attack.start], parts.area_ids[attack.into])
    return Overrun(tuple(parts.unit_ids[unit] for unit in attack.units), path)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """5 Only a throw of the dice asked for answers here."""
    del parts, state
    return roll_refusal(action, Dice(step.dice if isinstance(step, PartingShots) else 1), "5")


def decision(parts: Components, state: State, step: Step) -> Decision:
    """5 Ask CHANCE for the die, or for the parting shots."""
    if isinstance(step, OverrunRoll):
        area = parts.area_name(step.path[1])
        return thrown("5", lambda: f"Overrun of {area}: 4 to 6 succeeds", lambda: (_CLASSES, _WEIGHTS), Dice(1))
    assert isinstance(step, PartingShots)  # noqa: S101
    kinds, where = hits.classes(step.dice, _most(parts, state, step)), parts.area_name(step.area)
    return thrown("5", lambda: f"Parting shots in {where}: hits on 6", lambda: kinds, Dice(step.dice))


def _most(parts: Components, state: State, step: PartingShots) -> int:
    return strength(state, tuple(parts.unit_index[unit] for unit in step.units))


def canonical(parts: Components, state: State, step: Step, action: Roll) -> Roll:
    """5 The throw listed for all that come to the same."""
    if isinstance(step, OverrunRoll):
        return _CLASSES[0 if action.faces[0] in SUCCESS else 1]
    assert isinstance(step, PartingShots)  # noqa: S101
    return hits.class_of(action, _most(parts, state, step))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: odd numbers of dice and odd faces."""
    del parts, state
    return hits.throws(step.dice) if isinstance(step, PartingShots) else [Roll((face,)) for face in range(8)]


def chances() -> tuple[tuple[bool, int], ...]:
    """5 Whether an overrun succeeds, with the weight of each case."""
    return tuple((roll.faces[0] in SUCCESS, n) for roll, n in zip(_CLASSES, _WEIGHTS, strict=True))


def odds(parts: Components, state: State, action: Overrun) -> int:
    """R7 How many times as strong as all enemies in the area the group is, rounded down."""
    units = tuple(parts.unit_index[name] for name in action.units)
    return strength(state, units) // state.power[OTHER[parts.side[units[0]]]][parts.area_index[action.path[1]]]


def strengths(parts: Components, state: State, action: Overrun) -> Sum:
    """5 The strength of the group, unit by unit, against six times the enemy's."""
    known = all(name in parts.unit_index for name in action.units) and action.path[-1] in parts.area_index
    if not known or not action.units:
        return Sum("strength", ())
    side = parts.side[parts.unit_index[action.units[0]]]
    area = parts.area_index[action.path[-1]]
    against = state.power[OTHER[side]][area]
    text = f"strength against {against} ({RATIO} to 1 needs {RATIO * against})"
    return Sum(
        text,
        tuple(Part(parts.unit_name(name), state.left[parts.unit_index[name]], "R7") for name in action.units),
    )


# -- effects ------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, step: Step, action: Roll) -> tuple[State, tuple[Event, ...]]:
    """5, R10 Read the die of an overrun, or the dice of parting shots."""
    state = pop(state)
    if isinstance(step, PartingShots):
        return hits.fired(parts, state, action, step.area, step.units, "5", "parting shots")
    assert isinstance(step, OverrunRoll)  # noqa: S101
    success = action.faces[0] in SUCCESS
    rolled = Rolled("5", action.faces, "overrun", "success" if success else "failure", (success,), step.path[1])
    state, events = (_succeed if success else _fail)(parts, state, step)
    return state, (rolled, *events)


def _succeed(parts: Components, state: State, step: OverrunRoll) -> tuple[State, tuple[Event, ...]]:
    """5, R7, R10 Remove the enemy, move the group in, then let the removed units fire."""
    area = parts.area_index[step.path[1]]
    units = [parts.unit_index[name] for name in step.units]
    enemies = bits(state.who[area] & parts.army[OTHER[parts.side[units[0]]]])
    dice = state.power[OTHER[parts.side[units[0]]]][area]
    events: list[Event] = []
    for unit in enemies:
        state = remove(parts, state, unit)
        events.append(Removed("5", parts.unit_ids[unit], step.path[1], "overrun"))
    for unit in units:
        before = state.spent[unit]
        spent = spending(OVERRAN, steps_used(before) + 1, overruns_made(before) + 1, before & ENGAGED)
        state, entered = movement.enter(parts, state, unit, step.path, "overrun", spent)
        events += entered
    return push(state, PartingShots(step.units, step.path[1], dice)), tuple(events)


def _fail(parts: Components, state: State, step: OverrunRoll) -> tuple[State, tuple[Event, ...]]:
    """5, R10 The group stops in the area, beside the enemy, and may do no more."""
    area = parts.area_index[step.path[1]]
    events: tuple[Event, ...] = ()
    for name in step.units:
        unit = parts.unit_index[name]
        state = place(parts, state, unit, area, spending(DONE, overruns=1))
        events += (Moved("5", name, step.path, "overrun"),)
    return state, events
