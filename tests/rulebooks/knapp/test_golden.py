"""Every worked example, played through `position`, `why_not` and `apply`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bulge_widget.core.event import Rolled
from bulge_widget.rulebooks.registry import open_rulebook
from tests.rulebooks.knapp.cases import Case, Refused

EXAMPLES = json.loads((Path(__file__).parents[2] / "golden/knapp/examples.json").read_text(encoding="utf-8"))[
    "examples"
]
BOOK = open_rulebook("knapp")


def test_all_62_examples_are_there():
    assert len({example["id"] for example in EXAMPLES}) == 62


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e['id']} {e['title']}")
def test_worked_example(example):
    case, expected = Case(BOOK, example), example["expect"]
    if not expected["legal"]:
        with pytest.raises(Refused) as refused:
            case.run()
        assert str(refused.value) == expected["reason"]
        return
    before = case.state
    case.run()
    view = BOOK.view(case.state, "umpire")
    assert not BOOK.invariants(case.state)
    pieces = {piece.id: piece for piece in view.pieces}
    for unit, (at, hits) in expected.get("units", {}).items():
        where = at or f"eliminated-{pieces[unit].side}"
        assert (pieces[unit].at, pieces[unit].full - pieces[unit].steps) == (where, hits), unit
    spaces = {space.id: space.control for space in view.spaces}
    assert {area: spaces[area] for area in expected.get("control", {})} == expected.get("control", {})
    for unit, supplied in expected.get("in_supply", {}).items():
        assert ("unsupplied" not in pieces[unit].status) == supplied
    if "points" in expected:
        assert view.score.points == expected["points"]
        assert BOOK.outcome(case.state).reason.startswith(expected["result"])
    _check_dice(case, before, expected)


def _check_dice(case, before, expected):
    rolled = [event for event in case.events if isinstance(event, Rolled)]
    if "overrun" in expected:
        tried = [event for event in rolled if event.what == "overrun"]
        assert [event.result for event in tried][-1] == ("success" if expected["overrun"] else "failure")
    if "surprised" in expected:
        surprised = [event.at for event in rolled if event.result == "surprise"]
        assert surprised == expected["surprised"]
    if "hits" in expected:
        overrun = {e.piece for e in case.events if getattr(e, "why", "") == "overrun"}
        lost = [
            was - now
            for unit, was, now in zip(BOOK.parts.unit_ids, before.left, case.state.left, strict=True)
            if unit not in overrun
        ]
        assert sum(lost) == expected["hits"]
