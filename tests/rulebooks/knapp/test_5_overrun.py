"""5 Overrun: the ratio, the die, parting shots, and what may follow."""

from __future__ import annotations

import pytest

from bulge_widget import new_game
from bulge_widget.core.event import Moved, Removed, Rolled, StepsLost
from tests.rulebooks.knapp.table import (
    BOOK,
    at,
    control,
    happened,
    movers,
    of_kind,
    orders,
    position,
    refused,
    situation,
    steps,
)

GROUP = {"ge-1ss": "hallschlag", "ge-12ss": "hallschlag"}  # 7 + 6
GAP = "overrun ge-12ss+ge-1ss hallschlag>losheim-gap"


@pytest.mark.parametrize(
    ("own", "against", "legal"),
    [((6,), (1,), True), ((5,), (1,), False), ((7, 5), (2,), True), ((7, 4), (2,), False), ((7, 6), (1, 1), True)],
)
def test_5_overrun_needs_six_to_one(own, against, legal):
    units = {name: ("hallschlag", left) for name, left in zip(("ge-1ss", "ge-12ss"), own, strict=False)}
    units |= {name: ("losheim-gap", left) for name, left in zip(("us-106id", "us-9adb"), against, strict=False)}
    game = situation(units)
    order = f"overrun {'+'.join(sorted(u for u in units if u.startswith('ge')))} hallschlag>losheim-gap"
    refusal = game.why_not(order)
    assert (refusal is None) == legal
    assert (order in orders(game)) == legal
    if refusal is not None:
        facts = {"strength": sum(own), "against": sum(against), "needed": 6 * sum(against), "area": "losheim-gap"}
        assert (refusal.code, refusal.facts) == ("ratio_too_low", facts)


def test_5_overrun_needs_an_enemy():
    assert refused(situation(GROUP), GAP) == ("no_target", "5")


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_5_overrun_succeeds_on_4_to_6(face):
    game = situation(GROUP | {"us-9adb": "losheim-gap"}, GAP, dice=[face, 1, 1])
    rolled = of_kind(happened(game), Rolled)
    assert rolled[0].result == ("success" if face >= 4 else "failure")
    assert (at(game, "us-9adb") == "eliminated-allied") == (face >= 4)
    assert at(game, "ge-1ss") == at(game, "ge-12ss") == "losheim-gap"
    assert control(game, "losheim-gap") == ("german" if face >= 4 else "allied")
    assert len(rolled) == (2 if face >= 4 else 1)


def test_5_overrun_one_die_removes_everybody_in_the_area():
    units = GROUP | {"us-14cav": "losheim-gap", "us-102cav": "losheim-gap"}
    game = situation(units, GAP, dice=[5, 1, 1])
    gone = [event.piece for event in of_kind(happened(game), Removed)]
    assert gone == ["us-102cav", "us-14cav"]
    assert {event.why for event in of_kind(happened(game), Removed)} == {"overrun"}
    assert game.dice_left == ()


def test_5_overrun_may_be_given_as_a_group_in_any_order():
    game = situation(GROUP | {"us-9adb": "losheim-gap"})
    assert game.read("overrun ge-1ss+ge-12ss hallschlag>losheim-gap") == game.read(GAP)


# -- R7, R8, R9 who takes part ------------------------------------------------------------------------


def test_R7_the_group_stands_in_one_area():
    units = {"ge-1ss": "hallschlag", "ge-12ss": "elsenborn", "us-9adb": "losheim-gap"}
    game = situation(units)
    assert refused(game, GAP) == ("not_in_same_area", "5")
    assert refused(game, "overrun ge-1ss hallschlag>losheim-gap")[0] == "ratio_too_low"  # 7 to 2


def test_R7_every_member_must_be_able_to_enter():
    units = {"ge-2pz": "neuerburg", "ge-26vg": "neuerburg", "us-14cav": "clervaux", "ge-12vg": ("neuerburg", 3)}
    game = situation(units)
    assert refused(game, "overrun ge-26vg+ge-2pz neuerburg>clervaux") == ("river_no_bridge", "5")
    assert refused(game, "overrun ge-12vg+ge-26vg neuerburg>clervaux") is None


