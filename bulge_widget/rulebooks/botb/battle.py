"""17.0 Battles are resolved one at a time: the order, the die, and the attacker's choice of modifiers.

Does not cover what a result does (results).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import CHANCE, Action, Decision, Dice, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import classes_of_faces, roll_refusal
from bulge_widget.core.event import Event, Rolled
from bulge_widget.rulebooks.botb import crt, odds, results
from bulge_widget.rulebooks.botb.components import SIDES, Components
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import FOUGHT, OFF, State, Step, pop, push, set_flag, swap

__all__ = ["BattleRoll", "Fought", "Initiative", "Modify", "Resolve", "Resolving"]

DICE = Dice(1)
OVERRUN = ("DE", "AA4")  # 17.3.2


class Resolving(Step, frozen=True, gc=False):
    """9.1 The attacker chooses which battle is fought next."""

    side: int
    fights: tuple[Fight, ...]


class BattleRoll(Step, frozen=True, gc=False):
    """17.1.2 The die."""

    fight: Fight


class Initiative(Step, frozen=True, gc=False):
    """17.2.2 After the roll the attacker says which of his modifiers apply."""

    fight: Fight
    face: int


class Resolve(Action, frozen=True, gc=False):
    """Fight the battle at a hex now."""

    hex: str


class Modify(Action, frozen=True, gc=False):
    """Change the die by so much: nought, or down."""

    change: int


class Fought(Event, frozen=True, gc=False):
    """A battle is fought: who against whom, at what ratio."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    at: tuple[str, ...]
    ratio: str
    guns: tuple[str, ...] = ()


# -- questions ----------------------------------------------------------------------------------------


def fight_at(step: Resolving, where: int | None) -> Fight | None:
    """The battle in which a hex is attacked, or None."""
    return next((fight for fight in step.fights if where in fight.hexes), None)


def is_blitz(parts: Components, state: State, fight: Fight) -> bool:
    """34.1, 34.4 Whether the Blitz columns are used: declared, and the ratio has not fallen since."""
    return fight.blitz and crt.at_least(odds.ratio(parts, state, fight), "2-1")


def result_of(parts: Components, state: State, fight: Fight, face: int, change: int) -> tuple[str, ...]:
    """17.1.3 What a face with a change brings."""
    ratio = odds.ratio(parts, state, fight)
    return crt.cell(parts, ratio, face + change, blitz=is_blitz(parts, state, fight))


def outcomes(parts: Components, state: State, fight: Fight, face: int) -> dict[tuple[str, ...], int]:
    """17.2.2 The results the attacker may choose from after a roll, each with the smallest change that brings it."""
    found: dict[tuple[str, ...], int] = {}
    for change in sorted(odds.allowed_changes(parts, state, fight), key=abs):
        found.setdefault(result_of(parts, state, fight, face, change), change)
    return found


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """17.0 The rule that forbids an answer."""
    match step:
        case BattleRoll():
            return roll_refusal(action, DICE, "17.1.2")
        case Initiative():
            return modify_refusal(parts, state, step, action)
        case Resolving():
            if not isinstance(action, Resolve):
                return Refusal("not_asked", "9.1", {"wanted": "the battle to be fought next"})
            if fight_at(step, parts.hex_index.get(action.hex)) is None:
                return Refusal("no_battle", "9.11", {"hex": action.hex})
    return None


def modify_refusal(parts: Components, state: State, step: Initiative, action: Action) -> Refusal | None:
    """17.2.2, 17.2.3 Why the die may not be changed so."""
    if not isinstance(action, Modify):
        return Refusal("not_asked", "17.2.2", {"wanted": "by how much the die is changed"})
    allowed = odds.allowed_changes(parts, state, step.fight)
    if action.change not in allowed:
        return Refusal("wrong_change", "17.2.2", {"change": action.change, "lowest": min(allowed)})
    return None


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """9.1, 17.1.2, 17.2.2 Ask for the next battle, the die, or the modifiers."""
    match step:
        case Resolving():
            actions = [Resolve(parts.hex_ids[fight.hexes[0]]) for fight in step.fights]
            return Decision(SIDES[step.side], "9.1", "Choose the battle to be fought next", Options.plain(actions))
        case Initiative():
            changes = sorted(outcomes(parts, state, step.fight, step.face).values(), reverse=True)
            prompt = f"A {step.face} was rolled: choose which modifiers apply"
            options = Options.plain(Modify(change) for change in changes)
            return Decision(SIDES[step.fight.side], "17.2.2", prompt, options)
    assert isinstance(step, BattleRoll)  # noqa: S101
    rolls, weights = face_classes(parts, state, step.fight)
    where = " and ".join(parts.hex_name(parts.hex_ids[h]) for h in step.fight.hexes)
    prompt = f"The battle at {where}, {odds.ratio(parts, state, step.fight)}"
    return Decision(CHANCE, "17.1.2", prompt, Options.plain(rolls), lambda: weights, DICE)


