"""In every book a row that is lost from a table, doubled or mistyped is told with its table before a game begins."""

from __future__ import annotations

import csv

import pytest

from bulge_widget import rulebooks
from bulge_widget.board import load_board
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.registry import open_rulebook
from tests.rulebooks.damage import copied, rewrite

BOOKS = sorted(rulebooks())
TABLES = [(book, path.name) for book in BOOKS for path in sorted(open_rulebook(book).board.folder.glob("*.csv"))]
UNREAD = {
    ("fab", f"{name}.csv")
    for name in (
        *("artillery_ignores", "combat", "evidence", "limits", "morale", "movement"),
        *("qualities", "rolls", "rulings", "strategic_moves"),
    )
}
"""Tables that no rule reads, in the folder where only those of the rules are counted."""


@pytest.fixture
def maps(request, tmp_path):
    book = request.node.callspec.params.get("book", "knapp")
    return copied(open_rulebook(book).parts, tmp_path)


@pytest.mark.parametrize(("book", "name"), [pair for pair in TABLES if pair not in UNREAD])
def test_a_row_lost_or_doubled_anywhere_is_told(book, name, maps):
    whole = (maps / book / name).read_text("utf-8").splitlines(keepends=True)
    row = 1 + len(name) % (len(whole) - 1)
    for damaged in ([*whole[:row], *whole[row + 1 :]], [*whole, whole[row]]):
        rewrite(maps, name, lambda _, damaged=damaged: damaged)
        with pytest.raises(BoardError, match=r"\w+\.csv"):
            open_rulebook(book, maps)


@pytest.mark.parametrize("book", ["bigredone", "botb", "knapp"])
def test_every_table_of_a_folder_is_counted(book, maps):
    with (maps / book / "counts.csv").open(encoding="utf-8") as file:
        counted = {row["table"] for row in csv.DictReader(file)}
    assert counted == {name.removesuffix(".csv") for owner, name in TABLES if owner == book} - {"counts"}
    (maps / book / "more.csv").write_text("id,source\na,test\n")
    with pytest.raises(BoardError, match=r"counts\.csv: no row 'more'"):
        open_rulebook(book, maps)


@pytest.mark.parametrize(
    ("book", "name", "said"),
    [
        ("bigredone", "borders.csv", r"borders.csv: \d+ rows, where counts.csv, row 'borders', column 'rows' says"),
        ("bigredone", "spaces.csv", "spaces.csv|not a known space"),
        ("bigredone", "markers.csv", "markers.csv: "),
        ("botb", "borders.csv", "borders.csv|bridges.csv"),
        ("knapp", "victory.csv", "victory.csv: 3 rows, where counts.csv, row 'victory', column 'rows' says 4"),
    ],
)
def test_the_last_row_is_missed(book, name, said, maps):
    rewrite(maps, name, lambda lines: lines[:-1])
    with pytest.raises(BoardError, match=said):
        open_rulebook(book, maps)


@pytest.mark.parametrize(
    ("book", "name", "cell", "said"),
    [
        ("knapp", "counters.csv", (",infantry,infantry,", ",infantry,infantryy,"), "column 'unit_class': 'infantryy'"),
        ("knapp", "counters.csv", (",us,army,", ",use,army,"), "column 'nation': 'use'"),
        ("knapp", "counters.csv", (",german,de,", ",germen,de,"), "column 'side': 'germen'"),
        ("knapp", "victory.csv", (",german,", ",germen,"), "column 'winner': 'germen'"),
        ("botb", "crt.csv", (",AR1 DA1,", ",AR1 DA11,"), "column 'results': 'DA11' is not a known results"),
        ("botb", "crt.csv", ("1-6,2,", "1-6,1,"), "there is a second row for 1-6 1"),
        ("botb", "blitz.csv", ("3-1,", "33-1,"), "column 'ratio': '33-1'"),
        ("botb", "movement.csv", ("frozen,", "frosen,"), "column 'ground': 'frosen' is not a known ground"),
        ("botb", "road_rates.csv", (",1/2,", ",1/0,"), "'1/0' is no fraction of a movement point"),
        ("botb", "weather.csv", (",fog,", ",fogg,"), "column 'sky': 'fogg'"),
        ("botb", "triggers.csv", (",german-combat-unit-entered,", ",german-unit-entered,"), "column 'event'"),
        ("botb", "scenario_changes.csv", ("same-corps", "same-corp"), "column 'key': 'same-corp'"),
        ("botb", "towns.csv", (",allied,", ",alied,"), "column 'control': 'alied'"),
        ("botb", "reinforcements.csv", ("\n1,german,", "\n1a,german,"), "no group '1', in which ge-stielau-1 comes"),
        ("botb", "setup.csv", ("us-106-424,", "us-106-44,"), "column 'unit': 'us-106-44' is not a known unit .nearest"),
        ("knapp", "spaces.csv", (",town,", ",towm,"), "column 'tags': 'towm' is not a known tag"),
        ("bigredone", "spaces.csv", (",west-wall,", ",west-wal,"), "column 'tags': 'west-wal' is not a known tag"),
        ("fab", "spaces.csv", ("zone:5 country:be,", "zone:5 country:bel,"), "column 'tags': 'country:bel'"),
        (
            "fab",
            "borders.csv",
            (",field,", ",feild,"),
            r"\w+ to \w+, column 'kinds': 'feild' is not a known kind of border",
        ),
        ("botb", "spaces.csv", (",bank:west,", ",bank:wets,"), "column 'tags': 'bank:wets'"),
        ("botb", "sets.csv", ("liege,", "lige,"), "no row 'liege'"),
        ("botb", "reinforcements.csv", (" ge-stielau-2 ", " ge-stielau-22 "), "column 'units': 'ge-stielau-22'"),
        ("botb", "triggers.csv", (",mm15,", ",mm155,"), "column 'space': 'mm155'"),
        ("botb", "diversion.csv", ("2,ee,", "2,eee,"), "column 'group': 'eee'"),
        ("botb", "scenario_setup.csv", ("45,b,", "54,b,"), "column 'scenario': '54'"),
    ],
)
def test_a_word_of_no_meaning_is_told_with_row_and_column(book, name, cell, said, maps):
    rewrite(maps, name, lambda lines: "".join(lines).replace(*cell, 1))
    with pytest.raises(BoardError, match=rf"{name}( row \d+,|:|) {said}"):
        open_rulebook(book, maps)


def test_a_board_of_ones_own_needs_no_counts(tmp_path):
    maps = copied(open_rulebook("knapp").parts, tmp_path)
    (maps / "knapp" / "counts.csv").unlink()
    assert load_board(maps / "knapp").index
    with pytest.raises(BoardError, match=r"counts\.csv: the file is missing"):
        open_rulebook("knapp", maps)
