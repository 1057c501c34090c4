"""From kilometres to the drawing: 1 km is 10 units, y grows downwards, one decimal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LinearRing, LineString, Polygon
from shapely.geometry.base import BaseGeometry

__all__ = ["UNITS_PER_KM", "Page", "steps"]

UNITS_PER_KM = 10.0


@dataclass(frozen=True)
class Page:
    """The sheet of paper: which kilometres its upper left corner shows."""

    west: float
    north: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return a place in drawing units, rounded to one decimal."""
        return (round((x - self.west) * UNITS_PER_KM, 1), round((self.north - y) * UNITS_PER_KM, 1))

    def to_km(self, units: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places in km from drawing units, shape (n, 2)."""
        return np.column_stack([self.west + units[:, 0] / UNITS_PER_KM, self.north - units[:, 1] / UNITS_PER_KM])

    def path(self, geometry: BaseGeometry | Iterable[BaseGeometry], tolerance: float = 0.012, grain: int = 1) -> str:
        """Return the path data of lines and polygons.

        Parameters
        ----------
        geometry : geometry or iterable of geometries
            Points are left out.
        tolerance : float
            How far the line may be moved to save points, km.
        grain : int
            What places are rounded to, tenths of a unit; 10 is enough for tints.

        Returns
        -------
        str
            Relative steps in tenths of a unit: about two fifths shorter than absolute places, and exact, as
            the steps are taken between rounded places.
        """
        parts = [geometry] if isinstance(geometry, BaseGeometry) else list(geometry)
        return "".join(self._part(g, tolerance, grain) for part in parts for g in shapely.get_parts(part))

    def _part(self, part: BaseGeometry, tolerance: float, grain: int) -> str:
        if part.is_empty:
            return ""
        if isinstance(part, Polygon):
            runs = (self._run(ring, tolerance, grain) for ring in (part.exterior, *part.interiors))
            return "".join(f"{run}z" for run in runs if run)
        if isinstance(part, (LineString, LinearRing)):
            return self._run(part, tolerance, grain)
        return ""

    def _run(self, line: LineString | LinearRing, tolerance: float, grain: int) -> str:
        coords = np.asarray(line.simplify(tolerance).coords)
        if isinstance(line, LinearRing):
            coords = coords[:-1]
        tenths = np.column_stack(
            [(coords[:, 0] - self.west) * UNITS_PER_KM * 10, (self.north - coords[:, 1]) * UNITS_PER_KM * 10]
        )
        return _relative((np.round(tenths / grain).astype(int) * grain).tolist())


def _relative(tenths: Sequence[Sequence[int]]) -> str:
    """Return one run as path data, nothing if it shrank to a point."""
    (x, y), out = tenths[0], [f"M{_short(tenths[0][0])}{_joined(tenths[0][1])}l"]
    first = True
    for nx, ny in tenths[1:]:
        if (nx, ny) == (x, y):
            continue
        head = _short(nx - x) if first else _joined(nx - x)
        out.append(head + _joined(ny - y))
        x, y, first = nx, ny, False
    return "".join(out) if len(out) > 1 else ""


def steps(start: tuple[int, int], *places: tuple[int, int]) -> str:
    """Return places as seen from `start`, all in tenths of a unit, for one relative command of path data."""
    (x, y), out = start, ""
    for px, py in places:
        out += (_joined(px - x) if out else _short(px - x)) + _joined(py - y)
    return out


def _short(tenths: int) -> str:
    text = f"{abs(tenths) // 10}.{abs(tenths) % 10}" if tenths % 10 else f"{abs(tenths) // 10}"
    text = text.removeprefix("0") if text.startswith("0.") else text
    return ("-" if tenths < 0 else "") + text


def _joined(tenths: int) -> str:
    """Return a number that follows another: a sign separates as well as a blank."""
    return _short(tenths) if tenths < 0 else " " + _short(tenths)
