"""R52, note to 35.1 A German mechanized unit without a retreat may leave the map by an arrow.

It is lost and counts as having left. Does not cover leaving the map in a move (leaving).
"""

from __future__ import annotations

from collections.abc import Iterable

from bulge_widget.core.decision import Action, Decision, Options, Refusal, Sum
from bulge_widget.core.event import Event, Retreated
from bulge_widget.rulebooks.botb import footing, routes
from bulge_widget.rulebooks.botb.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.engagement import tidy
from bulge_widget.rulebooks.botb.leaving import leave
from bulge_widget.rulebooks.botb.losses import eliminate
from bulge_widget.rulebooks.botb.refuge import country_of, path_of, stray_paths
from bulge_widget.rulebooks.botb.state import ELIMINATED, State, Step, place, pop
from bulge_widget.rulebooks.botb.upkeep import left

__all__ = ["LeaveMap", "Leaving", "Perish", "ways_off"]


class Leaving(Step, frozen=True, gc=False):
    """R52, note to 35.1 A German mechanized unit without a route may leave the map by an arrow."""

    unit: int
    count: int


class LeaveMap(Action, frozen=True, gc=False):
    """Go off the map by an arrow at the end of this way."""

    unit: str
    path: tuple[str, ...]


class Perish(Action, frozen=True, gc=False):
    """Be lost where it stands."""

    unit: str


# -- questions ----------------------------------------------------------------------------------------


def ways_off(parts: Components, state: State, unit: int, count: int) -> list[routes.Route]:
    """R52 The ways to an arrow that a German mechanized unit may leave the map by, with a hex to spare."""
    if parts.side[unit] != GERMAN or not parts.mech[unit]:
        return []
    country, start = country_of(parts, state, unit), footing.start_node(parts, state, unit)
    found = [way for far in range(count) for way in routes.wanderings(country, start, far)]
    ends: dict[int, routes.Route] = {}
    for way in found:
        if way[-1][0] in parts.arrows:
            ends.setdefault(way[-1][0], way)
    return list(ends.values())


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """R52 Why a unit may not leave the map so."""
    assert isinstance(step, Leaving)  # noqa: S101
    name = parts.unit_ids[step.unit]
    if not isinstance(action, LeaveMap | Perish):
        return Refusal("not_asked", "R52", {"wanted": "leave the map, or be lost"})
    if action.unit != name:
        return Refusal("need_not_retreat", "R52", {"unit": action.unit})
    if isinstance(action, Perish):
        return None
    ways = {path_of(parts, way) for far in range(step.count) for way in _wanderings(parts, state, step.unit, far)}
    if action.path in ways and parts.hex_index[action.path[-1]] in parts.arrows:
        return None
    return Refusal("no_arrow", "R52", {"unit": name})


def _wanderings(parts: Components, state: State, unit: int, count: int) -> list[routes.Route]:
    return routes.wanderings(country_of(parts, state, unit), footing.start_node(parts, state, unit), count)


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """R52 Ask whether the unit leaves the map or is lost where it stands."""
    assert isinstance(step, Leaving)  # noqa: S101
    name = parts.unit_ids[step.unit]
    ways = ways_off(parts, state, step.unit, step.count)
    actions: list[Action] = [LeaveMap(name, path_of(parts, way)) for way in ways]
    prompt = f"{parts.counters[name].label} has no retreat: leave the map, or be lost"
    return Decision(SIDES[GERMAN], "R52", prompt, Options((name,), lambda _: [*actions, Perish(name)]))


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """The listed way to the same arrow."""
    assert isinstance(step, Leaving)  # noqa: S101
    if not isinstance(action, LeaveMap):
        return action
    ways = (path_of(parts, way) for way in ways_off(parts, state, step.unit, step.count))
    return LeaveMap(action.unit, next(path for path in ways if path[-1] == action.path[-1]))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """There is no number behind it."""
    del parts, state, step, action
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every path over neighbours that is short enough."""
    assert isinstance(step, Leaving)  # noqa: S101
    name = parts.unit_ids[step.unit]
    paths = (path for far in range(step.count) for path in stray_paths(parts, state.at[step.unit], far))
    return [Perish(name), *(LeaveMap(name, path) for path in paths)]


# -- effects ------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """R52 Note where the unit left, or only that it is lost."""
    assert isinstance(step, Leaving)  # noqa: S101
    state = pop(state)
    if not isinstance(action, LeaveMap):
        return eliminate(parts, state, step.unit, "19.1.3.5", "no-retreat")
    told: tuple[Event, ...] = (Retreated("R52", action.unit, action.path, "exit"),) if action.path[1:] else ()
    start = state.at[step.unit]
    state, gone = leave(parts, state, step.unit, parts.hex_index[action.path[-1]])
    state, released = tidy(parts, place(parts, state, step.unit, ELIMINATED))
    state, more = left(parts, state, start)
    return state, (*told, *gone, *released, *more)


STEPS = (Leaving,)
ACTIONS = (LeaveMap, Perish)
