"""Worlds that differ only in what a side may not know look the same to it, by every way anything reaches a side.

The worlds are made without the book's own idea of what is hidden: blocks change places in the written form of a state,
air points are given other missions.
"""

from __future__ import annotations

import itertools
import random

import pytest

from bulge_widget.core.decision import SEATS
from bulge_widget.core.game import Game
from bulge_widget.rulebooks.bigredone.components import SIDES
from tests.rulebooks import play, reaching


def differing(one: Game, other: Game, seat: str, seed: int) -> dict[str, tuple[str | None, str | None]]:
    """What a side is told in one game and not in the other."""
    mine, theirs = reaching.reaches(one, seat, seed), reaching.reaches(other, seat, seed)
    keys = sorted({*mine, *theirs})
    return {key: (mine.get(key), theirs.get(key)) for key in keys if mine.get(key) != theirs.get(key)}


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))])
def test_fab_2_2_blocks_that_change_places_behind_their_backs_are_not_told_apart(seed):
    game, looked, choose = play.begin("fab", seed), 0, random.Random(seed)  # noqa: S311  a sample
    for number, (state, _) in enumerate(play.answers(game, seed)):
        for seat in SEATS[:2] if number % 12 == 0 else ():
            hidden = [piece.id for piece in game.view(seat).pieces if piece.hidden]
            ids = game.rulebook.handles(state).ids
            other = len(hidden) > 1 and reaching.exchanged(game, *(ids[name] for name in choose.sample(hidden, 2)))
            if other:
                worlds = [reaching.at(game, world) for world in (state, other)]
                assert differing(*worlds, seat, number) == {}
                looked += 1
                if looked % 10 == 0:
                    assert reaching.picture(worlds[0], seat) == reaching.picture(worlds[1], seat)
    assert looked > 5


@pytest.mark.parametrize(("turn", "both"), [(2, False), (8, False), (17, True)])
def test_bigredone_14_0_missions_are_not_told_until_they_are_shown(turn, both):
    """Every moment of the step that assigns missions, in a dozen plays: whoever gave the same sees the same.

    The Germans answer last, and the last answer reveals all: only where they have two points is one secret for a while.
    """
    begin = {"turn": turn, "phase": "weather", "phasing": "", "units": {"ge-1ss": {"at": "0504"}}}
    plays = [_assigned(begin, seed) for seed in range(12)]
    assert len({len(line) for line in plays}) == 1
    compared = dict.fromkeys(SIDES, 0)
    for moments in zip(*plays, strict=True):
        for (game, given), (another, also) in itertools.combinations(moments, 2):
            for viewer, enemy in (SIDES, SIDES[::-1]):
                if given[viewer] == also[viewer] and given[enemy] != also[enemy]:
                    assert differing(game, another, viewer, turn) == {}
                    compared[viewer] += 1
                    if compared[viewer] % 20 == 1:
                        assert reaching.picture(game, viewer) == reaching.picture(another, viewer)
    assert compared["german"] > 10
    assert bool(compared["allied"]) == both


def _assigned(begin, seed):
    """One play of the step that assigns missions: the game at each question, and who has given which missions so far.

    Of three plays one gives the same missions on the one side, and one on the other.
    """
    choose, moments = random.Random(seed), []  # noqa: S311  a sample
    game = play.begin("bigredone", 3, position=begin)
    given = dict.fromkeys(SIDES, ())
    while str(game.legal_actions()[0]).startswith("assign"):
        seat = game.decision.seat
        moments.append((game.fork(), dict(given)))
        listed = list(game.legal_actions())
        order = listed[0] if seat == {0: "german", 1: "allied"}.get(seed % 3) else choose.choice(listed)
        given[seat] += (str(order),)
        game.play(order)
    return moments
