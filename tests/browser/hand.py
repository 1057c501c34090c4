"""A player who has nothing but eyes and a mouse: sees what a board shows, and clicks on it."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.board import LEGAL, OnBoard

# What a person sees. `told` changes with every answer, `chosen` with what is selected.
SEES = """root => {
  const seen = (css) => [...root.querySelectorAll(css)].filter((node) => node.checkVisibility());
  const texts = (css) => seen(css).map((node) => node.textContent);
  const ids = (css) => seen(css).map((node) => node.dataset.piece);
  const undo = root.querySelector(".bw-history button").title;
  return {
    turn: texts(".bw-turn")[0], phase: texts(".bw-phase")[0], score: texts(".bw-score-text")[0],
    seat: texts(".bw-seat")[0], question: texts(".bw-question-text")[0],
    picks: texts(".bw-picks button"), selected: ids(".bw-pieces .bw-selected"), may: ids(".bw-pieces .bw-may"),
    pieces: ids(".bw-pieces .bw-piece"), spaces: seen(".bw-legal > *").length, ends: texts(".bw-strip-orders button"),
    orders: texts(".bw-orders .bw-order"), units: texts(".bw-orders .bw-unit"),
    told: [undo, ...texts(".bw-log"), ...texts(".bw-question")].join("|"), chosen: texts(".bw-card").join("|"),
  };
}"""
# Done when the answer, or the choice it needs, is on the screen.
ANSWERED = f"""([root, before]) => {{
  const now = ({SEES})(root);
  return now.told !== before.told || now.chosen !== before.chosen || (!before.picks.length && now.picks.length > 0);
}}"""
LEFTS = "nodes => nodes.map(node => node.getBoundingClientRect().left)"


class Hand:
    """Eyes and a mouse.

    Parameters
    ----------
    board : OnBoard
        The view it plays on.
    seed : int
        Of the choices it makes.
    """

    def __init__(self, board: OnBoard, seed: int) -> None:
        self.board = board
        self.random = random.Random(seed)  # noqa: S311  play, not secrets
        self.clicks = self.answers = 0
        self.seen = self.sees()

    def sees(self) -> dict[str, Any]:
        """What the view shows, once it has come to rest."""
        self.board.settle()
        seen: dict[str, Any] = self.board.root.evaluate(SEES)
        return seen

    def press_tool(self, title: str) -> None:
        """Click one of the buttons on the map."""
        self.board.find(".bw-frame").scroll_into_view_if_needed()
        self.board.click_middle(self.board.find(f'.bw-tool[title^="{title}"]'))
        self.seen = self.sees()

    def act(self, *, tired: bool) -> None:
        """Click on something that the board offers, and wait until the click has done something.

        A tired player ends the phase where that is possible.
        """
        seen = self.seen
        if seen["picks"]:
            self._press(".bw-picks button", len(seen["picks"]))
        elif seen["spaces"]:
            self._click_a_space(seen["spaces"])
        elif seen["ends"] and (tired or not seen["may"]):
            self._press(".bw-strip-orders button", len(seen["ends"]))
        elif seen["may"] and not seen["selected"]:
            self.board.click_unit(self.random.choice(seen["may"]))
        elif seen["orders"]:
            self._press(".bw-orders .bw-order", len(seen["orders"]))
        else:
            self._press(".bw-orders .bw-unit", len(seen["units"]))
        self.clicks += 1
        self._wait_for_an_effect()
        self.seen = self.sees()
        self.answers += self.seen["told"] != seen["told"]

    def _wait_for_an_effect(self) -> None:
        given = [self.board.root.element_handle(), self.seen]
        try:
            self.board.page.page.wait_for_function(ANSWERED, arg=given, timeout=15_000)
        except PlaywrightTimeout:
            self.board.page.picture("no-effect")
            raise AssertionError(f"click {self.clicks} did nothing: {self.seen}") from None

    def _press(self, css: str, count: int) -> None:
        """Click one of some buttons."""
        button = self.board.find(css).nth(self.random.randrange(count))
        button.scroll_into_view_if_needed()
        self.board.click_middle(button)

    def _click_a_space(self, count: int) -> None:
        """Click into a yellow space; mostly the one farthest west, so that things come to blows."""
        lefts = self.board.find(LEGAL).evaluate_all(LEFTS)
        order = self.random.sample(range(count), count)
        if self.random.random() < 0.6:
            order.sort(key=lefts.__getitem__)
        spots = next(spots for n in order if (spots := self.board.free(LEGAL, n)))
        self.board.mouse.click(*spots[0])
