"""Things to look at that are laid out once and shown again as long as nothing they depend on changes."""

from __future__ import annotations

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
        self._facts: Any = ()
        self._places: dict[int, int] = {}
        self._shown: tuple[V, ...] = ()

    def lay(
        self, order: Any, facts: Any, listed: Callable[[], Sequence[int]], one: Callable[[int], V]
    ) -> tuple[V, ...]:
        """Lay the row out.

        Parameters
        ----------
        order : object
            What the places depend on: with another one all is laid out anew.
        facts : object
            What the things depend on.
        listed : callable
            Gives the members in their places.
        one : callable
            Lays out one of them by these facts.
        """
        if order != self._order:
            members = listed()
            self._places = {member: place for place, member in enumerate(members)}
            self._shown = tuple(map(one, members))
        elif facts != self._facts:
            shown = list(self._shown)
            for member in self._differing(facts, self._facts):
                if member in self._places:
                    shown[self._places[member]] = one(member)
            self._shown = tuple(shown)
        self._order, self._facts = order, facts
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
    found = []
    while apart:
        member = ((apart & -apart).bit_length() - 1) >> 3
        found.append(member)
        apart &= -1 << 8 * (member + 1)
    return found


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
