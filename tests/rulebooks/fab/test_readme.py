"""The tables of the book's README tell the truth: every function and test exists."""

from __future__ import annotations

from tests.rulebooks.readme import Readme

README = Readme("fab")


def test_every_row_names_functions_that_exist():
    assert README.without_functions() == []


def test_every_row_names_tests_that_exist():
    assert README.without_tests() == []


def test_the_functions_of_a_rule_begin_with_its_number():
    assert README.wrong_docstrings() == []
