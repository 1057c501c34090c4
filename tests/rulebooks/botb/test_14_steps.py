"""The tables the searches read are what the rule says of each single step."""

from __future__ import annotations

import itertools

import pytest

from bulge_widget.rulebooks.botb import ground, steps, zones
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from tests.rulebooks.botb.table import PARTS, state_of

NODES = nodes_of(PARTS)
BRIDGES = tuple(sorted(PARTS.bridges))
US, GERMAN, OTHER = "us-28-110", "ge-26vg-39f", "ge-326vg-753"


def by_definition(going, node):
    found = (ground.edge(PARTS, going, node, b) for b in PARTS.near[NODES.hex[node]])
    return tuple(step for step in found if step is not None)


@pytest.mark.parametrize(
    "going",
    [
        Going(True, 3, "mud", (), (), False),
        Going(True, 3, "frozen", BRIDGES[::2], BRIDGES[1::3], False),
        Going(False, 4, "mud", BRIDGES, (), True),
        Going(False, 6, "frozen", (), tuple(range(0, 1650, 7)), False),
    ],
    ids=["plain", "bridges", "first turn", "raids"],
)
def test_14_the_table_of_steps_holds_every_step_and_the_shorter_ones_all_that_can_be_paid(going):
    table = steps.table(PARTS, going)
    assert len(table.rows) == (2 if going.surprise else 1) * NODES.singles
    by_left = table.by_left(72)
    assert len(by_left) == 73
    for node, row in enumerate(table.rows):
        assert row == by_definition(going, node)
        for left in (0, 2, 3, 11, 12, 23, 24, 40, 72):
            assert [s for s in row if s[1] <= left] == [s for s in by_left[left][node] if s[1] <= left]


def test_10_the_units_of_a_hex_are_found_in_their_order():
    state = state_of({US: "p8", GERMAN: "kk10", OTHER: "kk10", "ge-150-pzbde": "a1"})
    for where, side in itertools.product(range(len(PARTS.hex_ids)), (0, 1, None)):
        there = [u for u, at in enumerate(state.at) if at == where and PARTS.combat[u]]
        wanted = tuple(u for u in there if side is None or PARTS.side[u] == side)
        assert zones.units_at(PARTS, state, where, side) == wanted


@pytest.mark.parametrize("where", ["a1", "kk10", "xx1", "a33", "r20"])
def test_what_is_within_so_many_hexes_is_what_lies_no_farther(where):
    here = PARTS.hex(where)
    for far in (0, 1, 3, 4):
        near = tuple(h for h in range(len(PARTS.hex_ids)) if PARTS.distance(here, h) <= far)
        assert PARTS.within(here, far) == near
