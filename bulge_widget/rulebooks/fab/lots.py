"""18.9 Random reinforcements: which of the units of this turn and the next arrive is drawn."""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import CHANCE, Action, Decision, Options, Refusal
from bulge_widget.core.event import Drew
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import DELAYED, WAITING, State, Step, pop, swap

__all__ = ["ACTIONS", "STEPS", "Sort", "Sorting", "pool"]


class Sorting(Step, frozen=True, gc=False):
    """18.92 CHANCE says which units arrive."""

    side: int
    left: int
    drawn: tuple[str, ...] = ()


class Sort(Action, frozen=True, gc=False):
    """18.92 Draw a unit from the selection cup."""

    unit: str


STEPS: tuple[type[Step], ...] = (Sorting,)
ACTIONS: tuple[type[Action], ...] = (Sort,)


def pool(parts: Components, state: State, step: Sorting) -> tuple[Sort, ...]:
    """18.9, 18.92, R49 Units that may be drawn: those of this turn and the next."""
    ready = [u for u in parts.roster[step.side] if is_in_cup(state, u)]
    return tuple(Sort(parts.unit_ids[u]) for u in ready if parts.unit_ids[u] not in step.drawn)


def is_in_cup(state: State, unit: int) -> bool:
    """18.92a, 4.1c Whether a unit is scheduled up to the next turn; who was drawn and found no way in waits apart."""
    waits = state.at[unit] == WAITING and not state.status[unit] & DELAYED
    return waits and 0 < state.came[unit] <= state.turn + 1


def why_not(parts: Components, state: State, step: Sorting, action: Action) -> Refusal | None:
    """18.92 Only a unit that may be drawn."""
    return None if action in pool(parts, state, step) else Refusal("not_asked", "18.92", {"wanted": "a unit drawn"})


def decision(parts: Components, state: State, step: Sorting) -> Decision:
    """18.92 Ask CHANCE."""
    found = pool(parts, state, step)
    prompt = f"{SIDES[step.side].capitalize()} reinforcements: a unit is drawn, {step.left} to go"
    return Decision(CHANCE, "18.92", prompt, Options.plain(found), lambda: (1,) * len(found))


def candidates(parts: Components, state: State, step: Sorting) -> tuple[Action, ...]:
    """For tests: every unit."""
    del state, step
    return tuple(Sort(name) for name in parts.unit_ids)


def resolve(parts: Components, state: State, step: Sorting) -> Told | None:
    """18.92 Those drawn come now, the rest of this turn's with the next."""
    if step.left and pool(parts, state, step):
        return None
    came = bytearray(state.came)
    for unit in parts.roster[step.side]:
        if is_in_cup(state, unit):
            came[unit] = state.turn if parts.unit_ids[unit] in step.drawn else state.turn + 1
    return msgspec.structs.replace(pop(state), came=bytes(came)), ()


def apply(parts: Components, state: State, step: Sorting, action: Sort) -> Told:
    """18.92 A unit is drawn."""
    del parts
    drawn = (*step.drawn, action.unit)
    return swap(state, Sorting(step.side, step.left - 1, drawn)), (Drew("18.92", action.unit, "reinforcements"),)
