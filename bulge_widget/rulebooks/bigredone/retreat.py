"""8.7 to 8.9 Retreat and advance, and the town that lets a unit stay (4.9).

Does not cover which results make units retreat (results).
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal
from bulge_widget.core.event import Advanced, Answered, Event, Removed, Retreated
from bulge_widget.rulebooks.bigredone import british, zones
from bulge_widget.rulebooks.bigredone.components import SIDES, Components
from bulge_widget.rulebooks.bigredone.state import ELIMINATED, EMPTY, WAITING, State, Step, place, pop, swap

__all__ = ["Advance", "Advancing", "Decline", "Held", "Hold", "Retreat", "Retreating", "safe_hexes"]


class Retreating(Step, frozen=True, gc=False):
    """8.7 The owner takes his units back one after another."""

    units: tuple[str, ...]
    may_hold: bool
    """4.9, R24 Whether a unit in a town may ignore the result."""


class Advancing(Step, frozen=True, gc=False):
    """8.9 One of these units may go into one of these hexes, if they were left."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]


class Retreat(Action, frozen=True, gc=False):
    """Retreat one unit by one hex."""

    unit: str
    hex: str


class Hold(Action, frozen=True, gc=False):
    """Stay in the town."""

    unit: str


class Advance(Action, frozen=True, gc=False):
    """Go into a hex that was left."""

    unit: str
    hex: str


class Decline(Action, frozen=True, gc=False):
    """Do not advance."""


class Held(Event, frozen=True, gc=False):
    """A unit in a town did not retreat."""

    piece: str
    at: str


_DECLINE = Decline()

# -- questions ----------------------------------------------------------------------------------------


def is_safe(parts: Components, state: State, unit: int, where: int) -> bool:
    """8.7, R25 Whether no enemy reaches a hex, with or without a friend in it."""
    return not zones.enemy_zone(parts, state, parts.side[unit])[where] and not _enemy_in(parts, state, unit, where)


def _enemy_in(parts: Components, state: State, unit: int, where: int) -> bool:
    other = state.who[where]
    return other != EMPTY and parts.side[other] != parts.side[unit]


def safe_hexes(parts: Components, state: State, unit: int) -> list[int]:
    """8.7, 8.8, R25 Where a unit may retreat to: safe, beside it, and empty."""
    zone, who = zones.enemy_zone(parts, state, parts.side[unit]), state.who
    return [h for h in parts.near[state.at[unit]] if who[h] == EMPTY and not zone[h]]


def can_hold(parts: Components, state: State, step: Retreating, unit: int) -> bool:
    """4.9, R24 Whether a unit may ignore the result."""
    return step.may_hold and parts.town[state.at[unit]]


def retreat_refusal(parts: Components, state: State, action: Retreat) -> Refusal | None:
    """8.7, 8.8, R25 Why a unit may not retreat to a hex."""
    facts: dict[str, str | int] = {"unit": action.unit, "hex": action.hex}
    if action.hex not in parts.hex_index:
        return Refusal("unknown_hex", "2.1", facts)
    unit, where = parts.unit_index[action.unit], parts.hex_index[action.hex]
    if where not in parts.near[state.at[unit]]:
        return Refusal("one_hex", "8.7", facts)
    if not is_safe(parts, state, unit, where):
        return Refusal("unsafe", "8.7", facts)
    if state.who[where] != EMPTY:
        return Refusal("stacking", "8.8", facts | {"other": parts.unit_ids[state.who[where]]})
    return None


def advance_refusal(parts: Components, state: State, step: Advancing, action: Advance) -> Refusal | None:
    """8.9, R27, R28 Why a unit may not advance into a hex."""
    if action.unit not in followers(parts, state, step):
        return Refusal("not_victorious", "8.9", {"unit": action.unit})
    if action.hex not in vacated(parts, state, step):
        return Refusal("not_vacated", "8.9", {"unit": action.unit, "hex": action.hex})
    return None


def followers(parts: Components, state: State, step: Advancing) -> list[str]:
    """8.9 The victorious units that are still there."""
    return [name for name in step.units if state.at[parts.unit_index[name]] < WAITING]


