"""The table of the book's README tells the truth: every function and test it names exists."""

from __future__ import annotations

from tests.rulebooks.readme import Readme

README = Readme("botb")


def test_every_row_names_functions_that_exist():
    assert README.without_functions() == []


def test_every_test_a_row_names_exists():
    known = README.names_of_tests()
    assert [row.line for row in README.rows() if not set(row.tests) <= known] == []


def test_every_chapter_of_the_game_has_a_row():
    assert {label.split(".")[0] for label in README.labels() if not label.startswith("R")} >= {
        *map(str, range(4, 8)),
        *map(str, range(9, 48)),
    } - {"18", "21", "24", "38"}
