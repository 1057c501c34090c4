"""GeoJSON files of the maps: read with msgspec, faults told by file and feature."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from bulge_widget.board.tables import path_name, read_text
from bulge_widget.errors import BoardError

__all__ = ["Feature", "Geometry", "LineString", "MultiPolygon", "Point", "Polygon", "read_features"]

Position = tuple[float, float]


class Point(msgspec.Struct, frozen=True, tag_field="type"):
    """One position (lon, lat)."""

    coordinates: Position


class LineString(msgspec.Struct, frozen=True, tag_field="type"):
    """A line of positions."""

    coordinates: tuple[Position, ...]


class Polygon(msgspec.Struct, frozen=True, tag_field="type"):
    """Rings of positions: the outline, then holes."""

    coordinates: tuple[tuple[Position, ...], ...]


class MultiPolygon(msgspec.Struct, frozen=True, tag_field="type"):
    """Several polygons."""

    coordinates: tuple[tuple[tuple[Position, ...], ...], ...]


Geometry = Point | LineString | Polygon | MultiPolygon


class Feature(msgspec.Struct, frozen=True):
    """A geometry with what is said about it."""

    type: Literal["Feature"]
    geometry: Geometry
    properties: dict[str, Any]


class _Collection(msgspec.Struct, frozen=True):
    type: Literal["FeatureCollection"]
    features: tuple[Feature, ...]


_DECODER = msgspec.json.Decoder(_Collection)


def read_features(path: Path) -> tuple[Feature, ...]:
    """Read the features of a GeoJSON file.

    Raises
    ------
    BoardError
        If the file is missing, not UTF-8, not JSON or not a FeatureCollection of points, lines and polygons.
    """
    try:
        return _DECODER.decode(read_text(path)).features
    except msgspec.ValidationError as error:
        text, _, where = str(error).partition(" - at `$")
        spot = f"{path_name(path)}, {where.rstrip('`').lstrip('.')}" if where else path_name(path)
        raise BoardError(f"{spot}: {text}; valid: a GeoJSON FeatureCollection") from None
    except msgspec.DecodeError as error:
        raise BoardError(f"{path_name(path)}: not JSON: {error}") from None
