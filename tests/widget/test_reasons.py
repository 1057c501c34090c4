"""The reason beside the pointer, on the real board: it names what stands in the way."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import msgspec
import pytest

import bulge_widget as bw
from bulge_widget.widget.reasons import why

START = "hallschlag"  # where 1. SS-Panzer begins


@pytest.mark.parametrize(
    ("space", "words"),
    [
        ("bastogne", "may cover 3"),
        ("st-vith", "Losheim Gap"),
        ("dinant", "may cover 3"),
    ],
)
def test_a_space_out_of_reach_names_what_stands_in_the_way(space: str, words: str) -> None:
    game = bw.new_game("knapp", seed=1944)
    reason = why(game, "umpire", "ge-1ss", space)
    assert reason is not None
    text, rule = reason
    assert words in text
    assert rule == "5"


def test_a_space_within_reach_has_no_reason() -> None:
    game = bw.new_game("knapp", seed=1944)
    assert why(game, "german", "ge-1ss", "losheim-gap") == ("", "")


def test_a_piece_that_is_not_there_has_no_reason() -> None:
    assert why(bw.new_game("knapp", seed=1944), "umpire", "ge-9xx", "bastogne") is None


def test_every_pair_of_piece_and_space_is_answered() -> None:
    """Units waiting beside the map, and those of the other side, included."""
    game = bw.new_game("knapp", seed=1944)
    before = game.state
    for piece in game.view("umpire").pieces:
        for space in ("bastogne", "schleiden", "namur"):
            reason = why(game, "umpire", piece.id, space)
            assert reason is not None
            assert bool(reason[0]) == bool(reason[1])
    assert game.state is before


PLACING = {"turn": 2, "phase": "reinforcement", "phasing": "allied"}
DUE = {"us-1id": {"due": 2}, "us-7ad": {"due": 2}, "us-30id": {"due": 2}}


def at(units: dict[str, object], **rest: object) -> bw.Game:
    """A position of turn 2, German movement, unless said otherwise."""
    start = {"turn": 2, "phase": "movement", "phasing": "german"}
    rows = {name: {"at": entry} if isinstance(entry, str) else entry for name, entry in units.items()}
    return bw.new_game("knapp", position=start | {"units": rows} | rest, dice="ask")


def test_a_unit_that_is_due_is_told_where_it_comes() -> None:
    game = at(DUE, **PLACING)
    assert why(game, "allied", "us-7ad", "bastogne") == (
        "7: No off-map road leads into Bastogne; 7th Armored comes by C.",
        "7",
    )
    assert why(game, "allied", "us-7ad", "verviers") == (
        "R22: 7th Armored may not use road B now; its roads: C.",
        "R22",
    )
    assert why(game, "allied", "us-7ad", "monschau") == ("", "")


def test_fire_is_meant_where_fire_is_asked_for() -> None:
    units = {"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": "malmedy", "us-1id": "malmedy"}
    game = at(units, phase="defensive-fire")
    assert why(game, "allied", "us-106id", "bastogne") == ("6: No defensive fire is due in Bastogne.", "6")
    assert why(game, "allied", "us-106id", "spa") == ("", "")


def test_a_hit_is_meant_where_hits_are_given() -> None:
    units = {"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": "spa", "ge-1ss": "malmedy"}
    game = at(units, phase="defensive-fire")
    game.play("roll 6+1+1+1")
    assert why(game, "german", "ge-1ss", "malmedy") == ("6: 1. SS-Panzer was not fired at in Spa.", "6")
    assert why(game, "german", "ge-18vg", "spa") == ("", "")


def test_an_overrun_is_no_reason_where_a_step_into_the_area_is_legal() -> None:
    game = at({"ge-18vg": "pruem", "us-106id": "schnee-eifel"})
    assert why(game, "german", "ge-18vg", "schnee-eifel") == ("", "")


@pytest.mark.parametrize("space", ["bastogne", "hallschlag", "namur"])
def test_where_nothing_can_be_meant_the_question_is_told(space: str) -> None:
    game = at({"ge-1ss": "hallschlag", "us-30id": {"due": 3}})
    assert why(game, "umpire", "us-30id", space) == ("Asked now: Move a unit, or end the move phase.", "5")


def test_who_may_not_answer_is_told_who_decides() -> None:
    game = at({"ge-1ss": "hallschlag", "us-1id": "spa"})
    told = ("The German side is to decide: Move a unit, or end the move phase", "5")
    assert why(game, "allied", "us-1id", "bastogne") == told
    assert why(game, "allied", "ge-1ss", "bastogne") == told


@pytest.mark.parametrize(("book", "seed"), [("knapp", 5), ("bigredone", 5)])
def test_no_hover_is_ever_answered_with_what_is_not_asked(book: str, seed: int) -> None:
    game, rng = bw.new_game(book, seed=seed), random.Random(seed)  # noqa: S311  play, not secrets
    spaces = [space.id for space in game.board.spaces]
    met = set()
    for _ in range(60):
        if game.decision is None:
            break
        met.add(type(game.state.stack[-1]).__name__)
        for piece in rng.sample(game.view("umpire").pieces, 4):
            reason = why(game, "active", piece.id, rng.choice(spaces))
            assert reason is not None
            assert "not what is asked" not in reason[0]
            assert not re.search(r"[{}]", reason[0])
        game.play(rng.choice(list(game.legal_actions())))
    assert len(met) > 1


def test_a_hidden_piece_tells_nothing() -> None:
    """The question comes back, whatever the piece really is."""
    game = bw.new_game("knapp", seed=1944)
    view = game.view("german")
    veiled = [msgspec.structs.replace(piece, hidden=True) for piece in view.pieces]
    seen = msgspec.structs.replace(view, pieces=tuple(veiled))
    table = SimpleNamespace(view=lambda _: seen)
    assert why(table, "german", "ge-1ss", "bastogne") == ("Move a unit, or end the move phase", "5")


def test_movement_in_the_big_red_one_is_told_on_the_way_that_leads_there() -> None:
    game = bw.new_game("bigredone", seed=3)
    rng = random.Random(3)  # noqa: S311  play, not secrets
    while game.phase != "movement":
        game.play(rng.choice(list(game.legal_actions())))
    options = game.legal_actions()
    unit = next(key for key in options.keys() if key)  # noqa: SIM118  no mapping
    reached = {order.path[-1] for order in options.of(unit) if hasattr(order, "path")}
    for space in list(reached)[:5]:
        told = why(game, "umpire", unit, space)
        assert told is not None
        assert "do not touch" not in told[0]
    far = why(game, "umpire", unit, "0101")
    assert far is not None
    assert far[0]
    assert "do not touch" not in far[0]
