"""31.0 and 32.0 Building forts in towns and improved positions elsewhere, in the supply phase.

Does not cover what they are worth in battle (odds) nor how they are lost (upkeep).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from bulge_widget.core.decision import Action, Decision, Options, Refusal
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.botb import zones
from bulge_widget.rulebooks.botb.components import SIDES, Components
from bulge_widget.rulebooks.botb.state import (
    BUILDER,
    FORT,
    ISOLATED,
    OFF,
    POSITION,
    State,
    Step,
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
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != side:
        return Refusal("not_yours", "31.2", {"unit": name})
    where = state.at[unit]
    if where >= OFF:
        return Refusal("not_on_map", "31.3", {"unit": name})
    guarded = zones.enemy_zone(parts, state, side)[where]
    why = _unfit(parts, unit, where, state.status[unit], state.works[where], guarded)
    if why is None:
        return None
    facts: dict[str, str | int] = {"unit": name}
    if why == "in_enemy_zone":
        facts["hex"] = parts.hex_ids[where]
    return Refusal(why, "31.3" if parts.town[where] else "32.3", facts)


def _unfit(  # noqa: PLR0913  a builder has these sides
    parts: Components, unit: int, where: int, status: int, works: int, guarded: int
) -> str | None:
    """31.1, 31.3, 32.1, 32.3 The code of the reason why a unit on the map may not fortify its hex."""
    if parts.fort[where] or works & (FORT | POSITION):
        return "fortified_already"
    if not parts.infantry[unit] and not (parts.town[where] and parts.mech[unit]):
        return "cannot_fortify"
    if status & ISOLATED:
        return "builder_isolated"
    return "in_enemy_zone" if guarded else None


def why_not(parts: Components, state: State, step: Fortifying, action: Action) -> Refusal | None:
    """31.0, 32.0 The rule that forbids an order."""
    if isinstance(action, EndFortifying):
        return None
    if isinstance(action, Fortify):
        return fortify_refusal(parts, state, step.side, action.unit)
    return Refusal("not_asked", "31.2", {"wanted": "what to fortify"})


def able(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """31.3, 32.3 The units that may fortify their hex."""
    return _able(parts, side, state.at, state.status, state.works, zones.enemy_zone(parts, state, side))


@functools.lru_cache(maxsize=16)
def _able(  # noqa: PLR0913  a builder has these sides
    parts: Components, side: int, at: tuple[int, ...], status: bytes, works: bytes, guarded: bytes
) -> tuple[str, ...]:
    there = [(unit, at[unit]) for unit in parts.roster[side] if at[unit] < OFF]
    free = (u for u, h in there if _unfit(parts, u, h, status[u], works[h], guarded[h]) is None)
    return tuple([parts.unit_ids[u] for u in free])


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
