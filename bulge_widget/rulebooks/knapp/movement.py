"""5 Movement: one area anywhere, a road march, and leaving a contested area at the price of a hit.

Does not cover overruns (overrun) nor the stacking limit (stacking), whose questions it asks.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple

from bulge_widget.core.decision import Action, Part, Refusal, Sum
from bulge_widget.core.event import ControlChanged, Event, Moved
from bulge_widget.rulebooks.knapp import stacking
from bulge_widget.rulebooks.knapp.components import ARMOR, GERMAN, OTHER, SIDES, Components, bits
from bulge_widget.rulebooks.knapp.info import Choices
from bulge_widget.rulebooks.knapp.state import (
    DONE,
    ENGAGED,
    FRESH,
    MARCHED,
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

__all__ = ["Move", "canonical", "dies", "movers", "order", "possible", "refusal", "step_refusal"]

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
    path = [parts.area_index[area] for area in move.path if area in parts.area_index]
    if len(path) < len(move.path):
        unknown = next(area for area in move.path if area not in parts.area_index)
        return Refusal("unknown_area", "1", {"area": unknown})
    unit = parts.unit_index[move.unit]
    if mode(state.spent[unit]) in NO_MORE:
        return Refusal("already_moved", "5", {"unit": move.unit})
    by_mode = _BY_MODE.get(move.mode)
    if by_mode is None:
        return Refusal("unknown_mode", "5", {"mode": move.mode, "allowed": " ".join(_BY_MODE)})
    wrong = by_mode(parts, state, unit, path)
    if wrong is None and stacking.too_many(parts, state, unit, path[-1]) and not dies(state, unit, move.mode):
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
    for a, b in itertools.pairwise(path):
        if not parts.roads[a] >> b & 1:
            facts: dict[str, str | int] = {"unit": name, "from": parts.area_ids[a], "to": parts.area_ids[b]}
            return Refusal("no_road" if parts.near[a] >> b & 1 else "not_adjacent", "5", facts)
    through = next((area for area in path[1:-1] if enemy >> area & 1), None)
    if through is not None:
        return Refusal("through_enemy_occupied", "5", {"unit": name, "area": parts.area_ids[through]})
    if enemy >> path[-1] & 1 and not state.choices.march_may_end_at_enemy:
        return Refusal("march_into_enemy", "R5", {"unit": name, "area": parts.area_ids[path[-1]]})
    return None


_BY_MODE = {"normal": _normal_refusal, "exit": _exit_refusal, "road": _road_refusal}

# -- options ------------------------------------------------------------------------------------------


Effect = int
"""What a move comes to, in one integer (see `effect_of`): there are dozens for a unit, and each is looked up."""
_END = 255  # the bits that say where a move ends
_SPENT, _WON = 8, 16  # from which bit on stand what the unit has then done (R6), and the areas that pass to its side


def effect_of(end: int, won: int, spent: int) -> Effect:
    """Pack where a move ends, the areas that pass to the unit's side, and what it has then done."""
    return end | spent << _SPENT | won << _WON


class Ways(NamedTuple):
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


def ways(parts: Components, state: State, unit: int) -> Ways:
    """5 What the unit can still do by moving, stacking left aside."""
    area, side = state.at[unit], parts.side[unit]
    around = parts.around[area]
    return _ways(
        parts,
        parts.kind[unit],
        area,
        state.spent[unit],
        state.unsupplied >> unit & 1,
        dies(state, unit, "exit"),
        state.held[OTHER[side]] & around,
        _foreign(state, side) & around,
        state.choices,
    )


@functools.lru_cache(maxsize=2048)
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
    steps = [effect_of(b, 1 << b & foreign, DONE) for b in ends]
    marches = _marches(parts, area, enemy, foreign, choices, marched)
    effects = tuple(sorted(dict.fromkeys([*steps, *marches]), key=_END.__and__))
    return Ways(area, "exit" if exits else "normal", effects, frozenset(steps), marches)


