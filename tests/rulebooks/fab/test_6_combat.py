"""6 Combat: which areas fight, assets, point units and fire."""

from __future__ import annotations

import pytest

from bulge_widget.core.decision import Roll
from bulge_widget.core.event import Revealed
from bulge_widget.rulebooks.fab.combat import EndCombat, Fight
from bulge_widget.rulebooks.fab.flight import Aid, Breach, Fly
from bulge_widget.rulebooks.fab.points import Lead
from bulge_widget.rulebooks.fab.response import Await, Reinforce, Withdraw
from bulge_widget.rulebooks.fab.support import Assign, EndAssigning
from tests.rulebooks.fab.battles import BOOK, EAST, Scene, unit

HERE = "22"  # Weiswampach: zone 5, terrain 1, between 12, 21 (east) and 23, 24, 36, 37 (west)


def battle(defenders=("us-106id",), attackers=("ge-116pz",), **position):
    """Germans have come into Weiswampach, which the Allies hold."""
    units = {name: unit(HERE) for name in (*attackers, *defenders)}
    units |= position.pop("units", {})
    areas = {"new": [HERE]} | position.pop("areas", {})
    position.setdefault("german", EAST)
    return Scene(units, areas=areas, **position)


# -- 6.0 which areas fight --------------------------------------------------------------------------------


def test_6_0_a_newly_contested_area_must_be_fought_over():
    scene = battle()
    assert scene.why(EndCombat()) == ("must_fight", "6.0")
    assert scene.options == ["fight 22"]


def test_6_0_an_area_contested_before_may_be_left_alone_and_fights_once():
    scene = battle(areas={"new": []}, units={"ge-lehr": unit("37"), "us-9adr": unit("37")})
    assert scene.why(EndCombat()) is None
    scene.fight(HERE).skip("Responding", "Assigning")
    scene.roll(10, 10, 10).roll(10, 10, 10)
    assert scene.why(Fight(HERE)) == ("fought_already", "6.0")
    assert scene.why(Fight("37")) is None
    assert scene.why(Fight("23")) == ("no_enemy", "6.0")


def test_9_33d_disordered_units_do_not_attack_and_do_not_take_losses():
    scene = battle(units={"ge-560vg": unit(HERE, 2, "disordered")}, areas={"new": []})
    scene.fight(HERE).skip_to_fire()
    scene.roll(1, 1, 1)  # three hits: one step, then the choice, then the steps of 116th Pz alone
    assert "lose ge-560vg" not in scene.options
    scene.absorb("stand")
    assert scene.at("ge-116pz") == "eliminated"
    assert (scene.at("ge-560vg"), scene.steps("ge-560vg")) == (HERE, 2)


def test_9_33d_an_area_with_nobody_in_good_order_cannot_fight():
    units = {"ge-lehr": unit("37"), "us-9adr": unit("37"), "ge-116pz": unit(HERE, 3, "recovering")}
    scene = Scene(units | {"us-106id": unit(HERE)}, german=EAST)
    assert scene.why(Fight(HERE)) == ("all_disordered", "9.33d")


def test_7_42_breakthrough_combat_in_an_old_battle_costs_a_special_action():
    chits = {"ge-special-action": "available", "ge-6th-panzer-army-special-action": "available"}
    scene = battle(phase="breakthrough-combat", areas={"new": []}, chits=chits)
    assert scene.why(Fight(HERE)) == ("needs_special_action", "7.42")
    assert scene.why(Fight(HERE, "ge-6th-panzer-army-special-action")) == ("other_echelon_unit", "8.22")
    scene.answer(Fight(HERE, "ge-special-action"))
    assert scene.at("ge-special-action") == "used"


def test_8_22_a_required_combat_costs_nothing():
    scene = battle(phase="breakthrough-combat", chits={"ge-special-action": "available"})
    assert scene.why(Fight(HERE, "ge-special-action")) == ("no_payment", "8.22")
    assert scene.why(Fight(HERE)) is None


# -- 6.21 the defender's Special Action -----------------------------------------------------------------------


