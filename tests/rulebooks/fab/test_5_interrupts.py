"""5.35d Moves that the other side interrupts; 7.31, 14, 15.1 limits of movement; rulings about movement by number."""

from __future__ import annotations

import pytest

from bulge_widget.rulebooks.fab.admin import Play
from bulge_widget.rulebooks.fab.combat import Fight
from bulge_widget.rulebooks.fab.retreat import Retreat
from tests.rulebooks import play
from tests.rulebooks.fab.battles import BOOK, Scene, unit
from tests.rulebooks.fab.table import asked, at, markers, movers, orders, piece, refused, situation

EAST = [str(n) for n in range(1, 17)]
WEST = {"phasing": "allied"}
GREIF = {"chits": {"ge-greif-team-bridge": "on-bridge"}, "attached": {"ge-greif-team-bridge": "11-23"}}


def blown(game):
    return BOOK.snapshot(game.state)["bridges"]["blown"]


# -- 5.35 -----------------------------------------------------------------------------------------------------


def test_5_35d_a_unit_that_did_not_begin_beside_the_area_cannot_ford():
    """13 to 12 is a road (1), the try costs 1 more; 13 is not beside 23, so there is no crossing any more."""
    game = situation({"ge-lehr": "13", "us-106id": "23"}, "move ge-lehr 13>12>23", "blow", dice=[5], german=EAST)
    assert (asked(game), at(game, "ge-lehr"), blown(game)) == ("Halted", "12", ["12-23"])
    assert refused(game, "move ge-lehr 12>23") == ("blown_later", "R67")
    assert refused(game, "move ge-lehr 12>11>5>9") == ("too_far", "5.22")  # 2 + 2 + 2 of the 4 that are left
    game.play("move ge-lehr 12>3>4")
    assert at(game, "ge-lehr") == "4"


@pytest.mark.parametrize("unit", ["ge-lehr", "ge-18vg"])
def test_16_13_r67_a_ford_after_another_area_uses_up_no_fuel(unit):
    """22 to 23 is a road; 12 lies beside 22 too, so the unit may ford there though it has come to 23 already."""
    german = [*(area for area in EAST if area != "12"), "22", "23"]
    rest = {"german": german, "options": {"fuel_shortage": True}, "chits": {"ge-fuel-1": "available"}}
    game = situation({unit: "22", "us-106id": "12"}, f"move {unit} 22>23>12", "blow", dice=[5], **rest)
    game.play(f"move {unit} 23>12")
    assert (at(game, unit), piece(game, "ge-fuel-1").at) == ("12", "available-german")


def test_17_11_5_4_a_unit_led_astray_in_strategic_movement_goes_where_such_a_move_leads():
    """Beside 24: 23 is German, 36 out of supply, the bridge to 33 blown; none of them is open even after the check."""
    units = {"us-7ad": {"at": "24", "status": ("greif-team",), "reserve": "us-reserve-56-1"}}
    team = {"chits": {"ge-greif-team-interdict-t2": "on-unit"}, "attached": {"ge-greif-team-interdict-t2": "us-7ad"}}
    ground = {"german": [*EAST, "23"], "bridges": {"blown": ["24-33"]}, "areas": {"cut": ["36"]}}
    phase = {"phase": "strategic-movement", "phasing": "allied"}
    game = situation(units, "move us-7ad 24>25>26 strategic", dice=[10], **team, **ground, **phase)
    assert asked(game) == "Halted"
    assert [str(order) for order in game.legal_actions()] == [
        "stay us-7ad",
        *(f"move us-7ad 24>{area}" for area in (22, 25, 34, 35)),
    ]
    assert refused(game, "move us-7ad 24>23") == ("not_free", "5.4")
    assert refused(game, "move us-7ad 24>33") == ("blown_march", "5.4")
    assert refused(game, "move us-7ad 24>36") == ("area_unsupplied", "5.4")
    assert refused(game, "move us-7ad 24>25>26") == ("one_area", "9.33a")
    play.options_agree(BOOK, game.state)


