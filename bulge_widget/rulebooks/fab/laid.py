"""Things to look at that are laid out once and shown again as long as nothing they depend on changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

__all__ = ["Laid"]

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
