"""6.0 Allied bridge interdiction: which bridges are cut for German movement and supply.

Does not cover air interdiction, which cuts any road (14.4: air).
"""

from __future__ import annotations

import functools

from bulge_widget.board import strides
from bulge_widget.board.strides import Links
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.bigredone.state import State, positions
from bulge_widget.rulebooks.bigredone.zones import Positions, joined

__all__ = ["covered", "cut", "watched"]


@functools.lru_cache(maxsize=256)
def covered(parts: Components, allied: Positions) -> int:
    """6.0, 6.1, R6 The hexes at most three from an Allied unit, whatever lies between, as a set."""
    return joined(parts.within_3, allied)


def watched(parts: Components, state: State, side: int) -> int:
    """6.0, R58 The hexes whose bridges are cut for a side; none for the Allies."""
    return covered(parts, positions(parts, state, ALLIED)) if side == GERMAN else 0


def cut(parts: Components, watch: int) -> Links:
    """6.0, R6 The bridges that are cut: one of the two hexes beside them is watched."""
    return strides.meet(parts.bridge_links, watch)
