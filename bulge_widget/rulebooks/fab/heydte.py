"""16.11 Von der Heydte's paratroops: where they jump, how they land, and what they hold.

A landed asset fights like a defended roadblock (combat); this chapter brings it down and takes it up again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_faces, roll_refusal
from bulge_widget.core.event import Answered, Event, Rolled
from bulge_widget.rulebooks.fab import success
from bulge_widget.rulebooks.fab.components import ALLIED, Components
from bulge_widget.rulebooks.fab.control import Told, expose, send
from bulge_widget.rulebooks.fab.state import (
    DROPPED,
    GONE,
    HEYDTE,
    INTACT,
    JUMPED,
    NOT_DROPPED,
    ON_MAP,
    SCATTERED,
    USED,
    State,
    Step,
    pop,
    push,
    set_drop,
)

__all__ = ["ACTIONS", "STEPS", "Dropping", "Jump", "LandingRoll", "drawn", "entered", "is_scattered", "zone"]

ZONES: Final = ("31", "52")  # 16.11 Hohes Venn, Stoumont
LANDING: Final = ("intact", *("partly scattered",) * 4, *("scattered",) * 5)


class Dropping(Step, frozen=True, gc=False):
    """16.11 The German player chooses where the paratroops jump."""


class LandingRoll(Step, frozen=True, gc=False):
    """16.11 The first American unit to come finds out how they landed."""

    unit: str


class Jump(Action, frozen=True, gc=False):
    """Drop the paratroops into an area."""

    area: str


STEPS: tuple[type[Step], ...] = (Dropping, LandingRoll)
ACTIONS: tuple[type[Action], ...] = (Jump,)


# -- questions ----------------------------------------------------------------------------------------


def chit_of(parts: Components) -> int:
    """The asset."""
    return parts.of_kind[HEYDTE][0]


def zone(parts: Components, state: State) -> int | None:
    """16.11 The area the paratroops are in, or None."""
    where = state.boxes[chit_of(parts)]
    return where if where < ON_MAP else None


def drop_zone(parts: Components, state: State) -> int:
    """16.11 The same as a set of areas; no American retreats there or comes through in a strategic move."""
    where = zone(parts, state)
    return 0 if where is None else 1 << where


def landed(parts: Components, state: State) -> int:
    """16.11, R24 The same as long as nobody knows how they landed: they hold the area already."""
    return drop_zone(parts, state) if state.drop == DROPPED else 0


def drop_refusal(parts: Components, state: State, name: str) -> Refusal | None:
    """16.11 Why the paratroops may not jump over an area: only two, vacant and under Allied control."""
    facts: dict[str, str | int] = {"area": name}
    if name not in ZONES or name not in parts.area_index:
        return Refusal("no_drop_zone", "16.11", facts)
    area = parts.area_index[name]
    if not parts.scenarios[state.scenario].play >> area & 1:
        return Refusal("not_in_play", "24.0", facts)
    vacant = not state.who[area] and not (state.posts[0] | state.posts[1]) >> area & 1
    if not vacant or state.german >> area & 1:
        return Refusal("drop_zone_taken", "16.11", facts)
    return None


def is_scattered(parts: Components, state: State, face: int) -> str:
    """16.11 How they landed, by the die."""
    del parts, state
    return LANDING[face - 1]


def why_not(parts: Components, state: State, step: Dropping | LandingRoll, action: Action) -> Refusal | None:
    """16.11 Why an answer is not legal."""
    if isinstance(step, LandingRoll):
        return roll_refusal(action, Dice(1, success.SIDES_OF_DIE), "16.11")
    if not isinstance(action, Jump):
        return Refusal("not_asked", "16.11", {"wanted": "an area to jump into"})
    return drop_refusal(parts, state, action.area)


# -- options ------------------------------------------------------------------------------------------


def zones(parts: Components, state: State) -> tuple[Jump, ...]:
    """16.11 Where they may jump."""
    return tuple(Jump(area) for area in ZONES if drop_refusal(parts, state, area) is None)


def decision(parts: Components, state: State, step: Dropping | LandingRoll) -> Decision:
    """16.11 Ask the German player, or CHANCE."""
    if isinstance(step, Dropping):
        return Decision("german", "16.11", "Where does von der Heydte jump?", Options.plain(zones(parts, state)))
    rolls, weights = classes_of_faces(LANDING)
    dice = Dice(1, success.SIDES_OF_DIE)
    return Decision("chance", "16.11", "How did von der Heydte land?", Options.plain(rolls), lambda: weights, dice)


def canonical(parts: Components, state: State, step: Dropping | LandingRoll, action: Action) -> Action:
    """16.11 The face listed for all of the same landing."""
    if not isinstance(step, LandingRoll) or not isinstance(action, Roll):
        return action
    return Roll((LANDING.index(is_scattered(parts, state, action.faces[0])) + 1,))


def candidates(parts: Components, state: State, step: Dropping | LandingRoll) -> Iterable[Action]:
    """For tests: every area, every face."""
    del state, step
    return [*map(Jump, parts.area_ids), *(Roll((face,)) for face in range(12)), Roll((1, 1))]


# -- effects ------------------------------------------------------------------------------------------


def drawn(parts: Components, state: State) -> State:
    """16.11 The first time the asset is drawn it jumps, if an area allows it; else it is a battle asset."""
    if state.drop != NOT_DROPPED:
        return state
    return push(set_drop(parts, state, JUMPED), Dropping())


def resolve(parts: Components, state: State, step: Dropping) -> Told | None:
    """16.11 No area, no jump; one area, no choice."""
    found = zones(parts, state)
    if not found:
        return pop(state), ()
    if len(found) > 1:
        return None
    state, events = apply(parts, state, step, found[0])
    return state, (Answered("16.11", "german", str(found[0])), *events)


def apply(parts: Components, state: State, step: Dropping | LandingRoll, action: Action) -> Told:
    """16.11 The jump, or the landing."""
    if isinstance(action, Jump):
        area = parts.area_index[action.area]
        return send(parts, set_drop(parts, pop(state), DROPPED), chit_of(parts), area, "16.11")
    assert isinstance(action, Roll)  # noqa: S101
    assert isinstance(step, LandingRoll)  # noqa: S101
    return _landed(parts, pop(state), action)


def _landed(parts: Components, state: State, action: Roll) -> Told:
    """16.11 Intact or partly scattered he holds the area; else he is gone."""
    area, chit = zone(parts, state), chit_of(parts)
    assert area is not None  # noqa: S101
    result = is_scattered(parts, state, action.faces[0])
    told: Event = Rolled("16.11", action.faces, "landing of von der Heydte", result, (), parts.area_ids[area])
    if result == "scattered":
        state, events = send(parts, set_drop(parts, state, JUMPED), chit, GONE, "16.11")
        return state, (told, *events)
    return set_drop(parts, state, INTACT if result == "intact" else SCATTERED), (told,)


def entered(parts: Components, state: State, unit: int, area: int) -> Told:
    """16.11 A unit comes into the area of the asset: an American finds out, a German relieves it."""
    if zone(parts, state) != area:
        return state, ()
    if parts.side[unit] == ALLIED:
        return (push(state, LandingRoll(parts.unit_ids[unit])) if state.drop == DROPPED else state), ()
    return relieve(parts, state, unit, area)


def relieve(parts: Components, state: State, unit: int, area: int) -> Told:
    """16.11 Von der Heydte is relieved; the unit is shown if it had to fight its way in."""
    events: tuple[Event, ...] = ()
    if state.contested >> area & 1:
        state, events = expose(parts, state, unit, "16.11")
    state, told = send(parts, set_drop(parts, state, JUMPED), chit_of(parts), USED, "16.11")
    return state, (*events, *told)
