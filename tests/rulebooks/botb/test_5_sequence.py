"""5.0, 24.0, 26.0, 36.0, 44.0 to 48.0 The order of phases, what ends with them, and what the options change."""

from __future__ import annotations

import msgspec
import pytest

from bulge_widget.rulebooks.botb import assets, infiltration, movement, odds, sequence, support, victory
from bulge_widget.rulebooks.botb.info import INFO, Choices, settled
from bulge_widget.rulebooks.botb.state import FOUGHT, PHASES, Departure, flagged, set_flag
from tests.rulebooks.botb.field import PARTS, hexes, indexes, state_of

G1, A1, SS = "ge-277vg-990", "us-1-26", "ge-1ss-1pg"


def order(turn, **rest):
    """The phases of a turn that are played, from the given state on."""
    state = state_of({}, turn=turn, **rest)
    phases = (msgspec.structs.replace(state, phase=i) for i in range(len(PHASES)))
    return [PHASES[state.phase] for state in phases if sequence.applies(state)]


def test_5_1_the_order_of_the_basic_game():
    german = [(slug, "german") for slug in ("supply", "reinforcement", "movement", "combat")]
    allied = [(slug, "allied") for slug in ("supply", "reinforcement", "movement", "combat")]
    assert order(5, choices={"level": "basic"}) == [("support", "allied"), *german, *allied, ("time", "")]


def test_24_2_the_advanced_game_adds_engineers_and_infiltration_on_the_first_day():
    names = ("supply", "reinforcement", "movement", "combat")
    late = [("support", "allied"), *((n, "german") for n in (*names, "engineer"))]
    assert order(5) == [*late, *((n, "allied") for n in (*names, "engineer")), ("time", "")]
    assert [("infiltration", "german") in order(turn) for turn in (1, 2, 3)] == [True, True, False]


@pytest.mark.parametrize(("turn", "army", "agreed", "played"), [
    (27, "cancelled", "yes", True), (26, "cancelled", "yes", False),
    (27, "launched", "yes", False), (27, "cancelled", "no", False),
])  # fmt: skip
def test_44_1_r2_the_german_support_phase_follows_the_engineers_from_29_am(turn, army, agreed, played):
    phases = order(turn, fifteenth=army, choices={"german_defensive_fire": agreed})
    assert (("counter-support", "german") in phases) is played
    if played:
        assert phases.index(("counter-support", "german")) == phases.index(("engineer", "german")) + 1


def test_5_4_the_marker_goes_on_one_turn():
    state = msgspec.structs.replace(state_of({}, turn=5), phase=len(PHASES) - 1, attack_air=(1, 2))
    after, told = sequence.next_phase(PARTS, state)
    assert (after.turn, PHASES[after.phase], after.attack_air) == (6, ("support", "allied"), (0, 0))
    assert told[0].turn == 6


def ended(phase, **rest):
    """What is left when a phase ends."""
    return sequence._leave(state_of({G1: "h4", A1: "h3"}, phase=phase, **rest))[0]


def test_26_7_6_26_8_4_air_missions_of_the_support_phase_end_with_the_german_combat_phase():
    flown = {"interdicted": hexes("h5"), "covered": hexes("h3"), "fire": ((indexes("us-fa-406")[0], hexes("h3")[0]),)}
    after = ended(("combat", "german"), **flown)
    assert (after.interdicted, after.covered, after.fire) == ((), (), ())
    kept = ended(("movement", "german"), **flown)
    assert (kept.interdicted, kept.covered, kept.fire) == tuple(flown.values())


def test_9_11_who_fought_may_fight_again_in_the_next_combat_phase():
    state = set_flag(state_of({G1: "h4"}, phase=("combat", "german")), indexes(G1)[0], FOUGHT)
    still = sequence._leave(state)[0]
    assert flagged(still, indexes(G1)[0], FOUGHT)  # 41.5 asks in the phase of infiltration
    later = sequence._leave(msgspec.structs.replace(still, phase=PHASES.index(("infiltration", "german"))))[0]
    assert not flagged(later, indexes(G1)[0], FOUGHT)


