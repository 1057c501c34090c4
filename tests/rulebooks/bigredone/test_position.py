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


FIGHT = {"units": {"ge-1ss": "0710", "us-1id": "0809", "us-2id": "1312"}, "phase": "pre-movement-combat"}
"""0710 and 0809 touch."""
PHASE = {"step": "attacking", "side": 0, "fought": [], "attacked": [], "duty": []}
ONE = {"target": "us-1id", "units": ["ge-1ss"]}
MOVE = {"step": "moving", "side": 0}


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"step": "choosing", "shifts": 0, **ONE}, None),
        ({"step": "choosing", "shifts": -1, **ONE}, "shifts -1 (0 or more (7.6))"),
        ({"step": "choosing", "shifts": 0, "target": "us-1id", "units": []}, "nobody attacks us-1id (7.1)"),
        ({"step": "choosing", "shifts": 0, "target": "us-2id", "units": ["ge-1ss"]}, "only a unit beside it (7.1)"),
        ({"step": "choosing", "shifts": 0, "target": "us-3ad", "units": ["ge-1ss"]}, "an enemy on the map (7.1)"),
        ({"step": "supporting", "mist": 2, **ONE}, "mist 2 (0 or 1 (13.2))"),
        ({"step": "combat-roll", "table": "primary", "column": 0, **ONE}, None),
        ({"step": "combat-roll", "table": "third", "column": 0, **ONE}, "table 'third' (primary or secondary)"),
        ({"step": "combat-roll", "table": "primary", "column": 13, **ONE}, "column 13 (a column of the table (7.6))"),
        ({"step": "exchanging", "units": ["ge-1ss"], "against": 0}, "against 0 (a strength (8.6))"),
        ({"step": "retreating", "units": ["us-3ad"], "may_hold": True}, "us-3ad: is asked about but is not on the map"),
        (
            {"step": "continuing", "unit": "ge-1ss", "points": 5},
            "not asked here in the phase pre-movement-combat",
        ),
    ],
)
def test_3_0_the_open_questions_of_a_combat_phase_must_fit(step, says):
    """A stack that no game leads to is refused when it is read, not in the middle of an answer."""
    units = position(FIGHT["units"])["units"]
    given = position({}) | {"units": units, "phase": FIGHT["phase"], "stack": [PHASE, step]}
    if says is None:
        assert BOOK.position(given).stack[-1].target == "us-1id"
    else:
        with pytest.raises(EditError) as refused:
            BOOK.position(given)
        assert says in str(refused.value)


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        ([PHASE], "attacking is not asked here in the phase movement (3.0)"),
        ([{"step": "moving", "side": 1}], "moving is asked of the allied side (german (3.0))"),
        ([{"step": "continuing", "unit": "ge-1ss", "points": 5}], "continuing is not asked here"),
        ([MOVE, {"step": "continuing", "unit": "ge-1ss", "points": 30}], "points 30"),
        ([MOVE, {"step": "continuing", "unit": "ge-1ss", "points": 7}], "points 7"),
        ([MOVE, {"step": "supply-roll", "unit": "us-3ad"}], "us-3ad: is asked about but is not on the map"),
        ([MOVE, {"step": "drop-roll", "unit": "ge-heydte", "hex": "0710", "stage": 3}], "stage 3 (0 to 2 (11.0))"),
        ([MOVE, {"step": "drop-roll", "unit": "ge-1ss", "hex": "0710", "stage": 0}], "cannot be dropped now (11.0)"),
        ([{"step": "assigning", "side": 0}], "assigning is not asked here in the phase movement (3.0)"),
    ],
)
def test_3_0_the_open_questions_of_a_movement_phase_must_fit(stack, says):
    with pytest.raises(EditError) as refused:
        BOOK.position(position({"ge-1ss": "0710"}) | {"stack": stack})
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"missions": {"allied": {"cap": -1, "resupply": 1}}}, EditError, "-1 air points for cap (0 or more (14.0))"),
        ({"missions": {"germany": {"cap": 1}}}, UnknownNameError, "unknown side 'germany'"),
        ({"interdiction": {"Allied": ["0701"]}}, UnknownNameError, "unknown side 'Allied'"),
        ({"interdiction": {"allied": ["0701", "0701"]}}, EditError, "0701 has two allied markers"),
        ({"mech_used": 4}, EditError, "4 mechanized markers are used: at most 3 (5.4)"),
        (
            {"phase": "weather", "phasing": "", "weather": "", "interdiction": {"allied": ["0701"]}},
            EditError,
            "before the weather is known (3.0)",
        ),
    ],
)
def test_14_0_air_points_and_markers_that_cannot_be_are_named(change, error, says):
    with pytest.raises(error) as refused:
        BOOK.position(position({}, weather="clear") | change)
    assert says in str(refused.value)


def test_3_0_going_back_to_the_weather_by_hand_clears_the_air():
    """The markers of the day leave the map with it (3.0, Step Ten), or there would be more than air points."""
    game = situation({"ge-1ss": "0710", "us-1id": "1312"}, weather="clear", turn=8)
    with game.edit() as draft:
        draft.marker("allied-interdiction", "0709")
        draft.marker("resupply", "us-1id")
    with game.edit() as draft:
        draft.phase("weather", "")
    assert game.view("umpire").markers == ()
    assert BOOK.invariants(game.state) == ()


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
    assert next(p for p in view.pieces if p.id == "us-30id").note == "turn 2, north edge"


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
