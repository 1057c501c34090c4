"""6 Defensive fire: who fires, how many dice, and who takes the hits."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.core.decision import Roll
from bulge_widget.core.event import Answered, ControlChanged, Removed, Rolled, StepsLost
from tests.rulebooks.knapp.table import (
    BOOK,
    at,
    control,
    happened,
    kinds,
    of_kind,
    orders,
    position,
    refused,
    situation,
    steps,
)

TWO = {"us-106id": "schnee-eifel", "ge-18vg": "schnee-eifel", "ge-62vg": "schnee-eifel"}  # 4 at 4 + 3
FIRE = {"phase": "defensive-fire", "phasing": "german"}


def test_6_dice_equal_to_the_strength_of_all_that_fire_together():
    units = TWO | {"us-14cav": "schnee-eifel"}
    game = situation(units, dice=[1, 2, 3, 4, 5], **FIRE)
    rolled = of_kind(happened(game), Rolled)
    assert rolled[0].faces == (1, 2, 3, 4, 5)
    assert (rolled[0].what, rolled[0].result, rolled[0].good) == ("defensive fire", "0 hits", (False,) * 5)
    assert rolled[0].rule == "6"


def test_6_only_sixes_hit():
    game = situation(TWO, dice=[5, 6, 4, 6], **FIRE)
    assert of_kind(happened(game), Rolled)[0].good == (False, True, False, True)
    assert game.decision.prompt == "Choose a unit in Schnee Eifel to take a hit (2 to give)"


def test_6_the_owner_of_the_target_spreads_the_hits():
    game = situation(TWO, dice=[6, 6, 1, 1], **FIRE)
    assert game.decision.seat == "german"
    assert orders(game) == {"take-hit ge-18vg", "take-hit ge-62vg"}
    game.play("take-hit ge-62vg")
    game.play("take-hit ge-18vg")
    assert (steps(game, "ge-18vg"), steps(game, "ge-62vg")) == (3, 2)


def test_R12_all_hits_on_one_unit_up_to_its_strength():
    game = situation(TWO, dice=[6, 6, 6, 6], **FIRE)
    for _ in range(3):
        game.play("take-hit ge-62vg")
    assert at(game, "ge-62vg") == "eliminated-german"
    assert steps(game, "ge-18vg") == 3  # the fourth hit went to the only one left


def test_R12_only_units_that_were_fired_at_and_still_stand():
    game = situation(TWO | {"ge-1ss": "st-vith"}, dice=[6, 6, 1, 1], **FIRE)
    assert refused(game, "take-hit ge-1ss") == ("not_a_target", "6")
    assert refused(game, "take-hit us-106id") == ("not_a_target", "6")
    weak = situation(TWO | {"ge-62vg": ("schnee-eifel", 1), "ge-26vg": "schnee-eifel"}, dice=[6, 6, 6, 1], **FIRE)
    weak.play("take-hit ge-62vg")
    assert refused(weak, "take-hit ge-62vg") == ("eliminated", "2")


def test_R12_hits_without_a_choice_are_given_by_itself_and_told():
    game = situation({"us-106id": "schnee-eifel", "ge-18vg": "schnee-eifel"}, dice=[6, 6, 1, 1], **FIRE)
    assert of_kind(happened(game), StepsLost) == [StepsLost("6", "ge-18vg", 2, 2, "schnee-eifel")]
    assert Answered("6", "german", "take-hit ge-18vg") in happened(game)


def test_R12_hits_with_a_choice_are_asked_for():
    game = situation(TWO, dice=[6, 1, 1, 1], **FIRE)
    assert game.decision.rule == "6"
    assert not of_kind(happened(game), StepsLost)


def test_R12_enough_hits_to_remove_all_leave_no_choice():
    units = {"us-106id": "schnee-eifel", "ge-18vg": ("schnee-eifel", 2), "ge-62vg": ("schnee-eifel", 1)}
    game = situation(units, dice=[6, 6, 6, 1], control={"schnee-eifel": "german"}, **FIRE)
    assert [event.piece for event in of_kind(happened(game), Removed)] == ["ge-18vg", "ge-62vg"]
    assert ControlChanged("R1", "schnee-eifel", "allied") in happened(game)


def test_R12_hits_beyond_the_strength_of_all_are_lost():
    units = {"us-2id": "schnee-eifel", "us-106id": "st-vith", "ge-18vg": ("schnee-eifel", 2), "ge-62vg": "st-vith"}
    game = situation(units, "fire schnee-eifel", dice=[6, 6, 6, 6, 6, 6, 1, 1, 1, 1], **FIRE)
    assert at(game, "ge-18vg") == "eliminated-german"
    assert steps(game, "ge-62vg") == 3  # nobody elsewhere pays for them


def test_6_a_dead_last_defender_passes_the_area():
    units = {"us-106id": ("schnee-eifel", 1), "ge-18vg": "schnee-eifel"}
    game = situation(units, dice=[6, 1, 1, 1, *[3] * 4], phase="defensive-fire", phasing="allied")
    assert at(game, "us-106id") == "eliminated-allied"
    assert control(game, "schnee-eifel") == "german"


# -- R23 where and in which order ---------------------------------------------------------------------

FOUR = TWO | {"us-9adb": "st-vith", "ge-1ss": "st-vith", "us-28id": "clervaux", "ge-2pz": "clervaux"}


def test_R23_every_contested_area_once_in_any_order():
    game = situation(FOUR, dice=[1] * 10, **FIRE)
    assert orders(game) == {"fire schnee-eifel", "fire st-vith", "fire clervaux"}
    game.play("fire st-vith")
    assert refused(game, "fire st-vith") == ("no_fire_there", "6")
    assert orders(game) == {"fire schnee-eifel", "fire clervaux"}
    game.play("fire schnee-eifel")  # the last one is fired without asking
    assert Answered("6", "allied", "fire clervaux") in happened(game)
    assert game.phase == "movement"
    assert game.dice_left == ()


def test_R23_no_fire_where_only_one_side_stands():
    game = situation(FOUR, **FIRE)
    assert refused(game, "fire bastogne") == ("no_fire_there", "6")
    assert refused(game, "fire arzfeld") == ("no_fire_there", "6")
    assert refused(game, "fire paris") == ("unknown_name", "1")


def test_R23_fire_is_not_optional():
    game = situation(FOUR, **FIRE)
    assert refused(game, "end-move") == ("not_asked", "6")


def test_R23_no_question_where_nothing_is_contested():
    game = situation({"us-106id": "st-vith", "ge-18vg": "schnee-eifel"}, **FIRE)
    assert game.phasing == "allied"
    assert not of_kind(happened(game), Rolled)


def test_R23_the_fire_in_one_area_is_simultaneous():
    """One throw for both units; no unit that fires can be hit by it."""
    units = {"us-106id": "schnee-eifel", "us-14cav": "schnee-eifel", "ge-18vg": "schnee-eifel"}
    game = situation(units, dice=[6, 6, 6, 6, 6], **FIRE)
    assert len(of_kind(happened(game), Rolled)) == 1
    assert (steps(game, "us-106id"), steps(game, "us-14cav")) == (4, 1)


def test_R23_only_the_side_that_did_not_move_fires():
    game = situation(TWO, dice=[6] * 7, phase="defensive-fire", phasing="allied", turn=10)
    assert at(game, "us-106id") == "eliminated-allied"
    assert (steps(game, "ge-18vg"), steps(game, "ge-62vg")) == (4, 3)


# -- dice ---------------------------------------------------------------------------------------------


def by_hand(units, **phase):
    """The same with a person who throws the dice."""
    return new_game("knapp", position=position(units, **phase), dice="ask")


def test_6_throws_that_come_to_the_same_are_one_answer():
    game = by_hand(TWO, **FIRE)
    assert game.decision.seat == "chance"
    assert len(game.legal_actions()) == 5  # none to four hits
    assert sum(game.decision.weights) == 6**4
    assert game.decision.weights[0] == 5**4
    assert game.rulebook.canonical(game.state, Roll((2, 6, 3, 1))) == Roll((6, 1, 1, 1))


def test_6_more_hits_than_strength_are_one_answer():
    game = by_hand({"us-106id": "schnee-eifel", "ge-18vg": ("schnee-eifel", 1)}, **FIRE)
    assert len(game.legal_actions()) == 2
    assert kinds(game.play(Roll((6, 6, 2, 2))))[:2] == ["Rolled", "Answered"]


def test_6_wrong_dice_are_refused():
    game = by_hand(TWO, **FIRE)
    assert game.why_not(Roll((6, 6, 6))).code == "wrong_dice"
    assert game.why_not(Roll((6, 6, 6, 7))).code == "wrong_face"
    assert game.why_not("fire schnee-eifel").code == "not_asked"


def test_6_explain_counts_the_dice_unit_by_unit():
    game = situation(FOUR | {"us-14cav": "schnee-eifel"}, **FIRE)
    total = game.explain("fire schnee-eifel")
    assert (total.total, total.text) == (5, "dice")
    assert [part.label for part in total.parts] == [BOOK.counters[u].name for u in ("us-14cav", "us-106id")]
