"""14.7 Who may be marked as a reserve, and by which marker."""

from __future__ import annotations

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.state import (
    NOWHERE,
    SHAKEN,
    UNSUPPLIED,
    WAITING,
    State,
    contested,
    reserve_of,
)

__all__ = ["at_hand", "refusal"]


def at_hand(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """5.21 The reserve markers of a side that lie on no unit."""
    return tuple(
        row.id for m, row in enumerate(parts.markers) if row.side == SIDES[side] and state.reserves[m] == NOWHERE
    )


def refusal(parts: Components, state: State, unit: int, marker: str) -> Refusal | None:
    """14.7, 14.71, 14.72 Why a unit may not get a reserve marker."""
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "marker": marker}
    if marker not in at_hand(parts, state, parts.side[unit]):
        return Refusal("no_marker", "5.21", facts)
    area = state.at[unit]
    if area >= WAITING:
        return Refusal("not_on_map", "14.7", facts)
    if reserve_of(state, unit) >= 0:
        return Refusal("in_reserve_already", "5.21", facts)
    if state.status[unit] & UNSUPPLIED:
        return Refusal("unsupplied", "14.7", facts)
    if state.status[unit] & SHAKEN:
        return Refusal("disordered", "14.7", facts)
    if contested(state) >> area & 1:
        return Refusal("contested_area", "14.7", facts | {"area": parts.area_ids[area]})
    row = next(row for row in parts.markers if row.id == marker)
    if parts.zone[area] not in row.zones:
        return Refusal("other_zone", "14.71", facts | {"area": parts.area_ids[area], "zone": parts.zone[area]})
    return None