def vacated(parts: Components, state: State, step: Advancing) -> list[str]:
    """8.9, R27 The hexes that were left."""
    return [name for name in step.hexes if state.who[parts.hex_index[name]] == EMPTY]


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """8.7, 8.9 The rule that forbids a retreat or an advance."""
    if isinstance(step, Advancing):
        if isinstance(action, Decline):
            return None
        if isinstance(action, Advance):
            return advance_refusal(parts, state, step, action)
        return Refusal("not_asked", "8.9", {"wanted": "an advance, or none"})
    assert isinstance(step, Retreating)  # noqa: S101
    if not isinstance(action, Retreat | Hold):
        return Refusal("not_asked", "8.7", {"wanted": "a unit that retreats"})
    if action.unit not in step.units:
        return Refusal("need_not_retreat", "8.7", {"unit": action.unit})
    if isinstance(action, Retreat):
        return retreat_refusal(parts, state, action)
    if can_hold(parts, state, step, parts.unit_index[action.unit]):
        return None
    return Refusal("cannot_hold", "4.9" if step.may_hold else "8.6", {"unit": action.unit})


# -- options ------------------------------------------------------------------------------------------


def _of(parts: Components, state: State, step: Retreating, name: str) -> list[Action]:
    unit = parts.unit_index[name]
    back: list[Action] = [Retreat(name, parts.hex_ids[h]) for h in safe_hexes(parts, state, unit)]
    return [*back, Hold(name)] if can_hold(parts, state, step, unit) else back


def decision(parts: Components, state: State, step: Step) -> Decision:
    """8.7, 8.9 Ask the owner of the units that retreat, or the victor."""
    if isinstance(step, Retreating):
        groups = {name: _of(parts, state, step, name) for name in step.units}
        seat = SIDES[parts.side[parts.unit_index[step.units[0]]]]
        return Decision(seat, "8.7", "Retreat a unit by one hex", Options.grouped(groups))
    assert isinstance(step, Advancing)  # noqa: S101
    hexes, names = vacated(parts, state, step), followers(parts, state, step)
    keys: list[Key] = [*names, None]
    options = Options(keys, lambda key: (_DECLINE,) if key is None else [Advance(key, h) for h in hexes])
    seat = SIDES[parts.side[parts.unit_index[names[0]]]]
    return Decision(seat, "8.9", "Advance into a hex that was left, or not", options)


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """8.7, 8.8 Remove who has no safe hex; go by itself where only one answer is left."""
    if isinstance(step, Advancing):
        idle = not followers(parts, state, step) or not vacated(parts, state, step)
        return (pop(state), ()) if idle else None
    assert isinstance(step, Retreating)  # noqa: S101
    if not step.units:
        return pop(state), ()
    for name in step.units:
        if not _of(parts, state, step, name):
            return _cut_down(parts, state, step, name)
    if len(step.units) > 1:
        return None
    listed = _of(parts, state, step, step.units[0])
    if len(listed) > 1:
        return None
    state, events = apply(parts, state, step, listed[0])
    return state, (Answered("8.7", SIDES[parts.side[parts.unit_index[step.units[0]]]], str(listed[0])), *events)


def _cut_down(parts: Components, state: State, step: Retreating, name: str) -> tuple[State, tuple[Event, ...]]:
    """8.7, 8.8 A unit without a safe hex is lost; as others retreat its chances never grow."""
    unit = parts.unit_index[name]
    friends = any(is_safe(parts, state, unit, h) for h in parts.near[state.at[unit]])
    told = Removed("8.8" if friends else "8.7", name, parts.hex_ids[state.at[unit]], "no-retreat")
    return place(parts, _without(state, step, name), unit, ELIMINATED), (told,)


def _without(state: State, step: Retreating, name: str) -> State:
    rest = tuple(other for other in step.units if other != name)
    return swap(state, msgspec.structs.replace(step, units=rest))


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """8.7, 8.9, R39 Move the unit, without movement points."""
    match action:
        case Retreat() if isinstance(step, Retreating):
            return _moved(parts, _without(state, step, action.unit), action)
        case Advance():
            return _moved(parts, pop(state), action)
        case Hold() if isinstance(step, Retreating):
            where = parts.hex_ids[state.at[parts.unit_index[action.unit]]]
            return _without(state, step, action.unit), (Held("4.9", action.unit, where),)
    return pop(state), ()


def _moved(parts: Components, state: State, action: Retreat | Advance) -> tuple[State, tuple[Event, ...]]:
    unit = parts.unit_index[action.unit]
    start = parts.hex_ids[state.at[unit]]
    state = place(parts, state, unit, parts.hex_index[action.hex])
    state, freed = british.settle(parts, state)
    way = (start, action.hex)
    told = Advanced("8.9", action.unit, way) if isinstance(action, Advance) else Retreated("8.7", action.unit, way)
    return state, (told, *freed)
