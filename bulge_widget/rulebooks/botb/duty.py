"""9.2, 15.2, 15.5 Who may and who must fight in a combat phase.

Does not cover how the fighting is divided (planning).
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from bulge_widget.rulebooks.botb import engagement, odds
from bulge_widget.rulebooks.botb.components import OTHER, Components
from bulge_widget.rulebooks.botb.state import OFF, State
from bulge_widget.rulebooks.botb.zones import enemy_zone

__all__ = ["Situation", "is_exempt", "situation"]

DROP_TURN = 3  # 40.1 17 AM


class Situation(NamedTuple):
    """Who may and who must fight in a combat phase."""

    near: dict[int, tuple[int, ...]]
    """9.4 For each unit that may attack the hexes with enemies it is beside."""
    duty: tuple[int, ...]
    """9.2 The units that must attack."""
    owed: dict[int, tuple[int, ...]]
    """9.2, 15.5 For each unit the hexes that must be attacked if it must attack, or does."""


def is_exempt(parts: Components, state: State, unit: int) -> bool:
    """15.2, 21.3, 40.5 Whether a unit beside enemies may attack but need not."""
    if odds.is_fort(parts, state, state.at[unit]):
        return True
    return parts.unit_ids[unit] == "ge-vdh-vdh" and state.turn == DROP_TURN


def owed_by(parts: Components, state: State, unit: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """15.5, 15.7 What must be attacked because a unit attacks: all beside it, but not from Liège to Liège."""
    if state.at[unit] in parts.liege:
        return tuple(h for h in hexes if h not in parts.liege)
    return hexes


def situation(parts: Components, state: State, side: int) -> Situation:
    """9.2 Who may and who must fight; engaged units do neither (23.5.2)."""
    return _situation(parts, _Key(state), side)


class _Key:
    """What a situation depends on, compared by that alone."""

    __slots__ = ("_hash", "known", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.known = (state.at, state.works, state.engagements, state.turn)
        self._hash = hash(self.known)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.known == other.known


@functools.lru_cache(maxsize=32)
def _situation(parts: Components, key: _Key, side: int) -> Situation:
    state, near = key.state, dict[int, tuple[int, ...]]()
    zone, theirs = enemy_zone(parts, state, side), state.counts[OTHER[side]]
    for unit in parts.roster[side]:
        where = state.at[unit]
        if where < OFF and parts.combat[unit] and zone[where] and not engagement.is_engaged(state, unit):
            near[unit] = tuple(h for h in parts.touch[where] if theirs[h])
    duty = tuple(unit for unit in near if not is_exempt(parts, state, unit))
    return Situation(near, duty, {unit: owed_by(parts, state, unit, hexes) for unit, hexes in near.items()})
