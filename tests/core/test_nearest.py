"""What is told to somebody who mistypes: the nearest names, and the orders that are possible instead."""

from __future__ import annotations

import pytest

from bulge_widget import new_game
from bulge_widget.core.decision import Roll
from bulge_widget.errors import IllegalActionError, NotationError, UnknownNameError
from bulge_widget.rulebooks.bigredone.attacking import Attack
from bulge_widget.rulebooks.botb.deployment import Deploy
from bulge_widget.rulebooks.fab.movement import Move as FabMove
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.moving import EndMove
from tests.core.conftest import BATTLE

ORDERS = {
    "knapp": ("move ge-1s schleiden>monschau", "'ge-1ss'", "move ge-326vg schleiden>monschua", "'monschau'"),
    "bigredone": ("attack ge-326vq 0105", "'ge-326vg'", "attack ge-326vg 0105x", "'0105'"),
    "fab": ("move ge-1s 9>10", "'ge-1ss'", "fight bleialff", "'11' (Bleialf)"),
    "botb": ("deploy ge-326vg-75 ss5", "'ge-326vg-751'", "deploy ge-326vg-751 bastognne", "'aa26' (Bastogne)"),
}
"""For each book an order with a unit that is none and one with a space that is none, and what is nearest to each."""


@pytest.fixture(params=ORDERS)
def opening(request):
    return new_game(request.param, seed=1), ORDERS[request.param]


def test_a_unit_or_a_space_of_no_such_name_is_told_with_the_nearest_in_every_book(opening):
    game, (unit, near_unit, space, near_space) = opening
    for text, near in ((unit, near_unit), (space, near_space)):
        refusal = game.why_not(text)
        assert refusal.code == "unknown_name"
        said = game.rulebook.describe(refusal, game.state)
        assert said.startswith(f"{refusal.rule}: There is no ")
        assert near in said
        for ask in (game.play, game.explain):
            with pytest.raises(UnknownNameError) as error:
                ask(text)
            assert near in str(error.value)
    assert len(game.history) == game.record.here + 1


@pytest.mark.parametrize(
    ("book", "order", "near"),
    [
        ("knapp", Move("ge-1s", ("schleiden", "monschau")), "'ge-1ss'"),
        ("bigredone", Attack("ge-326vg", "0999"), "hex '0999'"),
        ("fab", FabMove("ge-1s", ("9", "10")), "'ge-1ss'"),
        ("botb", Deploy("ge-326vg-75", "ss5"), "'ge-326vg-751'"),
    ],
)
def test_the_same_of_an_order_made_by_code(book, order, near):
    game = new_game(book, seed=1)
    assert near in game.rulebook.describe(game.why_not(order), game.state)
    with pytest.raises(IllegalActionError) as error:
        game.play(order)
    assert error.value.refusal.code == "unknown_name"
    assert near in error.value.reason


@pytest.mark.parametrize("book", ORDERS)
def test_an_order_of_an_unknown_kind_names_the_nearest_kind_and_what_is_possible(book):
    game = new_game(book, seed=1)
    listed = str(game.legal_actions()[0])
    kind, _, rest = listed.partition(" ")
    with pytest.raises(NotationError, match=f"nearest: .*{kind}.*; possible now: .*'{listed}'"):
        game.play(f"{kind[:-1]} {rest}")
    with pytest.raises(NotationError, match=f"begins with one of .*, {kind}, .*; possible now: '{kind} "):
        game.why_not("zzz")


def test_an_order_that_a_rule_forbids_is_told_with_what_the_unit_may_do(battle):
    with pytest.raises(IllegalActionError) as error:
        battle.play("move ge-26vg neuerburg>vianden exit")
    assert error.value.near[0] == "move ge-26vg neuerburg>vianden"
    assert str(error.value) == f"{error.value.reason} Possible now: {', '.join(map(repr, error.value.near))}."
    for text in error.value.near:
        assert battle.why_not(text) is None


def test_of_a_unit_that_may_do_nothing_other_units_orders_are_told(battle):
    with pytest.raises(IllegalActionError) as error:
        battle.play("move us-14cav losheim-gap>hallschlag")
    assert error.value.near
    assert all(battle.why_not(text) is None for text in error.value.near)


def test_of_a_throw_the_throws_are_told():
    game = new_game("knapp", seed=11, position=BATTLE, dice="ask")
    game.play("overrun ge-1ss hallschlag>losheim-gap")
    with pytest.raises(IllegalActionError, match="Possible now: 'roll "):
        game.play(Roll((1,) * 9))


def test_nothing_is_possible_when_the_game_is_over():
    game = new_game("knapp", seed=1, position={"turn": 10, "phasing": "allied", "units": {"ge-1ss": {"at": "liege"}}})
    while game.decision is not None:
        game.play(game.legal_actions()[-1])
    with pytest.raises(IllegalActionError, match=r"wanted: nothing, the game is over\.$") as error:
        game.play(EndMove())
    assert error.value.near == ()


def test_blanks_and_capitals_in_a_written_order_do_not_matter(battle):
    battle.play("  Move  GE-26vg   Neuerburg  >Vianden ")
    assert battle.history[-1].action == Move("ge-26vg", ("neuerburg", "vianden"))
    battle.play("overrun GE-12SS + ge-1ss hallschlag > losheim-gap")
    assert str(battle.history[2].action) == "overrun ge-12ss+ge-1ss hallschlag>losheim-gap"


def test_a_name_of_two_words_is_told_to_need_its_hyphen(battle):
    with pytest.raises(NotationError, match=r"takes no 'gap'; .* hyphens; possible now: 'overrun ge-1ss "):
        battle.play("overrun ge-1ss hallschlag>losheim gap")


@pytest.mark.parametrize("text", [5, None, b"end-move", ["end-move"]])
def test_what_is_no_text_is_no_written_order(battle, text):
    with pytest.raises(NotationError, match="no order in writing"):
        battle.read(text)
