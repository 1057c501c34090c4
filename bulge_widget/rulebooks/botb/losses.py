"""18.0 Elimination: what falls with a unit that is lost.

Does not cover which results lose units (results, retreat).
"""

from __future__ import annotations

from bulge_widget.core.event import Event, Removed
from bulge_widget.rulebooks.botb import engagement, upkeep
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.state import ELIMINATED, State, place

__all__ = ["eliminate"]


def eliminate(
    parts: Components, state: State, unit: int, rule: str, why: str = "eliminated"
) -> tuple[State, tuple[Event, ...]]:
    """18.0 Take a unit off the map for good, with its markers."""
    where = state.at[unit]
    told = Removed(rule, parts.unit_ids[unit], parts.hex_ids[where], why)
    state = place(parts, state, unit, ELIMINATED)
    state, released = engagement.tidy(parts, state)
    state, more = upkeep.left(parts, state, where)
    return state, (told, *released, *more)
