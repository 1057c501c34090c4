"""4.1, 4.2a, 16.11 to 16.13, 17.34 Boxes, cups and draws, artillery worn out, paratroops, fuel."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import Drew, Rolled
from bulge_widget.core.opening import begin
from bulge_widget.rulebooks.fab import fuel, heydte
from bulge_widget.rulebooks.fab.admin import Play
from bulge_widget.rulebooks.fab.cups import Draw, GiveUp, KeepBox, Retrieve
from bulge_widget.rulebooks.fab.heydte import Jump
from tests.rulebooks.fab.battles import BOOK, EAST, PARTS, Scene, unit
from tests.rulebooks.fab.table import asked, control, situation

SOMEWHERE = {"ge-9pz": unit("5"), "us-2ad": unit("55")}


def reinforcement(side="german", **position):
    return Scene(SOMEWHERE, "reinforcement", side, german=EAST, **position)


def admin(side="german", turn=2, units=None, **position):
    position.setdefault("german", EAST)
    return Scene({**SOMEWHERE, **(units or {})}, "admin", side, turn=turn, **position)


# -- 4.1 the boxes ------------------------------------------------------------------------------------------


def test_4_1a_a_special_action_left_over_takes_one_asset_back():
    chits = {"us-special-action": "available", "us-35eng": "used", "us-333fa-arty": "used", "us-740armor": "eliminated"}
    scene = reinforcement("allied", chits=chits)
    assert scene.options == ["retrieve us-35eng", "retrieve us-333fa-arty", "keep-box"]
    assert scene.why(Retrieve("us-740armor")) == ("not_used", "4.1a")
    scene.answer(Retrieve("us-35eng"))
    assert (scene.at("us-35eng"), scene.at("us-333fa-arty")) == ("available", "cup")
    assert scene.at("us-special-action") == "available"


def test_4_1a_one_that_was_used_comes_back_and_takes_nothing():
    scene = reinforcement("allied", chits={"us-special-action": "used", "us-35eng": "used"})
    assert (scene.at("us-special-action"), scene.at("us-35eng")) == ("available", "cup")


def test_4_1a_may_be_declined():
    scene = reinforcement("allied", chits={"us-special-action": "available", "us-35eng": "used"}).answer(KeepBox())
    assert scene.at("us-35eng") == "cup"


def test_16_12_the_germans_choose_the_regular_artillery_they_lose():
    chits = dict.fromkeys(["ge-401arty", "ge-408arty", "ge-15rocket-arty"], "used")
    scene = reinforcement(chits=chits)
    assert (scene.step, scene.options) == ("Wearing", ["give-up ge-401arty", "give-up ge-408arty"])
    assert scene.why(GiveUp("ge-15rocket-arty")) == ("not_used_artillery", "16.12")
    scene.answer(GiveUp("ge-408arty"))
    assert [scene.at(chit) for chit in chits] == ["cup", "eliminated", "cup"]


def test_16_12_r32_what_is_taken_back_first_is_not_lost():
    chits = {"ge-401arty": "used", "ge-special-action": "available"}
    scene = reinforcement(turn=3, chits=chits).answer(Retrieve("ge-401arty"))
    assert scene.at("ge-401arty") == "available"
    untouched = reinforcement(turn=3, chits={"ge-15rocket-arty": "used"})
    assert untouched.at("ge-15rocket-arty") == "cup"


def test_16_12_the_only_one_is_lost_without_a_question_and_the_allies_lose_none():
    assert reinforcement(chits={"ge-401arty": "used"}).at("ge-401arty") == "eliminated"
    assert reinforcement("allied", chits={"us-333fa-arty": "used"}).at("us-333fa-arty") == "cup"


def test_4_1d_what_arrives_joins_the_cup_and_the_block_the_box():
    chits = {"ge-heydte": "future", "ge-410arty": "future", "ge-special-action": "future", "ge-506armor": "future"}
    scene = reinforcement(chits=chits)
    assert [scene.at(chit) for chit in chits] == ["cup", "cup", "available", "future"]


# -- 4.2a draws ---------------------------------------------------------------------------------------------


def test_4_2a_every_chit_is_one_answer_of_chance_and_as_likely_as_any_other():
    chits = dict.fromkeys(["us-35eng", "us-333fa-arty", "us-740armor"], "cup")
    scene = admin(chits=chits)
    assert (scene.decision.seat, scene.decision.weights) == ("chance", (1, 1, 1))
    assert scene.why(Draw("ge-401arty")) == ("not_in_cup", "4.2a")
    scene.answer(Draw("us-740armor"))
    assert scene.at("us-740armor") == "available"


def test_r55_an_empty_cup_ends_the_draw():
    scene = admin(chits=dict.fromkeys(["us-35eng", "us-146eng"], "cup"))
    scene.answer(Draw("us-35eng")).answer(Draw("us-146eng"))
    assert scene.step == "Administering"


def test_17_34_a_delayed_response_is_drawn_for_nothing():
    scene = admin(chits={"us-delayed-response-t2": "cup", "us-35eng": "cup"}).answer(Draw("us-delayed-response-t2"))
    assert scene.at("us-delayed-response-t2") == "eliminated"
    assert any(isinstance(event, Drew) for event in scene.events)


def test_3_23_the_second_draw_of_a_turn_is_its_own():
    chits = {chit.id: "cup" for chit in PARTS.chits if chit.side == "german" and chit.kind == "artillery"}
    scene = admin("allied", chits=chits)
    assert scene.state.stack[-1].left == PARTS.scenarios[0].draws[1][0][1] == 5


# -- 16.11 von der Heydte -------------------------------------------------------------------------------------


def test_16_11_the_paratroops_jump_when_first_drawn():
    scene = admin(chits={"ge-heydte": "cup"}).answer(Draw("ge-heydte"))
    assert scene.options == ["jump 31", "jump 52"]
    assert scene.why(Jump("23")) == ("no_drop_zone", "16.11")
    scene.answer(Jump("31"))
    assert (scene.at("ge-heydte"), scene.state.drop) == ("31", 1)


def test_16_11_only_vacant_allied_areas_and_without_one_it_is_a_battle_asset():
    taken = {"us-1id": unit("31")}
    scene = admin(units=taken, chits={"ge-heydte": "cup"}).answer(Draw("ge-heydte"))
    assert scene.at("ge-heydte") == "52"  # the only zone left
    scene = admin(units=taken, german=[*EAST, "52"], chits={"ge-heydte": "cup"}).answer(Draw("ge-heydte"))
    assert (scene.at("ge-heydte"), scene.state.drop) == ("available", 4)


def test_16_11_it_does_not_jump_a_second_time():
    scene = admin(chits={"ge-heydte": "cup"}, numbers={"drop": 4}).answer(Draw("ge-heydte"))
    assert scene.at("ge-heydte") == "available"


@pytest.mark.parametrize(("face", "drop", "box"), [(1, 2, "31"), (2, 3, "31"), (5, 3, "31"), (6, 4, "eliminated")])
def test_16_11_the_first_american_unit_finds_out_how_they_landed(face, drop, box):
    scene = Scene({"us-1id": unit("31")}, "combat", "allied", chits={"ge-heydte": "31"}, numbers={"drop": 1})
    state, _ = heydte.entered(PARTS, scene.state, PARTS.unit_index["us-1id"], PARTS.area_index["31"])
    scene.state = state
    scene.roll(face)
    assert scene.state.drop == drop
    assert scene.at("ge-heydte") == box or drop == 4


def test_16_11_a_german_unit_relieves_them_and_is_shown_if_the_area_was_contested():
    units = {"ge-1ss": unit("31"), "us-1id": unit("31")}
    scene = Scene(units, "combat", chits={"ge-heydte": "31"}, numbers={"drop": 2})
    index = PARTS.unit_index["ge-1ss"]
    state, events = heydte.entered(PARTS, scene.state, index, PARTS.area_index["31"])
    assert state.boxes[PARTS.chit_index["ge-heydte"]] == 243  # used
    assert state.known >> index & 1
    assert [event.rule for event in events] == ["16.11", "16.11"]


# -- 16.13 fuel ---------------------------------------------------------------------------------------------


def capture(chits, face):
    scene = Scene({**SOMEWHERE, "ge-1ss": unit("33")}, areas={"windfalls": ["33"]}, chits=chits, german=[*EAST, "33"])
    scene.state = fuel.search(PARTS, scene.state) if scene.step != "CaptureRoll" else scene.state
    return scene.roll(face)


def test_16_13_a_one_brings_a_new_fuel_asset_once():
    assert capture({"ge-captured-fuel": "future"}, 1).at("ge-captured-fuel") == "available"
    again = capture({"ge-captured-fuel": "used", "ge-fuel-1": "cup"}, 1)
    assert (again.at("ge-captured-fuel"), again.at("ge-fuel-1")) == ("available", "cup")  # recovered like any other


def test_16_13_two_to_five_recover_a_used_asset_or_else_one_from_the_cup():
    scene = capture({"ge-captured-fuel": "future", "ge-fuel-1": "cup", "ge-fuel-2": "used"}, 5)
    assert (scene.at("ge-fuel-1"), scene.at("ge-fuel-2")) == ("cup", "available")
    scene = capture({"ge-captured-fuel": "future", "ge-fuel-1": "cup"}, 2)
    assert scene.at("ge-fuel-1") == "available"


def test_16_13_24_34_r81_no_captured_asset_in_the_introductory_scenario():
    units, chits = {"ge-2pz": unit("47"), "us-10ad": unit("46")}, {"ge-fuel-1": "used"}
    held = {"scenario": "introductory", "german": ["47"], "areas": {"windfalls": ["47"]}}
    scene = Scene(units, "operational-movement", chits=chits, **held)
    assert fuel.results(PARTS, scene.state)[:2] == ("recovered", "recovered")
    scene.roll(1)
    assert (scene.at("ge-captured-fuel"), scene.at("ge-fuel-1")) == ("unused", "available")
    boxes = {name: start("ge-captured-fuel", name) for name in ("campaign", "tournament", "introductory")}
    assert boxes == {"campaign": "future", "tournament": "future", "introductory": "unused"}


def start(chit, scenario):
    """Where a chit is when a scenario begins."""
    return BOOK.snapshot(begin(BOOK, scenario=scenario, seed=1).state)["chits"][chit]


def test_16_13_an_objective_given_by_hand_is_no_capture():
    game = situation({"ge-2pz": "37", "us-2id": "92"}, options={}, chits={"ge-fuel-1": "used"}, german=["37"], dice=[3])
    with game.edit() as draft:
        draft.control("33", "german")
        draft.place("ge-2pz", "47")
    assert asked(game) == "Moving"
    assert (control(game, "33"), control(game, "47")) == ("german", "german")
    assert not game.state.captured
    with game.edit() as draft:
        draft.control("33", "allied")
        draft.place("ge-2pz", "24")
    game.play("move ge-2pz 24>33")
    assert any(isinstance(event, Rolled) and event.rule == "16.13" for event in game.history[-1].events)


def test_16_13_six_and_more_bring_nothing():
    assert capture({"ge-captured-fuel": "future", "ge-fuel-1": "used"}, 6).at("ge-fuel-1") == "used"


def test_18_2_bid_fuel_is_used_first_and_does_not_come_back():
    scene = Scene(SOMEWHERE, chits={"ge-fuel-1": "available", "ge-bid-fuel-1": "available"}, german=EAST)
    state, _ = fuel.spend(PARTS, scene.state)
    assert BOOK.snapshot(state)["chits"]["ge-bid-fuel-1"] == "eliminated"
    state, _ = fuel.spend(PARTS, state)
    assert BOOK.snapshot(state)["chits"]["ge-fuel-1"] == "used"
    assert fuel.available(PARTS, state) is None


def test_4_22_an_event_serves_once():
    chits = {"ge-6th-pz-army-infantry-replacement-t2": "available"}
    scene = Scene({"ge-12vg": unit("9", 1), "us-2ad": unit("55")}, "admin", "german", turn=3, german=EAST, chits=chits)
    order = Play("ge-6th-pz-army-infantry-replacement-t2", "replace", ("ge-12vg",))
    scene.answer(order)
    assert (scene.steps("ge-12vg"), scene.at("ge-6th-pz-army-infantry-replacement-t2")) == (2, "eliminated")
    chits |= {"ge-62eng": "available"}
    again = Scene({"ge-12vg": unit("9", 1), "us-2ad": unit("55")}, "admin", "german", turn=3, german=EAST, chits=chits)
    again.answer(order)
    assert again.why(order) == ("not_available", "4.2")
