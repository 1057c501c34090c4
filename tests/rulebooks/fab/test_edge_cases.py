"""What no worked example covers: chains of retreats, two checks in a row, field works with a retreat, two fires."""

from __future__ import annotations

import pytest

from bulge_widget.rulebooks.fab.aftermath import Exploit
from bulge_widget.rulebooks.fab.hits import Absorb, Lose
from bulge_widget.rulebooks.fab.points import Lead
from bulge_widget.rulebooks.fab.response import Await, Reinforce, Withdraw
from bulge_widget.rulebooks.fab.retreat import Retreat
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import BOOK, EAST, Scene, unit

HERE = "22"
ELSEWHERE = {"ge-9pz": unit("47"), "us-2ad": unit("47")}
CUT = {"us-1id": unit("25"), "us-9adr": unit("52"), "us-2id": unit("31")}
"""The enemy all round Malmedy."""


def battle(defenders=("us-106id",), attackers=("ge-116pz",), **position):
    units = {name: unit(HERE) for name in (*attackers, *defenders)} | ELSEWHERE | position.pop("units", {})
    position.setdefault("german", EAST)
    return Scene(units, areas={"new": [HERE]} | position.pop("areas", {}), **position)


# -- 6.6 chains ---------------------------------------------------------------------------------------------------


def test_6_6_8_24_a_chain_after_a_retreat_before_combat_keeps_the_order_of_the_unit():
    full = {"us-9adb": unit("23"), "us-14cav": unit("23")}
    scene = battle(units=full, chits={"us-special-action": "available"}).fight(HERE)
    scene.answer(Withdraw("us-special-action")).answer(Retreat("us-106id", "23"))
    assert scene.step == "Retreating"
    assert scene.why(Retreat("us-106id", HERE)) is not None  # German by now
    scene.answer(Retreat("us-106id", "24"))
    assert (scene.at("us-106id"), scene.status("us-106id")) == ("24", set())
    assert {scene.at(name) for name in full} == {"23"}


def test_6_6_both_units_of_a_battle_push_on_through_a_full_area():
    full = {"us-9adb": unit("23"), "us-14cav": unit("23"), "us-99id": unit("24")}
    scene = battle(("us-106id", "us-112rct"), units=full).fight(HERE).answer(Lead("us-106id")).skip_to_fire()
    scene.roll(10, 10, 10, 10).roll(1, 10, 10).absorb("retreat")
    scene.answer(Retreat("us-106id", "23")).answer(Retreat("us-106id", "25"))
    scene.answer(Retreat("us-112rct", "24"))
    assert (scene.at("us-106id"), scene.at("us-112rct")) == ("25", "24")
    assert all(scene.status(name) == {"disordered"} for name in ("us-106id", "us-112rct"))
    assert BOOK.invariants(scene.state) == ()


def test_6_6_a_chain_through_two_full_areas():
    full = {"us-9adb": unit("23"), "us-14cav": unit("23"), "us-99id": unit("24"), "us-2id": unit("24")}
    scene = battle(units=full).fight(HERE).skip_to_fire().roll(10, 10, 10).roll(1, 10, 10).absorb("retreat")
    scene.answer(Retreat("us-106id", "23")).answer(Retreat("us-106id", "24"))
    assert scene.step == "Retreating"
    assert scene.why(Retreat("us-106id", "23")) == ("full_before", "6.6")
    scene.answer(Retreat("us-106id", "35"))
    assert scene.at("us-106id") == "35"


