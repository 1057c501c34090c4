"""Searches, against networkx and against hand-made cases."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bulge_widget.board import (
    blank,
    components,
    flood,
    load_board,
    maps_folder,
    reach,
    shortest_path,
    spread,
    spread_by_left,
    within,
)

LINE = ((1,), (0, 2), (1, 3), (2,))


def one(_a: int, _b: int) -> int:
    return 1


@st.composite
def networks(draw: st.DrawFn) -> tuple[list[list[int]], dict[tuple[int, int], int | None]]:
    """Neighbours of up to nine spaces and a cost each way, some of them closed."""
    size = draw(st.integers(2, 9))
    pairs = [(a, b) for a in range(size) for b in range(size) if a < b]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
    costs = {}
    for a, b in chosen:
        costs[a, b] = draw(st.none() | st.integers(0, 4))
        costs[b, a] = draw(st.none() | st.integers(0, 4))
    return [sorted(b for a, b in costs if a == space) for space in range(size)], costs


def as_networkx(neighbours: list[list[int]], costs: dict[tuple[int, int], int | None]) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(neighbours)))
    graph.add_weighted_edges_from((a, b, cost) for (a, b), cost in costs.items() if cost is not None)
    return graph


@given(networks())
def test_the_shortest_path_costs_what_networkx_says(network):
    neighbours, costs = network
    known = nx.single_source_dijkstra_path_length(as_networkx(neighbours, costs), 0)
    for goal in range(len(neighbours)):
        path = shortest_path(neighbours, 0, goal, lambda a, b: costs[a, b])
        assert (path.cost if path else None) == known.get(goal)
        if path:
            steps = zip(path.spaces, path.spaces[1:], strict=False)
            assert sum(costs[step] or 0 for step in steps) == path.cost


@given(networks(), st.integers(0, 8))
def test_reach_holds_what_networkx_reaches_within_the_limit(network, limit: int):
    neighbours, costs = network
    found = reach(neighbours, 0, limit, lambda a, b: costs[a, b])
    assert found.cost == nx.single_source_dijkstra_path_length(as_networkx(neighbours, costs), 0, cutoff=limit)
    for space, cost in found.cost.items():
        path = found.path(space)
        assert sum(costs[step] or 0 for step in itertools.pairwise(path)) == cost


def test_the_knapp_roads_give_networkx_distances():
    board = load_board(maps_folder("knapp"))
    roads = board.graph.edge_subgraph([(a, b) for a, b, d in board.graph.edges(data=True) if d["road"]])
    known = nx.single_source_shortest_path_length(roads, "bastogne")
    start = board.index["bastogne"]
    found = reach(board.roads, start, 44, one)
    assert {board.spaces[i].id: cost for i, cost in found.cost.items()} == known


def test_a_closed_way_gives_no_path():
    assert shortest_path(LINE, 0, 3, lambda a, b: None if (a, b) == (1, 2) else 1) is None


def test_a_stop_is_entered_but_not_left_unless_one_starts_there():
    assert set(reach(LINE, 0, 9, one, stops={1}).cost) == {0, 1}
    assert set(reach(LINE, 1, 1, one, stops={1}).cost) == {0, 1, 2}


def test_reach_ends_where_the_points_end_and_knows_the_way():
    found = reach(LINE, 0, 2, one)
    assert found.cost == {0: 0, 1: 1, 2: 2}
    assert found.path(2) == (0, 1, 2)
    with pytest.raises(KeyError):
        found.path(3)


def test_a_negative_cost_is_refused():
    with pytest.raises(ValueError, match="may not cost -1"):
        reach(LINE, 0, 3, lambda _a, _b: -1)


def test_a_flood_does_not_enter_blocked_spaces_and_ends_in_stops():
    assert flood(LINE, [0], blocked={2}) == {0: 0, 1: 0}
    assert flood(LINE, [0], stops={1}) == {0: 0, 1: 0}
    assert flood(LINE, [0], stops={0}) == {0: 0}
    assert flood(LINE, [0], blocked={0}) == {}
    assert flood(LINE, [3, 0]) == {3: 3, 0: 0, 2: 3, 1: 0}


def test_parts_that_do_not_hang_together_are_told_apart():
    assert components(((1,), (0,), ())) == (frozenset({0, 1}), frozenset({2}))


STEPS = (((1, 2), (3, 9)), ((0, 2), (2, 2)), ((1, 2), (3, 2)), ())
"""A line of four nodes, two points a step, and a dear short cut from the first to the last."""


def test_a_spread_finds_the_cheapest_ways_within_the_limit():
    found = spread(STEPS, [(0, 0)], 6)
    assert found.cost == {0: 0, 1: 2, 2: 4, 3: 6}
    assert found.path(3) == [0, 1, 2, 3]
    assert spread(STEPS, [(0, 1)], 4).cost == {0: 1, 1: 3}


def test_a_spread_knows_closed_nodes_and_stops():
    assert spread(STEPS, [(0, 0)], 9, closed=[1]).cost == {0: 0, 3: 9}
    assert spread(STEPS, [(0, 0)], 9, stops=[0, 1, 0, 0]).cost == {0: 0, 1: 2, 3: 9}
    assert blank(len(STEPS), 9, [1]) == [10, -1, 10, 10]
    assert spread(STEPS, [(1, 0)], 9, closed=[1]).cost == {}


def test_a_spread_leaves_out_what_is_no_better_than_a_node_already_reached():
    steps = (((1, 5), (3, 1)), (), (), ((1, 5),))  # node 3 is space 0 with more freedom
    assert spread(steps, [(3, 0)], 9, worse=[0, 1, 2, 0]).cost == {3: 0, 1: 5}
    assert spread(steps, [(0, 0), (3, 0)], 9, worse=[0, 1, 2, 0]).cost == {0: 0, 3: 0, 1: 5}


def test_spaces_within_some_steps_come_nearest_first():
    assert within(LINE, 0, 0) == (0,)
    assert within(LINE, 1, 1)[0] == 1
    assert set(within(LINE, 0, 2)) == {0, 1, 2}


def test_steps_that_cannot_be_paid_any_more_need_not_be_looked_at():
    cheap = [[step for step in row if step[1] < 2] for row in STEPS]
    by_left = [cheap, cheap, *[STEPS] * 8]
    for limit in (1, 2, 9):
        whole = spread(STEPS, [(0, 0)], limit)
        assert spread_by_left(by_left[: limit + 1], [(0, 0)], [limit + 1] * 4, bytes(4)) == whole
    steps = (((1, 5), (3, 1)), (), (), ((1, 5),))  # node 3 is space 0 with more freedom
    layered = spread_by_left([steps] * 10, [(3, 0)], blank(4, 9, ()), bytes(4), [0, 1, 2, 0])
    assert layered == spread(steps, [(3, 0)], 9, worse=[0, 1, 2, 0])
    barred = spread_by_left(by_left, [(0, 0)], [10, -1, 10, 10], bytes(4))
    assert barred == spread(STEPS, [(0, 0)], 9, closed=[1])
