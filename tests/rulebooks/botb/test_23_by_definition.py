"""22.0 and 23.0 Exchanges and chains of engagements, each against the words of the rule, over all choices there are."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest

from bulge_widget.rulebooks.botb import engagement, planning, results
from bulge_widget.rulebooks.botb.advance import Advancing
from bulge_widget.rulebooks.botb.engagement import Answering, Counterattack, Hold
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.results import Lose
from bulge_widget.rulebooks.botb.state import OFF, Engagement
from tests.rulebooks.botb.field import PARTS, asked, hexes, indexes, play, refused, run, state_of, where

GERMAN, ALLIED = 0, 1
MINE = ("ge-277vg-990", "ge-326vg-751", "ge-12vg-27f", "ge-18vg-293", "ge-lehr-901", "ge-62vg-164", "ge-560vg-1128")
THEIRS = ("us-1-26", "us-99-394", "us-78-309", "us-28-112", "us-28-110", "us-1-16", "us-1-18", "us-2-9", "us-2-23")
OPEN = [
    h
    for h in range(len(PARTS.hex_ids))
    if len(PARTS.touch[h]) == len(PARTS.near[h]) == 6 and not PARTS.fort[h] and len(PARTS.within(h, 3)) == 37
]


# -- 22 exchange --------------------------------------------------------------------------------------


@pytest.mark.parametrize("attackers", [1, 2, 3])
@pytest.mark.parametrize("defenders", [1, 2, 3])
def test_22_1_to_22_4_every_exchange_there_is(attackers, defenders):
    """22.1 The defender loses one of his choice, then the attacker; 22.3 who alone is left may come in."""
    for lost, paid in itertools.product(THEIRS[:defenders], MINE[:attackers]):
        state = state_of(dict.fromkeys(MINE[:attackers], "h4") | dict.fromkeys(THEIRS[:defenders], "h3"))
        fight = Fight(GERMAN, tuple(sorted(indexes(*MINE[:attackers]))), hexes("h3"))
        state, _ = run(*results.carried_out(PARTS, state, fight, ("Exch",)))
        for side, name, choice in (("allied", lost, defenders), ("german", paid, attackers)):
            if choice > 1:
                assert asked(state).seat == side
                assert len(list(asked(state).options)) == choice
                state, _ = play(state, Lose(name))
            assert where(state, name) is None
        gone = {name for name in (*MINE[:attackers], *THEIRS[:defenders]) if where(state, name) is None}
        assert gone == {lost, paid}
        assert _may_come_in(state) == _expected(attackers - 1, defenders - 1)


def _may_come_in(state):
    """The side that may advance, from where to where."""
    if not state.stack:
        return None
    step = state.stack[-1]
    assert isinstance(step, Advancing)
    assert step.count == 1
    assert set(step.units) == {u for u, at in enumerate(state.at) if at < OFF}
    return {action.path for action in asked(state).options if hasattr(action, "path")}


def _expected(attackers, defenders):
    if attackers and not defenders:
        return {("h4", "h3")}
    if defenders and not attackers:
        return {("h3", "h4")}
    return None


# -- 23 engagement ------------------------------------------------------------------------------------


class Chain:
    """What becomes of engagements, by the words of the rule: units and hexes, nothing of the engine."""

    def __init__(self, at, engagements):
        self.at = dict(at)
        self.bound = [(set(e.attackers), set(e.defenders)) for e in engagements]

    def free(self):
        """The defenders' side's units that are engaged nowhere."""
        held = set().union(*(d for _, d in self.bound)) if self.bound else set()
        return {u for u in self.at if PARTS.side[u] == ALLIED and u not in held}

    def join(self):
        """23.5.3 Whoever is in a hex with engaged defenders is engaged with them."""
        for _, defenders in self.bound:
            spots = {self.at[u] for u in defenders}
            defenders |= {u for u in self.free() if self.at[u] in spots}

    def beside(self, units, attackers):
        return any(self.at[a] in PARTS.near[self.at[u]] for u in units for a in attackers)

    def forced(self):
        """23.4.1, 23.4.2 A free friend beside an engaged attacker; those let go are free friends too."""
        while (found := next((e for e in self.bound if self.beside(self.free(), e[0])), None)) is not None:
            self.bound.remove(found)

    def broken_by(self, unit):
        """23.5.5 The engagements that an advance breaks, and those that the units let go break in turn."""
        loose = {unit}
        while (found := next((e for e in self.bound if self.beside(loose, e[0])), None)) is not None:
            self.bound.remove(found)
            loose |= found[1]

    def spots(self):
        return {frozenset(self.at[u] for u in defenders) for _, defenders in self.bound}


def chance_front(rng):
    """Engagements near each other, each of one hex with defenders, and a few free defenders about."""
    around = PARTS.within(rng.choice(OPEN), 3)
    free = [h for h in around if len(PARTS.touch[h]) == len(PARTS.near[h])]
    rng.shuffle(free)
    mine, theirs = list(indexes(*MINE)), list(indexes(*THEIRS))
    at, engagements, taken = {}, [], set()
    for spot in free[: rng.randint(2, 4)]:
        doors = [h for h in PARTS.near[spot] if h in free and h not in taken]
        if spot in taken or not doors or len(theirs) < 3 or not mine:
            continue
        door = rng.choice(doors)
        attackers = [mine.pop() for _ in range(min(len(mine), rng.randint(1, 2)))]
        defenders = [theirs.pop() for _ in range(rng.randint(1, 2))]
        at |= dict.fromkeys(attackers, door) | dict.fromkeys(defenders, spot)
        taken |= {spot, door}
        engagements.append(Engagement(tuple(sorted(attackers)), tuple(sorted(defenders)), GERMAN))
    defended = [at[e.defenders[0]] for e in engagements]
    for unit in theirs[: rng.choice((0, 0, 1, 2))]:
        at[unit] = rng.choice([h for h in free if h not in taken] + defended[:1])
    return at, tuple(engagements)


def position(at, engagements):
    return state_of({PARTS.unit_ids[u]: PARTS.hex_ids[h] for u, h in at.items()}, turn=12, engagements=engagements)


def answered(state, rng, chain):
    """Answer for every battle that may choose, and check each time who may."""
    while state.stack and isinstance(state.stack[-1], Answering):
        spots = {PARTS.hex_index[a.hex] for a in asked(state).options}
        still = {at for e in state.engagements if not e.held for at in (state.at[u] for u in e.defenders)}
        assert spots == still
        where_ = rng.choice(sorted(spots))
        if rng.random() < 0.6:
            state, _ = play(state, Hold(PARTS.hex_ids[where_]))
            continue
        chain.bound = [e for e in chain.bound if where_ not in {chain.at[u] for u in e[1]}]
        chain.forced()
        state, _ = play(state, Counterattack(PARTS.hex_ids[where_]))
        assert {frozenset(state.at[u] for u in e.defenders) for e in state.engagements} == chain.spots()
    return state


def test_23_3_to_23_5_every_chain_of_counterattacks_is_what_the_rule_says():
    rng, forced, chosen = random.Random(23), 0, 0  # noqa: S311  boards, not secrets
    for _ in range(400):
        at, engagements = chance_front(rng)
        chain = Chain(at, engagements)
        chain.join()
        before = len(chain.bound)
        chain.forced()
        state, _ = run(*planning.begin(PARTS, position(at, engagements), ALLIED))
        assert {frozenset(state.at[u] for u in e.defenders) for e in state.engagements} == chain.spots(), at
        assert {u for e in state.engagements for u in e.defenders} == set().union(*(d for _, d in chain.bound))
        forced, chosen = forced + before - len(chain.bound), chosen + len(chain.bound)
        state = answered(state, rng, chain)
        assert all(e.held for e in state.engagements)
        assert len(state.engagements) == len(chain.bound)
    assert forced > 100
    assert chosen > 100


def test_23_5_5_every_chain_that_an_advance_breaks_is_what_the_rule_says():
    rng, broken, joined = random.Random(235), 0, 0  # noqa: S311  boards, not secrets
    for _ in range(400):
        at, engagements = chance_front(rng)
        guest = indexes("us-7ar-ccb")[0]
        near = {h for spot in at.values() for h in PARTS.near[spot]}
        at[guest] = rng.choice(sorted(near - {h for u, h in at.items() if PARTS.side[u] == GERMAN}))
        held = tuple(msgspec.structs.replace(e, held=True) for e in engagements)
        chain = Chain(at, held)
        home = next((e for e in chain.bound if at[guest] in {at[u] for u in e[1]}), None)
        if home is None:
            chain.broken_by(guest)
        else:
            home[1].add(guest)
        state, _ = engagement.broken_by(PARTS, position(at, held), guest)
        got = [(set(e.attackers), set(e.defenders)) for e in state.engagements]
        assert sorted(map(repr, got)) == sorted(map(repr, chain.bound)), at
        broken, joined = broken + len(held) - len(got), joined + (home is not None)
    assert broken > 100
    assert joined > 20


def test_23_3_only_a_hex_of_a_battle_that_may_choose_can_be_answered_for():
    at = dict(zip(indexes(MINE[0], THEIRS[0]), hexes("h4", "h3"), strict=True))
    battle = Engagement(indexes(MINE[0]), indexes(THEIRS[0]), GERMAN)
    state, _ = run(*planning.begin(PARTS, position(at, (battle,)), ALLIED))
    assert refused(state, Hold("h4")).rule == "23.3"
    assert refused(state, Counterattack("h3")) is None