@pytest.mark.parametrize(
    ("status", "orders", "dice"),
    [
        ("disordered", ("move us-7ad 32>31",), [9]),
        ("out-of-supply", ("move us-7ad 32>31",), [9]),
        ("exploiting", ("move us-7ad 32>31 exploit",), [9]),
        ("greif-team", ("move us-7ad 32>31", "move us-7ad 32>31"), [10, 9]),
    ],
)
def test_16_11_9_33a_7_31_17_11_who_goes_one_area_only_goes_no_further_from_scattered_paratroops(status, orders, dice):
    rest = {"german": EAST, "chits": {"ge-heydte": "31"}, "numbers": {"drop": 1}, **WEST}
    if status == "greif-team":
        rest["chits"] |= {"ge-greif-team-interdict-t2": "on-unit"}
        rest["attached"] = {"ge-greif-team-interdict-t2": "us-7ad"}
    rest |= {"phase": "breakthrough-movement"} if status == "exploiting" else {}
    game = situation({"us-7ad": {"at": "32", "status": (status,)}}, *orders, dice=dice, **rest)
    assert (asked(game), at(game, "us-7ad")) != ("Halted", "32")
    assert at(game, "us-7ad") == "31"
    assert "us-7ad" not in movers(game)


def test_17_11_5_35d_a_unit_led_astray_whose_bridge_is_blown_still_goes_one_area_only():
    """From 24 towards Malmedy: the bridge goes before it, and of its six points it may use those of one area."""
    units = {"us-7ad": {"at": "24", "status": ("greif-team",)}, "ge-12vg": "33"}
    team = {"chits": {"ge-greif-team-interdict-t2": "on-unit"}, "attached": {"ge-greif-team-interdict-t2": "us-7ad"}}
    orders = ("move us-7ad 24>33", "move us-7ad 24>33", "blow")
    game = situation(units, *orders, dice=[10, 5], german=[*EAST, "33"], **team, **WEST)
    assert (asked(game), at(game, "us-7ad")) == ("Halted", "24")
    assert {len(order.path) for order in game.legal_actions() if hasattr(order, "path")} == {2}
    assert refused(game, "move us-7ad 24>35>49") == ("one_area", "9.33a")


def test_5_35d_every_crossing_into_a_newly_contested_area_may_be_met():
    units = {"ge-lehr": "12", "ge-62vg": "11", "us-106id": "23"}
    game = situation(units, "move ge-lehr 12>23", "spare", "move ge-62vg 11>23", german=EAST)
    assert asked(game) == "Demolishing"
    game.play("spare")
    assert (at(game, "ge-62vg"), markers(game, "river-assault")) == ("23", set())


def test_5_35d_an_area_contested_before_is_entered_without_a_try():
    units = {"ge-lehr": "12", "ge-62vg": "23", "us-106id": "23"}
    game = situation(units, "move ge-lehr 12>23", german=EAST)
    assert (asked(game), at(game, "ge-lehr")) == ("Moving", "23")


def test_5_35e_two_units_over_rivers_assault_if_one_bridge_is_gone():
    units = {"ge-lehr": "12", "ge-62vg": "11", "us-106id": "23"}
    first = ("move ge-lehr 12>23", "blow", "move ge-lehr 12>23")
    game = situation(units, *first, "move ge-62vg 11>23", "spare", dice=[1], german=EAST)
    assert markers(game, "river-assault") == {"23"}


def test_5_34_a_unit_that_leaves_a_battle_starts_no_other_on_the_way():
    units = {"ge-lehr": "22", "us-9adr": "22", "us-106id": "36"}
    game = situation(units, german=[*EAST, "37"])
    assert refused(game, "move ge-lehr 22>37>36") == ("no_second_fight", "5.34")
    assert refused(game, "move ge-lehr 22>37>21") is None  # an empty enemy area is no battle


# -- 7 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["reaction", "breakthrough-movement"])
def test_7_2_7_31_field_works_may_be_built_instead(phase):
    owner = "german" if phase == "breakthrough-movement" else "allied"
    units = {"ge-lehr": {"at": "12", "reserve": "ge-reserve-5"}, "us-9adb": "25"}
    game = situation(units, "entrench ge-lehr", phase=phase, phasing=owner, german=EAST)
    assert markers(game, "field-works") == {"12"}
    assert piece(game, "ge-lehr").status == ()


