"""42.0 Commandos: who looks for them, what it costs, and that they are no combat units."""

from __future__ import annotations

import pytest

from bulge_widget.core.decision import Roll
from bulge_widget.core.event import Removed
from bulge_widget.rulebooks.botb import alarms, results, supply, zones
from bulge_widget.rulebooks.botb.advance import Advance
from bulge_widget.rulebooks.botb.movement import EndMove, Stay
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.planning import Attack
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.retreat import Retreat
from bulge_widget.rulebooks.botb.state import ISOLATED, REMOVED, SLOWED
from tests.rulebooks.botb import field
from tests.rulebooks.botb.field import hexes, indexes
from tests.rulebooks.botb.table import BOOK, PARTS, agree, at, ends, move, played, refused, state_of

TEAM, OTHER_TEAM, US, US2, ARMOUR, VG = (
    "ge-stielau-1", "ge-stielau-2", "us-101-501", "us-101-502", "us-9ar-cca", "ge-62vg-190",
)  # fmt: skip
FOUND, UNSEEN = Roll((1,)), Roll((6,))  # on 17 AM one and two find a team


def allied(units, turn=3, **rest):
    return state_of(units, phasing="allied", turn=turn, **rest)


def dice(state):
    return BOOK.decision(state).dice.count


def test_42_1_r6_all_four_teams_come_in_at_xx12_on_16_pm_and_none_later():
    teams = {f"ge-stielau-{n}": "waiting" for n in (1, 2, 3, 4)}
    state = state_of({**teams, US: "a1"}, turn=2)
    assert refused(state, Enter(TEAM, ("xx12",))) is None
    for hex_id in ("xx11", "xx13", "uu1", "xx16"):
        assert refused(state, Enter(TEAM, (hex_id,))) == ("wrong_entry", "16.4")
    assert refused(state, EndMove()) == ("must_enter", "42.1")
    assert refused(state_of({**teams, US: "a1"}, turn=3), Enter(TEAM, ("xx12",))) == ("too_late", "42.1")
    assert refused(state_of({**teams, US: "a1"}, turn=3), EndMove()) is None


def test_42_2_42_3_a_die_for_each_allied_unit_in_the_hex_or_beside_it():
    state = state_of({TEAM: "hh8", US: "jj9", US2: "jj9", ARMOUR: "ii8"}, turn=3)
    beside, _ = BOOK.apply(state, move(TEAM, "hh8", "hh9"))
    assert at(beside, TEAM) == "hh9"  # beside none of them
    near, _ = BOOK.apply(state, move(TEAM, "hh8", "ii9"))
    assert dice(near) == 3  # two in Malmedy and one in II8
    on, _ = played(near, Roll((6, 6, 6)))
    into, _ = BOOK.apply(on, move(TEAM, "ii9", "jj9"))
    assert dice(into) == 2  # those it goes in to
    caught, events = BOOK.apply(near, Roll((6, 6, 1)))
    assert caught.at[PARTS.unit_index[TEAM]] == REMOVED
    assert [e.rule for e in events if isinstance(e, Removed)] == ["42.4"]


@pytest.mark.parametrize(("turn", "faces"), [(2, {1}), (3, {1, 2}), (4, {1, 2}), (5, {1, 2, 3}), (6, {1, 2, 3})])
def test_42_4_more_faces_find_a_team_from_day_to_day(turn, faces):
    state, _ = BOOK.apply(state_of({TEAM: "hh8", US: "jj9"}, turn=turn), move(TEAM, "hh8", "ii9"))
    lost = {f for f in range(1, 7) if BOOK.apply(state, Roll((f,)))[0].at[PARTS.unit_index[TEAM]] == REMOVED}
    assert lost == faces


def test_42_5_units_a_team_began_with_do_not_look_for_it_in_the_whole_phase():
    state = state_of({TEAM: "jj8", US: "jj8", US2: "ll9"}, turn=3)
    free, _ = BOOK.apply(state, move(TEAM, "jj8", "jj7", "kk8"))
    assert at(free, TEAM) == "kk8"
    stopped, _ = BOOK.apply(state, move(TEAM, "jj8", "jj7", "kk8", "kk9"))
    assert dice(stopped) == 1  # KK9 touches both; only the unit in LL9 looks
    on, _ = played(stopped, UNSEEN)
    back, _ = played(on, move(TEAM, "kk9", "kk8"))  # KK8 touches JJ8 alone
    assert at(back, TEAM) == "kk8"


