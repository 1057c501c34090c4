"""6.8 Exploitation opportunities, 18.4 the ruse of the 150th Brigade, 18.7 overrunning artillery.

Does not cover the move an exploitation allows (movement).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Dice, Key, Options, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal
from bulge_widget.core.event import Event, Rolled
from bulge_widget.rulebooks.fab import battle, morale, success, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told, expose, send, set_status
from bulge_widget.rulebooks.fab.hits import disorder
from bulge_widget.rulebooks.fab.state import EXPLOITING, GONE, State, Step, pop, push, swap

__all__ = ["ACTIONS", "STEPS", "Decline", "Exploit", "ExploitRoll", "Exploiting", "OverrunRoll", "RuseRoll"]


class Exploiting(Step, frozen=True, gc=False):
    """6.8 The attacker decides which armor tries to exploit."""

    units: tuple[str, ...]


class ExploitRoll(Step, frozen=True, gc=False):
    """6.8 The morale check of a unit that tries."""

    unit: str


class RuseRoll(Step, frozen=True, gc=False):
    """18.4 The morale check of the American point unit, of the attacker or the defender."""

    role: int


class OverrunRoll(Step, frozen=True, gc=False):
    """18.7 One die for each artillery asset of a defender who is gone."""

    survived: bool


class Exploit(Action, frozen=True, gc=False):
    """Try to exploit with a unit."""

    unit: str


class Decline(Action, frozen=True, gc=False):
    """Try with no (further) unit."""


STEPS: tuple[type[Step], ...] = (Exploiting, ExploitRoll, RuseRoll, OverrunRoll)
ACTIONS: tuple[type[Action], ...] = (Exploit, Decline)


DECLINE: Final = Decline()
Check = ExploitRoll | RuseRoll
DESTROYED, RETREATED = 2, 1  # 18.7 success numbers

# -- questions ----------------------------------------------------------------------------------------


def number(parts: Components, state: State, step: Check) -> Sum:
    """6.8, 18.4 The success number of a check."""
    if isinstance(step, ExploitRoll):
        return morale.number(parts, state, step.unit)
    return morale.number(parts, state, fooled(state, step), Part("confusion", morale.RUSE, "18.4"))


def fooled(state: State, step: RuseRoll) -> str:
    """18.4 The point unit that checks its morale."""
    return battle.current(state).points[step.role]


def overrun_number(state: State, step: OverrunRoll) -> Sum:
    """18.7 What the die must not exceed to overrun an artillery asset."""
    base = (
        Part("defender retreated", RETREATED, "18.7")
        if step.survived
        else Part("defender destroyed", DESTROYED, "18.7")
    )
    return Sum("success number", (base, Part("unabsorbed hits", battle.current(state).spare, "18.7")))


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """6.8 Why an answer is not legal."""
    if isinstance(step, OverrunRoll):
        return roll_refusal(action, _dice(parts, state), "18.7")
    if isinstance(step, ExploitRoll | RuseRoll):
        return morale.why_not(action, "6.8" if isinstance(step, ExploitRoll) else "18.4")
    assert isinstance(step, Exploiting)  # noqa: S101
    if isinstance(action, Decline):
        return None
    if not isinstance(action, Exploit):
        return Refusal("not_asked", "6.8", {"wanted": "a unit that exploits, or none"})
    return None if action.unit in step.units else Refusal("cannot_exploit", "6.8", {"unit": action.unit})


def overrunnable(parts: Components, state: State) -> tuple[str, ...]:
    """18.7 The artillery of the defender, a die for each."""
    return battle.assets(parts, state, DEFENDER, "artillery")


def _dice(parts: Components, state: State) -> Dice:
    return Dice(len(overrunnable(parts, state)), success.SIDES_OF_DIE)


def _numbers(parts: Components, state: State, step: OverrunRoll) -> tuple[int, ...]:
    return (overrun_number(state, step).total,) * _dice(parts, state).count


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """6.8, 18.4, 18.7 Ask the attacker, or CHANCE."""
    area = parts.area_name(battle.current(state).area)
    if isinstance(step, Exploiting):
        keys: list[Key] = [*step.units, None]
        options = Options(keys, lambda key: (Exploit(key),) if key else (DECLINE,))
        return Decision(battle.seat(state, ATTACKER), "6.8", f"Exploit the success in {area}?", options)
    if isinstance(step, OverrunRoll):
        numbers = _numbers(parts, state, step)
        rolls = each(numbers)
        return Decision(
            "chance",
            "18.7",
            f"Overrunning artillery in {area}",
            Options.plain(rolls[0]),
            lambda: rolls[1],
            _dice(parts, state),
        )
    assert isinstance(step, ExploitRoll | RuseRoll)  # noqa: S101
    who = step.unit if isinstance(step, ExploitRoll) else fooled(state, step)
    rule = "6.8" if isinstance(step, ExploitRoll) else "18.4"
    return morale.decision(number(parts, state, step), rule, f"Morale check of {troops.name(parts, who)}")


def each(numbers: tuple[int, ...]) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """18.7 Throws of which each die matters by itself: every pattern of successes."""
    rolls, weights = [()], [1]  # type: list[tuple[int, ...]], list[int]
    for number_ in numbers:
        good = success.chances(number_)
        rolls = [(*faces, face) for faces in rolls for face in (1, 10)]
        weights = [w * part for w in weights for part in (good, success.SIDES_OF_DIE - good)]
    return tuple(map(Roll, rolls)), tuple(weights)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """6.8, 18.4, 18.7 The throw listed for all of the same result."""
    if not isinstance(action, Roll):
        return action
    if isinstance(step, OverrunRoll):
        numbers = _numbers(parts, state, step)
        return Roll(tuple(1 if success.succeeds(*pair) else 10 for pair in zip(action.faces, numbers, strict=True)))
    assert isinstance(step, ExploitRoll | RuseRoll)  # noqa: S101
    return morale.canonical(number(parts, state, step), action)


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """6.8 The success number of the check that follows."""
    if isinstance(step, ExploitRoll | RuseRoll):
        return number(parts, state, step)
    if isinstance(step, OverrunRoll):
        return overrun_number(state, step)
    return (
        number(parts, state, ExploitRoll(action.unit))
        if isinstance(action, Exploit) and action.unit in parts.unit_index
        else Sum("no check", ())
    )


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every unit, and every face."""
    if isinstance(step, Exploiting):
        return [*map(Exploit, parts.unit_ids), DECLINE]
    if isinstance(step, OverrunRoll):
        count = _dice(parts, state).count
        return [Roll(tuple((a + i * b) % 12 for i in range(count))) for a in range(12) for b in range(5)]
    return morale.candidates()


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Exploiting) -> Told | None:
    """6.8 Nobody is left to try."""
    del parts
    return None if step.units else (pop(state), ())


