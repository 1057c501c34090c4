"""41.2 to 41.5, 43.0 Panzer Brigade 150 and Peiper slip through the lines after the combat of the first day.

Does not cover what keeps them north of the road afterwards (movement) nor their advance itself (advance).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import CHANCE, Action, Decision, Dice, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import classes_of_faces, roll_refusal
from bulge_widget.core.event import Event, Rolled
from bulge_widget.rulebooks.botb import battle, odds
from bulge_widget.rulebooks.botb.advance import Advancing
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import (
    FOUGHT,
    OFF,
    ROAMING,
    State,
    Step,
    advanced,
    clear_flag,
    deed,
    done_on,
    flagged,
    pop,
    push,
    swap,
)
from bulge_widget.rulebooks.botb.zones import in_enemy_zone

__all__ = ["Assault", "Assaulting", "Infiltrate", "Infiltrating", "Pass", "SneakRoll", "begin"]

LAST_TURN = 2  # 41.2, 43.2 16 PM
DISTANCE = 4  # 41.4, 43.4
SNEAKS = {"ge-150-pzbde": ("41.3", "brigade-150"), "ge-1ss-peiper": ("43.3", "peiper")}
DICE = Dice(1)
_BEGUN = "began-beside-enemy "  # and the unit, among the deeds


class Infiltrating(Step, frozen=True, gc=False):
    """41.5, 43.5 The German side says who tries."""

    tried: tuple[int, ...] = ()


class SneakRoll(Step, frozen=True, gc=False):
    """41.3, 43.3 The die."""

    unit: int


class Assaulting(Step, frozen=True, gc=False):
    """41.4.2, 43.4.2, R69 After the special advance the unit may attack all it is beside."""

    unit: int


class Infiltrate(Action, frozen=True, gc=False):
    """Try to slip through."""

    unit: str


class Assault(Action, frozen=True, gc=False):
    """Attack from where the unit has slipped to."""

    unit: str


class Pass(Action, frozen=True, gc=False):
    """Do nothing more of the kind."""


_PASS = Pass()

# -- questions ----------------------------------------------------------------------------------------


def sneak_refusal(parts: Components, state: State, step: Infiltrating, name: str) -> Refusal | None:
    """41.2, 41.5, 43.2, 43.5, R51, R76 Why a unit may not try."""
    facts: dict[str, str | int] = {"unit": name}
    if name not in SNEAKS or name not in parts.unit_index:
        return Refusal("no_infiltrator", "41.2", facts)
    unit, rule = parts.unit_index[name], SNEAKS[name][0]
    if name == "ge-1ss-peiper" and state.choices.peiper_infiltration != "yes":
        return Refusal("not_agreed", "43", facts)
    if state.at[unit] >= OFF:
        return Refusal("not_on_map", rule, facts)
    if unit in step.tried:
        return Refusal("sneak_tried", rule, facts)
    if flagged(state, unit, FOUGHT) or in_enemy_zone(parts, state, unit):
        return Refusal("was_in_zone", "41.5" if rule == "41.3" else "43.5", facts)
    if done_on(state, _BEGUN + name) == state.turn:
        return Refusal("began_in_zone", "41.2.2" if rule == "41.3" else "43.2.2", facts)
    if parts.south[state.at[unit]] and not flagged(state, unit, ROAMING):
        return Refusal("went_south", "41.4.3" if rule == "41.3" else "43.4.3", facts)
    return None


def note_start(parts: Components, state: State) -> State:
    """41.2.2, 43.2.2 As 16 PM begins: an infiltrator beside the enemy may not try after that turn's combat."""
    if not advanced(state) or state.turn != LAST_TURN:
        return state
    for name in SNEAKS:
        unit = parts.unit_index[name]
        if state.at[unit] < OFF and in_enemy_zone(parts, state, unit):
            state = deed(state, _BEGUN + name)
    return state


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """41.0, 43.0 The rule that forbids an answer."""
    if isinstance(step, SneakRoll):
        return roll_refusal(action, DICE, "41.3")
    if isinstance(action, Pass):
        return None
    if isinstance(step, Infiltrating) and isinstance(action, Infiltrate):
        return sneak_refusal(parts, state, step, action.unit)
    if isinstance(step, Assaulting) and isinstance(action, Assault):
        mine = action.unit == parts.unit_ids[step.unit]
        return None if mine else Refusal("no_infiltrator", "41.4.2", {"unit": action.unit})
    return Refusal("not_asked", "41.3", {"wanted": "a unit that slips through, or none"})


def good_faces(parts: Components, state: State, unit: int) -> frozenset[int]:
    """41.3, 43.3 The faces on which a unit gets through."""
    return parts.chances["infiltration", f"{SNEAKS[parts.unit_ids[unit]][1]}-{state.turn}"]


