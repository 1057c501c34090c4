"""4 Checking supply: tracing along roads, the hit, and how long it lasts."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import ControlChanged, Removed, StepsLost, SupplyChanged
from tests.rulebooks.knapp.table import BOOK, at, control, happened, of_kind, piece, position, situation, steps


def supplied(units, name, phasing, **rest):
    """Whether a unit passes the supply check of its side."""
    game = situation(units, phase="supply", phasing=phasing, dice=[3] * 8, **rest)
    return "unsupplied" not in piece(game, name).status and steps(game, name) > 0


RING = {"us-4ad": "beauraing", "us-26id": "neufchateau"}  # the two roads out of Bouillon


def test_4_supply_runs_along_roads_to_the_eastern_edge():
    assert supplied({"ge-1ss": "dinant"}, "ge-1ss", "german")  # an open road across the whole board


def test_4_allied_sources_are_all_the_other_roads():
    assert supplied({"us-28id": "clervaux"}, "us-28id", "allied")
    ring = {"ge-1ss": "beauraing", "ge-2ss": "neufchateau"}
    assert supplied({"us-28id": "bouillon"} | ring, "us-28id", "allied")  # stands on a source itself
    assert not supplied({"us-28id": "schleiden", "ge-1ss": "monschau", "ge-2ss": "hallschlag"}, "us-28id", "allied")


def test_4_a_german_unit_cannot_draw_from_an_allied_road():
    assert not supplied({"ge-1ss": "bouillon"} | RING, "ge-1ss", "german")


def test_4_no_supply_where_no_road_leads():
    # Echternach: by road to Ettelbruck, Luxembourg and Bitburg; the border with Vianden has none
    closed = {"us-4id": "ettelbruck", "us-5id": "luxembourg", "us-80id": "bitburg"}
    assert not supplied({"ge-212vg": "echternach", "ge-352vg": "vianden"} | closed, "ge-212vg", "german")
    assert supplied({"ge-352vg": "vianden"} | closed, "ge-352vg", "german")


def test_4_a_unit_out_of_supply_takes_one_hit_at_once():
    game = situation({"ge-1ss": "bouillon"} | RING, phase="supply", phasing="german")
    assert steps(game, "ge-1ss") == 6
    assert piece(game, "ge-1ss").status == ("unsupplied",)
    assert of_kind(happened(game), SupplyChanged) == [SupplyChanged("4", "ge-1ss", supplied=False)]
    assert of_kind(happened(game), StepsLost) == [StepsLost("4", "ge-1ss", 1, 6, "bouillon")]


def test_4_the_hit_can_remove_a_unit_and_pass_its_area():
    units = {"ge-1ss": ("bouillon", 1), "us-101ab": "bouillon"} | RING
    game = situation(units, phase="supply", phasing="german", control={"bouillon": "german"})
    assert at(game, "ge-1ss") == "eliminated-german"
    assert of_kind(happened(game), Removed) == [Removed("4", "ge-1ss", "bouillon")]
    assert ControlChanged("R1", "bouillon", "allied") in happened(game)
    assert control(game, "bouillon") == "allied"


def test_4_only_the_side_whose_check_it_is():
    units = {"ge-1ss": "bouillon"} | RING
    game = situation(units, phase="supply", phasing="allied")
    assert steps(game, "ge-1ss") == 7


@pytest.mark.parametrize("order", ["move ge-1ss bouillon>beauraing road", "overrun ge-1ss bouillon>beauraing"])
def test_4_without_supply_no_march_and_no_overrun(order):
    units = {"ge-1ss": "bouillon", "us-102cav": "beauraing", "us-26id": "neufchateau"}
    game = situation(units, phase="supply", phasing="german")
    refusal = game.why_not(order)
    assert (refusal.code, refusal.rule) == ("out_of_supply", "4")
    assert situation(units).why_not(order) is None  # before any check nothing forbids it


def test_4_without_supply_a_unit_still_moves_normally():
    units = {"ge-1ss": {"at": "st-vith", "unsupplied": True}}
    game = situation(units)
    assert game.why_not("move ge-1ss st-vith>vielsalm") is None
    assert {order.mode for order in game.legal_actions().of("ge-1ss")} == {"normal"}
    assert {len(order.path) for order in game.legal_actions().of("ge-1ss")} == {2}


def test_4_without_supply_a_unit_still_leaves_a_contested_area():
    units = {"ge-1ss": {"at": "st-vith", "unsupplied": True}, "us-14cav": "st-vith"}
    assert situation(units).why_not("move ge-1ss st-vith>vielsalm exit") is None


def test_4_one_member_out_of_supply_forbids_the_whole_overrun():
    units = {"ge-1ss": "hallschlag", "ge-12ss": {"at": "hallschlag", "unsupplied": True}, "us-14cav": "losheim-gap"}
    game = situation(units)
    assert game.why_not("overrun ge-12ss+ge-1ss hallschlag>losheim-gap").code == "out_of_supply"
    assert game.why_not("overrun ge-1ss hallschlag>losheim-gap") is None


# -- R17, R18 tracing ---------------------------------------------------------------------------------


def test_R17_an_enemy_control_marker_alone_does_not_block():
    units = {"ge-1ss": "st-vith"}
    allied = dict.fromkeys(("losheim-gap", "schnee-eifel", "hallschlag", "pruem"), "allied")
    assert supplied(units, "ge-1ss", "german", control=allied)


def test_R17_contested_areas_block_as_enemy_held_ones_do():
    ways_out = {"us-14cav": "losheim-gap", "us-106id": "schnee-eifel", "us-28id": "clervaux"}
    ways_west = {"us-7ad": "malmedy", "us-30id": "vielsalm", "us-101ab": "houffalize"}
    units = {"ge-1ss": "st-vith"} | ways_out | ways_west
    assert not supplied(units, "ge-1ss", "german")
    contested = units | {"ge-3fj": "losheim-gap", "ge-18vg": "schnee-eifel"}
    assert not supplied(contested, "ge-1ss", "german")


def test_R17_supply_reaches_into_a_contested_area():
    assert supplied({"ge-3fj": "losheim-gap", "us-14cav": "losheim-gap"}, "ge-3fj", "german")


def test_R18_a_contested_source_serves_only_the_units_in_it():
    closed = {"us-1id": "hallschlag", "us-2id": "pruem", "us-9id": "schleiden"}
    units = {"ge-352vg": "bitburg", "ge-26vg": "neuerburg", "us-4id": "bitburg"} | closed
    assert supplied(units, "ge-352vg", "german")
    assert not supplied(units, "ge-26vg", "german")


def test_R18_a_source_that_only_the_enemy_holds_is_closed():
    closed = {"us-1id": "hallschlag", "us-2id": "pruem", "us-9id": "schleiden", "us-4id": "bitburg"}
    assert not supplied({"ge-26vg": "neuerburg"} | closed, "ge-26vg", "german")
    del closed["us-4id"]
    assert supplied({"ge-26vg": "neuerburg"} | closed, "ge-26vg", "german")


# -- R19 how long it lasts ----------------------------------------------------------------------------


def test_R19_the_mark_lasts_until_the_next_own_check():
    units = {"ge-1ss": {"at": "st-vith", "unsupplied": True}, "us-7ad": "huy"}
    game = situation(units, "end-move")
    assert game.phasing == "allied"
    assert "unsupplied" in piece(game, "ge-1ss").status
    game.play("end-move")
    assert (game.turn, game.phasing) == (3, "german")
    assert piece(game, "ge-1ss").status == ()
    assert SupplyChanged("4", "ge-1ss", supplied=True) in happened(game)
    assert steps(game, "ge-1ss") == 7


def test_R19_being_cut_off_later_has_no_effect_before_the_next_check():
    units = {"ge-1ss": "losheim-gap", "us-106id": "hallschlag", "us-9id": "elsenborn", "us-2id": "schnee-eifel"}
    units |= {"us-7ad": "st-vith", "us-30id": "malmedy"}
    game = situation(units)
    assert game.why_not("move ge-1ss losheim-gap>st-vith road") is None


def test_R19_units_placed_later_in_the_turn_count_as_supplied():
    closed = {"us-1id": "hallschlag", "us-2id": "pruem", "us-9id": "schleiden"}
    units = {"ge-fbb": {"due": 2}, "us-4id": "bitburg", "ge-352vg": "bitburg"} | closed
    game = situation(units, phase="reinforcement", phasing="german", dice=[3, 3])
    assert at(game, "ge-fbb") == "bitburg"
    assert piece(game, "ge-fbb").status == ()


def test_4_a_supply_check_changes_nothing_for_units_to_come():
    state = BOOK.position(position({"us-1id": {"due": 5}}, phase="supply", phasing="allied"))
    state, events = BOOK.settle(state)
    assert not of_kind(events, SupplyChanged)
