"""The checked-in JSON Schemas are those of the structs, and the tables obey them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from bulge_widget.board import maps_folder, read_table

SCRIPT = Path(__file__).parents[2] / "maps" / "build" / "schemas.py"
spec = importlib.util.spec_from_file_location("schemas", SCRIPT)
assert spec is not None
assert spec.loader is not None
schemas = importlib.util.module_from_spec(spec)
spec.loader.exec_module(schemas)


def test_the_schemas_are_current():
    assert schemas.stale() == [], "run: python maps/build/schemas.py"


TABLES = [name for name in schemas.TABLES if (maps_folder("knapp") / f"{Path(name).name}.csv").exists()]


@pytest.mark.parametrize("name", TABLES)
def test_the_knapp_tables_obey_their_schema(name: str):
    schema = json.loads((schemas.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for row in read_table(maps_folder("knapp") / f"{Path(name).name}.csv", schemas.TABLES[name]):
        validator.validate(json.loads(msgspec.json.encode(row)))
