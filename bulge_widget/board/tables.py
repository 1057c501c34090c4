"""Tables of text: a UTF-8 CSV file read into typed rows, with every fault told by file, row and column.

Every cell is read as text and typed by the row struct alone, so that a reader never guesses: '0104' stays
what it is, and where a spreadsheet has made 104 of it the message says so. :func:`scan_table` reports all
faults of a file, :func:`read_table` raises for them.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from bulge_widget.board.cells import Column, columns_of, eaten_zero
from bulge_widget.errors import BoardError, Problem

__all__ = [
    "Known",
    "Numbered",
    "path_name",
    "place_of",
    "raise_for",
    "read_table",
    "read_text",
    "row_count",
    "scan_table",
    "unknown_value",
]

T = TypeVar("T", bound=msgspec.Struct)

Numbered = tuple[int, T]
"""A row with its number in the file as a spreadsheet shows it; the header is row 1."""


Known = Mapping[str, Collection[str]]
"""Column -> the names that may stand in it."""


class _Sheet(NamedTuple):
    """A file cut into cells."""

    path: Path
    header: list[str]
    rows: list[tuple[int, list[str]]]


def read_table(path: Path, row: type[T], known: Known | None = None) -> tuple[T, ...]:
    """Read a CSV file into structs.

    Parameters
    ----------
    path : Path
        A UTF-8 file with commas and one header row.
    row : type
        A frozen :class:`msgspec.Struct`; its fields are the columns, a field with a default may be missing.
        Cells: text, whole numbers, decimals with a point, ``yes``/``no``, lists separated by blanks; a blank
        cell is the default of its column.
    known : mapping of column to names, optional
        Columns that must name something of another table, such as ``{"area": board.index}``; of a list,
        or of several names with blanks between them, every item is looked up.

    Returns
    -------
    tuple of row
        In the order of the file.

    Raises
    ------
    BoardError
        Names file, row, column, the value and what would be valid, and how many faults follow; or says that
        no row follows the header.
    """
    rows, problems = scan_table(path, row, known)
    raise_for(problems)
    if not rows:
        raise BoardError(f"{path_name(path)}: the table has a header but no rows")
    return tuple(item for _, item in rows)


def scan_table(
    path: Path, row: type[T], known: Known | None = None
) -> tuple[tuple[Numbered[T], ...], tuple[Problem, ...]]:
    """Read a CSV file and report all that is wrong with it; rows with a fault are left out."""
    try:
        sheet = _cut(path)
    except BoardError as error:
        return (), (Problem(path_name(path), _without_place(str(error), path)),)
    columns = columns_of(row)
    problems = _header_problems(sheet, columns)
    if problems:
        return (), tuple(problems)
    found: list[Numbered[T]] = []
    for number, cells in sheet.rows:
        faults = len(problems)
        values = _read_row(sheet, number, cells, columns, problems)
        problems += _unknown(sheet.path, number, values, known or {})
        if len(problems) == faults:
            found.append((number, row(**values)))
    return tuple(found), tuple(problems)


def raise_for(problems: Sequence[Problem]) -> None:
    """Raise :class:`BoardError` for the first problem, saying how many more there are."""
    if problems:
        more = f"; {len(problems) - 1} more faults follow" if len(problems) > 1 else ""
        raise BoardError(f"{problems[0]}{more}")


def read_text(path: Path) -> str:
    """Read a UTF-8 file of the maps, with or without a byte order mark.

    Raises
    ------
    BoardError
        If it is missing or not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BoardError(f"{path_name(path)}: the file is missing{_beside(path)}") from None
    except IsADirectoryError:
        raise BoardError(f"{path_name(path)}: this is a folder, not a file") from None
    except UnicodeDecodeError as error:
        row = error.object[: error.start].count(b"\n") + 1
        byte = error.object[error.start]
        raise BoardError(
            f"{path_name(path)}: row {row} is not UTF-8 text (byte 0x{byte:02x}); save it as CSV UTF-8"
        ) from None


def row_count(path: Path) -> int:
    """How many rows with a cell in them follow the header of a file."""
    return len(_cut(path).rows)


