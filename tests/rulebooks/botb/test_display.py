"""A view of a state does not depend on what was looked at before it."""

from __future__ import annotations

import random

from bulge_widget.rulebooks.botb import display
from bulge_widget.rulebooks.botb.components import SIDES
from bulge_widget.rulebooks.botb.state import OFF
from tests.rulebooks.botb.table import BOOK, PARTS


def states_of_a_game(count):
    choose = random.Random(3).choice  # noqa: S311  play, not secrets
    state = BOOK.setup("45", {})[0]
    found = []
    for _ in range(count):
        decision = BOOK.decision(state)
        found.append(state)
        state, _ = BOOK.apply(state, choose(decision.options.of(choose(decision.options.keys()))))
    return found


def test_a_view_is_the_same_whatever_was_shown_before():
    states = states_of_a_game(900)[::3]
    for state in (*states, *random.Random(1).sample(states, 60)):  # noqa: S311  play, not secrets
        shown = BOOK.view(state, "umpire")
        assert shown.pieces == tuple(display.shown(PARTS, state, unit) for unit in range(len(PARTS.unit_ids)))
        boxed = {name: box.id for box in shown.boxes for name in box.pieces}
        assert boxed == {p.id: p.at for p, at in zip(shown.pieces, state.at, strict=True) if at >= OFF}
        assert all(box.id.endswith(SIDES[PARTS.side[PARTS.unit_index[u]]]) for box in shown.boxes for u in box.pieces)


def test_air_units_are_counted_also_where_there_is_one_or_none():
    """A single unit of one was told as “yes”."""
    assert display._air(1, 1, 0).text == "1 of 1"
    assert display._air(1, 3, 5).text == "0 of 3"
    assert display._air(0, 0, 0).text == "none"
