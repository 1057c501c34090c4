"""The examination every rule book passes: random play, round trips, undo, leaks, options, recorded games."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import msgspec
import pytest

from bulge_widget import load_game, rulebooks
from bulge_widget.core import chance, save
from bulge_widget.core.decision import CHANCE, SEATS
from bulge_widget.core.game import Game
from bulge_widget.core.record import Node, Record
from bulge_widget.rulebooks.registry import open_rulebook
from tests.rulebooks import play

BOOKS = sorted(rulebooks())
RECORDS = Path(__file__).parents[1] / "records"
COUNTS = Path(__file__).parents[1] / "counts"
FAST_GAMES = range(8)
SLOW_GAMES = range(100, 600)

pytestmark = pytest.mark.parametrize("name", BOOKS)


@pytest.mark.parametrize("seed", FAST_GAMES)
def test_a_random_game_ends_and_every_state_holds(name, seed):
    game = play.begin(name, seed)
    for number, (state, _) in enumerate(play.answers(game, seed)):
        if number % play.pace(name) == 0:
            play.snapshot_agrees(game.rulebook, state)
    play.snapshot_agrees(game.rulebook, game.state)
    assert game.outcome is not None
    assert game.legal_actions() == () or len(game.legal_actions()) == 0


def test_every_option_of_the_book_can_be_played(name):
    for option in rulebooks()[name].options:
        for value in option.values:
            game = play.begin(name, 1, options={option.name: value})
            for number, (state, _) in enumerate(itertools.islice(play.answers(game, 5), 3_000 // play.pace(name))):
                if number % (60 * play.pace(name)) == 0:
                    play.options_agree(game.rulebook, state)
            assert not game.rulebook.invariants(game.state)


@pytest.mark.parametrize("seed", range(50, 53))
def test_options_are_what_no_rule_refuses(name, seed):
    game = play.begin(name, seed)
    for number, (state, _) in enumerate(play.answers(game, seed)):
        if number % (12 * play.pace(name)) == 0:
            play.options_agree(game.rulebook, state, number)


@pytest.mark.parametrize("seed", [60])
def test_chance_answers_are_listed_with_their_weights(name, seed):
    book = open_rulebook(name)
    game = play.begin(name, seed, dice="ask")
    asked = 0
    choose = chance.stream(seed)
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        if decision.seat == CHANCE:
            asked += 1
            assert len(decision.weights) == len(decision.options)
            assert all(isinstance(weight, int) and weight > 0 for weight in decision.weights)
            play.options_agree(book, game.state)
        keys = decision.options.keys()
        group = decision.options.of(keys[choose(len(keys))])
        game.play(group[choose(len(group))])
    assert asked


@pytest.mark.parametrize("seed", [70, 71])
def test_save_load_and_go_on_is_the_same_as_going_on(name, seed, tmp_path):
    game = play.begin(name, seed)
    for number, _ in enumerate(play.answers(game, seed)):
        if number == 120:
            break
    path = tmp_path / "game.json"
    game.save(path)
    again = load_game(path)
    assert again.state == game.state
    assert [node.action for node in again.history] == [node.action for node in game.history]
    for one, other in itertools.islice(zip(play.answers(game, 9), play.answers(again, 9), strict=True), 60):
        assert one[0] == other[0]


@pytest.mark.parametrize("seed", [80])
def test_undo_to_the_root_and_redo_to_the_end_meet_the_same_states(name, seed):
    game = play.begin(name, seed)
    for _ in play.answers(game, seed):
        pass
    end, states = game.state, [node.state for node in game.history]
    while not game.why_no_undo():
        game.undo()
        assert game.state in states
        assert game.decision.seat != CHANCE
    assert game.can_undo() is None
    while game.can_redo() is not None:
        game.redo()
    assert game.state == end
    assert [node.state for node in game.history] == states


@pytest.mark.parametrize("seed", [90])
def test_an_order_undone_and_repeated_meets_the_same_dice(name, seed):
    game = play.begin(name, seed)
    for _ in itertools.islice(play.answers(game, seed), 80):
        pass
    before = game.state
    game.undo()
    action = game.record.line[game.record.here + 1].action
    game.play(action)
    assert game.state == before


def test_no_seat_is_told_anything_that_a_resampled_state_would_change(name):
    book, differing = open_rulebook(name), 0
    for seed in (91, 92):
        game = play.begin(name, seed)
        for number, (state, _) in enumerate(play.answers(game, seed)):
            for seat, stream in itertools.product(SEATS[:2], range(3)):
                other = book.resample(state, seat, chance.stream(3 * number + stream))
                differing += other != state
                if number % (60 * play.pace(name)) == 0 or (
                    other != state and (differing < 200 or differing % 12 == 0)
                ):
                    assert play.everything_told(_at(game, state), seat) == play.everything_told(_at(game, other), seat)
    assert bool(differing) == book.info.hidden, "a book with secrets must have some in these games, another none"


@pytest.mark.parametrize("seed", [91, 94])
def test_a_secret_answer_looks_the_same_to_the_other_seat_until_it_is_revealed(name, seed):
    game = play.begin(name, seed)
    book = game.rulebook
    for number, (state, decision) in enumerate(play.answers(game, seed)):
        for seat in sorted({*SEATS[:2]} - {decision.seat}) if book.info.hidden and decision.seat != CHANCE else ():
            options = list(itertools.islice(decision.options, 6))
            if number % 5 and all(book.discloses(state, seat, option) for option in options):
                continue  # of what a book calls open, a sample
            assert all(book.discloses(state, decision.seat, option) for option in options)
            for one, other in play.alike(game, options, seat):
                assert play.told_there_and_back(one, seat) == play.told_there_and_back(other, seat)


def _at(game, state):
    """The same game with another present, and a past that agrees with it."""
    node = game.record.node
    events = play.relabelled(game.rulebook, node.state, state, node.events)
    root = Node(None, "", None, events, state, node.chance)
    record = game.record
    card = (record.rulebook, record.version, record.digest)
    fresh = Record(
        root, book=card, scenario=record.scenario, options=record.options, seed=record.seed, mode=record.mode
    )
    return Game(game.rulebook, fresh)


def test_notation_reads_back_as_the_same_order(name):
    game = play.begin(name, 92)
    for number, (_, decision) in enumerate(play.answers(game, 92)):
        if number % play.pace(name):
            continue
        for option in itertools.islice(decision.options, 30):
            assert game.read(str(option)) == option
            assert eval(repr(option), {type(option).__name__: type(option)}) == option  # noqa: S307


def test_orders_facts_and_refusals_are_told_in_words(name):
    game = play.begin(name, 93)
    for number, (state, decision) in enumerate(play.answers(game, 93)):
        if number % max(20, 4 * play.pace(name)):
            continue
        assert decision.prompt
        for option in itertools.islice(decision.options, 20):
            assert game.rulebook.describe(option, state)
            assert str(game.explain(option))
        refused = (game.rulebook.why_not(state, action) for action in game.rulebook.candidates(state))
        for refusal in itertools.islice(filter(None, refused), 200):
            assert game.rulebook.describe(refusal, state).startswith(refusal.rule)
    assert all(game.rulebook.describe(event) for node in game.history for event in node.events)


def test_there_is_a_recorded_game_for_every_level_of_victory(name):
    ends = {load_game(path).outcome.level for path in (RECORDS / name).glob("*.json")}
    assert ends == set(open_rulebook(name).levels)


@pytest.mark.filterwarnings("error")
def test_recorded_games_replay_to_their_recorded_end(name):
    for path in sorted((RECORDS / name).glob("*.json")):
        game = load_game(path)
        level = game.outcome.level
        assert path.stem in (level, f"{game.record.scenario}-{level}")
        assert not any(node.seat == "umpire" for node in game.history), "a record must be played, not edited"


def test_counts_of_answers_from_named_positions(name):
    book = open_rulebook(name)
    for case in json.loads((COUNTS / f"{name}.json").read_text(encoding="utf-8")):
        state = book.settle(book.position(case["position"]))[0]
        assert [_count(book, state, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"], case[
            "name"
        ]


def _count(book, state, depth):
    decision = book.decision(state)
    if decision is None:
        return 0
    if depth == 1:
        return len(decision.options)
    return sum(_count(book, book.apply(state, option)[0], depth - 1) for option in decision.options)


@pytest.mark.slow
def test_hundreds_of_random_games_end_without_a_broken_invariant(name):
    # Five hundred; fewer where a state has thousands of orders: such a book plays its own long games besides.
    for seed in SLOW_GAMES[:: play.pace(name)]:
        game = play.begin(name, seed)
        for number, (state, _) in enumerate(play.answers(game, seed)):
            assert game.rulebook.invariants(state) == (), seed
            if number % (97 * play.pace(name)) == 0:
                play.options_agree(game.rulebook, state, number)
        assert game.outcome is not None


def test_states_are_plain_frozen_data(name):
    state = play.begin(name, 1).state
    assert isinstance(state, msgspec.Struct)
    assert save.check_of(state) == save.check_of(msgspec.structs.replace(state))
    with pytest.raises(AttributeError):
        state.turn = 2
    assert hash(state.stack) == hash(state.stack)
