"""9.0 The plan of battles: the attacker divides all that must be fought, one assignment an answer.

A unit is set against a hex; together they open a battle, or one of them joins the other's. An assignment is
refused if somebody who must fight could then find no partner any more (stars). Nothing is taken back. Does
not cover support and declarations (assets) nor the order of resolution (battle).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Sum
from bulge_widget.core.event import Answered, Event
from bulge_widget.rulebooks.botb import assets, engagement, fireline, movement, odds
from bulge_widget.rulebooks.botb.components import GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.duty import Situation, situation
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.stars import Battle, can_complete, joins_as_attacker, joins_as_hex
from bulge_widget.rulebooks.botb.state import FOUGHT, OFF, Engagement, State, Step, clear_flag, pop, push, swap
from bulge_widget.rulebooks.botb.zones import units_at

__all__ = ["Attack", "EndPlan", "Planning", "begin"]


class Pair(msgspec.Struct, frozen=True, gc=False):
    """9.3 A battle of the plan: attackers and hexes by index, ascending."""

    attackers: tuple[int, ...]
    hexes: tuple[int, ...]


class Planning(Step, frozen=True, gc=False):
    """9.1 The attacker divides the fighting into battles."""

    side: int
    battles: tuple[Pair, ...] = ()
    refought: tuple[Engagement, ...] = ()
    """34.2 The engagements that ended as this phase began."""


class Attack(Action, frozen=True, gc=False):
    """Set a unit against the enemies in a hex."""

    unit: str
    hex: str


class EndPlan(Action, frozen=True, gc=False):
    """The battles are divided."""


_END = EndPlan()

# -- questions ----------------------------------------------------------------------------------------


def duties(case: Situation, battles: Sequence[Pair]) -> tuple[list[int], list[int]]:
    """9.2, 15.5 The units that must attack and the hexes that must be attacked, and are in no battle yet."""
    busy = {unit for battle in battles for unit in battle.attackers}
    taken = {where for battle in battles for where in battle.hexes}
    owed = {h for unit in {*case.duty, *busy} for h in case.owed[unit]}
    return [unit for unit in case.duty if unit not in busy], sorted(owed - taken)


def of_unit(step: Planning, unit: int) -> Pair | None:
    """9.11 The battle a unit attacks in, or None."""
    return next((battle for battle in step.battles if unit in battle.attackers), None)


def of_hex(step: Planning, where: int) -> Pair | None:
    """9.8 The battle a hex is attacked in, or None."""
    return next((battle for battle in step.battles if where in battle.hexes), None)


def after(step: Planning, unit: int, where: int) -> tuple[Pair, ...]:
    """9.1 The battles once a unit is set against a hex."""
    mine, theirs = of_unit(step, unit), of_hex(step, where)
    old = mine or theirs or Pair((), ())
    new = Pair(tuple(sorted({*old.attackers, unit})), tuple(sorted({*old.hexes, where})))
    return tuple(sorted((*(b for b in step.battles if b != old), new), key=lambda battle: battle.hexes))


def is_possible(case: Situation, battles: Sequence[Pair]) -> bool:
    """9.2 Whether everybody who must fight can still be given a partner."""
    units, hexes = duties(case, battles)
    busy = {unit for battle in battles for unit in battle.attackers}
    stars = [Battle(battle.attackers, battle.hexes) for battle in battles]
    return can_complete(case.near, stars, units, hexes, [unit for unit in case.near if unit not in busy])


def attack_refusal(parts: Components, state: State, step: Planning, action: Attack) -> Refusal | None:
    """9.2 to 9.11 Why a unit may not be set against a hex."""
    case = situation(parts, state, step.side)
    refusal = beside_refusal(parts, state, step, case, action)
    if refusal is not None:
        return refusal
    unit, where = parts.unit_index[action.unit], parts.hex_index[action.hex]
    refusal = joining_refusal(case, step, unit, where, {"unit": action.unit, "hex": action.hex})
    if refusal is None and not is_possible(case, after(step, unit, where)):
        return Refusal("leaves_none", "9.2", {"unit": action.unit, "hex": action.hex})
    return refusal


def beside_refusal(parts: Components, state: State, step: Planning, case: Situation, action: Attack) -> Refusal | None:
    """8.6, 9.4, 23.2 Why a unit cannot attack a hex at all."""
    facts: dict[str, str | int] = {"unit": action.unit, "hex": action.hex}
    if action.hex not in parts.hex_index:
        return Refusal("unknown_hex", "3.2", facts)
    unit = parts.unit_index.get(action.unit)
    if unit is None or parts.side[unit] != step.side:
        return Refusal("not_yours", "8.1", facts)
    if engagement.is_engaged(state, unit):
        return Refusal("engaged", "23.2", facts)
    if not units_at(parts, state, parts.hex_index[action.hex], OTHER[step.side]):
        return Refusal("no_enemy", "9.3", facts)
    if parts.hex_index[action.hex] not in case.near.get(unit, ()):
        return Refusal("not_beside", "9.4", facts)
    return None


def joining_refusal(
    case: Situation, step: Planning, unit: int, where: int, facts: dict[str, str | int]
) -> Refusal | None:
    """9.4, 9.5, 9.8, 9.10, 9.11 Why a unit and a hex do not go into one battle."""
    mine, theirs = of_unit(step, unit), of_hex(step, where)
    if mine is not None and theirs is not None:
        return Refusal("set_already", "9.11" if mine == theirs else "9.8", facts)
    if mine is not None and not joins_as_hex(case.near, where, Battle(mine.attackers, mine.hexes)):
        return Refusal("not_all_beside", "9.5", facts)
    if theirs is not None and not joins_as_attacker(case.near, unit, Battle(theirs.attackers, theirs.hexes)):
        return Refusal("not_all_beside", "9.4", facts)
    return None


def end_refusal(parts: Components, state: State, step: Planning) -> Refusal | None:
    """9.2 Why the plan is not finished: somebody who must fight is in no battle."""
    units, hexes = duties(situation(parts, state, step.side), step.battles)
    if units:
        return Refusal("must_attack", "9.2", {"unit": parts.unit_ids[units[0]], "count": len(units)})
    if hexes:
        return Refusal("must_be_attacked", "9.2", {"hex": parts.hex_ids[hexes[0]], "count": len(hexes)})
    return None


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """9.0 The rule that forbids an answer."""
    assert isinstance(step, Planning)  # noqa: S101
    if isinstance(action, Attack):
        return attack_refusal(parts, state, step, action)
    if isinstance(action, EndPlan):
        return end_refusal(parts, state, step)
    return Refusal("not_asked", "9.1", {"wanted": "a unit set against a hex, or the end of the plan"})


# -- options ------------------------------------------------------------------------------------------


def listed(parts: Components, state: State, step: Planning, unit: int) -> list[int]:
    """9.1 The hexes a unit may be set against, one for each effect."""
    name, case = parts.unit_ids[unit], situation(parts, state, step.side)
    found = []
    for where in case.near.get(unit, ()):
        action = Attack(name, parts.hex_ids[where])
        if _standard(parts, step, action) == action and attack_refusal(parts, state, step, action) is None:
            found.append(where)
    return found


def _standard(parts: Components, step: Planning, action: Attack) -> Attack:
    """A battle joined is named by its first hex, a battle that grows by its first unit."""
    mine, theirs = of_unit(step, parts.unit_index[action.unit]), of_hex(step, parts.hex_index[action.hex])
    if mine is not None:
        return Attack(parts.unit_ids[mine.attackers[0]], action.hex)
    if theirs is not None:
        return Attack(action.unit, parts.hex_ids[theirs.hexes[0]])
    return action


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """The listed attack of the same effect."""
    del state
    assert isinstance(step, Planning)  # noqa: S101
    return _standard(parts, step, action) if isinstance(action, Attack) else action


def decision(parts: Components, state: State, step: Step) -> Decision:
    """9.1 Ask for the next assignment; the prompt says what is still without one."""
    assert isinstance(step, Planning)  # noqa: S101
    case = situation(parts, state, step.side)
    groups = {unit: listed(parts, state, step, unit) for unit in case.near}
    keys: list[Key] = [parts.unit_ids[unit] for unit, hexes in groups.items() if hexes]
    if end_refusal(parts, state, step) is None:
        keys.append(None)
    units, hexes = duties(case, step.battles)
    names = ", ".join(parts.hex_ids[h].upper() for h in hexes)
    open_ = f" ({len(units)} still to attack; still to be attacked: {names or 'none'})" if units or hexes else ""
    options = Options(keys, lambda key: _of(parts, groups, key))
    return Decision(SIDES[step.side], "9.1", f"Divide the fighting into battles{open_}", options)


def _of(parts: Components, groups: dict[int, list[int]], key: Key) -> Sequence[Action]:
    if key is None:
        return (_END,)
    return [Attack(key, parts.hex_ids[h]) for h in groups[parts.unit_index[key]]]


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """17.1.1 The strengths of the battle as it stands with this answer."""
    assert isinstance(step, Planning)  # noqa: S101
    if not isinstance(action, Attack) or action.unit not in parts.unit_index or action.hex not in parts.hex_index:
        return Sum("battles divided", ())
    unit, where = parts.unit_index[action.unit], parts.hex_index[action.hex]
    if state.at[unit] >= OFF:
        return Sum("not on the map", ())
    battle = next(b for b in after(step, unit, where) if unit in b.attackers)
    return odds.ratio_sum(parts, state, Fight(step.side, battle.attackers, battle.hexes))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every unit on the map against every hex beside it, and one far away."""
    del step
    found: list[Action] = [_END]
    for unit, name in enumerate(parts.unit_ids):
        around = parts.near[state.at[unit]] if state.at[unit] < OFF else ()
        found += [Attack(name, parts.hex_ids[h]) for h in (*around, 0)]
    return found


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> tuple[State, tuple[Event, ...]]:
    """9.1, 23.3 Open a combat phase."""
    state = clear_flag(state, FOUGHT, parts.roster[0])
    state = clear_flag(state, FOUGHT, parts.roster[1])
    refought = state.engagements
    state, told = engagement.begin(parts, state, side)
    state, silent = fireline.silenced(parts, state)
    told += silent
    return push(state, Planning(side, (), refought), engagement.Answering(side)), told