def test_R7_nobody_twice_and_nobody_at_all():
    game = situation(GROUP | {"us-14cav": "losheim-gap"})
    assert refused(game, "overrun ge-1ss+ge-1ss hallschlag>losheim-gap") == ("no_units", "R7")
    assert refused(game, "overrun - hallschlag>losheim-gap") == ("no_units", "R7")
    assert refused(game, "overrun us-14cav losheim-gap>hallschlag")[0] == "not_yours"
    assert refused(game, "overrun ge-1ss hallschlag>nowhere")[0] == "unknown_name"


def test_R7_every_group_that_is_strong_enough_is_listed_under_its_first_unit():
    units = GROUP | {"ge-3fj": "hallschlag", "us-9adb": "losheim-gap"}  # 7, 6, 4 against 2
    listed = {order for order in orders(situation(units)) if order.startswith("overrun")}
    groups = {order.split()[1] for order in listed}
    assert groups == {"ge-12ss+ge-1ss", "ge-12ss+ge-1ss+ge-3fj"}


def test_R8_friends_in_the_target_do_not_count():
    units = {"ge-1ss": ("hallschlag", 5), "ge-3fj": "losheim-gap", "us-14cav": "losheim-gap"}
    assert refused(situation(units), "overrun ge-1ss hallschlag>losheim-gap")[0] == "ratio_too_low"


def test_R8_friends_in_the_target_take_no_parting_shots():
    units = {"ge-1ss": "hallschlag", "ge-3fj": "losheim-gap", "us-14cav": "losheim-gap"}
    game = situation(units, "overrun ge-1ss hallschlag>losheim-gap", dice=[4, 6])
    assert (steps(game, "ge-1ss"), steps(game, "ge-3fj")) == (6, 4)


def test_R9_not_out_of_a_contested_area_nor_inside_it():
    units = {"ge-1ss": "losheim-gap", "us-14cav": "losheim-gap", "us-102cav": "st-vith"}
    game = situation(units)
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") == ("contested_start", "R9")
    assert refused(game, "overrun ge-1ss losheim-gap>losheim-gap") == ("contested_start", "R9")
    assert not any(order.startswith("overrun") for order in orders(game))


# -- R10, R12 parting shots ---------------------------------------------------------------------------


def test_R10_parting_shots_use_the_strength_at_the_time():
    game = situation(GROUP | {"us-106id": ("losheim-gap", 2)}, GAP, dice=[4, 1, 2])
    assert game.dice_left == ()
    shots = of_kind(happened(game), Rolled)[-1]
    assert (shots.what, shots.faces, shots.result) == ("parting shots", (1, 2), "0 hits")


def test_R10_the_owner_of_the_group_spreads_the_hits():
    game = situation(GROUP | {"us-9adb": "losheim-gap"}, GAP, dice=[4, 6, 6])
    assert (game.decision.seat, orders(game)) == ("german", {"take-hit ge-1ss", "take-hit ge-12ss"})
    game.play("take-hit ge-1ss")
    game.play("take-hit ge-12ss")
    assert (steps(game, "ge-1ss"), steps(game, "ge-12ss")) == (6, 5)
    assert game.phase == "movement"


def test_R10_losses_do_not_undo_an_overrun():
    units = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap"}
    game = situation(units, "overrun ge-1ss hallschlag>losheim-gap", dice=[4, 6])
    assert of_kind(happened(game), StepsLost) == [StepsLost("5", "ge-1ss", 1, 6, "losheim-gap")]
    assert (at(game, "ge-1ss"), control(game, "losheim-gap")) == ("losheim-gap", "german")


