"""7.0 and 8.0 Combat: who attacks whom, differential, tables and results; 12.0 surprise; 13.2 weather shifts."""

from __future__ import annotations

import csv

import pytest

from bulge_widget import new_game
from bulge_widget.core.event import Removed, Rolled
from bulge_widget.rulebooks.bigredone.combat import Attacked
from bulge_widget.rulebooks.bigredone.refusals import RESULTS
from tests.rulebooks.bigredone.table import (
    BOOK,
    PARTS,
    at,
    combat,
    happened,
    of_kind,
    orders,
    position,
    refused,
    situation,
)

PAIR = {"ge-2pz": "1206", "us-110rct": "1307"}
"""6 against 2 across the Our into rough: 6 - 2 - 1 - 3 = 0."""


def after(units=PAIR, *orders_, **rest):
    """The German combat phase after movement."""
    return combat(units, *orders_, **({"phase": "post-movement-combat", "turn": 2, "weather": "clear"} | rest))


def column(game):
    return of_kind(happened(game), Attacked)[-1].column


# -- 7 --------------------------------------------------------------------------------------------------


def test_7_0_attacks_before_movement_are_optional():
    assert orders(combat(PAIR, turn=2)) == {"attack ge-2pz 1307", "end-combat"}


def test_7_0_attacks_after_movement_are_a_duty():
    game = after()
    assert orders(game) == {"attack ge-2pz 1307"}
    assert refused(game, "end-combat") == ("must_attack", "7.0")


def test_7_1_only_a_unit_beside_the_enemy_attacks_him():
    game = combat({**PAIR, "ge-lehr": "1204"}, turn=2)
    assert refused(game, "attack ge-lehr 1307") == ("not_beside", "7.1")
    assert refused(game, "attack ge-2pz 1205") == ("no_enemy", "7.1")


def test_7_2_no_unit_attacks_or_is_attacked_twice_in_a_phase():
    units = {"ge-2pz": "1206", "ge-26vg": "1306", "us-110rct": "1307", "us-9adr": "1207", "ge-116pz": "1107"}
    game = combat(units, "attack ge-2pz 1307", "fight", "resolve secondary", turn=2, dice=[2])
    assert refused(game, "attack ge-2pz 1207") == ("fought_already", "7.2")
    assert refused(game, "attack ge-26vg 1307") == ("attacked_already", "7.2")


def test_7_3_as_many_as_can_be_brought_to_bear():
    game = combat({**PAIR, "ge-26vg": "1306"}, "attack ge-2pz 1307", turn=2)
    assert orders(game) == {"join ge-26vg", "fight"}
    game.play("join ge-26vg")
    assert BOOK.explain(game.state, game.legal_actions()[0]).total == 6 + 4 - 2 - 1 - 3


def test_7_4_a_unit_attacks_one_enemy_only():
    game = combat({**PAIR, "ge-26vg": "1306"}, "attack ge-2pz 1307", turn=2)
    assert refused(game, "join ge-2pz") == ("joined_already", "7.4")


def test_7_5_full_strength_counts():
    total = BOOK.explain(combat(PAIR, turn=2).state, combat(PAIR, turn=2).read("attack ge-2pz 1307"))
    assert total.parts[0].value == 6
    assert total.total == 0


@pytest.mark.parametrize(("name", "columns"), [("primary", 13), ("secondary", 11)])
def test_7_6_every_cell_of_both_tables(name, columns):
    path = PARTS.board.folder / "crt.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] == name]
    table = PARTS.crt[name]
    assert len(rows) == 6 * columns
    for row in rows:
        inside = row["minimum"] or row["maximum"]
        for differential in {int(inside), int(row["maximum"] or 99), int(row["minimum"] or -99)}:
            found = table.column(differential)
            assert table.labels[found] == row["column"]
            assert table.result(found, int(row["die"])) == row["result"]


def test_R15_columns_have_no_gaps():
    for table in PARTS.crt.values():
        assert [table.column(d) for d in range(-30, 30)] == sorted(table.column(d) for d in range(-30, 30))


# -- duty -----------------------------------------------------------------------------------------------


def test_R20_not_every_enemy_must_be_attacked():
    game = after({**PAIR, "us-9adr": "1207"}, dice=[6, 6])
    game.play("attack ge-2pz 1307")
    game.play("resolve secondary")
    assert game.phasing == "allied"