def test_8_23_help_comes_from_beside_in_good_order_and_not_out_of_a_battle():
    others = {
        "us-9adb": unit("24"),
        "us-9adr": unit("36", 1, "disordered"),
        "us-14cav": unit("23"),
        "ge-62vg": unit("23"),
        "us-102cav": unit("35"),
        "us-99id": unit("23"),
    }
    scene = battle(units=others, chits={"us-special-action": "available"}).fight(HERE)
    assert scene.why(Reinforce("us-9adb", "us-special-action")) is None
    assert scene.why(Reinforce("us-9adr", "us-special-action")) == ("disordered", "8.23")
    assert scene.why(Reinforce("us-14cav", "us-special-action")) == ("from_contested", "8.23")
    assert scene.why(Reinforce("us-102cav", "us-special-action")) == ("not_beside", "8.23")
    assert scene.why(Reinforce("ge-62vg", "us-special-action")) == ("not_yours", "8.23")
    assert scene.why(Reinforce("us-9adb", "us-us-1st-army-special-action")) == ("not_available", "8.1")


def test_8_23_help_may_not_break_the_stacking_limit():
    scene = battle(("us-106id", "us-112rct"), units={"us-9adb": unit("24")}, chits={"us-special-action": "available"})
    scene.fight(HERE)
    assert scene.why(Reinforce("us-9adb", "us-special-action")) == ("full", "5.1")


def test_8_23_who_came_to_help_does_not_lead_until_the_first_point_unit_is_gone():
    units = {"us-9adb": unit("24"), "us-112rct": unit(HERE)}
    scene = battle((), units=units, chits={"us-special-action": "available"}).fight(HERE)
    scene.answer(Reinforce("us-9adb", "us-special-action")).skip("Assigning")
    led = [event.at for event in scene.events if getattr(event, "kind", "") == "point-unit"]
    assert led == ["us-112rct", "ge-116pz"]
    scene.roll(10, 10)  # defensive fire of two steps misses
    scene.roll(1, 10, 10).absorb("stand")
    assert scene.at("us-112rct") == "eliminated"


def test_8_24_a_retreat_before_combat_keeps_order_and_opens_an_exploitation():
    scene = battle(chits={"us-special-action": "available"}).fight(HERE)
    scene.answer(Withdraw("us-special-action"))
    assert scene.step == "Retreating"
    scene.answer(scene.decision.options[0])
    assert scene.status("us-106id") == set()
    assert (scene.step, scene.options) == ("Exploiting", ["exploit ge-116pz", "decline"])


@pytest.mark.parametrize("leave", [True, False])
def test_r61_units_may_leave_a_garrison_behind_where_the_option_allows_it(leave):
    chits = {"us-special-action": "available", "us-task-force-1": HERE}
    scene = battle(chits=chits, options={"units_leave_garrison": leave}).fight(HERE)
    if not leave:
        assert scene.step != "Responding"  # there is nothing to decide
        return
    scene.answer(Withdraw("us-special-action"))
    scene.answer(scene.decision.options[0])
    assert scene.at("us-task-force-1") == HERE
    assert scene.step == "Exploiting"


def test_9_34d_no_special_action_for_the_unsupplied():
    scene = battle((), units={"us-106id": unit(HERE, 3, "out-of-supply")}, chits={"us-special-action": "available"})
    scene.fight(HERE)
    assert scene.step != "Responding"


# -- 6.22, 6.23 assets -----------------------------------------------------------------------------------------


def assigning(role, scene):
    """Go on until that party assigns."""
    scene.fight(HERE).skip("Responding")
    while scene.step == "Assigning" and scene.state.stack[-1].role != role:
        scene.answer(EndAssigning())
    return scene


ATTACK, DEFENCE = 0, 1


def test_6_22_assets_help_only_their_own_army():
    chits = dict.fromkeys(["ge-741-902armor", "ge-506armor", "ge-11fj-assault-gun-armor", "ge-fuel-1"], "available")
    scene = assigning(ATTACK, battle(chits=chits))
    assert scene.why(Assign("ge-741-902armor")) is None
    assert scene.why(Assign("ge-506armor")) == ("outside_zone", "16.1")
    assert scene.why(Assign("ge-fuel-1")) == ("no_combat_asset", "6.3")
    assert scene.why(Assign("us-740armor")) == ("not_your_chit", "6.22")


