"""A person who throws the dice is told what the faces mean, and an answer that had no other is told with its order."""

from __future__ import annotations

import random
import re

import pytest

import bulge_widget as bw
from bulge_widget.core.dice import in_words
from bulge_widget.core.event import Answered, Scored
from bulge_widget.rulebooks.registry import open_rulebook

BOOK = open_rulebook("bigredone")


@pytest.mark.parametrize(
    ("results", "words"),
    [
        (("a",) * 6, "1-6 a"),
        (("a", "b", "b", "a", "a", "c"), "1 a, 2-3 b, 4-5 a, 6 c"),
    ],
)
def test_faces_in_words(results, words):
    assert in_words(results) == words


def test_every_throw_tells_what_its_faces_mean():
    game, rng = bw.new_game("bigredone", seed=2, dice="ask", options={"weather": "variable"}), random.Random(2)  # noqa: S311
    kinds = set()
    for _ in range(120):
        if game.decision is None:
            break
        if game.decision.seat == "chance":
            assert re.search(r": (1|1-\d) ", game.decision.prompt), game.decision.prompt
            assert re.search(r"\b6\b|-6 ", game.decision.prompt), game.decision.prompt
            kinds.add(game.decision.prompt.split()[0])
        game.play(rng.choice(list(game.legal_actions())))
    assert {"Weather", "The"} <= kinds


def test_words_of_an_only_choice_and_of_one_point():
    assert BOOK.describe(Answered("10.1", "allied", "stay us-99id")).endswith(" stays where it is: no other choice")
    assert BOOK.describe(Scored("15.0", "german", 1)) == "The German side has 1 victory point"
    assert BOOK.describe(Scored("15.0", "german", 2)) == "The German side has 2 victory points"


def test_the_differential_is_told_as_it_stands():
    assert bw.new_game("bigredone", seed=2).score().text.startswith("Differential 0 as it stands: ")
