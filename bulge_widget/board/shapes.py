"""The geometry of a board in km: polygons, areas, label points, borders, point look-up.

All of it is made from the polygons, which are read or built when a :class:`Shapes` is made.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import shapely
from shapely.geometry import LineString, Polygon

from bulge_widget.board.geojson import Polygon as Outline
from bulge_widget.board.geojson import read_features
from bulge_widget.board.projection import Projection
from bulge_widget.board.tables import path_name
from bulge_widget.errors import BoardError

if TYPE_CHECKING:
    from bulge_widget.board.model import Board

__all__ = ["Shapes", "read_polygons", "shared_border"]

_LABEL_KM = 0.2
"""How near to the best label point is near enough."""


class Shapes:
    """Polygons of all spaces, by index, and what follows from them.

    Parameters
    ----------
    board : Board
        An area board reads `areas.geojson` from its folder, a hex board needs no file.

    Raises
    ------
    BoardError
        If the file is damaged or a space has no polygon.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self.polygons: tuple[Polygon, ...] = _hexes(board) if board.grid else _areas(board)

    @cached_property
    def areas_km2(self) -> tuple[float, ...]:
        """Area of each space in km²."""
        return tuple(polygon.area for polygon in self.polygons)

    @cached_property
    def label_points(self) -> tuple[tuple[float, float], ...]:
        """For each space the point farthest from its outline, (x, y) in km; of a hex its centre."""
        if self._board.grid:
            return tuple((space.x, space.y) for space in self._board.spaces)
        circles = (shapely.maximum_inscribed_circle(p, tolerance=_LABEL_KM) for p in self.polygons)
        return tuple((circle.coords[0][0], circle.coords[0][1]) for circle in circles)

    def border(self, a: int, b: int) -> shapely.Geometry:
        """Return the shared outline of two spaces as a line or lines in km; empty where they do not touch."""
        board = self._board
        if board.grid:
            border = board.borders.get((a, b))
            if border is None:
                return LineString()
            corners = self.polygons[a].exterior.coords
            first = board.grid.directions.index(border.side)
            return LineString([corners[first], corners[first + 1]])
        return shared_border(self.polygons[a], self.polygons[b])

    def border_km(self, a: int, b: int) -> float:
        """Return the length of the shared outline in km."""
        return float(shapely.length(self.border(a, b)))

    def locate(self, x: float, y: float) -> int | None:
        """Return the index of the space that holds a point in km; on a border the lower index."""
        found = self._tree.query(shapely.Point(x, y), predicate="intersects")
        return int(found.min()) if len(found) else None

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(self.polygons)


def shared_border(a: Polygon, b: Polygon) -> shapely.Geometry:
    """Return the outline two polygons share as a line or lines; points where they only meet are left out."""
    shared = shapely.intersection(a.exterior, b.exterior)
    lines = [part for part in shapely.get_parts(shared) if isinstance(part, LineString) and part.length]
    return shapely.line_merge(shapely.MultiLineString(lines)) if lines else LineString()


def read_polygons(path: Path, projection: Projection) -> dict[str, Polygon]:
    """Read the polygons of an area board, in km, by id; validity is left to the check.

    Raises
    ------
    BoardError
        Names the feature, counted from 1, that is no polygon, has no id or one that is taken.
    """
    found: dict[str, Polygon] = {}
    for number, feature in enumerate(read_features(path), 1):
        where, name = f"{path_name(path)} feature {number}", feature.properties.get("id")
        if not isinstance(feature.geometry, Outline):
            raise BoardError(f"{where}: the geometry is not a Polygon")
        if not isinstance(name, str) or name in found:
            raise BoardError(f"{where}, property 'id': {name!r}; valid: the id of a space, each once")
        rings = [[projection.to_km(*at) for at in ring] for ring in feature.geometry.coordinates]
        if not rings or min(map(len, rings)) < 4:
            raise BoardError(f"{where}: a ring needs four points or more, the last like the first")
        found[name] = Polygon(rings[0], rings[1:])
    return found


def _areas(board: Board) -> tuple[Polygon, ...]:
    path = board.folder / "areas.geojson"
    found = read_polygons(path, board.projection)
    for space in board.spaces:
        if space.id not in found:
            raise BoardError(f"{path_name(path)}: no polygon for space {space.id!r}")
    return tuple(found[space.id] for space in board.spaces)


def _hexes(board: Board) -> tuple[Polygon, ...]:
    grid, size = board.grid, board.hex_km
    if grid is None or size is None:
        return ()
    return tuple(Polygon([(x * size, y * size) for x, y in grid.polygon(space.id)]) for space in board.spaces)