def apply(parts: Components, state: State, step: Step, action: Action) -> Told:
    """6.8, 18.4, 18.7 Take up an answer."""
    match step:
        case Exploiting():
            return _chosen(parts, state, step, action)
        case ExploitRoll():
            return _exploited(parts, state, step, action)
        case RuseRoll():
            return _ruse(parts, state, step, action)
    assert isinstance(step, OverrunRoll)  # noqa: S101
    return _overrun(parts, state, step, action)


def _chosen(parts: Components, state: State, step: Exploiting, action: Action) -> Told:
    """6.8 A unit that tries is shown for the roll."""
    if not isinstance(action, Exploit):
        return pop(state), ()
    rest = tuple(unit for unit in step.units if unit != action.unit)
    state, events = expose(parts, state, parts.unit_index[action.unit], "6.8")
    return push(swap(state, Exploiting(rest)), ExploitRoll(action.unit)), events


def _checked(total: Sum, action: Action, what: str, at: str, rule: str) -> tuple[bool, Rolled]:
    assert isinstance(action, Roll)  # noqa: S101
    passed = morale.passes(total, action)
    return passed, Rolled(rule, action.faces, what, "passed" if passed else "failed", (passed,), at)


def _exploited(parts: Components, state: State, step: ExploitRoll, action: Action) -> Told:
    """6.8 A unit that passes gets an exploitation marker."""
    area = battle.current(state).area
    passed, rolled = _checked(number(parts, state, step), action, f"exploitation of {step.unit}", area, "6.8")
    state = pop(state)
    if not passed:
        return state, (rolled,)
    state, events = set_status(parts, state, parts.unit_index[step.unit], EXPLOITING, "6.8")
    return state, (rolled, *events)


def _ruse(parts: Components, state: State, step: RuseRoll, action: Action) -> Told:
    """18.4 A point unit that fails is disordered; an asset is eliminated, and if nobody else defends it is over."""
    this, point = battle.current(state), fooled(state, step)
    passed, rolled = _checked(number(parts, state, step), action, f"ruse against {point}", this.area, "18.4")
    state = pop(state)
    events: tuple[Event, ...] = ()
    if not passed and point in parts.unit_index:
        state, events = disorder(parts, state, (point,), "18.4")
        if step.role == ATTACKER:  # 6.2 who is disordered no longer attacks
            state = battle.altered(state, attackers=tuple(u for u in this.attackers if u != point))
    elif not passed and not battle.defenders(parts, state):
        state, events = send(parts, state, parts.chit_index[point], GONE, "18.4")
        if not battle.targets(parts, state, DEFENDER):
            state = battle.altered(state, stage="opportunity", withdrawn=True)
    return state, (rolled, *events)


def _overrun(parts: Components, state: State, step: OverrunRoll, action: Action) -> Told:
    """18.7 Each asset whose die succeeds is eliminated."""
    assert isinstance(action, Roll)  # noqa: S101
    good = tuple(map(success.succeeds, action.faces, _numbers(parts, state, step)))
    guns = overrunnable(parts, state)
    count = sum(good)
    result = f"{count} overrun"
    events: tuple[Event, ...] = (
        Rolled("18.7", action.faces, "overrun of artillery", result, good, battle.current(state).area),
    )
    state = pop(state)
    for gun, hit in zip(guns, good, strict=True):
        if hit:
            state, more = send(parts, state, parts.chit_index[gun], GONE, "18.7")
            events += more
    return state, events
