"""6.4 to 6.6 Hits, their order, retreats and what a full area sets off."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import Removed, Retreated
from bulge_widget.rulebooks.fab import morale
from bulge_widget.rulebooks.fab.aftermath import Decline, Exploit
from bulge_widget.rulebooks.fab.hits import Absorb, Lose
from bulge_widget.rulebooks.fab.points import Lead
from bulge_widget.rulebooks.fab.retreat import Disband, Retreat
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import BOOK, EAST, PARTS, Scene, unit

HERE = "22"
NEIGHBOURS = ("23", "24", "36", "37")  # the Allied areas beside it
ELSEWHERE = {"ge-9pz": unit("47"), "us-2ad": unit("47")}  # another battle keeps the phase open


def battle(defenders=("us-106id",), attackers=("ge-116pz",), **position):
    units = {name: unit(HERE) for name in (*attackers, *defenders)} | ELSEWHERE
    units |= position.pop("units", {})
    areas = {"new": [HERE]} | position.pop("areas", {})
    position.setdefault("german", EAST)
    return Scene(units, areas=areas, **position)


def fired_on(defenders=("us-106id",), *hits, **position):
    """The attacker's ground fire has come: so many faces, 1 a hit."""
    scene = battle(defenders, **position).fight(HERE).skip_to_fire()
    if scene.step == "Pointing":
        scene.answer(Lead(defenders[0])).skip_to_fire()
    scene.roll(*[10] * len(scene.decision.options[0].faces)).skip_to_fire()
    return scene.roll(*hits)


# -- 6.41 hits on the attacker --------------------------------------------------------------------------------


def test_6_41a_the_first_hit_is_a_loss_of_the_point_unit_or_of_a_battle_asset():
    chits = {"ge-741-902armor": "available"}
    scene = battle(attackers=("ge-116pz", "ge-560vg"), chits=chits).fight(HERE).answer(Assign("ge-741-902armor"))
    scene.answer(Lead("ge-116pz")).roll(1, 1, 10)
    assert scene.options == ["lose ge-116pz", "lose ge-741-902armor"]
    assert scene.why(Lose("ge-560vg")) == ("point_first", "6.41a")
    assert scene.why(Absorb("abort")) == ("loss_first", "6.41a")
    scene.lose("ge-741-902armor")
    assert scene.at("ge-741-902armor") == "eliminated"
    assert scene.options == ["absorb abort", "absorb stand"]


def test_6_41b_an_attack_that_is_broken_off_takes_no_more_hits_and_does_not_fire():
    scene = battle().fight(HERE).skip_to_fire().roll(1, 1, 1).absorb("abort")
    assert (scene.steps("ge-116pz"), scene.status("ge-116pz") & {"disordered"}) == (2, {"disordered"})
    assert (scene.at("ge-116pz"), scene.step) == (HERE, "Combats")


def test_6_41b_a_river_assault_that_is_broken_off_goes_back_over_its_river():
    units = {"ge-2pz": unit(HERE, 4, origin="12")}
    scene = battle(attackers=(), units=units, areas={"assault": [HERE]}).fight(HERE).skip_to_fire()
    scene.roll(1, 1, 1).absorb("abort")
    assert (scene.at("ge-2pz"), scene.status("ge-2pz")) == ("12", {"disordered"})


def test_6_41b_a_river_assault_with_no_way_back_cannot_be_broken_off():
    german = [area for area in EAST if area != "12"]
    units = {"ge-2pz": unit(HERE, 4, origin="12")}
    scene = battle(attackers=(), units=units, areas={"assault": [HERE]}, german=german).fight(HERE).skip_to_fire()
    scene.roll(1, 1, 1)
    assert scene.step == "Fire"  # both hits were steps, there was nothing to choose
    assert scene.steps("ge-2pz") == 1


def test_6_41a_begins_anew_with_every_fire():
    scene = battle(attackers=("ge-116pz", "ge-560vg"), chits={"us-333fa-arty": "available"}).fight(HERE)
    scene.answer(Assign("us-333fa-arty")).answer(Lead("ge-116pz"))
    scene.roll(1)
    assert scene.steps("ge-116pz") == 2
    scene.roll(1, 10, 10)
    assert scene.steps("ge-116pz") == 1  # the point unit again, before 560th VG


