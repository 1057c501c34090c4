"""19.1 Retreat routes on small boards, against a search that knows the rule alone and tries every path."""

from __future__ import annotations

import itertools
import random

import pytest

from bulge_widget.rulebooks.botb.routes import Country, retreats

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def patch(radius):
    """A hexagon of hexes: neighbours by index."""
    around = range(-radius, radius + 1)
    cells = [(q, r) for q in around for r in around if abs(q + r) <= radius]
    index = {cell: i for i, cell in enumerate(cells)}
    return [[index[q + a, r + b] for a, b in STEPS if (q + a, r + b) in index] for q, r in cells]


def country(near, closed=(), roads=(), sources=(), full=(), mixed=(), walls=()):  # noqa: PLR0913  a board has these
    """A board: closed hexes, roads as pairs, sources, full hexes, pairs that are walled off from each other."""
    joined = [set() for _ in near]
    for a, b in roads:
        joined[a].add(b)
        joined[b].add(a)
    network, queue = set(), [h for h in sources if h not in closed]
    for here in queue:
        if here not in network:
            network.add(here)
            queue += [h for h in joined[here] if h not in closed]
    barred = {*walls, *((b, a) for a, b in walls)}

    def steps(node):
        return tuple((h, 1) for h in near[node[0]] if h not in closed and (node[0], h) not in barred)

    return Country(steps, joined, network, set(sources), set(full).__contains__, set(mixed).__contains__)


def hexes_of(ways):
    return {tuple(node[0] for node in way) for way in ways}


def all_paths(board, start, count):
    """Every way of exactly so many legal steps without a hex twice, by brute force."""
    found = [(start,)]
    for _ in range(count):
        found = [(*way, n[0]) for way in found for n in board.steps((way[-1], 1)) if n[0] not in way]
    return found


def distance(board, start):
    """Least steps to the network from a hex, or None."""
    if start in board.network:
        return 0
    for count in range(1, 20):
        ways = all_paths(board, start, count)
        if any(way[-1] in board.network for way in ways):
            return count
        if not ways:
            return None
    return None


def goes_to_source(board, way):
    """Whether some road leads from the end of a way to a source without a hex twice."""
    if way[-1] in board.sources:
        return True
    onward = [h for h in board.roads[way[-1]] if h in board.network and h not in way]
    return any(goes_to_source(board, (*way, h)) for h in onward)


def may_follow(board, start, way):
    """19.1.2.1 Whether a way obeys the rule of the route, hex by hex."""
    on_road = any(h in board.network and (h, 1) in board.steps((start, 1)) for h in board.roads[start])
    far = 0 if on_road else distance_from_start(board, start)
    for i, here in enumerate(way[1:], start=1):
        if i <= far:
            if (distance(board, here) if here not in board.network else 0) != far - i:
                return False
        elif here not in board.network or here not in board.roads[way[i - 1]]:
            return False
    return len(way) - 1 <= far or goes_to_source(board, way)


def distance_from_start(board, start):
    """Least steps from the start to the network, the start itself not counted as on it."""
    options = [distance(board, n[0]) for n in board.steps((start, 1))]
    return 1 + min(d for d in options if d is not None)


def expected(board, start, count, supplied):
    """19.1 The rule in full, from every path there is."""
    ways = all_paths(board, start, count)
    reachable = any(distance(board, n[0]) is not None for n in board.steps((start, 1)))
    if supplied and reachable:
        obedient = [way for way in ways if may_follow(board, start, way)]
        off = any(
            way[-1] in board.sources and may_follow(board, start, way)
            for shorter in range(1, count)
            for way in all_paths(board, start, shorter)
        )
        ways = obedient or (ways if off else [])
    roomy = [way for way in ways if not board.full(way[-1])]
    if not roomy:
        last = [(*way[:-1], n[0]) for way in ways for n in board.steps((way[-2], 1)) if n[0] not in way]
        roomy = [way for way in last if not board.full(way[-1])]
    unmixed = [way for way in roomy if not board.mixed(way[-1])]
    return set(unmixed or roomy)


