"""Handles for hidden pieces: what a seat reads of orders and facts, and how its orders are read."""

from __future__ import annotations

import pytest

from bulge_widget.core import chance
from bulge_widget.core.decision import CHANCE, Decision, Options, Refusal
from bulge_widget.core.event import Answered, Moved
from bulge_widget.core.handles import Deal, renamed, unveiled, veiled, worded
from bulge_widget.core.opening import begin
from bulge_widget.rulebooks import fab
from bulge_widget.rulebooks.registry import open_rulebook, rulebooks

NAMES = {"ge-2pz": "b17"}


@pytest.fixture(scope="module")
def game():
    return begin(fab.load(), seed=4)


def test_a_name_is_replaced_wherever_it_stands():
    assert renamed(Moved("5.3", "ge-2pz", ("21", "37")), NAMES).piece == "b17"
    assert renamed(Refusal("x", "1", {"unit": "ge-2pz", "limit": 3}), NAMES).facts == {"unit": "b17", "limit": 3}
    assert renamed(Moved("5.3", "us-2id", ("ge-2pz",)), NAMES).path == ("b17",)


def test_a_name_is_replaced_in_a_written_order():
    assert renamed(Answered("6.6", "german", "retreat ge-2pz 21>37"), NAMES).answer == "retreat b17 21>37"
    assert renamed(Answered("6.6", "german", "lose ge-2pz+ge-26vg"), NAMES).answer == "lose b17+ge-26vg"


def test_what_names_no_hidden_piece_is_the_same_thing():
    event = Moved("5.3", "us-2id", ("21", "37"))
    assert renamed(event, NAMES) is event
    assert renamed(event, {}) is event


def test_a_seat_reads_handles_of_the_enemy_and_names_of_its_own(game):
    event = Moved("5.3", "ge-lehr", ("13", "21"))
    handle = game.rulebook.handles(game.state)["ge-lehr"]
    assert veiled(game.rulebook, game.state, "allied", event).piece == handle
    assert veiled(game.rulebook, game.state, "german", event) == event
    assert veiled(game.rulebook, game.state, "umpire", event) == event


def test_an_order_with_a_handle_is_read_as_one_with_the_name(game):
    event = Moved("5.3", game.rulebook.handles(game.state)["ge-lehr"], ("13", "21"))
    assert unveiled(game.rulebook, game.state, event).piece == "ge-lehr"


def test_handles_are_found_among_other_words_of_an_order(game):
    one, other = (game.rulebook.handles(game.state)[name] for name in ("ge-lehr", "ge-26vg"))
    written = Answered("6.6", "german", f"lose {one}+{other}")
    assert unveiled(game.rulebook, game.state, written).answer == "lose ge-lehr+ge-26vg"


def test_no_piece_has_an_id_that_is_written_like_a_handle():
    words = {worded(number) for number in range(256)}
    for name in rulebooks():
        assert not words & set(open_rulebook(name).counters), name


def test_a_view_shows_blocks_by_handle_and_in_no_order_of_the_counter_sheet(game):
    hidden = [piece for piece in game.view("allied").pieces if piece.hidden]
    assert hidden
    assert all(piece.steps == piece.full == 0 for piece in hidden)
    assert [piece.id for piece in hidden] == sorted((piece.id for piece in hidden), key=lambda name: int(name[1:]))
    assert not {piece.id for piece in hidden} & set(game.rulebook.counters)
    assert not any(piece.hidden for piece in game.view("umpire").pieces)


def test_handles_are_dealt_from_the_seed_even_where_dice_are_dictated_or_asked_for(game):
    for dice in ([1, 2, 3], "ask", None):
        assert begin(fab.load(), seed=4, dice=dice).state.handles == game.state.handles
    assert begin(fab.load(), seed=5).state.handles != game.state.handles


def test_a_deal_is_a_fair_order_of_all_numbers():
    decision = Decision(CHANCE, "", "", Options.plain((Deal((0, 1, 2)),)), dealt=3)
    dealt = {chance.seeded(decision, seed, 0).order for seed in range(60)}
    assert len(dealt) == 6


def test_no_seat_reads_how_the_handles_fell(game):
    root = game.history[0]
    deal = game.history[1].action
    assert isinstance(deal, Deal)
    assert not any(game.rulebook.discloses(root.state, seat, deal) for seat in ("german", "allied"))
    assert game.rulebook.discloses(root.state, "umpire", deal)
    assert game.history[1].events == ()
