"""What callers hand over, checked at the door."""

from __future__ import annotations

from typing import Any

from bulge_widget.core.game import Game

__all__ = ["game_of"]


def game_of(given: Any, where: str) -> Game:
    """Return the game, if it is one.

    Raises
    ------
    TypeError
        Names what is wanted.
    """
    if not isinstance(given, Game):
        got = "nothing" if given is None else repr(given)
        raise TypeError(f'{where}() wants a game, such as new_game("knapp") makes or load_game(path) reads, not {got}')
    return given
