"""Saves: what goes in comes out; what is damaged, foreign or newer says so and runs nothing."""

from __future__ import annotations

import json

import msgspec
import pytest

from bulge_widget import SaveError, load_game, new_game
from bulge_widget.core import save
from tests.core.conftest import OVERRUN


@pytest.fixture
def saved(battle, tmp_path):
    battle.play(OVERRUN)
    battle.undo()
    battle.play("move ge-26vg neuerburg>vianden")
    battle.history[0].comment = "the gap <b>opens</b>"
    path = tmp_path / "battle.json"
    battle.save(path)
    return path


def reseal(path, **changes):
    """Write changed content with a hash that fits it."""
    data = msgspec.json.decode(path.read_bytes(), type=save.SavedGame)
    data = msgspec.structs.replace(data, **changes)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(data, hash=save.seal_of(data))))


def test_a_save_brings_back_the_tree_the_present_and_the_comments(battle, saved):
    again = load_game(saved)
    assert again.state == battle.state
    assert len(again.record.nodes) == len(battle.record.nodes)
    assert [str(n.action) for n in again.record.branches()] == [str(n.action) for n in battle.record.branches()]
    assert again.history[0].comment == "the gap <b>opens</b>"
    assert again.record.seed == battle.record.seed


def test_what_was_undone_can_be_redone_after_loading(battle, tmp_path):
    battle.play(OVERRUN)
    end = battle.state
    battle.undo()
    battle.save(tmp_path / "a.json")
    again = load_game(tmp_path / "a.json")
    again.redo()
    assert again.state == end


def test_dictated_and_asked_dice_are_kept(dictated, tmp_path):
    game = dictated(4, 3, 2, 2)
    game.play(OVERRUN)
    game.save(tmp_path / "a.json")
    assert load_game(tmp_path / "a.json").dice_left == (2, 2)
    new_game("knapp", dice="ask").save(tmp_path / "b.json")
    assert load_game(tmp_path / "b.json").asks_for_dice


def test_an_answer_of_another_seat_is_told(saved):
    nodes = msgspec.json.decode(saved.read_bytes(), type=save.SavedGame).nodes
    for seat in ("allied", "chance", "umpire", "<img src=x>"):
        reseal(saved, nodes=[msgspec.structs.replace(nodes[0], seat=seat), *nodes[1:]])
        with pytest.warns(UserWarning, match=r"answer 1 \(overrun .* comes out differently"):
            load_game(saved)


def test_a_save_is_plain_json_with_ids(saved):
    data = json.loads(saved.read_text(encoding="utf-8"))
    assert data["snapshot"]["units"]["ge-26vg"]["at"] == "vianden"
    assert data["nodes"][-1]["action"] == {
        "do": "move",
        "unit": "ge-26vg",
        "path": ["neuerburg", "vianden"],
        "mode": "normal",
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a saved game"),
        (b"\x80\x04cos\nsystem\n", "not a saved game"),
        (b'{"format": "other"}', "its format is 'other'"),
        (b'{"cells": []}', "its format is ''"),
        (b"[1, 2]", "not a saved game"),
        (b'{"format": "bulge-widget save", "schema": 99}', "newer version: layout 99, this one reads up to 1"),
        (b'{"format": "bulge-widget save", "schema": 1}', "damaged"),
    ],
)
def test_a_foreign_damaged_or_newer_file_is_refused_with_the_reason(tmp_path, content, said):
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(SaveError) as error:
        load_game(path)
    assert said in str(error.value)
    assert "x.json" in str(error.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SaveError, match="No such file"):
        load_game(tmp_path / "nowhere.json")


def test_a_changed_byte_is_noticed(saved):
    text = saved.read_text(encoding="utf-8").replace('"vianden"', '"st-vith"', 1)
    saved.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError, match="does not match its hash"):
        load_game(saved)


def test_a_save_of_another_book_names_those_there_are(saved):
    reseal(saved, rulebook="waterloo")
    with pytest.raises(SaveError, match=r"another rule book.*'knapp'"):
        load_game(saved)


def test_a_rule_that_changed_names_the_answer_and_goes_on_from_the_snapshot(battle, saved):
    data = msgspec.json.decode(saved.read_bytes(), type=save.SavedGame)
    nodes = [*data.nodes[:-1], msgspec.structs.replace(data.nodes[-1], check=1)]
    reseal(saved, nodes=nodes)
    with pytest.warns(UserWarning, match=r"answer \d+ \(move ge-26vg neuerburg>vianden\) comes out differently"):
        again = load_game(saved)
    assert again.state == battle.state
    assert len(again.history) == 1
    assert again.decision.seat == "german"


def test_changed_components_are_told_and_the_snapshot_goes_on(battle, saved):
    reseal(saved, digest="0" * 16)
    with pytest.warns(UserWarning, match="components of knapp were changed"):
        assert load_game(saved).state == battle.state


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"scenario": "winter"}, "unknown scenario"),
        ({"options": {"fog": True}}, "unknown option"),
        ({"here": 40}, "the line has"),
        ({"tip": 999}, "ends at answer 999, but there are"),
        ({"tip": -1}, "damaged: Expected `int` >= 0"),
        ({"seed": -4}, "damaged: Expected `int` >= 0"),
        ({"mode": "zz"}, "damaged: Invalid enum value 'zz'"),
        ({"dice": "zz"}, "damaged"),
        ({"dice": [None]}, "damaged"),
    ],
)
def test_a_sealed_save_that_contradicts_itself_is_refused(saved, changes, said):
    reseal(saved, **changes)
    with pytest.raises(SaveError, match=said):
        load_game(saved)


def test_a_snapshot_that_does_not_fit_either_is_refused(saved):
    data = msgspec.json.decode(saved.read_bytes(), type=save.SavedGame)
    snapshot = data.snapshot | {"units": {"us-1cav": {"at": "st-vith"}}}
    reseal(saved, digest="0", snapshot=snapshot)
    with pytest.raises(SaveError, match="does not fit either: unknown unit 'us-1cav'"):
        load_game(saved)


def test_a_save_stays_small():
    game = new_game("knapp", seed=2)
    while game.decision and game.turn < 4:
        game.play(game.legal_actions()[-1])
    assert len(save.dump(game)) < 60_000
