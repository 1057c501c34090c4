"""The kernel goes, or the page does: the board stays readable, says so, and the game is taken up again."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook
from tests.browser.test_play import TASK, Task

pytestmark = pytest.mark.browser

BEGIN = """
import os
os.environ.pop("BULGE_WIDGET_KEEP", None)  # as in a notebook of one's own
import bulge_widget as bw
game = bw.new_game("knapp", seed=1944)
board = bw.BoardWidget(game, height=480)
board
"""
SILENT = "does not answer"


def test_a_game_outlives_page_and_kernel(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> None:
    write_notebook(lab.notebooks / "killed.ipynb", BEGIN)
    page = open_notebook("killed.ipynb")
    page.run_all()
    board = OnBoard(page)
    expect(board.find(".bw-kept")).to_be_hidden()
    task = Task(*json.loads(page.run(TASK)))
    board.show_whole()
    board.click_piece(task.piece)
    board.click_space(task.goal)
    board.wait_for_piece(task.piece, task.goal)
    played, pieces = page.value("len(game.history)"), board.find(".bw-pieces .bw-piece").count()

    page.command("docmanager:save")
    page.open(page.page.url)  # the kernel lives on, and knows the board
    page.wait_for_kernel()
    board = OnBoard(page)
    board.wait_for_piece(task.piece, task.goal)
    expect(board.find(".bw-strip-orders button").first).to_be_enabled()

    os.kill(page.value("os.getpid()"), signal.SIGKILL)
    page.page.locator(".jp-Dialog").wait_for(timeout=30_000)  # the kernel has died, it says
    page.close_dialogs()
    board.wait_for_piece(task.piece, task.goal)
    assert board.find(".bw-pieces .bw-piece").count() == pieces
    board.find(".bw-strip-orders button").first.click()
    expect(board.find(".bw-wire")).to_contain_text(SILENT)
    page.picture("killed")

    page.run_all()
    expect(board.find(".bw-wire")).to_be_hidden()
    board = OnBoard(page)
    board.wait_for_piece(task.piece, task.start)
    page.picture("killed-offer")
    board.find(".bw-kept button").first.click()
    board.wait_for_piece(task.piece, task.goal)
    expect(board.find(".bw-kept")).to_be_hidden()
    assert page.value("len(game.history)") == played
    board.find(".bw-history button").first.click()
    board.wait_for_piece(task.piece, task.start)
