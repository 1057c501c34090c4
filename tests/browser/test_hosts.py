"""Where else the board works: Notebook 7, Voilà and marimo, each opened, looked at and played on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.lab import Lab
from tests.browser.marimo_app import Marimo
from tests.browser.page import ARTEFACTS, NotebookPage, write_notebook
from tests.browser.test_play import BEGIN

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LEAST_PATHS = 15  # the merged classes of ground on the smallest board
# The middle of a piece that may act and that no other piece, list or tool covers.
FREE = """root => {
  for (const piece of root.querySelectorAll(".bw-pieces .bw-may")) {
    const box = piece.querySelector(".bw-body").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = root.getRootNode().elementFromPoint(x, y);
    if (piece.contains(top)) return [x, y, piece.dataset.piece];
  }
  throw new Error("no unit to click on");
}"""


def play_once(page: Page, board: Locator, name: str) -> None:
    """Look at the map, click a unit on it, give it an order, and find the order in the log and in Undo."""
    board.locator(".bw-pieces .bw-may").first.wait_for(timeout=60_000)
    expect(board.locator(".bw-ground image").first).to_be_attached()
    assert board.locator(".bw-ground path").count() >= LEAST_PATHS
    board.locator(".bw-board").scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    x, y, piece = board.evaluate(FREE)
    page.mouse.click(x, y)
    expect(board.locator(f'.bw-pieces .bw-selected[data-piece="{piece}"]')).to_have_count(1)
    board.locator(".bw-orders .bw-order").first.click()
    expect(board.locator(".bw-history button").first).to_have_attribute("aria-disabled", "false")
    expect(board.locator(".bw-log .bw-entry-line").first).to_be_attached()
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"host-{name}.png")


def test_notebook_7(lab: Lab, browser: Browser) -> None:
    write_notebook(lab.notebooks / "host.ipynb", BEGIN)
    running = NotebookPage(browser, lab.address("host.ipynb", app="notebooks"))
    assert "/notebooks/" in running.page.url
    running.run_all()
    play_once(running.page, running.board, "notebook")
    assert running.value("len(game.history)") >= 1
    expect(running.page.locator("img.bw-static")).to_be_hidden()
    running.page.wait_for_timeout(3000)  # until the game rests and its picture is drawn anew
    running.command("docmanager:save")
    running.close()
    (lab.notebooks / "host-copy.ipynb").write_bytes((lab.notebooks / "host.ipynb").read_bytes())
    reopened = NotebookPage(browser, lab.address("host-copy.ipynb", app="notebooks"))
    expect(reopened.page.locator("img.bw-static, .jp-RenderedHTMLCommon img").first).to_be_visible()
    reopened.picture("host-notebook-reopened")
    reopened.close()
    assert running.errors + reopened.errors == []


def test_voila(lab: Lab, browser: Browser) -> None:
    write_notebook(lab.notebooks / "voila.ipynb", BEGIN)
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(f"http://127.0.0.1:{lab.port}/voila/render/voila.ipynb?token={lab.token}", timeout=60_000)
    play_once(page, page.locator(".bw").first, "voila")
    page.close()


def test_marimo(browser: Browser, tmp_path: Path) -> None:
    with Marimo(tmp_path) as server:
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        page.goto(server.address, timeout=60_000)
        play_once(page, page.locator(".bw").first, "marimo")
        page.close()
