"""11.5, 44.0 Defensive support: artillery corps are pledged to hexes before the enemy moves.

Does not cover air missions (flights) nor support to the attack (assets).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Sum
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.botb import fireline, supply, zones
from bulge_widget.rulebooks.botb.assets import Ready, Support, silent_refusal
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.flights import Flying
from bulge_widget.rulebooks.botb.state import OFF, State, Step, advanced, pop, push

__all__ = ["Firing", "begin", "counter_fire_allowed"]

COUNTER_TURN = 27  # 44.1, R2 29 AM
_READY = Ready()


class Firing(Step, frozen=True, gc=False):
    """11.5.2 A side pledges its artillery corps."""

    side: int


# -- questions ----------------------------------------------------------------------------------------


def counter_fire_allowed(state: State) -> bool:
    """44.1, R2 Whether German corps may support the defence: late, and the Fifteenth Army has stayed at home."""
    wanted = advanced(state) and state.choices.german_defensive_fire == "yes"
    return wanted and state.turn >= COUNTER_TURN and state.fifteenth == "cancelled"


def isolated_refusal(parts: Components, state: State, unit: int) -> Refusal | None:
    """11.5.1, R74 Why a corps is silent: it has no supply route now."""
    if supply.has_route(parts, state, parts.side[unit], state.at[unit]):
        return None
    return Refusal("gun_silent", "11.5.1", {"unit": parts.unit_ids[unit]})


def ready_refusal(parts: Components, state: State, step: Firing, unit: int | None, name: str) -> Refusal | None:
    """11.2, 11.3, 11.5.1, 11.5.2 Why a corps may pledge nothing."""
    facts: dict[str, str | int] = {"unit": name}
    if unit is None or parts.side[unit] != step.side:
        return Refusal("not_yours", "11.3", facts)
    if any(unit == gun for gun, _ in state.fire):
        return Refusal("fires_already", "11.5.2", facts)
    return (
        fireline.gun_refusal(parts, state, unit, 0)
        or silent_refusal(parts, state, unit)
        or isolated_refusal(parts, state, unit)
    )


def support_refusal(parts: Components, state: State, step: Firing, action: Support) -> Refusal | None:
    """11.5.3, 11.5.4, 11.8 Why a corps may not support a hex."""
    unit, where = parts.unit_index.get(action.unit), parts.hex_index.get(action.hex)
    refusal = ready_refusal(parts, state, step, unit, action.unit)
    if refusal is not None or unit is None:
        return refusal
    if where is None:
        return Refusal("unknown_hex", "3.2", {"unit": action.unit, "hex": action.hex})
    return helped_refusal(parts, state, step, unit, where)


def helped_refusal(parts: Components, state: State, step: Firing, unit: int, where: int) -> Refusal | None:
    """11.5.3, 11.5.4, 11.8 Why a corps that may fire cannot support those in a hex."""
    helped = zones.units_at(parts, state, where, step.side)
    if not helped or where == state.at[unit]:
        return Refusal("nobody_to_support", "11.5.4", {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]})
    return fireline.target_refusal(parts, state, unit, (where,)) or fireline.nation_refusal(parts, unit, helped)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """11.5 The rule that forbids a pledge."""
    assert isinstance(step, Firing)  # noqa: S101
    if isinstance(action, Ready):
        return None
    if isinstance(action, Support):
        return support_refusal(parts, state, step, action)
    return Refusal("not_asked", "11.5.2", {"wanted": "support for a hex, or that all is ready"})


# -- options ------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=8)
def willing(parts: Components, state: State, step: Firing) -> dict[str, tuple[Action, ...]]:
    """11.5 What each corps may support."""
    held, found = state.counts[step.side], dict[str, tuple[Action, ...]]()
    for unit in parts.roster[step.side]:
        name = parts.unit_ids[unit]
        if not parts.corps[unit] or state.at[unit] >= OFF or ready_refusal(parts, state, step, unit, name):
            continue
        near = (h for h in parts.within(state.at[unit], fireline.RANGE) if held[h])
        listed = [h for h in near if helped_refusal(parts, state, step, unit, h) is None]
        found[name] = tuple(Support(name, parts.hex_ids[h]) for h in listed)
    return {name: actions for name, actions in found.items() if actions}


def decision(parts: Components, state: State, step: Step) -> Decision:
    """11.5.2 Ask for the next pledge."""
    assert isinstance(step, Firing)  # noqa: S101
    groups = willing(parts, state, step)
    keys: list[Key] = [*groups, None]

    def make(key: Key) -> Sequence[Action]:
        return (_READY,) if key is None else groups[key]

    return Decision(SIDES[step.side], "11.5.2", "Support the defence with artillery, or go on", Options(keys, make))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """There is no number behind it."""
    del parts, state, step, action
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every corps and one other unit, for every hex with a unit and one without."""
    del step
    held = {h for h in state.at if h < OFF}
    names = [name for unit, name in enumerate(parts.unit_ids) if parts.corps[unit]] + [parts.unit_ids[0]]
    return [_READY, *(Support(name, parts.hex_ids[h]) for name in names for h in (*sorted(held), 0))]


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """5.1, 24.1, 44.1 Open a support phase: air first, then artillery."""
    del parts
    if side == GERMAN and not counter_fire_allowed(state):
        return state
    state = push(state, Firing(side))
    return push(state, Flying()) if side == ALLIED and advanced(state) else state


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """11.5.2 Go on by itself where nobody can support."""
    assert isinstance(step, Firing)  # noqa: S101
    return None if willing(parts, state, step) else (pop(state), ())


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """11.5.5 Note the pledge."""
    assert isinstance(step, Firing)  # noqa: S101
    if not isinstance(action, Support):
        return pop(state), ()
    pledge = (parts.unit_index[action.unit], parts.hex_index[action.hex])
    state = msgspec.structs.replace(state, fire=tuple(sorted((*state.fire, pledge))))
    return state, (MarkerSet("11.5.5", "support-fire", action.hex),)


STEPS = (Firing,)
ACTIONS: tuple[type[Action], ...] = ()
"""Pledges are `assets.Support` and `assets.Ready`."""
