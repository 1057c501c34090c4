"""3.0 The sequence of play, and 2.0 what a unit is."""

from __future__ import annotations

from bulge_widget.core.event import PhaseBegan
from bulge_widget.rulebooks.bigredone.movement import ALLOWANCE
from tests.rulebooks.bigredone.table import BOOK, PARTS, happened, of_kind, situation, state_of


def test_1_0_units_without_an_arrival_start_in_their_hex():
    state = BOOK.setup("campaign", {})[0]
    assert PARTS.hex_ids[state.at[PARTS.unit_index["ge-277vg"]]] == "0403"
    assert sum(where < 1000 for where in state.at) == len(PARTS.setup) == 33


def test_2_6_every_unit_has_five_movement_points():
    assert ALLOWANCE == 25


def test_2_7_strength_is_what_is_printed():
    assert BOOK.counters["ge-1ss"].strength == 7


def test_3_0_ten_steps_a_turn_in_order():
    game = situation({"ge-1ss": "0710", "us-1id": "1312"}, phase="weather", phasing="", weather="", turn=5)
    for _ in range(2):
        game.play("end-move")
    began = [(e.turn, e.phase, e.phasing) for e in of_kind(happened(game), PhaseBegan)]
    assert began == [
        (5, "pre-movement-combat", "german"),
        (5, "movement", "german"),
        (5, "post-movement-combat", "german"),
        (5, "resupply", "allied"),
        (5, "pre-movement-combat", "allied"),
        (5, "movement", "allied"),
        (5, "post-movement-combat", "allied"),
        (5, "victory", ""),
    ]
    assert game.outcome.winner == "allied"


def test_3_0_step_ten_clears_the_markers_and_lapses_missions_not_flown():
    game = situation(
        {
            "ge-1ss": "0710",
            "us-1id": "1312",
            **dict.fromkeys(("us-2id", "us-99id", "us-106id", "us-4ad"), "eliminated"),
        },
        "end-move",
        "end-move",
        weather="clear",
        missions={"allied": {"ground_support": 1}},
        interdiction={"allied": ["0701"]},
    )
    assert (game.turn, game.phase) == (6, "movement")
    assert game.state.marks == ((), ())
    assert game.state.missions[1].total == 0


def test_R1_rules_count_hexes_not_kilometres():
    assert PARTS.distance(PARTS.hex_index["0710"], PARTS.hex_index["0706"]) == 4


def test_R60_points_are_judged_at_step_nine_alone():
    lost = dict.fromkeys([c.id for c in BOOK.counters.values() if c.side == "allied"][:17], "eliminated")
    game = situation({"ge-1ss": "0710", "us-35id": "1312", **lost}, turn=1)
    assert game.score().points >= 40
    assert game.outcome is None
    game.play("end-move")
    game.play("end-move")
    assert game.outcome.winner == "german"


def test_a_finished_game_asks_nothing_and_refuses_all():
    state = state_of({}, phase="over", phasing="")
    assert BOOK.decision(state) is None
    assert BOOK.why_not(state, next(iter(BOOK.actions))("cap")).code == "not_asked"
