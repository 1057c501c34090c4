"""The map of the regimental hex game: what its rules fix, and that the files fit each other."""

from __future__ import annotations

import csv
import json
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from bulge_widget.board import check_board, load_board, maps_folder
from bulge_widget.board.search import components

FOLDER = maps_folder("botb")
BOARD = load_board(FOLDER)
GOLDEN = Path(__file__).parents[1] / "golden" / "botb"
KEYS = {"rules", "ruling", "history", "reconstructed", "generated", "design", "geonames", "statbel"}
NAMED = "qq5 pp18 nn20 oo29 tt15 mm24 tt31 ww33 vv33 ee9 jj6 p8 cc5 uu1 qq1 xx12 uu12 pp10 w1 a1 a21 xx16 tt3 uu2 uu6"


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tagged(tag: str) -> set[str]:
    return {space.id for space in BOARD.spaces if space.has(tag)}


def test_nothing_is_wrong_with_the_board():
    assert check_board(FOLDER) == ()


def test_the_board_loads_in_less_than_a_tenth_of_a_second():
    times = []
    for _ in range(3):
        start = time.process_time()
        load_board(FOLDER)
        times.append(time.process_time() - start)
    assert min(times) < 0.1


def test_there_are_50_columns_of_33_hexes_and_even_ones_lie_lower():
    assert len(BOARD.spaces) == 1650
    assert Counter(space.id.rstrip("0123456789") for space in BOARD.spaces).most_common(1)[0][1] == 33
    assert BOARD.space("b1").y < BOARD.space("a1").y
    assert BOARD.space("tt3").index in BOARD.neighbours[BOARD.find("uu4")]
    assert BOARD.space("tt3").index not in BOARD.neighbours[BOARD.find("uu2")]


def test_terrain_and_marks_are_counted():
    count = Counter(s.terrain for s in BOARD.spaces)
    assert count == {"clear": 1248, "forest": 202, "rugged": 142, "town": 58}
    assert {s.id for s in BOARD.spaces if s.name} == {s.id for s in BOARD.spaces if s.terrain == "town"}
    assert tagged("fort") == {"jj24", "d16", "c9", "w1", "w2", "w3"}
    assert tagged("field-fort:allied") == {"vv33"}
    assert tagged("fuel-dump") == {"gg11", "ee9"}
    assert tagged("parachute") == {"jj6"}
    assert tagged("star:white") == {"p8"}
    assert tagged("cross:dark-blue") == {"w1", "w2", "w3"}
    assert tagged("fifteen:circled") == {"ee7", "jj9"}
    assert len(tagged("cross:light-blue")) == 8
    assert len(tagged("fifteen:plain")) == 5
    assert len(tagged("bank:west")) == 141
    assert len(tagged("road:south")) == 1167


def test_german_areas_have_their_hexes():
    count = Counter(s.tag("area") for s in BOARD.spaces if s.tag("area"))
    assert count == {"a": 7, "b": 11, "c": 8, "d": 7, "e": 7, "f": 6, "g": 7}


def test_hexes_lie_where_their_places_are():
    for name, lon, lat in (("St. Vith", 6.13, 50.28), ("Bastogne", 5.72, 50.0), ("Namur", 4.87, 50.47)):
        space = BOARD.space(name)
        (x, y), (tx, ty) = (space.x, space.y), BOARD.projection.to_km(lon, lat)
        assert abs(x - tx) < 4
        assert abs(y - ty) < 4


def test_banks_and_what_hexsides_join_are_as_worked_out_by_hand():
    told = json.loads((GOLDEN / "banks.json").read_text(encoding="utf-8"))
    assert {s.id for s in BOARD.spaces if s.rivers} == told.keys()
    assert len(told) == 206
    for name, row in told.items():
        here = BOARD.space(name)
        assert [" ".join(bank) for bank in here.banks] == row["banks"], name
        borders = {e.side: e for (a, _), e in BOARD.borders.items() if a == here.index}
        for side, links in row["links"].items():
            there = BOARD.spaces[borders[side].b]
            if links == "town":
                assert there.terrain == "town"
            else:
                assert sorted(borders[side].banks) == sorted(map(tuple, links)), (name, side)


def test_headwaters_and_confluences_are_counted():
    assert Counter(len(s.rivers) for s in BOARD.spaces if s.rivers) == {1: 12, 2: 186, 3: 8}
    assert not any(s.rivers for s in BOARD.spaces if s.terrain == "town")


def test_courses_run_through_the_river_sides_and_through_towns():
    passed = {(row["space"], row["side"], row["river"]) for row in (*rows("river_sides"), *rows("town_rivers"))}
    assert BOARD.grid is not None
    for row in rows("courses"):
        for a, b in pairwise(row["spaces"].split()):
            side = BOARD.grid.direction(a, b)
            assert side is not None
            assert (a, side, row["river"]) in passed
            assert (b, BOARD.grid.opposite(side), row["river"]) in passed
    assert {row["river"] for row in rows("courses")} == BOARD.rivers.keys()


