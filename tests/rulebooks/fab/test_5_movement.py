"""5, 7, 14 Movement: what it costs, what forbids it, and what interrupts it."""

from __future__ import annotations

from tests.rulebooks.fab.table import PARTS, asked, at, control, markers, orders, piece, refused, situation

EAST = [str(n) for n in range(1, 17)]
WEST = {"phasing": "allied"}


def test_5_21_a_unit_in_reserve_may_still_move_and_loses_its_marker():
    game = situation({"ge-lehr": "13"}, "reserve ge-lehr ge-reserve-5")
    assert "reserve-5" in piece(game, "ge-lehr").status
    game.play("move ge-lehr 13>12")
    assert "reserve-5" not in piece(game, "ge-lehr").status
    assert refused(game, "reserve ge-lehr ge-reserve-5") == ("already_moved", "5.35a")


def test_5_21_a_reserve_marker_comes_off_where_an_area_becomes_contested():
    units = {"ge-lehr": {"at": "13", "reserve": "ge-reserve-5"}, "us-9adr": {"at": "12"}}
    game = situation(units, "move us-9adr 12>13", **WEST, german=["13"])
    assert "reserve-5" not in piece(game, "ge-lehr").status


def test_5_22_armor_has_six_points_and_infantry_three():
    game = situation({"ge-lehr": "4", "ge-26vg": "5"}, german=EAST)
    assert refused(game, "move ge-26vg 5>10>25>33>52") is not None
    assert PARTS.allowance[PARTS.unit_index["ge-lehr"]] == 6
    assert PARTS.allowance[PARTS.unit_index["ge-26vg"]] == 3


def test_5_22_a_unit_that_comes_to_blocks_lying_face_up_is_shown():
    units = {"ge-26vg": {"at": "21", "status": ("face-up",)}, "us-110rct": {"at": "21", "status": ("face-up",)}}
    units |= {"ge-lehr": "22"}
    game = situation(units, "move ge-lehr 22>21")
    assert not piece(game, "ge-lehr", "allied").hidden


def test_5_23_field_works_cost_the_whole_move_and_need_supply_and_order():
    game = situation({"ge-26vg": "12", "ge-62vg": {"at": "12", "status": ("disordered",)}}, "entrench ge-26vg")
    assert markers(game, "field-works") == {"12"}
    assert refused(game, "move ge-26vg 12>13") == ("already_moved", "5.35a")
    assert refused(game, "entrench ge-62vg") == ("disordered", "9.33b")


def test_5_23_field_works_go_at_the_end_of_a_phase_without_a_friend():
    game = situation({"ge-26vg": "12"}, "move ge-26vg 12>11", areas={"works-german": ["12"]}, german=EAST)
    assert markers(game, "field-works") == {"12"}
    game.play("end-move")
    assert markers(game, "field-works") == set()


def test_5_24_a_unit_need_not_move():
    game = situation({"ge-26vg": "12"}, "end-move", german=EAST)
    assert at(game, "ge-26vg") == "12"


def test_5_32_an_occupied_area_costs_a_point_more():
    game = situation({"ge-lehr": "3", "ge-26vg": "12"}, german=EAST)
    empty = situation({"ge-lehr": "3"}, german=EAST)
    assert game.explain("move ge-lehr 3>12").total == empty.explain("move ge-lehr 3>12").total + 1


def test_5_32_a_unit_does_not_occupy_the_area_that_it_has_left():
    """Over 23, which it takes, and back through 12 to 3: three roads; with another unit in 12 a point more."""
    order = "move ge-26vg 12>23>12>3"
    game = situation({"ge-26vg": "12"}, german=EAST)
    assert game.explain(order).total == 3
    assert refused(situation({"ge-26vg": "12", "ge-62vg": "12"}, german=EAST), order) == ("too_far", "5.22")
    game.play(order)
    assert (at(game, "ge-26vg"), control(game, "23")) == ("3", "german")


