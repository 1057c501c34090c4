"""2.4, 5.22 Battles left and joined again; 4.34, 17.12 what goes where a unit comes through, however it moves."""

from __future__ import annotations

import pytest

from bulge_widget.rulebooks.fab.combat import EndCombat
from bulge_widget.rulebooks.fab.response import Reinforce
from bulge_widget.rulebooks.fab.retreat import Retreat
from tests.rulebooks.fab.battles import BOOK, PARTS, Scene, unit
from tests.rulebooks.fab.table import asked, at, markers, orders, piece, refused, situation

EAST = [str(n) for n in range(1, 17)]
SHOWN = {"status": ("face-up",)}
TEAM = "ge-greif-team-bridge"
ON_BRIDGE = {"chits": {TEAM: "on-bridge"}, "attached": {TEAM: "12-23"}}


def relieved(*orders_, **rest):
    """The 62nd leaves St. Vith, where it has fought, and the Lehr Division comes in its place."""
    units = {"ge-62vg": {"at": "23"} | SHOWN, "us-106id": {"at": "23"} | SHOWN, "ge-lehr": "12", "ge-9pz": "11"}
    return situation(units, "move ge-62vg 23>11", "move ge-lehr 12>23", *orders_, german=EAST, **rest)


# -- 2.4 newly contested ----------------------------------------------------------------------------------------


def test_2_4_a_battle_left_and_joined_again_in_one_phase_is_no_new_one():
    game = relieved()
    assert (asked(game), at(game, "ge-lehr")) == ("Moving", "23")  # 5.35d: no bridge is blown in its face
    assert markers(game, "newly-contested") == set()
    assert markers(game, "contested") == {"23"}
    game.play("end-move")
    assert game.phase == "combat"
    assert game.why_not(EndCombat()) is None  # 6.0: optional


def test_5_22_who_takes_over_a_battle_is_shown():
    assert not piece(relieved(), "ge-lehr", "allied").hidden
    fresh = {"ge-lehr": "12", "us-106id": "23"}
    game = situation(fresh, "move ge-lehr 12>23", "spare", german=EAST)
    assert [p.hidden for p in game.view("allied").pieces if p.at == "23" and p.side == "german"] == [True]


def test_r59_a_disordered_unit_may_take_over_an_old_battle():
    units = {"ge-62vg": {"at": "22"} | SHOWN, "us-106id": {"at": "22"} | SHOWN}
    units |= {"ge-lehr": {"at": "12", "status": ("disordered",)}}
    game = situation(units, "move ge-62vg 22>12", german=EAST)
    assert refused(game, "move ge-lehr 12>22") is None


def test_6_29_blocks_that_face_nobody_are_turned_away_at_the_end_of_the_phase():
    units = {"ge-62vg": {"at": "23"} | SHOWN, "us-106id": {"at": "23"} | SHOWN, "ge-9pz": "11"}
    game = situation(units, "move ge-62vg 23>11", german=EAST)
    assert "face-up" in piece(game, "us-106id").status
    game.play("end-move")
    assert "face-up" not in piece(game, "us-106id").status


def test_2_4_what_was_an_old_battle_is_forgotten_with_the_phase():
    """The 62nd has gone; in the breakthrough of the same turn another comes, and the area is newly contested."""
    units = {"us-106id": {"at": "23"}, "ge-lehr": {"at": "12", "reserve": "ge-reserve-5"}, "ge-9pz": "11"}
    game = situation(units, "move ge-lehr 12>23", "spare", phase="breakthrough-movement", german=EAST)
    assert markers(game, "newly-contested") == {"23"}


# -- 4.34 roadblocks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lifted", "left"), [(True, set()), (False, {"23"})])
def test_4_34_a_friend_who_retreats_into_it_lifts_a_roadblock(lifted, left):
    units = {"ge-116pz": unit("22"), "us-106id": unit("22"), "ge-9pz": unit("47"), "us-2ad": unit("47")}
    rest = {"options": {"roadblock_lifted_by_friends": lifted}, "german": EAST}
    scene = Scene(units, areas={"new": ["22"], "roadblocks-allied": ["23"]}, **rest)
    scene.fight("22").skip_to_fire().roll(10, 10, 10).roll(1, 10, 10).absorb("retreat").answer(
        Retreat("us-106id", "23")
    )
    assert scene.areas("roadblocks-allied") == left


