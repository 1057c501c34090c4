"""5 Movement: one area anywhere, a road march, and leaving a contested area at the price of a hit.

Does not cover overruns (overrun) nor the stacking limit (stacking), whose questions it asks.
"""

from __future__ import annotations

import functools
import itertools

import msgspec

from bulge_widget.core.decision import Action, Part, Refusal, Sum
from bulge_widget.core.event import ControlChanged, Event, Moved
from bulge_widget.rulebooks.knapp import stacking
from bulge_widget.rulebooks.knapp.components import GERMAN, OTHER, SIDES, Components, mask_of
from bulge_widget.rulebooks.knapp.info import Choices
from bulge_widget.rulebooks.knapp.state import (
    DONE,
    ENGAGED,
    FRESH,
    MARCHED,
    MODE,
    NO_MORE,
    OVERRAN,
    WAITING,
    State,
    hit,
    mode,
    overruns_made,
    place,
    settle_control,
    spending,
    steps_used,
)

__all__ = ["Move", "dies", "enter", "foreign", "refusal", "spent_by", "spent_by_march", "step_refusal"]

EXIT_HITS = 1  # 5 the price of leaving a contested area


class Move(Action, frozen=True, gc=False):
    """Move one unit along a path; the first area is where it stands."""

    unit: str
    path: tuple[str, ...]
    mode: str = "normal"
    """``normal``, ``road`` (a road march) or ``exit`` (out of a contested area)."""


class Walk(msgspec.Struct, frozen=True, gc=False):
    """A path by index, and what is always so about it."""

    areas: tuple[int, ...]
    entered: tuple[int, ...]
    """All but the first, each once."""
    ground: int
    """Set of those."""
    between: int
    """Set of the areas between the first and the last."""
    gap: int
    """The first step that follows no road; -1 if all do."""


@functools.lru_cache(maxsize=8192)
def walk_of(parts: Components, path: tuple[str, ...]) -> Walk | None:
    """A path by index; None if it names an area that does not exist."""
    index = parts.area_index
    if any(area not in index for area in path):
        return None
    areas = tuple(index[area] for area in path)
    by_road = [parts.roads[a] >> b & 1 for a, b in itertools.pairwise(areas)]
    gap = -1 if all(by_road) else by_road.index(0)
    return Walk(areas, tuple(dict.fromkeys(areas[1:])), mask_of(areas[1:]), mask_of(areas[1:-1]), gap)


# -- questions ----------------------------------------------------------------------------------------


def step_refusal(parts: Components, unit: int, a: int, b: int) -> Refusal | None:
    """5, R15 Why a unit may not step from one area to the next off a march."""
    bit = 1 << b
    if parts.open_to[unit][a] & bit:
        return None
    facts: dict[str, str | int] = {
        "unit": parts.unit_ids[unit],
        "from": parts.area_ids[a],
        "to": parts.area_ids[b],
    }
    if not parts.near[a] & bit:
        return Refusal("not_adjacent", "5", facts)
    if parts.unbridged[a] & bit:
        return Refusal("river_no_bridge", "5", facts | {"river": parts.board.borders[a, b].river})
    return Refusal("rough_no_road", "5", facts)


def may_march_after(spent: int, choices: Choices) -> bool:
    """R6 Whether what a unit has done so far leaves it a road march."""
    what = mode(spent)
    return what == FRESH or (what == OVERRAN and choices.overrun_and_march != "never")


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
    """4, 5, R4, R5, R13 The rule that forbids a move."""
    if len(move.path) < 2:
        return Refusal("no_path", "5", {"unit": move.unit})
    wrong = unit_refusal(parts, state, side, move.unit, move.path[0])
    if wrong is not None:
        return wrong
    walk = walk_of(parts, move.path)
    if walk is None:
        unknown = next(area for area in move.path if area not in parts.area_index)
        return Refusal("unknown_area", "1", {"area": unknown})
    unit = parts.unit_index[move.unit]
    if state.spent[unit] & MODE in NO_MORE:
        return Refusal("already_moved", "5", {"unit": move.unit})
    by_mode = _BY_MODE.get(move.mode)
    if by_mode is None:
        return Refusal("unknown_mode", "5", {"mode": move.mode, "allowed": " ".join(_BY_MODE)})
    wrong = by_mode(parts, state, unit, walk)
    if wrong is None and stacking.too_many(parts, state, unit, walk.areas[-1]) and not dies(state, unit, move.mode):
        return Refusal("stacking", "5", {"area": move.path[-1], "limit": stacking.LIMIT})
    return wrong


def dies(state: State, unit: int, how: str) -> bool:
    """R14 The hit for leaving comes first; a unit with one strength left does not arrive anywhere."""
    return how == "exit" and state.left[unit] <= EXIT_HITS


def _single_step(parts: Components, state: State, unit: int, walk: Walk) -> Refusal | None:
    path = walk.areas
    if state.spent[unit] & MODE != FRESH:
        return Refusal("already_moved", "R6", {"unit": parts.unit_ids[unit]})
    if len(path) != 2:
        return Refusal("too_far", "5", {"unit": parts.unit_ids[unit], "limit": 1, "asked": len(path) - 1})
    return step_refusal(parts, unit, path[0], path[1])


