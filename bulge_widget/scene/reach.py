"""Where pieces may go: every answer that leads along a path, under each piece that takes part.

A further way to the same space is told in a short list by what is different about it. How all this is made small
enough to be sent after every order: packing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from bulge_widget.scene.actions import entries, path_of, pieces_of
from bulge_widget.scene.live import open_options
from bulge_widget.scene.packing import pack, sentence
from bulge_widget.scene.tree import Fan, Tree, Way

__all__ = ["reach"]

Row = dict[str, Any]


class Order(NamedTuple):
    """One option that leads along a path."""

    name: str
    action: Any
    path: tuple[str, ...]
    pieces: tuple[str, ...]
    """All that take part."""
    key: str | None
    """What it is grouped under."""


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
    by_piece: dict[str, list[Order]] = {}
    words = _Words(game)
    for name, key, action in entries(open_options(game.view(viewpoint))):
        path = path_of(action)
        if path:
            pieces = pieces_of(action, key)
            order = Order(name, action, path, pieces, key)
            for piece in pieces:
                by_piece.setdefault(piece, []).append(order)
    return pack(seq, {piece: _piece(game, words, _sorted(piece, o)) for piece, o in by_piece.items()}, game.board)


def _sorted(piece: str, orders: list[Order]) -> list[Order]:
    """Return the orders of the piece alone before those it shares with others, and what leads back home last."""

    def place(order: Order) -> tuple[bool, bool]:
        return order.path[0] == order.path[-1], order.pieces != (piece,)

    return sorted(orders, key=place)


def _piece(game: Any, words: _Words, orders: list[Order]) -> Fan:
    tree, ways, usual = Tree(game.board.index), list[Way](), set[int]()
    cost, state, drawn = game.rulebook.cost, game.state, game.board.kind == "hexes"
    for order in orders:
        end = tree.end(order.path)
        if drawn and tree.space[end] not in usual:
            what, by = words.direct(order), ""  # the board draws the usual way; in words it is a list of hexes
        else:
            what, by = words.of(order)
        usual.add(tree.space[end])
        ways.append(Way(order.name, end, cost(state, order.action), sentence(what), by, _sort(order.action)))
    return Fan(tree, ways, _costs(game, tree, ways, orders))


def _costs(game: Any, tree: Tree, ways: list[Way], orders: list[Order]) -> dict[tuple[Any, int], str]:
    """Return what each way has cost at each step; what it costs to stop there is known already."""
    costs: dict[tuple[Any, int], str] = {}
    for way in ways:
        costs.setdefault((way.sort, way.end), way.cost)
    come_by: set[tuple[Any, int]] = set()
    for way, order in zip(ways, orders, strict=True):
        for place in tree.between(way.end):
            if (way.sort, place) in come_by:
                break
            come_by.add((way.sort, place))
            if (way.sort, place) not in costs:
                begun = msgspec.structs.replace(order.action, path=tree.path[place])
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
        self._book, self._state, self._counters = game.rulebook, game.state, game.rulebook.counters
        self._direct: dict[Any, str] = {}
        self._called: dict[str | None, tuple[str, ...]] = {}

    def direct(self, order: Order) -> str:
        """Return what an order does, as if it went straight to its end."""
        return self._unnamed(self._straight(order), order)

    def of(self, order: Order) -> tuple[str, str]:
        """Return what an order does and along which way; the second is empty for the direct way."""
        whole: str = self._book.describe(order.action, self._state)
        direct = self._straight(order)
        if whole.startswith(direct):
            return self._unnamed(direct, order), whole.removeprefix(direct).strip()
        return self._unnamed(whole, order), ""

    def _straight(self, order: Order) -> str:
        path, straight = order.path, order.action
        if len(path) > 2:
            straight = msgspec.structs.replace(straight, path=(path[0], path[-1]))
        if straight not in self._direct:
            self._direct[straight] = self._book.describe(straight, self._state)
        return self._direct[straight]

    def _unnamed(self, text: str, order: Order) -> str:
        """Return a text without what it begins with, if that is what the counter is called."""
        called = self._names(order.key) if len(order.pieces) == 1 else ()
        return next((text.removeprefix(name) for name in called if text.startswith(name)), text)

    def _names(self, key: str | None) -> tuple[str, ...]:
        """Return what a counter is called, each with a space after it."""
        if key not in self._called:
            names = [getattr(self._counters.get(key), name, "") for name in ("short", "label", "name")]
            self._called[key] = tuple(f"{name} " for name in names if name)
        return self._called[key]
