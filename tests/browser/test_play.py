"""Playing on a board in JupyterLab, and steering it from code; everything is checked on the other side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage
from tests.browser.showing import at_the_start, running

pytestmark = pytest.mark.browser

BEGIN = """
import bulge_widget as bw
game = bw.new_game("knapp", seed=1944)
board = bw.BoardWidget(game, height=560)
start = game.record.node
board
"""
# Plain moves to an area where nobody stands, and an area that the unit cannot reach.
TASK = """
import json
from bulge_widget.scene.packing import unpack
taken = {piece.at for piece in game.view("umpire").pieces}
areas = [space.id for space in game.board.spaces]
for piece, reach in unpack(board.reach, game.board)["pieces"].items():
    goals = [areas[option["to"]] for option in reach["options"]]
    once = [goal for goal in goals if goals.count(goal) == 1 and goal not in taken]
    far = [area for area in areas if area not in goals and area not in taken]
    if once and far:
        break
print(json.dumps([piece, areas[reach["from"]], once[0], far[-1]]))
"""


class Task(NamedTuple):
    piece: str
    start: str
    goal: str
    far: str


@pytest.fixture(scope="module")
def page(lab: Lab, browser: Browser) -> Iterator[NotebookPage]:
    with running(lab, browser, "play", BEGIN) as opened:
        yield opened


@pytest.fixture
def board(page: NotebookPage) -> OnBoard:
    shown = at_the_start(page, 'board.viewpoint = "umpire"', "board.annotations = []")
    shown.mouse.move(5, 5)
    return shown


@pytest.fixture
def task(page: NotebookPage, board: OnBoard) -> Task:  # noqa: ARG001  the game must be back at its start
    return Task(*json.loads(page.run(TASK)))


def place_of(page: NotebookPage, piece: str) -> str:
    return str(page.value(f'next(p.at for p in game.view("umpire").pieces if p.id == "{piece}")'))


def test_every_piece_on_the_map_is_drawn(page: NotebookPage, board: OnBoard) -> None:
    assert board.find(".bw-pieces .bw-piece").count() == page.value("len(board.scene['pieces'])")
    page.picture("play-opening")


def test_a_click_on_a_unit_and_on_an_area_moves_it(page: NotebookPage, board: OnBoard, task: Task) -> None:
    board.click_piece(task.piece)
    expect(board.find(".bw-pieces .bw-piece.bw-selected")).to_have_count(1)
    page.picture("play-selected")
    board.click_space(task.goal)
    board.wait_for_piece(task.piece, task.goal)
    page.picture("play-moved")
    seen = page.run_cell(f'[p.at for p in game.view("german").pieces if p.id == "{task.piece}"]')
    assert seen == f"['{task.goal}']"
    page.drop_cells_from(1)


def test_a_unit_can_be_dragged(page: NotebookPage, board: OnBoard, task: Task) -> None:
    box = board.piece(task.piece).bounding_box()
    assert box is not None
    board.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    board.mouse.down()
    x, y = board.point(task.goal)
    board.mouse.move(x, y, steps=6)
    page.picture("play-dragging")
    board.mouse.up()
    board.wait_for_piece(task.piece, task.goal)
    assert place_of(page, task.piece) == task.goal


def test_an_order_from_a_cell_moves_the_picture(page: NotebookPage, board: OnBoard, task: Task) -> None:
    page.run(f'game.play(next(a for a in game.legal_actions().of("{task.piece}") if a.path[-1] == "{task.goal}"))')
    board.wait_for_piece(task.piece, task.goal)


def test_the_selection_is_one_on_both_sides(page: NotebookPage, board: OnBoard, task: Task) -> None:
    board.click_piece(task.piece)
    expect(board.piece(task.piece)).to_have_class(page.word("bw-selected"))
    assert page.value("board.selection") == [task.piece]
    page.run("board.selection = ()")
    expect(board.find(".bw-pieces .bw-piece.bw-selected")).to_have_count(0)
    page.run(f'board.selection = ["{task.piece.upper()}"]')
    expect(board.piece(task.piece)).to_have_class(page.word("bw-selected"))


def test_the_viewpoint_is_one_on_both_sides(page: NotebookPage, board: OnBoard) -> None:
    board.find(".bw-switches > summary").click()
    choice = board.find(".bw-switches select")
    page.run('board.viewpoint = "allied"')
    expect(choice).to_have_value("allied")
    expect(board.find(".bw-pieces .bw-piece.bw-may")).to_have_count(0)
    choice.select_option("german")
    expect(board.find(".bw-pieces .bw-piece.bw-may").first).to_be_visible()
    assert page.value("board.viewpoint") == "german"
    board.find(".bw-switches > summary").click()


def test_undo_and_redo_are_buttons_that_say_what_they_do(page: NotebookPage, board: OnBoard, task: Task) -> None:
    undo, redo = board.find(".bw-history button").nth(0), board.find(".bw-history button").nth(1)
    expect(undo).to_have_attribute("aria-disabled", "true")
    board.click_piece(task.piece)
    board.click_space(task.goal)
    board.wait_for_piece(task.piece, task.goal)
    expect(undo).to_have_attribute("aria-disabled", "false")
    undo.click()
    board.wait_for_piece(task.piece, task.start)
    assert place_of(page, task.piece) == task.start
    expect(redo).to_have_attribute("aria-disabled", "false")
    redo.click()
    board.wait_for_piece(task.piece, task.goal)
    assert place_of(page, task.piece) == task.goal


def test_an_area_out_of_reach_tells_the_rule(page: NotebookPage, board: OnBoard, task: Task) -> None:
    board.click_piece(task.piece)
    expect(board.find(".bw-pieces .bw-piece.bw-selected")).to_have_count(1)
    board.hover_space(task.far)
    reason = board.find(".bw-reason")
    expect(reason).to_be_visible()
    assert any(sign.isdigit() for sign in reason.inner_text()), reason.inner_text()
    page.picture("play-why")


LONG = """
import json
from bulge_widget.scene.packing import unpack
rows = [(piece, row) for piece, reach in unpack(board.reach, game.board)["pieces"].items() for row in reach["options"]]
piece, row = max(rows, key=lambda found: len(found[1]["path"]))
print(json.dumps([piece, game.board.spaces[row["to"]].id, row["steps"]]))
"""


def test_a_way_is_shown_with_its_cost_at_each_step(page: NotebookPage, board: OnBoard) -> None:
    piece, goal, steps = json.loads(page.run(LONG))
    assert len(steps) >= 2
    board.click_piece(piece)
    expect(board.find(".bw-legal path").first).to_be_visible()
    board.hover_space(goal)
    expect(board.find(".bw-way-costs text")).to_have_text(steps)
    page.picture("play-way")


def test_two_views_of_a_board_show_the_same(page: NotebookPage, board: OnBoard, task: Task) -> None:
    page.run_cell("board")
    second = OnBoard(page, index=1)
    page.run(f'game.play(next(a for a in game.legal_actions().of("{task.piece}") if a.path[-1] == "{task.goal}"))')
    board.wait_for_piece(task.piece, task.goal)
    second.wait_for_piece(task.piece, task.goal)
    page.drop_cells_from(1)


def test_keys_on_the_board_stay_on_the_board(page: NotebookPage, board: OnBoard) -> None:
    before = page.count_cells()
    board.find(".bw-board").focus()
    for key in ("b", "a", "x", "d", "d", "m", "0", "0", "z", "ArrowDown", "ArrowRight", "Enter", "Escape", " "):
        page.page.keyboard.press(key)
    assert page.count_cells() == before
    assert board.find(".bw-board").evaluate("node => node === document.activeElement")
    page.page.keyboard.press("Escape")


def test_a_unit_can_be_moved_without_a_pointer(page: NotebookPage, board: OnBoard) -> None:
    """The next unit by a key, its orders as buttons: the way of a screen reader."""
    board.find(".bw-board").focus()
    page.page.keyboard.press("]")
    expect(board.find(".bw-pieces .bw-piece.bw-selected")).to_have_count(1)
    order = board.find(".bw-orders .bw-order").first
    order.focus()
    page.page.keyboard.press("Enter")
    expect(board.find(".bw-history button").first).to_have_attribute("aria-disabled", "false")
    assert page.value("game.history[-1].parent is start")


def test_marks_from_code_are_drawn(page: NotebookPage, board: OnBoard, task: Task) -> None:
    page.run(
        f'board.annotations = [{{"kind": "arrow", "from": "{task.start}", "to": "{task.goal}", "text": "here"}},'
        f' {{"kind": "ring", "at": "{task.far}"}}]'
    )
    expect(board.find(".bw-live")).to_contain_text("here")
    page.picture("play-marks")


def test_the_wheel_scrolls_the_page_until_the_board_has_the_focus(board: OnBoard) -> None:
    board.find(".bw-board").evaluate("node => node.blur()")
    matrix = "root => root.querySelector('.bw-live > g').getScreenCTM().a"
    before = board.root.evaluate(matrix)
    x, y = board.point("bastogne")
    board.mouse.move(x, y)
    board.mouse.wheel(0, 60)
    expect(board.find(".bw-hint")).to_be_visible()
    assert board.root.evaluate(matrix) == before


def test_an_order_is_tried_in_a_copy_beside_the_board(page: NotebookPage, board: OnBoard, task: Task) -> None:
    board.find(".bw-fork").click()
    copy = OnBoard(page, index=1)
    copy.show_whole()
    copy.click_piece(task.piece)
    copy.click_space(task.goal)
    copy.wait_for_piece(task.piece, task.goal)
    board.settle()
    page.picture("play-copy")
    board.wait_for_piece(task.piece, task.start)
    assert place_of(page, task.piece) == task.start
    copy.find(".bw-copy button").first.click()
    board.wait_for_piece(task.piece, task.goal)
    expect(page.page.locator(".bw")).to_have_count(1)
    assert place_of(page, task.piece) == task.goal
