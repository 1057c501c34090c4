"""The copy beside a board: orders in it leave the game as it is, until the game goes on from there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bulge_widget as bw
from bulge_widget.errors import EditError
from tests.widget.test_board_widget import MOVE, place, say, sent


@pytest.fixture
def board() -> Iterator[bw.BoardWidget]:
    widget = bw.BoardWidget(bw.new_game("knapp", seed=1944))
    yield widget
    widget.close()


def there(board: bw.BoardWidget, piece: str) -> str:
    return next(row["at"] for row in board.beside["scene"]["pieces"] if row["id"] == piece)


def test_a_copy_is_played_beside_the_game(board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = sent(board, monkeypatch)
    say(board, kind="fork")
    assert answers[-1]["kind"] == "done"
    assert board.beside["scene"]["events"] == []
    board.copied.play(MOVE)
    assert (place(board, "ge-1ss"), there(board, "ge-1ss")) == ("hallschlag", "losheim-gap")
    seq = board.beside["scene"]["seq"]
    assert board.beside["reach"]["seq"] == seq
    say(board, kind="undo", board="beside", seq=seq)
    assert there(board, "ge-1ss") == "hallschlag"
    assert board.game.record.nodes == list(board.game.history)


def test_a_choice_from_the_copy_is_carried_out_in_the_copy(
    board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.fork()
    answers = sent(board, monkeypatch)
    say(board, kind="choose", board="beside", seq=board.beside["scene"]["seq"], option="ge-1ss/0")
    assert answers[-1]["kind"] == "done"
    assert board.copied.history[-1].parent is board.game.history[-1]


def test_the_game_goes_on_as_the_copy_stands(board: bw.BoardWidget) -> None:
    other = bw.BoardWidget(board.game)
    board.fork().play(MOVE)
    say(board, kind="adopt", board="beside")
    assert place(board, "ge-1ss") == place(other, "ge-1ss") == "losheim-gap"
    assert board.beside == {}
    assert board.copied is None
    board.game.undo()
    assert place(board, "ge-1ss") == "hallschlag"
    other.close()


def test_a_copy_that_was_closed_answers_no_more(board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = board.fork()
    answers = sent(board, monkeypatch)
    say(board, kind="close", board="beside")
    copy.play(MOVE)
    assert board.beside == {}
    for kind in ("undo", "choose", "close", "adopt"):
        say(board, kind=kind, board="beside")
    assert [answer["kind"] for answer in answers] == ["done", *["refused"] * 4]


def test_the_copy_is_seen_by_the_eyes_of_the_board(board: bw.BoardWidget) -> None:
    board.fork()
    board.viewpoint = "allied"
    assert board.beside["scene"]["viewpoint"] == "allied"
    assert board.beside["reach"]["pieces"] == {}


def test_another_seed_changes_the_dice_to_come(board: bw.BoardWidget) -> None:
    assert board.fork(seed=3).record.seed == 3
    assert board.game.record.seed == 1944


def test_a_copy_has_no_copy_and_a_board_is_not_closed_by_a_message(
    board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.fork()
    answers = sent(board, monkeypatch)
    say(board, kind="fork", board="beside")
    say(board, kind="close")
    say(board, kind="adopt")
    assert [answer["kind"] for answer in answers] == ["refused"] * 3
    assert board.comm is not None


def test_a_fair_game_has_no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    board = bw.BoardWidget(bw.new_game("fab", seed=3, mode="fair"))
    answers = sent(board, monkeypatch)
    say(board, kind="fork")
    assert answers[0]["kind"] == "refused"
    with pytest.raises(EditError, match="fair"):
        board.fork()
    board.close()


def test_the_copy_cannot_be_set(board: bw.BoardWidget) -> None:
    with pytest.raises(bw.BulgeError, match="cannot be set"):
        board.beside = {"scene": {}}


def test_the_copy_is_sent_small(board: bw.BoardWidget) -> None:
    """As the scene is: pieces that are as printed travel without their values."""
    board.fork()
    whole, small = board.beside["scene"]["pieces"], board.get_state("beside")["beside"]["scene"]["pieces"]
    assert "name" in whole[0]
    assert all("name" not in piece for piece in small)