def test_R10_a_member_that_dies_in_the_parting_shots_goes_no_further():
    units = {"ge-1ss": "hallschlag", "ge-12ss": "hallschlag", "ge-3fj": ("hallschlag", 1), "us-9adb": "losheim-gap"}
    game = situation(units, "overrun ge-12ss+ge-1ss+ge-3fj hallschlag>losheim-gap", "take-hit ge-3fj", dice=[4, 6, 1])
    assert at(game, "ge-3fj") == "eliminated-german"
    assert "ge-3fj" not in movers(game)


def test_R10_a_group_that_fails_stops_beside_the_enemy_and_is_fired_at():
    units = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap"}
    game = situation(units, "overrun ge-1ss hallschlag>losheim-gap", dice=[3, 6])
    for order in ("overrun ge-1ss losheim-gap>st-vith", "move ge-1ss losheim-gap>st-vith exit"):
        assert refused(game, order)[0] == "already_moved"
    assert movers(game) == (None,)
    game.play("end-move")
    assert steps(game, "ge-1ss") == 6
    assert [event.what for event in of_kind(happened(game), Rolled)][:2] == ["overrun", "defensive fire"]


def test_R10_no_parting_shots_after_a_failure():
    game = situation(GROUP | {"us-9adb": "losheim-gap"}, GAP, dice=[3])
    assert game.dice_left == ()
    assert of_kind(happened(game), Moved)[0].mode == "overrun"


def test_R11_surprise_on_turn_1_does_not_silence_parting_shots():
    units = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap"}
    game = situation(units, "overrun ge-1ss hallschlag>losheim-gap", turn=1, dice=[4, 6])
    assert steps(game, "ge-1ss") == 6


# -- R6 overruns and marches --------------------------------------------------------------------------

CHAIN = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap", "us-102cav": "st-vith", "us-9ada": ("vielsalm", 1)}
FIRST, SECOND, THIRD = (
    "overrun ge-1ss hallschlag>losheim-gap",
    "overrun ge-1ss losheim-gap>st-vith",
    "overrun ge-1ss st-vith>vielsalm",
)
AFTER_ONE, AFTER_TWO = "move ge-1ss losheim-gap>malmedy road", "move ge-1ss st-vith>houffalize road"


@pytest.mark.parametrize("option", ["overrun_first", "never", "free_mix"])
def test_5_overrun_twice_but_not_three_times(option):
    game = situation(CHAIN, FIRST, SECOND, dice=[4, 1, 4, 1], options={"overrun_and_march": option})
    assert at(game, "ge-1ss") == "st-vith"
    assert refused(game, THIRD) == ("overrun_limit", "5")
    assert THIRD not in orders(game)


def test_5_overrun_again_only_after_a_success():
    game = situation(CHAIN, FIRST, SECOND, dice=[4, 1, 1])
    assert refused(game, THIRD) == ("already_moved", "R10")


def test_R6_a_march_after_overruns_has_the_steps_that_are_left():
    game = situation(CHAIN, FIRST, dice=[4, 1])
    assert refused(game, "move ge-1ss losheim-gap>malmedy>stavelot road") is None
    refusal = game.why_not("move ge-1ss losheim-gap>malmedy>stavelot>werbomont road")
    assert (refusal.code, refusal.facts["limit"]) == ("too_far", 2)
    twice = situation(CHAIN, FIRST, SECOND, dice=[4, 1, 4, 1])
    assert refused(twice, AFTER_TWO) is None
    assert twice.why_not("move ge-1ss st-vith>houffalize>bastogne road").facts["limit"] == 1


def test_R6_german_infantry_has_no_step_left_after_two_overruns():
    units = {"ge-3fj": "hallschlag", "ge-12vg": "hallschlag", "us-14cav": "losheim-gap", "us-102cav": "st-vith"}
    pair = "ge-12vg+ge-3fj"  # 8 against 1
    game = situation(units, f"overrun {pair} hallschlag>losheim-gap", dice=[4, 1, 4, 1])
    assert refused(game, "move ge-3fj losheim-gap>malmedy road") is None
    game.play(f"overrun {pair} losheim-gap>st-vith")
    assert game.why_not("move ge-3fj st-vith>vielsalm road").facts["limit"] == 0
    assert movers(game) == (None,)


