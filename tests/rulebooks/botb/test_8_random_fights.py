"""Whole combat phases from chance positions: options against candidates, duties, losses, and an end to it all."""

from __future__ import annotations

import random

import msgspec
import pytest

from bulge_widget.rulebooks.botb import planning
from bulge_widget.rulebooks.botb.state import HURRIED, ISOLATED, OFF, counts_of
from bulge_widget.rulebooks.botb.zones import LIMIT
from tests.rulebooks.botb.field import PARTS, asked, play, refused, run, standard, state_of, wide

CENTRES = ("ll16", "v9", "mm15", "t12", "w2", "g6", "ss8", "qq24", "c9", "kk27", "uu6", "f17")


def scattered(seed):
    """Two to nine units a side, dropped within two hexes of a middle, no hex shared by enemies."""
    rng = random.Random(seed)  # noqa: S311  positions, not secrets
    middle = PARTS.hex_index[rng.choice(CENTRES)]
    around = [h for h in range(len(PARTS.hex_ids)) if PARTS.distance(middle, h) <= 3]
    owner, held, units = {}, {}, {}
    for side in (0, 1):
        for unit in rng.sample([u for u in PARTS.roster[side] if PARTS.combat[u]], rng.randint(2, 9)):
            h = rng.choice(around)
            british = PARTS.british[unit]
            if owner.setdefault(h, (side, british)) == (side, british) and held.get(h, 0) < LIMIT:
                held[h] = held.get(h, 0) + 1
                units[PARTS.unit_ids[unit]] = PARTS.hex_ids[h]
    turn = rng.choice((1, 3, 10, 18, 30))
    state = state_of(units, turn=turn, choices={"armor_in_forest": "yes", "peiper_infiltration": "yes"})
    status = bytes(rng.choice((0, 0, 0, ISOLATED, HURRIED)) for _ in PARTS.unit_ids)
    works = bytearray(len(PARTS.hex_ids))
    for h in held:
        works[h] = rng.choice((0, 0, 4 if PARTS.town[h] else 8))
    return msgspec.structs.replace(state, status=status, works=bytes(works)), rng


def check_options(state):
    """The options are just what the candidates leave when the refused are taken out."""
    question = asked(state)
    listed = list(question.options)
    assert len(listed) == len(set(listed)), listed
    assert listed, question
    for action in listed:
        assert refused(state, action) is None, (action, refused(state, action))
        assert standard(state, action) == action
    allowed = {standard(state, action) for action in wide(state) if refused(state, action) is None}
    assert allowed == set(listed), (question, allowed ^ set(listed))
    for key in question.options.keys():  # noqa: SIM118  these are no dict's keys
        assert question.options.of(key)


def sound(state):
    """Nobody stands with an enemy, three to a hex at most, and the counts are right."""
    assert state.counts == counts_of(PARTS, state.at)
    for h in range(len(PARTS.hex_ids)):
        assert not (state.counts[0][h] and state.counts[1][h]), PARTS.hex_ids[h]
        assert state.counts[0][h] <= LIMIT
        assert state.counts[1][h] <= LIMIT
    for old in state.engagements:
        assert old.attackers
        assert old.defenders
        assert all(state.at[u] < OFF for u in (*old.attackers, *old.defenders))


def fought(state, rng, *, checked):
    """Play a phase to its end by chance."""
    answers = 0
    while state.stack:
        if checked:
            check_options(state)
        options = asked(state).options
        key = rng.choice(options.keys())
        state, _ = play(state, rng.choice(list(options.of(key))))
        sound(state)
        answers += 1
        assert answers < 200
    return state


@pytest.mark.parametrize("block", range(4))
def test_phases_of_both_sides_end_with_every_duty_met(block):
    for seed in range(block * 10, block * 10 + 10):
        state, rng = scattered(seed)
        for side in (0, 1, 0, 1):
            state = fought(run(*planning.begin(PARTS, state, side))[0], rng, checked=True)


def test_many_phases_by_chance():
    for seed in range(1000, 1050):
        state, rng = scattered(seed)
        for side in (0, 1, 0):
            state = fought(run(*planning.begin(PARTS, state, side))[0], rng, checked=False)
