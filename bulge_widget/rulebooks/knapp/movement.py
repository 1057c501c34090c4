"""5 Movement: one area anywhere, a road march, and leaving a contested area at the price of a hit.

Does not cover overruns (overrun) nor the stacking limit (stacking), whose questions it asks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from bulge_widget.core.decision import Action, Part, Refusal, Sum
from bulge_widget.core.event import Event, Moved
from bulge_widget.rulebooks.knapp import stacking
from bulge_widget.rulebooks.knapp.components import GERMAN, OTHER, Components, bits
from bulge_widget.rulebooks.knapp.state import (
    DONE,
    ENGAGED,
    FRESH,
    MARCHED,
    OVERRAN,
    WAITING,
    State,
    hit,
    mark_spent,
    mode,
    overruns_made,
    place,
    settle_control,
    spending,
    steps_used,
    take_control,
)

__all__ = ["Group", "Move", "canonical", "group", "refusal", "step_refusal"]

EXIT_HITS = 1  # 5 the price of leaving a contested area


class Move(Action, frozen=True, gc=False):
    """Move one unit along a path; the first area is where it stands."""

    unit: str
    path: tuple[str, ...]
    mode: str = "normal"
    """``normal``, ``road`` (a road march) or ``exit`` (out of a contested area)."""


# -- questions ----------------------------------------------------------------------------------------


def step_refusal(parts: Components, unit: int, a: int, b: int) -> Refusal | None:
    """5, R15 Why a unit may not step from one area to the next off a march."""
    facts: dict[str, str | int] = {
        "unit": parts.unit_ids[unit],
        "from": parts.area_ids[a],
        "to": parts.area_ids[b],
    }
    bit = 1 << b
    if not parts.near[a] & bit:
        return Refusal("not_adjacent", "5", facts)
    if parts.armor[unit]:
        if parts.unbridged[a] & bit:
            return Refusal("river_no_bridge", "5", facts | {"river": parts.board.borders[a, b].river})
        if parts.trackless[a] & bit:
            return Refusal("rough_no_road", "5", facts)
    return None


def march_left(parts: Components, unit: int, spent: int) -> int:
    """5, R6 Areas a road march may still cover."""
    return parts.allowance[unit] - steps_used(spent)


def may_march_after(state: State, unit: int) -> bool:
    """R6 Whether what the unit has done so far leaves it a road march."""
    what = mode(state.spent[unit])
    return what == FRESH or (what == OVERRAN and state.choices.overrun_and_march != "never")


def is_contested_for(parts: Components, state: State, unit: int) -> bool:
    """5 Whether an enemy stands in the unit's own area."""
    return bool(state.held[OTHER[parts.side[unit]]] >> state.at[unit] & 1)


def began_engaged(parts: Components, state: State, unit: int) -> bool:
    """5, R29 Whether the unit began its move phase beside the enemy, or stands beside him now."""
    return bool(state.spent[unit] & ENGAGED) or is_contested_for(parts, state, unit)


def unit_refusal(parts: Components, state: State, side: int, name: str, start: str) -> Refusal | None:
    """5 Whether the name is a unit of the moving side that stands where the path begins."""
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != side:
        return Refusal("not_yours", "3", {"unit": name})
    if state.at[unit] >= WAITING or parts.area_ids[state.at[unit]] != start:
        where = "" if state.at[unit] >= WAITING else parts.area_ids[state.at[unit]]
        return Refusal("not_in_same_area", "5", {"unit": name, "from": start, "at": where})
    return None


