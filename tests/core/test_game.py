"""The front door: questions, views, tables and what is said when a name is wrong."""

from __future__ import annotations

import pytest

from bulge_widget import EditError, IllegalActionError, UnknownNameError, new_game, rulebooks
from bulge_widget.core.decision import Roll


def test_a_new_game_waits_at_its_first_question():
    game = new_game("knapp", seed=1)
    assert (game.turn, game.turn_label, game.phase, game.phasing) == (1, "16 December", "movement", "german")
    assert game.decision.seat == "german"
    assert game.outcome is None
    assert repr(game) == "<Game knapp/campaign, turn 1 (16 December), german movement>"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"rulebook": "knap"}, "unknown rule book 'knap'; nearest: 'knapp'"),
        ({"rulebook": "knapp", "scenario": "bastogne"}, "unknown scenario of knapp 'bastogne'; known: 'campaign'"),
        ({"rulebook": "knapp", "options": {"fuel": True}}, "unknown option of knapp 'fuel'"),
        ({"rulebook": "knapp", "options": {"overrun_and_march": "always"}}, "'free_mix'"),
        ({"rulebook": "knapp", "options": {"control_on_pass_through": 1}}, "'True'"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest_valid_ones(arguments, said):
    with pytest.raises(UnknownNameError) as error:
        new_game(**arguments)
    assert said in str(error.value)


def test_the_options_of_a_position_are_those_of_the_game_unless_others_are_given():
    position = {"options": {"overrun_and_march": "never"}}
    game = new_game("knapp", position=position)
    assert game.record.options["overrun_and_march"] == "never" == game.state.choices.overrun_and_march
    other = new_game("knapp", position=position, options={"overrun_and_march": "free_mix"})
    assert other.record.options["overrun_and_march"] == "free_mix" == other.state.choices.overrun_and_march
    with pytest.raises(UnknownNameError, match="unknown option"):
        new_game("knapp", position={"options": {"fog": True}})


def test_an_illegal_order_carries_its_refusal_and_changes_nothing(battle):
    before = battle.state
    with pytest.raises(IllegalActionError) as error:
        battle.play("move ge-1ss hallschlag>bastogne")
    assert error.value.refusal.code == "not_adjacent"
    assert error.value.refusal.rule == "5"
    assert error.value.reason == "5: Hallschlag and Bastogne share no border."
    assert battle.state is before
    with pytest.raises(IllegalActionError, match="no action"):
        battle.play(42)
    with pytest.raises(IllegalActionError):
        battle.play(Roll((6,)))


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("move ge-1s hallschlag>losheim-gap", "unknown unit 'ge-1s'; nearest: 'ge-1ss'"),
        ("move ge-1ss hallschlag>losheim", "losheim-gap"),
        ("overrun ge-1ss+us-14cav2 hallschlag>losheim-gap", "us-14cav"),
    ],
)
def test_a_misspelt_name_in_an_order_is_told_with_the_nearest(battle, order, said):
    with pytest.raises(UnknownNameError) as error:
        battle.play(order)
    assert said in str(error.value)


def test_a_space_in_an_order_may_be_written_by_its_number(battle):
    battle.play("move ge-26vg 43>30")
    assert str(battle.history[-1].action) == "move ge-26vg neuerburg>vianden"


def test_a_question_about_an_order_reads_the_names_that_an_order_may_have(battle):
    for order in ("move ge-26vg 43>30", "move ge-26vg Neuerburg>Vianden", "move ge-1ss hallschlag>LosheimGap"):
        assert battle.why_not(order) is None
        assert battle.explain(order).total == 1
    assert battle.why_not("move ge-26vg neuerburg>vienna").facts == {
        "kind": "area",
        "name": "vienna",
        "hint": "nearest: 'vianden'",
    }


def test_observers_must_be_functions_and_options_and_position_mappings(battle):
    with pytest.raises(TypeError, match="takes the game, not 3"):
        battle.observe(3)
    with pytest.raises(TypeError, match="by name"):
        new_game("knapp", options="x")
    with pytest.raises(EditError, match=r"by name, as \{'turn': 1"):
        new_game("knapp", position=5)


def test_any_legal_path_may_be_played_listed_or_not(battle):
    order = "move ge-26vg neuerburg>bitburg>neuerburg road"
    assert battle.why_not(order) is None
    battle.play(order)
    assert str(battle.history[-1].action) == order


def test_a_listed_order_is_legal_as_long_as_its_list_is_open_and_judged_anew_afterwards(battle):
    listed = battle.decision.options.of("ge-26vg")[0]
    battle.play(listed)
    with pytest.raises(IllegalActionError):
        battle.play(listed)
    battle.undo()
    assert listed in battle.decision.options.of("ge-26vg")
    with battle.edit() as draft:
        draft.place("ge-26vg", "bastogne")
    with pytest.raises(IllegalActionError):
        battle.play(listed)


def test_a_view_gives_options_only_to_the_seat_that_decides(battle):
    assert battle.view("german").decision.options
    assert battle.view("umpire").decision.options
    assert battle.view("active").seat == "german"
    allied = battle.view("allied").decision
    assert (allied.seat, allied.options) == ("german", None)
    assert allied.prompt == battle.decision.prompt
    with pytest.raises(UnknownNameError, match="'umpire'"):
        battle.view("french")


def test_tables_of_units_spaces_and_the_log(battle):
    battle.play("move ge-26vg neuerburg>vianden")
    units = battle.to_frame("units")
    assert units.loc["ge-26vg", "at"] == "vianden"
    assert battle.to_frame("spaces").loc["vianden", "control"] == "german"
    assert "26. Volksgrenadier moves from Neuerburg to Vianden" in list(battle.to_frame("log")["text"])
    with pytest.raises(UnknownNameError, match="'log'"):
        battle.to_frame("dice")


def test_the_board_is_a_graph_with_shapes(battle):
    graph = battle.board.graph
    assert graph.number_of_nodes() == 44
    assert graph.nodes["st-vith"]["name"] == "St. Vith"
    assert graph.nodes["st-vith"]["geometry"].area > 100


def test_rulebooks_lists_titles_scenarios_and_options():
    info = rulebooks()["knapp"]
    assert info.title == "George Knapp's Battle of the Bulge"
    assert [option.name for option in info.options] == [
        "control_on_pass_through",
        "contested_areas_score",
        "march_may_end_at_enemy",
        "overrun_and_march",
    ]
    assert all(option.default in option.values and option.ruling for option in info.options)
    assert "reconstruction" in info.notice
