"""6.0 What a way of one unit depends on, worked out once for each case.

A *front* is what all ways of a side depend on while it moves: enemies, ground, bridges, interdiction. The *terms* of
a unit add what is its own. What is found out about either is kept with it. Which hexes are closed and what a unit may
spend, ``movement`` says.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from bulge_widget.rulebooks.botb import steps, zones
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.ground import Going, on_nodes
from bulge_widget.rulebooks.botb.steps import Row

__all__ = ["Front", "Own", "Terms", "front"]


class Own(NamedTuple):
    """What a unit adds to the front of its side."""

    mech: bool
    rates: tuple[int, int]
    """Twelfths a road hex, and those of a unit that begins or ends in a zone (14.1.2)."""
    points: int
    closed: tuple[frozenset[int], ...]
    """Hexes closed to the unit by rules of its own."""
    known: tuple[int, ...]
    """42.8 And those it does not come back to."""
    alarms: tuple[int, ...]
    """39.4, 42.2, 42.6 Hexes in which something breaks the way off, ascending."""
    charges: tuple[int, ...]
    """39.4 Those of them whose bridge may be blown."""
    free: bool
    """42.11, 26.4 Whether enemies neither stop nor block it: commandos."""


class Terms:
    """All that a way of one unit depends on; one object for each case, so that what it leads to is known by it.

    Parameters
    ----------
    fast, slow : Going
        The prices, and those of a unit that begins or ends in a zone (14.1.2).
    enemy : bytes
        How many enemy combat units stand in each hex.
    own : Own
        Of the unit.
    """

    def __init__(self, parts: Components, fast: Going, slow: Going, enemy: bytes, own: Own) -> None:
        self.fast, self.slow, self.points, self.enemy = fast, slow, own.points, enemy
        self._parts, self.own = parts, own
        self.alarms, self.charges, self.free = frozenset(own.alarms), own.charges, own.free
        self.closed = tuple(sorted({*_joined(own.closed), *own.known})) if own.known else _joined(own.closed)
        """Hexes closed to the unit, ascending."""
        self.zone = bytes(len(enemy)) if own.free else zones.zone(parts, enemy)
        """7.2 For each hex whether an enemy zone stops the unit there."""
        self.guarded = _stops(parts, self.zone, ())
        """7.2 The same for each node."""
        self.stops = _stops(parts, self.zone, own.alarms) if own.alarms else self.guarded
        """7.2, 39.4, 42.2 For each node whether a unit must stop there."""
        self.barred = _barred(parts, () if own.free else zones.occupied(enemy), self.closed)
        """6.7 For each node whether it is not entered."""
        tables = steps.table(parts, fast), steps.table(parts, slow)
        self.rows = tables[0].rows, tables[1].rows
        """14.0 The steps out of every node, at the fast and at the slow rate."""
        self._tables = tables

    @functools.cached_property
    def by_left(self) -> tuple[list[Sequence[Row]], list[Sequence[Row]]]:
        """The same steps, at either rate, by how many points are left; those too dear are missing."""
        fast, slow = self._tables
        return fast.by_left(self.points), slow.by_left(self.points)

    @functools.cached_property
    def unreached(self) -> bytes:
        """For each node more than can be spent; 0 where it is not entered."""
        return self._bounds(self.barred)

    @functools.cached_property
    def unguarded(self) -> bytes:
        """The same for ways that end outside enemy zones."""
        return self._bounds(_either(self.barred, self.guarded))

    @functools.cached_property
    def approaches(self) -> bytes:
        """14.1.2 The same for ways into enemy zones at the slow rate: less where every zone is too far."""
        least = self._tables[1].least
        left = _ways_off(self._parts, self.zone, self.points // least)
        limits = left.translate(bytes([max(0, self.points + 1 - off * least) for off in range(256)]))
        return _both(on_nodes(self._parts, limits), self.barred.translate(_INVERTED))

    def _bounds(self, closed: bytes) -> bytes:
        """What the ways to each node may not cost, with some nodes closed."""
        return closed.translate(bytes([self.points + 1, *[0] * 255]))


_INVERTED = bytes([255, *[0] * 255])


def _either(some: bytes, others: bytes) -> bytes:
    """Where one of two flags is set."""
    return (int.from_bytes(some, "little") | int.from_bytes(others, "little")).to_bytes(len(some), "little")


def _both(some: bytes, others: bytes) -> bytes:
    """Some bytes, as far as bits are set in others."""
    return (int.from_bytes(some, "little") & int.from_bytes(others, "little")).to_bytes(len(some), "little")


class Front:
    """What all ways of a side depend on; one object for each case.

    Parameters
    ----------
    enemy : bytes
        How many enemy combat units stand in each hex.
    going : Going
        The prices, but for those of the unit.
    """

    def __init__(self, enemy: bytes, going: Going) -> None:
        self.enemy, self.plain = enemy, going
        self.goings: dict[tuple[bool, int], Going] = {}
        self.known: dict[Own, Terms] = {}

    def going(self, *, mech: bool, rate: int) -> Going:
        """6.4, 14.1, 26.7 The prices for one kind of unit."""
        if (mech, rate) not in self.goings:
            self.goings[mech, rate] = self.plain._replace(mech=mech, rate=rate)
        return self.goings[mech, rate]

    def terms(self, parts: Components, own: Own) -> Terms:
        """6.0 Those of a unit."""
        if own not in self.known:
            fast, slow = (self.going(mech=own.mech, rate=rate) for rate in own.rates)
            self.known[own] = Terms(parts, fast, slow, self.enemy, own)
        return self.known[own]


front = functools.lru_cache(maxsize=8)(Front)


@functools.lru_cache(maxsize=256)
def _joined(sets: tuple[frozenset[int], ...]) -> tuple[int, ...]:
    return tuple(sorted(frozenset().union(*sets)))


@functools.lru_cache(maxsize=64)
def _ways_off(parts: Components, zone: bytes, most: int) -> bytes:
    """How many hexes each hex is from a zone, no more than one more than `most`."""
    ring = reached = int.from_bytes(zone, "little")
    every = (1 << 8 * len(zone)) // 255
    off = every - reached
    for _ in range(most):
        ring = parts.spread(ring) & ~reached
        reached |= ring
        off += every - reached
    return off.to_bytes(len(zone), "little")


@functools.lru_cache(maxsize=64)
def _barred(parts: Components, enemy: tuple[int, ...], closed: tuple[int, ...]) -> bytes:
    return on_nodes(parts, _with(bytes(len(parts.hex_ids)), (*enemy, *closed)))


@functools.lru_cache(maxsize=64)
def _stops(parts: Components, zone: bytes, alarms: tuple[int, ...]) -> bytes:
    return on_nodes(parts, _with(zone, alarms))


def _with(flags: bytes, hexes: tuple[int, ...]) -> bytes:
    """The same flags, set in some hexes."""
    found = bytearray(flags)
    for h in hexes:
        found[h] = 1
    return bytes(found)
