"""The checked-in JSON Schemas are those of the structs, and the tables obey them."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from pathlib import Path

import jsonschema
import msgspec
import pytest

from bulge_widget.board import maps_folder, read_table
from bulge_widget.board.tables import Known

SCRIPT = Path(__file__).parents[2] / "maps" / "build" / "schemas.py"
spec = importlib.util.spec_from_file_location("schemas", SCRIPT)
assert spec is not None
assert spec.loader is not None
schemas = importlib.util.module_from_spec(spec)
spec.loader.exec_module(schemas)


def test_the_schemas_are_current():
    assert schemas.stale() == [], "run: python maps/build/schemas.py"


BOOKS = ("knapp", "fab", "bigredone", "botb")
TABLES = [
    (book, name)
    for name in schemas.TABLES
    for book in BOOKS
    if name.partition("/")[0] in (book, name) and (maps_folder(book) / f"{Path(name).name}.csv").exists()
]


@pytest.mark.parametrize(("book", "name"), TABLES)
def test_the_tables_obey_their_schema(book: str, name: str):
    schema = json.loads((schemas.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for row in read_table(maps_folder(book) / f"{Path(name).name}.csv", schemas.TABLES[name]):
        validator.validate(json.loads(msgspec.json.encode(row)))


@pytest.mark.parametrize("book", BOOKS)
def test_every_table_that_a_book_reads_has_a_schema(book: str, monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []

    def noted(path: Path, row: type[msgspec.Struct], known: Known | None = None) -> tuple[msgspec.Struct, ...]:
        read.append(path.stem)
        return read_table(path, row, known)

    package = importlib.import_module(f"bulge_widget.rulebooks.{book}.components").__package__
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}.") and hasattr(module, "read_table"):
            monkeypatch.setattr(module, "read_table", noted)
    importlib.import_module(f"bulge_widget.rulebooks.{book}.components").load_components(maps_folder(book))
    assert read
    assert {name for name in read if f"{book}/{name}" not in schemas.TABLES} == set()