def test_26_2_28_6_the_air_units_of_a_turn_and_fewer_when_the_fifteenth_army_attacks():
    for turn, row in enumerate(PARTS.weather, start=1):
        state = state_of({}, turn=turn)
        assert assets.air_left(PARTS, state, 0) == row.german_air
        assert assets.air_left(PARTS, state, 1) == row.allied_air
        launched = msgspec.structs.replace(state, fifteenth="launched")
        assert assets.air_left(PARTS, launched, 1) == row.allied_air_fifteenth <= row.allied_air
        basic = state_of({}, turn=turn, choices={"level": "basic"})
        assert assets.air_left(PARTS, basic, 0) == assets.air_left(PARTS, basic, 1) == 0


def test_27_2_r5_bombing_and_clear_skies_by_the_weather():
    bombed = [turn for turn, row in enumerate(PARTS.weather, start=1) if row.strategic_bombing]
    clear = [turn for turn, row in enumerate(PARTS.weather, start=1) if row.sky == "clear"]
    assert bombed == list(range(17, 27))
    assert clear == list(range(15, 25))


@pytest.mark.parametrize("scenario", ["45", "46", "47", "48"])
def test_r51_the_switches_are_off_in_the_first_two_scenarios_and_on_in_the_plans(scenario):
    names = [o.name for o in INFO.options if o.values == ("scenario", "yes", "no")]
    usual = settled(Choices(), scenario)
    assert {getattr(usual, name) for name in names} == {"yes" if scenario in {"47", "48"} else "no"}
    assert {getattr(settled(Choices(level="basic"), scenario), name) for name in names} == {"no"}
    for name in names:
        for wish in ("yes", "no"):
            assert getattr(settled(Choices(**{name: wish}), scenario), name) == wish


@pytest.mark.parametrize(("scenario", "choices", "barred"), [
    ("46", {}, True), ("46", {"ss_commitment": "yes"}, False), ("45", {}, True), ("47", {}, False), ("48", {}, False),
    ("47", {"ss_commitment": "no"}, False), ("46", {"level": "basic"}, False),
])  # fmt: skip
def test_25_4_36_2_47_6_the_two_ss_divisions_wait_on_the_first_turn_unless_committed(scenario, choices, barred):
    state = state_of({SS: "h6", A1: "h3"}, turn=1, phase=("movement", "german"), scenario=scenario, choices=choices)
    refusal = movement.closed_refusal(PARTS, state, indexes(SS)[0], hexes("h4")[0])
    assert (refusal is not None and refusal.rule == "25.4") is barred
    assert movement.closed_refusal(PARTS, state, indexes(G1)[0], hexes("h4")[0]) is None
    later = msgspec.structs.replace(state, turn=2)
    assert movement.closed_refusal(PARTS, later, indexes(SS)[0], hexes("h4")[0]) is None


@pytest.mark.parametrize("value", ["yes", "no"])
def test_38_2_armour_attacks_a_forest_at_half_by_the_option(value):
    wood = next(h for h, t in enumerate(PARTS.terrain) if t == "forest")
    near = PARTS.hex_ids[PARTS.touch[wood][0]]
    state = state_of({"ge-1ss-peiper": near, SS: near, A1: PARTS.hex_ids[wood]}, choices={"armor_in_forest": value})
    fight = odds.Fight(0, tuple(sorted(indexes("ge-1ss-peiper", SS))), (wood,))
    tank, foot = indexes("ge-1ss-peiper", SS)
    assert odds.attack_of(PARTS, state, fight, tank) == (6 if value == "yes" else 12)
    assert odds.attack_of(PARTS, state, fight, foot) == PARTS.attack[foot]


@pytest.mark.parametrize("value", ["yes", "no"])
def test_43_5_peiper_may_slip_through_by_the_option(value):
    state = state_of({"ge-1ss-peiper": "h4"}, turn=1, choices={"peiper_infiltration": value})
    refusal = infiltration.sneak_refusal(PARTS, state, infiltration.Infiltrating(), "ge-1ss-peiper")
    assert (refusal is None) is (value == "yes")
    assert (
        infiltration.sneak_refusal(PARTS, state_of({"ge-150-pzbde": "h4"}), infiltration.Infiltrating(), "ge-150-pzbde")
        is None
    )


