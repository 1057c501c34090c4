"""The Knapp tables: what the article fixes, and that the files fit each other."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from bulge_widget.board import load_board, maps_folder

FOLDER = maps_folder("knapp")
EXAMPLES = Path(__file__).parents[1] / "golden" / "knapp" / "examples.json"
KEYS = {"article", "history", "design", "balance", "generated", "geonames", "statbel"}


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_are_44_areas_worth_100_points_and_none_of_them_on_german_ground():
    values = rows("values")
    assert [row["area"] for row in values] == [space.id for space in load_board(FOLDER).spaces]
    assert sum(int(row["value"]) for row in values) == 100
    assert {row["control"] for row in values if row["value"] == "0"} == {"german"}
    assert Counter(row["value"] for row in values) == {"5": 4, "4": 5, "3": 11, "2": 9, "1": 9, "0": 6}


def test_four_german_roads_leave_the_east_edge_and_lettered_ones_the_others():
    exits = load_board(FOLDER).exits
    assert [e.id for e in exits if e.side == "german"] == ["g1", "g2", "g3", "g4"]
    assert {e.edge for e in exits if e.side == "german"} == {"e"}
    assert "".join(e.id for e in exits if e.side == "allied") == "abcdefghijk"
    assert {e.edge for e in exits if e.side == "allied"} == {"n", "s", "w"}


def test_a_bridge_is_a_road_over_a_river_border():
    for border in load_board(FOLDER).borders.values():
        assert border.bridge == (border.road and bool(border.river))
        assert bool(border.river) == (border.river_share is not None and border.river_share >= 0.5)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.stem)
def test_every_row_has_provenance_keys_that_the_sources_explain(path: Path):
    sources = {row["source"] for row in rows(path.stem)}
    assert {key for source in sources for key in source.split("+")} <= KEYS
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    assert all(f"| `{key}` |" in text for key in KEYS)


def test_every_counter_is_set_up_or_arrives_and_stands_on_the_right_ground():
    counters = {row["id"]: row for row in rows("counters")}
    assert len(counters) == 57
    start, later = {r["unit"]: r["area"] for r in rows("setup")}, {r["unit"]: r for r in rows("reinforcements")}
    assert start.keys() | later.keys() == counters.keys()
    assert not start.keys() & later.keys()
    control = {row["area"]: row["control"] for row in rows("values")}
    assert all(control[area] == counters[unit]["side"] for unit, area in start.items())
    exits = {e.id: e.side for e in load_board(FOLDER).exits}
    for unit, row in later.items():
        assert {exits[e] for e in (row["entries"] + " " + row["alternates"]).split()} == {counters[unit]["side"]}
        assert 2 <= int(row["turn"]) <= 10


def test_ids_begin_with_the_nation_and_arms_fit_it():
    prefix = {"de": "ge", "us": "us", "uk": "uk"}
    for row in rows("counters"):
        assert row["id"].startswith(prefix[row["nation"]] + "-")
        assert (row["arm"] == "army") == (row["side"] == "allied")
        assert row["unit_class"] in ("infantry", "armor")
    assert {r["type"] for r in rows("counters")} == {"infantry", "airborne", "mechanized", "armor", "cavalry"}


def test_the_bands_of_victory_cover_0_to_100_without_overlap():
    points = [n for row in rows("victory") for n in range(int(row["minimum"]), int(row["maximum"]) + 1)]
    assert points == list(range(101))


def test_the_turns_are_ten_days_from_16_december():
    assert [row["first_date"] for row in rows("turns")] == [f"1944-12-{day}" for day in range(16, 26)]
    assert all(row["first_date"] == row["last_date"] for row in rows("turns"))


def test_the_worked_examples_name_only_what_the_tables_know():
    examples = json.loads(EXAMPLES.read_text(encoding="utf-8"))["examples"]
    assert len(examples) == len({example["id"] for example in examples}) == 62
    units, board = {row["id"] for row in rows("counters")}, load_board(FOLDER)
    for example in examples:
        given = example["given"]
        assert given["units"].keys() <= units
        areas = {area for area, _ in given["units"].values()} | given.get("control", {}).keys()
        for action in example["actions"]:
            areas |= set(action.get("path", ())) | set(action.get("areas", ()))
            assert set(action.get("units", ())) <= units
            assert action.get("entry", "a") in {e.id for e in board.exits}
            assert action.get("side", "german") in ("german", "allied")
        assert areas - {None} <= board.index.keys()
