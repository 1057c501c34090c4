"""The searches of the book beside a second, naive reading of movement and supply, in games played at random."""

from __future__ import annotations

import itertools

import pytest

from bulge_widget.rulebooks.bigredone import supply
from bulge_widget.rulebooks.bigredone.movement import Budget, Ways
from bulge_widget.rulebooks.bigredone.state import WAITING
from tests.rulebooks import play
from tests.rulebooks.bigredone.referee import Referee
from tests.rulebooks.bigredone.table import PARTS, SIDES


def games():
    """Positions of random games, with air markers where the weather brings some."""
    for seed in range(200, 206):
        game = play.begin("bigredone", seed, options={"weather": "variable"})
        for number, _ in enumerate(play.answers(game, seed)):
            if number % 60 == 30:
                yield game


def cost_of(found, where):
    count = len(PARTS.hex_ids)
    costs = [cost for node, cost in found.items() if node % count == where]
    return min(costs, default=None)


@pytest.mark.parametrize("mech", [False, True])
def test_4_0_5_0_every_unit_reaches_what_the_referee_says_for_as_many_points(mech):
    for game in games():
        referee, state = Referee(game), game.state
        for unit in range(0, len(PARTS.unit_ids), 3):
            if state.at[unit] < WAITING and not PARTS.british[unit]:
                side = SIDES[PARTS.side[unit]]
                on_road = bool(PARTS.is_road[state.at[unit]])
                found = Ways.of(PARTS, state, unit, Budget(25, mech and on_road, marker=False)).plain.cost
                mine = {PARTS.hex_ids[h]: cost_of(found, h) for h in {node % len(PARTS.hex_ids) for node in found}}
                where = PARTS.hex_ids[state.at[unit]]
                if where not in referee.zone("allied" if side == "german" else "german"):
                    assert mine == referee.reach(side, where, 25, mech), (PARTS.unit_ids[unit], where)


def test_10_0_every_unit_is_supplied_as_the_referee_says():
    asked = 0
    for game in games():
        referee, state = Referee(game), game.state
        for unit, side in itertools.product(range(len(PARTS.unit_ids)), (0, 1)):
            if state.at[unit] < WAITING and PARTS.side[unit] == side:
                where = state.at[unit]
                mine = supply.cost(PARTS, state, side, where)
                assert mine == referee.supply(SIDES[side], PARTS.hex_ids[where])
                asked += mine is None or mine > 0
    assert asked


def test_rings_of_neighbours_are_as_far_as_the_grid_says():
    for start, far in itertools.product((0, 12, 240, 484), (1, 2, 3, 5)):
        expected = {h for h in range(len(PARTS.hex_ids)) if PARTS.distance(start, h) <= far}
        assert set(PARTS.around[far][start]) == expected
