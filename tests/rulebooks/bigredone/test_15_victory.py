"""15.0 Victory and leaving the map."""

from __future__ import annotations

import pytest

from tests.rulebooks.bigredone.table import BOOK, PARTS, at, refused, situation, state_of


def ends(lost, turn, **rest):
    """A game in which so many Allied points are lost, judged at Step Nine of a turn."""
    units, missing = {"ge-277vg": "0710", "us-168eng": "1312"}, lost
    for counter in sorted(BOOK.counters.values(), key=lambda c: -c.strength):
        if counter.side == "allied" and counter.strength <= missing and counter.id != "us-168eng":
            units[counter.id], missing = "eliminated", missing - counter.strength
    return situation(units, "end-move", turn=turn, phasing="allied", **rest)


@pytest.mark.parametrize(
    ("turn", "points", "winner"), [(3, 40, "german"), (3, 8, "allied"), (6, 80, "german"), (6, 18, "allied")]
)
def test_15_0_the_differential_against_the_track(turn, points, winner):
    assert ends(points, turn).outcome.winner == winner


def test_15_0_between_the_levels_the_game_goes_on():
    game = ends(39, 3)
    assert game.outcome is None
    assert game.turn == 4


def test_R61_the_last_turn_decides_unless_a_draw_was_agreed():
    assert ends(65, 18).outcome.winner == "allied"
    game = ends(65, 18, options={"draw_on_last_turn": True})
    assert (game.outcome.winner, game.outcome.level) == ("draw", "draw")


def test_R48_both_levels_are_never_met_together():
    assert all(row.german > row.allied for row in PARTS.turns)


def test_15_1_a_point_for_each_strength_point_lost():
    state = state_of({"ge-1ss": "eliminated", "us-1id": "eliminated", "us-2id": "eliminated"})
    assert BOOK.score(state).points == 6 + 6 - 7


LEAVES = {"ge-1ss": "0118"}


def test_15_2_a_supplied_german_unit_leaves_by_a_road_off_the_map():
    game = situation(LEAVES, turn=5)
    game.play("exit ge-1ss 0118 mech")
    assert at(game, "ge-1ss") == "exited-german"
    assert game.score().points == 28


def test_15_2_leaving_costs_a_point_or_a_fifth():
    game = situation({"ge-277vg": "0118"}, turn=2)
    assert refused(game, "exit ge-277vg 0118") is None
    far = situation({"ge-277vg": "0710"}, turn=2)
    assert refused(far, "exit ge-277vg 0710") == ("no_exit", "15.3")


@pytest.mark.parametrize(
    ("blocker", "points"), [({}, 28), ({"us-1id": "0117"}, 0), ({"us-1id": "0117", "ge-277vg": "0118"}, 28)]
)
def test_15_2_points_come_and_go_with_the_supply_of_the_exit_hex(blocker, points):
    state = state_of({"ge-1ss": "exited", **blocker}, departures=[{"unit": "ge-1ss", "hex": "0118"}])
    assert BOOK.score(state).points == points


@pytest.mark.parametrize(("name", "multiple"), [("0110", 2), ("0118", 4), ("0326", 3), ("1225", 3), ("0105", 0)])
def test_15_3_strength_times_the_multiple_of_the_hex(name, multiple):
    state = state_of({"ge-1ss": "exited"}, departures=[{"unit": "ge-1ss", "hex": name}])
    assert BOOK.score(state).points == 7 * multiple


def test_R44_no_exit_by_the_east_and_south_edges():
    assert {PARTS.exit_at[h].edge for h in PARTS.multiple} == {"n", "w"}
    assert PARTS.multiple[PARTS.hex_index["0105"]] == 0


def test_15_4_a_unit_that_left_never_comes_back():
    game = situation(LEAVES, "exit ge-1ss 0118 mech", turn=2)
    assert refused(game, "enter ge-1ss 0701 0701") == ("not_due", "9.0")


def test_R45_not_after_a_stop_in_a_zone():
    game = situation({"ge-1ss": "0119", "us-1id": "0117"}, turn=2)
    assert refused(game, "exit ge-1ss 0119>0118") == ("stops_in_zone", "4.6")


def test_R52_not_through_a_marker():
    game = situation(LEAVES, turn=2, weather="clear", interdiction={"allied": ["0118"]})
    assert refused(game, "exit ge-1ss 0118") == ("exit_interdicted", "14.4")


def test_R54_a_friend_in_the_exit_hex_does_not_hinder():
    game = situation({"ge-1ss": "0119", "ge-2ss": "0118"}, turn=2)
    assert refused(game, "exit ge-1ss 0119>0118 mech") is None


def test_R35_on_the_first_three_turns_every_exit_scores():
    gone = [{"unit": "ge-1ss", "hex": "0118"}]
    units = {"ge-1ss": "exited", "us-1id": "0118"}
    assert BOOK.score(state_of(units, departures=gone, turn=3)).points == 28
    assert BOOK.score(state_of(units, departures=gone, turn=4)).points == 0


def test_R46_an_empty_exit_hex_in_a_zone_is_out_of_supply():
    gone = [{"unit": "ge-1ss", "hex": "0118"}]
    assert BOOK.score(state_of({"ge-1ss": "exited", "us-1id": "0117"}, departures=gone)).points == 0


def test_R55_a_unit_that_left_out_of_supply_never_scores():
    stack = [{"step": "moving", "side": 0}, {"step": "continuing", "unit": "ge-1ss", "points": 10}]
    game = situation({"ge-1ss": "0118"}, "exit ge-1ss 0118", stack=stack)
    assert at(game, "ge-1ss") == "exited-german"
    assert game.score().points == 0


def test_R55_its_exit_is_announced_as_worth_nothing():
    stack = [{"step": "moving", "side": 0}, {"step": "continuing", "unit": "ge-1ss", "points": 10}]
    game = situation({"ge-1ss": "0118"}, stack=stack)
    told = BOOK.explain(game.state, game.read("exit ge-1ss 0118"))
    assert [(part.label, part.value, part.rule) for part in told.parts] == [
        ("strength 7 times 4", 28, "15.3"),
        ("set out without supply", -28, "15.2"),
    ]
    assert BOOK.cost(game.state, game.read("exit ge-1ss 0118")) == "0 VP"


def test_R47_a_unit_that_left_gives_the_allies_nothing():
    state = state_of({"ge-1ss": "exited"}, departures=[{"unit": "ge-1ss", "hex": "0105"}])
    assert BOOK.score(state).points == 0


def test_R56_the_bar_to_allied_entry_outlasts_supply():
    gone = [{"unit": "ge-1ss", "hex": "0112", "supplied": False}]
    game = situation({"ge-1ss": "exited", "us-1id": "waiting"}, departures=gone, phasing="allied", turn=9)
    assert refused(game, "enter us-1id 0112 0112") == ("entry_barred", "9.5")