def test_7_32_the_defender_may_blow_bridges_before_a_breakthrough():
    units = {"ge-lehr": {"at": "12", "reserve": "ge-reserve-5"}, "us-106id": "23"}
    rest = {"phase": "breakthrough-movement", "german": EAST}
    game = situation(units, "move ge-lehr 12>23", "blow", "move ge-lehr 12>23", dice=[5], **rest)
    assert (at(game, "ge-lehr"), markers(game, "river-assault")) == ("23", {"23"})  # a reserve moves normally


def test_r69_one_move_serves_both_markers():
    marked = {"at": "12", "reserve": "ge-reserve-5", "status": ("exploiting",)}
    units = {"ge-lehr": marked, "ge-2pz": {"at": "13", "status": ("exploiting",)}}
    game = situation(units, phase="breakthrough-movement", german=[*EAST, "22", "36"])
    game.play("move ge-lehr 12>22>36")
    assert (at(game, "ge-lehr"), piece(game, "ge-lehr").status) == ("36", ("moved",))
    assert "ge-lehr" not in movers(game)


PEIPER = {"at": "5", "reserve": "ge-reserve-6"}
BY_NIGHT = {"phase": "breakthrough-movement", "german": EAST, "chits": {"ge-special-action": "available"}}


def test_r69_kg_peiper_in_reserve_may_exploit_by_night_instead():
    """A normal move pays two points to leave zone 6, an exploiting one does not."""
    options = {"kg_peiper": True, "fuel_shortage": False}
    game = situation(
        {"ge-peiper": PEIPER, "ge-1ss": {"at": "6", "reserve": "ge-reserve-5"}}, options=options, **BY_NIGHT
    )
    assert refused(game, "activate ge-1ss ge-special-action") == ("needs_none", "8.21")
    assert game.explain("move ge-peiper 5>4>3").total == 4
    assert "activate ge-peiper ge-special-action" in orders(game, "ge-peiper")
    game.play("activate ge-peiper ge-special-action")
    assert piece(game, "ge-peiper").status == ("exploiting",)
    assert game.explain("move ge-peiper 5>4>3 exploit").total == 2
    game.play("move ge-peiper 5>4>3 exploit")
    assert (at(game, "ge-peiper"), game.state.raided) == ("3", 1)


@pytest.mark.parametrize(("turn", "numbers", "chosen"), [(4, {}, True), (2, {"raided": 1}, True), (2, {}, False)])
def test_18_3_the_night_move_is_to_be_had_once_and_up_to_turn_3(turn, numbers, chosen):
    options = {"kg_peiper": chosen, "fuel_shortage": False}
    game = situation({"ge-peiper": PEIPER}, options=options, turn=turn, numbers=numbers, **BY_NIGHT)
    assert refused(game, "activate ge-peiper ge-special-action") == ("needs_none", "8.21")
    led = {"ge-peiper": {"at": "5", "status": ("exploiting",)}}
    game = situation(led, options=options, turn=turn, numbers=numbers, **BY_NIGHT)
    assert refused(game, "move ge-peiper 5>4>3 exploit") == ("one_area", "7.31")


# -- 14, 15.1, 16.13 ------------------------------------------------------------------------------------------


def test_14_82_several_americans_march_in_one_phase():
    units = {
        "us-82ab": {"at": "96", "reserve": "us-reserve-56-1"},
        "us-101ab": {"at": "87", "reserve": "us-reserve-7"},
        "us-2id": {"at": "91", "reserve": "us-reserve-56-2"},
    }
    game = situation(units, phase="strategic-movement", **WEST, german=EAST)
    for name, goal in (("us-82ab", "62"), ("us-101ab", "74"), ("us-2id", "47")):
        game.play(next(order for order in orders(game, name) if order.endswith(f">{goal} strategic")))
        assert at(game, name) == goal