def _normal_refusal(parts: Components, state: State, unit: int, walk: Walk) -> Refusal | None:
    if state.spent[unit] & MODE == FRESH and is_contested_for(parts, state, unit):
        return Refusal("contested_start", "5", {"unit": parts.unit_ids[unit], "area": parts.area_ids[walk.areas[0]]})
    return _single_step(parts, state, unit, walk)


def _exit_refusal(parts: Components, state: State, unit: int, walk: Walk) -> Refusal | None:
    wrong, path = _single_step(parts, state, unit, walk), walk.areas
    if wrong is not None:
        return wrong
    if not is_contested_for(parts, state, unit):
        return Refusal("not_contested", "5", {"unit": parts.unit_ids[unit], "area": parts.area_ids[path[0]]})
    if state.held[OTHER[parts.side[unit]]] >> path[1] & 1:
        return Refusal("exit_into_enemy", "5", {"unit": parts.unit_ids[unit], "area": parts.area_ids[path[1]]})
    return None


def _road_refusal(parts: Components, state: State, unit: int, walk: Walk) -> Refusal | None:
    path = walk.areas
    name, enemy = parts.unit_ids[unit], state.held[OTHER[parts.side[unit]]]
    if state.unsupplied >> unit & 1:
        return Refusal("out_of_supply", "4", {"unit": name})
    if not may_march_after(state.spent[unit], state.choices):
        return Refusal("march_after_overrun", "R6", {"unit": name})
    if began_engaged(parts, state, unit):
        rule = "5" if is_contested_for(parts, state, unit) else "R29"
        return Refusal("contested_start", rule, {"unit": name, "area": parts.area_ids[path[0]]})
    left = parts.allowance[unit] - steps_used(state.spent[unit])
    if len(path) - 1 > left:
        return Refusal("too_far", "5", {"unit": name, "limit": left, "asked": len(path) - 1})
    if walk.gap >= 0:
        a, b = path[walk.gap : walk.gap + 2]
        facts: dict[str, str | int] = {"unit": name, "from": parts.area_ids[a], "to": parts.area_ids[b]}
        return Refusal("no_road" if parts.near[a] >> b & 1 else "not_adjacent", "5", facts)
    if enemy & walk.between:
        through = next(area for area in path[1:-1] if enemy >> area & 1)
        return Refusal("through_enemy_occupied", "5", {"unit": name, "area": parts.area_ids[through]})
    if enemy >> path[-1] & 1 and not state.choices.march_may_end_at_enemy:
        return Refusal("march_into_enemy", "R5", {"unit": name, "area": parts.area_ids[path[-1]]})
    return None


_BY_MODE = {"normal": _normal_refusal, "exit": _exit_refusal, "road": _road_refusal}


def explain(parts: Components, move: Move) -> Sum:
    """5 The areas a move covers, one by one."""
    return Sum(
        "areas",
        tuple(Part(parts.area_name(area), 1, "5") for area in move.path[1:] if area in parts.area_index),
    )


def foreign(state: State, side: int) -> int:
    """R1 The areas that would pass to a side if it entered them: not its own, and free of the enemy."""
    return (~state.german if side == GERMAN else state.german) & ~state.held[OTHER[side]]


# -- effect -------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """5, R1, R2, R14 Carry a move out: the hit for leaving first, then area by area."""
    unit = parts.unit_index[move.unit]
    side, start = parts.side[unit], state.at[unit]
    events: tuple[Event, ...] = ()
    if move.mode == "exit":
        state, events = hit(parts, state, unit, EXIT_HITS, "5")
    if state.left[unit]:
        spent = spent_by(parts, state, unit, move)
        state, entered = enter(parts, state, unit, move.path, move.mode, spent)
        events += entered
    if state.held[side] >> start & 1:
        return state, events
    state, passed = settle_control(parts, state, start)
    return state, events + passed


def spent_by(parts: Components, state: State, unit: int, move: Move) -> int:
    """R6 What a move leaves a unit."""
    if move.mode != "road":
        return DONE
    return spent_by_march(state.spent[unit], len(move.path) - 1, parts.allowance[unit], state.choices)


def spent_by_march(spent: int, length: int, allowance: int, choices: Choices) -> int:
    """R6 What a march leaves a unit; only with free_mix may an overrun follow, within the allowance."""
    if choices.overrun_and_march != "free_mix":
        return DONE
    steps = steps_used(spent) + length
    if steps >= allowance:
        return DONE
    return spending(MARCHED, steps, overruns_made(spent), spent & ENGAGED)


def enter(  # noqa: PLR0913  a unit, its way, and what it has then done
    parts: Components, state: State, unit: int, path: tuple[str, ...], how: str, spent: int
) -> tuple[State, tuple[Event, ...]]:
    """R1, R2 Move a unit along a path and let it take control of what it enters."""
    side, walk = parts.side[unit], walk_of(parts, path)
    assert walk is not None  # noqa: S101  a legal path
    won = won_by(state, side, walk)
    moved = Moved("5", parts.unit_ids[unit], path, how)
    state = place(parts, state, unit, walk.areas[-1], spent, state.german ^ won)
    if not won:
        return state, (moved,)
    taken = [parts.area_ids[area] for area in walk.entered if won >> area & 1]
    return state, (moved, *[ControlChanged("R1", area, SIDES[side]) for area in taken])


def won_by(state: State, side: int, walk: Walk) -> int:
    """R1, R2 Set of the areas that pass to a side when it moves along a path."""
    return foreign(state, side) & (walk.ground if state.choices.control_on_pass_through else 1 << walk.areas[-1])
