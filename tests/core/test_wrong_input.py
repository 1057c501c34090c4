"""What people and other libraries hand over: taken where it is clear, refused with its place where it is not."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest

from bulge_widget import load_game, new_game
from bulge_widget.core.decision import Roll
from bulge_widget.errors import BulgeError, EditError, NotationError, SaveError, UnknownNameError
from bulge_widget.rulebooks.knapp.movement import Move
from tests.core.conftest import BATTLE

HEAD = b'{"format":"bulge-widget save","schema":1,"x":'
WAY = ["neuerburg", "vianden"]


@pytest.fixture
def reopened(tmp_path):
    """A game saved and opened again; a warning (answers that come out differently) is an error."""

    def reopen(game):
        game.save(tmp_path / "game.json")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return load_game(tmp_path / "game.json")

    return reopen


@pytest.mark.parametrize("path", [WAY, np.array(WAY), tuple(WAY)], ids=["list", "array", "tuple"])
def test_an_order_made_with_a_list_is_the_order_with_a_tuple(battle, reopened, path):
    battle.play(Move("ge-26vg", path))
    assert battle.history[-1].action == Move("ge-26vg", tuple(WAY))
    assert reopened(battle).history[-1].action == Move("ge-26vg", tuple(WAY))


@pytest.mark.parametrize(
    ("order", "where"),
    [
        (Move("ge-26vg", "neuerburg"), r"Expected `array`, got `str` - at `\$.path`"),
        (Move("ge-26vg", None), r"got `null` - at `\$.path`"),
        (Move("ge-26vg", (0, 1)), r"got `int` - at `\$.path\[0\]`"),
        (Move(["ge-26vg"], tuple(WAY)), r"got `array` - at `\$.unit`"),
        (Move("ge-26vg", tuple(WAY), ["road"]), r"got `array` - at `\$.mode`"),
        (Move("ge-26vg", object()), "no plain data"),
    ],
)
@pytest.mark.parametrize("ask", ["play", "why_not", "explain"])
def test_an_order_with_a_wrong_field_names_it_and_changes_nothing(battle, ask, order, where):
    state = battle.state
    with pytest.raises(NotationError, match=where):
        getattr(battle, ask)(order)
    assert battle.state is state


@pytest.mark.parametrize("faces", [(True,), (3.0,), ("3",), None, 3, (None,)])
def test_a_throw_of_no_whole_faces_is_refused(faces):
    game = new_game("knapp", seed=1, dice="ask")
    with pytest.raises(NotationError, match=r"\$\.faces"):
        game.play(Roll(faces))
    assert len(game.history) == 1


def test_numbers_of_numpy_are_numbers(battle, reopened):
    asked = new_game("knapp", seed=np.int64(7), dice="ask")
    asked.play(Roll((np.int64(3),)))
    assert reopened(asked).history[-1].action == Roll((3,))
    assert new_game("knapp", dice=np.array([3, 4, 5])).dice_left == (5,)
    assert (asked.record.seed, battle.fork(seed=np.int32(5)).record.seed) == (7, 5)
    with battle.edit() as draft:
        draft.strength("ge-1ss", np.int64(4))
    assert reopened(battle).view("umpire").pieces == battle.view("umpire").pieces
    battle.goto(np.int64(0))
    assert battle.record.here == 0


@pytest.mark.parametrize("dice", [{1, 2}, {3: 4}, b"\x01\x02"], ids=["set", "mapping", "bytes"])
def test_dice_come_in_an_order(dice):
    with pytest.raises(NotationError, match="a list of faces"):
        new_game("knapp", dice=dice)


def test_what_the_caller_does_to_a_position_later_does_not_reach_the_game(reopened):
    position = {"units": {"ge-26vg": {"at": "neuerburg", "strength": np.int64(2)}}}
    game = new_game("knapp", seed=1, position=position)
    position["units"].clear()
    game.play("move ge-26vg neuerburg>vianden")
    assert len(reopened(game).history) == 2


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ([], "by name"),
        ({"units": {"ge-1ss": "liege"}}, r"units 'ge-1ss': Expected `object`, got `str` \(it has at, strength, due"),
        ({"units": {"ge-1ss": {"at": "liege", "hits": 1}}}, "units 'ge-1ss': .* unknown field `hits` .*strength"),
        ({"control": {"liege": 3}}, "control 'liege': Expected `str`, got `int`"),
        ({"unit": {}}, "unknown field `unit` .*units"),
        ({"units": object()}, "no plain data"),
    ],
)
def test_a_wrong_position_says_which_entry_and_what_belongs_there(position, said):
    with pytest.raises(EditError, match=said):
        new_game("knapp", position=position)


@pytest.mark.parametrize(
    "change",
    [
        lambda draft: draft.marker("unsupplied", "ge-1ss", "yes"),
        lambda draft: draft.marker(["unsupplied"], "ge-1ss"),
        lambda draft: draft.place(["ge-1ss"], "liege"),
        lambda draft: draft.remove(None),
        lambda draft: draft.control("liege", None),
        lambda draft: draft.phase(None, "german"),
    ],
)
def test_a_draft_takes_only_what_a_save_can_hold(battle, change):
    state = battle.state
    with pytest.raises(EditError, match=r"is not a name|True lays the marker"), battle.edit() as draft:
        change(draft)
    assert battle.state is state


def test_what_cannot_be_a_key_is_an_unknown_name_too(battle):
    for ask in (lambda: new_game(["knapp"]), lambda: battle.undo(["turn"]), lambda: battle.to_frame(["units"])):
        with pytest.raises(UnknownNameError, match="nearest"):
            ask()
    for ask in (battle.can_undo, battle.why_no_undo):
        with pytest.raises(UnknownNameError, match="known: 'question'"):
            ask("all")


def test_only_a_game_is_taken_up_and_dice_are_asked_for_or_not(battle):
    with pytest.raises(TypeError, match=r"take_up\(\) wants a game, such as fork"):
        battle.take_up(None)
    with pytest.raises(EditError, match="True or False, not 'no'"):
        battle.asks_for_dice = "no"
    assert battle.asks_for_dice is False


@pytest.mark.parametrize(
    "ask",
    [
        new_game,
        lambda long: new_game("knapp", scenario=long),
        lambda long: new_game("knapp", dice=long),
        lambda long: new_game("knapp", dice=[long]),
        lambda long: new_game("knapp", seed=long),
        lambda long: new_game("knapp", position=long),
        lambda long: new_game("knapp", position=BATTLE).play(long),
        lambda long: new_game("knapp", position=BATTLE).play(f"move {long} a>b"),
        lambda long: new_game("knapp", position=BATTLE).play(Move(long, 3)),
    ],
)
def test_an_error_repeats_a_long_text_in_short(ask):
    with pytest.raises(BulgeError, match=r"… \(\d+ characters\)") as error:
        ask("x" * 100_000)
    assert len(str(error.value)) < 800


@pytest.mark.parametrize("data", [b'{"a":' * 100_000, HEAD + b"[" * 100_000])
def test_a_file_nested_without_end_is_no_saved_game(tmp_path, data):
    (tmp_path / "deep.json").write_bytes(data)
    with pytest.raises(SaveError, match=r"deep.json is"):
        load_game(tmp_path / "deep.json")


def test_a_copy_by_the_library_is_a_fork_and_a_pickle_is_refused(battle):
    for copied in (copy.copy(battle), copy.deepcopy(battle)):
        copied.play("move ge-26vg neuerburg>vianden")
        assert len(battle.history) == 1
    with pytest.raises(TypeError, match=r"save\(\) writes it to a file"):
        pickle.dumps(battle)


def test_a_table_without_rows_has_its_columns():
    log = new_game("botb", seed=1).to_frame("log")
    assert (len(log), list(log.columns), log.index.name) == (0, ["seat", "event", "rule", "text"], "at")


@pytest.mark.parametrize("book", ["bigredone", "botb", "fab"])
def test_an_order_with_no_number_behind_it_has_nothing_to_explain(book):
    total = new_game(book, seed=1).explain("roll 3")
    assert (total.text.startswith("nothing to "), total.total) == (True, 0)