def refusal(parts: Components, state: State, side: int, move: Move) -> Refusal | None:
    """5 The rule that forbids a move."""
    if len(move.path) < 2:
        return Refusal("no_path", "5", {"unit": move.unit})
    wrong = unit_refusal(parts, state, side, move.unit, move.path[0])
    if wrong is not None:
        return wrong
    unknown = next((area for area in move.path if area not in parts.area_index), None)
    if unknown is not None:
        return Refusal("unknown_area", "1", {"area": unknown})
    unit = parts.unit_index[move.unit]
    path = [parts.area_index[area] for area in move.path]
    if mode(state.spent[unit]) in {DONE, MARCHED}:
        return Refusal("already_moved", "5", {"unit": move.unit})
    by_mode = {"normal": _normal_refusal, "exit": _exit_refusal, "road": _road_refusal}
    if move.mode not in by_mode:
        return Refusal("unknown_mode", "5", {"mode": move.mode, "allowed": " ".join(by_mode)})
    wrong = by_mode[move.mode](parts, state, unit, path)
    if wrong is None and stacking.too_many(parts, state, 1 << unit, path[-1]) and not _dies(state, unit, move.mode):
        return Refusal("stacking", "5", {"area": move.path[-1], "limit": stacking.LIMIT})
    return wrong


def _dies(state: State, unit: int, how: str) -> bool:
    """R14 The hit for leaving comes first; a unit with one strength left does not arrive anywhere."""
    return how == "exit" and state.left[unit] <= EXIT_HITS


def _single_step(parts: Components, state: State, unit: int, path: list[int]) -> Refusal | None:
    if mode(state.spent[unit]) != FRESH:
        return Refusal("already_moved", "R6", {"unit": parts.unit_ids[unit]})
    if len(path) != 2:
        return Refusal("too_far", "5", {"unit": parts.unit_ids[unit], "limit": 1, "asked": len(path) - 1})
    return step_refusal(parts, unit, path[0], path[1])


def _normal_refusal(parts: Components, state: State, unit: int, path: list[int]) -> Refusal | None:
    if mode(state.spent[unit]) == FRESH and is_contested_for(parts, state, unit):
        return Refusal("contested_start", "5", {"unit": parts.unit_ids[unit], "area": parts.area_ids[path[0]]})
    return _single_step(parts, state, unit, path)


def _exit_refusal(parts: Components, state: State, unit: int, path: list[int]) -> Refusal | None:
    wrong = _single_step(parts, state, unit, path)
    if wrong is not None:
        return wrong
    if not is_contested_for(parts, state, unit):
        return Refusal("not_contested", "5", {"unit": parts.unit_ids[unit], "area": parts.area_ids[path[0]]})
    if state.held[OTHER[parts.side[unit]]] >> path[1] & 1:
        return Refusal("exit_into_enemy", "5", {"unit": parts.unit_ids[unit], "area": parts.area_ids[path[1]]})
    return None


def _road_refusal(parts: Components, state: State, unit: int, path: list[int]) -> Refusal | None:
    name, enemy = parts.unit_ids[unit], state.held[OTHER[parts.side[unit]]]
    if state.unsupplied[unit]:
        return Refusal("out_of_supply", "4", {"unit": name})
    if not may_march_after(state, unit):
        return Refusal("march_after_overrun", "R6", {"unit": name})
    if began_engaged(parts, state, unit):
        return Refusal("contested_start", "5", {"unit": name, "area": parts.area_ids[path[0]]})
    left = march_left(parts, unit, state.spent[unit])
    if len(path) - 1 > left:
        return Refusal("too_far", "5", {"unit": name, "limit": left, "asked": len(path) - 1})
    for a, b in itertools.pairwise(path):
        facts: dict[str, str | int] = {"unit": name, "from": parts.area_ids[a], "to": parts.area_ids[b]}
        if not parts.near[a] >> b & 1:
            return Refusal("not_adjacent", "5", facts)
        if not parts.roads[a] >> b & 1:
            return Refusal("no_road", "5", facts)
    through = next((area for area in path[1:-1] if enemy >> area & 1), None)
    if through is not None:
        return Refusal("through_enemy_occupied", "5", {"unit": name, "area": parts.area_ids[through]})
    if enemy >> path[-1] & 1 and not state.choices.march_may_end_at_enemy:
        return Refusal("march_into_enemy", "R5", {"unit": name, "area": parts.area_ids[path[-1]]})
    return None


# -- options ------------------------------------------------------------------------------------------


class Group(msgspec.Struct, frozen=True, gc=False):
    """The moves of one unit as far as its own side's other units do not matter."""

    moves: tuple[Move, ...]
    ends: tuple[int, ...]
    """The area each of them ends in."""
    reach: int
    """Set of those areas."""
    safe: bool
    """Whether stacking cannot forbid any of them."""


