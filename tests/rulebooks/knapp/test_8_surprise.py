"""8 Surprise: on the first turn, one die a side in every area before the U.S. fire there."""

from __future__ import annotations

import pytest

from bulge_widget import new_game
from bulge_widget.core.decision import Roll
from bulge_widget.core.event import Rolled
from tests.rulebooks.knapp.table import happened, of_kind, position, situation, steps

PAIR = {"us-106id": "schnee-eifel", "ge-18vg": "schnee-eifel"}
FIRE = {"phase": "defensive-fire", "phasing": "german", "turn": 1}


@pytest.mark.parametrize(
    ("german", "allied", "surprise"), [(4, 3, True), (3, 3, True), (1, 1, True), (3, 4, False), (1, 6, False)]
)
def test_8_surprise_with_an_equal_or_higher_die(german, allied, surprise):
    game = situation(PAIR, dice=[german, allied, *([] if surprise else [6, 1, 1, 1]), 3, 3], **FIRE)
    assert steps(game, "ge-18vg") == (4 if surprise else 3)
    rolled = [event for event in of_kind(happened(game), Rolled) if event.what == "surprise"]
    assert rolled == [
        Rolled("8", (german, allied), "surprise", "surprise" if surprise else "no surprise", (), "schnee-eifel")
    ]


def test_R25_one_roll_in_every_contested_area():
    units = PAIR | {"us-28id": "clervaux", "ge-2pz": "clervaux"}
    game = situation(units, "fire clervaux", dice=[6, 1, 1, 6, 6, 1, 1, 1, 3, 3], **FIRE)
    surprised = [(event.at, event.result) for event in of_kind(happened(game), Rolled) if event.what == "surprise"]
    assert surprised == [("clervaux", "surprise"), ("schnee-eifel", "no surprise")]
    assert (steps(game, "ge-2pz"), steps(game, "ge-18vg")) == (6, 3)


def test_R25_only_on_turn_1():
    game = situation(PAIR, dice=[6, 1, 1, 1], phase="defensive-fire", phasing="german", turn=2)
    assert [event.what for event in of_kind(happened(game), Rolled)] == ["defensive fire"]


def test_R25_german_fire_is_never_surprised():
    game = situation(PAIR, dice=[6, 1, 1, 1], phase="defensive-fire", phasing="allied", turn=1)
    assert [event.what for event in of_kind(happened(game), Rolled)] == ["defensive fire"]
    assert steps(game, "us-106id") == 3


def test_R25_german_fire_later_in_turn_1_in_an_area_that_was_surprised():
    game = situation(PAIR, "end-move", dice=[6, 1, 6, 1, 1, 1], **FIRE)
    assert (steps(game, "us-106id"), steps(game, "ge-18vg")) == (3, 4)


def test_8_no_roll_where_nothing_is_contested():
    game = situation({"us-106id": "st-vith", "ge-18vg": "schnee-eifel"}, dice=[], **FIRE)
    assert not of_kind(happened(game), Rolled)


def test_8_weights_of_the_two_outcomes():
    game = new_game("knapp", position=position(PAIR, **FIRE), dice="ask")
    assert game.decision.weights == (7, 5)  # 21 and 15 of 36
    counted = sum(
        game.rulebook.canonical(game.state, Roll((german, allied))) == game.legal_actions()[0]
        for german in range(1, 7)
        for allied in range(1, 7)
    )
    assert counted == 21


def test_8_in_a_whole_game_the_first_fire_follows_all_german_moves():
    game = new_game("knapp", dice=[3, 3, 6, 6, *[3] * 9])
    game.play("move ge-18vg pruem>schnee-eifel")
    events = game.play("end-move")
    assert of_kind(events, Rolled)[0].what == "surprise"
