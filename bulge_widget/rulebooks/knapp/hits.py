"""6 Hits: dice that score on a six, and the owner of the target who spreads them.

Used by defensive fire and by parting shots. Does not cover who fires (fire, overrun).
"""

from __future__ import annotations

from collections.abc import Iterable

from bulge_widget.core.decision import Action, Decision, Options, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import classes_of_successes
from bulge_widget.core.event import Answered, Event, Rolled
from bulge_widget.rulebooks.knapp.components import SIDES, Components
from bulge_widget.rulebooks.knapp.state import State, Step, hit, pop, push, settle_control, strength, swap

__all__ = ["HIT", "TakeHit", "TakeHits", "fired"]

HIT = frozenset({6})  # 6 the faces that hit


class TakeHits(Step, frozen=True, gc=False):
    """6, R12 The owner of the units hit takes so many hits, one at a time."""

    area: str
    units: tuple[str, ...]
    count: int
    rule: str


class TakeHit(Action, frozen=True, gc=False):
    """Let one unit take one hit."""

    unit: str


STEPS = (TakeHits,)
ACTIONS = (TakeHit,)

# -- questions ----------------------------------------------------------------------------------------


def alive(parts: Components, state: State, step: TakeHits) -> tuple[int, ...]:
    """6 The units that can still take hits."""
    index, left = parts.unit_index, state.left
    return tuple([unit for unit in [index[name] for name in step.units] if left[unit]])


def why_not(parts: Components, state: State, step: TakeHits, action: Action) -> Refusal | None:
    """6, R12 Only a unit that was shot at, up to its remaining strength."""
    if not isinstance(action, TakeHit):
        return Refusal("not_asked", "6", {"wanted": f"a unit to take a hit, {step.count} to give"})
    if action.unit not in step.units:
        return Refusal("not_a_target", "6", {"unit": action.unit, "area": step.area})
    if not state.left[parts.unit_index[action.unit]]:
        return Refusal("eliminated", "2", {"unit": action.unit})
    return None


def decision(parts: Components, state: State, step: TakeHits) -> Decision:
    """6 Ask the owner which unit takes the next hit."""
    units = alive(parts, state, step)
    groups = {parts.unit_ids[unit]: (TakeHit(parts.unit_ids[unit]),) for unit in units}
    area, count = parts.area_name(step.area), step.count
    prompt = f"Choose a unit in {area} to take a hit ({count} to give)"
    return Decision(SIDES[parts.side[units[0]]], "6", prompt, Options.grouped(groups))


def classes(count: int, most: int) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """6 The throws of `count` dice that differ in their hits, up to `most`, and their weights."""
    return classes_of_successes(count, HIT, most)


def class_of(roll: Roll, most: int) -> Roll:
    """6 The throw listed for all with as many hits."""
    return classes(len(roll.faces), most)[0][min(most, sum(face in HIT for face in roll.faces))]


def throws(count: int) -> list[Roll]:
    """For tests: every number of hits, and throws of the wrong dice."""
    right = [Roll((6,) * hits + (2,) * (count - hits)) for hits in range(count + 1)]
    return [*right, Roll((6,) * (count + 1)), Roll((7,) * count), Roll((0,) * count)]


def explain(parts: Components, state: State, step: TakeHits, action: Action) -> Sum:
    """2 The strength a unit has left after the hit."""
    del step
    if not isinstance(action, TakeHit) or action.unit not in parts.unit_index:
        return Sum("strength afterwards", ())
    left = state.left[parts.unit_index[action.unit]]
    return Sum("strength afterwards", (Part("now", left), Part("hit", -1, "2")))


def candidates(parts: Components, state: State, step: TakeHits) -> Iterable[Action]:
    """For tests: every unit."""
    del state, step
    return [TakeHit(unit) for unit in parts.unit_ids]


# -- effects ------------------------------------------------------------------------------------------


def fired(  # noqa: PLR0913  dice, their target and how to name them
    parts: Components, state: State, roll: Roll, area: str, units: tuple[str, ...], rule: str, what: str
) -> tuple[State, tuple[Event, ...]]:
    """6, R12 Count the hits of a throw; those beyond the strength left in the target are lost."""
    good = tuple([face in HIT for face in roll.faces])
    scored = sum(good)
    rolled = Rolled(rule, roll.faces, what, f"{scored} hit{'' if scored == 1 else 's'}", good, area)
    if not scored:
        return state, (rolled,)
    index, left = parts.unit_index, state.left
    living = tuple([unit for unit in units if left[index[unit]]])
    count = min(scored, strength(state, [index[unit] for unit in living]))
    return (push(state, TakeHits(area, living, count, rule)) if count else state), (rolled,)


def resolve(parts: Components, state: State, step: TakeHits) -> tuple[State, tuple[Event, ...]] | None:
    """6, R12 Give the hits by itself where there is no choice: one unit left, or enough to remove all."""
    units = alive(parts, state, step)
    if not step.count:
        return settle_control(parts, pop(state), parts.area_index[step.area])
    if len(units) > 1 and step.count < strength(state, units):
        return None
    state = pop(state)
    events: tuple[Event, ...] = ()
    for unit in units:
        given = step.count if len(units) == 1 else state.left[unit]
        order = str(TakeHit(parts.unit_ids[unit]))
        state, lost = hit(parts, state, unit, given, step.rule)
        events += (Answered("6", SIDES[parts.side[unit]], order), *lost)
    state, passed = settle_control(parts, state, parts.area_index[step.area])
    return state, events + passed


def apply(parts: Components, state: State, step: TakeHits, action: TakeHit) -> tuple[State, tuple[Event, ...]]:
    """2 Mark one hit."""
    state = swap(state, TakeHits(step.area, step.units, step.count - 1, step.rule))
    return hit(parts, state, parts.unit_index[action.unit], 1, step.rule)
