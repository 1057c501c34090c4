"""Things to look at that are laid out once and shown again as long as nothing they depend on changes."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

from bulge_widget.core.bitset import bits

__all__ = ["Laid", "Row", "differing_bits", "differing_bytes", "picker"]

V = TypeVar("V")
MOST: Final = 32768
"""So many are kept; then all are laid out anew."""


class Laid(dict[tuple[Any, ...], V]):
    """What has been laid out, by everything it depends on; what is missing is laid out when it is wanted.

    Parameters
    ----------
    make : callable
        Lays one out.
    """

    def __init__(self, make: Callable[..., V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: tuple[Any, ...]) -> V:
        if len(self) >= MOST:
            self.clear()
        self[key] = laid = self._make(*key)
        return laid

    def all(self, keys: Iterable[tuple[Any, ...]]) -> tuple[V, ...]:
        """Give several in order."""
        return tuple(map(self.__getitem__, keys))


class Row(Generic[V]):
    """Things in fixed places, of which only those that changed since the last time are laid out again.

    Parameters
    ----------
    size : int
        How many there are.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._facts: tuple[int, ...] | None = None
        self._shown: tuple[V, ...] = ()

    def lay(self, facts: tuple[int, ...], one: Callable[[int], V]) -> tuple[V, ...]:
        """Lay the row out.

        Parameters
        ----------
        facts : tuple of int
            Sets of members: what is true of whom. The things depend on nothing else.
        one : callable
            Lays out one of them by these facts.
        """
        known = self._facts
        if facts != known:
            shown = list(self._shown) if known else [one(member) for member in range(self._size)]
            for member in differing_bits(facts, known) if known else ():
                shown[member] = one(member)
            self._facts, self._shown = facts, tuple(shown)
        return self._shown


def differing_bytes(these: Iterable[bytes], those: Iterable[bytes]) -> list[int]:
    """The members whose byte differs anywhere in rows of bytes.

    Examples
    --------
    >>> differing_bytes((b"abc", b"xyz"), (b"abd", b"xzz"))
    [1, 2]
    """
    apart = 0
    for one, other in zip(these, those, strict=True):
        if one is not other:
            apart |= int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return list(itertools.compress(itertools.count(), apart.to_bytes(apart.bit_length() + 7 >> 3, "little")))


def differing_bits(these: Iterable[int], those: Iterable[int]) -> tuple[int, ...]:
    """The members that are in one and not in the other of any two sets.

    Examples
    --------
    >>> differing_bits((0b101, 0b1), (0b111, 0b1))
    (1,)
    """
    apart = 0
    for one, other in zip(these, those, strict=True):
        apart |= one ^ other
    return bits(apart)


def picker(members: Sequence[int]) -> Callable[[dict[int, V]], tuple[V, ...]]:
    """What picks the things of some members, in this order.

    Examples
    --------
    >>> picker((2, 0))({0: "a", 1: "b", 2: "c"})
    ('c', 'a')
    """
    if len(members) > 1:
        return operator.itemgetter(*members)
    return lambda things: tuple(map(things.__getitem__, members))
