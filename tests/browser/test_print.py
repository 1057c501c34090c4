"""On paper: the whole map on one page, light, sharp, and nothing that can only be clicked."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from bulge_widget.rulebooks.registry import rulebooks
from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import ARTEFACTS, NotebookPage
from tests.browser.showing import running

pytestmark = pytest.mark.browser

BEGIN = """
import bulge_widget as bw
game = bw.new_game("{book}", seed=1944)
for _ in range(12):
    game.play(game.legal_actions()[0])
board = bw.BoardWidget(game, viewpoint="umpire", theme="dark")
board
"""
BOOKS = [book if book == "knapp" else pytest.param(book, marks=pytest.mark.slow) for book in sorted(rulebooks())]
LIGHT_PAGE = "rgb(222, 211, 186)"
PAPER = {"width": 718, "height": 1047}  # A4 with margins of 10 mm
ASKED = """root => {
  const box = (css) => root.querySelector(css)?.getBoundingClientRect().toJSON();
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const shown = (css) => [...root.querySelectorAll(css)].filter(seen).length;
  const world = root.querySelector(".bw-live > g").getScreenCTM();
  const log = root.querySelector(".bw-log ol");
  return {
    page: getComputedStyle(root.querySelector(".bw-board")).backgroundColor,
    frame: getComputedStyle(root.querySelector(".bw-frame")).backgroundColor,
    exact: getComputedStyle(root.querySelector(".bw-board")).printColorAdjust,
    whole: getComputedStyle(root.querySelector(".bw-board")).breakInside,
    board: box(".bw-board"), credit: box(".bw-credit"), world: [world.a, world.e, world.f],
    buttons: shown(".bw-history, .bw-tools, .bw-strip-orders, .bw-orders, .bw-switches"),
    told: shown(".bw-credit, .bw-question-text, .bw-turn"),
    cut: log.scrollHeight - log.clientHeight,
  };
}"""


def pages_of(page: Page, name: str, *, across: bool = False) -> list[str]:
    """Print a page on A4; the text of each sheet."""
    ARTEFACTS.mkdir(exist_ok=True)
    page.emulate_media(media="null")  # else it would print what is on the screen
    pdf = page.pdf(path=ARTEFACTS / f"{name}.pdf", format="A4", landscape=across, prefer_css_page_size=True)
    return [sheet.extract_text() for sheet in PdfReader(io.BytesIO(pdf)).pages]


def fit_of(ground: Any) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = ground["fit"]
    return [(x0, y0), (x1, y1)]


@pytest.fixture(scope="module", params=BOOKS)
def page(request: pytest.FixtureRequest, lab: Lab, browser: Browser) -> Iterator[NotebookPage]:
    with running(lab, browser, f"print-{request.param}", BEGIN.format(book=request.param)) as opened:
        opened.board.locator(".bw-pieces .bw-piece").first.wait_for()
        expect(opened.board.locator(".bw-log li").first).to_be_attached()
        yield opened


@pytest.fixture
def board(page: NotebookPage) -> OnBoard:
    in_a_window(page)
    return OnBoard(page)


def in_a_window(page: NotebookPage) -> None:
    """Come back from paper; that it is tried again within one frame would not be noticed."""
    page.page.set_viewport_size({"width": 1280, "height": 1000})
    page.page.emulate_media(media="null")
    expect(page.page.locator(".bw-carries")).to_have_count(0)


def on_paper(page: NotebookPage) -> dict[str, Any]:
    page.page.set_viewport_size(PAPER)
    page.page.emulate_media(media="print")
    page.page.wait_for_timeout(300)
    asked: dict[str, Any] = page.board.evaluate(ASKED)
    return asked


def test_a_dark_board_is_light_and_whole_on_paper_and_dark_again_afterwards(page: NotebookPage, board: OnBoard) -> None:
    board.settle()
    before = board.root.evaluate(ASKED)
    assert before["page"] != LIGHT_PAGE
    paper = on_paper(page)
    assert (paper["page"], paper["exact"], paper["whole"]) == (LIGHT_PAGE, "exact", "avoid")
    assert paper["frame"] == "rgb(255, 255, 255)"
    assert (paper["buttons"], paper["told"], paper["cut"]) == (0, 3, 0)
    frame, (k, x, y) = paper["board"], paper["world"]
    for wx, wy in fit_of(page.value("board.ground")):
        assert frame["left"] - 1 <= wx * k + x <= frame["right"] + 1
        assert frame["top"] - 1 <= wy * k + y <= frame["bottom"] + 1
    assert frame["width"] > 0.85 * PAPER["width"]
    assert frame["height"] < PAPER["height"]
    page.picture(f"on-paper-{page.value('game.rulebook.info.id')}")
    in_a_window(page)
    board.settle()
    after = board.root.evaluate(ASKED)
    assert (after["page"], after["board"]["width"]) == (before["page"], before["board"]["width"])
    assert after["world"][0] == pytest.approx(before["world"][0])
    expect(page.page.locator(".bw-carries")).to_have_count(0)


def test_the_printed_notebook_has_the_map_on_one_sheet_and_the_log_below(page: NotebookPage, board: OnBoard) -> None:
    board.settle()
    sheets = pages_of(page.page, f"notebook-{page.value('game.rulebook.info.id')}")
    names = [row["text"] for row in page.value("board.ground['labels']") if row["cls"] == "place" and not row["from"]]
    held = [sum(name in sheet for name in names) for sheet in sheets]
    assert max(held) > 0.9 * len(names), "names are letters, not pixels, and stand together"
    told = "".join(sheets)
    assert all(row["text"].split()[0] in told for row in page.value("board.scene['log']"))
    assert "GeoNames" in told
    assert "Settings" not in told, "the menus of JupyterLab are no part of a lesson"


def test_a_part_that_was_enlarged_by_hand_is_what_is_printed(page: NotebookPage, board: OnBoard) -> None:
    board.show_whole()
    whole = on_paper(page)["world"][0]
    in_a_window(page)
    board.settle()
    for _ in range(2):
        board.find('.bw-tool[title^="Zoom in"]').first.click()
        board.settle()
    assert on_paper(page)["world"][0] > 1.5 * whole


def test_a_board_in_a_closed_tab_takes_no_other_notebook_off_the_paper(page: NotebookPage, board: OnBoard) -> None:
    hide = "(root, how) => { root.closest('.jp-Cell').style.display = how; }"
    board.root.evaluate(hide, "none")
    page.page.emulate_media(media="print")
    expect(page.page.locator(".jp-Notebook")).to_be_visible()
    page.page.wait_for_timeout(200)
    expect(page.page.locator(".bw-carries")).to_have_count(0)
    in_a_window(page)
    page.page.wait_for_timeout(100)
    board.root.evaluate(hide, "")
    on_paper(page)
    expect(page.page.locator(".jp-NotebookPanel.bw-carries")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("book", BOOKS)
def test_an_exported_page_is_one_light_sheet_upright_and_across(
    browser: Browser, tmp_path: Path, book: str, theme: str
) -> None:
    import bulge_widget as bw  # noqa: PLC0415  the front end must be built by now

    with_board = bw.BoardWidget(bw.new_game(book, seed=3), theme=theme)
    with_board.to_html(tmp_path / "page.html")
    page = browser.new_page(color_scheme="dark")
    page.goto((tmp_path / "page.html").as_uri())
    names = [row["text"] for row in with_board.ground["labels"] if row["cls"] == "place" and not row["from"]]
    for across in (False, True):
        (sheet,) = pages_of(page, f"exported-{book}-{theme}-{'across' if across else 'upright'}", across=across)
        assert sum(name in sheet for name in names) > 0.9 * len(names)
        assert "GeoNames" in sheet
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.querySelector('svg > rect')).fill") == LIGHT_PAGE
    assert page.evaluate("getComputedStyle(document.querySelector('svg')).printColorAdjust") == "exact"
    page.set_viewport_size({"width": 1040, "height": 720})  # across: what lies beside the map is not on the sheet
    box, view = page.evaluate(
        "[document.querySelector('svg').getBoundingClientRect(), document.querySelector('svg').viewBox.baseVal]"
        ".map(area => area.width / area.height)"
    )
    assert box == pytest.approx(view, rel=0.01)
    page.close()
    with_board.close()


def test_the_saved_picture_of_a_dark_board_is_light_on_paper(page: NotebookPage, lab: Lab) -> None:
    """What File > Print gives: a page made of the saved notebook, with the still picture in it."""
    in_a_window(page)
    expect(page.page.locator("img.bw-static")).to_be_attached()
    page.command("docmanager:save")
    name = f"print-{page.value('game.rulebook.info.id')}.ipynb"
    page.page.goto(f"http://127.0.0.1:{lab.port}/nbconvert/html/{name}?download=false&token={lab.token}")
    picture = page.page.locator("img.bw-static")
    expect(picture).to_be_visible()
    expect(page.page.get_by_text("<BoardWidget")).to_be_hidden()
    shades = {}
    for media in ("screen", "print"):
        page.page.emulate_media(media=media, color_scheme="dark")
        page.page.wait_for_timeout(200)
        (shades[media],) = ImageStat.Stat(Image.open(io.BytesIO(picture.screenshot())).convert("L")).mean
    assert shades["screen"] < 100
    assert shades["print"] > 170
    expect(page.page.get_by_text("Run the cell to play")).to_be_hidden()
    expect(page.page.get_by_text("GeoNames")).to_be_visible()
    sheets = pages_of(page.page, f"saved-{name}")
    assert len(sheets) <= 2


CURTAIN = """
import bulge_widget as bw
game = bw.new_game("fab", seed=1)
board = bw.BoardWidget(game, viewpoint="active")
while not board.scene["curtain"]:
    game.play(game.legal_actions()[0])
board
"""


def test_nothing_is_printed_behind_the_curtain(lab: Lab, browser: Browser) -> None:
    with running(lab, browser, "print-curtain", CURTAIN) as page:
        expect(page.board.locator(".bw-curtain")).to_be_visible()
        told = "".join(pages_of(page.page, "curtain"))
        assert "Hand over" in told
        assert "St. Vith" not in told
        assert not [row["text"] for row in page.value("board.scene['log']") if row["text"] in told]
