"""Sets of small integers as bit masks: units, areas and the like by index, fast to join and to compare."""

from __future__ import annotations

import functools
from collections.abc import Iterable

__all__ = ["bits", "mask_of"]


@functools.lru_cache(maxsize=65536)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a set, in ascending order.

    Examples
    --------
    >>> bits(0b1010)
    (1, 3)
    """
    members = []
    while mask:
        low = mask & -mask
        members.append(low.bit_length() - 1)
        mask ^= low
    return tuple(members)


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
