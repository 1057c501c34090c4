"""The board beside the board: a copy of the game to try things in, seen by the same eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bulge_widget import scene as pictures
from bulge_widget.core.game import Game
from bulge_widget.errors import EditError

__all__ = ["Beside"]


class Beside:
    """What a board shows beside its own game: a copy of it, or nothing.

    Parameters
    ----------
    eyes : callable
        Gives the viewpoint of the board.
    show : callable
        Takes what is to be drawn: scene and reach of the copy; empty where there is none.
    """

    def __init__(self, eyes: Callable[[], str | None], show: Callable[[dict[str, Any]], object]) -> None:
        self.game: Game | None = None
        self.seq = 0
        self._of: Any = None
        self._eyes, self._show = eyes, show
        self._unsubscribe: Callable[[], object] = lambda: None

    @property
    def viewpoint(self) -> str:
        """Whose eyes."""
        return self._eyes() or "active"

    def open(self, game: Game, seed: int | None = None) -> Game:
        """Begin a copy where a game stands, in place of any other; gives the copy.

        Raises
        ------
        EditError
            For a fair game: a copy would tell what is hidden, and what the dice will say.
        """
        if game.record.mode == "fair":
            raise EditError(
                "a fair game is not tried out in a copy, which would tell what is hidden and what the dice say"
            )
        self._unsubscribe()
        self.game, self._of = game.fork(seed), game
        self._unsubscribe = self.game.observe(self.draw)
        self.draw(since=len(self.game.history) - 1)
        return self.game

    @property
    def doors(self) -> dict[str, Callable[[], object]]:
        """What a message may ask for about the copy itself."""
        return {"adopt": self.adopt, "close": self.close}

    def adopt(self) -> None:
        """Let the game go on as the copy stands, and close the copy."""
        self._of.take_up(self.game)
        self.close()

    def close(self) -> None:
        """Let go of the copy, if there is one."""
        if self.game is not None:
            self._unsubscribe()
            self.game = self._of = None
            self._show({})

    def draw(self, _game: object = None, since: int | None = None) -> None:
        """Draw the copy as it stands; what has happened since a place in its history is shown moving."""
        if self.game is None:
            return
        self.seq += 1
        scene = pictures.scene(self.game, self.viewpoint, self.seq, since)
        self._show({"scene": scene, "reach": pictures.reach(self.game, self.viewpoint, self.seq)})
