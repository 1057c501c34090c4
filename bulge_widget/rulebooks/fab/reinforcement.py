"""4.1c, 16.22, 18.9 Units and task forces that arrive in the Reinforcement Phase.

Chits that go into boxes and cups are in cups, the areas a unit may enter by in entry, units brought by events in
replacements.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Sum
from bulge_widget.core.event import Event, MarkerSet, Placed
from bulge_widget.rulebooks.fab import control, entry, lots, passage, special
from bulge_widget.rulebooks.fab.components import (
    ALLIED,
    GERMAN,
    SIDES,
    Components,
    bits,
    marked,
    mask_where,
)
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.once import once, once_by
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    DELAYED,
    FUTURE,
    GONE,
    LATER,
    WAITING,
    State,
    Step,
    flag,
    pop,
    push,
    set_reserve,
    with_byte,
)

__all__ = ["ACTIONS", "STEPS", "Arriving", "Enter", "Garrison", "Garrisoning", "Hold", "Reroute", "begin"]

LAST_TASK_FORCES = 5  # 16.22


class Enter(Action, frozen=True, gc=False):
    """4.1c Place a unit in an entry area."""

    unit: str
    area: str


class Reroute(Action, frozen=True, gc=False):
    """8.27 Spend a Special Action to bring a unit in elsewhere."""

    unit: str
    area: str
    chit: str


class Hold(Action, frozen=True, gc=False):
    """4.1c Let the units whose entry areas are blocked come a turn later; 16.22 keep task forces at hand."""


class Garrison(Action, frozen=True, gc=False):
    """16.22 Place a task force."""

    chit: str
    area: str


class Arriving(Step, frozen=True, gc=False):
    """4.1c A side places its reinforcements."""

    side: int


class Garrisoning(Step, frozen=True, gc=False):
    """16.22 The Allies place task forces."""


STEPS: tuple[type[Step], ...] = (Arriving, Garrisoning)
ACTIONS: tuple[type[Action], ...] = (Enter, Reroute, Hold, Garrison)


# -- questions: units -----------------------------------------------------------------------------------


@once_by("at", "came", "turn")
def due(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """4.1c Units of a side that come this turn."""
    waiting = parts.army[side] & mask_where(state.at, _WAITING)
    return bits(waiting & mask_where(state.came, _by(state.turn))) if waiting else ()


_WAITING = marked(lambda area: area == WAITING)


@functools.lru_cache(maxsize=32)
def _by(turn: int) -> bytes:
    return marked(lambda came: 0 < came <= turn)


def enter_refusal(parts: Components, state: State, side: int, unit: int, area: int) -> Refusal | None:
    """4.1c Whether a unit may enter by an area."""
    refusal = arrival_refusal(parts, state, side, unit)
    if refusal is not None:
        return refusal
    if area in entry.entries(parts, state, unit):
        return None
    allowed = (parts.area_name(parts.area_ids[a]) for a in entry.entries(parts, state, unit))
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "area": parts.area_ids[area]}
    facts["allowed"] = ", ".join(allowed) or "no area now"
    if area not in entry.listed(parts, state, unit):
        return Refusal("wrong_entry", "4.1c", facts)
    return entry.blocked(parts, state, side, unit, area) or Refusal("wrong_entry", "R65", facts)


def arrival_refusal(parts: Components, state: State, side: int, unit: int) -> Refusal | None:
    """4.1c Whether a unit comes this turn."""
    if unit not in due(parts, state, side):
        return Refusal("not_due", "4.1c", {"unit": parts.unit_ids[unit]})
    return None


def reroute_refusal(parts: Components, state: State, side: int, action: Reroute) -> Refusal | None:
    """8.27 Whether a Special Action may bring a unit in by another area."""
    unit, area = parts.unit_index[action.unit], parts.area_index[action.area]
    facts: dict[str, str | int] = {"unit": action.unit, "area": action.area, "chit": action.chit}
    if refusal := arrival_refusal(parts, state, side, unit):
        return refusal
    if area not in entry.elsewhere(parts, state, unit):
        return Refusal("wrong_reroute", "8.27", facts)
    if refusal := entry.blocked(parts, state, side, unit, area):
        return refusal
    if action.chit not in special.usable(parts, state, side, unit):
        return Refusal("no_special_action", "8.27", facts)
    return None


# -- questions: task forces -----------------------------------------------------------------------------


def at_hand(parts: Components, state: State) -> tuple[str, ...]:
    """16.22, R10 Task forces that may be placed."""
    if state.turn > LAST_TASK_FORCES:
        return ()
    return tuple(parts.chit_ids[c] for c in parts.of_kind["task-force"] if state.boxes[c] == AVAILABLE)


def posts_open(parts: Components, state: State) -> int:
    """16.22 Areas that may take a task force: friendly, uncontested, supplied."""
    held = state.held[GERMAN] | state.posts[GERMAN]
    play = parts.scenarios[state.scenario].play
    return ~state.german & ~state.contested & ~state.cut & ~held & play


def garrison_refusal(parts: Components, state: State, action: Garrison) -> Refusal | None:
    """16.22 Whether a task force may be placed in an area."""
    if action.chit not in at_hand(parts, state):
        return Refusal("no_task_force", "16.22", {"chit": action.chit})
    if action.area not in parts.area_index:
        return Refusal("unknown_area", "2.4", {"area": action.area})
    if not posts_open(parts, state) >> parts.area_index[action.area] & 1:
        return Refusal("post_closed", "16.22", {"area": action.area})
    return None


# -- the questions of the chapter -----------------------------------------------------------------------


def why_not(parts: Components, state: State, step: Arriving | Garrisoning, action: Action) -> Refusal | None:
    """4.1c What forbids an answer of the Reinforcement Phase."""
    if isinstance(step, Garrisoning):
        if isinstance(action, Hold):
            return None
        wanted = Refusal("not_asked", "16.22", {"wanted": "where a task force goes"})
        return garrison_refusal(parts, state, action) if isinstance(action, Garrison) else wanted
    if isinstance(action, Hold):
        must = next((u for u in due(parts, state, step.side) if entry.entries(parts, state, u)), None)
        return None if must is None else Refusal("must_enter", "4.1c", {"unit": parts.unit_ids[must]})
    if not isinstance(action, Enter | Reroute):
        return Refusal("not_asked", "4.1c", {"wanted": "where reinforcements arrive"})
    if action.unit not in parts.unit_index:
        return Refusal("unknown_unit", "2.2", {"unit": action.unit})
    if action.area not in parts.area_index:
        return Refusal("unknown_area", "2.4", {"area": action.area})
    if isinstance(action, Reroute):
        return reroute_refusal(parts, state, step.side, action)
    return enter_refusal(parts, state, step.side, parts.unit_index[action.unit], parts.area_index[action.area])


def decision(parts: Components, state: State, step: Arriving | Garrisoning) -> Decision:
    """4.1c, 16.22, 18.9 Ask for a placement."""
    if isinstance(step, Garrisoning):
        options = Options.plain(_posts(parts, state))
        return Decision("allied", "16.22", "Place task forces, or keep them at hand.", options)
    groups = {parts.unit_ids[u]: _placements(parts, state, step.side, u) for u in due(parts, state, step.side)}
    keys: list[Key] = [name for name, group in groups.items() if group]
    hold = why_not(parts, state, step, Hold()) is None
    options = Options([*keys, *([None] if hold else [])], lambda key: groups[key] if key else (Hold(),))
    side = SIDES[step.side]
    return Decision(side, "4.1c", f"{side.capitalize()} reinforcements: place a unit that arrives.", options)


@once
def _placements(parts: Components, state: State, side: int, unit: int) -> tuple[Action, ...]:
    name = parts.unit_ids[unit]
    own = tuple(Enter(name, parts.area_ids[area]) for area in entry.entries(parts, state, unit))
    chits = special.usable(parts, state, side, unit)
    open_ = entry.open_to(parts, state, unit, entry.elsewhere(parts, state, unit)) if chits else ()
    areas = [parts.area_ids[area] for area in open_]
    return (*own, *[Reroute(name, area, chit) for chit in chits for area in areas])


def _posts(parts: Components, state: State) -> tuple[Action, ...]:
    chit, open_ = at_hand(parts, state)[0], posts_open(parts, state)
    return (Hold(), *[Garrison(chit, parts.area_ids[area]) for area in bits(open_)])


def canonical(parts: Components, state: State, step: Arriving | Garrisoning, action: Action) -> Action:
    """16.22 One task force is like another."""
    del step
    return Garrison(at_hand(parts, state)[0], action.area) if isinstance(action, Garrison) else action


def candidates(parts: Components, state: State, step: Arriving | Garrisoning) -> Iterable[Action]:
    """For tests: every unit of the side in every entry area, every task force anywhere."""
    if isinstance(step, Garrisoning):
        yield Hold()
        yield from (Garrison(parts.chit_ids[c], a) for c in parts.of_kind["task-force"] for a in parts.area_ids)
    else:
        yield Hold()
        areas = sorted({*parts.entry.values(), 45})
        chits = [parts.chit_ids[chit] for chit in parts.of_kind["special-action"]]
        for unit in {u for side in (GERMAN, ALLIED) for u in due(parts, state, side)} | {0}:
            yield from (Enter(parts.unit_ids[unit], parts.area_ids[area]) for area in areas)
            yield from (Reroute(parts.unit_ids[unit], parts.area_ids[area], c) for area in areas for c in chits)


def explain(parts: Components, state: State, step: Arriving | Garrisoning, action: Action) -> Sum:
    """4.1c A placement costs nothing."""
    del parts, state, step, action
    return Sum("movement points", ())


# -- what happens ---------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> Told:
    """4.1c, 16.22, 18.9 What arrives this turn, after the boxes and cups."""
    events: tuple[Event, ...] = ()
    for index, marker in enumerate(parts.markers):
        here = parts.scenario_ids[state.scenario] in marker.scenarios and marker.side == SIDES[side]
        if here and state.reserves[index] == LATER and marker.arrival_turn <= state.turn:
            state = set_reserve(state, index)
    if side == ALLIED:
        state = push(state, Garrisoning())
        for chit in parts.of_kind["task-force"]:
            arrival = parts.scenarios[state.scenario].arrivals.get(parts.chit_ids[chit])
            if state.boxes[chit] == FUTURE and arrival is not None and arrival.turn == state.turn:
                state, more = control.send(parts, state, chit, AVAILABLE, "16.22")
                events += more
    state = push(state, Arriving(side))
    number = sum(not state.status[unit] & DELAYED for unit in due(parts, state, side))
    if state.choices.random_reinforcements and number:
        state = push(state, lots.Sorting(side, number))
    return state, events


def resolve(parts: Components, state: State, step: Arriving | Garrisoning) -> Told | None:
    """4.1c Be done when nothing is left to place, or can be; a blocked unit comes a turn later."""
    if isinstance(step, Garrisoning):
        return None if at_hand(parts, state) and posts_open(parts, state) else (pop(state), ())
    waiting = due(parts, state, step.side)
    if any(_placements(parts, state, step.side, unit) for unit in waiting):
        return None
    return _delayed(parts, pop(state), waiting)


def _delayed(parts: Components, state: State, units: tuple[int, ...]) -> Told:
    """4.1c Units whose entry areas are all blocked."""
    events: list[Event] = []
    for unit in units:
        came = with_byte(state.came, unit, state.turn + 1)
        state = flag(msgspec.structs.replace(state, came=came), unit, on=DELAYED)
        events.append(MarkerSet("4.1c", "delayed", parts.unit_ids[unit]))
    return state, tuple(events)


def apply(parts: Components, state: State, step: Arriving | Garrisoning, action: Action) -> Told:
    """4.1c, 8.27, 16.22 Place what arrives."""
    match action:
        case Garrison():
            chit = parts.chit_index[at_hand(parts, state)[0]]
            return control.send(parts, state, chit, parts.area_index[action.area], "16.22")
        case Hold() if isinstance(step, Garrisoning):
            return _held(parts, pop(state))
        case Hold() if isinstance(step, Arriving):
            return _delayed(parts, pop(state), due(parts, state, step.side))
        case Reroute():
            state, events = special.spend(parts, state, action.chit, "8.27")
            state, more = enter(parts, state, parts.unit_index[action.unit], parts.area_index[action.area])
            return state, events + more
        case Enter():
            return enter(parts, state, parts.unit_index[action.unit], parts.area_index[action.area])
    raise TypeError(action)


def _held(parts: Components, state: State) -> Told:
    """16.22, R10 Task forces wait, or are lost by that option."""
    events: tuple[Event, ...] = ()
    if not state.choices.task_forces_may_wait:
        for name in at_hand(parts, state):
            state, more = control.send(parts, state, parts.chit_index[name], GONE, "16.22")
            events += more
    return state, events


def enter(parts: Components, state: State, unit: int, area: int) -> Told:
    """4.1c, R58 A unit stands in an entry area, in supply with it."""
    state = msgspec.structs.replace(flag(state, unit, off=DELAYED), came=with_byte(state.came, unit, state.turn))
    state, events = control.arrive(parts, state, unit, area)
    state, passed = passage.come_through(parts, state, unit, (WAITING, area))
    return state, (Placed("4.1c", parts.unit_ids[unit], parts.area_ids[area]), *events, *passed)