def test_r63_a_unit_outside_its_zone_gets_no_assets_and_the_army_of_the_zone_only_artillery():
    chits = dict.fromkeys(["ge-741-902armor", "ge-401arty", "ge-15rocket-arty", "ge-506armor"], "available")
    scene = battle(attackers=("ge-1ss",), chits=chits).fight(HERE).skip("Responding")
    assert scene.step != "Assigning" or scene.state.stack[-1].role == DEFENCE
    scene = assigning(ATTACK, battle(attackers=("ge-1ss", "ge-116pz"), chits=chits))
    assert scene.options == ["assign ge-401arty", "assign ge-15rocket-arty", "end-assigning"]
    scene.answer(Assign("ge-401arty"))
    assert scene.step != "Assigning"  # one is the limit


def test_15_1c_the_strategic_reserve_uses_the_army_of_the_zone():
    chits = dict.fromkeys(["ge-741-902armor", "ge-401arty"], "available")
    scene = assigning(ATTACK, battle(attackers=("ge-11pz", "ge-116pz"), chits=chits))
    assert scene.why(Assign("ge-741-902armor")) is None


def test_16_12_two_german_guns_are_a_regular_and_a_rocket_one():
    chits = dict.fromkeys(["ge-401arty", "ge-766arty", "ge-15rocket-arty", "ge-7rocket-arty"], "available")
    scene = assigning(ATTACK, battle(chits=chits)).answer(Assign("ge-401arty"))
    assert scene.why(Assign("ge-766arty")) == ("guns_and_rockets", "16.12")
    scene.answer(Assign("ge-15rocket-arty"))
    assert scene.numbers() == {"ge-401arty": 5, "ge-15rocket-arty": 5}


def test_16_23_the_americans_have_one_gun_more():
    chits = dict.fromkeys(["us-333fa-arty", "us-406fa-arty", "us-174fa-arty"], "available")
    scene = assigning(DEFENCE, battle(chits=chits))
    scene.answer(Assign("us-333fa-arty")).answer(Assign("us-406fa-arty"))
    assert scene.step != "Assigning"
    assert list(scene.numbers()) == ["us-333fa-arty", "us-406fa-arty"]


def test_6_23_two_american_armies_get_one_gun_and_nothing_else_unless_assets_are_pooled():
    chits = dict.fromkeys(["us-333fa-arty", "us-193fa-arty", "us-740armor", "us-406fa-arty"], "available")
    both = ("us-106id", "us-10ad")
    scene = assigning(DEFENCE, battle(both, chits=chits))
    assert scene.why(Assign("us-740armor")) == ("mixed_echelons", "6.23")
    scene.answer(Assign("us-193fa-arty"))
    assert scene.step != "Assigning"
    scene = assigning(DEFENCE, battle(both, chits=chits, areas={"pooled": [HERE]}))
    scene.answer(Assign("us-740armor")).answer(Assign("us-193fa-arty")).answer(Assign("us-333fa-arty"))
    assert scene.step != "Assigning"


def test_15_2_the_american_reserve_helps_and_is_helped():
    chits = dict.fromkeys(["us-509airborne", "us-740armor", "us-702armor"], "available")
    scene = assigning(DEFENCE, battle(("us-106id", "us-82ab"), chits=chits))
    assert scene.why(Assign("us-509airborne")) is None
    assert scene.why(Assign("us-740armor")) is None
    assert scene.why(Assign("us-702armor")) == ("other_echelon", "6.23")
    scene = assigning(DEFENCE, battle(("us-82ab",), chits=chits)).answer(Assign("us-702armor"))
    assert scene.why(Assign("us-740armor")) == ("other_echelon", "6.23")


def test_9_34a_no_assets_for_the_unsupplied_but_air_missions_come():
    chits = {"us-333fa-arty": "available", "us-air-mission-t4": "available"}
    scene = battle((), units={"us-106id": unit(HERE, 3, "out-of-supply")}, chits=chits)
    assigning(DEFENCE, scene)
    assert scene.why(Assign("us-333fa-arty")) == ("unsupplied", "9.34a")
    assert scene.why(Assign("us-air-mission-t4")) is None


def test_4_35_a_lone_engineer_gets_one_gun_of_its_army_and_no_air():
    chits = {"us-168eng": HERE, "us-air-mission-t4": "available", "us-740armor": "available"}
    chits |= dict.fromkeys(["us-333fa-arty", "us-406fa-arty"], "available")
    scene = assigning(DEFENCE, battle((), chits=chits))
    assert scene.why(Assign("us-air-mission-t4")) == ("lone_asset", "4.35")
    assert scene.why(Assign("us-740armor")) == ("lone_asset", "4.35")
    scene.answer(Assign("us-333fa-arty"))
    assert scene.step == "Fire"


