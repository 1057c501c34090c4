"""17.21 Air supply in a Supply Phase."""

from __future__ import annotations

import pytest

from bulge_widget.errors import EditError
from bulge_widget.rulebooks.fab import control, special, troops, victory
from bulge_widget.rulebooks.fab.air import AirSupply, NoAirSupply
from bulge_widget.rulebooks.fab.combat import Fight
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN
from tests.rulebooks.fab.battles import BOOK, EAST, PARTS, Scene, unit

AROUND = ["37", "38", "46", "48", "63", "64"]
CUT_OFF = {"us-101ab": unit("47"), "ge-9pz": unit("5"), "us-2ad": unit("55"), "ge-lehr": unit("37")}


def bastogne(**position):
    """The 101st stands in Bastogne, with the Germans all round it."""
    position.setdefault("chits", {"us-air-mission-t4": "available"})
    units = CUT_OFF | position.pop("units", {})
    position.setdefault("phasing", "allied")
    return Scene(units, "supply", turn=4, german=[*EAST, *AROUND], **position)


def test_17_21_an_area_that_is_cut_off_is_supplied_until_the_next_supply_phase():
    scene = bastogne()
    assert scene.options == ["air-supply us-air-mission-t4 47", "no-air-supply"]
    assert scene.why(AirSupply("us-air-mission-t4", "55")) == ("not_cut_off", "17.21")
    assert scene.why(AirSupply("us-air-mission-t6", "47")) == ("not_available", "17.21")
    scene.answer(AirSupply("us-air-mission-t4", "47"))
    assert scene.at("us-air-mission-t4") == "eliminated"
    assert "out-of-supply" not in scene.status("us-101ab")
    assert scene.step != "Check"  # no morale check for who is supplied


def test_17_21_19_1_an_objective_that_nobody_stands_in_may_be_supplied_for_its_point():
    units = {name: entry for name, entry in CUT_OFF.items() if name != "us-101ab"}
    chits = {"us-air-mission-t4": "available"}
    scene = Scene(units, "supply", "allied", turn=3, german=[*EAST, *AROUND], chits=chits)
    assert scene.options == ["air-supply us-air-mission-t4 47", "no-air-supply"]
    before = sum(n for _, n in victory.points(PARTS, scene.state, ALLIED))
    scene.answer(AirSupply("us-air-mission-t4", "47"))
    assert sum(n for _, n in victory.points(PARTS, scene.state, ALLIED)) == before + 1
    net = sum(n for _, n in victory.points(PARTS, scene.state, GERMAN)) - before - 1
    assert BOOK.score(scene.state).points == net


def test_17_21_it_may_be_left_alone():
    scene = bastogne().answer(NoAirSupply())
    assert "out-of-supply" in scene.status("us-101ab")
    assert scene.step == "Check"


def test_17_21_nobody_is_asked_without_a_mission():
    assert bastogne(chits={}).step == "Check"


def test_9_34a_d_what_is_supplied_from_the_air_gets_no_assets_and_no_special_actions():
    units = CUT_OFF | {"us-101ab": unit("47", flown=True), "ge-116pz": unit("47")}
    chits = {"us-special-action": "available", "us-333fa-arty": "available", "us-air-mission-t6": "available"}
    areas = {"airlift": ["47"], "new": ["47"]}
    scene = Scene(units, "combat", turn=4, german=[*EAST, *AROUND], areas=areas, chits=chits).answer(Fight("47"))
    assert (scene.step, scene.options) == ("Assigning", ["assign us-air-mission-t6", "end-assigning"])


def test_17_21_air_supply_may_come_at_any_time_of_the_phase_between_two_checks_too():
    """Turn 6 has two checks: the first one fails, the aircraft come, and there is no second one."""
    chits = {"us-air-mission-t4": "available"}
    units = CUT_OFF | {"us-101ab": unit("47")}
    scene = Scene(units, "supply", "allied", turn=6, german=[*EAST, *AROUND], chits=chits)
    scene.answer(NoAirSupply()).roll(9)
    assert scene.options == ["air-supply us-air-mission-t4 47", "no-air-supply"]
    waited = scene.state
    scene.answer(AirSupply("us-air-mission-t4", "47"))
    assert scene.step != "Check"
    assert scene.status("us-101ab") - {"face-up"} == {"disordered"}
    scene.state = waited
    scene.answer(NoAirSupply())
    assert scene.step == "Check"


def test_17_21_a_garrison_supplied_from_the_air_checks_no_more():
    chits = {"us-air-mission-t4": "available", "us-bastogne-garrison": "47"}
    units = {name: entry for name, entry in CUT_OFF.items() if name != "us-101ab"}
    scene = Scene(units, "supply", "allied", turn=6, german=[*EAST, *AROUND], chits=chits)
    scene.answer(NoAirSupply()).roll(1)
    scene.answer(AirSupply("us-air-mission-t4", "47"))
    assert (scene.step != "Check", scene.at("us-bastogne-garrison")) == (True, "47")


def test_17_21_9_34_who_was_supplied_from_the_air_is_so_until_the_next_supply_phase_wherever_he_goes():
    scene = bastogne()
    scene.answer(AirSupply("us-air-mission-t4", "47"))
    flown = [name for name, data in BOOK.snapshot(scene.state)["units"].items() if data.get("flown")]
    assert flown == ["us-101ab"]
    units = {"us-101ab": unit("55", 2, flown=True), "us-2ad": unit("47", 2), "ge-9pz": unit("5")}
    chits = {"us-special-action": "available"}
    rest = {"turn": 4, "german": EAST, "chits": chits, "areas": {"airlift": ["47"]}}
    gone = Scene(units, "admin", "allied", **rest).state
    away = PARTS.unit_index["us-101ab"]
    away = PARTS.unit_index["us-101ab"]
    assert not troops.is_served(gone, away)  # it has left the area
    assert troops.is_served(gone, PARTS.unit_index["us-2ad"])  # it has come by land
    assert special.refusal(PARTS, gone, ALLIED, "us-special-action", (away,), "8.26").rule == "9.34d"
    assert gone.flown == 1 << away
    assert control.eliminate(PARTS, gone, away, "2.3")[0].flown == 0
    later = Scene(units, "supply", "allied", turn=4, german=EAST, areas={"airlift": ["47"]}).state
    assert (later.flown, later.airlift) == (0, 0)


def test_17_21_only_an_allied_unit_on_the_map_is_supplied_from_the_air():
    with pytest.raises(EditError, match="ge-9pz: is supplied from the air and no Allied unit on the map"):
        Scene({"ge-9pz": unit("5", flown=True)}, turn=4, german=EAST)
