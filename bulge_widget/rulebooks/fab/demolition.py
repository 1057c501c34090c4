"""4.31, 17.12 A bridge that is blown, and the die an engineer needs where a Greif team holds it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal
from bulge_widget.core.event import Event, MarkerSet, Rolled
from bulge_widget.rulebooks.fab import greif, success
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, Step, mark, pop

__all__ = ["STEPS", "DemolitionRoll", "demolish"]


class DemolitionRoll(Step, frozen=True, gc=False):
    """17.12 A bridge a Greif team holds is blown by an engineer only with a die."""

    bridge: str


STEPS: tuple[type[Step], ...] = (DemolitionRoll,)


def why_not(parts: Components, state: State, step: DemolitionRoll, action: Action) -> Refusal | None:
    """17.12 Only a throw of one die."""
    del parts, state, step
    return roll_refusal(action, Dice(1, success.SIDES_OF_DIE), "17.12")


def number(parts: Components, state: State, step: DemolitionRoll) -> Sum:
    """17.12 An engineer blows the bridge with 5 or less."""
    return greif.bridge_number(parts, state, parts.bridge(step.bridge), engineer=True)


def decision(parts: Components, state: State, step: DemolitionRoll) -> Decision:
    """17.12 Ask CHANCE."""
    rolls, weights = success.classes((number(parts, state, step).total,), 1)
    prompt = f"Blowing the bridge {step.bridge} that a Greif team holds"
    return Decision("chance", "17.12", prompt, Options.plain(rolls), lambda: weights, Dice(1, success.SIDES_OF_DIE))


def canonical(parts: Components, state: State, step: DemolitionRoll, action: Roll) -> Roll:
    """17.12 The throw listed for all of the same result."""
    return success.class_of(action, (number(parts, state, step).total,), 1)


def explain(parts: Components, state: State, step: DemolitionRoll, action: Action) -> Sum:
    """17.12 The success number."""
    del action
    return number(parts, state, step)


def candidates(parts: Components, state: State, step: DemolitionRoll) -> Iterable[Action]:
    """For tests: every face and more."""
    del parts, state, step
    return [*(Roll((face,)) for face in range(12)), Roll((1, 1))]


def apply(parts: Components, state: State, step: DemolitionRoll, action: Roll) -> Told:
    """17.12 The bridge is blown, or stands and may not be tried again in this Admin Phase."""
    good = success.succeeds(action.faces[0], number(parts, state, step).total)
    a, b = parts.rivers[parts.bridge(step.bridge)]
    at = parts.area_ids[a]
    told: Event = Rolled("17.12", action.faces, f"blowing {step.bridge}", "blown" if good else "stands", (good,), at)
    del b
    state = pop(state)
    if not good:
        return spare(state, step.bridge), (told,)
    state, events = demolish(parts, state, parts.bridge(step.bridge), "17.12")
    return state, (told, *events)


def spare(state: State, bridge: str) -> State:
    """17.12 Note in the open Admin Phase that a bridge may not be tried again."""
    stack = tuple(
        msgspec.structs.replace(step, tried=(*step.tried, bridge)) if hasattr(step, "tried") else step
        for step in state.stack
    )
    return msgspec.structs.replace(state, stack=stack)


def demolish(parts: Components, state: State, river: int, rule: str) -> Told:
    """4.31, 5.35d, 17.12 A bridge is blown; a Greif team that held it is gone."""
    state, events = greif.leave_bridge(parts, mark(state, "blown", river), river)
    return state, (MarkerSet(rule, "blown-bridge", parts.bridge_id(river)), *events)