# -- 14.93 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "status", "dice", "outcome"),
    [
        (3, (), (4, 4), (3, {"out-of-supply"})),
        (3, (), (4, 9), (3, {"out-of-supply", "disordered"})),
        (3, (), (9, 3), (3, {"out-of-supply", "disordered"})),  # disordered, then 3 or less passes
        (3, (), (9, 4), (2, {"out-of-supply", "disordered"})),
        (1, (), (9, 9), (0, set())),
        (3, ("disordered",), (9, 9), (1, {"out-of-supply", "disordered"})),
        (3, ("disordered",), (10,), (0, set())),  # a veteran surrenders, and there is nothing left to check
        (3, ("recovering",), (9, 3), (2, {"out-of-supply", "recovering"})),
    ],
)
def test_14_93_the_second_check_starts_from_what_the_first_left(steps, status, dice, outcome):
    units = CUT | {"ge-26vg": unit("33", steps, *status)}
    scene = Scene(units, "supply", "german", turn=6, german=[*EAST, "33"])
    for face in dice:
        assert scene.step == "Check"
        scene.roll(face)
    assert scene.step != "Check"
    left = scene.status("ge-26vg") - {"face-up"} if scene.steps("ge-26vg") else set()
    assert (scene.steps("ge-26vg"), left) == outcome


# -- 6.42, 6.43 two fires ------------------------------------------------------------------------------------------


def test_6_42_field_works_disorder_and_retreat_absorb_a_hit_each_in_one_round():
    chits = {"ge-401arty": "available", "ge-15rocket-arty": "available"}
    scene = battle(chits=chits, areas={"works-allied": [HERE]}).fight(HERE)
    scene.answer(Assign("ge-401arty")).answer(Assign("ge-15rocket-arty")).roll(1, 1)  # works, then a choice
    assert scene.areas("works-allied") == set()
    scene.absorb("disorder").roll(10, 10, 10).roll(1, 10, 10).absorb("retreat").answer(Retreat("us-106id", "23"))
    assert (scene.at("us-106id"), scene.steps("us-106id"), scene.status("us-106id")) == ("23", 3, {"disordered"})


def test_6_43_who_lost_a_step_to_artillery_is_not_the_next_to_lose_one_to_ground_fire():
    chits = {"ge-401arty": "available"}
    scene = battle(("us-106id", "us-99id"), chits=chits, german=[*EAST, "23", "24", "36", "37"]).fight(HERE)
    scene.answer(Assign("ge-401arty")).answer(Lead("us-106id")).roll(1).absorb("stand")
    assert (scene.steps("us-106id"), scene.steps("us-99id")) == (2, 3)
    scene.roll(10, 10, 10, 10, 10).roll(1, 10, 10)
    assert (scene.steps("us-106id"), scene.steps("us-99id")) == (2, 2)
    assert scene.why(Lose("us-106id")) is not None


def test_8_23_8_24_help_first_and_then_a_retreat_of_all_by_another_special_action():
    chits = {"us-special-action": "available", "us-us-1st-army-special-action": "available"}
    scene = battle(units={"us-9adb": unit("24")}, chits=chits).fight(HERE)
    scene.answer(Reinforce("us-9adb", "us-us-1st-army-special-action"))
    assert scene.step == "Responding"
    scene.answer(Withdraw("us-special-action"))
    scene.answer(Retreat("us-106id", "23")).answer(Retreat("us-9adb", "24"))
    assert (scene.at("us-special-action"), scene.at("us-us-1st-army-special-action")) == ("used", "eliminated")
    scene.answer(Exploit("ge-116pz")).roll(8)
    assert "exploiting" not in scene.status("ge-116pz")


def test_6_41b_an_attack_stopped_by_artillery_is_not_met_by_ground_fire():
    chits = {"us-333fa-arty": "available", "us-406fa-arty": "available"}
    scene = battle(chits=chits | {"us-special-action": "available"}, units={"us-9adb": unit("24")}).fight(HERE)
    scene.answer(Await()).answer(Assign("us-333fa-arty")).answer(Assign("us-406fa-arty")).roll(1, 1)
    assert scene.steps("ge-116pz") == 2
    scene.answer(Absorb("abort"))
    assert (scene.step, scene.steps("us-106id"), scene.steps("ge-116pz")) == ("Combats", 3, 2)
    assert (scene.at("us-333fa-arty"), scene.at("us-406fa-arty")) == ("used", "used")
