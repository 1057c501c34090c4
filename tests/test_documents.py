"""What the documents show is run, and what they name exists."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text("utf-8").replace("```", "")  # a fence is no expected output
    example = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(example.examples) >= 10
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert told == []


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_word_of_make_that_a_document_names_exists(document: str) -> None:
    words = set(re.findall(r"(?:`|    )make ([a-z][a-z-]*)\b", (ROOT / document).read_text("utf-8")))
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    assert words
    assert words <= targets


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "NOTICE"])
def test_every_path_that_a_document_names_exists(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    paths = re.findall(r"`((?:bulge_widget|js|maps|tests|examples|docs|\.ci)/[\w./-]+)`", text)
    paths += re.findall(r"\]\(((?!http)[^)]+)\)", text)
    made_by_tests = {"tests/browser/artefacts/"}  # not in a fresh clone
    assert [path for path in paths if not (ROOT / path).exists() and path not in made_by_tests] == []
