"""The look-ahead of a plan of battles against a search through every plan, on every small graph."""

from __future__ import annotations

import itertools

import pytest

from bulge_widget.rulebooks.botb.stars import Battle, can_complete

UNITS, HEXES = (0, 1, 2), (10, 11, 12)


def finishes(near, battles, units, hexes, free):
    """Whether some plan gives everybody with a duty a battle: tries all there are."""
    if not units and not hexes:
        return True
    moves = []
    for i, old in enumerate(battles):
        moves += [(i, Battle((*old.attackers, u), old.hexes)) for u in free if all(h in near[u] for h in old.hexes)]
        moves += [
            (i, Battle(old.attackers, (*old.hexes, h))) for h in hexes if all(h in near[u] for u in old.attackers)
        ]
    moves += [(None, Battle((u,), (h,))) for u in free for h in hexes if h in near[u]]
    for i, new in moves:
        after = [b for j, b in enumerate(battles) if j != i] + [new]
        left = [u for u in units if u not in new.attackers], [h for h in hexes if h not in new.hexes]
        if finishes(near, after, *left, [u for u in free if u not in new.attackers]):
            return True
    return False


def graphs():
    """Every way three units and three hexes may touch."""
    pairs = list(itertools.product(UNITS, HEXES))
    for bits in range(1 << len(pairs)):
        near = {unit: set() for unit in UNITS}
        for i, (unit, where) in enumerate(pairs):
            if bits >> i & 1:
                near[unit].add(where)
        yield near


@pytest.mark.parametrize("optional", [(), (2,)])
def test_look_ahead_is_exact_after_one_assignment_on_every_graph_of_three_and_three(optional):
    checked = 0
    for near in graphs():
        duty = [u for u in UNITS if near[u] and u not in optional]
        owed = sorted({h for u in duty for h in near[u]})
        free = [u for u in UNITS if near[u]]
        for unit, where in [(u, h) for u in free for h in near[u] if h in owed]:
            battles = [Battle((unit,), (where,))]
            args = (
                [u for u in duty if u != unit],
                [h for h in owed if h != where],
                [u for u in free if u != unit],
            )
            assert can_complete(near, battles, *args) == finishes(near, battles, *args), (near, battles)
            checked += 1
    assert checked > 1000


def test_two_lonely_kinds_need_a_battle_each():
    near = {0: {10}, 1: {10, 11}, 2: {11, 12}, 3: {12}}
    battles = [Battle((1,), (10,)), Battle((2,), (12,))]
    assert can_complete(near, battles, [0, 3], [11], [0, 3]) is False
    assert can_complete(near, battles, [0], [11], [0])


def test_a_duty_without_any_partner_cannot_be_met():
    assert not can_complete({0: {10}, 1: {10}}, [Battle((1,), (10,))], [], [11], [])
