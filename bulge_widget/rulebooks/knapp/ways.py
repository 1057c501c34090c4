"""5 Every way a unit can move, told apart by what it comes to: the options of movement.

The search along roads stands here; what forbids a step is in movement, what forbids a crowd in stacking.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

from bulge_widget.rulebooks.knapp import movement, stacking
from bulge_widget.rulebooks.knapp.components import ARMOR, OTHER, Components, bits
from bulge_widget.rulebooks.knapp.info import Choices
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.state import DONE, ENGAGED, FRESH, State, mode, steps_used

__all__ = ["Effect", "Ways", "canonical", "movers", "order", "possible", "ways_of"]

Effect = int
"""What a move comes to, in one integer (see `effect_of`): there are dozens for a unit, and each is looked up."""
_END = 255  # the bits that say where a move ends
_SPENT, _WON = 8, 16  # from which bit on stand what the unit has then done (R6), and the areas that pass to its side


def effect_of(end: int, won: int, spent: int) -> Effect:
    """Pack where a move ends, the areas that pass to the unit's side, and what it has then done."""
    return end | spent << _SPENT | won << _WON


class Ways(msgspec.Struct, frozen=True, gc=False):
    """Every effect a move of one unit can have."""

    start: int
    how: str
    """The mode of a single step: ``normal`` or ``exit``."""
    effects: tuple[Effect, ...]
    """All of them by where they end, then the shortest first; a step rather than a march that does the same."""
    steps: frozenset[Effect]
    """Effects of a single step."""
    marches: dict[Effect, Effect | None]
    """Effects of a march, shortest first, each with that of the march it is longer than by one area."""


def ways_of(parts: Components, state: State, unit: int) -> Ways:
    """5 What the unit can still do by moving, stacking left aside."""
    area, side = state.at[unit], parts.side[unit]
    around = parts.around[area]
    return _ways(
        parts,
        parts.kind[unit],
        area,
        state.spent[unit],
        state.unsupplied >> unit & 1,
        movement.dies(state, unit, "exit"),
        state.held[OTHER[side]] & around,
        movement.foreign(state, side) & around,
        state.choices,
    )


@functools.lru_cache(maxsize=4096)
def _ways(  # noqa: PLR0913  all that the ways of a unit depend on
    parts: Components,
    kind: int,
    area: int,
    spent: int,
    unsupplied: int,
    weak: bool,
    enemy: int,
    foreign: int,
    choices: Choices,
) -> Ways:
    near, exits = parts.open[kind & ARMOR][area] if mode(spent) == FRESH else 0, bool(enemy >> area & 1)
    ends = bits(near & ~enemy)[: 1 if weak else None] if exits else bits(near)
    marched = () if exits or unsupplied else _spent_by_marches(spent, parts.allowances[kind], choices)
    spots, gains = _spots(parts), effect_of(_END, foreign, DONE)
    steps = [spots[b] & gains for b in ends]
    marches = _marches(parts, area, enemy, foreign, choices, marched)
    effects = tuple(sorted(dict.fromkeys([*steps, *marches]), key=_END.__and__))
    return Ways(area, "exit" if exits else "normal", effects, frozenset(steps), marches)


def _marches(  # noqa: PLR0913  a board, what stands on it, and what each area of a march leaves the unit
    parts: Components, start: int, enemy: int, foreign: int, choices: Choices, marched: tuple[int, ...]
) -> dict[Effect, Effect | None]:
    """5, R2, R5 Search along roads, one area longer at a time."""
    blocked, shut = enemy << _WON, 0 if choices.march_may_end_at_enemy else enemy << _WON
    keeps = -1 << _WON if choices.control_on_pass_through else 0
    found: dict[Effect, Effect | None] = {}
    walks, road_steps = [start], _road_steps(parts)
    for length, spent in enumerate(marched):
        gains, longer = effect_of(_END, foreign, spent), []
        for walk in walks:
            before, back = walk & keeps, walk if length else None
            for spot in road_steps[walk & _END]:
                effect = before | spot & gains
                if effect not in found and not spot & shut:
                    found[effect] = back
                    if not spot & blocked:
                        longer.append(effect)
        walks = longer
    return found


