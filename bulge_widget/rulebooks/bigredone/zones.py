"""4.6 and 4.7 Zones of control, and how far the units of a side reach.

A zone is every hex beside a unit, across anything and for every unit (R51). All of it is a pure function of
where the units of one side are.
"""

from __future__ import annotations

import functools

from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, OTHER, Components
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, positions

__all__ = ["adjacent_enemies", "flags", "in_enemy_zone", "joined", "near_british", "near_germans", "zone"]

Positions = tuple[int, ...]


def joined(sets: tuple[int, ...], at: Positions) -> int:
    """Join the set of every unit on the map."""
    found = 0
    for where in at:
        if where < WAITING:
            found |= sets[where]
    return found


def flags(sets: tuple[int, ...], at: Positions, count: int) -> bytes:
    """Join the set of every unit on the map: one byte a hex, 1 inside."""
    return joined(sets, at).to_bytes(count, "little")


@functools.lru_cache(maxsize=256)
def zone(parts: Components, at: Positions) -> bytes:
    """4.6, R51 The hexes in the zone of control of units at these places."""
    return flags(parts.zone, at, len(parts.hex_ids))


@functools.lru_cache(maxsize=256)
def occupied(at: Positions) -> frozenset[int]:
    """The hexes these units stand in."""
    return frozenset(where for where in at if where < WAITING)


@functools.lru_cache(maxsize=64)
def near_germans(parts: Components, at: Positions) -> bytes:
    """9.4 The hexes within two of a German unit."""
    return flags(parts.within_2, at, len(parts.hex_ids))


@functools.lru_cache(maxsize=64)
def near_british(parts: Components, at: Positions) -> bytes:
    """9.4 The hexes within two of a British unit, given where all Allied units are."""
    british = tuple(where for where, unit in zip(at, parts.roster[ALLIED], strict=True) if parts.british[unit])
    return flags(parts.within_2, british, len(parts.hex_ids))


def enemy_zone(parts: Components, state: State, side: int) -> bytes:
    """4.6 The hexes a side may not move out of: those beside its enemy."""
    return zone(parts, positions(parts, state, OTHER[side]))


def in_enemy_zone(parts: Components, state: State, unit: int) -> bool:
    """4.7 Whether a unit on the map stands beside an enemy."""
    return bool(enemy_zone(parts, state, parts.side[unit])[state.at[unit]])


def adjacent_enemies(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """7.1 The enemy units beside a unit on the map."""
    return _beside(parts, state.who, state.at[unit], parts.side[unit])


@functools.lru_cache(maxsize=4096)
def _beside(parts: Components, who: bytes, where: int, side: int) -> tuple[int, ...]:
    split, german = parts.split, side == GERMAN
    found = [who[h] for h in parts.near[where]]
    return tuple([other for other in found if other != EMPTY and (other >= split) == german])
