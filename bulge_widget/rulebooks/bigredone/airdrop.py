"""11.0 The German airdrop, an optional rule: one group, on the first turn, wherever the wind takes it."""

from __future__ import annotations

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_faces, in_words, roll_refusal
from bulge_widget.core.event import Event, Placed, Removed, Rolled
from bulge_widget.rulebooks.bigredone import british
from bulge_widget.rulebooks.bigredone.components import GERMAN, Components
from bulge_widget.rulebooks.bigredone.state import (
    ABSENT,
    ELIMINATED,
    EMPTY,
    WAITING,
    State,
    Step,
    mark_moved,
    place,
    pop,
    push,
)

__all__ = ["Drop", "DropRoll", "end", "targets"]

TURN = 1
REACH = 5
SURVIVES = LANDS = 1
STAGES = ("survival", "landing", "scatter")


class Drop(Action, frozen=True, gc=False):
    """Drop the parachute group on a hex."""

    unit: str
    hex: str


class DropRoll(Step, frozen=True, gc=False):
    """11.0 CHANCE says whether the group survives, lands on its hex, and else where it is carried."""

    unit: str
    hex: str
    stage: int


# -- questions ----------------------------------------------------------------------------------------


def is_ready(parts: Components, state: State, unit: int) -> bool:
    """11.0 Whether a unit can be dropped now."""
    return state.choices.airdrop and state.turn == TURN and unit in parts.dropped and state.at[unit] == WAITING


def targets(parts: Components, state: State) -> list[int]:
    """11.0 The unoccupied hexes within five of a German unit."""
    reached = {
        h for unit in parts.roster[GERMAN] if state.at[unit] < WAITING for h in parts.around[REACH][state.at[unit]]
    }
    return sorted(h for h in reached if state.who[h] == EMPTY)


def refusal(parts: Components, state: State, order: Drop) -> Refusal | None:
    """11.0 The rule that forbids a drop."""
    unit = parts.unit_index.get(order.unit)
    if unit is None or not is_ready(parts, state, unit):
        return Refusal("no_airdrop", "11.0", {"unit": order.unit})
    if order.hex not in parts.hex_index:
        return Refusal("unknown_hex", "2.1", {"hex": order.hex})
    where = parts.hex_index[order.hex]
    if state.who[where] != EMPTY:
        return Refusal("stacking", "11.0", {"hex": order.hex, "other": parts.unit_ids[state.who[where]]})
    if where not in targets(parts, state):
        return Refusal("drop_too_far", "11.0", {"hex": order.hex, "limit": REACH})
    return None


def listed(parts: Components, state: State, unit: int) -> list[Drop]:
    """11.0 Every hex for a drop."""
    return [Drop(parts.unit_ids[unit], parts.hex_ids[h]) for h in targets(parts, state)]


def landing(parts: Components, state: State, hex_id: str, face: int) -> int | None:
    """11.0, R43 Where a scattered group comes down; None off the map or on another unit."""
    grid = parts.board.grid
    assert grid is not None  # noqa: S101  this book is played on hexes
    name = grid.neighbours(hex_id).get(parts.scatter[face])
    where = parts.hex_index.get(name) if name is not None else None
    return None if where is None or state.who[where] != EMPTY else where


def _result(parts: Components, state: State, step: DropRoll, face: int) -> str:
    if step.stage == 0:
        return "survives" if face == SURVIVES else "lost"
    if step.stage == 1:
        return "on target" if face == LANDS else "scattered"
    where = landing(parts, state, step.hex, face)
    return "lost" if where is None else parts.hex_ids[where]


def _classes(parts: Components, state: State, step: DropRoll) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    return classes_of_faces(tuple(_result(parts, state, step, face) for face in range(1, 7)))


def decision(parts: Components, state: State, step: DropRoll) -> Decision:
    """11.0 Ask CHANCE."""
    rolls, weights = _classes(parts, state, step)

    def prompt() -> str:
        faces = in_words(tuple(_result(parts, state, step, face) for face in range(1, 7)))
        return f"Airdrop on {parts.hex_name(step.hex)}: {STAGES[step.stage]} ({faces})"

    return Decision("chance", "11.0", prompt, Options.plain(rolls), lambda: weights, Dice(1))


def why_not(parts: Components, state: State, step: DropRoll, action: Action) -> Refusal | None:
    """11.0 Only one die."""
    del parts, state, step
    return roll_refusal(action, Dice(1), "11.0")


def canonical(parts: Components, state: State, step: DropRoll, action: Roll) -> Roll:
    """Give the throw listed for all that come to the same."""
    rolls, _ = _classes(parts, state, step)
    wanted = _result(parts, state, step, action.faces[0])
    return next(roll for roll in rolls if _result(parts, state, step, roll.faces[0]) == wanted)


# -- effect -------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, step: DropRoll, action: Roll) -> tuple[State, tuple[Event, ...]]:
    """11.0, R39 Read one throw."""
    result, state = _result(parts, state, step, action.faces[0]), pop(state)
    events: tuple[Event, ...] = (Rolled("11.0", action.faces, f"airdrop {STAGES[step.stage]}", result, at=step.hex),)
    unit = parts.unit_index[step.unit]
    if result in {"survives", "scattered"}:
        return push(state, DropRoll(step.unit, step.hex, step.stage + 1)), events
    if result == "lost":
        lost = ELIMINATED if state.choices.airdrop_loss_scores else ABSENT
        return place(parts, state, unit, lost), (*events, Removed("11.0", step.unit, step.hex, "drop"))
    where = step.hex if result == "on target" else result
    state = mark_moved(place(parts, state, unit, parts.hex_index[where]), unit)
    state, freed = british.settle(parts, state)
    return state, (*events, Placed("11.0", step.unit, where, "air"), *freed)


def end(parts: Components, state: State) -> State:
    """R59 A group that was not dropped on the first turn stays out of the game."""
    for unit in parts.dropped:
        if state.at[unit] == WAITING:
            state = place(parts, state, unit, ABSENT)
    return state
