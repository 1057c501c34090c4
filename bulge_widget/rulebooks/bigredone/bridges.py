"""6.0 Allied bridge interdiction: which bridges are cut for German movement and supply.

Does not cover air interdiction, which cuts any road (14.4: air).
"""

from __future__ import annotations

import functools

from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.bigredone.state import State, positions
from bulge_widget.rulebooks.bigredone.zones import Positions, flags

__all__ = ["covered", "is_cut", "watched"]


@functools.lru_cache(maxsize=256)
def covered(parts: Components, allied: Positions) -> bytes:
    """6.0, 6.1, R6 The hexes at most three from an Allied unit, whatever lies between."""
    return flags(parts.within_3, allied, len(parts.hex_ids))


def watched(parts: Components, state: State, side: int) -> bytes:
    """6.0, R58 The hexes whose bridges are cut for a side; none for the Allies."""
    return covered(parts, positions(parts, state, ALLIED)) if side == GERMAN else b""


def is_cut(parts: Components, watch: bytes, a: int, b: int) -> bool:
    """6.0, R6 Whether the bridge between two hexes is cut: one of them is within reach."""
    return b in parts.bridges[a] and bool(watch) and bool(watch[a] or watch[b])
