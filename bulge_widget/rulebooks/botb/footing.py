"""Ground under retreats and advances: cliffs, forest, rivers and their banks, for one unit (19.1.3.1, 20.3, 20.11).

Does not cover enemies, zones and room (retreat, advance), nor what ordinary movement costs (movement).
"""

from __future__ import annotations

from bulge_widget.rulebooks.botb.components import GERMAN, Components
from bulge_widget.rulebooks.botb.routes import Node
from bulge_widget.rulebooks.botb.state import BLOWN, BUILDING, State, done_on

__all__ = ["all_banks", "bridged", "by_road", "dry_step", "roer_closed", "start_node"]

ROER_OPENS = 7  # 14.3.1 19 AM


def all_banks(parts: Components, where: int) -> int:
    """Every bank of a hex, as bits."""
    return (1 << parts.bank_count[where]) - 1


def bridged(parts: Components, state: State, where: int, side: int) -> bool:
    """14.2.2, 26.7.3.2, R23, R24 Whether a bridge in a hex may be used by a side."""
    if where not in parts.bridges or state.works[where] & (BLOWN | BUILDING):
        return False
    return not (side == GERMAN and where in state.interdicted)


def by_road(parts: Components, here: int, there: int) -> bool:
    """14.1 Whether a road joins two hexes."""
    return there in parts.roads[here]


def start_node(parts: Components, state: State, unit: int) -> Node:
    """R57, 20.11 Where a unit stands, and the banks it may leave by: armour keeps to its own, others choose."""
    where = state.at[unit]
    kept = state.banks[unit] & all_banks(parts, where)
    if not kept or not parts.armor[unit] or bridged(parts, state, where, parts.side[unit]):
        return where, all_banks(parts, where)
    return where, kept


def banks_after(parts: Components, here: Node, there: int) -> int:
    """14.2.3, R20, R21 The banks a unit is on after a step, as bits; 0 where the step would cross a river."""
    pairs = parts.board.borders[here[0], there].banks
    return sum({1 << after for before, after in pairs if here[1] >> before & 1})


def dry_step(parts: Components, state: State, unit: int, here: Node, there: int, *, wade: bool) -> Node | None:
    """19.1.3.1, 20.3 Where a step over legal ground leads, or None where the ground forbids it.

    Parameters
    ----------
    wade : bool
        Whether the unit may cross rivers without a bridge, as all but armor do in a retreat.
    """
    if parts.board.borders[here[0], there].cliff or _barred(parts, state, unit, here[0], there):
        return None
    if wade:
        return there, all_banks(parts, there)
    banks = banks_after(parts, here, there)
    if not banks:
        return None
    return there, all_banks(parts, there) if bridged(parts, state, there, parts.side[unit]) else banks


def _barred(parts: Components, state: State, unit: int, here: int, there: int) -> bool:
    """R28, R71 Forest without a road for mechanized units, and the Roer while it is closed."""
    if parts.mech[unit] and "forest" in {parts.terrain[here], parts.terrain[there]} and not by_road(parts, here, there):
        return True
    return there in parts.roer and parts.side[unit] == GERMAN and roer_closed(parts, state)


def roer_closed(parts: Components, state: State) -> bool:
    """14.3.1, R33, 47.6 Whether German units must keep out of the Roer."""
    opens = int(parts.changes.get((state.scenario, "roer-free-from"), ROER_OPENS))
    entered = done_on(state, "monschau")
    return state.turn < opens and (entered is None or state.turn <= entered)
