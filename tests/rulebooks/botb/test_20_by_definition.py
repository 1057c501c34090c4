"""20.2 to 20.7, 20.11 Where an advance may end, against every path there is, each judged by the words of the rule."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest

from bulge_widget.rulebooks.botb.advance import Advance, Advancing, advances_of
from bulge_widget.rulebooks.botb.state import BLOWN
from tests.rulebooks.botb.field import PARTS, asked, play, refused, standard, state_of, where
from tests.rulebooks.botb.test_19_by_definition import ANYWHERE, SIDES, WET

ROUGH = ("rugged", "forest")


class Ground:
    """What a victorious unit finds before it."""

    def __init__(self, state, unit, vacated):
        self.state, self.unit, self.vacated, self.side = state, unit, vacated, PARTS.side[unit]
        self.held = {h for h, n in enumerate(state.counts[1 - self.side]) if n}
        self.zone = {b for h in self.held for b in PARTS.near[h] if not PARTS.board.borders[h, b].cliff}

    def after(self, banks, a, b):
        """The banks a unit is on after a step, none where normal movement may not go (20.3)."""
        border, by_road = PARTS.board.borders[a, b], b in PARTS.roads[a]
        if border.cliff or b in self.held:
            return set()
        if PARTS.mech[self.unit] and "forest" in (PARTS.terrain[a], PARTS.terrain[b]) and not by_road:
            return set()
        met = {there for here, there in border.banks if here in banks}
        whole = b in PARTS.bridges and not self.state.works[b] & BLOWN
        return set(range(PARTS.bank_count[b])) if met and whole else met

    def may_go(self, way):
        """20.2 to 20.7 Whether a whole path may be taken."""
        if way[1] != self.vacated or way[-1] == way[0]:
            return False
        banks = set(range(PARTS.bank_count[way[0]]))  # 20.11
        for here, there in itertools.pairwise(way):
            banks = self.after(banks, here, there)
            if not banks:
                return False
        for before, here, there in zip(way, way[1:], way[2:], strict=False):
            if here in self.zone:
                return False
            if PARTS.terrain[here] in ROUGH and not (here in PARTS.roads[before] and there in PARTS.roads[here]):
                return False
        return self.state.counts[self.side][way[-1]] < 3 and not self.is_mixed(way[-1])

    def is_mixed(self, where):
        there = [u for u, at in enumerate(self.state.at) if at == where and PARTS.side[u] == self.side]
        return any(PARTS.british[u] != PARTS.british[self.unit] for u in there)

    def ends(self, count):
        """The hexes in which an advance may end."""
        ways, found = [(self.state.at[self.unit],)], set()
        for _ in range(count):
            ways = [(*way, b) for way in ways for b in PARTS.near[way[-1]]]
            found |= {way[-1] for way in ways if self.may_go(way)}
        return found


def chance_board(rng, starts):
    side = rng.randint(0, 1)
    mine, foes = list(SIDES[side]), list(SIDES[1 - side])
    rng.shuffle(mine)
    start = rng.choice(starts)
    vacated = rng.choice(PARTS.touch[start])
    free = [h for h in PARTS.within(start, 4) if h not in (start, vacated)]
    units = {mine[0]: PARTS.hex_ids[start]}
    units |= {f: PARTS.hex_ids[h] for f, h in zip(foes, rng.sample(free, rng.randint(0, 3)), strict=False)}
    spots = [vacated, *rng.sample([h for h in free if PARTS.hex_ids[h] not in units.values()], 2)]
    rng.shuffle(spots)
    units |= {f: PARTS.hex_ids[spots[n // 3]] for n, f in enumerate(mine[1 : 1 + rng.choice((0, 0, 3, 4, 6))])}
    works = bytearray(len(PARTS.hex_ids))
    for h in PARTS.bridges:
        works[h] = BLOWN * (rng.random() < 0.3)
    return units, bytes(works), PARTS.unit_index[mine[0]], vacated


@pytest.mark.parametrize("starts", [ANYWHERE, WET], ids=["anywhere", "rivers"])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_20_2_every_advance_on_the_map_is_what_the_rule_says(starts, count):
    rng, found = random.Random(f"{len(starts)} {count}"), 0  # noqa: S311  boards, not secrets
    for _ in range(30 if count < 4 else 8):
        units, works, unit, vacated = chance_board(rng, starts)
        state = state_of(units, turn=12, works=works, british="crossed")
        step = Advancing((unit,), (vacated,), count)
        state = msgspec.structs.replace(state, stack=(step,))
        mine = {end[0][0] for end in advances_of(PARTS, state, step, unit)}
        assert mine == Ground(state, unit, vacated).ends(count), units
        found += len(mine)
    assert found


def test_20_2_an_advance_may_come_back_through_the_hex_it_began_in():
    unit, vacated = PARTS.unit_index["us-28-112"], PARTS.hex("s28")
    step = Advancing((unit,), (vacated,), 3)
    state = state_of({"us-28-112": "t28", "ge-277vg-990": "t31"}, turn=12, stack=(step,))
    back = Advance("us-28-112", ("t28", "s28", "t28", "u29"))
    assert "u29" not in {PARTS.hex_ids[h] for h in PARTS.near[vacated]}
    assert refused(state, back) is None
    assert standard(state, back) in list(asked(state).options)
    assert refused(state, Advance("us-28-112", ("t28", "u29"))).rule == "20.7"
    assert where(play(state, back)[0], "us-28-112") == "u29"
