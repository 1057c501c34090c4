"""25.0 to 39.0 The advanced game: the first turn, air, works, dumps, headquarters, demolition at the last minute."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.core.decision import Roll
from bulge_widget.rulebooks.botb import (
    able,
    alarms,
    decrees,
    flights,
    footing,
    ground,
    movement,
    odds,
    results,
    sequence,
    supply,
    zones,
)
from bulge_widget.rulebooks.botb.advance import Advance, Advancing
from bulge_widget.rulebooks.botb.assets import Assets, Strike, silent_refusal, strike_refusal
from bulge_widget.rulebooks.botb.decrees import Announce, Announcing, Divert, Diverting
from bulge_widget.rulebooks.botb.engineering import Demolish, Rebuild
from bulge_widget.rulebooks.botb.flights import Interdict
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import BLOWN, BUILDING, DUMP, PHASES, TRIED, WAITING, done_on, place
from tests.rulebooks.botb import field
from tests.rulebooks.botb.field import hexes, indexes
from tests.rulebooks.botb.field import state_of as bare
from tests.rulebooks.botb.table import BOOK, PARTS, move, played, refused, state_of

VG, VG2, PG, PZ, US, US2, UK = (
    "ge-62vg-190", "ge-62vg-164", "ge-lehr-901", "ge-lehr-130", "us-101-501", "us-101-502", "uk-gds-5",
)  # fmt: skip
SS = ("ge-1ss-peiper", "ge-1ss-1pg", "ge-1ss-2pg", "ge-12ss-12", "ge-12ss-25", "ge-12ss-26")
MUD, FROZEN = 4, 15


def cost(state, unit, *path):
    assert refused(state, move(unit, *path)) is None
    return BOOK.explain(state, move(unit, *path)).total


# -- the first turn -----------------------------------------------------------------------------------


def test_25_1_25_2_r27_the_congestion_binds_the_germans_on_16_am_of_the_advanced_game():
    for turn, level, paid in ((1, "advanced", 12), (1, "basic", 4), (2, "advanced", 4)):
        state = state_of({VG: "vv12", US: "a1"}, turn=turn, options={"level": level})
        assert cost(state, VG, "vv12", "uu12") == paid
    allied = state_of({US: "vv12", VG: "xx30"}, turn=1, phasing="allied")
    assert cost(allied, US, "vv12", "uu12") == 3


def test_25_3_rough_ground_off_the_road_ends_a_move_and_is_left_freely_at_its_start():
    into = state_of({VG: "ss14", US: "a1"}, turn=1)
    assert refused(into, move(VG, "ss14", "tt14")) is None
    assert refused(into, move(VG, "ss14", "tt14", "tt13")) == ("stops_in_rough", "25.3")
    assert cost(state_of({VG: "tt14", US: "a1"}, turn=1), VG, "tt14", "ss14", "ss13") == 12 + 12
    road = state_of({VG: "kk10", US: "a1"}, turn=1)  # KK9 is forest and KK8 rugged, both on the road
    assert cost(road, VG, "kk10", "kk9", "kk8") == 12 + 12
    assert refused(road, move(VG, "kk10", "kk9", "jj8")) == ("leaves_road", "25.3")
    later = state_of({VG: "kk10", US: "a1"}, turn=2)
    assert refused(later, move(VG, "kk10", "kk9", "jj8")) is None


@pytest.mark.parametrize("unit", [*SS, PZ])
def test_25_4_r17_six_regiments_keep_out_of_the_zone_in_the_movement_phase_of_16_am(unit):
    units = {unit: "vv12", US: "uu11"}
    barred = unit in SS
    state = state_of(units, turn=1)
    assert refused(state, move(unit, "vv12", "uu12")) == (("ss_held", "25.4") if barred else None)
    for change in ({"turn": 2}, {"turn": 1, "options": {"ss_commitment": "yes"}}, {"turn": 1, "scenario": "47"}):
        assert refused(state_of(units, **change), move(unit, "vv12", "uu12")) is None


def test_25_4_an_advance_after_combat_is_no_move():
    state = bare({"ge-1ss-1pg": "vv12", US2: "tt11"}, turn=1)
    state = msgspec.structs.replace(state, stack=(Advancing(indexes("ge-1ss-1pg"), hexes("uu12"), 1),))
    assert field.refused(state, Advance("ge-1ss-1pg", ("vv12", "uu12"))) is None


def test_25_6_r44_germans_beside_the_333rd_free_it_to_move_and_to_fire_by_whatever_way_they_came():
    gun, other = "us-fa-333", "us-fa-406"
    units = {VG: "h6", gun: "h4", other: "f4", US: "a1"}
    state, _ = played(state_of(units, turn=1), move(VG, "h6", "h5"))
    assert done_on(state, "fa-333") == 1
    advanced = bare(units, turn=1)
    advanced = msgspec.structs.replace(advanced, stack=(Advancing(indexes(VG), hexes("h5"), 1),))
    assert done_on(field.play(advanced, Advance(VG, ("h6", "h5")))[0], "fa-333") == 1
    free = place(PARTS, msgspec.structs.replace(state, stack=()), *indexes(gun), PARTS.hex("h2"))
    assert able.fixed_refusal(PARTS, free, *indexes(gun)) is None
    assert able.fixed_refusal(PARTS, free, *indexes(other)).rule == "25.6"
    assert [silent_refusal(PARTS, free, *indexes(u)) is None for u in (gun, other)] == [True, False]
    assert silent_refusal(PARTS, bare(units, turn=1), *indexes(gun)).rule == "25.6"


# -- air ----------------------------------------------------------------------------------------------


def test_26_3_air_goes_anywhere_but_interdiction_not_over_allied_units():
    state = bare({VG: "tt14", US: "aa26"}, turn=FROZEN)
    for where in ("tt14", "tt15", "a1", "xx33", "d17", "w1"):
        assert flights.mission_refusal(PARTS, state, Interdict(where)) is None
    assert flights.mission_refusal(PARTS, state, Interdict("aa26")).rule == "26.7.2"


def test_26_4_air_has_no_zone_and_outlives_a_battle():
    state = bare({VG: "h4", US: "h3", US2: "a1"}, turn=FROZEN, covered=hexes("h3"), interdicted=hexes("h6"))
    empty = bare({VG: "h4", US: "h3", US2: "a1"}, turn=FROZEN)
    assert all(zones.enemy_zone(PARTS, state, side) == zones.enemy_zone(PARTS, empty, side) for side in (0, 1))
    after, _ = field.run(*results.carried_out(PARTS, state, Fight(0, indexes(VG), hexes("h3")), ("DE", "AA1")))
    assert field.where(after, US) is None
    assert (after.covered, after.interdicted) == (hexes("h3"), hexes("h6"))


@pytest.mark.parametrize(("turn", "unit", "paid"), [
    (MUD, PG, 3 + 24), (MUD, VG, 4 + 12), (FROZEN, PG, 3 + 12), (FROZEN, VG, 4 + 12),
])  # fmt: skip
def test_26_7_3_interdiction_is_paid_on_top_by_germans(turn, unit, paid):
    state = state_of({unit: "aa25", US: "a1"}, turn=turn, interdicted=["aa26"])
    assert cost(state, unit, "aa25", "aa26") == paid
    allied = state_of({US: "aa25", VG: "xx30"}, turn=turn, interdicted=["aa26"], phasing="allied")
    assert cost(allied, US, "aa25", "aa26") == 3


def test_26_7_5_interdiction_costs_no_advance_but_shuts_its_bridge():
    over = Advance(PZ, ("oo18", "oo17", "nn16"))
    for raided, rule in (((), None), (hexes("oo17"), "20.3"), (hexes("nn16"), None)):
        state = bare({PZ: "oo18", US: "a1"}, turn=FROZEN, interdicted=raided)
        state = msgspec.structs.replace(state, stack=(Advancing(indexes(PZ), hexes("oo17"), 2),))
        found = field.refused(state, over)
        assert (found.rule if found else None) == rule
    state = bare({PZ: "oo18", VG: "oo18"}, interdicted=hexes("oo17"))
    shut = ground.shut_bridges(PARTS, state, 0)
    bridge, beyond = hexes("oo17", "nn16")
    near = ground.walk(PARTS, shut, 1, *hexes("oo18", "oo17"))
    for unit, wade, crosses in ((PZ, False, False), (VG, True, True)):  # armour and others in a retreat
        step = footing.dry_step(PARTS, state, indexes(unit)[0], shut, (bridge, near), beyond, wade=wade)
        assert (step is not None) is crosses


def test_26_9_4_one_air_unit_a_battle_26_9_5_undoes_no_doubling_and_26_9_6_is_gone_afterwards():
    state = bare({PG: "aa25", US: "aa26"}, turn=FROZEN)
    plain = Fight(0, indexes(PG), hexes("aa26"))
    struck = msgspec.structs.replace(plain, air=True)
    assert odds.strengths(PARTS, state, plain) == odds.strengths(PARTS, state, struck) == (5, 2 * 6)
    assert strike_refusal(PARTS, state, Assets(0, (plain,)), Strike("aa26")) is None
    assert strike_refusal(PARTS, state, Assets(0, (struck,)), Strike("aa26")).rule == "26.9.4"
    flown, _ = field.play(msgspec.structs.replace(state, stack=(Assets(0, (plain,)),)), Strike("aa26"))
    assert flown.attack_air == (1, 0)
    again = field.fight({PG: "aa25", US: "aa26"}, turn=FROZEN + 1)
    planned = [s for s in again.stack if hasattr(s, "battles")]
    assert planned
    assert not any(getattr(fight, "air", False) for s in again.stack for fight in getattr(s, "fights", ()))
    over = msgspec.structs.replace(flown, phase=PHASES.index(("time", "")), stack=())
    assert sequence.next_phase(PARTS, over)[0].attack_air == (0, 0)


# -- forts, positions, bridges, dumps -----------------------------------------------------------------


@pytest.mark.parametrize(("where", "work"), [("aa26", "fort"), ("aa27", "improved-position")])
def test_31_6_32_7_works_change_neither_room_nor_cost_nor_zone(where, work):
    beside = "aa25" if where == "aa26" else "aa28"
    for units in ({US: beside, US2: where}, {US: beside, **dict.fromkeys((US2, "us-101-506", "us-101-327"), where)}):
        plain = state_of({**units, VG: "xx30"}, phasing="allied", works={})
        built = state_of({**units, VG: "xx30"}, phasing="allied", works={where: [work]})
        way = move(US, beside, where)
        assert refused(plain, way) == refused(built, way) == (None if len(units) == 2 else ("stacking", "10.1"))
        assert BOOK.explain(plain, way) == BOOK.explain(built, way)
        assert zones.enemy_zone(PARTS, plain, 0) == zones.enemy_zone(PARTS, built, 0)


def engineers(units, phasing, **rest):
    return state_of(units, phase="engineer", phasing=phasing, **rest)


@pytest.mark.parametrize(("near", "answer"), [("gg14", None), ("gg15", ("no_enemy_near", "33.8"))])
def test_33_8_a_friendly_dump_within_three_hexes_of_the_enemy_may_be_burnt_unguarded(near, answer):
    works = {"gg11": ["fuel-dump"], "v9": []}
    state = engineers({VG: near, "ge-lehr-902": "x10", US: "v9"}, "allied", works=works, turn=10)
    assert refused(state, Demolish("gg11")) == answer
    taken = {"gg11": ["fuel-dump", "captured-dump"]}
    lost = engineers({VG: near, "ge-lehr-902": "x10", US: "v9"}, "allied", works=taken, turn=10)
    assert refused(lost, Demolish("gg11")) == ("nothing_to_blow", "29.2")


@pytest.mark.parametrize(("guard", "faces"), [({}, {1, 2, 3}), ({US2: "gg11"}, {1, 2, 3, 4, 5})])
def test_33_9_a_die_for_each_dump(guard, faces):
    state = engineers({VG: "gg14", US: "a1", **guard}, "allied", works={"gg11": ["fuel-dump"]}, turn=2)
    state, _ = played(state, Demolish("gg11"))
    where = PARTS.hex("gg11")
    assert {f for f in range(1, 7) if not BOOK.apply(state, Roll((f,)))[0].works[where] & DUMP} == faces


def test_r64_a_bridge_beside_the_enemy_may_be_blown_if_a_unit_there_would_be_in_supply():
    state = engineers({VG: "w10", US: "u9"}, "allied", turn=10)
    assert refused(state, Demolish("v9")) is None
    # with an enemy on either bank no road beside the bridge is free; another bridge may be blown meanwhile
    cut = engineers({VG: "w10", VG2: "u9", "ge-62vg-183": "u11", "ge-lehr-901": "o26", US: "a1"}, "allied", turn=10)
    assert [str(order) for order in BOOK.decision(cut).options] == ["demolish o23", "end-engineering"]
    assert refused(cut, Demolish("v9")) == ("no_route", "29.2")


def test_30_4_work_on_a_bridge_ends_when_its_last_supply_road_is_cut():
    works, there = {"mm24": ["blown-bridge"]}, PARTS.hex("mm24")
    state = engineers({VG: "mm24", US: "a1"}, "german", works=works, turn=10)
    state, _ = played(state, Rebuild(VG))
    assert (state.works[there] & BUILDING, state.rebuilt) == (BUILDING, 1)
    data = BOOK.snapshot(state) | {"phase": "movement", "phasing": "allied"}
    data.pop("stack")
    roads = [h for h, on in enumerate(supply.roads(PARTS, state, 0)) if on]
    assert there in roads
    data["units"]["us-101-501"] = {"at": "pp24"}
    held = BOOK.settle(BOOK.position(data))[0]
    ways = [o for o in BOOK.decision(held).options.of(US) if type(o).__name__ == "Move"]
    cuts = 0
    for way in ways:
        after, _ = BOOK.apply(held, way)
        cut = not supply.roads(PARTS, after, 0)[there] or PARTS.hex(way.path[-1]) in PARTS.touch[there]
        assert (not after.builders) is cut
        assert bool(after.works[there] & BUILDING) is not cut
        assert after.works[there] & BLOWN
        cuts += cut
    assert cuts > 0


# -- headquarters -------------------------------------------------------------------------------------


def test_35_3_every_brigade_may_have_to_go_but_no_american():
    units = {"uk-gds-5": "waiting", "uk-gds-32": "waiting", "us-75-289": "waiting", VG: "xx12"}
    state = state_of(units, turn=13, phase="reinforcement", phasing="allied", debt=6)
    assert BOOK.decision(state).seat == "allied"
    assert refused(state, Divert("us-75-289")) == ("not_next", "35.5")
    state, _ = BOOK.apply(state, Divert("uk-gds-5"))
    state = BOOK.settle(state)[0]
    gone = [state.at[PARTS.unit_index[u]] for u in ("uk-gds-5", "uk-gds-32")]
    assert gone == [60003, 60003]  # the last one goes by itself
    assert state.at[PARTS.unit_index["us-75-289"]] == WAITING
    assert state.debt == 4
    assert decrees.resolve(PARTS, state, Diverting())[0].debt == 4


@pytest.mark.parametrize(("turn", "wish", "asked"), [
    (18, "yes", False), (19, "yes", True), (20, "yes", False), (19, "no", False),
])  # fmt: skip
def test_37_2_the_british_offensive_is_announced_on_25_am_or_never(turn, wish, asked):
    state = bare({UK: "d16"}, turn=turn, choices={"british_offensive": wish})
    state = decrees.begin_turn(PARTS, state)
    assert any(isinstance(step, Announcing) for step in state.stack) is asked
    if asked:
        for yes, after in ((True, "free"), (False, "held")):
            assert decrees.apply(PARTS, state, Announcing(), Announce(offensive=yes))[0].british == after


# -- demolition at the last minute --------------------------------------------------------------------


def alarm(**rest):
    given = {"turn": 5, "options": {"last_minute_demolition": "yes"}} | rest
    state = state_of({VG: "w10", US: "a1"}, **given)
    return alarms.alarm_at(PARTS, state, PARTS.unit_index[VG], PARTS.hex("v9"), ())


def test_39_2_39_5_39_6_when_a_charge_may_go_off():
    assert alarm() == "bridge"
    assert alarm(turn=2) is None
    assert alarm(turn=3) == "bridge"
    assert alarm(works={"v9": ["tried"]}) is None  # 39.5
    assert alarm(works={"v9": ["blown-bridge"]}) is None
    assert alarm(control={"v9": "german"}) is None  # 39.6
    assert alarm(options={"last_minute_demolition": "no"}) is None


def test_39_5_a_try_is_forgotten_when_the_next_engineer_phase_begins():
    state = engineers({US: "v9", VG: "x10"}, "allied", turn=10, works={"v9": ["tried"]})
    assert not state.works[PARTS.hex("v9")] & TRIED


def test_39_7_no_charge_goes_off_under_an_advance_or_a_retreat():
    state = bare({PZ: "w10", US: "a1"}, turn=5, choices={"last_minute_demolition": "yes"})
    state = msgspec.structs.replace(state, stack=(Advancing(indexes(PZ), hexes("v9"), 1),))
    state, _ = field.play(state, Advance(PZ, ("w10", "v9")))
    assert (state.stack, field.where(state, PZ)) == ((), "v9")
    asked = state_of({PZ: "w10", US: "a1"}, turn=5, options={"last_minute_demolition": "yes"})
    asked, _ = BOOK.apply(asked, move(PZ, "w10", "v9"))
    assert BOOK.decision(asked).seat == "allied"
    assert movement.terms_of(PARTS, asked, PARTS.unit_index[PZ]).charges == ()
