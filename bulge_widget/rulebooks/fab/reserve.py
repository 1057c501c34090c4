"""5.21, 14.7 Reserve markers: which unit may be placed in reserve, and by which marker.

Does not cover who places them (moving, staff) nor when they come off again (control).
"""

from __future__ import annotations

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.fab import movement
from bulge_widget.rulebooks.fab.components import SIDES, Components, marked, mask_where
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import (
    NOWHERE,
    SHAKEN,
    SLUG,
    UNSUPPLIED,
    State,
    dwelling,
    reserve_of,
    reserved,
)

__all__ = ["eligible", "marker_refusal", "markers_for", "readiness", "reserve_refusal"]


_WELL = marked(lambda flags: not flags & (UNSUPPLIED | SHAKEN))


@once_by("status", "who", "contested")
def ready(parts: Components, state: State) -> int:
    """9.33b, 14.7, 5.23 Set of the units that are supplied, in good order and in no contested area."""
    del parts
    return mask_where(state.status, _WELL) & ~dwelling(state, state.contested)


def readiness(parts: Components, state: State, unit: int, rule: str) -> Refusal | None:
    """9.33b, 14.7, 5.23 Why a unit may neither dig nor go in reserve."""
    if ready(parts, state) >> unit & 1:
        return None
    if state.status[unit] & UNSUPPLIED:
        code, rule = "unsupplied", "9.33b"
    elif state.status[unit] & SHAKEN:
        code, rule = "disordered", "9.33b"
    else:
        code = "contested"
    return Refusal(code, rule, {"unit": parts.unit_ids[unit], "area": parts.area_ids[state.at[unit]]})


@once_by("phase", "standing", "status", "who", "contested", "reserves")
def eligible(parts: Components, state: State, side: int) -> int:
    """5.21, 14.7 Set of the units that may be placed in reserve: what `reserve_refusal` refuses with no marker."""
    if SLUG[state.phase] != "operational-movement":
        return 0
    return movement.taking_part(parts, state, side) & ready(parts, state) & ~reserved(state)


def markers_for(parts: Components, state: State, side: int, unit: int) -> tuple[str, ...]:
    """14.71, 14.72 Reserve markers at hand that serve the zone a unit is in, one of each kind."""
    return _at_hand(parts, state, side, parts.zone[state.at[unit]])


@once_by("reserves")
def _at_hand(parts: Components, state: State, side: int, zone: int) -> tuple[str, ...]:
    found: dict[tuple[int, ...], str] = {}
    for index, marker in enumerate(parts.markers):
        if marker.side == SIDES[side] and zone in marker.zones and state.reserves[index] == NOWHERE:
            found.setdefault(marker.zones, marker.id)
    return tuple(found.values())


def reserve_refusal(parts: Components, state: State, side: int, unit: int, marker: str) -> Refusal | None:
    """5.21, 14.7 Whether a unit may be placed in reserve with a marker."""
    refusal = movement.may_move(parts, state, side, unit) or readiness(parts, state, unit, "14.7")
    if refusal is not None:
        return refusal
    name = parts.unit_ids[unit]
    if SLUG[state.phase] != "operational-movement":
        return Refusal("not_now", "5.21", {"unit": name})
    if reserve_of(state, unit) >= 0:
        return Refusal("in_reserve", "5.21", {"unit": name})
    return marker_refusal(parts, state, side, unit, marker)


def marker_refusal(parts: Components, state: State, side: int, unit: int, marker: str) -> Refusal | None:
    """14.71, 14.72 Whether a marker is at hand and serves the zone a unit is in."""
    index = next((i for i, row in enumerate(parts.markers) if row.id == marker and row.side == SIDES[side]), -1)
    if index < 0 or state.reserves[index] != NOWHERE:
        return Refusal("no_marker", "5.21", {"marker": marker})
    if parts.zone[state.at[unit]] not in parts.markers[index].zones:
        zone = parts.zone[state.at[unit]]
        return Refusal("marker_zone", "14.7", {"marker": marker, "unit": parts.unit_ids[unit], "zone": zone})
    return None
