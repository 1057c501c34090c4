"""The notebook that a new user opens, in JupyterLab, from its first cell to its last."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.board import OnBoard
from tests.browser.page import NotebookPage

pytestmark = pytest.mark.browser


def test_the_example_runs_and_its_board_follows(open_notebook: Callable[..., NotebookPage]) -> None:
    page = open_notebook("knapp.ipynb")
    page.run_all()
    page.page.evaluate("window.jupyterapp.shell.currentWidget.content.scrollToItem(1, 'start')")
    board = OnBoard(page)
    board.wait_for_piece("ge-1ss", "losheim-gap")
    expect(board.piece("ge-2pz")).to_have_class(page.word("bw-selected"))
    expect(board.find(".bw-live")).to_contain_text("the race")
    page.picture("example")
