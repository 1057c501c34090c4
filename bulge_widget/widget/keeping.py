"""Games that are played in a notebook are kept beside it, so that the end of a kernel is not the end of a game.

Each game has a file of its own, written after every answer. A board of a new game offers the last one of its kind.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import time
import warnings
import weakref
from collections.abc import Iterator
from pathlib import Path

from bulge_widget.core import loading, save
from bulge_widget.core.files import put
from bulge_widget.core.game import Game
from bulge_widget.core.save import SavedGame
from bulge_widget.errors import SaveError

__all__ = ["FOLDER", "MOST", "SWITCH", "Keeper", "is_usual", "keeper_of"]

FOLDER = ".bulge-widget"
"""Where games are kept, beside the notebook."""
SWITCH = "BULGE_WIDGET_KEEP"
"""A variable of the environment; set to 0 it leaves games to those who ask for it."""
MOST = 9
"""Files of one scenario; the oldest go."""

_keepers: weakref.WeakKeyDictionary[Game, Keeper] = weakref.WeakKeyDictionary()


def is_usual() -> bool:
    """Whether a game is kept where nothing is said of it: a notebook is run, and nobody has switched it off."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None and os.environ.get(SWITCH) != "0"


def keeper_of(game: Game) -> Keeper:
    """Return what keeps a game, one for all its boards; from the first call on the game is kept."""
    keeper = _keepers.get(game)
    if keeper is None:
        keeper = _keepers[game] = Keeper(game, Path(FOLDER))
    return keeper


class Keeper:
    """The file of one game, and the earlier game that may be taken up instead.

    Parameters
    ----------
    game : Game
        Is written after every change, once a player has answered something.
    folder : Path
        Where; made when it is needed.
    """

    def __init__(self, game: Game, folder: Path) -> None:
        self._folder = folder.absolute()
        self._kind = f"{game.record.rulebook}-{game.record.scenario}"
        self._file: Path | None = None
        self._told = False
        self._at_board = False
        self._earlier = self._found(game)
        game.observe(self._keep)

    @property
    def offer(self) -> str:
        """What there is to take up, in words; empty where nothing is."""
        if self._earlier is None:
            return ""
        file, saved = self._earlier
        when = time.strftime("%d %B, %H:%M", time.localtime(file.stat().st_mtime)) if file.exists() else "not long ago"
        return f"A game of this kind was played here until {when} ({len(saved.nodes)} answers and throws)."

    def resume(self, game: Game) -> None:
        """Let the game go on as the earlier one stood.

        Raises
        ------
        SaveError
            If there is none, or it cannot be read.
        """
        if self._earlier is None:
            raise SaveError("no earlier game of this kind is kept here")
        file, saved = self._earlier
        earlier = loading.opened(saved, game.rulebook, file.name)
        self._earlier = None
        game.take_up(earlier)

    @contextlib.contextmanager
    def order(self) -> Iterator[None]:
        """While an order from a board is answered: who plays on there has chosen, unless the order is refused."""
        self._at_board = True
        try:
            yield
        finally:
            self._at_board = False

    def forget(self) -> None:
        """Offer the earlier game no more; its file stays."""
        self._earlier = None

    def _found(self, game: Game) -> tuple[Path, SavedGame] | None:
        """Return the last game that began as this one did, rather one with the same seed."""
        alike = [(file, saved) for file, saved in self._kept() if _began_alike(saved, game)]
        return max(alike, key=lambda pair: (pair[1].seed == game.record.seed, _age(pair[0])), default=None)

    def _files(self) -> list[Path]:
        """Return the files of this kind of game, oldest first."""
        return sorted(self._folder.glob(f"{self._kind}-*.json"), key=_age)

    def _kept(self) -> Iterator[tuple[Path, SavedGame]]:
        for file in self._files():
            try:
                yield file, loading.read(file.read_bytes(), file.name)
            except (OSError, SaveError):
                continue  # half a file, or one of a newer version: nothing to offer

    def _keep(self, game: Game) -> None:
        if self._at_board:
            self.forget()
        if self._file is None and all(node.is_chance for node in game.record.nodes[1:]):
            return
        try:
            self._write(save.dump(game))
            self._told = False
        except OSError as error:
            if not self._told:
                self._told = True
                warnings.warn(f"this game is not kept in {FOLDER}: {error.strerror}", RuntimeWarning, stacklevel=2)

    def _write(self, data: bytes) -> None:
        """Write the file of this game; the first time, find it a name."""
        if self._file is None:
            self._folder.mkdir(exist_ok=True)
            self._file = self._new_file()
        put(self._file, data)

    def _new_file(self) -> Path:
        files = self._files()
        for file in files[: max(0, len(files) - MOST + 1)]:
            file.unlink(missing_ok=True)
        for number in itertools.count(1):
            file = self._folder / f"{self._kind}-{number}.json"
            with contextlib.suppress(FileExistsError):
                file.touch(exist_ok=False)
                return file
        raise AssertionError


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def _began_alike(saved: SavedGame, game: Game) -> bool:
    record = game.record
    return (saved.digest, saved.scenario, saved.options, saved.mode, saved.position) == (
        record.digest,
        record.scenario,
        record.options,
        record.mode,
        record.position,
    )
