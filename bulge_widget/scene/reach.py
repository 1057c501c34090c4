"""Where pieces may go: every answer that leads along a path, under each piece that takes part.

A further way to the same space is told in a short list by what is different about it. How all this is made small
enough to be sent after every order: packing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bulge_widget.scene.actions import entries, path_of, pieces_of
from bulge_widget.scene.live import open_options
from bulge_widget.scene.packing import pack, sentence
from bulge_widget.scene.tree import Fan, Tree, Way

__all__ = ["reach"]

Row = dict[str, Any]
Option = tuple[str, str | None, Any]


def reach(game: Any, viewpoint: str = "umpire", seq: int = 0) -> Row:
    """Return the destinations of all pieces; at most 60 kB as JSON.

    Parameters
    ----------
    game : Game
        The game; it is not changed.
    viewpoint : str
        As for the scene; a viewpoint that may not answer gets no destinations.
    seq : int
        Number of the scene this belongs to.

    Returns
    -------
    dict
        Packed; see :func:`bulge_widget.scene.packing.unpack` for the meaning. The first option to a space is the
        usual way; ways that lead back to where the piece stands come last.
    """
    by_piece: dict[str, list[Option]] = {}
    words = _Words(game)
    for option in entries(open_options(game.view(viewpoint))):
        _, key, action = option
        if path_of(action):
            for piece in pieces_of(action, key):
                by_piece.setdefault(piece, []).append(option)
    return pack(seq, {piece: _piece(game, words, _sorted(piece, o)) for piece, o in by_piece.items()}, game.board)


def _sorted(piece: str, options: list[Option]) -> list[Option]:
    """Return the orders of the piece alone before those it shares with others, and what leads back home last."""

    def place(option: Option) -> tuple[bool, bool]:
        path = path_of(option[2])
        return path[0] == path[-1], pieces_of(option[2], option[1]) != (piece,)

    return sorted(options, key=place)


def _piece(game: Any, words: _Words, options: list[Option]) -> Fan:
    tree, ways, usual = Tree(game.board.index), list[Way](), set[int]()
    for name, key, action in options:
        end = tree.end(path_of(action))
        if tree.space[end] not in usual and game.board.kind == "hexes":
            what, by = words.direct(action, key), ""  # the board draws the usual way; in words it is a list of hexes
        else:
            what, by = words.of(action, key)
        usual.add(tree.space[end])
        ways.append(Way(name, end, game.rulebook.cost(game.state, action), sentence(what), by, _sort(action)))
    return Fan(tree, ways, _costs(game, tree, ways, options))


def _costs(game: Any, tree: Tree, ways: list[Way], options: list[Option]) -> dict[tuple[Any, int], str]:
    """Return what each way has cost at each step; what it costs to stop there is known already."""
    costs: dict[tuple[Any, int], str] = {}
    for way in ways:
        costs.setdefault((way.sort, way.end), way.cost)
    come_by: set[tuple[Any, int]] = set()
    for way, (_, _, action) in zip(ways, options, strict=True):
        for place in tree.between(way.end):
            if (way.sort, place) in come_by:
                break
            come_by.add((way.sort, place))
            if (way.sort, place) not in costs:
                begun = msgspec.structs.replace(action, path=tree.path[place])
                costs[way.sort, place] = game.rulebook.cost(game.state, begun)
    return costs


def _sort(action: Any) -> tuple[type, str]:
    """Return the kind of move: in another one the same way has another cost."""
    return type(action), getattr(action, "mode", "")


class _Words:
    """The words of orders, without the piece, in two parts: what is done, and by which way.

    Parameters
    ----------
    game : Game
    """

    def __init__(self, game: Any) -> None:
        self._book, self._state = game.rulebook, game.state
        self._direct: dict[Any, str] = {}

    def direct(self, action: Any, key: str | None) -> str:
        """Return what an order does, as if it went straight to its end."""
        return _unnamed(self._straight(action), self._counter(action, key))

    def of(self, action: Any, key: str | None) -> tuple[str, str]:
        """Return what an order does and along which way; the second is empty for the direct way."""
        whole: str = self._book.describe(action, self._state)
        direct, counter = self._straight(action), self._counter(action, key)
        if whole.startswith(direct):
            return _unnamed(direct, counter), whole.removeprefix(direct).strip()
        return _unnamed(whole, counter), ""

    def _counter(self, action: Any, key: str | None) -> Any:
        return self._book.counters.get(key) if len(pieces_of(action, key)) == 1 else None

    def _straight(self, action: Any) -> str:
        path = path_of(action)
        straight = msgspec.structs.replace(action, path=(path[0], path[-1])) if len(path) > 2 else action
        if straight not in self._direct:
            self._direct[straight] = self._book.describe(straight, self._state)
        return self._direct[straight]


def _unnamed(text: str, counter: Any) -> str:
    """Return a text without what it begins with, if that is what a counter is called."""
    called = [getattr(counter, name, "") for name in ("short", "label", "name")]
    return next((text.removeprefix(f"{name} ") for name in called if name and text.startswith(f"{name} ")), text)
