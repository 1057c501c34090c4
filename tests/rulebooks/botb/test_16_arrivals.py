"""4.0, 16.0, 27.2, 45.0 to 48.0 Who stands where at the start, who comes in when and where, and what it is worth."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import decrees, leaving, movement, opening, reinforcement, supply, victory
from bulge_widget.rulebooks.botb.advance import Advance, Advancing
from bulge_widget.rulebooks.botb.deployment import Deploying
from bulge_widget.rulebooks.botb.info import Choices
from bulge_widget.rulebooks.botb.movement import Exit
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import ABSENT, ISOLATED, OVER, WAITING, done_on
from tests.rulebooks.botb import field
from tests.rulebooks.botb.field import state_of as bare
from tests.rulebooks.botb.table import BOOK, PARTS, agree, move, played, refused, state_of

VG, PG, PZ, US, UK = "ge-62vg-190", "ge-lehr-901", "ge-lehr-130", "us-101-501", "uk-gds-5"
MEUSE_TOWNS = {"b21": "Givet", "d16": "Dinant", "c9": "Namur", "i8": "Andenne", "m6": "Huy"}
CLEAR_MECH, CLEAR_FOOT = 24, 12


def hexes_in(state, unit):
    return {PARTS.hex_ids[h] for h in reinforcement.entries(PARTS, state, PARTS.unit_index[unit])}


def group(unit):
    return PARTS.group_of[PARTS.unit_index[unit]]


# -- the start ----------------------------------------------------------------------------------------


def test_4_0_4_5_the_allied_units_stand_where_they_are_told_and_the_germans_wait():
    state = opening.opening(PARTS, "46", Choices())
    assert (state.turn, state.phase, type(state.stack[-1])) == (1, 0, Deploying)
    told = {"us-99-395": "qq5", "us-106-424": "pp18", "us-28-112": "nn20", "us-28-109": "oo29", "us-106-422": "tt15"}
    for unit, where in told.items():
        assert state.at[PARTS.unit_index[unit]] == PARTS.hex(where)
    assert {state.at[u] for u in PARTS.roster[0]} == {WAITING}
    assert sum(state.counts[1]) == 26


@pytest.mark.parametrize("scenario", ["45", "46"])
def test_16_1_whoever_comes_later_waits_and_the_basic_game_has_no_commandos_nor_parachutists(scenario):
    full, plain = (opening.opening(PARTS, scenario, Choices(level=level)) for level in ("advanced", "basic"))
    special = {"ge-vdh-vdh", *(f"ge-stielau-{n}" for n in (1, 2, 3, 4))}
    for unit in PARTS.group_of:
        assert full.at[unit] == WAITING
        assert plain.at[unit] == (ABSENT if PARTS.unit_ids[unit] in special else WAITING)


def test_47_4_five_divisions_and_a_corps_never_come_in_plan_martin():
    state = opening.opening(PARTS, "47", Choices())
    gone = {PARTS.unit_ids[u] for u in PARTS.roster[0] if state.at[u] == ABSENT}
    wanted = ("ge-10ss-", "ge-11pz-", "ge-9pz-", "ge-15pg-", "ge-246vg-")
    assert gone == {name for name in PARTS.unit_ids if name.startswith(wanted)} | {"ge-vak-410"}


# -- where and at what price --------------------------------------------------------------------------


def test_16_6_a_road_or_a_town_is_entered_at_the_road_rate_other_hexes_across_country():
    units = {"ge-3pg-8": "waiting", "ge-3pg-29": "waiting", US: "a1"}
    state = state_of(units, turn=6)
    assert BOOK.explain(state, Enter("ge-3pg-8", ("xx12",))).total == 3
    assert BOOK.explain(state, Enter("ge-3pg-8", ("xx10",))).total == CLEAR_MECH
    assert PARTS.terrain[PARTS.hex("xx10")] == "clear"
    on_foot, unit = bare({}, turn=4), PARTS.unit_index[US]
    terms = movement.terms_of(PARTS, on_foot, unit)
    for where, paid in (("vv33", 3), ("xx10", CLEAR_FOOT)):  # the first is a town without a road off the map
        assert reinforcement.entry_start(PARTS, on_foot, unit, terms, PARTS.hex(where)).fast == paid


def test_r29_several_units_on_one_road_pay_the_same():
    state = state_of({"ge-3pg-8": "waiting", "ge-3pg-29": "waiting", US: "a1"}, turn=6)
    first = BOOK.explain(state, Enter("ge-3pg-8", ("xx12", "ww12"))).total
    state, _ = played(state, Enter("ge-3pg-8", ("xx12", "ww12")))
    assert BOOK.explain(state, Enter("ge-3pg-29", ("xx12", "ww12"))).total == first


def test_r53_after_its_first_turn_a_group_may_use_every_road_of_its_edge():
    south = {"h33", "n33", "s33", "bb33", "gg33", "mm33", "qq33", "tt33"}
    north = {"nn1", "jj1", "hh1", "aa1", "w1", "q1", "i1"}  # never QQ1 nor UU1
    for turn, ccr, first in ((6, {"mm33"}, None), (7, south, north)):
        assert hexes_in(bare({"us-10ar-ccr": "mm30"}, turn=turn), "us-10ar-ccr") == ccr
        if first:
            assert hexes_in(bare({}, turn=4), "us-1-26") == first
    assert hexes_in(bare({}, turn=3), "us-1-26") == {"jj1"}
    escort = {turn: hexes_in(bare({}, turn=turn), "ge-fuhes-bde") for turn in (5, 6, 7)}
    assert escort[5] == escort[6] == {f"xx{n}" for n in range(12, 17)}
    assert escort[7] == {f"xx{n}" for n in range(3, 28)}


@pytest.mark.parametrize(("turn", "lost"), [(16, 0), (18, 12), (26, 12), (27, 0)])
def test_r54_arrivals_are_bombed_where_they_come_in_but_not_isolated_before_their_supply_phase(turn, lost):
    unit = "ge-246vg-352"  # three points, or two
    state = state_of({unit: "waiting", US: "a1"}, turn=turn)
    entry = BOOK.explain(state, Enter(unit, ("xx12",)))
    assert entry.total == 4 + lost
    costs = [BOOK.explain(state, order).total for order in BOOK.decision(state).options.of(unit)]
    assert max(costs) == 36
    # a free road to a Liège hex the Germans hold spares them
    spared = state_of({unit: "waiting", VG: "w1", PG: "w2", PZ: "w3", US: "a33"}, turn=turn)
    assert BOOK.explain(spared, Enter(unit, ("xx12",))).total == 4
    agree(state)


def test_r54_no_arrival_is_isolated_before_its_next_supply_phase():
    unit, ring = "ge-167vg-331", {US: "vv12", "us-101-502": "vv14"}
    state, _ = played(state_of({unit: "waiting", **ring}, turn=27), Enter(unit, ("xx12", "ww13")))
    assert not state.status[PARTS.unit_index[unit]] & ISOLATED


def test_r50_7_1_2_the_map_is_left_from_its_edge_only_and_no_zone_reaches_beyond_it():
    terms = movement.terms_of(PARTS, bare({}, turn=4), PARTS.unit_index[PG])
    costs = [leaving.exit_cost(PARTS, terms, PARTS.hex(h), slow=False) for h in ("i1", "xx10", "aa26")]
    assert costs == [3, CLEAR_MECH, None]
    assert refused(state_of({PG: "aa26"}, turn=4), Exit(PG, ("aa26",))) == ("no_edge", "6.8")
    held = state_of({PG: "q1", US: "q2"}, turn=4)
    assert refused(held, Exit(PG, ("q1",))) is None
    assert refused(state_of({PG: "r2", US: "q2"}, turn=4), Exit(PG, ("r2", "r1", "q1")))[1] in {"14.4.1", "7.2"}


# -- when ---------------------------------------------------------------------------------------------


def test_16_11_2_an_ss_unit_over_the_meuse_frees_the_tenth_ss_and_others_do_not():
    unit = "ge-1ss-1pg"
    far = next(PARTS.hex_ids[h] for h in PARTS.touch[PARTS.hex("m6")] if PARTS.west[h] and not PARTS.rivers[h])
    near = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("m6")] if not PARTS.west[h] and not PARTS.rivers[h])
    state, _ = played(state_of({unit: near, PZ: near, US: "a33"}, turn=16), move(unit, near, "m6"))
    assert done_on(state, "crossed-13") is None  # in Huy, on the river, not yet beyond it
    state = state_of({unit: "m6", US: "a33"}, turn=17, deeds=dict(state.deeds))
    state, _ = played(state, move(unit, "m6", far))
    assert done_on(state, "crossed-13") == 17
    assert reinforcement.due_turn(PARTS, state, "13") == 18
    other, _ = played(state_of({PZ: near, US: "a33"}, turn=16), move(PZ, near, "m6", far))
    assert not [name for name, _ in other.deeds if name.startswith("crossed")]


def test_16_11_2_an_army_of_its_own_frees_the_eleventh_panzer_further_south():
    far = next(PARTS.hex_ids[h] for h in PARTS.touch[PARTS.hex("d16")] if PARTS.west[h] and not PARTS.rivers[h])
    near = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("d16")] if not PARTS.west[h] and not PARTS.rivers[h])
    for unit, deeds in ((PZ, ["crossed-14"]), ("ge-1ss-1pg", [])):
        state, _ = played(state_of({unit: near, US: "a33"}, turn=16), move(unit, near, "d16", far))
        assert [name for name, _ in state.deeds if name.startswith("crossed")] == deeds


def test_48_4_2_in_herbstnebel_both_pairs_come_whatever_has_entered():
    entered = (("entered-10", 15), ("entered-13", 15))
    for scenario, free in (("46", False), ("48", True)):
        state = msgspec.structs.replace(bare({}, turn=16, scenario=scenario), deeds=entered, fifteenth="cancelled")
        answers = [reinforcement.condition_refusal(PARTS, state, g) is None for g in ("10", "13", "14")]
        assert answers == [free, free, free]
        assert reinforcement.due_turn(PARTS, state, "13") == (9 if free else None)


def test_47_7_a_german_in_the_roer_brings_the_47th_regiment_at_once():
    for scenario, due in (("47", 1), ("48", 1), ("46", 3)):
        state = msgspec.structs.replace(bare({}, turn=1, scenario=scenario), deeds=(("roer", 1),))
        assert reinforcement.due_turn(PARTS, state, group("us-9-47")) == due
    state = state_of({VG: "ss4", US: "a1"}, turn=1, scenario="47")
    state, _ = played(state, move(VG, "ss4", "ss3"))
    assert done_on(state, "roer") == 1


def test_r8_the_boxed_units_that_are_off_the_map_never_come_once_the_fifteenth_army_attacks():
    units = {"us-7ar-cca": "waiting", "ge-246vg-352": "ss20", "ge-vak-410": "waiting", "us-1-26": "waiting", US: "a1"}
    state, _ = decrees.launched(PARTS, state_of(units, turn=5))
    places = {name: state.at[PARTS.unit_index[name]] for name in units}
    assert places["us-7ar-cca"] == places["ge-vak-410"] == ABSENT
    assert (places["ge-246vg-352"], places["us-1-26"]) == (PARTS.hex("ss20"), WAITING)


# -- the Meuse, and points ----------------------------------------------------------------------------


def test_16_11_1_the_five_meuse_towns_and_what_they_count():
    assert {PARTS.hex_ids[h] for h in PARTS.meuse_towns} == set(MEUSE_TOWNS)
    for where, name in MEUSE_TOWNS.items():
        assert name in PARTS.hex_name(where)
    state = bare({}, scenario="45", control=opening.first_control(PARTS))
    assert dict(victory.parts_of_score(PARTS, state)[1])["Meuse towns"] == 15


def test_r31_the_british_keep_to_the_west_bank_and_the_river_itself():
    state = bare({UK: "d16"}, turn=21)
    closed = {PARTS.hex_ids[h] for h in movement.terms_of(PARTS, state, PARTS.unit_index[UK]).closed}
    assert not closed & {"a1", "a21", "w1", "w2", "w3", *MEUSE_TOWNS, "d15", "p4", "u3", "y1"}
    assert {"e18", "v9", "aa26", "jj9", "xx33", "x3", "jj1"} <= closed


def test_35_8_35_9_37_4_driven_over_the_river_a_british_unit_is_free_and_has_not_crossed_by_choice():
    east = next(h for h in PARTS.roads[PARTS.hex("d16")] if not PARTS.british_ground[h])
    state = bare({UK: "d16", US: "a1"}, phase=("combat", "allied"), turn=21)
    for british, after in (("held", None), ("free", "crossed")):
        now = msgspec.structs.replace(state, british=british)
        now = msgspec.structs.replace(now, stack=(Advancing((PARTS.unit_index[UK],), (east,), 1),))
        order = Advance(UK, ("d16", PARTS.hex_ids[east]))
        if after is None:
            assert field.refused(now, order).rule == "35.8"
        else:
            assert field.play(now, order)[0].british == after
    there = PARTS.hex_ids[east]
    on = next(PARTS.hex_ids[h] for h in PARTS.roads[east] if not PARTS.british_ground[h])
    units = {UK: {"at": there, "status": ["roaming"]}, VG: "xx30"}
    state, _ = played(state_of(units, phasing="allied", turn=21, british="free"), move(UK, there, on))
    assert state.british == "free"
    agree(state_of(units, phasing="allied", turn=21, british="free"))
    home = state_of({UK: "d16", VG: "xx30"}, phasing="allied", turn=21, british="free")
    state, _ = played(home, move(UK, "d16", there))
    assert state.british == "crossed"


def test_r48_the_towns_inside_the_line_of_2_january():
    inside = {PARTS.hex_ids[h] for h, row in PARTS.towns.items() if row.final_line == "inside"}
    assert {"mm15", "cc21", "hh27", "jj24"} <= inside  # St. Vith, Houffalize, Wiltz, Clerf
    assert not {"aa26", "jj9", "gg11", "w1", "c9", "u1"} & inside
    held = dict(victory.parts_of_score(PARTS, bare({US: "cc21"}))[1])["towns inside the final line"]
    free = dict(victory.parts_of_score(PARTS, bare({VG: "cc21"}))[1])["towns inside the final line"]
    assert (held - free) % 2 == 0
    assert held > free


def test_45_4_arrows_and_dumps_count_for_the_german_side():
    gone = dict.fromkeys((PG, PZ, VG), "exited")
    exits = [[PG, "w1", 9], [PZ, "a1", 9], [VG, "i1", 9]]
    works = {"gg11": ["fuel-dump", "captured-dump"], "ee9": ["fuel-dump", "captured-dump"]}
    for level, dumps in (("advanced", 4), ("basic", 0)):
        state = state_of({US: "aa26", **gone}, scenario="45", exits=exits, works=works, options={"level": level})
        german = dict(victory.parts_of_score(PARTS, state)[0])
        assert german["units that left by an arrow"] == 4  # the infantry is no mechanized unit
        assert german.get("fuel dumps", 0) == dumps


@pytest.mark.parametrize(("lost", "won"), [
    ((), "allied-points"), (("us-101-502",), "bastogne"), (("us-101-502", "ge-62vg-183"), "allied-points"),
])  # fmt: skip
def test_46_8_without_more_german_points_the_allies_win(lost, won):
    state = state_of({US: "a1", VG: "xx12", **dict.fromkeys(lost, "eliminated")}, turn=36)
    assert victory.verdict(PARTS, state) == won
    assert victory.LEVELS[won][0] == ("german" if won == "bastogne" else "allied")


@pytest.mark.parametrize(("won", "winner", "rule"), [
    ("antwerp", "german", "46.4"), ("meuse", "german", "46.5"), ("liege", "german", "46.6"),
    ("bastogne", "german", "46.7"), ("held", "allied", "46.7"), ("plan-failed", "allied", "47.8.3"),
])  # fmt: skip
def test_46_0_the_end_is_told_with_its_winner_and_its_rule(won, winner, rule):
    over = msgspec.structs.replace(bare({}), phase=OVER, won=won)
    told = victory.outcome(over)
    assert (told.winner, told.level, told.rule) == (winner, won, rule)
    assert victory.outcome(msgspec.structs.replace(over, phase=0)) is None
    assert victory.ending(over)[0].winner == winner


def test_33_3_a_dump_gives_the_allies_nothing():
    state = state_of({VG: "xx12", US: "ee9"}, turn=17, works={"ee9": ["fuel-dump"], "gg11": ["fuel-dump"]})
    assert supply.dumps(PARTS, state) == ()
    assert not supply.is_fuelled(PARTS, state, 1, PARTS.hex("ee9"))
    bare_map = state_of({VG: "xx12", US: "ee9"}, turn=17, works={})
    assert supply.traced(PARTS, state, 1) == supply.traced(PARTS, bare_map, 1)