@pytest.mark.parametrize(("allowed", "why"), [(True, None), (False, ("british_march", "R5"))])
def test_r5_the_british_march_in_their_zone_unless_an_option_forbids(allowed, why):
    units = {"uk-43id": {"at": "57", "reserve": "us-reserve-56-1"}, "us-82ab": {"at": "96", "reserve": "us-reserve-7"}}
    options = {"british_strategic_moves": allowed, "fuel_shortage": False}
    game = situation(units, phase="strategic-movement", **WEST, german=EAST, options=options)
    assert refused(game, "move uk-43id 57>78 strategic") == why
    if allowed:  # 14.83
        assert refused(game, "move uk-43id 57>58 strategic") == ("british_zone", "14.83")


def test_14_72_an_allied_marker_serves_the_zones_printed_on_it():
    units = {"us-4ad": "47", "uk-43id": "57", "us-106id": "46"}  # zones 5, 6 and 7; three echelons
    game = situation(units, **WEST, german=EAST)
    assert refused(game, "reserve us-4ad us-reserve-56-1") is None
    assert refused(game, "reserve uk-43id us-reserve-56-1") is None
    assert refused(game, "reserve us-106id us-reserve-7") is None
    assert refused(game, "reserve us-106id us-reserve-56-1") == ("marker_zone", "14.7")
    assert refused(game, "reserve us-4ad us-reserve-7") == ("marker_zone", "14.7")


def test_14_32_american_engineers_know_no_zones():
    scene = Scene({"ge-9pz": unit("5"), "us-2ad": unit("55")}, "admin", "allied", turn=3, german=EAST)
    assert scene.step != "Administering"
    chits = {"us-35eng": "available", "ge-62eng": "available"}
    scene = Scene({"ge-9pz": unit("5"), "us-2ad": unit("55")}, "admin", "allied", turn=3, german=EAST, chits=chits)
    for bridge in ("23-25", "46-65", "37-38"):  # zones 5 and 6, 7, 5
        assert scene.why(Play("us-35eng", "blow", (bridge,))) is None
    german = Scene({"ge-9pz": unit("5"), "us-2ad": unit("55")}, "admin", "german", turn=3, german=EAST, chits=chits)
    assert german.why(Play("ge-62eng", "blow", ("12-23",))) == ("outside_zone", "14.52")


def test_15_1b_the_german_reserve_pays_nothing_at_a_boundary():
    game = situation({"ge-10ss": "4", "ge-lehr": "4"}, german=EAST)
    assert game.explain("move ge-10ss 4>5").total == 1
    assert game.explain("move ge-lehr 4>5").total == 3  # 14.41


# -- roadblocks -----------------------------------------------------------------------------------------------


def test_r25_r60_a_roadblock_and_a_unit_cost_one_point_together():
    road = "move ge-lehr 22>36"
    plain = situation({"ge-lehr": "22"}, german=[*EAST, "22"])
    both = situation({"ge-lehr": "22", "us-9adr": "36"}, areas={"roadblocks-allied": ["36"]}, german=[*EAST, "22"])
    lone = situation({"ge-lehr": "22"}, chits={"us-168eng": "36"}, german=[*EAST, "22"])
    assert [game.explain(road).total for game in (plain, both, lone)] == [1, 2, 2]


@pytest.mark.parametrize(("lifted", "left"), [(True, set()), (False, {"36"})])
def test_r26_a_friend_lifts_a_roadblock_unless_an_option_forbids(lifted, left):
    options = {"roadblock_lifted_by_friends": lifted, "fuel_shortage": False}
    rest = {"areas": {"roadblocks-allied": ["36"]}, "german": EAST, "options": options}
    game = situation({"us-9adr": "48"}, "move us-9adr 48>36", **rest, **WEST)
    assert markers(game, "roadblock") == left


def test_r37_garrisons_are_not_swept():
    chits = {"us-bastogne-garrison": "47", "us-168eng": "48", "us-task-force-1": "63"}
    game = situation({"us-2ad": "55", "ge-9pz": "5"}, phase="supply", chits=chits, german=EAST)
    assert [piece(game, name).at for name in chits] == ["47", "used-allied", "63"]


# -- 17.11, 17.12 ---------------------------------------------------------------------------------------------