class _Ground(msgspec.Struct, frozen=True, gc=False):
    """The ways open from an area: (end, set of areas entered, path, mode), and all areas entered."""

    ways: tuple[tuple[int, int, tuple[int, ...], str], ...]
    touched: int


_EMPTY = Group((), (), 0, safe=True)
_MEMO_LIMIT = 50_000  # entries; a long session must not grow without bound
_grounds: dict[tuple[Any, ...], _Ground] = {}
_groups: dict[tuple[Any, ...], Group] = {}


def group(parts: Components, state: State, unit: int) -> Group:
    """5 Every move of one unit that has a different effect, stacking left aside."""
    spent, area, side = state.spent[unit], state.at[unit], parts.side[unit]
    what = mode(spent)
    if what in {DONE, MARCHED}:
        return _EMPTY
    enemy = state.held[OTHER[side]]
    dying = enemy >> area & 1 and state.left[unit] <= EXIT_HITS
    key = (parts.digest, unit, area, spent, state.unsupplied[unit], enemy, state.choices, dying)
    ground = _grounds.get(key)
    if ground is None:
        ground = _remember(_grounds, key, _ground(parts, state, unit))
    foreign = (state.german if side != GERMAN else ~state.german) & ground.touched
    full_key = (key, foreign)
    known = _groups.get(full_key)
    return known if known is not None else _remember(_groups, full_key, _group(parts, state, unit, ground, foreign))


T = TypeVar("T")


def _remember(memo: dict[tuple[Any, ...], T], key: tuple[Any, ...], value: T) -> T:
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[key] = value
    return value


def _ground(parts: Components, state: State, unit: int) -> _Ground:
    ways = tuple(_ways(parts, state, unit))
    touched = 0
    for way in ways:
        touched |= way[1]
    return _Ground(ways, touched)


def _ways(parts: Components, state: State, unit: int) -> Iterator[tuple[int, int, tuple[int, ...], str]]:
    """Each way to move, shortest first: single steps, then marches."""
    area, side = state.at[unit], parts.side[unit]
    enemy = state.held[OTHER[side]]
    steps = parts.open[parts.armor[unit]][area]
    fresh = mode(state.spent[unit]) == FRESH
    if enemy >> area & 1:
        if fresh:
            yield from ((b, 1 << b, (area, b), "exit") for b in bits(steps & ~enemy))
        return
    if fresh:
        yield from ((b, 1 << b, (area, b), "normal") for b in bits(steps))
    if state.unsupplied[unit] or state.spent[unit] & ENGAGED or not may_march_after(state, unit):
        return
    ends = enemy if state.choices.march_may_end_at_enemy else 0
    merged = fresh and state.choices.overrun_and_march != "free_mix"  # a march of one area is then a normal move
    for path, entered in _marches(parts, area, march_left(parts, unit, state.spent[unit]), enemy, ends):
        if not (merged and len(path) == 2):
            yield path[-1], entered, path, "road"


