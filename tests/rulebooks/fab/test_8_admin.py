"""4.2 to 4.3, 8, 14.5, 14.6, 17 What chits are played for in an Admin Phase."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import Revealed
from bulge_widget.rulebooks.fab.admin import EndAdmin, Play
from tests.rulebooks.fab.battles import BOOK, EAST, Scene, unit

BASE = {"ge-9pz": unit("5"), "us-2ad": unit("55")}


def admin(side="allied", units=None, **position):
    """The Admin Phase of a side on turn 3, with empty cups."""
    position.setdefault("german", EAST)
    scene = Scene({**BASE, **(units or {})}, "admin", side, **{"turn": 3, **position})
    while scene.step == "Administering" and scene.decision.seat != side:
        scene.answer(EndAdmin())
    return scene


def play(chit, use, *on):
    return Play(chit, use, on)


# -- 4.2, 4.21 ------------------------------------------------------------------------------------------------


def test_4_2b_c_the_phasing_side_plays_first_then_the_other():
    chits = {"ge-62eng": "available", "us-35eng": "available"}
    scene = Scene(BASE, "admin", "allied", turn=3, german=EAST, chits=chits)
    assert (scene.decision.seat, scene.decision.rule) == ("allied", "4.2b")
    scene.answer(EndAdmin())
    assert (scene.decision.seat, scene.decision.rule) == ("german", "4.2c")
    assert scene.why(play("us-35eng", "blow", "25-33")) == ("not_your_chit", "4.2")


def test_4_21_any_event_may_bring_two_assets_back_into_the_cup():
    chits = dict.fromkeys(["us-35eng", "us-740armor", "us-spa-garrison", "us-air-mission-t6"], "eliminated")
    scene = admin(chits=chits | {"us-air-mission-t4": "available", "us-task-force-1": "eliminated"})
    two = play("us-air-mission-t4", "recycle", "us-35eng", "us-740armor")
    assert scene.why(play("us-air-mission-t4", "recycle", "us-35eng")) == ("two_assets", "4.21")
    for lost in ("us-spa-garrison", "us-task-force-1", "us-air-mission-t6"):
        pair = sorted(["us-35eng", lost])
        assert scene.why(play("us-air-mission-t4", "recycle", *pair)) == ("not_returnable", "4.21")
    scene.answer(two)
    assert [scene.at(chit) for chit in ("us-35eng", "us-740armor", "us-air-mission-t4")] == ["cup", "cup", "eliminated"]


def test_4_21_an_asset_is_no_event():
    chits = {"us-special-action": "available", "us-35eng": "eliminated", "us-740armor": "eliminated"}
    scene = admin(units={"us-1id": unit("53", 1)}, chits=chits)
    assert scene.why(play("us-special-action", "recycle", "us-35eng", "us-740armor")) == ("not_an_event", "4.21")


# -- 4.3 engineers ----------------------------------------------------------------------------------------------


def test_4_31_one_engineer_blows_two_bridges_of_one_area():
    scene = admin(chits={"us-35eng": "available"})
    assert scene.why(play("us-35eng", "blow", "23-25", "25-33")) is None
    assert scene.why(play("us-35eng", "blow", "25-33", "46-47")) == ("not_one_area", "4.31")
    assert scene.why(play("us-35eng", "blow", "10-11")) == ("no_bridge", "4.31")
    assert scene.why(play("us-35eng", "blow", "13-21")) == ("not_friendly_area", "4.3")
    scene.answer(play("us-35eng", "blow", "23-25", "25-33"))
    assert BOOK.snapshot(scene.state)["bridges"]["blown"] == ["23-25", "25-33"]
    assert scene.at("us-35eng") == "used"


def test_4_31_not_from_a_contested_or_unsupplied_area():
    units = {"us-106id": unit("23"), "ge-18vg": unit("23")}
    position = {"chits": {"us-35eng": "available"}, "areas": {"cut": ["25"]}}
    scene = admin(units=units, **position)
    assert scene.why(play("us-35eng", "blow", "23-25")) == ("contested_area", "4.3")
    assert scene.why(play("us-35eng", "blow", "25-33")) is None  # from Malmedy


def test_4_32_a_bridge_is_repaired_towards_a_friendly_or_contested_bank():
    chits = {"ge-207-600eng": "available", "ge-62eng": "available"}
    bridges = {"blown": ["13-21", "21-37"]}
    scene = admin("german", chits=chits, bridges=bridges)
    assert scene.why(play("ge-207-600eng", "repair", "21-37")) == ("far_bank", "4.32")
    assert scene.why(play("ge-207-600eng", "repair", "12-21")) == ("not_blown", "4.32")
    assert scene.why(play("ge-62eng", "repair", "13-21")) == ("outside_zone", "14.52")
    contested = {"ge-2pz": unit("37"), "us-9adr": unit("37")}
    assert (
        admin("german", contested, chits=chits, bridges=bridges).why(play("ge-207-600eng", "repair", "21-37")) is None
    )
    scene.answer(play("ge-207-600eng", "repair", "13-21"))
    assert BOOK.snapshot(scene.state)["bridges"]["blown"] == ["21-37"]


def test_14_52_another_engineer_bridges_for_an_army_that_lost_its_own():
    chits = {"ge-207-600eng": "eliminated", "ge-62eng": "available"}
    scene = admin("german", chits=chits, bridges={"blown": ["13-21"]}, units={"ge-26vg": unit("13")})
    assert scene.why(play("ge-62eng", "repair", "13-21")) is None
    assert scene.why(play("ge-62eng", "field-works", "13")) == ("outside_zone", "14.31")


def test_18_1_six_repairs_are_the_limit_by_option():
    position = {"chits": {"ge-207-600eng": "available"}, "bridges": {"blown": ["13-21"]}, "numbers": {"repairs": 6}}
    limited = admin("german", options={"bridge_repair_limits": True}, **position)
    assert limited.step != "Administering" or limited.why(play("ge-207-600eng", "repair", "13-21")) == (
        "no_bridges_left",
        "18.1",
    )
    assert admin("german", **position).why(play("ge-207-600eng", "repair", "13-21")) is None


def test_4_33_field_works_need_a_unit_of_the_engineers_army():
    units = {"us-106id": unit("23"), "us-10ad": unit("24"), "uk-29bde": unit("57"), "us-82ab": unit("36")}
    scene = admin(units=units, chits={"us-35eng": "available"}, areas={"works-allied": ["36"]})
    assert scene.why(play("us-35eng", "field-works", "23")) is None
    assert scene.why(play("us-35eng", "field-works", "24")) is None  # 15.2, R9: engineers belong to the reserve too
    assert scene.why(play("us-35eng", "field-works", "57")) == ("no_unit_of_echelon", "4.33")
    assert scene.why(play("us-35eng", "field-works", "25")) == ("no_unit_of_echelon", "4.33")
    assert scene.why(play("us-35eng", "field-works", "36")) == ("works_there", "4.33")
    scene.answer(play("us-35eng", "field-works", "23"))
    assert scene.areas("works-allied") == {"23", "36"}


def test_4_34_r24_an_area_where_the_paratroops_came_down_is_not_vacant():
    where = {"us-35eng": "available", "ge-heydte": "52"}
    rest = {"side": "allied", "chits": where, "numbers": {"drop": 1}}
    scene = admin(**rest)
    for use in ("roadblock", "defended-roadblock"):
        assert scene.why(Play("us-35eng", use, ("52",))) == ("not_vacant", "4.34")
        assert Play("us-35eng", use, ("53",)) in list(scene.decision.options.of("us-35eng"))
        assert Play("us-35eng", use, ("52",)) not in list(scene.decision.options.of("us-35eng"))


def test_4_34_4_35_roadblocks_need_a_vacant_area_in_difficult_ground():
    scene = admin(units={"us-106id": unit("23")}, chits={"us-35eng": "available", "us-task-force-1": "36"})
    for kind in ("roadblock", "defended-roadblock"):
        assert scene.why(play("us-35eng", kind, "22")) is None
        assert scene.why(play("us-35eng", kind, "23")) == ("not_vacant", "4.34")
        assert scene.why(play("us-35eng", kind, "36")) == ("not_vacant", "4.34")  # R24
        assert scene.why(play("us-35eng", kind, "48")) == ("open_ground", "4.34")
        assert scene.why(play("us-35eng", kind, "20")) == ("not_friendly_area", "4.3")
    scene.answer(play("us-35eng", "defended-roadblock", "22"))
    assert scene.at("us-35eng") == "22"


# -- 17.3, 17.22, 17.23, 8.26, 8.31 replacements -----------------------------------------------------------------


def test_17_31_replacements_are_of_the_army_the_class_and_below_elite():
    units = {
        "ge-12vg": unit("9", 2),
        "ge-18vg": unit("11", 1),
        "ge-1ss": unit("6", 1),
        "ge-3fj": unit("10"),
        "ge-277vg": unit("7", 1, "out-of-supply"),
    }
    chits = {"ge-6th-pz-army-infantry-replacement-t2": "available", "ge-6th-pz-army-armor-replacement": "available"}
    scene = admin("german", units, chits=chits)
    event = "ge-6th-pz-army-infantry-replacement-t2"
    assert scene.why(play(event, "replace", "ge-18vg")) == ("other_echelon_unit", "17.31")
    assert scene.why(play(event, "replace", "ge-1ss")) == ("other_class", "17.31")
    assert scene.why(play(event, "replace", "ge-3fj")) == ("full_strength", "17.31")
    assert scene.why(play(event, "replace", "ge-277vg")) == ("unsupplied", "9.34d")
    assert scene.why(play("ge-6th-pz-army-armor-replacement", "replace", "ge-1ss")) == ("no_elite_step", "17.31")
    scene.answer(play(event, "replace", "ge-12vg"))
    assert (scene.steps("ge-12vg"), scene.at(event)) == (3, "eliminated")


def test_r63_a_german_unit_outside_its_zone_gets_no_replacement_but_of_the_strategic_reserve():
    chits = dict.fromkeys(
        ["ge-5th-pz-army-infantry-replacement", "ge-strategic-reserve-infantry-replacement"], "available"
    )
    scene = admin("german", {"ge-18vg": unit("10", 2)}, chits=chits)
    assert scene.why(play("ge-5th-pz-army-infantry-replacement", "replace", "ge-18vg")) == (
        "other_echelon_unit",
        "17.31",
    )
    assert scene.why(play("ge-strategic-reserve-infantry-replacement", "replace", "ge-18vg")) is None


def test_17_23_a_regiment_belongs_to_its_division_and_may_make_the_first_elite():
    units = {"us-1id": unit("53", 2), "us-4id": unit("45", 2)}
    event = "us-1st-inf-division-regiment-t3"
    scene = admin(units=units, chits={event: "available", "us-4th-inf-division-replacement-t2": "available"})
    assert scene.why(play(event, "replace", "us-4id")) == ("other_division", "17.23")
    scene.answer(play(event, "replace", "us-1id"))
    assert scene.steps("us-1id") == 3
    scene.answer(play("us-4th-inf-division-replacement-t2", "replace", "us-4id"))
    assert scene.steps("us-4id") == 3


def test_17_23_an_eliminated_division_comes_back_with_one_step_at_an_entry_area():
    event = "us-4th-inf-division-replacement-t2"
    scene = admin(units={"us-4id": {"at": "eliminated"}}, chits={event: "available"})
    entry = BOOK.parts.area_ids[BOOK.parts.entry["a"]]
    assert scene.why(play(event, "return", "47")) == ("no_entry_area", "14.22")
    scene.answer(play(event, "return", entry))
    assert (scene.at("us-4id"), scene.steps("us-4id")) == (entry, 1)


def test_17_22_rebuilding_brings_back_one_step_units_that_are_not_elite():
    event = "us-rebuild-or-replace-armor"
    units = {"us-9adb": {"at": "eliminated"}, "us-7ad": {"at": "eliminated"}, "us-112rct": {"at": "eliminated"}}
    scene = admin(units=units | {"us-14cav": unit("23")}, chits={event: "available"})
    assert scene.why(play(event, "rebuild", "us-7ad", "47")) == ("not_one_step", "17.22")
    assert scene.why(play(event, "rebuild", "us-112rct", "47")) == ("other_class", "17.22")
    assert scene.why(play(event, "rebuild", "us-14cav", "47")) == ("not_eliminated", "17.22")
    assert scene.why(play(event, "rebuild", "us-9adb", "48")) == ("no_objective", "17.22")
    scene.answer(play(event, "rebuild", "us-9adb", "47"))
    assert scene.at("us-9adb") == "47"


def test_17_22_it_may_be_an_ordinary_replacement():
    scene = admin(units={"us-7ad": unit("23", 2)}, chits={"us-rebuild-or-replace-armor": "available"})
    scene.answer(play("us-rebuild-or-replace-armor", "replace", "us-7ad"))
    assert scene.steps("us-7ad") == 3


def test_8_26_a_special_action_replaces_even_an_elite_step():
    scene = admin("german", {"ge-1ss": unit("6", 1)}, chits={"ge-special-action": "available"})
    scene.answer(play("ge-special-action", "quality", "ge-1ss"))
    assert (scene.steps("ge-1ss"), scene.at("ge-special-action")) == (2, "used")


def test_8_31_the_staff_finds_a_step_for_infantry_of_any_army():
    units = {"us-26id": unit("45", 2), "us-7ad": unit("23", 2), "us-1id": unit("53", 2)}
    scene = admin(units=units, chits={"us-command-staff": "available"})
    assert scene.why(play("us-command-staff", "found", "us-7ad")) == ("other_class", "8.31")
    assert scene.why(play("us-command-staff", "found", "us-1id")) == ("no_elite_step", "8.31")
    scene.answer(play("us-command-staff", "found", "us-26id"))
    assert (scene.steps("us-26id"), scene.at("us-command-staff")) == (3, "used")


def test_17_13_a_released_division_comes_to_y_or_z_if_there_is_room():
    chits = {"ge-release-11th-pz": "available"}
    waiting = {"ge-11pz": {"at": "waiting"}}
    scene = admin("german", waiting, chits=chits)
    y, z = (BOOK.parts.area_ids[BOOK.parts.entry[letter]] for letter in "yz")
    x = BOOK.parts.area_ids[BOOK.parts.entry["x"]]
    assert scene.why(play("ge-release-11th-pz", "release", x)) == ("no_entry_area", "17.13")
    scene.answer(play("ge-release-11th-pz", "release", y))
    assert (scene.at("ge-11pz"), scene.steps("ge-11pz")) == (y, 3)
    full = {
        name: unit(place) for name, place in zip(("ge-1ss", "ge-12ss", "ge-3fj", "ge-12vg"), (y, y, z, z), strict=True)
    }
    crowded = admin("german", waiting | full, chits=chits)  # R64
    assert crowded.step != "Administering" or crowded.why(play("ge-release-11th-pz", "release", z)) == ("full", "5.1")


# -- 8.25, 8.32, 8.33, 14.62 ---------------------------------------------------------------------------------------


def test_8_25_rallying_an_area_and_what_lies_beside_it():
    units = {
        "us-106id": unit("24", 3, "disordered"),
        "us-9adb": unit("23", 1, "recovering"),
        "us-9adr": unit("48", 1, "disordered"),
        "us-14cav": unit("22", 1, "disordered", "out-of-supply"),
    }
    scene = admin(units=units, chits={"us-special-action": "available"})
    scene.answer(play("us-special-action", "rally", "24"))
    assert [bool(scene.status(name) & {"disordered", "recovering"}) for name in units] == [False, False, True, True]


def test_8_25_areas_that_rally_the_same_units_are_one_option():
    scene = admin(units={"us-106id": unit("24", 3, "disordered")}, chits={"us-special-action": "available"})
    rallies = [option for option in scene.options if " rally " in option]
    assert rallies == ["play us-special-action rally 22"]
    assert scene.why(play("us-special-action", "rally", "35")) is None
    assert scene.why(play("us-special-action", "rally", "47")) == ("nobody_to_rally", "8.25")


def test_17_1_a_german_army_rallies_around_an_area_of_its_own_zone():
    """Wiltz lies in the zone of the 5th Panzer Army, beside two areas of the 7th Army that do not touch."""
    units = {"ge-276vg": unit("39", 2, "disordered"), "ge-352vg": unit("46", 2, "disordered")}
    chits = {"ge-7th-army-special-action": "available", "ge-special-action": "available"}
    scene = admin("german", units, chits=chits, german=[*EAST, "38", "39", "45", "46"])
    assert scene.why(play("ge-7th-army-special-action", "rally", "38")) == ("outside_zone", "17.1")
    assert scene.why(play("ge-7th-army-special-action", "rally", "39")) is None
    assert "play ge-7th-army-special-action rally 38" not in scene.options
    scene.answer(play("ge-special-action", "rally", "38"))
    assert [scene.status(name) for name in units] == [set(), set()]


def test_8_32_the_staff_looks_at_one_enemy_block_for_the_phase():
    scene = admin(units={"ge-lehr": unit("13")}, chits={"us-command-staff": "available", "us-35eng": "available"})
    assert scene.why(play("us-command-staff", "scout", "us-2ad")) == ("no_enemy_unit", "8.32")
    scene.answer(play("us-command-staff", "scout", "ge-lehr"))
    assert "face-up" in scene.status("ge-lehr")
    assert any(isinstance(event, Revealed) and event.what == "ge-lehr" for event in scene.events)
    scene.answer(EndAdmin())
    assert "face-up" not in scene.status("ge-lehr")


def test_8_33_the_staff_puts_a_unit_in_reserve():
    scene = admin(units={"us-106id": unit("23")}, chits={"us-command-staff": "available"})
    assert scene.why(play("us-command-staff", "reserve", "us-106id", "ge-reserve-5")) == ("no_marker", "5.21")
    marker = next(row.id for row in BOOK.parts.markers if row.side == "allied" and 5 in row.zones)
    scene.answer(play("us-command-staff", "reserve", "us-106id", marker))
    assert BOOK.snapshot(scene.state)["units"]["us-106id"]["reserve"] == marker


@pytest.mark.parametrize(("face", "reserve"), [(5, True), (6, False)])
def test_17_11_a_greif_team_may_keep_a_unit_out_of_reserve(face, reserve):
    event = "ge-greif-team-interdict-t2"
    marker = next(row.id for row in BOOK.parts.markers if row.side == "allied" and 5 in row.zones)
    chits = {event: "on-unit", "us-command-staff": "available", "us-35eng": "available"}
    scene = admin(units={"us-106id": unit("23", 3, "greif-team")}, chits=chits, attached={event: "us-106id"})
    scene.answer(play("us-command-staff", "reserve", "us-106id", marker)).roll(face)
    assert bool(BOOK.snapshot(scene.state)["units"]["us-106id"].get("reserve")) == reserve
    assert (scene.step, scene.at(event)) == ("Administering", "eliminated")


def test_14_62a_a_crossing_is_authorized_for_a_german_unit_that_would_pay():
    units = {"ge-lehr": unit("13"), "ge-11pz": unit("6")}
    scene = admin("german", units, chits={"ge-command-staff": "available"})
    assert scene.why(play("ge-command-staff", "crossing", "ge-11pz")) == ("pays_nothing", "14.62a")
    assert scene.why(play("ge-command-staff", "pool", "22")) == ("only_americans", "14.62b")
    scene.answer(play("ge-command-staff", "crossing", "ge-lehr"))
    assert "boundary-crossing" in scene.status("ge-lehr")


def test_14_62b_assets_are_pooled_in_an_area():
    scene = admin(chits={"us-command-staff": "available"}).answer(play("us-command-staff", "pool", "22"))
    assert scene.marked("pooled-assets") == {"22"}


# -- 17.11, 17.12, 17.14, 17.21 --------------------------------------------------------------------------------------


def test_17_11_a_team_is_set_on_an_american_block():
    units = {"us-106id": unit("23"), "uk-29bde": unit("57")}
    event = "ge-greif-team-interdict-t2"
    scene = admin("german", units, chits={event: "available", "ge-greif-team-interdict-t3": "available"})
    assert scene.why(play(event, "interdict-unit", "uk-29bde")) == ("not_american", "17.11")
    scene.answer(play(event, "interdict-unit", "us-106id"))
    assert "greif-team" in scene.status("us-106id")
    assert BOOK.snapshot(scene.state)["attached"] == {event: "us-106id"}
    assert scene.why(play("ge-greif-team-interdict-t3", "interdict-unit", "us-106id")) == ("team_there", "17.11")


@pytest.mark.parametrize(("face", "blown"), [(5, ["21-37"]), (6, [])])
def test_17_12_a_bridge_that_a_team_holds_is_blown_only_with_a_die(face, blown):
    event = "ge-greif-team-bridge"
    scene = admin(
        chits={event: "on-bridge", "us-35eng": "available", "us-146eng": "available"}, attached={event: "21-37"}
    )
    scene.answer(play("us-35eng", "blow", "21-37"))
    assert (scene.step, BOOK.explain(scene.state, scene.decision.options[0]).total) == ("DemolitionRoll", 5)
    scene.roll(face)
    assert BOOK.snapshot(scene.state)["bridges"]["blown"] == blown
    assert scene.at(event) == ("eliminated" if blown else "on-bridge")
    if not blown:
        assert scene.why(play("us-146eng", "blow", "21-37")) == ("tried_already", "17.12")


def test_17_12_a_team_takes_a_standing_bridge():
    event = "ge-greif-team-bridge"
    scene = admin("german", chits={event: "available"}, bridges={"blown": ["13-21"]})
    assert scene.why(play(event, "hold-bridge", "13-21")) == ("blown_already", "17.12")
    scene.answer(play(event, "hold-bridge", "21-37"))
    assert BOOK.snapshot(scene.state)["attached"] == {event: "21-37"}


def test_17_14_bodenplatte_rolls_for_every_air_mission_at_hand():
    missions = ["us-air-mission-t4", "us-air-mission-t6", "us-air-mission-t7-1"]
    chits = dict.fromkeys(missions, "available") | {
        "ge-operation-bodenplatte": "available",
        "us-air-mission-t8-1": "cup",
    }
    scene = admin("german", chits=chits | {"us-air-mission-t8-1": "future"})
    scene.answer(play("ge-operation-bodenplatte", "attack-bases"))
    assert scene.decision.weights == (1, 4, 5)
    scene.roll(1).roll(5).roll(6)
    assert [scene.at(chit) for chit in missions] == ["eliminated", "cup", "available"]


def test_17_14_without_air_missions_it_is_not_played():
    scene = admin(
        "german",
        chits={"ge-operation-bodenplatte": "available", "ge-401arty": "eliminated", "ge-408arty": "eliminated"},
    )
    assert scene.why(play("ge-operation-bodenplatte", "attack-bases")) == ("no_air_missions", "17.14")


def test_17_21_an_air_mission_lies_over_an_area():
    scene = admin(chits=dict.fromkeys(["us-air-mission-t4", "us-air-mission-t6"], "available"))
    scene.answer(play("us-air-mission-t4", "interdict", "12"))
    assert scene.at("us-air-mission-t4") == "12"
    assert scene.why(play("us-air-mission-t6", "interdict", "12")) == ("mission_there", "17.21")
