"""Borders that the outlines of areas show and the table of borders does not list.

Outlines of one map share their points exactly, so a border is a stretch of line that two areas have. What is wrong
with the outlines themselves is told by the full check (check_areas).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from bulge_widget.board.folder import Tables
from bulge_widget.board.geojson import MultiPolygon, Polygon, Position, read_features
from bulge_widget.board.tables import path_name
from bulge_widget.errors import BoardError, Problem

__all__ = ["unlisted_borders"]


def unlisted_borders(tables: Tables) -> tuple[Problem, ...]:
    """Report areas that share a border in `areas.geojson`, where there is one, and have no row in `borders.csv`."""
    path = tables.folder / "areas.geojson"
    if tables.grid or not path.exists():
        return ()
    try:
        meeting = tuple(_meeting(path))
    except BoardError:
        return ()  # told when the outlines are wanted
    listed = {frozenset((row.a, row.b)) for _, row in tables.borders}
    known = set(tables.ids())
    missing = [pair for pair in meeting if pair <= known and pair not in listed]
    return tuple(_told(tables.folder / "borders.csv", sorted(pair, key=tables.ids().index)) for pair in missing)


def _told(path: Path, pair: list[str]) -> Problem:
    a, b = pair
    what = f"no row with {a!r} in column 'a' and {b!r} in column 'b', which share a border in areas.geojson"
    return Problem(path_name(path), what, "add a row, or let them meet in a point only")


def _meeting(path: Path) -> Iterator[frozenset[str]]:
    """The pairs of areas that share a stretch of outline, each once."""
    beside: dict[frozenset[Position], set[str]] = defaultdict(set)
    for feature in read_features(path):
        shape = feature.geometry
        polygons = shape.coordinates if isinstance(shape, MultiPolygon) else ()
        rings = shape.coordinates if isinstance(shape, Polygon) else tuple(itertools.chain.from_iterable(polygons))
        for ring in rings:
            for stretch in itertools.pairwise(ring):
                beside[frozenset(stretch)].add(str(feature.properties.get("id", "")))
    yield from dict.fromkeys(frozenset(ids) for ids in beside.values() if len(ids) == 2)
