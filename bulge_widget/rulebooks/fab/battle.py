"""6.2 The round of combat under way: what it remembers between its questions.

A `Round` lies on the stack while its questions lie above it. This module only holds it and says who takes part;
the order of play is in combat, each question in a chapter of its own.
"""

from __future__ import annotations

import functools
from typing import Any, Final

from msgspec.structs import replace

from bulge_widget.core.decision import Seat
from bulge_widget.rulebooks.fab import troops
from bulge_widget.rulebooks.fab.components import OTHER, SIDES, Components, bits, mask_of
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import (
    PHASING,
    SLUG,
    State,
    Step,
    units_in,
)

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "Round",
    "altered",
    "assets",
    "attackers",
    "current",
    "defenders",
    "fighting",
    "is_breakthrough",
    "lost",
    "points_now",
    "seat",
    "side",
    "targets",
    "units",
]

ATTACKER: Final = 0
DEFENDER: Final = 1


class Round(Step, frozen=True, gc=False):
    """6.2 One round of combat in one area."""

    area: str
    stage: str
    """The part of the round that comes next."""
    attackers: tuple[str, ...]
    """Units that take part for the attacker: those in good order when the round began."""
    assault: bool
    """5.35e Whether it began as a river assault."""
    joined: tuple[str, ...] = ()
    """8.23 Units that came to help the defender."""
    called: tuple[str, ...] = ()
    """15.2b The Special Actions that either side has spent on the round."""
    points: tuple[str, str] = ("", "")
    """6.24 The point units of attacker and defender."""
    lost: tuple[str, ...] = ()
    """6.43 Units that have suffered a loss in this round."""
    flight: str = ""
    """17.21 How an air mission is used: "artillery" or "support"."""
    aided: str = ""
    """17.21 The unit that an air mission supports."""
    breach: str = ""
    """6.33 The engineer that removed the field works instead of firing."""
    retreating: bool = False
    """6.42c Whether the defender has chosen to retreat."""
    withdrawn: bool = False
    """8.24, 18.4 Whether the defender is gone without a hit: retreated before combat, or fooled."""
    spare: int = 0
    """6.8 Hits of ground fire that nothing was left to take."""
    guns: int = 0
    """6.42b 1 when artillery has removed every defender."""


def current(state: State) -> Round:
    """The round under way."""
    stack, this = _FOUND[0]
    if stack is state.stack:
        return this
    for step in reversed(state.stack):
        if type(step) is Round:
            _FOUND[0] = (state.stack, step)
            return step
    raise LookupError("no round of combat is under way")


_FOUND: Final[list[tuple[tuple[Step, ...] | None, Round]]] = [(None, Round("", "", (), assault=False))]
"""The questions that were looked through last, and the round in them: it is asked for many times of the same ones."""


def altered(state: State, **changes: Any) -> State:
    """Note something in the round under way."""
    stack, this = state.stack, current(state)
    place = stack.index(this)
    return replace(state, stack=(*stack[:place], replace(this, **changes), *stack[place + 1 :]))


def side(state: State, role: int) -> int:
    """6.2 The side that attacks, or defends: the Phasing Player is always the attacker."""
    return _PARTIES[state.phase][role]


_PARTIES: Final = tuple((side, OTHER[side]) for side in PHASING)
"""By phase: attacker and defender."""


def fighting(parts: Components, state: State, role: int) -> int:
    """6.2 Set of the units of a party: the attackers still there that have not broken off, or every defender there."""
    this = current(state)
    own = _named(parts, this.attackers) if role == ATTACKER else parts.army[side(state, DEFENDER)]
    return state.who[parts.area_index[this.area]] & own


@functools.lru_cache(maxsize=64)
def _named(parts: Components, names: tuple[str, ...]) -> int:
    return mask_of([parts.unit_index[name] for name in names])


def units(parts: Components, state: State, role: int) -> tuple[str, ...]:
    """6.2 The units of one party."""
    return tuple(map(parts.unit_ids.__getitem__, bits(fighting(parts, state, role))))


def attackers(parts: Components, state: State) -> tuple[str, ...]:
    """6.2 The attacking units that are still there and have not broken off."""
    return units(parts, state, ATTACKER)


def defenders(parts: Components, state: State) -> tuple[str, ...]:
    """6.2 Every unit of the defender in the area."""
    return units(parts, state, DEFENDER)


def assets(parts: Components, state: State, role: int, kind: str) -> tuple[str, ...]:
    """6.3 What a party has in the round: "artillery", "air", or "battle", garrisons among them."""
    own = side(state, role)
    found = troops.assigned(parts, state, own, kind)
    if kind == "battle":
        found += troops.holders(parts, state, parts.area_index[current(state).area], own)
    return tuple(map(parts.chit_ids.__getitem__, found))


def targets(parts: Components, state: State, role: int) -> tuple[str, ...]:
    """6.43 The units and battle assets of a party, which can suffer losses."""
    this = current(state)
    return _targets(parts, state, role, this.area, this.attackers)


@once_by("at", "who", "boxes", "posts", "phase")
def _targets(parts: Components, state: State, role: int, name: str, attacking: tuple[str, ...]) -> tuple[str, ...]:
    area, own = parts.area_index[name], side(state, role)
    there = [u for u in attacking if state.at[parts.unit_index[u]] == area] if role == ATTACKER else ()
    units_ = there if role == ATTACKER else [parts.unit_ids[u] for u in units_in(parts, state, area, own)]
    chits = (*troops.assigned(parts, state, own, "battle"), *troops.holders(parts, state, area, own))
    return (*units_, *[parts.chit_ids[chit] for chit in chits])


def lost(parts: Components, state: State, role: int) -> tuple[str, ...]:
    """6.43 The units of a party that have suffered a loss in this round, the eliminated among them."""
    own = side(state, role)
    return tuple(unit for unit in current(state).lost if parts.side[parts.unit_index[unit]] == own)


def points_now(parts: Components, state: State) -> tuple[str, str]:
    """6.24 The point units of both parties, blank for one that is gone."""
    points = current(state).points
    attacker, defender = (p if p in targets(parts, state, role) else "" for role, p in enumerate(points))
    return attacker, defender


def is_breakthrough(state: State) -> bool:
    """7.4 Whether this is breakthrough combat."""
    return SLUG[state.phase] == "breakthrough-combat"


def seat(state: State, role: int) -> Seat:
    """Who answers for a party."""
    return SIDES[side(state, role)]
