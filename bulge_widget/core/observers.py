"""Who is told when a game changes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Observers"]

T = TypeVar("T")


class Observers(Generic[T]):
    """Functions that are called with what changed; the fault of one undoes nothing and silences no other."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[T], None]] = []

    def add(self, callback: Callable[[T], None]) -> Callable[[], None]:
        """Call `callback` from now on; returns a function that stops it."""
        if not callable(callback):
            raise TypeError(f"observe() wants a function that takes the game, not {callback!r}")
        self._callbacks.append(callback)

        def stop() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return stop

    def __len__(self) -> int:
        return len(self._callbacks)

    def tell(self, changed: T) -> None:
        """Call everybody."""
        for callback in tuple(self._callbacks):
            try:
                callback(changed)
            except Exception as error:  # noqa: BLE001  see above
                warnings.warn(f"an observer of the game failed: {error!r}", RuntimeWarning, stacklevel=4)