def test_6_24_an_eliminated_point_unit_is_replaced_before_the_next_fire():
    scene = battle(attackers=("ge-150bde", "ge-116pz"), chits={"us-333fa-arty": "available"}).fight(HERE)
    scene.answer(Assign("us-333fa-arty")).answer(Lead("ge-150bde")).roll(1)
    assert scene.at("ge-150bde") == "eliminated"
    assert scene.numbers() == {"us-106id": 2}  # against the elite 116th Panzer now


# -- 6.42 hits on the defender --------------------------------------------------------------------------------


def test_6_42a_field_works_take_the_first_hit_of_the_round_from_any_fire():
    chits = {"ge-401arty": "available"}
    scene = battle(chits=chits, areas={"works-allied": [HERE]}).fight(HERE).answer(Assign("ge-401arty"))
    scene.roll(1)
    assert (scene.areas("works-allied"), scene.steps("us-106id")) == (set(), 3)
    assert scene.step == "Fire"


def test_6_42a_c_d_field_works_then_the_retreat_then_steps():
    scene = fired_on(("us-106id",), 1, 1, 1, areas={"works-allied": [HERE]})
    assert scene.areas("works-allied") == set()
    assert "2 hits" in scene.decision.prompt
    scene.absorb("retreat")
    scene.answer(Retreat("us-106id", "23"))
    assert (scene.at("us-106id"), scene.steps("us-106id"), scene.status("us-106id")) == ("23", 2, {"disordered"})
    assert scene.areas("new") == set()
    assert HERE in BOOK.snapshot(scene.state)["german"]


def test_6_42c_a_defender_who_stands_takes_every_hit_as_a_loss():
    scene = fired_on(("us-106id",), 1, 1, 10).absorb("stand")
    assert (scene.at("us-106id"), scene.steps("us-106id")) == (HERE, 1)


def test_6_42b_one_hit_of_artillery_is_absorbed_by_disorder():
    chits = {"ge-401arty": "available", "ge-15rocket-arty": "available"}
    scene = battle(chits=chits, units={"us-106id": unit(HERE, 3, "recovering")}, defenders=()).fight(HERE)
    scene.answer(Assign("ge-401arty")).answer(Assign("ge-15rocket-arty")).roll(1, 1).absorb("disorder")
    assert (scene.status("us-106id") & {"disordered", "recovering"}, scene.steps("us-106id")) == ({"disordered"}, 2)
    assert scene.parts_of("us-106id")["disordered"] == -1


def test_6_42b_who_is_disordered_already_cannot_absorb_so():
    chits = {"ge-401arty": "available"}
    scene = battle(chits=chits, units={"us-106id": unit(HERE, 3, "disordered")}, defenders=()).fight(HERE)
    scene.answer(Assign("ge-401arty")).roll(1)
    assert scene.steps("us-106id") == 2


def test_6_42c_no_retreat_without_an_area_to_go_to():
    scene = fired_on(("us-106id",), 1, 10, 10, german=[*EAST, *NEIGHBOURS])
    assert scene.steps("us-106id") == 2


def test_6_42c_an_asset_alone_does_not_retreat():
    scene = battle((), chits={"us-168eng": HERE}).fight(HERE)
    scene.roll(10).roll(1, 10, 10)
    assert scene.at("us-168eng") == "eliminated"
    assert HERE in BOOK.snapshot(scene.state)["german"]


# -- 6.43 losses ------------------------------------------------------------------------------------------------


def test_6_43_the_point_unit_first_then_everybody_once():
    defenders = ("us-106id", "us-2id")
    scene = fired_on(defenders, 1, 1, 1, german=[*EAST, *NEIGHBOURS])
    assert scene.steps("us-106id") == 2  # nothing else could suffer the first loss
    assert scene.steps("us-2id") == 3  # nor the second
    assert scene.options == ["lose us-106id", "lose us-2id"]
    scene.lose("us-2id")
    assert (scene.steps("us-106id"), scene.steps("us-2id")) == (2, 2)


def test_6_43_battle_assets_may_go_before_the_point_unit_and_must_go_before_a_second_step():
    scene = battle(chits={"us-740armor": "available"}).fight(HERE).answer(Assign("us-740armor"))
    scene.roll(10, 10, 10, 10).roll(1, 1, 1).absorb("stand")
    assert scene.options == ["lose us-106id", "lose us-740armor"]
    scene.lose("us-106id")
    assert scene.at("us-740armor") == "eliminated"  # no second step before it
    assert (scene.at("us-106id"), scene.steps("us-106id")) == (HERE, 1)


