"""A game survives the end of its kernel: it is kept in a file, and a board of a new game offers it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bulge_widget as bw
from bulge_widget.errors import SaveError
from bulge_widget.widget.keeping import FOLDER, MOST
from tests.widget.test_board_widget import MOVE, place, say, sent

Make = Callable[..., bw.BoardWidget]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes boards whose games are kept in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    boards: list[bw.BoardWidget] = []

    def made(book: str = "knapp", **choices: Any) -> bw.BoardWidget:
        boards.append(bw.BoardWidget(bw.new_game(book, **({"seed": 1944} | choices)), kept=True))
        return boards[-1]

    yield made
    for board in boards:
        board.close()


def play_once(board: bw.BoardWidget) -> None:
    board.game.play(board.game.legal_actions()[0])


def files() -> list[Path]:
    return sorted(Path(FOLDER).glob("*"))


def test_a_game_is_kept_after_every_answer_and_taken_up_by_a_new_one(make: Make) -> None:
    old = make()
    assert "kept" not in old.scene
    assert files() == []
    old.game.play(MOVE)
    assert [file.name for file in files()] == ["knapp-campaign-1.json"]
    assert bw.load_game(files()[0]).state == old.game.state
    old.game.play(old.game.legal_actions()[0])
    old.game.undo()
    new = make()
    assert "answers and throws" in new.scene["kept"]
    say(new, kind="resume")
    assert new.game.state == old.game.state
    assert place(new, "ge-1ss") == "losheim-gap"
    assert new.game.can_redo()
    assert "kept" not in new.scene


def test_the_game_that_goes_on_is_kept_again(make: Make) -> None:
    make().game.play(MOVE)
    second = make()
    second.resume()
    second.game.play(second.game.legal_actions()[0])
    third = make()
    third.resume()
    assert third.game.state == second.game.state


def test_every_board_of_a_game_shows_what_was_taken_up(make: Make) -> None:
    make().game.play(MOVE)
    first = make()
    other = bw.BoardWidget(first.game, viewpoint="allied")
    first.resume()
    assert place(other, "ge-1ss") == "losheim-gap"
    other.close()


def test_who_does_not_want_it_is_not_asked_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make().game.play(MOVE)
    board = make()
    answers = sent(board, monkeypatch)
    say(board, kind="forget")
    assert "kept" not in board.scene
    say(board, kind="resume")
    assert [answer["kind"] for answer in answers] == ["done", "refused"]
    other = make()
    say(other, kind="choose", option="ge-1ss/0")
    assert "kept" not in other.scene


def test_an_order_that_is_refused_leaves_the_offer_open(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make().game.play(MOVE)
    board = make()
    answers = sent(board, monkeypatch)
    say(board, kind="choose", option="ge-1ss/9999")
    board.theme = "dark"
    board.viewpoint = "german"
    assert "kept" in board.scene
    say(board, kind="resume")
    assert [answer["kind"] for answer in answers] == ["refused", "done"]


def test_orders_from_a_cell_leave_the_offer_open(make: Make) -> None:
    """All cells are run again after a kernel has died, those with orders too."""
    old = make()
    old.game.play(MOVE)
    old.game.play(old.game.legal_actions()[-1])
    new = make()
    new.game.play(MOVE)
    assert "kept" in new.scene
    new.resume()
    assert new.game.state == old.game.state


@pytest.mark.parametrize(
    ("book", "choices"), [("bigredone", {}), ("knapp", {"mode": "fair"}), ("knapp", {"position": {"turn": 2}})]
)
def test_only_a_game_that_began_alike_is_offered(make: Make, book: str, choices: dict[str, Any]) -> None:
    make().game.play(MOVE)
    assert "kept" not in make(book, **choices).scene


def test_a_game_with_the_same_seed_is_offered_before_a_later_one(make: Make) -> None:
    make().game.play(MOVE)
    play_once(make(seed=7))
    for number, file in enumerate(files()):
        os.utime(file, (1000 + number, 1000 + number))
    board = make()
    board.resume()
    assert board.game.record.seed == 1944


def test_the_oldest_files_go(make: Make) -> None:
    for seed in range(MOST + 3):
        play_once(make(seed=seed))
        for age, file in enumerate(sorted(files(), key=lambda file: file.stat().st_mtime_ns)):
            os.utime(file, (1000 + age, 1000 + age))
    assert sorted(json.loads(file.read_bytes())["seed"] for file in files()) == list(range(3, MOST + 3))


def test_a_damaged_file_is_passed_over(make: Make) -> None:
    make().game.play(MOVE)
    files()[0].write_bytes(files()[0].read_bytes()[:-40])
    assert "kept" not in make().scene


def test_a_game_that_cannot_be_kept_goes_on_and_says_so_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(FOLDER).write_text("no folder")
    board = make()
    answers = sent(board, monkeypatch)
    say(board, kind="choose", option="ge-1ss/0")
    say(board, kind="undo")
    assert [answer["kind"] for answer in answers] == ["error", "done"]
    assert "not kept" in str(answers[0]["text"])


def test_outside_a_notebook_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    board = bw.BoardWidget(bw.new_game("knapp", seed=1944))
    board.game.play(MOVE)
    assert files() == []
    with pytest.raises(SaveError, match="kept=True"):
        board.resume()
    board.close()
