"""5.4, 14.8 Strategic movement of units in reserve."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Refusal, Sum
from bulge_widget.core.event import Moved
from bulge_widget.rulebooks.fab import control, fuel, heydte, marching, movement, moving, passage
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, mask_of
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.movement import Move
from bulge_widget.rulebooks.fab.moving import EndMove
from bulge_widget.rulebooks.fab.state import (
    INTERDICTED,
    MOVED,
    UNSUPPLIED,
    WAITING,
    State,
    Step,
    controls,
    pop,
    push,
    reserve_of,
)

__all__ = ["ACTIONS", "STEPS", "StrategicMoving", "carry_out"]


class StrategicMoving(Step, frozen=True, gc=False):
    """5.4 A side moves units in reserve strategically."""

    side: int


STEPS: tuple[type[Step], ...] = (StrategicMoving,)
ACTIONS: tuple[type[Action], ...] = (Move, EndMove)


# -- questions ------------------------------------------------------------------------------------------


def may_march(parts: Components, state: State, side: int, unit: int) -> Refusal | None:
    """5.4, 14.81, 16.13, R5 Whether a unit may move strategically."""
    name = parts.unit_ids[unit]
    if parts.side[unit] != side:
        return Refusal("not_yours", "5.4", {"unit": name, "side": SIDES[side]})
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", "2.2", {"unit": name})
    if reserve_of(state, unit) < 0:
        return Refusal("no_reserve", "5.4", {"unit": name})
    if state.status[unit] & MOVED:
        return Refusal("already_moved", "5.35a", {"unit": name})
    if state.status[unit] & UNSUPPLIED:
        return Refusal("unsupplied", "5.4", {"unit": name, "area": parts.area_ids[state.at[unit]]})
    if side == GERMAN and state.marches:
        return Refusal("one_march", "14.81", {"unit": name})
    if side == GERMAN and state.choices.fuel_shortage and fuel.available(parts, state) is None:
        return Refusal("no_fuel", "16.13", {"unit": name})
    if parts.british_unit[unit] and not state.choices.british_strategic_moves:
        return Refusal("british_march", "R5", {"unit": name})
    return None


def passable(parts: Components, state: State, side: int, british: bool) -> int:
    """5.4, 14.83, 16.11, 17.21 Set of the areas a strategic move may lead through."""
    free = controls(state, side) & ~state.contested & parts.scenarios[state.scenario].play
    if british:
        free &= parts.british
    if side == ALLIED:
        return free & ~heydte.drop_zone(parts, state)
    return free & ~movement.interdicted(parts, state)


def reach(parts: Components, state: State, unit: int) -> dict[int, tuple[int, ...]]:
    """5.4, R79 Areas a unit may move to, each with the shortest way, round its own roadblocks where there is one."""
    free = passable(parts, state, parts.side[unit], parts.british_unit[unit])
    blocks = passage.blocks(parts, state, parts.side[unit]) if state.choices.roadblock_lifted_by_friends else 0
    found = _reach(parts, state.at[unit], free, state.blown, 0)
    found = found | _reach(parts, state.at[unit], free, state.blown, blocks) if blocks else found
    goals = free & ~state.cut
    return {area: path for area, path in found.items() if goals >> area & 1}


def beside(parts: Components, state: State, unit: int) -> int:
    """5.4, 17.11 Set of the areas beside a unit that it may move to: all that is left after a failed check."""
    return mask_of(area for area, path in reach(parts, state, unit).items() if len(path) == 2)


@functools.lru_cache(maxsize=256)
def _reach(parts: Components, start: int, free: int, blown: int, stops: int) -> dict[int, tuple[int, ...]]:
    """5.4, R22 A search over unbroken connections, but not the restricted one, and not beyond some areas."""
    found: dict[int, tuple[int, ...]] = {start: (start,)}
    queue = [start]
    for a in queue:
        for b in parts.neighbours[a]:
            river = parts.river_of.get((a, b), -1)
            broken = river >= 0 and blown >> river & 1
            if b not in found and free >> b & 1 and not broken and (a, b) not in parts.restricted:
                found[b] = (*found[a], b)
                queue += [] if stops >> b & 1 else [b]
    return {area: found[area] for area in sorted(found) if area != start}


def why_not(parts: Components, state: State, step: StrategicMoving, action: Action) -> Refusal | None:
    """5.4 What forbids a strategic move."""
    if isinstance(action, EndMove):
        return None
    if not isinstance(action, Move):
        return Refusal("not_asked", "5.4", {"wanted": "strategic moves"})
    if action.unit not in parts.unit_index:
        return Refusal("unknown_unit", "2.2", {"unit": action.unit})
    unit = parts.unit_index[action.unit]
    if refusal := may_march(parts, state, step.side, unit):
        return refusal
    if action.mode != "strategic":
        return Refusal("wrong_mode", "5.4", {"wanted": "strategic"})
    return path_refusal(parts, state, unit, action.path)


def path_refusal(parts: Components, state: State, unit: int, path: tuple[str, ...]) -> Refusal | None:
    """5.4, 14.1, 14.83, 16.11, 17.21 What forbids a way of a strategic move."""
    for name in path:
        if name not in parts.area_index:
            return Refusal("unknown_area", "2.4", {"area": name})
    areas = tuple(parts.area_index[name] for name in path)
    if not areas or areas[0] != state.at[unit]:
        return Refusal("not_there", "5.4", {"unit": parts.unit_ids[unit], "area": parts.area_ids[state.at[unit]]})
    if len(areas) == 1 or areas[-1] == areas[0]:
        return Refusal("no_path", "5.4", {"unit": parts.unit_ids[unit]})
    free = passable(parts, state, parts.side[unit], parts.british_unit[unit])
    for a, b in itertools.pairwise(areas):
        if refusal := _step_refusal(parts, state, unit, (a, b), free | 1 << areas[0]):
            return refusal
    if state.cut >> areas[-1] & 1:
        return Refusal("area_unsupplied", "5.4", {"area": path[-1]})
    return None


def _step_refusal(parts: Components, state: State, unit: int, pair: tuple[int, int], free: int) -> Refusal | None:
    a, b = pair
    facts: dict[str, str | int] = {"from": parts.area_ids[a], "area": parts.area_ids[b]}
    if b not in parts.neighbours[a]:
        return Refusal("not_adjacent", "5.32", facts)
    if not free >> b & 1:
        return _why_closed(parts, state, unit, b)
    if pair in parts.restricted:
        return Refusal("restricted_march", "14.1", facts)
    river = parts.river_of.get(pair, -1)
    return Refusal("blown_march", "5.4", facts) if river >= 0 and state.blown >> river & 1 else None


def _why_closed(parts: Components, state: State, unit: int, area: int) -> Refusal:
    """5.4, 14.83, 16.11, 17.21, 24.33 The rule behind an area that a strategic move may not enter."""
    side, fought = parts.side[unit], bool(state.contested >> area & 1)
    facts: dict[str, str | int] = {"area": parts.area_ids[area]}
    if not parts.scenarios[state.scenario].play >> area & 1:
        return Refusal("out_of_play", "24.33", facts)
    if fought or not controls(state, side) >> area & 1:
        held = "German-controlled" if state.german >> area & 1 else "Allied-controlled"
        return Refusal("not_free", "5.4", facts | {"control": "contested" if fought else held})
    if parts.british_unit[unit] and not parts.british >> area & 1:
        return Refusal("british_zone", "14.83", facts)
    if side == ALLIED:
        return Refusal("paratroops_there", "16.11", facts)
    return Refusal("interdicted_march", "17.21", facts)


# -- options --------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: StrategicMoving) -> Decision:
    """5.4 Ask the side for a strategic move."""
    side = SIDES[step.side]
    able = [unit for unit in movers(parts, state, step.side) if reach(parts, state, unit)]
    keys = (*(parts.unit_ids[unit] for unit in able), None)
    options = Options(keys, lambda key: marches(parts, state, parts.unit_index[key]) if key else (EndMove(),))
    return Decision(side, "5.4", f"{side.capitalize()} strategic movement: move a reserve, or end the phase.", options)


def movers(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """5.4 Units that may move strategically."""
    reserves = {unit for unit in state.reserves if unit < len(parts.unit_ids)}
    return tuple(unit for unit in sorted(reserves) if may_march(parts, state, side, unit) is None)


def marches(parts: Components, state: State, unit: int) -> tuple[Action, ...]:
    """5.4 The strategic moves of a unit."""
    ids, name = parts.area_ids, parts.unit_ids[unit]
    return tuple(Move(name, tuple([ids[a] for a in path]), "strategic") for path in reach(parts, state, unit).values())


def canonical(parts: Components, state: State, step: StrategicMoving, action: Action) -> Action:
    """5.4 The shortest way to the same area."""
    del step
    if isinstance(action, Move):
        path = reach(parts, state, parts.unit_index[action.unit])[parts.area_index[action.path[-1]]]
        return Move(action.unit, tuple(parts.area_ids[area] for area in path), action.mode)
    return action


def explain(parts: Components, state: State, step: StrategicMoving, action: Action) -> Sum:
    """5.4 A strategic move costs no points."""
    del parts, state, step, action
    return Sum("movement points", ())


def candidates(parts: Components, state: State, step: StrategicMoving) -> Iterable[Action]:
    """For tests: short walks of every unit, and what is listed."""
    yield EndMove()
    for name in parts.unit_ids:
        yield from marching.walks(parts, state, name, ("strategic",))
    for unit in movers(parts, state, step.side):
        yield from marches(parts, state, unit)


# -- what happens ---------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: StrategicMoving) -> Told | None:
    """5.4 Without a reserve that can move the phase is over."""
    if any(reach(parts, state, unit) for unit in movers(parts, state, step.side)):
        return None
    return pop(state), ()


def apply(parts: Components, state: State, step: StrategicMoving, action: Move | EndMove) -> Told:
    """5.4 Move; 17.11 a Greif team comes first."""
    if isinstance(action, EndMove):
        return pop(state), ()
    unit = parts.unit_index[action.unit]
    order = moving.ordered(canonical(parts, state, step, action))
    if state.status[unit] & INTERDICTED:
        return push(state, order), ()
    return carry_out(parts, state, unit, order.path)


def carry_out(parts: Components, state: State, unit: int, path: tuple[str, ...]) -> Told:
    """5.4, 14.81, 16.13 Put the unit down at the end of its way."""
    told: Told = (state, ())
    if parts.side[unit] == GERMAN:
        told = fuel.spend(parts, state) if state.choices.fuel_shortage else told
        told = (msgspec.structs.replace(told[0], marches=state.marches + 1), told[1])
    state, spent = told
    state, events = control.arrive(parts, state, unit, parts.area_index[path[-1]])
    state, done = marching.finish(parts, state, unit)
    state, passed = passage.come_through(parts, state, unit, tuple(parts.area_index[name] for name in path))
    return state, (Moved("5.4", parts.unit_ids[unit], path, "strategic"), *spent, *events, *done, *passed)
