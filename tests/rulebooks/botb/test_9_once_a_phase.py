"""9.8 to 9.11, 20.8, 23.5.5, 46.6 Who fights once, who stays out, and what an advance sets free."""

from __future__ import annotations

import msgspec

from bulge_widget.rulebooks.botb import odds, supply
from bulge_widget.rulebooks.botb.advance import Advance, Advancing
from bulge_widget.rulebooks.botb.battle import Resolving
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.planning import Attack, EndPlan
from bulge_widget.rulebooks.botb.state import FOUGHT, Engagement, set_flag
from tests.rulebooks.botb.field import PARTS, asked, fight, hexes, indexes, play, refused, roll, run, state_of, where

G1, G2, PEIPER = "ge-277vg-990", "ge-326vg-751", "ge-1ss-peiper"
A1, A2, A3 = "us-1-26", "us-99-394", "us-78-309"


def waiting(units, *fights, **rest):
    """Battles that wait to be fought."""
    listed = tuple(Fight(0, tuple(sorted(indexes(*who))), tuple(sorted(hexes(*at)))) for who, at in fights)
    return msgspec.structs.replace(state_of(units, **rest), stack=(Resolving(0, listed),))


def test_9_11_a_unit_that_went_back_into_another_battle_takes_no_part_in_it():
    state = waiting({G1: "h4", A1: "h3", A2: "h3"}, ([G1], ["h3"]))
    only = state.stack[0].fights[0]
    assert odds.strengths(PARTS, state, only)[1] == 6 + 4
    tired = set_flag(state, indexes(A2)[0], FOUGHT)
    assert odds.strengths(PARTS, tired, only)[1] == 6
    assert odds.defenders(PARTS, tired, only) == indexes(A1)
    after, told = run(tired)
    assert told[0].defenders == (A1,)
    after, _ = play(after, roll(6))  # 1-2, a 6: attacker retreats; nobody of the tired unit goes anywhere
    assert where(after, A2) == "h3"


def test_9_11_a_battle_whose_defenders_have_all_fought_is_not_fought():
    state = waiting({G1: "h4", A1: "h3"}, ([G1], ["h3"]))
    assert run(set_flag(state, indexes(A1)[0], FOUGHT)) == (
        msgspec.structs.replace(set_flag(state, indexes(A1)[0], FOUGHT), stack=()),
        (),
    )


def test_20_8_nobody_advances_into_a_hex_of_friends_who_have_still_to_defend():
    state = state_of({G1: "h2", A1: "h3", A2: "h5"})
    advance = Advancing(indexes(A2), hexes("h4"), 2)
    free = msgspec.structs.replace(state, stack=(advance,))
    pending = Resolving(0, (Fight(0, indexes(G1), hexes("h3")),))
    closed = msgspec.structs.replace(state, stack=(pending, advance))
    way = Advance(A2, ("h5", "h4", "h3"))
    assert refused(free, way) is None
    assert refused(closed, way).rule == "20.8"
    assert way not in list(asked(closed).options)


def test_20_8_defenders_hexes_are_not_closed_to_the_other_side_by_that_rule():
    state = state_of({G1: "h2", A1: "h3", G2: "h5"})
    pending = Resolving(0, (Fight(0, indexes(G1), hexes("h3")),))
    state = msgspec.structs.replace(state, stack=(pending, Advancing(indexes(G2), hexes("h4"), 2)))
    assert refused(state, Advance(G2, ("h5", "h4"))) is None  # beside a battle still to be fought, 20.8
    assert refused(state, Advance(G2, ("h5", "h4", "h3"))).rule == "20.6"


def test_23_5_5_an_advance_may_start_a_chain_of_broken_engagements():
    # A3 comes to h7 beside G1 (h6): the engagement of A1 (h5) ends; A1 is beside G2 (h4): that of A2 ends as well
    units = {A3: "h8", G1: "h6", A1: "h5", G2: "h4", A2: "h3"}
    both = (Engagement(indexes(G1), indexes(A1), 0, True), Engagement(indexes(G2), indexes(A2), 0, True))
    state = state_of(units, engagements=both)
    state = msgspec.structs.replace(state, stack=(Advancing(indexes(A3), hexes("h7"), 1),))
    after, told = play(state, Advance(A3, ("h8", "h7")))
    assert after.engagements == ()
    assert [e.rule for e in told if e.rule == "23.5.5"] == ["23.5.5"] * 4
    apart = msgspec.structs.replace(state, engagements=both[1:])
    assert play(apart, Advance(A3, ("h8", "h7")))[0].engagements == both[1:]


def test_23_5_3_an_advance_into_the_hex_of_engaged_friends_breaks_nothing():
    held = (Engagement(indexes(G1), indexes(A1), 0, True),)
    state = state_of({A3: "h6", A1: "h5", G1: "h4"}, engagements=held)
    state = msgspec.structs.replace(state, stack=(Advancing(indexes(A3), hexes("h5"), 1),))
    after, told = play(state, Advance(A3, ("h6", "h5")))
    assert set(after.engagements[0].defenders) == set(indexes(A1, A3))
    assert any(e.rule == "23.5.3" for e in told)


def test_46_6_liege_is_no_way_through_for_supply_from_elsewhere():
    state = state_of({G1: "w2", A1: "v3"})
    east = supply.case_of(PARTS, state, 0, supply.edge_sources(PARTS, state, 0))
    assert east.liege == ()
    assert supply.case_of(PARTS, state, 0).liege == hexes("w2")


def test_9_9_units_of_one_hex_may_fight_in_different_battles():
    state = fight({G1: "h4", G2: "h4", A1: "h3", A2: "h5"})
    state, _ = play(state, Attack(G1, "h3"))
    assert refused(state, Attack(G2, "h5")) is None
    state = fight({G1: "h4", A1: "h3", A2: "h5"})
    state, _ = play(state, Attack(G1, "h3"))
    assert {type(a) for a in asked(state).options} == {Attack}


def test_9_3_a_plan_without_a_battle_is_no_plan_where_somebody_must_fight():
    state = fight({G1: "h4", A1: "h3", A2: "h5"})
    assert refused(state, EndPlan()).rule == "9.2"
    assert refused(state, Attack(G1, "h2")).code == "no_enemy"
    assert not fight({G1: "h4", A1: "h8"}).stack


def test_9_6_9_7_strengths_of_a_battle_are_added():
    state = state_of({G1: "h4", PEIPER: "i4", A1: "h3", A2: "h3"})
    both = Fight(0, tuple(sorted(indexes(G1, PEIPER))), hexes("h3"))
    ours = sum(PARTS.attack[u] for u in indexes(G1, PEIPER))
    assert odds.strengths(PARTS, state, both) == (ours, sum(PARTS.defence[u] for u in indexes(A1, A2)))
