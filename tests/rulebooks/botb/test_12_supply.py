"""12.0, 13.0, 27.2, 33.5 Supply and isolation."""

from __future__ import annotations

import time

from bulge_widget.rulebooks.botb import supply
from bulge_widget.rulebooks.botb.state import ISOLATED, SLOWED
from tests.rulebooks.botb.table import BOOK, PARTS, state_of

GERMAN, ALLIED = 0, 1
VG, US = "ge-62vg-190", "us-101-501"


def bits(state, unit):
    index = PARTS.unit_index[unit]
    return supply.judge(PARTS, state, PARTS.side[index])[index] & (ISOLATED | SLOWED)


def test_12_1_a_unit_on_a_road_home_is_supplied():
    assert bits(state_of({VG: "xx12"}), VG) == 0
    assert bits(state_of({US: "jj1"}), US) == 0


def test_12_2_a_line_of_three_or_four_hexes():
    far = supply.traced(PARTS, state_of({VG: "xx12"}), GERMAN)
    farther = supply.traced(PARTS, state_of({US: "jj1"}), ALLIED)
    assert sum(far) < sum(farther)
    road = supply.roads(PARTS, state_of({VG: "xx12"}), GERMAN)
    beside = next(b for h, on in enumerate(road) if on for b in PARTS.touch[h] if not road[b])
    assert far[beside]


def test_12_3_1_uu1_opens_after_monschau():
    at = PARTS.hex("uu1")
    assert at not in supply.sources(PARTS, state_of({VG: "xx12"}, turn=4), GERMAN)
    assert at not in supply.sources(PARTS, state_of({VG: "xx12"}, turn=4, deeds={"monschau": 4}), GERMAN)
    assert at in supply.sources(PARTS, state_of({VG: "xx12"}, turn=4, deeds={"monschau": 3}), GERMAN)
    assert at in supply.sources(PARTS, state_of({VG: "xx12"}, turn=7), GERMAN)
    assert at in supply.sources(PARTS, state_of({VG: "xx12"}, turn=1, scenario="47"), GERMAN)


def test_12_3_3_a_liege_hex_feeds_whoever_holds_it():
    state = state_of({VG: "w2"})
    assert supply.liege_sources(PARTS, state, GERMAN) == (PARTS.hex("w2"),)
    assert set(supply.liege_sources(PARTS, state, ALLIED)) == {PARTS.hex("w1"), PARTS.hex("w3")}


def test_12_7_an_enemy_zone_cuts_a_road_whoever_stands_there():
    road = supply.roads(PARTS, state_of({VG: "uu12"}), GERMAN)
    state = state_of({VG: "vv12", US: "vv11"})
    assert road[PARTS.hex("uu12")]
    assert not supply.roads(PARTS, state, GERMAN)[PARTS.hex("vv12")]


def test_12_8_roads_between_two_german_exits_are_lost():
    names = ("ge-1ss-peiper", "ge-1ss-1pg")
    gone = dict.fromkeys(names, "exited")
    state = state_of({US: "aa26", **gone}, exits=[[names[0], "w1", 9], [names[1], "i1", 9]])
    lost = supply.barred_exits(PARTS, state)
    assert {PARTS.hex(h) for h in ("w1", "q1", "i1")} <= lost
    assert not {PARTS.hex(h) for h in ("aa1", "a1")} & lost


def test_27_2_33_5_bombing_slows_who_has_no_road_to_liege_nor_to_a_captured_dump():
    assert bits(state_of({VG: "xx12", US: "a1"}, turn=16), VG) == 0
    assert bits(state_of({VG: "xx12", US: "a1"}, turn=17), VG) == SLOWED
    fuel = state_of({VG: "gg11", US: "a1"}, turn=17, works={"gg11": ["fuel-dump", "captured-dump"]})
    assert bits(fuel, VG) == 0


def test_a_whole_side_is_judged_within_fifty_milliseconds():
    state = BOOK.setup("46", {})[0]
    case = supply.case_of(PARTS, state, ALLIED)
    spent = []
    for extra in range(5):
        fresh = case._replace(enemy=case.enemy[:extra] + b"\x01" + case.enemy[extra + 1 :])
        begun = time.perf_counter()
        supply.reached(PARTS, fresh)
        spent.append(time.perf_counter() - begun)
    assert min(spent) < 0.05
