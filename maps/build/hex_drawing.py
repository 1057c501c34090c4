"""One hex board while it is drawn: its outline, its page, and where hexsides and their middles lie.

All geometry is in km east and north of the board's origin until :class:`~maps.build.paths.Page` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from bulge_widget.board import Board
from maps.build.paths import UNITS_PER_KM, Page
from maps.build.sheet import Geography

__all__ = ["HexDrawing", "HexStyle", "Point2"]

Point2 = NDArray[np.float64]
MARGIN = 0.6
"""Free page round the outline, in hexes: the discs of the roads off the map stand there."""


@dataclass(frozen=True)
class HexStyle:
    """What differs between hex boards."""

    terrain: Mapping[str, str]
    """Word of the board -> class of paint: wood, wood-open, rugged; what is not named is plain land."""
    piece: float
    """Side of a piece as a share of a hex's height."""
    piece_style: str = "counter"
    road: str = "road"
    """Class of paint of the roads."""
    front: tuple[str, ...] = ()
    """Hexes the board opens on; the whole board if there are none."""


class HexDrawing:
    """One hex board while it is drawn."""

    def __init__(self, board: Board, style: HexStyle, geography: Geography | None = None) -> None:
        if board.grid is None or board.hex_km is None:
            raise ValueError(f"{board.id} is no hex board")
        self.board, self.style, self.grid, self.km = board, style, board.grid, board.hex_km
        self.geography = geography or Geography({})
        self.centres: NDArray[np.float64] = np.array([(s.x, s.y) for s in board.spaces])
        self.corners: NDArray[np.float64] = np.array([self.grid.polygon(s.id) for s in board.spaces]) * self.km
        self.polygons = [Polygon(ring) for ring in self.corners]
        joined = shapely.union_all(self.polygons).buffer(0.02, join_style="mitre").buffer(-0.02, join_style="mitre")
        self.outline: BaseGeometry = joined
        x0, y0, x1, y1 = joined.bounds
        margin = MARGIN * self.km
        self.window = shapely.box(x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        self.page = Page(x0 - margin, y1 + margin)

    @cached_property
    def towns(self) -> frozenset[int]:
        """The hexes with a town, by index; on some boards a town is a tag, on others a kind of terrain."""
        return frozenset(s.index for s in self.board.spaces if s.has("town") or s.terrain == "town")

    @property
    def piece(self) -> float:
        """Side of a piece, units."""
        height = 2 / np.sqrt(3) if self.grid.pointy else 1.0
        return round(float(height) * self.km * UNITS_PER_KM * self.style.piece, 1)

    @property
    def size(self) -> list[float]:
        """Width and height of the page, units."""
        x0, y0, x1, y1 = self.window.bounds
        return [round((x1 - x0) * UNITS_PER_KM, 1), round((y1 - y0) * UNITS_PER_KM, 1)]

    def side(self, index: int, direction: str) -> tuple[Point2, Point2]:
        """Return the two corners of a hexside, clockwise; rounded, so that neighbours agree."""
        k = self.grid.directions.index(direction)
        ring = np.round(self.corners[index], 5)
        return ring[k], ring[(k + 1) % 6]

    def middle(self, index: int, direction: str) -> Point2:
        """Return the middle of a hexside."""
        a, b = self.side(index, direction)
        return np.asarray((a + b) / 2)

    def outward(self, index: int, direction: str) -> Point2:
        """Return the unit vector that leads out through a hexside."""
        way = self.middle(index, direction) - self.centres[index]
        return np.asarray(way / np.hypot(*way))

    def to_units(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return a geometry in drawing units."""
        return shapely.transform(geometry, self._units)

    def _units(self, km: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([self.page.point(x, y) for x, y in km]).reshape(-1, 2)
