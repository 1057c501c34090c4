"""What a drawing starts from: one board and the landscape, both in the board's own kilometres.

All coordinates of this package are kilometres east and north of the board's origin; only
:mod:`maps.build.paths` knows the drawing's units.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from bulge_widget.board import Board, Border

__all__ = [
    "Area",
    "Edge",
    "Feature",
    "Gate",
    "Geography",
    "Project",
    "Sheet",
    "areas_sheet",
    "as_point",
    "read_geography",
]

Project = Callable[[float, float], tuple[float, float]]
"""Longitude and latitude in degrees to kilometres east and north."""


@dataclass(frozen=True)
class Area:
    """One space of an area board."""

    id: str
    number: str
    name: str
    place: str
    """The landscape's name of it, blank for none."""
    terrain: str
    site: tuple[float, float]
    """Where its badge stands, km."""
    polygon: Polygon
    tags: tuple[str, ...] = ()
    """What else is printed there, such as `zone:5`."""

    @property
    def difficulty(self) -> int:
        """How hard the ground is where it is graded by number (`difficulty-2`), else 0."""
        return int(self.terrain[-1]) if self.terrain.startswith("difficulty-") else 0

    @property
    def zone(self) -> str:
        """The army zone it lies in, blank where the board has none."""
        return next((tag.removeprefix("zone:") for tag in self.tags if tag.startswith("zone:")), "")


@dataclass(frozen=True)
class Edge:
    """What two neighbours share; `a` and `b` are places in :attr:`Sheet.areas`."""

    a: int
    b: int
    road: bool = False
    river: str = ""
    bridge: bool = False
    crossing: tuple[float, float] | None = None


@dataclass(frozen=True)
class Gate:
    """A road that leaves the board."""

    id: str
    area: int
    edge: str
    towards: str
    point: tuple[float, float]


@dataclass(frozen=True)
class Feature:
    """One thing of the landscape."""

    name: str
    kind: str
    tags: dict[str, Any]
    geometry: BaseGeometry


@dataclass(frozen=True)
class Geography:
    """The landscape, layer by layer."""

    layers: dict[str, tuple[Feature, ...]]

    def of(self, layer: str) -> tuple[Feature, ...]:
        """Return the features of `layer`, none if there is no such file."""
        return self.layers.get(layer, ())

    def named(self, layer: str, names: Iterable[str]) -> list[LineString]:
        """Return the lines of `layer` whose name or alias is among `names`."""
        wanted = set(names)
        hits = (f for f in self.of(layer) if wanted & {f.name, *f.tags.get("aliases", ())})
        return [f.geometry for f in hits if isinstance(f.geometry, LineString)]


@dataclass(frozen=True, eq=False)
class Sheet:
    """Everything a drawing of an area board is made from."""

    id: str
    areas: tuple[Area, ...]
    edges: dict[tuple[int, int], Edge]
    gates: tuple[Gate, ...]
    geography: Geography
    values: dict[str, int] = field(default_factory=dict)
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Single victory marks by area id: `star`, `white`, `cross`, as often as they are printed."""


def as_point(geometry: BaseGeometry) -> Point:
    """Return a geometry as a point: itself, or its middle."""
    return geometry if isinstance(geometry, Point) else geometry.centroid


LAYERS = ("rivers", "roads", "woods", "relief", "borders", "westwall", "towns", "landmarks")


def read_geography(folder: Path, project: Project) -> Geography:
    """Read the landscape layers of `folder` and put them on the board's plane.

    Parameters
    ----------
    folder : Path
        `maps/geography`.
    project : callable
        Longitude and latitude to kilometres.

    Returns
    -------
    Geography
        Broken rings are mended; points, lines and polygons keep their order in the file.
    """
    return Geography({name: tuple(_features(folder / f"{name}.geojson", project)) for name in LAYERS})


def _features(path: Path, project: Project) -> list[Feature]:
    rows = json.loads(path.read_text("utf-8"))["features"]
    return [_feature(row, project) for row in rows]


def _feature(row: dict[str, Any], project: Project) -> Feature:
    tags = row["properties"]
    geometry = shapely.transform(shape(row["geometry"]), lambda c: np.array([project(x, y) for x, y in c]))
    if not geometry.is_valid:
        geometry = geometry.buffer(0)
    return Feature(tags.get("name", ""), tags.get("kind", tags.get("order", "")), tags, geometry)


def areas_sheet(
    board: Board,
    geography: Geography,
    values: dict[str, int],
    marks: dict[str, tuple[str, ...]] | None = None,
) -> Sheet:
    """Make the sheet of an area board.

    Parameters
    ----------
    board : Board
        Its shapes give the polygons, its borders the roads and rivers.
    geography : Geography
        The landscape on the same plane.
    values : dict
        Victory value by area id; areas without one are left out.
    marks : dict, optional
        Single victory marks by area id, on a board that prints them.

    Returns
    -------
    Sheet
    """
    polygons = board.shapes.polygons
    areas = tuple(
        Area(s.id, str(s.number or ""), s.name, s.place, s.terrain, (s.x, s.y), polygons[s.index], s.tags)
        for s in board.spaces
    )
    edges = {pair: _edge(board, border) for pair, border in sorted(board.borders.items()) if pair[0] < pair[1]}
    gates = tuple(Gate(e.id, e.space, e.edge, e.towards, (e.x, e.y)) for e in board.exits)
    return Sheet(board.id, areas, edges, gates, geography, values, marks or {})


def _edge(board: Board, border: Border) -> Edge:
    crossing = None
    if border.lon is not None and border.lat is not None:
        crossing = board.projection.to_km(border.lon, border.lat)
    return Edge(border.a, border.b, border.road, border.river, border.bridge, crossing)
