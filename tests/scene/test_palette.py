"""Colours: readable in both themes, and the sides told apart without any hue."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bulge_widget.scene.paints import PAINTS
from bulge_widget.scene.palette import DARK, LIGHT, contrast, lightness, tokens

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
GERMAN, ALLIED = ("army", "ss", "luftwaffe"), ("us", "uk")


def test_both_themes_have_the_same_tokens_and_every_colour_is_plain_hex():
    assert set(tokens()["light"]) == set(tokens()["dark"])
    for table in tokens().values():
        assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in table.values())


def test_the_page_the_front_end_is_tried_on_has_these_colours():
    copy = json.loads((Path(__file__).parents[2] / "js" / "dev" / "tokens.json").read_text(encoding="utf-8"))
    assert copy == tokens(), "run: python js/dev/tokens.py"


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@BOTH
@pytest.mark.parametrize("text", ["label", "label-river", "label-town"])
def test_names_on_land_are_readable(theme, text):
    assert contrast(theme[text], theme["land"]) >= 4.5


@BOTH
def test_names_of_woods_are_readable_on_woods(theme):
    assert contrast(theme["label-wood"], theme["woods"]) >= 4.5


@BOTH
@pytest.mark.parametrize("plate", ["badge", "entry", *GERMAN, *ALLIED])
def test_ink_is_readable_on_its_plate(theme, plate):
    assert contrast(theme[f"{plate}-ink"], theme[plate]) >= 4.5


@BOTH
@pytest.mark.parametrize("german", GERMAN)
@pytest.mark.parametrize("allied", ALLIED)
def test_the_sides_differ_in_lightness_alone(theme, german, allied):
    assert contrast(theme[german], theme[allied]) >= 2.5
    assert lightness(theme[german]) < lightness(theme[allied])
    assert lightness(theme[f"{german}-ink"]) > lightness(theme[f"{allied}-ink"])


@BOTH
def test_pips_are_readable_on_their_tray(theme):
    assert min(contrast(theme[f"pip-{q}"], theme["tray"]) for q in ("elite", "veteran", "green")) >= 6


@BOTH
def test_a_road_can_be_told_from_the_land_by_its_edge(theme):
    assert contrast(theme["road-edge"], theme["road"]) >= 3


def test_every_paint_names_a_colour_that_exists():
    for name, paints in PAINTS.items():
        used = {paint[key] for paint in paints for key in ("fill", "stroke") if key in paint}
        assert used <= set(LIGHT), name
