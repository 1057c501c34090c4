"""The tables of the book's README tell the truth: every function and test exists, no rule is missing."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

from bulge_widget.rulebooks.knapp import INFO

HERE = Path(__file__).parent
README = Path(importlib.import_module("bulge_widget.rulebooks.knapp").__file__).with_name("README.md")


def rows():
    """Rule or ruling, its cells of code, and the whole line."""
    for line in README.read_text(encoding="utf-8").splitlines():
        label = re.match(r"\| (R?\d+)\b", line)
        if label:
            yield label[1], [cell.strip() for cell in line.strip("|").split("|")], line


def names_of_tests():
    """Every test function of this folder."""
    names = set()
    for path in HERE.glob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return names


def test_every_rule_and_ruling_has_a_row():
    labels = {label for label, _, _ in rows()}
    assert labels == {str(rule) for rule in range(1, 9)} | {f"R{ruling}" for ruling in range(1, 30)}


def test_every_row_names_functions_that_exist():
    for _, cells, line in rows():
        named = re.findall(r"`([^`]+)`", cells[-2])
        assert named, line
        for dotted in named:
            module, _, name = dotted.partition(".")
            assert hasattr(importlib.import_module(f"bulge_widget.rulebooks.knapp.{module}"), name), line


def test_every_row_names_tests_that_exist():
    known = names_of_tests()
    for _, cells, line in rows():
        named = re.findall(r"`([^`]+)`", cells[-1])
        assert named, line
        assert set(named) <= known, line


def test_the_test_of_a_ruling_bears_its_number():
    for label, cells, line in rows():
        if label.startswith("R"):
            assert all(name.startswith(f"test_{label}_") for name in re.findall(r"`([^`]+)`", cells[-1])), line


def test_every_test_of_a_rule_bears_a_number_of_the_book():
    known = {label for label, _, _ in rows()}
    numbered = [re.match(r"test_(R?\d+)_", name) for name in names_of_tests()]
    assert {match[1] for match in numbered if match} <= known


def test_the_functions_of_a_rule_begin_with_its_number():
    for label, cells, line in rows():
        for dotted in re.findall(r"`([^`]+)`", cells[-2]):
            module, _, name = dotted.partition(".")
            documented = getattr(importlib.import_module(f"bulge_widget.rulebooks.knapp.{module}"), name)
            assert re.match(rf"([0-9R., ]*\b)?{label}\b", documented.__doc__), line


def test_options_stand_in_the_table_with_all_their_values():
    table = {label: cells for label, cells, _ in rows()}
    for option in INFO.options:
        cell = table[option.ruling][2]
        assert f"`{option.name}`: {option.default};" in cell
        assert all(str(value) in cell for value in option.values)


def test_rulings_without_an_option_are_constants():
    chosen = {option.ruling for option in INFO.options}
    for label, cells, line in rows():
        if label.startswith("R"):
            assert bool(cells[2]) == (label in chosen), line