def place_of(path: Path, row: int, column: str) -> str:
    """Where a cell stands, as every message names it."""
    return f"{path_name(path)} row {row}, column {column!r}"


def path_name(path: Path) -> str:
    """Return the file with its folder, which is how the maps are told apart."""
    return f"{path.parent.name}/{path.name}"


def unknown_value(where: str, kind: str, value: str, known: Iterable[str]) -> Problem:
    """Say that a cell names something that does not exist, with the nearest that do.

    Parameters
    ----------
    where : str
        As made by :func:`place_of`.
    kind : str
        What the cell should name: "space", "river", "terrain", … or simply its column.
    value : str
        What stands there.
    known : iterable of str
        All that is valid.
    """
    names = list(known)
    return Problem(
        where,
        f"{value!r} is not a known {kind}",
        eaten_zero(value, lambda meant: meant in names) or _nearest(value, names),
    )


def _nearest(value: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(value, names, n=3, cutoff=0.5)
    if near and len(names) > 12:
        return "nearest: " + ", ".join(map(repr, near))
    some = ", ".join(map(repr, names[:12])) or "nothing"
    return f"valid: {some}" + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _beside(path: Path) -> str:
    if not path.parent.is_dir():
        return f"; there is no folder {str(path.parent)!r}"
    names = sorted(p.name for p in path.parent.iterdir() if p.suffix == path.suffix)
    return f"; beside it are {', '.join(names)}" if names else ""


def _without_place(text: str, path: Path) -> str:
    return text.removeprefix(f"{path_name(path)}: ")


def _cut(path: Path) -> _Sheet:
    text = read_text(path)
    if "\0" in text or not text.strip():
        kind = "empty" if not text.strip() else "not a text file"
        raise BoardError(f"{path_name(path)}: the file is {kind}")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise BoardError(f"{path_name(path)}: cannot be read as CSV: {error}") from None
    body = [(number, cells) for number, cells in enumerate(rows[1:], 2) if any(c.strip() for c in cells)]
    return _Sheet(path, [c.strip() for c in rows[0]], body)


def _unknown(path: Path, number: int, values: dict[str, Any], known: Known) -> Iterator[Problem]:
    for column, names in known.items():
        value = values.get(column) or ()
        if isinstance(value, str):
            value = (value,) if value in names else value.split()
        for name in value:
            if name not in names:
                yield unknown_value(place_of(path, number, column), column, name, names)


def _header_problems(sheet: _Sheet, columns: dict[str, Column]) -> list[Problem]:
    where, header = f"{path_name(sheet.path)} row 1", sheet.header
    if len(header) == 1 and re.search(r"[;\t]", header[0]):
        return [Problem(where, "the cells are not separated by commas", "save it as CSV with commas")]
    if not set(header) & set(columns):
        expected = ", ".join(columns)
        return [Problem(where, "has none of the columns of this table: is it another file?", f"columns: {expected}")]
    problems = [
        Problem(where, f"unknown column {name!r}", _nearest(name, list(columns)))
        for name in header
        if name not in columns
    ]
    problems += [
        Problem(where, f"column {name!r} stands there twice") for name in set(header) if header.count(name) > 1
    ]
    return problems + [
        Problem(where, f"column {name!r} is missing", f"columns: {', '.join(columns)}")
        for name, column in columns.items()
        if column.required and name not in header
    ]


def _read_row(
    sheet: _Sheet, number: int, cells: list[str], columns: dict[str, Column], problems: list[Problem]
) -> dict[str, Any]:
    if len(cells) != len(sheet.header):
        where = f"{path_name(sheet.path)} row {number}"
        hint = "a text with a comma stands in quotation marks"
        problems.append(Problem(where, f"{len(cells)} cells where the header has {len(sheet.header)}", hint))
        return {}
    values: dict[str, Any] = {}
    for name, text in zip(sheet.header, cells, strict=True):
        try:
            values[name] = columns[name].read(text.strip())
        except ValueError as error:
            problems.append(Problem(place_of(sheet.path, number, name), f"{text!r} {error}", columns[name].hint(text)))
    return values
