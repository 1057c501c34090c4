"""4.35, 6.22, 6.23, 16.23 Battles in which only an asset defends, and forces of which a part is out of supply."""

from __future__ import annotations

from bulge_widget.rulebooks.fab.combat import EndCombat
from bulge_widget.rulebooks.fab.support import Assign, EndAssigning
from tests.rulebooks.fab.battles import EAST, Scene, unit

HERE = "22"
ELSEWHERE = {"ge-9pz": unit("47"), "us-2ad": unit("47")}
ATTACK, DEFENCE = 0, 1
AMERICAN_GUNS = ("us-333fa-arty", "us-406fa-arty", "us-174fa-arty")


def counterattack(chits, **position):
    """The 106th Division attacks a German asset that alone holds Weiswampach."""
    boxes = dict.fromkeys(AMERICAN_GUNS, "available") | chits
    units = {"us-106id": unit(HERE)} | ELSEWHERE | position.pop("units", {})
    position.setdefault("german", [*EAST, HERE])
    return Scene(units, phasing="allied", areas={"new": [HERE]}, chits=boxes, **position).fight(HERE)


def until(role, scene):
    while scene.step == "Assigning" and scene.state.stack[-1].role != role:
        scene.answer(EndAssigning())
    return scene


def test_4_35_a_german_engineer_alone_gets_one_gun_of_its_own_army():
    guns = dict.fromkeys(["ge-401arty", "ge-15rocket-arty", "ge-388arty", "ge-741-902armor"], "available")
    scene = until(DEFENCE, counterattack(guns | {"ge-207-600eng": HERE}))
    assert scene.why(Assign("ge-388arty")) == ("outside_zone", "16.1")  # of the 6th Panzer Army
    assert scene.why(Assign("ge-741-902armor")) == ("lone_asset", "4.35")
    scene.answer(Assign("ge-15rocket-arty"))
    assert (scene.step, list(scene.numbers())) == ("Fire", ["ge-15rocket-arty"])


def test_16_23_no_third_american_gun_against_a_defended_roadblock():
    scene = counterattack({"ge-207-600eng": HERE})
    for gun in AMERICAN_GUNS[:2]:
        scene.answer(Assign(gun))
    assert (scene.step, list(scene.numbers())) == ("Fire", list(AMERICAN_GUNS[:2]))
    against_units = counterattack({}, units={"ge-116pz": unit(HERE)})
    for gun in AMERICAN_GUNS:
        against_units.answer(Assign(gun))
    assert list(against_units.numbers()) == list(AMERICAN_GUNS)


def test_6_22_one_unit_out_of_supply_keeps_assets_from_all_who_are_there():
    """A disordered unit does not attack, but it is of the forces present, which must all be in supply."""
    cut = {"us-1id": unit(HERE, 3, "disordered", "out-of-supply"), "ge-116pz": unit(HERE)}
    scene = counterattack({"us-air-mission-t4": "available"}, units=cut)
    assert scene.why(Assign("us-333fa-arty")) == ("unsupplied", "9.34a")
    assert scene.why(Assign("us-air-mission-t4")) is None  # 17.21


def test_6_29_blocks_that_have_fought_a_garrison_in_vain_are_turned_away():
    units = {"ge-116pz": unit(HERE)} | ELSEWHERE
    scene = Scene(units, areas={"new": [HERE]}, german=EAST, chits={"us-wiltz-garrison": HERE}).fight(HERE)
    scene.roll(10).roll(10, 10, 10)
    assert scene.at("us-wiltz-garrison") == HERE
    assert scene.status("ge-116pz") == set()
    before = Scene(units | {"ge-116pz": unit(HERE, 3, "face-up")}, german=EAST, chits={"us-wiltz-garrison": HERE})
    before.answer(EndCombat())  # 2.2 whoever else had to face it is gone
    assert before.status("ge-116pz") == set()
