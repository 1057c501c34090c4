"""What stands round a badge: single victory marks in a row beside it, hills under or over it.

A board that prints victory marks one by one (stars of two colours, crosses) gets them here; one number
of small stars, as other boards have it, is a badge of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from maps.build.sheet import Area

__all__ = ["Signs", "hills_path", "signs_of"]

FIRST_KM, STEP_KM = 1.75, 1.42
"""Distance of the first mark from the badge, and of the next one from it."""
HALF_KM = 0.72
"""Half the room of a mark."""
UNDER_KM = 1.28
"""Distance of the hills from the badge."""


@dataclass(frozen=True)
class Signs:
    """Where the marks and hills of one area stand."""

    marks: tuple[str, ...] = ()
    hills: int = 0
    east: bool = True
    """Marks stand on the eastern side of the badge."""
    below: bool = True
    """Hills stand below the badge."""

    @property
    def side_units(self) -> float:
        """How far the marks reach beyond the badge, units."""
        return 10 * (FIRST_KM + STEP_KM * (len(self.marks) - 1) + HALF_KM) - 9.2 if self.marks else 0.0

    def spots(self, site: tuple[float, float]) -> list[tuple[str, float, float]]:
        """Return each mark with its place, km."""
        way = 1 if self.east else -1
        return [(word, site[0] + way * (FIRST_KM + STEP_KM * k), site[1]) for k, word in enumerate(self.marks)]


def signs_of(area: Area, marks: Sequence[str], face: Polygon, site: tuple[float, float], water: BaseGeometry) -> Signs:
    """Return the marks and hills of an area, on the sides of its badge that have room and no water."""
    east = Signs(tuple(marks), area.difficulty)
    west = Signs(tuple(marks), area.difficulty, east=False)
    inside = face.buffer(-0.15)
    kept = east if not marks or _bad(east, site, inside, water) <= _bad(west, site, inside, water) else west
    below, above = (_hill_box(site, area.difficulty, way) for way in (-1, 1))
    cost = [_outside(box, inside, water) for box in (below, above)]
    return Signs(kept.marks, kept.hills, kept.east, below=cost[0] <= cost[1])


def _bad(signs: Signs, site: tuple[float, float], inside: BaseGeometry, water: BaseGeometry) -> float:
    boxes = [shapely.box(x - HALF_KM, y - HALF_KM, x + HALF_KM, y + HALF_KM) for _, x, y in signs.spots(site)]
    return sum(_outside(box, inside, water) for box in boxes)


def _outside(box: Polygon, inside: BaseGeometry, water: BaseGeometry) -> float:
    """Return how much of a box lies outside the area or on the water."""
    return float(box.difference(inside).area + 3 * box.intersection(water.buffer(0.3)).area)


def _hill_box(site: tuple[float, float], hills: int, way: int) -> Polygon:
    x, y = site[0], site[1] + way * UNDER_KM
    half = 0.5 * max(hills, 1)
    return Polygon(shapely.box(x - half, y - 0.4, x + half, y + 0.4))


def hills_path(x: float, y: float, signs: Signs) -> str:
    """Return the hills of a badge at (x, y), drawing units, as path data; blank for open ground."""
    top = y + (10 * UNDER_KM if signs.below else -10 * UNDER_KM) - 3.2
    left = x - 4.6 * signs.hills
    peaks = [f"M{left + 9.2 * k:.1f} {top + 6.4:.1f}l4-6q.6-.9 1.2 0l4 6z" for k in range(signs.hills)]
    return "".join(peaks)
