"""Orders as text."""

from __future__ import annotations

import pytest

from bulge_widget.core import notation
from bulge_widget.core.decision import Roll
from bulge_widget.errors import BulgeError, NotationError
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.moving import EndMove
from bulge_widget.rulebooks.knapp.overrun import Overrun

KINDS = (Move, EndMove, Overrun, Roll)
WRITTEN = [
    (Move("ge-1ss", ("a", "b")), "move ge-1ss a>b"),
    (Move("ge-1ss", ("a", "b", "c"), "road"), "move ge-1ss a>b>c road"),
    (EndMove(), "end-move"),
    (Overrun(("ge-2pz", "ge-1ss"), ("a", "b")), "overrun ge-1ss+ge-2pz a>b"),
    (Roll((6, 1)), "roll 6+1"),
]


@pytest.mark.parametrize(("action", "text"), WRITTEN)
def test_an_order_reads_back_from_its_text(action, text):
    assert str(action) == text
    assert notation.read(text, KINDS) == action
    assert notation.read(f"  {text.upper()} ", KINDS) == action


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with one of end-move, move, overrun, roll"),
        ("march ge-1ss a>b", "begins with one of"),
        ("move ge-1ss", "the form is 'move' <unit> <path> <mode>"),
        ("end-move now", "takes no 'now'"),
        ("roll six", "Expected `int`"),
        ("overrun ge-1ss a>b>c", "length 2"),
    ],
)
def test_a_text_that_is_no_order_says_what_would_be(text, said):
    with pytest.raises(NotationError) as error:
        notation.read(text, KINDS)
    assert said in str(error.value)
    assert repr(text) in str(error.value)
    assert isinstance(error.value, BulgeError)


def test_play_takes_the_text_of_an_order(battle):
    battle.play("move ge-26vg neuerburg>vianden")
    assert battle.history[-1].action == Move("ge-26vg", ("neuerburg", "vianden"))