# -- options ------------------------------------------------------------------------------------------


def ready(parts: Components, state: State, step: Infiltrating) -> list[str]:
    """41.2, 43.2 Who may try."""
    return [name for name in SNEAKS if sneak_refusal(parts, state, step, name) is None]


def decision(parts: Components, state: State, step: Step) -> Decision:
    """41.3, 41.5, 43.3 Ask who tries, throw the die, or ask whether the unit attacks."""
    match step:
        case Infiltrating():
            names = ready(parts, state, step)
            options = Options((*names, None), lambda key: (Infiltrate(key),) if key else (_PASS,))
            return Decision(SIDES[GERMAN], "41.5", "Try to slip through the Allied lines, or not", options)
        case Assaulting(unit=unit):
            name = parts.unit_ids[unit]
            options = Options((name, None), lambda key: (Assault(key),) if key else (_PASS,))
            return Decision(SIDES[GERMAN], "41.4.2", f"Attack with {parts.counters[name].label}, or not", options)
    assert isinstance(step, SneakRoll)  # noqa: S101
    good = good_faces(parts, state, step.unit)
    rolls, weights = classes_of_faces(tuple("yes" if face in good else "no" for face in range(1, 7)))
    label = parts.counters[parts.unit_ids[step.unit]].label
    return Decision(CHANCE, "41.3", f"Does {label} slip through?", Options.plain(rolls), lambda: weights, DICE)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """A roll by the first face of its effect."""
    if not isinstance(step, SneakRoll) or not isinstance(action, Roll):
        return action
    good = good_faces(parts, state, step.unit)
    same = (face for face in range(1, 7) if (face in good) == (action.faces[0] in good))
    return Roll((next(same),))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """17.1.1 The strengths of the attack from behind the lines."""
    if isinstance(step, Assaulting) and isinstance(action, Assault):
        return odds.ratio_sum(parts, state, assault_of(parts, state, step.unit))
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every unit, and every face."""
    del state
    if isinstance(step, SneakRoll):
        return [Roll((face,)) for face in range(8)]
    return [_PASS, *(kind(name) for name in parts.unit_ids for kind in (Infiltrate, Assault))]


# -- effects ------------------------------------------------------------------------------------------


def assault_of(parts: Components, state: State, unit: int) -> Fight:
    """R69 The battle of an infiltrator against all it stands beside, without any support."""
    hexes = tuple(sorted(h for h in parts.touch[state.at[unit]] if state.counts[ALLIED][h]))
    return Fight(GERMAN, (unit,), hexes)


def begin(parts: Components, state: State) -> State:
    """41.3, 43.3 Open the phase of infiltration where it applies."""
    del parts
    return push(state, Infiltrating()) if advanced(state) and state.turn <= LAST_TURN else state


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """41.5 Go on by itself where nobody can try, or there is nobody to attack."""
    match step:
        case Infiltrating():
            return None if ready(parts, state, step) else (pop(state), ())
        case Assaulting(unit=unit):
            idle = state.at[unit] >= OFF or not assault_of(parts, state, unit).hexes
            return (pop(state), ()) if idle else None
    return None


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """41.3, 41.4, 43.3, 43.4 Throw for the unit, let it advance, or let it attack."""
    match step, action:
        case Infiltrating(tried=tried), Infiltrate(unit=name):
            unit = parts.unit_index[name]
            return push(swap(state, Infiltrating((*tried, unit))), SneakRoll(unit)), ()
        case SneakRoll(unit=unit), Roll(faces=faces):
            return _rolled(parts, pop(state), unit, faces)
        case Assaulting(unit=unit), Assault():
            fight = assault_of(parts, state, unit)
            state = clear_flag(state, FOUGHT, parts.roster[ALLIED])  # 41.4.2 even those already attacked
            return swap(state, battle.Resolving(GERMAN, (fight,))), ()
    return pop(state), ()


def _rolled(parts: Components, state: State, unit: int, faces: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
    """41.4, 41.4.3, 43.4.3 Who gets through advances by four, and keeps north of the road from then on."""
    rule = SNEAKS[parts.unit_ids[unit]][0]
    through = faces[0] in good_faces(parts, state, unit)
    told = Rolled(rule, faces, f"infiltration of {parts.unit_ids[unit]}", "through" if through else "held", (through,))
    if not through:
        return state, (told,)
    limited = tuple(sorted({*state.limited, unit}))
    state = msgspec.structs.replace(state, limited=limited)
    return push(state, Assaulting(unit), Advancing((unit,), (), DISTANCE, sneak=True)), (told,)


STEPS = (Infiltrating, SneakRoll, Assaulting)
ACTIONS = (Infiltrate, Assault, Pass)
