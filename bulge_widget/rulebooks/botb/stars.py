"""9.2 to 9.11 The look-ahead of a plan of battles: whether all who must fight can still be paired.

Plain graphs: attackers on one side, defending hexes on the other, joined where they are adjacent. Every battle
is complete (each attacker beside each hex, 9.4, 9.5). A graph without lonely points splits into stars, so
whoever still has a free neighbour is safe; only the lonely ones must join a battle that stands already. A
lonely attacker is beside no lonely hex, so a battle takes in either lonely attackers or lonely hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["Battle", "can_complete", "lonely"]


class Battle(NamedTuple):
    """9.3 One battle of the plan: its attackers and the hexes they attack, in ascending order."""

    attackers: tuple[int, ...]
    hexes: tuple[int, ...]


def lonely(
    near: Mapping[int, Collection[int]], attackers: Iterable[int], hexes: Iterable[int], free: Collection[int]
) -> tuple[list[int], list[int]]:
    """9.2 The duty attackers without a free hex, and the duty hexes without a free attacker.

    Parameters
    ----------
    near : mapping of int to collection of int
        The hexes with enemies beside each attacker.
    attackers, hexes : iterable of int
        Those with a duty that are in no battle.
    free : collection of int
        Every attacker in no battle, with a duty or without.
    """
    waiting = tuple(hexes)
    without_hex = [unit for unit in attackers if not any(h in near[unit] for h in waiting)]
    return without_hex, [h for h in waiting if not any(h in near[unit] for unit in free)]


def joins_as_attacker(near: Mapping[int, Collection[int]], unit: int, battle: Battle) -> bool:
    """9.4 Whether an attacker is beside every hex of a battle."""
    return all(h in near[unit] for h in battle.hexes)


def joins_as_hex(near: Mapping[int, Collection[int]], where: int, battle: Battle) -> bool:
    """9.5 Whether every attacker of a battle is beside a hex."""
    return all(where in near[unit] for unit in battle.attackers)


def can_complete(
    near: Mapping[int, Collection[int]],
    battles: Sequence[Battle],
    duty_attackers: Iterable[int],
    duty_hexes: Iterable[int],
    free: Collection[int],
) -> bool:
    """9.2, 9.11 Whether a plan can be finished so that every duty is met.

    Parameters
    ----------
    near : mapping of int to collection of int
        The hexes with enemies beside each attacker.
    battles : sequence of Battle
        What stands already; nothing is taken back.
    duty_attackers, duty_hexes : iterable of int
        Those that must fight and are in no battle.
    free : collection of int
        Every attacker in no battle.

    Examples
    --------
    >>> can_complete({1: {7}, 2: {7, 8}}, [Battle((2,), (7,))], [1], [8], [1])
    False
    """
    units, hexes = lonely(near, duty_attackers, duty_hexes, free)
    wants_units = [{i for i, b in enumerate(battles) if joins_as_attacker(near, unit, b)} for unit in units]
    wants_hexes = [{i for i, b in enumerate(battles) if joins_as_hex(near, h, b)} for h in hexes]
    return _can_split(wants_units, wants_hexes)


def _can_split(first: Sequence[Collection[int]], second: Sequence[Collection[int]]) -> bool:
    """Whether the battles can be shared out so that each wish of both kinds finds one of its own."""
    if not all(first) or not all(second):
        return False
    disputed = set().union(*first) & set().union(*second) if first and second else set()
    if not disputed:
        return True
    one = min(disputed)
    return _can_split(first, [set(wish) - {one} for wish in second]) or _can_split(
        [set(wish) - {one} for wish in first], second
    )
