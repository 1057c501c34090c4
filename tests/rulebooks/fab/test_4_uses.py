"""4.2b, 4.2c What a chit may be used on is listed as sets; a refusal judges one case. They have to agree."""

from __future__ import annotations

import functools
import itertools
from collections import Counter

from bulge_widget.core.opening import begin
from bulge_widget.rulebooks.fab import engineering
from bulge_widget.rulebooks.fab.admin import USES
from bulge_widget.rulebooks.fab.state import AVAILABLE, put
from bulge_widget.rulebooks.fab.usage import Case
from tests.rulebooks import play
from tests.rulebooks.fab.table import BOOK, PARTS

SEEDS = (18, 41, 43)  # games in which the 1st or the 4th Division is eliminated for a while (17.23)
AREAS = [(name,) for name in PARTS.area_ids]
UNITS = [(name,) for name in PARTS.unit_ids]
BRIDGES = list(engineering.names_of_bridges(PARTS))
SINGLE = [(), ("nowhere",), *AREAS, *UNITS, *BRIDGES]
OBJECTIVES = [PARTS.area_ids[area] for area in PARTS.objectives]
ASSETS = [chit.id for chit in PARTS.chits if chit.family == "asset"]
PAIRS = {
    "blow": [tuple(sorted(a + b)) for a, b in itertools.combinations(BRIDGES, 2)],
    "rebuild": list(itertools.product(PARTS.unit_ids, [*OBJECTIVES, "45", "nowhere"])),
    "reserve": list(itertools.product(PARTS.unit_ids, [row.id for row in PARTS.markers])),
    "recycle": list(itertools.permutations(ASSETS[::3], 2)),
}
"""What a use takes two of: all there may be of it."""


def legal(state, use, side, chit, wide):
    """What is not refused, each effect once."""
    cases = [case for at in wide if use.refusal(PARTS, state, case := Case(side, chit, at)) is None]
    return {use.canonical(PARTS, state, case) if use.canonical else case.at for case in cases}


def judged(state, side, chit):
    """By use of a chit, how many targets it lists: all that are legal, and no other."""
    for word, use in USES.items():
        if PARTS.kind[chit] in use.kinds:
            listed = list(use.targets(PARTS, state, side, chit))
            wide = {*SINGLE, *PAIRS.get(word, ()), *listed}
            assert len(listed) == len(set(listed)), word
            assert set(listed) == legal(state, use, side, chit, wide), (word, PARTS.chit_ids[chit])
            yield word, len(listed)


def test_4_2b_c_every_use_lists_what_is_not_refused_and_nothing_else():
    seen = Counter()
    for seed in SEEDS:
        game = begin(BOOK, scenario="campaign", seed=seed)
        for number, (position, _) in enumerate(play.answers(game, seed)):
            chits = sorted(set(PARTS.alike)) if number % 97 == 0 else []
            state = functools.reduce(lambda state, chit: put(PARTS, state, chit, AVAILABLE), chits, position)
            for chit in chits:
                seen.update(dict(judged(state, PARTS.chit_side[chit], chit)))
    assert {word for word, count in seen.items() if count} == set(USES)
