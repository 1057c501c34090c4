"""Typed tables: what is read, and what is said of damaged files."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from bulge_widget.board.tables import read_table, scan_table
from bulge_widget.errors import BoardError


class Row(msgspec.Struct, frozen=True):
    id: Annotated[str, msgspec.Meta(pattern=r"^\d{4}$")]
    side: Literal["german", "allied"]
    strength: Annotated[int, msgspec.Meta(ge=1)] = 1
    share: float | None = None
    fast: bool = False
    entries: tuple[str, ...] = ()
    day: dt.date | None = None


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "units.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def message(folder: Path, text: str | bytes) -> str:
    with pytest.raises(BoardError) as caught:
        read_table(write(folder, text), Row)
    return str(caught.value)


def test_every_cell_takes_the_type_of_its_column(tmp_path: Path):
    text = "id,side,strength,share,fast,entries,day\n0104,german,7,0.5,yes,a b,1944-12-16\n"
    assert read_table(write(tmp_path, text), Row) == (
        Row("0104", "german", 7, 0.5, fast=True, entries=("a", "b"), day=dt.date(1944, 12, 16)),
    )


def test_blank_cells_and_missing_columns_are_the_defaults(tmp_path: Path):
    text = "\ufeffside,id,fast,share\r\nallied,0104,,\r\n\r\n,,,\r\n"
    assert read_table(write(tmp_path, text), Row) == (Row("0104", "allied"),)


def test_a_table_with_a_header_and_no_rows_is_refused_by_name(tmp_path: Path):
    assert message(tmp_path, "id,side\n\n,\n").endswith("/units.csv: the table has a header but no rows")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("104,german,1,,no", ["units.csv row 2, column 'id'", "'104'", "eaten a leading zero: '0104'"]),
        ("0104,dutch,1,,no", ["column 'side'", "'dutch'", "valid: german, allied"]),
        ("0104,,1,,no", ["column 'side'", "may not stay blank"]),
        ("0104,german,7.0,,no", ["column 'strength'", "'7.0' is not a whole number"]),
        ("0104,german,0,,no", ["column 'strength'", "expected `int` >= 1"]),
        ('0104,german,1,"0,5",no', ["column 'share'", "'0,5' is not a number", "valid: a number such as 6.25"]),
        ("0104,german,1,,TRUE", ["column 'fast'", "'TRUE' is neither yes nor no", "valid: yes, no"]),
        ("0104,german,1,,no,more", ["row 2: 6 cells where the header has 5", "quotation marks"]),
    ],
)
def test_a_bad_cell_is_told_by_file_row_column_value_and_what_is_valid(tmp_path: Path, row: str, words: list[str]):
    text = message(tmp_path, f"id,side,strength,share,fast\n{row}\n")
    assert all(word in text for word in words), text


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("id,sid", ["row 1", "unknown column 'sid'", "'side'"]),
        ("id,id,side", ["column 'id' stands there twice"]),
        ("id,strength", ["column 'side' is missing", "columns: id, side"]),
        ("id;side;strength", ["not separated by commas"]),
        ("sender,subject", ["none of the columns", "another file", "id, side"]),
    ],
)
def test_a_bad_header_is_told_with_the_columns_of_the_table(tmp_path: Path, header: str, words: list[str]):
    text = message(tmp_path, f"{header}\n1,2,3\n")
    assert all(word in text for word in words), text


def test_a_file_that_is_not_utf8_is_told_with_its_row(tmp_path: Path):
    text = message(tmp_path, "id,side\n0104,german\n0105,Prüm\n".encode("latin-1"))
    assert "units.csv: row 3 is not UTF-8 text (byte 0xfc); save it as CSV UTF-8" in text


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b"id,side\n\x00", "not a text file"),
        (b'id,side\n"0104,german\n', "cannot be read as CSV"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8"),
    ],
)
def test_a_foreign_or_damaged_file_is_told(tmp_path: Path, raw: bytes, words: str):
    assert words in message(tmp_path, raw)


def test_the_first_fault_says_how_many_follow_and_a_scan_lists_them_all(tmp_path: Path):
    text = "id,side\n0104,dutch\n0105,german\n106,dutch\n"
    assert "row 2" in message(tmp_path, text)
    assert message(tmp_path, text).endswith("; 2 more faults follow")
    rows, problems = scan_table(tmp_path / "units.csv", Row)
    assert rows == ((3, Row("0105", "german")),)
    assert [p.where.partition("units.csv ")[2] for p in problems] == [
        "row 2, column 'side'",
        "row 4, column 'id'",
        "row 4, column 'side'",
    ]


def test_names_of_other_tables_are_looked_up_with_every_item_of_a_list(tmp_path: Path):
    known = {"entries": ["g1", "g2", "b8"], "id": ["0104", "0105", "0106"]}
    path = write(tmp_path, "id,side,entries\n0104,german,g1 g2\n0105,german,\n")
    assert len(read_table(path, Row, known)) == 2
    path = write(tmp_path, "id,side,entries\n0104,german,g1 g2\n0105,german,\n0106,german,g1 b9\n")
    with pytest.raises(BoardError, match=r"row 4, column 'entries': 'b9' .*\(valid: 'g1', 'g2', 'b8'\)"):
        read_table(path, Row, known)


def test_a_struct_that_no_table_can_hold_is_refused_at_once(tmp_path: Path):
    class Bad(msgspec.Struct):
        what: dict[str, int]

    with pytest.raises(TypeError, match="a table cannot hold"):
        read_table(write(tmp_path, "what\n1\n"), Bad)
