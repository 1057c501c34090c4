"""40.0 The parachute drop: on its turn only, and on a throw."""

from __future__ import annotations

from collections.abc import Iterator

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_faces, roll_refusal
from bulge_widget.core.event import Event, Placed, Removed, Rolled
from bulge_widget.rulebooks.botb.components import ALLIED, Components
from bulge_widget.rulebooks.botb.state import (
    ELIMINATED,
    MOVED,
    WAITING,
    State,
    Step,
    advanced,
    place,
    pop,
    push,
    set_flag,
)
from bulge_widget.rulebooks.botb.upkeep import arrived

__all__ = ["ACTIONS", "STEPS", "TURN", "Drop", "DropRoll", "drop_refusal", "dropped", "drops"]

TURN = 3  # 40.1 17 AM
UNIT = "ge-vdh-vdh"


class Drop(Action, frozen=True, gc=False):
    """Drop the parachute battalion on a hex."""

    unit: str
    hex: str


class DropRoll(Step, frozen=True, gc=False):
    """40.2 CHANCE says whether it lands."""

    unit: str
    hex: str


STEPS = (DropRoll,)
ACTIONS = (Drop,)


def drop_hexes(parts: Components, state: State) -> tuple[int, ...]:
    """40.1, 40.6 Where the battalion may be dropped."""
    goal, allied = parts.drop_hex, state.counts[ALLIED]
    if not allied[goal]:
        return (goal,)
    return tuple(h for h in parts.near[goal] if not allied[h])


def drop_refusal(parts: Components, state: State, unit: int, action: Drop) -> Refusal | None:
    """40.1, 40.6 Why the battalion may not be dropped so."""
    facts: dict[str, str | int] = {"unit": action.unit, "hex": action.hex}
    if action.unit != UNIT or state.at[unit] != WAITING or state.turn != TURN or not advanced(state):
        return Refusal("no_drop", "40.1", facts)
    if parts.hex_index.get(action.hex) not in drop_hexes(parts, state):
        return Refusal("drop_elsewhere", "40.6" if state.counts[ALLIED][parts.drop_hex] else "40.1", facts)
    return None


def drops(parts: Components, state: State, unit: int) -> list[Drop]:
    """40.1 The drops of a unit."""
    if parts.unit_ids[unit] != UNIT:
        return []
    found = [Drop(parts.unit_ids[unit], parts.hex_ids[h]) for h in drop_hexes(parts, state)]
    return [d for d in found if drop_refusal(parts, state, unit, d) is None]


def dropped(state: State, action: Drop) -> tuple[State, tuple[Event, ...]]:
    """40.2 The order is given; the die follows."""
    return push(state, DropRoll(action.unit, action.hex)), ()


def _classes(parts: Components) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    lands = parts.chances["drop", "von-der-heydte"]
    return classes_of_faces(tuple(str(face in lands) for face in range(1, 7)))


def decision(parts: Components, state: State, step: DropRoll) -> Decision:
    """40.2 Throw for the drop."""
    del state
    rolls, weights = _classes(parts)
    return Decision("chance", "40.2", f"The drop on {step.hex.upper()}", Options.plain(rolls), lambda: weights, Dice(1))


def why_not(parts: Components, state: State, step: DropRoll, action: Action) -> Refusal | None:
    """40.2 Only a die is thrown here."""
    del parts, state, step
    return roll_refusal(action, Dice(1), "40.2")


def canonical(parts: Components, state: State, step: DropRoll, action: Roll) -> Action:
    """Give the representative throw of the same effect."""
    del state, step
    lands = parts.chances["drop", "von-der-heydte"]
    return next(r for r in _classes(parts)[0] if (r.faces[0] in lands) == (action.faces[0] in lands))


def candidates(parts: Components, state: State, step: DropRoll) -> Iterator[Action]:
    """For tests: every face and two that no die has."""
    del parts, state, step
    return (Roll((face,)) for face in range(8))


def apply(parts: Components, state: State, step: DropRoll, action: Roll) -> tuple[State, tuple[Event, ...]]:
    """40.2, 40.3 It lands and stays for this turn, or is lost."""
    unit, where = parts.unit_index[step.unit], parts.hex_index[step.hex]
    good = action.faces[0] in parts.chances["drop", "von-der-heydte"]
    told: tuple[Event, ...] = (Rolled("40.2", action.faces, "drop", "landed" if good else "lost", (good,), step.hex),)
    state = pop(state)
    if not good:
        return place(parts, state, unit, ELIMINATED), (*told, Removed("40.2", step.unit, step.hex, "drop"))
    state = set_flag(place(parts, state, unit, where), unit, MOVED)
    state, more = arrived(parts, state, unit, [where], "40.3")
    return state, (*told, Placed("40.2", step.unit, step.hex, "air"), *more)