def test_16_21_r53_a_garrison_takes_the_first_hit_and_the_units_may_retreat_after_that():
    scene = fired_on(("us-106id",), 1, 1, 10, chits={"us-task-force-1": HERE})
    assert scene.at("us-task-force-1") == "eliminated"
    assert scene.options == ["absorb retreat", "absorb stand"]
    one = fired_on(("us-106id",), 1, 10, 10, chits={"us-task-force-1": HERE})
    assert (one.at("us-task-force-1"), one.at("us-106id"), one.steps("us-106id")) == ("eliminated", HERE, 3)


# -- 6.8 exploitation -----------------------------------------------------------------------------------------


def test_6_8_a_hit_to_spare_opens_an_exploitation_and_its_check_is_morale():
    scene = fired_on(("us-112rct",), 1, 1, 1)
    assert scene.step == "Exploiting"  # lost either way, there was nothing to choose
    scene.answer(Exploit("ge-116pz"))
    assert str(BOOK.explain(scene.state, scene.decision.options[0])).startswith("success number: 7")
    scene.roll(7)
    assert "exploiting" in scene.status("ge-116pz")


def test_6_8_the_last_hit_that_a_retreat_absorbs_decides_whether_armor_exploits():
    assert fired_on(("us-112rct",), 1, 1, 10).absorb("retreat").step == "Combats"
    assert fired_on(("us-112rct",), 1, 1, 10).absorb("stand").step == "Exploiting"


@pytest.mark.parametrize(("guns", "asked"), [({}, False), ({"us-333fa-arty": "available"}, True)])
def test_18_7_a_hit_to_spare_matters_where_there_are_guns_to_overrun(guns, asked):
    """One step and two hits in a river assault: nobody exploits, and a retreat saves nothing but the guns."""
    rest = {"options": {"overrunning_artillery": True}, "areas": {"assault": [HERE]}, "chits": guns}
    scene = battle(("us-112rct",), **rest).fight(HERE)
    scene.answer(Assign("us-333fa-arty")).roll(10) if guns else None
    scene.skip_to_fire().roll(10).skip_to_fire().roll(1, 1, 10)
    assert (scene.step == "Hits") == asked
    assert asked or scene.at("us-112rct") == "eliminated"


def test_6_8_a_river_assault_and_a_breakthrough_open_nothing():
    assert fired_on(("us-112rct",), 1, 1, 1, areas={"assault": [HERE]}).step == "Combats"
    assert fired_on(("us-112rct",), 1, 1, 1, phase="breakthrough-combat").marked("exploiting") == set()


def test_6_8_infantry_does_not_exploit_and_armor_may_decline():
    scene = battle(("us-112rct",), ("ge-26vg",)).fight(HERE).skip_to_fire().roll(10).roll(1, 1, 1)
    assert (scene.step, scene.at("us-112rct")) == ("Combats", "eliminated")
    scene = fired_on(("us-112rct",), 1, 1, 1).answer(Decline())
    assert "exploiting" not in scene.status("ge-116pz")


# -- 6.6, 5.1 retreats ------------------------------------------------------------------------------------------


def test_6_6_each_unit_retreats_where_its_owner_likes():
    scene = fired_on(("us-106id", "us-112rct"), 1, 10, 10).absorb("retreat")
    assert scene.why(Retreat("us-106id", "12")) == ("not_friendly", "6.6")
    assert scene.why(Retreat("us-106id", "48")) == ("not_adjacent", "6.6")
    assert scene.why(Retreat("us-9adb", "23")) == ("need_not_retreat", "6.6")
    scene.answer(Retreat("us-106id", "23")).answer(Retreat("us-112rct", "36"))
    assert (scene.at("us-106id"), scene.at("us-112rct")) == ("23", "36")


def test_6_6_a_retreat_into_a_full_area_goes_on_until_there_is_room():
    crowd = {name: unit("37") for name in ("us-9adr", "us-110rct")}
    scene = fired_on(("us-106id",), 1, 10, 10, units=crowd).absorb("retreat")
    scene.answer(Retreat("us-106id", "37"))
    assert scene.step == "Retreating"
    assert scene.why(Retreat("us-106id", HERE)) is not None
    scene.answer(Retreat("us-106id", "48"))
    assert scene.at("us-106id") == "48"
    paths = [event.path for event in scene.events if isinstance(event, Retreated)]
    assert paths == [(HERE, "37"), ("37", "48")]


