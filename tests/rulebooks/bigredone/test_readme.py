"""The tables of the book's README tell the truth: every function and test exists, no rule is missing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from bulge_widget.rulebooks.bigredone import INFO, refusals
from tests.rulebooks.readme import Readme

README = Readme("bigredone")
CASES = {1: 0, 2: 7, 3: 0, 4: 9, 5: 4, 6: 2, 7: 6, 8: 9, 9: 6, 10: 7, 11: 0, 12: 0, 13: 2, 14: 6, 15: 4, 16: 0}
"""Chapter -> its last case."""
COMPONENTS = {f"2.{case}" for case in (0, 1, 2, 3, 4, 5)}  # what is in the box, not a rule
RULINGS = 66


def test_every_case_and_ruling_has_a_row():
    cases = {f"{chapter}.{case}" for chapter, last in CASES.items() for case in range(last + 1)} - COMPONENTS
    assert README.labels() == cases | {f"R{ruling}" for ruling in range(1, RULINGS + 1)}


def test_every_row_names_functions_that_exist():
    assert README.without_functions() == []


def test_every_row_names_tests_that_exist():
    assert README.without_tests() == []


def test_the_functions_of_a_rule_begin_with_its_number():
    assert README.wrong_docstrings() == []


def test_every_test_of_a_rule_bears_a_number_of_the_book():
    numbered = [re.match(r"test_(R\d+|\d+_\d+)_", name) for name in README.names_of_tests()]
    assert {match[1].replace("_", ".") for match in numbered if match} <= README.labels()


def test_options_stand_in_the_tables_with_all_their_values():
    assert README.wrong_options([o for o in INFO.options if o.ruling], column=2) == []
    assert README.wrong_options([o for o in INFO.options if not o.ruling], column=1) == []


def test_rulings_without_an_option_are_constants():
    chosen = {option.ruling for option in INFO.options}
    for row in README.rows():
        if row.label.startswith("R"):
            assert bool(row.cells[2]) == (row.label in chosen), row.line


def test_every_refusal_names_a_case_of_the_book():
    """The number of a case, such as 14.4, stands in front of the sentence; rulings of this project do not."""
    named = []
    for path in Path(refusals.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refusal":
                words = [node.value for node in ast.walk(call.args[1]) if isinstance(node, ast.Constant)]
                named += [(path.name, word) for word in words if isinstance(word, str) and word[:1].isalnum()]
    assert len(named) > 60
    cases = {f"{chapter}.{case}" for chapter, last in CASES.items() for case in range(last + 1)}
    assert [(where, rule) for where, rule in named if rule not in cases] == []
