"""6.5, 16.11, 33.4, 37.4, 45.6 What a way takes on its way, and that each way of its own is listed once."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import alarms, movement, paths, tours, traces
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.movement import Move
from tests.rulebooks.botb.table import BOOK, PARTS, agree, state_of

NODES = nodes_of(PARTS)
VG, PG, PZ, SS, UK, US = "ge-62vg-190", "ge-lehr-901", "ge-lehr-130", "ge-1ss-1pg", "uk-gds-5", "us-101-501"


def trace(state, unit, *path):
    return traces.trace_of(PARTS, state, PARTS.unit_index[unit], [PARTS.hex(h) for h in path])


def consequences(state, action):
    """Everything a move changes but where its unit stands."""
    after, _ = BOOK.apply(state, action)
    return after.control, after.works, after.deeds, after.british, after.stack


SITUATIONS = {
    "towns of the tournament": ({VG: "jj10", US: "a1"}, {"turn": 9, "scenario": "45"}),
    "Malmedy and St. Vith": ({PG: "kk11", US: "a1"}, {"turn": 4}),
    "a fuel dump": ({VG: "hh10", US: "a1"}, {"turn": 9, "works": {"gg11": ["fuel-dump"]}}),
    "the Meuse at Huy": ({SS: "n6", US: "a33"}, {"turn": 16}),
    "the Meuse at Huy, met before": ({SS: "m6", US: "a33"}, {"turn": 16, "deeds": {f"wet-13-{SS}": 15}}),
    "the British may cross": ({UK: "d16", VG: "xx30"}, {"turn": 21, "phasing": "allied", "british": "free"}),
    "the British were driven over": (
        {UK: {"at": "e16", "status": ["roaming"]}, VG: "xx30"}, {"turn": 21, "phasing": "allied", "british": "free"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITUATIONS)
def test_6_5_ways_with_one_trace_and_end_have_one_effect_and_others_another(name):
    units, rest = SITUATIONS[name]
    state, unit = state_of(units, **rest), next(iter(units))
    seen = {}
    for order in BOOK.decision(state).options.of(unit):
        if isinstance(order, Move):
            here = trace(state, unit, *order.path)
            seen.setdefault(here, set()).add(repr(consequences(state, order)))
    assert len(seen) > 1
    assert all(len(found) == 1 for found in seen.values())
    if "driven" not in name:  # coming home and staying is told apart from never having left it
        assert len({next(iter(found)) for found in seen.values()}) == len(seen)


def test_r77_the_trace_of_a_british_way_says_whether_it_crosses():
    home = state_of({UK: "d16", VG: "xx30"}, turn=21, phasing="allied", british="free")
    east = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("d16")] if not PARTS.british_ground[h])
    west = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("d16")] if PARTS.british_ground[h])
    unit = PARTS.unit_index[UK]
    for path, crosses in (((west,), False), ((east,), True), ((east, "d16", west), True)):
        way = [PARTS.hex(h) for h in ("d16", *path)]
        assert traces.goes_abroad(PARTS, home, unit, way) is crosses
        assert bool(trace(home, UK, "d16", *path)) is crosses
    beyond = state_of({UK: east, VG: "xx30"}, turn=21, phasing="allied", british="free")
    there = [PARTS.hex(h) for h in (east, "d16")]
    assert not traces.goes_abroad(PARTS, beyond, unit, there)
    assert traces.goes_abroad(PARTS, beyond, unit, [*there, PARTS.hex(east)])
    assert traces.goes_abroad(PARTS, beyond, unit, [PARTS.hex("jj1")], arriving=True)
    for british in ("held", "crossed"):
        now = msgspec.structs.replace(home, british=british)
        assert not traces.goes_abroad(PARTS, now, unit, [PARTS.hex("d16"), PARTS.hex(east)])
    for free in ("uk-11br-29", US):
        assert not traces.goes_abroad(PARTS, home, PARTS.unit_index[free], [PARTS.hex("d16"), PARTS.hex(east)])


def test_33_4_16_11_3_what_is_done_already_leaves_no_trace():
    state = state_of({PG: "kk10", US: "a1"}, turn=4)
    assert trace(state, PG, "kk10", "jj9") > 0
    assert trace(state_of({PG: "kk10", US: "a1"}, turn=4, deeds={"malmedy": 3}), PG, "kk10", "jj9") == 0
    dump = {"gg11": ["fuel-dump"]}
    assert trace(state_of({VG: "hh10", US: "a1"}, turn=4, works=dump), VG, "hh10", "gg11") > 0
    taken = {"gg11": ["fuel-dump", "captured-dump"]}
    assert trace(state_of({VG: "hh10", US: "a1"}, turn=4, works=taken), VG, "hh10", "gg11") == 0


def every_path(state, unit, most):
    """All legal paths of at most so many hexes."""
    index = PARTS.unit_index[unit]
    terms, start = alarms.terms_with_alarms(PARTS, state, index), paths.start_of(PARTS, state, index)
    edge = [(PARTS.hex_ids[state.at[index]],)]
    for _ in range(most):
        edge = [(*p, PARTS.hex_ids[b]) for p in edge for b in PARTS.near[PARTS.hex(p[-1])]]
        for path in edge:
            if paths.path_refusal(PARTS, state, index, terms, start, path) is None:
                yield path


@pytest.mark.parametrize(("unit", "at", "foe"), [
    (VG, "kk10", "a1"), (VG, "kk10", "jj8"), (VG, "v11", "a1"), (VG, "nn15", "a1"), (PZ, "w9", "a1"),
])  # fmt: skip
def test_6_5_the_ways_listed_are_the_cheapest_of_every_kind_there_is(unit, at, foe):
    state = state_of({unit: at, US: foe}, turn=1, scenario="45")  # a point a hex: three or four hexes at most
    index = PARTS.unit_index[unit]
    terms, start = alarms.terms_with_alarms(PARTS, state, index), paths.start_of(PARTS, state, index)
    best = {}
    for path in every_path(state, unit, 3 if unit == VG else 4):
        hexes = [PARTS.hex(h) for h in path]
        way = paths.walked(PARTS, state, index, terms, start, hexes)
        slow = paths.is_slow(PARTS, index, terms, start, hexes[-1])
        mask = NODES.mask[way.nodes[-1] % len(NODES.hex)]
        kind = (
            hexes[-1],
            mask if PARTS.armor[index] and PARTS.bank_count[hexes[-1]] > 1 else 0,
            trace(state, unit, *path),
        )
        best[kind] = min(best.get(kind, 999), way.slow if slow else way.fast)
    listed = {}
    trips = tours.listed_trips(PARTS, state, index, terms, start)
    for label in trips.ways.values():
        where, mask = NODES.hex[label & NODES.low], NODES.mask[label & NODES.low]
        banks = mask if PARTS.armor[index] and PARTS.bank_count[where] > 1 else 0
        mark = label >> NODES.width
        way = [PARTS.hex(h) for h in tours.path_of(PARTS, terms, start, trips, label)]
        listed[where, banks, mark] = sum(paths.prices(PARTS, index, terms, start, way))
    assert listed == best
    agree(state)


@pytest.mark.parametrize("at", ["kk10", "nn15", "v11"])
@pytest.mark.parametrize("turn", [2, 8])
def test_14_1_2_the_search_for_ways_into_zones_loses_none_and_looks_at_less(at, turn):
    index, here, into = PARTS.unit_index[VG], PARTS.hex(at), 0
    for foe in PARTS.within(here, 9)[::5]:
        if foe == here or foe in PARTS.touch[here]:
            continue
        state = state_of({VG: at, US: PARTS.hex_ids[foe]}, turn=turn, scenario="45")
        terms, start = alarms.terms_with_alarms(PARTS, state, index), paths.start_of(PARTS, state, index)
        steps = tours.beginnings(PARTS, terms, start, slow=True)
        whole = movement.searched(terms, steps, terms.unreached, slow=True).cost
        inward = movement.searched(terms, steps, terms.approaches, slow=True).cost
        wanted = [(node, cost) for node, cost in whole.items() if terms.guarded[node]]
        assert wanted == [(node, cost) for node, cost in inward.items() if terms.guarded[node]]
        assert len(inward) < len(whole)
        into += bool(wanted)
    assert into > 9


def test_7_1_the_hexes_beside_a_set_are_those_beside_each_of_it():
    for h, around in enumerate(PARTS.touch):
        assert PARTS.spread(1 << 8 * h) == sum(1 << 8 * b for b in around)
    some = range(0, len(PARTS.touch), 7)
    beside = {b for h in some for b in PARTS.touch[h]}
    assert PARTS.spread(sum(1 << 8 * h for h in some)) == sum(1 << 8 * b for b in beside)
