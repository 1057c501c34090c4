"""The tables of the 96-area game: what its rules fix, and that the files fit each other."""

from __future__ import annotations

import csv
import datetime as dt
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bulge_widget.board import check_board, load_board, maps_folder, read_table
from bulge_widget.board.search import components
from bulge_widget.rulebooks.fab import tables

FOLDER = maps_folder("fab")
BOARD = load_board(FOLDER)
EXAMPLES = Path(__file__).parents[1] / "golden" / "fab" / "examples.json"
KEYS = {
    *("rules", "inferred", "ruling", "report", "history"),
    *("reconstructed", "generated", "design", "geonames", "statbel"),
}
TYPED: dict[str, type[Any]] = {
    "counters": tables.Counter,
    "chits": tables.Chit,
    "setup": tables.Deployment,
    "reinforcements": tables.Arrival,
    "turns": tables.TurnRow,
    "draws": tables.DrawRow,
    "reserve_markers": tables.ReserveMarker,
    "vp": tables.Objective,
    "scenarios": tables.ScenarioRow,
}


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def border(a: int, b: int):
    return BOARD.borders[BOARD.index[str(a)], BOARD.index[str(b)]]


UNITS = {row["id"]: row for row in rows("counters")}
CHITS = {row["id"]: row for row in rows("chits")}


def test_nothing_is_wrong_with_the_board():
    assert check_board(FOLDER) == ()


@pytest.mark.parametrize("name", TYPED)
def test_every_table_has_the_columns_of_its_rows(name: str):
    assert len(read_table(FOLDER / f"{name}.csv", TYPED[name])) == len(rows(name))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.stem)
def test_every_row_has_provenance_keys_that_the_sources_explain(path: Path):
    sources = {row["source"] for row in rows(path.stem)}
    assert {key for source in sources for key in source.split("+")} <= KEYS
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    assert all(f"| `{key}` |" in text for key in KEYS)
    assert f"`{path.stem}.csv`" in text or path.stem in {"board", "rivers"}


def test_the_evidence_names_tables_and_rows_that_exist():
    tables_of = {path.stem for path in FOLDER.glob("*.csv")}
    first = {name: {next(iter(row.values())) for row in rows(name)} for name in tables_of}
    pairs = {f"{row['a']} {row['b']}" for row in rows("borders")}
    for row in rows("evidence"):
        known = pairs if row["table"] == "borders" else first[row["table"]]
        assert row["row"] in known or set(row["row"].split()) <= known, row


def test_areas_are_numbered_1_to_96_and_hang_together():
    assert [space.id for space in BOARD.spaces] == [str(n) for n in range(1, 97)]
    assert all(space.number == int(space.id) for space in BOARD.spaces)
    assert len(components(BOARD.neighbours)) == 1
    assert Counter(s.tag("country") for s in BOARD.spaces) == {"be": 64, "de": 15, "lu": 15, "fr": 2}


def test_the_260_connections_have_one_kind_each_and_a_bridge_on_every_river():
    edges = [e for (a, b), e in BOARD.borders.items() if a < b]
    assert len(edges) == 260
    kinds = [[k for k in ("road", "field", "restricted") if k in e.kinds] for e in edges]
    assert Counter(kind for found in kinds for kind in found) == {"road": 144, "field": 115, "restricted": 1}
    assert all(len(found) == 1 for found in kinds)
    assert sum(bool(e.river) for e in edges) == 82
    assert all(e.bridge == bool(e.river) for e in edges)
    assert min(e.length_km for e in edges) >= 1.9


def test_army_boundaries_divide_the_zones_and_the_meuse_bounds_the_british():
    zone = [space.tag("zone") for space in BOARD.spaces]
    british = [space.has("british-zone") for space in BOARD.spaces]
    for (a, b), e in BOARD.borders.items():
        assert ("army-boundary" in e.kinds) == (zone[a] != zone[b])
        assert (british[a] != british[b]) == (e.river == "Meuse")
    for number in ("5", "6", "7"):
        own = [
            [j for j in near if zone[j] == number] if zone[i] == number else []
            for i, near in enumerate(BOARD.neighbours)
        ]
        parts = [part for part in components(own) if len(part) > 1]
        assert [len(part) for part in parts] == [zone.count(number)]


ROADS = "3-4 4-5 5-10 10-11 11-23 3-12 12-23 21-22 22-37 22-24 24-35 35-49"
RIVERS = "3-13 11-23 12-22 13-20 13-21 15-16 15-18 21-37 22-36 23-25 25-33 24-33 24-35 24-25 24-34 33-34"
FIELDS = "3-13 10-23 5-11 13-21"


