"""Dice: seeded, dictated, thrown by a person; outcome classes with exact weights."""

from __future__ import annotations

import collections
import itertools
import math

import pytest

from bulge_widget import DiceExhaustedError, NotationError, UnknownNameError, load_game, new_game
from bulge_widget.core import chance
from bulge_widget.core.decision import CHANCE, Decision, Dice, Options, Roll
from bulge_widget.core.dice import classes_of_faces, classes_of_successes, reduced
from tests.core.conftest import OVERRUN

ONE_DIE = Decision(CHANCE, "5", "a die", Options.plain([Roll((6,)), Roll((1,))]), lambda: (1, 5), Dice(1))


def test_a_seed_gives_the_same_dice_everywhere():
    assert chance.seeded(ONE_DIE, 7, 0) == Roll((1,))
    faces = [chance.seeded(ONE_DIE, 7, count).faces[0] for count in range(12)]
    assert faces == [chance.seeded(ONE_DIE, 7, count).faces[0] for count in range(12)]
    assert faces != [chance.seeded(ONE_DIE, 8, count).faces[0] for count in range(12)]


def test_seeded_dice_are_fair():
    many = Decision(CHANCE, "5", "dice", Options.plain([]), None, Dice(60))
    faces = collections.Counter(
        itertools.chain.from_iterable(chance.seeded(many, 3, count).faces for count in range(1000))
    )
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    expected = 60_000 / 6
    assert sum((seen - expected) ** 2 / expected for seen in faces.values()) < 20.5  # chi square, 5 df, 1 in 1000


def test_draws_follow_their_weights():
    drawn = Decision(CHANCE, "5", "a chit", Options.plain([Roll((1,)), Roll((2,))]), lambda: (1, 3))
    seen = collections.Counter(chance.seeded(drawn, 5, count).faces[0] for count in range(4000))
    assert abs(seen[2] / 4000 - 0.75) < 0.03


def test_classes_of_successes_count_every_throw():
    rolls, weights = classes_of_successes(3, frozenset({6}), 2)
    assert rolls == (Roll((1, 1, 1)), Roll((6, 1, 1)), Roll((6, 6, 1)))
    assert weights == (125, 75, 16)
    assert sum(weights) == 6**3
    for count in range(1, 5):
        _, by_rule = classes_of_successes(count, frozenset({4, 5, 6}), count)
        throws = itertools.product(range(1, 7), repeat=count)
        counted = collections.Counter(sum(face > 3 for face in throw) for throw in throws)
        assert by_rule == reduced(tuple(counted[hits] for hits in range(count + 1)))


def test_weights_are_divided_by_their_common_divisor():
    assert reduced((21, 15)) == (7, 5)
    assert math.gcd(*classes_of_successes(20, frozenset({6}), 9)[1]) == 1


def test_dictated_dice_fall_in_order(dictated):
    game = dictated(4, 3)
    game.play(OVERRUN)
    assert [node.action for node in game.history if node.is_chance] == [Roll((4,)), Roll((3,))]
    assert game.dice_left == ()


def test_dice_that_run_out_change_nothing(dictated):
    game = dictated(4)
    before, told = game.state, []
    game.observe(told.append)
    with pytest.raises(DiceExhaustedError, match="1 dictated value"):
        game.play(OVERRUN)
    assert game.state is before
    assert game.dice_left == (4,)
    assert len(game.history) == 1
    assert told == []


@pytest.mark.parametrize("face", [0, 7, "six"])
def test_a_face_that_no_die_has_is_refused_before_anything_changes(dictated, face):
    game = dictated(face)
    before = game.state
    with pytest.raises(NotationError, match="not a face of a die with 6 sides"):
        game.play(OVERRUN)
    assert game.state is before


@pytest.mark.parametrize("dice", [[True], [None], [1.5]])
def test_dictated_values_must_be_faces_or_names(dice):
    with pytest.raises(NotationError, match=r"dice\[0\]"):
        new_game("knapp", dice=dice)


@pytest.mark.parametrize("dice", ["asc", 5, ""])
def test_dice_that_are_no_list_are_told_what_is_wanted(dice):
    with pytest.raises(NotationError, match=f'dice={dice!r}; a list of faces and chits is wanted, "ask"'):
        new_game("knapp", dice=dice)


def test_a_person_can_throw(dictated):
    game = new_game("knapp", position=dictated().record.position, dice="ask")
    game.play(OVERRUN)
    assert game.decision.seat == CHANCE
    assert [str(option) for option in game.legal_actions()] == ["roll 4", "roll 3"]
    assert game.decision.weights == (1, 1)
    assert game.why_not(Roll((1, 2))).code == "wrong_dice"
    game.play(Roll((5,)))
    game.play("roll 6")
    assert game.view("umpire").pieces[game.rulebook.parts.unit_index["ge-1ss"]].steps == 6
    game.undo()
    assert game.decision.seat == CHANCE, "what a person threw is a question put to a person"


@pytest.mark.parametrize("seed", [-1, 2**53 + 1, 1.5, "x", True])
def test_a_seed_must_survive_json(seed):
    with pytest.raises(NotationError, match="whole number"):
        new_game("knapp", seed=seed)


def test_an_unknown_mode_names_the_two(battle):
    del battle
    with pytest.raises(UnknownNameError, match="'fair'"):
        new_game("knapp", mode="fare")


def test_classes_of_faces_list_each_result_once_with_its_weight():
    rolls, weights = classes_of_faces(("1", "2", "3", "4", "5", "0"))
    assert (len(rolls), weights) == (6, (1,) * 6)
    assert classes_of_faces(("Ct", "Ct", "Dr", "Ct", "Dr", "Ex")) == ((Roll((1,)), Roll((3,)), Roll((6,))), (3, 2, 1))
    assert classes_of_faces(("lost",) * 6) == ((Roll((1,)),), (1,))


def test_dictated_dice_wait_while_a_person_throws(dictated):
    game = dictated(4, 3, 5)
    game.asks_for_dice = True
    assert game.dice_left == (4, 3, 5)
    game.play(OVERRUN)
    game.play(Roll((6,)))
    assert game.dice_left == (4, 3, 5)
    game.undo("step")
    game.asks_for_dice = False
    game.play(OVERRUN)
    assert [node.action for node in game.history[2:]] == [Roll((4,)), Roll((3,))]
    assert game.dice_left == (5,)


def test_a_list_that_is_used_up_does_not_wait(dictated):
    game = dictated(4, 3)
    game.play(OVERRUN)
    game.asks_for_dice = True
    game.asks_for_dice = False
    assert game.dice_left is None


def test_dice_that_wait_are_saved_and_opened_again(dictated, tmp_path):
    game = dictated(4, 3, 5)
    game.asks_for_dice = True
    game.save(tmp_path / "game.json")
    again = load_game(tmp_path / "game.json")
    assert (again.asks_for_dice, again.dice_left) == (True, (4, 3, 5))
    again.asks_for_dice = False
    again.play(OVERRUN)
    assert again.history[2].action == Roll((4,))


def test_a_list_too_short_for_the_open_throw_leaves_it_to_the_person(dictated):
    game = dictated(4)
    game.asks_for_dice = True
    game.play(OVERRUN)
    state = game.state
    with pytest.raises(DiceExhaustedError, match="0 left"):
        game.asks_for_dice = False
    assert (game.asks_for_dice, game.dice_left, game.state) == (True, (4,), state)
    game.play(Roll((4,)))
