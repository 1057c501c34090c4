"""Sets of small integers as bit masks: units, areas and the like by index, fast to join and to compare."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Sequence

__all__ = ["Labels", "Unions", "bits", "mask_of"]


@functools.lru_cache(maxsize=65536)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a set, in ascending order.

    Examples
    --------
    >>> bits(0b1010)
    (1, 3)
    """
    return tuple(itertools.compress(itertools.count(), f"{mask:b}"[::-1].encode().translate(_DIGITS)))


_DIGITS = bytes(value == ord("1") for value in range(256))


class Labels:
    """The names of the members of a set, read off eight at a time.

    Parameters
    ----------
    names : sequence of str
        The name of each integer from 0 on.

    Examples
    --------
    >>> Labels(["101 Airborne", "7 Armored", "9 Armored"]).of(0b101)
    ['101 Airborne', '9 Armored']
    """

    __slots__ = ("_tables",)

    def __init__(self, names: Sequence[str]) -> None:
        groups = [names[start : start + 8] for start in range(0, len(names), 8)]
        self._tables = [[tuple([group[n] for n in bits(byte)]) for byte in range(1 << len(group))] for group in groups]

    def of(self, mask: int) -> list[str]:
        """The names of the members, in ascending order of these."""
        eights = map(operator.getitem, self._tables, mask.to_bytes(len(self._tables), "little"))
        return list(itertools.chain.from_iterable(eights))


class Unions:
    """Sets that integers stand for, joined for all members of a set of such integers, eight at a time.

    Parameters
    ----------
    sets : sequence of int
        The set of each integer from 0 on.

    Examples
    --------
    >>> bin(Unions([0b100, 0b010, 0b011]).of(0b101))
    '0b111'
    """

    __slots__ = ("_tables",)

    def __init__(self, sets: Sequence[int]) -> None:
        groups = [sets[start : start + 8] for start in range(0, len(sets), 8)]
        self._tables = [
            [functools.reduce(operator.or_, [group[n] for n in bits(byte)], 0) for byte in range(1 << len(group))]
            for group in groups
        ]

    def of(self, mask: int) -> int:
        """The union of the sets of the members."""
        eights = map(operator.getitem, self._tables, mask.to_bytes(len(self._tables), "little"))
        return functools.reduce(operator.or_, eights, 0)


def mask_of(members: Iterable[int]) -> int:
    """The set of some integers.

    Examples
    --------
    >>> bin(mask_of([1, 3]))
    '0b1010'
    """
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
