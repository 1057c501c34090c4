"""What is left of a board where no kernel runs: saved notebooks, and pages of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lab import Lab
from tests.browser.page import ARTEFACTS, NotebookPage, write_notebook

pytestmark = pytest.mark.browser

SHOWN = """
import bulge_widget as bw
game = bw.new_game("knapp", seed=3)
game
"""
Opener = Callable[..., NotebookPage]


@pytest.fixture(scope="module")
def saved(lab: Lab, browser: Browser) -> Path:
    """A notebook that was run and saved; live, the board alone is to be seen."""
    path = lab.notebooks / "saved.ipynb"
    write_notebook(path, SHOWN)
    page = NotebookPage(browser, lab.address(path.name))
    page.run_all()
    page.board.locator(".bw-piece").first.wait_for()
    expect(page.page.locator(".bw-static")).to_be_hidden()
    page.command("docmanager:save")
    page.picture("saved-live")
    page.close()
    return path


def test_a_saved_notebook_shows_a_picture_before_it_is_run(lab: Lab, saved: Path, open_notebook: Opener) -> None:
    # A copy has no kernel that still knows the widget; its contents are those that were trusted.
    copy = lab.notebooks / "reopened.ipynb"
    copy.write_bytes(saved.read_bytes())
    page = open_notebook(copy.name)
    page.wait_for_kernel()
    picture = page.page.locator("img.bw-static")
    expect(picture).to_be_visible()
    assert picture.evaluate("node => node.naturalWidth") > 100
    expect(page.page.get_by_text("Error displaying widget")).to_be_hidden()
    page.picture("saved-reopened")


def test_a_notebook_from_a_stranger_shows_the_picture_too(lab: Lab, saved: Path, open_notebook: Opener) -> None:
    """Not trusted, JupyterLab cleans the output: no style, no script, but an image stays."""
    data = json.loads(saved.read_text("utf-8"))
    for output in data["cells"][0]["outputs"]:
        output.get("metadata", {})["stranger"] = True
    data["metadata"]["stranger"] = True
    copy = lab.notebooks / "stranger.ipynb"
    copy.write_text(json.dumps(data), "utf-8")
    page = open_notebook(copy.name)
    expect(page.page.locator("img.bw-static, .jp-RenderedHTMLCommon img").first).to_be_visible()
    page.picture("saved-stranger")


def test_the_picture_follows_the_game_once_it_rests(lab: Lab, open_notebook: Opener) -> None:
    write_notebook(lab.notebooks / "follows.ipynb", SHOWN)
    page = open_notebook("follows.ipynb")
    page.run_all()
    page.board.locator(".bw-piece").first.wait_for()
    before = page.page.locator("img.bw-static").get_attribute("src")
    page.run("game.play(game.legal_actions()[0])")
    expect(page.page.locator("img.bw-static")).not_to_have_attribute("src", str(before), timeout=20_000)
    expect(page.page.locator("img.bw-static")).to_be_hidden()
    expect(page.board).to_be_visible()


def test_running_a_cell_again_makes_no_second_board(lab: Lab, open_notebook: Opener) -> None:
    write_notebook(lab.notebooks / "again.ipynb", SHOWN)
    page = open_notebook("again.ipynb")
    page.run_all()
    page.board.wait_for()
    page.run_cell("game")
    page.run_cell("game")
    count = "sum(type(w).__name__ == 'BoardWidget' for w in ipywidgets.widgets.widget._instances.values())"
    page.run("import ipywidgets.widgets.widget")
    assert page.value(count) == 1


AGAIN = """
import bulge_widget as bw
made = globals().setdefault("made", [])
game = globals().get("game") or bw.new_game("knapp", seed=3)
made.append(bw.BoardWidget(game))
made[-1]
"""


def test_an_old_board_rests_when_its_cell_is_run_again(lab: Lab, open_notebook: Opener) -> None:
    write_notebook(lab.notebooks / "rests.ipynb", AGAIN)
    page = open_notebook("rests.ipynb")
    for _ in range(2):
        page.run_all()
        page.board.locator(".bw-piece").first.wait_for()
    for _ in range(50):
        if page.value("[board._view_count for board in made]") == [0, 1]:
            break
        page.page.wait_for_timeout(100)
    before = page.value("[board.seq for board in made]")
    page.run("game.play(game.legal_actions()[0])")
    assert page.value("[board.seq for board in made]") == [before[0], before[1] + 1]


def test_a_dark_notebook_has_a_dark_board(lab: Lab, open_notebook: Opener) -> None:
    write_notebook(lab.notebooks / "dark.ipynb", SHOWN)
    page = open_notebook("dark.ipynb")
    page.run_all()
    page.board.locator(".bw-piece").first.wait_for()
    expect(page.board).to_have_attribute("data-theme", "light")
    page.theme("JupyterLab Dark")
    expect(page.board).to_have_attribute("data-theme", "dark")
    expect(page.page.locator("img.bw-static")).to_have_css("color-scheme", "dark")
    page.picture("dark")
    page.theme("JupyterLab Light")
    expect(page.board).to_have_attribute("data-theme", "light")


def test_an_exported_page_asks_the_network_for_nothing(browser: Browser, tmp_path: Path) -> None:
    import bulge_widget as bw  # noqa: PLC0415  the front end must be built by now

    board = bw.BoardWidget(bw.new_game("knapp", seed=3))
    board.to_html(tmp_path / "page.html", title="16 December <1944>")
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.locator("svg").first).to_be_visible()
    assert page.title() == "16 December <1944>"
    land = "() => getComputedStyle(document.querySelector('svg > rect')).fill"
    colours = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colours.append(page.evaluate(land))
    assert colours == ["rgb(222, 211, 186)", "rgb(29, 33, 31)"]
    page.emulate_media(color_scheme="light")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / "exported-page.png")
    page.close()
    board.close()
