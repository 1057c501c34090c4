"""Draw the ground of a board: `python -m maps.build.ground knapp` writes `maps/knapp/ground.json` and `shade.png`.

The same tables give the same files, byte for byte; takes a few seconds, most of them for the piece slots.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bulge_widget.board import load_board, read_table
from maps.build.area_ground import AreaStyle, Drawing, draw_areas
from maps.build.hex_book import HEX_BOOKS, build_hexes
from maps.build.relief import shade_png
from maps.build.sheet import Sheet, areas_sheet, read_geography

__all__ = ["BOOKS", "build", "dumps", "main", "sheet_of"]

MAPS = Path(__file__).resolve().parents[1]

BOOKS: dict[str, AreaStyle] = {
    "knapp": AreaStyle(
        piece=32.0,
        per_side=3,
        piece_style="counter",
        front=("elsenborn", "st-vith", "arzfeld", "vianden", "bastogne", "hallschlag", "malmedy"),
    ),
    "fab": AreaStyle(
        piece=37.0,
        per_side=2,
        piece_style="block",
        front=("9", "12", "13", "21", "33", "37"),
        redraw=False,
        rooms=(
            (0, -3.0, 10),
            (1, 0.0, 10),
            (2, 0.0, 10),
            (2, 5.0, 9),
            (3, 5.0, 8),
            (4, 10.0, 8),
            (4, 17.0, 7),
            (4, 24.0, 0),
        ),
        corners=True,
        gate="Entry area {}, from {}",
    ),
}
"""How each book's board is drawn."""


class _Value(msgspec.Struct, frozen=True):
    area: str
    value: int
    control: str = ""
    source: str = ""


class _Marks(msgspec.Struct, frozen=True):
    area: str
    german_symbols: int
    white_stars: int
    yellow_stars: int
    source: str

    @property
    def words(self) -> tuple[str, ...]:
        """The marks as they are drawn."""
        return ("star",) * self.yellow_stars + ("white",) * self.white_stars + ("cross",) * self.german_symbols


def sheet_of(book: str, maps: Path = MAPS, geography: Path | None = None) -> Sheet:
    """Return what the drawing of a book's board starts from."""
    board = load_board(maps / book)
    landscape = read_geography(geography or maps / "geography", board.projection.to_km)
    folder = maps / book
    if (folder / "vp.csv").is_file():
        marks = {row.area: row.words for row in read_table(folder / "vp.csv", _Marks)}
        return areas_sheet(board, landscape, {}, marks)
    values = {row.area: row.value for row in read_table(folder / "values.csv", _Value) if row.value}
    return areas_sheet(board, landscape, values)


def build(sheet: Sheet, style: AreaStyle) -> tuple[dict[str, Any], bytes]:
    """Return the ground of a board and its shading as PNG."""
    return draw_areas(sheet, style), shade_png(sheet, Drawing(sheet, style).window)


def dumps(ground: dict[str, Any]) -> str:
    """Return the text of `ground.json`: one shape, label, badge or space a line, so that a change can be read."""
    rows = []
    for key, value in ground.items():
        rows.append(f" {json.dumps(key)}: {_value(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join("  " + _compact(row) for row in value) + "\n ]"
    if isinstance(value, dict) and len(value) == 1 and isinstance(next(iter(value.values())), list):
        key, rows = next(iter(value.items()))
        return f"{{{json.dumps(key)}: {_value(rows)}}}"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main(argv: Sequence[str] | None = None) -> None:
    """Draw the boards named on the command line, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", help="folders of maps/, all by default")
    parser.add_argument("--maps", type=Path, default=MAPS)
    parser.add_argument("--geography", type=Path)
    given = parser.parse_args(argv)
    for book in given.books or (*BOOKS, *HEX_BOOKS):
        if book in HEX_BOOKS:
            ground, shade = build_hexes(book, given.maps, given.geography or given.maps / "geography")
        else:
            ground, shade = build(sheet_of(book, given.maps, given.geography), BOOKS[book])
        (given.maps / book / "ground.json").write_text(dumps(ground), "utf-8")
        (given.maps / book / "shade.png").write_bytes(shade)
        print(f"{book}: ground.json {len(dumps(ground)) // 1000} kB, shade.png {len(shade) // 1000} kB")


if __name__ == "__main__":
    main()
