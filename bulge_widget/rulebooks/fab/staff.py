"""8.25, 8.32, 8.33, 14.62 Rallying, and what the command staff does besides finding replacements (replacements)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.fab import engineering, movement, names, reserve, special, troops
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, OTHER, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.control import Told, expose, send, set_status
from bulge_widget.rulebooks.fab.marching import GreifRoll
from bulge_widget.rulebooks.fab.replacements import own_unit
from bulge_widget.rulebooks.fab.state import (
    AUTHORIZED,
    DISORDERED,
    FACE_UP,
    INTERDICTED,
    NOWHERE,
    RECOVERING,
    SHAKEN,
    UNSUPPLIED,
    USED,
    WAITING,
    State,
    controls,
    dwelling,
    mark,
    push,
    reserve_of,
    reserved,
    set_reserve,
)
from bulge_widget.rulebooks.fab.usage import Case, Target, Use, area_in, facts_of, friendly_areas, named, named_units

__all__ = ["USES"]

STAFF: Final = frozenset({"command-staff"})

# -- 8.25 rally -----------------------------------------------------------------------------------------


def rallied(parts: Components, state: State, case: Case, area: int) -> int:
    """8.25 Set of the units in an area and beside it that would recover."""
    return in_disorder(parts, state, case.side, case.chit) & dwelling(state, parts.around[area])


def in_disorder(parts: Components, state: State, side: int, chit: int) -> int:
    """8.25, 9.34d, 8.1 Set of the supplied units on the map, disordered or recovering, that a chit may affect."""
    shaken = movement.on_map(parts, state, side) & mask_where(state.status, _SHAKEN)
    return shaken & troops.served(state) & special.served(parts, state, chit) if shaken else 0


_SHAKEN = marked(lambda flags: flags & SHAKEN)


def in_zone(parts: Components, state: State, side: int, chit: int) -> int:
    """17.1, 8.1 Set of the areas a Special Action may be played on: of a German army, those of its zone."""
    if special.is_reusable(parts, chit):
        return parts.all_areas
    return engineering.zones(parts, state, side, chit, bridging=False)


def rally_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """8.25, 17.1 A supplied area with somebody to rally in it or beside it."""
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    if not controls(state, case.side) >> area & 1 or not troops.is_area_served(state, case.side, area):
        return Refusal("area_unsupplied", "8.25", facts)
    if not in_zone(parts, state, case.side, case.chit) >> area & 1:
        return Refusal("outside_zone", "17.1", facts | {"zone": parts.zone[area]})
    return None if rallied(parts, state, case, area) else Refusal("nobody_to_rally", "8.25", facts)


def to_rally(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """8.25 The first area of those that rally the same units."""
    units = in_disorder(parts, state, side, chit)
    near = 0
    for unit in bits(units):
        near |= parts.around[state.at[unit]]
    first: dict[int, int] = {}
    for area in bits(near & friendly_areas(parts, state, side) & in_zone(parts, state, side, chit)):
        first.setdefault(units & dwelling(state, parts.around[area]), area)
    return named(parts, first.values())


def rally_target(parts: Components, state: State, case: Case) -> Target:
    """8.25 The first area that rallies the same units."""
    wanted = rallied(parts, state, case, parts.area_index[case.at[0]])
    listed = to_rally(parts, state, case.side, case.chit)
    same = (at for at in listed if rallied(parts, state, case, parts.area_index[at[0]]) == wanted)
    return next(same, case.at)


def rally(parts: Components, state: State, case: Case) -> Told:
    """8.25 The units recover fully."""
    state, events = special.spend(parts, state, parts.chit_ids[case.chit], "8.25")
    for unit in bits(rallied(parts, state, case, parts.area_index[case.at[0]])):
        for bit in (DISORDERED, RECOVERING):
            state, more = set_status(parts, state, unit, bit, "8.25", on=False)
            events += more
    return state, events


# -- 8.32 intelligence ------------------------------------------------------------------------------------


def enemy_blocks(parts: Components, state: State, side: int, wanted: bytes) -> int:
    """8.32 Set of the enemy blocks on the map whose flags are marked in a table."""
    return movement.on_map(parts, state, OTHER[side]) & mask_where(state.status, wanted)


def hidden_blocks(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """8.32 Those whose label is turned away, in an order that says nothing."""
    del chit
    units = bits(enemy_blocks(parts, state, side, _FACE_DOWN))
    return named_units(parts, names.by_handle(state, units))


_FACE_DOWN = marked(lambda flags: not flags & FACE_UP)


def enemy_unit(parts: Components, state: State, case: Case) -> int | Refusal:
    """The enemy unit on the map that a target names."""
    unit = parts.unit_index.get(case.at[0]) if len(case.at) == 1 else None
    if unit is None or parts.side[unit] == case.side or state.at[unit] >= WAITING:
        return Refusal("no_enemy_unit", "8.32", facts_of(parts, case) | {"unit": case.at[0] if case.at else ""})
    return unit


def scout_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """8.32 An enemy unit whose label is turned away."""
    unit = enemy_unit(parts, state, case)
    if isinstance(unit, Refusal):
        return unit
    if state.status[unit] & FACE_UP:
        return Refusal("seen_already", "8.32", facts_of(parts, case) | {"unit": case.at[0]})
    return None


def scout(parts: Components, state: State, case: Case) -> Told:
    """8.32 The unit is shown until the end of the Admin Phase."""
    unit = enemy_unit(parts, state, case)
    assert isinstance(unit, int)  # noqa: S101
    state, events = send(parts, state, case.chit, USED, "8.32")
    state, shown = expose(parts, state, unit, "8.32")
    return state, (*events, *shown)


# -- 8.33 reserves ----------------------------------------------------------------------------------------


def unit_and_marker(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """8.33, 14.7 Every unit of a side that is ready and in no reserve, with every marker at hand for its zone."""
    del chit
    markers = [row for m, row in enumerate(parts.markers) if row.side == SIDES[side] and state.reserves[m] == NOWHERE]
    able = movement.on_map(parts, state, side) & reserve.ready(parts, state) & ~reserved(state)
    zones = ((unit, parts.zone[state.at[unit]]) for unit in bits(able) if markers)
    return [(parts.unit_ids[unit], row.id) for unit, zone in zones for row in markers if zone in row.zones]


def reserve_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """8.33, 14.7 A unit that may be marked, and a marker for where it stands."""
    unit = own_unit(parts, case)
    if isinstance(unit, Refusal):
        return unit
    if len(case.at) != 2:
        return Refusal("no_marker", "8.33", facts_of(parts, case))
    facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit]}
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", "8.33", facts)
    if reserve_of(state, unit) >= 0:
        return Refusal("in_reserve_already", "5.21", facts)
    unready = reserve.readiness(parts, state, unit, "14.7")
    return unready or reserve.marker_refusal(parts, state, case.side, unit, case.at[1])


def put_in_reserve(parts: Components, state: State, case: Case) -> Told:
    """8.33, 17.11 The unit gets the marker, unless a Greif team leads it astray."""
    state, events = send(parts, state, case.chit, USED, "8.33")
    unit, marker = parts.unit_index[case.at[0]], next(m for m, r in enumerate(parts.markers) if r.id == case.at[1])
    if state.status[unit] & INTERDICTED:
        return push(state, GreifRoll(case.at[0], order=case.at[1])), events
    return set_reserve(state, marker, unit), (*events, MarkerSet("8.33", "reserve", case.at[0]))


# -- 14.62 functions of this game ---------------------------------------------------------------------------


def crossing_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """14.62a, 9.34d A supplied German unit that would pay to leave its zone."""
    unit = own_unit(parts, case)
    if isinstance(unit, Refusal):
        return unit
    facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit]}
    if len(case.at) != 1 or state.at[unit] >= WAITING:
        return Refusal("not_on_map", "14.62a", facts)
    if case.side != GERMAN or not parts.home_zone[unit]:
        return Refusal("pays_nothing", "14.62a", facts)
    if not troops.is_served(state, unit):
        return Refusal("unsupplied", "9.34d", facts)
    return Refusal("authorized_already", "14.62a", facts) if state.status[unit] & AUTHORIZED else None


def to_cross(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """14.62a The German units on the map of an army with a zone that need leave to cross its boundary."""
    del chit
    able = movement.on_map(parts, state, GERMAN) & mask_where(state.status, _UNAUTHORIZED) if side == GERMAN else 0
    return named_units(parts, [unit for unit in bits(able) if parts.home_zone[unit]])


_UNAUTHORIZED = marked(lambda flags: not flags & (AUTHORIZED | UNSUPPLIED))


def authorize(parts: Components, state: State, case: Case) -> Told:
    """14.62a The unit gets the marker."""
    state, events = send(parts, state, case.chit, USED, "14.62a")
    state, told = set_status(parts, state, parts.unit_index[case.at[0]], AUTHORIZED, "14.62a")
    return state, (*events, *told)


def pool_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """14.62b, 9.34d An area that is supplied or the enemy's; only for the Americans."""
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    if case.side != ALLIED:
        return Refusal("only_americans", "14.62b", facts)
    if state.pooled >> area & 1:
        return Refusal("pooled_already", "14.62b", facts)
    return None if troops.is_area_served(state, ALLIED, area) else Refusal("area_unsupplied", "9.34d", facts)


def to_pool(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """14.62b The areas that may be pooled: what `pool_refusal` does not refuse."""
    del chit
    shut = state.pooled | troops.unserved(state, ALLIED)
    return named(parts, bits(parts.scenarios[state.scenario].play & ~shut)) if side == ALLIED else ()


def pool(parts: Components, state: State, case: Case) -> Told:
    """14.62b The area is marked."""
    state, events = send(parts, state, case.chit, USED, "14.62b")
    told: Event = MarkerSet("14.62b", "pooled-assets", case.at[0])
    return mark(state, "pooled", parts.area_index[case.at[0]]), (*events, told)


USES: Final = {
    "rally": Use("8.25", frozenset({special.KIND}), to_rally, rally_refusal, rally, rally_target),
    "scout": Use("8.32", STAFF, hidden_blocks, scout_refusal, scout),
    "reserve": Use("8.33", STAFF, unit_and_marker, reserve_refusal, put_in_reserve),
    "crossing": Use("14.62a", STAFF, to_cross, crossing_refusal, authorize),
    "pool": Use("14.62b", STAFF, to_pool, pool_refusal, pool),
}