def test_R50_a_unit_with_one_enemy_only_is_not_left_out():
    units = {"ge-2pz": "1206", "ge-26vg": "1306", "us-110rct": "1307", "us-9adr": "1207"}
    game = after(units)
    game.play("attack ge-2pz 1307")
    assert refused(game, "fight") == ("must_join", "7.0")
    assert orders(game) == {"join ge-26vg"}


def test_R50_units_drawn_into_contact_later_may_attack_but_need_not():
    game = after(stack=[{"step": "attacking", "side": 0, "fought": [], "attacked": [], "duty": []}])
    assert refused(game, "end-combat") is None


def test_R64_only_an_attack_it_can_make_alone_counts_as_another():
    units = {"ge-2pz": "1206", "ge-26vg": "1306", "us-110rct": "1307", "us-9adr": "1207"}
    game = after(units)
    game.play("attack ge-2pz 1207")
    assert game.decision.rule == "8.1"


# -- 8 --------------------------------------------------------------------------------------------------


def test_8_0_differential_and_column():
    game = combat(PAIR, "attack ge-2pz 1307", "resolve primary", turn=2, dice=[5])
    assert column(game) == "0"
    assert of_kind(happened(game), Rolled)[-1].result == "Ar"


def test_8_1_the_table_is_chosen_before_the_die():
    game = combat(PAIR, "attack ge-2pz 1307", turn=2)
    assert {order.split()[1] for order in orders(game)} == {"primary", "secondary"}


def test_8_2_the_secondary_table_wants_the_strongest_enemy():
    units = {"ge-2pz": "1206", "us-110rct": "1307", "us-4ad": "1207"}
    game = combat(units, "attack ge-2pz 1307", turn=2)
    assert refused(game, "resolve secondary") == ("not_strongest", "8.2")
    assert refused(game, "resolve primary") is None


def test_R21_beside_all_attackers():
    units = {"ge-2pz": "1206", "ge-26vg": "1306", "us-110rct": "1307", "us-4ad": "1207"}
    game = combat(units, "attack ge-2pz 1307", "join ge-26vg", turn=2)
    assert refused(game, "resolve secondary") is None


@pytest.mark.parametrize(
    ("side", "target", "ours", "added"),
    [
        ("us", "0404", ["0403"], 3),
        ("ge", "0403", ["0404"], 2 + 3),
        ("ge", "0704", ["0803"], 3 + 3),
        ("us", "1207", ["1206"], 1 + 3 + 3),
        ("us", "1207", ["1206", "1307"], 4),
    ],
)
def test_8_3_ground_town_west_wall_and_river_help_the_defender(side, target, ours, added):
    names = ["ge-2pz", "ge-26vg"] if side == "us" else ["us-4ad", "us-1id"]
    enemy = "us-110rct" if side == "us" else "ge-277vg"
    phasing = "german" if side == "us" else "allied"
    units = {enemy: target} | dict(zip(names, ours, strict=False))
    game = combat(units, f"attack {names[0]} {target}", turn=2, phasing=phasing)
    if len(ours) > 1:
        game = combat(units, f"attack {names[0]} {target}", f"join {names[1]}", turn=2, phasing=phasing)
    parts = BOOK.explain(game.state, game.legal_actions()[0]).parts
    assert -sum(p.value for p in parts if p.rule in {"8.3", "4.9", "R29"}) == added


def test_R26_a_bridge_counts_as_river_and_one_attacker_on_the_bank_cancels_it():
    units = {"us-110rct": "1207", "ge-2pz": "1206", "ge-26vg": "1307"}
    alone = combat(units, "attack ge-2pz 1207", turn=2)
    assert BOOK.explain(alone.state, alone.read("fight")).total == 6 - 2 - 1 - 3 - 3
    alone.play("join ge-26vg")
    assert BOOK.explain(alone.state, alone.legal_actions()[0]).total == 10 - 2 - 1 - 3


def test_R29_the_west_wall_helps_germans_only():
    game = combat({"ge-2pz": "0403", "us-110rct": "0303"}, turn=2)
    parts = BOOK.explain(game.state, game.read("attack ge-2pz 0303")).parts
    assert "West Wall" not in {part.label for part in parts}


def test_8_4_beyond_the_table_the_last_column():
    assert PARTS.crt["primary"].column(40) == 12
    assert PARTS.crt["secondary"].column(-40) == 0


def test_8_5_the_attacker_may_lower_the_differential():
    game = combat(PAIR, "attack ge-2pz 1307", turn=2, dice=[1])
    game.play("resolve primary 2")
    assert column(game) == "-2"
    assert refused(combat(PAIR, "attack ge-2pz 1307", turn=2), "resolve primary -1") == ("only_lower", "8.5")


