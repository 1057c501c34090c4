"""12.0, 13.0, 27.4, 29.7, 33.5 Who is cut off by what, and what saves a unit that is."""

from __future__ import annotations

import csv

import networkx as nx
import pytest

from bulge_widget.board import maps_folder
from bulge_widget.rulebooks.botb import fireline, supply
from bulge_widget.rulebooks.botb.info import INFO
from bulge_widget.rulebooks.botb.state import ISOLATED, SLOWED
from tests.rulebooks.botb.field import indexes
from tests.rulebooks.botb.field import state_of as bare
from tests.rulebooks.botb.table import PARTS, state_of

GERMAN, ALLIED = 0, 1
VG, US = "ge-62vg-190", "us-101-501"
GUARDS = ("us-101-502", "us-101-506", "us-101-327", "us-82-504", "us-82-505", "us-82-508")
SIEGE = ("ge-62vg-164", "ge-62vg-183", "ge-18vg-293", "ge-18vg-294", "ge-18vg-295", "ge-12vg-48")


def corners(where):
    """The six hexes two away in a straight line: units there hold the ring between them, but not the middle."""
    middle = PARTS.hex(where)
    ring = [h for h in range(len(PARTS.hex_ids)) if PARTS.distance(middle, h) == 2]
    found = [h for h in ring if len(set(PARTS.near[h]) & set(PARTS.near[middle])) == 1]
    assert len(found) == 6
    return [PARTS.hex_ids[h] for h in found]


def ringed(where, guards):
    return dict(zip(guards, corners(where), strict=True))


def bits(state, unit):
    side = PARTS.side[PARTS.unit_index[unit]]
    return supply.judge(PARTS, state, side)[PARTS.unit_index[unit]] & (ISOLATED | SLOWED)


@pytest.mark.parametrize(("works", "found"), [
    ({}, ISOLATED | SLOWED),
    ({"gg11": ["fuel-dump"]}, ISOLATED | SLOWED),
    ({"gg11": ["fuel-dump", "captured-dump"]}, ISOLATED),
])  # fmt: skip
def test_13_1_13_4_33_5_a_ringed_unit_is_isolated_and_a_captured_dump_saves_its_legs_alone(works, found):
    state = state_of({VG: "gg11", **ringed("gg11", GUARDS)}, turn=12, works=works)
    assert bits(state, VG) == found
    assert bits(state_of({VG: "gg11", US: "a33"}, turn=12, works=works), VG) == 0


@pytest.mark.parametrize(("turn", "where", "found"), [
    (15, "aa26", 0), (24, "aa26", 0), (14, "aa26", ISOLATED | SLOWED), (25, "aa26", ISOLATED | SLOWED),
    (15, "aa27", ISOLATED | SLOWED),
])  # fmt: skip
def test_27_4_clear_skies_feed_allied_towns_alone(turn, where, found):
    state = state_of({US: where, **ringed(where, SIEGE)}, turn=turn)
    assert bits(state, US) == found
    # and no German one
    assert bits(state_of({VG: where, **ringed(where, GUARDS)}, turn=turn), VG) == ISOLATED | SLOWED


def by_banks(blown, side):
    """12.3, 29.7 A side's road net where some bridges are gone, by a graph whose points are the banks there."""
    graph, sources = nx.Graph(), supply.sources(PARTS, bare({}, turn=12), side)

    def ends(a, b):
        border = PARTS.board.borders[a, b]
        banks = border.road_banks if PARTS.bank_count[a] > 1 and border.road_banks else [i for i, _ in border.banks]
        return {(a, bank) for bank in banks} if a in blown else {(a, 0)}

    for a in range(len(PARTS.hex_ids)):
        for b in PARTS.roads[a]:
            graph.add_edges_from((p, q) for p in ends(a, b) for q in ends(b, a))
    return {h for s in sources for p in graph if p[0] == s for h, _ in nx.node_connected_component(graph, p)}


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("blown", [
    ["mm21"], ["mm21", "mm24", "oo17", "tt31", "ww33"], ["v9", "w4", "cc5"], ["e18", "k22", "k24", "o23", "x22"],
])  # fmt: skip
def test_29_7_no_supply_road_crosses_where_the_bridge_is_blown_but_each_bank_may_be_reached(side, blown):
    works = {name: ["blown-bridge"] for name in blown}
    state = state_of({VG if side == GERMAN else US: "xx12" if side == GERMAN else "jj1"}, turn=12, works=works)
    found = {h for h, on in enumerate(supply.roads(PARTS, state, side)) if on}
    assert found == by_banks({PARTS.hex(name) for name in blown}, side)


@pytest.mark.parametrize(("gun", "foe", "code"), [
    ("h7", "h3", None), ("h5", "h4", "gun_in_zone"), ("h7", "h6", "gun_in_zone"), ("h8", "h3", "out_of_range"),
])  # fmt: skip
def test_11_2_11_4_2_guns_beside_the_enemy_are_silent_and_four_hexes_are_their_range(gun, foe, code):
    state = bare({"ge-vak-410": gun, US: foe})
    unit = indexes("ge-vak-410")[0]
    found = fireline.gun_refusal(PARTS, state, unit, 0) or fireline.target_refusal(
        PARTS, state, unit, [PARTS.hex("h3")]
    )
    assert (found.code if found else None) == code


def test_every_ruling_that_names_an_alternative_is_an_option():
    with (maps_folder("botb") / "rulings.csv").open(encoding="utf-8") as table:
        named = {f"R{row['number']}" for row in csv.DictReader(table) if row["option"]}
    assert named == {option.ruling for option in INFO.options} - {"R51"} == {"R1", "R5b", "R7", "R16", "R61"}
