"""9.4 The British: held behind the Meuse and near their entry until a German unit comes within two hexes.

Release is looked at whenever a unit has moved, along its whole way, and whenever one retreats, advances or
arrives (R39); a British unit's own move is judged by the limits in force when it begins (R62).
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.event import Event, MarkerCleared
from bulge_widget.rulebooks.bigredone import zones
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.bigredone.state import State, positions

__all__ = ["anchor", "is_held", "released_by", "settle", "watched"]

FREE = -1  # as an anchor: may go anywhere


def is_held(parts: Components, state: State, unit: int) -> bool:
    """9.4, R40 Whether the limits apply to a unit."""
    return parts.british[unit] and not state.released


def anchor(parts: Components, state: State, unit: int) -> int:
    """9.4, R62 The hex a unit may not go further than five hexes from; ``FREE`` if it may go anywhere."""
    if not is_held(parts, state, unit):
        return FREE
    return next((entry for name, entry in state.entered if name == unit), FREE)


def watched(parts: Components, state: State, unit: int) -> bytes:
    """9.4 The hexes in which a moving unit would release the British; empty if it cannot."""
    if state.released:
        return b""
    if parts.side[unit] == GERMAN:
        near = zones.near_british(parts, positions(parts, state, ALLIED))
        return near if 1 in near else b""
    return zones.near_germans(parts, positions(parts, state, GERMAN)) if parts.british[unit] else b""


def released_by(state: State, watch: bytes, path: list[int]) -> tuple[State, tuple[Event, ...]]:
    """9.4, R39 Release all British for good if a way leads through a watched hex."""
    if state.released or not watch or not any(watch[h] for h in path):
        return state, ()
    return _released(state)


def _released(state: State) -> tuple[State, tuple[Event, ...]]:
    free = msgspec.structs.replace(state, released=True, entered=())
    return free, (MarkerCleared("9.4", "british-limits", "allied"),)


def settle(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """9.4, R39 Release the British if a German unit stands within two hexes of one now."""
    if state.released:
        return state, ()
    near = zones.near_british(parts, positions(parts, state, ALLIED))
    close = any(near[h] for h in zones.occupied(positions(parts, state, GERMAN)))
    return _released(state) if close else (state, ())
