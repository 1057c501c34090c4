"""18.4 The first battle of the 150th Brigade, where it ends before its ruse or by it."""

from __future__ import annotations

from bulge_widget.rulebooks.fab.aftermath import Decline
from bulge_widget.rulebooks.fab.response import Withdraw
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import BOOK, EAST, Scene, unit

ELSEWHERE = {"ge-9pz": unit("47"), "us-2ad": unit("47")}  # another battle keeps the phase open


def test_18_4_a_first_battle_that_guns_alone_decide_is_the_first_battle():
    """The German guns leave nobody to confuse; or two hits of American ones stop the attack before the ruse."""
    won = first_battle("us-112rct", "ge-402arty").roll(1).absorb("stand")
    assert (won.at("us-112rct"), won.step) == ("eliminated", "Exploiting")
    won.answer(Decline())
    lost = first_battle("us-106id", "us-333fa-arty", "us-406fa-arty").roll(1, 1).absorb("abort")
    assert lost.at("ge-150bde") == "eliminated"
    assert [scene.state.raided & 2 for scene in (won, lost)] == [2, 2]


def test_18_4_a_retreat_before_combat_is_no_battle_of_the_brigade():
    scene = first_battle("us-112rct", "us-special-action", ask=False).answer(Withdraw("us-special-action"))
    scene.skip("Retreating", "Exploiting")
    assert (scene.step, scene.state.raided & 2) == ("Combats", 0)


def first_battle(defender, *chits, ask=True):
    """The 150th Brigade with 1st SS Panzer against a unit in Ligneuville, every chit assigned."""
    units = {name: unit("25") for name in ("ge-150bde", "ge-1ss", defender)} | ELSEWHERE
    rest = {"options": {"panzer_brigade_150": True}, "chits": dict.fromkeys(chits, "available")}
    scene = Scene(units, areas={"new": ["25"]}, german=EAST, **rest).fight("25")
    for chit in chits if ask else ():
        scene.answer(Assign(chit))
    return scene


def test_18_4_18_7_a_ruse_leaves_no_hit_to_spare():
    """A lone engineer is fooled: its guns are overrun by a 2, as of a defender destroyed, and there was no hit."""
    options = {"panzer_brigade_150": True, "overrunning_artillery": True}
    chits = {"us-146eng": "25", "us-333fa-arty": "available"}
    units = {"ge-150bde": unit("25")} | ELSEWHERE
    scene = Scene(units, areas={"new": ["25"]}, german=EAST, options=options, chits=chits).fight("25")
    scene.answer(Assign("us-333fa-arty")).roll(10).roll(10).answer(Decline())
    assert (scene.at("us-146eng"), scene.step) == ("eliminated", "OverrunRoll")
    assert BOOK.explain(scene.state, scene.decision.options[0]).total == 2
