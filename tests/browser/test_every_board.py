"""A smoke test of every game's board in JupyterLab: it appears, is played by mouse, and the kernel knows."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from bulge_widget.rulebooks.registry import rulebooks
from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

pytestmark = pytest.mark.browser

BEGIN = """
import bulge_widget as bw
game = bw.new_game("{book}", seed=1944)
board = bw.BoardWidget(game, height=600, viewpoint="umpire")
board
"""
CROWDED = 1000
"""Spaces on a board that are too small to hit when all of it is shown; the order is given by its button there."""
# A piece and a space that is the goal of just one of its orders, where nobody else stands.
TASK = """
import json
from bulge_widget.scene.packing import unpack
ids = [space.id for space in game.board.spaces]
taken = {piece.at for piece in game.view("umpire").pieces}
tasks = []
for piece, reach in unpack(board.reach, game.board)["pieces"].items():
    goals = [ids[option["to"]] for option in reach["options"]]
    texts = dict(zip(goals, (option["text"] for option in reach["options"])))
    tasks += [[piece, goal, texts[goal]] for goal in goals if goals.count(goal) == 1 and goal not in taken][:1]
print(json.dumps(tasks[0] if tasks else None))
"""


# Fights and draws before the first movement are answered from a cell, the last answer listed each time.
FORWARD = """
for _ in range(600):
    options = game.legal_actions()
    if any(getattr(option, "path", ()) for option in options):
        break
    game.play(options[-1])
"""


def answer_by_mouse(page: NotebookPage, board: OnBoard) -> None:
    """Click the last button of the strip, or the first order of the panel, and wait until the kernel has it.

    Where units are set up one by one there is no such button: they are left to the cell.
    """
    answers = page.value("len(game.history)")
    buttons, orders = board.find(".bw-strip-orders button:enabled"), board.find(".bw-orders .bw-order:enabled")
    if not buttons.count() + orders.count():
        return
    (buttons.last if buttons.count() else orders.first).click()
    while page.value("len(game.history)") == answers:
        page.page.wait_for_timeout(100)


@pytest.fixture(params=sorted(rulebooks()))
def page(request: pytest.FixtureRequest, lab: Lab, browser: Browser):
    name = f"board-{request.param}"
    write_notebook(lab.notebooks / f"{name}.ipynb", BEGIN.format(book=request.param))
    opened = NotebookPage(browser, lab.address(f"{name}.ipynb"))
    opened.run_all()
    yield opened
    opened.picture(name)
    opened.close()
    assert opened.errors == []


def test_the_board_of_a_game_is_played_by_mouse(page: NotebookPage) -> None:
    board = OnBoard(page)
    board.show_whole()
    for _ in range(6):  # phases before the first move are ended by their button
        task = json.loads(page.run(TASK))
        if task is not None:
            break
        answer_by_mouse(page, board)
        page.run(FORWARD)
    piece, goal, text = task
    board.show_whole()
    board.click_piece(piece)
    expect(board.find(".bw-legal path").first).to_be_visible()
    page.picture(f"board-selected-{piece}")
    if len(board.areas) > CROWDED:
        board.find(".bw-orders .bw-order").filter(has_text=text).first.click()
    else:
        board.click_space(goal)
    board.wait_for_piece(piece, goal)
    assert page.value(f'next(p.at for p in game.view("umpire").pieces if p.id == "{piece}")') == goal
