"""A whole game on one board in JupyterLab, by nothing but clicks, from the first turn to the verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bulge_widget import new_game
from tests.browser.board import OnBoard
from tests.browser.hand import Hand
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = 1944
BEGIN = f"""
import bulge_widget as bw
game = bw.new_game("knapp", seed={SEED})
board = bw.BoardWidget(game, height=600)
board
"""
CLICKS = 6  # in one phase, before its player ends it
MOST_CLICKS = 1000
KERNEL = """{
    "turn": f"Turn {game.turn} of 10",
    "score": game.score().text,
    "pieces": sorted(piece.id for piece in game.view("umpire").pieces if piece.at in game.board.index),
}"""
ANSWERS = '[str(node.action) for node in game.history if node.seat in ("german", "allied")]'
VERDICT = '{"level": game.outcome.level, "winner": game.outcome.winner, "reason": game.outcome.reason}'
TITLES = {  # 1 as the board words the levels of victory
    "german-strategic": "German strategic victory",
    "german-operational": "German operational victory",
    "german-tactical": "German tactical victory",
    "allied-victory": "American victory",
}


def look(hand: Hand, page: NotebookPage) -> dict[str, Any]:
    """Compare board and kernel, and keep a picture."""
    seen, kernel = hand.seen, page.value(KERNEL)
    assert {"turn": seen["turn"], "score": seen["score"], "pieces": sorted(seen["pieces"])} == kernel
    page.picture(f"whole-{seen['turn'].split()[1]:0>2}")
    return seen


def play(hand: Hand, page: NotebookPage) -> list[str]:
    """Click until the game is over; gives the turns as they came."""
    turns: list[str] = []
    clicks: dict[str, int] = {}
    while (seen := hand.seen)["seat"] != "Game over":
        if seen["turn"] not in turns:
            turns.append(look(hand, page)["turn"])
        phase = seen["turn"] + seen["phase"]
        clicks[phase] = clicks.get(phase, 0) + 1
        assert hand.clicks < MOST_CLICKS
        hand.act(tired=clicks[phase] > CLICKS)
    return turns


def test_a_whole_game_is_played_with_the_mouse_alone(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> None:
    write_notebook(lab.notebooks / "whole.ipynb", BEGIN)
    page = open_notebook("whole.ipynb", reduced_motion="reduce")
    page.run_all()
    hand = Hand(OnBoard(page), seed=16)
    hand.press_tool("Whole board")
    assert play(hand, page) == [f"Turn {turn} of 10" for turn in range(1, 11)]
    seen, verdict = look(hand, page), page.value(VERDICT)
    page.picture("whole-verdict")
    assert seen["question"] == verdict["reason"]
    assert seen["question"].startswith(TITLES[verdict["level"]])
    assert not seen["may"]
    assert not seen["ends"]
    answers = page.value(ANSWERS)
    assert len(answers) == hand.answers
    assert code_alone(answers) == verdict


def code_alone(answers: list[str]) -> dict[str, str]:
    """The end of the same game, played without a board: the same seed and the same orders."""
    game = new_game("knapp", seed=SEED)
    for answer in answers:
        game.play(answer)
    outcome = game.outcome
    assert outcome is not None
    return {"level": outcome.level, "winner": outcome.winner, "reason": outcome.reason}
