"""4.0, 45.0 to 48.0 The start of the scenarios and how they are won."""

from __future__ import annotations

import json
import random

import pytest

from bulge_widget.rulebooks.botb import victory
from bulge_widget.rulebooks.botb.deployment import Deploy, left
from tests.rulebooks.botb.table import BOOK, PARTS, played, refused, state_of

TOWNS = ("b21", "d16", "c9", "i8", "m6", "mm15", "aa26", "ee7")
GERMANS = [PARTS.unit_ids[u] for u in PARTS.roster[0] if PARTS.combat[u]]


@pytest.mark.parametrize("scenario", ["45", "46", "47", "48"])
def test_4_6_every_german_unit_finds_a_place_however_they_are_set_up(scenario):
    choose = random.Random(4).choice  # noqa: S311  play, not secrets
    state = BOOK.setup(scenario, {})[0]
    while type(state.stack[-1]).__name__ == "Deploying":
        options = BOOK.decision(state).options
        state, _ = BOOK.apply(state, choose(options.of(choose(options.keys()))))
    assert BOOK.invariants(state) == ()
    assert BOOK.position(json.loads(json.dumps(BOOK.snapshot(state)))) == state


def test_47_3_the_letters_have_other_ground():
    state = BOOK.setup("47", {})[0]
    unit = next(PARTS.unit_ids[u] for u in PARTS.roster[0] if PARTS.letter[u] == "a")
    assert refused(state, Deploy(unit, "uu1")) is None
    assert refused(BOOK.setup("46", {})[0], Deploy(unit, "uu1")) == ("outside_area", "4.6")


def test_4_6_the_units_are_set_up_in_any_order():
    state = BOOK.setup("46", {})[0]
    wanted = {PARTS.unit_ids[u] for u in PARTS.roster[0] if PARTS.letter[u]}
    assert set(BOOK.decision(state).options.keys()) == wanted
    state, _ = played(state, Deploy("ge-276vg-986", "ss29"))  # of the last area, first
    state, _ = played(state, Deploy("ge-326vg-751", "ss5"))
    assert set(BOOK.decision(state).options.keys()) == wanted - {"ge-276vg-986", "ge-326vg-751"}


def test_47_3_a_place_others_need_is_refused():
    state = BOOK.setup("47", {})[0]
    for unit in ("ge-lehr-130", "ge-lehr-901"):  # of E, into UU4: the eight units of D need eight of nine places
        assert refused(state, Deploy(unit, "uu4")) is None
    state, _ = played(state, Deploy("ge-lehr-130", "uu4"))
    assert refused(state, Deploy("ge-lehr-901", "uu4")) == ("no_room", "10.1")


def test_r1_where_corps_are_kept_a_hex_is_set_up_by_one_of_them():
    state = BOOK.setup("47", {"corps_integrity": True})[0]
    assert refused(state, Deploy("ge-lehr-130", "uu4")) == ("no_room", "10.1")  # D must have UU4 to itself
    state, _ = played(state, Deploy("ge-116pz-16", "uu4"))
    assert refused(state, Deploy("ge-lehr-130", "uu4")) == ("mixed_corps", "47.6")
    plain, _ = played(BOOK.setup("47", {})[0], Deploy("ge-116pz-16", "uu4"))
    assert refused(plain, Deploy("ge-lehr-130", "uu4")) is None


def test_48_groups_f_and_g_come_later_and_others_stand_at_the_start():
    state = BOOK.setup("48", {})[0]
    units = left(PARTS, state)
    assert PARTS.unit_index["ge-79vg-208"] in units
    assert not any(PARTS.letter[unit] in {"f", "g"} for unit in units)
    assert state.fifteenth == "cancelled"
    assert BOOK.setup("47", {})[0].fifteenth == "launched"


def test_46_5_seven_towns_in_two_successive_supply_phases():
    units = dict(zip(GERMANS, TOWNS[:7], strict=False))
    state = state_of(units | {"us-101-501": "a1"})
    once = victory.german_supply(PARTS, state)
    assert (once.runs[0], once.won) == (1, "")
    assert victory.german_supply(PARTS, once).won == "meuse"
    fewer = state_of(dict(zip(GERMANS, TOWNS[:6], strict=False)), runs=[1, 0])
    assert victory.german_supply(PARTS, fewer).runs[0] == 0


