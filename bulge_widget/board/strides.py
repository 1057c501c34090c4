"""Steps of many spaces at once: a set of spaces is an integer with one bit a space.

Where the spaces of a board are numbered row by row, all links in one direction lead the same number of indexes on:
one shift of a whole set follows them all. Right for every board, fast for one of hexes. Plain arguments only, as in
search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Links", "either", "ends_of", "joined", "leading_to", "links_of", "meet", "members", "set_of", "without"]


class Links(NamedTuple):
    """Links by how far on they lead."""

    up: tuple[tuple[int, int], ...]
    """(distance, the spaces from which a link leads that much higher)."""
    down: tuple[tuple[int, int], ...]
    """The same for links that lead lower."""


def set_of(spaces: Iterable[int]) -> int:
    """Return a set as an integer.

    Examples
    --------
    >>> bin(set_of([3, 1]))
    '0b1010'
    """
    found = 0
    for space in spaces:
        found |= 1 << space
    return found


def members(found: int) -> list[int]:
    """Return the spaces of a set, in ascending order.

    Examples
    --------
    >>> members(0b1010)
    [1, 3]
    """
    listed = []
    while found:
        low = found & -found
        listed.append(low.bit_length() - 1)
        found ^= low
    return listed


def links_of(neighbours: Sequence[Iterable[int]]) -> Links:
    """Return links as shifts.

    Parameters
    ----------
    neighbours : sequence of iterable of int
        Where the links from each space lead to, such as a board's ``roads``.

    Examples
    --------
    >>> links_of([[1], [0, 2], []])
    Links(up=((1, 3),), down=((1, 2),))
    """
    found: dict[int, int] = {}
    for start, ends in enumerate(neighbours):
        for end in ends:
            found[end - start] = found.get(end - start, 0) | 1 << start
    ups = tuple((far, found[far]) for far in sorted(found) if far > 0)
    return Links(ups, tuple((-far, found[far]) for far in sorted(found, reverse=True) if far < 0))


def leading_to(links: Links, goals: int) -> int:
    """Return the spaces from which a link leads into a set.

    Examples
    --------
    >>> leading_to(links_of([[1], [0, 2], []]), set_of([1, 2])) == set_of([0, 1])
    True
    """
    found = 0
    for far, starts in links.up:
        found |= goals >> far & starts
    for far, starts in links.down:
        found |= goals << far & starts
    return found


def joined(links: Links, sources: int, within: int) -> int:
    """Return the spaces that chains of links lead to from a source, all of it inside a set.

    Examples
    --------
    >>> joined(links_of([[1], [0, 2], [1], []]), set_of([0]), set_of([0, 1, 3])) == set_of([0, 1])
    True
    """
    found = fresh = sources & within
    while fresh:
        left = within & ~found
        ends = fresh  # what is found by one distance is followed by the next at once
        for far, starts in links.up:
            ends |= (ends & starts) << far & left
        for far, starts in links.down:
            ends |= (ends & starts) >> far & left
        found |= ends
        fresh = ends & left
    return found


def meet(links: Links, ends: int) -> Links:
    """Return the links that begin or end in a set.

    Examples
    --------
    >>> meet(links_of([[1], [2], []]), set_of([2]))
    Links(up=((1, 2),), down=())
    """
    up = [(far, starts & (ends | ends >> far)) for far, starts in links.up]
    down = [(far, starts & (ends | ends << far)) for far, starts in links.down]
    return Links(tuple(link for link in up if link[1]), tuple(link for link in down if link[1]))


def without(links: Links, shut: Links) -> Links:
    """Return links without some of them.

    Examples
    --------
    >>> without(links_of([[1], [2], []]), links_of([[1], [], []]))
    Links(up=((1, 2),), down=())
    """
    ups, downs = dict(shut.up), dict(shut.down)
    up = tuple((far, starts & ~ups.get(far, 0)) for far, starts in links.up)
    return Links(up, tuple((far, starts & ~downs.get(far, 0)) for far, starts in links.down))


def either(one: Links, other: Links) -> Links:
    """Return the links of one and of the other.

    Examples
    --------
    >>> either(links_of([[1], [], []]), links_of([[], [2], []]))
    Links(up=((1, 3),), down=())
    """
    ups, downs = dict(one.up), dict(one.down)
    for far, starts in other.up:
        ups[far] = ups.get(far, 0) | starts
    for far, starts in other.down:
        downs[far] = downs.get(far, 0) | starts
    return Links(tuple(sorted(ups.items())), tuple(sorted(downs.items())))


def ends_of(links: Links) -> dict[int, list[int]]:
    """Return where links lead to, by where they begin.

    Examples
    --------
    >>> ends_of(links_of([[1], [0, 2], []]))
    {0: [1], 1: [2, 0]}
    """
    found: dict[int, list[int]] = {}
    signed = (*links.up, *((-far, starts) for far, starts in links.down))
    for far, starts in signed:
        for start in members(starts):
            found.setdefault(start, []).append(start + far)
    return found
