"""6.0, 7.0, 10.0, 13.4, 14.0 Movement, its stops and limits."""

from __future__ import annotations

from bulge_widget.rulebooks.botb import ground, movement, paths
from bulge_widget.rulebooks.botb.leaving import exit_trips
from bulge_widget.rulebooks.botb.movement import EndMove, Exit, Stay
from bulge_widget.rulebooks.botb.reinforcement import Enter
from tests.rulebooks.botb.table import BOOK, PARTS, agree, at, ends, move, played, refused, state_of

PG, VG, PZ = "ge-lehr-901", "ge-62vg-190", "ge-lehr-130"


def test_6_3_a_unit_that_has_moved_is_done():
    state = state_of({VG: "aa22"})
    end = min(ends(state, VG))
    order = next(o for o in BOOK.decision(state).options.of(VG) if o.path[-1] == end)
    state, _ = played(state, order)
    assert at(state, VG) == end
    assert refused(state, move(VG, end, "aa22")) == ("already_moved", "6.3")


def test_6_7_a_hex_with_enemies_is_closed():
    state = state_of({VG: "aa22", "us-101-501": "aa23"})
    assert refused(state, move(VG, "aa22", "aa23")) == ("enemy_there", "6.7")


def test_6_9_a_cliff_is_closed():
    state = state_of({"us-101-501": "d17"}, phasing="allied")
    assert refused(state, move("us-101-501", "d17", "e17")) == ("cliff", "6.9")


def test_7_2_a_unit_stops_beside_the_enemy():
    state = state_of({VG: "aa21", "us-101-501": "aa24"}, turn=30)
    assert refused(state, move(VG, "aa21", "aa22", "aa23", "bb22")) == ("stops_in_zone", "7.2")


def test_14_4_1_no_step_within_the_zone_of_one_enemy_but_out_and_in_again():
    state = state_of({VG: "qq18", "us-106-424": "pp18"}, turn=30)
    assert refused(state, move(VG, "qq18", "qq19")) == ("same_zone", "14.4.1")
    assert "qq19" in ends(state, VG)


def test_10_1_no_fourth_unit_and_10_2_no_two_nations():
    three = dict.fromkeys(("ge-62vg-164", "ge-62vg-183", PG), "aa23")
    state = state_of({VG: "aa22", **three})
    assert refused(state, move(VG, "aa22", "aa23")) == ("stacking", "10.1")
    state = state_of({"us-101-501": "d14", "uk-gds-5": "d15"}, phasing="allied")
    assert refused(state, move("us-101-501", "d14", "d15")) == ("mixed_nations", "10.2")


def test_13_4_an_isolated_unit_has_two_points():
    state = state_of({PG: {"at": "p8", "status": ["slowed", "isolated"]}, "us-101-501": "aa24"})
    far = max(BOOK.explain(state, o).total for o in BOOK.decision(state).options.of(PG) if "Move" in type(o).__name__)
    assert far <= 24


def river_in_the_open():
    """A clear hex with two banks and no bridge, with a clear road-free hex on either bank."""
    for h, count in enumerate(PARTS.bank_count):
        if count != 2 or PARTS.terrain[h] != "clear" or h in PARTS.bridges or "Meuse" in PARTS.rivers[h]:
            continue
        shores = [set(), set()]
        for b in PARTS.touch[h]:
            if PARTS.bank_count[b] == 1 and not PARTS.rivers[b] and PARTS.terrain[b] == "clear":
                for bank, _ in PARTS.board.borders[h, b].banks:
                    shores[bank].add(PARTS.hex_ids[b])
        for one in shores[0]:
            for other in shores[1]:
                if PARTS.hex(other) not in PARTS.near[PARTS.hex(one)]:
                    return one, PARTS.hex_ids[h], other
    raise AssertionError


ONE, WET, OTHER = river_in_the_open()


def test_14_2_a_river_without_a_bridge_stops_who_crosses_and_armour_altogether():
    state = state_of({VG: ONE, PZ: ONE}, turn=30)
    assert refused(state, move(VG, ONE, WET, OTHER)) == ("river", "14.2.1")
    assert refused(state, move(PZ, ONE, WET, OTHER)) == ("river", "14.2.6")
    assert refused(state_of({VG: WET}, turn=30), move(VG, WET, OTHER)) is None


def test_14_2_6_armour_remembers_its_bank_until_it_comes_out():
    state, _ = played(state_of({PZ: ONE}, turn=30), move(PZ, ONE, WET))
    kept = state.banks[PARTS.unit_index[PZ]]
    assert kept
    state = state_of({PZ: {"at": WET, "banks": kept}}, turn=30)
    assert refused(state, move(PZ, WET, OTHER)) == ("river", "14.2.6")
    assert refused(state, move(PZ, WET, ONE)) is None


def test_14_1_6_mechanized_units_need_a_road_in_forest():
    state = state_of({PG: "uu15"}, turn=30)
    assert refused(state, move(PG, "uu15", "tt15")) == ("forest", "14.1.6")


