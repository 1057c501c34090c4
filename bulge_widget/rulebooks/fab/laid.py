"""Things to look at that are laid out once and shown again as long as nothing they depend on changes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

from bulge_widget.core.bitset import bits

__all__ = ["Laid", "Row", "differing_bits", "differing_bytes"]

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
    """A row of things in fixed places, of which only those that changed since the last time are laid out again.

    Parameters
    ----------
    differing : callable
        Gives the members for which two sets of facts differ.
    """

    def __init__(self, differing: Callable[[Any, Any], Iterable[int]]) -> None:
        self._differing = differing
        self._order: Any = None
        self._facts: Any = None
        self._places: dict[int, int] = {}
        self._things: dict[int, V] = {}
        self._shown: tuple[V, ...] = ()

    def lay(
        self, order: Any, facts: Any, listed: Callable[[], Sequence[int]], one: Callable[[int], V]
    ) -> tuple[V, ...]:
        """Lay the row out.

        Parameters
        ----------
        order : object
            What the places depend on, and who has one.
        facts : object
            What the things depend on.
        listed : callable
            Gives the members in their places; called where the order is another one.
        one : callable
            Lays out one of them by these facts.
        """
        known, things = self._facts, self._things
        changed: Iterable[int] = ()
        if facts != known:
            changed = () if known is None else self._differing(facts, known)
            self._facts = facts
        elif order == self._order:
            return self._shown
        if order != self._order:
            for member in changed:
                things.pop(member, None)
            members = listed()
            for member in set(members).difference(things):
                things[member] = one(member)
            self._order, self._places = order, dict(zip(members, range(len(members)), strict=True))
            self._shown = tuple(map(things.__getitem__, members))
        elif changed:
            self._patch(changed, one)
        return self._shown

    def _patch(self, changed: Iterable[int], one: Callable[[int], V]) -> None:
        """Lay some anew in their places, and forget those that have none."""
        shown, places, things = list(self._shown), self._places, self._things
        for member in changed:
            if member in places:
                shown[places[member]] = things[member] = one(member)
            else:
                things.pop(member, None)
        self._shown = tuple(shown)


def differing_bytes(these: Iterable[bytes], those: Iterable[bytes]) -> list[int]:
    """The members whose byte differs anywhere in rows of bytes.

    Examples
    --------
    >>> differing_bytes((b"abc", b"xyz"), (b"abd", b"xzz"))
    [1, 2]
    """
    apart = size = 0
    for one, other in zip(these, those, strict=True):
        if one is not other and one != other:
            size = len(one)
            apart |= int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return list(itertools.compress(range(size), apart.to_bytes(size, "little")))


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
