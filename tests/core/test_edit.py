"""Editing is playing: recorded, undone, all or nothing."""

from __future__ import annotations

import pytest

from bulge_widget import EditError, UnknownNameError, load_game, new_game
from tests.core.conftest import BATTLE, OVERRUN


def test_an_edit_is_one_entry_in_the_history_and_can_be_undone(battle):
    before = battle.state
    with battle.edit() as draft:
        draft.place("us-7ad", "St. Vith")
        draft.strength("us-7ad", 2)
        draft.control("clervaux", "german")
    pieces = {piece.id: piece for piece in battle.view("umpire").pieces}
    assert (pieces["us-7ad"].at, pieces["us-7ad"].steps) == ("st-vith", 2)
    assert [node.seat for node in battle.history] == ["", "umpire"]
    assert "changed by hand" in battle.rulebook.describe(battle.history[-1].events[0])
    battle.undo()
    assert battle.state is before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda draft: draft.place("us-77id", "st-vith"), "unknown unit 'us-77id'"),
        (lambda draft: draft.place("us-7ad", "st-vitus"), "st-vith"),
        (lambda draft: draft.strength("us-28id", 9), "not between 1 and"),
        (lambda draft: draft.control("st-vith", "french"), "'german', 'allied'"),
        (lambda draft: draft.control("hallschlag", "allied"), "hallschlag: is allied-controlled"),
        (lambda draft: draft.marker("bridge", "st-vith"), "unsupplied"),
        (lambda draft: draft.turn(11), "1 to 10"),
        (lambda draft: draft.turn("3"), "turn '3' is not a whole number"),
        (lambda draft: draft.turn(None), "turn None is not a whole number"),
        (lambda draft: draft.turn(2.5), "turn 2.5 is not a whole number"),
        (lambda draft: draft.strength("us-28id", "2"), "steps '2' is not a whole number"),
        (lambda draft: draft.place("us-7ad", ""), "no space is named"),
        (lambda draft: draft.phase("night", "german"), "movement of german"),
    ],
)
def test_an_edit_that_makes_no_sense_changes_nothing(battle, change, said):
    before, heard = battle.state, []
    battle.observe(heard.append)
    with pytest.raises((EditError, UnknownNameError)) as error, battle.edit() as draft:
        draft.place("ge-2pz", "bitburg")
        change(draft)
    assert said in str(error.value)
    assert battle.state is before
    assert heard == []


@pytest.mark.parametrize(
    "change",
    [
        lambda draft: draft.place("us-7ad", "st-vith"),
        lambda draft: draft.remove("ge-1ss"),
        lambda draft: draft.strength("us-28id", 1),
        lambda draft: draft.control("st-vith", "german"),
        lambda draft: draft.marker("unsupplied", "ge-1ss"),
        lambda draft: draft.turn(3),
        lambda draft: draft.phase("supply", "german"),
    ],
)
def test_a_draft_outside_its_block_says_how_it_is_used(battle, change):
    before, draft = battle.state, battle.edit()
    with pytest.raises(EditError, match=r"with game.edit\(\) as draft: .*nothing was noted"):
        change(draft)
    with draft:
        draft.turn(3)
    with pytest.raises(EditError, match=r"with game.edit\(\)"):
        change(draft)
    battle.undo()
    assert battle.state is before


def test_a_draft_is_not_played_where_a_question_has_come_up_since(battle):
    battle.asks_for_dice = True
    with pytest.raises(EditError, match="first answer or undo"), battle.edit() as draft:
        draft.remove("us-28id")
        battle.play(OVERRUN)
    assert str(battle.history[-1].action) == OVERRUN


def test_an_edit_of_a_fair_game_is_told_in_its_log():
    fair = new_game("knapp", seed=11, position=BATTLE, mode="fair")
    with fair.edit() as draft:
        draft.strength("us-28id", 1)
    told = [fair.rulebook.describe(event, fair.state) for event in fair.history[-1].events]
    assert any("changed by hand" in line for line in told)


def test_an_exception_in_the_block_drops_the_draft(battle):
    before = battle.state
    with pytest.raises(ZeroDivisionError), battle.edit() as draft:
        draft.remove("ge-1ss")
        raise ZeroDivisionError
    assert battle.state is before


def test_an_edit_opens_only_between_two_orders(dictated):
    game = dictated(4, 6)
    game = type(game)(game.rulebook, game.record, "ask")
    game.play(OVERRUN)
    with pytest.raises(EditError, match="first answer or undo: Overrun of Losheim Gap"):
        game.edit()


def test_automatic_steps_run_when_an_edit_is_left(battle):
    with battle.edit() as draft:
        draft.phase("supply", "german")
        draft.place("ge-2pz", "arlon")
    units = battle.view("umpire").pieces
    assert next(piece for piece in units if piece.id == "ge-2pz").at == "arlon"
    assert battle.phase == "movement"


def test_an_edit_is_saved_and_replayed(battle, tmp_path):
    with battle.edit() as draft:
        draft.remove("us-14cav")
        draft.turn(3)
        draft.marker("unsupplied", "ge-26vg")
    battle.play("move ge-26vg neuerburg>vianden")
    battle.save(tmp_path / "edited.json")
    again = load_game(tmp_path / "edited.json")
    assert again.state == battle.state
    again.undo()
    again.undo()
    assert again.state == battle.history[0].state


def test_a_draft_used_again_begins_anew(battle):
    draft = battle.edit()
    with draft:
        draft.turn(3)
    with pytest.raises(EditError, match="not a whole number"), draft:
        draft.turn(4)
        draft.turn("5")
    with draft:
        draft.control("liege", "german")
    assert str(battle.history[-1].action) == "edit control liege german"


def test_names_in_a_draft_may_be_written_in_any_case(battle):
    with battle.edit() as draft:
        draft.place("US-7AD", "ST. VITH")
        draft.control("Clervaux", "German")
        draft.remove("GE-26VG")
    assert str(battle.history[-1].action) == "edit place us-7ad ST. VITH; control Clervaux german; remove ge-26vg"
    pieces = {piece.id: piece.at for piece in battle.view("umpire").pieces}
    assert pieces["us-7ad"] == "st-vith"
