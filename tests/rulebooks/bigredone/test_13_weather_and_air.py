"""13.0 Weather, 14.0 air power."""

from __future__ import annotations

import pytest

from bulge_widget.core import chance
from bulge_widget.core.event import MarkerCleared, Revealed
from bulge_widget.rulebooks.bigredone import supply
from tests.rulebooks.bigredone.table import (
    BOOK,
    PARTS,
    at,
    happened,
    of_kind,
    orders,
    piece,
    refused,
    situation,
    track,
)

MAP = {"ge-277vg": "0710", "us-1128eng": "1312"}


def morning(*given, turn=8, options=None, dice=(), **rest):
    return situation(
        MAP, *given, phase="weather", phasing="", weather="", turn=turn, options=options, dice=dice, **rest
    )


def test_13_0_historical_weather_is_read_off_the_calendar():
    assert track(morning().view("umpire"), "weather").text == "clear"


@pytest.mark.parametrize(("die", "weather"), [(1, "overcast"), (2, "mist"), (3, "mist"), (4, "clear"), (6, "clear")])
def test_13_1_variable_weather_is_thrown_and_modified(die, weather):
    game = morning(options={"weather": "variable"}, dice=[die], turn=8)
    assert track(game.view("umpire"), "weather").text == weather


def test_14_0_air_points_get_missions_one_by_one_the_allies_first():
    game = morning()
    assert game.decision.seat == "allied"
    for _ in range(5):
        game.play("assign cap")
    assert game.decision.seat == "german"
    assert orders(game) == {"assign ground_support", "assign cap", "assign interdiction"}
    assert refused(game, "assign resupply") == ("no_mission", "14.0")


def test_14_0_missions_are_face_down_until_both_sides_are_done():
    game = morning(*["assign resupply"] * 5)
    assert track(game.view("german"), "air-allied").text == "face down"
    assert track(game.view("allied"), "air-allied").text == "5 resupply"
    assert game.can_undo(seat="german") == "a secret choice of the other side"
    assert game.can_undo(seat="allied") == "An air point for resupply"
    events = game.play("assign cap")
    assert [e.what for e in of_kind(events, Revealed)] == ["allied air: 5 resupply", "german air: 1 combat air patrol"]
    assert track(game.view("german"), "air-allied").text == "5 resupply"


def test_14_0_a_resampled_state_has_as_many_points():
    game = morning(*["assign resupply"] * 5)
    other = BOOK.resample(game.state, "german", chance.stream(1))
    assert other != game.state
    assert other.missions[1].total == 5
    assert BOOK.resample(game.state, "allied", chance.stream(1)) == game.state


def test_14_1_a_mission_flown_is_expended():
    game = morning(*["assign interdiction"] * 5, "assign cap", "interdict 0701")
    assert game.state.missions[1].interdiction == 4


def test_14_3_a_patrol_cancels_a_ground_support_mission():
    game = morning(*["assign ground_support"] * 5, "assign cap")
    assert game.state.missions[1].ground_support == 4
    assert MarkerCleared("14.3", "ground-support", "allied") in happened(game)


def test_R41_a_patrol_without_an_enemy_is_lost():
    game = morning(*["assign cap"] * 5, "assign interdiction")
    assert game.state.missions[1].total == 0


def test_14_4_interdiction_markers_on_empty_road_hexes():
    game = morning(*["assign interdiction"] * 5, "assign cap")
    assert game.decision.seat == "allied"
    assert refused(game, "interdict 0609") == ("no_road", "14.4")
    assert refused(game, "interdict 0710") == ("occupied", "14.4")
    game.play("interdict 0709")
    assert refused(game, "interdict 0709") == ("marked", "14.4")


def test_14_4_a_marker_negates_the_roads_of_its_hex_for_the_enemy():
    game = situation({"ge-277vg": "0710", "us-1id": "1312"}, turn=2, weather="clear", interdiction={"allied": ["0709"]})
    assert BOOK.cost(game.state, game.read("move ge-277vg 0710>0709")) == "2"


def test_14_4_and_does_nothing_to_friends():
    game = situation({"ge-277vg": "0710"}, turn=2, weather="clear", interdiction={"german": ["0709"]})
    assert BOOK.cost(game.state, game.read("move ge-277vg 0710>0709")) == "1"


def test_R42_allies_first_and_a_hex_may_hold_markers_of_both():
    game = morning(*["assign interdiction"] * 6, *[f"interdict {h}" for h in ("0709", "0708", "0707", "0706", "0705")])
    assert game.decision.seat == "german"
    assert refused(game, "interdict 0709") is None


RING = dict(
    zip(("ge-1ss", "ge-2ss", "ge-9ss", "ge-12ss", "ge-2pz"), ("1211", "1213", "1313", "1412", "1310"), strict=True)
)
CUT_OFF = {"us-1128eng": "1312", **RING}


def resupplied():
    return situation(
        CUT_OFF, "resupply us-1128eng", phase="resupply", phasing="allied", weather="clear", turn=8,
        missions={"allied": {"resupply": 1}},
    )  # fmt: skip


def test_14_5_resupply_puts_a_unit_in_supply():
    game = resupplied()
    assert supply.is_supplied(PARTS, game.state, PARTS.unit_index["us-1128eng"])
    assert "resupplied" in piece(game, "us-1128eng").status


def test_14_5_only_units_out_of_supply():
    units = {**CUT_OFF, "us-1id": "0112"}
    game = situation(
        units, phase="resupply", phasing="allied", weather="clear", turn=8, missions={"allied": {"resupply": 1}}
    )
    assert refused(game, "resupply us-1id") == ("in_supply", "14.5")
    assert orders(game) == {"resupply us-1128eng", "end-resupply"}


def test_R37_the_marker_goes_when_the_unit_goes():
    units = {"us-1128eng": {"at": "1312", "resupplied": True}, "ge-1ss": "0701"}
    game = situation(units, "move us-1128eng 1312>1311", phasing="allied")
    assert at(game, "us-1128eng") == "1311"
    assert game.state.resupplied == ()


def test_14_6_no_air_points_in_overcast():
    game = morning(turn=5)
    assert game.phase == "movement"
    assert not of_kind(happened(game), Revealed)
