"""7.0 Zones of control, who stands where, and how many may (10).

A zone is every hex beside a combat unit that no cliff parts from it (7.1, R70). All of it is a pure function
of how many combat units of one side stand in each hex.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import compress

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, OTHER, Components
from bulge_widget.rulebooks.botb.state import State

__all__ = [
    "LIMIT",
    "adjacent_enemies",
    "british_units",
    "corps_of",
    "crowding",
    "enemy_zone",
    "holding",
    "in_enemy_zone",
    "is_mixed",
    "mixes_corps",
    "near",
    "occupied",
    "stacking_refusal",
    "units_at",
    "zone",
]

LIMIT = 3  # 10.1


@functools.lru_cache(maxsize=512)
def occupied(counts: bytes) -> tuple[int, ...]:
    """The hexes with at least one combat unit, given how many stand in each."""
    return tuple(compress(range(len(counts)), counts))


@functools.lru_cache(maxsize=512)
def zone(parts: Components, counts: bytes) -> bytes:
    """7.1, 7.1.1, R70 The hexes in the zone of control of the units counted, one byte a hex."""
    return parts.spread(int.from_bytes(holding(counts), "little")).to_bytes(len(counts), "little")


def holding(counts: bytes) -> bytes:
    """Whether any of the units counted stand in each hex, one byte a hex."""
    return counts.translate(_ANY)


_ANY = bytes([0, *[1] * 255])


@functools.lru_cache(maxsize=16)
def near(parts: Components, counts: bytes, far: int) -> bytes:
    """The hexes at most so many hexes from one of the units counted, one byte a hex."""
    joined = 0
    for where in occupied(counts):
        joined |= parts.around(where, far)
    return joined.to_bytes(len(counts), "little")


def enemy_zone(parts: Components, state: State, side: int) -> bytes:
    """7.1 The zone of control of a side's enemy."""
    return zone(parts, state.counts[OTHER[side]])


def in_enemy_zone(parts: Components, state: State, unit: int) -> bool:
    """7.4 Whether a unit on the map stands in the zone of an enemy."""
    return bool(enemy_zone(parts, state, parts.side[unit])[state.at[unit]])


def units_at(parts: Components, state: State, where: int, side: int | None = None) -> tuple[int, ...]:
    """The combat units in a hex, of both sides or of one, in ascending order."""
    if side is None:
        return units_at(parts, state, where, GERMAN) + units_at(parts, state, where, ALLIED)
    at, combat, found = state.at, parts.combat, list[int]()
    unit = parts.roster[side].start - 1
    for _ in range(state.counts[side][where]):
        unit = at.index(where, unit + 1)
        while not combat[unit]:
            unit = at.index(where, unit + 1)
        found.append(unit)
    return tuple(found)


def adjacent_enemies(parts: Components, state: State, where: int, side: int) -> tuple[int, ...]:
    """7.1.1 The combat units of a side's enemy beside a hex, none across a cliff."""
    theirs = state.counts[OTHER[side]]
    return tuple(u for h in parts.touch[where] if theirs[h] for u in units_at(parts, state, h, OTHER[side]))


def stacking_refusal(parts: Components, state: State, unit: int, where: int) -> Refusal | None:
    """10.1, 10.2, 10.3, 47.6 Why a unit may not end its move with those who stand in a hex."""
    wrong = crowding(parts, state, unit, where)
    if wrong is None:
        return None
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]}
    return Refusal(*wrong, facts | {"limit": LIMIT} if wrong[0] == "stacking" else facts)


def crowding(parts: Components, state: State, unit: int, where: int) -> tuple[str, str] | None:
    """10.1, 10.2, 10.3, 47.6 The same by the code of the refusal and the rule."""
    side = parts.side[unit]
    others = state.counts[side][where] - (state.at[unit] == where)
    if not parts.combat[unit] or not others:
        return None
    if others >= LIMIT:
        return "stacking", "10.1"
    if side == GERMAN and not state.choices.corps_integrity:
        return None  # nobody to tell apart
    if side == ALLIED and not parts.british[unit] and where not in _british_hexes(parts, state, side):
        return None
    there = [u for u in units_at(parts, state, where, side) if u != unit]
    if any(parts.british[u] != parts.british[unit] for u in there):
        return "mixed_nations", "10.2"
    return ("mixed_corps", "47.6") if mixes_corps(parts, state, unit, there) else None


@once
def _british_hexes(parts: Components, state: State, side: int) -> frozenset[int]:
    """Where British units stand; the codes of those off the map are no hexes."""
    return frozenset([state.at[unit] for unit in british_units(parts, side)])


@functools.lru_cache(maxsize=8)
def british_units(parts: Components, side: int) -> tuple[int, ...]:
    """The British units of a side."""
    return tuple(unit for unit in parts.roster[side] if parts.british[unit])


def mixes_corps(parts: Components, state: State, unit: int, others: Iterable[int]) -> bool:
    """47.6, R1 Whether corps are kept, and a unit would stand with one of another."""
    mine = corps_of(parts, state.scenario, unit) if state.choices.corps_integrity else ""
    return bool(mine) and any(corps_of(parts, state.scenario, u) not in {"", mine} for u in others)


def is_mixed(parts: Components, state: State, unit: int, where: int) -> bool:
    """10.2, 47.6 Whether a unit may not stay with those of its side in a hex, however few they are."""
    there = units_at(parts, state, where, parts.side[unit])
    return any(parts.british[u] != parts.british[unit] for u in there) or mixes_corps(parts, state, unit, there)


def corps_of(parts: Components, scenario: str, unit: int) -> str:
    """47.6, R1 The corps of a German unit: its letter; reinforcements have none and stand with anybody."""
    letter = parts.letter[unit]
    same = parts.changes.get((scenario, "same-corps"), "").split()
    return same[0] if letter in same else letter
