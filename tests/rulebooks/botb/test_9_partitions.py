"""9.2 to 9.11, 15.2, 15.5 and 23.5.2 Every plan of battles, against a search that asks the rules anew.

Nothing of the engine's own account of duties is used here: who is beside whom, who must fight and what a fort
changes is worked out from the map.
"""

from __future__ import annotations

import itertools
import random

import pytest

from bulge_widget.rulebooks.botb.planning import Planning
from bulge_widget.rulebooks.botb.state import FORT, Engagement
from tests.rulebooks.botb.field import PARTS, fight, state_of
from tests.rulebooks.botb.test_8_planning import plans

GERMANS = ("ge-277vg-990", "ge-326vg-751", "ge-1ss-peiper", "ge-lehr-130")
ALLIES = ("us-1-26", "us-99-394", "us-78-309", "us-28-112")
LIEGE = sorted(PARTS.hex_ids[h] for h in PARTS.liege)


def around(name):
    """A hex and those beside it and beside them."""
    return sorted(PARTS.hex_ids[h] for h in PARTS.within(PARTS.hex(name), 2))


def beside(state, unit, foes):
    """The hexes with foes that a unit touches across no cliff."""
    here = state.at[unit]
    theirs = {state.at[foe] for foe in foes}
    return {h for h in theirs if h in PARTS.near[here] and not PARTS.board.borders[here, h].cliff}


def every_plan(state, attackers, foes, engaged, forts):
    """All sets of complete battles that meet every duty, one battle for each unit and hex."""
    near = {u: beside(state, u, foes) for u in attackers if u not in engaged}
    near = {u: hexes for u, hexes in near.items() if hexes}
    free = {u for u in near if state.at[u] in forts}

    def wanted(unit):
        in_liege = state.at[unit] in PARTS.liege
        return {h for h in near[unit] if not (in_liege and h in PARTS.liege)}

    def go_on(left, battles):
        if not left:
            used = {u for units, _ in battles for u in units}
            attacked = {h for _, hexes in battles for h in hexes}
            if all(wanted(u) <= attacked for u in used | (set(near) - free)):
                yield frozenset(battles)
            return
        first, rest = left[0], left[1:]
        if first in free:
            yield from go_on(rest, battles)
        taken = {h for _, hexes in battles for h in hexes}
        for more in (c for n in range(len(rest) + 1) for c in itertools.combinations(rest, n)):
            units = (first, *more)
            shared = sorted(set.intersection(*(near[u] for u in units)) - taken)
            for count in range(1, len(shared) + 1):
                for hexes in itertools.combinations(shared, count):
                    after = [u for u in rest if u not in more]
                    yield from go_on(after, [*battles, (frozenset(units), frozenset(hexes))])

    return set(go_on(sorted(near), []))


def board(rng, places, side):
    """Up to four units a side in chance hexes, some of them forts, and now and then a battle that goes on."""
    spots = rng.sample(places, min(len(places), 7))
    german, allied = spots[: len(spots) // 2], spots[len(spots) // 2 :]
    units = {u: rng.choice(german) for u in rng.sample(GERMANS, rng.randint(1, 4))}
    units |= {u: rng.choice(allied) for u in rng.sample(ALLIES, rng.randint(1, 4))}
    works = bytearray(len(PARTS.hex_ids))
    for name in spots:
        works[PARTS.hex(name)] = rng.choice((0, 0, FORT)) if PARTS.town[PARTS.hex(name)] else 0
    pair = [PARTS.unit_index[next(u for u in units if u in s)] for s in (GERMANS, ALLIES)]
    going_on = rng.random() < 0.4 and beside(state_of(units), pair[0], pair[1:])
    held = (Engagement((pair[1 - side],), (pair[side],), 1 - side, held=True),) if going_on else ()
    return units, bytes(works), held


@pytest.mark.parametrize("centre", ["w2", "h4", "mm15", "d17", "aa26", "ll16"])
@pytest.mark.parametrize("side", [0, 1])
def test_9_2_15_2_15_5_23_5_2_plans_with_forts_are_those_the_rules_allow(centre, side):
    rng, compared = random.Random(f"{centre} {side}"), 0  # noqa: S311  boards, not secrets
    places = around(centre)
    for _ in range(60):
        units, works, held = board(rng, places, side)
        state = fight(units, side=side, works=works, engagements=held)
        if not (state.stack and isinstance(state.stack[-1], Planning)) or state.stack[-1].battles:
            continue
        engaged = {u for e in state.engagements for u in (*e.attackers, *e.defenders)}
        sides = [[PARTS.unit_index[u] for u in units if u in s] for s in (GERMANS, ALLIES)]
        forts = {h for h in range(len(PARTS.hex_ids)) if PARTS.fort[h] or works[h] & FORT}
        assert plans(state) == every_plan(state, sides[side], sides[1 - side], engaged, forts), (units, works)
        compared += 1
    assert compared > 8
