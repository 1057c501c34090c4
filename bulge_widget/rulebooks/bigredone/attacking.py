"""7.0 Before combat: who attacks whom, one attack after another, and who must.

An attack is declared by its first unit; others join one by one until the attacker lets it be fought. Does not
cover the tables and the die (combat).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Sum
from bulge_widget.core.event import Event
from bulge_widget.rulebooks.bigredone import combat, eligibility, shifts, zones
from bulge_widget.rulebooks.bigredone.combat import Supporting
from bulge_widget.rulebooks.bigredone.components import SIDES, Components
from bulge_widget.rulebooks.bigredone.eligibility import Attacking
from bulge_widget.rulebooks.bigredone.state import EMPTY, PHASES, WAITING, State, Step, pop, push, swap

__all__ = ["Attack", "EndCombat", "Fight", "Join", "Joining", "begin"]


class Joining(Step, frozen=True, gc=False):
    """7.3 An attack is being put together."""

    target: str
    units: tuple[str, ...]


class Attack(Action, frozen=True, gc=False):
    """Declare an attack on the enemy unit in a hex."""

    unit: str
    hex: str


class Join(Action, frozen=True, gc=False):
    """Let another unit take part."""

    unit: str


class Fight(Action, frozen=True, gc=False):
    """Resolve the attack with the units that have joined."""


class EndCombat(Action, frozen=True, gc=False):
    """Make no more attacks in this phase."""


_FIGHT, _END = Fight(), EndCombat()

# -- questions ----------------------------------------------------------------------------------------


def attack_refusal(parts: Components, state: State, step: Attacking, action: Attack) -> Refusal | None:
    """7.1, 7.2, 7.4, 8.2 The rule that forbids a unit to open an attack."""
    wrong = eligibility.unit_refusal(parts, state, step, action.unit)
    if wrong is not None:
        return wrong
    if action.hex not in parts.hex_index:
        return Refusal("unknown_hex", "2.1", {"hex": action.hex})
    unit, target = parts.unit_index[action.unit], state.who[parts.hex_index[action.hex]]
    facts: dict[str, str | int] = {"unit": action.unit, "hex": action.hex}
    if target == EMPTY or parts.side[target] == step.side:
        return Refusal("no_enemy", "7.1", facts)
    if target not in zones.adjacent_enemies(parts, state, unit):
        return Refusal("not_beside", "7.1", facts | {"target": parts.unit_ids[target]})
    if parts.unit_ids[target] in step.attacked:
        return Refusal("attacked_already", "7.2", facts | {"target": parts.unit_ids[target]})
    if not eligibility.can_open(parts, state, step, unit, target):
        return Refusal("must_attack_strongest", "10.2", facts | {"target": parts.unit_ids[target]})
    return None


def join_refusal(parts: Components, state: State, step: Joining, name: str) -> Refusal | None:
    """7.1, 7.3, 10.2 The rule that forbids a unit to join."""
    phase = _phase(state)
    wrong = eligibility.unit_refusal(parts, state, phase, name)
    if wrong is not None:
        return wrong
    if name in step.units:
        return Refusal("joined_already", "7.4", {"unit": name})
    unit, target = parts.unit_index[name], parts.unit_index[step.target]
    if target not in zones.adjacent_enemies(parts, state, unit):
        where = parts.hex_ids[state.at[target]]
        return Refusal("not_beside", "7.1", {"unit": name, "target": step.target, "hex": where})
    units = (*_indexes(parts, step.units), unit)
    if not eligibility.can_complete(parts, state, phase, units, target):
        return Refusal("must_attack_strongest", "10.2", {"unit": name, "target": step.target})
    return None


def fight_refusal(parts: Components, state: State, step: Joining) -> Refusal | None:
    """8.2, 10.2, R50 Why an attack may not be fought with those who have joined so far."""
    units, target = _indexes(parts, step.units), parts.unit_index[step.target]
    left_out = eligibility.required(parts, state, _phase(state), target) - set(units)
    if left_out:
        return Refusal("must_join", "7.0", {"unit": parts.unit_ids[min(left_out)], "target": step.target})
    if not eligibility.has_table(parts, state, units, target):
        weak = next(u for u in units if not eligibility.is_supplied(parts, state, u))
        return Refusal("must_attack_strongest", "10.2", {"unit": parts.unit_ids[weak], "target": step.target})
    return None


def end_refusal(parts: Components, state: State, step: Attacking) -> Refusal | None:
    """7.0, R20, R50 The phase may not end while a unit that must attack still can."""
    for name in step.duty:
        unit = parts.unit_index[name]
        if eligibility.is_free(state, step, unit, name) and eligibility.targets(parts, state, step, unit):
            return Refusal("must_attack", "7.0", {"unit": name})
    return None


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """7.0 The rule that forbids an order in a combat phase."""
    if isinstance(step, Joining):
        if isinstance(action, Join):
            return join_refusal(parts, state, step, action.unit)
        if isinstance(action, Fight):
            return fight_refusal(parts, state, step)
        return Refusal("not_asked", "7.3", {"wanted": "a unit that joins, or the fight"})
    assert isinstance(step, Attacking)  # noqa: S101
    if isinstance(action, Attack):
        return attack_refusal(parts, state, step, action)
    if isinstance(action, EndCombat):
        return end_refusal(parts, state, step)
    return Refusal("not_asked", "7.0", {"wanted": "an attack or the end of the phase"})


def _phase(state: State) -> Attacking:
    """The combat phase in which an attack is being put together."""
    step = state.stack[-2]
    assert isinstance(step, Attacking)  # noqa: S101
    return step


def _indexes(parts: Components, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(parts.unit_index[name] for name in names)


# -- options ------------------------------------------------------------------------------------------


def joiners(parts: Components, state: State, step: Joining) -> list[str]:
    """7.3 The units that may join."""
    near = eligibility.around(parts, state, _phase(state), parts.unit_index[step.target])
    return [name for name in (parts.unit_ids[u] for u in near) if join_refusal(parts, state, step, name) is None]


def decision(parts: Components, state: State, step: Step) -> Decision:
    """7.0, 7.3 Ask for the next attack, or for who joins."""
    if isinstance(step, Joining):
        names: list[Key] = [*joiners(parts, state, step)]
        if fight_refusal(parts, state, step) is None:
            names.append(None)
        where = parts.hex_name(parts.hex_ids[state.at[parts.unit_index[step.target]]])
        prompt = f"Who joins the attack on the {parts.unit_name(step.target)} in {where}?"
        options = Options(names, lambda key: (_FIGHT,) if key is None else (Join(key),))
        return Decision(SIDES[parts.side[parts.unit_index[step.units[0]]]], "7.3", prompt, options)
    assert isinstance(step, Attacking)  # noqa: S101
    keys: list[Key] = [parts.unit_ids[u] for u in eligibility.attackers(parts, state, step)]
    if end_refusal(parts, state, step) is None:
        keys.append(None)
    must = " (units in contact must attack)" if step.duty else ""
    prompt = f"Attack with a unit, or end the combat phase{must}"
    return Decision(SIDES[step.side], "7.0", prompt, Options(keys, lambda key: _of(parts, state, step, key)))


def _of(parts: Components, state: State, step: Attacking, key: Key) -> Sequence[Action]:
    if key is None:
        return (_END,)
    where = [state.at[target] for target in eligibility.targets(parts, state, step, parts.unit_index[key])]
    return [Attack(key, parts.hex_ids[h]) for h in where]


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """8.0 The differential of the attack as it stands with this order."""
    if isinstance(step, Joining):
        units = step.units + ((action.unit,) if isinstance(action, Join) else ())
        known = tuple(dict.fromkeys(name for name in units if name in parts.unit_index))
        return combat.differential_sum(parts, state, _indexes(parts, known), parts.unit_index[step.target])
    if isinstance(action, Attack) and action.unit in parts.unit_index and action.hex in parts.hex_index:
        target = state.who[parts.hex_index[action.hex]]
        if target != EMPTY and state.at[parts.unit_index[action.unit]] < WAITING:
            return combat.differential_sum(parts, state, (parts.unit_index[action.unit],), target)
    return Sum("nothing to explain", ())


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """7.0, R50 Open a combat phase; after movement, who is in contact now must attack."""
    mandatory = PHASES[state.phase][0] == "post-movement-combat"
    duty = eligibility.in_contact(parts, state, side) if mandatory else ()
    return push(state, Attacking(side, (), (), duty))


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """7.0 End the phase when nobody can attack; fight when nobody can join."""
    if isinstance(step, Joining):
        if joiners(parts, state, step):
            return None
        return _fight(state, step), ()
    assert isinstance(step, Attacking)  # noqa: S101
    return (pop(state), ()) if next(eligibility.attackers(parts, state, step), None) is None else None


def _fight(state: State, step: Joining) -> State:
    """7.2 Note who has fought, and go on to the weather and the air."""
    phase = _phase(state)
    fought = tuple(sorted((*phase.fought, *step.units)))
    attacked = tuple(sorted((*phase.attacked, step.target)))
    phase = msgspec.structs.replace(phase, fought=fought, attacked=attacked)
    state = msgspec.structs.replace(state, stack=(*state.stack[:-2], phase))
    steps: tuple[Step, ...] = (Supporting(step.target, step.units),)
    if shifts.needs_mist_die(state, phase.side):
        steps = (combat.MistRoll(step.target, step.units),)
    return push(state, *steps)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """7.0, 7.3 Open an attack, let a unit join, fight, or end the phase."""
    match action:
        case Attack():
            target = parts.unit_ids[state.who[parts.hex_index[action.hex]]]
            return push(state, Joining(target, (action.unit,))), ()
        case Join() if isinstance(step, Joining):
            units = tuple(sorted((*step.units, action.unit), key=parts.unit_index.__getitem__))
            return swap(state, msgspec.structs.replace(step, units=units)), ()
        case Fight() if isinstance(step, Joining):
            return _fight(state, step), ()
    return pop(state), ()