def test_42_6_an_allied_unit_stops_at_a_team_in_a_town_or_where_roads_meet():
    state = allied({US: "aa24", TEAM: "aa26"})
    stopped, events = BOOK.apply(state, move(US, "aa24", "aa25", "aa26", "aa27"))
    assert events[0].path == ("aa24", "aa25", "aa26")
    assert dice(stopped) == 1


def test_42_6_1_where_the_team_is_found_the_unit_goes_on_with_all_it_has():
    state = allied({US: "aa24", TEAM: "aa26"})
    stopped, _ = BOOK.apply(state, move(US, "aa24", "aa25", "aa26"))
    found, _ = played(stopped, FOUND)
    assert found.at[PARTS.unit_index[TEAM]] == REMOVED
    # 48 twelfths less 12 for AA25 and 3 for Bastogne leave 33: eleven road hexes
    assert max(BOOK.explain(found, o).total for o in BOOK.decision(found).options.of(US) if o != Stay(US)) == 33


def test_42_6_2_r63_where_it_is_not_found_half_of_what_is_left_is_lost():
    state = allied({US: "aa24", TEAM: "aa26"})
    stopped, _ = BOOK.apply(state, move(US, "aa24", "aa25", "aa26"))
    unseen, _ = played(stopped, UNSEEN)
    assert at(unseen, TEAM) == "aa26"
    # 33 twelfths are eleven quarters; six of them are lost, five are left
    costs = [BOOK.explain(unseen, o).total for o in BOOK.decision(unseen).options.of(US) if o != Stay(US)]
    assert max(costs) == 15
    agree(unseen)


def test_42_6_2_who_began_in_a_zone_has_spent_at_the_slow_rate():
    state = allied({US: "bb25", VG: "cc26", TEAM: "aa26"})
    stopped, _ = BOOK.apply(state, move(US, "bb25", "aa26"))
    unseen, _ = played(stopped, UNSEEN)
    # 48 less 4 leave 44: fourteen quarters and a bit, eight of them lost: 20 are left, five hexes at a third
    costs = [BOOK.explain(unseen, o).total for o in BOOK.decision(unseen).options.of(US) if o != Stay(US)]
    assert max(costs) == 20


def test_42_7_no_search_by_who_begins_with_the_team_nor_away_from_a_junction():
    state = allied({US: "aa26", TEAM: "aa26", US2: "aa29", OTHER_TEAM: "aa28"})
    away, _ = played(state, move(US, "aa26", "aa25"))
    assert at(away, US) == "aa25"
    past, _ = played(state, move(US2, "aa29", "aa28", "aa27"))  # two roads leave AA28
    assert at(past, US2) == "aa27"


def test_r63_a_junction_is_a_town_or_three_roads_exits_counted():
    state = allied({US: "a1", TEAM: "aa25"})
    assert alarms.alarm_at(PARTS, state, PARTS.unit_index[US], PARTS.hex("aa25"), ()) == "searched"
    for h in PARTS.exit_hexes:
        if not PARTS.town[h]:
            there = allied({US: "p8", TEAM: PARTS.hex_ids[h]})
            alarm = alarms.alarm_at(PARTS, there, PARTS.unit_index[US], h, ())
            assert (alarm == "searched") is (len(PARTS.roads[h]) >= 2)


def test_42_8_nobody_comes_back_in_the_same_phase_to_look_again():
    state = allied({US: "aa24", TEAM: "aa26"})
    stopped, _ = BOOK.apply(state, move(US, "aa24", "aa25", "aa26"))
    unseen, _ = played(stopped, UNSEEN)
    assert refused(unseen, move(US, "aa26", "aa27")) is None
    assert refused(unseen, move(US, "aa26", "aa27", "aa26", "aa25")) == ("searched_before", "42.8")
    found, _ = played(stopped, FOUND)
    assert refused(found, move(US, "aa26", "aa27", "aa26", "aa25")) is None
    begun = allied({US: "aa26", TEAM: "aa26"})
    assert refused(begun, move(US, "aa26", "aa27", "aa26", "aa25")) == ("searched_before", "42.8")
    other = allied({US: "aa26", TEAM: "aa26", US2: "aa27"})
    assert refused(other, move(US2, "aa27", "aa26")) is None  # another unit may look


