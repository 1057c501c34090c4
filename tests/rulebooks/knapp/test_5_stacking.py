"""5 Stacking: three units of a side where they end their move (R16), and crowds that nothing can cure (R28)."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import Placed, Removed
from bulge_widget.rulebooks.knapp.state import NEVER
from tests.rulebooks.knapp.table import (
    BOOK,
    at,
    control,
    happened,
    movers,
    of_kind,
    orders,
    piece,
    position,
    refused,
    situation,
    steps,
)

THREE = dict.fromkeys(("ge-12vg", "ge-3fj", "ge-18vg"), "losheim-gap")


def test_R16_a_fourth_unit_may_come_while_others_can_still_go():
    game = situation(THREE | {"ge-1ss": "hallschlag"}, "move ge-1ss hallschlag>losheim-gap")
    assert at(game, "ge-1ss") == "losheim-gap"
    assert refused(game, "end-move") == ("stacking", "5")
    assert None not in movers(game)
    game.play("move ge-3fj losheim-gap>malmedy")
    assert refused(game, "end-move") is None


def test_R16_passing_through_a_full_area_is_free():
    game = situation(THREE | {"ge-1ss": "hallschlag"}, "move ge-1ss hallschlag>losheim-gap>st-vith road")
    assert at(game, "ge-1ss") == "st-vith"
    assert refused(game, "end-move") is None


def test_R16_refused_when_nobody_there_can_move_on():
    game = situation(THREE | {"ge-1ss": "hallschlag"})
    for name in THREE:
        game.play(f"move {name} losheim-gap>malmedy>losheim-gap road")  # there and back: all have moved
    for order in ("move ge-1ss hallschlag>losheim-gap", "move ge-1ss schleiden>hallschlag>losheim-gap road"):
        assert order not in orders(game)
    assert refused(game, "move ge-1ss hallschlag>losheim-gap") == ("stacking", "5")
    assert refused(game, "move ge-1ss hallschlag>losheim-gap>st-vith road") is None


def test_R16_a_crowd_cannot_be_held_by_driving_round_in_it():
    game = situation(THREE | {"ge-1ss": "hallschlag"})
    for name in ("ge-12vg", "ge-3fj"):
        game.play(f"move {name} losheim-gap>malmedy>losheim-gap road")
    game.play("move ge-1ss hallschlag>losheim-gap")
    assert refused(game, "move ge-18vg losheim-gap>malmedy>losheim-gap road") == ("stacking", "5")
    assert movers(game) == ("ge-18vg",)


def test_R16_only_units_of_one_side_count():
    enemy = dict.fromkeys(("us-14cav", "us-106id", "us-2id"), "losheim-gap")
    units = enemy | {"ge-12vg": "hallschlag", "ge-3fj": "hallschlag", "ge-1ss": "hallschlag"}
    game = situation(units, dice=[1] * 11)
    for name in ("ge-12vg", "ge-3fj", "ge-1ss"):
        game.play(f"move {name} hallschlag>losheim-gap")
    game.play("end-move")
    assert game.phasing == "allied"


def test_R16_counts_at_the_end_of_the_own_move_phase():
    four = THREE | {"ge-1ss": "losheim-gap"}
    assert BOOK.position(position(four))  # in the own move phase
    with pytest.raises(ValueError, match="losheim-gap: holds 4 german units"):
        BOOK.position(position(four, phasing="allied"))


def test_R16_the_end_is_refused_with_the_area_and_the_number():
    refusal = situation(THREE | {"ge-1ss": "losheim-gap"}).why_not("end-move")
    assert refusal.facts == {"area": "losheim-gap", "units": 4, "limit": 3}


@pytest.mark.parametrize(("option", "legal"), [("overrun_first", True), ("never", False)])
def test_R16_a_unit_that_has_overrun_makes_room_only_where_it_may_still_march(option, legal):
    """Two that cannot move on, one that has overrun: a fourth may come if that one may still march away."""
    units = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap", "ge-2ss": "st-vith"}
    units |= dict.fromkeys(("ge-12vg", "ge-3fj"), "hallschlag")
    game = situation(units, "overrun ge-1ss hallschlag>losheim-gap", dice=[4, 1], options={"overrun_and_march": option})
    for name in ("ge-12vg", "ge-3fj"):
        game.play(f"move {name} hallschlag>losheim-gap")
    assert (refused(game, "move ge-2ss st-vith>losheim-gap") is None) == legal
    assert ("move ge-2ss st-vith>losheim-gap" in orders(game)) == legal


@pytest.mark.parametrize("value", [True, False])
def test_R16_a_march_into_the_enemy_makes_room_too(value):
    """Two that have overrun Clervaux across the Our; every road out of it leads to the enemy (R5)."""
    units = dict.fromkeys(("ge-26vg", "ge-5fj", "ge-352vg", "ge-276vg"), "neuerburg") | {"us-14cav": "clervaux"}
    units |= {"us-7ad": "st-vith", "us-101ab": "bastogne", "us-109rct": "vianden", "us-9adr": "wiltz"}
    units |= {"us-28id": "arzfeld"}
    game = situation(units, dice=[4, 1], options={"march_may_end_at_enemy": value})
    game.play("overrun ge-26vg+ge-5fj neuerburg>clervaux")
    game.play("move ge-352vg neuerburg>clervaux")
    fourth = "move ge-276vg neuerburg>clervaux"
    assert refused(game, fourth) == (None if value else ("stacking", "5"))
    assert (fourth in orders(game)) == value
    if value:
        game.play(fourth)
        assert refused(game, "end-move") == ("stacking", "5")
        game.play("move ge-26vg clervaux>vianden road")
        assert refused(game, "end-move") is None


# -- R28 a crowd that cannot move out -----------------------------------------------------------------

# Monschau: by land to Verviers, Elsenborn, Malmedy and Schleiden, all held by the enemy
SHUT = {"ge-326vg": "verviers", "ge-277vg": "elsenborn", "ge-12vg": "malmedy", "ge-3fj": "schleiden"}
FULL = dict.fromkeys(("us-1id", "us-2id", "us-30id"), "monschau") | {"ge-1ss": "monschau"}


def arriving(units, **rest):
    return situation(units, phase="reinforcement", phasing="allied", **rest)


def test_R28_a_unit_waits_rather_than_make_a_crowd_that_cannot_move_out():
    game = arriving(FULL | SHUT | {"us-7ad": {"due": 2}})
    assert game.phase == "movement"  # nobody could be placed
    assert at(game, "us-7ad") == "coming-allied"
    asked = arriving(FULL | SHUT | {"us-7ad": {"due": 2}, "us-10ad": {"due": 2}, "us-3ad": {"due": 2}})
    assert refused(asked, "place us-7ad c") == ("stacking", "R28")
    assert {order.unit for order in asked.legal_actions()} == {"us-10ad", "us-3ad"}


def test_R28_a_fourth_may_come_if_one_of_them_can_move_out():
    way_out = {name: area for name, area in SHUT.items() if area != "malmedy"}
    game = arriving(FULL | way_out | {"us-7ad": {"due": 2}})
    assert at(game, "us-7ad") == "monschau"
    assert of_kind(happened(game), Placed) == [Placed("7", "us-7ad", "monschau", "c")]
    assert refused(game, "end-move") == ("stacking", "5")
    game.play("move us-1id monschau>malmedy exit")
    assert refused(game, "end-move") is None


def test_R28_armor_that_needs_a_road_cannot_move_out():
    """Only Malmedy is free, and no road leads there from Monschau."""
    way_out = {name: area for name, area in SHUT.items() if area != "malmedy"}
    armor = dict.fromkeys(("us-3ad", "us-10ad", "us-4ad"), "monschau") | {"ge-1ss": "monschau"}
    game = arriving(armor | way_out | {"us-7ad": {"due": 2}})
    assert at(game, "us-7ad") == "coming-allied"


def crowd(**entries):
    """Four in Monschau, the enemy there and all around: the phase can only end with a withdrawal."""
    return FULL | SHUT | {"us-7ad": {"at": "monschau", "due": 2}} | entries


def test_R28_the_phase_may_end_when_no_order_is_left():
    game = situation(crowd(), "end-move", phasing="allied", dice=[1] * 7)
    assert (game.decision.seat, game.decision.rule) == ("allied", "R28")
    assert orders(game) == {f"withdraw {name}" for name in ("us-1id", "us-2id", "us-30id", "us-7ad")}


def test_R28_a_unit_that_came_this_turn_is_due_again_next_turn():
    game = situation(crowd(), "end-move", "withdraw us-7ad", phasing="allied", dice=[1] * 7)
    assert of_kind(happened(game), Removed) == [Removed("R28", "us-7ad", "monschau", "withdrawn")]
    assert (at(game, "us-7ad"), piece(game, "us-7ad").note) == ("coming-allied", "turn 3")
    assert game.phase == "movement"
    assert game.turn == 3


def test_R28_any_other_unit_is_eliminated():
    game = situation(crowd(), "end-move", "withdraw us-30id", phasing="allied", dice=[1] * 7)
    assert of_kind(happened(game), Removed) == [Removed("R28", "us-30id", "monschau", "eliminated")]
    assert at(game, "us-30id") == "eliminated-allied"
    assert steps(game, "us-30id") == 0


def test_R28_a_reinforcement_of_an_earlier_turn_is_eliminated_too():
    units = crowd(**{"us-7ad": {"at": "monschau", "due": 1}})
    game = situation(units, "end-move", "withdraw us-7ad", phasing="allied", dice=[1] * 7)
    assert at(game, "us-7ad") == "eliminated-allied"


def test_R28_one_at_a_time_until_three_are_left():
    game = situation(crowd(**{"us-9id": {"at": "monschau", "due": 2}}), "end-move", phasing="allied", dice=[1] * 7)
    game.play("withdraw us-9id")
    assert game.decision.rule == "R28"
    game.play("withdraw us-7ad")
    assert game.decision.rule != "R28"


def test_R28_withdrawn_on_the_last_turn_never_comes_back():
    units = crowd(**{"us-7ad": {"at": "monschau", "due": 10}})
    game = situation(units, "end-move", "withdraw us-7ad", phasing="allied", turn=10, dice=[1] * 7)
    assert piece(game, "us-7ad").note == "never"
    assert game.state.due[BOOK.parts.unit_index["us-7ad"]] == NEVER


def test_R28_only_units_of_the_crowd_are_withdrawn():
    units = crowd(**{"us-4ad": "namur", "us-11ad": {"due": 9}})
    game = situation(units, "end-move", phasing="allied", dice=[1] * 7)
    assert refused(game, "withdraw us-4ad") == ("not_crowded", "R28")
    assert refused(game, "withdraw us-11ad") == ("not_yours", "R28")
    assert refused(game, "withdraw ge-1ss") == ("not_yours", "R28")
    assert refused(game, "end-move") == ("not_asked", "R28")


def test_R28_never_while_a_legal_order_cures_the_crowd():
    units = {name: area for name, area in crowd().items() if name != "ge-12vg"}  # Malmedy is free
    game = situation(units, phasing="allied")
    assert refused(game, "end-move") == ("stacking", "5")
    assert movers(game)


def test_R28_the_area_stays_with_its_controller():
    game = situation(
        crowd(), "end-move", "withdraw us-7ad", phasing="allied", dice=[1] * 7, control={"monschau": "allied"}
    )
    assert control(game, "monschau") == "allied"
