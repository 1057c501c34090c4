"""Counters as rows of a scene: what is printed, which signs they bear."""

from __future__ import annotations

import re
from types import SimpleNamespace

import bulge_widget as bw
from bulge_widget.core.view import PieceView
from bulge_widget.scene import scene
from bulge_widget.scene.ground import symbols
from bulge_widget.scene.pieces import BADGES, map_rows
from bulge_widget.scene.words import WORDS


def test_a_strength_of_two_numbers_is_shown_as_printed(start):
    """A counter may print attack and defence: “6-4”; it has no steps to lose."""
    piece = PieceView("us-106id", "allied", "st-vith", 6, 6, ("engaged",), factors="6-4")
    row = map_rows(SimpleNamespace(pieces=(piece,)), start.board, start.rulebook.counters, ())[0]
    assert row["strength"] == "6-4"
    assert "steps" not in row
    assert row["badges"] == ["engaged"]
    assert row["say"] == "106th Infantry Division, strength 6-4, engaged"


def test_every_badge_has_a_word():
    assert set(BADGES.values()) <= set(WORDS)


def test_aircraft_fuel_and_garrisons_have_symbols():
    assert {"air", "air-mission", "fuel", "garrison"} <= set(symbols())


def test_what_comes_by_turns_stands_in_the_order_it_comes():
    for book in ("knapp", "fab", "bigredone", "botb"):
        for box in scene(bw.new_game(book, seed=1), "umpire")["boxes"]:
            due = [re.search(r", due .*?(\d+|not yet)", piece["say"]) for piece in box["pieces"]]
            turns = [int(told[1]) if told[1].isdigit() else 1000 for told in due if told]
            assert turns == sorted(turns), (book, box["id"])
