"""Components edited by hand: a row lost, doubled or mistyped is told with file and row before a game begins."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bulge_widget import BoardError, new_game

MAPS = Path(__file__).parents[3] / "maps"


@pytest.fixture(scope="module")
def maps(tmp_path_factory):
    """A folder of maps of one's own."""
    folder = tmp_path_factory.mktemp("maps")
    for name in ("knapp", "geography"):
        shutil.copytree(MAPS / name, folder / name)
    return folder


def drop(row):
    return lambda lines: lines[: row - 1] + lines[row:]


def double(row):
    return lambda lines: lines[:row] + lines[row - 1 :]


def put(row, old, new):
    return lambda lines: [*lines[: row - 1], lines[row - 1].replace(old, new, 1), *lines[row:]]


@pytest.mark.parametrize(
    ("table", "change", "said"),
    [
        ("turns.csv", drop(5), "row 5, field 'turn': 5, but turn 4 is due there"),
        ("turns.csv", double(5), "row 6, field 'turn': 4, but turn 5"),
        ("victory.csv", drop(3), "row 3, field 'minimum': 51, but the level begins at 26"),
        ("victory.csv", put(3, "50", "5"), "row 3, field 'maximum': 5 is less than the minimum 26"),
        ("values.csv", double(4), "row 5, field 'area': 'monschau' stands in row 4 already"),
        ("values.csv", put(2, "liege,5", "liege,-5"), "row 2, field 'value': -5 is not between 0 and 100"),
        ("values.csv", put(2, "allied", "aliied"), "row 2, field 'control': 'aliied' is not one of german, allied"),
        ("setup.csv", drop(6), "neither setup.csv nor reinforcements.csv brings ge-3fj"),
        ("setup.csv", double(6), "row 7, field 'unit': 'ge-3fj' stands in row 6 already"),
        ("reinforcements.csv", double(2), "row 3, field 'unit': 'ge-246vg' stands in row 2 already"),
        ("reinforcements.csv", put(2, ",2,", ",12,"), "row 2, field 'turn': 12 is not between 1 and 10"),
        ("reinforcements.csv", put(2, "ge-246vg", "ge-3fj"), "row 2, field 'unit': it stands in setup.csv as well"),
        ("counters.csv", double(2), "row 3, field 'id'"),
    ],
)
def test_tables_that_no_game_could_be_played_with_are_refused(maps, table, change, said):
    path = maps / "knapp" / table
    good = path.read_text(encoding="utf-8")
    path.write_text("\n".join(change(good.splitlines())) + "\n", encoding="utf-8")
    try:
        with pytest.raises(BoardError, match=re.escape(said)) as error:
            new_game("knapp", maps=maps)
        assert ".csv" in str(error.value)
    finally:
        path.write_text(good, encoding="utf-8")
    assert new_game("knapp", seed=1, maps=maps).turn == 1


@pytest.mark.parametrize("table", ["turns.csv", "victory.csv", "values.csv", "setup.csv", "counters.csv"])
def test_a_table_without_rows_is_refused(maps, table):
    path = maps / "knapp" / table
    good = path.read_text(encoding="utf-8")
    path.write_text(good.splitlines()[0] + "\n", encoding="utf-8")
    try:
        with pytest.raises(BoardError, match=r"\.csv"):
            new_game("knapp", maps=maps)
    finally:
        path.write_text(good, encoding="utf-8")
