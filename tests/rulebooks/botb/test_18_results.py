"""18.0 to 23.0 What results do: losses, retreats on the board, advances, contact, exchange, engagement."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.core.event import Removed
from bulge_widget.rulebooks.botb import engagement, planning, results, supply
from bulge_widget.rulebooks.botb.advance import Advance, Advancing, EndAdvance
from bulge_widget.rulebooks.botb.engagement import Counterattack, Hold
from bulge_widget.rulebooks.botb.flight import LeaveMap, Leaving, Perish
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.results import Exchanging, Lose
from bulge_widget.rulebooks.botb.retreat import Retreat, Retreating
from bulge_widget.rulebooks.botb.state import Engagement, with_work
from tests.rulebooks.botb.field import PARTS, asked, hexes, indexes, play, refused, run, state_of, where

PEIPER, G1, G2, NW = "ge-1ss-peiper", "ge-277vg-990", "ge-326vg-751", "ge-nw-9"
A1, A2, A3, TANKS, FA = "us-1-26", "us-99-394", "us-78-309", "us-7ar-cca", "us-fa-406"


def result(units, attackers, targets, *cell, side=0, **rest):
    """The state after a result fell in one battle."""
    state = state_of(units, **rest)
    battle = Fight(side, tuple(sorted(indexes(*attackers))), tuple(sorted(hexes(*targets))))
    return run(*results.carried_out(PARTS, state, battle, cell))


def test_defender_eliminated_takes_all_defenders_and_no_guns():
    state, told = result(
        {G1: "h4", A1: "h3", A2: "h3", FA: "h1"}, [G1], ["h3"], "DE", "AA1", fire=((indexes(FA)[0], hexes("h3")[0]),)
    )
    assert [where(state, u) for u in (A1, A2, FA)] == [None, None, "h1"]
    assert sum(isinstance(event, Removed) for event in told) == 2
    assert isinstance(state.stack[-1], Advancing)


def test_attacker_eliminated_leaves_the_defenders_to_advance():
    state, _ = result({G1: "h4", G2: "h4", A1: "h3"}, [G1, G2], ["h3"], "AE", "DA1")
    assert where(state, G1) is where(state, G2) is None
    assert {action.path for action in asked(state).options if isinstance(action, Advance)} == {("h3", "h4")}


def test_attacker_retreat_moves_only_those_who_attacked():
    state, _ = result({G1: "h4", NW: "h6", A1: "h3"}, [G1], ["h3"], "AR2", "DA1")
    assert where(state, NW) == "h6"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_retreats_on_the_board_are_exact_and_never_through_enemies(count):
    units = {G1: "h4", A1: "h3", A2: "h3"}
    state, _ = result(units, [G1], ["h3"], f"DR{count}", "AA1")
    while state.stack and isinstance(state.stack[-1], Retreating):
        zone = {PARTS.hex_index["h4"], *PARTS.touch[PARTS.hex_index["h4"]]}
        for action in asked(state).options:
            path = [PARTS.hex_index[name] for name in action.path]
            assert len(path) == count + 1 == len(set(path))
            assert not zone & set(path[1:])
        state, _ = play(state, asked(state).options[0])
    assert {PARTS.distance(PARTS.hex_index[where(state, u)], PARTS.hex_index["h3"]) for u in (A1, A2)} <= set(
        range(1, count + 1)
    )


def test_a_unit_with_supply_goes_the_shortest_way_to_a_supply_road():
    state = state_of({G1: "h4", A1: "h3"})
    state = msgspec.structs.replace(state, stack=(Retreating(indexes(A1), 1, "19.1"),))
    network = supply.roads(PARTS, state, 1)
    assert supply.has_route(PARTS, state, 1, hexes("h3")[0])
    for action in asked(state).options:
        assert network[PARTS.hex_index[action.path[-1]]] or any(
            network[h] for h in PARTS.touch[PARTS.hex_index[action.path[-1]]]
        )
    assert refused(state, Retreat(A1, ("h3", "h4"))).rule == "19.1.3.2"
    assert refused(state, Retreat(A1, ("h3", "h2", "h1"))).rule == "19.1.1"
    assert refused(state, Retreat(A1, ("h2", "h1"))).code == "not_start"


def test_a_surrounded_unit_is_eliminated():
    ring = {"ge-326vg-752": "h2", "ge-326vg-753": "i4", "ge-277vg-989": "g4", G1: "h4"}
    state, told = result(ring | {A1: "h3"}, [G1], ["h3"], "DR2", "AA1")
    assert where(state, A1) is None
    assert any(isinstance(e, Removed) and e.why == "no-retreat" for e in told)


def test_a_full_hex_is_passed_but_not_ended_in():
    friends = ["us-1-16", "us-1-18", "us-9-47"]
    friends = [name for name in friends if name in PARTS.unit_index][:3]
    assert len(friends) == 3
    state = state_of({G1: "h4", A1: "h3", **dict.fromkeys(friends, "h2")})
    for count in (1, 2):
        now = msgspec.structs.replace(state, stack=(Retreating(indexes(A1), count, "19.1"),))
        ends = {action.path[-1] for action in asked(now).options}
        assert "h2" not in ends
        assert ends


def test_armour_may_not_cross_a_river_in_retreat_but_infantry_may():
    crossings = {}
    for unit in (TANKS, A1):
        state = state_of({unit: "t11", G1: "t10"})
        step = Retreating(indexes(unit), 2, "19.1")
        now = msgspec.structs.replace(state, stack=(step,))
        from bulge_widget.rulebooks.botb import refuge  # noqa: PLC0415  only here

        country = refuge.country_of(PARTS, now, indexes(unit)[0])
        wet = [h for h in range(len(PARTS.hex_ids)) if PARTS.bank_count[h] == 2 and h not in PARTS.bridges][:12]
        crossings[unit] = sum(len(country.steps((h, 1))) for h in wet)
    assert crossings[TANKS] < crossings[A1]


def test_german_armour_without_a_retreat_may_leave_by_an_arrow():
    arrow = next(h for h in PARTS.arrows if len(PARTS.touch[h]) >= 3)
    spots = list(PARTS.touch[arrow])
    names = [n for n in PARTS.unit_ids if n.startswith("us-") and PARTS.combat[PARTS.unit_index[n]]]
    units = {PEIPER: PARTS.hex_ids[arrow], **{name: PARTS.hex_ids[h] for name, h in zip(names, spots, strict=False)}}
    state = state_of(units, turn=10)
    state = run(msgspec.structs.replace(state, stack=(Retreating(indexes(PEIPER), 2, "19.1"),)))[0]
    assert isinstance(state.stack[-1], Leaving)
    assert {type(action) for action in asked(state).options} == {LeaveMap, Perish}
    gone, _ = play(state, LeaveMap(PEIPER, (PARTS.hex_ids[arrow],)))
    assert [d.unit for d in gone.exits] == list(indexes(PEIPER))
    assert gone.debt == 2
    assert where(gone, PEIPER) is None
    lost, _ = play(state, Perish(PEIPER))
    assert lost.exits == ()


# -- 20 advance ---------------------------------------------------------------------------------------


def advancing(units, unit, first, count, **rest):
    state = state_of(units, **rest)
    return msgspec.structs.replace(state, stack=(Advancing(indexes(unit), hexes(*first), count),))


def test_the_first_hex_is_the_one_left_and_an_advance_is_voluntary():
    state = advancing({G1: "h4"}, G1, ["h3"], 2)
    assert {action.path[1] for action in asked(state).options if isinstance(action, Advance)} == {"h3"}
    assert refused(state, Advance(G1, ("h4", "h5"))).rule == "20.7"
    assert refused(state, Advance(G1, ("h4", "h3", "h2", "h1"))).rule == "20.2"
    assert refused(state, EndAdvance()) is None


def test_an_advance_into_the_vacated_hex_ends_there_in_an_enemy_zone():
    state = advancing({G1: "h4", A1: "h2"}, G1, ["h3"], 4)
    assert {action.path for action in asked(state).options if isinstance(action, Advance)} == {("h4", "h3")}
    assert refused(state, Advance(G1, ("h4", "h3", "g3"))).rule == "20.6"


def test_rough_ground_ends_an_advance_off_the_road():
    rough = next(
        h
        for h, t in enumerate(PARTS.terrain)
        if t == "rugged"
        and not PARTS.rivers[h]
        and any(n not in PARTS.roads[h] and not PARTS.rivers[n] for n in PARTS.touch[h])
    )
    start = next(n for n in PARTS.touch[rough] if n not in PARTS.roads[rough] and not PARTS.rivers[n])
    state = advancing({G1: PARTS.hex_ids[start]}, G1, [PARTS.hex_ids[rough]], 3)
    paths = {action.path for action in asked(state).options if isinstance(action, Advance)}
    assert paths == {(PARTS.hex_ids[start], PARTS.hex_ids[rough])}


def test_mechanized_units_enter_forest_only_by_road():
    wood = next(h for h, t in enumerate(PARTS.terrain) if t == "forest" and not PARTS.roads[h] and not PARTS.rivers[h])
    start = next(n for n in PARTS.touch[wood] if PARTS.terrain[n] == "clear")
    names = (PARTS.hex_ids[start], PARTS.hex_ids[wood])
    assert refused(advancing({PEIPER: names[0]}, PEIPER, [names[1]], 2), Advance(PEIPER, names)).rule == "20.3"
    assert refused(advancing({G1: names[0]}, G1, [names[1]], 2), Advance(G1, names)) is None


def test_hexes_of_friends_who_still_fight_are_closed_to_an_advance():
    state = advancing({G1: "h4", G2: "h2", A1: "g2"}, G1, ["h3"], 2)
    from bulge_widget.rulebooks.botb.battle import Resolving  # noqa: PLC0415  only here

    waiting = Resolving(0, (Fight(0, indexes(G2), hexes("g2")),))
    closed = msgspec.structs.replace(state, stack=(waiting, *state.stack))
    assert refused(state, Advance(G1, ("h4", "h3", "h2"))) is None
    assert refused(closed, Advance(G1, ("h4", "h3", "h2"))).rule == "20.8"


# -- 21, 22 contact and exchange ------------------------------------------------------------------------


def test_contact_makes_the_defender_attack_in_his_own_turn_unless_in_a_fort():
    state, told = result({G1: "h4", A1: "h3"}, [G1], ["h3"], "Cont")
    assert not told
    state = run(*planning.begin(PARTS, msgspec.structs.replace(state, stack=()), 1))[0]
    assert refused(state, planning.EndPlan()).rule == "9.2"


def test_an_exchange_asks_the_defender_first_then_the_attacker():
    state, _ = result({G1: "h4", G2: "h4", A1: "h3", A2: "h3"}, [G1, G2], ["h3"], "Exch")
    assert isinstance(state.stack[-1], Exchanging)
    assert asked(state).seat == "allied"
    assert refused(state, Lose(G1)).rule == "22.1"
    state, _ = play(state, Lose(A1))
    assert asked(state).seat == "german"
    state, _ = play(state, Lose(G2))
    assert not state.stack  # 22.4 both hexes are still held: nobody advances


def test_survivors_of_an_exchange_advance_one_hex_into_what_was_left():
    state, _ = result({G1: "h4", G2: "h4", A1: "h3"}, [G1, G2], ["h3"], "Exch")
    state, _ = play(state, Lose(G1))
    assert state.stack[-1].count == 1
    assert {a.path for a in asked(state).options if isinstance(a, Advance)} == {("h4", "h3")}
    state, _ = result({G1: "h4", A1: "h3"}, [G1], ["h3"], "Exch")
    assert not state.stack


# -- 23 engagement ------------------------------------------------------------------------------------


def engaged(units, attackers, defenders, side=0, **rest):
    return state_of(
        units,
        engagements=(Engagement(tuple(sorted(indexes(*attackers))), tuple(sorted(indexes(*defenders))), side),),
        **rest,
    )


def test_an_engagement_marks_all_and_holds_infantry_but_not_armour_or_guns():
    state, told = result({G1: "h4", PEIPER: "h4", A1: "h3", TANKS: "h3"}, [G1, PEIPER], ["h3"], "Eng")
    assert len(told) == 4
    held = {name: engagement.is_held(PARTS, state, indexes(name)[0]) for name in (G1, PEIPER, A1, TANKS)}
    assert held == {G1: True, PEIPER: False, A1: True, TANKS: False}


def test_the_defender_holds_or_counterattacks():
    state = run(*planning.begin(PARTS, engaged({G1: "h4", A1: "h3"}, [G1], [A1]), 1))[0]
    assert {type(a) for a in asked(state).options} == {Hold, Counterattack}
    held, _ = play(state, Hold("h3"))
    assert held.engagements[0].held
    assert not held.stack
    back, told = play(state, Counterattack("h3"))
    assert back.engagements == ()
    assert any(e.rule == "23.4.2" for e in told)


def test_a_free_friend_beside_the_engaged_enemy_forces_the_counterattack():
    state, told = run(*planning.begin(PARTS, engaged({G1: "h4", A1: "h3", A2: "h5"}, [G1], [A1]), 1))
    assert state.engagements == ()
    assert any(e.rule == "23.4.1" for e in told)


def test_a_chain_of_counterattacks():
    # A1 engaged by G1, A2 by G2; A3, free beside G1, forces the first; A1 then is free beside G2 and forces the second
    units = {A3: "h5", G1: "h4", A1: "h3", G2: "h2", A2: "h1"}
    both = (Engagement(indexes(G1), indexes(A1), 0), Engagement(indexes(G2), indexes(A2), 0))
    state = state_of(units, engagements=both)
    assert run(*planning.begin(PARTS, state, 1))[0].engagements == ()
    alone = state_of({n: h for n, h in units.items() if n != A3}, engagements=both)
    assert len(run(*planning.begin(PARTS, alone, 1))[0].engagements) == 2


def test_units_that_come_into_the_hex_are_engaged_as_well_and_force_nothing():
    state = run(*planning.begin(PARTS, engaged({G1: "h4", A1: "h3", A2: "h3"}, [G1], [A1]), 1))[0]
    assert set(state.engagements[0].defenders) == set(indexes(A1, A2))
    assert {type(a) for a in asked(state).options} == {Hold, Counterattack}


def test_the_attacker_must_attack_again_and_not_by_blitz():
    state = engaged({G1: "h4", A1: "h3"}, [G1], [A1])
    state, told = run(*planning.begin(PARTS, state, 0))
    assert state.engagements == ()
    assert any(e.rule == "23.5.4" for e in told)
    assert refused(state, planning.EndPlan()).rule == "9.2"
    state = planning.apply(PARTS, state, state.stack[-1], planning.Attack(G1, "h3"))[0]
    state = planning.apply(PARTS, state, state.stack[-1], planning.EndPlan())[0]
    assert state.stack[-1].fights[0].again


def test_a_special_retreat_of_all_ends_the_engagement():
    state = engaged({PEIPER: "h4", NW: "h4", A1: "h3"}, [PEIPER, NW], [A1])
    state, _ = engagement.withdraw(PARTS, state, indexes(PEIPER)[0])
    assert state.engagements[0].attackers == indexes(NW)
    state, _ = engagement.withdraw(PARTS, state, indexes(NW)[0])
    assert state.engagements == ()


def test_an_advance_beside_an_engaged_attacker_breaks_the_engagement():
    state = engaged({G1: "h4", A1: "h3", A2: "h6"}, [G1], [A1])
    state = msgspec.structs.replace(state, stack=(Advancing(indexes(A2), hexes("h5"), 1),))
    state, told = play(state, Advance(A2, ("h6", "h5")))
    assert state.engagements == ()
    assert any(e.rule == "23.5.5" for e in told)


def test_a_held_unit_does_not_fight():
    state = run(*planning.begin(PARTS, engaged({G1: "h4", A1: "h3", G2: "h2"}, [G1], [A1]), 1))[0]
    state, _ = play(state, Hold("h3"))
    assert not state.stack


def test_a_builder_or_fort_left_in_retreat_is_gone():
    town = next(
        h for h in range(len(PARTS.hex_ids)) if PARTS.town[h] and not PARTS.fort[h] and len(PARTS.touch[h]) == 6
    )
    near = PARTS.hex_ids[PARTS.touch[town][0]]
    state = with_work(state_of({G1: near, A1: PARTS.hex_ids[town]}), town, on=4)
    battle = Fight(0, indexes(G1), (town,))
    state, _ = run(*results.carried_out(PARTS, state, battle, ("DE", "AA1")))
    assert not state.works[town] & 4
