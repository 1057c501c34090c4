"""31.0 and 32.0 Building forts in towns and improved positions elsewhere, in the supply phase.

Does not cover what they are worth in battle (odds) nor how they are lost (upkeep).
"""

from __future__ import annotations

from collections.abc import Iterator

from bulge_widget.core.decision import Action, Decision, Options, Refusal
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.botb import zones
from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import SIDES, Components
from bulge_widget.rulebooks.botb.state import (
    BUILDER,
    FORT,
    ISOLATED,
    OFF,
    POSITION,
    State,
    Step,
    flagged,
    pop,
    push,
    set_flag,
    with_work,
)

__all__ = ["ACTIONS", "STEPS", "EndFortifying", "Fortify", "Fortifying", "begin"]


class Fortifying(Step, frozen=True, gc=False):
    """31.2, 32.2 A side may fortify."""

    side: int


class Fortify(Action, frozen=True, gc=False):
    """Let a unit fortify the hex it stands in."""

    unit: str


class EndFortifying(Action, frozen=True, gc=False):
    """Fortify no more."""


STEPS = (Fortifying,)
ACTIONS = (Fortify, EndFortifying)


def fortify_refusal(parts: Components, state: State, side: int, name: str) -> Refusal | None:
    """31.1, 31.3, 32.1, 32.3 Why a unit may not fortify its hex."""
    unit, facts = parts.unit_index.get(name), {"unit": name}
    if unit is None or parts.side[unit] != side:
        return Refusal("not_yours", "31.2", {"unit": name})
    where = state.at[unit]
    if where >= OFF:
        return Refusal("not_on_map", "31.3", {"unit": name})
    town = parts.town[where]
    rule = "31.3" if town else "32.3"
    if parts.fort[where] or state.works[where] & (FORT | POSITION):
        return Refusal("fortified_already", rule, dict(facts))
    if parts.group[unit] not in ({"mechanized", "infantry"} if town else {"infantry"}):
        return Refusal("cannot_fortify", rule, dict(facts))
    if flagged(state, unit, ISOLATED):
        return Refusal("builder_isolated", rule, dict(facts))
    if zones.enemy_zone(parts, state, side)[where]:
        return Refusal("in_enemy_zone", rule, {"unit": name, "hex": parts.hex_ids[where]})
    return None


def why_not(parts: Components, state: State, step: Fortifying, action: Action) -> Refusal | None:
    """31.0, 32.0 The rule that forbids an order."""
    if isinstance(action, EndFortifying):
        return None
    if isinstance(action, Fortify):
        return fortify_refusal(parts, state, step.side, action.unit)
    return Refusal("not_asked", "31.2", {"wanted": "what to fortify"})


@once
def able(parts: Components, state: State, side: int) -> list[str]:
    """31.3, 32.3 The units that may fortify their hex."""
    names = (parts.unit_ids[u] for u in parts.roster[side] if state.at[u] < OFF)
    return [n for n in names if fortify_refusal(parts, state, side, n) is None]


def decision(parts: Components, state: State, step: Fortifying) -> Decision:
    """31.2 Ask what to fortify."""
    groups: dict[str, tuple[Action, ...]] = {n: (Fortify(n),) for n in able(parts, state, step.side)}
    keys = [*groups, None]
    listed = Options(keys, lambda key: groups[key] if key else (EndFortifying(),))
    return Decision(SIDES[step.side], "31.2", "Build forts and improved positions, or go on", listed)


def candidates(parts: Components, state: State, step: Fortifying) -> Iterator[Action]:
    """For tests: every unit."""
    del state, step
    yield EndFortifying()
    yield from (Fortify(name) for name in parts.unit_ids)


def begin(parts: Components, state: State, side: int) -> State:
    """31.2 Put the question."""
    return push(state, Fortifying(side)) if able(parts, state, side) else state


def resolve(parts: Components, state: State, step: Fortifying) -> tuple[State, tuple[Event, ...]] | None:
    """31.2 Nobody is asked where nothing can be fortified."""
    return None if able(parts, state, step.side) else (pop(state), ())


def apply(parts: Components, state: State, step: Fortifying, action: Action) -> tuple[State, tuple[Event, ...]]:
    """31.4, 32.4, R65 The marker is placed at once; the builder stays put in its next movement phase."""
    del step
    if not isinstance(action, Fortify):
        return pop(state), ()
    unit = parts.unit_index[action.unit]
    where = state.at[unit]
    bit, kind, rule = (FORT, "fort", "31.2") if parts.town[where] else (POSITION, "improved-position", "32.2")
    state = set_flag(with_work(state, where, on=bit), unit, BUILDER)
    return state, (MarkerSet(rule, kind, parts.hex_ids[where]),)
