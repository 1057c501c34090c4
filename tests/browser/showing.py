"""A notebook that all tests of a file share, and its board brought back to the start of the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

__all__ = ["at_the_start", "running"]


@contextmanager
def running(lab: Lab, browser: Browser, name: str, *cells: str, **context: object) -> Iterator[NotebookPage]:
    """Write a notebook and run it; at the end leave a picture, and fail if a script failed on its page."""
    write_notebook(lab.notebooks / f"{name}.ipynb", *cells)
    page = NotebookPage(browser, lab.address(f"{name}.ipynb"), **context)
    page.run_all()
    yield page
    page.picture(f"{name}-last")
    page.close()
    assert page.errors == []


def at_the_start(page: NotebookPage, *also: str) -> OnBoard:
    """Go back to `start`, deselect, and show the whole board."""
    board = OnBoard(page)
    page.run("; ".join(("game.goto(start)", "board.selection = ()", *also)))
    board.show_whole()
    return board
