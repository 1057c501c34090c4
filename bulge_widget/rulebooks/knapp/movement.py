"""5 Movement: one area anywhere, a road march, and leaving a contested area at the price of a hit.

Does not cover overruns (overrun) nor the stacking limit (stacking), whose questions it asks.
"""

from __future__ import annotations

import itertools

from bulge_widget.core.decision import Action, Lazily, Part, Refusal, Sum
from bulge_widget.core.event import Event, Moved
from bulge_widget.rulebooks.knapp import stacking
from bulge_widget.rulebooks.knapp.components import GERMAN, OTHER, Components, bits
from bulge_widget.rulebooks.knapp.state import (
    DONE,
    ENGAGED,
    FRESH,
    MARCHED,
    MODE,
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

__all__ = ["Move", "canonical", "dies", "moves", "reach_of", "refusal", "step_refusal"]

EXIT_HITS = 1  # 5 the price of leaving a contested area
NO_MORE = frozenset({DONE, MARCHED})  # what a unit may have done last that ends its own movement


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
    if mode(state.spent[unit]) in NO_MORE:
        return Refusal("already_moved", "5", {"unit": move.unit})
    by_mode = {"normal": _normal_refusal, "exit": _exit_refusal, "road": _road_refusal}
    if move.mode not in by_mode:
        return Refusal("unknown_mode", "5", {"mode": move.mode, "allowed": " ".join(by_mode)})
    wrong = by_mode[move.mode](parts, state, unit, path)
    if wrong is None and stacking.too_many(parts, state, 1 << unit, path[-1]) and not dies(state, unit, move.mode):
        return Refusal("stacking", "5", {"area": move.path[-1], "limit": stacking.LIMIT})
    return wrong


def dies(state: State, unit: int, how: str) -> bool:
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


Way = tuple[int, tuple[int, ...], str]  # end, path and mode
_MEMO_LIMIT = 100_000  # entries; a long session must not grow without bound


def reach_of(parts: Components, state: State, side: int) -> list[tuple[int, int]]:
    """5 The units of a side that can still move, each with the set of areas where it can end, stacking left aside.

    The set depends on the unit's kind, its area, what it has done and where the enemy is near it; it is
    remembered under just these.
    """
    memo = parts.memo.setdefault(state.choices, {})
    enemy = state.held[OTHER[side]]
    at, spent, unsupplied = state.at, state.spent, state.unsupplied
    listed = []
    for unit in parts.roster[side]:
        area = at[unit]
        if area >= WAITING or (spent[unit] & MODE) in NO_MORE:
            continue
        key = (parts.kind[unit], area, spent[unit] | unsupplied[unit] << 8, enemy & parts.nearby[area])
        reach = memo.get(key)
        if reach is None:
            if len(memo) >= _MEMO_LIMIT:
                memo.clear()
            reach = memo[key] = _reach(parts, state, unit)
        if reach:
            listed.append((unit, reach))
    return listed


def _reach(parts: Components, state: State, unit: int) -> int:
    area, enemy = state.at[unit], state.held[OTHER[parts.side[unit]]]
    steps = parts.open[parts.armor[unit]][area] if mode(state.spent[unit]) == FRESH else 0
    if enemy >> area & 1:
        return steps & ~enemy
    reach, frontier = steps, 1 << area
    for _ in range(_march_limit(parts, state, unit)):
        ends = 0
        for inner in bits(frontier):
            ends |= parts.roads[inner]
        ends &= _march_ends(state, enemy)
        reach |= ends
        frontier = ends & ~enemy
    return reach


def _march_limit(parts: Components, state: State, unit: int) -> int:
    """5, 4, R6, R29 Areas a unit in an uncontested area may march; 0 if it may not at all."""
    if state.unsupplied[unit] or state.spent[unit] & ENGAGED or not may_march_after(state, unit):
        return 0
    return march_left(parts, unit, state.spent[unit])


def _march_ends(state: State, enemy: int) -> int:
    """R5 The areas a march may enter."""
    return ~0 if state.choices.march_may_end_at_enemy else ~enemy


def moves(parts: Components, state: State, unit: int, closed: int = 0) -> Lazily:
    """5 One order for each effect a move of the unit can have, not ending in a closed area."""
    ways = _ways(parts, state, unit)
    return Lazily(
        [way for way in ways if not closed >> way[0] & 1] if closed else ways, lambda way: order(parts, unit, way)
    )


def order(parts: Components, unit: int, way: Way) -> Move:
    """A way as the order for it."""
    return Move(parts.unit_ids[unit], tuple([parts.area_ids[area] for area in way[1]]), way[2])


def _foreign(state: State, side: int) -> int:
    """R1 The areas that would pass to a side if it entered them: not its own, and free of the enemy."""
    return (~state.german if side == GERMAN else state.german) & ~state.held[OTHER[side]]


def _ways(parts: Components, state: State, unit: int) -> list[Way]:
    """Ways to move, one for each effect: by end, then the shortest first."""
    area, enemy = state.at[unit], state.held[OTHER[parts.side[unit]]]
    steps = parts.open[parts.armor[unit]][area] if mode(state.spent[unit]) == FRESH else 0
    if enemy >> area & 1:
        exits: list[Way] = [(b, (area, b), "exit") for b in bits(steps & ~enemy)]
        return exits[:1] if dies(state, unit, "exit") else exits
    ways: list[Way] = [(b, (area, b), "normal") for b in bits(steps)]
    ways += _marches(parts, state, unit, steps)
    return sorted(ways, key=lambda way: way[0])


def _marches(parts: Components, state: State, unit: int, steps: int) -> list[Way]:
    """Walks along roads, shortest first, one for each end and set of areas that change hands on the way.

    A march of one area is left out where a normal move comes to the same: in `steps`, unless an overrun may
    still follow a march (R6).
    """
    enemy, foreign = state.held[OTHER[parts.side[unit]]], _foreign(state, parts.side[unit])
    ends, through = _march_ends(state, enemy), state.choices.control_on_pass_through
    limit = _march_limit(parts, state, unit)
    walks: list[tuple[tuple[int, ...], int]] = [((state.at[unit],), 0)]
    listed = {(b, 1 << b & foreign, DONE) for b in bits(steps)}
    walked: set[tuple[int, int, int]] = set()  # a normal move that comes to the same cannot be drawn out, a walk can
    ways: list[Way] = []
    for length in range(1, limit + 1):
        longer, spent = [], _spent_by_march(parts, state, unit, length)
        for path, flips in walks:
            for b in bits(parts.roads[path[-1]] & ends):
                mark = (b, (flips if through else 0) | (1 << b & foreign), spent)
                if mark in walked:
                    continue
                walked.add(mark)
                if mark not in listed:
                    ways.append((b, (*path, b), "road"))
                if not enemy >> b & 1:
                    longer.append(((*path, b), mark[1]))
        walks = longer
        listed |= walked
    return ways


def canonical(parts: Components, state: State, move: Move) -> Move:
    """Give the listed move with the same effect."""
    unit = parts.unit_index[move.unit]
    ways = _ways(parts, state, unit)
    if dies(state, unit, move.mode):
        return order(parts, unit, ways[0])
    wanted = _effect(parts, state, unit, tuple(parts.area_index[area] for area in move.path), move.mode)
    return order(parts, unit, next(way for way in ways if _effect(parts, state, unit, way[1], way[2]) == wanted))


def _effect(parts: Components, state: State, unit: int, path: tuple[int, ...], how: str) -> tuple[object, ...]:
    """What a move comes to: where it ends, what changes hands, and what the unit may do afterwards."""
    flips, foreign = 0, _foreign(state, parts.side[unit])
    for area in path[1:] if state.choices.control_on_pass_through else path[-1:]:
        flips |= 1 << area & foreign
    spent = _spent_by_march(parts, state, unit, len(path) - 1) if how == "road" else DONE
    return (path[-1], flips, spent)


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
        spent = DONE if move.mode != "road" else _spent_by_march(parts, state, unit, len(move.path) - 1)
        state, entered = enter(parts, state, unit, move.path, move.mode)
        events += entered
        state = mark_spent(state, unit, spent)
    if state.held[side] >> start & 1 == 0:
        state, passed = settle_control(parts, state, start)
        events += passed
    return state, events


def _spent_by_march(parts: Components, state: State, unit: int, length: int) -> int:
    """R6 What a march leaves a unit; only with free_mix may an overrun follow, within the allowance."""
    spent = state.spent[unit]
    steps = steps_used(spent) + length
    if state.choices.overrun_and_march != "free_mix" or steps >= parts.allowance[unit]:
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