def test_R6_allied_units_have_four_steps():
    units = {"us-7ad": "vielsalm", "ge-26vg": ("st-vith", 1), "ge-18vg": ("losheim-gap", 1)}
    orders_ = ("overrun us-7ad vielsalm>st-vith", "overrun us-7ad st-vith>losheim-gap")
    game = situation(units, *orders_, phasing="allied", dice=[4, 1, 4, 1])
    assert refused(game, "move us-7ad losheim-gap>elsenborn>monschau road") is None
    assert game.why_not("move us-7ad losheim-gap>elsenborn>monschau>verviers road").facts["limit"] == 2


def test_R6_a_normal_move_does_not_follow_an_overrun():
    game = situation(CHAIN, FIRST, dice=[4, 1])
    assert refused(game, "move ge-1ss losheim-gap>malmedy") == ("already_moved", "R6")
    assert {order.mode for order in game.legal_actions().of("ge-1ss") if hasattr(order, "mode")} == {"road"}


def test_R6_no_overrun_after_a_march():
    units = {"ge-1ss": "hallschlag", "us-14cav": "st-vith"}
    game = situation(units, "move ge-1ss hallschlag>losheim-gap road")
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") == ("overrun_after_road_march", "R6")


def test_R6_no_overrun_after_a_normal_move():
    units = {"ge-1ss": "hallschlag", "us-14cav": "st-vith"}
    game = situation(units, "move ge-1ss hallschlag>losheim-gap")
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") == ("overrun_after_road_march", "R6")


def test_R6_a_march_after_an_overrun_ends_the_movement():
    game = situation(CHAIN, FIRST, AFTER_ONE, dice=[4, 1])
    assert refused(game, "overrun ge-1ss malmedy>st-vith") == ("overrun_after_road_march", "R6")
    assert refused(game, "move ge-1ss malmedy>spa road") == ("already_moved", "5")


def test_R6_never_a_march_after_an_overrun():
    game = situation(CHAIN, FIRST, dice=[4, 1, 4, 1], options={"overrun_and_march": "never"})
    assert refused(game, AFTER_ONE) == ("march_after_overrun", "R6")
    assert {str(order) for order in game.legal_actions().of("ge-1ss")} == {SECOND}
    game.play(SECOND)
    assert refused(game, AFTER_TWO) == ("march_after_overrun", "R6")
    assert movers(game) == (None,)


def test_R6_never_an_overrun_after_a_march():
    units = {"ge-1ss": "hallschlag", "us-14cav": "st-vith"}
    march = "move ge-1ss hallschlag>losheim-gap road"
    game = situation(units, march, options={"overrun_and_march": "never"})
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") == ("overrun_after_road_march", "R6")


def test_R6_free_mix_march_overrun_march():
    units = {"ge-1ss": "hallschlag", "us-14cav": "st-vith"}
    game = situation(
        units, "move ge-1ss hallschlag>losheim-gap road", options={"overrun_and_march": "free_mix"}, dice=[4, 1]
    )
    assert refused(game, "move ge-1ss losheim-gap>malmedy road") == ("already_moved", "5")  # marches are one order
    game.play("overrun ge-1ss losheim-gap>st-vith")
    assert refused(game, "move ge-1ss st-vith>vielsalm>manhay road")[0] == "too_far"
    game.play("move ge-1ss st-vith>vielsalm road")
    assert at(game, "ge-1ss") == "vielsalm"


def test_R6_free_mix_all_steps_count_against_the_allowance():
    units = {"ge-1ss": "schleiden", "us-14cav": "st-vith"}
    march = "move ge-1ss schleiden>hallschlag>losheim-gap road"
    game = situation(units, march, options={"overrun_and_march": "free_mix"}, dice=[4, 1])
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") is None
    game.play("overrun ge-1ss losheim-gap>st-vith")
    assert game.why_not("move ge-1ss st-vith>vielsalm road").facts["limit"] == 0


