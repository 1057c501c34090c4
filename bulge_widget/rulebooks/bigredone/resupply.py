"""14.5 Resupply from the air, in the Allied resupply phase."""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Refusal
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.bigredone import supply
from bulge_widget.rulebooks.bigredone.components import ALLIED, Components
from bulge_widget.rulebooks.bigredone.state import WAITING, State, Step, fly, pop

__all__ = ["EndResupply", "Resupply", "Resupplying"]


class Resupplying(Step, frozen=True, gc=False):
    """14.5 The Allied side places its resupply missions."""


class Resupply(Action, frozen=True, gc=False):
    """Put a unit in supply from the air."""

    unit: str


class EndResupply(Action, frozen=True, gc=False):
    """Place no more resupply missions."""


_END = EndResupply()


def refusal(parts: Components, state: State, name: str) -> Refusal | None:
    """14.5 Why a unit cannot be resupplied."""
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != ALLIED:
        return Refusal("not_yours", "14.5", {"unit": name})
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", "14.5", {"unit": name})
    if supply.is_supplied(parts, state, unit):
        return Refusal("in_supply", "14.5", {"unit": name})
    return None


def needy(parts: Components, state: State) -> list[int]:
    """14.5 The Allied units out of supply."""
    return [u for u in parts.roster[ALLIED] if state.at[u] < WAITING and not supply.is_supplied(parts, state, u)]


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """14.5 The rule that forbids an answer."""
    del step
    if isinstance(action, EndResupply):
        return None
    if not isinstance(action, Resupply):
        return Refusal("not_asked", "14.5", {"wanted": "a unit to resupply"})
    return refusal(parts, state, action.unit)


def decision(parts: Components, state: State, step: Step) -> Decision:
    """14.5 Ask for a unit."""
    del step
    names = [parts.unit_ids[unit] for unit in needy(parts, state)]
    options = Options([*names, None], lambda key: (_END,) if key is None else (Resupply(key),))
    prompt = f"Resupply a unit from the air ({state.missions[ALLIED].resupply} left)"
    return Decision("allied", "14.5", prompt, options)


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """14.5 Go on when no mission is left, or nobody needs one."""
    del step
    done = not state.missions[ALLIED].resupply or not needy(parts, state)
    return (pop(state), ()) if done else None


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """14.5, R37 Lay a marker; it stays as long as the unit does."""
    del step
    if not isinstance(action, Resupply):
        return pop(state), ()
    units = tuple(sorted((*state.resupplied, parts.unit_index[action.unit])))
    state = msgspec.structs.replace(fly(state, ALLIED, "resupply"), resupplied=units)
    return state, (MarkerSet("14.5", "resupply", action.unit),)
