"""9.34, 17.21, 16.11 Sieges: whose supply an area has, and whom a mission of air supply helps."""

from __future__ import annotations

from bulge_widget.core.decision import Roll
from bulge_widget.rulebooks.fab import air, supply, victory
from bulge_widget.rulebooks.fab.combat import Fight
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN
from bulge_widget.rulebooks.fab.response import Reinforce
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import BOOK, EAST, PARTS, Scene, unit
from tests.rulebooks.fab.table import state

AROUND = ["37", "38", "46", "48", "63", "64"]
HERE = "47"


def siege(units, phase="combat", **rest):
    """The 101st in Bastogne, cut off; a German division has broken in."""
    units = {"us-101ab": unit(HERE, 3, "out-of-supply"), "ge-116pz": unit(HERE)} | units
    rest.setdefault("areas", {"cut": [HERE], "new": [HERE]})
    return Scene(units, phase, turn=4, german=[*EAST, *AROUND], **rest)


def test_17_21_air_supply_helps_the_besieged_and_takes_no_guns_from_the_besieger():
    chits = {"ge-401arty": "available"}
    scene = siege({"us-101ab": unit(HERE)}, areas={"airlift": [HERE], "new": [HERE]}, chits=chits).fight(HERE)
    assert scene.why(Assign("ge-401arty")) is None


def test_9_34d_an_area_the_enemy_controls_is_his_to_supply():
    """Breakthrough combat in a besieged town, paid for by the besieger."""
    chits = {"ge-special-action": "available", "us-special-action": "available"}
    others = {"us-9adb": unit("46"), "ge-9pz": unit("46")}
    rest = {"chits": chits, "areas": {"cut": [HERE], "new": ["46"]}}
    german = siege(others, "breakthrough-combat", **rest)
    assert german.why(Fight(HERE, "ge-special-action")) is None
    allied = siege(others, "breakthrough-combat", phasing="allied", **rest)
    assert allied.why(Fight(HERE, "us-special-action")) == ("area_unsupplied", "9.34d")


def test_9_34d_help_comes_to_an_area_that_the_enemy_controls_and_cannot_supply():
    """Noville is German-controlled and cut off from Germany; the Americans in it are not."""
    units = {"us-9adr": unit("48"), "ge-2pz": unit("48", 2, "out-of-supply"), "us-101ab": unit(HERE)}
    rest = {"chits": {"us-special-action": "available"}, "areas": {"cut": ["48"], "new": ["48"]}}
    scene = Scene(units, turn=4, german=[*EAST, "48"], **rest).fight("48")
    assert scene.why(Reinforce("us-101ab", "us-special-action")) is None


def test_17_21_air_supply_does_not_supply_what_the_enemy_controls():
    """An objective in German hands, fought over by an airlifted division: the Germans who are cut off get no point."""
    where = {"us-101ab": HERE, "ge-lehr": HERE, "us-2ad": "48", "us-1id": "37", "us-4ad": "46", "us-2id": "38"}
    rest = {"german": [*EAST, HERE], "phase": "victory", "stack": [], "turn": 4}
    flown = state(where, areas={"airlift": [HERE]}, **rest)
    assert "Bastogne [47]" not in dict(victory.points(PARTS, flown, GERMAN))
    cut = Scene({n: unit(a) for n, a in where.items()}, "supply", "allied", turn=4, german=[*EAST, HERE]).state
    assert cut.cut >> PARTS.area_index[HERE] & 1
    chit = {"us-air-mission-t4": "available"}
    given = state(where, chits=chit, areas={"cut": [HERE]}, **rest)
    after, _ = air.apply(
        PARTS, BOOK.position(BOOK.snapshot(given)), air.Airlift(), air.AirSupply("us-air-mission-t4", HERE)
    )
    assert supply.is_cut(PARTS, after, GERMAN, PARTS.area_index[HERE])
    assert not supply.is_cut(PARTS, after, ALLIED, PARTS.area_index[HERE])


def test_16_11_von_der_heydte_checks_his_morale_as_unsupplied_in_an_area_the_allies_supply():
    rest = {"numbers": {"drop": 2}, "german": EAST, "chits": {"ge-heydte": "31"}}
    units = {"us-1id": unit("31"), "ge-9pz": unit("5")}
    early = Scene(units, "supply", "german", turn=3, **rest)
    assert early.step != "Check"
    scene = Scene(units, "supply", "german", turn=4, **rest)
    assert scene.step == "Check"
    assert {part.label for part in BOOK.explain(scene.state, Roll((1,))).parts} >= {"base", "unsupplied"}