def test_16_11_von_der_heydte_gets_no_guns_and_does_not_fire_when_scattered():
    units = {"us-1id": unit("31")}
    chits = {"ge-heydte": "31", "ge-388arty": "available"}
    for drop, fires in ((2, ["ge-heydte"]), (3, ["us-1id"])):
        scene = Scene(units, phasing="allied", chits=chits, areas={"new": ["31"]}, german=EAST, numbers={"drop": drop})
        scene.fight("31")
        assert list(scene.numbers()) == fires


# -- 6.24 point units ------------------------------------------------------------------------------------------


def test_6_24_the_defender_chooses_in_secret_until_the_attacker_has_chosen():
    scene = battle(("us-106id", "us-112rct"), ("ge-116pz", "ge-560vg"))
    scene.fight(HERE)
    assert (scene.step, scene.decision.seat) == ("Pointing", "allied")
    lead = Lead("us-112rct")
    assert BOOK.discloses(scene.state, "allied", lead)
    assert not BOOK.discloses(scene.state, "german", lead)
    told = BOOK.apply(scene.state, lead)[1]
    assert told == BOOK.apply(scene.state, Lead("us-106id"))[1] == ()
    scene.answer(lead)
    assert scene.decision.seat == "german"
    scene.answer(Lead("ge-560vg"))
    assert {event.what for event in scene.events if isinstance(event, Revealed)} == {
        "us-106id",
        "us-112rct",
        "ge-116pz",
        "ge-560vg",
    }
    assert scene.numbers() == {"us-106id": 5, "us-112rct": 6}


def test_6_24_in_an_old_battle_the_choice_is_open():
    scene = battle(("us-106id", "us-112rct"), areas={"new": []}).fight(HERE)
    assert BOOK.discloses(scene.state, "german", Lead("us-112rct"))


def test_6_24_an_asset_leads_only_where_there_is_no_unit():
    scene = battle(("us-106id", "us-112rct"), chits={"us-task-force-1": HERE}).fight(HERE)
    assert scene.why(Lead("us-task-force-1")) == ("units_lead", "6.24")
    scene = battle((), chits={"us-task-force-1": HERE}).fight(HERE)
    assert scene.numbers() == {"us-task-force-1": 2}  # green on elite, against armor


# -- 6.25 to 6.28 fire -----------------------------------------------------------------------------------------


def test_6_28_every_modifier_has_its_name():
    units = {"ge-2pz": unit(HERE, 4, "out-of-supply")}
    areas = {"works-allied": [HERE], "assault": [HERE]}
    scene = battle(("us-9adb",), (), units=units, areas=areas).fight(HERE)
    assert scene.parts_of("us-9adb") == {
        "armor fires": 1,
        "veteran on elite": -1,
        "point unit is armor": -1,
        "target in a river assault": 1,
    }
    scene.roll(10)
    assert scene.parts_of("ge-2pz") == {
        "armor fires": 1,
        "elite on veteran": 1,
        "point unit is armor": -1,
        "terrain": -1,
        "river assault": -1,
        "field works": -1,
        "unsupplied": -1,
    }
    assert BOOK.explain(scene.state, Roll((1, 1, 1, 1))).total == 2


def test_2_1_one_always_hits_and_ten_never_does():
    scene = battle(chits={"us-333fa-arty": "available"}).fight(HERE).skip_to_fire()
    weights = dict(zip(map(str, scene.decision.options), scene.decision.weights, strict=True))
    assert weights["roll 10+10+10"] == 8**3 // 8  # green on elite armor: 2 or less
    scene.roll(10, 10, 1)
    assert scene.steps("ge-116pz") == 2


def test_6_25_r31_guns_that_leave_no_defender_are_answered_and_open_an_exploitation():
    chits = {"ge-401arty": "available", "ge-15rocket-arty": "available", "us-333fa-arty": "available"}
    scene = battle(("us-112rct",), chits=chits).fight(HERE)
    scene.answer(Assign("ge-401arty")).answer(Assign("ge-15rocket-arty")).answer(Assign("us-333fa-arty"))
    scene.roll(1, 1)
    assert scene.at("us-112rct") == "eliminated"
    assert list(scene.numbers()) == ["us-333fa-arty"]
    scene.roll(10)
    assert scene.step == "Exploiting"


