"""Texts of ways without the names of spaces: what stands for a name is the same for many ways, so they share a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["Tokens"]

Pair = tuple[str, str]
"""What a text may call a space, and what stands for it."""


class Tokens:
    """The tokens that stand for names of a board.

    Parameters
    ----------
    board : Board
        Its spaces.
    """

    def __init__(self, board: Any) -> None:
        self._board = board
        self._ends: dict[int, tuple[Pair, ...]] = {}
        self._starts: dict[int, tuple[Pair, ...]] = {}

    def without_names(self, text: str, end: int, start: int) -> str:
        """Return a text with tokens instead of the names of both ends; as it is if it could not be read back."""
        found = text
        for called in self._called(end, start):
            for name, token in called:
                if name in found:
                    found = found.replace(name, token)
                    break
        return found if self.with_names(found, end, start) == text else text

    def with_names(self, text: str, end: int, start: int) -> str:
        """Return a text with the names again."""
        if "{" in text:
            for called in self._called(end, start):
                for name, token in called:
                    if token in text:
                        text = text.replace(token, name)
        return text

    def without_via(self, text: str, path: Sequence[int]) -> str:
        """Return a text without the list of what lies between the ends of a path."""
        cut = ((text.removesuffix(via) + token) for via, token in self._via(path) if via and text.endswith(via))
        found = next(cut, text)
        return found if self.with_via(found, path) == text else text

    def with_via(self, text: str, path: Sequence[int]) -> str:
        """Return a text with that list again."""
        if "{" not in text:
            return text
        return next((text.replace(token, via) for via, token in self._via(path) if token in text), text)

    def _called(self, end: int, start: int) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
        if end not in self._ends:
            self._ends[end] = tuple(_called(self._board.spaces[end], ""))
        if start not in self._starts:
            self._starts[start] = tuple(_called(self._board.spaces[start], "0"))
        return self._ends[end], self._starts[start]

    def _via(self, path: Sequence[int]) -> Iterator[Pair]:
        """Yield how a text may list what lies between the ends of a path, and what stands for it."""
        between = [self._board.spaces[at] for at in path[1:-1]]
        yield ", ".join(space.id for space in between), "{ids}"
        yield ", ".join(space.id.upper() for space in between), "{IDS}"
        yield ", ".join(space.name for space in between), "{names}"
        yield ", ".join(f"{space.name} [{space.id}]" for space in between), "{listed}"


def _called(space: Any, at: str) -> Iterator[Pair]:
    """Yield what a text may call an end of a path, and what stands for it."""
    if space.name:
        yield f"{space.id} {space.name}", f"{{both{at}}}"
        yield f"{space.id.upper()} {space.name}", f"{{BOTH{at}}}"
        yield f"{space.name} [{space.id}]", f"{{listed{at}}}"
        yield space.name, f"{{name{at}}}"
    yield space.id, f"{{id{at}}}"
    yield space.id.upper(), f"{{ID{at}}}"
