"""9.2 to 9.11 and 19.1 Everything offered against searches that know the rule alone, over many small boards."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import pytest

from bulge_widget.rulebooks.botb import supply
from bulge_widget.rulebooks.botb.duty import situation
from bulge_widget.rulebooks.botb.planning import Planning
from bulge_widget.rulebooks.botb.refuge import routes_of
from tests.rulebooks.botb.field import PARTS, fight, hexes, indexes, state_of
from tests.rulebooks.botb.test_8_planning import partitions, plans

GERMANS = ("ge-277vg-990", "ge-326vg-751", "ge-1ss-peiper")
ALLIES = ("us-1-26", "us-99-394", "us-78-309")
PATCH = [PARTS.hex_ids[h] for h in (*hexes("h4"), *PARTS.near[hexes("h4")[0]], *PARTS.near[hexes("h6")[0]])]


@pytest.mark.parametrize("block", range(6))
@pytest.mark.parametrize("side", [0, 1])
def test_9_2_plans_are_all_partitions_on_random_boards(block, side):
    fought = 0
    for seed in range(block * 12, block * 12 + 12):
        rng = random.Random(seed)  # noqa: S311  boards, not secrets
        places = rng.sample(sorted(set(PATCH)), 5)
        german, allied = places[:2], places[2:]
        units = {u: rng.choice(german) for u in GERMANS} | {u: rng.choice(allied) for u in ALLIES}
        state = fight(units, side=side)
        if state.stack and isinstance(state.stack[-1], Planning):
            case = situation(PARTS, state, side)
            assert plans(state) == partitions(case), units
            fought += 1
    assert fought > 2


def board_of(state, unit):
    """The hexes a unit may go back through as a graph; armour's banks are told apart by `armour_board`."""
    side = PARTS.side[unit]
    theirs = {h for h, n in enumerate(state.counts[1 - side]) if n}
    zone = {b for h in theirs for b in PARTS.near[h] if no_cliff(h, b)}
    shut = (theirs | zone) - {state.at[unit]}
    graph = nx.Graph()
    for a in range(len(PARTS.hex_ids)):
        for b in PARTS.near[a]:
            if no_cliff(a, b) and not forest_bars(unit, a, b) and not {a, b} & shut:
                graph.add_edge(a, b)
    return graph


def no_cliff(a, b):
    return not PARTS.board.borders[a, b].cliff


def forest_bars(unit, a, b):
    return PARTS.mech[unit] and "forest" in (PARTS.terrain[a], PARTS.terrain[b]) and b not in PARTS.roads[a]


def walks(graph, start, count):
    """Every way of exactly so many steps without a hex twice."""
    ways = [(start,)]
    for _ in range(count):
        ways = [(*w, b) for w in ways for b in graph.adj.get(w[-1], ()) if b not in w]
    return ways


def obeys(state, graph, net, way):
    """19.1.2.1 The fewest hexes to a supply road, then along it; judged for one way alone."""
    start, side = way[0], PARTS.side[next(u for u, h in enumerate(state.at) if h == way[0])]
    sources = set(supply.sources(PARTS, state, side))
    onward = [b for b in PARTS.roads[start] if b in net and b in graph.adj.get(start, ())]
    far = 0 if onward else nearest(graph, start, net)
    for i, (a, b) in enumerate(itertools.pairwise(way), start=1):
        if i <= far:
            if b in net and i < far:
                return False
            if b not in net and nearest(graph.subgraph(set(graph) - {start}), b, net) != far - i:
                return False
        elif b not in net or b not in PARTS.roads[a]:
            return False
    return len(way) - 1 < far or ahead(way, net, sources)


def nearest(graph, start, net):
    lengths = nx.single_source_shortest_path_length(graph, start) if start in graph else {}
    return min((d for h, d in lengths.items() if h in net and h != start), default=10**6)


def ahead(way, net, sources):
    """Whether the road goes on from the end of a way to a source."""
    roads = nx.Graph(
        (a, b) for a in net for b in PARTS.roads[a] if b in net and b not in way[:-1] and a not in way[:-1]
    )
    roads.add_node(way[-1])
    return bool(sources & nx.node_connected_component(roads, way[-1]))


FOOT = [("us-1-26", "us-99-394"), ("ge-277vg-990", "ge-326vg-751"), ("us-14cav-14", "us-99-394")]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_19_1_routes_on_the_map_are_those_of_the_rule(count):
    rng = random.Random(count)  # noqa: S311  boards, not secrets
    seen = 0
    for _ in range(12):
        start = rng.choice([h for h in range(len(PARTS.hex_ids)) if len(PARTS.touch[h]) == 6])
        name, _ = rng.choice(FOOT)
        unit = PARTS.unit_index[name]
        foes = ALLIES if PARTS.side[unit] == 0 else GERMANS
        foes = [f for f in foes if f != name]
        ring = rng.sample(list(PARTS.touch[start]), rng.randint(1, 2))
        units = {name: PARTS.hex_ids[start]} | {f: PARTS.hex_ids[h] for f, h in zip(foes, ring, strict=False)}
        state = state_of(units, turn=12)
        graph = board_of(state, unit)
        net = {h for h, on in enumerate(supply.roads(PARTS, state, PARTS.side[unit])) if on}
        every = set(walks(graph, start, count))
        found = {tuple(n[0] for n in way) for way in routes_of(PARTS, state, unit, count)}
        assert found <= every
        if not supply.has_route(PARTS, state, PARTS.side[unit], start) or nearest(graph, start, net) > 99:
            assert found == every
            continue
        good = {way for way in every if obeys(state, graph, net, way)}
        if good:
            assert found == good, (units, count)
            seen += 1
    assert seen > 2


def banks_met(a, b, banks):
    """The banks of a hex that a step from these banks of its neighbour comes to."""
    return {there for here, there in PARTS.board.borders[a, b].banks if here in banks}


@pytest.mark.parametrize("seed", range(8))
def test_19_1_3_1_armour_goes_back_over_rivers_by_bridges_and_towns_alone(seed):
    rng = random.Random(seed)  # noqa: S311  boards, not secrets
    wet = [h for h in range(len(PARTS.hex_ids)) if PARTS.bank_count[h] > 1]
    for _ in range(6):
        start = rng.choice(sorted({b for h in wet for b in PARTS.near[h] if PARTS.bank_count[b] == 1}))
        foe = rng.choice(list(PARTS.touch[start]))
        state = state_of({"us-7ar-cca": PARTS.hex_ids[start], GERMANS[0]: PARTS.hex_ids[foe]}, turn=12)
        unit = indexes("us-7ar-cca")[0]
        for way in routes_of(PARTS, state, unit, 3):
            banks = set(range(PARTS.bank_count[start]))
            for (a, _), (b, _) in itertools.pairwise(way):
                banks = banks_met(a, b, banks)
                assert banks, "crossed without a bridge"
                if b in PARTS.bridges:  # none is blown here
                    banks = set(range(PARTS.bank_count[b]))
