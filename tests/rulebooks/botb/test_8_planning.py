"""8.0, 9.0, 15.2 to 15.7 Who fights whom: the plan of battles on the board, against a search through every plan."""

from __future__ import annotations

import itertools

import pytest

from bulge_widget.rulebooks.botb.duty import situation
from bulge_widget.rulebooks.botb.planning import Attack, EndPlan, Planning
from tests.rulebooks.botb.field import PARTS, asked, fight, hexes, play, refused

PEIPER, LEHR, G1, G2 = "ge-1ss-peiper", "ge-lehr-130", "ge-277vg-990", "ge-326vg-751"
CAV, A1, A2, A3 = "us-28-112", "us-1-26", "us-99-394", "us-78-309"


def plans(state):
    """Every finished plan that can be reached by legal answers, as sets of battles."""
    found, seen, queue = set(), set(), [state]
    while queue:
        now = queue.pop()
        key = now.stack[-1].battles if now.stack and isinstance(now.stack[-1], Planning) else None
        if key is None or key in seen:
            continue
        seen.add(key)
        options = list(asked(now).options)
        assert options, "a dead end"
        for action in options:
            if isinstance(action, EndPlan):
                found.add(frozenset((frozenset(b.attackers), frozenset(b.hexes)) for b in key))
                continue
            after = msg_step(now, action)
            queue.append(after)
    return found


def msg_step(state, action):
    """The state after an assignment, with nothing carried on by itself."""
    from bulge_widget.rulebooks.botb import planning  # noqa: PLC0415  only here

    return planning.apply(PARTS, state, state.stack[-1], action)[0]


def partitions(case):
    """Every plan of complete battles that gives each unit and hex with a duty one battle, by brute force."""
    units = list(case.near)
    owed = sorted({h for u in case.duty for h in case.owed[u]})
    found = set()
    for choice in itertools.product(*[[None, *range(len(units))] for _ in owed]):
        used = sorted({c for c in choice if c is not None})
        if None in choice:
            continue
        groups = [[h for h, c in zip(owed, choice, strict=True) if c == label] for label in used]
        if len(used) != len(set(used)) or [min(owed.index(h) for h in g) for g in groups] != sorted(
            min(owed.index(h) for h in g) for g in groups
        ):
            continue
        for places in itertools.product([None, *range(len(groups))], repeat=len(units)):
            sides = [[u for u, p in zip(units, places, strict=True) if p == i] for i in range(len(groups))]
            if not all(sides) or any(p is None and u in case.duty for u, p in zip(units, places, strict=True)):
                continue
            if all(h in case.near[u] for side, group in zip(sides, groups, strict=True) for u in side for h in group):
                found.add(frozenset((frozenset(s), frozenset(g)) for s, g in zip(sides, groups, strict=True)))
    return found


@pytest.mark.parametrize(
    "units",
    [
        {G1: "h4", A1: "h3"},
        {G1: "h4", G2: "h4", A1: "h3"},
        {G1: "h4", A1: "h3", A2: "h5"},
        {G1: "h4", G2: "i4", A1: "h3", A2: "h5"},
        {G1: "h4", G2: "i4", PEIPER: "g4", A1: "h3", A2: "h5"},
        {G1: "g3", G2: "i3", A1: "h3", A2: "h4", A3: "h2"},
        {G1: "g4", G2: "i4", PEIPER: "h5", A1: "h4", A2: "h3"},
        {G1: "g3", G2: "g5", PEIPER: "i5", A1: "h3", A2: "h4", A3: "h5"},
    ],
)
def test_the_plans_that_can_be_made_are_all_the_partitions_there_are(units):
    state = fight(units)
    assert plans(state) == partitions(situation(PARTS, state, 0))


def test_an_attacker_in_a_zone_must_attack_and_an_enemy_in_one_must_be_attacked():
    state = fight({G1: "h4", A1: "h3", A2: "h5"})
    assert refused(state, EndPlan()).code == "must_attack"
    state, _ = play(state, Attack(G1, "h3"))
    assert refused(state, EndPlan()).code == "must_be_attacked"
    assert refused(state, EndPlan()).rule == "9.2"


def test_no_attack_reaches_across_a_cliff():
    state = fight({G1: "d17", G2: "d16", A1: "e17"})
    refusal = refused(state, Attack(G1, "e17")) if state.stack else None
    assert refusal is None or refusal.code == "not_beside"
    assert hexes("e17")[0] not in PARTS.touch[hexes("d17")[0]]


def test_a_choice_that_leaves_somebody_alone_is_refused():
    # g3 is beside h3 alone of the two; i5 beside h4 alone; g4 is beside both: it may not take either with one
    state = fight({G1: "g3", G2: "g4", A1: "h3", A2: "h4"})
    refusal = refused(state, Attack(G2, "h3"))
    assert (refusal.code, refusal.rule) == ("leaves_none", "9.2")
    assert refused(state, Attack(G2, "h4")) is None


def test_defenders_of_one_hex_are_attacked_together():
    state = fight({G1: "g4", G2: "i4", PEIPER: "h5", A1: "h4", A2: "h4", A3: "h3"})
    state, _ = play(state, Attack(PEIPER, "h4"))
    assert refused(state, Attack(G1, "h4")) is None
    assert refused(state, Attack("ge-1ss-1pg", "h4")).code == "not_beside"


def test_units_of_a_fort_need_not_attack_but_then_attack_all_around():
    # 15.2, 15.5: Clerf is a permanent fort
    fort = next(h for h in range(len(PARTS.hex_ids)) if PARTS.fort[h] and h not in PARTS.liege)
    ring = [h for h in PARTS.touch[fort] if not PARTS.fort[h]]
    a, b = ring[0], next(h for h in ring[1:] if h not in PARTS.near[ring[0]])
    state = fight({A1: PARTS.hex_ids[fort], G1: PARTS.hex_ids[a], G2: PARTS.hex_ids[b]}, side=1)
    assert refused(state, EndPlan()) is None
    after = msg_step(state, Attack(A1, PARTS.hex_ids[a]))
    assert refused(after, EndPlan()).code == "must_be_attacked"


def test_liege_need_not_attack_liege():
    state = fight({A1: "w2", G1: "w1", G2: "w3"}, side=1)
    after = msg_step(state, Attack(A1, "w1"))
    assert refused(after, EndPlan()) is None


def test_the_attackers_outside_must_attack_the_fort():
    fort = next(h for h in range(len(PARTS.hex_ids)) if PARTS.fort[h] and h not in PARTS.liege)
    near = PARTS.hex_ids[PARTS.touch[fort][0]]
    state = fight({A1: PARTS.hex_ids[fort], G1: near}, side=0)
    assert not (state.stack and isinstance(state.stack[-1], Planning) and refused(state, EndPlan()) is None)