def pairs_of(text: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in (pair.split("-") for pair in text.split())]


def test_what_the_rules_say_of_borders_is_on_the_map():
    assert all(border(*pair).road for pair in pairs_of(ROADS))
    assert all(border(*pair).river for pair in pairs_of(RIVERS))
    assert all("field" in border(*pair).kinds for pair in pairs_of(FIELDS))
    assert "restricted" in border(4, 11).kinds
    assert not border(22, 37).river
    assert all("army-boundary" in border(*pair).kinds for pair in ((4, 5), (10, 11), (24, 34)))


def test_what_the_rules_say_of_areas_is_on_the_map():
    names = {4: "Prüm", 5: "Losheim", 23: "St. Vith", 24: "Vielsalm", 35: "Baraque de Fraiture", 47: "Bastogne"}
    names |= {10: "Bucholz", 57: "Liège", 75: "Marche", 77: "Huy", 87: "La Chapelle", 96: "Givet"}
    assert {n: BOARD.space(str(n)).name for n in names} == names
    assert all(BOARD.space(str(n)).terrain == "difficulty-1" for n in (22, 24, 36))
    zones = {4: "5", 5: "6", 10: "6", 11: "5", 23: "5", 34: "6", 35: "5", 87: "7"}
    assert {n: BOARD.space(str(n)).tag("zone") for n in zones} == zones


def test_objectives_bear_their_symbols():
    by = {int(row["area"]): row for row in rows("vp")}
    assert {n for n, row in by.items() if row["yellow_stars"] == "1"} == {33, 47, 51, 55, 75, 77}
    assert by[27]["german_symbols"] == by[8]["german_symbols"] == "1"
    german = {n for n, row in by.items() if row["german_symbols"] != "0"}
    assert all(BOARD.space(str(n)).tag("country") == "de" for n in german)


def test_entry_letters_lead_into_areas_on_the_edge():
    exits = {e.id: e for e in BOARD.exits}
    assert set(exits) == set("abcdefghjklmnpqxyz")
    assert BOARD.spaces[exits["h"].space].id == "96"
    assert BOARD.spaces[exits["j"].space].id == "87"
    assert all((e.side == "german") == (e.id in "xyz") == (e.edge == "e") for e in exits.values())
    armies = {row["id"]: row for row in rows("armies")}
    assert all(set(row["entries"].split()) <= set(exits) for row in armies.values())
    for row in rows("reinforcements"):
        if row["piece"] in UNITS:
            assert set(row["entries"].split()) <= set(armies[UNITS[row["piece"]]["command"]]["entries"].split())


def test_there_are_73_units_and_two_action_blocks():
    assert len(UNITS) == 73
    assert sum(row["family"] == "special-action" for row in CHITS.values()) == 2
    assert not set(UNITS) & set(CHITS)
    for row in UNITS.values():
        assert row["id"].startswith({"de": "ge", "us": "us", "uk": "uk"}[row["nation"]] + "-")
        steps = row["steps"].split()
        assert [int(step[0]) for step in steps] == list(range(int(row["strength"]), 0, -1))
        assert {step[1] for step in steps} <= set("evg")
        assert (row["unit_class"] == "armor") == (row["type"] in {"armor", "armored-cavalry", "mechanized"})


def test_steps_are_as_the_examples_have_them():
    given = {"ge-116pz": "3e 2v 1v", "ge-lehr": "4e 3e 2v 1v", "us-106id": "3g 2g 1g", "us-112rct": "1v"}
    assert {name: UNITS[name]["steps"] for name in given} == given
    assert UNITS["us-9adb"]["steps"] == UNITS["us-9adr"]["steps"] == "1v"


def test_the_same_formation_has_the_same_id_and_name_on_every_board():
    for book in ("knapp", "bigredone"):
        with (maps_folder(book) / "counters.csv").open(encoding="utf-8", newline="") as file:
            other = {row["id"]: row["name"] for row in csv.DictReader(file)}
        assert len(set(other) & set(UNITS)) > 40
    assert UNITS["ge-326vg"]["name"] == "326th Volksgrenadier Division"


