"""Who stands in an area, and what a unit or an asset is worth there (2.3, 13.3).

In a combat units and assets are spoken of together, by id; these questions take either.
"""

from __future__ import annotations

from bulge_widget.rulebooks.fab.components import OTHER, Components
from bulge_widget.rulebooks.fab.state import ON_MAP, State

__all__ = ["QUALITIES", "FIXED", "alive", "holders", "is_armor", "is_good", "place_of", "quality", "side_of", "steps", "units_in"]

QUALITIES = {"elite": 1, "veteran": 0, "green": -1}  # what a step in quality is worth in a fire
FIXED = frozenset({"garrison", "task_force"})  # 16.21, 16.22 assets that stay where they were placed


def units_in(parts: Components, state: State, area: int, side: int) -> tuple[int, ...]:
    """The units of a side in an area."""
    return tuple(unit for unit in range(*parts.span[side]) if state.at[unit] == area)


def holders(parts: Components, state: State, area: int, side: int) -> tuple[int, ...]:
    """4.35, 16.11, 16.21 The assets of a side that hold an area by themselves."""
    return tuple(
        chit
        for chit, where in enumerate(state.chit_at)
        if where == area and state.box[chit] == ON_MAP and parts.chits[chit].role == "battle"
        and parts.chits[chit].side_index == side
    )


def has_enemy(parts: Components, state: State, area: int, side: int) -> bool:
    """2.4, R60 Whether the other side has a unit in an area, or an asset that holds it."""
    other = OTHER[side]
    return bool(units_in(parts, state, area, other) or holders(parts, state, area, other))
