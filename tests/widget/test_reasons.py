"""The reason beside the pointer, on the real board: it names what stands in the way."""

from __future__ import annotations

import pytest

import bulge_widget as bw
from bulge_widget.widget.reasons import why

START = "hallschlag"  # where 1. SS-Panzer begins


@pytest.mark.parametrize(
    ("space", "words"),
    [
        ("bastogne", "may cover 3"),
        ("st-vith", "Losheim Gap"),
        ("dinant", "may cover 3"),
    ],
)
def test_a_space_out_of_reach_names_what_stands_in_the_way(space: str, words: str) -> None:
    game = bw.new_game("knapp", seed=1944)
    reason = why(game, "umpire", "ge-1ss", space)
    assert reason is not None
    text, rule = reason
    assert words in text
    assert rule == "5"


def test_a_space_within_reach_has_no_reason() -> None:
    game = bw.new_game("knapp", seed=1944)
    assert why(game, "german", "ge-1ss", "losheim-gap") == ("", "")


def test_a_piece_that_is_not_there_has_no_reason() -> None:
    assert why(bw.new_game("knapp", seed=1944), "umpire", "ge-9xx", "bastogne") is None


def test_every_pair_of_piece_and_space_is_answered() -> None:
    """Units waiting beside the map, and those of the other side, included."""
    game = bw.new_game("knapp", seed=1944)
    before = game.state
    for piece in game.view("umpire").pieces:
        for space in ("bastogne", "schleiden", "namur"):
            reason = why(game, "umpire", piece.id, space)
            assert reason is not None
            assert bool(reason[0]) == bool(reason[1])
    assert game.state is before
