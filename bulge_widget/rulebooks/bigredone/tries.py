"""For the examination: deliberately too wide lists of answers to each kind of question."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from bulge_widget.core.decision import Action, Roll
from bulge_widget.rulebooks.bigredone import (
    air,
    attacking,
    combat,
    eligibility,
    moving,
    reinforcement,
    results,
    resupply,
    retreat,
)
from bulge_widget.rulebooks.bigredone.airdrop import Drop
from bulge_widget.rulebooks.bigredone.components import ALLIED, Components
from bulge_widget.rulebooks.bigredone.exits import Exit
from bulge_widget.rulebooks.bigredone.movement import ALLOWANCE, MODES, Budget, Move
from bulge_widget.rulebooks.bigredone.reinforcement import Enter
from bulge_widget.rulebooks.bigredone.state import WAITING, State, Step

__all__ = ["candidates"]


def candidates(parts: Components, state: State) -> Iterable[Action]:  # noqa: C901  one line a kind of question
    """Answers to the open question, legal or not."""
    match step := state.stack[-1]:
        case moving.Moving() | moving.Continuing():
            return _moving(parts, state, step)
        case eligibility.Attacking() | attacking.Joining():
            return _attacking(parts, state, step)
        case results.Losing():
            return [results.Lose(name) for name in parts.unit_ids]
        case results.Exchanging():
            return _exchanging(step)
        case retreat.Retreating() | retreat.Advancing():
            return _retreating(parts, step)
        case air.Assigning():
            return [air.Assign(mission) for mission in (*air.MISSIONS[ALLIED], "rest")]
        case air.Interdicting():
            return [air.Interdict(name) for name in parts.hex_ids]
        case resupply.Resupplying():
            return [resupply.EndResupply(), *(resupply.Resupply(unit) for unit in parts.unit_ids)]
        case combat.Supporting():
            return [combat.Support(count) for count in range(-1, 8)]
        case combat.Choosing():
            return [combat.Resolve(table, lower) for table in (*combat.TABLES, "third") for lower in range(-1, 40)]
    return [*(Roll((face,)) for face in range(8)), Roll((1, 1))]


def _moving(parts: Components, state: State, step: Step) -> Iterator[Action]:
    """Ways of every kind for every unit, within reach and beyond it."""
    yield moving.EndMove()
    for unit, name in enumerate(parts.unit_ids):
        yield moving.Activate(name)
        yield moving.Stay(name)
        if state.at[unit] < WAITING:
            if not isinstance(step, moving.Continuing) or name == step.unit:
                yield from _on_the_map(parts, state, unit)
        elif reinforcement.is_due(parts, state, unit):
            yield from _arriving(parts, state, unit)
        elif unit in parts.dropped:
            yield from (Drop(name, where) for where in parts.hex_ids)


def _on_the_map(parts: Components, state: State, unit: int) -> Iterator[Action]:
    name, start = parts.unit_ids[unit], state.at[unit]
    spends = [Budget(ALLOWANCE, mech=True, marker=False), Budget(ALLOWANCE, mech=False, marker=False)]
    for spend in (*spends, moving.budget(parts, state, unit)):
        yield from moving.orders(parts, state, unit, spend)
    for b in parts.near[start]:
        for c in (None, *parts.near[b]):
            path = tuple(parts.hex_ids[h] for h in (start, b, c) if h is not None)
            yield from (kind(name, path, mode) for kind in (Move, Exit) for mode in MODES)
    yield Exit(name, (parts.hex_ids[start],))


def _arriving(parts: Components, state: State, unit: int) -> Iterator[Action]:
    yield from reinforcement.listed(parts, state, unit)
    for exit_ in parts.board.exits:
        entry = parts.hex_ids[exit_.space]
        yield from (Enter(parts.unit_ids[unit], entry, (entry,), mode) for mode in MODES)


def _attacking(parts: Components, state: State, step: Step) -> Iterator[Action]:
    """Every unit against every hex beside it, and against one far away."""
    if isinstance(step, attacking.Joining):
        yield attacking.Fight()
        yield from (attacking.Join(name) for name in parts.unit_ids)
        return
    yield attacking.EndCombat()
    for unit, name in enumerate(parts.unit_ids):
        near = parts.near[state.at[unit]] if state.at[unit] < WAITING else ()
        yield from (attacking.Attack(name, parts.hex_ids[h]) for h in (*near, 0))


def _exchanging(step: results.Exchanging) -> Iterator[Action]:
    """Every set of those who attacked, small ones in any order."""
    sizes = range(len(step.units) + 1)
    yield from (results.Exchange(units) for size in sizes for units in itertools.combinations(step.units, size))
    yield from (results.Exchange(units) for units in itertools.permutations(step.units, min(2, len(step.units))))


def _retreating(parts: Components, step: retreat.Retreating | retreat.Advancing) -> Iterator[Action]:
    """Every unit of the combat to every hex."""
    for kind in (retreat.Retreat, retreat.Advance):
        yield from (kind(name, where) for name in step.units for where in parts.hex_ids)
    yield retreat.Decline()
    yield from (retreat.Hold(name) for name in parts.unit_ids)
