"""7 Reinforcements: the arrival roll a turn ahead, and placing units at off-map roads.

Does not cover where placed units may go in the same turn (movement, R21).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from bulge_widget.core.decision import Action, Decision, Dice, Options, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal, thrown
from bulge_widget.core.event import Answered, Event, Placed, Rolled
from bulge_widget.rulebooks.knapp import stacking
from bulge_widget.rulebooks.knapp.components import OTHER, SIDES, Components
from bulge_widget.rulebooks.knapp.state import (
    NEVER,
    WAITING,
    State,
    Step,
    place,
    pop,
    settle_control,
    swap,
    with_byte,
)

__all__ = ["ARRIVAL", "ArrivalRoll", "Arrivals", "Place", "Placement"]

EARLY, LATE = 1, 6  # 7 the faces that move an arrival by one turn
ARRIVAL = f"{EARLY} early, {LATE} late"
"""The faces of an arrival roll in words; any other is as scheduled."""
_CLASSES = (Roll((1,)), Roll((3,)), Roll((6,)))  # early, as scheduled, late
_KINDS = (_CLASSES, (1, 4, 1))


class Arrivals(Step, frozen=True, gc=False):
    """7 The reinforcement phase of one side begins; nobody is asked."""

    side: int


class ArrivalRoll(Step, frozen=True, gc=False):
    """7 CHANCE says whether a unit comes early, as scheduled or late (R20)."""

    unit: str


class Placement(Step, frozen=True, gc=False):
    """7 The owner places the units that are due, one at a time."""

    side: int


class Place(Action, frozen=True, gc=False):
    """Place a unit that is due in the area behind an off-map road."""

    unit: str
    entry: str


STEPS = (Arrivals, ArrivalRoll, Placement)
ACTIONS = (Place,)

# -- questions ----------------------------------------------------------------------------------------


def rolled_for(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """7, R20 The units a side rolls for now: those scheduled for the next turn, once each."""
    coming = state.turn + 1
    return tuple(
        parts.unit_ids[unit]
        for unit in parts.reserve[side]
        if parts.scheduled[unit] == coming and state.at[unit] == WAITING and state.due[unit] == coming
    )


def due_now(parts: Components, state: State, side: int) -> list[int]:
    """7 The units of a side that may be placed this turn."""
    return _waiting(parts.reserve[side], state.at, state.due, state.turn)


@functools.lru_cache(maxsize=64)
def _waiting(reserve: tuple[int, ...], at: bytes, due: bytes, turn: int) -> list[int]:
    return [unit for unit in reserve if at[unit] == WAITING and due[unit] <= turn]


def blocked(state: State, side: int) -> int:
    """7, R22 Set of the areas that reinforcements may not enter: those held by enemy units alone."""
    return state.held[OTHER[side]] & ~state.held[side]


def open_entries(parts: Components, state: State, unit: int) -> tuple[str, ...]:
    """R22 The scheduled roads that are not blocked; the alternates only if all of those are."""
    shut, exit_area = blocked(state, parts.side[unit]), parts.exit_area
    if not shut & parts.entry_areas:
        return parts.entries[unit]
    free = tuple([e for e in parts.entries[unit] if not shut >> exit_area[e] & 1])
    return free or tuple([e for e in parts.alternates[unit] if not shut >> exit_area[e] & 1])


def usable_entries(parts: Components, state: State, unit: int) -> Sequence[str]:
    """7, R22, R28 The off-map roads a unit that is due may use."""
    exit_area, entries = parts.exit_area, open_entries(parts, state, unit)
    if not state.crowd[parts.side[unit]] & parts.entry_areas:
        return entries
    return [e for e in entries if stacking.may_be_placed(parts, state, unit, exit_area[e])]


def entry_refusal(parts: Components, state: State, unit: int, entry: str) -> Refusal | None:
    """7, R22, R28 Why a unit that is due may not use an off-map road."""
    if entry in usable_entries(parts, state, unit):
        return None
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "entry": entry}
    listed = parts.entries[unit] + parts.alternates[unit]
    if entry in parts.area_index:
        roads = " ".join(open_entries(parts, state, unit))
        return Refusal("no_entry", "7", facts | {"area": entry, "roads": roads})
    if entry not in listed:
        return Refusal("wrong_entry", "7", facts | {"roads": " ".join(listed)})
    facts["area"] = parts.area_ids[parts.exit_area[entry]]
    if blocked(state, parts.side[unit]) >> parts.exit_area[entry] & 1:
        return Refusal("entry_blocked", "7", facts)
    if entry not in open_entries(parts, state, unit):
        return Refusal("wrong_entry", "R22", facts | {"roads": " ".join(parts.entries[unit])})
    return Refusal("stacking", "R28", facts)


def _listed(parts: Components, state: State, side: int) -> Iterator[tuple[str, list[Place]]]:
    """7, R22, R28 Every legal placement, unit by unit."""
    for unit in due_now(parts, state, side):
        name, entries = parts.unit_ids[unit], usable_entries(parts, state, unit)
        if entries:
            yield name, [Place(name, entry) for entry in entries]


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """7 The rule that forbids a placement, or a roll."""
    if isinstance(step, ArrivalRoll):
        return roll_refusal(action, Dice(1), "7")
    assert isinstance(step, Placement)  # noqa: S101  the table of chapters sends no other step here
    if not isinstance(action, Place):
        return Refusal("not_asked", "3", {"wanted": "a placement"})
    unit = parts.unit_index.get(action.unit)
    if unit is None or parts.side[unit] != step.side:
        return Refusal("not_yours", "7", {"unit": action.unit})
    if unit not in due_now(parts, state, step.side):
        return Refusal(
            "not_due", "7", {"unit": action.unit, "turn": state.due[unit] if state.at[unit] == WAITING else 0}
        )
    return entry_refusal(parts, state, unit, action.entry)


def decision(parts: Components, state: State, step: Step) -> Decision:
    """7 Ask CHANCE for an arrival, or the owner for a place."""
    if isinstance(step, ArrivalRoll):
        name = parts.counters[step.unit].short
        return thrown("7", lambda: f"Arrival of {name}: {ARRIVAL}, else as scheduled", lambda: _KINDS, Dice(1))
    assert isinstance(step, Placement)  # noqa: S101
    groups = dict(_listed(parts, state, step.side))
    return Decision(SIDES[step.side], "7", "Place your reinforcements", Options.grouped(groups))


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """7 The throw listed for early, as scheduled or late."""
    del parts, state, step
    if not isinstance(action, Roll):
        return action
    face = action.faces[0]
    return _CLASSES[0 if face == EARLY else 2 if face == LATE else 1]


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """R22 How many units stand where a reinforcement would be placed."""
    del step
    if not isinstance(action, Place):
        return Sum("faces", tuple(Part("die", face) for face in getattr(action, "faces", ())))
    if action.entry not in parts.exit_area or action.unit not in parts.unit_index:
        return Sum("units there afterwards", ())
    area = parts.exit_area[action.entry]
    friends = (state.who[area] & parts.army[parts.side[parts.unit_index[action.unit]]]).bit_count()
    return Sum("units there afterwards", (Part("now", friends), Part("placed", 1, "7")))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every unit at every off-map road."""
    del state
    if isinstance(step, ArrivalRoll):
        return [Roll((face,)) for face in range(8)] + [Roll((1, 1))]
    return [Place(unit, entry) for unit in parts.unit_ids for entry in parts.exits]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """7 Begin the phase, end it when nobody can be placed, and place by itself where there is no choice."""
    if isinstance(step, Arrivals):
        rolls = tuple(ArrivalRoll(unit) for unit in reversed(rolled_for(parts, state, step.side)))
        return swap(state, Placement(step.side), *rolls), ()
    if not isinstance(step, Placement):
        return None
    placements = (action for _, group in _listed(parts, state, step.side) for action in group)
    only, another = next(placements, None), next(placements, None)
    if only is None:
        return pop(state), ()
    if another is not None:
        return None
    state, events = apply(parts, state, step, only)
    return state, (Answered("7", SIDES[step.side], str(only)), *events)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """7 Shift an arrival by the die, or put the unit on the map."""
    if isinstance(step, ArrivalRoll):
        assert isinstance(action, Roll)  # noqa: S101
        return _shift(parts, pop(state), step.unit, action.faces[0])
    assert isinstance(action, Place)  # noqa: S101
    unit, area = parts.unit_index[action.unit], parts.exit_area[action.entry]
    state = place(parts, state, unit, area)
    state = replace(state, due=with_byte(state.due, unit, state.turn))
    state, passed = settle_control(parts, state, area)
    return state, (Placed("7", action.unit, parts.area_ids[area], action.entry), *passed)


def _shift(parts: Components, state: State, unit: str, face: int) -> tuple[State, tuple[Event, ...]]:
    coming = state.turn + 1
    turn = coming - 1 if face == EARLY else coming + 1 if face == LATE else coming
    result = "early" if face == EARLY else "late" if face == LATE else "as scheduled"
    due = with_byte(state.due, parts.unit_index[unit], turn if turn <= len(parts.turns) else NEVER)
    return replace(state, due=due), (Rolled("7", (face,), f"arrival of {unit}", result),)
