"""Odds before an attack is ordered and battles of a phase, in JupyterLab by mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage
from tests.browser.showing import running

pytestmark = pytest.mark.browser

BEGIN = """
import bulge_widget as bw
game = bw.new_game("bigredone", seed=1944)
while not any(isinstance(option, game.rulebook.risks) for option in game.legal_actions()):
    game.play(game.legal_actions()[0])
board = bw.BoardWidget(game, height=600, viewpoint="umpire")
board
"""


@pytest.fixture(scope="module")
def page(lab: Lab, browser: Browser) -> Iterator[NotebookPage]:
    with running(lab, browser, "odds", BEGIN) as opened:
        yield opened


def test_an_attack_is_shown_with_its_odds_before_and_as_a_battle_after_it_is_ordered(page: NotebookPage) -> None:
    board = OnBoard(page)
    board.show_whole()
    piece, goal = page.value("[game.legal_actions()[0].unit, game.legal_actions()[0].hex]")
    answers = page.value("len(game.history)")
    board.click_piece(piece)
    expect(board.find(".bw-odds .bw-odds-head b").first).to_contain_text("table, column")
    told = page.value("[o.title for o in game.explain(game.legal_actions()[0]).odds]")
    assert board.find(".bw-odds .bw-odds-head b").all_inner_texts() == told
    assert page.value("len(game.history)") == answers
    page.picture("odds-before")
    board.click_space(goal)
    battle = board.find(".bw-battle")
    expect(battle).to_have_count(1)
    expect(battle.locator(".bw-ratio")).to_have_text(page.value("game.rulebook.plan(game.state).battles[0].ratio"))
    battle.hover()
    expect(board.find(".bw-pieces .bw-piece.bw-pointed")).to_have_count(2)
    page.picture("odds-battle")
