"""The worked examples of movement, bridges, arrival, supply and victory, asked of the book."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

from bulge_widget.rulebooks.fab import crossing, entry, movement, strategic, supply, victory, ways
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, bits
from tests.rulebooks.fab import table

DATA = json.loads((Path(__file__).parents[2] / "golden/fab/examples.json").read_text(encoding="utf-8"))
PARTS = table.PARTS
FRIENDS = {("fifth-panzer", "armor"): "ge-lehr", ("fifth-panzer", "infantry"): "ge-26vg"}
FRIENDS |= {("sixth-panzer", "armor"): "ge-peiper"}


def cases(*kinds):
    found = [case for case in DATA["examples"] if case["kind"] in kinds]
    assert found
    return pytest.mark.parametrize("case", found, ids=lambda case: case["id"])


def mover(given):
    """A unit of the army and class of an example."""
    return FRIENDS[given["unit"]["army"], given["unit"]["unit_class"]]


def started(case, start, **rest):
    """A position with a unit at a start and somebody in the areas that are occupied."""
    given = case["given"]
    status = ("boundary-crossing",) if given["boundary_preauthorized"] else ()
    units = {mover(given): {"at": start, "status": status}}
    others = iter(("us-106id", "us-99id", "us-2id", "us-9adb"))
    mates = iter(("ge-1ss", "ge-3fj"))
    held = rest.get("german", ())
    units |= {next(mates if area in held else others): {"at": area} for area in occupied(case)}
    if given.get("phase") == "breakthrough-reserve":
        units[mover(given)]["reserve"] = "ge-reserve-5"
        rest |= {"phase": "breakthrough-movement"}
    return table.state(units, options={"fuel_shortage": True}, **rest)


def occupied(case):
    return case["given"]["occupied"]


@cases("move-path")
def test_23_3_paths_cost_what_the_examples_say(case):
    path, expect = case["action"]["path"], case["expect"]
    fuel = {f"ge-fuel-{n}": "available" for n in (1, 2)}
    held = sorted(
        {"4", "5", "10", "11", "12", "3", "13", "21", "22", "24", "35", "49", "34"} - {*occupied(case)}, key=int
    )
    state = started(case, path[0], chits=fuel, german=held)
    unit = PARTS.unit_index[mover(case["given"])]
    ground = movement.ground_of(PARTS, state, unit)
    steps = [PARTS.area_index[area] for area in path]
    costs = [ways.points(PARTS, ground, a, b, first=n == 0) for n, (a, b) in enumerate(itertools.pairwise(steps))]
    assert costs == expect["step_costs"]
    assert sum(costs) == expect["total"]
    move = movement.Move(PARTS.unit_ids[unit], tuple(path))
    assert (table.BOOK.why_not(state, move) is None) == expect["legal"]
    if expect["legal"] and "fuel_needed" in expect:
        dry = table.BOOK.why_not(started(case, path[0], german=held), move)
        assert (dry is not None) == expect["fuel_needed"]


@cases("move-min-cost")
def test_23_3_areas_within_reach(case):
    start, goal = (case["action"][key] for key in ("from", "to"))
    fuel = {f"ge-fuel-{n}": "available" for n in (1, 2)}
    state = started(case, start, chits=fuel, german=["4", "5", "10", "9", "25", "33", "52", "3", "12"])
    ground = movement.ground_of(PARTS, state, PARTS.unit_index[mover(case["given"])])
    found = {PARTS.area_ids[effect[0]] for effect in movement.found(PARTS, ground)}
    assert (goal in found) == case["expect"]["reachable"]


@cases("bridge")
def test_23_3_a_bridge_blown_before_a_crossing(case):
    given, expect = case["given"], case["expect"]
    chits = {"ge-greif-team-bridge": "on-bridge"} | (
        {"us-159eng": "available"} if given["engineer_in_defended_area"] else {}
    )
    game = table.situation(
        {"ge-2pz": "21", "us-110rct": "37"},
        "move ge-2pz 21>37",
        dice=case["action"]["dice"],
        chits=chits,
        attached={"ge-greif-team-bridge": "21-37"},
        german=["21"],
    )
    order = "blow us-159eng" if given["engineer_in_defended_area"] else "blow"
    assert game.explain(order).total == expect["success_number"]
    game.play(order)
    assert ("21-37" in game.rulebook.snapshot(game.state)["bridges"]["blown"]) == expect["blown"]
    boxes = game.rulebook.snapshot(game.state)["chits"]
    if "greif_event_to" in expect:
        assert boxes["ge-greif-team-bridge"] == expect["greif_event_to"]
        assert boxes["us-159eng"] == expect["engineer_to"]


@cases("river-assault")
def test_23_3_a_river_assault(case):
    given = case["given"]
    start, goal = given["from"], given["to"]
    game = table.situation(
        {given["unit"]: start, "us-110rct": goal}, f"move {given['unit']} {start}>{goal}", bridges={"blown": ["21-37"]}
    )
    assert table.at(game, given["unit"]) == goal
    assert table.markers(game, "river-assault") == {goal}


@cases("reinforcement")
def test_23_1_reinforcements(case):
    expect = case["expect"]
    arrivals = PARTS.scenarios[0].arrivals
    due = {name: row for name, row in arrivals.items() if name.startswith(("us-", "uk-")) and row.turn == 2}
    units = {name: row for name, row in due.items() if name in PARTS.unit_index}
    assert set(units) == set(expect["units"])
    for name, wanted in expect["units"].items():
        assert list(units[name].entries) == wanted["entry"]
        assert units[name].strength == wanted.get("strength")
    forces = [n for n in due if n in PARTS.chit_index and PARTS.kind[PARTS.chit_index[n]] == "task-force"]
    assert len(forces) == expect["task_forces"]
    start = {n: {"at": "waiting", "came": 2, "steps": units[n].strength} for n in units}
    state = table.state(start, stack=[{"step": "arriving", "side": ALLIED}])
    entered = {name: {PARTS.area_ids[a] for a in entry.entries(PARTS, state, PARTS.unit_index[name])} for name in units}
    assert entered == {n: {PARTS.area_ids[PARTS.entry[e]] for e in units[n].entries} for n in units}


@cases("strategic")
def test_23_4_strategic_moves(case):
    given, action = case["given"], case["action"]
    marker = next(m.id for m in PARTS.markers if m.side == "allied" and list(m.zones) == action["marker_zones"])
    unit = {"at": action["from"], "reserve": marker}
    state = table.state(
        {action["unit"]: unit}, phase="strategic-movement", phasing="allied", german=given["german_controlled"]
    )
    reached = strategic.reach(PARTS, state, PARTS.unit_index[action["unit"]])
    assert (PARTS.area_index[action["to"]] in reached) == case["expect"]["legal"]


@cases("breakthrough")
def test_23_7_breakthrough_movement(case):
    given, goal = case["given"], case["action"]["to"]
    marked = given["marker"] == "exploitation"
    units = {given["unit"]: {"at": given["from"], "status": ("exploiting",) if marked else ()}}
    units |= {"us-9adr": "36"} if case["expect"]["newly_contested"] else {}
    game = table.situation(
        units, phase="breakthrough-movement", chits={"ge-special-action": "available"}, german=["12", "22"]
    )
    if not marked:
        game.play(f"activate {given['unit']} ge-special-action")
    order = f"move {given['unit']} {given['from']}>{goal} exploit"
    assert (game.why_not(order) is None) == case["expect"]["legal"]
    moved = game.rulebook.apply(game.state, game.read(order))[0]
    if isinstance(moved.stack[-1], crossing.Demolishing):
        moved = game.rulebook.apply(moved, crossing.Spare())[0]
    assert bool(moved.new >> PARTS.area_index[goal] & 1) == case["expect"]["newly_contested"]


@cases("reaction")
def test_23_7_only_reserves_react(case):
    units = dict(zip(case["given"]["units"], ("56", "57", "42"), strict=True))
    state = table.state(units, phase="reaction")
    listed = table.BOOK.decision(state).options.keys()
    assert any(name in listed for name in units) == case["expect"]["may_move"]


@cases("supply")
def test_23_8_supply_paths(case):
    given, action = case["given"], case["action"]
    units = {entry["unit"]: entry["area"] for entry in given["units"]}
    chits = {entry["asset"]: entry["area"] for entry in given["roadblocks"]}
    blown = [f"{min(pair, key=int)}-{max(pair, key=int)}" for pair in given["blown"]]
    state = table.state(units, german=given["german_controlled"], chits=chits, bridges={"blown": blown})
    side, area = SIDES.index(action["side"]), PARTS.area_index[action["area"]]
    assert bool(supply.traces(PARTS, state, side) >> area & 1) == case["expect"]["supplied"]
    found = supply.way_home(PARTS, state, side, area)
    assert bool(found) == case["expect"]["supplied"]
    if "only_first_step" in case["expect"]:
        assert PARTS.area_ids[found[1]] == case["expect"]["only_first_step"]


@cases("victory")
def test_23_10_victory_points(case, monkeypatch):
    """The examples take it that every area is in supply."""
    monkeypatch.setattr(supply, "reach", lambda *_: (PARTS.all_areas, PARTS.all_areas))
    given, expect = case["given"], case["expect"]
    home = [a for a, row in PARTS.objectives.items() if row.german_symbols]
    german = {PARTS.area_ids[a] for a in home} - set(given["allied_controlled"]) | set(given["german_controlled"])
    german |= {PARTS.area_ids[a] for a in bits(PARTS.scenarios[0].german)} - set(given["allied_controlled"])
    lost = {name: "eliminated" for side in given["eliminated_large"].values() for name in side}
    position = {"turn": given["turn"], "german": sorted(german, key=int), "phase": "victory", "stack": []}
    state = table.state(lost, **position)
    assert victory.sudden(PARTS, state) == (SIDES.index(expect["sudden_death"]) if expect["sudden_death"] else None)
    assert victory.level(PARTS, state) == (expect["level"] if expect["advantaged"] == "german" else -expect["level"])
    large = {PARTS.counters[name].short for name in lost}
    for side, word in ((GERMAN, "german"), (ALLIED, "allied")):
        areas = [n for name, n in victory.points(PARTS, state, side) if name not in large]
        assert sum(areas) == expect[f"{word}_area_vp"]


def test_no_worked_example_is_left_out():
    """Every kind of example is asked for in a test here or among those of combat, cups and engineers."""
    here = Path(__file__)
    text = here.read_text(encoding="utf-8") + here.with_name("test_golden_combat.py").read_text(encoding="utf-8")
    asked = {
        kind
        for line in re.findall(r"@cases\((.+)\)|of_kind\((.+)\)", text)
        for kind in re.findall(r'"(.+?)"', "".join(line))
    }
    assert {case["kind"] for case in DATA["examples"]} == asked
    assert len(DATA["examples"]) == 52
