"""3.0 and 10.1 The movement phase: one unit after another, until its owner ends it.

Brings together movement, exits, arrivals and the airdrop. Its own rules are the throw of a unit that sets out
without supply (10.1), and what a unit may spend after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Dice, Key, Lazily, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import classes_of_faces, in_words, roll_refusal
from bulge_widget.core.event import Answered, Event, Rolled
from bulge_widget.rulebooks.bigredone import airdrop, british, exits, movement, reinforcement, zones
from bulge_widget.rulebooks.bigredone.airdrop import Drop
from bulge_widget.rulebooks.bigredone.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.bigredone.exits import Exit
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.movement import ALLOWANCE, Budget, Move, Ways, full_budget
from bulge_widget.rulebooks.bigredone.reinforcement import Enter
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, Step, mark_moved, pop, push

__all__ = ["Activate", "Continuing", "EndMove", "Moving", "Stay", "SupplyRoll"]


class Moving(Step, frozen=True, gc=False):
    """4.0 The phasing side moves."""

    side: int


class SupplyRoll(Step, frozen=True, gc=False):
    """10.1 CHANCE says how far a unit without supply may go."""

    unit: str


class Continuing(Step, frozen=True, gc=False):
    """10.1, R36 The unit that was thrown for moves now, or not at all."""

    unit: str
    points: int
    """Fifths of a movement point."""


class Activate(Action, frozen=True, gc=False):
    """Begin to move a unit that is out of supply."""

    unit: str


class Stay(Action, frozen=True, gc=False):
    """Leave the unit where it is after all."""

    unit: str


class EndMove(Action, frozen=True, gc=False):
    """End the movement phase."""


_END = EndMove()

# -- questions ----------------------------------------------------------------------------------------


def rolled_budget(step: Continuing) -> Budget:
    """10.1, 5.2 What a unit without supply may spend."""
    return Budget(step.points, mech=False, marker=False)


def budget(parts: Components, state: State, unit: int) -> Budget:
    """2.6 What a unit on the map may spend that moves now."""
    step = state.stack[-1]
    if isinstance(step, Continuing):
        return rolled_budget(step)
    return full_budget(parts, state, unit, movement.supplied(parts, state, unit))


def has_way(parts: Components, state: State, unit: int) -> bool:
    """4.5, R4 Whether a unit that is free to move can go anywhere; five points pay for any hex beside it."""
    who = state.who
    if EMPTY in [who[h] for h in parts.near[state.at[unit]]] and not british.is_held(parts, state, unit):
        return True
    spend = budget(parts, state, unit) if movement.supplied(parts, state, unit) else Budget(ALLOWANCE, False, False)
    ways = Ways.of(parts, state, unit, spend)
    return bool(ways.listed(parts, state) or exits.listed(parts, state, unit, ways, spend.points))


def activation_refusal(parts: Components, state: State, side: int, name: str) -> Refusal | None:
    """10.1 Only a unit that is out of supply and could go somewhere is thrown for."""
    wrong = movement.stuck_refusal(parts, state, side, name)
    if wrong is not None:
        return wrong
    unit = parts.unit_index[name]
    if movement.supplied(parts, state, unit):
        return Refusal("in_supply", "10.1", {"unit": name})
    return None if has_way(parts, state, unit) else Refusal("no_way", "4.5", {"unit": name})


def unit_refusal(parts: Components, state: State, step: Step, action: Move | Exit) -> Refusal | None:
    """4.0, 10.1 The rule that forbids a move or an exit."""
    if isinstance(step, Continuing):
        if action.unit != step.unit:
            return Refusal("one_at_a_time", "4.0", {"unit": step.unit})
        spend = rolled_budget(step)
    else:
        assert isinstance(step, Moving)  # noqa: S101
        wrong = movement.stuck_refusal(parts, state, step.side, action.unit)
        if wrong is not None:
            return wrong
        unit = parts.unit_index[action.unit]
        if not movement.supplied(parts, state, unit):
            return Refusal("must_roll", "10.1", {"unit": action.unit})
        spend = full_budget(parts, state, unit, supplied=True)
    if isinstance(action, Move):
        return movement.refusal(parts, state, action, spend)
    return exits.refusal(parts, state, action, spend)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """4.0 The rule that forbids an order in the movement phase."""
    if isinstance(step, SupplyRoll):
        return roll_refusal(action, Dice(1), "10.1")
    if isinstance(action, Move | Exit):
        return unit_refusal(parts, state, step, action)
    if isinstance(step, Continuing):
        if isinstance(action, Stay) and action.unit == step.unit:
            return None
        return Refusal("one_at_a_time", "4.0", {"unit": step.unit})
    assert isinstance(step, Moving)  # noqa: S101
    match action:
        case Activate():
            return activation_refusal(parts, state, step.side, action.unit)
        case Enter():
            return reinforcement.refusal(parts, state, step.side, action)
        case Drop() if step.side == GERMAN:
            return airdrop.refusal(parts, state, action)
        case EndMove():
            return None
    return Refusal("not_asked", "3.0", {"wanted": "a move, an arrival or the end of the phase"})


# -- options ------------------------------------------------------------------------------------------


def movers(parts: Components, state: State, side: int) -> list[int]:
    """4.0 The units on the map that can still move."""
    zone, at, moved = zones.enemy_zone(parts, state, side), state.at, state.moved
    free = [u for u in parts.roster[side] if at[u] < WAITING and not moved[u] and not zone[at[u]]]
    return [unit for unit in free if has_way(parts, state, unit)]


def orders(parts: Components, state: State, unit: int, spend: Budget, *more: Action) -> Lazily:
    """4.0, 15.2 Every move and exit of a unit that differs in effect, and then what more it can do."""
    ways = Ways.of(parts, state, unit, spend)
    off = exits.listed(parts, state, unit, ways, spend.points)

    def make(item: movement.Effect | exits.Off | Action) -> Action:
        if isinstance(item, int):
            return movement.order(parts, unit, ways, item)
        return exits.order(parts, unit, ways, item) if isinstance(item, exits.Off) else item

    items: list[movement.Effect | exits.Off | Action] = [*ways.listed(parts, state), *off, *more]
    return Lazily(items, make)


def _of_unit(parts: Components, state: State, unit: int) -> Sequence[Action]:
    if unit in parts.dropped and state.at[unit] == WAITING:
        return airdrop.listed(parts, state, unit)
    if state.at[unit] == WAITING:
        return reinforcement.listed(parts, state, unit)
    if not movement.supplied(parts, state, unit):
        return (Activate(parts.unit_ids[unit]),)
    return orders(parts, state, unit, full_budget(parts, state, unit, supplied=True))


def decision(parts: Components, state: State, step: Step) -> Decision:
    """4.0, 10.1 Ask the phasing side for its next order, or CHANCE for a throw."""
    if isinstance(step, SupplyRoll):
        rolls, weights = _classes(parts)
        return Decision(
            "chance", "10.1", lambda: _allowances(parts, step.unit), Options.plain(rolls), lambda: weights, Dice(1)
        )
    if isinstance(step, Continuing):
        unit = parts.unit_index[step.unit]
        listed = orders(parts, state, unit, rolled_budget(step), Stay(step.unit))
        prompt = f"Move the {parts.unit_name(step.unit)} by up to {step.points // POINTS_PER_MP}, or leave it"
        return Decision(SIDES[parts.side[unit]], "10.1", prompt, Options.grouped({step.unit: listed}))
    assert isinstance(step, Moving)  # noqa: S101
    waiting = [*reinforcement.ready(parts, state, step.side)]
    if step.side == GERMAN:
        waiting = sorted([*waiting, *(u for u in parts.dropped if airdrop.is_ready(parts, state, u))])
    keys: list[Key] = [parts.unit_ids[unit] for unit in (*movers(parts, state, step.side), *waiting)]

    def make(key: Key) -> Sequence[Action]:
        return (_END,) if key is None else _of_unit(parts, state, parts.unit_index[key])

    return Decision(SIDES[step.side], "4.0", "Move a unit, or end the movement phase", Options([*keys, None], make))


def _allowances(parts: Components, unit: str) -> str:
    faces = in_words(tuple(f"gives {parts.unsupplied_mp[face]}" for face in range(1, 7)))
    return f"Movement points of {parts.counters[unit].short}, out of supply: {faces}"


def _classes(parts: Components) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    return classes_of_faces(tuple(str(parts.unsupplied_mp[face]) for face in range(1, 7)))


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """Give the listed order of the same effect."""
    if isinstance(step, SupplyRoll):
        assert isinstance(action, Roll)  # noqa: S101
        points = parts.unsupplied_mp[action.faces[0]]
        return next(roll for roll in _classes(parts)[0] if parts.unsupplied_mp[roll.faces[0]] == points)
    match action:
        case Move():
            return movement.canonical(parts, state, action, budget(parts, state, parts.unit_index[action.unit]))
        case Exit():
            return exits.canonical(parts, state, action, budget(parts, state, parts.unit_index[action.unit]))
        case Enter():
            return reinforcement.canonical(parts, state, action)
    return action


def cost(parts: Components, state: State, action: Move | Enter) -> int:
    """4.2, 9.1 What a way costs in all, in fifths; 0 for a unit that does not exist."""
    if action.unit not in parts.unit_index:
        return 0
    if isinstance(action, Enter):
        return reinforcement.cost(parts, state, action)
    return movement.cost(parts, state, parts.unit_index[action.unit], action.path, action.mode)


def explain(parts: Components, state: State, action: Action) -> Sum:
    """4.2 What an order costs, or what an exit scores."""
    if isinstance(action, Move | Exit | Enter) and action.unit in parts.unit_index:
        if isinstance(action, Move):
            return movement.explain(parts, state, parts.unit_index[action.unit], action.path, action.mode)
        if isinstance(action, Enter):
            return reinforcement.explain(parts, state, action)
        return exits.explain(parts, state, action, rolled=isinstance(state.stack[-1], Continuing))
    return Sum("nothing to count", ())


# -- effect -------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """4.0 All units of the side are fresh."""
    return push(msgspec.structs.replace(state, moved=bytes(len(parts.unit_ids)), mech_used=0), Moving(side))


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """10.1 A unit that threw no points, or too few for any hex beside it, stays by itself."""
    if not isinstance(step, Continuing) or orders(parts, state, parts.unit_index[step.unit], rolled_budget(step)):
        return None
    unit = parts.unit_index[step.unit]
    told = Answered("10.1", SIDES[parts.side[unit]], str(Stay(step.unit)))
    return mark_moved(pop(state), unit), (told,)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """4.0 Carry out an order."""
    rolled = isinstance(step, Continuing)
    match action:
        case Roll() if isinstance(step, SupplyRoll):
            points = parts.unsupplied_mp[action.faces[0]]
            told = Rolled(
                "10.1", action.faces, f"movement of {step.unit}", f"{points} point{'' if points == 1 else 's'}"
            )
            return push(pop(state), Continuing(step.unit, points * POINTS_PER_MP)), (told,)
        case Activate():
            return push(state, SupplyRoll(action.unit)), ()
        case Stay():
            return mark_moved(pop(state), parts.unit_index[action.unit]), ()
        case Move():
            spend = budget(parts, state, parts.unit_index[action.unit])
            return movement.apply(parts, pop(state) if rolled else state, action, spend)
        case Exit():
            return exits.apply(parts, pop(state) if rolled else state, action, rolled=rolled)
        case Enter():
            return reinforcement.apply(parts, state, action)
        case Drop():
            return push(state, airdrop.DropRoll(action.unit, action.hex, 0)), ()
    return _ended(parts, state, step), ()


def _ended(parts: Components, state: State, step: Step) -> State:
    """R59 End the phase."""
    fresh = msgspec.structs.replace(pop(state), moved=bytes(len(parts.unit_ids)), mech_used=0)
    german = isinstance(step, Moving) and step.side == GERMAN
    return airdrop.end(parts, fresh) if german and state.turn == airdrop.TURN else fresh
