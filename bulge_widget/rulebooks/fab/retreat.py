"""6.6 Retreats, with the chain a full area sets off, and 5.1 the units that stand too many in an area.

Does not cover when a retreat is called for (hits, response).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Seat
from bulge_widget.core.event import Answered, Event, MarkerSet, Retreated
from bulge_widget.rulebooks.fab import heydte, names, passage
from bulge_widget.rulebooks.fab.components import (
    ALLIED,
    GERMAN,
    OTHER,
    SIDES,
    Components,
    bits,
    marked,
    mask_of,
    mask_where,
)
from bulge_widget.rulebooks.fab.control import Told, arrive, cover, eliminate, lose, set_status, unreserve
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import (
    DISORDERED,
    RECOVERING,
    WAITING,
    State,
    Step,
    controls,
    pop,
    push,
    swap,
    units_in,
)

__all__ = [
    "ACTIONS",
    "LIMIT",
    "STEPS",
    "Crowded",
    "Disband",
    "Retreat",
    "Retreating",
    "across",
    "begin",
    "crowded",
    "ways_back",
]

LIMIT = 2  # 5.1 units of a side in an area


class Retreating(Step, frozen=True, gc=False):
    """6.6 The owner moves units back, one at a time, from the area they stand in."""

    units: tuple[str, ...]
    area: str
    rule: str
    orderly: bool = False
    """8.24 Whether they keep their order."""
    back: bool = False
    """6.41b Whether they go back over the river they came by."""
    left: tuple[str, ...] = ()
    """Areas the unit has already been pushed out of, because they were full."""


class Crowded(Step, frozen=True, gc=False):
    """5.1 A side has too many units in an area."""

    side: int
    area: str


class Retreat(Action, frozen=True, gc=False):
    """Move a unit back into an area beside it."""

    unit: str
    area: str


class Disband(Action, frozen=True, gc=False):
    """Give up a unit that has nowhere to go."""

    unit: str


STEPS: tuple[type[Step], ...] = (Retreating, Crowded)
ACTIONS: tuple[type[Action], ...] = (Retreat, Disband)


# -- questions ----------------------------------------------------------------------------------------


def refuge(parts: Components, state: State, unit: int, start: int) -> int:
    """6.6, R22, R40, 16.11 Set of the areas a unit may retreat to: beside it, friendly, with no enemy in them."""
    side = parts.side[unit]
    open_ = parts.near[start] & controls(state, side) & ~state.contested & ~state.posts[OTHER[side]]
    open_ &= ~state.held[OTHER[side]] & parts.scenarios[state.scenario].play
    if parts.british_unit[unit]:
        open_ &= parts.british
    if parts.armor[unit]:
        open_ &= ~mask_of(b for a, b in parts.restricted if a == start)
    return open_ & ~heydte.drop_zone(parts, state) if side == ALLIED else open_


def across(parts: Components, state: State, unit: str) -> int:
    """6.41b Set of the areas a unit came from over a river; every one across a river where that is not known."""
    index = parts.unit_index[unit]
    here, origin = state.at[index], state.origin[index]
    if (origin, here) in parts.river_of:
        return 1 << origin
    return mask_of(a for a, b in parts.river_of if b == here)


def ways_back(parts: Components, state: State, unit: str, among: int = -1) -> tuple[str, ...]:
    """6.6 Where a unit may retreat to."""
    index = parts.unit_index[unit]
    return tuple(parts.area_ids[a] for a in bits(refuge(parts, state, index, state.at[index]) & among))


def ways_of(parts: Components, state: State, step: Retreating | Crowded, unit: str) -> tuple[str, ...]:
    """6.6, 6.41b Where a unit may go in this retreat; never back into an area that was too full for it."""
    if isinstance(step, Crowded):
        return ways_back(parts, state, unit)
    among = across(parts, state, unit) if step.back else -1
    return tuple(area for area in ways_back(parts, state, unit, among) if area not in step.left)


def movers(parts: Components, state: State, step: Retreating | Crowded) -> tuple[str, ...]:
    """5.1, 6.6 The units one of which has to go."""
    if isinstance(step, Retreating):
        return step.units
    return tuple(parts.unit_ids[u] for u in units_in(parts, state, parts.area_index[step.area], step.side))


def why_not(parts: Components, state: State, step: Retreating | Crowded, action: Action) -> Refusal | None:
    """5.1, 6.6 Why a unit may not retreat so."""
    rule = "5.1" if isinstance(step, Crowded) else "6.6"
    if not isinstance(action, Retreat | Disband):
        return Refusal("not_asked", rule, {"wanted": "a unit that retreats"})
    if action.unit not in movers(parts, state, step):
        return Refusal("need_not_retreat", rule, {"unit": action.unit})
    if isinstance(action, Disband):
        return disband_refusal(parts, state, step, action)
    if action.area not in parts.area_index:
        return Refusal("unknown_area", "2.4", {"area": action.area})
    if action.area in ways_of(parts, state, step, action.unit):
        return None
    return area_refusal(parts, state, step, action)


def disband_refusal(parts: Components, state: State, step: Retreating | Crowded, action: Disband) -> Refusal | None:
    """5.1 A unit is given up only if none can retreat."""
    for unit in movers(parts, state, step):
        if ways_of(parts, state, step, unit):
            return Refusal("can_retreat", "5.1", {"unit": unit, "area": step.area})
    del action
    return None


def area_refusal(parts: Components, state: State, step: Retreating | Crowded, action: Retreat) -> Refusal:
    """6.6 Why an area is no refuge."""
    unit, area = parts.unit_index[action.unit], parts.area_index[action.area]
    facts: dict[str, str | int] = {"unit": action.unit, "area": action.area, "from": step.area}
    if not parts.near[state.at[unit]] >> area & 1:
        return Refusal("not_adjacent", "6.6", {"from": step.area, "to": action.area})
    if not controls(state, parts.side[unit]) >> area & 1 or state.held[OTHER[parts.side[unit]]] >> area & 1:
        return Refusal("not_friendly", "6.6", facts)
    if isinstance(step, Retreating) and action.area in step.left:
        return Refusal("full_before", "6.6", facts)
    if parts.british_unit[unit] and not parts.british >> area & 1:
        return Refusal("british_zone", "14.43", facts)
    if parts.armor[unit] and (state.at[unit], area) in parts.restricted:
        return Refusal("restricted", "14.1", facts)
    if isinstance(step, Retreating) and step.back:
        return Refusal("not_across", "6.41b", facts)
    return Refusal("no_refuge", "6.6", facts)


# -- options ------------------------------------------------------------------------------------------


def _of(parts: Components, state: State, step: Retreating | Crowded, unit: str) -> tuple[Action, ...]:
    ways = ways_of(parts, state, step, unit)
    if ways:
        return tuple(Retreat(unit, area) for area in ways)
    alternatives = any(ways_of(parts, state, step, other) for other in movers(parts, state, step))
    return () if alternatives else (Disband(unit),)


def seat_of(parts: Components, step: Retreating | Crowded) -> Seat:
    """Who owns the units."""
    return SIDES[step.side if isinstance(step, Crowded) else parts.side[parts.unit_index[step.units[0]]]]


def decision(parts: Components, state: State, step: Retreating | Crowded) -> Decision:
    """5.1, 6.6 Ask the owner who goes where."""
    keys: list[Key] = [u for u in movers(parts, state, step) if _of(parts, state, step, u)]
    options = Options(keys, lambda unit: _of(parts, state, step, unit) if unit else ())
    area = parts.area_name(step.area)
    if isinstance(step, Crowded):
        return Decision(seat_of(parts, step), "5.1", f"Too many units in {area}: one must retreat", options)
    return Decision(seat_of(parts, step), "6.6", f"Retreat from {area}", options)


def candidates(parts: Components, state: State, step: Retreating | Crowded) -> Iterable[Action]:
    """For tests: every unit concerned to every area, and others that need not go."""
    units = [*movers(parts, state, step), parts.unit_ids[0], parts.unit_ids[-1]]
    return [*(Retreat(u, a) for u in dict.fromkeys(units) for a in parts.area_ids), *map(Disband, parts.unit_ids)]


# -- effects ------------------------------------------------------------------------------------------


def begin(  # noqa: PLR0913  who, where, why and how
    parts: Components,
    state: State,
    units: tuple[str, ...],
    area: str,
    rule: str,
    *,
    orderly: bool = False,
    back: bool = False,
) -> State:
    """6.6 Let units retreat."""
    del parts
    return push(state, Retreating(units, area, rule, orderly, back)) if units else state


def crowded(parts: Components, state: State, exempt: int = 0) -> State:
    """5.1 Put before their owners every area with too many units of a side; `exempt` is a set of areas (15.3)."""
    for side, areas in overfull(parts, state):
        for area in bits(areas & ~exempt):
            state = push(state, Crowded(side, parts.area_ids[area]))
    return state


@once_by("who")
def overfull(parts: Components, state: State) -> tuple[tuple[int, int], ...]:
    """5.1 By side, the Allies first: set of the areas with too many units of it."""
    who, army = state.who, parts.army
    areas = bits(mask_where(bytes(map(int.bit_count, who)), _TOO_MANY))  # of both sides together
    return tuple(
        (side, mask_of([area for area in areas if (who[area] & army[side]).bit_count() > LIMIT]))
        for side in (ALLIED, GERMAN)
    )


_TOO_MANY = marked(lambda units: units > LIMIT)


def resolve(parts: Components, state: State, step: Retreating | Crowded) -> Told | None:
    """5.1, 6.6 Be done when nobody is left to go; deal with who has nowhere to go; take the only way."""
    if isinstance(step, Crowded):
        return (pop(state), ()) if len(movers(parts, state, step)) <= LIMIT else None
    gone = next((u for u in step.units if state.at[parts.unit_index[u]] >= WAITING), None)
    if gone or not step.units:
        return (_without(state, step, gone), ()) if gone else (pop(state), ())
    stuck = next((u for u in step.units if not ways_of(parts, state, step, u)), None)
    if stuck:
        return _stuck(parts, _without(state, step, stuck), step, stuck)
    if len(step.units) > 1:
        return None
    ways = _of(parts, state, step, step.units[0])
    if len(ways) > 1:
        return None
    spoken = names.block(parts, state, parts.unit_index[step.units[0]])  # the enemy may not know the unit
    answer = str(msgspec.structs.replace(ways[0], unit=spoken))
    state, events = apply(parts, state, step, ways[0])
    return state, (Answered("6.6", seat_of(parts, step), answer), *events)


def _stuck(parts: Components, state: State, step: Retreating, unit: str) -> Told:
    """5.1, 6.6 A unit pushed out of full areas is lost; another that cannot retreat loses a step instead."""
    index = parts.unit_index[unit]
    return eliminate(parts, state, index, "5.1") if step.left else lose(parts, state, index, "6.6")


def _without(state: State, step: Retreating, unit: str) -> State:
    rest = tuple(other for other in step.units if other != unit)
    return swap(state, msgspec.structs.replace(step, units=rest))


def apply(parts: Components, state: State, step: Retreating | Crowded, action: Action) -> Told:
    """5.1, 6.6 Move a unit back, or give it up."""
    if isinstance(action, Disband):
        return eliminate(parts, state, parts.unit_index[action.unit], "5.1")
    assert isinstance(action, Retreat)  # noqa: S101
    if isinstance(step, Retreating):
        state = _without(state, step, action.unit)
        return _go(parts, state, action, step)
    return _go(parts, state, action, Retreating((action.unit,), step.area, "5.1"))


def _go(parts: Components, state: State, action: Retreat, why: Retreating) -> Told:
    """6.6 The move, the disorder, and the next retreat where the area is full."""
    unit, area = parts.unit_index[action.unit], parts.area_index[action.area]
    here = parts.area_ids[state.at[unit]]
    state, free = unreserve(parts, state, unit)
    state, told = arrive(parts, state, unit, area)
    state = cover(state, unit)
    state, passed = passage.come_through(parts, state, unit, (parts.area_index[here], area))
    events: tuple[Event, ...] = (*free, Retreated(why.rule, action.unit, (here, action.area)), *told, *passed)
    if not why.orderly:
        state, disordered = shaken(parts, state, unit)
        events += disordered
    if (state.who[area] & parts.army[parts.side[unit]]).bit_count() > LIMIT:
        chain = Retreating((action.unit,), action.area, "6.6", why.orderly, left=(*why.left, here, action.area))
        state = push(state, chain)
    return state, events


def shaken(parts: Components, state: State, unit: int) -> Told:
    """6.6 A unit that retreats is disordered."""
    if state.status[unit] & DISORDERED:
        return state, ()
    state = set_status(parts, state, unit, RECOVERING, "6.6", on=False)[0]
    state = set_status(parts, state, unit, DISORDERED, "6.6")[0]
    return state, (MarkerSet("6.6", "disordered", parts.unit_ids[unit]),)
