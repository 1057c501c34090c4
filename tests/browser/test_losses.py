"""A fire at the board: its dice entered by hand, its loss taken by a click on a unit, both told in the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GERMANS = ("ge-18vg", "ge-62vg")
FIRE = f"""
import bulge_widget as bw
units = {{unit: {{"at": "schnee-eifel"}} for unit in {("us-106id", *GERMANS)}}}
position = {{"turn": 2, "phase": "defensive-fire", "phasing": "german", "units": units}}
game = bw.new_game("knapp", position=position, dice="ask")
board = bw.BoardWidget(game, height=560)
board
"""
FACES = (6, 1, 1, 1)


def test_dice_are_entered_and_a_loss_is_taken_by_a_click(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> None:
    write_notebook(lab.notebooks / "losses.ipynb", FIRE)
    page = open_notebook("losses.ipynb")
    page.run_all()
    board = OnBoard(page)
    for face in FACES:
        board.find(f'.bw-die-key[aria-label="A {face} was rolled"]').click()
    board.find(".bw-ask .bw-primary").click()
    expect(board.find(".bw-pieces .bw-target")).to_have_count(len(GERMANS))
    expect(board.find(".bw-log")).to_contain_text("dice entered by hand")
    page.picture("losses-asked")
    before = steps(page)
    board.show_whole()
    board.click_piece(GERMANS[1])
    expect(board.find(".bw-pieces .bw-target")).to_have_count(0)
    assert steps(page) == {**before, GERMANS[1]: before[GERMANS[1]] - 1}
    page.picture("losses-taken")


def steps(page: NotebookPage) -> dict[str, int]:
    told: dict[str, int] = page.value(
        '{piece.id: piece.steps for piece in game.view("umpire").pieces if piece.side == "german"}'
    )
    return {unit: told[unit] for unit in GERMANS}