def test_5_33_one_area_may_always_be_entered():
    game = situation({"ge-26vg": "11", "ge-lehr": {"at": "12", "status": ("out-of-supply",)}}, german=EAST)
    assert refused(game, "move ge-26vg 11>4") is None
    assert refused(game, "move ge-lehr 12>3>4") == ("one_area", "9.33a")


def test_5_34_out_of_a_contested_area_first_into_a_friendly_one():
    units = {"ge-2pz": "21", "us-110rct": "21", "us-9adr": "38"}
    game = situation(units, german=["21", "13", "12", "20"])
    assert refused(game, "move ge-2pz 21>37") == ("first_area", "5.34")
    assert refused(game, "move ge-2pz 21>22") == ("first_area", "5.34")
    why = game.rulebook.describe(game.why_not("move ge-2pz 21>22"), game.state)
    assert why.startswith("5.34: Leaving a contested area")
    assert why.endswith("Weiswampach [22] is Allied-controlled.")
    assert refused(game, "move ge-2pz 21>20") is None
    assert refused(game, "move ge-2pz 21>20>38") == ("no_second_fight", "5.34")


def test_5_35b_a_unit_stops_at_the_enemy():
    game = situation({"ge-2pz": "12", "us-110rct": "22"}, german=EAST)
    assert refused(game, "move ge-2pz 12>22>37") == ("must_stop", "5.35b")


def test_5_35c_only_one_unit_crosses_a_river_border_to_the_enemy():
    units = {"ge-lehr": "12", "ge-26vg": "12", "us-106id": "23"}
    game = situation(units, "move ge-lehr 12>23", german=EAST)
    assert asked(game) == "Demolishing"
    game.play("spare")
    assert at(game, "ge-lehr") == "23"
    assert refused(game, "move ge-26vg 12>23") == ("border_used", "5.35c")


def test_5_35d_a_blown_bridge_may_be_forded_from_where_the_phase_began():
    game = situation({"ge-lehr": "12", "us-106id": "23"}, "move ge-lehr 12>23", "blow", dice=[5], german=EAST)
    assert asked(game) == "Halted"
    assert {"stay ge-lehr", "move ge-lehr 12>23"} <= orders(game, "ge-lehr")
    game.play("move ge-lehr 12>23")
    assert at(game, "ge-lehr") == "23"
    assert markers(game, "river-assault") == {"23"}


def test_5_35d_a_unit_that_does_not_ford_loses_a_point_and_goes_elsewhere():
    game = situation({"ge-26vg": "12", "us-106id": "23"}, "move ge-26vg 12>23", "blow", dice=[5], german=EAST)
    assert refused(game, "move ge-26vg 12>3>4") is None
    assert refused(game, "move ge-26vg 12>3>4>5") == ("too_far", "5.22")
    game.play("stay ge-26vg")
    assert at(game, "ge-26vg") == "12"
    assert refused(game, "move ge-26vg 12>3") == ("already_moved", "5.35a")


def test_5_35d_a_bridge_that_stands_is_crossed_without_an_assault():
    game = situation({"ge-lehr": "12", "us-106id": "23"}, "move ge-lehr 12>23", "blow", dice=[6], german=EAST)
    assert at(game, "ge-lehr") == "23"
    assert markers(game, "river-assault") == set()
    assert markers(game, "newly-contested") == {"23"}


def test_5_35d_a_lone_garrison_may_blow_a_bridge():
    game = situation({"ge-lehr": "12"}, "move ge-lehr 12>23", chits={"us-st-vith-garrison": "23"}, german=EAST)
    assert asked(game) == "Demolishing"
    game.play("spare")
    assert control(game, "23") == "allied"