def _marches(parts: Components, start: int, limit: int, enemy: int, ends: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Walks along roads of 1 to `limit` areas, one for each set of areas entered, shortest first.

    Enemy areas end a walk where `ends` allows it and are closed otherwise.
    """
    walks: list[tuple[tuple[int, ...], int]] = [((start,), 0)]
    seen: set[tuple[int, int]] = set()
    for _ in range(limit):
        longer = []
        for path, entered in walks:
            if len(path) > 1 and enemy >> path[-1] & 1:
                continue
            for b in bits(parts.roads[path[-1]] & (~enemy | ends)):
                walk = ((*path, b), entered | 1 << b)
                if (b, walk[1]) not in seen:
                    seen.add((b, walk[1]))
                    longer.append(walk)
        yield from longer
        walks = longer


def _group(parts: Components, state: State, unit: int, ground: _Ground, foreign: int) -> Group:
    """Keep one way for each effect: the end, the areas that change hands, and what may still follow."""
    name = parts.unit_ids[unit]
    seen: set[tuple[object, ...]] = set()
    chosen: list[tuple[int, int, Move]] = []
    enemy = state.held[OTHER[parts.side[unit]]]
    for end, entered, path, how in ground.ways:
        dies = _dies(state, unit, how)
        effect = ("dies",) if dies else _effect(state, end, entered & foreign & ~enemy, len(path) - 1, how)
        if effect not in seen:
            seen.add(effect)
            chosen.append((end, len(chosen), Move(name, tuple(parts.area_ids[a] for a in path), how)))
    chosen.sort()
    ends = tuple(end for end, _, _ in chosen)
    reach = 0
    for end in ends:
        reach |= 1 << end
    safe = not chosen or _dies(state, unit, chosen[0][2].mode)
    return Group(tuple(move for _, _, move in chosen), ends, reach, safe)


def _effect(state: State, end: int, flips: int, steps: int, how: str) -> tuple[object, ...]:
    """What a way of moving comes to; two ways with the same effect are one option."""
    if not state.choices.control_on_pass_through:
        flips &= 1 << end
    mixed = state.choices.overrun_and_march == "free_mix"
    return (end, flips, how == "exit", *((how, steps) if mixed else ()))


def canonical(parts: Components, state: State, move: Move) -> Move:
    """The listed move with the same effect."""
    unit = parts.unit_index[move.unit]
    enemy, side = state.held[OTHER[parts.side[unit]]], parts.side[unit]
    foreign = (state.german if side != GERMAN else ~state.german) & ~enemy

    def effect(one: Move) -> tuple[object, ...]:
        if _dies(state, unit, one.mode):
            return ("dies",)
        entered = 0
        for area in one.path[1:]:
            entered |= 1 << parts.area_index[area]
        end = parts.area_index[one.path[-1]]
        return _effect(state, end, entered & foreign, len(one.path) - 1, one.mode)

    wanted = effect(move)
    return next((listed for listed in group(parts, state, unit).moves if effect(listed) == wanted), move)


def explain(parts: Components, move: Move) -> Sum:
    """5 The areas a move covers, one by one."""
    return Sum(
        "areas",
        tuple(Part(parts.area_name(area), 1, "5") for area in move.path[1:] if area in parts.area_index),
    )


# -- effect -------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """5, R1, R2, R14 Carry a move out: the hit for leaving first, then area by area."""
    unit = parts.unit_index[move.unit]
    side, start = parts.side[unit], state.at[unit]
    events: tuple[Event, ...] = ()
    if move.mode == "exit":
        state, events = hit(parts, state, unit, EXIT_HITS, "5")
    if state.at[unit] < WAITING:
        state, entered = enter(parts, state, unit, move.path, move.mode)
        events += entered
        state = mark_spent(state, unit, _spent_by(parts, state, unit, move))
    if state.held[side] >> start & 1 == 0:
        state, passed = settle_control(parts, state, start)
        events += passed
    return state, events


def _spent_by(parts: Components, state: State, unit: int, move: Move) -> int:
    """R6 What a move leaves a unit; only with free_mix may an overrun follow a march."""
    if move.mode != "road" or state.choices.overrun_and_march != "free_mix":
        return spending(DONE)
    spent = state.spent[unit]
    steps = steps_used(spent) + len(move.path) - 1
    if steps >= parts.allowance[unit]:
        return spending(DONE)
    return spending(MARCHED, steps, overruns_made(spent), spent & ENGAGED)


def enter(
    parts: Components, state: State, unit: int, path: tuple[str, ...], how: str
) -> tuple[State, tuple[Event, ...]]:
    """R1, R2 Move a unit along a path and let it take control of what it enters."""
    side = parts.side[unit]
    events: tuple[Event, ...] = (Moved("5", parts.unit_ids[unit], path, how),)
    way = [parts.area_index[area] for area in path]
    state = place(parts, state, unit, way[-1])
    enemy = state.held[OTHER[side]]
    for area in way[1:] if state.choices.control_on_pass_through else way[-1:]:
        if not enemy >> area & 1:
            state, passed = take_control(parts, state, side, area)
            events += passed
    return state, events