def test_4_34_a_march_lifts_the_roadblocks_on_its_way_and_r79_goes_round_them_where_it_can():
    units = {"us-82ab": {"at": "47", "reserve": "us-reserve-56-1"}}
    units |= {"us-101ab": {"at": "96", "reserve": "us-reserve-7"}}  # keeps the phase open
    rest = {"phase": "strategic-movement", "phasing": "allied", "german": EAST}
    round_ = situation(units, **rest, areas={"roadblocks-allied": ["37"]})
    way = next(order for order in orders(round_, "us-82ab") if order.endswith(">36 strategic"))
    assert way == "move us-82ab 47>48>36 strategic"
    round_.play(way)
    assert markers(round_, "roadblock") == {"37"}
    rest["german"] = [area for area in PARTS.area_ids if area not in {"47", "37", "36", "96", "88"}]
    game = situation(units, **rest, areas={"roadblocks-allied": ["37"]})
    assert orders(game, "us-82ab") == {"move us-82ab 47>37 strategic", "move us-82ab 47>37>36 strategic"}
    game.play("move us-82ab 47>37>36 strategic")
    assert markers(game, "roadblock") == set()


@pytest.mark.parametrize(("lifted", "box"), [(True, "used-allied"), (False, "36")])
def test_4_35_r80_an_engineer_who_holds_a_roadblock_is_called_back_when_a_friend_enters(lifted, box):
    options = {"roadblock_lifted_by_friends": lifted, "fuel_shortage": False}
    rest = {"chits": {"us-168eng": "36"}, "phasing": "allied", "german": EAST, "options": options}
    units = {"us-9adr": "48", "us-9adb": "47"}
    game = situation(units, "move us-9adr 48>36>22", **rest)
    assert piece(game, "us-168eng").at == box
    ways = [order for order in orders(situation(units, **rest), "us-9adr") if order.endswith(">35")]
    assert len({"36" in order for order in ways}) == (2 if lifted else 1)  # two effects, or one


# -- 17.12 Greif teams on bridges --------------------------------------------------------------------------------------


def test_17_12_a_german_retreat_over_the_bridge_ends_the_team():
    units = {"ge-62vg": unit("23"), "us-2ad": unit("23"), "ge-9pz": unit("47"), "us-3ad": unit("47")}
    scene = Scene(units, phasing="allied", areas={"new": []}, german=[*EAST], **ON_BRIDGE)
    scene.fight("23").skip_to_fire().roll(10, 10).roll(1, 10, 10, 10).absorb("retreat")
    other = scene.state
    scene.answer(Retreat("ge-62vg", "12"))
    assert scene.at(TEAM) == "eliminated"
    scene.state = other
    scene.answer(Retreat("ge-62vg", "11"))
    assert scene.at(TEAM) == "on-bridge"


def test_17_12_a_german_march_over_the_bridge_ends_the_team():
    units = {"ge-lehr": {"at": "12", "reserve": "ge-reserve-5"}}
    game = situation(units, phase="strategic-movement", german=[*EAST, "23"], **ON_BRIDGE)
    game.play("move ge-lehr 12>23 strategic")
    assert piece(game, TEAM).at == "eliminated-german"


def test_17_12_german_help_over_the_bridge_ends_the_team():
    units = {"ge-62vg": unit("23"), "us-2ad": unit("23"), "ge-lehr": unit("12")}
    chits = {"ge-special-action": "available"} | ON_BRIDGE["chits"]
    rest = {"attached": ON_BRIDGE["attached"], "german": [*EAST, "23"], "areas": {"new": ["23"]}}
    scene = Scene(units, phasing="allied", chits=chits, **rest).fight("23")
    scene.answer(Reinforce("ge-lehr", "ge-special-action"))
    assert scene.at(TEAM) == "eliminated"
    assert BOOK.snapshot(scene.state)["attached"] == {}


def test_17_12_the_team_does_not_hinder_the_germans_who_blow_the_bridge_themselves():
    units = {"us-2ad": "12", "ge-62vg": "23"}
    chits = ON_BRIDGE["chits"] | {"ge-62eng": "available", "ge-207-600eng": "available"}
    rest = {"chits": chits, "attached": ON_BRIDGE["attached"], "phasing": "allied", "german": ["23"]}
    game = situation(units, "move us-2ad 12>23", dice=[5], **rest)
    assert (asked(game), orders(game)) == ("Demolishing", {"blow", "spare"})  # R50 is for the Allies
    assert game.explain("blow").total == 5
    game.play("blow")
    assert BOOK.snapshot(game.state)["bridges"]["blown"] == ["12-23"]
    assert piece(game, TEAM).at == "eliminated-german"