def test_5_1_a_chain_that_leads_nowhere_ends_in_elimination():
    crowd = {name: unit("37") for name in ("us-9adr", "us-110rct")}
    german = [*EAST, "23", "24", "36", "38", "48"]
    units = crowd | {"ge-9pz": unit("64"), "us-2ad": unit("64"), "ge-lehr": unit("47"), "us-83id": unit("47")}
    scene = fired_on(("us-106id",), 1, 10, 10, units=units, german=german).absorb("retreat")
    assert scene.at("us-106id") == "eliminated"
    assert any(isinstance(event, Removed) and event.rule == "5.1" for event in scene.events)


def test_14_43_r40_british_units_do_not_retreat_out_of_their_zone():
    zone = {space.id for space in BOOK.board.spaces if space.has("british-zone")}
    here = next(a for a in sorted(zone) if (near := neighbours(a)) & zone and near - zone)
    units = {"uk-43id": unit(here), "ge-2pz": unit(here)}
    scene = Scene(units | ELSEWHERE, areas={"new": [here]}, german=EAST).fight(here).skip_to_fire()
    scene.roll(10, 10, 10).roll(1, 10, 10, 10).absorb("retreat")
    beyond = min(neighbours(here) - zone)
    if scene.step == "Retreating":
        assert scene.why(Retreat("uk-43id", beyond)) == ("british_zone", "14.43")
        scene.answer(scene.decision.options[0])
    assert scene.at("uk-43id") in zone


def neighbours(area):
    index = PARTS.area_index[area]
    return {PARTS.area_ids[other] for other in PARTS.neighbours[index]}


def test_14_1_armor_does_not_retreat_over_the_schnee_eifel():
    units = {"us-9adb": unit("11"), "ge-18vg": unit("11")}
    allied_prum = [area for area in EAST if area not in ("4", "11", "10")]
    scene = Scene(units | ELSEWHERE, areas={"new": ["11"]}, german=allied_prum).fight("11").skip_to_fire()
    scene.roll(10).roll(1, 10, 10).absorb("retreat")
    if scene.step == "Retreating":
        assert scene.why(Retreat("us-9adb", "4")) == ("restricted", "14.1")


def test_5_1_too_many_units_retreat_at_the_end_of_a_phase():
    units = {name: unit("47") for name in ("us-106id", "us-112rct", "us-9adr")}
    scene = Scene(units, "strategic-movement", german=EAST)
    assert (scene.step, scene.decision.seat, scene.decision.rule) == ("Crowded", "allied", "5.1")
    assert scene.why(Disband("us-106id")) == ("can_retreat", "5.1")
    scene.answer(Retreat("us-112rct", "48"))
    assert (scene.at("us-112rct"), scene.marked("disordered")) == ("48", {"us-112rct"})


def test_5_1_without_a_refuge_one_of_them_is_given_up():
    units = {name: unit("47") for name in ("us-106id", "us-112rct", "us-9adr")}
    around = ["37", "38", "46", "48", "63", "64"]
    scene = Scene(units, "strategic-movement", german=[*EAST, *around])
    assert scene.options == ["disband us-106id", "disband us-112rct", "disband us-9adr"]
    scene.answer(Disband("us-9adr"))
    assert scene.at("us-9adr") == "eliminated"


# -- 18.4, 18.7 -------------------------------------------------------------------------------------------------


def test_18_4_the_150th_brigade_leads_its_first_battle_and_confuses_an_american_unit():
    options = {"panzer_brigade_150": True}
    scene = battle(attackers=("ge-150bde", "ge-1ss"), options=options).fight(HERE).skip_to_fire()
    assert scene.step == "RuseRoll"
    assert BOOK.explain(scene.state, scene.decision.options[0]).total == 5  # green: 5 - 2 + 2
    scene.roll(6)
    assert scene.parts_of("us-106id")["disordered"] == -1
    assert scene.state.raided & 2


