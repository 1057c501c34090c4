"""Tables that lack a row, or have one twice, are refused when they are read, not when the die is thrown."""

from __future__ import annotations

import shutil

import pytest

from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.bigredone.rules import load
from tests.rulebooks.bigredone.table import PARTS


@pytest.fixture
def maps(tmp_path):
    shutil.copytree(PARTS.board.folder, tmp_path / "bigredone")
    return tmp_path


def rewrite(maps, name, change):
    path = maps / "bigredone" / name
    path.write_text("".join(change(path.read_text("utf-8").splitlines(keepends=True))), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("turns.csv", "18 turns, but the track has 17"),
        ("weather.csv", "no row for 18"),
        ("variable_weather.csv", "no row for 7"),
        ("out_of_supply.csv", "no row for 6"),
        ("scatter.csv", "no row for 6"),
        ("crt.csv", "lacks a face of the die"),
    ],
)
def test_a_missing_row_is_named(maps, name, said):
    rewrite(maps, name, lambda lines: lines[:-1])
    with pytest.raises(BoardError, match=said):
        load(maps)


@pytest.mark.parametrize(
    "name",
    [
        "turns.csv",
        "weather.csv",
        "variable_weather.csv",
        "out_of_supply.csv",
        "scatter.csv",
        "crt.csv",
        "terrain.csv",
        "counters.csv",
    ],
)
def test_a_row_that_is_there_twice_is_named(maps, name):
    rewrite(maps, name, lambda lines: [*lines, lines[-1]])
    with pytest.raises(BoardError, match=rf"{name}: there is a second row for"):
        load(maps)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("scatter.csv", "1,ne,", "1,north,", "die 1, field 'direction': 'north'"),
        ("counters.csv", ",0403,", ",0104,", "second row for '0104'"),
        ("turns.csv", "\n2,", "\n20,", "no row for 2"),
        ("terrain.csv", "west-wall,", "wall,", "no row for 'west-wall'"),
    ],
)
def test_a_wrong_value_is_named(maps, name, old, new, said):
    rewrite(maps, name, lambda lines: "".join(lines).replace(old, new, 1))
    with pytest.raises(BoardError, match=said):
        load(maps)
