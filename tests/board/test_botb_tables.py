"""The counters, charts and scenarios of the regimental hex game, and its worked examples."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

from bulge_widget.board import load_board, maps_folder

FOLDER = maps_folder("botb")
BOARD = load_board(FOLDER)
GOLDEN = Path(__file__).parents[1] / "golden" / "botb"


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


COUNTERS = rows("counters")
IDS = {row["id"] for row in COUNTERS}


def test_there_are_233_units_with_the_shared_columns():
    assert len(IDS) == len(COUNTERS) == 233
    assert len({row["name"] for row in COUNTERS}) == 233
    assert Counter(row["side"] for row in COUNTERS) == {"german": 106, "allied": 127}
    for row in COUNTERS:
        assert row["id"].startswith({"de": "ge", "us": "us", "uk": "uk"}[row["nation"]] + "-")
        assert (row["arm"] == "army") == (row["side"] == "allied")
        assert (row["attack"] == row["defence"]) == (row["group"] != "artillery")
        assert (row["type"] == "mechanized") == (row["unit_class"] == "motorized_infantry")
    assert len(rows("air_units")) == 9


def test_known_strengths_stand():
    by_id = {row["id"]: row for row in COUNTERS}
    assert by_id["ge-1ss-peiper"]["attack"] == "12"
    assert by_id["us-14cav-14"]["attack"] == "4"
    assert Counter(row["unit_class"] for row in COUNTERS)["artillery_corps"] == 23
    assert Counter(row["points"] for row in COUNTERS) == {"other": 160, "armor": 41, "infantry-3-3": 28, "none": 4}


def test_every_unit_comes_in_exactly_one_way():
    placed = {row["unit"]: row["space"] for row in rows("setup")}
    assert len(placed) == 26
    groups = {row["group"]: row for row in rows("reinforcements")}
    for row in COUNTERS:
        ways = (row["deployment"], row["arrival"], placed.get(row["id"], ""))
        assert sum(map(bool, ways)) == 1, row["id"]
        if row["arrival"]:
            assert row["id"] in groups[row["arrival"]]["units"].split()
            assert groups[row["arrival"]]["side"] == row["side"]
    assert sum(len(row["units"].split()) for row in groups.values()) == 140
    assert {row["unit"] for row in rows("setup") if row["improved_position"] == "yes"} == {
        "us-99-395", "us-106-424", "us-28-112", "us-28-109",
    }  # fmt: skip


def test_reinforcements_name_turns_groups_and_units_that_exist():
    turns, groups = {row["turn"] for row in rows("turns")}, {row["group"] for row in rows("reinforcements")}
    for row in rows("reinforcements"):
        assert {row["turn"], row["not_before"], row["widen_turn"]} - {""} <= turns
        assert bool(row["drop"]) != bool(row["first_entry"])
        assert {word.partition(":")[2] for word in row["requires"].split() if ":" in word} <= groups
        assert bool(row["turn"]) or any(t["group"] == row["group"] for t in rows("triggers"))
    for row in rows("triggers"):
        assert row["group"] in groups
        assert {row["turn"], row["by_turn"], row["before_turn"]} - {""} <= turns
        assert bool(row["turn"]) + bool(row["when"]) + bool(row["delay"]) == 1
        assert set(row["units"].split()) <= IDS
    assert {row["group"] for row in rows("diversion")} <= groups


def test_there_are_36_half_days_with_weather():
    turns, weather = rows("turns"), rows("weather")
    assert [row["turn"] for row in turns] == [row["turn"] for row in weather] == [str(n) for n in range(1, 37)]
    assert (turns[0]["label"], turns[-1]["label"]) == ("16 AM", "2 PM")
    assert (turns[0]["first_date"], turns[-1]["last_date"]) == ("1944-12-16", "1945-01-02")
    label = {row["turn"]: row["label"] for row in turns}
    clear = [label[row["turn"]] for row in weather if row["sky"] == "clear"]
    assert (clear[0], clear[-1], len(clear)) == ("23 AM", "27 PM", 10)
    bombed = [label[row["turn"]] for row in weather if row["strategic_bombing"] == "yes"]
    assert (bombed[0], bombed[-1], len(bombed)) == ("24 AM", "28 PM", 10)


def test_the_combat_table_is_whole_and_never_better_for_the_attacker_at_a_higher_throw():
    worth = {row["results"]: int(row["rank"]) for row in rows("severity")}
    cells = {(row["ratio"], int(row["die"])): worth[row["results"]] for row in rows("crt")}
    ratios = list(dict.fromkeys(row["ratio"] for row in rows("crt")))
    assert (len(cells), len(ratios)) == (140, 14)
    lines = [[cells[ratio, die] for ratio in ratios] for die in range(-1, 9)]
    assert all(line == sorted(line, reverse=True) for line in lines)
    assert all(list(column) == sorted(column) for column in zip(*lines, strict=True))
    assert worth["Exch"] == cells["3-1", 3] == cells["4-1", 4]
    assert Counter(row["ratio"] for row in rows("blitz")) == {"2-1": 10, "3-1": 10, "4-1": 10}


def test_scenarios_place_units_in_areas_that_exist():
    scenarios = {row["id"] for row in rows("scenarios")}
    assert scenarios == {"45", "46", "47", "48"}
    areas = {s.tag("area") for s in BOARD.spaces} - {""}
    for row in rows("scenario_setup"):
        assert row["letter"] in areas
        assert set(row["areas"].split()) <= areas
        assert bool(row["areas"] or row["spaces"]) != bool(row["with_group"])
    for row in rows("scenario_units"):
        assert row["unit"] in IDS
        assert row["effect"] in ("withheld", "extra")
    for name in ("scenario_changes", "victory_points", "victory_conditions"):
        assert {row["scenario"] for row in rows(name)} <= scenarios


def test_every_ruling_stands_once_and_every_mark_has_a_rule():
    numbers = [row["number"] for row in rows("rulings")]
    assert len(numbers) == len(set(numbers)) == 75
    assert all(row["ruling"] for row in rows("rulings"))
    tags = {tag if tag.split(":")[0] != "area" else "area" for s in BOARD.spaces for tag in s.tags}
    assert tags == {row["tag"] for row in rows("marks")}


def named(value: Any, key: str = "") -> list[tuple[str, str]]:
    """All (key, text) pairs in a case."""
    if isinstance(value, dict):
        return [pair for k, v in value.items() for pair in named(v, k)]
    if isinstance(value, list):
        return [pair for v in value for pair in named(v, key)]
    return [(key, value)] if isinstance(value, str) else []


def test_the_worked_examples_name_only_what_the_tables_know():
    examples = json.loads((GOLDEN / "examples.json").read_text(encoding="utf-8"))["examples"]
    assert len(examples) == len({example["id"] for example in examples}) == 81
    ratios, sides = {row["ratio"] for row in rows("crt")}, {"n", "ne", "se", "s", "sw", "nw"}
    labels = {row["label"] for row in rows("turns")}
    for example in examples:
        for key, text in named(example["given"]):
            if key in ("hex", "hexes", "from", "to", "enemy", "path"):
                assert text in BOARD.index
            known = {"ratio": ratios, "in_side": sides, "out_side": sides, "side": {"german", "allied"}, "turn": labels}
            assert key not in known or text in known[key], example
    for example in examples:
        if example["kind"] == "adjacent" and "cliff" not in example.get("note", ""):
            a, b = (BOARD.find(name) for name in example["given"]["hexes"])
            assert (b in BOARD.neighbours[a]) == example["expect"]