def test_18_4_as_a_defender_it_confuses_the_american_attacker():
    units = {"us-106id": unit(HERE), "us-112rct": unit(HERE), "ge-150bde": unit(HERE)} | ELSEWHERE
    german = [*EAST, HERE]
    options = {"panzer_brigade_150": True}
    scene = Scene(units, phasing="allied", areas={"new": [HERE]}, german=german, options=options).fight(HERE)
    scene.answer(Lead("us-106id")).roll(10)
    scene.roll(10)
    assert list(scene.numbers()) == ["us-112rct"]  # who is disordered attacks no more


def test_18_4_two_assets_that_defend_are_not_both_gone_by_one_ruse():
    options = {"panzer_brigade_150": True}
    for chits, left in (({"us-st-vith-garrison": "23"}, "eliminated"), ({}, "unused")):
        both = chits | {"us-task-force-1": "23"}
        units = {"ge-150bde": unit("23")} | ELSEWHERE
        scene = Scene(units, areas={"new": ["23"]}, chits=both, german=EAST, options=options).fight("23")
        scene.answer(Lead("us-task-force-1")) if chits else scene.skip_to_fire()
        assert scene.step == "RuseRoll"
        scene.roll(10)
        assert "eliminated" in {scene.at("us-st-vith-garrison"), scene.at("us-task-force-1")}
        assert (scene.step == "Exploiting") == (left == "unused")


def test_18_7_artillery_of_a_defender_who_is_gone_may_be_overrun():
    options = {"overrunning_artillery": True}
    scene = battle(("us-112rct",), chits={"us-333fa-arty": "available"}, options=options).fight(HERE)
    scene.answer(Assign("us-333fa-arty")).roll(10).roll(10).roll(1, 1, 1).absorb("retreat").answer(Decline())
    assert scene.step == "OverrunRoll"
    assert BOOK.explain(scene.state, scene.decision.options[0]).total == 3  # destroyed, and a hit to spare
    scene.roll(3)
    assert scene.at("us-333fa-arty") == "eliminated"


def test_18_7_after_a_retreat_only_a_one_overruns():
    options = {"overrunning_artillery": True}
    scene = battle(chits={"us-333fa-arty": "available"}, options=options).fight(HERE).answer(Assign("us-333fa-arty"))
    scene.roll(10).roll(10, 10, 10).roll(1, 10, 10).absorb("retreat").answer(Retreat("us-106id", "23"))
    assert BOOK.explain(scene.state, scene.decision.options[0]).total == 1
    scene.roll(2)
    assert scene.at("us-333fa-arty") == "used"


def test_18_5_three_airborne_units_ignore_being_out_of_supply_in_morale():
    units = {name: unit(HERE, None, "out-of-supply") for name in ("us-82ab", "us-17ab")}
    for chosen, expected in ((False, (6, 2)), (True, (7, 2))):
        scene = Scene(units | ELSEWHERE, german=EAST, options={"airborne_units": chosen})
        assert tuple(morale.number(PARTS, scene.state, name).total for name in units) == expected


@pytest.mark.parametrize("forgotten", [False, True])
def test_2_2_a_block_once_seen_stays_known_unless_an_option_forgets_it(forgotten):
    scene = fired_on(("us-106id",), 1, 10, 10, options={"blocks_forgotten": forgotten, "fuel_shortage": False})
    assert BOOK.knows(scene.state, "german", "us-106id")
    scene.absorb("retreat").answer(Retreat("us-106id", "23"))
    assert BOOK.knows(scene.state, "german", "us-106id") != forgotten


def test_18_7_after_guns_alone_the_ground_fire_says_how_many_hits_are_to_spare():
    """Two hits of artillery leave nobody; 5 + 1 armor + 1 elite on veteran - 1 terrain, as in 23.6."""
    chits = dict.fromkeys(["ge-401arty", "ge-15rocket-arty", "us-333fa-arty"], "available")
    scene = battle(("us-112rct",), chits=chits, options={"overrunning_artillery": True}).fight(HERE)
    scene.answer(Assign("ge-401arty")).answer(Assign("ge-15rocket-arty")).answer(Assign("us-333fa-arty")).roll(1, 1)
    assert scene.at("us-112rct") == "eliminated"
    scene.roll(10).answer(Decline())
    assert scene.numbers() == {"ge-116pz": 6}
    scene.roll(1, 6, 7)
    assert BOOK.explain(scene.state, scene.decision.options[0]).total == 4  # destroyed, and two hits to spare
    scene.roll(4)
    assert scene.at("us-333fa-arty") == "eliminated"
