"""10.0 Supply."""

from __future__ import annotations

import pytest

from bulge_widget.board import strides
from bulge_widget.rulebooks.bigredone import supply
from tests.rulebooks.bigredone.table import PARTS, at, combat, orders, piece, refused, situation, state_of

NO_LINE = {"us-1id": "0606", "us-2id": "0908", "us-3ad": "0811", "us-4ad": "0410"}
RING = dict(
    zip(("ge-1ss", "ge-2ss", "ge-9ss", "ge-12ss", "ge-2pz"), ("1211", "1213", "1313", "1412", "1310"), strict=True)
)


def supplied(name, units, **rest):
    return supply.is_supplied(PARTS, state_of(units, **rest), PARTS.unit_index[name])


def test_10_0_a_road_home_within_five_points():
    assert supplied("ge-277vg", {"ge-277vg": "0710"})
    assert not supplied("ge-277vg", {"ge-277vg": "0710", **NO_LINE})


@pytest.mark.parametrize(("die", "farthest"), [(1, 1), (3, 3), (5, 5)])
def test_10_1_a_unit_out_of_supply_throws_for_its_points(die, farthest):
    game = situation({"ge-277vg": "0710", **NO_LINE}, dice=[die])
    assert refused(game, "move ge-277vg 0710>0709") == ("must_roll", "10.1")
    game.play("activate ge-277vg")
    assert game.state.stack[-1].points == farthest * 5
    assert refused(game, "end-move") == ("one_at_a_time", "4.0")
    game.play("move ge-277vg 0710>0709")
    assert at(game, "ge-277vg") == "0709"


def test_10_1_a_six_is_no_movement():
    game = situation({"ge-277vg": "0710", **NO_LINE}, "activate ge-277vg", dice=[6])
    assert orders(game) == {"end-move"}
    assert "moved" in piece(game, "ge-277vg").status


def test_R36_once_thrown_the_unit_moves_or_stays():
    game = situation({"ge-1ss": "0710", **NO_LINE}, "activate ge-1ss", dice=[5])
    assert not any(order.endswith("mech") for order in orders(game))
    game.play("stay ge-1ss")
    assert refused(game, "activate ge-1ss") == ("already_moved", "4.1")


def test_R36_a_unit_in_supply_does_not_throw():
    game = situation({"ge-277vg": "0710"})
    assert refused(game, "activate ge-277vg") == ("in_supply", "10.1")


CUT_OFF = {**NO_LINE, "ge-277vg": "0710", "us-14cav": "0809"}


def test_10_2_out_of_supply_only_the_secondary_table():
    game = combat(CUT_OFF, "attack ge-277vg 0809")
    assert refused(game, "resolve primary") == ("secondary_only", "10.2")


def test_10_2_for_all_who_attack_together():
    units = {**CUT_OFF, "ge-18vg": "0709"}
    game = combat(units, "attack ge-277vg 0809", "join ge-18vg")
    assert {order.split()[1] for order in orders(game)} == {"secondary"}


def test_R22_and_only_against_the_strongest_enemy_beside_them():
    units = {**NO_LINE, "ge-277vg": "0710", "us-14cav": "0809", "us-30id": "0810"}
    game = combat(units)
    assert orders(game) == {"attack ge-277vg 0810", "end-combat"}
    assert refused(game, "attack ge-277vg 0809") == ("must_attack_strongest", "10.2")


def test_10_3_a_friend_in_the_hex_lifts_a_zone():
    alone = {"us-1128eng": "1312", **RING}
    assert not supplied("us-1128eng", alone)
    shut = {"ge-277vg": "0710", **NO_LINE}
    assert not supplied("ge-277vg", shut)
    friends = {"ge-18vg": "0709", "ge-62vg": "0708", "ge-26vg": "0707", "ge-12vg": "0706", "ge-3fj": "0705"}
    assert supplied("ge-277vg", {**shut, **friends})


def test_10_3_never_through_an_enemy():
    state = state_of({"ge-277vg": "0710", "us-1id": "0708"})
    assert PARTS.hex_index["0708"] not in strides.members(supply.lines(PARTS, state, 0).net)


def test_10_4_a_friend_in_the_hex_lifts_an_air_marker():
    def net(units):
        state = state_of(units, weather="clear", interdiction={"allied": ["0701"]})
        return PARTS.hex_index["0701"] in strides.members(supply.lines(PARTS, state, 0).net)

    assert not net({})
    assert net({"ge-277vg": "0701"})


def test_10_5_no_ill_effects_in_defence():
    game = combat({"us-1128eng": "1312", **RING}, "attack ge-1ss 1312", "fight", turn=2)
    assert game.decision.rule == "8.1"


@pytest.mark.parametrize(("turn", "free"), [(3, True), (4, False)])
def test_10_6_the_german_side_is_in_supply_for_three_turns(turn, free):
    assert supplied("ge-277vg", {"ge-277vg": "0710", **NO_LINE}, turn=turn) is free


EAST_OF_THE_BRIDGE = {"us-2id": "0405", "us-3ad": "0908", "us-4ad": "0811", "us-9id": "0410"}
"""With these no road leads home from 0710 but that over the bridge between 0706 and 0705."""


def net(side, units, **rest):
    """The names of the hexes joined to a friendly edge."""
    joined = supply.lines(PARTS, state_of(units, **rest), side).net
    return {PARTS.hex_ids[h] for h in strides.members(joined)}


def test_10_7_any_unit_on_a_road_traces_mechanized():
    state = state_of({"ge-277vg": "0710", "us-1id": "0504", **EAST_OF_THE_BRIDGE})
    assert supply.cost(PARTS, state, 0, PARTS.hex_index["0710"]) == 19


def test_R30_the_chain_does_not_pass_a_cut_bridge():
    cut = net(0, {"us-1id": "0504", **EAST_OF_THE_BRIDGE})
    assert "0705" in cut
    assert not cut & {"0706", "0707", "0708", "0709", "0710"}


def test_R30_nor_an_interdicted_hex():
    there = net(0, {})
    assert there - net(0, {}, weather="clear", interdiction={"allied": ["0708"]}) == {"0708"}


def test_R31_the_own_hex_never_blocks():
    assert supplied("us-1128eng", {"us-1128eng": "1312", "ge-1ss": "1211"})


def test_R33_friendly_edges():
    edges = {side: {PARTS.exit_at[h].edge for h in PARTS.sources[side]} for side in (0, 1)}
    assert edges == {0: {"e"}, 1: {"n", "s", "w"}}


def test_R34_supply_is_asked_when_it_is_needed():
    units = {"ge-277vg": "0710", **NO_LINE}
    assert orders(situation(units), "ge-277vg") == {"activate ge-277vg"}


def test_R58_allied_supply_ignores_bridges_but_not_markers():
    # the zone of a unit in 1610 holds no road, so that only the bridges within three hexes can matter
    assert len(net(0, {}) - net(0, {"us-1id": "1610"})) == 4
    assert net(1, {"ge-1ss": "1610"}) == net(1, {})
    marked = net(1, {}, weather="clear", interdiction={"german": ["1312"]})
    assert net(1, {}) - marked == {"1312"}