def test_6_33_an_engineer_removes_field_works_and_does_not_fire():
    scene = battle(chits={"ge-207-600eng": "available"}, areas={"works-allied": [HERE]}).fight(HERE)
    scene.answer(Assign("ge-207-600eng")).roll(10, 10, 10)
    assert scene.options == ["breach ge-207-600eng", "refrain"]
    scene.answer(Breach("ge-207-600eng"))
    assert list(scene.numbers()) == ["ge-116pz"]
    assert scene.areas("works-allied") == set()


def test_17_21_an_air_mission_fires_as_artillery_beyond_the_limit_or_supports_one_unit():
    chits = dict.fromkeys(["us-333fa-arty", "us-406fa-arty", "us-air-mission-t4"], "available")
    for use in ("artillery", "support"):
        scene = battle(("us-106id", "us-112rct"), chits=chits).fight(HERE)
        for chit in chits:
            scene.answer(Assign(chit))
        scene.answer(Lead("us-106id")).answer(Fly(use))
        guns = 3 if use == "artillery" else 2
        assert len(scene.numbers()) == guns
        scene.roll(*[10] * guns)
        if use == "support":
            scene.answer(Aid("us-112rct"))
            assert scene.parts_of("us-112rct")["air support"] == 2
        scene.roll(10, 10, 10, 10).roll(10, 10, 10)
        assert (scene.at("us-air-mission-t4"), scene.at("us-333fa-arty")) == ("eliminated", "used")


def test_17_21_an_air_mission_comes_to_mixed_american_forces_not_to_british_ones():
    chits = {"us-air-mission-t4": "available"}
    scene = assigning(DEFENCE, battle(("us-106id", "us-10ad"), chits=chits))
    assert scene.why(Assign("us-air-mission-t4")) is None
    units = {"uk-29bde": unit("76"), "ge-2pz": unit("76")}
    scene = Scene(units, areas={"new": ["76"]}, chits=chits, german=EAST).fight("76")
    assert scene.step == "Fire"


def test_18_6_advanced_artillery():
    chits = {"ge-401arty": "available", "us-333fa-arty": "available"}
    options = {"advanced_artillery": True}
    scene = battle(("us-106id",), chits=chits, options=options).fight(HERE)
    scene.answer(Assign("ge-401arty")).answer(Assign("us-333fa-arty"))
    assert scene.parts_of("ge-401arty") == {"target is the defender": -1, "point unit is infantry in the open": 1}
    scene.roll(10)
    assert scene.parts_of("us-333fa-arty") == {"point unit is armor": -1}
    dug_in = battle(("us-106id",), chits=chits, options=options, areas={"works-allied": [HERE]}).fight(HERE)
    dug_in.answer(Assign("ge-401arty")).answer(Assign("us-333fa-arty"))
    assert dug_in.parts_of("ge-401arty") == {"target is the defender": -1, "field works": -1}


def test_r27_defending_guns_gain_by_a_river_assault_only_by_option():
    for chosen in (False, True):
        options = {"river_assault_helps_artillery": chosen}
        scene = battle(chits={"us-333fa-arty": "available"}, options=options, areas={"assault": [HERE]}).fight(HERE)
        scene.answer(Assign("us-333fa-arty"))
        assert ("target in a river assault" in scene.parts_of("us-333fa-arty")) == chosen


def test_6_29_assets_are_used_up_and_blocks_are_turned_away_when_nobody_is_left():
    scene = battle(("us-112rct",), chits={"ge-401arty": "available"}).fight(HERE).answer(Assign("ge-401arty"))
    scene.roll(10).roll(10).roll(1, 10, 10).absorb("stand")
    assert scene.at("ge-401arty") == "used"
    assert "face-up" not in scene.status("ge-116pz")
    assert HERE in BOOK.snapshot(scene.state)["german"]


def test_await_is_an_answer():
    scene = battle(chits={"us-special-action": "available"}).fight(HERE).answer(Await())
    assert scene.step == "Fire"