def random_board(seed):
    """A patch of 19 hexes with chance roads, closed and full hexes; the unit in the middle has enemies beside it."""
    rng = random.Random(seed)  # noqa: S311  boards, not secrets
    near = patch(2)
    start = 9
    closed = {start, *rng.sample(near[start], rng.randint(1, 3)), *rng.sample(range(19), rng.randint(0, 4))}
    pairs = [(a, b) for a in range(19) for b in near[a] if a < b]
    roads = rng.sample(pairs, rng.randint(3, 14))
    rim = [h for h in range(19) if len(near[h]) < 6 and h not in closed]
    sources = rng.sample(rim, min(len(rim), rng.randint(1, 2)))
    full = rng.sample(range(19), rng.randint(0, 5))
    mixed = rng.sample(range(19), rng.randint(0, 4))
    walls = rng.sample(pairs, rng.randint(0, 4))
    return country(near, closed, roads, sources, full, mixed, walls), start


@pytest.mark.parametrize("block", range(8))
def test_routes_agree_with_every_path_on_random_boards(block):
    found = 0
    for seed in range(block * 60, block * 60 + 60):
        board, start = random_board(seed)
        for count, supplied in itertools.product((1, 2, 3, 4), (True, False)):
            mine = hexes_of(retreats(board, (start, 1), count, supplied=supplied))
            assert mine == expected(board, start, count, supplied), (seed, count, supplied)
            found += len(mine)
    assert found


@pytest.mark.parametrize("closed", [c for n in range(7) for c in itertools.combinations(range(7), n)])
def test_every_way_of_closing_a_ring_of_seven(closed):
    near = patch(1)
    start = 3
    board = country(near, {*closed, start}, roads=[(0, 1), (1, 4), (4, 6)], sources=[0])
    for count in (1, 2, 3):
        for supplied in (True, False):
            assert hexes_of(retreats(board, (start, 1), count, supplied=supplied)) == expected(
                board, start, count, supplied
            )


def line(length):
    """Hexes in a row, each beside the next."""
    return [[h for h in (i - 1, i + 1) if 0 <= h < length] for i in range(length)]


def test_three_hexes_with_two_free_mean_the_end():
    board = country(line(5), closed={0, 3}, roads=[(0, 1), (1, 2), (2, 3), (3, 4)], sources=[4])
    assert retreats(board, (0, 1), 3, supplied=False) == []


def test_a_unit_on_a_supply_road_follows_it():
    near = patch(2)
    board = country(near, {9}, roads=[(9, 10), (10, 11)], sources=[11])
    assert hexes_of(retreats(board, (9, 1), 2, supplied=True)) == {(9, 10, 11)}


def test_a_road_that_ends_at_the_edge_frees_the_unit():
    near = patch(2)
    board = country(near, {9}, roads=[(9, 10), (10, 11)], sources=[11])
    assert hexes_of(retreats(board, (9, 1), 3, supplied=True)) == set(all_paths(board, 9, 3))


def test_the_last_step_may_avoid_a_full_hex():
    near = patch(2)
    board = country(near, {9}, roads=[(9, 10), (10, 11)], sources=[11], full={11})
    ends = {way[-1] for way in hexes_of(retreats(board, (9, 1), 2, supplied=True))}
    assert ends == {h for h in near[10] if h not in {9, 11}}


def test_the_shortest_way_to_a_road_comes_first_whatever_the_road_does_then():
    near = patch(2)
    board = country(near, {9, 10}, roads=[(11, 15), (15, 18), (5, 4)], sources=[18, 4])
    for way in hexes_of(retreats(board, (9, 1), 1, supplied=True)):
        assert distance(board, way[-1]) == distance_from_start(board, 9) - 1


def test_a_unit_without_supply_goes_anywhere():
    near = patch(2)
    board = country(near, {9}, roads=[(9, 10), (10, 11)], sources=[11])
    assert hexes_of(retreats(board, (9, 1), 2, supplied=False)) == set(all_paths(board, 9, 2))
