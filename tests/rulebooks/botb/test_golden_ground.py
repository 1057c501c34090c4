"""The worked examples about ground, roads, rivers, zones and supply lines."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from pathlib import Path

import pytest

from bulge_widget.rulebooks.botb import ground, movement, paths, tours, victory
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from tests.rulebooks.botb.table import BOOK, PARTS, move, refused, state_of

GOLDEN = Path(__file__).parents[2] / "golden" / "botb" / "examples.json"
EXAMPLES = json.loads(GOLDEN.read_text(encoding="utf-8"))["examples"]
UNITS = {
    "german_infantry": "ge-326vg-751",
    "allied_infantry": "us-2-9",
    "german_artillery_corps": "ge-vak-405",
    "other": "ge-1ss-peiper",
}
MINE = ("adjacent", "distance", "road_edge", "road_cost", "max_road_hexes", "sum_cost", "terrain_cost", "river_cross")
MINE += ("supply_line_to_road", "zoc_step", "exit_points")


def rate(given):
    fast, slow = PARTS.rates[given["unit"]]
    if given.get("german") and given.get("turn") == "16 AM":
        going = movement.going_of(PARTS, start_state(), PARTS.unit_index[UNITS[given["unit"]]], slow=False)
        assert going.surprise
        return 12
    return slow if given.get("zoc") or given.get("will_support") else fast


def start_state():
    return state_of({"ge-326vg-751": "xx12"}, turn=1)


def adjacent(given):
    a, b = (PARTS.hex(h) for h in given["hexes"])
    return b in PARTS.touch[a]


def terrain_cost(given):
    going = Going(given["mechanized"], 3, given["ground"], (), (PARTS.hex(given["hex"]),), surprise=False)
    here = PARTS.hex(given["hex"])
    cost = ground.terrain_cost(PARTS, going, here)
    if cost is None:
        return None
    return (cost + (ground.raid_cost(PARTS, going, here) if given.get("interdiction") else 0)) // 12


def river_cross(given):
    here = PARTS.hex(given["hex"])
    side = {PARTS.board.borders[here, b].side: b for b in PARTS.near[here]}
    shut = (here,) if given.get("blown") or given.get("interdicted_german") else ()
    nodes, came = nodes_of(PARTS), side[given["in_side"]]
    mask = ground.walk(PARTS, shut, ground.full_mask(PARTS, came), came, here)
    if given.get("began_turn_here") and not given.get("armor"):
        mask = ground.full_mask(PARTS, here)
    going = Going(bool(given.get("armor")), 3, "frozen", shut, (), surprise=False)
    return ground.edge(PARTS, going, nodes.number[here, mask], side[given["out_side"]]) is not None


def supply_line_to_road(given):
    hexes = [PARTS.hex(h) for h in given["path"]]
    steps = itertools.pairwise(hexes)
    limit = {"german": 3, "allied": 4}[given["side"]]
    return all(b in PARTS.touch[a] for a, b in steps) and len(hexes) - 1 <= limit and bool(PARTS.on_road[hexes[-1]])


def zoc_step(given):
    state = state_of({"us-106-424": given["enemy"], "ge-62vg-190": given["from"]}, turn=10)
    return refused(state, move("ge-62vg-190", given["from"], given["to"])) is None


ASK = {
    "adjacent": adjacent,
    "distance": lambda g: PARTS.distance(*(PARTS.hex(h) for h in g["hexes"])),
    "road_edge": lambda g: PARTS.hex(g["hexes"][1]) in PARTS.roads[PARTS.hex(g["hexes"][0])],
    "road_cost": lambda g: str(Fraction(rate(g) * g["hexes"], 12)),
    "max_road_hexes": lambda g: 12 * g["movement"] // rate(g),
    "sum_cost": lambda g: str(Fraction(sum(int(Fraction(c) * 12) for c in g["costs"]), 12)),
    "terrain_cost": terrain_cost,
    "river_cross": river_cross,
    "supply_line_to_road": supply_line_to_road,
    "zoc_step": zoc_step,
}


def exit_points(given):
    names = ["ge-1ss-peiper", "ge-1ss-1pg", "ge-1ss-2pg"][: given["mechanized_units"]]
    state = state_of(dict.fromkeys(names, "exited"), scenario="45", exits=[[n, "w1", 9] for n in names])
    return dict(victory.parts_of_score(PARTS, state)[0])["units that left by an arrow"]


ASK["exit_points"] = exit_points


@pytest.mark.parametrize("case", [e for e in EXAMPLES if e["kind"] in MINE], ids=lambda e: e["id"])
def test_the_book_says_what_the_example_says(case):
    assert ASK[case["kind"]](case["given"]) == case["expect"]


def test_every_listed_way_is_legal_and_costs_no_more_than_the_allowance():
    state = state_of({"us-84-333": "p8", "ge-lehr-901": "aa22", "us-101-501": "bb24"}, phasing="allied")
    unit = PARTS.unit_index["us-84-333"]
    terms, start = movement.terms_of(PARTS, state, unit), paths.start_of(PARTS, state, unit)
    trips = tours.listed_trips(PARTS, state, unit, terms, start)
    for way in trips.ways.values():
        path = tours.path_of(PARTS, terms, start, trips, way)
        assert paths.path_refusal(PARTS, state, unit, terms, start, path) is None
        assert BOOK.explain(state, move("us-84-333", *path)).total <= terms.points
