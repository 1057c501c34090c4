"""7.0, 8.0, 13.2 What may come of an attack: differential, columns and both tables, before and while it is fought.

Foretold with the questions that the attack itself is resolved by (combat, eligibility, shifts).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bulge_widget.core.decision import Action, Part, Sum
from bulge_widget.core.odds import Battle, Chance, Odds, Plan
from bulge_widget.rulebooks.bigredone import attacking, combat, eligibility, shifts
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.crt import FACES
from bulge_widget.rulebooks.bigredone.eligibility import Attacking
from bulge_widget.rulebooks.bigredone.refusals import RESULTS
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, Step

__all__ = ["RISKS", "odds", "plan"]

RISKS: tuple[type[Action], ...] = (
    attacking.Attack,
    attacking.Join,
    attacking.Fight,
    combat.Support,
    combat.Resolve,
)
"""The orders that lead to dice."""

# -- one attack ---------------------------------------------------------------------------------------


def odds(parts: Components, state: State, action: Action | None) -> tuple[Odds, ...]:
    """8.0 The throws that an order leads to; without an order those that are asked for now."""
    step = state.stack[-1] if state.stack else None
    match step:
        case Attacking() if isinstance(action, attacking.Attack):
            return _attack(parts, state, step, action)
        case attacking.Joining():
            joined = (action.unit,) if isinstance(action, attacking.Join) else ()
            names = tuple(dict.fromkeys(name for name in (*step.units, *joined) if name in parts.unit_index))
            return tables(parts, state, combat.Choosing(step.target, names, _due(state, parts, names)), mist=True)
        case combat.MistRoll():
            return (mist_odds(parts, step),)
        case combat.Supporting():
            missions = action.missions if isinstance(action, combat.Support) else 0
            due = _due(state, parts, step.units) + step.mist + missions
            return tables(parts, state, combat.Choosing(step.target, step.units, due))
        case combat.Choosing():
            chosen = [action] if isinstance(action, combat.Resolve) and action.table in combat.TABLES else None
            return tables(parts, state, step, chosen=chosen)
        case combat.CombatRoll():
            return (die_odds(parts, step.table, {step.column: 1}, _differential(parts, state, step)),)
    return ()


def _due(state: State, parts: Components, units: tuple[str, ...]) -> int:
    return shifts.fixed_shifts(state, parts.side[parts.unit_index[units[0]]])


def _attack(parts: Components, state: State, step: Attacking, action: attacking.Attack) -> tuple[Odds, ...]:
    if action.unit not in parts.unit_index or action.hex not in parts.hex_index:
        return ()
    target = state.who[parts.hex_index[action.hex]]
    if target == EMPTY or state.at[parts.unit_index[action.unit]] >= WAITING or parts.side[target] == step.side:
        return ()
    choosing = combat.Choosing(parts.unit_ids[target], (action.unit,), shifts.fixed_shifts(state, step.side))
    return tables(parts, state, choosing, mist=True)


def tables(
    parts: Components,
    state: State,
    step: combat.Choosing,
    *,
    mist: bool = False,
    chosen: Iterable[combat.Resolve] | None = None,
) -> tuple[Odds, ...]:
    """8.1, 8.2 The die on each table that may be used, in the column that the differential leads to."""
    free = (combat.Resolve(name) for name in combat.TABLES if combat.table_refusal(parts, state, step, name) is None)
    found = []
    for choice in free if chosen is None else chosen:
        columns = {combat.final_column(parts, state, step, choice): 1}
        if mist and shifts.needs_mist_die(state, parts.side[parts.unit_index[step.units[0]]]):
            columns = _in_mist(parts, choice.table, *columns)
        total = _differential(parts, state, step)
        lowered = (Part("lowered", -choice.lower, "8.5"),) if choice.lower else ()
        why = Sum(total.text, (*total.parts, *lowered))
        found.append(die_odds(parts, choice.table, columns, why, shifted(parts, state, step, mist=mist)))
    return tuple(found)


def _in_mist(parts: Components, table: str, column: int) -> dict[int, int]:
    """13.2 The columns an attack may come to with the die for the mist, and by how many of its faces."""
    columns: dict[int, int] = {}
    for face in FACES:
        there = parts.crt[table].shifted(column, combat.mist_shifts(face))
        columns[there] = columns.get(there, 0) + 1
    return dict(sorted(columns.items()))


def _differential(parts: Components, state: State, step: combat.Choosing | combat.CombatRoll) -> Sum:
    units = tuple(parts.unit_index[name] for name in step.units)
    return combat.differential_sum(parts, state, units, parts.unit_index[step.target])


def shifted(parts: Components, state: State, step: combat.Choosing, *, mist: bool) -> str:
    """7.6, 12.0, 13.2, 14.2 The shifts that are counted already, and those that may still come."""
    side = parts.side[parts.unit_index[step.units[0]]]
    counted = [f"{step.shifts} column shift{'s' if step.shifts > 1 else ''} counted"] if step.shifts else []
    if mist and shifts.needs_mist_die(state, side):
        counted.append("a die for the mist adds one shift on 1 to 3, which is counted")
    missions = state.missions[side].ground_support
    if mist and missions:
        counted.append(f"ground support may add up to {missions}")
    return "; ".join(counted)


def die_odds(parts: Components, table: str, columns: Mapping[int, int], why: Sum, note: str = "") -> Odds:
    """8.6 What each face brings in a column, or in each of several that are more or less likely."""
    crt, chances = parts.crt[table], dict[str, int]()
    for column, likely in columns.items():
        rolls, weights = combat.column_classes(parts, table, column)
        for roll, weight in zip(rolls, weights, strict=True):
            result = crt.result(column, roll.faces[0])
            chances[result] = chances.get(result, 0) + likely * weight * (len(FACES) // sum(weights))
    listed = tuple(Chance(RESULTS.get(result, result), weight) for result, weight in chances.items())
    labels = " or ".join(crt.labels[column] for column in columns)
    return Odds(f"{table.capitalize()} table, column {labels}", (why,), listed, "8.6", note=note)


def mist_odds(parts: Components, step: combat.MistRoll) -> Odds:
    """13.2 The die for the mist."""
    good = sum(combat.mist_shifts(face) for face in range(1, 7))
    title = f"Mist over the attack on the {parts.unit_name(step.target)}"
    return Odds(title, (), (Chance("one shift", good), Chance("no shift", 6 - good)), "13.2")


# -- the phase ----------------------------------------------------------------------------------------


def plan(parts: Components, state: State) -> Plan | None:
    """7.0, R50 The attack that is put together or fought now, and the units that must still attack."""
    phase = next((step for step in reversed(state.stack) if isinstance(step, Attacking)), None)
    if phase is None:
        return None
    battle = _battle(parts, state, state.stack[-1])
    busy = battle.attackers if battle else ()
    units = tuple(
        name
        for name in phase.duty
        if name not in busy
        and eligibility.is_free(state, phase, parts.unit_index[name], name)
        and eligibility.targets(parts, state, phase, parts.unit_index[name])
    )
    return Plan("Attacks of this phase", "7.0", (battle,) if battle else (), units)


def _battle(parts: Components, state: State, step: Step) -> Battle | None:
    if not isinstance(
        step, attacking.Joining | combat.MistRoll | combat.Supporting | combat.Choosing | combat.CombatRoll
    ):
        return None
    units, target = tuple(parts.unit_index[name] for name in step.units), parts.unit_index[step.target]
    ratio = f"{combat.differential(parts, state, units, target):+d}"
    return Battle((parts.hex_ids[state.at[target]],), step.units, (step.target,), ratio, odds(parts, state, None))
