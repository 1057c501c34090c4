"""12.0, 13.0, 15.0, 33.0 Supply lines hex by hex, Liège, isolation and what a dump saves."""

from __future__ import annotations

import msgspec
import networkx as nx
import pytest

from bulge_widget.rulebooks.botb import odds, supply
from bulge_widget.rulebooks.botb.state import ISOLATED, SLOWED
from tests.rulebooks.botb.field import PARTS, hexes, indexes, state_of
from tests.rulebooks.botb.table import state_of as board

GERMAN, ALLIED = 0, 1
VG, US, GUN = "ge-62vg-190", "us-101-501", "us-fa-406"


def shut_of(state, side):
    """The enemy's hexes and their neighbours, none across a cliff."""
    theirs = {h for h, n in enumerate(state.counts[1 - side]) if n}
    return theirs | {b for h in theirs for b in PARTS.near[h] if not PARTS.board.borders[h, b].cliff}


def expected(state, side):
    """12.2, 12.3 The supplied hexes, by graphs made for the purpose."""
    shut, sources = shut_of(state, side), supply.sources(PARTS, state, side)
    roads = nx.Graph((a, b) for a in range(len(PARTS.hex_ids)) for b in PARTS.roads[a] if not {a, b} & shut)
    roads.add_nodes_from(h for h in sources if h not in shut)
    net = {b for h in sources if h in roads for b in nx.node_connected_component(roads, h)}
    net |= {h for h in sources if h in PARTS.liege}
    for h in sources:
        if h in PARTS.liege and h in shut:
            net |= {c for b in PARTS.roads[h] if b in roads for c in nx.node_connected_component(roads, b)}
    found, ring = set(net), set(net)
    for _ in range((3, 4)[side]):
        ring = {b for a in ring for b in PARTS.near[a] if not PARTS.board.borders[a, b].cliff} - found
        found |= ring
        ring -= shut
    return net, found


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("places", [("aa26", "q20"), ("w2", "cc5"), ("jj9", "mm15"), ("d17", "p8")])
def test_12_2_supply_is_what_a_graph_of_the_rule_says(side, places):
    names = ("ge-62vg-190", "ge-62vg-164") if side == ALLIED else ("us-101-501", "us-101-502")
    state = state_of(dict(zip(names, places, strict=True)), turn=12)
    net, found = expected(state, side)
    traced = supply.traced(PARTS, state, side)
    assert {h for h, on in enumerate(supply.roads(PARTS, state, side)) if on} == net
    reached = {h for h, on in enumerate(traced) if on}
    free = shut_of(state, side)
    assert {h for h in reached if h not in free} == {h for h in found if h not in free}


def test_12_2_1_three_hexes_for_germans_and_12_2_2_four_for_allies():
    state = state_of({}, turn=12)
    for side, limit in ((GERMAN, 3), (ALLIED, 4)):
        net, _ = expected(state, side)
        graph = nx.Graph((a, b) for a in range(len(PARTS.hex_ids)) for b in PARTS.touch[a])
        far = nx.multi_source_dijkstra_path_length(graph, net)
        traced = supply.traced(PARTS, state, side)
        assert {h for h, on in enumerate(traced) if on} == {h for h, d in far.items() if d <= limit}


def test_12_3_2_qq1_and_uu1_never_feed_the_allies():
    for turn in (1, 7, 20):
        assert not set(hexes("qq1", "uu1")) & set(supply.sources(PARTS, state_of({}, turn=turn), ALLIED))


def test_12_3_4_an_empty_liege_hex_is_allied_even_in_a_german_zone():
    state = state_of({VG: "x2"}, turn=12)
    assert set(hexes("w1", "w2", "w3")) <= set(supply.sources(PARTS, state, ALLIED))
    assert supply.roads(PARTS, state, ALLIED)[hexes("w2")[0]]


