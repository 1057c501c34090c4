"""8.7, 13.2, 17.0, 34.0, 38.0 The strengths, the die, the attacker's choice, overrun and blitzkrieg."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import battle, odds
from bulge_widget.rulebooks.botb.assets import Assets, Blitz
from bulge_widget.rulebooks.botb.battle import BattleRoll, Initiative, Modify
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import FORT, ISOLATED, POSITION, set_flag, with_work
from tests.rulebooks.botb.field import PARTS, asked, hexes, indexes, play, refused, roll, run, state_of, where

PEIPER, G1, NW, PG = "ge-1ss-peiper", "ge-277vg-990", "ge-nw-9", "ge-2pz-304"
A1, A2, FA = "us-1-26", "us-99-394", "us-fa-406"


def set_battle(units, attackers, targets, **rest):
    """A state with one battle before its die, and the battle."""
    extra = {name: rest.pop(name) for name in ("guns", "air", "blitz", "again") if name in rest}
    if "guns" in extra:
        extra["guns"] = indexes(*extra["guns"])
    state = state_of(units, **rest)
    fight = Fight(0, tuple(sorted(indexes(*attackers))), tuple(sorted(hexes(*targets))), **extra)
    return msgspec.structs.replace(state, stack=(battle.Resolving(0, (fight,)),)), fight


def test_towns_and_rugged_ground_double_forest_does_not():
    for at, factor in (("jj9", 2), ("jj6", 1), ("h3", 1)):
        terrain = PARTS.terrain[hexes(at)[0]]
        near = PARTS.hex_ids[PARTS.touch[hexes(at)[0]][0]]
        state, fight = set_battle({G1: near, A2: at}, [G1], [at])
        if PARTS.rivers[hexes(near)[0]]:
            continue
        expected = 2 if terrain in {"town", "rugged"} else factor
        assert odds.strengths(PARTS, state, fight)[1] == 4 * expected


def test_river_doubles_only_when_every_attacker_is_in_one():
    wet = next(h for h, r in enumerate(PARTS.rivers) if r and any(dry(n) for n in PARTS.touch[h]))
    dry_hex = next(n for n in PARTS.touch[wet] if dry(n))
    other = next(n for n in PARTS.touch[dry_hex] if not PARTS.rivers[n])
    units = {G1: PARTS.hex_ids[wet], PG: PARTS.hex_ids[other], A2: PARTS.hex_ids[dry_hex]}
    target = PARTS.hex_ids[dry_hex]
    state, fight = set_battle(units, [G1], [target])
    assert odds.strengths(PARTS, state, fight)[1] == 8
    state, fight = set_battle(units, [G1, PG], [target])
    assert odds.strengths(PARTS, state, fight)[1] == 4


def dry(where_):
    return not PARTS.rivers[where_] and PARTS.terrain[where_] in {"clear", "forest"}


def test_defenders_on_the_same_river_are_not_doubled_on_another_they_are():
    for a in range(len(PARTS.hex_ids)):
        for b in PARTS.touch[a]:
            if PARTS.rivers[a] and PARTS.rivers[b] and PARTS.terrain[b] in {"clear", "forest"}:
                fight = Fight(0, indexes(G1), (b,))
                state = state_of({G1: PARTS.hex_ids[a], A2: PARTS.hex_ids[b]})
                same = bool(PARTS.rivers[a] & PARTS.rivers[b])
                assert bool(odds.doubled(PARTS, state, fight, b)) is not same


@pytest.mark.parametrize(
    ("choices", "isolated", "rule"), [({}, True, "13.2"), ({"armor_in_forest": "yes"}, False, "38.2")]
)
def test_halves_are_rounded_up_and_never_multiply(choices, isolated, rule):
    forest = next(h for h, t in enumerate(PARTS.terrain) if t == "forest" and dry(PARTS.touch[h][0]))
    near = PARTS.hex_ids[PARTS.touch[forest][0]]
    state, fight = set_battle(
        {PEIPER: near, A2: PARTS.hex_ids[forest]}, [PEIPER], [PARTS.hex_ids[forest]], choices=choices
    )
    if isolated:
        state = set_flag(state, indexes(PEIPER)[0], ISOLATED)
    assert odds.is_halved(PARTS, state, fight, indexes(PEIPER)[0]) == rule
    assert odds.attack_of(PARTS, state, fight, indexes(PEIPER)[0]) == 6


def test_bombing_halves_rocket_launchers_from_24_am_to_28_pm():
    for turn, strength in ((16, 8), (17, 4), (26, 4), (27, 8)):
        state, fight = set_battle({NW: "h4", A2: "h3"}, [NW], ["h3"], turn=turn)
        assert odds.attack_of(PARTS, state, fight, indexes(NW)[0]) == strength


def test_the_attacker_chooses_after_the_roll_which_modifiers_apply():
    # 4-1 with air and 20 artillery points: a 6 may become an exchange, a contact or an engagement (17.2.2)
    units = {
        "ge-9ss-9": "h4",
        "ge-12ss-25": "h4",
        "ge-12ss-26": "i4",
        NW: "g4",
        "ge-nw-8": "g4",
        "ge-nw-7": "g4",
        A1: "h3",
    }
    names = [name for name in units if name.startswith("ge") and name in PARTS.unit_index]
    state, fight = set_battle({n: units[n] for n in [*names, A1]}, names, ["h3"], air=True, turn=5)
    changes = odds.allowed_changes(PARTS, state, fight)
    assert changes[-1] == 0
    state, _ = run(state)
    assert isinstance(state.stack[-1], BattleRoll)
    state, _ = play(state, roll(6))
    if isinstance(state.stack[-1], Initiative):
        assert refused(state, Modify(1)).rule == "17.2.2"
        assert {a.change for a in asked(state).options} <= set(changes)


def test_a_four_to_one_with_two_modifiers_gives_the_three_results_of_the_book(monkeypatch):
    monkeypatch.setattr(odds, "ratio", lambda *_: "4-1")
    monkeypatch.setattr(odds, "artillery_points", lambda *_: 20)
    state, fight = set_battle({G1: "h4", A2: "h3"}, [G1], ["h3"], air=True, turn=5)
    assert set(battle.outcomes(PARTS, state, fight, 6)) == {("Exch",), ("Cont",), ("Eng",)}


@pytest.mark.parametrize(
    ("work", "at", "covered", "air", "total"),
    [
        (POSITION, "h3", False, False, 1),
        (POSITION, "h3", False, True, 0),
        (FORT, "jj9", False, False, 1),
        (0, "w2", False, False, 2),
        (0, "w2", True, False, 2),
        (0, "h3", True, False, 1),
        (POSITION, "h3", True, True, 1),
    ],
)
def test_what_helps_the_defender_always_counts_and_is_capped(work, at, covered, air, total):
    near = PARTS.hex_ids[PARTS.touch[hexes(at)[0]][0]]
    state, fight = set_battle({G1: near, A2: at}, [G1], [at], air=air)
    state = with_work(state, hexes(at)[0], on=work)
    state = msgspec.structs.replace(state, covered=hexes(at) if covered else ())
    assert odds.allowed_changes(PARTS, state, fight) == (total,)


def test_an_improved_position_needs_infantry():
    state, fight = set_battle({G1: "h4", "us-7ar-cca": "h3"}, [G1], ["h3"])
    assert odds.hindrances(PARTS, with_work(state, hexes("h3")[0], on=POSITION), fight) == ()


def test_surprise_helps_every_german_attack_of_the_first_turn():
    state, fight = set_battle({G1: "h4", A2: "h3"}, [G1], ["h3"], turn=1)
    assert [m.rule for m in odds.favours(PARTS, state, fight)] == ["25.5"]
    basic = msgspec.structs.replace(state, choices=msgspec.structs.replace(state.choices, level="basic"))
    assert odds.favours(PARTS, basic, fight) == ()


def test_artillery_alone_is_overrun_at_six_to_one_without_a_die():
    units = {PEIPER: "h4", "ge-12ss-12": "h4", "ge-9ss-9": "i4", FA: "h3"}
    names = [name for name in units if name.startswith("ge")]
    state, fight = set_battle(units, names, ["h3"])
    assert odds.is_overrun(PARTS, state, fight)
    state, told = run(state)
    assert told[0].ratio == "overrun"
    assert where(state, FA) is None
    assert state.stack[-1].count == 4
    mixed, fight = set_battle(units | {A2: "h3"}, names, ["h3"])
    assert not odds.is_overrun(PARTS, mixed, fight)


def declared(units, attackers, **rest):
    state = state_of(units, **rest)
    return msgspec.structs.replace(
        state, stack=(Assets(0, (Fight(0, tuple(sorted(indexes(*attackers))), hexes("h3")),)),)
    )


def test_a_blitz_needs_two_to_one_half_mechanized_and_twice_without_guns():
    strong = declared({PEIPER: "h4", PG: "h4", A1: "h3"}, [PEIPER, PG])
    assert refused(strong, Blitz("h3")) is None
    weak = declared({PG: "h4", A1: "h3"}, [PG])
    assert refused(weak, Blitz("h3")).rule == "34.1"
    foot = declared({"ge-26vg-78": "h4", "ge-3fj-8": "h4", PEIPER: "i4", A2: "h3"}, ["ge-26vg-78", "ge-3fj-8", PEIPER])
    assert refused(foot, Blitz("h3")).rule == "34.1.1"
    guns = declared({PG: "h4", NW: "h4", A2: "h3"}, [PG, NW])
    assert refused(guns, Blitz("h3")).rule == "34.1.2"


def test_no_blitz_in_a_battle_fought_again_nor_in_the_basic_game():
    state = declared({PEIPER: "h4", PG: "h4", A1: "h3"}, [PEIPER, PG])
    again = msgspec.structs.replace(state.stack[-1].fights[0], again=True)
    refought = msgspec.structs.replace(state, stack=(Assets(0, (again,)),))
    assert refused(refought, Blitz("h3")).rule == "34.2"
    basic = msgspec.structs.replace(state, choices=msgspec.structs.replace(state.choices, level="basic"))
    assert refused(basic, Blitz("h3")).rule == "34.1"


def test_a_blitz_result_sends_mechanized_units_on_and_the_others_back():
    state, _ = set_battle({PEIPER: "h4", PG: "h4", G1: "h4", A2: "h3"}, [PEIPER, PG, G1], ["h3"], blitz=True, turn=5)
    state, _ = run(state)
    state, _ = play(state, roll(1))
    step = state.stack[-1]
    assert set(step.units) == set(indexes(PEIPER, PG))
    ends = {action.path[-1] for action in asked(state).options}
    beside = {PARTS.hex_ids[h] for h in PARTS.touch[hexes("h3")[0]]}
    assert not ends & beside  # 34.6
    assert refused(state, type(asked(state).options[0])(G1, ("h4", "h5"))).code == "not_victorious"
    while state.stack:
        action = asked(state).options[0]
        state, _ = play(state, action)
    assert where(state, A2) == "h3"
    assert where(state, G1) != "h4"


def test_explain_is_a_sum_of_units():
    state, fight = set_battle({PEIPER: "h4", A2: "h3"}, [PEIPER], ["h3"])
    told = odds.ratio_sum(PARTS, state, fight)
    assert told.total == 12 - 4
    assert "3-1" in told.text
