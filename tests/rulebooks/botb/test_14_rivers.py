"""14.0 Roads where they meet, towns, rivers and their banks, the Roer: the values the rules give."""

from __future__ import annotations

import networkx as nx
import pytest

from bulge_widget.rulebooks.botb import ground
from bulge_widget.rulebooks.botb.advance import Advance, Advancing
from bulge_widget.rulebooks.botb.planning import Attack, EndPlan, Pair, Planning
from tests.rulebooks.botb import field
from tests.rulebooks.botb.field import hexes, indexes
from tests.rulebooks.botb.table import BOOK, PARTS, ends, move, played, refused, state_of

VG, PG, PZ, NW, US, US2 = "ge-62vg-190", "ge-lehr-901", "ge-lehr-130", "ge-nw-17", "us-101-501", "us-101-502"
MUD, FROZEN = 4, 30
NO_WAY = ("river", "14.2.1")


def cost(units, unit, *path, turn=MUD):
    """The twelfths a legal way costs."""
    state = state_of(units, turn=turn)
    assert refused(state, move(unit, *path)) is None
    return BOOK.explain(state, move(unit, *path)).total


def test_14_1_4_roads_are_changed_where_they_meet():
    assert cost({PG: "jj8"}, PG, "jj8", "jj7", "kk8") == 3 + 3  # three roads leave JJ7; KK8 is rugged
    assert cost({PG: "aa25"}, PG, "aa25", "aa26", "bb26") == 3 + 3  # four leave Bastogne


def test_14_1_5_a_town_is_entered_and_left_by_road_or_as_clear_ground():
    assert cost({PG: "z25"}, PG, "z25", "aa26") == 24
    assert cost({VG: "z26"}, VG, "z26", "aa26") == 12
    assert cost({PG: "z25"}, PG, "z25", "aa26", "aa27") == 24 + 3
    assert cost({PG: "aa25"}, PG, "aa25", "aa26", "z26") == 3 + 24


def test_14_2_2_r23_a_bridge_or_a_town_is_crossed_at_no_cost_and_without_a_stop():
    assert cost({PZ: "w10"}, PZ, "w10", "v9", "u9") == 3 + 3
    assert cost({VG: "w9"}, VG, "w9", "v9", "u9") == 24 + 4  # not by road to the bridge: its hex is rugged
    assert cost({PZ: "l19"}, PZ, "l19", "m20", "m21") == 3 + 3  # the Lhomme runs through M20


def test_14_2_3_14_2_4_along_a_river_to_a_bridge_and_over_it_in_one_move():
    for unit, road in ((VG, 4), (PZ, 3)):
        assert cost({unit: "v10"}, unit, "v10", "u10", "v9", "u9", turn=FROZEN) == 12 + 12 + road
    state = state_of({VG: "v10"}, turn=FROZEN)
    assert refused(state, move(VG, "v10", "u10", "u11", "v11")) is None  # and off by the bank it came from
    assert refused(state, move(VG, "v10", "u10", "t10")) == NO_WAY


def test_14_2_5_who_begins_on_a_river_leaves_it_further_along_by_either_bank():
    state = state_of({VG: "u11"}, turn=FROZEN)
    for goal in ("t10", "v10"):
        assert refused(state, move(VG, "u11", goal)) is None
    for goal in ("t11", "v12"):
        assert refused(state, move(VG, "u11", "u12", goal)) is None


def test_14_2_7_who_begins_where_rivers_meet_leaves_in_any_direction():
    state = state_of({VG: "rr30"}, turn=FROZEN)
    for goal in ("qq30", "qq31", "rr29", "rr31", "ss30", "ss31"):
        assert refused(state, move(VG, "rr30", goal)) is None
    for along, banks in (("rr29", ("qq30", "ss30")), ("qq31", ("qq30", "rr31")), ("ss31", ("ss30", "rr31"))):
        for goal in banks:
            if goal not in {PARTS.hex_ids[h] for h in PARTS.near[PARTS.hex(along)]}:
                continue
            assert refused(state, move(VG, "rr30", along, goal)) is None


def test_14_2_9_r14_a_second_river_is_not_crossed_by_who_began_on_the_first():
    state = state_of({VG: "bb20"}, turn=FROZEN)  # on the Ourthe; the western Ourthe joins it in AA21
    assert refused(state, move(VG, "bb20", "aa21", "aa22", "aa23")) is None  # along the second, off by the near bank
    assert refused(state, move(VG, "bb20", "aa21", "aa22", "z21")) == NO_WAY
    assert refused(state, move(VG, "bb20", "aa21", "z21")) == NO_WAY
    assert refused(state_of({VG: "aa21"}, turn=FROZEN), move(VG, "aa21", "z21")) is None
    town = state_of({VG: "l20"}, turn=FROZEN)  # a town carries it over, R14
    assert refused(town, move(VG, "l20", "m20", "n20", "o20")) is None


def test_14_2_10_a_river_left_for_a_dry_hex_is_not_followed():
    state = state_of({VG: "u11"}, turn=FROZEN)
    assert refused(state, move(VG, "u11", "u12", "t11")) is None
    assert refused(state, move(VG, "u11", "v11", "u12")) is None
    assert refused(state, move(VG, "u11", "v11", "u12", "t11")) == NO_WAY


def test_14_2_11_r58_a_road_serves_the_bank_it_lies_on():
    assert cost({PZ: "aa20"}, PZ, "aa20", "bb20", "cc21") == 3 + 3
    assert cost({PZ: "bb21"}, PZ, "bb21", "bb20", "cc21") == 24 + 24  # from the other bank, across country


