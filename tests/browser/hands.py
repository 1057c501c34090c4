"""Two ways to give one order on a board: a hand on the mouse, and the keyboard alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import Any

from tests.browser.board import OnBoard
from tests.browser.page import NotebookPage
from tests.browser.script import Order

ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
MOST_KEYS = 200
CURTAIN = ".bw-curtain:not([hidden]) button"
PICKS = ".bw-picks:not([hidden]) button"
BUTTONS = ".bw-strip-orders button, .bw-orders .bw-order"
UNITS = ".bw-orders .bw-unit, .bw-box .bw-unit"
MORE = ".bw-more:not([open]) summary"

# The widget's reach as pieces and goals, in the order the board offers them; only where a click means one order.
TASKS = """
import json
from bulge_widget.scene.packing import unpack
def tasks():
    ids = [space.id for space in game.board.spaces]
    taken = {piece.at for piece in game.view("umpire").pieces}
    found = []
    for piece, reach in unpack(board.reach, game.board)["pieces"].items():
        goals = [ids[option["to"]] for option in reach["options"] if option.get("to") is not None]
        found += [[piece, goal] for goal in goals if goals.count(goal) == 1 and goal not in taken][:1]
    return found
print(json.dumps(tasks()))
"""
# Where the ring of the keyboard is: the space whose middle it surrounds.
RINGED = """(root, middles) => {
  const layer = root.querySelector(".bw-overlay-focus");
  const ring = layer.querySelector(".bw-focus");
  if (!ring || layer.style.display === "none") return null;
  const back = ring.getCTM().inverse().multiply(layer.querySelector("g").getCTM());
  const inside = ([, x, y]) => ring.isPointInFill(new DOMPoint(x, y).matrixTransform(back));
  return middles.find(inside)?.[0] ?? null;
}"""
AFTER = """(root, [css, n]) => {
  const place = document.activeElement.compareDocumentPosition(root.querySelectorAll(css)[n]);
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}"""
FOCUSED = "(root) => [...root.querySelectorAll('button')].indexOf(document.activeElement)"


class Hand(ABC):
    """One way to play: how an order is given is the same, how things are touched is not."""

    def __init__(self, board: OnBoard) -> None:
        self.board = board

    def give(self, order: Order) -> None:
        """Do what leads to an order."""
        board, told = self.board, self.board.told()
        if order.unit:
            self.select(order.unit, *order.called)
        beside: tuple[tuple[str, str], ...] = ((BUTTONS, order.texts[1]),)
        listed = board.entry(PICKS, order.texts[0]) is not None
        if order.leads_home:
            if board.find(MORE).count():
                self.press(MORE)
        elif order.space and not listed and board.told() == told:
            self.act_on(order.space)
            beside = ()
        place = board.await_entry(told, (PICKS, order.texts[0]), *beside)
        if place is not None:
            self.press_button(place)

    def lift_curtain(self) -> None:
        """Say who one is."""
        self.press(CURTAIN)

    @abstractmethod
    def press(self, css: str) -> None:
        """Press the only thing of its kind."""

    @abstractmethod
    def press_button(self, place: int) -> None:
        """Press a button of the board by its place among all of them."""

    @abstractmethod
    def act_on(self, space: str) -> None:
        """Play what is open on a space."""

    @abstractmethod
    def select(self, unit: str, name: str, say: str) -> None:
        """Choose a unit."""


class Mouse(Hand):
    """Clicks alone: on units, spaces, lists and buttons, on whatever part of the map is shown."""

    def press(self, css: str) -> None:
        """Click on it."""
        self.board.find(css).click()

    def press_button(self, place: int) -> None:
        """Click on it."""
        self.board.find("button").nth(place).click()

    def act_on(self, space: str) -> None:
        """Click on its field."""
        self.board.click_field(space)

    def select(self, unit: str, name: str, say: str) -> None:
        """Click on a unit; where another could go to its space, the list asks which of both is meant."""
        board = self.board
        if board.is_chosen(unit, say):
            return
        if board.piece(unit).count():
            board.click_unit(unit)
            place = board.entry(PICKS, f"Select {name}")
        else:
            place = board.entry(UNITS, say)
            assert place is not None, f"{say} is not to be found"
        if place is not None:
            self.press_button(place)


class Keys(Hand):
    """Keys alone: Tab to the board and to its buttons, arrows over the map and through lists."""

    def __init__(self, board: OnBoard, page: NotebookPage) -> None:
        super().__init__(board)
        self._keyboard = page.page.keyboard
        self._near: list[list[int]] = page.value("[list(near) for near in game.board.neighbours]")
        self._ids: list[str] = page.value("[space.id for space in game.board.spaces]")

    def act_on(self, space: str) -> None:
        """Walk there and press Enter."""
        self._reach(".bw-board")
        self._walk(space)
        self._keyboard.press("Enter")

    def move(self, piece: str, goal: str) -> None:
        """Give the order that takes a piece to a space."""
        self._reach(".bw-board")
        self._cycle(piece)
        self._walk(goal)
        self._keyboard.press("Enter")

    def select(self, unit: str, name: str, say: str) -> None:
        """Walk to a unit on the map and choose it from its stack; go through the others with the bracket."""
        board = self.board
        if board.is_chosen(unit, say):
            return
        self._reach(".bw-board")
        self._keyboard.press("Escape")
        self._keyboard.press("Escape")
        space = board.standing().get(unit)
        if space is None:
            self._cycle(unit, say)
        else:
            self._walk(space)
            self._keyboard.press("Enter")
        pick = board.entry(PICKS, f"Select {name}")
        if pick is not None:
            self.press_button(pick)

    def _cycle(self, unit: str, say: str = "") -> None:
        for _ in range(MOST_KEYS):
            self._keyboard.press("]")
            if self.board.is_chosen(unit, say):
                return
        raise AssertionError(f"] never came to {unit}")

    def _walk(self, space: str) -> None:
        middles = [[name, area["x"], area["y"]] for name, area in self.board.areas.items()]
        here = self.board.root.evaluate(RINGED, middles)
        if here is None:
            self._keyboard.press("ArrowRight")
            here = self.board.root.evaluate(RINGED, middles)
        for key in self.way(here, space):
            self._keyboard.press(key)

    def press(self, css: str) -> None:
        """Tab to it and press Enter."""
        self._reach(css)
        self._keyboard.press("Enter")

    def press_button(self, place: int) -> None:
        """Come to a button by arrows if it stands in an open list, else by Tab, and press it."""
        for _ in range(MOST_KEYS):
            if self.board.root.evaluate(FOCUSED) == place:
                self._keyboard.press("Enter")
                return
            listed = self.board.find(f"{PICKS}:focus").count()
            self._keyboard.press("ArrowDown" if listed else self._towards("button", place))
            self._stay()
        raise AssertionError("neither Tab nor arrows came to the button")

    def _reach(self, css: str) -> None:
        """Tab on until the focus is where it is wanted."""
        inside = "(root, css) => root.querySelector(css) === document.activeElement"
        for _ in range(MOST_KEYS):
            if self.board.root.evaluate(inside, css):
                return
            self._keyboard.press(self._towards(css))
            self._stay()
        raise AssertionError(f"Tab never came to {css}")

    def _towards(self, css: str, n: int = 0) -> str:
        """Tab if a part of the board comes after what has the focus, else back."""
        return "Tab" if self.board.root.evaluate(AFTER, [css, n]) else "Shift+Tab"

    def _stay(self) -> None:
        """Pass over the host's own stops: the test is about the board."""
        if not self.board.root.evaluate("root => root.contains(document.activeElement)"):
            self.board.root.evaluate("root => root.querySelector('.bw-icon, button').focus()")

    def way(self, start: str, goal: str) -> list[str]:
        """Fewest arrows from a space to another, by the rule the board walks by."""
        ways: dict[int, list[str]] = {self._ids.index(start): []}
        line = deque(ways)
        while line and self._ids.index(goal) not in ways:
            here = line.popleft()
            for key, (dx, dy) in ARROWS.items():
                there = self._step(here, dx, dy)
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], key]
                    line.append(there)
        return ways[self._ids.index(goal)]

    def _step(self, here: int, dx: int, dy: int) -> int | None:
        """The neighbour least far along plus 2.2 times across, of those ahead."""
        x, y = self._xy(here)
        best: tuple[float, int] | None = None
        for near in self._near[here]:
            nx, ny = self._xy(near)
            along = (nx - x) * dx + (ny - y) * dy
            across = abs((nx - x) * dy - (ny - y) * dx)
            if along > 1e-6 and (best is None or along + 2.2 * across < best[0]):
                best = (along + 2.2 * across, near)
        return best and best[1]

    def _xy(self, index: int) -> tuple[float, float]:
        area: dict[str, Any] = self.board.areas[self._ids[index]]
        return area["x"], area["y"]
