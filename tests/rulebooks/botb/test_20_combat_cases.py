"""8.0 to 23.0, 34.0 Cases of combat: who attacks when, guns, forts, advances, engagements."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.core.decision import Roll
from bulge_widget.rulebooks.botb import (
    assets,
    battle,
    engagement,
    fireline,
    odds,
    results,
    supply,
)
from bulge_widget.rulebooks.botb.advance import Advance, Advancing
from bulge_widget.rulebooks.botb.assets import Assets, Ready, Support
from bulge_widget.rulebooks.botb.battle import BattleRoll, Modify, Resolve
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.planning import Attack, EndPlan
from bulge_widget.rulebooks.botb.retreat import Retreat, Retreating
from bulge_widget.rulebooks.botb.state import ISOLATED, Engagement, place, set_flag
from bulge_widget.rulebooks.botb.support import Firing
from tests.rulebooks.botb import table
from tests.rulebooks.botb.field import (
    PARTS,
    asked,
    fight,
    hexes,
    indexes,
    play,
    refused,
    roll,
    run,
    state_of,
    where,
)

PEIPER, BRIGADE, PZ, PG = "ge-1ss-peiper", "ge-150-pzbde", "ge-lehr-130", "ge-lehr-901"
G1, G2, G3, GUN = "ge-277vg-990", "ge-326vg-751", "ge-62vg-190", "ge-vak-410"
A1, A2, A3, TANKS, CAVALRY, FA = "us-1-26", "us-99-394", "us-78-309", "us-7ar-cca", "us-14cav-14", "us-fa-406"


def after(units, attackers, targets, *cell, side=0, **rest):
    """The state after a result fell in one battle."""
    given = Fight(side, tuple(sorted(indexes(*attackers))), tuple(sorted(hexes(*targets))))
    return run(*results.carried_out(PARTS, state_of(units, **rest), given, cell))[0]


def with_step(state, *steps):
    return msgspec.structs.replace(state, stack=steps)


# -- whose turn it is, and one battle from begin to end -----------------------------------------------


def test_8_1_only_the_phasing_side_attacks():
    for side, mine, theirs, goal in ((0, G1, A1, "h4"), (1, A1, G1, "h3")):
        state = fight({G1: "h4", A1: "h3"}, side=side, phase=("combat", ("german", "allied")[side]))
        assert refused(state, Attack(theirs, goal)).rule == "8.1"
        assert refused(state, Attack(mine, "h3" if mine == G1 else "h4")) is None


def test_8_3_no_battle_before_the_moves_have_ended_and_no_move_after():
    state = table.state_of({G1: "h4", A1: "h3", G2: "a1"}, turn=3)
    assert table.refused(state, Attack(G1, "h3")) == ("not_asked", "6.1")
    state = table.BOOK.settle(table.BOOK.apply(state, table.botb.movement.EndMove())[0])[0]
    assert table.refused(state, Attack(G1, "h3")) is None
    assert table.refused(state, table.move(G2, "a1", "a2"))[0] == "not_asked"


def test_8_2_17_1_peiper_against_the_14th_cavalry_is_3_to_1_and_a_3_is_an_exchange():
    state = fight({PEIPER: "h4", CAVALRY: "h3"})
    state, told = play(state, Attack(PEIPER, "h3"))
    if isinstance(state.stack[-1], Assets):
        state, told = play(state, Ready())
    assert isinstance(state.stack[-1], BattleRoll)
    assert "3-1" in asked(state).prompt
    state, told = play(state, roll(3))
    assert (where(state, PEIPER), where(state, CAVALRY)) == (None, None)
    assert next(event.result for event in told if hasattr(event, "result")) == "Exch"


def test_17_0_what_is_not_asked_in_a_battle_is_refused():
    state = with_step(state_of({PEIPER: "h4", CAVALRY: "h3"}), BattleRoll(Fight(0, indexes(PEIPER), hexes("h3"))))
    for wrong in (Roll((0,)), Roll((7,)), Roll((1, 2)), Resolve("h3"), Modify(-1)):
        assert refused(state, wrong) is not None
    assert refused(state, Roll((6,))) is None


def test_17_3_3_artillery_is_overrun_in_the_combat_phase_only():
    moving = table.state_of({PEIPER: "h5", FA: "h3"}, turn=3)
    assert table.refused(moving, table.move(PEIPER, "h5", "h4", "h3")) == ("enemy_there", "6.7")
    state = fight({PEIPER: "h4", G1: "h4", G2: "g4", G3: "i4", FA: "h3"})  # 12 + 9 against 4 is 5-1
    for order in (*(Attack(unit, "h3") for unit in (PEIPER, G1, G2, G3)), Ready()):
        state, _ = play(state, order)
    assert isinstance(state.stack[-1], BattleRoll)
    assert "5-1" in asked(state).prompt
    state = fight({PEIPER: "h4", "ge-12ss-12": "h4", G3: "i4", FA: "h3"})  # 25 against 4 is 6-1
    for order in (*(Attack(unit, "h3") for unit in (PEIPER, "ge-12ss-12", G3)), Ready()):
        state, told = play(state, order)
    assert where(state, FA) is None
    assert not any(hasattr(event, "faces") for event in told)


# -- guns ---------------------------------------------------------------------------------------------


def test_11_4_3_support_is_given_before_the_first_battle_and_not_changed():
    units = {GUN: "h6", "ge-vak-401": "h6", G1: "h4", A1: "h3", G2: "d4", A2: "d3"}
    state = fight(units)
    state, _ = play(state, Attack(G1, "h3"))
    state, _ = play(state, Attack(G2, "d3"))
    state, _ = play(state, Support(GUN, "h3"))
    assert refused(state, Support(GUN, "d3")).rule == "11.4.3"
    state, _ = play(state, Ready())
    assert refused(state, Support("ge-vak-401", "h3")) is not None
    assert [g.guns for s in state.stack for g in getattr(s, "fights", ()) if g.hexes == hexes("h3")] == [indexes(GUN)]


def test_11_5_1_r74_isolation_of_a_gun_is_judged_as_the_pledge_is_made():
    marked = with_step(state_of({FA: "w3", A1: "w2"}), Firing(1))
    marked = set_flag(marked, indexes(FA)[0], ISOLATED)
    assert refused(marked, Support(FA, "w2")) is None  # the marker of its last supply phase does not count
    ring = {G1: "aa24", G2: "aa28", G3: "cc27", PG: "cc25", PZ: "y26"}
    cut = with_step(state_of({FA: "aa26", A1: "bb26", **ring}), Firing(1))
    assert not supply.has_route(PARTS, cut, 1, hexes("aa26")[0])
    assert not cut.status[indexes(FA)[0]] & ISOLATED
    assert refused(cut, Support(FA, "bb26")).rule == "11.5.1"


def test_11_6_a_gun_that_defended_supports_the_attack_of_the_same_turn_as_well():
    pledged = ((indexes(FA)[0], hexes("h4")[0]),)
    state = fight({FA: "h7", A1: "h4", G1: "h3"}, side=1, phase=("combat", "allied"), fire=pledged)
    state, _ = play(state, Attack(A1, "h3"))
    assert refused(state, Support(FA, "h3")) is None


def blocked_places():
    """A gun, a target in sight and range, and a hex beside it behind a cliff; nobody else beside the gun."""
    for (a, b), border in sorted(PARTS.board.borders.items()):
        if border.cliff:
            for gun in range(len(PARTS.hex_ids)):
                far = [PARTS.distance(gun, h) for h in (a, b)]
                if min(far) >= 2 and max(far) <= 4 and fireline.line_is_blocked(PARTS, gun, b):
                    for goal in PARTS.touch[b]:
                        near = PARTS.distance(gun, goal)
                        if 2 <= near <= 4 and not fireline.line_is_blocked(PARTS, gun, goal):
                            return tuple(PARTS.hex_ids[h] for h in (gun, goal, b))
    raise AssertionError


GUN_HEX, TARGET, HIDDEN = blocked_places()


@pytest.mark.parametrize("literal", [False, True])
def test_r61_the_line_to_the_attackers_counts_by_the_literal_reading_alone(literal):
    choices = {"fire_line_to_all": literal}
    attack = state_of({GUN: GUN_HEX, G1: HIDDEN, A1: TARGET}, choices=choices)
    step = Assets(0, (Fight(0, indexes(G1), hexes(TARGET)),))
    refusal = assets.support_refusal(PARTS, attack, step, Support(GUN, TARGET))
    assert (refusal.rule if refusal else None) == ("11.8" if literal else None)
    defence = state_of({FA: GUN_HEX, G1: HIDDEN, A1: TARGET}, choices=choices, fire=((*indexes(FA), *hexes(TARGET)),))
    strength = odds.strengths(PARTS, defence, Fight(0, indexes(G1), hexes(TARGET)))[1]
    alone = odds.strengths(PARTS, msgspec.structs.replace(defence, fire=()), Fight(0, indexes(G1), hexes(TARGET)))[1]
    assert strength - alone == (0 if literal else 4)


# -- forts, blitz, advances ---------------------------------------------------------------------------


@pytest.mark.parametrize("where_", ["c9", "w1", "d16"])
def test_15_3_a_garrison_takes_the_result_whatever_it_is(where_):
    beside = next(PARTS.hex_ids[h] for h in PARTS.touch[PARTS.hex(where_)])
    lost = after({G1: beside, A1: where_}, [G1], [where_], "DE", "AA1")
    assert where(lost, A1) is None
    back = after({G1: beside, A1: where_}, [G1], [where_], "DR1", "AA1")
    assert where(back, A1) != where_ or isinstance(back.stack[-1], Retreating)
    held = after({G1: beside, A1: where_}, [G1], [where_], "Eng")
    assert held.engagements[0].defenders == indexes(A1)
    sally = after({G1: beside, A1: where_}, [A1], [beside], "AE", "DA1", side=1)
    assert where(sally, A1) is None


@pytest.mark.parametrize(("face", "plain", "struck"), [(2, ("Blitz1",), ("Blitz2",)), (4, ("Eng",), ("Blitz1",))])
def test_r13_modifiers_count_in_a_blitzkrieg_attack(face, plain, struck):
    state = state_of({PEIPER: "h4", A1: "h3"})  # 12 against 6
    given = Fight(0, indexes(PEIPER), hexes("h3"), blitz=True)
    assert set(battle.outcomes(PARTS, state, given, face)) == {plain}
    assert set(battle.outcomes(PARTS, state, msgspec.structs.replace(given, air=True), face)) == {plain, struck}
    first = msgspec.structs.replace(state, turn=1)
    assert set(battle.outcomes(PARTS, first, given, face)) == {plain, struck}  # surprise


def test_r43_a_blitzkrieg_passes_a_fort_by_and_its_modifier_counts():
    state = state_of({PEIPER: "b8", "us-78-309": "c9"})
    given = Fight(0, indexes(PEIPER), hexes("c9"), blitz=True)
    assert odds.allowed_changes(PARTS, state, given) == (1,)
    liege = state_of({PEIPER: "x2", "us-78-309": "w2"})
    assert odds.allowed_changes(PARTS, liege, Fight(0, indexes(PEIPER), hexes("w2"), blitz=True)) == (2,)
    state = after({PEIPER: "b8", "us-78-309": "c9"}, [PEIPER], ["c9"], "Blitz2")
    ends = {action.path[-1] for action in asked(state).options if isinstance(action, Advance)}
    assert ends
    assert not ends & {"c9", *(PARTS.hex_ids[h] for h in PARTS.touch[PARTS.hex("c9")])}
    assert where(state, "us-78-309") == "c9"


def test_20_5_all_hexes_may_be_used_where_the_defender_was_lost_but_none_that_is_full():
    three = dict.fromkeys((G2, G3, "ge-62vg-164"), "h2")
    state = after({PG: "h4", A1: "h3", **three}, [PG], ["h3"], "DE", "AA2")
    ends = {action.path[-1] for action in asked(state).options if isinstance(action, Advance)}
    assert ends == {"h3", "g3", "g4", "i3", "i4"}
    assert refused(state, Advance(PG, ("h4", "h3", "h2"))).rule == "20.5"
    # a retreat that cannot be made is a loss, and the advance is as long
    ring = {G2: "g2", G3: "i2"}
    state = after({PG: "h4", A1: "h3", **ring}, [PG], ["h3"], "DR3", "AA2")
    assert where(state, A1) is None
    assert max(len(action.path) for action in asked(state).options if isinstance(action, Advance)) == 3


def test_20_9_who_has_advanced_adds_nothing_to_a_later_battle_but_bars_retreats():
    units = {G1: "h4", A1: "h3", G2: "i1", A2: "i2"}
    second = Fight(0, indexes(G2), hexes("i2"))
    before = odds.strengths(PARTS, state_of(units), second)
    state = with_step(state_of({**units, A1: "a1"}), Advancing(indexes(G1), hexes("h3"), 1))
    moved, _ = play(state, Advance(G1, ("h4", "h3")))
    assert odds.strengths(PARTS, moved, second) == before
    beaten = with_step(moved, Retreating(indexes(A2), 1, "19.1"))
    assert refused(beaten, Retreat(A2, ("i2", "h2"))).rule == "19.1.3.2"  # beside H3


def test_20_11_out_of_a_river_by_either_bank_but_armour_by_its_own():
    for unit, banks, allowed in ((G3, 0, {"t10", "v10"}), (PZ, 1, {"v10"})):
        state = state_of({unit: "u11", A1: "a1"}, turn=15)
        state = place(PARTS, state, *indexes(unit), *hexes("u11"), banks)
        for goal in ("t10", "v10"):
            now = with_step(state, Advancing(indexes(unit), hexes(goal), 1))
            found = refused(now, Advance(unit, ("u11", goal))) if now.stack else None
            if PARTS.terrain[PARTS.hex("u11")] == "forest" and PARTS.mech[indexes(unit)[0]]:
                assert found.rule == "20.3"
            else:
                assert (found is None) is (goal in allowed)
    for unit, banks, allowed in ((G3, 0, {"t11", "v12"}), (PZ, 1, {"v12"})):  # clear ground on both sides of U12
        state = place(PARTS, state_of({unit: "u12", A1: "a1"}, turn=15), *indexes(unit), *hexes("u12"), banks)
        for goal in ("t11", "v12"):
            now = with_step(state, Advancing(indexes(unit), hexes(goal), 1))
            assert (refused(now, Advance(unit, ("u12", goal))) is None) is (goal in allowed)


# -- engagements --------------------------------------------------------------------------------------


def engaged(units, attackers, defenders, **rest):
    old = Engagement(tuple(sorted(indexes(*attackers))), tuple(sorted(indexes(*defenders))), 0)
    return state_of(units, engagements=(old,), phase=("movement", "allied"), **rest)


def test_23_6_2_the_owner_says_which_of_his_mobile_units_stay_engaged():
    state = engaged({G1: "h4", TANKS: "h3", CAVALRY: "h3", A1: "h3"}, [G1], [TANKS, CAVALRY, A1])
    state, _ = engagement.withdraw(PARTS, state, *indexes(TANKS))
    assert [engagement.is_engaged(state, *indexes(u)) for u in (TANKS, CAVALRY, A1, G1)] == [False, True, True, True]
    state, _ = engagement.withdraw(PARTS, state, *indexes(CAVALRY))
    assert engagement.is_engaged(state, *indexes(A1))


def test_23_6_4_who_withdrew_may_attack_again_or_join_others_who_hold():
    held = [[[G1], [TANKS, A1], "german", False]]
    state = table.state_of({G1: "h4", TANKS: "h3", A1: "i4"}, phasing="allied", turn=15, engagements=held)
    joined, _ = table.played(state, table.move(TANKS, "h3", "i3", "i4"))
    assert not engagement.is_engaged(joined, *indexes(TANKS))
    joined, _ = engagement.begin(PARTS, joined, 1)
    assert engagement.is_engaged(joined, *indexes(TANKS))  # 23.5.3
    other, _ = table.played(state, table.move(TANKS, "h3", "g3", "g4"))
    other = table.BOOK.settle(table.BOOK.apply(other, table.botb.movement.EndMove())[0])[0]
    assert other.engagements == ()  # 23.4.1 it must counterattack
    assert table.refused(other, Attack(TANKS, "h4")) is None
    assert table.refused(other, EndPlan()) == ("must_attack", "9.2")
