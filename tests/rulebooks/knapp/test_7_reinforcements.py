"""7 Reinforcements: arrival rolls, entry roads, blocked roads."""

from __future__ import annotations

import pytest

from bulge_widget import new_game
from bulge_widget.core.decision import Roll
from bulge_widget.core.event import Answered, Placed, Rolled
from tests.rulebooks.knapp.table import (
    BOOK,
    at,
    control,
    happened,
    of_kind,
    orders,
    piece,
    position,
    refused,
    situation,
)

ALLIED = {"phase": "reinforcement", "phasing": "allied"}
GERMAN = {"phase": "reinforcement", "phasing": "german"}


def coming(name, turn, face):
    """A unit scheduled for a turn, in the phase one turn earlier, with the face it is rolled for."""
    side = BOOK.counters[name].side
    other = {"ge-1ss": "st-vith"} if side == "allied" else {"us-7ad": "huy"}
    units = {name: {"due": turn}} | other
    return situation(units, phase="reinforcement", phasing=side, turn=turn - 1, dice=[face])


def test_7_one_roll_a_unit_one_turn_ahead():
    units = {"us-1id": {"due": 2}, "us-7ad": {"due": 2}, "us-10ad": {"due": 3}, "ge-1ss": "st-vith"}
    game = situation(units, turn=1, dice=[3, 3], **ALLIED)
    assert [event.what for event in of_kind(happened(game), Rolled)] == ["arrival of us-7ad", "arrival of us-1id"]


@pytest.mark.parametrize(("face", "note"), [(1, ""), (2, "turn 2"), (5, "turn 2"), (6, "turn 3")])
def test_R20_early_as_scheduled_and_late(face, note):
    game = coming("us-1id", 2, face)
    assert piece(game, "us-1id").note == note
    assert (at(game, "us-1id") == "verviers") == (face == 1)
    result = {1: "early", 6: "late"}.get(face, "as scheduled")
    assert of_kind(happened(game), Rolled) == [Rolled("7", (face,), "arrival of us-1id", result)]


def test_R20_a_late_unit_comes_a_turn_later_without_another_roll():
    game = coming("us-1id", 2, 6)
    while game.turn < 3 or game.phasing == "german":
        game.play("end-move")
    assert at(game, "us-1id") == "verviers"
    assert len(of_kind(happened(game), Rolled)) == 1


def test_R20_a_unit_due_after_turn_10_never_comes():
    game = coming("us-17ab", 10, 6)
    assert piece(game, "us-17ab").note == "never"
    while game.decision is not None:
        game.play("end-move")
    assert at(game, "us-17ab") == "coming-allied"


def test_R20_early_in_the_last_turn_but_one():
    assert at(coming("us-17ab", 10, 1), "us-17ab") == "bouillon"


def test_R20_no_unit_is_scheduled_for_turn_1():
    assert min(BOOK.parts.scheduled.values()) == 2
    game = new_game("knapp", dice=[3, 3])
    assert [event.what for event in of_kind(happened(game), Rolled)] == ["arrival of ge-246vg", "arrival of ge-fbb"]


def test_R20_an_early_unit_that_finds_its_road_blocked_tries_again_and_does_not_roll_again():
    units = {"us-1id": {"due": 2}, "ge-1ss": "verviers", "ge-2ss": "liege", "us-4id": "bastogne"}
    game = situation(units, turn=1, dice=[1], **ALLIED)
    assert at(game, "us-1id") == "coming-allied"
    game.play("end-move")
    game.play("move ge-1ss verviers>spa")
    game.play("end-move")
    assert at(game, "us-1id") == "verviers"
    assert len(of_kind(happened(game), Rolled)) == 1


def test_R20_classes_of_the_roll():
    start = position({"us-1id": {"due": 2}, "ge-1ss": "st-vith"}, turn=1, **ALLIED)
    game = new_game("knapp", position=start, dice="ask")
    assert (game.decision.weights, len(game.legal_actions())) == ((1, 4, 1), 3)
    assert game.rulebook.canonical(game.state, Roll((5,))) == Roll((3,))
    assert game.why_not(Roll((0,))).code == "wrong_face"


# -- placing ------------------------------------------------------------------------------------------


def test_7_allied_units_enter_by_their_letter():
    units = {"us-1id": {"due": 2}, "us-7ad": {"due": 2}, "ge-1ss": "st-vith"}
    game = situation(units, **ALLIED)
    assert orders(game) == {"place us-1id b", "place us-7ad c"}
    assert refused(game, "place us-1id c") == ("wrong_entry", "7")
    assert refused(game, "place us-1id z") == ("wrong_entry", "7")
    game.play("place us-1id b")
    assert (at(game, "us-1id"), at(game, "us-7ad")) == ("verviers", "monschau")


def test_7_german_units_enter_by_any_eastern_road():
    game = situation({"ge-fbb": {"due": 2}, "us-7ad": "huy"}, **GERMAN)
    assert orders(game) == {f"place ge-fbb g{number}" for number in (1, 2, 3, 4)}
    game.play("place ge-fbb g3")
    assert at(game, "ge-fbb") == "pruem"
    assert of_kind(happened(game), Placed) == [Placed("7", "ge-fbb", "pruem", "g3")]


