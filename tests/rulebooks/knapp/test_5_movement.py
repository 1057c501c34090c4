"""5 Movement: normal moves, terrain and rivers, leaving a contested area, road marches."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import Moved, Removed, StepsLost
from tests.rulebooks.knapp.table import (
    BOOK,
    at,
    control,
    kinds,
    of_kind,
    orders,
    refused,
    situation,
    steps,
)

# -- normal moves -------------------------------------------------------------------------------------


def test_5_normal_a_unit_moves_to_the_next_area():
    game = situation({"ge-26vg": "neuerburg"})
    events = game.play("move ge-26vg neuerburg>vianden")
    assert at(game, "ge-26vg") == "vianden"
    assert events[0] == Moved("5", "ge-26vg", ("neuerburg", "vianden"), "normal")


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("move ge-26vg neuerburg>clervaux>bastogne", "too_far"),
        ("move ge-26vg neuerburg>bastogne", "not_adjacent"),
        ("move ge-26vg neuerburg", "no_path"),
        ("move ge-26vg bitburg>neuerburg", "not_in_same_area"),
        ("move ge-1ss bitburg>neuerburg", "not_in_same_area"),
        ("move us-28id clervaux>wiltz", "not_yours"),
        ("move ge-99vg clervaux>wiltz", "unknown_name"),
        ("move ge-26vg neuerburg>wonderland", "unknown_name"),
        ("move ge-26vg neuerburg>vianden jump", "unknown_mode"),
    ],
)
def test_5_normal_what_is_no_move(order, code):
    units = {"ge-26vg": "neuerburg", "us-28id": "clervaux"}
    assert refused(situation(units), order)[0] == code


def test_5_normal_into_an_area_with_the_enemy():
    game = situation({"ge-26vg": "neuerburg", "us-109rct": "vianden"}, "move ge-26vg neuerburg>vianden")
    assert at(game, "ge-26vg") == "vianden"
    assert steps(game, "us-109rct") == 2


def test_R4_the_mover_stays_and_is_fired_at():
    game = situation({"ge-26vg": "neuerburg", "us-109rct": "vianden"}, "move ge-26vg neuerburg>vianden", dice=[6, 1])
    assert refused(game, "move ge-26vg vianden>wiltz exit") == ("already_moved", "5")
    events = game.play("end-move")
    assert steps(game, "ge-26vg") == 3
    assert "Rolled" in kinds(events)


# -- R15 ground and rivers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "path", "code"),
    [
        ("ge-26vg", "neuerburg>clervaux", None),  # infantry: over a river without a bridge into the rough
        ("ge-lehr", "neuerburg>clervaux", "river_no_bridge"),
        ("ge-lehr", "neuerburg>vianden", None),  # by road and bridge
        ("ge-18vg", "hallschlag>schnee-eifel", None),  # infantry: into the rough without a road
        ("ge-1ss", "hallschlag>schnee-eifel", "rough_no_road"),
        ("ge-1ss", "schnee-eifel>hallschlag", None),  # out of the rough into the open needs no road
        ("ge-lehr", "marche>la-roche", "river_no_bridge"),
        ("us-9adb", "houffalize>clervaux", "rough_no_road"),
        ("us-28id", "houffalize>clervaux", None),
    ],
)
def test_R15_ground_and_rivers(unit, path, code):
    game = situation({unit: path.split(">")[0]}, phasing="german" if unit.startswith("ge") else "allied")
    refusal = game.why_not(f"move {unit} {path}")
    assert (refusal and refusal.code) == code
    assert refusal is None or refusal.rule == "5"


def test_R15_the_refusal_names_the_river():
    refusal = situation({"ge-lehr": "neuerburg"}).why_not("move ge-lehr neuerburg>clervaux")
    assert refusal.facts["river"] == "Our"


def test_R15_the_same_for_leaving_a_contested_area():
    units = {"ge-lehr": "neuerburg", "us-28id": "neuerburg", "ge-26vg": "neuerburg"}
    game = situation(units)
    assert refused(game, "move ge-lehr neuerburg>clervaux exit") == ("river_no_bridge", "5")
    assert refused(game, "move ge-26vg neuerburg>clervaux exit") is None


def test_R15_the_same_for_overruns():
    game = situation({"ge-1ss": "hallschlag", "us-14cav": "schnee-eifel"})
    assert refused(game, "overrun ge-1ss hallschlag>schnee-eifel") == ("rough_no_road", "5")


# -- R13, R14 leaving a contested area ----------------------------------------------------------------


def test_R13_leaving_costs_one_hit():
    game = situation({"ge-26vg": "vianden", "us-109rct": "vianden"})
    events = game.play("move ge-26vg vianden>neuerburg exit")
    assert (at(game, "ge-26vg"), steps(game, "ge-26vg")) == ("neuerburg", 3)
    assert kinds(events)[:2] == ["StepsLost", "Moved"]  # R14: the hit comes first


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("move ge-26vg vianden>wiltz exit", "exit_into_enemy"),
        ("move ge-26vg vianden>wiltz", "contested_start"),
        ("move ge-26vg vianden>ettelbruck road", "contested_start"),
        ("move ge-26vg vianden>clervaux>bastogne exit", "too_far"),
        ("overrun ge-26vg vianden>wiltz", "contested_start"),
    ],
)
def test_R13_what_a_unit_beside_the_enemy_may_not_do(order, code):
    units = {"ge-26vg": "vianden", "us-109rct": "vianden", "us-9adr": "wiltz"}
    assert refused(situation(units), order)[0] == code


def test_R13_leaving_is_only_for_units_beside_the_enemy():
    game = situation({"ge-26vg": "vianden"})
    assert refused(game, "move ge-26vg vianden>wiltz exit") == ("not_contested", "5")


def test_R13_the_way_out_may_lead_into_enemy_controlled_ground():
    game = situation({"ge-26vg": "vianden", "us-109rct": "vianden"}, "move ge-26vg vianden>wiltz exit")
    assert control(game, "wiltz") == "german"


def test_R14_a_unit_with_one_strength_left_dies_and_does_not_arrive():
    units = {"ge-26vg": ("vianden", 1), "us-109rct": "vianden"}
    game = situation(units, control={"vianden": "german"})
    events = game.play("move ge-26vg vianden>wiltz exit")
    assert at(game, "ge-26vg") == "eliminated-german"
    assert of_kind(events, Removed) == [Removed("5", "ge-26vg", "vianden")]
    assert not of_kind(events, Moved)
    assert control(game, "wiltz") == "allied"
    assert control(game, "vianden") == "allied"  # R1: the U.S. unit remains alone


def test_R14_every_way_to_die_is_one_order():
    game = situation({"ge-26vg": ("vianden", 1), "us-109rct": "vianden"})
    assert len(game.legal_actions().of("ge-26vg")) == 1
    assert refused(game, "move ge-26vg vianden>wiltz exit") is None
    assert refused(game, "move ge-26vg vianden>ettelbruck exit") is None


def test_R14_a_unit_that_dies_on_leaving_cannot_overcrowd_the_next_area():
    units = {"ge-26vg": ("vianden", 1), "us-109rct": "vianden", "us-28id": "clervaux", "us-9adr": "wiltz"}
    units |= {"us-9ada": "ettelbruck", "us-4id": "echternach"}
    units |= dict.fromkeys(("ge-lehr", "ge-2pz", "ge-5fj"), "neuerburg")
    game = situation(units)
    assert refused(game, "move ge-26vg vianden>neuerburg exit") is None


def test_R14_the_hit_of_leaving_is_told_with_what_is_left():
    events = situation({"ge-26vg": "vianden", "us-109rct": "vianden"}).play("move ge-26vg vianden>wiltz exit")
    assert of_kind(events, StepsLost) == [StepsLost("5", "ge-26vg", 1, 3, "vianden")]


# -- road march ---------------------------------------------------------------------------------------

ROUTE = ["hallschlag", "losheim-gap", "st-vith", "vielsalm", "manhay", "hotton"]


@pytest.mark.parametrize(("unit", "limit"), [("us-7ad", 4), ("us-28id", 4), ("ge-1ss", 3), ("ge-3fj", 2)])
def test_5_road_march_length(unit, limit):
    game = situation({unit: ROUTE[0]}, phasing="german" if unit.startswith("ge") else "allied")
    for areas in range(1, 6):
        refusal = game.why_not(f"move {unit} {'>'.join(ROUTE[: areas + 1])} road")
        assert (refusal is None) == (areas <= limit)
        if refusal is not None:
            assert (refusal.code, refusal.facts["limit"], refusal.facts["asked"]) == ("too_far", limit, areas)


def test_5_road_march_needs_a_road_at_every_step():
    game = situation({"ge-26vg": "neuerburg", "ge-1ss": "hallschlag"})
    assert refused(game, "move ge-26vg neuerburg>clervaux road") == ("no_road", "5")
    assert refused(game, "move ge-1ss hallschlag>losheim-gap>bastogne road") == ("not_adjacent", "5")


def test_5_road_march_not_from_an_area_with_the_enemy():
    game = situation({"ge-1ss": "losheim-gap", "us-14cav": "losheim-gap"})
    assert refused(game, "move ge-1ss losheim-gap>st-vith road") == ("contested_start", "5")


def test_5_road_march_not_through_the_enemy():
    game = situation({"ge-1ss": "hallschlag", "us-14cav": "losheim-gap"})
    assert refused(game, "move ge-1ss hallschlag>losheim-gap>st-vith road") == ("through_enemy_occupied", "5")


def test_5_road_march_through_enemy_controlled_areas():
    game = situation({"ge-1ss": "hallschlag"}, "move ge-1ss hallschlag>losheim-gap>st-vith road")
    assert at(game, "ge-1ss") == "st-vith"


def test_5_road_march_into_rough_ground_and_over_bridges():
    game = situation({"ge-1ss": "hallschlag"}, "move ge-1ss hallschlag>losheim-gap>schnee-eifel road")
    assert at(game, "ge-1ss") == "schnee-eifel"


def test_5_road_march_may_turn_back_on_itself():
    game = situation({"ge-1ss": "hallschlag"})
    path = "hallschlag>losheim-gap>hallschlag"
    assert f"move ge-1ss {path} road" in orders(game, "ge-1ss")
    game.play(f"move ge-1ss {path} road")
    assert (at(game, "ge-1ss"), control(game, "losheim-gap")) == ("hallschlag", "german")
    assert refused(game, "move ge-1ss hallschlag>losheim-gap") == ("already_moved", "5")


def test_5_road_march_orders_of_equal_effect_are_listed_once():
    game = situation({"ge-1ss": "st-vith"}, control=dict.fromkeys(BOOK.parts.area_ids, "german"))
    ends = [order.path[-1] for order in game.legal_actions().of("ge-1ss")]
    assert len(ends) == len(set(ends))  # nothing changes hands, so only the end counts
    assert game.why_not("move ge-1ss st-vith>malmedy>stavelot road") is None
    assert game.why_not("move ge-1ss st-vith>vielsalm>stavelot road") is None


def test_5_road_march_a_single_area_comes_to_the_same_as_a_normal_move():
    game = situation({"ge-1ss": "hallschlag"})
    march = game.read("move ge-1ss hallschlag>losheim-gap road")
    assert game.why_not(march) is None
    assert str(game.rulebook.canonical(game.state, march)) == "move ge-1ss hallschlag>losheim-gap"


INTO = "move ge-1ss hallschlag>losheim-gap>st-vith road"


def test_R5_a_march_may_end_beside_the_enemy():
    game = situation({"ge-1ss": "hallschlag", "us-106id": "st-vith"}, INTO)
    assert at(game, "ge-1ss") == "st-vith"
    assert control(game, "st-vith") == "allied"


def test_R5_a_march_may_end_in_a_contested_area_but_not_go_on():
    units = {"ge-1ss": "hallschlag", "us-106id": "st-vith", "ge-18vg": "st-vith"}
    game = situation(units)
    assert refused(game, INTO) is None
    assert refused(game, "move ge-1ss hallschlag>losheim-gap>st-vith>vielsalm road")[0] == "through_enemy_occupied"


def test_R5_off_marches_stop_next_door():
    game = situation({"ge-1ss": "hallschlag", "us-106id": "st-vith"}, options={"march_may_end_at_enemy": False})
    assert refused(game, INTO) == ("march_into_enemy", "R5")
    assert INTO not in orders(game)
    game.play("move ge-1ss hallschlag>losheim-gap road")
    assert at(game, "ge-1ss") == "losheim-gap"


def test_R5_off_a_normal_move_still_enters():
    units = {"ge-1ss": "losheim-gap", "us-106id": "st-vith"}
    game = situation(units, options={"march_may_end_at_enemy": False})
    assert refused(game, "move ge-1ss losheim-gap>st-vith road") == ("march_into_enemy", "R5")
    game.play("move ge-1ss losheim-gap>st-vith")
    assert at(game, "ge-1ss") == "st-vith"


# -- R29 who began beside the enemy -------------------------------------------------------------------


def freed(option="overrun_first"):
    """The 18th began beside a cavalry group that is overrun by others before it moves."""
    units = {"ge-18vg": "losheim-gap", "us-14cav": "losheim-gap", "ge-1ss": "hallschlag", "us-102cav": "st-vith"}
    units |= {"ge-12ss": "losheim-gap"}
    game = situation(units, dice=[4, 1], options={"overrun_and_march": option})
    game.play("overrun ge-1ss hallschlag>losheim-gap")
    return game


def test_R29_no_march_although_the_enemy_is_gone():
    game = freed()
    assert refused(game, "move ge-18vg losheim-gap>malmedy road") == ("contested_start", "R29")
    assert "road" not in {order.mode for order in game.legal_actions().of("ge-18vg")}


@pytest.mark.parametrize("option", ["overrun_first", "never", "free_mix"])
def test_R29_no_overrun_although_the_enemy_is_gone(option):
    game = freed(option)
    assert refused(game, "overrun ge-12ss losheim-gap>st-vith") == ("contested_start", "R29")
    assert refused(game, "overrun ge-12ss+ge-1ss losheim-gap>st-vith") == ("contested_start", "R29")
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") is None


def test_R29_a_normal_move_costs_no_hit_once_the_enemy_is_gone():
    game = freed()
    assert refused(game, "move ge-18vg losheim-gap>malmedy exit") == ("not_contested", "5")
    game.play("move ge-18vg losheim-gap>malmedy")
    assert steps(game, "ge-18vg") == 4


def test_R29_lasts_for_one_phase():
    units = {"ge-18vg": "losheim-gap", "us-14cav": ("losheim-gap", 1), "us-7ad": "huy"}
    game = situation(units, phase="defensive-fire", phasing="allied", dice=[6, 1, 1, 1, *[3] * 9])
    assert (game.turn, game.phase, game.phasing) == (3, "movement", "german")
    assert refused(game, "move ge-18vg losheim-gap>malmedy>spa road") is None


def test_R29_survives_a_save_in_the_middle_of_the_phase():
    game = freed()
    state = game.rulebook.position(game.rulebook.snapshot(game.state))
    assert state == game.state
    assert game.rulebook.why_not(state, game.read("move ge-18vg losheim-gap>malmedy road")).rule == "R29"


# -- R21 on arrival -----------------------------------------------------------------------------------


def test_R21_units_march_in_the_turn_they_arrive():
    units = {"us-7ad": {"due": 2}, "ge-1ss": "st-vith"}
    game = situation(units, phase="reinforcement", phasing="allied", turn=2, dice=[])
    assert (at(game, "us-7ad"), game.phase) == ("monschau", "movement")
    assert refused(game, "move us-7ad monschau>verviers>spa>stavelot>werbomont road") is None


def test_R21_units_placed_beside_the_enemy_may_not_march():
    units = {"us-7ad": {"due": 2}, "us-102cav": "monschau", "ge-326vg": "monschau"}
    game = situation(units, phase="reinforcement", phasing="allied", turn=2)
    assert at(game, "us-7ad") == "monschau"
    assert refused(game, "move us-7ad monschau>verviers road") == ("contested_start", "5")
    assert refused(game, "move us-7ad monschau>verviers exit") is None
