"""Callbacks that do not keep a board alive."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TypeVar

__all__ = ["weakly"]

B = TypeVar("B")
T = TypeVar("T")


def weakly(board: B, method: Callable[..., T]) -> Callable[..., T | None]:
    """Return a method of a board as a function that does not keep the board alive, and then gives None."""
    seen = weakref.ref(board)

    def call(*given: object) -> T | None:
        alive = seen()
        return None if alive is None else method(alive, *given)

    return call
