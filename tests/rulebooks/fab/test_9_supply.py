"""9 Supply, disorder and surrender; 18.8 field works that are kept."""

from __future__ import annotations

from bulge_widget.rulebooks.fab import supply
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN
from tests.rulebooks.fab.table import BOOK, PARTS, at, markers, piece, situation, state

EAST = [str(n) for n in range(1, 17)]
CUT = {"ge-26vg": "33", "us-1id": "25", "us-9adr": "52", "us-2id": "31"}
"""The 26th far behind the front, with the enemy around it."""


def run(units, *orders, dice=(), phasing="german", **rest):
    """Play through the Supply Phase, which begins where nobody can move any more."""
    game = situation(units, phase="supply", phasing=phasing, dice=[*dice, *[1] * 40], **rest)
    for order in orders:
        game.play(order)
    return game


def traced(units, side, area, **rest):
    return bool(supply.traces(PARTS, state(units, **rest), side) >> PARTS.area_index[area] & 1)


def test_9_31a_a_path_crosses_a_blown_bridge_only_as_its_first_step():
    around = {"blown": ["13-21", "12-23"]}
    assert traced({"ge-26vg": "21"}, GERMAN, "21", german=[*EAST, "21"], bridges=around)
    assert not traced({"ge-26vg": "37"}, GERMAN, "37", german=["13", "1", "21", "37"], bridges={"blown": ["13-21"]})


def test_9_31b_a_path_leads_out_of_an_enemy_area_but_not_into_one():
    assert traced({"ge-26vg": "23", "us-106id": "23"}, GERMAN, "23", german=EAST)
    assert not traced({"ge-26vg": "48"}, GERMAN, "48", german=[*EAST, "48"])


def test_9_31c_a_vacant_area_beside_an_uncontested_enemy_is_closed():
    units = {"ge-26vg": "36", "us-110rct": "21"}
    held = ["13", "1", "4", "3", "12", "22", "36"]
    assert traced({"ge-26vg": "36"}, GERMAN, "36", german=held)
    assert not traced(units, GERMAN, "36", german=held)


def test_9_31c_r60_a_unit_that_von_der_heydte_engages_closes_no_area():
    """Hohes Venn with 2nd Infantry closes the way from Eupen, not while the paratroops hold out beside it."""
    units, held = {"ge-12vg": "30", "us-2id": "31"}, [*EAST, "26", "27", "28", "29", "30"]
    assert not traced(units, GERMAN, "30", german=held)
    for drop in (2, 3):
        rest = {"german": held, "chits": {"ge-heydte": "31"}, "numbers": {"drop": drop}}
        assert traced(units, GERMAN, "30", **rest)
        area = PARTS.area_index["30"]
        assert len(supply.way_home(PARTS, state(units, **rest), GERMAN, area)) > 1


def test_9_31d_an_occupied_area_is_open_whatever_the_enemy_does():
    units = {"ge-26vg": "36", "ge-2pz": "22", "ge-lehr": "12", "us-110rct": "21", "us-106id": "11"}
    assert traced(units, GERMAN, "36", german=["4", "3", "12", "22", "36"]) == traced(
        units | {"ge-62vg": "3"}, GERMAN, "36", german=["4", "3", "12", "22", "36"]
    )


def test_9_32_units_are_marked_out_of_supply_and_in_supply_again():
    game = run(CUT, german=[*EAST, "33"])
    assert "out-of-supply" in piece(game, "ge-26vg").status
    free = run({"ge-26vg": {"at": "12", "status": ("out-of-supply",)}}, german=EAST)
    assert "out-of-supply" not in piece(free, "ge-26vg").status


def test_9_35_disorder_is_got_over_in_two_phases():
    units = {"ge-26vg": {"at": "12", "status": ("disordered",)}, "ge-2pz": {"at": "12", "status": ("recovering",)}}
    game = run(units, german=EAST)
    assert piece(game, "ge-26vg").status == ("recovering",)
    assert piece(game, "ge-2pz").status == ()


def test_9_34c_nobody_recovers_out_of_supply():
    units = CUT | {"ge-26vg": {"at": "33", "status": ("disordered",)}}
    assert "disordered" in piece(run(units, german=[*EAST, "33"]), "ge-26vg").status


