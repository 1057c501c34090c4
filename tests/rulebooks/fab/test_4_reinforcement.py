"""4.1 Reinforcements; 19 victory; 2.2 blocks; 24 set-ups."""

from __future__ import annotations

import pytest

from bulge_widget.core import chance
from bulge_widget.core.edit import SetPlace
from bulge_widget.core.opening import begin
from bulge_widget.errors import EditError
from bulge_widget.rulebooks.fab import victory
from tests.rulebooks.fab.table import (
    BOOK,
    PARTS,
    asked,
    at,
    control,
    movers,
    orders,
    piece,
    position,
    refused,
    situation,
    state,
)

EAST = [str(n) for n in range(1, 17)]
ARRIVING = {"stack": [{"step": "arriving", "side": 1}], "phase": "reinforcement", "phasing": "allied", "german": EAST}


def coming(name, turn=2, **more):
    return {name: {"at": "waiting", "came": turn, **more}}


def test_4_1c_a_unit_arrives_in_an_entry_area_of_its_label():
    game = situation(coming("us-7ad"), **ARRIVING)
    assert orders(game, "us-7ad") == {"enter us-7ad 29", "enter us-7ad 56", "enter us-7ad 57"}
    assert refused(game, "enter us-7ad 78") == ("wrong_entry", "4.1c")
    game.play("enter us-7ad 56")
    assert at(game, "us-7ad") == "56"


def test_4_1c_no_third_unit_and_no_unit_beside_the_enemy():
    units = coming("us-7ad") | {"us-2id": "56", "us-9id": "56", "ge-1ss": "57"}
    game = situation(units, **ARRIVING | {"german": [*EAST, "57"]})
    assert refused(game, "enter us-7ad 56") == ("entry_full", "4.1c")
    assert refused(game, "enter us-7ad 57") == ("entry_held", "4.1c")


def test_4_1c_a_blocked_unit_comes_a_turn_later_by_the_nearest_letter():
    full = {"us-2id": "56", "us-9id": "56", "us-30id": "29", "us-99id": "29", "us-84id": "57", "us-83id": "57"}
    game = situation(coming("us-7ad") | full, **ARRIVING)
    assert "us-7ad" not in movers(game)
    assert at(game, "us-7ad") == "coming-allied"
    late = situation(coming("us-7ad", status=("moved",)) | full, **ARRIVING)
    assert orders(late, "us-7ad") == {"enter us-7ad 78"}


def test_8_27_a_special_action_brings_a_unit_in_elsewhere():
    game = situation(coming("us-7ad"), chits={"us-special-action": "available"}, **ARRIVING)
    assert refused(game, "reroute us-7ad 96 us-special-action") is None
    assert refused(game, "reroute us-7ad 43 us-special-action") == ("wrong_reroute", "8.27")
    game.play("reroute us-7ad 96 us-special-action")
    assert piece(game, "us-special-action").at == "used-allied"


def test_15_3_three_units_may_crowd_at_z_on_turn_4():
    units = coming("ge-2ss", 4) | coming("ge-9ss", 4) | coming("ge-3pzg", 4) | {"ge-1ss": "6"}
    rest = ARRIVING | {"stack": [{"step": "arriving", "side": 0}], "phasing": "german", "turn": 4}
    game = situation(units, "enter ge-2ss 6", "enter ge-9ss 6", "enter ge-3pzg 6", **rest)
    assert {at(game, name) for name in units} == {"6"}
    assert asked(game) != "Crowded"


def test_16_22_a_task_force_goes_to_a_quiet_supplied_area():
    rest = {"stack": [{"step": "garrisoning"}], "phase": "reinforcement", "phasing": "allied", "german": EAST}
    chits = {"us-task-force-1": "available", "us-task-force-2": "available"}
    game = situation({"ge-26vg": "36", "us-9adr": "36"}, chits=chits, **rest)
    assert refused(game, "garrison us-task-force-1 36") == ("post_closed", "16.22")
    game.play("garrison us-task-force-2 47")
    assert piece(game, "us-task-force-1").at == "47"
    game.play("hold")
    assert piece(game, "us-task-force-2").at == "available-allied"


@pytest.mark.parametrize(("wait", "box"), [(True, "available-allied"), (False, "eliminated-allied")])
def test_R10_a_task_force_waits_for_a_later_turn_or_by_option_is_lost(wait, box):
    rest = {"phase": "reinforcement", "phasing": "allied", "german": EAST}
    chits, options = {"us-task-force-1": "available"}, {"task_forces_may_wait": wait}
    game = situation({}, "hold", chits=chits, options=options, stack=[{"step": "garrisoning"}], **rest)
    assert piece(game, "us-task-force-1").at == box
    kept = {"chits": {"us-task-force-1": box.partition("-")[0]}, "options": options}
    later = BOOK.settle(state({"us-2ad": "55"}, turn=5, **kept, **rest))[0]
    assert (type(later.stack[-1]).__name__ == "Garrisoning") == wait
    over = BOOK.settle(state({"us-2ad": "55"}, turn=6, **kept, **rest))[0]
    assert type(over.stack[-1]).__name__ != "Garrisoning"


def test_18_9_which_unit_arrives_is_drawn():
    units = coming("us-7ad") | coming("us-30id", 3)
    rest = {"options": {"random_reinforcements": True}, "phase": "reinforcement", "phasing": "allied", "german": EAST}
    game = situation(
        units,
        stack=[{"step": "arriving", "side": 1}, {"step": "sorting", "side": 1, "left": 1}],
        dice=["us-30id"],
        **rest,
    )
    assert "us-30id" in movers(game)
    assert "us-7ad" not in movers(game)