def test_r50_an_engineer_helps_only_where_4_31_lets_him_work():
    rest = GREIF | {"chits": GREIF["chits"] | {"us-159eng": "available"}, "german": EAST}
    units = {"ge-62vg": "11", "ge-lehr": "12", "us-106id": "23"}
    game = situation(units, "move ge-62vg 11>23", **rest)
    assert {str(order) for order in game.legal_actions()} == {"spare", "blow", "blow us-159eng"}
    assert [game.explain(order).total for order in ("blow", "blow us-159eng")] == [1, 5]
    again = situation(units, "move ge-lehr 12>23", "spare", "move ge-62vg 11>23", **rest)
    assert refused(again, "blow us-159eng") == ("no_engineer", "R50")  # the area is contested by now
    cut = situation(units, "move ge-62vg 11>23", **rest, areas={"cut": ["23"]})
    assert refused(cut, "blow us-159eng") == ("no_engineer", "R50")
    flown = situation(units, "move ge-62vg 11>23", **rest, areas={"airlift": ["23"]})
    assert refused(flown, "blow us-159eng") == ("no_engineer", "R50")
    options = {"greif_bridge_engineer": False, "fuel_shortage": False}
    barred = situation(units, "move ge-62vg 11>23", **rest, options=options)
    assert refused(barred, "blow us-159eng") == ("no_engineer", "R50")


def test_17_12_a_german_crossing_ends_the_team():
    game = situation({"ge-62vg": "11"}, "move ge-62vg 11>23", **GREIF, german=EAST)
    assert piece(game, "ge-greif-team-bridge").at == "eliminated-german"


@pytest.mark.parametrize(("hits", "where", "team"), [(1, "24", "on-unit"), (2, "eliminated", "eliminated")])
def test_r70_a_retreat_leaves_a_greif_team_where_it_is(hits, where, team):
    chit = "ge-greif-team-interdict-t2"
    scene = Scene(
        {"ge-lehr": unit("22"), "us-112rct": unit("22", 1, "greif-team"), "ge-9pz": unit("47"), "us-2ad": unit("47")},
        areas={"new": ["22"]},
        german=EAST,
        chits={chit: "on-unit"},
        attached={chit: "us-112rct"},
    )
    scene.answer(Fight("22")).skip_to_fire().roll(10).skip_to_fire()
    scene.roll(*[1] * hits, *[10] * (4 - hits))
    if scene.step == "Hits":
        scene.absorb("retreat")
    if scene.step == "Retreating":
        scene.answer(Retreat("us-112rct", "24"))
    assert (scene.at("us-112rct"), scene.at(chit)) == (where, team)


# -- 5.35c moves that come to the same ------------------------------------------------------------------------


def breakthrough(*others, chits=None):
    """A reserve that may join an old battle over several borders; it moves last unless others may move."""
    units = {"ge-2pz": {"at": "13", "reserve": "ge-reserve-5"}, "ge-26vg": "22", "us-106id": "22", "us-2id": "92"}
    units |= {name: {"at": "13", "status": ("exploiting",)} for name in others}
    east = [str(n) for n in range(1, 22) if n != 17]
    return situation(units, phase="breakthrough-movement", german=east, chits=chits or {})


def into(game, area):
    return [order for order in orders(game, "ge-2pz") if order.endswith(f">{area}") and order.count(">") == 2]


def test_5_35c_the_last_move_of_a_breakthrough_is_one_order_over_whatever_border():
    game = breakthrough()
    assert into(game, "22") == ["move ge-2pz 13>12>22"]
    play.options_agree(BOOK, game.state)
    other = game.fork()
    other.play("move ge-2pz 13>21>22")  # legal all the same, and carried out as the order that is listed
    game.play("move ge-2pz 13>12>22")
    assert game.state == other.state
    assert (game.phase, game.phasing) == ("operational-movement", "allied")


def test_5_35c_while_another_unit_may_move_the_border_taken_makes_a_difference():
    game = breakthrough("ge-116pz")
    assert sorted(into(game, "22")) == ["move ge-2pz 13>12>22", "move ge-2pz 13>21>22"]
    play.options_agree(BOOK, game.state)


def test_6_41b_the_border_taken_makes_a_difference_while_a_river_assault_may_be_fought_again():
    chits = {"ge-special-action": "available"}
    game = breakthrough(chits=chits)
    assert len(into(game, "22")) == 2  # breakthrough combat may follow
    play.options_agree(BOOK, game.state)
