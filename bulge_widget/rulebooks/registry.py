"""The books there are, and how a game is begun or opened."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from bulge_widget.core import loading
from bulge_widget.core.game import Game
from bulge_widget.core.opening import begin
from bulge_widget.core.rulebook import Rulebook, RulebookInfo
from bulge_widget.errors import SaveError, UnknownNameError, shown

__all__ = ["load_game", "new_game", "open_rulebook", "rulebooks"]

_BOOKS = ("knapp", "bigredone", "fab", "botb")


def _module(name: str) -> Any:
    if name not in _BOOKS:
        raise UnknownNameError("rule book", name, _BOOKS)
    return importlib.import_module(f"bulge_widget.rulebooks.{name}")


def rulebooks() -> dict[str, RulebookInfo]:
    """List the rule books: id to title, scenarios and options."""
    return {name: _module(name).INFO for name in _BOOKS}


@functools.lru_cache(maxsize=16)
def _packaged(name: str) -> Rulebook[Any]:
    book: Rulebook[Any] = _module(name).load()
    return book


def open_rulebook(name: str, maps: Path | str | None = None) -> Rulebook[Any]:
    """Open a book with its components, by default those of the package.

    Parameters
    ----------
    name : str
        An id of :func:`rulebooks`.
    maps : path, optional
        A folder that holds a folder of components named after the book.

    Raises
    ------
    UnknownNameError
        If there is no such book.
    BoardError
        If its components are missing, damaged or contradict one another.
    """
    if maps is None and isinstance(name, str):  # only what can be a key is looked up among the open ones
        return _packaged(name)
    book: Rulebook[Any] = _module(name).load(maps)
    return book


def new_game(  # noqa: PLR0913  the choices before a game
    rulebook: str,
    *,
    scenario: str | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    mode: Literal["study", "fair"] = "study",
    dice: Iterable[int | str] | Literal["ask"] | None = None,
    position: Mapping[str, Any] | None = None,
    maps: Path | str | None = None,
) -> Game:
    """Begin a game.

    Parameters
    ----------
    rulebook : str
        An id of :func:`rulebooks`, such as ``"knapp"``.
    scenario : str, optional
        One of the book's scenarios; its first by default.
    seed : int, optional
        Makes the dice repeatable; a fresh one by default.
    options : mapping, optional
        Rule options by name; see ``rulebooks()[…].options``.
    mode : {"study", "fair"}
        In study everything may be undone and tried. A fair game takes back no dice and nothing revealed, lets nobody
        switch to dice of their own or go on by a copy, and its copies meet other dice. Edits by hand are told in
        the log.
    dice : iterable or "ask", optional
        Dictated faces (and chit ids), or ``"ask"`` to let a person throw.
    position : mapping, optional
        A situation to start from instead of the scenario's set-up; see the book's ``position``.
    maps : path, optional
        Components of one's own.

    Returns
    -------
    Game
        At its first question.

    Raises
    ------
    UnknownNameError, BoardError, EditError, DiceExhaustedError
        Each says what was wrong and what would be right.
    """
    book = open_rulebook(rulebook, maps)
    return begin(book, scenario=scenario, options=options, seed=seed, mode=mode, dice=dice, position=position)


def load_game(path: str | Path, *, maps: Path | str | None = None) -> Game:
    """Open a saved game.

    Raises
    ------
    SaveError
        If the file is no saved game, is damaged, names an unknown book, or comes from a newer version.
    """
    name = Path(path).name
    try:
        data = Path(path).expanduser().read_bytes()
    except OSError as error:
        raise SaveError(f"cannot read {shown(str(path))}: {error.strerror}") from None
    except (ValueError, RuntimeError) as error:  # no path at all, or nobody's home
        raise SaveError(f"cannot read {shown(str(path))}: {error}") from None
    saved = loading.read(data, name)
    try:
        book = open_rulebook(saved.rulebook, maps)
    except UnknownNameError as error:
        raise SaveError(f"{name} is a game of another rule book: {error}") from None
    return loading.opened(saved, book, name)
