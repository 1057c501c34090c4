"""The book against a second, naive reading of the rules, in states of random games."""

from __future__ import annotations

import itertools
import random

import pytest

from bulge_widget.core.event import SupplyChanged
from bulge_widget.rulebooks.knapp import supply
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.overrun import Overrun
from tests.rulebooks import play
from tests.rulebooks.knapp.referee import Referee
from tests.rulebooks.knapp.table import BOOK

GAMES = [
    (301, {}),
    (302, {"overrun_and_march": "free_mix"}),
    (303, {"overrun_and_march": "never", "march_may_end_at_enemy": False}),
    (304, {"control_on_pass_through": False, "contested_areas_score": True}),
]
ALL = set(BOOK.parts.area_ids)
EVERY = 17  # answers between two thorough comparisons


def walks(graph, start, steps):
    """Every walk of one to so many steps."""
    found = [[start]]
    for _ in range(steps):
        found = [[*walk, area] for walk in found for area in sorted(graph[walk[-1]])]
        yield from found


def compare_moves(referee, state, choose):
    """A sample of moves, likely and unlikely, of every unit on the map."""
    for unit, here in referee.where.items():
        likely = list(walks(referee.roads, here, 4))
        tries = [(path, "road") for path in choose.sample(likely, min(12, len(likely)))]
        tries += [(path, mode) for path in walks(referee.land, here, 1) for mode in ("normal", "exit", "road")]
        for path, mode in tries:
            refusal = BOOK.why_not(state, Move(unit, tuple(path), mode))
            assert (refusal is None) == referee.may_move(unit, path, mode), (unit, path, mode, refusal)


def compare_overruns(referee, state):
    side = referee.phase[1]
    for a in referee.land:
        own = referee.units(side, a)
        for size in range(1, min(len(own), 4) + 1):
            for units in itertools.combinations(own, size):
                for b in referee.land[a]:
                    refusal = BOOK.why_not(state, Overrun(units, (a, b)))
                    assert (refusal is None) == referee.may_overrun(units, a, b), (units, a, b, refusal)


def compare_ledger(referee, state):
    """Where everybody is, who controls what, what it is worth."""
    view = BOOK.view(state, "umpire")
    standing = {piece.id: (piece.at, piece.steps) for piece in view.pieces if piece.at in ALL}
    assert standing == {unit: (area, referee.left[unit]) for unit, area in referee.where.items()}
    assert {space.id: space.control for space in view.spaces} == referee.owner
    worth = dict(zip(BOOK.parts.area_ids, BOOK.parts.value, strict=True))
    assert view.score.points == sum(worth[area] for area in referee.land if referee.scores(area))
    for space in view.spaces:
        fought = bool(referee.units("german", space.id) and referee.units("allied", space.id))
        assert (space.status == ("contested",)) == fought


def mix_up(seed, options):
    """Turn 3 with everybody somewhere near the middle, most of the Allies worn down: overruns and mixed areas."""
    choose = random.Random(seed)  # noqa: S311
    middle = sorted(ALL - {"liege", "namur", "huy", "dinant", "arlon", "luxembourg", "bouillon"})
    units = {}
    for name, counter in BOOK.counters.items():
        weak = counter.side == "allied" and choose.random() < 0.8
        units[name] = {"at": choose.choice(middle), "strength": 1 if weak else counter.strength, "due": 0}
    for area in ALL:
        for side in ("german", "allied"):
            crowd = [name for name, unit in units.items() if unit["at"] == area and BOOK.counters[name].side == side]
            for name in crowd[3:]:
                del units[name]
    return play.begin("knapp", seed, position={"turn": 3, "units": units}, options=options)


def attacks_first(game, seed):
    """Random play that overruns where it can, most of the time."""
    choose = random.Random(seed)  # noqa: S311
    for _ in range(2000):
        decision = game.decision
        if decision is None:
            return
        yield game.state, decision
        bold = [order for order in decision.options if isinstance(order, Overrun)]
        if bold and choose.random() < 0.8:
            game.play(choose.choice(bold))
        else:
            game.play(choose.choice(decision.options.of(choose.choice(decision.options.keys()))))


def begin(seed, options, make=None):
    game = (make or _fresh)(seed, options)
    return game, Referee(game)


def _fresh(seed, options):
    return play.begin("knapp", seed, options=options)


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_the_book_agrees_with_a_naive_referee(seed, options):
    follow(begin(seed, options), play.answers, seed, EVERY)


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_the_book_agrees_with_a_naive_referee_in_a_melee(seed, options):
    follow(begin(seed, options, mix_up), attacks_first, seed, 12, most=220)


def follow(table, player, seed, every, most=5000):
    """Play on and compare now and then."""
    game, referee = table
    heard, choose, met = len(game.history), random.Random(seed), 0  # noqa: S311  play, not secrets
    for number, (state, _) in enumerate(itertools.islice(player(game, seed), most)):
        for node in game.history[heard:]:
            check_supply(referee, node)
            referee.hear(node.events)
        heard = len(game.history)
        if number % every and not referee.overruns:
            continue
        compare_ledger(referee, state)
        if game.phase == "movement" and type(state.stack[-1]).__name__ == "Moving":
            met += 1
            compare_moves(referee, state, choose)
            compare_overruns(referee, state)
    assert met > 5


def check_supply(referee, node):
    """4 Who is told to be out of supply, or in it again, is so by the referee's tracing at that moment."""
    for number, event in enumerate(node.events):
        if isinstance(event, SupplyChanged):
            before = Referee.__new__(Referee)
            before.__dict__ = referee.__dict__ | {
                "where": dict(referee.where),
                "left": dict(referee.left),
                "owner": dict(referee.owner),
                "cut": set(referee.cut),
            }
            before.hear(moves_until(node.events, number))
            unit = event.piece
            assert before.supplied(before.side(unit), before.where[unit]) == event.supplied, (unit, event)


def moves_until(events, number):
    """The facts before the supply check that a fact belongs to."""
    start = max(place for place in range(number) if getattr(events[place], "phase", "") == "supply")
    return events[: start + 1]


def test_the_referee_and_the_book_trace_the_same_supply():
    """For both sides and every area, in states of a random game."""
    game, referee = begin(310, {})
    heard = len(game.history)
    for number, (state, _) in enumerate(play.answers(game, 310)):
        for node in game.history[heard:]:
            referee.hear(node.events)
        heard = len(game.history)
        if number % 60 == 0:
            for index, side in enumerate(("german", "allied")):
                reached = supply.supplied(BOOK.parts, state, index)
                for place, area in enumerate(BOOK.parts.area_ids):
                    if not referee.held_by_enemy(side, area) or referee.units(side, area):
                        assert bool(reached >> place & 1) == referee.supplied(side, area), (side, area)
