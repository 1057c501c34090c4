"""Write a JSON Schema for each table of `maps/`, made from the structs that read it.

Usage: python maps/build/schemas.py [--check]   (--check writes nothing; exit status 1 if a file differs)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from bulge_widget.board import counts, rows
from bulge_widget.rulebooks.bigredone import tables as bigredone
from bulge_widget.rulebooks.botb import tables as botb
from bulge_widget.rulebooks.fab import tables as fab
from bulge_widget.rulebooks.knapp import components as knapp

FOLDER = Path(__file__).resolve().parent.parent / "schemas"
TABLES: dict[str, type[msgspec.Struct]] = {
    "board": rows.SettingRow,
    "borders": rows.BorderRow,
    "counts": counts.Count,
    "exits": rows.ExitRow,
    "river_sides": rows.RiverSideRow,
    "rivers": rows.RiverRow,
    "spaces": rows.SpaceRow,
    "knapp/counters": knapp.Counter,
    "knapp/values": knapp.AreaValue,
    "knapp/setup": knapp.Deployment,
    "knapp/reinforcements": knapp.Arrival,
    "knapp/turns": knapp.TurnRow,
    "knapp/victory": knapp.Band,
    "fab/armies": fab.Army,
    "fab/chits": fab.Chit,
    "fab/counters": fab.Counter,
    "fab/draws": fab.DrawRow,
    "fab/evidence": fab.Evidence,
    "fab/reinforcements": fab.Arrival,
    "fab/reserve_markers": fab.ReserveMarker,
    "fab/scenario_facts": fab.Fact,
    "fab/scenarios": fab.ScenarioRow,
    "fab/setup": fab.Deployment,
    "fab/turns": fab.TurnRow,
    "fab/victory": fab.Band,
    "fab/vp": fab.Objective,
    "bigredone/counters": bigredone.Counter,
    "bigredone/crt": bigredone.Cell,
    "bigredone/out_of_supply": bigredone.OutOfSupplyRow,
    "bigredone/scatter": bigredone.ScatterRow,
    "bigredone/terrain": bigredone.TerrainRow,
    "bigredone/turns": bigredone.TurnRow,
    "bigredone/variable_weather": bigredone.VariableRow,
    "bigredone/weather": bigredone.WeatherRow,
    "botb/blitz": botb.CellRow,
    "botb/bridges": botb.BridgeRow,
    "botb/chances": botb.ChanceRow,
    "botb/counters": botb.Counter,
    "botb/courses": botb.CourseRow,
    "botb/crt": botb.CellRow,
    "botb/diversion": botb.DiversionRow,
    "botb/movement": botb.MovementRow,
    "botb/reinforcements": botb.GroupRow,
    "botb/road_rates": botb.RateRow,
    "botb/scenario_changes": botb.ChangeRow,
    "botb/scenario_setup": botb.DeployRow,
    "botb/scenario_units": botb.UnitChangeRow,
    "botb/scenarios": botb.ScenarioRow,
    "botb/sets": botb.SetRow,
    "botb/setup": botb.SetupRow,
    "botb/supply_sources": botb.SourceRow,
    "botb/towns": botb.TownRow,
    "botb/triggers": botb.TriggerRow,
    "botb/turns": botb.TurnRow,
    "botb/weather": botb.WeatherRow,
}
"""By file under `maps/`; those in no folder are the tables that every book has."""


def schema_text(name: str) -> str:
    """Return the schema of one row of a table, as the file holds it.

    The schema speaks of the typed row; in the file `yes` and `no` stand for booleans and blanks separate
    the items of a list.
    """
    schema = msgspec.json.schema(TABLES[name])
    titled = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One row of {name}.csv",
        **schema,
    }
    return json.dumps(titled, indent=2, ensure_ascii=False) + "\n"


def path_of(name: str) -> Path:
    """Return the file of a table's schema."""
    return FOLDER / f"{name}.json"


def stale() -> list[Path]:
    """Return the files that differ from what would be written."""
    wanted = {FOLDER / f"{name}.json": schema_text(name) for name in TABLES}
    return [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    """Write, or with --check only compare."""
    different = stale()
    if "--check" in sys.argv[1:]:
        print(*different, sep="\n")
        return int(bool(different))
    for path in different:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(schema_text(path.relative_to(FOLDER).with_suffix("").as_posix()), encoding="utf-8")
    print(f"{len(different)} of {len(TABLES)} schemas written to {FOLDER}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
