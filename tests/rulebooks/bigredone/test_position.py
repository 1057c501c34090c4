"""Positions, changes by hand, views and words of this book."""

from __future__ import annotations

import pytest

from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.bigredone import ground
from bulge_widget.rulebooks.bigredone.refusals import TEXTS
from tests.rulebooks.bigredone.table import BOOK, PARTS, at, orders, piece, position, situation, state_of, track


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"units": {"ge-99vg": {"at": "0403"}}}, UnknownNameError),
        ({"units": {"ge-277vg": {"at": "9999"}}}, UnknownNameError),
        ({"units": {"ge-277vg": {"at": "0403"}, "ge-1ss": {"at": "0403"}}}, EditError),
        ({"turn": 19}, EditError),
        ({"phase": "supper"}, UnknownNameError),
        ({"weather": "snow"}, UnknownNameError),
        ({"mech_used": 4, "stack": []}, EditError),
        ({"missions": {"german": {"cap": 3}}}, EditError),
        ({"interdiction": {"allied": ["0609"]}, "weather": "clear"}, EditError),
        ({"departures": [{"unit": "ge-1ss", "hex": "0118"}]}, EditError),
        ({"units": {"us-1id": {"at": "1312", "entered": "0225"}}}, EditError),
        ({"stack": [{"step": "moving", "side": 2}]}, EditError),
        ({"stack": [{"step": "retreating", "units": ["ge-99vg"], "may_hold": False}]}, EditError),
        ({"nonsense": 1}, EditError),
    ],
)
def test_impossible_positions_are_refused(change, error):
    with pytest.raises(error):
        BOOK.position(position({}) | change)


def test_a_unit_is_placed_and_removed_by_hand():
    game = situation({"ge-1ss": "0710", "us-1id": "1312"})
    with game.edit() as draft:
        draft.place("ge-1ss", "0709")
        draft.remove("us-1id")
    assert at(game, "ge-1ss") == "0709"
    assert at(game, "us-1id") == "eliminated-allied"
    game.undo()
    assert at(game, "ge-1ss") == "0710"


def test_markers_turn_and_phase_are_changed_by_hand():
    game = situation({"ge-1ss": "0710", "us-1id": "1312"}, weather="clear", turn=8)
    with game.edit() as draft:
        draft.marker("allied-interdiction", "0709")
        draft.marker("resupply", "us-1id")
        draft.turn(9)
    assert "resupplied" in piece(game, "us-1id").status
    assert [marker.at for marker in game.view("umpire").markers] == ["0709", "1312"]
    with game.edit() as draft:
        draft.phase("movement", "allied")
    assert (game.turn, game.phasing) == (9, "allied")


@pytest.mark.parametrize(
    "edit",
    [
        lambda draft: draft.strength("ge-1ss", 3),
        lambda draft: draft.control("0710", "german"),
        lambda draft: draft.place("ge-1ss", "1312"),
        lambda draft: draft.marker("resupply", "ge-1ss"),
    ],
)
def test_what_makes_no_sense_is_refused(edit):
    game = situation({"ge-1ss": "0710", "us-1id": "1312"})
    with pytest.raises(EditError), game.edit() as draft:
        edit(draft)
    assert at(game, "ge-1ss") == "0710"


def test_an_edit_in_a_combat_phase_says_anew_who_must_attack():
    game = situation(
        {"ge-2pz": "1206", "us-110rct": "1307", "ge-26vg": "0710"},
        phase="post-movement-combat",
        weather="clear",
        turn=2,
    )
    with game.edit() as draft:
        draft.place("ge-26vg", "1306")
    assert {order.split()[1] for order in orders(game)} == {"ge-2pz", "ge-26vg"}


def test_the_view_shows_boxes_tracks_and_the_want_of_supply():
    no_line = {"us-1id": "0606", "us-2id": "0908", "us-3ad": "0811", "us-4ad": "0410"}
    view = situation({"ge-277vg": "0710", "us-30id": "waiting", **no_line}).view("german")
    assert "unsupplied" in next(p for p in view.pieces if p.id == "ge-277vg").status
    assert next(box for box in view.boxes if box.id == "coming-allied").pieces == ("us-30id",)
    assert track(view, "mech-markers").value == 3
    assert next(p for p in view.pieces if p.id == "us-30id").note == "turn 2, n edge"


def test_every_refusal_text_can_be_filled_in():
    facts = dict.fromkeys(
        [
            "wanted",
            "given",
            "sides",
            "unit",
            "target",
            "other",
            "hex",
            "from",
            "to",
            "mode",
            "table",
            "allowed",
            "cost",
            "limit",
            "turn",
            "edge",
            "mission",
            "have",
            "against",
            "by",
        ],
        "x",
    )
    assert all(text.format_map(facts) for text in TEXTS.values())


def test_the_digest_names_the_components():
    assert len(PARTS.digest) == 16


def test_orders_tell_their_cost_for_the_board():
    game = situation({"ge-1ss": "0118", "us-1id": "1312"}, turn=2)
    costs = {BOOK.cost(game.state, order) for order in game.legal_actions().of("ge-1ss")}
    assert "28 VP" in costs
    assert state_of({}).turn == 5


def test_the_cost_on_the_board_is_the_total_of_the_explained_sum():
    ours = {"us-1id": "1312", "us-82ab": "0610", "us-3ad": "0710", "ge-1ss": "0119", "us-30id": "waiting"}
    game = situation(ours, phasing="allied", turn=6)
    listed = [order for order in game.legal_actions() if hasattr(order, "path")]
    assert {(type(order).__name__, order.mode) for order in listed} == {
        (kind, mode) for kind in ("Move", "Enter") for mode in ("normal", "mech")
    }
    for order in listed:
        assert BOOK.cost(game.state, order) == ground.written(BOOK.explain(game.state, order).total)


@pytest.mark.parametrize("order", ["move us-1id 1312>1512", "enter us-30id 0112 0112>0512"])
def test_a_path_that_does_not_hang_together_costs_nothing(order):
    game = situation({"us-1id": "1312", "us-30id": "waiting"}, phasing="allied", turn=6)
    assert BOOK.cost(game.state, game.read(order)) == "0"
    assert BOOK.explain(game.state, game.read(order)).parts == ()
