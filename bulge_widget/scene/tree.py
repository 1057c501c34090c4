"""The ways of a piece as a tree of places: each place is one step on from another, so ways that begin alike share them.

A place is not a space: two ways may come into a space from two sides, and then it is two places.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Fan", "Tree", "Way"]


class Way(NamedTuple):
    """One option of a piece that leads along a path."""

    name: str
    """Of the option."""
    end: int
    """The place where it ends."""
    cost: str
    """What it costs to stop there."""
    what: str
    """What is done, as if it went straight to its end."""
    by: str = ""
    """By which way, where it is not the usual one."""
    sort: Hashable = None
    """What kind of move it is: in another one the same way has another cost at its steps."""


class Tree:
    """Places in the order in which ways come by them.

    Parameters
    ----------
    index : mapping
        The number of each space that a path may name.
    """

    def __init__(self, index: Mapping[Any, int] | Sequence[int]) -> None:
        self._index = index
        self._known: dict[tuple[Any, ...], int] = {}
        self.before: list[int] = []
        """The place from which each is reached; -1 for where a way begins."""
        self.space: list[int] = []
        """The number of the space of each place."""
        self.depth: list[int] = []
        """How many steps each is from where its ways begin."""
        self.path: list[tuple[Any, ...]] = []
        """The spaces from the beginning to each place, by name."""

    def end(self, path: tuple[Any, ...]) -> int:
        """Return the place where a path ends; it and all before it are added where they are new."""
        place = self._known.get(path)
        if place is None:
            before = self.end(path[:-1]) if len(path) > 1 else -1
            place = self._known[path] = len(self.space)
            self.before.append(before)
            self.space.append(self._index[path[-1]])
            self.depth.append(len(path) - 1)
            self.path.append(path)
        return place

    def start(self, place: int) -> int:
        """Return the number of the space where the ways to a place begin."""
        return self._index[self.path[place][0]]

    def between(self, place: int) -> Iterator[int]:
        """Yield the places between both ends of the way to a place, the last one first."""
        before = self.before
        place = before[place]
        while place >= 0 and before[place] >= 0:
            yield place
            place = before[place]

    def steps(self, place: int) -> Sequence[int]:
        """Return the numbers of the spaces on the way to a place, both ends counted."""
        return [self._index[space] for space in self.path[place]]


class Fan(NamedTuple):
    """All ways of a piece, and what it costs to come by a place."""

    tree: Tree
    ways: list[Way]
    costs: Mapping[tuple[Hashable, int], str]
    """By sort of move and place: of all places between the ends of a way, and of those where one of that sort ends."""
