"""Undo, redo, branches, forks: the record is a tree and nothing is lost from it."""

from __future__ import annotations

import pytest

from bulge_widget import EditError, NotationError, UnknownNameError, new_game
from bulge_widget.core.decision import CHANCE
from bulge_widget.core.record import Node
from tests.core.conftest import BATTLE, OVERRUN

MOVES = ["move ge-26vg neuerburg>vianden", "move ge-12ss hallschlag>pruem"]


def test_undo_goes_to_the_last_question_put_to_a_player(battle):
    start = battle.state
    battle.play(OVERRUN)
    assert any(node.is_chance for node in battle.history)
    battle.undo()
    assert battle.state is start
    assert battle.decision.seat == "german"
    battle.redo()
    assert battle.decision.seat != CHANCE
    assert battle.can_redo() is None


def test_undo_says_what_it_will_take_back(battle):
    assert battle.can_undo() is None
    assert battle.why_no_undo() == "this is the first question of the game"
    with pytest.raises(EditError, match="first question"):
        battle.undo()
    with pytest.raises(EditError, match="nothing was undone"):
        battle.redo()
    battle.play(MOVES[0])
    assert battle.can_undo() == "26. Volksgrenadier moves to Vianden"
    battle.undo()
    assert battle.can_redo() == "26. Volksgrenadier moves to Vianden"


def test_another_order_after_an_undo_keeps_the_old_line_as_a_branch(battle):
    battle.play(MOVES[0])
    old = battle.history[-1]
    battle.undo()
    battle.play(MOVES[1])
    assert battle.can_redo() is None
    assert {str(node.action) for node in battle.record.children(battle.history[0])} == set(MOVES)
    assert len(battle.record.branches()) == 2
    battle.goto(old)
    assert battle.state is old.state
    assert str(battle.history[-1].action) == MOVES[0]


def test_the_same_order_after_an_undo_takes_the_old_line_up_again(battle):
    battle.play(OVERRUN)
    nodes = len(battle.record.nodes)
    battle.play(MOVES[0])
    battle.undo()
    battle.undo()
    battle.play(OVERRUN)
    assert len(battle.record.nodes) == nodes + 1
    assert battle.can_redo() == "26. Volksgrenadier moves to Vianden"


def test_undo_reaches_the_start_of_the_phase_and_of_the_turn():
    game = new_game("knapp", seed=1)
    start = game.state
    game.play("move ge-26vg neuerburg>vianden")
    game.play("move ge-326vg schleiden>monschau")
    game.undo(to="phase")
    assert game.state is start
    game.redo()
    game.redo()
    game.play("end-move")
    while game.phasing != "allied" or game.phase != "movement":
        game.play(game.legal_actions()[0])
    allied = game.state
    game.play("end-move")
    assert game.state is not allied
    game.goto(len(game.record.line) - 1)
    game.undo(to="turn")
    assert (game.turn, game.state) == (1, start)
    with pytest.raises(UnknownNameError, match="'turn'"):
        game.undo(to="hour")


def test_undo_of_a_step_goes_back_to_the_order_that_began_it():
    position = BATTLE | {
        "units": BATTLE["units"] | {"us-14cav": {"at": "losheim-gap"}, "us-102cav": {"at": "losheim-gap"}}
    }
    game = new_game("knapp", position=position, dice=[4, 6, 1])
    before = game.state
    game.play("overrun ge-1ss+ge-12ss hallschlag>losheim-gap")
    assert game.decision.prompt == "Choose a unit in Losheim Gap to take a hit (1 to give)"
    game.undo(to="step")
    assert game.state is before


@pytest.mark.parametrize("where", [-1, 99, 1.0, True, "x"])
def test_goto_a_place_that_is_not_there_says_which_are(battle, where):
    battle.play(MOVES[0])
    with pytest.raises(UnknownNameError, match="0 to 1"):
        battle.goto(where)
    with pytest.raises(UnknownNameError):
        battle.goto(new_game("knapp", seed=1).history[0])


