"""A finger on the board: a tap selects, shows the way, confirms; a swipe moves the map; the page still scrolls."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook
from tests.browser.showing import at_the_start, running
from tests.browser.test_play import BEGIN, TASK, Task

pytestmark = pytest.mark.browser

MATRIX = """root => {
  const { a, e, f } = root.querySelector(".bw-live > g").getScreenCTM();
  return [a, e, f];
}"""
SCROLLED = """root => {
  for (let node = root; node; node = node.parentElement) if (node.scrollTop > 0) return node.scrollTop;
  return 0;
}"""
Points = list[tuple[float, float]]


class Fingers:
    """Fingers on a page, by the browser's own protocol: Playwright knows taps alone."""

    def __init__(self, page: NotebookPage) -> None:
        self._session: CDPSession = page.page.context.new_cdp_session(page.page)

    def _send(self, kind: str, points: Points) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def glide(self, starts: Points, ends: Points, steps: int = 12) -> None:
        """Put fingers down, move them together, lift them."""
        self._send("touchStart", starts)
        for step in range(1, steps + 1):
            share = step / steps
            ways = zip(starts, ends, strict=True)
            self._send("touchMove", [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in ways])
        self._send("touchEnd", [])


@pytest.fixture(scope="module")
def page(lab: Lab, browser: Browser) -> Iterator[NotebookPage]:
    with running(lab, browser, "touch", BEGIN, *["'a cell'"] * 30, has_touch=True) as opened:
        yield opened


@pytest.fixture
def board(page: NotebookPage) -> OnBoard:
    return at_the_start(page)


def tap_piece(page: NotebookPage, board: OnBoard, piece: str) -> None:
    board.settle()
    box = board.piece(piece).bounding_box()
    assert box is not None
    page.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_tap_selects_a_second_previews_a_third_confirms(page: NotebookPage, board: OnBoard) -> None:
    task = Task(*json.loads(page.run(TASK)))
    tap_piece(page, board, task.piece)
    expect(board.piece(task.piece)).to_have_class(page.word("bw-selected"))
    page.page.touchscreen.tap(*board.point(task.goal))
    expect(board.find(".bw-picks .bw-default")).to_contain_text("Confirm")
    expect(board.find(".bw-way")).to_be_visible()
    assert page.value("game.record.node is start"), "one tap alone gives no order"
    page.picture("touch-preview")
    board.find(".bw-picks .bw-default").tap()
    board.wait_for_piece(task.piece, task.goal)


def test_a_second_tap_on_the_space_confirms_too(page: NotebookPage, board: OnBoard) -> None:
    task = Task(*json.loads(page.run(TASK)))
    tap_piece(page, board, task.piece)
    expect(board.piece(task.piece)).to_have_class(page.word("bw-selected"))
    page.page.touchscreen.tap(*board.point(task.goal))
    expect(board.find(".bw-picks")).to_be_visible()
    page.page.wait_for_timeout(700)  # no double tap
    page.page.touchscreen.tap(*board.point(task.goal))
    board.wait_for_piece(task.piece, task.goal)


def test_one_finger_moves_the_map_and_two_enlarge_it(page: NotebookPage, board: OnBoard) -> None:
    page.page.keyboard.press("f")
    board.settle()
    before = board.root.evaluate(MATRIX)
    box = board.find(".bw-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = Fingers(page)
    fingers.glide([(x, y)], [(x - 90, y - 60)])
    board.settle()
    moved = board.root.evaluate(MATRIX)
    assert moved[0] == pytest.approx(before[0])
    assert before[1] - moved[1] == pytest.approx(90, abs=12)
    assert before[2] - moved[2] == pytest.approx(60, abs=12)
    fingers.glide([(x - 40, y), (x + 40, y)], [(x - 80, y), (x + 80, y)])
    board.settle()
    assert board.root.evaluate(MATRIX)[0] == pytest.approx(2 * moved[0], rel=0.1)
    assert page.value("game.record.node is start"), "moving the map gives no order"


def test_a_swipe_beside_the_map_scrolls_the_page(page: NotebookPage, board: OnBoard) -> None:
    before = board.root.evaluate(SCROLLED)
    box = board.find(".bw-bar").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    Fingers(page).glide([(x, y)], [(x, y - 60)])
    page.page.wait_for_timeout(300)
    assert board.root.evaluate(SCROLLED) > before + 20


def test_on_a_phone_there_is_always_room_beside_the_map_to_scroll_the_page(
    lab: Lab, open_notebook: Callable[..., NotebookPage]
) -> None:
    write_notebook(lab.notebooks / "phone.ipynb", BEGIN, *["'a cell'"] * 30)
    page = open_notebook("phone.ipynb", has_touch=True, is_mobile=True)
    page.run_all()
    board = OnBoard(page)
    page.page.set_viewport_size({"width": 390, "height": 700})
    board.settle()
    map_box = board.find(".bw-board").bounding_box()
    assert map_box is not None
    assert map_box["height"] <= 0.67 * 700
    page.picture("touch-phone")
