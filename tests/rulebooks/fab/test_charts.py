"""The charts in maps/fab say what the rules do: each row is asked of the functions, and no row is left out."""

from __future__ import annotations

import csv

import pytest

from bulge_widget.rulebooks.fab import (
    aftermath,
    events,
    fire,
    fuel,
    greif,
    heydte,
    morale,
    retreat,
    strategic,
    success,
    support,
    surrender,
)
from bulge_widget.rulebooks.fab.flight import Fly
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import EAST, PARTS, Scene, unit
from tests.rulebooks.fab.table import situation, state

HERE = "22"  # terrain 1


def chart(name):
    with (PARTS.board.folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


MODIFIERS = {row["id"]: row for row in chart("combat.csv")}
FACTS = {row["key"]: int(row["value"]) for row in chart("limits.csv")}


def battle(units, **rest):
    areas = {"new": [HERE]} | rest.pop("areas", {})
    return Scene(units, areas=areas, german=EAST, **rest).fight(HERE)


# -- combat -----------------------------------------------------------------------------------------------------


def ground(side, **rest):
    """The modifiers of the attacker's, or defender's, only unit in ground fire."""
    units = {"ge-2pz": unit(HERE, 4, *rest.pop("status", ())), "us-9adb": unit(HERE, 1, *rest.pop("status_", ()))}
    scene = battle(units, **rest).skip_to_fire()
    if side == "attacker":
        scene.roll(10).skip_to_fire()
    return scene.parts_of("ge-2pz" if side == "attacker" else "us-9adb")


def test_every_modifier_of_the_chart_is_tested_here():
    assert set(MODIFIERS) == {*LABELS, "air-support", "air-as-artillery", "quality"}


LABELS = {
    "firer-armor": ("armor fires", {}, "attacker"),
    "target-point-armor": ("point unit is armor", {}, "defender"),
    "terrain": ("terrain", {}, "attacker"),
    "field-works": ("field works", {"areas": {"works-allied": [HERE]}}, "attacker"),
    "river-assault-firer": ("river assault", {"areas": {"assault": [HERE]}}, "attacker"),
    "river-assault-target": ("target in a river assault", {"areas": {"assault": [HERE]}}, "defender"),
    "disordered": ("disordered", {"status_": ("recovering",)}, "defender"),
    "unsupplied": ("unsupplied", {"status": ("out-of-supply",)}, "attacker"),
    "advanced-artillery-defender": ("target is the defender", {}, "guns"),
    "advanced-artillery-infantry": ("point unit is infantry in the open", {}, "guns"),
}


@pytest.mark.parametrize("name", LABELS)
def test_a_modifier_of_the_combat_chart_is_that_of_the_fire(name):
    label, rest, side = LABELS[name]
    if side == "guns":
        chits, options = {"ge-401arty": "available"}, {"advanced_artillery": True}
        scene = battle({"ge-2pz": unit(HERE), "us-106id": unit(HERE)}, chits=chits, options=options)
        found = scene.answer(Assign("ge-401arty")).skip_to_fire().parts_of("ge-401arty")
    else:
        found = ground(side, **{key: dict(value) if isinstance(value, dict) else value for key, value in rest.items()})
    assert found[label] == int(MODIFIERS[name]["value"])
    other = ground({"attacker": "defender", "defender": "attacker"}.get(side, "attacker"), **rest)
    assert label not in other or MODIFIERS[name]["side"] == "both"


def test_what_artillery_ignores_does_not_count_for_it():
    chits = {"ge-401arty": "available", "us-333fa-arty": "available"}
    units = {"ge-2pz": unit(HERE), "us-106id": unit(HERE)}
    scene = battle(units, chits=chits, areas={"assault": [HERE], "works-allied": [HERE]})
    scene.answer(Assign("ge-401arty")).answer(Assign("us-333fa-arty")).skip_to_fire()
    german = scene.parts_of("ge-401arty")
    american = scene.roll(10).parts_of("us-333fa-arty")
    assert (german, american) == ({"field works": -1}, {"point unit is armor": -1})
    named = {"firer-armor", "quality", "terrain", "river-assault-firer"}
    assert {row["modifier"] for row in chart("artillery_ignores.csv")} == named
    assert {name for name, row in MODIFIERS.items() if "artillery" in row["fire"]} & named == set()


@pytest.mark.parametrize("use", ["artillery", "support"])
def test_an_air_mission_gives_what_the_chart_says(use):
    chits = {"us-air-mission-t4": "available"}
    scene = battle({"ge-26vg": unit(HERE), "us-112rct": unit(HERE)}, chits=chits)
    scene.answer(Assign("us-air-mission-t4")).answer(Fly(use))
    if use == "artillery":
        assert sum(scene.numbers().values()) == success.BASE + int(MODIFIERS["air-as-artillery"]["value"])
    else:
        assert scene.parts_of("us-112rct") == {"air support": int(MODIFIERS["air-support"]["value"])}


@pytest.mark.parametrize("row", chart("qualities.csv"), ids=lambda row: row["quality"])
def test_troop_quality_is_that_of_the_chart(row):
    value = int(row["value"])
    assert morale.QUALITY[value] == (row["quality"], int(row["morale"]))
    limit = {0: surrender.VETERAN_SURRENDERS, -1: surrender.GREEN_SURRENDERS}.get(value)
    assert (str(limit) if limit else "") == row["surrender_from"]


def test_morale_counts_what_the_chart_says():
    found = {row["id"]: int(row["value"]) for row in chart("morale.csv")}
    weak = {"us-9adb": {"at": "23", "status": ("disordered", "out-of-supply")}}
    now = state(weak, german=EAST)
    parts = {part.label: part.value for part in morale.number(PARTS, now, "us-9adb").parts}
    assert parts.pop("veteran") == 0
    assert parts == {key: found[key] for key in ("base", "disordered", "unsupplied")}
    team = greif.check_number(PARTS, now, PARTS.unit_index["us-9adb"]).parts[-1]
    assert (team.label, team.value) == ("Greif team", found["greif-interdict"])
    fooled = battle({"ge-150bde": unit(HERE), "us-106id": unit(HERE)}, options={"panzer_brigade_150": True})
    ruse = aftermath.number(PARTS, fooled.state, aftermath.RuseRoll(1)).parts[-1]
    assert (ruse.label, ruse.value) == ("confusion", found["point-unit-against-150bde"])
    assert len(found) == 5


# -- limits and dice ------------------------------------------------------------------------------------------------


def test_limits_are_those_of_the_chart():
    rules = {
        "base-success-number": success.BASE,
        "die-sides": success.SIDES_OF_DIE,
        "always-success": next(face for face in range(1, 11) if success.succeeds(face, -9)),
        "always-failure": next(face for face in range(1, 11) if not success.succeeds(face, 99)),
        "artillery-attacker": support.ARTILLERY_LIMIT[0],
        "artillery-defender": support.ARTILLERY_LIMIT[1],
        "overrun-defender-survived": aftermath.RETREATED,
        "overrun-defender-destroyed": aftermath.DESTROYED,
        "units-per-area": retreat.LIMIT,
    }
    assert {key: FACTS[key] for key in rules} == rules
    dice = {"dice-per-step", "dice-per-battle-asset", "dice-per-artillery-asset"}
    assert set(FACTS) - set(rules) == dice | {"artillery-us-extra", "overrun-per-unabsorbed-hit"}
    assert {FACTS[key] for key in dice} == {1}
    chits = dict.fromkeys(["us-740armor", "us-333fa-arty"], "available")
    scene = battle({"ge-2pz": unit(HERE), "us-106id": unit(HERE, 2)}, chits=chits)
    scene.answer(Assign("us-740armor")).answer(Assign("us-333fa-arty"))
    step = scene.state.stack[-1]
    assert [dice for _, dice, _ in fire.firers(PARTS, scene.state, step.kind, step.role)] == [1]
    scene.roll(10)
    step = scene.state.stack[-1]
    assert [dice for _, dice, _ in fire.firers(PARTS, scene.state, step.kind, step.role)] == [2, 1]


def test_the_tables_of_dice_are_those_of_the_chart():
    listed = {}
    for row in chart("rolls.csv"):
        faces = range(int(row["minimum"]), int(row["maximum"]) + 1)
        listed.setdefault(row["roll"], {}).update(dict.fromkeys(faces, row["result"]))
    assert all(set(faces) == set(range(1, 11)) for faces in listed.values())
    words = {"new": "gain-asset", "recovered": "recover-asset", "nothing": "nothing"}
    words |= {"partly scattered": "partly-scattered", "returned to the cup": "to-cup"}
    told = {
        "captured-fuel": fuel.FOUND,
        "heydte": heydte.LANDING,
        "bodenplatte": tuple(events.WORDS[box] for box in events.RESULTS),
    }
    for name, results in told.items():
        faces = listed.pop(name)
        assert [words.get(result, result) for result in results] == [faces[face] for face in range(1, 11)]
    for name, number in (("blow-bridge", 5), ("blow-bridge-greif", 1), ("blow-bridge-greif-engineer", 5)):
        results = [listed[name][face] for face in range(1, 11)]
        assert results == ["blown" if success.succeeds(face, number) else "stands" for face in range(1, 11)]
        assert bridge_number(name) == number
        listed.pop(name)
    assert listed == {}


def bridge_number(name):
    chits = {"us-159eng": "available"} | ({"ge-greif-team-bridge": "on-bridge"} if "greif" in name else {})
    team = {"attached": {"ge-greif-team-bridge": "11-23"}} if "greif" in name else {}
    game = situation({"ge-62vg": "11", "us-106id": "23"}, "move ge-62vg 11>23", chits=chits, german=EAST, **team)
    return game.explain("blow us-159eng" if name.endswith("engineer") else "blow").total


# -- movement -------------------------------------------------------------------------------------------------------


def test_movement_costs_what_the_chart_says():
    mp = {row["case"]: int(row["mp"]) for row in chart("movement.csv")}
    cases = {
        "road": ({"ge-lehr": "4"}, "move ge-lehr 4>3", {}),
        "field": ({"ge-lehr": "13"}, "move ge-lehr 13>21", {}),
        "restricted": ({"ge-26vg": "4"}, "move ge-26vg 4>11", {}),
    }
    for name, (units, order, rest) in cases.items():
        assert situation(units, german=EAST, **rest).explain(order).total == mp[name], name
    more = {
        "enter-occupied": ({"ge-lehr": "4", "ge-26vg": "3"}, "move ge-lehr 4>3"),
        "exit-contested": ({"ge-lehr": "4", "us-106id": "4"}, "move ge-lehr 4>3"),
        "leave-own-zone": ({"ge-lehr": "4"}, "move ge-lehr 4>5"),
    }
    for name, (units, order) in more.items():
        assert situation(units, german=EAST).explain(order).total == mp["road"] + mp[name], name
    assert set(mp) == {*cases, *more}


MARCHERS = {
    "de": ("ge-lehr", "ge-reserve-5", "12"),
    "us": ("us-82ab", "us-reserve-7", "96"),
    "uk": ("uk-43id", "us-reserve-7", "57"),
}


@pytest.mark.parametrize("row", chart("strategic_moves.csv"), ids=lambda row: row["nation"])
def test_strategic_moves_are_limited_as_the_chart_says(row):
    name, marker, area = MARCHERS[row["nation"]]
    index, units = PARTS.unit_index[name], {name: {"at": area, "reserve": marker}}

    def barred(chits, **rest):
        phasing = "german" if row["nation"] == "de" else "allied"
        position = {"phase": "strategic-movement", "phasing": phasing, "german": EAST} | rest
        game = situation(units, chits=chits, options={"fuel_shortage": True}, **position)
        return strategic.may_march(PARTS, game.state, PARTS.side[index], index) is not None, game

    fuel_at_hand = {"ge-fuel-1": "available"}
    refused, game = barred(fuel_at_hand)
    assert not refused
    assert barred({})[0] == (row["needs_fuel"] == "yes")
    assert barred(fuel_at_hand, numbers={"marches": 1})[0] == (row["per_game_turn"] == "1")
    goals = {PARTS.area_ids[goal] for goal in strategic.reach(PARTS, game.state, index)}
    british = {space.id for space in PARTS.board.spaces if space.has("british-zone")}
    assert goals
    assert (goals <= british) == (row["within"] == "british-zone")