def test_R65_lowering_comes_with_the_table_one_choice_for_each_column():
    game = combat(PAIR, "attack ge-2pz 1307", turn=2)
    assert len(orders(game)) == 5 + 6
    listed = list(game.legal_actions())
    texts = [BOOK.describe(order, game.state) for order in listed]
    assert texts[0] == "Use the primary combat table in column 0"
    assert texts[2] == "Use the primary combat table in column -2, lowered by 2"
    assert texts[5] == "Use the secondary combat table in column -0"
    assert len(set(texts)) == 11
    assert BOOK.describe(listed[0], None) == "Use the primary combat table"


def test_R13_shifts_come_after_the_column_and_stop_at_the_end():
    table = PARTS.crt["primary"]
    assert table.labels[table.shifted(table.column(-10), 1)] == "-3"
    assert table.shifted(12, 2) == 12


def test_R16_a_shift_that_is_due_is_not_optional():
    game = combat(PAIR, "attack ge-2pz 1307", "resolve primary 4", turn=1, dice=[1])
    assert column(game) == "-2"


# -- results ----------------------------------------------------------------------------------------------


def fought(result, units=PAIR, *orders_, ours=("ge-2pz",), target="us-110rct", **rest):
    """A game just after a die that brought a result."""
    spot = next(
        (c, f) for c, faces in enumerate(PARTS.crt["primary"].results) for f, r in enumerate(faces, 1) if r == result
    )
    side = 0 if ours[0].startswith("ge") else 1
    stack = [
        {"step": "attacking", "side": side, "fought": sorted(ours), "attacked": [target], "duty": []},
        {"step": "combat-roll", "target": target, "units": list(ours), "table": "primary", "column": spot[0]},
    ]
    seats = {"phasing": "german" if side == 0 else "allied"}
    return combat(units, *orders_, turn=2, stack=stack, dice=[spot[1]], **(seats | rest))


def test_8_6_contact_changes_nothing():
    game = fought("Ct")
    assert (at(game, "ge-2pz"), at(game, "us-110rct")) == ("1206", "1307")


def test_8_6_attacker_retreats_and_the_defender_may_advance():
    game = fought("Ar")
    assert game.decision.seat == "german"
    game.play("retreat ge-2pz 1205")
    assert game.decision.seat == "allied"
    assert orders(game) == {"advance us-110rct 1206", "decline"}
    game.play("advance us-110rct 1206")
    assert at(game, "us-110rct") == "1206"


def test_8_6_attacker_eliminated_one_dies_the_others_retreat():
    game = fought("Ae", {**PAIR, "ge-26vg": "1306"}, ours=("ge-2pz", "ge-26vg"))
    assert orders(game) == {"lose ge-2pz", "lose ge-26vg"}
    game.play("lose ge-26vg")
    assert at(game, "ge-26vg") == "eliminated-german"
    assert {order.split()[0] for order in orders(game)} == {"retreat"}


def test_R23_a_single_attacker_simply_dies():
    game = fought("Ae")
    assert at(game, "ge-2pz") == "eliminated-german"
    assert orders(game) == {"advance us-110rct 1206", "decline"}


def test_8_6_exchange_takes_no_more_than_the_defender_was_worth():
    game = fought("Ex")
    assert at(game, "us-110rct") == "eliminated-allied"
    assert at(game, "ge-2pz") == "1206"
    assert orders(game) == {"advance ge-2pz 1307", "decline"}


def test_R12_the_largest_sum_and_among_equals_the_attackers_choice():
    units = {"us-4ad": "1307", "ge-18vg": "1206", "ge-212vg": "1306", "ge-326vg": "1308", "ge-560vg": "1406"}
    ours = ("ge-18vg", "ge-212vg", "ge-326vg", "ge-560vg")
    game = fought("Ex", units, ours=ours, target="us-4ad")
    assert len(orders(game)) == 4
    game.play("exchange ge-326vg+ge-18vg")
    assert at(game, "ge-326vg") == at(game, "ge-18vg") == "eliminated-german"


def test_8_6_defender_retreats_and_an_attacker_may_advance():
    game = fought("Dr")
    assert game.decision.seat == "allied"
    game.play(next(iter(sorted(orders(game)))))
    assert orders(game) == {"advance ge-2pz 1307", "decline"}
    game.play("decline")
    assert at(game, "ge-2pz") == "1206"


