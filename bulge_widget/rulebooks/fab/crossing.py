"""5.35d Bridges blown in the face of a unit that would cross them into a newly contested area.

The question goes to the other side in the middle of a move; what the unit does then is asked by marching.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from bulge_widget.core.decision import CHANCE, Action, Decision, Dice, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal
from bulge_widget.core.event import Event, MarkerSet, Rolled
from bulge_widget.rulebooks.fab import control, greif, movement, names, success, usage
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    SLUG,
    USED,
    State,
    Step,
    chits_in,
    mark,
    pop,
    swap,
)

if TYPE_CHECKING:
    from bulge_widget.rulebooks.fab import marching

__all__ = ["ACTIONS", "STEPS", "Blow", "BridgeRoll", "Demolishing", "Spare", "is_contested_crossing"]

DIE = Dice(1, success.SIDES_OF_DIE)


class Blow(Action, frozen=True, gc=False):
    """5.35d Try to blow the bridge, with an engineer where a Greif team holds it (R50)."""

    engineer: str = ""


class Spare(Action, frozen=True, gc=False):
    """5.35d Leave the bridge alone."""


class Demolishing(Step, frozen=True, gc=False):
    """5.35d The side attacked may try to blow the bridge."""

    unit: str
    start: str
    area: str


class BridgeRoll(Step, frozen=True, gc=False):
    """5.35d A die for the bridge."""

    unit: str
    start: str
    area: str
    engineer: str = ""


STEPS: tuple[type[Step], ...] = (Demolishing, BridgeRoll)
ACTIONS: tuple[type[Action], ...] = (Blow, Spare)


# -- questions ------------------------------------------------------------------------------------------


def is_contested_crossing(parts: Components, state: State, unit: int, pair: tuple[int, int]) -> bool:
    """5.35d, 7.32, R60 Whether a step leads over a bridge into an area that becomes, or just became, contested."""
    river, bit = parts.river_of.get(pair, -1), 1 << pair[1]
    if river < 0 or state.blown >> river & 1 or SLUG[state.phase] == "reaction":
        return False
    other = OTHER[parts.side[unit]]
    fresh = not (state.contested | state.old) & bit or bool(state.new & bit)
    return fresh and bool((state.held[other] | state.posts[other]) & bit)


def river_of(parts: Components, step: Demolishing | BridgeRoll) -> int:
    """The river border at stake."""
    return parts.river_of[parts.area_index[step.start], parts.area_index[step.area]]


def engineers(parts: Components, state: State, step: Demolishing) -> tuple[str, ...]:
    """R50 Engineers at hand that could blow the bridge by 4.31 from the area attacked, where a Greif team holds it."""
    river, side = river_of(parts, step), OTHER[parts.side[parts.unit_index[step.unit]]]
    held = side == ALLIED and greif.on_bridge(parts, state, river) is not None
    if not state.choices.greif_bridge_engineer or not held:
        return ()
    area = parts.area_index[step.area]
    own = [chit for chit in chits_in(parts, state, side, AVAILABLE) if parts.kind[chit] == "engineer"]
    if usage.friendly_area(state, side, area, {}) is not None or state.contested >> area & 1:
        return ()
    return tuple(parts.chit_ids[chit] for chit in own)


def answers(parts: Components, state: State, step: Demolishing) -> tuple[Action, ...]:
    """5.35d, R50 What may be answered."""
    return (Spare(), Blow(), *(Blow(name) for name in engineers(parts, state, step)))


def number(parts: Components, state: State, step: BridgeRoll) -> Sum:
    """5.35d, 17.12 What the die must not exceed; a Greif team hinders the Allies, not the Germans."""
    free = bool(step.engineer) or parts.side[parts.unit_index[step.unit]] != GERMAN
    return greif.bridge_number(parts, state, river_of(parts, step), engineer=free)


def why_not(parts: Components, state: State, step: Demolishing | BridgeRoll, action: Action) -> Refusal | None:
    """5.35d Only these answers, or a throw of one die."""
    if isinstance(step, BridgeRoll):
        return roll_refusal(action, DIE, "5.35d")
    if not isinstance(action, Blow | Spare):
        return Refusal("not_asked", "5.35d", {"wanted": "whether the bridge is blown"})
    if action not in answers(parts, state, step):
        return Refusal("no_engineer", "R50", {"chit": getattr(action, "engineer", ""), "area": step.area})
    return None


def decision(parts: Components, state: State, step: Demolishing | BridgeRoll) -> Decision:
    """5.35d Ask the side attacked, then CHANCE."""
    bridge = f"{parts.area_name(step.start)} and {parts.area_name(step.area)}"
    if isinstance(step, BridgeRoll):
        total = number(parts, state, step).total
        rolls, weights = success.classes((total,), 1)
        prompt = f"Blow the bridge between {bridge}: {total} or less"
        return Decision(CHANCE, "5.35d", prompt, Options.plain(rolls), lambda: weights, DIE)
    unit = parts.unit_index[step.unit]
    prompt = f"{names.public(parts, state, unit)} comes over the bridge between {bridge}. Try to blow it?"
    seat = SIDES[OTHER[parts.side[unit]]]
    return Decision(seat, "5.35d", prompt[:1].upper() + prompt[1:], Options.plain(answers(parts, state, step)))


def canonical(parts: Components, state: State, step: Demolishing | BridgeRoll, action: Action) -> Action:
    """The throw listed for all of the same result."""
    if isinstance(step, BridgeRoll) and isinstance(action, Roll):
        return success.class_of(action, (number(parts, state, step).total,), 1)
    return action


def explain(parts: Components, state: State, step: Demolishing | BridgeRoll, action: Action) -> Sum:
    """5.35d The number of the roll."""
    if isinstance(step, BridgeRoll):
        return number(parts, state, step)
    if isinstance(step, Demolishing) and isinstance(action, Blow):
        return number(parts, state, BridgeRoll(step.unit, step.start, step.area, action.engineer))
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Demolishing | BridgeRoll) -> list[Action]:
    """For tests: every engineer, every face."""
    del state
    if isinstance(step, BridgeRoll):
        return [Roll((face,)) for face in range(12)]
    return [Spare(), Blow(), *(Blow(parts.chit_ids[chit]) for chit in parts.of_kind["engineer"])]


# -- what happens ---------------------------------------------------------------------------------------


def apply(parts: Components, state: State, step: Demolishing | BridgeRoll, action: Blow | Spare | Roll) -> Told:
    """5.35d Roll, or let the unit cross."""
    if isinstance(step, BridgeRoll):
        return _rolled(parts, state, step, action) if isinstance(action, Roll) else (state, ())
    if not isinstance(action, Blow):
        return _cross(pop(state)), ()
    return swap(state, BridgeRoll(step.unit, step.start, step.area, action.engineer)), ()


def _cross(state: State) -> State:
    """The unit goes on over the bridge."""
    return swap(state, msgspec.structs.replace(state.stack[-1], asked=True))


def _rolled(parts: Components, state: State, step: BridgeRoll, action: Roll) -> Told:
    """5.35d, 17.12 Blown or not; an engineer who helped is used up for now."""
    blown = success.succeeds(action.faces[0], number(parts, state, step).total)
    bridge = parts.bridge_id(river_of(parts, step))
    events: tuple[Event, ...] = (
        Rolled("5.35d", action.faces, f"bridge {bridge}", "blown" if blown else "stands", (blown,), step.area),
    )
    state = pop(state)
    if step.engineer:
        state, more = control.send(parts, state, parts.chit_index[step.engineer], USED, "R50")
        events += more
    if not blown:
        return _cross(state), events
    state, more = greif.leave_bridge(parts, mark(state, "blown", river_of(parts, step)), river_of(parts, step))
    state, rest = _held_up(parts, state, step)
    return state, (*events, MarkerSet("5.35d", "blown-bridge", bridge), *more, *rest)


def _held_up(parts: Components, state: State, step: BridgeRoll) -> Told:
    """5.35d, R45 The unit loses a point and says where it goes; an exploiting one does not move at all."""
    from bulge_widget.rulebooks.fab.marching import Halted, finish  # noqa: PLC0415  it asks for the bridge and goes on

    march, unit = cast("marching.Marching", state.stack[-1]), parts.unit_index[step.unit]
    if movement.mode_of(state, unit) == "exploit":
        return finish(parts, pop(state), unit)
    near = parts.near[parts.area_index[march.begun]] >> parts.area_index[step.area] & 1
    ford = parts.bridge_id(river_of(parts, step)) if near else ""
    spent, single = march.spent + 1, march.single
    halt = Halted(march.unit, march.begun, spent, march.gone, march.fuelled, march.tangled, single, ford)
    return swap(state, halt), ()
