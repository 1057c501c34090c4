"""19.1 The retreats offered on the map, against every path there is, each judged by the words of the rule alone.

Any kind of unit, friends in the way, bridges that are blown, roads that end at the edge: the paths are walked hex by
hex and the rule is read off them; nothing of the engine's search is used, only where supply roads run (12.3).
"""

from __future__ import annotations

import itertools
import random

import pytest

from bulge_widget.rulebooks.botb import supply
from bulge_widget.rulebooks.botb.refuge import routes_of
from bulge_widget.rulebooks.botb.state import BLOWN
from tests.rulebooks.botb.field import PARTS, state_of

FARTHEST = 6
SIDES = (
    ("ge-277vg-990", "ge-2pz-3", "ge-lehr-901", "ge-326vg-751", "ge-12vg-27f", "ge-1ss-peiper", "ge-18vg-293"),
    (
        "us-1-26",
        "us-7ar-cca",
        "us-14cav-14",
        "us-99-394",
        "us-78-309",
        "us-28-112",
        "us-28-110",
        "uk-51-152",
        "uk-gds-5",
    ),
)


class Land:
    """What one unit finds when it is driven back."""

    def __init__(self, state, unit):
        self.state, self.unit, self.side = state, unit, PARTS.side[unit]
        held = [h for h, n in enumerate(state.counts[1 - self.side]) if n]
        self.shut = {*held, *(b for h in held for b in PARTS.near[h] if not PARTS.board.borders[h, b].cliff)}
        self.net = {h for h, on in enumerate(supply.roads(PARTS, state, self.side)) if on}
        self.sources = set(supply.sources(PARTS, state, self.side))
        self.crowd = state.counts[self.side]

    def after(self, banks, a, b):
        """The banks a unit is on after a step, none where the step is forbidden (19.1.3.1, 19.1.3.2)."""
        border = PARTS.board.borders[a, b]
        by_road = b in PARTS.roads[a]
        if border.cliff or b in self.shut:
            return set()
        if PARTS.mech[self.unit] and "forest" in (PARTS.terrain[a], PARTS.terrain[b]) and not by_road:
            return set()
        if not PARTS.armor[self.unit]:
            return set(range(PARTS.bank_count[b]))
        met = {there for here, there in border.banks if here in banks}
        whole = b in PARTS.bridges and not self.state.works[b] & BLOWN
        return set(range(PARTS.bank_count[b])) if met and whole else met

    def walks(self, count):
        """Every way of exactly so many legal steps without a hex twice."""
        here = self.state.at[self.unit]
        ways = [((here,), set(range(PARTS.bank_count[here])))]
        for _ in range(count):
            ways = [
                ((*way, b), met)
                for way, banks in ways
                for b in PARTS.near[way[-1]]
                if b not in way and (met := self.after(banks, way[-1], b))
            ]
        return [way for way, _ in ways]

    def distance(self):
        """19.1.2.1 The fewest hexes to a supply road; 0 where the unit begins on one it can follow, None for no way."""
        here = self.state.at[self.unit]
        if any(way[1] in self.net and way[1] in PARTS.roads[here] for way in self.walks(1)):
            return 0
        return next((n for n in range(1, FARTHEST + 1) if any(way[-1] in self.net for way in self.walks(n))), None)

    def obeys(self, way, far, shortest):
        """19.1.2.1 to 19.1.2.3 Whether a way is the beginning of a shortest one, or one with the road after it."""
        count = len(way) - 1
        if count < far:
            return any(whole[: count + 1] == way for whole in shortest)
        if far and way[: far + 1] not in shortest:
            return False
        steps = itertools.pairwise(way[far:])
        return all(b in self.net and b in PARTS.roads[a] for a, b in steps) and self.goes_on(way)

    def goes_on(self, way):
        """19.1.2.1 Whether the road leads on to a source from the last hex."""
        seen, edge = set(way), {way[-1]}
        while edge:
            if edge & self.sources:
                return True
            edge = {b for a in edge for b in PARTS.roads[a] if b in self.net} - seen
            seen |= edge
        return False

    def retreats(self, count):
        """19.1 Every way the owner may choose from; None where the supply road is too far to look for."""
        ways = self.walks(count)
        if supply.has_route(PARTS, self.state, self.side, self.state.at[self.unit]):
            far = self.distance()
            if far is None:
                return None
            shortest = {way for way in self.walks(far) if way[-1] in self.net} if far else set()
            good = [way for way in ways if self.obeys(way, far, shortest)]
            if not good:
                shorter = (way for n in range(far, count) for way in self.walks(n) if self.obeys(way, far, shortest))
                good = ways if any(way[-1] in self.sources for way in shorter) else []
            ways = good
        return self.with_room(ways)

    def with_room(self, ways):
        """19.1.3.4, 19.1.5 Those that end with room; if none does, the last step may go elsewhere."""
        roomy = {way for way in ways if self.crowd[way[-1]] < 3}
        if not roomy:
            every = set(self.walks(len(ways[0]) - 1)) if ways else set()
            roomy = {way for way in every if self.crowd[way[-1]] < 3 and any(way[:-1] == w[:-1] for w in ways)}
        pure = {way for way in roomy if not self.is_mixed(way[-1])}
        return pure or roomy

    def is_mixed(self, where):
        there = [u for u, at in enumerate(self.state.at) if at == where and PARTS.side[u] == self.side]
        return any(PARTS.british[u] != PARTS.british[self.unit] for u in there)


