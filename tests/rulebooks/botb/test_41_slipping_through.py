"""41.0, 43.0 Slipping through: the rules a special advance keeps, who may not try, and what it brings about."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import (
    infiltration,
    reinforcement,
    support,
)
from bulge_widget.rulebooks.botb.advance import Advance, Advancing
from bulge_widget.rulebooks.botb.infiltration import Assault, Infiltrate, Infiltrating
from bulge_widget.rulebooks.botb.movement import EndMove
from bulge_widget.rulebooks.botb.moving import Moving
from bulge_widget.rulebooks.botb.retreat import Retreating
from bulge_widget.rulebooks.botb.state import ISOLATED, ROAMING, deed, done_on, place, set_flag
from tests.rulebooks.botb import table
from tests.rulebooks.botb.field import (
    PARTS,
    asked,
    hexes,
    indexes,
    play,
    refused,
    state_of,
)

PEIPER, BRIGADE, PZ, PG = "ge-1ss-peiper", "ge-150-pzbde", "ge-lehr-130", "ge-lehr-901"
G1, G2, G3, GUN = "ge-277vg-990", "ge-326vg-751", "ge-62vg-190", "ge-vak-410"
A1, A2, A3, TANKS, CAVALRY, FA = "us-1-26", "us-99-394", "us-78-309", "us-7ar-cca", "us-14cav-14", "us-fa-406"


def with_step(state, *steps):
    return msgspec.structs.replace(state, stack=steps)


def sneaking(unit, units, **rest):
    return with_step(state_of(units, turn=2, **rest), Advancing(indexes(unit), (), 4, sneak=True))


@pytest.mark.parametrize("unit", [BRIGADE, PEIPER])
def test_41_4_1_43_4_1_a_special_advance_keeps_the_rules_of_advances(unit):
    state = sneaking(unit, {unit: "jj7", A1: "jj9", **dict.fromkeys((G1, G2, G3), "jj6")})
    assert refused(state, Advance(unit, ("jj7", "kk7"))) is None
    assert refused(state, Advance(unit, ("jj7", "kk7", "kk6"))).rule == "20.4"  # rugged, off the road
    assert refused(state, Advance(unit, ("jj7", "jj6"))).rule == "20.5"
    assert refused(state, Advance(unit, ("jj7", "jj8", "kk9"))).rule == "20.3"  # forest without a road
    assert refused(state, Advance(unit, ("jj7", "jj8", "jj9"))).rule == "20.3"  # enemies are there
    assert refused(state, Advance(unit, ("jj7", "kk8", "kk9", "kk10"))) is None  # through the zone of Malmedy
    wet = sneaking(unit, {unit: "v10", A1: "a1"})
    assert refused(wet, Advance(unit, ("v10", "u10", "t10"))) is not None  # 20.11 armour crosses by bridges alone
    assert refused(wet, Advance(unit, ("v10", "v9"))) is None


@pytest.mark.parametrize(("unit", "rule"), [(BRIGADE, "41.4.3"), (PEIPER, "43.4.3")])
def test_41_4_3_43_4_3_r49_who_slipped_through_stays_north_of_the_road_until_19_am(unit, rule):
    for turn, limited, refusal in ((4, [unit], ("south_of_road", rule)), (7, [unit], None), (4, [], None)):
        state = table.state_of({unit: "jj9", A1: "a1"}, turn=turn, limited=limited)
        assert table.refused(state, table.move(unit, "jj9", "jj10")) == refusal
        assert table.refused(state, table.move(unit, "jj9", "kk10")) is None  # the road itself
    # driven south of it, the unit is free
    ring = {A1: "jj7", A2: "hh9", A3: "ll9"}
    state = state_of({unit: "jj9", **ring}, turn=4, phase=("combat", "allied"), limited=indexes(unit))
    state = with_step(state, Retreating(indexes(unit), 1, "19.1"))
    south = [order for order in asked(state).options if PARTS.south[PARTS.hex(order.path[-1])]]
    assert south
    driven, _ = play(state, south[0])
    assert driven.status[indexes(unit)[0]] & ROAMING


@pytest.mark.parametrize(("unit", "began", "south"), [
    (BRIGADE, "41.2.2", "41.4.3"), (PEIPER, "43.2.2", "43.4.3"),
])  # fmt: skip
def test_41_2_2_43_2_2_who_began_16_pm_beside_the_enemy_or_went_south_may_not_try(unit, began, south):
    agreed = {"peiper_infiltration": "yes"}
    for turn, code in ((1, None), (2, began)):
        state = state_of({unit: "uu12", A1: "uu11"}, turn=turn, choices=agreed)
        state = infiltration.note_start(PARTS, state)
        state = with_step(place(PARTS, state, *indexes(unit), *hexes("ww9")), Infiltrating())
        found = refused(state, Infiltrate(unit))
        assert (found.rule if found else None) == code
    gone = with_step(state_of({unit: "jj10", A1: "a1"}, turn=2, choices=agreed), Infiltrating())
    assert refused(gone, Infiltrate(unit)).rule == south
    driven = set_flag(gone, indexes(unit)[0], ROAMING)
    assert refused(driven, Infiltrate(unit)) is None


@pytest.mark.parametrize("unit", [BRIGADE, PEIPER])
def test_41_4_4_43_4_4_isolation_goes_on_and_bars_no_second_try(unit):
    # three units two hexes away have all around in their zones: no line leads out, yet nobody stands beside the enemy
    ring = {A1: "a5", A2: "d3", A3: "d6"}
    options = {"peiper_infiltration": "yes"}
    state = table.state_of({unit: "c5", **ring}, turn=2, phase="supply", options=options)
    assert state.status[indexes(unit)[0]] & ISOLATED
    assert isinstance(state.stack[-1], Moving)
    state, _ = table.played(state, EndMove())
    assert isinstance(state.stack[-1], Infiltrating)
    assert state.status[indexes(unit)[0]] & ISOLATED
    assert Infiltrate(unit) in list(table.BOOK.decision(state).options)
    assert table.refused(state, Infiltrate(unit)) is None
    table.played(state, Infiltrate(unit))


@pytest.mark.parametrize(("turn", "due"), [(1, {"b": 2, "c": 2, "d": 3}), (2, {"b": 3, "c": 4, "d": 5})])
def test_43_6_36_2_r17_peiper_beside_the_enemy_on_16_am_brings_three_regiments_early(turn, due):
    choices = {"peiper_infiltration": "yes", "ss_commitment": "no"}
    state = state_of({PEIPER: "vv12", A1: "uu11"}, turn=turn, phase=("infiltration", "german"), choices=choices)
    state = with_step(state, Advancing(indexes(PEIPER), (), 4, sneak=True))
    state, _ = play(state, Advance(PEIPER, ("vv12", "uu12")))  # though the reserve may not move there
    assert done_on(state, "ss-in-zone") == turn
    assert {group: reinforcement.due_turn(PARTS, state, group) for group in due} == due
    assert reinforcement.due_turn(PARTS, deed(state_of({}), "roer"), "b") == 3


def test_r69_the_assault_has_neither_guns_nor_air():
    state = with_step(state_of({PEIPER: "h4", A1: "h3", GUN: "h7"}, turn=3), infiltration.Assaulting(*indexes(PEIPER)))
    state, told = play(state, Assault(PEIPER))
    assert told[0].guns == ()
    assert support.counter_fire_allowed(state) is False
