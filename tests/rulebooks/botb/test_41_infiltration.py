"""41.0, 43.0 Panzer Brigade 150 and Peiper slip through the lines."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import infiltration
from bulge_widget.rulebooks.botb.advance import Advance, Advancing, EndAdvance
from bulge_widget.rulebooks.botb.infiltration import Assault, Infiltrate, Infiltrating, Pass, SneakRoll
from bulge_widget.rulebooks.botb.state import FOUGHT, set_flag
from tests.rulebooks.botb.field import PARTS, asked, indexes, play, refused, roll, run, state_of

BRIGADE, PEIPER, A1 = "ge-150-pzbde", "ge-1ss-peiper", "us-1-26"


def begun(units, turn=2, agreed="yes"):
    state = state_of(units, turn=turn, phase=("infiltration", "german"), choices={"peiper_infiltration": agreed})
    return run(infiltration.begin(PARTS, state))[0]


@pytest.mark.parametrize(
    ("unit", "turn", "faces"), [(BRIGADE, 1, {1}), (BRIGADE, 2, {1, 2}), (PEIPER, 1, {1, 2}), (PEIPER, 2, {1, 2, 3, 4})]
)
def test_the_faces_that_let_a_unit_through(unit, turn, faces):
    state = begun({unit: "h4"}, turn)
    assert infiltration.good_faces(PARTS, state, indexes(unit)[0]) == faces
    state, _ = play(state, Infiltrate(unit))
    assert isinstance(state.stack[-1], SneakRoll)
    assert asked(state).weights is not None
    for face in range(1, 7):
        after, told = play(state, roll(face))
        assert told[0].good == (face in faces,)
        assert (bool(after.stack) and isinstance(after.stack[-1], Advancing)) is (face in faces)
        assert (indexes(unit)[0] in after.limited) is (face in faces)


def test_who_fought_or_stands_beside_an_enemy_may_not_try():
    state = begun({BRIGADE: "h4", PEIPER: "k4", A1: "h3"})
    assert refused(state, Infiltrate(BRIGADE)).rule == "41.5"
    assert refused(set_flag(state, indexes(PEIPER)[0], FOUGHT), Infiltrate(PEIPER)).rule == "43.5"
    assert refused(begun({BRIGADE: "h4", PEIPER: "k4"}, agreed="no"), Infiltrate(PEIPER)).code == "not_agreed"


def test_nobody_tries_on_later_turns():
    assert not begun({BRIGADE: "h4"}, turn=3).stack


def test_zones_are_ignored_and_an_attack_may_follow():
    state, _ = play(begun({BRIGADE: "h6", A1: "h3"}), Infiltrate(BRIGADE))
    state, _ = play(state, roll(1))
    through = Advance(BRIGADE, ("h6", "h5", "h4", "i4", "i3"))
    assert refused(state, through) is None
    ahead, _ = play(state, Advance(BRIGADE, ("h6", "h5", "h4")))
    assert {type(a) for a in asked(ahead).options} == {Assault, Pass}
    _, told = play(ahead, Assault(BRIGADE))
    assert told[0].attackers == (BRIGADE,)
    stayed, _ = play(state, EndAdvance())
    assert not stayed.stack


def test_a_try_is_made_once():
    state = msgspec.structs.replace(begun({BRIGADE: "h4"}), stack=(Infiltrating(indexes(BRIGADE)),))
    assert refused(state, Infiltrate(BRIGADE)).code == "sneak_tried"