def _foreign(state: State, side: int) -> int:
    """R1 The areas that would pass to a side if it entered them: not its own, and free of the enemy."""
    return (~state.german if side == GERMAN else state.german) & ~state.held[OTHER[side]]


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
def _road_steps(parts: Components) -> tuple[tuple[Effect, ...], ...]:
    """5 For each area, the effect of entering each of the next along roads, with every bit set that may be kept."""
    return tuple(tuple(effect_of(b, 1 << b, (1 << _WON - _SPENT) - 1) for b in bits(roads)) for roads in parts.roads)


@functools.lru_cache(maxsize=1024)
def _spent_by_marches(spent: int, allowance: int, choices: Choices) -> tuple[int, ...]:
    """5, R6, R29 What each further area leaves a supplied unit in an uncontested area; empty if it may not march."""
    if spent & ENGAGED or not may_march_after(spent, choices):
        return ()
    left = allowance - steps_used(spent)
    return tuple(spent_by_march(spent, length, allowance, choices) for length in range(1, left + 1))


def movers(parts: Components, state: State, going: int, packed: int) -> int:
    """5, R16 Set of those `going` that can move, where stacking lets no more stop in the `packed` areas."""
    for unit in bits(going) if packed else ():
        free = ~(packed | state.held[OTHER[parts.side[unit]]])
        if not _may_step(parts, state, unit, free) and not possible(parts, state, unit, packed)[1]:
            going ^= 1 << unit
    return going


def _may_step(parts: Components, state: State, unit: int, free: int) -> int:
    """5 The areas, of some free of enemies and crowds, where a unit may step; mostly this is all that need be asked."""
    return parts.open_to[unit][state.at[unit]] & free if mode(state.spent[unit]) == FRESH else 0


def possible(parts: Components, state: State, unit: int, packed: int) -> tuple[Ways, Sequence[Effect]]:
    """5, R16 What the unit can still do by moving, and the effects that stacking allows."""
    known = ways(parts, state, unit)
    closed = _closed(parts, state, unit, packed) if packed else 0
    return known, [effect for effect in known.effects if not closed >> (effect & _END) & 1] if closed else known.effects


def _closed(parts: Components, state: State, unit: int, packed: int) -> int:
    """5, R14, R16 The areas where a unit may not stop; one that dies on leaving stops nowhere."""
    start = 1 << state.at[unit]
    if dies(state, unit, "exit") and is_contested_for(parts, state, unit):
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
    known = ways(parts, state, unit)
    if dies(state, unit, move.mode):
        return order(parts, unit, known, known.effects[0])
    return order(parts, unit, known, _effect(parts, state, unit, move))


def _effect(parts: Components, state: State, unit: int, move: Move) -> Effect:
    won, foreign = 0, _foreign(state, parts.side[unit])
    entered = [parts.area_index[area] for area in move.path[1:]]
    for area in entered if state.choices.control_on_pass_through else entered[-1:]:
        won |= 1 << area & foreign
    return effect_of(entered[-1], won, _spent_by(parts, state, unit, move))


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
        spent = _spent_by(parts, state, unit, move)
        state, entered = enter(parts, state, unit, move.path, move.mode, spent)
        events += entered
    if state.held[side] >> start & 1 == 0:
        state, passed = settle_control(parts, state, start)
        events += passed
    return state, events


def _spent_by(parts: Components, state: State, unit: int, move: Move) -> int:
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
    side = parts.side[unit]
    events: list[Event] = [Moved("5", parts.unit_ids[unit], path, how)]
    foreign, won = _foreign(state, side), 0
    for area in path[1:] if state.choices.control_on_pass_through else path[-1:]:
        bit = 1 << parts.area_index[area] & foreign & ~won
        if bit:
            won |= bit
            events.append(ControlChanged("R1", area, SIDES[side]))
    state = place(parts, state, unit, parts.area_index[path[-1]], spent, state.german ^ won)
    return state, tuple(events)