def test_7_only_units_that_are_due():
    units = {"us-1id": {"due": 2}, "us-7ad": {"due": 2}, "us-10ad": {"due": 3}, "ge-fbb": {"due": 2}}
    game = situation(units | {"us-2id": "spa"}, dice=[3], **ALLIED)
    for name in ("us-10ad", "us-2id", "us-9id"):
        assert refused(game, f"place {name} k")[0] == "not_due"
    assert refused(game, "place ge-fbb g1") == ("not_yours", "7")
    assert refused(game, "end-move") == ("not_asked", "3")


def test_7_a_single_placement_is_made_and_told():
    game = situation({"us-1id": {"due": 2}, "ge-1ss": "st-vith"}, **ALLIED)
    assert Answered("7", "allied", "place us-1id b") in happened(game)
    assert game.phase == "movement"


def test_7_a_placed_unit_takes_control_of_an_empty_area():
    game = situation({"us-1id": {"due": 2}, "ge-1ss": "st-vith"}, control={"verviers": "german"}, **ALLIED)
    assert control(game, "verviers") == "allied"


def test_R21_placing_costs_nothing():
    game = situation({"us-1id": {"due": 2}, "ge-1ss": "st-vith"}, **ALLIED)
    assert refused(game, "move us-1id verviers>malmedy>stavelot>werbomont>manhay road") is None


# -- R22 blocked roads --------------------------------------------------------------------------------


def test_R22_not_into_an_area_that_only_the_enemy_holds():
    units = {"us-1id": {"due": 2}, "us-7ad": {"due": 2}, "us-30id": {"due": 2}, "ge-1ss": "verviers"}
    game = situation(units, **ALLIED)
    assert refused(game, "place us-1id b") == ("entry_blocked", "7")
    assert orders(game) == {"place us-1id a", "place us-7ad c", "place us-30id a"}


def test_R22_a_contested_area_is_open():
    units = {"us-1id": {"due": 2}, "us-2id": "verviers", "ge-1ss": "verviers"}
    game = situation(units, **ALLIED)
    assert at(game, "us-1id") == "verviers"
    assert refused(game, "move us-1id verviers>spa road") == ("contested_start", "5")


def test_R22_the_alternate_road_only_while_the_scheduled_one_is_blocked():
    units = {"us-1id": {"due": 2}, "us-7ad": {"due": 2}}
    free = situation(units | {"ge-1ss": "st-vith"}, **ALLIED)
    assert refused(free, "place us-1id a") == ("wrong_entry", "R22")
    blocked = situation(units | {"ge-1ss": "verviers"}, **ALLIED)
    assert refused(blocked, "place us-1id a") is None


def test_R22_with_both_roads_blocked_it_waits():
    units = {"us-1id": {"due": 2}, "us-7ad": "huy", "ge-1ss": "verviers", "ge-2ss": "liege"}
    game = situation(units, **ALLIED)
    assert (at(game, "us-1id"), game.phase) == ("coming-allied", "movement")
    game.play("end-move")
    game.play("move ge-2ss liege>aywaille")
    game.play("end-move")
    assert at(game, "us-1id") == "liege"


def test_R22_a_unit_placed_first_may_open_the_road_for_none():
    """The road stays blocked for the next one while only the enemy stands there."""
    units = {"us-1id": {"due": 2}, "us-30id": {"due": 2}, "ge-1ss": "verviers", "us-14cav": "spa"}
    game = situation(units, "place us-1id a", **ALLIED)
    assert at(game, "us-30id") == "liege"


def test_R22_the_mirror_for_german_units():
    units = {
        "ge-fbb": {"due": 2},
        "ge-246vg": {"due": 2},
        "us-1id": "hallschlag",
        "us-2id": "pruem",
        "ge-18vg": "pruem",
    }
    game = situation(units, **GERMAN)
    assert refused(game, "place ge-fbb g2") == ("entry_blocked", "7")
    assert refused(game, "place ge-fbb g3") is None  # contested
    assert len(orders(game)) == 6


def test_R22_all_german_roads_blocked():
    closed = {"us-1id": "hallschlag", "us-2id": "pruem", "us-9id": "schleiden", "us-4id": "bitburg"}
    game = situation({"ge-fbb": {"due": 2}, "ge-1ss": "st-vith"} | closed, **GERMAN)
    assert (at(game, "ge-fbb"), game.phase) == ("coming-german", "movement")


def test_7_explain_counts_the_units_there():
    game = situation({"us-1id": {"due": 2}, "us-7ad": {"due": 2}, "us-2id": "verviers", "ge-1ss": "st-vith"}, **ALLIED)
    assert game.explain("place us-1id b").total == 2
    assert game.explain("place us-1id q").total == 0
    assert game.explain(game.read("place us-999id b")).total == 0