def test_42_9_retreats_and_advances_pass_a_team_by():
    state = field.state_of({US: "aa25", VG: "aa26", TEAM: "aa26"}, phase=("combat", "allied"))
    fight = Fight(1, indexes(US), hexes("aa26"))
    state, _ = field.run(*results.carried_out(PARTS, state, fight, ("DE", "AA1")))
    state, _ = field.play(state, Advance(US, ("aa25", "aa26")))
    assert (state.stack, field.where(state, TEAM), field.where(state, US)) == ((), "aa26", "aa26")
    back = field.state_of({US: "aa25", VG: "aa24", TEAM: "aa26"})
    fight = Fight(0, indexes(VG), hexes("aa25"))
    back, _ = field.run(*results.carried_out(PARTS, back, fight, ("DR2", "AA1")))
    back, _ = field.play(back, Retreat(US, ("aa25", "aa26", "aa27")))
    assert (field.where(back, TEAM), field.where(back, US)) == ("aa26", "aa27")


def test_42_10_a_team_is_never_isolated():
    state = state_of({TEAM: "aa26", VG: "aa26", US: "aa25", US2: "aa27"}, turn=5)
    status = supply.judge(PARTS, state, 0)
    assert status[PARTS.unit_index[VG]] == ISOLATED | SLOWED
    assert status[PARTS.unit_index[TEAM]] == 0


def test_42_11_a_team_has_no_zone_does_not_fight_and_is_not_attacked():
    state = field.fight({US: "aa25", TEAM: "aa26", VG: "bb24"}, side=1)
    assert not any(zones.zone(PARTS, field.state_of({TEAM: "aa26"}).counts[0]))
    assert field.refused(state, Attack(US, "aa26")).code == "no_enemy"
    assert field.refused(state, Attack(US, "bb24")) is None
    assert not field.fight({TEAM: "aa26", US: "aa25"}).stack  # and nobody is asked to fight for it


def test_42_12_teams_that_were_not_found_leave_on_19_am():
    units = {TEAM: "hh8", OTHER_TEAM: "ii8", US: "a1"}
    for turn, gone in ((6, False), (7, True)):
        state = state_of(units, phase="reinforcement", turn=turn)
        assert [at(state, team) == REMOVED for team in (TEAM, OTHER_TEAM)] == [gone, gone]


def test_42_13_42_14_where_a_team_may_not_end_its_move_and_r49_where_it_may_not_go():
    units = {TEAM: "kk8", OTHER_TEAM: "jj8", US: "a1"}
    for turn, barred in ((2, True), (3, True), (4, True), (5, False)):
        state = state_of(units, turn=turn)
        assert ("jj6" not in ends(state, TEAM)) is barred
        assert ("jj7" not in ends(state, TEAM)) is barred
        assert refused(state, move(TEAM, "kk8", "jj7")) == (("commando_barred", "42.14") if barred else None)
    assert refused(state, move(TEAM, "kk8", "jj8")) == ("commando_there", "42.13")
    assert refused(state, move(TEAM, "kk8", "jj8", "jj9", "jj10")) == ("south_of_road", "42.14")  # JJ10 is south
    assert refused(state, move(TEAM, "kk8", "jj8", "jj9")) is None  # Malmedy lies on the road itself


def test_42_15_a_team_pays_a_quarter_by_road_and_as_on_foot_elsewhere():
    state = state_of({TEAM: "jj8", US: "kk9"}, turn=3)  # beside the enemy, on mud
    assert BOOK.explain(state, move(TEAM, "jj8", "jj9", "ii9")).total == 3 + 3
    assert BOOK.explain(state, move(TEAM, "jj8", "ii8")).total == 12
    assert BOOK.explain(state_of({TEAM: "jj7"}, turn=3), move(TEAM, "jj7", "kk7")).total == 24  # rugged
