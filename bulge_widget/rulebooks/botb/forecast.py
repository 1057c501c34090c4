"""9.0, 17.0 What may come of the planned battles: odds, modifiers and results, while they are divided and fought.

Foretold with the questions that battles are resolved by (planning, odds, battle).
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import Action, Part, Sum
from bulge_widget.core.odds import Battle, Chance, Odds, Plan
from bulge_widget.rulebooks.botb import assets, battle, planning
from bulge_widget.rulebooks.botb import odds as strengths
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.duty import situation
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import OFF, State
from bulge_widget.rulebooks.botb.texts_combat import result_in_words

__all__ = ["RISKS", "odds", "plan"]

RISKS: tuple[type[Action], ...] = (
    planning.Attack,
    assets.Support,
    assets.Strike,
    assets.Blitz,
    battle.Resolve,
    battle.Modify,
)
"""The orders that lead to dice."""

# -- one battle ---------------------------------------------------------------------------------------


def odds(parts: Components, state: State, action: Action | None) -> tuple[Odds, ...]:
    """17.1 The throws that an order leads to; without an order those that are asked for now."""
    step = state.stack[-1] if state.stack else None
    match step, action:
        case planning.Planning(), planning.Attack():
            return _set_against(parts, state, step, action)
        case assets.Assets(), assets.Support() | assets.Strike() | assets.Blitz():
            fight = assets.fight_at(step, parts.hex_index.get(action.hex))
            return () if fight is None else of_fight(parts, state, _helped(parts, fight, action))
        case battle.Resolving(), battle.Resolve():
            fight = battle.fight_at(step, parts.hex_index.get(action.hex))
            return () if fight is None else of_fight(parts, state, fight)
        case battle.Initiative(), battle.Modify():
            return (_chosen(parts, state, step, action),)
        case battle.BattleRoll(), None:
            return of_fight(parts, state, step.fight)
    return ()


def _set_against(parts: Components, state: State, step: planning.Planning, action: planning.Attack) -> tuple[Odds, ...]:
    if planning.attack_refusal(parts, state, step, action) is not None:
        return ()
    unit, where = parts.unit_index[action.unit], parts.hex_index[action.hex]
    pair = next(pair for pair in planning.after(step, unit, where) if unit in pair.attackers)
    return of_fight(parts, state, planning.fight_of(step, pair))


def _helped(parts: Components, fight: Fight, action: assets.Support | assets.Strike | assets.Blitz) -> Fight:
    """11.4, 26.9, 34.3 The battle with what an order assigns to it."""
    match action:
        case assets.Support() if action.unit in parts.unit_index:
            return msgspec.structs.replace(fight, guns=tuple(sorted({*fight.guns, parts.unit_index[action.unit]})))
        case assets.Strike():
            return msgspec.structs.replace(fight, air=True)
        case assets.Blitz():
            return msgspec.structs.replace(fight, blitz=True)
    return fight


def of_fight(parts: Components, state: State, fight: Fight) -> tuple[Odds, ...]:
    """17.1, 17.2.2 The die of a battle: both strengths, what changes it, and the results of its faces."""
    if not strengths.defenders(parts, state, fight) or not _present(state, fight):
        return ()
    where = " and ".join(parts.hex_name(parts.hex_ids[h]) for h in fight.hexes)
    if strengths.is_overrun(parts, state, fight):
        return (Odds(f"{where}: overrun", why(parts, state, fight), (Chance(in_words(battle.OVERRUN), 1),), "17.3"),)
    rolls, weights = battle.face_classes(parts, state, fight)
    cells = [battle.outcomes(parts, state, fight, roll.faces[0]) for roll in rolls]
    chances = tuple(Chance(" or ".join(map(in_words, cell)), n) for cell, n in zip(cells, weights, strict=True))
    blitz = ", Blitz table" if battle.is_blitz(parts, state, fight) else ""
    note = "the attacker chooses which modifiers apply after the roll" if any(len(c) > 1 for c in cells) else ""
    title = f"{where}: {strengths.ratio(parts, state, fight)}{blitz}"
    return (Odds(title, why(parts, state, fight), chances, "17.1", note=note),)


def why(parts: Components, state: State, fight: Fight) -> tuple[Sum, ...]:
    """17.1.1, 17.2.1 Attack, defence and the changes of the die."""
    changes = tuple(Part(label, value, rule) for label, value, rule in strengths.modifiers(parts, state, fight))
    found = (
        Sum("attack", strengths.attack_parts(parts, state, fight)),
        Sum("defence", strengths.defence_parts(parts, state, fight)),
    )
    return (*found, Sum("change of the die", changes)) if changes else found


def _chosen(parts: Components, state: State, step: battle.Initiative, action: battle.Modify) -> Odds:
    cell = battle.result_of(parts, state, step.fight, step.face, action.change)
    title = f"A {step.face} was rolled, changed by {action.change}"
    return Odds(title, why(parts, state, step.fight), (Chance(in_words(cell), 1),), "17.2.2")


def in_words(cell: tuple[str, ...]) -> str:
    """17.1.3 The results of a cell of the table."""
    return ", ".join(result_in_words(code) for code in cell)


def _present(state: State, fight: Fight) -> bool:
    return any(state.at[unit] < OFF for unit in fight.attackers)


# -- the phase ----------------------------------------------------------------------------------------


def plan(parts: Components, state: State) -> Plan | None:
    """9.1, 9.2 The battles of a phase, and who must still be given one."""
    for step in reversed(state.stack):
        if isinstance(step, planning.Planning):
            units, hexes = planning.duties(situation(parts, state, step.side), step.battles)
            fights = [planning.fight_of(step, pair) for pair in step.battles]
            return _plan(parts, state, fights, tuple(units), tuple(hexes))
        if isinstance(step, assets.Assets | battle.Resolving):
            top = state.stack[-1]
            now = [top.fight] if isinstance(top, battle.BattleRoll | battle.Initiative) else []
            return _plan(parts, state, [*now, *step.fights])
    return None


def _plan(
    parts: Components, state: State, fights: list[Fight], units: tuple[int, ...] = (), hexes: tuple[int, ...] = ()
) -> Plan:
    battles = tuple(_battle(parts, state, fight) for fight in fights)
    names = parts.unit_ids
    return Plan(
        "Battles of this phase", "9.1", battles, tuple(names[u] for u in units), tuple(parts.hex_ids[h] for h in hexes)
    )


def _battle(parts: Components, state: State, fight: Fight) -> Battle:
    names = parts.unit_ids
    return Battle(
        tuple(parts.hex_ids[h] for h in fight.hexes),
        tuple(names[unit] for unit in (*fight.attackers, *fight.guns)),
        tuple(names[unit] for unit in strengths.defenders(parts, state, fight)),
        strengths.ratio(parts, state, fight),
        of_fight(parts, state, fight),
    )
