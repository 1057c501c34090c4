"""47.3, 48.3 Where the letters are set up in the two plans."""

from __future__ import annotations

import pytest

from bulge_widget.rulebooks.botb import decrees
from bulge_widget.rulebooks.botb.deployment import ground_of
from bulge_widget.rulebooks.botb.reinforcement import condition_refusal
from bulge_widget.rulebooks.botb.zones import stacking_refusal
from tests.rulebooks.botb.field import PARTS, hexes, state_of

PLANS = {
    ("47", "a"): ("", "uu1 uu2"),
    ("47", "b"): ("b", ""),
    ("47", "c"): ("c", ""),
    ("47", "d"): ("", "tt3 uu3 uu4"),
    ("47", "e"): ("a", "uu4"),
    ("47", "f"): ("d e", ""),
    ("47", "g"): ("f g", ""),
    ("48", "a"): ("", "uu1 uu2"),
    ("48", "b"): ("b", ""),
    ("48", "c"): ("c d", ""),
    ("48", "d"): ("", "tt3 uu3 uu4"),
    ("48", "e"): ("a", "uu6"),
}


@pytest.mark.parametrize(("scenario", "letter"), PLANS)
def test_47_3_1_47_3_2_47_3_3_47_3_4_47_3_5_47_3_6_47_3_7_the_ground_of_each_letter(scenario, letter):
    areas, spaces = PLANS[scenario, letter]
    wanted = {h for area in areas.split() for h in PARTS.areas[area]} | set(hexes(*spaces.split()))
    units = [u for u in PARTS.roster[0] if PARTS.letter[u] == letter and PARTS.combat[u]]
    assert units
    for unit in units:
        assert set(ground_of(PARTS, scenario, unit)) == wanted


def test_48_3_1_48_3_2_48_3_3_48_3_4_48_3_5_48_4_units_of_three_more_divisions_stand_at_the_start():
    more = {"ge-79vg": "f", "ge-9vg": "g", "ge-167vg": "e"}
    for division, area in more.items():
        units = [u for u in PARTS.roster[0] if PARTS.unit_ids[u].startswith(f"{division}-")]
        assert len(units) == 3
        assert all(set(ground_of(PARTS, "48", u)) == set(PARTS.areas[area]) for u in units)
        assert not any(ground_of(PARTS, "46", u) for u in units)


@pytest.mark.parametrize("agreed", [False, True])
def test_r1_units_of_different_letters_stack_unless_corps_are_kept(agreed):
    first = {letter: PARTS.unit_ids[PARTS.letter.index(letter)] for letter in "abcd"}
    for scenario, pair, same in (("46", "ab", False), ("46", "ad", False), ("47", "ad", True), ("48", "ad", True)):
        mine, other = first[pair[0]], first[pair[1]]
        state = state_of({mine: "h4", other: "h3"}, scenario=scenario, choices={"corps_integrity": agreed})
        refusal = stacking_refusal(PARTS, state, PARTS.unit_index[mine], hexes("h3")[0])
        assert (refusal is None) is (same or not agreed)


@pytest.mark.parametrize("agreed", [False, True])
def test_r16_the_fifteenth_army_attacks_by_itself_unless_it_may_be_held_back(agreed):
    towns = [s.index for s in PARTS.board.spaces if s.has("fifteen:plain")]
    names = [PARTS.unit_ids[u] for u in PARTS.roster[0] if PARTS.combat[u]]
    units = {name: PARTS.hex_ids[h] for name, h in zip(names, towns, strict=False)}
    state = state_of(units, turn=11, deeds=(("ss-on-meuse", 9),), choices={"fifteenth_may_decline": agreed})
    after, _ = decrees.begin_supply(PARTS, state, 0)
    assert (after.fifteenth, len(after.stack)) == (("pending", 1) if agreed else ("launched", 0))


@pytest.mark.parametrize(("agreed", "army", "may"), [(False, "pending", False), (False, "launched", True)])
def test_r7_the_fifteenth_army_decides_which_pair_of_divisions_comes(agreed, army, may):
    rows = [r for r in PARTS.groups.values() if "fifteenth-launched" in r.requires.split()]
    assert rows
    state = state_of({}, turn=18, fifteenth=army, choices={"first_pair_counts": agreed})
    for row in rows:
        assert (condition_refusal(PARTS, state, row.group) is None) is may
        free = state_of({}, turn=18, fifteenth=army, choices={"first_pair_counts": True})
        assert condition_refusal(PARTS, free, row.group) is None
        assert condition_refusal(PARTS, state_of({}, turn=18, scenario="48", fifteenth="cancelled"), row.group) is None
