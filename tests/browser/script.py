"""The script of an opening: orders chosen by code alone, each with what a person sees of it on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bulge_widget import new_game
from bulge_widget.scene import reach, scene
from bulge_widget.scene.actions import path_of
from bulge_widget.scene.packing import unpack

Texts = tuple[str, str]
EYES = "active"  # whoever is to decide; where nothing is hidden it sees what the umpire sees


class Order(NamedTuple):
    """One order as a person comes to it."""

    action: Any
    kind: str
    unit: str | None
    """The piece to click first."""
    space: str | None
    """The space to click, or to click next."""
    texts: Texts
    """What it is called in a list on the map, and in the panel."""
    called: Texts
    """The name of the unit, and what is spoken of it."""
    leads_home: bool
    """Whether it ends where it began; such an order is in the panel alone."""

    @property
    def is_button(self) -> bool:
        """Whether the order is about no piece and no space."""
        return self.unit is None and self.space is None


class Script:
    """A game by code that picks the kind of order least used before, and ends a phase when it has seen enough.

    Parameters
    ----------
    book : str
        The rule book.
    seed : int
        Of the dice.
    moves : int
        Orders to one question, before the phase is ended.
    """

    def __init__(self, book: str, seed: int, moves: int) -> None:
        self.game = new_game(book, seed=seed)
        self._moves = moves
        self._asked = ""
        self._given = 0
        self.used: Counter[str] = Counter()

    def next(self) -> Order:
        """Pick the next order; it is not played yet."""
        question = self.game.decision
        asked = f"{self.game.turn} {self.game.phase} {self.game.phasing} {question.rule}"
        self._given = self._given + 1 if asked == self._asked else 0
        self._asked = asked
        orders = list(self._orders())
        ends = [order for order in orders if order.is_button]
        pool = ends if ends and self._given >= self._moves else orders
        least = min(self.used[order.kind] for order in pool)
        pool = [order for order in pool if self.used[order.kind] == least]
        near = self._near_the_enemy(question.seat)
        pool = [order for order in pool if order.space in near] or pool
        return pool[7 * len(self.game.history) % len(pool)]

    def play(self, order: Order) -> None:
        """Play an order without a board."""
        self.used[order.kind] += 1
        self.game.play(order.action)

    def run(self, orders: int) -> None:
        """Play so many orders, or to the end of the game."""
        for _ in range(orders):
            if self.game.decision is None:
                return
            self.play(self.next())

    @property
    def played(self) -> Any:
        """The last order, with the names the record has for its pieces: a person may know them by handles only."""
        return [node.action for node in self.game.history if node.seat in ("german", "allied")][-1]

    def _near_the_enemy(self, seat: str) -> set[str]:
        """Spaces where the other side stands, and those beside them: there things come to blows."""
        board = self.game.board
        taken = {piece.at for piece in self.game.view(EYES).pieces if piece.side != seat and piece.at in board.index}
        beside = (near for space in taken for near in board.neighbours[board.index[space]])
        return taken | {board.spaces[near].id for near in beside}

    def _orders(self) -> Iterator[Order]:
        game = self.game
        shown = scene(game, EYES)
        boxed = [piece for box in shown["boxes"] for piece in box["pieces"]]
        called = {piece["id"]: (piece["name"], piece["say"]) for piece in [*shown["pieces"], *boxed] if "name" in piece}
        options = game.view(EYES).decision.options
        ids = [space.id for space in game.board.spaces]
        ways = unpack(reach(game, EYES), game.board)["pieces"]
        for row in shown["options"]:
            unit = row["key"] or next(iter(row.get("pieces", ())), None)
            full = row.get("full") or row["text"]
            yield self._order(options, row["id"], unit, row.get("to"), (row["text"], full), called)
        for unit, found in ways.items():
            for row in found["options"]:
                if row["o"].rpartition("/")[0] == unit:
                    texts = row["text"], row["full"]
                    yield self._order(options, row["o"], unit, ids[row["to"]], texts, called)

    @staticmethod
    def _order(  # noqa: PLR0913  an order has these sides
        options: Any, name: str, unit: str | None, places: str | None, texts: Texts, called: dict[str, Texts]
    ) -> Order:
        key, _, index = name.rpartition("/")
        action = options.of(key or None)[int(index)]
        path = path_of(action)
        home = bool(path) and path[0] == path[-1]
        space = places.split(" ")[-1] if places else None
        return Order(action, type(action).__name__, unit, space, texts, called.get(unit or "", ("", "")), home)
