"""3.3 and 3.7 The move phase: one order after another, in any order, until its owner ends it (R26).

Brings together movement, overrun and stacking; holds no rule of its own but when the phase may end.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Lazily, Maker, Options, Part, Refusal, Sum
from bulge_widget.core.event import Event
from bulge_widget.rulebooks.knapp import movement, overrun, stacking, ways
from bulge_widget.rulebooks.knapp.components import SIDES, Components, bits, mask_of
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.overrun import Overrun, OverrunRoll
from bulge_widget.rulebooks.knapp.stacking import Excess
from bulge_widget.rulebooks.knapp.state import State, Step, begin_anew, contested, pop, push

__all__ = ["EndMove", "Moving"]


class Moving(Step, frozen=True, gc=False):
    """3 The phasing side moves."""

    side: int


class EndMove(Action, frozen=True, gc=False):
    """End the move phase."""


STEPS = (Moving,)
ACTIONS = (Move, Overrun, EndMove)
_END = EndMove()


class Orders(msgspec.Struct, frozen=True, gc=False):
    """What is left to do in a move phase."""

    packed: int
    """Set of the areas where no more units may come to stay."""
    movers: int
    """Set of the units that can move."""
    others: int
    """Set of the units that can not, but may perhaps overrun."""


# -- questions ----------------------------------------------------------------------------------------


def end_refusal(parts: Components, state: State, side: int, orders: Orders | None = None) -> Refusal | None:
    """5, R16 The phase may not end with a crowd that a legal order (given where known) could still thin out."""
    for area in stacking.crowded(parts, state, side):
        orders = orders or _orders(parts, state, side)
        there = stacking.friends(parts, state, side, area)
        if there & orders.movers or overrun.listed(parts, state, side, area):
            facts: dict[str, str | int] = {"area": parts.area_ids[area], "units": there.bit_count()}
            return Refusal("stacking", "5", facts | {"limit": stacking.LIMIT})
    return None


def _orders(parts: Components, state: State, side: int) -> Orders:
    going = stacking.goers(parts, state, side)
    packed = stacking.packed(parts, state, side, going)
    movers = ways.movers(parts, state, going, packed) if packed else going
    return Orders(packed, movers, (state.fresh | state.midway) & parts.army[side] & ~movers)


def why_not(parts: Components, state: State, step: Moving, action: Action) -> Refusal | None:
    """5 The rule that forbids an order in the move phase."""
    if isinstance(action, Move):
        return movement.refusal(parts, state, step.side, action)
    if isinstance(action, Overrun):
        return overrun.refusal(parts, state, step.side, action)
    if isinstance(action, EndMove):
        return end_refusal(parts, state, step.side)
    return Refusal("not_asked", "3", {"wanted": "a move, an overrun or the end of the phase"})


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Moving) -> Decision:
    """3 Ask the phasing side for its next order."""
    options = Options(later=functools.partial(_listing, parts, state, step.side))
    return Decision(SIDES[step.side], "5", "Move a unit, or end the move phase", options)


def _listing(parts: Components, state: State, side: int) -> tuple[Sequence[Key], Maker]:
    """An overrun stands under the first unit of its group, which mostly can move too; so few areas need be asked."""
    orders = _orders(parts, state, side)
    units = orders.movers
    for area in {state.at[unit] for unit in bits(orders.others)} if orders.others else ():
        units |= mask_of(attack.units[0] for attack in overrun.listed(parts, state, side, area))
    names = parts.labels.of(units)
    keys = (*names, None) if end_refusal(parts, state, side, orders) is None else names
    return keys, functools.partial(_orders_of, parts, state, orders)


def _orders_of(parts: Components, state: State, orders: Orders, key: Key) -> Sequence[Action]:
    """The moves of a unit, then the overruns of which it is the first."""
    if key is None:
        return (_END,)
    unit = parts.unit_index[key]
    known, effects = ways.possible(parts, state, unit, orders.packed)
    attacks = overrun.listed(parts, state, parts.side[unit], state.at[unit])
    if not attacks:
        return Lazily(effects, functools.partial(ways.order, parts, unit, known))
    both = [*effects, *[attack for attack in attacks if attack.units[0] == unit]]
    return Lazily(both, functools.partial(_order, parts, unit, known))


def _order(parts: Components, unit: int, known: ways.Ways, what: ways.Effect | overrun.Attack) -> Action:
    if isinstance(what, overrun.Attack):
        return overrun.order(parts, what)
    return ways.order(parts, unit, known, what)


def canonical(parts: Components, state: State, step: Moving, action: Action) -> Action:
    """Give the listed order of the same effect."""
    del step
    return ways.canonical(parts, state, action) if isinstance(action, Move) else action


def explain(parts: Components, state: State, step: Moving, action: Action) -> Sum:
    """5 The areas of a move, or the strength behind an overrun."""
    del step
    if isinstance(action, Move):
        return movement.explain(parts, action)
    if isinstance(action, Overrun):
        return overrun.strengths(parts, state, action)
    return Sum("units that can still move", (Part("units", len(decision_keys(parts, state))),))


def cost(parts: Components, state: State, action: Action) -> str:
    """5 What an order costs in areas, or in a hit; for an overrun its odds, rounded down."""
    if isinstance(action, Move):
        return "1 hit" if action.mode == "exit" else str(len(action.path) - 1)
    return f"{overrun.odds(parts, state, action)}:1" if isinstance(action, Overrun) else ""


def decision_keys(parts: Components, state: State) -> tuple[str, ...]:
    """The units of the moving side that still have an order."""
    step = state.stack[-1]
    keys = decision(parts, state, step).options.keys() if isinstance(step, Moving) else ()
    return tuple(key for key in keys if key is not None)


def candidates(parts: Components, state: State, step: Moving) -> Iterator[Action]:
    """For tests: walks of every mode for every unit, and every group against every neighbour."""
    yield _END
    for unit in range(len(parts.unit_ids)):
        area = state.at[unit]
        if area >= len(parts.area_ids):
            continue
        for path in _walks(parts, area, 2):
            for mode in ("normal", "exit", "road"):
                yield Move(parts.unit_ids[unit], path, mode)
        if parts.side[unit] == step.side:
            for path in _walks(parts, area, parts.allowance[unit] + 1, parts.roads):
                yield Move(parts.unit_ids[unit], path, "road")
    for area in range(len(parts.area_ids)):
        for units in _subsets(bits(stacking.friends(parts, state, step.side, area))):
            for other in parts.board.neighbours[area]:
                yield Overrun(tuple(parts.unit_ids[u] for u in units), (parts.area_ids[area], parts.area_ids[other]))


def _walks(
    parts: Components, start: int, limit: int, links: tuple[int, ...] | None = None
) -> Iterator[tuple[str, ...]]:
    walks: list[tuple[int, ...]] = [(start,)]
    for _ in range(limit):
        walks = [(*walk, b) for walk in walks for b in bits((links or parts.near)[walk[-1]])]
        yield from (tuple(parts.area_ids[a] for a in walk) for walk in walks)


def _subsets(units: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    return itertools.chain.from_iterable(itertools.combinations(units, n) for n in range(1, len(units) + 1))


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """5, R21, R29 Note who begins the phase beside the enemy."""
    engaged = [unit for area in bits(contested(state)) for unit in bits(stacking.friends(parts, state, side, area))]
    return push(begin_anew(state, engaged), Moving(side))


def apply(parts: Components, state: State, step: Moving, action: Action) -> tuple[State, tuple[Event, ...]]:
    """5, R26 Carry out an order."""
    if isinstance(action, Move):
        return movement.apply(parts, state, action)
    if isinstance(action, Overrun):
        return push(state, OverrunRoll(action.units, action.path)), ()
    return push(begin_anew(pop(state)), Excess(step.side)), ()
