"""Which hex boards there are and how each is drawn, with the relief under it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from PIL import Image
from shapely.geometry.base import BaseGeometry

from bulge_widget.board import Board, load_board
from maps.build.hex_drawing import HexDrawing, HexStyle
from maps.build.hex_ground import draw_hexes
from maps.build.hex_water import rivers_of
from maps.build.relief import CELL_KM, STEPS, shade_png
from maps.build.sheet import Feature, Geography, Sheet, read_geography

__all__ = ["HEX_BOOKS", "build_hexes", "masked"]

HEX_BOOKS: dict[str, HexStyle] = {
    "bigredone": HexStyle(
        terrain={"light-woods": "wood-open", "heavy-woods": "wood", "rough": "rugged"},
        piece=0.62,
        road="road-wide",
        front=("0201", "0213", "1502", "1513"),
    ),
    "botb": HexStyle(
        terrain={"forest": "wood", "rugged": "rugged"},
        piece=0.74,
        front=("gg4", "xx4", "gg25", "xx25"),
    ),
}
"""How each book's board is drawn."""


def build_hexes(book: str, maps: Path, geography: Path) -> tuple[dict[str, Any], bytes]:
    """Return the ground of a hex board and its shading as PNG, clear off the board."""
    board, style = load_board(maps / book), HEX_BOOKS[book]
    landscape = read_geography(geography, board.projection.to_km)
    return draw_hexes(board, style, landscape), _shade(board, style, landscape)


def _shade(board: Board, style: HexStyle, landscape: Geography) -> bytes:
    """Shade the landscape with its valleys along the rivers of the board, not those of nature."""
    drawing = HexDrawing(board, style, landscape)
    water = rivers_of(drawing)
    zone = shapely.union_all(list(water.values())).buffer(0.75 * drawing.km)
    rivers = [Feature(name, "main", {}, line) for name, line in water.items()]
    rest = [Feature(f.name, f.kind, f.tags, f.geometry.difference(zone)) for f in landscape.of("rivers")]
    layers = landscape.layers | {"rivers": (*rivers, *(f for f in rest if not f.geometry.is_empty))}
    sheet = Sheet(board.id, (), {}, (), Geography(layers))
    return masked(shade_png(sheet, drawing.window), drawing.window.bounds, drawing.outline)


def masked(png: bytes, bounds: tuple[float, float, float, float], outline: BaseGeometry) -> bytes:
    """Return a shading that is flat, and so clear, outside `outline`."""
    picture = Image.open(io.BytesIO(png))
    cells = np.array(picture)
    rows, columns = cells.shape
    x = bounds[0] + CELL_KM * (np.arange(columns) + 0.5)
    y = bounds[3] - CELL_KM * (np.arange(rows) + 0.5)
    shapely.prepare(outline)
    cells[~shapely.contains_xy(outline, *np.meshgrid(x, y))] = STEPS // 2
    out, clean = io.BytesIO(), Image.fromarray(cells, mode="P")
    clean.putpalette(picture.getpalette() or [])
    clean.save(out, "PNG", optimize=True, transparency=picture.info["transparency"])
    return out.getvalue()