def face_classes(parts: Components, state: State, fight: Fight) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """17.2.2 The faces that bring different choices, or shift them differently."""
    names = tuple(";".join(f"{'+'.join(cell)}" for cell in outcomes(parts, state, fight, face)) for face in range(1, 7))
    return classes_of_faces(names)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """A battle by its first hex, a roll by the first face of its effect, a change by the smallest of its effect."""
    match step, action:
        case Resolving(), Resolve(hex=name):
            fight = fight_at(step, parts.hex_index.get(name))
            return action if fight is None else Resolve(parts.hex_ids[fight.hexes[0]])
        case Initiative(), Modify(change=change):
            cell = result_of(parts, state, step.fight, step.face, change)
            return Modify(outcomes(parts, state, step.fight, step.face)[cell])
        case BattleRoll(), Roll(faces=(face,)):
            mine = list(outcomes(parts, state, step.fight, face))
            return Roll((next(f for f in range(1, 7) if list(outcomes(parts, state, step.fight, f)) == mine),))
    return action


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """17.1.1 The strengths of the battle."""
    match step:
        case Resolving():
            fight = fight_at(step, parts.hex_index.get(getattr(action, "hex", "")))
            return Sum("no battle", ()) if fight is None else odds.ratio_sum(parts, state, fight)
        case BattleRoll() | Initiative():
            return odds.ratio_sum(parts, state, step.fight)
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every hex under attack and one beside it, every face, every change."""
    del state
    match step:
        case Resolving():
            hexes = {h for fight in step.fights for h in fight.hexes}
            return [Resolve(parts.hex_ids[h]) for h in (*sorted(hexes), *parts.near[min(hexes)])]
        case Initiative():
            return [Modify(change) for change in range(-4, 4)]
    return [Roll((face,)) for face in range(8)]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """9.1, 17.2.2 Go on by itself where no battle, or only one, is left."""
    if not isinstance(step, Resolving):
        return None
    if not step.fights:
        return pop(state), ()
    if len(step.fights) > 1:
        return None
    return apply(parts, state, step, Resolve(parts.hex_ids[step.fights[0].hexes[0]]))


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """17.1 Begin a battle, read the die, or carry the chosen result out."""
    match step, action:
        case Resolving(), Resolve(hex=name):
            fight = fight_at(step, parts.hex_index[name])
            assert fight is not None  # noqa: S101
            return _begin(parts, swap(state, _without(step, fight)), fight)
        case BattleRoll(fight=fight), Roll(faces=(face,)):
            choices = outcomes(parts, state, fight, face)
            if len(choices) > 1:
                return swap(state, Initiative(fight, face)), ()
            return _read(parts, pop(state), fight, face, next(iter(choices.values())))
        case Initiative(fight=fight, face=face), Modify(change=change):
            return _read(parts, pop(state), fight, face, change)
    return state, ()


def _without(step: Resolving, fight: Fight) -> Resolving:
    return msgspec.structs.replace(step, fights=tuple(other for other in step.fights if other != fight))


def _begin(parts: Components, state: State, fight: Fight) -> tuple[State, tuple[Event, ...]]:
    """17.3 Overrun artillery at once, or throw the die."""
    attackers = tuple(unit for unit in fight.attackers if state.at[unit] < OFF)
    fight = msgspec.structs.replace(fight, attackers=attackers)
    prey = odds.defenders(parts, state, fight)
    if not attackers or not prey:
        return state, ()
    told = _told(parts, state, fight, prey)
    if odds.is_overrun(parts, state, fight):
        state, more = _carried_out(parts, state, fight, OVERRUN)
        return state, (told, *more)
    return push(state, BattleRoll(fight)), (told,)


def _carried_out(
    parts: Components, state: State, fight: Fight, cell: tuple[str, ...]
) -> tuple[State, tuple[Event, ...]]:
    """9.11 Carry a result out; whoever took part and is left fights no more in this phase."""
    units = (*fight.attackers, *odds.defenders(parts, state, fight))
    state, told = results.carried_out(parts, state, fight, cell)
    for unit in units:
        if state.at[unit] < OFF:
            state = set_flag(state, unit, FOUGHT)
    return state, told


def _told(parts: Components, state: State, fight: Fight, prey: tuple[int, ...]) -> Event:
    overrun = odds.is_overrun(parts, state, fight)
    names = parts.unit_ids
    return Fought(
        "17.3" if overrun else "17.1",
        tuple(names[unit] for unit in fight.attackers),
        tuple(names[unit] for unit in prey),
        tuple(parts.hex_ids[h] for h in fight.hexes),
        "overrun" if overrun else odds.ratio(parts, state, fight),
        tuple(names[unit] for unit in fight.guns),
    )


def _read(parts: Components, state: State, fight: Fight, face: int, change: int) -> tuple[State, tuple[Event, ...]]:
    """17.1.3 Look the result up and carry it out."""
    cell = result_of(parts, state, fight, face, change)
    what = f"battle, {odds.ratio(parts, state, fight)}" + (f", die {change:+d}" if change else "")
    told = Rolled("17.1.3", (face,), what, " ".join(cell), at=parts.hex_ids[fight.hexes[0]])
    state, more = _carried_out(parts, state, fight, cell)
    return state, (told, *more)


STEPS = (Resolving, BattleRoll, Initiative)
ACTIONS = (Resolve, Modify)