def against_monschau(parts: Components, state: State, step: Planning) -> Pair | None:
    """14.3.2, R71 While the Roer is closed who stands in its headwater attacks Monschau, whatever else he attacks.

    None where nobody stands there, the battle is planned, or others could then not meet their own duty (9.2).
    """
    where, case = parts.hex_index[movement.MONSCHAU], situation(parts, state, step.side)
    units = tuple(u for u, near in case.near.items() if state.at[u] == parts.roer_headwater and where in near)
    if step.side != GERMAN or step.battles or not units or movement.roer_open(parts, state):
        return None
    pair = Pair(units, (where,))
    return pair if is_possible(case, (pair,)) else None


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """9.1 Go on by itself where nobody can be set against anybody."""
    assert isinstance(step, Planning)  # noqa: S101
    forced = against_monschau(parts, state, step)
    if forced is not None:
        told = tuple(
            Answered("14.3.2", SIDES[step.side], str(Attack(parts.unit_ids[u], movement.MONSCHAU)))
            for u in forced.attackers
        )
        return swap(state, msgspec.structs.replace(step, battles=(forced,))), told
    if end_refusal(parts, state, step) is not None:
        return None
    case = situation(parts, state, step.side)
    if any(listed(parts, state, step, unit) for unit in case.near):
        return None
    return apply(parts, state, step, _END)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """9.1 Note the assignment, or go on to support and declarations."""
    assert isinstance(step, Planning)  # noqa: S101
    if isinstance(action, Attack):
        battles = after(step, parts.unit_index[action.unit], parts.hex_index[action.hex])
        return swap(state, msgspec.structs.replace(step, battles=battles)), ()
    if not step.battles:
        return pop(state), ()
    fights = tuple(fight_of(step, battle) for battle in step.battles)
    return swap(state, assets.Assets(step.side, fights)), ()


def fight_of(step: Planning, battle: Pair) -> Fight:
    """34.2 A battle of the plan, with a note whether it is fought again."""
    again = any(
        set(old.attackers) & set(battle.attackers) or set(old.defenders) & set(battle.attackers)
        for old in step.refought
    )
    return Fight(step.side, battle.attackers, battle.hexes, again=again)


STEPS = (Planning,)
ACTIONS = (Attack, EndPlan)
