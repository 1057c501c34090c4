"""The charts as far as the book prints them, cell by cell: 4.9, 7.6, 10.1, 14.6, 15.3."""

from __future__ import annotations

import pytest

from bulge_widget.rulebooks.bigredone.weather import air_points
from tests.rulebooks.bigredone.table import PARTS


@pytest.mark.parametrize(
    ("word", "points", "defence"),
    [
        ("clear", 1, 0),
        ("rough", 2, 1),
        ("light-woods", 3, 2),
        ("heavy-woods", 4, 3),
        ("river", 1, 3),
        ("town", 0, 3),
        ("west-wall", 0, 3),
    ],
)
def test_4_9_the_terrain_effects_chart(word, points, defence):
    assert (PARTS.terrain[word].mp, PARTS.terrain[word].defence) == (points, defence)


@pytest.mark.parametrize(
    ("name", "face", "printed"),
    [
        ("primary", 1, "Ct Ct Dr Dr Dr Dr Ex Ex Ex Ex De De De"),
        ("primary", 2, "Ar Ar"),
        ("secondary", 1, "Ct Ct Ct Ct Ct Ct Dr Dr Dr Ex De"),
        ("secondary", 2, "Ar Ct Ct Ct Ct Ct"),
    ],
)
def test_7_6_the_printed_rows_of_both_tables(name, face, printed):
    results = printed.split()
    assert [PARTS.crt[name].result(column, face) for column in range(len(results))] == results


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("primary", [-4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 11, 12]),
        ("secondary", [-8, -6, -4, -2, -1, 0, 1, 3, 7, 11, 12]),
    ],
)
def test_7_6_the_highest_differential_of_each_column(name, limits):
    assert [PARTS.crt[name].column(limit) for limit in limits] == list(range(len(limits)))
    assert [PARTS.crt[name].column(limit + 1) for limit in limits[:-1]] == list(range(1, len(limits)))


def test_10_1_the_points_of_a_unit_out_of_supply():
    assert [PARTS.unsupplied_mp[face] for face in range(1, 7)] == [1, 2, 3, 4, 5, 0]


def test_14_6_the_variable_weather_of_a_modified_throw():
    skies = ["overcast", "overcast", "overcast", "mist", "mist", "clear", "clear", "clear"]
    assert [PARTS.variable[roll] for roll in range(8)] == skies


@pytest.mark.parametrize(
    ("turn", "historical", "modifier", "clear", "mist"),
    [
        (1, "overcast", 0, (0, 0), (0, 0)),
        (2, "mist", -1, (3, 2), (1, 1)),
        (3, "mist", -1, (3, 2), (1, 1)),
        (4, "overcast", -1, (3, 1), (1, 0)),
    ],
)
def test_14_6_weather_and_air_points_of_a_turn(turn, historical, modifier, clear, mist):
    day = PARTS.days[turn - 1]
    assert (day.historical, day.modifier, day.always_overcast) == (historical, modifier, turn == 1)
    assert (air_points(PARTS, turn, "clear", 1), air_points(PARTS, turn, "clear", 0)) == clear
    assert (air_points(PARTS, turn, "mist", 1), air_points(PARTS, turn, "mist", 0)) == mist
    assert (air_points(PARTS, turn, "overcast", 1), air_points(PARTS, turn, "overcast", 0)) == (0, 0)


def test_15_3_the_multiple_of_every_exit_hex():
    printed = {
        2: "0110 0112 0113",
        4: "0115 0118 0119 0121 0123 0124 0125",
        3: "0225 0326 0425 0625 0825 1025 1225",
        0: "0105",
    }
    expected = {name: times for times, names in printed.items() for name in names.split()}
    assert {PARTS.hex_ids[h]: times for h, times in PARTS.multiple.items()} == expected