def test_R6_free_mix_no_overrun_with_the_allowance_used_up():
    units = {"ge-1ss": "schleiden", "us-14cav": "vielsalm"}
    march = "move ge-1ss schleiden>hallschlag>losheim-gap>st-vith road"
    game = situation(units, march, options={"overrun_and_march": "free_mix"})
    assert refused(game, "overrun ge-1ss st-vith>vielsalm") is not None
    assert not any(order.startswith("overrun") for order in orders(game))


def test_R6_free_mix_a_march_that_ends_beside_the_enemy_ends_there():
    units = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap", "us-102cav": "st-vith"}
    game = situation(units, "move ge-1ss hallschlag>losheim-gap road", options={"overrun_and_march": "free_mix"})
    assert refused(game, "overrun ge-1ss losheim-gap>st-vith") == ("already_moved", "R5")


SPLIT = {"ge-1ss": "hallschlag", "ge-12ss": "hallschlag", "us-14cav": "losheim-gap", "us-102cav": "st-vith"}


def test_5_overrun_a_group_may_split_up_afterwards():
    game = situation(SPLIT | {"us-9ada": ("malmedy", 1)}, GAP, dice=[4, 1, 4, 1, 4, 1])
    game.play("overrun ge-1ss losheim-gap>st-vith")
    game.play("overrun ge-12ss losheim-gap>malmedy")
    assert (at(game, "ge-1ss"), at(game, "ge-12ss")) == ("st-vith", "malmedy")
    assert refused(game, "overrun ge-12ss+ge-1ss st-vith>vielsalm") == ("not_in_same_area", "5")


def test_5_overrun_each_member_counts_its_own():
    """With free_mix one that marched joins one that has made two overruns; the group is refused, the fresh one not."""
    units = SPLIT | {"ge-2ss": "hallschlag", "us-9ada": ("vielsalm", 1)}
    game = situation(units, FIRST, SECOND, dice=[4, 1, 4, 1], options={"overrun_and_march": "free_mix"})
    game.play("move ge-2ss hallschlag>losheim-gap>st-vith road")
    assert refused(game, "overrun ge-1ss+ge-2ss st-vith>vielsalm") == ("overrun_limit", "5")
    assert refused(game, "overrun ge-2ss st-vith>vielsalm") is None


def test_5_overrun_may_not_make_a_crowd_that_cannot_be_thinned_out():
    """Three panzer divisions in Clervaux, all roads out held by the enemy; infantry crosses the Our to help."""
    units = dict.fromkeys(("ge-2pz", "ge-lehr", "ge-116pz"), "clervaux") | {"us-14cav": "clervaux"}
    units |= {"ge-26vg": "neuerburg", "ge-5fj": "neuerburg", "us-7ad": "st-vith", "us-101ab": "bastogne"}
    units |= {"us-109rct": "vianden", "us-9adr": "wiltz"}
    order = "overrun ge-26vg+ge-5fj neuerburg>clervaux"
    assert refused(situation(units), order) is None  # the three can still leave by Arzfeld
    shut = situation(units | {"us-28id": "arzfeld"})
    assert refused(shut, order) == ("stacking", "5")
    assert order not in orders(shut)


def test_5_the_chances_of_an_overrun_are_even():
    game = new_game("knapp", position=position({"ge-1ss": "hallschlag", "us-14cav": "losheim-gap"}), dice="ask")
    game.play("overrun ge-1ss hallschlag>losheim-gap")
    assert (list(map(str, game.decision.options)), game.decision.weights) == (["roll 4", "roll 3"], (1, 1))


def test_R7_the_odds_shown_are_rounded_down():
    game = situation({"ge-1ss": "hallschlag", "ge-12ss": "hallschlag", "us-9adb": "losheim-gap"})
    assert BOOK.cost(game.state, game.read("overrun ge-12ss+ge-1ss hallschlag>losheim-gap")) == "6:1"  # 13 against 2
