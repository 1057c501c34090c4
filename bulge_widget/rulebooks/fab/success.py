"""2.1 Success numbers: what a ten-sided die must not exceed.

A 1 always succeeds and a 10 always fails, whatever is added or taken away. Dice thrown together may have
different success numbers; the rules only tell apart how many of them succeed.
"""

from __future__ import annotations

import functools

from bulge_widget.core.decision import Roll
from bulge_widget.core.dice import reduced

__all__ = ["BASE", "SIDES_OF_DIE", "chances", "class_of", "classes", "succeeds"]

BASE = 5  # 2.1 what every success number starts from
SIDES_OF_DIE = 10
_SURE, _LOST = 1, 10  # 2.1 the faces that need no number


def succeeds(face: int, number: int) -> bool:
    """2.1, R1 Whether a face is at most the success number; 1 always is, 10 never.

    Examples
    --------
    >>> succeeds(3, 3), succeeds(1, -2), succeeds(10, 12)
    (True, True, False)
    """
    return face == _SURE or (face <= number and face != _LOST)


def chances(number: int) -> int:
    """2.1 How many of the ten faces succeed."""
    return max(_SURE, min(_LOST - 1, number))


@functools.lru_cache(maxsize=4096)
def classes(numbers: tuple[int, ...], most: int) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """The throws that differ in their successes, and their weights.

    Parameters
    ----------
    numbers : tuple of int
        The success number of each die, in the order the faces are read.
    most : int
        Successes beyond this many make no difference and share a class.

    Returns
    -------
    (tuple of Roll, tuple of int)
        One representative a class, from no success upwards, and its weight.

    Examples
    --------
    >>> classes((5, 9), 2)[1]
    (1, 10, 9)
    """
    ways = [1]
    for number in numbers:
        good = chances(number)
        bad = SIDES_OF_DIE - good
        ways = [a * bad + b * good for a, b in zip([*ways, 0], [0, *ways], strict=True)]
    top = min(most, len(numbers))
    weights = (*ways[:top], sum(ways[top:]))
    rolls = tuple(Roll((_SURE,) * hits + (_LOST,) * (len(numbers) - hits)) for hits in range(top + 1))
    return rolls, reduced(weights)


def class_of(roll: Roll, numbers: tuple[int, ...], most: int) -> Roll:
    """Find the throw listed for all with as many successes."""
    return classes(numbers, most)[0][min(most, sum(map(succeeds, roll.faces, numbers)))]
