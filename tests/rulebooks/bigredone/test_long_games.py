"""The examination once more in games that nobody wins before the last turn.

Random play loses the game for the German side within days. With levels nobody reaches it meets what comes later:
units out of supply, resupply, the British and their release, and units off the map.
"""

from __future__ import annotations

import csv
import itertools
import shutil

import pytest

from bulge_widget import new_game
from bulge_widget.core.event import MarkerCleared, MarkerSet
from tests.rulebooks import play
from tests.rulebooks.bigredone.table import PARTS, happened, of_kind


@pytest.fixture(scope="module")
def maps(tmp_path_factory):
    """The components with levels that are never met before the last turn."""
    folder = tmp_path_factory.mktemp("maps")
    shutil.copytree(PARTS.board.folder, folder / "bigredone", ignore=shutil.ignore_patterns("*.json", "*.png"))
    path = folder / "bigredone" / "turns.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows[:-1]:
        row |= {"german": "9999", "allied": "-9999"}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return folder


CHOICES = {"weather": "variable", "airdrop": True, "mist_for_both": True}


SEEDS = [300, 301, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(302, 320))]


@pytest.mark.parametrize("seed", SEEDS)
def test_eighteen_turns_of_random_play_hold(maps, seed):
    game = new_game("bigredone", seed=seed, options=CHOICES if seed % 2 else {}, maps=maps)
    for number, (state, _) in enumerate(play.answers(game, seed)):
        if number % 20 == 0:
            play.snapshot_agrees(game.rulebook, state)
        if number % 90 == 0:
            play.options_agree(game.rulebook, state)
    assert game.turn == 18
    assert game.outcome is not None


def test_long_games_meet_what_short_ones_do_not(maps):
    met = set()
    for seed in range(310, 316):
        game = new_game("bigredone", seed=seed, maps=maps)
        for _ in play.answers(game, seed):
            pass
        met |= {type(node.action).__name__ for node in game.history[1:]}
        told = happened(game)
        met |= {event.kind for event in itertools.chain(of_kind(told, MarkerSet), of_kind(told, MarkerCleared))}
    assert {"Activate", "Stay", "Enter", "Resupply", "Exchange", "Lose", "Hold", "Support", "Interdict"} <= met
    assert {"british-limits", "mech-movement", "resupply", "german-interdiction", "allied-interdiction"} <= met