def test_5_35e_a_unit_over_dry_ground_takes_the_river_assault_away():
    units = {"ge-2pz": "21", "ge-560vg": "22", "us-110rct": "37"}
    game = situation(units, "move ge-2pz 21>37", bridges={"blown": ["21-37"]}, german=["21", "22"])
    assert markers(game, "river-assault") == {"37"}
    game.play("move ge-560vg 22>37")
    assert markers(game, "river-assault") == set()


def test_2_4_an_area_passed_through_changes_hands():
    game = situation({"ge-lehr": "22"}, "move ge-lehr 22>36>48", german=[*EAST, "22"])
    assert control(game, "36") == control(game, "48") == "german"


def test_4_34_a_roadblock_costs_a_point_stops_one_unit_and_is_gone():
    game = situation({"ge-lehr": "22", "ge-2pz": "22"}, areas={"roadblocks-allied": ["36"]}, german=[*EAST, "22"])
    assert refused(game, "move ge-lehr 22>36>48") == ("must_stop", "5.35b")
    game.play("move ge-lehr 22>36")
    assert markers(game, "roadblock") == set()


def test_5_4_strategic_moves_need_reserve_and_supply_and_stay_behind_the_front():
    units = {"us-82ab": {"at": "96", "reserve": "us-reserve-56-1"}, "us-2id": "92"}
    game = situation(units, phase="strategic-movement", phasing="allied", german=EAST)
    assert refused(game, "move us-2id 92>91 strategic") == ("no_reserve", "5.4")
    assert any(order.endswith(">62 strategic") for order in orders(game, "us-82ab"))


def test_7_2_a_reaction_makes_no_new_contested_area():
    units = {"us-82ab": {"at": "47", "reserve": "us-reserve-56-1"}, "ge-2pz": "48", "us-9adr": "46", "ge-lehr": "46"}
    game = situation(units, phase="reaction", german=["48"])
    assert refused(game, "move us-82ab 47>48") == ("reaction_attack", "7.2")
    assert refused(game, "move us-9adr 46>47") == ("no_reserve", "7.2")
    assert refused(game, "move us-82ab 47>64") is None


def test_7_31_an_exploiting_unit_goes_one_area_and_over_no_blown_bridge():
    units = {"ge-lehr": {"at": "12", "status": ("exploiting",)}}
    game = situation(units, phase="breakthrough-movement", bridges={"blown": ["12-23"]}, german=EAST)
    assert refused(game, "move ge-lehr 12>23 exploit") == ("blown", "7.31")
    assert refused(game, "move ge-lehr 12>3>4 exploit") == ("one_area", "7.31")


def test_7_31_a_bridge_blown_before_an_exploiting_unit_keeps_it_where_it_is():
    units = {"ge-lehr": {"at": "12", "status": ("exploiting",)}, "us-106id": "23"}
    rest = {"phase": "breakthrough-movement", "german": EAST}
    game = situation(units, "move ge-lehr 12>23 exploit", "blow", dice=[1], **rest)
    assert at(game, "ge-lehr") == "12"
    assert "exploiting" not in piece(game, "ge-lehr").status


def test_8_21_a_special_action_lets_armor_exploit():
    game = situation(
        {"ge-150bde": "12", "ge-26vg": "12"},
        phase="breakthrough-movement",
        chits={"ge-special-action": "available"},
        german=EAST,
    )
    assert refused(game, "activate ge-26vg ge-special-action") == ("not_armor", "8.21")
    game.play("activate ge-150bde ge-special-action")
    assert "exploiting" in piece(game, "ge-150bde").status


def test_14_1_armor_never_crosses_the_restricted_boundary():
    game = situation({"ge-lehr": "4", "ge-26vg": "4"}, german=EAST)
    assert refused(game, "move ge-lehr 4>11") == ("restricted", "14.1")
    assert refused(game, "move ge-26vg 4>11") is None


def test_14_43_the_british_stay_north_west_of_the_meuse():
    game = situation({"uk-43id": "57"}, **WEST, german=EAST)
    assert refused(game, "move uk-43id 57>58") == ("british_zone", "14.43")


