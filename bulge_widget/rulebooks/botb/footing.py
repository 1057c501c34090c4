"""Ground under retreats and advances: cliffs, forest, rivers and their banks, for one unit (19.1.3.1, 20.3, 20.11).

Does not cover enemies, zones and room (retreat, advance), nor what ordinary movement costs (movement).
"""

from __future__ import annotations

from bulge_widget.rulebooks.botb import ground, movement
from bulge_widget.rulebooks.botb.components import GERMAN, Components
from bulge_widget.rulebooks.botb.routes import Node
from bulge_widget.rulebooks.botb.state import State

__all__ = ["by_road", "dry_step", "start_node"]


def by_road(parts: Components, here: int, there: int) -> bool:
    """14.1 Whether a road joins two hexes."""
    return there in parts.roads[here]


def start_node(parts: Components, state: State, unit: int) -> Node:
    """R57, 20.11 Where a unit stands, and the banks it may leave by: armour keeps to its own, others choose."""
    return state.at[unit], ground.start_mask(parts, state, unit)


def dry_step(  # noqa: PLR0913  a step has this many sides
    parts: Components, state: State, unit: int, shut: tuple[int, ...], here: Node, there: int, *, wade: bool
) -> Node | None:
    """19.1.3.1, 20.3 Where a step over legal ground leads, or None where the ground forbids it.

    Parameters
    ----------
    shut : tuple of int
        The bridges that do not carry the unit.
    wade : bool
        Whether it may cross rivers without a bridge, as all but armor do in a retreat.
    """
    if parts.board.borders[here[0], there].cliff or _barred(parts, state, unit, here[0], there):
        return None
    if wade:
        return there, ground.full_mask(parts, there)
    banks = ground.walk(parts, shut, here[1], here[0], there)
    return (there, banks) if banks else None


def _barred(parts: Components, state: State, unit: int, here: int, there: int) -> bool:
    """R28, R71 Forest without a road for mechanized units, and the Roer while it is closed."""
    if parts.mech[unit] and "forest" in {parts.terrain[here], parts.terrain[there]} and not by_road(parts, here, there):
        return True
    return there in parts.roer and parts.side[unit] == GERMAN and not movement.roer_open(parts, state)
