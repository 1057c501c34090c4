"""Every worked example, asked of the book."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rulebooks.bigredone import cases

EXAMPLES = json.loads((Path(__file__).parents[2] / "golden/bigredone/examples.json").read_text(encoding="utf-8"))[
    "examples"
]


def test_all_examples_are_there():
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES) >= 95


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e['id']} {e['kind']} {e['rule']}")
def test_worked_example(example):
    told = cases.answer(example["kind"], example["given"])
    assert {key: told[key] for key in example["expect"]} == example["expect"], example["title"]
