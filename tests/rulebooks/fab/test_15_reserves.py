"""15.0 The strategic reserves: whose assets help them, and beside whom."""

from __future__ import annotations

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
