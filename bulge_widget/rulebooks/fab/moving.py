"""5.2, 7.2, 7.3 Movement Phases: what each unit may do in its operational, reaction or breakthrough movement.

Where a unit may go is asked in movement, what happens on the way in marching; strategic moves are in strategic.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from bulge_widget.core.decision import Action, Decision, Key, Lazily, Options, Refusal, Sum
from bulge_widget.core.event import MarkerSet
from bulge_widget.rulebooks.fab import control, greif, marching, movement, reserve, sameness, special, troops, ways
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, marked, mask_of, mask_where
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.laid import Laid
from bulge_widget.rulebooks.fab.movement import Move
from bulge_widget.rulebooks.fab.once import once, once_by
from bulge_widget.rulebooks.fab.state import (
    EXPLOITING,
    INTERDICTED,
    MOVED,
    NOWHERE,
    SHAKEN,
    SLUG,
    UNSUPPLIED,
    WAITING,
    State,
    Step,
    dwelling,
    mark_side,
    pop,
    push,
    reserve_of,
    reserved,
    set_reserve,
)
from bulge_widget.rulebooks.fab.ways import Path

__all__ = ["ACTIONS", "STEPS", "Activate", "EndMove", "Entrench", "Moving", "Reserve", "carry_out", "forfeit"]

FORFEITED = 253  # in `reserves`: a marker lost for this phase (17.11)
_FORFEITED, _AT_HAND = bytes((FORFEITED,)), bytes((NOWHERE,))


class Entrench(Action, frozen=True, gc=False):
    """5.23 Build field works instead of moving."""

    unit: str


class Reserve(Action, frozen=True, gc=False):
    """5.21 Place a unit in reserve."""

    unit: str
    marker: str


class Activate(Action, frozen=True, gc=False):
    """8.21 Spend a Special Action to let a unit move in the breakthrough."""

    unit: str
    chit: str


class EndMove(Action, frozen=True, gc=False):
    """Move no more units in this phase."""


class Moving(Step, frozen=True, gc=False):
    """5.2, 7.2, 7.3 A side moves its units one by one."""

    side: int


END: Final = EndMove()
STEPS: tuple[type[Step], ...] = (Moving,)
ACTIONS: tuple[type[Action], ...] = (Move, Entrench, Reserve, Activate, EndMove)
_RULES = {"operational-movement": "5.2", "reaction": "7.2", "breakthrough-movement": "7.3"}
_ASKED = {
    (phase, side): (rule, f"{SIDES[side].capitalize()} {phase.replace('-', ' ')}: order a unit, or end the phase.")
    for phase, rule in _RULES.items()
    for side in (GERMAN, ALLIED)
}
"""By phase and side: rule and prompt of the question for the next order."""


# -- questions ------------------------------------------------------------------------------------------


def entrench_refusal(parts: Components, state: State, side: int, unit: int) -> Refusal | None:
    """5.23, 7.31 Whether a unit may build field works."""
    return movement.may_move(parts, state, side, unit) or works_refusal(parts, state, side, unit)


def works_refusal(parts: Components, state: State, side: int, unit: int) -> Refusal | None:
    """5.23 Why a unit that may move may not build field works instead."""
    if diggers(parts, state, side) >> unit & 1:
        return None
    refusal = reserve.readiness(parts, state, unit, "5.23")
    if refusal is None and state.works[side] >> state.at[unit] & 1:
        return Refusal("works_there", "5.23", {"area": parts.area_ids[state.at[unit]]})
    return refusal or Refusal("in_reserve", "5.21", {"unit": parts.unit_ids[unit]})


@once_by("phase", "status", "who", "contested", "works", "reserves")
def diggers(parts: Components, state: State, side: int) -> int:
    """5.23, 5.21 Set of the units that are ready, stand where no field works are, and are not just put in reserve."""
    kept = reserved(state) if SLUG[state.phase] == "operational-movement" else 0
    return reserve.ready(parts, state) & ~dwelling(state, state.works[side]) & ~kept


def activate_refusal(parts: Components, state: State, side: int, unit: int, chit: str) -> Refusal | None:
    """8.21, R69 Whether a Special Action may let a unit exploit; of reserves only KG Peiper gains by it (18.3)."""
    name = parts.unit_ids[unit]
    if parts.side[unit] != side or state.at[unit] >= WAITING or state.status[unit] & MOVED:
        return movement.may_move(parts, state, side, unit)
    if SLUG[state.phase] != "breakthrough-movement":
        return Refusal("not_now", "8.21", {"unit": name})
    if not parts.armor[unit]:
        return Refusal("not_armor", "8.21", {"unit": name})
    idle = reserve_of(state, unit) >= 0 and not movement.is_night(parts, state, unit)
    if state.status[unit] & EXPLOITING or idle:
        return Refusal("needs_none", "8.21", {"unit": name})
    if state.status[unit] & (UNSUPPLIED | SHAKEN):
        return Refusal("unsupplied" if state.status[unit] & UNSUPPLIED else "disordered", "8.21", {"unit": name})
    if chit not in special.usable(parts, state, side, unit):
        return Refusal("no_special_action", "8.21", {"unit": name, "chit": chit})
    return None


def to_activate(parts: Components, state: State, side: int) -> int:
    """8.21, R69 Set of the units that a Special Action may let exploit: what `activate_refusal` does not refuse."""
    if SLUG[state.phase] != "breakthrough-movement":
        return 0
    able = movement.idle(parts, state, side) & troops.of_class(parts, "armor") & mask_where(state.status, _TO_ACTIVATE)
    kept = mask_of([unit for unit in bits(reserved(state)) if not movement.is_night(parts, state, unit)])
    return able & ~kept & special.in_reach(parts, state, side)


_TO_ACTIVATE = marked(lambda flags: not flags & (EXPLOITING | UNSUPPLIED | SHAKEN))


def why_not(parts: Components, state: State, step: Moving, action: Action) -> Refusal | None:
    """5.2, 7 What forbids an order of a Movement Phase."""
    if isinstance(action, EndMove):
        return None
    if not isinstance(action, Move | Entrench | Reserve | Activate):
        return Refusal("not_asked", _RULES[SLUG[state.phase]], {"wanted": "moves"})
    if action.unit not in parts.unit_index:
        return Refusal("unknown_unit", "2.2", {"unit": action.unit})
    unit = parts.unit_index[action.unit]
    match action:
        case Entrench():
            return entrench_refusal(parts, state, step.side, unit)
        case Reserve(marker=marker):
            return reserve.reserve_refusal(parts, state, step.side, unit, marker)
        case Activate(chit=chit):
            return activate_refusal(parts, state, step.side, unit, chit)
        case Move():
            return move_refusal(parts, state, step.side, action)


def move_refusal(parts: Components, state: State, side: int, move: Move) -> Refusal | None:
    """5.22 What forbids a move."""
    unit = parts.unit_index[move.unit]
    refusal = movement.may_move(parts, state, side, unit)
    if refusal is not None:
        return refusal
    mode = movement.mode_of(state, unit)
    if move.mode != mode:
        return Refusal("wrong_mode", _RULES[SLUG[state.phase]], {"wanted": mode})
    return movement.path_refusal(parts, state, movement.ground_of(parts, state, unit), move)


# -- options --------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Moving) -> Decision:
    """5.2, 7.2, 7.3 Ask the side for its next order."""
    rule, prompt = _ASKED[SLUG[state.phase], step.side]
    return Decision(SIDES[step.side], rule, prompt, Options(later=lambda: _listing(parts, state, step)))


def _listing(
    parts: Components, state: State, step: Moving
) -> tuple[tuple[Key, ...], Callable[[Key], Sequence[Action]]]:
    keys = map(parts.unit_ids.__getitem__, movers(parts, state, step.side))

    def make(key: Key) -> Sequence[Action]:
        return (END,) if key is None else orders(parts, state, step.side, parts.unit_index[key])

    return (*keys, None), make


@once
def movers(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """5.2 The units of a side that have any order; what is quick to see of many comes first."""
    moving, quick = movement.taking_part(parts, state, side), diggers(parts, state, side)
    quick |= movement.at_ease(parts, state, side, moving & ~quick)
    idle = mask_of([u for u in bits(moving & ~quick) if not can_act(parts, state, side, u)])
    return bits(moving & ~idle | to_activate(parts, state, side) & ~moving)


def can_act(parts: Components, state: State, side: int, unit: int) -> bool:
    """5.2 Whether a unit that may move has any order where that is not quick to see."""
    here = movement.ground_of(parts, state, unit)
    return bool(ways.first_steps(parts, here) or _reserves(parts, state, side, unit))


def _activations(parts: Components, state: State, side: int, unit: int) -> tuple[Activate, ...]:
    if not to_activate(parts, state, side) >> unit & 1:
        return ()
    return tuple([Activate(parts.unit_ids[unit], chit) for chit in special.usable(parts, state, side, unit)])


def _reserves(parts: Components, state: State, side: int, unit: int) -> tuple[Reserve, ...]:
    if not reserve.eligible(parts, state, side) >> unit & 1:
        return ()
    return tuple([Reserve(parts.unit_ids[unit], marker) for marker in reserve.markers_for(parts, state, side, unit)])


def orders(parts: Components, state: State, side: int, unit: int) -> Sequence[Action]:
    """5.2 Everything a unit may do now."""
    name = parts.unit_ids[unit]
    if movement.may_move(parts, state, side, unit) is not None:
        return _activations(parts, state, side, unit)
    mode, found = movement.mode_of(state, unit), movement.ways_of(parts, state, unit)
    digs = (Entrench(name),) if works_refusal(parts, state, side, unit) is None else ()
    others = (*digs, *_reserves(parts, state, side, unit), *_activations(parts, state, side, unit))
    go = functools.partial(_set_out, parts, state, name, mode)
    listed = (*sameness.told_apart(parts, state, found, go), *others)

    moves = _moves(parts)

    def order(item: Path | Action) -> Action:
        return moves[name, item, mode] if isinstance(item, tuple) else item

    return Lazily(listed, order)


@functools.lru_cache(maxsize=8)
def _moves(parts: Components) -> Laid[Move]:
    """Moves by unit, way and mode: the same ones are listed question after question."""
    ids = parts.area_ids
    return Laid(lambda name, way, mode: Move(name, tuple([ids[area] for area in way]), mode))


def canonical(parts: Components, state: State, step: Moving, action: Action) -> Action:
    """5.3 The cheapest way of the same effect; of equal reserve markers the first."""
    del step
    if isinstance(action, Move):
        unit = parts.unit_index[action.unit]
        if sameness.is_listed(parts, state, movement.ways_of(parts, state, unit), action.path):
            return action
        go = functools.partial(_set_out, parts, state, action.unit, action.mode)
        return marching.shortened(parts, state, movement.ground_of(parts, state, unit), action, go)
    if isinstance(action, Reserve):
        zones = {marker.id: marker.zones for marker in parts.markers}
        side, unit = parts.side[parts.unit_index[action.unit]], parts.unit_index[action.unit]
        same = (m for m in reserve.markers_for(parts, state, side, unit) if zones[m] == zones[action.marker])
        return Reserve(action.unit, next(same, action.marker))
    return action


def explain(parts: Components, state: State, step: Moving, action: Action) -> Sum:
    """5.32 The points of a way."""
    if isinstance(action, Move) and why_not(parts, state, step, action) is None:
        here = movement.ground_of(parts, state, parts.unit_index[action.unit])
        return movement.way_sum(parts, here, tuple(parts.area_index[name] for name in action.path))
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Moving) -> Iterable[Action]:
    """For tests: short walks, works, markers and Special Actions of every unit, whoever it belongs to."""
    yield EndMove()
    chits = parts.of_kind["special-action"]
    for name in parts.unit_ids:
        yield from marching.walks(parts, state, name, ("normal", "exploit"))
        yield Entrench(name)
        yield from (Reserve(name, marker.id) for marker in parts.markers)
        yield from (Activate(name, parts.chit_ids[chit]) for chit in chits)
    for unit in movers(parts, state, step.side):
        yield from orders(parts, state, step.side, unit)


# -- what happens ---------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Moving) -> Told | None:
    """7.2, 7.3 A reaction or breakthrough in which nobody can move is over."""
    if SLUG[state.phase] == "operational-movement":
        return None
    return None if movers(parts, state, step.side) else (pop(state), ())


def apply(
    parts: Components, state: State, step: Moving, action: Move | Entrench | Reserve | Activate | EndMove
) -> Told:
    """5.2 Carry out an order; 17.11 a Greif team comes first."""
    if isinstance(action, EndMove):
        return pop(state), ()
    unit = parts.unit_index[action.unit]
    if isinstance(action, Activate):
        return activate(parts, state, unit, action.chit)
    order = ordered(canonical(parts, state, step, action))
    if state.status[unit] & INTERDICTED:
        return push(state, order), ()
    return carry_out(parts, state, order)


def _set_out(parts: Components, state: State, name: str, mode: str, way: Path) -> State:
    """17.11, 5.35a A unit sets out along a way, after its check where a Greif team lies on it."""
    move = Move(name, tuple([parts.area_ids[area] for area in way]), mode)
    led_astray = state.status[parts.unit_index[name]] & INTERDICTED
    return push(state, ordered(move)) if led_astray else marching.begin(parts, state, move)


def activate(parts: Components, state: State, unit: int, chit: str) -> Told:
    """8.21, R69, 17.11 The unit is to exploit; a reserve marker and a Greif team come off it."""
    state, events = special.spend(parts, state, chit, "8.21")
    state, gone = greif.shed(parts, state, unit)
    state, free = control.unreserve(parts, state, unit)
    state, more = control.set_status(parts, state, unit, EXPLOITING, "8.21")
    return state, events + gone + free + more


def ordered(action: Action) -> marching.GreifRoll:
    """An order as a step can hold it."""
    match action:
        case Move(unit=unit, path=path, mode=mode):
            return marching.GreifRoll(unit, path, mode)
        case Reserve(unit=unit, marker=marker):
            return marching.GreifRoll(unit, order=marker)
        case Entrench(unit=unit):
            return marching.GreifRoll(unit, order="works")
    raise TypeError(action)


def carry_out(parts: Components, state: State, order: marching.GreifRoll) -> Told:
    """5.21 to 5.23 Do what was ordered."""
    unit = parts.unit_index[order.unit]
    if order.order == "works":
        state, events = marching.finish(parts, state, unit)
        area = state.at[unit]
        state = mark_side(state, "works", parts.side[unit], area)
        return state, (MarkerSet("5.23", "field-works", parts.area_ids[area]), *events)
    if order.order != "move":
        state = set_reserve(state, _marker(parts, order.order), unit)
        return state, (MarkerSet("5.21", "reserve", order.unit),)
    if order.mode == "strategic":
        from bulge_widget.rulebooks.fab import strategic  # noqa: PLC0415  strategic moves are checked the same way

        return strategic.carry_out(parts, state, unit, order.path)
    return marching.begin(parts, state, Move(order.unit, order.path, order.mode)), ()


def forfeit(parts: Components, state: State, order: marching.GreifRoll) -> State:
    """17.11 A reserve marker meant for a unit that is led astray is lost for this phase."""
    if order.order in {"move", "works"}:
        return state
    marker = _marker(parts, order.order)
    return set_reserve(state, marker, FORFEITED)


def restored(state: State) -> State:
    """17.11 Markers lost for a phase are at hand again."""
    if FORFEITED not in state.reserves:
        return state
    return replace(state, reserves=state.reserves.replace(_FORFEITED, _AT_HAND))


def _marker(parts: Components, name: str) -> int:
    return next(index for index, marker in enumerate(parts.markers) if marker.id == name)
