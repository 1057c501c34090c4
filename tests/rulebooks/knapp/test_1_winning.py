"""1 Overview: control, points, the four levels of victory."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import ControlChanged, Ended, PhaseBegan, Scored
from tests.rulebooks.knapp.table import BOOK, at, control, happened, kinds, of_kind, position, situation, steps

VALUES = {area: BOOK.parts.value[index] for area, index in BOOK.parts.area_index.items()}
START = [area for area, index in BOOK.parts.area_index.items() if BOOK.parts.german_start >> index & 1]


def over(units=(), control=(), **rest):
    return BOOK.position(position(dict(units), phase="over", turn=10, stack=[], control=dict(control), **rest))


def held(total):
    """Areas under German control that are worth so many points."""
    chosen, left = [], total
    for area in sorted(VALUES, key=VALUES.get, reverse=True):
        if 0 < VALUES[area] <= left:
            chosen.append(area)
            left -= VALUES[area]
    assert left == 0
    return dict.fromkeys(chosen, "german")


def test_1_the_board_has_44_areas_and_100_points_in_allied_hands():
    assert len(VALUES) == 44
    assert sum(VALUES.values()) == 100
    assert {VALUES[area] for area in VALUES if area not in START} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("total", "level", "winner"),
    [
        (0, "allied-victory", "allied"),
        (25, "allied-victory", "allied"),
        (26, "german-tactical", "german"),
        (50, "german-tactical", "german"),
        (51, "german-operational", "german"),
        (75, "german-operational", "german"),
        (76, "german-strategic", "german"),
        (100, "german-strategic", "german"),
    ],
)
def test_1_levels_of_victory_at_their_edges(total, level, winner):
    state = over(control=held(total))
    assert BOOK.score(state).points == total
    outcome = BOOK.outcome(state)
    assert (outcome.level, outcome.winner, outcome.rule) == (level, winner, "1")
    assert f"{total} of 100" in outcome.reason


def test_1_every_total_has_exactly_one_level():
    for total in range(101):
        assert sum(band.minimum <= total <= band.maximum for band in BOOK.parts.bands) == 1


def test_1_an_area_scores_without_a_unit_in_it():
    assert BOOK.score(over(control={"bastogne": "german"})).points == 5


def test_1_an_area_out_of_supply_does_not_score():
    cut = {"us-4ad": "beauraing", "us-26id": "neufchateau"}  # both roads out of Bouillon
    assert BOOK.score(over(cut, control={"bouillon": "german"})).points == 0
    assert BOOK.score(over({"us-4ad": "beauraing"}, control={"bouillon": "german"})).points == 1


def test_1_the_score_names_its_areas():
    score = BOOK.score(over(control={"bastogne": "german", "spa": "german"}))
    assert dict(score.parts) == {"Spa": 3, "Bastogne": 5}
    assert sum(value for _, value in score.parts) == score.points == 8


def test_1_the_game_ends_after_the_last_phase_of_turn_10():
    game = situation({"ge-1ss": "st-vith"}, turn=10, phase="defensive-fire", phasing="allied")
    assert game.decision is None
    assert game.phase == "over"
    assert (game.outcome.level, game.score().points) == ("allied-victory", 4)
    assert game.why_not("end-move").code == "not_asked"


def test_1_the_end_is_told_with_the_points():
    game = situation({"ge-1ss": "st-vith", "us-7ad": "huy"}, "end-move", turn=10, phasing="allied")
    told = happened(game)[-3:]
    assert kinds(told) == ["PhaseBegan", "Scored", "Ended"]
    assert of_kind(told, Scored)[0].points == 4
    assert of_kind(told, Ended)[0].winner == "allied"
    assert of_kind(told, PhaseBegan)[0].phase == "defensive-fire"


def test_1_no_outcome_before_the_end():
    game = situation({"ge-1ss": "st-vith"})
    assert game.outcome is None
    assert game.score().points == 4


# -- R1, R2 control -----------------------------------------------------------------------------------


def test_R1_entering_an_empty_area_takes_control():
    game = situation({"ge-26vg": "neuerburg"}, "move ge-26vg neuerburg>vianden")
    assert control(game, "vianden") == "german"
    assert of_kind(happened(game), ControlChanged) == [ControlChanged("R1", "vianden", "german")]


def test_R1_a_contested_area_keeps_its_controller():
    game = situation({"ge-26vg": "neuerburg", "us-109rct": "vianden"}, "move ge-26vg neuerburg>vianden")
    assert control(game, "vianden") == "allied"
    assert of_kind(happened(game), ControlChanged) == []


def test_R1_control_passes_when_the_last_enemy_leaves():
    units = {"ge-26vg": "vianden", "us-109rct": "vianden"}
    game = situation(units, phasing="allied", control={"vianden": "allied"})
    game.play("move us-109rct vianden>ettelbruck exit")
    assert control(game, "vianden") == "german"


def test_R1_control_stays_while_one_of_two_enemies_leaves():
    units = {"ge-26vg": "vianden", "us-109rct": "vianden", "us-28id": "vianden"}
    game = situation(units, phasing="allied", control={"vianden": "allied"})
    game.play("move us-109rct vianden>ettelbruck exit")
    assert control(game, "vianden") == "allied"


def test_R1_control_passes_when_the_last_enemy_dies_in_the_fire():
    units = {"ge-26vg": ("vianden", 1), "us-109rct": ("vianden", 1)}
    game = situation(units, dice=[6], phase="defensive-fire", phasing="german", control={"vianden": "german"})
    assert at(game, "ge-26vg") == "eliminated-german"
    assert control(game, "vianden") == "allied"


def test_R1_an_area_that_is_left_stays_with_its_side():
    game = situation({"ge-26vg": "vianden"}, "move ge-26vg vianden>neuerburg")
    assert control(game, "vianden") == "german"


def test_R2_driving_through_takes_control():
    game = situation({"ge-1ss": "hallschlag"}, "move ge-1ss hallschlag>losheim-gap>st-vith>vielsalm road")
    assert [control(game, area) for area in ("losheim-gap", "st-vith", "vielsalm")] == ["german"] * 3


def test_R2_off_only_the_end_of_a_march_changes_hands():
    game = situation({"ge-1ss": "hallschlag"}, options={"control_on_pass_through": False})
    assert "move ge-1ss hallschlag>losheim-gap>st-vith>vielsalm road" in orders_of(game)
    game.play("move ge-1ss hallschlag>losheim-gap>st-vith>vielsalm road")
    assert [control(game, area) for area in ("losheim-gap", "st-vith", "vielsalm")] == ["allied", "allied", "german"]


def test_R2_off_paths_to_one_end_are_one_order():
    units = {"ge-1ss": "st-vith"}
    both = situation(units).legal_actions().of("ge-1ss")
    last = situation(units, options={"control_on_pass_through": False}).legal_actions().of("ge-1ss")
    ends = [order.path[-1] for order in last]
    assert len(ends) == len(set(ends))
    assert {order.path[-1] for order in both} == set(ends)
    assert len(both) > len(last)


def orders_of(game):
    return {str(order) for order in game.legal_actions()}


# -- R3, R24 what scores ------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "points"), [(False, 0), (True, 5)])
def test_R3_a_contested_area_scores_only_by_choice(value, points):
    units = {"ge-2pz": "bastogne", "us-101ab": "bastogne"}
    state = over(units, control={"bastogne": "german"}, options={"contested_areas_score": value})
    assert BOOK.score(state).points == points


@pytest.mark.parametrize("value", [False, True])
def test_R3_a_contested_area_under_allied_control_never_scores(value):
    units = {"ge-2pz": "bastogne", "us-101ab": "bastogne"}
    state = over(units, control={"bastogne": "allied"}, options={"contested_areas_score": value})
    assert BOOK.score(state).points == 0


def test_R3_the_choice_decides_a_game_that_is_played():
    units = {"ge-2pz": ("clervaux", 6), "us-109rct": "bastogne", "ge-26vg": "bastogne", "us-30id": "liege"}
    for value, points in ((False, 2), (True, 7)):
        game = situation(
            units,
            "end-move",
            "end-move",
            turn=10,
            dice=[1] * 6,
            control={"bastogne": "german"},
            options={"contested_areas_score": value},
        )
        assert game.decision is None
        assert game.score().points == points


def test_R24_german_start_areas_score_nothing():
    assert len(START) == 6
    assert all(VALUES[area] == 0 for area in START)
    assert BOOK.score(over({"ge-1ss": "hallschlag"})).points == 0


def test_R24_a_start_area_lost_to_the_allies_cuts_supply_all_the_same():
    closed = {f"us-{name}": area for name, area in zip(("1id", "2id", "9id", "30id"), source_areas(), strict=True)}
    game = situation({"ge-1ss": "st-vith", **closed}, phase="supply", phasing="german")
    assert steps(game, "ge-1ss") == 6
    assert game.score().points == 0


def source_areas():
    return [BOOK.parts.area_ids[BOOK.parts.exit_area[name]] for name in ("g1", "g2", "g3", "g4")]
