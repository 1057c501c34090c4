"""Two ways to play the same opening: a hand on the mouse, and the keyboard alone."""

from __future__ import annotations

import json
from collections import deque
from typing import Any, Protocol

from playwright.sync_api import expect

from tests.browser.board import OnBoard
from tests.browser.page import NotebookPage

ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
MOST_TABS = 200
CURTAIN = ".bw-curtain:not([hidden]) button"
BUTTONS = (".bw-ask button:enabled", ".bw-strip-orders button", ".bw-orders .bw-order", ".bw-orders .bw-unit")

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


class Hand(Protocol):
    """One way to play."""

    def move(self, piece: str, goal: str) -> None:
        """Give the order that takes a piece to a space."""

    def press(self, css: str) -> None:
        """Press the first button of a kind that can be pressed."""


class Mouse:
    """Clicks alone."""

    def __init__(self, board: OnBoard) -> None:
        self.board = board

    def move(self, piece: str, goal: str) -> None:
        self.board.show_whole()
        if self.board.find(f'.bw-selected[data-piece="{piece}"]').count() == 0:  # a click would let go of it
            self.board.click_piece(piece)
        expect(self.board.piece(piece)).to_have_class(NotebookPage.word("bw-selected"))
        self.board.click_space(goal)

    def press(self, css: str) -> None:
        self.board.find(css).first.click()


class Keys:
    """Keys alone: Tab to the board and to its buttons, arrows over the map."""

    def __init__(self, board: OnBoard, page: NotebookPage) -> None:
        self.board, self._page = board, page
        self._keyboard = page.page.keyboard
        self._near: list[list[int]] = page.value("[list(near) for near in game.board.neighbours]")
        self._ids: list[str] = page.value("[space.id for space in game.board.spaces]")

    def move(self, piece: str, goal: str) -> None:
        self._reach(".bw-board")
        for _ in range(MOST_TABS):
            self._keyboard.press("]")
            if self._page.value("list(board.selection)") == [piece]:
                break
        start = self._page.value(f'next(p["at"] for p in board.scene["pieces"] if p["id"] == "{piece}")')
        for key in self.way(start, goal):
            self._keyboard.press(key)
        self._keyboard.press("Enter")

    def press(self, css: str) -> None:
        self._reach(css)
        self._keyboard.press("Enter")

    def _reach(self, css: str) -> None:
        """Tab on until the focus is where it is wanted."""
        inside = "(root, css) => root.querySelector(css) === document.activeElement"
        for _ in range(MOST_TABS):
            if self.board.root.evaluate(inside, css):
                return
            self._keyboard.press("Tab")
            if not self.board.root.evaluate("root => root.contains(document.activeElement)"):
                # Round the host's own stops: the test is about the board.
                self.board.root.evaluate("root => root.querySelector('.bw-icon, button').focus()")
        raise AssertionError(f"Tab never came to {css}")

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


def play_on(page: NotebookPage, board: OnBoard, hand: Hand, moves: int) -> str:
    """Answer the open question: move a unit while moves are wanted, else press a button. Gives what was done."""
    if board.find(CURTAIN).count():
        hand.press(CURTAIN)
        expect(board.find(CURTAIN)).to_have_count(0)
    seq = page.value("board.seq")
    found = json.loads(page.run(TASKS)) if moves > 0 else []
    if found:
        hand.move(*found[0])
        done = f"move {found[0][0]} {found[0][1]}"
    else:
        css = next(css for css in BUTTONS if board.find(css).count())
        hand.press(css)
        done = css
    for _ in range(60):
        if page.value("board.seq") > seq or "unit" in done:
            return done
        page.page.wait_for_timeout(50)
    raise AssertionError(f"{done} was not carried out: {board.find('.bw-question').inner_text()}")
