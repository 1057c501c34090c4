"""axe-core finds nothing serious on any board, in either theme, with its lists and bubbles open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from bulge_widget.rulebooks.registry import rulebooks
from tests.browser.axe import grave_faults
from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

pytestmark = pytest.mark.browser

BOOKS = sorted(rulebooks())
BEGIN = """
import bulge_widget as bw
board_{book} = bw.BoardWidget(bw.new_game("{book}", seed=1944), height=480, viewpoint="active")
board_{book}
"""


@pytest.fixture(scope="module")
def page(lab: Lab, browser: Browser) -> Iterator[NotebookPage]:
    """All boards in one notebook."""
    write_notebook(lab.notebooks / "accessible.ipynb", *(BEGIN.format(book=book) for book in BOOKS))
    opened = NotebookPage(browser, lab.address("accessible.ipynb"))
    opened.run_all()
    expect(opened.page.locator(".bw .bw-board")).to_have_count(len(BOOKS))
    yield opened
    opened.theme("JupyterLab Light")  # JupyterLab keeps the theme for the notebooks of the tests to come
    opened.close()
    assert opened.errors == []


@pytest.mark.parametrize("theme", ["Light", "Dark"])
@pytest.mark.parametrize("book", BOOKS)
def test_axe_finds_nothing_serious(page: NotebookPage, book: str, theme: str) -> None:
    page.theme(f"JupyterLab {theme}")
    board = OnBoard(page, f"board_{book}", index=BOOKS.index(book))
    expect(board.root).to_have_attribute("data-theme", theme.lower())
    board.show_whole()
    page.run(f"board_{book}.selection = ()")
    board.find("details").evaluate_all("parts => parts.forEach(part => { part.open = true; })")
    page.page.keyboard.press("?")
    page.page.keyboard.press("]")
    expect(board.find(".bw-help")).to_be_visible()
    assert grave_faults(board.root) == []
    page.page.keyboard.press("Escape")
    page.picture(f"accessible-{book}-{theme.lower()}")


def test_axe_would_notice(page: NotebookPage) -> None:
    """A button without a name: the examination itself works."""
    board = OnBoard(page, f"board_{BOOKS[0]}")
    add = "<button></button>"
    board.find(".bw-panel").evaluate("(panel, html) => panel.insertAdjacentHTML('afterbegin', html)", add)
    found = " ".join(grave_faults(board.root))
    assert "button-name" in found


CURTAIN = """
board_fab.theme = "{theme}"
for _ in range(200):
    if board_fab.scene["curtain"]:
        break
    board_fab.game.play(board_fab.game.legal_actions()[0])
"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_curtain_can_be_read_where_host_and_board_differ(page: NotebookPage, theme: str) -> None:
    page.theme("JupyterLab Light" if theme == "dark" else "JupyterLab Dark")
    page.run(CURTAIN.format(theme=theme))
    board = page.page.locator(".bw").nth(BOOKS.index("fab"))
    curtain = board.locator(".bw-curtain")
    expect(curtain).to_be_visible()
    for part in (".bw-question-text", ".bw-strip-orders", ".bw-history", ".bw-panel", ".bw-stage"):
        expect(board.locator(part)).to_be_hidden()
    curtain.scroll_into_view_if_needed()
    assert grave_faults(curtain) == []
    page.picture(f"curtain-{theme}")
