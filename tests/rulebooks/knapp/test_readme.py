"""The tables of the book's README tell the truth: every function and test exists, no rule is missing."""

from __future__ import annotations

import re

from bulge_widget.rulebooks.knapp import INFO
from tests.rulebooks.readme import Readme

README = Readme("knapp")


def test_every_rule_and_ruling_has_a_row():
    assert README.labels() == {str(rule) for rule in range(1, 9)} | {f"R{ruling}" for ruling in range(1, 30)}


def test_every_row_names_functions_that_exist():
    assert README.without_functions() == []


def test_every_row_names_tests_that_exist():
    assert README.without_tests() == []


def test_the_functions_of_a_rule_begin_with_its_number():
    assert README.wrong_docstrings() == []


def test_the_test_of_a_ruling_bears_its_number():
    for row in README.rows():
        if row.label.startswith("R"):
            assert all(name.startswith(f"test_{row.label}_") for name in row.tests), row.line


def test_every_test_of_a_rule_bears_a_number_of_the_book():
    numbered = [re.match(r"test_(R?\d+)_", name) for name in README.names_of_tests()]
    assert {match[1] for match in numbered if match} <= README.labels()


def test_options_stand_in_the_table_with_all_their_values():
    assert README.wrong_options(INFO.options, column=2) == []


def test_rulings_without_an_option_are_constants():
    chosen = {option.ruling for option in INFO.options}
    for row in README.rows():
        if row.label.startswith("R"):
            assert bool(row.cells[2]) == (row.label in chosen), row.line