def test_44_2_german_corps_pledge_as_allied_ones_do():
    state = state_of({"ge-vak-405": "h5", G1: "h4", A1: "h3"}, turn=27, fifteenth="cancelled",
                     choices={"german_defensive_fire": "yes"})  # fmt: skip
    begun = support.begin(PARTS, state, 0)
    assert [type(step).__name__ for step in begun.stack] == ["Firing"]
    fire = msgspec.structs.replace(state, fire=((indexes("ge-vak-405")[0], hexes("h4")[0]),))
    attack = odds.Fight(1, indexes(A1), hexes("h4"))
    gun = PARTS.defence[indexes("ge-vak-405")[0]]
    assert odds.strengths(PARTS, fire, attack)[1] == odds.strengths(PARTS, state, attack)[1] + gun


# -- 45 to 48 -----------------------------------------------------------------------------------------


def test_45_5_r67_a_point_a_turn_for_each_of_three_towns_from_18_am():
    units = {A1: "aa26", "us-99-394": "mm15", "us-78-309": "jj9"}
    for turn, points in ((4, 0), (5, 3), (14, 3)):
        after, _ = victory.after_turn(PARTS, state_of(units, turn=turn, scenario="45"))
        assert after.town_points == points
    after, _ = victory.after_turn(PARTS, state_of({A1: "aa26"}, turn=5, scenario="45", town_points=4))
    assert after.town_points == 5


@pytest.mark.parametrize(("scenario", "last"), [("45", 14), ("46", 36), ("47", 20), ("48", 20)])
def test_45_1_46_2_47_1_48_1_the_last_turns(scenario, last):
    assert victory.after_turn(PARTS, state_of({G1: "h4"}, turn=last - 1, scenario=scenario))[0].won == ""
    assert victory.after_turn(PARTS, state_of({G1: "h4"}, turn=last, scenario=scenario))[0].won != ""


def test_46_4_1_the_exits_must_be_of_the_right_kinds_and_in_time():
    armor = [u for u in PARTS.roster[0] if PARTS.kind[u] == "armor"][:2]
    motor = [u for u in PARTS.roster[0] if PARTS.kind[u] == "motorized_infantry"][:4]
    arrow = next(h for h, colour in PARTS.arrows.items() if colour == "pink")
    gone = tuple(Departure(u, arrow, 16) for u in (*armor, *motor))
    state = state_of({}, turn=17, exits=gone)
    assert victory.exits_made(PARTS, state, "pink")
    assert not victory.exits_made(PARTS, state, "red")
    for i in range(len(gone)):
        assert not victory.exits_made(PARTS, msgspec.structs.replace(state, exits=gone[:i] + gone[i + 1 :]), "pink")
        late = (*gone[:i], msgspec.structs.replace(gone[i], turn=17), *gone[i + 1 :])
        assert not victory.exits_made(PARTS, msgspec.structs.replace(state, exits=late), "pink")


def test_45_10_r68_the_conditions_of_the_campaign_end_the_tournament_too():
    units = {"ge-62vg-190": "w1", "ge-62vg-164": "w2", "ge-62vg-183": "w3"}
    for scenario, won in (("45", "liege"), ("46", "liege"), ("47", ""), ("48", "")):
        state = state_of(units, turn=14, scenario=scenario, runs=(0, 1))
        assert victory.liege_held(PARTS, state)
        assert victory.german_supply(PARTS, state).won == won


def test_46_7_2_british_units_count_two_american_ones_one():
    state = state_of({})
    for unit, worth in (("us-1-26", ("American units lost", 1)), ("uk-gds-5", ("British units lost", 2))):
        at = tuple(60001 if u == indexes(unit)[0] else h for u, h in enumerate(state.at))
        german, _ = victory.parts_of_score(PARTS, msgspec.structs.replace(state, at=at))
        assert dict(german)[worth[0]] == worth[1]
