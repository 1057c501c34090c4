"""2.2 Nothing of an unrevealed block reaches the other side, byte by byte, through a whole random campaign."""

from __future__ import annotations

import json
import re

import pytest

from bulge_widget.core import chance
from bulge_widget.core.decision import SEATS
from bulge_widget.core.handles import of_unknown, unveiled, veiled
from bulge_widget.core.opening import begin
from bulge_widget.rulebooks.fab.admin import Administering, Play
from bulge_widget.scene import scene
from tests.rulebooks import play
from tests.rulebooks.fab.table import BOOK, PARTS

AIMED = {
    "german": (("ge-greif-team-interdict-t2", "interdict-unit"), ("ge-command-staff", "scout")),
    "allied": (("us-command-staff", "scout"),),
}
"""17.11, 8.32 What is aimed at a block of the enemy."""


def shown(game, seat):
    """Everything the front end of a seat gets: scene with its log, view, and what can be undone."""
    return json.dumps(scene(game, seat)) + play.everything_told(game, seat).decode()


def words(text):
    return set(re.findall(r"[\w().-]+", text))


def aimed(game, state, seat):
    """What a seat is told when it aims at each block of the enemy it does not know, by handle, in order of handles."""
    book, told = game.rulebook, {}
    for handle in sorted(of_unknown(book, state, seat).values()):
        for chit, use in AIMED[seat]:
            order = unveiled(book, state, Play(chit, use, (handle,)))
            refusal = book.why_not(state, order)
            told[handle, use] = refusal and book.describe(veiled(book, state, seat, refusal), state)
    return told


@pytest.mark.parametrize("seed", [17, 18])
def test_2_2_no_byte_names_a_block_that_has_not_been_seen(seed):
    game, looked = play.begin("fab", seed), 0
    for number, (state, _) in enumerate(play.answers(game, seed)):
        if number % 25:
            continue
        for seat in SEATS[:2]:
            hidden = of_unknown(game.rulebook, state, seat)
            assert not {*hidden} & words(shown(game, seat))
            looked += len(hidden)
    assert looked > 100


@pytest.mark.parametrize("seed", [19])
def test_2_2_a_scene_is_the_same_whatever_stands_behind_the_backs(seed):
    game, differing = play.begin("fab", seed), 0
    for number, (state, _) in enumerate(play.answers(game, seed)):
        if number % 40:
            continue
        for seat in SEATS[:2]:
            other = game.rulebook.resample(state, seat, chance.stream(number))
            if other == state:
                continue
            differing += 1
            views = [json.dumps(play_view(game, world, seat)) for world in (state, other)]
            assert views[0] == views[1]
    assert differing > 10


def play_view(game, state, seat):
    """The pieces and options of a seat in a world."""
    view = game.rulebook.view(state, seat)
    asked = view.decision
    options = [str(option) for option in asked.options or ()] if asked else []
    return [repr(view.pieces), repr(view.spaces), repr(view.markers), repr(view.score), options]


@pytest.mark.parametrize("seed", [20, 21])
def test_8_32_a_refusal_to_aim_at_a_block_tells_nothing_of_it(seed):
    """Whoever stands behind a handle, the answer to an order that aims at it is the same."""
    game, compared = play.begin("fab", seed), 0
    for number, (state, decision) in enumerate(play.answers(game, seed)):
        if not isinstance(state.stack[-1], Administering):
            continue
        seat = decision.seat
        secret = {*of_unknown(game.rulebook, state, seat)}
        told = aimed(game, state, seat)
        for line in filter(None, told.values()):
            assert not secret & words(line), line
            assert not any(PARTS.counters[name].short in line for name in secret), line
        other = game.rulebook.resample(state, seat, chance.stream(number))
        if other != state:
            compared += 1
            assert aimed(game, other, seat) == told
    assert compared


def test_2_2_no_listed_order_has_a_handle_in_it():
    """An order out of the open list is carried out without a look for handles, so that none may stand there."""
    game, listed = begin(BOOK, scenario="campaign", seed=1), 0
    for number, (state, decision) in enumerate(play.answers(game, 1)):
        if decision.seat in SEATS and number % 3 == 0:
            for order in decision.options:
                assert unveiled(BOOK, state, order) is order
                listed += 1
    assert listed > 1000