def touched(name: str) -> set[int]:
    """The banks that roads of a river hex lie on."""
    here = BOARD.space(name)
    roads = [e for (a, _), e in BOARD.borders.items() if a == here.index and e.road]
    found = {k for e in roads for k, bank in enumerate(here.banks) if e.side in bank}
    return found | {bank for e in roads if e.side in dict(here.rivers) for bank in e.road_banks}


def test_a_bridge_is_where_roads_touch_two_banks():
    bridges = {row["space"]: row for row in rows("bridges")}
    assert len(bridges) == 18
    assert {s.id for s in BOARD.spaces if len(s.banks) > 1 and len(touched(s.id)) > 1} == bridges.keys()
    assert tagged("bridge") | tagged("bridge:blown") == bridges.keys()
    assert {name for name, row in bridges.items() if row["blown"] == "yes"} == {"mm24", "tt31", "ww33"}
    assert sum(row["occupant"] == "german" for row in bridges.values()) == 3
    for name, row in bridges.items():
        assert sorted(touched(name)) == [int(bank) for bank in row["banks"].split()]
        assert row["river"] in {river for _, river in BOARD.space(name).rivers}


def test_all_roads_hang_together_and_are_those_of_the_named_ways():
    roads = {frozenset((e.a, e.b)) for e in BOARD.borders.values() if e.road}
    assert len(roads) == 735
    ways = [[BOARD.find(name) for name in row["spaces"].split()] for row in rows("routes")]
    assert {frozenset(pair) for way in ways for pair in pairwise(way)} == roads
    assert len(ways) == 112
    assert len([part for part in components(BOARD.roads) if len(part) > 1]) == 1
    assert sum(e.cliff for e in BOARD.borders.values()) == 2 * 20
    assert not any(e.cliff and e.road for e in BOARD.borders.values())
    assert all(BOARD.roads[s.index] for s in BOARD.spaces if s.terrain == "town")


def test_exits_leave_through_a_side_with_nothing_beyond():
    assert Counter(e.edge for e in BOARD.exits) == {"n": 9, "e": 6, "s": 8, "w": 5}
    assert BOARD.grid is not None
    for e in BOARD.exits:
        assert BOARD.grid.neighbours(BOARD.spaces[e.space].id).get(e.hexside) not in BOARD.index
        assert BOARD.roads[e.space]
    assert tagged("arrow:pink") | tagged("arrow:red") <= {e.id for e in BOARD.exits}


def test_supply_comes_from_exits_or_liege():
    for row in rows("supply_sources"):
        assert row["space"] in BOARD.index
        assert row["kind"] == "liege" or BOARD.exit(row["space"])
    count = Counter((row["side"], row["kind"]) for row in rows("supply_sources"))
    assert count == {("german", "edge"): 7, ("german", "liege"): 3, ("allied", "edge"): 22, ("allied", "liege"): 3}


def test_towns_stand_in_the_quarters_the_rules_count():
    count = Counter((row["quadrant"], row["bank"]) for row in rows("towns"))
    for row in rows("quadrants"):
        assert count[row["id"], "west"] == int(row["towns_west"])
        assert count[row["id"], "east"] == int(row["towns_east"])
    assert sum(count.values()) == 58
    assert sum(row["final_line"] == "inside" for row in rows("towns")) == 16
    assert sum(row["control"] == "german" for row in rows("towns")) == 5
    for row in rows("towns"):
        column, number = BOARD.space(row["space"]).x, int(row["space"].lstrip("abcdefghijklmnopqrstuvwxyz"))
        assert row["quadrant"] == ("n" if number <= 16 else "s") + ("w" if column < BOARD.space("z1").x - 1 else "e")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.stem)
def test_every_row_has_provenance_keys_that_the_sources_explain(path: Path):
    sources = {row["source"] for row in rows(path.stem)}
    assert {key for source in sources for key in source.split("+")} <= KEYS
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    assert all(f"| `{key}` |" in text for key in KEYS)
    assert f"`{path.name}`" in text or path.stem.startswith(("scenario_", "victory_"))


def test_what_tables_name_in_columns_of_hexes_exists():
    columns = ("space", "spaces", "first_entry", "last_entry", "drop", "widen_first", "widen_last", "first", "last")
    for path in FOLDER.glob("*.csv"):
        for row in rows(path.stem):
            for column in columns:
                assert set((row.get(column) or "").split()) <= BOARD.index.keys(), (path.name, row)
    assert all(name in BOARD.index for name in NAMED.split())
