"""Every question of a turn can be answered with the buttons beside the map: the way without a pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

pytestmark = pytest.mark.browser

BEGIN = """
import bulge_widget as bw
game = bw.new_game("knapp", seed=5)
board = bw.BoardWidget(game, viewpoint="active", height=400)
board
"""
MOVES = 4  # in one phase, before it is ended


def visible(places: Locator) -> list[Locator]:
    return [place for place in places.all() if place.is_visible() and place.is_enabled()]


def answer(page: NotebookPage, step: int, tired: bool) -> None:
    """Press a button that answers the open question; a unit first where only units are listed."""
    ends = visible(page.board.locator(".bw-question button"))
    units = visible(page.board.locator(".bw-orders .bw-unit"))
    if units and not visible(page.board.locator(".bw-orders .bw-order")) and not (tired and ends):
        units[step * 7 % len(units)].click()
    orders = visible(page.board.locator(".bw-orders .bw-order"))
    buttons = ends if (tired or not orders) and ends else orders
    if buttons:  # a click on a unit with one meaning has answered already
        buttons[step * 5 % len(buttons)].click()


def test_a_turn_is_played_with_buttons_alone(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> None:
    write_notebook(lab.notebooks / "turn.ipynb", BEGIN)
    page = open_notebook("turn.ipynb")
    page.run_all()
    page.board.locator(".bw-pieces .bw-piece").first.wait_for()
    phases: list[str] = []
    for step in range(120):
        turn, phase = page.value("[game.turn, game.phasing + ' ' + game.phase]")
        if turn == 2:
            break
        phases.append(phase)
        before = page.value("board.seq")
        answer(page, step, tired=phases.count(phase) > MOVES)
        for _ in range(100):
            if page.value("board.seq") > before:
                break
            page.page.wait_for_timeout(20)
        else:
            page.picture("turn-stuck")
            pytest.fail(f"no button answered: {page.board.locator('.bw-question').inner_text()}")
    assert turn == 2
    assert {"german movement", "allied movement"} <= set(phases)
    page.picture("turn-two")
