"""11.0, 26.0, 44.0 Artillery and air: who may support whom, and what ends it."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import fireline, odds, support
from bulge_widget.rulebooks.botb.assets import Assets, Ready, Strike, Support
from bulge_widget.rulebooks.botb.flights import Cover, EndFlights, Flying, Interdict
from bulge_widget.rulebooks.botb.planning import Attack
from bulge_widget.rulebooks.botb.state import HURRIED, ISOLATED, set_flag
from tests.rulebooks.botb.field import PARTS, asked, fight, hexes, indexes, play, refused, run, state_of

GUN, G1, G2 = "ge-vak-410", "ge-277vg-990", "ge-326vg-751"
A1, A2, UK = "us-1-26", "us-99-394", "uk-gds-32"
FA, AGRA = "us-fa-406", "uk-agra-5"


def assets_of(units, **rest):
    """The step of support after every unit was set against the first hex beside it."""
    state = fight(units, **rest)
    while state.stack and not isinstance(state.stack[-1], Assets):
        options = [a for a in asked(state).options if isinstance(a, Attack)]
        state, _ = play(state, options[0])
    return state


def test_a_corps_within_four_hexes_supports_and_adds_its_attack():
    state = assets_of({GUN: "h7", "ge-vak-401": "h6", G1: "h4", A1: "h3"})
    before = odds.strengths(PARTS, state, state.stack[-1].fights[0])
    state, told = play(state, Support(GUN, "h3"))
    fight_now = state.stack[-1].fights[0]
    assert fight_now.guns == indexes(GUN)
    assert (before, odds.strengths(PARTS, state, fight_now)) == ((3, 6), (3 + 9, 6))
    assert [event.rule for event in told] == ["11.4.4"]


@pytest.mark.parametrize(("at", "code"), [("h8", "out_of_range"), ("h7", None)])
def test_range_and_nearness(at, code):
    state = assets_of({GUN: at, G1: "h4", A1: "h3", "ge-vak-401": "h5"})
    found = refused(state, Support(GUN, "h3"))
    assert (found.code if found else None) == code


def test_isolated_and_hurried_corps_are_silent():
    state = assets_of({GUN: "h7", G1: "h4", A1: "h3"})
    for flag in (ISOLATED, HURRIED):
        assert refused(set_flag(state, indexes(GUN)[0], flag), Support(GUN, "h3")).code == "gun_silent"


def test_artillery_is_silent_on_the_first_turn():
    state = fight({GUN: "h7", G1: "h4", A1: "h3"}, turn=1)
    step = Assets(0, (odds.Fight(0, indexes(G1), hexes("h3")),))
    state = msgspec.structs.replace(state, stack=(step,))
    assert refused(state, Support(GUN, "h3")).rule == "25.6"


def test_nations_support_their_own():
    state = assets_of({AGRA: "h6", FA: "g6", A1: "h4", G1: "h3"}, side=1)
    assert refused(state, Support(AGRA, "h3")).code == "other_nation"
    assert refused(state, Support(FA, "h3")) is None


def test_cliffs_bar_the_line_of_fire():
    barred = [(a, b) for a in range(len(PARTS.hex_ids)) for b in PARTS.near[a] if PARTS.board.borders[a, b].cliff]
    assert barred
    for a, b in barred:
        assert fireline.line_is_blocked(PARTS, a, b)
        assert fireline.line_is_blocked(PARTS, b, a)
    assert not fireline.line_is_blocked(PARTS, *hexes("h4", "h3"))


@pytest.mark.parametrize(
    ("line", "cliff", "blocked"),
    [
        (((0, 0), (4, 0)), ((2, -1), (2, 1)), True),
        (((0, 0), (4, 0)), ((2, 0), (2, 2)), False),
        (((0, 0), (4, 0)), ((1, 0), (3, 0)), True),
        (((0, 0), (4, 0)), ((4, 0), (6, 0)), False),
        (((0, 0), (4, 0)), ((5, -1), (5, 1)), False),
        (((0, 0), (4, 0)), ((0, 1), (4, 1)), False),
    ],
)
def test_lines_that_cross_run_along_or_touch(line, cliff, blocked):
    assert fireline.segments_cross(*line, *cliff) is blocked


def test_defensive_fire_adds_its_defence_undoubled_and_is_lost_to_a_neighbour():
    units = {FA: "w4", A1: "w2", G1: "x2"}
    state = state_of(units, fire=((indexes(FA)[0], hexes("w2")[0]),))
    battle = odds.Fight(0, indexes(G1), hexes("w2"))
    attack, defence = odds.strengths(PARTS, state, battle)
    assert (attack, defence) == (3, 2 * 6 + 4)
    close = state_of(units | {G2: "x3"}, fire=((indexes(FA)[0], hexes("w2")[0]),))
    assert odds.strengths(PARTS, close, battle)[1] == 2 * 6
    pruned, told = fireline.silenced(PARTS, close)
    assert pruned.fire == ()
    assert told[0].rule == "11.7"


def test_the_allies_pledge_guns_to_their_own_nation_within_range():
    state = run(support.begin(PARTS, state_of({FA: "w3", A1: "w2", UK: "w1", AGRA: "v3"}, turn=3), 1))[0]
    assert isinstance(state.stack[-1], Flying)
    state, _ = play(state, EndFlights())
    assert refused(state, Support(FA, "w1")).code == "other_nation"
    assert refused(state, Support(FA, "w3")).code == "nobody_to_support"
    assert refused(state, Support(FA, "w2")) is None
    state, _ = play(state, Support(FA, "w2"))
    assert refused(state, Support(FA, "w2")).code == "fires_already"
    state, _ = play(state, Ready())
    assert (indexes(FA)[0], hexes("w2")[0]) in state.fire


def test_interdiction_and_cover_use_up_the_air_units_of_the_turn():
    turn = next(i for i, row in enumerate(PARTS.weather, start=1) if row.allied_air >= 3)
    state = run(support.begin(PARTS, state_of({A1: "h4"}, turn=turn), 1))[0]
    assert refused(state, Interdict("h4")).rule == "26.7.2"
    assert refused(state, Cover("h5")).rule == "26.8.2"
    state, _ = play(state, Interdict("h5"))
    assert refused(state, Interdict("h5")).rule == "26.5"
    state, _ = play(state, Cover("h4"))
    assert state.attack_air[1] == 2
    assert (state.interdicted, state.covered) == (hexes("h5"), hexes("h4"))


def test_a_german_strike_is_refused_over_covered_units():
    turn = next(i for i, row in enumerate(PARTS.weather, start=1) if row.german_air >= 1 and i > 1)
    state = assets_of({G1: "h4", A1: "h3"}, turn=turn)
    assert refused(state, Strike("h3")) is None
    covered = msgspec.structs.replace(state, covered=hexes("h3"))
    assert refused(covered, Strike("h3")).rule == "26.9.3"


def test_german_guns_defend_only_late_and_when_agreed():
    late = state_of({}, turn=27, fifteenth="cancelled", choices={"german_defensive_fire": "yes"})
    assert support.counter_fire_allowed(late)
    for change in ({"turn": 26}, {"fifteenth": "launched"}):
        assert not support.counter_fire_allowed(msgspec.structs.replace(late, **change))
