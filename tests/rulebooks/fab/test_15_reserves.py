"""15.0 The strategic reserves: whose assets help them, and beside whom."""

from __future__ import annotations

from bulge_widget.rulebooks.fab.combat import Fight
from bulge_widget.rulebooks.fab.response import Await, Reinforce, Withdraw
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import EAST, Scene, unit


def test_15_2b_the_reserve_beside_the_british_gets_a_gun_of_one_american_army():
    units = {"us-82ab": unit("57"), "uk-43id": unit("57"), "ge-9pz": unit("57")}
    guns = ["us-333fa-arty", "us-406fa-arty", "us-193fa-arty", "uk-5agra-arty", "uk-4agra-arty"]
    chits = dict.fromkeys([*guns, "us-740armor", "us-509airborne"], "available")
    place = {"areas": {"new": ["57"]}, "german": EAST, "chits": chits}
    scene = Scene(units, phasing="allied", **place).fight("57")
    assert scene.options == [f"assign {gun}" for gun in guns] + ["end-assigning"]
    assert scene.why(Assign("us-509airborne")) == ("mixed_echelons", "6.22")
    scene.answer(Assign("us-333fa-arty"))
    assert scene.options == ["assign uk-5agra-arty", "assign uk-4agra-arty", "end-assigning"]
    assert scene.why(Assign("us-193fa-arty")) == ("other_echelon", "6.22")
    scene.answer(Assign("uk-4agra-arty"))
    assert scene.step == "Pointing"
    defence = Scene(units, **place).fight("57").answer(Assign("us-193fa-arty"))
    assert defence.step != "Assigning"  # 6.23 one gun for both


def test_15_2b_an_army_that_has_sent_a_special_action_keeps_the_other_out_of_the_round():
    units = {"us-82ab": unit("22"), "us-101ab": unit("36"), "ge-116pz": unit("22")}
    chits = ["us-333fa-arty", "us-193fa-arty", "us-special-action", "us-us-1st-army-special-action"]
    chits += ["us-us-1st-army-special-action-2", "us-us-3rd-army-special-action"]
    place = {"german": EAST, "chits": dict.fromkeys(chits, "available")}
    scene = Scene(units, areas={"new": ["22"]}, **place).fight("22")
    scene.answer(Reinforce("us-101ab", "us-us-1st-army-special-action"))
    assert scene.why(Withdraw("us-us-3rd-army-special-action")) == ("other_echelon_unit", "15.2b")
    assert scene.options == ["withdraw us-us-1st-army-special-action-2", "withdraw us-special-action", "await"]
    scene.answer(Await())
    assert scene.options == ["assign us-333fa-arty", "end-assigning"]
    assert scene.why(Assign("us-193fa-arty")) == ("other_echelon", "6.23")
    block = Scene(units, areas={"new": ["22"]}, **place).fight("22")
    block.answer(Reinforce("us-101ab", "us-special-action")).skip("Responding")
    assert block.why(Assign("us-193fa-arty")) is None  # 8.1 the block is of no army
    again = Scene(units, "breakthrough-combat", "allied", **place)
    again.answer(Fight("22", "us-us-1st-army-special-action"))
    assert again.why(Assign("us-193fa-arty")) == ("other_echelon", "6.22")
    pooled = Scene(units, areas={"new": ["22"], "pooled": ["22"]}, **place).fight("22")
    pooled.answer(Reinforce("us-101ab", "us-us-1st-army-special-action")).answer(Await())
    assert pooled.why(Assign("us-193fa-arty")) is None  # 14.62b