def test_9_4_a_failed_check_disorders_then_costs_a_step():
    good = run(CUT, dice=[9], german=[*EAST, "33"])
    assert "disordered" in piece(good, "ge-26vg").status
    shaken = CUT | {"ge-26vg": {"at": "33", "status": ("disordered",)}}
    assert piece(run(shaken, dice=[9], german=[*EAST, "33"]), "ge-26vg").steps == 2


def test_9_4_disordered_veterans_surrender_on_a_ten():
    shaken = CUT | {"ge-26vg": {"at": "33", "status": ("disordered",)}}
    assert at(run(shaken, dice=[10], german=[*EAST, "33"]), "ge-26vg") == "lost-german"


def test_9_4_only_the_phasing_side_checks():
    game = run(CUT, phasing="allied", dice=[10], german=[*EAST, "33"])
    assert piece(game, "ge-26vg").steps == 3


def test_14_93_two_checks_in_a_row_on_a_turn_of_two_days():
    game = run(CUT, dice=[9, 9], turn=6, german=[*EAST, "33"])
    assert "disordered" in piece(game, "ge-26vg").status
    assert piece(game, "ge-26vg").steps == 2


def besieged(**rest):
    """The garrison of Bastogne out of supply."""
    units = {"ge-2pz": "46", "ge-lehr": "48", "ge-26vg": "63", "ge-5fj": "64", "ge-9ss": "37", "ge-1ss": "36"}
    units |= {"ge-12ss": "38"}
    held = [*EAST, *(a for a in PARTS.area_ids if a not in {"47", "57"} and int(a) > 16)]
    return run(units, phasing="allied", chits={"us-bastogne-garrison": "47"}, german=held, **rest)


def test_16_21_a_garrison_out_of_supply_may_be_lost():
    assert piece(besieged(dice=[10]), "us-bastogne-garrison").at == "eliminated-allied"


def test_14_93_16_21_r82_a_garrison_too_checks_twice_on_a_turn_of_two_days():
    game = besieged(dice=[1, 10], turn=6)
    assert piece(game, "us-bastogne-garrison").at == "eliminated-allied"
    assert piece(besieged(dice=[1], turn=5), "us-bastogne-garrison").at == "47"


def test_9_5_markers_of_the_player_turn_come_off():
    units = {"ge-26vg": "23", "us-106id": "23", "ge-lehr": {"at": "12", "status": ("exploiting",)}}
    rest = {"areas": {"works-allied": ["23"], "assault": ["23"], "roadblocks-allied": ["24"]}, "german": EAST}
    game = run(units, chits={"us-168eng": "50", "us-air-mission-t4": "22"}, **rest)
    assert markers(game, "field-works") | markers(game, "river-assault") | markers(game, "roadblock") == set()
    assert piece(game, "us-168eng").at == "used-allied"
    assert piece(game, "us-air-mission-t4").at == "eliminated-allied"
    assert piece(game, "ge-lehr").status == ()


def test_9_5_reserve_markers_of_the_other_side_come_off():
    units = {"ge-lehr": {"at": "13", "reserve": "ge-reserve-5"}, "us-2id": {"at": "92", "reserve": "us-reserve-56-1"}}
    game = run(units, german=EAST)
    assert piece(game, "ge-lehr").status == ("reserve-5",)
    assert piece(game, "us-2id").status == ()


def test_18_8_field_works_stay_while_a_unit_passes_its_check():
    units = {"ge-26vg": "23", "us-106id": "23", "us-9adb": "23"}
    rest = {"areas": {"works-allied": ["23"]}, "german": EAST, "options": {"maintaining_field_works": True}}
    kept = run(units, "keep us-9adb", phasing="allied", dice=[1], **rest)
    assert markers(kept, "field-works") == {"23"}
    lost = run(units, "keep us-106id", phasing="allied", dice=[10], **rest)
    assert markers(lost, "field-works") == set()


def test_R57_a_unit_in_a_source_is_in_supply():
    assert traced({"ge-26vg": "6", "us-2id": "7"}, GERMAN, "6", german=[*EAST[:6], "8"])
    assert traced({"us-2id": "96"}, ALLIED, "96", german=[a for a in PARTS.area_ids if a != "96"])
    assert BOOK.parts.scenarios[0].sources[GERMAN].bit_count() == 3