def test_a_fair_game_does_not_take_dice_back(dictated):
    game = dictated(4, 3, mode="fair")
    game.play(OVERRUN)
    assert game.can_undo() is None
    assert "dice were thrown" in game.why_no_undo()
    state = game.state
    with pytest.raises(EditError, match="a fair game does not take them back"):
        game.undo()
    with pytest.raises(EditError, match="fair"):
        game.goto(0)
    assert game.state is state
    game.play(MOVES[0])
    game.undo()
    assert game.state is state


def test_a_fork_goes_on_by_itself(battle):
    battle.play(MOVES[0])
    fork = battle.fork()
    assert fork.state is battle.state
    fork.play(MOVES[1])
    assert len(battle.history) == 2
    assert len(battle.record.nodes) == 2
    fork.undo()
    fork.undo()
    assert fork.state is battle.history[0].state
    assert fork.record.options == battle.record.options


def test_a_fork_meets_the_same_dice_unless_it_has_another_seed(battle):
    same, others = battle.fork(), [battle.fork(seed=seed) for seed in range(8)]
    for game in (battle, same, *others):
        game.play(OVERRUN)
    assert same.state == battle.state
    assert any(other.state != battle.state for other in others)


def test_a_game_takes_up_what_a_copy_of_it_has_played_and_can_go_back(battle):
    battle.play(MOVES[0])
    fork, heard = battle.fork(), []
    fork.play(MOVES[1])
    battle.observe(heard.append)
    battle.take_up(fork)
    assert (battle.state, heard) == (fork.state, [battle])
    assert [node.depth for node in battle.record.nodes] == [0, 1, 2]
    battle.undo()
    assert battle.can_redo()
    fork.play(fork.legal_actions()[0])
    assert len(battle.record.nodes) == 3  # the copy goes its own way again


def test_dice_entered_in_a_copy_do_not_pass_for_entered_in_the_game(battle):
    battle.play(OVERRUN)
    fallen = battle.history[2]
    assert (fallen.seat, fallen.chosen) == ("chance", False)
    fork = battle.fork()
    fork.undo()
    fork.asks_for_dice = True
    fork.play(OVERRUN)
    fork.play(fallen.action)
    assert fork.history[2].chosen
    assert fork.state == fallen.state
    assert not fallen.chosen


def test_the_same_dice_entered_again_take_up_what_they_led_to(battle):
    battle.asks_for_dice = True
    battle.play(OVERRUN)
    battle.play(battle.legal_actions()[0])
    nodes = list(battle.record.nodes)
    battle.undo("step")
    battle.play(OVERRUN)
    battle.play(nodes[2].action)
    assert battle.record.nodes == nodes


def test_a_game_takes_up_an_earlier_game_whole(battle):
    earlier = battle.fork()
    earlier.record.nodes[0] = earlier.record.line[0] = Node(None, "", None, (), battle.history[0].state, 0)
    earlier.record.nodes[0].comment = "another beginning"
    battle.play(MOVES[0])
    battle.take_up(earlier)
    assert [node.comment for node in battle.record.nodes] == ["another beginning"]
    assert battle.record is not earlier.record


def test_a_fair_game_does_not_take_back_its_dice_by_a_copy():
    fair = new_game("knapp", position=BATTLE, seed=3, mode="fair")
    copy = fair.fork()
    fair.play(OVERRUN)
    for other in (copy, new_game("knapp", position=BATTLE, seed=3)):
        with pytest.raises(EditError, match="that one was for study"):
            fair.take_up(other)
    with pytest.raises(EditError, match="only by its own answers"):
        fair.take_up(new_game("knapp", position=BATTLE, seed=3, mode="fair"))
    assert fair.record.mode == "fair"


def test_a_fair_game_that_has_not_begun_goes_on_as_an_earlier_fair_game():
    fair, earlier = (new_game("knapp", position=BATTLE, seed=seed, mode="fair") for seed in (3, 4))
    earlier.play(OVERRUN)
    with pytest.raises(EditError, match="that one was for study"):
        fair.take_up(new_game("knapp", position=BATTLE, seed=3))
    fair.take_up(earlier)
    assert (fair.state, fair.record.mode, fair.record.seed) == (earlier.state, "fair", 4)


