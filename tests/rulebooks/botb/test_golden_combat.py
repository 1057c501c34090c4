"""The worked examples of combat: tables, strengths, modifiers, and the procedures, each by the test that plays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bulge_widget.rulebooks.botb import crt, infiltration, odds
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import ISOLATED, set_flag
from tests.rulebooks.botb import (
    test_6_movement,
    test_11_support,
    test_17_battle,
    test_18_results,
    test_19_routes,
    test_29_engineers,
)
from tests.rulebooks.botb.field import PARTS, hexes, indexes, state_of

EXAMPLES = json.loads((Path(__file__).parents[2] / "golden/botb/examples.json").read_text(encoding="utf-8"))["examples"]
TURNS = {row.label: turn for turn, row in enumerate(PARTS.turns, start=1)}
PLAYED = {
    "RB-16.11.3": test_6_movement.test_16_11_3_malmedy_once_entered_brings_the_ss_divisions,
    "RB-35.5": test_29_engineers.test_35_5_the_next_group_is_diverted_and_35_6_delayed_ones_first,
    "D-72": test_19_routes.test_three_hexes_with_two_free_mean_the_end,
    "D-74": test_18_results.test_armour_may_not_cross_a_river_in_retreat_but_infantry_may,
    "D-75": test_19_routes.test_a_unit_without_supply_goes_anywhere,
    "D-76": test_18_results.test_an_advance_into_the_vacated_hex_ends_there_in_an_enemy_zone,
    "D-78": test_18_results.test_an_exchange_asks_the_defender_first_then_the_attacker,
    "D-79": test_18_results.test_contact_makes_the_defender_attack_in_his_own_turn_unless_in_a_fort,
    "D-80": test_18_results.test_a_held_unit_does_not_fight,
    "D-82": test_18_results.test_a_free_friend_beside_the_engaged_enemy_forces_the_counterattack,
    "D-83": test_18_results.test_the_attacker_must_attack_again_and_not_by_blitz,
    "D-84": test_17_battle.test_no_blitz_in_a_battle_fought_again_nor_in_the_basic_game,
    "D-86": test_11_support.test_defensive_fire_adds_its_defence_undoubled_and_is_lost_to_a_neighbour,
}
"""The tests that play the procedures."""


def doubled(where, strength):
    """A strength as it counts in a hex that is attacked from a dry one."""
    near = next(h for h in PARTS.touch[hexes(where)[0]] if not PARTS.rivers[h])
    state = state_of({"ge-277vg-990": PARTS.hex_ids[near], "us-1-26": where})
    rule = odds.doubled(PARTS, state, Fight(0, indexes("ge-277vg-990"), hexes(where)), hexes(where)[0])
    return strength * (2 if rule else 1)


def halved(strength):
    """An isolated unit of this strength; every strength stands on some counter of the sheet, or on double of it."""
    unit = next((u for u, attack in enumerate(PARTS.attack) if attack == strength and PARTS.combat[u]), None)
    if unit is None:
        return -(-strength // 2)
    name = PARTS.unit_ids[unit]
    state = set_flag(state_of({name: "h4"}), unit, ISOLATED)
    return odds.attack_of(PARTS, state, Fight(PARTS.side[unit], (unit,), hexes("h3")), unit)


def infiltrates(unit, turn, die):
    state = state_of({unit: "h4"}, turn=TURNS[turn])
    return die in infiltration.good_faces(PARTS, state, indexes(unit)[0])


def adjacent(names):
    a, b = hexes(*names)
    return b in PARTS.touch[a]


ASK = {
    "ratio": crt.ratio_of,
    "crt": lambda ratio, die: list(crt.cell(PARTS, ratio, die)),
    "blitz": lambda ratio, die: list(crt.cell(PARTS, ratio, die, blitz=True)),
    "artillery_modifier": crt.artillery_modifier,
    "modifier": lambda modifiers: crt.capped(sum(modifiers)),
    "halve_up": halved,
    "doubling": lambda **given: doubled(given["hex"], given["strength"]),
    "infiltrate": infiltrates,
    "adjacent": lambda **given: adjacent(given["hexes"]),
    "distance": lambda hexes: PARTS.distance(*(PARTS.hex_index[name] for name in hexes)),
}
MINE = [example for example in EXAMPLES if example["kind"] in ASK]


@pytest.mark.parametrize("example", MINE, ids=lambda e: f"{e['id']} {e['kind']} {e['rule']}")
def test_worked_example(example):
    assert ASK[example["kind"]](**example["given"]) == example["expect"]


def test_every_procedure_is_played():
    assert {e["id"] for e in EXAMPLES if e["kind"] == "procedure"} == set(PLAYED)