def test_14_3_the_roer_is_closed_until_monschau_has_been_entered():
    state = state_of({VG: "ss4"}, turn=4)
    assert refused(state, move(VG, "ss4", "ss3")) == ("roer", "14.3.1")
    state = state_of({VG: "ss4"}, turn=4, deeds={"monschau": 3})
    assert refused(state, move(VG, "ss4", "ss3")) is None
    assert refused(state_of({VG: "ss4"}, turn=7), move(VG, "ss4", "ss3")) is None


def test_14_1_2_3_guns_that_hurry_do_not_support():
    unit = "ge-vak-405"
    state = state_of({unit: "xx12"}, turn=30)
    far = [o for o in BOOK.decision(state).options.of(unit) if "Move" in type(o).__name__][-1]
    after, _ = BOOK.apply(state, far)
    slow = BOOK.explain(state, far).total * 4 // 3 > PARTS.allowance[PARTS.unit_index[unit]]
    assert bool(after.status[PARTS.unit_index[unit]] & 8) == slow


def test_35_8_the_british_stay_behind_the_meuse_but_for_one_brigade():
    state = state_of({"uk-gds-5": "d16", "uk-11br-29": "d16"}, phasing="allied", turn=21)
    east = [PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("d16")] if not PARTS.british_ground[h]]
    assert refused(state, move("uk-gds-5", "d16", east[0])) == ("british_meuse", "35.8")
    assert refused(state, move("uk-11br-29", "d16", east[0])) is None


def test_25_the_first_turn_is_slow_and_holds_the_ss_back():
    state = state_of({"ge-1ss-1pg": "xx12", "us-14cav-14": "uu12"}, turn=1)
    assert BOOK.explain(state, move("ge-1ss-1pg", "xx12", "ww13")).total == 12
    assert refused(state, move("ge-1ss-1pg", "xx12", "ww13", "vv12")) == ("ss_held", "25.4")


def test_6_8_46_4_leaving_by_an_arrow_counts_and_owes_two_brigades():
    state = state_of({PG: "w1", "us-101-501": "aa24"}, turn=12)
    assert refused(state, Exit(PG, ("w1",))) is None
    state, events = BOOK.apply(state, Exit(PG, ("w1",)))
    assert state.debt == 2
    assert [e.why for e in events if hasattr(e, "why")] == ["exited"]


def test_16_5_a_group_comes_in_on_its_turn_and_pays_for_its_entry():
    state = state_of({"us-1-26": "waiting"}, phasing="allied", turn=3)
    assert refused(state, Enter("us-1-26", ("jj1",))) is None
    assert BOOK.explain(state, Enter("us-1-26", ("jj1",))).total == 3
    assert refused(state, Enter("us-1-26", ("hh1",))) == ("wrong_entry", "16.4")
    assert refused(state_of({"us-1-26": "waiting"}, phasing="allied", turn=2), Enter("us-1-26", ("jj1",))) == (
        "not_due",
        "16.2",
    )


def test_16_11_3_malmedy_once_entered_brings_the_ss_divisions():
    # entered on 17 PM (turn 4) and taken back by the Allies in the same turn: they may come on 18 AM (turn 5)
    units = {"ge-2ss-2": "waiting", "ge-9ss-9": "waiting", "us-101-501": "jj9"}
    for unit in ("ge-2ss-2", "ge-9ss-9"):
        assert refused(state_of(units, turn=5, deeds={"malmedy": 4}), Enter(unit, ("xx12",))) is None
        assert refused(state_of(units, turn=4, deeds={"malmedy": 4}), Enter(unit, ("xx12",))) == ("not_due", "16.2")
        assert refused(state_of(units, turn=5), Enter(unit, ("xx12",))) == ("not_due", "16.2")


def test_6_0_options_are_what_no_rule_refuses():
    units = {PG: "aa21", VG: "bb22", PZ: "u11", "us-101-501": "aa24", "us-101-502": "z23", "ge-stielau-1": "jj10"}
    agree(state_of(units, turn=4))
    agree(state_of(units, turn=30))


def test_42_a_commando_beside_the_enemy_may_be_found():
    state = state_of({"ge-stielau-1": "jj10", "us-101-501": "jj9", "us-101-502": "jj9"}, turn=3)
    near = next(PARTS.hex_ids[h] for h in PARTS.near[PARTS.hex("jj9")] if h in PARTS.near[PARTS.hex("jj10")])
    if not PARTS.south[PARTS.hex(near)]:
        state, _ = BOOK.apply(state, move("ge-stielau-1", "jj10", near))
        assert BOOK.decision(state).dice.count == 2


def test_14_the_edge_and_the_way_off_it():
    state = state_of({PG: "w1"}, turn=12)
    unit = PARTS.unit_index[PG]
    found = exit_trips(
        PARTS, state, unit, movement.terms_of(PARTS, state, unit), paths.start_of(PARTS, state, unit)
    ).values()
    assert ("w1",) in found
    assert ground.written(33) == "2 3/4"
    assert refused(state, EndMove()) is None
    assert refused(state, Stay(PG)) == ("not_asked", "6.1")
