"""9.0, 17.0 What is told of battles while they are planned: odds, modifiers, results, and who is in none yet."""

from __future__ import annotations

from bulge_widget.rulebooks.botb import crt, forecast
from bulge_widget.rulebooks.botb.planning import Attack
from tests.rulebooks.botb.field import PARTS, asked, fight, play, roll
from tests.rulebooks.botb.test_17_battle import A2, G1, PG, set_battle

TARGET = "jj9"
NEAR = tuple(PARTS.hex_ids[h] for h in PARTS.touch[PARTS.hex_index[TARGET]][:2])


def planned():
    """Two German units beside an American one in a town."""
    return fight({G1: NEAR[0], PG: NEAR[1], A2: TARGET})


def test_9_2_units_and_hexes_without_a_battle_are_named_until_they_have_one():
    state = planned()
    plan = forecast.plan(PARTS, state)
    assert (set(plan.units), plan.spaces, plan.battles) == ({G1, PG}, (TARGET,), ())
    plan = forecast.plan(PARTS, play(state, Attack(G1, TARGET))[0])
    (battle,) = plan.battles
    assert (battle.attackers, battle.defenders, battle.at) == ((G1,), (A2,), (TARGET,))
    assert (plan.units, plan.spaces) == ((PG,), ())


def test_17_1_a_battle_is_foretold_with_the_ratio_it_would_have():
    """Strength 3 against 4 doubled in a town is 1-3; six faces, each with its cell of the table."""
    state = planned()
    (told,) = forecast.odds(PARTS, state, Attack(G1, TARGET))
    attack, defence = told.why[:2]
    ratio = crt.ratio_of(attack.total, defence.total)
    assert (attack.total, defence.total) == (
        PARTS.attack[PARTS.unit_index[G1]],
        2 * PARTS.defence[PARTS.unit_index[A2]],
    )
    assert told.title.endswith(ratio)
    assert told.whole == 6
    cells = [forecast.in_words(crt.cell(PARTS, ratio, face)) for face in range(1, 7)]
    assert {chance.label: chance.weight for chance in told.chances} == {cell: cells.count(cell) for cell in cells}


def test_9_a_unit_that_joins_raises_the_ratio_before_it_is_set_down():
    state = play(planned(), Attack(G1, TARGET))[0]
    (told,) = forecast.odds(PARTS, state, Attack(PG, TARGET))
    assert told.why[0].total == PARTS.attack[PARTS.unit_index[G1]] + PARTS.attack[PARTS.unit_index[PG]]


def test_an_order_that_is_refused_has_no_odds():
    assert forecast.odds(PARTS, planned(), Attack(G1, "a1")) == ()


def test_17_1_2_the_chances_of_a_die_are_the_weights_of_its_question():
    state, _ = set_battle({G1: NEAR[0], A2: TARGET}, [G1], [TARGET])
    state = play(state, asked(state).options[0])[0]
    question = asked(state)
    (told,) = forecast.odds(PARTS, state, None)
    assert len(question.options) == len(told.chances)
    assert tuple(chance.weight for chance in told.chances) == question.weights
    assert roll(1) in question.options
