"""The tables of the divisional hex game: what its rules fix, and that the files fit each other."""

from __future__ import annotations

import csv
import datetime as dt
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bulge_widget.board import check_board, load_board, maps_folder
from bulge_widget.board.search import components
from bulge_widget.rulebooks.bigredone.movement import MARKERS

FOLDER = maps_folder("bigredone")
BOARD = load_board(FOLDER)
EXAMPLES = Path(__file__).parents[1] / "golden" / "bigredone" / "examples.json"
KEYS = {"rules", "review", "history", "balance", "reconstructed", "generated", "design", "geonames", "statbel"}


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_nothing_is_wrong_with_the_board():
    assert check_board(FOLDER) == ()


def test_there_are_19_rows_of_26_and_25_hexes_counted_from_the_east():
    assert len(BOARD.spaces) == 485
    count = Counter(space.id[:2] for space in BOARD.spaces)
    assert count == {f"{row:02d}": 26 if row % 2 else 25 for row in range(1, 20)}
    assert BOARD.space("0705").x > BOARD.space("0706").x


def test_terrain_towns_and_west_wall_are_counted():
    assert Counter(s.terrain for s in BOARD.spaces).keys() == {"clear", "rough", "light-woods", "heavy-woods"}
    assert sum(s.has("town") for s in BOARD.spaces) == 28
    assert sum(s.has("west-wall") for s in BOARD.spaces) == 19
    assert all(s.name for s in BOARD.spaces if s.has("town"))


def test_what_the_rules_say_of_hexes_is_on_the_map():
    assert BOARD.space("0705").terrain == "rough"
    way = [BOARD.index[name] for name in ("0705", "0706", "0707", "0708", "0709", "0710")]
    assert all(BOARD.borders[a, b].road for a, b in pairwise(way))
    assert BOARD.borders[way[0], way[1]].bridge
    assert BOARD.space("0707").name == "St. Vith"


def test_hexes_lie_where_their_places_are():
    for name, lon, lat in (("St. Vith", 6.13, 50.28), ("Bastogne", 5.72, 50.0), ("Dinant", 4.91, 50.26)):
        space = BOARD.space(name)
        (x, y), (tx, ty) = (space.x, space.y), BOARD.projection.to_km(lon, lat)
        assert abs(x - tx) < 4
        assert abs(y - ty) < 4


def test_a_bridge_is_a_road_over_a_river_hexside():
    borders = [e for (a, b), e in BOARD.borders.items() if a < b]
    assert all(e.bridge == (e.road and bool(e.river)) for e in borders)
    assert sum(e.bridge for e in borders) == 35
    assert sum(e.road for e in borders) == 289
    assert sum(bool(e.river) for e in borders) == 226
    assert {e.river for e in borders if e.river} == BOARD.rivers.keys()


def test_all_roads_hang_together_and_every_exit_is_on_one():
    alone = [part for part in components(BOARD.roads) if len(part) == 1]
    assert len([part for part in components(BOARD.roads) if len(part) > 1]) == 1
    assert not {e.space for e in BOARD.exits} & {space for part in alone for space in part}


def test_the_exits_have_their_multiples():
    by_edge = {edge: [e for e in BOARD.exits if e.edge == edge] for edge in "nesw"}
    assert {edge: len(found) for edge, found in by_edge.items()} == {"n": 11, "e": 7, "s": 6, "w": 7}
    assert [e.multiple for e in by_edge["n"]] == [0, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4]
    assert {e.multiple for e in by_edge["w"]} == {3}
    assert {e.multiple for e in (*by_edge["e"], *by_edge["s"])} == {None}
    assert all((e.side == "german") == (e.edge == "e") for e in BOARD.exits)
    assert BOARD.grid is not None
    for e in BOARD.exits:
        assert BOARD.grid.neighbours(BOARD.spaces[e.space].id).get(e.hexside) not in BOARD.index


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.stem)
def test_every_row_has_provenance_keys_that_the_sources_explain(path: Path):
    sources = {row["source"] for row in rows(path.stem)}
    assert {key for source in sources for key in source.split("+")} <= KEYS
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    assert all(f"| `{key}` |" in text for key in KEYS)


def test_units_and_markers_make_100_counters():
    assert len(rows("counters")) == 78
    assert sum(int(row["count"]) for row in rows("markers")) == 22
    assert len({(row["id"], row["side"]) for row in rows("markers")}) == len(rows("markers"))
    assert [row["count"] for row in rows("markers") if row["id"] == "mech-movement"] == [str(MARKERS)]