def test_a_copy_of_a_fair_game_does_not_foretell_its_dice():
    for seed in range(8):
        fair = new_game("knapp", position=BATTLE, seed=seed, mode="fair")
        copies = [fair.fork() for _ in range(2)]
        for game in (fair, *copies):
            game.play(OVERRUN)
        assert copies[0].history[2].action == copies[1].history[2].action, "the same copy again"
        assert [copy.record.mode for copy in copies] == ["study", "study"]
        assert fair.record.mode == "fair"
        if copies[0].history[2].action != fair.history[2].action:
            return
    raise AssertionError("eight times the copy threw what the game did")


def test_going_to_where_dice_were_open_goes_on_to_the_next_question(battle):
    battle.play(OVERRUN)
    after, dice = battle.state, battle.history[2].action
    assert battle.history[1].state is not after
    heard = []
    battle.observe(heard.append)
    battle.goto(1)
    assert (battle.state, battle.record.here, heard) == (after, 3, [battle])
    battle.goto(0)
    battle.goto(battle.record.nodes[1])
    assert (battle.state, battle.history[2].action) == (after, dice)
    assert battle.decision.seat == "german"


def test_dictated_dice_fall_again_as_they_fell(dictated):
    game = dictated(4, 3, 2)
    game.play(OVERRUN)
    after = game.state
    game.goto(1)
    assert (game.state, game.dice_left) == (after, (2,))


def test_a_game_that_asks_for_dice_stops_where_they_were_open(battle):
    battle.asks_for_dice = True
    battle.play(OVERRUN)
    battle.play(battle.legal_actions()[0])
    battle.goto(1)
    assert (battle.record.here, battle.decision.seat) == (1, "chance")


def test_dice_that_nobody_threw_yet_are_thrown_where_the_game_goes_to_them(battle):
    battle.asks_for_dice = True
    battle.play(OVERRUN)
    open_dice = battle.record.node
    battle.undo()
    battle.asks_for_dice = False
    battle.goto(open_dice)
    seeded = new_game("knapp", seed=11, position=BATTLE)
    seeded.play(OVERRUN)
    assert [node.action for node in battle.history] == [node.action for node in seeded.history]
    assert battle.state == seeded.state


def test_a_fair_game_does_not_take_back_its_dice_by_going_to_another_line():
    more = {unit: {"at": "arzfeld"} for unit in ("ge-2pz", "ge-lehr", "ge-116pz")}
    position = {**BATTLE, "units": {**BATTLE["units"], **more}}
    fair = new_game("knapp", position=position, seed=3, mode="fair")
    for unit in ("ge-26vg", "ge-12ss", *more):
        fair.play(fair.legal_actions().of(unit)[0])
    far = fair.history[-1]
    fair.goto(0)
    fair.play(OVERRUN)
    assert far.depth > len(fair.history) > 2
    state = fair.state
    with pytest.raises(EditError, match="dice were thrown"):
        fair.goto(far)
    assert fair.state is state


def test_a_game_of_another_book_is_not_taken_up(battle):
    other = battle.fork()
    other.record.digest = "other"
    with pytest.raises(EditError, match="other components"):
        battle.take_up(other)


@pytest.mark.parametrize("seed", ["x", 1.5, -5, 2**70])
def test_a_fork_refuses_a_seed_that_no_save_could_hold(battle, seed):
    with pytest.raises(NotationError, match="whole number"):
        battle.fork(seed=seed)


def test_observers_hear_of_every_change_and_can_stop(battle):
    heard = []
    stop = battle.observe(lambda game: heard.append(len(game.history)))
    battle.play(MOVES[0])
    battle.undo()
    battle.redo()
    assert heard == [2, 1, 2]
    stop()
    stop()
    battle.undo()
    assert heard == [2, 1, 2]


def test_an_observer_that_fails_neither_undoes_the_move_nor_silences_another(battle):
    heard = []

    def fails(_game):
        raise KeyError("lost")

    battle.observe(fails)
    battle.observe(heard.append)
    with pytest.warns(RuntimeWarning, match="lost"):
        battle.play(MOVES[0])
    assert heard == [battle]
    assert len(battle.history) == 2
