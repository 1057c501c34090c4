"""The tables of the book's README tell the truth: no rule and no ruling is missing, every function and test exists."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path

from bulge_widget.rulebooks.fab import INFO
from tests.rulebooks.readme import Readme

README = Readme("fab")
ROOT = Path(__file__).parents[3]
NUMBERS = """
2.0 2.1 2.2 2.3 2.4
3.0 3.1 3.2 3.21 3.22 3.23 3.24 3.25 3.26 3.27 3.28 3.3 3.4 3.5
4.0 4.1abcd 4.2abc 4.21 4.22 4.3 4.31 4.32 4.33 4.34 4.35
5.0 5.1 5.2 5.21 5.22 5.23 5.24 5.3 5.31 5.32 5.33 5.34 5.35abcde 5.4
6.0 6.1 6.2 6.21 6.22 6.23 6.24 6.25 6.26 6.27 6.28 6.29 6.3 6.31 6.32 6.33 6.4 6.41ab 6.42abcd 6.43 6.5 6.6 6.7 6.8
7.0 7.1 7.2 7.3 7.31 7.32 7.4 7.41 7.42
8.0 8.1 8.2 8.21 8.22 8.23 8.24 8.25 8.26 8.27 8.3 8.31 8.32 8.33
9.0 9.1abc 9.2 9.3 9.31abcd 9.32 9.33abcd 9.34abcd 9.35 9.4 9.5
13.0 13.1 13.2 13.3
14.0 14.1 14.2 14.21 14.22 14.23 14.3 14.31 14.32 14.4 14.41 14.42 14.43 14.5 14.51 14.52 14.6 14.61 14.62ab
14.7 14.71 14.72 14.8 14.81 14.82 14.83 14.9 14.91 14.92 14.93
15.0 15.1abc 15.2ab 15.3
16.0 16.1 16.11 16.12 16.13 16.2 16.21 16.22 16.23
17.0 17.1 17.11 17.12 17.13 17.14 17.2 17.21 17.22 17.23 17.3 17.31 17.32 17.33 17.34
18.0 18.1 18.2 18.3 18.4 18.5 18.6 18.7 18.8 18.9 18.91 18.92ab
19.0 19.1 19.2 19.3 19.4
23.0 23.1 23.2 23.3 23.4 23.5 23.6 23.7 23.8 23.9 23.10
24.0 24.1 24.11 24.12 24.13 24.14 24.15 24.16 24.17 24.18 24.2 24.21 24.22 24.23 24.24 24.25 24.26 24.27 24.28
24.3 24.31 24.32 24.33 24.34 24.35 24.36 24.37 24.38
"""
"""Every numbered rule with its letters; 1, 10 to 12 and 20 to 22 are introductions, components and notes."""
RULINGS = 83
OF_THE_BOARD = 71
"""Those that come with the data; the others are readings of this project alone."""
NAMELESS = ("heading", "nothing to do")
"""What stands in place of functions where a number holds no rule of its own."""


def numbers():
    """The rules and their lettered parts, each by itself."""
    for number, letters in re.findall(r"(\d+\.\d+)([a-e]*)", NUMBERS):
        yield number
        yield from (number + letter for letter in letters)


def bearing():
    """The rows that name functions or tables."""
    return [row for row in README.rows() if row.cells[-2] not in NAMELESS]


def docstring_numbers(row):
    """The number with which the docstrings of a row begin: its own, or the one it says it stands under."""
    under = re.match(r"under (R?[\d.]+[a-e]?):", row.cells[-2])
    return under[1] if under else row.label


def test_every_rule_and_ruling_has_a_row():
    assert README.labels() == {*numbers()} | {f"R{ruling}" for ruling in range(1, RULINGS + 1)}


def test_the_rulings_are_those_of_the_board():
    lines = (ROOT / "maps/fab/rulings.csv").read_text(encoding="utf-8").splitlines()
    assert {line.partition(",")[0] for line in lines[1:]} == {str(ruling) for ruling in range(1, OF_THE_BOARD + 1)}


def test_a_number_without_a_rule_of_its_own_names_no_test():
    assert [row.line for row in README.rows() if row.cells[-2] in NAMELESS and row.tests] == []


def test_every_row_names_functions_or_tables_that_exist():
    for row in bearing():
        table = re.fullmatch(r"data: (\S+)", row.cells[-2])
        if table:
            assert (ROOT / table[1]).is_file(), row.line
        else:
            assert row.functions, row.line
            assert all(README.function(name) is not None for name in row.functions), row.line


def test_every_row_names_tests_that_exist():
    known = README.names_of_tests()
    assert [row.line for row in bearing() if not row.tests or not set(row.tests) <= known] == []


def test_the_functions_of_a_rule_begin_with_its_number():
    for row in bearing():
        number = re.escape(docstring_numbers(row))
        for name in row.functions:
            begins = rf"([0-9a-eR., ]*\b)?{number}\b"
            assert re.match(begins, README.function(name).__doc__ or ""), (row.label, name)


def test_every_test_of_a_rule_bears_a_number_of_the_book():
    numbered = [re.match(r"test_([rR]\d+|\d+_\d+)_", name) for name in README.names_of_tests()]
    labels = {label.lower() for label in README.labels()}
    assert {match[1].lower().replace("_", ".") for match in numbered if match} <= labels


def test_every_test_of_a_rule_stands_in_a_table():
    named = {name for row in README.rows() for name in row.tests}
    numbered = {name for name in README.names_of_tests() if re.match(r"test_(r\d+_|\d+_\d+_)", name.lower())}
    assert numbered - named == set()


def test_options_stand_in_the_tables_with_all_their_values():
    assert README.wrong_options([o for o in INFO.options if o.ruling], column=2) == []
    assert README.wrong_options([o for o in INFO.options if not o.ruling], column=1) == []


def test_rulings_without_an_option_are_constants():
    chosen = {option.ruling for option in INFO.options}
    for row in README.rows():
        if row.label.startswith("R"):
            assert bool(row.cells[2]) == (row.label in chosen), row.line


CITED = r"R?\d+(?:\.\d+)?[a-e]?"


def headings():
    """The first lines of all docstrings that begin with numbers: module, whether its own, numbers, and the rest."""
    for path in sorted(README.path.parent.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                line = (ast.get_docstring(node) or "").partition("\n")[0]
                found = re.match(rf"((?:{CITED}(?:, | to ))*{CITED})(?= )", line)
                if found:
                    yield path.stem, node is tree, found[1]


def test_every_number_a_docstring_begins_with_has_a_row():
    labels = README.labels()
    cited = {number for _, _, numbers_ in headings() for number in re.findall(CITED, numbers_)}
    assert len(cited) > 200
    assert {number for number in cited if number not in labels and f"{number}.0" not in labels} == set()


def test_a_module_has_a_function_in_the_rows_of_the_rules_it_is_headed_by():
    """Of a rule with lettered or numbered parts, in the row of one part at least."""
    modules = {}
    for row in README.rows():
        modules.setdefault(row.label, set()).update(name.partition(".")[0] for name in row.functions)
    for module, own, numbers_ in headings():
        for number in re.findall(CITED, numbers_) if own and " to " not in numbers_ else ():
            stem = number.removesuffix(".0")
            parts = [label for label in modules if re.match(rf"{re.escape(stem)}(\.\d+[a-e]?|\d[a-e]?|[a-e])?$", label)]
            assert any(module in modules[label] for label in parts), (module, number)


def test_every_ruling_that_names_an_alternative_is_an_option():
    """The rows of the board's rulings with an alternative, and the options with a ruling, are the same."""
    rows = csv.DictReader((ROOT / "maps/fab/rulings.csv").read_text(encoding="utf-8").splitlines())
    named = {f"R{row['number']}" for row in rows if row["option"]}
    assert named == {option.ruling for option in INFO.options if option.ruling}
    assert len(named) == 6