@functools.lru_cache(maxsize=8)
def _spots(parts: Components) -> tuple[Effect, ...]:
    """The effect of entering each area, with every bit set that may be kept."""
    return tuple(effect_of(b, 1 << b, (1 << _WON - _SPENT) - 1) for b in range(len(parts.area_ids)))


@functools.lru_cache(maxsize=8)
def _road_steps(parts: Components) -> tuple[tuple[Effect, ...], ...]:
    """5 For each area, the spots of those next along roads."""
    spots = _spots(parts)
    return tuple(tuple(spots[b] for b in bits(roads)) for roads in parts.roads)


@functools.lru_cache(maxsize=1024)
def _spent_by_marches(spent: int, allowance: int, choices: Choices) -> tuple[int, ...]:
    """5, R6, R29 What each further area leaves a supplied unit in an uncontested area; empty if it may not march."""
    if spent & ENGAGED or not movement.may_march_after(spent, choices):
        return ()
    left = allowance - steps_used(spent)
    return tuple(movement.spent_by_march(spent, length, allowance, choices) for length in range(1, left + 1))


def movers(parts: Components, state: State, going: int, packed: int) -> int:
    """5, R16 Set of those `going` that can move, where stacking lets no more stop in the `packed` areas."""
    for unit in bits(going):
        free = ~(packed | state.held[OTHER[parts.side[unit]]])
        if not _may_step(parts, state, unit, free) and not possible(parts, state, unit, packed)[1]:
            going ^= 1 << unit
    return going


def _may_step(parts: Components, state: State, unit: int, free: int) -> int:
    """5 The areas, of some free of enemies and crowds, where a unit may step; mostly this is all that need be asked."""
    return parts.open_to[unit][state.at[unit]] & free if mode(state.spent[unit]) == FRESH else 0


def possible(parts: Components, state: State, unit: int, packed: int) -> tuple[Ways, Sequence[Effect]]:
    """5, R16 What the unit can still do by moving, and the effects that stacking allows."""
    known = ways_of(parts, state, unit)
    closed = _closed(parts, state, unit, packed) if packed else 0
    return known, [effect for effect in known.effects if not closed >> (effect & _END) & 1] if closed else known.effects


def _closed(parts: Components, state: State, unit: int, packed: int) -> int:
    """5, R14, R16 The areas where a unit may not stop; one that dies on leaving stops nowhere."""
    start = 1 << state.at[unit]
    if movement.dies(state, unit, "exit") and movement.is_contested_for(parts, state, unit):
        return 0
    loops_back = packed & start and stacking.too_many(parts, state, unit, state.at[unit])
    return packed if loops_back else packed & ~start


def order(parts: Components, unit: int, known: Ways, effect: Effect) -> Move:
    """An effect as the order for it."""
    name, names = parts.unit_ids[unit], parts.area_ids
    if effect in known.steps:
        return Move(name, (names[known.start], names[effect & _END]), known.how)
    path: list[str] = []
    at: Effect | None = effect
    while at is not None:
        path.append(names[at & _END])
        at = known.marches[at]
    return Move(name, (names[known.start], *reversed(path)), "road")


def canonical(parts: Components, state: State, move: Move) -> Move:
    """Give the listed move with the same effect."""
    unit = parts.unit_index[move.unit]
    known = ways_of(parts, state, unit)
    if movement.dies(state, unit, move.mode):
        return order(parts, unit, known, known.effects[0])
    return order(parts, unit, known, _effect(parts, state, unit, move))


def _effect(parts: Components, state: State, unit: int, move: Move) -> Effect:
    walk = movement.walk_of(parts, move.path)
    assert walk is not None  # noqa: S101  a legal path
    won = movement.won_by(state, parts.side[unit], walk)
    return effect_of(walk.areas[-1], won, movement.spent_by(parts, state, unit, move))