def test_chits_are_counted_and_belong_to_an_army():
    assert Counter(row["family"] for row in CHITS.values()) == {"asset": 94, "event": 48, "special-action": 2}
    kinds = Counter(row["kind"] for row in CHITS.values())
    assert (kinds["fuel"], kinds["task-force"], kinds["garrison"], kinds["air-mission"]) == (5, 6, 4, 10)
    armies = {row["id"] for row in rows("armies")}
    assert {row["command"] for row in CHITS.values() if row["family"] != "special-action"} == armies
    assert {row["also"] for row in CHITS.values()} <= armies | {""}
    assert {row["unit"] for row in CHITS.values()} <= set(UNITS) | {""}
    british = [row for row in CHITS.values() if row["nation"] == "uk"]
    assert len(british) == 5
    assert {row["family"] for row in british} == {"asset"}


def test_setup_and_arrivals_name_pieces_and_areas_and_each_comes_once():
    for row in (*rows("setup"), *rows("reinforcements")):
        assert row["piece"] in UNITS or row["piece"] in CHITS
        assert row["area"] in {*BOARD.index, ""}
    for scenario in ("campaign", "tournament", "introductory"):
        both = [
            row["piece"] for name in ("setup", "reinforcements") for row in rows(name) if row["scenario"] == scenario
        ]
        assert len(both) == len(set(both))
    assert sum(row["scenario"] == "campaign" and row["piece"] in UNITS for row in rows("setup")) == 31
    whole = {
        row["piece"] for name in ("setup", "reinforcements") for row in rows(name) if row["scenario"] == "campaign"
    }
    assert {*UNITS, *CHITS} - whole == {f"ge-bid-fuel-{n}" for n in range(1, 6)}


def test_at_most_two_units_of_a_side_start_in_an_area():
    count = Counter((r["scenario"], r["area"], UNITS[r["piece"]]["side"]) for r in rows("setup") if r["piece"] in UNITS)
    assert max(count.values()) == 2


def test_river_assaults_at_the_start_came_over_a_blown_bridge():
    blown = {row["id"]: row["blown"].split() for row in rows("scenarios")}
    assert blown["campaign"] == ["15-16", "15-18", "13-20", "13-21"]
    assaults = [row for row in rows("setup") if "river-assault" in row["markers"]]
    assert len(assaults) == 7
    assert all(f"{row['came_from']}-{row['area']}" in blown[row["scenario"]] for row in assaults)
    four = next(r for r in rows("setup") if r["piece"] == "us-4id")
    assert four["strength"] == "2"


def test_nine_turns_from_the_16th_of_which_the_last_four_have_two_days():
    turns = read_table(FOLDER / "turns.csv", tables.TurnRow)
    days = [(row.last_date - row.first_date).days + 1 for row in turns]
    assert days == [row.checks for row in turns] == [1] * 5 + [2] * 4
    assert turns[0].first_date == dt.date(1944, 12, 16)
    assert all((b.first_date - a.last_date).days == 1 for a, b in pairwise(turns))
    assert [row.german_sudden for row in turns[:4]] == [None, None, None, 5]
    second = next(r for r in rows("draws") if (r["scenario"], r["turn"]) == ("campaign", "2"))
    assert [second[k] for k in ("german_first", "german_second", "allied_first", "allied_second")] == [
        "9",
        "5",
        "7",
        "0",
    ]


def test_die_rolls_cover_the_die_and_grades_of_victory_every_level():
    spans: dict[str, list[int]] = {}
    for row in rows("rolls"):
        spans.setdefault(row["roll"], []).extend(range(int(row["minimum"]), int(row["maximum"]) + 1))
    assert all(sorted(found) == list(range(1, 11)) for found in spans.values())
    levels = range(-8, 9)
    for name in ("campaign", "tournament"):
        bands = [r for r in rows("victory") if r["scenario"] == name]
        hits = [sum(int(r["minimum"] or -99) <= n <= int(r["maximum"] or 99) for r in bands) for n in levels]
        assert set(hits) == {1}


def test_the_rulings_are_numbered_without_gaps():
    assert [int(row["number"]) for row in rows("rulings")] == list(range(1, 72))


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in (key, *texts(inner))]
    if isinstance(value, list):
        return [text for inner in value for text in texts(inner)]
    return [value] if isinstance(value, str) else []


def test_the_worked_examples_name_only_what_the_tables_know():
    examples = json.loads(EXAMPLES.read_text(encoding="utf-8"))["examples"]
    assert len(examples) == len({example["id"] for example in examples}) == 52
    for example in examples:
        for text in texts([example["given"], example["action"], example["expect"]]):
            if text.isdigit():
                assert text in BOARD.index
            if text[:3] in {"ge-", "us-", "uk-", "de-", "al-"}:
                assert text in UNITS or text in CHITS, text
