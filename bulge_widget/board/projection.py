"""Longitude and latitude to kilometres on the board, and back.

One straight-line map for a whole board: good to some 0.3 % over the 150 km of the Ardennes, which is less
than the width of a drawn road.
"""

from __future__ import annotations

import math

import msgspec

__all__ = ["Projection"]


class Projection(msgspec.Struct, frozen=True):
    """x = xx·Δlon + xy·Δlat, y = yx·Δlon + yy·Δlat, with Δ counted from (lon0, lat0).

    x grows to the east and y to the north, both in km. Hex boards use the mixed terms so that their hexes
    are regular in km although the printed map is turned or stretched.
    """

    lon0: float
    """Longitude of the origin, degrees."""
    lat0: float
    """Latitude of the origin, degrees."""
    xx: float
    """km east per degree of longitude."""
    yy: float
    """km north per degree of latitude."""
    xy: float = 0.0
    """km east per degree of latitude."""
    yx: float = 0.0
    """km north per degree of longitude."""

    def to_km(self, lon: float, lat: float) -> tuple[float, float]:
        """Return (x, y) in km of a point in degrees."""
        east, north = lon - self.lon0, lat - self.lat0
        return self.xx * east + self.xy * north, self.yx * east + self.yy * north

    def to_lonlat(self, x: float, y: float) -> tuple[float, float]:
        """Return (longitude, latitude) in degrees of a point in km."""
        det = self.xx * self.yy - self.xy * self.yx
        east = (self.yy * x - self.xy * y) / det
        north = (self.xx * y - self.yx * x) / det
        return self.lon0 + east, self.lat0 + north

    @classmethod
    def parse(cls, text: str) -> Projection:
        """Read "lon0 lat0 xx yy" or "lon0 lat0 xx yy xy yx".

        Raises
        ------
        ValueError
            If it is not four or six numbers or the map could not be turned back.
        """
        numbers = [float(part) for part in text.split()]
        if not all(map(math.isfinite, numbers)):
            raise ValueError("not all of it are numbers")
        if len(numbers) not in (4, 6):
            raise ValueError(f"{len(numbers)} numbers instead of 4 or 6")
        made = cls(*numbers)
        if abs(made.xx * made.yy - made.xy * made.yx) < 1e-9:
            raise ValueError("the two axes fall together")
        return made
