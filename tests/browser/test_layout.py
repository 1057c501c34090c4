"""How the board fits into a page: rows of widgets, narrow cells, a scrolled panel, a kernel that is gone."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

pytestmark = pytest.mark.browser

BEGIN = """
import bulge_widget as bw
game = bw.new_game("knapp", seed=5)
board = bw.BoardWidget(game, viewpoint="active")
board
"""
ROW = """
import bulge_widget as bw
from ipywidgets import HBox, Button
board, other = (bw.BoardWidget(bw.new_game("knapp", seed=5), height=400) for _ in range(2))
HBox([board, other, Button(description="Go")])
"""
CROWD = ("us-99id", "us-2id", "us-106id", "us-28id", "us-4id")
CROWDED = f"""
import bulge_widget as bw
game = bw.new_game("knapp", seed=5)
with game.edit() as draft:
    draft.phase("movement", "allied")
    for unit in {CROWD}:
        draft.place(unit, "givet")
board = bw.BoardWidget(game, viewpoint="umpire")
board
"""
WIDTHS = "nodes => nodes.map(node => node.getBoundingClientRect().width)"
BESIDE = """root => {
  const [map, panel] = [".bw-board", ".bw-panel"].map((css) => root.querySelector(css).getBoundingClientRect());
  return panel.left >= map.right - 1 && panel.top < map.bottom;
}"""
IN_SIGHT = """root => {
  const [panel, card] = [".bw-panel", ".bw-card"].map((css) => root.querySelector(css).getBoundingClientRect());
  return card.top >= panel.top - 1 && card.bottom <= panel.bottom + 1;
}"""
UNCUT = """node => {
  const [box, bar] = [node, node.closest(".bw-bar")].map((each) => each.getBoundingClientRect());
  const fits = node.scrollWidth <= node.clientWidth + 1 && node.scrollHeight <= node.clientHeight + 1;
  return fits && box.left >= bar.left && box.right <= bar.right + 1 && box.bottom <= bar.bottom + 1;
}"""
BORDERS = """root => [...root.querySelectorAll('.bw-ground path, .bw-ground use')]
  .filter((node) => node.getAttribute('stroke') === 'var(--bw-border)' && getComputedStyle(node).display !== 'none')
  .length"""


@pytest.fixture
def begin(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> Callable[..., OnBoard]:
    """Opens a fresh game in a window of a size."""

    def opened(source: str = BEGIN, size: tuple[int, int] = (1280, 800)) -> OnBoard:
        write_notebook(lab.notebooks / "layout.ipynb", source)
        page = open_notebook("layout.ipynb")
        page.page.set_viewport_size({"width": size[0], "height": size[1]})
        page.run_all()
        return OnBoard(page)

    return opened


def test_boards_in_a_row_share_its_width(begin: Callable[..., OnBoard]) -> None:
    board = begin(ROW)
    left, right = board.page.page.locator(".bw").evaluate_all(WIDTHS)
    assert left > 200
    assert abs(left - right) < 2


def test_the_panel_stands_beside_the_map_with_the_file_browser_open(begin: Callable[..., OnBoard]) -> None:
    board = begin()
    assert board.page.page.locator(".jp-DirListing").is_visible()
    assert board.root.evaluate(BESIDE)


@pytest.mark.parametrize("width", [1000, 1280, 1500, 1900])
def test_how_it_stands_is_told_in_full_beside_the_parts_of_the_score(begin: Callable[..., OnBoard], width: int) -> None:
    board = begin(BEGIN.replace("knapp", "bigredone"), (width, 800))
    text = board.find(".bw-score-text")
    expect(text).to_contain_text("Allied at -10")
    assert text.evaluate(UNCUT)


def test_on_a_phone_the_map_leaves_no_blank_field_above_and_below(begin: Callable[..., OnBoard]) -> None:
    board = begin(size=(390, 844))
    board.settle()
    fit = board.page.value("board.ground['fit']")
    shape = (fit[2] - fit[0]) / (fit[3] - fit[1])
    box = board.find(".bw-board").bounding_box()
    assert box is not None
    assert 299 <= box["height"] <= max(300, box["width"] / shape + 72)


def test_a_unit_selected_after_reading_on_brings_its_card_into_sight(begin: Callable[..., OnBoard]) -> None:
    board = begin()
    board.find(".bw-panel").evaluate("panel => { panel.scrollTop = panel.scrollHeight; }")
    board.click_piece(board.page.value('next(p["id"] for p in board.scene["pieces"] if p.get("live"))'))
    expect(board.find(".bw-card")).to_be_visible()
    assert board.root.evaluate(IN_SIGHT)


def test_borders_stay_where_rivers_are_switched_off(begin: Callable[..., OnBoard]) -> None:
    board = begin()
    before = board.root.evaluate(BORDERS)
    board.page.run('board.layers = {"water": False}')
    expect(board.find(".bw-ground .bw-off").first).to_be_attached()
    assert board.root.evaluate(BORDERS) == before > 1


def test_no_counter_is_cut_by_the_edge_of_the_opening_view(begin: Callable[..., OnBoard]) -> None:
    board = begin(size=(1920, 1080))
    board.settle()
    frame = board.find(".bw-board").bounding_box()
    assert frame is not None
    for piece in board.find(".bw-pieces .bw-piece .bw-body").all():
        box = piece.bounding_box()
        assert box is not None
        inside = box["y"] >= frame["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]
        outside = box["y"] + box["height"] <= frame["y"] or box["y"] >= frame["y"] + frame["height"]
        assert inside or outside


def test_a_press_without_a_kernel_is_told_and_forgotten_when_it_answers(begin: Callable[..., OnBoard]) -> None:
    board = begin()
    board.settle()
    assert board.page.value("game.turn") == 1  # what JupyterLab asks of older boards is answered, too
    kernel = board.page.value("__import__('os').getpid()")
    os.kill(kernel, signal.SIGSTOP)  # a cell that sleeps would not do: JupyterLab has a thread for messages beside it
    try:
        board.find(".bw-strip-orders button, .bw-orders button").first.click()
        if board.find(".bw-orders .bw-order").count():
            board.find(".bw-orders .bw-order").first.click()
        expect(board.find(".bw-wire")).to_have_text("Sending…", timeout=2000)
        expect(board.find(".bw-wire")).to_contain_text("does not answer", timeout=5000)
    finally:
        os.kill(kernel, signal.SIGCONT)
    expect(board.find(".bw-wire")).to_be_hidden(timeout=10_000)


def test_the_board_fills_the_screen_and_comes_back(begin: Callable[..., OnBoard]) -> None:
    board = begin()
    tool = board.find('.bw-tool[title^="Fill"]')
    tool.click()
    expect(board.root).to_have_class(board.page.word("bw-full"))
    board.settle()
    box = board.find(".bw-frame").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(1280, abs=2)
    assert box["height"] == pytest.approx(800, abs=2)
    board.page.picture("full-screen")
    tool.click()
    expect(board.root).not_to_have_class(board.page.word("bw-full"))


def test_a_unit_chosen_beside_the_map_is_still_drawn(begin: Callable[..., OnBoard]) -> None:
    board = begin()
    box = board.find('.bw-box:not([data-box="score"])').first
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    box.locator(".bw-unit").first.click()
    chosen = board.find('.bw-units .bw-unit[aria-pressed="true"] .bw-body')
    expect(chosen).to_have_count(1)
    assert chosen.evaluate("node => getComputedStyle(node).fillOpacity") == "1"


def test_a_crowd_at_the_edge_of_a_small_view_fans_out_whole(begin: Callable[..., OnBoard]) -> None:
    board = begin(CROWDED, (1000, 800))
    board.show_whole()
    x, y = middle(board, CROWD[0])
    board.mouse.move(x - 2, y)
    board.mouse.move(x, y)
    board.settle()
    board.page.picture("crowd")
    frame = board.find(".bw-board").bounding_box()
    assert frame is not None
    places = sorted(middle(board, unit) for unit in CROWD)
    width = board.piece(CROWD[0]).locator(".bw-body").evaluate("node => node.getBoundingClientRect().width")
    assert all(right[0] - left[0] >= width for left, right in itertools.pairwise(places))
    assert places[0][0] - width / 2 >= frame["x"]
    assert places[-1][0] + width / 2 <= frame["x"] + frame["width"]


def middle(board: OnBoard, unit: str) -> tuple[float, float]:
    box = board.piece(unit).locator(".bw-body").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
