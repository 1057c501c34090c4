"""The protocol between board and kernel: one answer to every message, whatever it says."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bulge_widget.core.decision import Action, Options, Refusal
from bulge_widget.errors import BulgeError, EditError, IllegalActionError
from bulge_widget.widget.messages import answer


class Go(Action, frozen=True):
    unit: str
    to: str


class Pass(Action, frozen=True):
    pass


class Table:
    """A game of one question, put to the German side; everything else is the protocol's business."""

    def __init__(self) -> None:
        self.state = "start"
        self.played: list[object] = []
        self.over = False
        self.fails: Exception | None = None
        self.rulebook = SimpleNamespace(
            describe=lambda thing, _state=None: f"told {thing!s}",
            info=SimpleNamespace(hidden=False),
            attempt=lambda _state, piece, space: [Go(piece, space)],
            why_not=lambda _state, order: None if order.to == "x" else Refusal("far", "5.2", {"text": str(order)}),
        )
        self.board = SimpleNamespace(index={})
        self.decision = None
        self.record = SimpleNamespace(nodes=["root", "first"])

    def view(self, viewpoint: str) -> SimpleNamespace:
        groups = {"b1": [Go("b1", "x"), Go("b1", "y")], None: [Pass()]}
        options = Options(list(groups), groups.__getitem__)
        mine = viewpoint in {"german", "umpire", "active"}
        question = SimpleNamespace(seat="german", options=options if mine else None, prompt="?", rule="1")
        pieces = [SimpleNamespace(id="b1", at="w", hidden=False)]
        return SimpleNamespace(seat=viewpoint, decision=None if self.over else question, pieces=pieces)

    def play(self, action: object) -> list[SimpleNamespace]:
        if self.fails:
            raise self.fails
        self.played.append(action)
        return [SimpleNamespace(rule="5.1")]

    def can_undo(self, _to: str, _seat: str) -> str | None:
        return "the move" if self.played else None

    def undo(self, _to: str) -> None:
        if not self.played:
            raise EditError("nothing was undone: this is the first question of the game")
        self.played.pop()

    def goto(self, node: object) -> None:
        self.state = str(node)


class Desk:
    def __init__(self, viewpoint: str = "german") -> None:
        self.game = Table()
        self.viewpoint = viewpoint
        self.seq = 4


def ask(desk: Desk, **message: object) -> dict[str, object]:
    return answer(desk, {"id": "m1", "seq": 4, **message})


def test_a_choice_is_played_and_told() -> None:
    desk = Desk()
    reply = ask(desk, kind="choose", option="b1/1")
    assert desk.game.played == [Go("b1", "y")]
    assert (reply["id"], reply["kind"], reply["rule"], reply["seq"]) == ("m1", "done", "5.1", 4)
    assert str(reply["text"]).startswith("told ")


def test_an_option_about_no_piece_has_an_empty_key() -> None:
    desk = Desk()
    ask(desk, kind="choose", option="/0")
    assert desk.game.played == [Pass()]


@pytest.mark.parametrize("seq", [3, 5, None, "4"])
def test_a_choice_on_another_scene_is_refused(seq: object) -> None:
    desk = Desk()
    reply = ask(desk, kind="choose", option="b1/0", seq=seq)
    assert reply["kind"] == "refused"
    assert "changed" in str(reply["text"])
    assert not desk.game.played


@pytest.mark.parametrize("option", ["b1/2", "b1/-1", "b2/0", "", "/", "b1", None, 7, "../../0"])
def test_an_option_that_is_not_offered_is_refused_by_name(option: object) -> None:
    desk = Desk()
    reply = ask(desk, kind="choose", option=option)
    assert reply["kind"] == "refused"
    assert repr(str(option)) in str(reply["text"])
    assert not desk.game.played


def test_only_the_side_that_is_asked_may_answer() -> None:
    desk = Desk("allied")
    reply = ask(desk, kind="choose", option="b1/0")
    assert reply["kind"] == "refused"
    assert str(reply["text"]) == "The German side is to decide: ?. This board is seen by the Allied side."
    assert not desk.game.played


def test_a_finished_game_takes_no_answer() -> None:
    desk = Desk()
    desk.game.over = True
    assert ask(desk, kind="choose", option="b1/0")["text"] == "The game is over."


def test_a_rule_that_forbids_it_comes_back_with_its_number() -> None:
    desk = Desk()
    desk.game.fails = IllegalActionError("Too far.", Refusal("far", "5.2"))
    reply = ask(desk, kind="choose", option="b1/0")
    assert (reply["kind"], reply["text"], reply["rule"]) == ("refused", "Too far.", "5.2")


@pytest.mark.parametrize(("fault", "kind"), [(BulgeError("no dice left"), "refused"), (KeyError("oops"), "error")])
def test_a_fault_becomes_an_answer(fault: Exception, kind: str) -> None:
    desk = Desk()
    desk.game.fails = fault
    reply = ask(desk, kind="choose", option="b1/0")
    assert reply["kind"] == kind
    assert reply["text"]


@pytest.mark.parametrize("message", [None, 3, "choose", [], {}, {"kind": "cheat"}, {"kind": None}])
def test_nonsense_is_answered_too(message: object) -> None:
    reply = answer(Desk(), message)
    assert reply["kind"] == "error"
    assert "unknown kind" in str(reply["text"])


def test_undo_says_what_it_took_back_or_why_not() -> None:
    desk = Desk()
    assert "first question" in str(ask(desk, kind="undo")["text"])
    ask(desk, kind="choose", option="b1/0")
    reply = ask(desk, kind="undo")
    assert (reply["kind"], reply["text"]) == ("done", "Undone: the move")
    assert not desk.game.played


def test_goto_takes_a_node_of_the_record() -> None:
    desk = Desk()
    assert ask(desk, kind="goto", node=1)["kind"] == "done"
    assert desk.game.state == "first"
    for nowhere in (2, -1, "1", None):
        assert ask(desk, kind="goto", node=nowhere)["kind"] == "refused"


def test_why_gives_the_rule_that_forbids_a_move() -> None:
    desk = Desk()
    reply = ask(desk, kind="why", piece="b1", space="z")
    assert (reply["kind"], reply["rule"]) == ("why", "5.2")
    assert "go b1 z" in str(reply["text"])
    assert ask(desk, kind="why", piece="b1", space="x")["text"] == ""
    assert ask(desk, kind="why", piece="b9", space="x")["kind"] == "refused"
