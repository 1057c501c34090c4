"""4.0 Movement of units, 5.0 road and mechanized movement, 6.0 bridge interdiction, 16.0 the ground."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import MarkerSet, Moved
from bulge_widget.rulebooks.bigredone import bridges, ground
from tests.rulebooks.bigredone.table import BOOK, PARTS, at, is_cut, of_kind, orders, refused, situation, state_of

NO_LINE = {"us-1id": "0606", "us-2id": "0908", "us-3ad": "0811", "us-4ad": "0410"}
FREE = {"turn": 2}  # 10.6: nobody of the German side is out of supply


def cost(game, order):
    return BOOK.cost(game.state, game.read(order))


def test_4_0_a_unit_moves_along_a_path_and_is_done():
    game = situation({"ge-277vg": "0710"}, **FREE)
    events = game.play("move ge-277vg 0710>0709>0708")
    assert at(game, "ge-277vg") == "0708"
    assert events[0] == Moved("4.0", "ge-277vg", ("0710", "0709", "0708"), "normal")
    assert refused(game, "move ge-277vg 0708>0707") == ("already_moved", "4.1")


def test_4_1_no_more_points_than_the_allowance():
    game = situation({"ge-277vg": "0710"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0709>0708>0707>0706>0705") is None
    assert refused(game, "move ge-277vg 0710>0709>0708>0707>0706>0705>0704") == ("too_far", "4.1")


def test_4_1_a_unit_need_not_move():
    assert "end-move" in orders(situation({"ge-277vg": "0710"}, **FREE))


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("0710>0709", "1"),
        ("0710>0809", "2"),
        ("0710>0810", "3"),
        ("0710>0609", "4"),
        ("0706>0605", "4"),
        ("0706>0805", "4"),
    ],
)
def test_4_2_terrain_and_rivers_cost_what_the_chart_says(path, points):
    assert cost(situation({"ge-277vg": path[:4]}, **FREE), f"move ge-277vg {path}") == points


def walking(a, b):
    """Fifths for a step on foot on the bare map."""
    return dict(ground.rows(PARTS, 0, ())[ground.MOST][a])[b]


def test_4_2_a_river_into_heavy_woods_costs_all_five():
    costs = [
        walking(a, b)
        for a, rivers in enumerate(PARTS.rivers)
        for b in rivers
        if PARTS.board.spaces[b].terrain == "heavy-woods" and b not in PARTS.roads[a]
    ]
    assert costs
    assert set(costs) == {25}


def test_16_0_heavy_woods_with_a_west_wall_cost_four():
    a, b = PARTS.hex_index["0603"], PARTS.hex_index["0704"]
    assert PARTS.west_wall[b]
    assert walking(a, b) == 4 * 5


def test_4_3_not_into_or_through_an_enemy():
    game = situation({"ge-277vg": "0710", "us-14cav": "0707"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0709>0708>0707") == ("stops_in_zone", "4.6")
    near = situation({"ge-277vg": "0710", "us-14cav": "0708"}, **FREE)
    assert refused(near, "move ge-277vg 0710>0709>0708") == ("stops_in_zone", "4.6")
    assert refused(near, "move ge-277vg 0710>0610>0609>0608") is not None


def test_4_4_through_a_friend_but_not_onto_him():
    game = situation({"ge-277vg": "0710", "ge-18vg": "0709"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0709") == ("stacking", "4.4")
    assert refused(game, "move ge-277vg 0710>0709>0708") is None


def test_R11_a_stop_forced_in_the_hex_of_a_friend_is_no_way():
    game = situation({"ge-277vg": "0710", "ge-18vg": "0709", "us-14cav": "0708"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0709") == ("stacking", "4.4")
    assert refused(game, "move ge-277vg 0710>0709>0809") == ("stops_in_zone", "4.6")


def test_4_5_there_is_no_minimum_move():
    game = situation({"ge-277vg": "0710", **NO_LINE}, "activate ge-277vg", dice=[1])
    assert refused(game, "move ge-277vg 0710>0810") == ("too_far", "4.1")


def test_4_6_a_unit_stops_where_it_comes_beside_an_enemy():
    game = situation({"ge-277vg": "0710", "us-14cav": "0607"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0709>0708") is None
    assert refused(game, "move ge-277vg 0710>0709>0708>0707") == ("stops_in_zone", "4.6")


def test_4_7_a_unit_beside_an_enemy_does_not_move():
    game = situation({"ge-277vg": "0710", "us-14cav": "0709"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0711") == ("in_enemy_zone", "4.7")
    assert orders(game) == {"end-move"}


def test_R51_friends_do_not_lift_a_zone_for_movement():
    game = situation({"ge-277vg": "0711", "ge-18vg": "0710", "us-14cav": "0709"}, **FREE)
    assert refused(game, "move ge-277vg 0711>0710>0609") == ("stops_in_zone", "4.6")


def test_4_8_only_german_units_leave_the_map():
    game = situation({"us-1id": "0112"}, phasing="allied")
    assert refused(game, "exit us-1id 0112") == ("only_germans_leave", "4.8")


def test_5_0_a_road_costs_one_point_whatever_the_ground():
    assert cost(situation({"ge-277vg": "0711"}, **FREE), "move ge-277vg 0711>0710") == "1"


def test_5_0_mechanized_a_fifth():
    assert cost(situation({"ge-1ss": "0710"}, **FREE), "move ge-1ss 0710>0709>0708>0707>0706 mech") == "4/5"


def test_5_0_german_infantry_never_mechanized():
    game = situation({"ge-277vg": "0710"}, **FREE)
    assert refused(game, "move ge-277vg 0710>0709 mech") == ("no_mech", "5.0")


def test_5_1_road_and_country_in_any_mix():
    assert cost(situation({"ge-277vg": "0711"}, **FREE), "move ge-277vg 0711>0710>0809") == "3"


def test_5_2_mechanized_first_and_never_again():
    game = situation({"ge-1ss": "0710"}, **FREE)
    assert cost(game, "move ge-1ss 0710>0709>0708>0607 mech") == "2 2/5"
    assert refused(game, "move ge-1ss 0710>0809>0709>0708 mech") == ("mech_blocked", "5.3")


def test_5_2_mechanized_only_from_a_road():
    game = situation({"ge-1ss": "0609"}, **FREE)
    assert not PARTS.is_road[PARTS.hex_index["0609"]]
    assert refused(game, "move ge-1ss 0609>0709 mech") == ("not_on_road", "5.2")


def test_5_3_not_into_a_zone_mechanized_but_a_last_step_by_road():
    game = situation({"ge-1ss": "0710", "us-14cav": "0607"}, **FREE)
    assert cost(game, "move ge-1ss 0710>0709>0708 mech") == "1 1/5"
    assert refused(game, "move ge-1ss 0710>0709>0708 mech") is None


def test_5_4_three_allied_infantry_or_airborne_units_a_phase():
    ours = {"us-1id": "0710", "us-82ab": "0711", "us-30id": "0610", "us-9id": "1312"}
    game = situation(ours, phasing="allied")
    events = game.play("move us-1id 0710>0709>0708>0707>0706>0705>0704 mech")
    assert of_kind(events, MarkerSet) == [MarkerSet("5.4", "mech-movement", "us-1id")]
    for unit in ("us-82ab", "us-30id"):
        game.play(next(o for o in orders(game, unit) if o.endswith("mech")))
    assert not any(order.endswith("mech") for order in orders(game, "us-9id"))
    assert refused(game, "move us-9id 1312>1311 mech") == ("no_marker", "5.4")


def test_R63_a_marker_is_laid_only_where_it_is_needed():
    game = situation({"us-1id": "0710"}, phasing="allied")
    events = game.play("move us-1id 0710>0709 mech")
    assert not of_kind(events, MarkerSet)
    assert game.state.mech_used == 0


def test_R10_the_markers_come_back_for_the_next_phase():
    game = situation({"us-1id": "0710", "ge-1ss": "1701"}, phasing="allied", turn=8, missions={})
    game.play(next(o for o in orders(game, "us-1id") if o.endswith("mech")))
    assert game.state.mech_used == 1
    game.play("end-move")
    assert game.state.mech_used == 0


def test_R2_costs_are_exact_fifths():
    assert ground.written(19) == "3 4/5"


def test_R3_a_marker_on_the_road_leaves_the_price_of_the_ground():
    game = situation({"ge-277vg": "0707"}, turn=2, weather="clear", interdiction={"allied": ["0708"]})
    assert cost(game, "move ge-277vg 0707>0708") == "3"


def test_R5_an_intact_bridge_costs_no_river():
    assert cost(situation({"ge-277vg": "0706"}, **FREE), "move ge-277vg 0706>0705") == "1"


def test_R7_a_marker_at_a_bridge_makes_it_ground_and_river():
    game = situation({"ge-277vg": "0706"}, turn=2, weather="clear", interdiction={"allied": ["0706"]})
    assert cost(game, "move ge-277vg 0706>0705") == "3"


@pytest.mark.parametrize(("allied", "cut"), [("0709", True), ("0710", False), ("0705", True)])
def test_6_0_bridges_within_three_hexes_of_an_allied_unit_are_cut(allied, cut):
    state = state_of({"us-14cav": allied})
    a, b = PARTS.hex_index["0706"], PARTS.hex_index["0705"]
    assert is_cut(state, 0, a, b) is cut
    assert not is_cut(state, 1, a, b)


def test_6_1_whatever_lies_between():
    state = state_of({"us-14cav": "0709", "ge-1ss": "0708", "ge-2ss": "0707"})
    assert is_cut(state, 0, PARTS.hex_index["0706"], PARTS.hex_index["0705"])


def test_6_2_a_cut_bridge_costs_the_ground_and_the_river():
    game = situation({"ge-277vg": "0706", "us-14cav": "0903"}, **FREE)
    assert cost(game, "move ge-277vg 0706>0705") == "3"
    panzer = situation({"ge-1ss": "0706", "us-14cav": "0903"}, **FREE)
    assert refused(panzer, "move ge-1ss 0706>0705 mech") == ("mech_blocked", "5.3")


def test_R6_bridges_are_asked_for_again_when_an_allied_unit_moves():
    state = state_of({"ge-277vg": "0706", "us-14cav": "0903"}, turn=2)
    assert bridges.watched(PARTS, state, 0) != bridges.watched(PARTS, state_of({"us-14cav": "1903"}), 0)


def test_16_0_hexes_are_of_one_kind_and_towns_and_west_wall_add_to_it():
    assert {space.terrain for space in PARTS.board.spaces} == {"clear", "rough", "light-woods", "heavy-woods"}
    assert PARTS.board.space("0707").has("town")


def test_options_offer_each_destination_once_and_the_cheapest_first():
    game = situation({"ge-1ss": "0710"}, **FREE)
    listed = [game.read(order) for order in map(str, game.legal_actions().of("ge-1ss"))]
    ends = [(type(order), order.path[-1]) for order in listed]
    assert len(ends) == len(set(ends))
    costs = [BOOK.explain(game.state, order).total for order in listed if type(order).__name__ == "Move"]
    assert costs == sorted(costs)