def chance_board(rng, starts):
    """A unit beside one or two enemies, others about, friends in stacks, some bridges blown."""
    side = rng.randint(0, 1)
    mine, foes = list(SIDES[side]), list(SIDES[1 - side])
    rng.shuffle(mine)
    start = rng.choice(starts)
    about = [h for h in PARTS.within(start, 4) if h != start]
    ring = rng.sample(list(PARTS.touch[start]), min(len(PARTS.touch[start]), rng.randint(1, 2)))
    ring += rng.sample(about, rng.randint(0, 2))
    units = {mine[0]: PARTS.hex_ids[start]}
    units |= {f: PARTS.hex_ids[h] for f, h in zip(foes, dict.fromkeys(ring), strict=False)}
    free = [h for h in PARTS.within(start, 3) if h != start and h not in ring]
    spots = rng.sample(free, 2)
    units |= {f: PARTS.hex_ids[spots[n // 3]] for n, f in enumerate(mine[1 : 1 + rng.choice((0, 0, 3, 6))])}
    works = bytearray(len(PARTS.hex_ids))
    for h in PARTS.bridges:
        works[h] = BLOWN * (rng.random() < 0.3)
    return units, bytes(works), PARTS.unit_index[mine[0]]


ANYWHERE = [h for h in range(len(PARTS.hex_ids)) if PARTS.touch[h]]
WET = sorted({b for h in ANYWHERE if PARTS.bank_count[h] > 1 for b in (h, *PARTS.near[h])})
EDGE = sorted({b for h in PARTS.exit_hexes for b in PARTS.within(h, 2)})


@pytest.mark.parametrize("starts", [ANYWHERE, WET, EDGE], ids=["anywhere", "rivers", "edges"])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_19_1_every_retreat_on_the_map_is_what_the_rule_says(starts, count):
    rng, compared = random.Random(f"{len(starts)} {count}"), 0  # noqa: S311  boards, not secrets
    for _ in range(14 if count < 4 else 6):
        units, works, unit = chance_board(rng, starts)
        state = state_of(units, turn=12, works=works)
        wanted = Land(state, unit).retreats(count)
        if wanted is None:
            continue
        assert {tuple(n[0] for n in way) for way in routes_of(PARTS, state, unit, count)} == wanted, units
        compared += 1
    assert compared > 3