def test_18_92_a_unit_that_was_drawn_and_found_no_way_in_is_not_drawn_again():
    held = coming("us-7ad") | coming("us-30id", 3) | coming("us-2ad", 3)
    held["us-7ad"] |= {"status": ("moved",)}  # 4.1c it comes a turn later, whatever is drawn
    options = {"random_reinforcements": True}
    rest = {"turn": 3, "phasing": "allied", "german": EAST, "options": options, "dice": ["us-2ad", "us-3ad"]}
    game = situation(held | coming("us-3ad", 4), phase="reinforcement", **rest)
    asked_for = [node.action for node in game.history if node.seat == "chance"]
    assert [type(action).__name__ for action in asked_for] == ["Sort", "Sort"]
    assert "us-7ad" in movers(game)


def test_19_4_sudden_death_from_turn_4():
    won = state({}, turn=4, phase="victory", stack=[], german=[a for a in PARTS.area_ids if a != "29"])
    early = state({}, turn=3, phase="victory", stack=[], german=PARTS.area_ids)
    assert victory.sudden(PARTS, won) == 0
    assert victory.sudden(PARTS, early) is None


@pytest.mark.parametrize(("units", "level"), [({"ge-2pz": "47"}, "german-decisive"), ({}, "allied-decisive")])
def test_24_37_who_holds_bastogne_alone_wins(units, level):
    held = ["13", "14", "15", "20", *(["47"] if units else [])]
    over = state(units, scenario="introductory", turn=3, phase="over", stack=[], german=held)
    assert BOOK.outcome(over).level == level


def test_24_37_a_contested_bastogne_goes_by_strength_less_two_an_area():
    units = {"ge-2pz": "47", "us-10ad": ("47", 1)}
    far = ["39", "36", "48", "63", "64"]
    lost = state(units, scenario="introductory", turn=3, phase="over", stack=[], german=["13", "14", "15", "20"])
    won = state(units, scenario="introductory", turn=3, phase="over", stack=[], german=["13", "14", "15", "20", *far])
    assert BOOK.outcome(lost).level == "allied-marginal"
    assert BOOK.outcome(won).level == "german-marginal"


@pytest.mark.parametrize("scenario", ["campaign", "tournament", "introductory"])
def test_24_16_a_scenario_begins_in_the_german_combat_phase(scenario):
    game = begin(BOOK, scenario=scenario, seed=1)
    assert (game.turn, game.phase, game.phasing) == (1, "combat", "german")
    blown = set(game.rulebook.snapshot(game.state)["bridges"]["blown"])
    assert blown == ({"13-20", "13-21"} if scenario == "introductory" else {"13-20", "13-21", "15-16", "15-18"})
    assert control(game, "21") == "allied"


def test_18_2_a_bid_changes_the_fuel_at_the_start():
    def fuel(bid):
        game = begin(BOOK, seed=1, options={"bid": bid})
        return [p.at for p in game.view("umpire").pieces if "fuel" in p.id and p.at == "available-german"]

    assert [len(fuel(bid)) for bid in ("none", "american-2", "german-3")] == [5, 7, 2]


def test_18_2_r83_coins_stand_for_more_than_two_assets_that_were_bid():
    game = begin(BOOK, seed=1, options={"bid": "american-5"})
    own = {p.id for p in game.view("umpire").pieces if "bid-fuel" in p.id and p.at == "available-german"}
    assert own == {f"ge-bid-fuel-{n}" for n in range(1, 6)}


def test_2_2_the_enemy_sees_the_back_of_a_block_until_it_is_shown():
    game = begin(BOOK, seed=3)
    name = game.rulebook.handles(game.state)["ge-lehr"]
    assert piece(game, name, "allied").hidden
    assert piece(game, "ge-lehr", "german").steps == 4
    assert not game.rulebook.knows(game.state, "allied", "ge-lehr")


def test_2_2_other_labels_behind_the_same_backs_look_the_same():
    game = begin(BOOK, seed=3)
    other = BOOK.resample(game.state, "allied", chance.stream(5))
    assert other != game.state
    assert BOOK.invariants(other) == ()
    strip = [(p.id, p.at, p.status) for p in BOOK.view(game.state, "allied").pieces]
    assert strip == [(p.id, p.at, p.status) for p in BOOK.view(other, "allied").pieces]


def test_a_position_survives_its_snapshot_and_wrong_ones_are_told():
    game = begin(BOOK, seed=3)
    assert BOOK.position(BOOK.snapshot(game.state)) == game.state
    for wrong in (
        {"units": {"ge-2pz": {"at": "21", "steps": 9}}},
        {"german": ["12"], "units": {"us-2id": "12"}},
        {"x": 1},
    ):
        with pytest.raises(EditError):
            BOOK.position(position(**wrong) if "x" not in wrong else wrong)


def test_an_edit_puts_pieces_and_control_right():
    start = state({"ge-2pz": "12", "us-2id": "92"}, german=EAST)
    moved = BOOK.edit(start, SetPlace("ge-2pz", "24"))
    assert BOOK.snapshot(moved)["units"]["ge-2pz"]["at"] == "24"
    assert BOOK.invariants(moved) == ()
    gone = BOOK.edit(moved, SetPlace("us-2id", ""))
    assert BOOK.snapshot(gone)["units"]["us-2id"]["at"] == "eliminated"
