"""The table of the book's README tells the truth: every function and test it names exists."""

from __future__ import annotations

import ast
import re

from tests.rulebooks.readme import Readme

README = Readme("botb")
LAST = {
    "5": 4, "5.2": 4, "6": 9, "7": 4, "7.1": 2, "8": 7, "9": 11, "10": 3, "11": 8,
    "11.4": 4, "11.5": 5, "12": 9, "12.2": 2, "12.3": 4, "13": 4, "14": 4, "14.1": 6, "14.1.1": 2,
    "14.1.2": 3, "14.2": 11, "14.3": 2, "14.4": 3, "15": 7, "16": 11, "16.11": 4, "17": 3, "17.1": 6,
    "17.2": 6, "17.3": 3, "18": 2, "18.1": 2, "18.2": 2, "19": 2, "19.1": 5, "19.1.2": 5, "19.1.3": 5,
    "20": 11, "21": 4, "22": 4, "23": 6, "23.4": 4, "23.5": 5, "23.6": 4, "24": 4, "24.2": 5,
    "25": 6, "26": 9, "26.7": 6, "26.7.3": 2, "26.8": 4, "26.9": 6, "27": 4, "28": 6, "29": 8,
    "30": 5, "31": 8, "32": 9, "33": 10, "34": 6, "34.1": 2, "35": 9, "36": 2, "37": 4,
    "38": 2, "39": 8, "40": 6, "41": 5, "41.2": 2, "41.4": 4, "42": 15, "42.6": 2, "43": 6,
    "43.2": 2, "43.4": 4, "44": 2, "45": 10, "46": 8, "46.4": 7, "46.7": 3, "47": 8, "47.3": 7,
    "47.8": 3, "48": 7, "48.3": 6, "48.4": 2,
}  # fmt: skip
"""The last number under each chapter and rule; those of a chapter begin with nought, the others with one."""
TELL_NOTHING = """
5.2 7.0 8.0 10.0 11.0 14.4 15.0 16.11 17.2 17.3 18.1 18.2 21.0 22.0 23.0 23.4
23.5 23.6 24.2 25.0 26.0 26.1 27.0 27.1 28.0 33.0 33.1 35.0 36.0 36.1 37.0 37.1
38.0 39.0 39.1 40.0 41.1 42.0 43.1 44.0 45.0 45.2 45.8 46.1 46.3 47.0 47.2 48.0
48.2
"""
"""Headings, history and advice."""


CITED = r"R?\d+(?:\.\d+)*b?"


def test_every_row_names_functions_that_exist():
    assert README.without_functions() == []


def test_every_test_a_row_names_exists():
    known = README.names_of_tests()
    assert [row.line for row in README.rows() if not set(row.tests) <= known] == []


def test_every_rule_and_ruling_has_a_row_but_headings_and_history():
    rules = {f"{parent}.{n}" for parent, last in LAST.items() for n in range("." in parent, last + 1)}
    rulings = {f"R{n}" for n in range(1, 80)} | {"R5b"}
    wanted = (rules | rulings | {"3.3.5", "4.0", "4.5", "4.6"}) - set(TELL_NOTHING.split())
    labels = {row.line.split("|")[1].strip() for row in README.rows()}
    assert labels == wanted


def test_every_row_names_a_test():
    assert [row.label for row in README.rows() if not row.tests] == []


def test_every_number_a_docstring_begins_with_has_a_row():
    labels = {row.line.split("|")[1].strip() for row in README.rows()} | set(TELL_NOTHING.split())
    cited = {}
    for path in sorted(README.path.parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                line = (ast.get_docstring(node) or "").partition("\n")[0]
                head = re.match(rf"((?:{CITED}(?:, | and | to ))*{CITED})(?= )", line)
                for number in re.findall(CITED, head[1]) if head else ():
                    cited.setdefault(number, []).append((path.stem, getattr(node, "name", "")))
    assert len(cited) > 350
    open_ = {n for n in cited if n not in labels and f"{n}.0" not in labels}
    assert {n: cited[n] for n in open_ if not n.startswith("3.4")} == {}  # 3.4 lists the printed charts