def test_8_6_defender_eliminated():
    game = fought("De")
    assert at(game, "us-110rct") == "eliminated-allied"
    assert game.score().points == 2


@pytest.mark.parametrize("result", ["Dr"])
def test_R24_a_unit_in_a_town_may_ignore_a_retreat(result):
    game = fought(result, {"ge-2pz": "1206", "us-110rct": "1207"})
    assert "hold us-110rct" in orders(game)
    game.play("hold us-110rct")
    assert at(game, "us-110rct") == "1207"


def test_R24_but_not_the_retreat_of_the_survivors_of_a_loss():
    units = {"us-4ad": "1207", "us-1id": "1308", "ge-2pz": "1206", "ge-26vg": "1307"}
    game = fought("Ae", units, ours=("us-4ad", "us-1id"), target="ge-26vg")
    game.play("lose us-1id")
    assert refused(game, "hold us-4ad") == ("cannot_hold", "8.6")


def test_4_9_an_attacker_in_a_town_may_ignore_its_own_retreat():
    game = fought("Ar", {"us-4ad": "1207", "ge-26vg": "1307"}, ours=("us-4ad",), target="ge-26vg")
    assert "hold us-4ad" in orders(game)


def test_8_7_only_into_safe_hexes():
    game = fought("Dr")
    assert refused(game, "retreat us-110rct 1306") == ("unsafe", "8.7")
    assert refused(game, "retreat us-110rct 1205") == ("one_hex", "8.7")


def test_8_8_no_safe_hex_but_those_of_friends_and_the_unit_is_lost():
    friends = dict(zip(("us-1id", "us-2id", "us-99id"), ("1308", "1406", "1407"), strict=True))
    game = fought("Dr", {**PAIR, **friends})
    assert at(game, "us-110rct") == "eliminated-allied"
    gone = of_kind(happened(game), Removed)[-1]
    assert (gone.rule, gone.why) == ("8.8", "no-retreat")


def test_R25_several_units_retreat_one_after_another():
    game = fought("Ar", {**PAIR, "ge-26vg": "1306"}, ours=("ge-2pz", "ge-26vg"))
    first = next(order for order in orders(game) if order.startswith("retreat ge-2pz"))
    game.play(first)
    taken = first.split()[-1]
    assert not any(order.endswith(taken) for order in orders(game))


def test_8_9_an_advance_costs_nothing_and_may_go_into_a_zone():
    game = fought("De", {**PAIR, "us-1id": "1308"})
    assert "advance ge-2pz 1307" in orders(game)


def test_R27_one_of_the_winners_that_took_part():
    game = fought("De", {**PAIR, "ge-lehr": "1306"})
    assert refused(game, "advance ge-lehr 1307") == ("not_victorious", "8.9")
    assert refused(game, "advance ge-2pz 1205") == ("not_vacated", "8.9")


def test_R28_an_advanced_unit_has_used_its_attack():
    game = fought("De", {**PAIR, "us-1id": "1308"}, "advance ge-2pz 1307")
    assert game.phase == "movement"
    assert orders(game) == {"end-move"}


# -- shifts -----------------------------------------------------------------------------------------------


def test_12_0_surprise_gives_two_columns_before_and_one_after_movement():
    before = combat(PAIR, "attack ge-2pz 1307", "resolve primary", turn=1, dice=[1])
    assert column(before) == "+2"
    game = after(PAIR, "attack ge-2pz 1307", "resolve primary", turn=1, weather="overcast", dice=[1])
    assert column(game) == "+2"


def test_R19_no_surprise_after_the_first_turn_nor_for_the_allies():
    game = combat(PAIR, "attack us-110rct 1206", "resolve primary", turn=1, phasing="allied", dice=[1])
    assert column(game) == "-4 or less"


@pytest.mark.parametrize(
    ("weather", "phasing", "shifted"),
    [("overcast", "german", 1), ("clear", "german", 0), ("overcast", "allied", 0), ("clear", "allied", 1)],
)
def test_13_2_overcast_helps_german_and_clear_weather_allied_attacks_after_movement(weather, phasing, shifted):
    attack = "attack ge-2pz 1307" if phasing == "german" else "attack us-110rct 1206"
    game = after(PAIR, attack, "resolve primary", weather=weather, phasing=phasing, dice=[3])
    base = 4 if phasing == "german" else 0
    assert column(game) == PARTS.crt["primary"].labels[base + shifted]


