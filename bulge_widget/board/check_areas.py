"""What is wrong with the polygons of an area board, alone and against its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import shapely
from shapely.geometry import Point, Polygon

from bulge_widget.board.folder import Tables
from bulge_widget.board.projection import Projection
from bulge_widget.board.shapes import read_polygons, shared_border
from bulge_widget.board.tables import path_name, place_of, unknown_value
from bulge_widget.errors import BoardError, Problem

__all__ = ["polygon_problems"]

_TOUCH_KM = 0.05
"""Polygons that share less border than this meet in a point."""
_LENGTH_KM = 0.1
"""By how much a length in the table may differ from the polygons."""
_SLIVER_KM2 = 0.01
"""Overlaps and gaps below this size are rounding."""


def polygon_problems(tables: Tables) -> tuple[Problem, ...]:
    """Report all that is wrong with `areas.geojson`; see :func:`~bulge_widget.board.check.check_board`."""
    path = tables.folder / "areas.geojson"
    try:
        projection = Projection.parse(tables.settings.get("projection", ""))
    except ValueError:
        return ()  # told already by the check of board.csv
    try:
        polygons = read_polygons(path, projection)
    except BoardError as error:
        return (Problem(path_name(path), str(error).removeprefix(f"{path_name(path)}: ")),)
    ids = tables.ids()
    sound = {name: polygon for name, polygon in polygons.items() if name in ids and polygon.is_valid}
    return (
        *_each(path, polygons, ids),
        *_sites(tables, sound, projection),
        *_overlaps(path, sound),
        *_gaps(path, sound),
        *_borders(tables, sound),
    )


def _each(path: Path, polygons: dict[str, Polygon], ids: Sequence[str]) -> Iterator[Problem]:
    for name, polygon in polygons.items():
        where = f"{path_name(path)}, space {name!r}"
        if name not in ids:
            yield unknown_value(f"{path_name(path)}, property 'id'", "space", name, ids)
        elif not polygon.is_valid:
            yield Problem(where, f"the outline is broken: {shapely.is_valid_reason(polygon)}")
    for name in ids:
        if name not in polygons:
            yield Problem(path_name(path), f"no polygon for space {name!r}", "one feature for each space")


def _sites(tables: Tables, polygons: dict[str, Polygon], projection: Projection) -> Iterator[Problem]:
    path = tables.folder / "spaces.csv"
    for row, space in tables.spaces:
        if space.id in polygons and space.lon is not None and space.lat is not None:
            site = Point(projection.to_km(space.lon, space.lat))
            if not polygons[space.id].contains(site):
                off = polygons[space.id].distance(site)
                what = f"the site of {space.id!r} lies {off:.1f} km outside its polygon"
                yield Problem(place_of(path, row, "lon"), what, "lon and lat are degrees east and north")


def _overlaps(path: Path, polygons: dict[str, Polygon]) -> Iterator[Problem]:
    for a, b in _near(polygons):
        size = polygons[a].intersection(polygons[b]).area
        if size > _SLIVER_KM2:
            yield Problem(path_name(path), f"{a!r} and {b!r} overlap on {size:.2f} km²", "share the same points")


def _gaps(path: Path, polygons: dict[str, Polygon]) -> Iterator[Problem]:
    whole = shapely.union_all(list(polygons.values()))
    for part in shapely.get_parts(whole):
        for ring in part.interiors:
            hole = Polygon(ring)
            if hole.area > _SLIVER_KM2:
                beside = [name for name, polygon in polygons.items() if polygon.distance(hole) < _TOUCH_KM]
                what = f"a gap of {hole.area:.2f} km² between {', '.join(map(repr, beside))}"
                yield Problem(path_name(path), what, "share the same points")


def _borders(tables: Tables, polygons: dict[str, Polygon]) -> Iterator[Problem]:
    path = tables.folder / "borders.csv"
    listed = {frozenset((row.a, row.b)): (number, row) for number, row in tables.borders}
    touching = {
        frozenset(pair): length
        for pair in _near(polygons)
        if (length := float(shapely.length(shared_border(*map(polygons.__getitem__, pair))))) > _TOUCH_KM
    }
    for pair, length in touching.items():
        if pair not in listed:
            what = f"{' and '.join(map(repr, sorted(pair)))} share {length:.1f} km of border and are not listed"
            yield Problem(path_name(path), what, "add a row, or let them meet in a point only")
    for pair, (number, row) in listed.items():
        if not pair <= polygons.keys():
            continue
        length = touching.get(pair, 0.0)
        if not length:
            yield Problem(f"{path_name(path)} row {number}", f"{row.a!r} and {row.b!r} share no border")
        elif row.length_km is not None and abs(row.length_km - length) > _LENGTH_KM:
            where = place_of(path, number, "length_km")
            yield Problem(where, f"{row.length_km} where the polygons share {length:.1f} km")


def _near(polygons: dict[str, Polygon]) -> Iterator[tuple[str, str]]:
    """Pairs whose boxes meet, each once."""
    boxes = {name: polygon.bounds for name, polygon in polygons.items()}
    for a, b in combinations(polygons, 2):
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = boxes[a], boxes[b]
        if ax0 <= bx1 and bx0 <= ax1 and ay0 <= by1 and by0 <= ay1:
            yield a, b