def test_every_counter_is_set_up_alone_or_arrives_at_an_edge_of_its_side():
    hexes = [row["setup_hex"] for row in rows("counters") if row["setup_hex"]]
    assert len(hexes) == len(set(hexes))
    assert set(hexes) <= BOARD.index.keys()
    for row in rows("counters"):
        assert bool(row["setup_hex"]) != bool(row["arrival_turn"])
        assert bool(row["arrival_turn"]) == bool(row["arrival_edge"])
        edges = {"", "e", "air"} if row["side"] == "german" else {"", "n", "s", "w"}
        assert row["arrival_edge"] in edges


def test_counters_have_the_shared_columns():
    assert len({row["id"] for row in rows("counters")}) == 78
    for row in rows("counters"):
        assert row["id"].startswith({"de": "ge", "us": "us", "uk": "uk"}[row["nation"]] + "-")
        assert (row["arm"] == "army") == (row["side"] == "allied")
        assert row["unit_class"] in {"armor", "infantry", "airborne", "reconnaissance", "mechanized_infantry"}
        assert 1 <= int(row["strength"]) <= 7
    strength = {row["id"]: int(row["strength"]) for row in rows("counters")}
    assert strength["ge-1ss"] == strength["ge-12ss"] == 7
    assert all(n < 7 for name, n in strength.items() if name not in {"ge-1ss", "ge-12ss"})


@pytest.mark.parametrize(("table", "columns", "given"), [("primary", 13, 15), ("secondary", 11, 17)])
def test_the_combat_tables_are_whole_and_rise(table: str, columns: int, given: int):
    cells = [row for row in rows("crt") if row["table"] == table]
    assert len(cells) == 6 * columns
    assert sum(row["source"] == "rules" for row in cells) == given
    worth = ["Ae", "Ar", "Ct", "Dr", "Ex", "De"]
    lines = [[worth.index(r["result"]) for r in cells if r["die"] == str(die)] for die in range(1, 7)]
    assert all(line == sorted(line) for line in lines)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*lines, strict=True))
    first = cells[:columns]
    assert (first[0]["minimum"], first[-1]["maximum"]) == ("", "")
    assert all(int(b["minimum"]) == int(a["maximum"]) + 1 for a, b in pairwise(first))


def test_there_are_18_turns_of_a_day_and_the_last_decides():
    turns = rows("turns")
    assert [row["turn"] for row in turns] == [str(n) for n in range(1, 19)]
    assert (turns[0]["first_date"], turns[-1]["last_date"]) == ("1944-12-16", "1945-01-02")
    assert all(int(row["german"]) > int(row["allied"]) for row in turns)
    assert [int(row["german"]) - int(row["allied"]) for row in turns][-1] == 1
    for number, row in enumerate(turns):
        day = dt.date(1944, 12, 16) + dt.timedelta(days=number)
        assert row["first_date"] == row["last_date"] == day.isoformat()
        assert row["label"] == f"{day.day} {day:%B}"
    assert [row["turn"] for row in rows("weather")] == [row["turn"] for row in turns]


def test_counters_and_exits_are_named_in_full_and_apart():
    for column in ("name", "short"):
        names = [row[column] for row in rows("counters")]
        assert all(names)
        assert len(set(names)) == len(names), column
    symbols = {"infantry": {"infantry", "engineer", "airborne"}, "airborne": {"airborne"}, "armor": {"armor"}}
    symbols |= {"mechanized_infantry": {"mechanized"}, "reconnaissance": {"cavalry"}}
    for row in rows("counters"):
        assert row["type"] in symbols[row["unit_class"]], row["id"]
        assert row["command"], row["id"]
        assert row["formation"] or row["size"] != "xx", row["id"]
    assert all(e.towards for e in BOARD.exits)
    assert len({e.towards for e in BOARD.exits}) >= len(BOARD.exits) - 1, "Gembloux is reached by two roads"


def named(value: Any, key: str = "") -> list[tuple[str, str]]:
    """All (key, text) pairs in a case."""
    if isinstance(value, dict):
        return [pair for k, v in value.items() for pair in named(v, k)] + [
            ("hex", k) for k in value if len(k) == 4 and k.isdigit()
        ]
    if isinstance(value, list):
        return [pair for v in value for pair in named(v, key)]
    return [(key, value)] if isinstance(value, str) else []


def test_the_worked_examples_name_only_what_the_tables_know():
    examples = json.loads(EXAMPLES.read_text(encoding="utf-8"))["examples"]
    assert len(examples) == len({example["id"] for example in examples}) == 96
    assert Counter(example["class"] for example in examples) == {"golden": 35, "derived": 61}
    terrains = {row["terrain"] for row in rows("terrain")}
    columns = {row["column"] for row in rows("crt")}
    for example in examples:
        for key, text in named({"given": example["given"], "expect": example["expect"]}):
            if text.isdigit():
                assert text in BOARD.index
            elif key == "hexside":
                assert set(text.split("-")) <= BOARD.index.keys()
            elif key in ("terrain", "column"):
                assert text in (terrains if key == "terrain" else columns)