@pytest.mark.parametrize(("die", "label"), [(3, "+1"), (4, "0")])
def test_R17_in_mist_the_german_side_throws_for_each_attack(die, label):
    game = after(PAIR, "attack ge-2pz 1307", "resolve primary", weather="mist", dice=[die, 1])
    assert column(game) == label


def test_R17_the_allies_do_not_unless_agreed():
    game = after(PAIR, "attack us-110rct 1206", phasing="allied", weather="mist")
    assert game.decision.seat == "allied"
    both = situation(
        PAIR, "attack us-110rct 1206", phase="post-movement-combat", phasing="allied", turn=2, weather="mist",
        options={"mist_for_both": True}, dice=[1],
    )  # fmt: skip
    assert of_kind(happened(both), Rolled)[-1].what == "mist"


def test_13_2_no_weather_shift_before_movement():
    game = combat(PAIR, "attack ge-2pz 1307", "resolve primary", weather="overcast", turn=2, dice=[1])
    assert column(game) == "0"


def test_14_2_each_ground_support_mission_shifts_a_column():
    have = {"german": {"ground_support": 2}}
    game = combat(
        PAIR, "attack ge-2pz 1307", "support 2", "resolve primary", turn=2, weather="clear", missions=have, dice=[1]
    )
    assert column(game) == "+2"
    assert game.state.missions[0].ground_support == 0


def test_R18_mist_then_support_then_table():
    have = {"german": {"ground_support": 1}}
    game = after(PAIR, "attack ge-2pz 1307", weather="mist", missions=have, dice=[1])
    assert orders(game) == {"support 0", "support 1"}
    assert refused(game, "support 2") == ("too_few_missions", "14.2")


def test_the_odds_of_an_attack_are_the_weights_of_its_die():
    game = new_game("bigredone", position=position(PAIR, phase="pre-movement-combat", turn=2), dice="ask")
    game.play("attack ge-2pz 1307")
    game.play("resolve primary")
    results = {BOOK.parts.crt["primary"].result(4, option.faces[0]) for option in game.decision.options}
    assert dict(zip(("Dr", "Ct", "Ar"), game.decision.weights, strict=True)) == {"Dr": 1, "Ct": 1, "Ar": 1}
    assert results == {"Dr", "Ct", "Ar"}


def test_13_2_the_odds_in_mist_count_its_die():
    """Six faces of the mist die times six of the combat die; one to three shift by a column."""
    game = after(PAIR, weather="mist")
    table = PARTS.crt["primary"]
    throws = [table.results[4 + (mist <= 3)][face] for mist in range(1, 7) for face in range(6)]
    told = game.explain("attack ge-2pz 1307").odds[0]
    assert told.title == "Primary table, column 0 or +1"
    assert {chance.label: chance.weight for chance in told.chances} == {
        RESULTS[result]: throws.count(result) for result in set(throws)
    }
    assert sum(chance.weight for chance in told.chances) == 36
    assert [chance.weight for chance in after(PAIR, weather="clear").explain("attack ge-2pz 1307").odds[0].chances] == [
        2,
        2,
        2,
    ]


def test_explain_gives_the_differential_as_named_parts_and_the_column():
    game = combat(PAIR, "attack ge-2pz 1307", turn=1)
    told = BOOK.explain(game.state, game.read("resolve primary"))
    assert [(part.label, part.value) for part in told.parts][1:] == [
        ("110th RCT, 28th Infantry", -2),
        ("rough", -1),
        ("river", -3),
    ]
    assert told.text == "differential, primary table, column +2 after 2 shifts"


def test_14_4_interdiction_has_no_effect_on_retreat():
    marks = {"german": ["0708"]}
    units = {"ge-2pz": "0706", "us-110rct": "0707"}
    plain, marked = (fought("Dr", units, weather="clear", interdiction=which) for which in ({}, marks))
    assert orders(marked) == orders(plain)
    assert "retreat us-110rct 0708" in orders(marked)


def test_4_8_a_unit_that_could_only_retreat_off_the_map_is_lost():
    units = {"us-110rct": "0101", "ge-2pz": "0102", "ge-26vg": "0201"}
    game = fought("Dr", units, ours=("ge-2pz", "ge-26vg"))
    assert at(game, "us-110rct") == "eliminated-allied"
    gone = of_kind(happened(game), Removed)[-1]
    assert (gone.rule, gone.why) == ("8.7", "no-retreat")
