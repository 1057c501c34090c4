"""9.0 Reinforcements and the British limits; 11.0 the airdrop."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import MarkerCleared
from tests.rulebooks.bigredone.table import BOOK, PARTS, at, of_kind, orders, refused, situation

HELD = {"uk-29bde": {"at": "0824", "entered": "0825"}}


def arriving(name, *given, turn=6, phasing="allied", **rest):
    others = rest.pop("units", {})
    return situation({name: "waiting", **others}, *given, turn=turn, phasing=phasing, **rest)


def test_9_0_units_arrive_in_the_movement_phase_of_their_turn():
    assert refused(arriving("us-1id", turn=1), "enter us-1id 0112 0112") == ("not_due", "9.0")
    game = arriving("us-1id", "enter us-1id 0112 0112", turn=2)
    assert at(game, "us-1id") == "0112"


def test_9_1_the_entry_hex_costs_a_point_or_a_fifth():
    game = arriving("us-1id")
    assert BOOK.cost(game.state, game.read("enter us-1id 0112 0112")) == "1"
    panzer = arriving("us-7ad")
    assert BOOK.cost(panzer.state, panzer.read("enter us-7ad 0112 0112 mech")) == "1/5"


def test_9_1_several_units_come_in_at_one_place():
    game = arriving("us-1id", "enter us-1id 0112 0112>0212", units={"us-30id": "waiting"})
    assert refused(game, "enter us-30id 0112 0112") is None
    game.play("enter us-30id 0112 0112")
    assert refused(arriving("us-1id", units={"us-30id": "0112"}), "enter us-1id 0112 0112") == ("stacking", "4.4")


@pytest.mark.parametrize(("german", "code"), [("0112", "enemy_there"), ("0211", "entry_in_zone")])
def test_9_2_not_where_the_enemy_stands_or_reaches(german, code):
    game = arriving("us-1id", units={"ge-1ss": german})
    assert refused(game, "enter us-1id 0112 0112") == (code, "9.2")


def test_9_3_only_on_its_own_edge():
    assert refused(arriving("us-1id"), "enter us-1id 0225 0225") == ("wrong_entry", "9.3")
    assert refused(arriving("ge-2ss", phasing="german"), "enter ge-2ss 0701 0701") is None


def test_9_4_the_british_stay_behind_the_meuse():
    game = situation({"uk-29bde": {"at": "0823", "entered": "0825"}}, phasing="allied")
    assert refused(game, "move uk-29bde 0823>0822") == ("british_meuse", "9.4")


def test_9_4_and_within_five_hexes_of_their_entry():
    game = situation({"uk-29bde": {"at": "0824", "entered": "0225"}}, phasing="allied")
    assert refused(game, "move uk-29bde 0824>0924") == ("british_too_far", "9.4")


def test_9_4_until_a_german_unit_comes_within_two_hexes():
    game = situation({**HELD, "ge-277vg": "0821"}, turn=3)
    events = game.play("move ge-277vg 0821>0822")
    assert of_kind(events, MarkerCleared) == [MarkerCleared("9.4", "british-limits", "allied")]
    assert game.state.released


def test_9_4_also_a_british_unit_whose_entry_nobody_remembers():
    """A unit set down by hand came in nowhere; it frees the others all the same."""
    game = situation({"uk-29bde": "0824", "ge-277vg": "0821"}, turn=3)
    assert of_kind(game.play("move ge-277vg 0821>0822"), MarkerCleared)
    assert game.state.released
    by_hand = situation({"uk-29bde": "0824", "ge-277vg": "0821"}, turn=3)
    with by_hand.edit() as draft:
        draft.place("ge-277vg", "0822")
    assert by_hand.state.released


def test_R39_also_when_it_lands_from_the_air():
    units = {"uk-29bde": {"at": "0824", "entered": "0825"}, "ge-277vg": "0820", "ge-heydte": "waiting"}
    game = situation(units, turn=1, dice=[1, 1], options={"airdrop": True})
    assert not game.state.released
    game.play("drop ge-heydte 0822")
    assert at(game, "ge-heydte") == "0822"
    assert game.state.released


def test_R39_also_when_it_only_comes_past():
    units = {"uk-29bde": {"at": "0824", "entered": "0825"}, "ge-1ss": "0819"}
    game = situation(units, turn=3)
    past = [o for o in game.legal_actions().of("ge-1ss") if o.path[-1] == "0821"]
    assert len(past) == 2
    released = {BOOK.apply(game.state, order)[0].released for order in past}
    assert released == {False, True}


def test_R62_a_british_move_is_judged_by_the_limits_in_force_when_it_begins():
    game = situation({"uk-29bde": {"at": "0823", "entered": "0825"}, "ge-1ss": "0820"}, phasing="allied")
    assert refused(game, "move uk-29bde 0823>0822") == ("british_meuse", "9.4")


def test_R40_the_meuse_alone():
    assert any(PARTS.meuse)
    assert not PARTS.meuse[PARTS.hex_index["0706"]]


def test_9_4_the_entry_of_a_held_british_unit_is_part_of_its_options():
    game = arriving("uk-29bde")
    entries = {order.split()[2] for order in orders(game, "uk-29bde")}
    assert len(entries) == len(PARTS.entries["w"]) == 7


def test_9_5_not_where_a_german_unit_left():
    gone = [{"unit": "ge-1ss", "hex": "0112"}]
    game = arriving("us-1id", units={"ge-1ss": "exited"}, departures=gone)
    assert refused(game, "enter us-1id 0112 0112") == ("entry_barred", "9.5")


def test_9_6_units_may_be_held_back():
    assert refused(arriving("us-1id", turn=9), "enter us-1id 0112 0112") is None
    assert "end-move" in orders(arriving("us-1id", turn=2))


def test_R52_an_enemy_marker_closes_an_entry():
    game = arriving("us-1id", weather="clear", interdiction={"german": ["0112"]})
    assert refused(game, "enter us-1id 0112 0112") == ("entry_interdicted", "14.4")


def test_R9_arriving_units_count_as_on_a_road_and_in_supply():
    game = arriving("us-7ad")
    assert any(order.endswith("mech") for order in orders(game, "us-7ad"))


def test_R57_a_unit_never_brought_in_scores_for_nobody():
    assert arriving("us-1id", turn=9).score().points == 0


# -- 11 ---------------------------------------------------------------------------------------------------


def drop(*dice, **options):
    units = {"ge-heydte": "waiting", "ge-277vg": "0403"}
    return situation(units, turn=1, dice=list(dice), options={"airdrop": True, **options})


def test_11_0_within_five_hexes_of_a_german_unit():
    game = drop()
    assert refused(game, "drop ge-heydte 0408") is None
    assert refused(game, "drop ge-heydte 0409") == ("drop_too_far", "11.0")
    assert refused(game, "drop ge-heydte 0403") == ("stacking", "11.0")


@pytest.mark.parametrize(
    ("dice", "where"),
    [((2,), "eliminated-german"), ((1, 1), "0405"), ((1, 2, 1), "0305"), ((1, 6, 4), "0506"), ((1, 3, 5), "0406")],
)
def test_11_0_it_survives_on_a_one_lands_on_a_one_and_else_scatters(dice, where):
    game = drop(*dice)
    game.play("drop ge-heydte 0405")
    assert at(game, "ge-heydte") == where


def test_11_0_scattered_onto_a_unit_or_off_the_map_it_is_lost():
    game = drop(1, 2, 5)
    game.play("drop ge-heydte 0402")
    assert at(game, "ge-heydte") == "eliminated-german"


def test_11_0_it_does_not_move_on_the_turn_it_lands():
    game = drop(1, 1)
    game.play("drop ge-heydte 0405")
    assert refused(game, "move ge-heydte 0405>0406") == ("already_moved", "4.1")


def test_R43_landing_beside_an_enemy_is_allowed():
    units = {"ge-heydte": "waiting", "ge-277vg": "0403", "us-1id": "0406"}
    game = situation(units, "drop ge-heydte 0405", turn=1, dice=[1, 1], options={"airdrop": True})
    assert at(game, "ge-heydte") == "0405"


@pytest.mark.parametrize(("scores", "points"), [(True, -1), (False, 0)])
def test_R49_a_failed_drop_scores_unless_agreed_otherwise(scores, points):
    game = drop(2, airdrop_loss_scores=scores)
    game.play("drop ge-heydte 0405")
    assert game.score().points == points


def test_R59_a_group_not_dropped_stays_out_of_the_game():
    game = drop()
    game.play("end-move")
    assert at(game, "ge-heydte") == "unused-german"
    assert BOOK.setup("campaign", {})[0].at[PARTS.unit_index["ge-heydte"]] == 1003