def test_46_4_antwerp_needs_both_edges_enough_units_and_a_road():
    armour = [u for u in GERMANS if PARTS.kind[PARTS.unit_index[u]] == "armor"][:4]
    motor = [u for u in GERMANS if PARTS.kind[PARTS.unit_index[u]] == "motorized_infantry"][:8]
    pink = [[u, "w1", 12] for u in (*armour[:2], *motor[:4])]
    red = [[u, "a1", 12] for u in (*armour[2:], *motor[4:])]
    gone = dict.fromkeys((*armour, *motor), "exited")
    state = state_of({**gone, "us-101-501": "aa33"}, turn=14, exits=pink + red)
    assert victory.exits_made(PARTS, state, "pink")
    assert victory.antwerp(PARTS, state) == victory.exits_supplied(PARTS, state)
    late = state_of({**gone, "us-101-501": "aa33"}, turn=21, exits=pink + red)
    assert not victory.antwerp(PARTS, late)
    assert not victory.antwerp(PARTS, state_of({**gone, "us-101-501": "aa33"}, turn=14, exits=pink))


def test_46_6_liege_in_supply():
    state = state_of({"ge-62vg-190": "w1", "ge-62vg-164": "w2", "ge-62vg-183": "w3"}, runs=[0, 1])
    assert victory.liege_held(PARTS, state)
    assert victory.german_supply(PARTS, state).won == "liege"


def test_46_7_1_any_allied_unit_in_bastogne_decides_and_37_4_asks_for_both():
    state = state_of({"us-101-501": "aa26", "ge-62vg-190": "xx12"}, turn=36)
    assert victory.verdict(PARTS, state) == "held"
    crossed = state_of({"us-101-501": "aa26", "ge-62vg-190": "xx12"}, turn=36, british="crossed")
    assert victory.verdict(PARTS, crossed) == "bastogne"


def test_47_8_the_plans():
    liege = {"ge-62vg-190": "w1", "ge-62vg-164": "w2", "ge-62vg-183": "w3"}
    assert victory.verdict(PARTS, state_of(liege, scenario="47")) == "plan-liege"
    towns = dict(zip(GERMANS, ("aa26", "mm15", "ee7", "c9"), strict=False))
    assert victory.verdict(PARTS, state_of(towns, scenario="48")) == "plan-towns"
    assert victory.verdict(PARTS, state_of({"ge-62vg-190": "xx12"}, scenario="47")) == "plan-failed"


def test_45_7_a_tie_goes_by_losses():
    lost = dict.fromkeys(("us-101-501", "us-101-502"), "eliminated")
    state = state_of({"ge-62vg-190": "eliminated", **lost}, scenario="45", control={})
    assert victory.verdict(PARTS, state) == "german-tie"
    assert victory.verdict(PARTS, state_of({"ge-62vg-190": "eliminated"}, scenario="45", control={})) == "allied-tie"


def test_45_3_45_9_58_towns():
    assert len(PARTS.towns) == 58
    german, allied = victory.parts_of_score(PARTS, state_of({"us-101-501": "p8"}, scenario="45"))
    points = {**dict(german), **dict(allied)}
    assert points["Liège"] == 24
    assert points["Meuse towns"] == 15
    assert points["P8"] == 3
    towns = sum(dict(side).get("other towns", 0) for side in (german, allied))
    assert towns == 50


def test_46_7_3_what_lost_units_are_worth():
    units = {"ge-1ss-peiper": "eliminated", "ge-326vg-751": "eliminated", "ge-lehr-901": "eliminated"}
    _, allied = victory.parts_of_score(PARTS, state_of({**units, "us-101-501": "a1"}))
    worth = [victory.unit_worth(PARTS, PARTS.unit_index[u]) for u in units]
    assert dict(allied)["German units lost"] == sum(worth)
    assert sorted(worth) == [1, 2, 3]