def test_12_6_a_unit_in_an_enemy_zone_is_supplied_by_a_free_road_beside_it():
    road = next(h for h in range(len(PARTS.hex_ids)) if PARTS.hex_ids[h] == "uu12")
    state = state_of({VG: "uu12"}, turn=12)
    assert supply.has_route(PARTS, state, GERMAN, road)
    foe = next(h for h in PARTS.touch[road] if h not in PARTS.roads[road])
    state = state_of({VG: "uu12", US: PARTS.hex_ids[foe]}, turn=12)
    net, _ = expected(state, GERMAN)
    free = [b for b in PARTS.touch[road] if b not in shut_of(state, GERMAN)]
    assert supply.has_route(PARTS, state, GERMAN, road) == any(b in net or b in supply_ring(net, state) for b in free)


def supply_ring(net, state):
    """Free hexes from which the network is at most two more hexes away."""
    shut = shut_of(state, GERMAN)
    one = {b for h in net for b in PARTS.touch[h] if b not in shut}
    return one | {b for h in one for b in PARTS.touch[h] if b not in shut}


def test_12_7_a_friendly_unit_does_not_open_a_hex_in_an_enemy_zone():
    empty = state_of({US: "uu11"}, turn=12)
    held = state_of({US: "uu11", VG: "uu12"}, turn=12)
    assert supply.roads(PARTS, empty, GERMAN) == supply.roads(PARTS, held, GERMAN)
    assert not supply.roads(PARTS, held, GERMAN)[hexes("uu12")[0]]


def test_12_9_a_route_may_run_behind_the_enemy_outside_his_zone():
    state = state_of({US: "aa33", VG: "uu12"}, turn=12)
    ways = supply.roads(PARTS, state, ALLIED)
    assert ways[hexes("jj9")[0]]


def test_13_2_isolated_units_attack_at_half_and_defend_in_full():
    state = state_of({VG: "h4", US: "h3"})
    fight = odds.Fight(GERMAN, indexes(VG), hexes("h3"))
    marked = state.status[: indexes(VG)[0]] + bytes((ISOLATED,)) + state.status[indexes(VG)[0] + 1 :]
    cut = msgspec.structs.replace(state, status=marked)
    whole, defence = odds.strengths(PARTS, state, fight)
    assert odds.strengths(PARTS, cut, fight) == (-(-whole // 2), defence)


def test_33_5_a_captured_dump_saves_movement_but_not_the_attack():
    ring = [PARTS.hex_ids[h] for h in PARTS.near[hexes("gg11")[0]]]
    cut = {"us-101-501": "nn12", "us-101-502": "nn9", "us-101-506": "oo14"}
    plain = board({VG: "gg11", **cut}, turn=12, works={"gg11": ["fuel-dump", "captured-dump"]})
    bits = supply.bits_for(PARTS, plain, GERMAN, PARTS.hex("gg11"))
    assert not bits & SLOWED
    watched = board({VG: "gg11", US: ring[0]}, turn=17, works={"gg11": ["fuel-dump", "captured-dump"]})
    assert supply.dumps(PARTS, watched) == ()


def test_33_6_a_road_beside_ee9_serves_its_dump():
    state = board({VG: "xx12", US: "a1"}, turn=17, works={"ee9": ["fuel-dump", "captured-dump"]})
    beside = {b for b in PARTS.touch[PARTS.hex("ee9")] if PARTS.on_road[b]}
    assert set(supply.dumps(PARTS, state)) == beside
    assert beside


def test_27_2_r5b_bombing_slows_the_germans_or_by_the_option_both_sides():
    liege = {VG: "xx12", US: "jj33", "ge-62vg-164": "w1", "ge-62vg-183": "w2", "ge-18vg-293": "w3"}
    for turn, hit in ((16, False), (17, True), (26, True), (27, False)):
        state = board(liege, turn=turn)
        where, held = PARTS.hex("xx12"), supply.liege_sources(PARTS, state, GERMAN)
        slowed = bool(supply.bits_for(PARTS, state, GERMAN, where) & SLOWED)
        assert slowed == (hit and not supply.route_from(PARTS, state, GERMAN, held)[where])
        both = board(liege, turn=turn, options={"bombing_hits_both": True})
        assert not supply.bits_for(PARTS, state, ALLIED, PARTS.hex("a1")) & SLOWED
        assert bool(supply.bits_for(PARTS, both, ALLIED, PARTS.hex("a1")) & SLOWED) == hit