def test_14_71_a_reserve_marker_serves_its_zone():
    game = situation({"ge-lehr": "13", "ge-1ss": "6"}, german=EAST)
    assert refused(game, "reserve ge-1ss ge-reserve-5") == ("marker_zone", "14.7")
    assert refused(game, "reserve ge-1ss ge-reserve-6") is None


def test_14_81_the_germans_make_one_strategic_move_a_turn():
    units = {"ge-lehr": {"at": "13", "reserve": "ge-reserve-5"}, "ge-1ss": {"at": "6", "reserve": "ge-reserve-6"}}
    game = situation(units, "move ge-lehr 13>12 strategic", phase="strategic-movement", german=EAST)
    assert game.phase != "strategic-movement"


def test_16_13_a_long_move_uses_up_fuel():
    options = {"fuel_shortage": True}
    game = situation({"ge-lehr": "4"}, options=options, chits={"ge-fuel-1": "available"}, german=EAST)
    game.play("move ge-lehr 4>5>10")
    assert piece(game, "ge-fuel-1").at == "used-german"
    dry = situation({"ge-lehr": "4"}, options=options, german=EAST)
    assert refused(dry, "move ge-lehr 4>5>10") == ("too_far", "5.22")


def test_16_11_an_american_who_finds_von_der_heydte_scattered_moves_on():
    rest = {"chits": {"ge-heydte": "31"}, "numbers": {"drop": 1}, "german": EAST} | WEST
    game = situation({"us-7ad": "30"}, "move us-7ad 30>31", dice=[7], **rest)
    assert asked(game) == "Halted"
    met = situation({"us-7ad": "30"}, "move us-7ad 30>31", dice=[1], **rest)
    assert markers(met, "newly-contested") == {"31"}


def test_17_11_a_unit_a_greif_team_has_led_astray_goes_one_area_at_most():
    units = {"us-7ad": {"at": "24", "status": ("greif-team",)}}
    rest = {"chits": {"ge-greif-team-interdict-t2": "on-unit"}, "attached": {"ge-greif-team-interdict-t2": "us-7ad"}}
    game = situation(units, "move us-7ad 24>35>49", dice=[10], **rest, **WEST, german=EAST)
    assert asked(game) == "Halted"
    assert refused(game, "move us-7ad 24>35>49") is not None
    assert piece(game, "ge-greif-team-interdict-t2").at == "eliminated-german"
    free = situation(units, "move us-7ad 24>35>49", dice=[1], **rest, **WEST, german=EAST)
    assert at(free, "us-7ad") == "49"


def test_17_21_interdiction_costs_the_germans_a_point_to_enter_and_to_leave():
    plain = situation({"ge-lehr": "12"}, german=EAST)
    game = situation({"ge-lehr": "12"}, chits={"us-air-mission-t4": "22"}, german=EAST)
    order = "move ge-lehr 12>22>36"
    assert game.explain(order).total == plain.explain(order).total + 2


def test_18_3_kg_peiper_exploits_once_with_its_whole_allowance():
    units = {"ge-peiper": {"at": "5", "status": ("exploiting",)}}
    rest = {"phase": "breakthrough-movement", "german": EAST}
    game = situation(units, options={"kg_peiper": True, "fuel_shortage": False}, **rest)
    assert refused(game, "move ge-peiper 5>10>11 exploit") is None
    assert refused(situation(units, **rest), "move ge-peiper 5>10>11 exploit") == ("one_area", "7.31")


def test_R59_a_disordered_unit_joins_a_battle_but_begins_none():
    units = {"ge-lehr": {"at": "12", "status": ("disordered",)}, "us-106id": "22"}
    game = situation(units, german=EAST)
    assert refused(game, "move ge-lehr 12>22") == ("disordered_attack", "R59")
    joined = situation(units | {"ge-2pz": "22"}, german=EAST)
    assert refused(joined, "move ge-lehr 12>22") is None
