"""3 The sequence of play: eight phases a turn, ten turns, and who decides in them."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.core.event import PhaseBegan
from tests.rulebooks import play
from tests.rulebooks.knapp.table import BOOK, happened, movers, of_kind, situation

PHASES = [
    (phase, phasing)
    for phasing in ("german", "allied")
    for phase in ("supply", "reinforcement", "movement", "defensive-fire")
]


def test_3_eight_phases_a_turn_for_ten_turns_in_order():
    game = new_game("knapp", seed=3)
    for _ in play.answers(game, 3):
        pass
    began = [(event.turn, event.phase, event.phasing) for event in of_kind(happened(game), PhaseBegan)]
    assert began == [(turn, *phase) for turn in range(1, 11) for phase in PHASES]


def test_3_each_phase_is_told_under_the_number_of_the_rule():
    game = new_game("knapp", seed=3)
    began = of_kind(game.history[0].events, PhaseBegan)
    assert {event.rule for event in began} == {"3"}
    assert BOOK.describe(began[0]) == "Turn 1, German turn: supply check"


def test_3_the_first_question_is_the_first_german_order():
    game = new_game("knapp", seed=3)
    assert (game.turn, game.phase, game.phasing, game.decision.seat) == (1, "movement", "german", "german")
    assert game.turn_label == "16 December"


def test_3_the_side_that_does_not_move_fires():
    units = {"ge-1ss": "losheim-gap", "us-14cav": "losheim-gap", "ge-3fj": "st-vith", "us-106id": "st-vith"}
    for phasing, seat in (("german", "allied"), ("allied", "german")):
        game = situation(units, phase="defensive-fire", phasing=phasing)
        assert game.decision.seat == seat


def test_3_a_turn_ends_with_german_fire_and_the_next_begins_with_german_supply():
    game = situation({"ge-1ss": "st-vith", "us-7ad": "huy"}, "end-move", phasing="allied")
    began = [(event.turn, event.phase, event.phasing) for event in of_kind(happened(game), PhaseBegan)]
    assert began[:3] == [(2, "defensive-fire", "allied"), (3, "supply", "german"), (3, "reinforcement", "german")]


def test_3_only_the_phasing_side_moves():
    game = situation({"ge-1ss": "st-vith", "us-7ad": "huy"})
    assert game.why_not("move us-7ad huy>namur").code == "not_yours"
    assert game.why_not("move ge-1ss st-vith>vielsalm") is None


def test_3_an_answer_to_another_question_is_refused():
    game = situation({"ge-1ss": "st-vith", "us-7ad": "huy"})
    for order in ("fire st-vith", "place us-1id b", "take-hit ge-1ss", "withdraw ge-1ss"):
        assert game.why_not(order).code == "not_asked"


def test_R26_orders_come_in_any_order_and_an_overrun_opens_the_road_for_later_ones():
    units = {"ge-1ss": "hallschlag", "ge-12ss": "hallschlag", "us-14cav": "losheim-gap"}
    march = "move ge-12ss hallschlag>losheim-gap>st-vith road"
    game = situation(units, dice=[4, 1])
    assert game.why_not(march).code == "through_enemy_occupied"
    game.play("overrun ge-1ss hallschlag>losheim-gap")
    game.play(march)
    assert "ge-1ss" in movers(game)  # and the first may still go on


def test_R26_a_unit_is_ordered_once_unless_it_overruns():
    game = situation({"ge-1ss": "hallschlag"}, "move ge-1ss hallschlag>losheim-gap")
    assert game.why_not("move ge-1ss losheim-gap>st-vith").code == "already_moved"
    assert game.why_not("move ge-1ss losheim-gap>st-vith road").code == "already_moved"
    assert movers(game) == (None,)
