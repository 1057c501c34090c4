"""Reads the tables in the README of a rule book and says where they do not tell the truth."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_LABEL = re.compile(r"\| (R?\d+(?:\.\d+)?[a-e]?)\b")


class Row(NamedTuple):
    """A line of a table about a rule or a ruling."""

    label: str
    cells: list[str]
    line: str

    @property
    def functions(self) -> list[str]:
        """The `module.function`s in the last cell but one."""
        return re.findall(r"`([^`]+)`", self.cells[-2])

    @property
    def tests(self) -> list[str]:
        """The tests in the last cell."""
        return re.findall(r"`([^`]+)`", self.cells[-1])


class Readme:
    """The README of one book.

    Parameters
    ----------
    book : str
        Its id.
    """

    def __init__(self, book: str) -> None:
        self.package = f"bulge_widget.rulebooks.{book}"
        self.tests = Path(__file__).parent / book
        self.path = Path(str(importlib.import_module(self.package).__file__)).with_name("README.md")

    def rows(self) -> Iterator[Row]:
        """Every line about a rule or a ruling."""
        for line in self.path.read_text(encoding="utf-8").splitlines():
            label = _LABEL.match(line)
            if label:
                yield Row(label[1], [cell.strip() for cell in line.strip("|").split("|")], line)

    def labels(self) -> set[str]:
        """Every rule and ruling that has a line."""
        return {row.label for row in self.rows()}

    def names_of_tests(self) -> set[str]:
        """Every test function of the book's folder."""
        trees = (ast.parse(path.read_text(encoding="utf-8")) for path in self.tests.glob("test_*.py"))
        return {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}

    def function(self, dotted: str) -> Any:
        """What a cell names; None if it does not exist."""
        module, *names = dotted.split(".")
        found: Any = importlib.import_module(f"{self.package}.{module}")
        for name in names:
            found = getattr(found, name, None)
        return found

    def without_functions(self) -> list[str]:
        """Lines that name no function, or one that does not exist."""
        return [r.line for r in self.rows() if not r.functions or any(self.function(f) is None for f in r.functions)]

    def without_tests(self) -> list[str]:
        """Lines that name no test, or one that does not exist."""
        known = self.names_of_tests()
        return [row.line for row in self.rows() if not row.tests or not set(row.tests) <= known]

    def wrong_docstrings(self) -> list[tuple[str, str]]:
        """Functions whose docstring does not begin with the rule of their line."""
        return [
            (row.label, dotted)
            for row in self.rows()
            for dotted in row.functions
            if not re.match(rf"([0-9a-eR., ]*\b)?{re.escape(row.label)}\b", self.function(dotted).__doc__ or "")
        ]

    def wrong_options(self, options: Any, column: int) -> list[str]:
        """Options that do not stand, with default and values, in the line of their ruling or rule."""
        table = {row.label: row.cells for row in self.rows()}
        wrong = []
        for option in options:
            cell = table[option.ruling or option.rule][column]
            named = f"`{option.name}`: {option.default};" in cell and all(str(v) in cell for v in option.values)
            if not named:
                wrong.append(option.name)
        return wrong
