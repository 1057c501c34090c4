"""28.0 to 33.0, 35.0, 39.0, 40.0 Engineers, forts, headquarters and the drop."""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import Roll
from bulge_widget.rulebooks.botb import decrees, upkeep
from bulge_widget.rulebooks.botb.alarms import Blow
from bulge_widget.rulebooks.botb.drop import Drop
from bulge_widget.rulebooks.botb.engineering import Demolish, Engineering, Rebuild, demolish_refusal, rebuild_refusal
from bulge_widget.rulebooks.botb.fortification import Fortify
from bulge_widget.rulebooks.botb.state import BLOWN, BUILDER, BUILDING, FORT, POSITION, TRIED
from tests.rulebooks.botb.table import BOOK, PARTS, agree, at, move, played, refused, state_of

VG, US = "ge-62vg-190", "us-101-501"


def engineers(units, phasing="allied", **rest):
    return state_of(units, phase="engineer", phasing=phasing, **rest)


def test_29_a_bridge_near_the_enemy_on_a_supply_route_may_be_blown_once():
    state = engineers({US: "v9", VG: "x10"})
    assert refused(state, Demolish("mm21")) == ("no_enemy_near", "29.2")
    agree(state)
    state, _ = played(state, Demolish("v9"))
    state, _ = played(state, Roll((6,)))
    assert state.works[PARTS.hex("v9")] & TRIED
    assert not state.works[PARTS.hex("v9")] & BLOWN
    step = state.stack[-1]
    if isinstance(step, Engineering):
        assert refused(state, Demolish("v9")) == ("tried_already", "29.5")


def test_29_6_no_bridge_is_blown_on_the_first_day():
    state = engineers({US: "v9", VG: "x10"}, turn=10)
    step = state.stack[-1]
    early = msgspec.structs.replace(state, turn=2)
    assert demolish_refusal(PARTS, early, step, "v9").rule == "29.6"


def test_30_a_bridge_is_rebuilt_a_turn_later_and_given_up_when_its_builder_goes():
    state = engineers({VG: "mm24", US: "a1"}, "german", works={"mm24": ["blown-bridge"]})
    state, _ = played(state, Rebuild(VG))
    where, unit = PARTS.hex("mm24"), PARTS.unit_index[VG]
    assert state.works[where] & BUILDING
    assert state.status[unit] & BUILDER
    assert state.rebuilt == 1
    gone = upkeep.given_up(PARTS, state, unit, where)[0]
    assert (gone.rebuilt, gone.works[where]) == (0, BLOWN)


def test_30_5_nine_bridges_are_the_most():
    state = engineers({VG: "mm24", US: "a1"}, "german", works={"mm24": ["blown-bridge"]}, rebuilt=9)
    assert rebuild_refusal(PARTS, state, Engineering(0), VG).rule == "30.5"


def test_31_32_forts_in_towns_positions_elsewhere():
    state = state_of({US: "aa26", "us-101-502": "aa28", VG: "xx12"}, phase="supply", phasing="allied")
    state, _ = played(state, Fortify(US))
    assert state.works[PARTS.hex("aa26")] & FORT
    state, _ = BOOK.apply(state, Fortify("us-101-502"))
    assert state.works[PARTS.hex("aa28")] & POSITION


def test_31_5_a_fort_nobody_holds_is_gone():
    state = state_of({US: "aa26"}, phasing="allied", works={"aa26": ["fort"]})
    end = next(o for o in BOOK.decision(state).options.of(US) if type(o).__name__ == "Move")
    state, _ = played(state, end)
    assert not state.works[PARTS.hex("aa26")] & FORT


def test_33_4_a_dump_is_captured_by_whoever_enters():
    near = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("gg11")])
    state = state_of({VG: near, US: "a1"}, works={"gg11": ["fuel-dump"]})
    state, events = played(state, move(VG, near, "gg11"))
    assert [e.kind for e in events if hasattr(e, "kind")] == ["captured-dump"]
    assert state.works[PARTS.hex("gg11")]


def test_35_5_the_next_group_is_diverted_and_35_6_delayed_ones_first():
    units = {"uk-11br-29": "waiting", "uk-43-129": "waiting", "uk-gds-5": "waiting", VG: "xx12", US: "a1"}
    state = state_of(units, turn=13, phase="movement", phasing="allied")
    assert [PARTS.unit_ids[u] for u in decrees.eligible(PARTS, state)] == ["uk-11br-29"]
    state = state_of({**units, "uk-11br-29": "absent"}, turn=13, phasing="allied")
    assert {PARTS.unit_ids[u] for u in decrees.eligible(PARTS, state)} == {"uk-43-129", "uk-gds-5"}


def test_28_the_fifteenth_army_needs_a_firm_flank_and_ss_on_the_meuse():
    held = {"ge-62vg-190": "z8", "ge-62vg-164": "ee4", "ge-62vg-183": "jj2", "ge-18vg-293": "nn1", "ge-18vg-294": "cc5"}
    state = state_of({**held, US: "a1"}, turn=11, deeds={"ss-on-meuse": 10})
    assert decrees.may_launch(PARTS, state)
    assert not decrees.may_launch(PARTS, state_of({**held, US: "ee7"}, turn=11, deeds={"ss-on-meuse": 10}))
    assert not decrees.may_launch(PARTS, state_of({**held, US: "a1"}, turn=12, deeds={"ss-on-meuse": 10}))
    after, _ = decrees.launched(PARTS, state)
    assert after.fifteenth == "launched"


def test_39_a_bridge_goes_up_as_the_enemy_comes():
    near = next(PARTS.hex_ids[h] for h in PARTS.roads[PARTS.hex("v9")])
    options = {"last_minute_demolition": "yes"}
    state = state_of({VG: near, US: "a1"}, options=options, turn=5)
    state, _ = BOOK.apply(state, move(VG, near, "v9"))
    assert BOOK.decision(state).seat == "allied"
    state, _ = played(state, Blow(blow=True))
    state, _ = played(state, Roll((1,)))
    assert state.works[PARTS.hex("v9")] & BLOWN


def test_40_the_drop():
    state = state_of({"ge-vdh-vdh": "waiting", US: "a1"}, turn=3)
    assert refused(state, Drop("ge-vdh-vdh", "jj7")) == ("drop_elsewhere", "40.1")
    state, _ = played(state, Drop("ge-vdh-vdh", "jj6"))
    landed, _ = BOOK.apply(state, Roll((1,)))
    lost, _ = BOOK.apply(state, Roll((2,)))
    assert at(landed, "ge-vdh-vdh") == "jj6"
    assert at(lost, "ge-vdh-vdh") == 60001
    assert refused(landed, move("ge-vdh-vdh", "jj6", "jj7")) == ("already_moved", "6.3")
