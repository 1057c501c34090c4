"""26.7, 26.8 Allied air units before the German turn: interdiction, and close support to the defence.

Does not cover close support to the attack (assets) nor what interdiction costs (movement).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import filterfalse

import msgspec

from bulge_widget.core.decision import Action, Decision, Lazily, Options, Refusal, Sum
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.botb.assets import air_left, flown
from bulge_widget.rulebooks.botb.components import ALLIED, SIDES, Components
from bulge_widget.rulebooks.botb.state import State, Step, pop
from bulge_widget.rulebooks.botb.zones import occupied

__all__ = ["Cover", "EndFlights", "Flying", "Interdict"]


class Flying(Step, frozen=True, gc=False):
    """26.7.1, 26.8.1 The Allied player sends his air units."""


class Interdict(Action, frozen=True, gc=False):
    """Hamper German movement in a hex."""

    hex: str


class Cover(Action, frozen=True, gc=False):
    """Give close support to the defence of a hex."""

    hex: str


class EndFlights(Action, frozen=True, gc=False):
    """Keep the other air units."""


_END = EndFlights()

# -- questions ----------------------------------------------------------------------------------------


def held(state: State) -> frozenset[int]:
    """26.7.2, 26.8.2 The hexes with Allied combat units."""
    return frozenset(occupied(state.counts[ALLIED]))


def mission_refusal(parts: Components, state: State, action: Interdict | Cover) -> Refusal | None:
    """26.2, 26.5, 26.7.2, 26.8.2 Why an air unit may not fly there."""
    facts: dict[str, str | int] = {"hex": action.hex}
    where = parts.hex_index.get(action.hex)
    if where is None:
        return Refusal("unknown_hex", "3.2", facts)
    if air_left(parts, state, ALLIED) <= 0:
        return Refusal("no_air", "26.2", {"turn": state.turn})
    if isinstance(action, Interdict):
        if where in held(state):
            return Refusal("own_units", "26.7.2", facts)
        return Refusal("air_there", "26.5", facts) if where in state.interdicted else None
    if where not in held(state):
        return Refusal("nobody_to_support", "26.8.2", facts)
    return Refusal("air_there", "26.8.2", facts) if where in state.covered else None


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """26.7, 26.8 The rule that forbids a mission."""
    del step
    if isinstance(action, EndFlights):
        return None
    if isinstance(action, Interdict | Cover):
        return mission_refusal(parts, state, action)
    return Refusal("not_asked", "26.6", {"wanted": "an air mission, or none"})


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """26.7.1, 26.8.1 Ask for the next mission."""
    del step
    left = air_left(parts, state, ALLIED)
    prompt = f"Send air units to hamper movement or cover the defence ({left} left)"
    return Decision(SIDES[ALLIED], "26.6", prompt, Options(later=lambda: ((None,), lambda _: _listed(parts, state))))


def _listed(parts: Components, state: State) -> Sequence[Action]:
    """The end, then cover where Allies stand, then interdiction everywhere else."""
    ours, count = held(state), len(parts.hex_ids)
    cover = [h + count for h in sorted(ours) if h not in state.covered]
    missions = [-1, *cover, *filterfalse({*ours, *state.interdicted}.__contains__, range(count))]

    def make(mission: int) -> Action:
        if mission < 0:
            return _END
        return Cover(parts.hex_ids[mission - count]) if mission >= count else Interdict(parts.hex_ids[mission])

    return Lazily(missions, make)


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """There is no number behind it."""
    del parts, state, step, action
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: both missions in every hex."""
    del state, step
    return [_END, *(kind(name) for name in parts.hex_ids for kind in (Interdict, Cover))]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """26.2 Go on by itself where no air unit is left."""
    del step
    return None if air_left(parts, state, ALLIED) > 0 else (pop(state), ())


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """26.7.2, 26.8.2 Place the air unit."""
    del step
    match action:
        case Interdict(hex=name):
            marks = tuple(sorted((*state.interdicted, parts.hex_index[name])))
            state = msgspec.structs.replace(flown(state, ALLIED), interdicted=marks)
            return state, (MarkerSet("26.7.2", "interdiction", name),)
        case Cover(hex=name):
            marks = tuple(sorted((*state.covered, parts.hex_index[name])))
            state = msgspec.structs.replace(flown(state, ALLIED), covered=marks)
            return state, (MarkerSet("26.8.2", "air-cover", name),)
    return pop(state), ()


STEPS = (Flying,)
ACTIONS = (Interdict, Cover, EndFlights)
