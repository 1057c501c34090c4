"""2 Units: strength, hits, removal."""

from __future__ import annotations

from bulge_widget.core.event import Removed, StepsLost
from tests.rulebooks.knapp.table import BOOK, at, happened, movers, of_kind, piece, situation, steps


def fire(strength, dice):
    """The 106th fires with four dice at the 18th, which has so much strength left."""
    units = {"us-106id": "schnee-eifel", "ge-18vg": ("schnee-eifel", strength)}
    return situation(units, dice=dice, phase="defensive-fire", phasing="german")


def test_2_every_unit_of_the_sheet_has_a_strength():
    assert len(BOOK.counters) == 57
    assert all(counter.strength >= 1 for counter in BOOK.counters.values())


def test_2_a_hit_weakens_a_unit():
    game = fire(4, [6, 1, 2, 3])
    assert (steps(game, "ge-18vg"), piece(game, "ge-18vg").full) == (3, 4)
    assert of_kind(happened(game), StepsLost) == [StepsLost("6", "ge-18vg", 1, 3, "schnee-eifel")]


def test_2_hits_equal_to_the_strength_remove_a_unit():
    game = fire(2, [6, 6, 1, 1])
    assert at(game, "ge-18vg") == "eliminated-german"
    assert of_kind(happened(game), Removed) == [Removed("6", "ge-18vg", "schnee-eifel")]


def test_2_hits_beyond_the_strength_remove_a_unit_too():
    game = fire(2, [6, 6, 6, 6])
    assert at(game, "ge-18vg") == "eliminated-german"
    assert steps(game, "ge-18vg") == 0


def test_2_a_weakened_unit_fires_and_overruns_with_what_is_left():
    units = {"us-106id": ("schnee-eifel", 2), "ge-18vg": "schnee-eifel"}
    game = situation(units, dice=[6, 6], phase="defensive-fire", phasing="german")
    assert game.dice_left == ()
    weak = situation({"ge-1ss": ("hallschlag", 5), "us-14cav": "losheim-gap"})
    assert weak.why_not("overrun ge-1ss hallschlag>losheim-gap").code == "ratio_too_low"


def test_2_a_removed_unit_never_acts_again():
    game = fire(2, [6, 6, 1, 1])
    assert "ge-18vg" not in movers(game)
    assert game.view("umpire").boxes[1].pieces.count("ge-18vg") == 1


def test_R27_the_british_brigade_is_an_allied_unit_in_every_rule():
    game = situation({"uk-29bde": "namur", "ge-2pz": "dinant"}, phasing="allied")
    assert BOOK.counters["uk-29bde"].nation == "uk"
    assert game.why_not("move uk-29bde namur>ciney>rochefort>st-hubert>bastogne road") is None  # four areas
    assert game.why_not("move uk-29bde namur>huy>liege>verviers>spa>malmedy road").facts["limit"] == 4
    assert game.why_not("move uk-29bde namur>condroz").code == "river_no_bridge"  # it is armor
    assert game.view("umpire").pieces[BOOK.parts.unit_index["uk-29bde"]].side == "allied"
