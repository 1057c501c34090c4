"""Positions as plain data, what must hold in every one, and changes by hand."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.core.edit import SetMarker
from bulge_widget.core.event import Edited, Rolled
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.knapp import hits
from bulge_widget.rulebooks.knapp.fire import DefensiveFire, FireRoll, SurpriseRoll
from bulge_widget.rulebooks.knapp.overrun import OverrunRoll, PartingShots
from bulge_widget.rulebooks.knapp.reinforcement import ArrivalRoll
from bulge_widget.rulebooks.knapp.state import WAITING, State, with_byte
from tests.rulebooks.knapp.table import BOOK, at, control, happened, of_kind, orders, piece, position, situation, steps

UNITS = {"ge-1ss": "st-vith", "us-7ad": "vielsalm", "us-30id": {"due": 5}}
START = BOOK.position(position(UNITS))
INDEX = BOOK.parts.unit_index


def problems(state):
    return [str(problem) for problem in BOOK.invariants(state)]


def changed(**fields):
    return problems(msgspec.structs.replace(START, **fields))


def test_a_sound_position_has_no_problem():
    assert problems(START) == []
    assert isinstance(START, State)


# -- each thing that can be wrong ---------------------------------------------------------------------


def test_problem_strength_on_the_map():
    assert any("ge-1ss: strength 0 on the map" in p for p in changed(left=with_byte(START.left, INDEX["ge-1ss"], 0)))
    assert any("ge-1ss: strength 8" in p for p in changed(left=with_byte(START.left, INDEX["ge-1ss"], 8)))


def test_problem_strength_of_a_unit_that_is_gone():
    assert any("although it is gone" in p for p in changed(left=with_byte(START.left, INDEX["ge-2ss"], 3)))


def test_problem_waiting_without_a_road():
    state = msgspec.structs.replace(
        START,
        at=with_byte(START.at, INDEX["ge-12ss"], WAITING),
        left=with_byte(START.left, INDEX["ge-12ss"], 6),
    )
    assert problems(state) == ["ge-12ss: waits to arrive but has no entry road (a reinforcement (7))"]


@pytest.mark.parametrize(("area", "side"), [("st-vith", "allied"), ("vielsalm", "german")])
def test_problem_control_against_the_only_units(area, side):
    bit = 1 << BOOK.parts.area_index[area]
    found = changed(german=START.german ^ bit)
    assert found == [f"{area}: is {side}-controlled but holds only enemy units (R1)"]


@pytest.mark.parametrize("phase", ["supply", "defensive-fire"])
def test_problem_too_many_units_outside_the_own_move(phase):
    four = dict.fromkeys(("ge-1ss", "ge-2pz", "ge-12ss", "ge-lehr"), "st-vith")
    with pytest.raises(EditError, match=r"st-vith: holds 4 german units \(3 \(5\)\)"):
        BOOK.position(position(four, phase=phase))


def test_problem_derived_fields():
    assert changed(held=(0, 0))[-1] == "index: the derived fields disagree with where the units are"
    assert changed(who=(0,) * len(START.who)) == ["index: the derived fields disagree with where the units are"]
    assert changed(crowd=(1, 0)) == ["index: the derived fields disagree with where the units are"]


def test_problem_turn_off_the_track():
    assert changed(turn=11) == ["turn: 11 is not on the track (1 to 10)"]


def test_problem_names_in_the_open_question():
    assert changed(stack=(FireRoll(1, "paris"),)) == ["question: unknown area 'paris'"]
    assert changed(stack=(OverrunRoll(("ge-99",), ("st-vith", "spa")),)) == ["question: unknown unit 'ge-99'"]
    assert changed(stack=(hits.TakeHits("spa", ("us-99",), 1, "6"),)) == ["question: unknown unit 'us-99'"]
    assert changed(stack=(FireRoll(2, "spa"),)) == ["question: side 2 (0 or 1)"]


def test_problem_units_of_an_open_question_that_stand_elsewhere():
    assert changed(stack=(OverrunRoll(("ge-1ss",), ("spa", "malmedy")),)) == ["question: ge-1ss is not in spa"]
    assert changed(stack=(PartingShots(("ge-2ss",), "spa", 2),)) == ["question: ge-2ss is not in spa"]
    assert changed(stack=(ArrivalRoll("us-7ad"),)) == ["question: us-7ad is not among the units to come"]
    assert changed(stack=(ArrivalRoll("us-30id"),)) == []


def test_problem_fire_where_nobody_fights():
    quiet = "question: no fire is due in spa (a contested area (6))"
    for step in (FireRoll(1, "spa"), SurpriseRoll("spa"), DefensiveFire(1, ("spa",))):
        assert changed(stack=(step,)) == [quiet]


# -- positions that do not read -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        (position({"ge-1s": "st-vith"}), UnknownNameError, "ge-1ss"),
        (position({"ge-1ss": "st-vit"}), UnknownNameError, "st-vith"),
        (position(UNITS, control={"spaa": "german"}), UnknownNameError, "spa"),
        (position(UNITS, control={"spa": "soviet"}), UnknownNameError, "german, allied|soviet"),
        (position(UNITS, phase="lunch"), UnknownNameError, "lunch of german"),
        (position(UNITS, phasing="chance"), UnknownNameError, "movement of chance"),
        (position(UNITS, options={"fuel": True}), UnknownNameError, "fuel"),
        (position(UNITS, options={"overrun_and_march": "sometimes"}), UnknownNameError, "sometimes"),
        (position(UNITS, turn=0), EditError, "turn 0 is not on the track: 1 to 10"),
        (position(UNITS, turn=11), EditError, "turn 11"),
        (position(UNITS, turn="two"), EditError, r"Expected `int`, got `str` - at `\$.turn`"),
        (position(UNITS, weather="fog"), EditError, "weather"),
        (position({"ge-1ss": ("st-vith", 8)}), EditError, "ge-1ss: strength 8 is not between 0 and 7"),
        (position({"ge-1ss": ("st-vith", -1)}), EditError, "ge-1ss: strength -1"),
        (position({"ge-1ss": {"at": "st-vith", "mood": 3}}), EditError, "mood"),
        (position({"ge-1ss": {"at": "st-vith", "due": 300}}), EditError, "ge-1ss: 300 is not between 0 and 255"),
        (position({"ge-12ss": {"due": 3}}), EditError, "ge-12ss: waits to arrive but has no entry road"),
        (position({"ge-1ss": "spa"}, control={"spa": "allied"}), EditError, "spa: is allied-controlled"),
        (position(UNITS, stack=[{"step": "fire-roll", "side": 1, "area": "paris"}]), EditError, "unknown area 'paris'"),
        (position(UNITS, stack=[{"step": "coffee"}]), EditError, "coffee"),
    ],
)
def test_a_bad_position_says_what_is_wrong(data, error, text):
    with pytest.raises(error, match=text):
        BOOK.position(data)


def test_a_position_may_be_partial():
    state = BOOK.position({"units": {"ge-1ss": {"at": "St. Vith"}}})
    assert BOOK.phase(state) == (1, "16 December", "movement", "german")
    assert BOOK.decision(state).seat == "german"


def test_a_unit_without_strength_or_place_is_gone():
    state = BOOK.position(position({"ge-1ss": ("spa", 0), "ge-2ss": {"at": ""}}))
    view = {piece.id: piece.at for piece in BOOK.view(state, "umpire").pieces}
    assert view["ge-1ss"] == view["ge-2ss"] == "eliminated-german"


# -- changes by hand ----------------------------------------------------------------------------------


def test_edit_place_moves_and_brings_in_units():
    game = situation(UNITS)
    with game.edit() as draft:
        draft.place("ge-1ss", "Bastogne")
        draft.place("ge-2ss", "spa")
    assert (at(game, "ge-1ss"), at(game, "ge-2ss")) == ("bastogne", "spa")
    assert (control(game, "bastogne"), control(game, "spa")) == ("german", "german")
    assert steps(game, "ge-2ss") == 7
    assert of_kind(happened(game), Edited)[0].text == "place ge-1ss Bastogne; place ge-2ss spa"


def test_edit_place_beside_the_enemy_counts_as_begun_there():
    game = situation(UNITS)
    with game.edit() as draft:
        draft.place("ge-1ss", "vielsalm")
    assert game.why_not("move ge-1ss vielsalm>manhay road").code == "contested_start"


def test_edit_remove_takes_a_unit_out_and_passes_its_area():
    game = situation(UNITS | {"ge-2ss": "vielsalm"}, control={"vielsalm": "allied"})
    with game.edit() as draft:
        draft.remove("us-7ad")
    assert at(game, "us-7ad") == "eliminated-allied"
    assert control(game, "vielsalm") == "german"


def test_edit_a_unit_that_comes_back_is_new():
    game = situation({"ge-1ss": {"at": "spa", "unsupplied": True, "strength": 2}, "us-7ad": "huy"})
    with game.edit() as draft:
        draft.remove("ge-1ss")
        draft.place("ge-1ss", "spa")
    assert (steps(game, "ge-1ss"), piece(game, "ge-1ss").status) == (7, ())


def test_edit_strength_control_marker_turn_and_phase():
    game = situation(UNITS, dice=[3] * 20)
    with game.edit() as draft:
        draft.strength("ge-1ss", 2)
        draft.strength("us-30id", 4)
        draft.control("bastogne", "german")
        draft.marker("unsupplied", "ge-1ss")
        draft.turn(4)
    assert (steps(game, "ge-1ss"), steps(game, "us-30id"), control(game, "bastogne")) == (2, 4, "german")
    assert piece(game, "ge-1ss").status == ("unsupplied",)
    assert game.turn == 4
    with game.edit() as draft:
        draft.marker("unsupplied", "ge-1ss", on=False)
        draft.phase("movement", "allied")
    assert piece(game, "ge-1ss").status == ()
    assert (game.phase, game.phasing) == ("movement", "allied")


def test_edit_phase_runs_what_nobody_answers():
    game = situation({"ge-1ss": "bouillon", "us-4ad": "beauraing", "us-26id": "neufchateau"})
    with game.edit() as draft:
        draft.phase("supply", "german")
    assert game.phase == "movement"
    assert steps(game, "ge-1ss") == 6


def test_edit_can_be_undone():
    game = situation(UNITS)
    before = game.state
    with game.edit() as draft:
        draft.remove("ge-1ss")
    game.undo()
    assert game.state == before


FIGHT = {"us-106id": "spa", "ge-18vg": "spa", "us-28id": "wiltz", "ge-2pz": "wiltz", "ge-1ss": "st-vith"}


def firing(units, *played, dice=()):
    return situation(units, *played, dice=dice, phase="defensive-fire", phasing="german")


def test_edit_fire_is_due_where_an_edit_brings_the_enemy():
    game = firing(FIGHT)
    with game.edit() as draft:
        draft.place("us-7ad", "st-vith")
    assert orders(game) == {"fire spa", "fire wiltz", "fire st-vith"}


def test_edit_no_fire_where_an_edit_takes_the_enemy_away():
    game = firing(FIGHT | {"us-7ad": "st-vith"})
    with game.edit() as draft:
        draft.remove("us-28id")
    assert orders(game) == {"fire spa", "fire st-vith"}


def test_edit_no_fire_twice_in_one_area():
    game = firing(FIGHT | {"us-7ad": "st-vith"}, "fire spa", dice=[1] * 4)
    with game.edit() as draft:
        draft.place("us-14cav", "spa")
    assert orders(game) == {"fire wiltz", "fire st-vith"}


def test_edit_the_last_fire_is_gone_with_the_last_enemy():
    game = firing(FIGHT | {"us-7ad": "st-vith"}, "fire spa", dice=[1] * 4)
    with game.edit() as draft:
        draft.remove("us-28id")
        draft.remove("ge-1ss")
    assert game.phase == "movement"
    assert len(of_kind(happened(game), Rolled)) == 1


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        (lambda draft: draft.place("ge-1s", "spa"), UnknownNameError, "ge-1ss"),
        (lambda draft: draft.place("ge-1ss", "spaa"), UnknownNameError, "spa"),
        (lambda draft: draft.remove("tiger"), UnknownNameError, "tiger"),
        (lambda draft: draft.strength("ge-1ss", 0), EditError, "strength 0 is not between 1 and 7"),
        (lambda draft: draft.strength("ge-1ss", 8), EditError, "strength 8"),
        (lambda draft: draft.strength("ge-2ss", 3), EditError, "ge-2ss is not in the game; place it first"),
        (lambda draft: draft.control("spaa", "german"), UnknownNameError, "spa"),
        (lambda draft: draft.control("spa", "soviet"), UnknownNameError, "soviet"),
        (lambda draft: draft.control("st-vith", "allied"), EditError, "st-vith: is allied-controlled"),
        (lambda draft: draft.marker("mud", "spa"), UnknownNameError, "mud"),
        (lambda draft: draft.marker("unsupplied", "tiger"), UnknownNameError, "tiger"),
        (lambda draft: draft.marker("unsupplied", "us-30id"), EditError, "us-30id is not on the map"),
        (lambda draft: draft.turn(0), EditError, "turn 0 is not on the track"),
        (lambda draft: draft.turn(11), EditError, "turn 11"),
        (lambda draft: draft.phase("lunch", "german"), UnknownNameError, "lunch"),
        (lambda draft: draft.phase("movement", "chance"), UnknownNameError, "movement of chance"),
    ],
)
def test_a_bad_edit_says_what_is_wrong_and_changes_nothing(change, error, text):
    game = situation(UNITS)
    before, nodes = game.state, len(game.record.nodes)
    with pytest.raises(error, match=text), game.edit() as draft:
        draft.turn(3)
        change(draft)
    assert game.state is before
    assert len(game.record.nodes) == nodes


def test_a_bad_edit_too_many_units_in_the_enemy_turn():
    game = situation(UNITS, phasing="allied")
    before = game.state
    with pytest.raises(EditError, match="holds 4 german units"), game.edit() as draft:
        for name in ("ge-2ss", "ge-12ss", "ge-lehr"):
            draft.place(name, "st-vith")
    assert game.state is before


def test_an_edit_is_refused_while_hits_are_being_given():
    game = situation(
        {"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": "spa"},
        dice=[6, 1, 1, 1],
        phase="defensive-fire",
        phasing="german",
    )
    with pytest.raises(EditError, match="Choose a unit in Spa to take a hit"):
        game.edit()


def test_an_edit_is_refused_when_the_game_is_over():
    game = situation({"ge-1ss": "spa"}, turn=10, phase="defensive-fire", phasing="allied")
    with pytest.raises(EditError, match="the game is over"):
        game.edit()


def test_a_change_of_an_unknown_kind_of_marker_names_the_known_one():
    with pytest.raises(UnknownNameError, match="unsupplied"):
        BOOK.edit(START, SetMarker("unsuplied", "ge-1ss"))