def test_r20_who_leaves_a_town_into_a_river_hex_stands_on_either_bank():
    state = state_of({PZ: "m20"}, turn=FROZEN)
    assert refused(state, move(PZ, "m20", "l20", "k20")) is None
    assert refused(state, move(PZ, "m20", "l20", "l21")) is None
    for come, over in (("l21", "k20"), ("k20", "l21")):
        other = state_of({PZ: come}, turn=FROZEN)
        assert refused(other, move(PZ, come, "l20", over)) == ("river", "14.2.6")


@pytest.mark.parametrize(("where", "banks"), [
    ("w9", 1), ("x29", 1), ("m20", 1), ("v9", 2), ("bb20", 2), ("aa21", 3), ("rr30", 3),
])  # fmt: skip
def test_r21_every_arc_between_river_sides_is_a_bank(where, banks):
    assert ground.full_mask(PARTS, PARTS.hex(where)) == (1 << banks) - 1


def test_r3_rocket_launchers_go_at_a_quarter_beside_the_enemy_too():
    assert {PARTS.rates[PARTS.mover[u]] for u, kind in enumerate(PARTS.kind) if kind == "nebelwerfer"} == {(3, 3)}
    assert cost({NW: "aa25", US: "z24"}, NW, "aa25", "aa26", "aa27") == 3 + 3


def test_r26_the_slow_rate_goes_by_where_the_phase_found_the_unit():
    assert cost({VG: "aa25"}, VG, "aa25", "aa26", "aa27") == 4 + 4
    assert cost({VG: "aa25", US: "z24"}, VG, "aa25", "aa26", "aa27") == 6 + 6  # though it ends far from the enemy


def within(start, points, road, *, rivers):
    """The hexes that can be reached on frozen ground, by a graph made for the purpose."""
    graph = nx.DiGraph()
    for a in range(len(PARTS.hex_ids)):
        for b in PARTS.touch[a]:
            if rivers or not (PARTS.rivers[a] or PARTS.rivers[b]):
                graph.add_edge(PARTS.hex_ids[a], PARTS.hex_ids[b], cost=road if b in PARTS.roads[a] else 12)
    found = nx.single_source_dijkstra_path_length(graph, start, cutoff=points, weight="cost")
    return set(found) - {start}


@pytest.mark.parametrize(("unit", "where", "points", "road"), [
    (VG, "cc25", 36, 4), (VG, "aa28", 36, 4), (US, "aa28", 48, 3), (NW, "z26", 36, 3),
])  # fmt: skip
def test_6_5_every_hex_in_reach_is_offered_and_no_other(unit, where, points, road):
    side = "allied" if unit == US else "german"
    offered = ends(state_of({unit: where}, turn=FROZEN, phasing=side), unit)
    assert within(where, points, road, rivers=False) <= offered <= within(where, points, road, rivers=True)


def test_6_6_points_that_are_left_are_not_kept():
    state, _ = played(state_of({VG: "aa22", US: "a1"}, turn=FROZEN), move(VG, "aa22", "aa23"))
    later = state_of({VG: "aa23", US: "a1"}, turn=FROZEN + 1)
    fresh = {h for h in ends(later, VG) if PARTS.distance(PARTS.hex("aa23"), PARTS.hex(h)) > 9}
    assert not fresh  # three points by road at a third are nine hexes, whatever was left before
    assert refused(state, move(VG, "aa23", "aa24")) == ("already_moved", "6.3")


# -- the Roer -----------------------------------------------------------------------------------------


def test_14_3_2_the_headwater_opens_only_against_monschau():
    assert refused(state_of({VG: "rr4"}, turn=MUD), move(VG, "rr4", "qq4")) == ("roer", "14.3.1")
    held = state_of({VG: "rr4", US: "pp4"}, turn=MUD)
    assert refused(held, move(VG, "rr4", "qq4")) is None
    assert refused(held, move(VG, "rr4", "qq4", "qq3")) == ("stops_in_zone", "7.2")
    assert refused(state_of({VG: "ss4", US: "pp4"}, turn=MUD), move(VG, "ss4", "ss3")) == ("roer", "14.3.1")


def test_14_3_2_r71_who_stands_there_attacks_monschau_and_others_with_it():
    units = {VG: "qq4", PG: "qq4", US: "pp4", US2: "qq3"}
    state = field.fight(units, turn=MUD)
    step = state.stack[-1]
    assert isinstance(step, Planning)
    assert step.battles == (Pair(tuple(sorted(indexes(VG, PG))), hexes("pp4")),)
    assert field.refused(state, EndPlan()).code == "must_be_attacked"
    assert field.refused(state, Attack(VG, "qq3")) is None  # in the same battle
    free = field.fight(units, turn=7)
    assert free.stack[-1].battles == ()


def test_r79_the_duty_against_monschau_gives_way_to_those_of_9_2():
    # OO5 is beside Monschau alone, so QQ3 is left to the unit in the headwater
    state = field.fight({VG: "qq4", PG: "oo5", US: "pp4", US2: "qq3"}, turn=MUD)
    assert state.stack[-1].battles == ()
    assert field.refused(state, Attack(VG, "qq3")) is None
    assert field.refused(state, Attack(VG, "pp4")).code == "leaves_none"


def test_r71_no_advance_into_the_roer_while_it_is_closed():
    at = {VG: "rr4", US: "pp4", US2: "a1"}
    for turn, rule in ((MUD, "14.3.1"), (7, None)):
        state = field.state_of(at, turn=turn)
        state = field.msgspec.structs.replace(state, stack=(Advancing(indexes(VG), hexes("qq4"), 1),))
        found = field.refused(state, Advance(VG, ("rr4", "qq4")))
        assert (found.rule if found else None) == rule
