"""Whole random games of every scenario: they end, and every state on the way holds."""

from __future__ import annotations

import json
import random

import pytest

from tests.rulebooks.botb.table import BOOK

MOST_ANSWERS = 20_000


def played_out(scenario, seed):
    """Play at random to the end, checking every state; the snapshot of every 50th is read back."""
    choose = random.Random(seed).choice  # noqa: S311  play, not secrets
    state = BOOK.setup(scenario, {})[0]
    for number in range(MOST_ANSWERS):
        decision = BOOK.decision(state)
        if decision is None:
            return state
        action = choose(decision.options.of(choose(decision.options.keys())))
        assert BOOK.why_not(state, action) is None
        state, _ = BOOK.apply(state, action)
        assert BOOK.invariants(state) == ()
        if number % 50 == 0:
            assert BOOK.position(json.loads(json.dumps(BOOK.snapshot(state)))) == state
    raise AssertionError(f"seed {seed}: no end after {MOST_ANSWERS} answers")


@pytest.mark.parametrize("scenario", ["45", "47"])
def test_a_random_game_ends(scenario):
    end = played_out(scenario, 7)
    assert BOOK.outcome(end).level in BOOK.levels


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_two_hundred_random_campaigns_end(first):
    """In parts, so that all processors have their share."""
    for seed in range(first, first + 20):
        assert BOOK.outcome(played_out("46", seed)) is not None
