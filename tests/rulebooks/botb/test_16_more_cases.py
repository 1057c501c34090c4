"""4.0 to 47.0 Cases that the other chapters' tests leave out: zones, arrivals, deeds, dumps, decrees."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import (
    decrees,
    fireline,
    ground,
    movement,
    odds,
    opening,
    reinforcement,
    results,
    supply,
    upkeep,
    victory,
    zones,
)
from bulge_widget.rulebooks.botb.engineering import EndEngineering
from bulge_widget.rulebooks.botb.fortification import Fortify
from bulge_widget.rulebooks.botb.movement import EndMove
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import (
    BLOWN,
    CAPTURED,
    DUMP,
    FORT,
    ISOLATED,
    POSITION,
    SLOWED,
    Departure,
    place,
    set_flag,
)
from tests.rulebooks.botb.field import fight, hexes, indexes, run
from tests.rulebooks.botb.field import state_of as bare
from tests.rulebooks.botb.table import BOOK, PARTS, move, played, refused, state_of

VG, PG, US, UK = "ge-62vg-190", "ge-lehr-901", "us-101-501", "uk-gds-5"


def test_3_3_5_13_4_40_4_the_points_of_every_unit():
    state = bare({})
    for unit, full in enumerate(PARTS.allowance):
        assert movement.points_of(PARTS, state, unit) == full
        assert movement.points_of(PARTS, set_flag(state, unit, SLOWED), unit) == min(full, 24)
    assert PARTS.allowance[PARTS.unit_index["ge-vdh-vdh"]] >= 24


def test_6_1_only_the_phasing_side_moves_and_6_2_hex_by_hex():
    state = state_of({VG: "aa22", US: "j9"})
    assert refused(state, move(US, "j9", "j10")) == ("not_yours", "6.1")
    assert refused(state, move(VG, "aa22", "aa24"))[1] == "6.2"
    assert refused(state, EndMove()) is None


def test_7_1_r70_a_zone_is_every_hex_beside_a_unit_but_across_a_cliff():
    for where in range(0, len(PARTS.hex_ids), 7):
        held = zones.zone(PARTS, bare({US: PARTS.hex_ids[where]}).counts[1])
        near = {b for b in PARTS.near[where] if not PARTS.board.borders[where, b].cliff}
        assert {h for h, on in enumerate(held) if on} == near


def test_7_3_a_unit_leaves_a_zone_at_no_cost():
    free = state_of({VG: "aa21"}, turn=30)
    bound = state_of({VG: "aa21", US: "aa20"}, turn=30)
    way = move(VG, "aa21", "aa22")
    assert refused(bound, way) is None
    step = {BOOK.explain(s, way).total for s in (free, bound)}
    assert len(step) == 1 or "aa22" in {PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("aa21")]}


def test_10_3_a_full_hex_is_passed_but_not_stopped_in():
    three = dict.fromkeys(("ge-62vg-164", "ge-62vg-183", PG), "aa23")
    state = state_of({VG: "aa22", **three}, turn=30)
    assert refused(state, move(VG, "aa22", "aa23")) == ("stacking", "10.1")
    assert refused(state, move(VG, "aa22", "aa23", "aa24")) is None


def test_11_3_rocket_launchers_and_others_give_no_support():
    for unit in range(len(PARTS.unit_ids)):
        if PARTS.combat[unit]:
            refusal = fireline.gun_refusal(PARTS, bare({PARTS.unit_ids[unit]: "h4"}), unit, ISOLATED)
            assert (refusal is None) is (PARTS.kind[unit] == "artillery_corps")


def test_15_1_the_six_permanent_forts():
    forts = {PARTS.hex_ids[h] for h in range(len(PARTS.hex_ids)) if odds.is_fort(PARTS, bare({}), h)}
    assert len(forts) == 6
    assert {"w1", "w2", "w3", "c9"} <= forts


def test_16_7_enemies_on_the_entry_hex_bar_it():
    state = state_of({"us-1-26": "waiting", VG: "jj1"}, phasing="allied", turn=3)
    assert refused(state, Enter("us-1-26", ("jj1",))) == ("enemy_there", "16.7")
    beside = PARTS.hex_ids[PARTS.touch[PARTS.hex("jj1")][0]]
    state = state_of({"us-1-26": "waiting", VG: beside}, phasing="allied", turn=3)
    assert refused(state, Enter("us-1-26", ("jj1",))) is None
    onward = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("jj1")] if PARTS.hex_ids[h] != beside)
    assert refused(state, Enter("us-1-26", ("jj1", onward))) is not None


def test_16_8_a_group_may_come_later():
    for turn in (3, 4, 9):
        state = state_of({"us-1-26": "waiting"}, phasing="allied", turn=turn)
        assert refused(state, Enter("us-1-26", ("jj1",))) is None
    assert refused(state, EndMove()) is None


def test_16_9_16_10_no_allied_unit_comes_in_by_a_german_exit_nor_between_two():
    mech = indexes("ge-1ss-peiper", "ge-1ss-1pg")
    arrows = [h for h, colour in PARTS.arrows.items() if colour == "pink"]
    first, last = min(arrows), max(arrows)
    between = [e.space for e in PARTS.board.exits if e.edge == "n" and first < e.space < last]
    state = bare({}, turn=30)
    one = msgspec.structs.replace(state, exits=(Departure(mech[0], first, 12),))
    two = msgspec.structs.replace(one, exits=(*one.exits, Departure(mech[1], last, 12)))
    lost = 0
    for unit in PARTS.group_of:
        if PARTS.side[unit] == 1:
            free = set(reinforcement.entries(PARTS, state, unit))
            assert set(reinforcement.entries(PARTS, one, unit)) == free - {first}
            assert set(reinforcement.entries(PARTS, two, unit)) == free - {first, last, *between}
            lost += bool(free & {first, last, *between})
    assert lost


def test_16_11_4_st_vith_holds_the_two_ss_divisions_back_for_one_turn():
    group = PARTS.group_of[PARTS.unit_index["ge-2ss-2"]]
    state = msgspec.structs.replace(bare({US: "mm15"}, turn=5), deeds=(("malmedy", 4),))
    assert reinforcement.due_turn(PARTS, state, group) == 5
    assert reinforcement.due_turn(PARTS, reinforcement.hold_back(PARTS, state), group) == 6
    free = place(PARTS, state, PARTS.unit_index[US], PARTS.hex("a1"))
    assert reinforcement.due_turn(PARTS, reinforcement.hold_back(PARTS, free), group) == 5


def test_r30_the_shorter_way_along_the_edge():
    rim = reinforcement.rim(PARTS)
    assert len(rim) == len(set(rim)) == 2 * 50 + 2 * 33 - 4
    for a, b in zip(rim[::9], rim[5::9], strict=False):
        way = reinforcement.stretch(PARTS, PARTS.hex_ids[a], PARTS.hex_ids[b])
        assert len(way) == min(abs(rim.index(a) - rim.index(b)), len(rim) - abs(rim.index(a) - rim.index(b))) + 1


def test_18_1_2_19_1_4_guns_in_support_share_no_result():
    gun = indexes("ge-vak-410")
    state = bare({"ge-277vg-990": "h4", "us-1-26": "h3", "ge-vak-410": "h7"})
    battle = odds.Fight(0, indexes("ge-277vg-990"), hexes("h3"), guns=gun)
    for cell in (("AE", "DA1"), ("AR2", "DA1"), ("Exch",)):
        after, _ = run(*results.carried_out(PARTS, state, battle, cell))
        assert after.at[gun[0]] == hexes("h7")[0]


def test_26_7_3_2_r23_r24_bridges_under_interdiction_bar_germans_and_blown_ones_bar_all():
    bridge = PARTS.hex("v9")
    raided = msgspec.structs.replace(bare({}), interdicted=(bridge,))
    assert (bridge in ground.shut_bridges(PARTS, raided, 0), bridge in ground.shut_bridges(PARTS, raided, 1)) == (
        True,
        False,
    )
    blown = state_of({US: "a1"}, works={"v9": ["blown-bridge"]})
    assert all(bridge in ground.shut_bridges(PARTS, blown, side) for side in (0, 1))
    assert ground.is_bridged(PARTS, (), bridge)


def test_26_7_4_r35_interdiction_stops_no_supply():
    raided = msgspec.structs.replace(bare({}), interdicted=tuple(sorted(PARTS.bridges)))
    assert supply.traced(PARTS, raided, 0) == supply.traced(PARTS, bare({}), 0)


def test_29_8_31_8_32_9_33_2_what_stands_at_the_start():
    full, plain = (opening.bare_works(PARTS, full=full) for full in (True, False))
    marked = {bit: {PARTS.hex_ids[h] for h, w in enumerate(full) if w & bit} for bit in (BLOWN, FORT, POSITION, DUMP)}
    assert marked[BLOWN] == {"mm24", "tt31", "ww33"}
    assert marked[FORT] == {"vv33"}
    assert marked[POSITION] == {"qq5", "pp18", "nn20", "oo29"}
    assert marked[DUMP] == {"gg11", "ee9"}
    assert not any(w & (FORT | POSITION | DUMP) for w in plain)


def test_31_4_32_4_a_builder_stays_put_in_its_next_movement_phase():
    state = state_of({US: "aa26", "us-101-502": "aa28", VG: "xx12"}, phase="supply", phasing="allied")
    state, _ = played(state, Fortify(US))
    moved = msgspec.structs.replace(state, stack=())
    from bulge_widget.rulebooks.botb import moving  # noqa: PLC0415  only here

    assert moving.fixed_refusal(PARTS, moved, PARTS.unit_index[US]).code == "building"
    assert moving.fixed_refusal(PARTS, moved, PARTS.unit_index["us-101-502"]) is None


def test_32_5_a_position_without_infantry_is_gone_and_31_5_a_fort_needs_any_unit():
    position = state_of({"us-7ar-cca": "aa28", US: "a1"}, works={"aa28": ["improved-position"]})
    after, _ = upkeep.abandoned(PARTS, position, PARTS.hex("aa28"))
    assert not after.works[PARTS.hex("aa28")] & POSITION
    fort = state_of({"us-fa-406": "aa26", US: "a1"}, works={"aa26": ["fort"]})
    assert upkeep.abandoned(PARTS, fort, PARTS.hex("aa26"))[0].works[PARTS.hex("aa26")] & FORT


def test_33_7_a_dump_is_retaken_by_an_allied_unit():
    near = PARTS.hex_ids[next(iter(PARTS.roads[PARTS.hex("gg11")]))]
    state = state_of({US: near, VG: "xx12"}, phasing="allied", works={"gg11": ["fuel-dump", "captured-dump"]})
    state, _ = played(state, move(US, near, "gg11"))
    assert state.works[PARTS.hex("gg11")] & (DUMP | CAPTURED) == DUMP


@pytest.mark.parametrize(("turn", "works", "left"), [
    (7, ["fuel-dump"], 0), (6, ["fuel-dump"], DUMP), (7, ["fuel-dump", "captured-dump"], DUMP | CAPTURED),
])  # fmt: skip
def test_33_10_stavelot_burns_at_the_end_of_19_am_unless_captured(turn, works, left):
    units = {US: "v9", VG: "x10"}
    state = state_of(units, turn=turn, phase="engineer", phasing="allied", works={"gg11": works})
    state, _ = BOOK.apply(state, EndEngineering())
    assert state.works[PARTS.hex("gg11")] & (DUMP | CAPTURED) == left


def test_35_4_only_brigades_off_the_map_go_to_antwerp_and_35_3_none_may_be_left():
    on = state_of({"uk-11br-29": "d14", VG: "xx12"}, turn=13, phasing="allied", debt=2)
    assert decrees.eligible(PARTS, on) == ()
    assert decrees.resolve(PARTS, on, decrees.Diverting())[0].debt == 2


@pytest.mark.parametrize(("army", "may"), [("pending", False), ("launched", False), ("cancelled", True)])
def test_35_7_the_highland_division_needs_the_fifteenth_army_cancelled(army, may):
    group = PARTS.group_of[next(u for u in PARTS.roster[1] if PARTS.unit_ids[u].startswith("uk-51"))]
    state = msgspec.structs.replace(bare({}, turn=20), fifteenth=army)
    assert (reinforcement.condition_refusal(PARTS, state, group) is None) is may


@pytest.mark.parametrize(("british", "closed"), [("held", True), ("free", False), ("crossed", False)])
def test_37_3_35_9_the_british_cross_when_announced_or_driven_over(british, closed):
    unit = PARTS.unit_index[UK]
    state = msgspec.structs.replace(bare({UK: "d16"}, turn=21), british=british)
    assert bool(movement.british_closed(PARTS, state, unit)) is closed
    assert not movement.british_closed(PARTS, set_flag(state, unit, 128), unit)


def test_46_4_5_every_road_cut_leaves_antwerp_unsupplied():
    state = bare({VG: "xx12"}, turn=14)
    net = supply.roads(PARTS, state, 0)
    pink = [h for h, colour in PARTS.arrows.items() if colour == "pink"]
    red = [h for h, colour in PARTS.arrows.items() if colour == "red"]
    assert victory.exits_supplied(PARTS, state) == (any(net[h] for h in pink) and any(net[h] for h in red))


def test_r44_25_6_artillery_stays_on_the_first_turn_but_for_one_group():
    state = bare({"us-fa-333": "h4", "us-fa-406": "h6", VG: "h3"}, turn=1)
    from bulge_widget.rulebooks.botb import moving  # noqa: PLC0415  only here

    assert moving.fixed_refusal(PARTS, state, PARTS.unit_index["us-fa-333"]) is None
    assert moving.fixed_refusal(PARTS, state, PARTS.unit_index["us-fa-406"]).rule == "25.6"


def test_21_4_others_may_join_a_counterattack():
    from bulge_widget.rulebooks.botb.planning import Attack  # noqa: PLC0415  only here
    from tests.rulebooks.botb.field import refused as why  # noqa: PLC0415

    state = fight({"us-1-26": "h3", "us-99-394": "g4", "ge-277vg-990": "h4"}, side=1)
    assert why(state, Attack("us-99-394", "h4")) is None
    assert why(state, Attack("us-1-26", "h4")) is None


def test_r45_r46_every_unit_has_a_worth():
    assert victory.unit_worth(PARTS, PARTS.unit_index["ge-vdh-vdh"]) == 1
    assert {victory.unit_worth(PARTS, u) for u in PARTS.roster[0] if not PARTS.combat[u]} == {0}
    assert all(victory.unit_worth(PARTS, u) == 3 for u in PARTS.roster[0] if PARTS.kind[u] == "armor")
