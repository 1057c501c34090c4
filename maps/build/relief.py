"""Hill shading from a schematic height field; decorative, no survey.

The field is the relief outlines with their round heights, blurred, minus valleys along the rivers and
gullies where smooth noise crosses zero, lit from the north-west.
"""

from __future__ import annotations

import io

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage  # type: ignore[import-untyped]  # its stubs weigh more than this file
from shapely import Polygon

from maps.build.sheet import Sheet

__all__ = ["shade_png"]

CELL_KM = 0.25
BASE_M = 330.0
MAX_ALPHA = 0.34
STEPS = 25
Field = NDArray[np.float64]


def shade_png(sheet: Sheet, window: Polygon) -> bytes:
    """Return the shading of `window` as a palette PNG with alpha.

    Parameters
    ----------
    sheet : Sheet
        Its landscape gives relief outlines and rivers.
    window : Polygon
        The rectangle the picture covers, km.

    Returns
    -------
    bytes
        North up; dark brown where the slope turns from the light, cream where it faces it; at most 60 kB.
    """
    xs, ys = _axes(window)
    height, rugged = _heights(sheet, xs, ys)
    light = _lit(height - _valleys(sheet, xs, ys, rugged) - _gullies(xs, ys, rugged))
    return _png(light)


def _axes(window: Polygon) -> tuple[Field, Field]:
    x0, y0, x1, y1 = window.bounds
    return np.arange(x0, x1, CELL_KM) + CELL_KM / 2, np.arange(y1, y0, -CELL_KM) - CELL_KM / 2


def _mask(geometry: shapely.Geometry, xs: Field, ys: Field) -> NDArray[np.bool_]:
    shapely.prepare(geometry)
    grid_x, grid_y = np.meshgrid(xs, ys)
    found: NDArray[np.bool_] = shapely.contains_xy(geometry, grid_x, grid_y)
    return found


def _heights(sheet: Sheet, xs: Field, ys: Field) -> tuple[Field, Field]:
    """Return heights in metres and ruggedness 0 to 1."""
    height = np.full((len(ys), len(xs)), BASE_M)
    rugged = np.full_like(height, 0.35)
    for feature in sorted(sheet.geography.of("relief"), key=lambda f: -f.geometry.area):
        inside = _mask(feature.geometry, xs, ys)
        low, high = feature.tags["min_elev_m"], feature.tags["max_elev_m"]
        cut = feature.kind in {"gorge", "valley", "depression"}
        height[inside] = 0.7 * low + 0.3 * high if cut else 0.35 * low + 0.65 * high
        rugged[inside] = {"plateau": 0.4, "depression": 0.15}.get(feature.kind, 1.0)
    sigma = 2.6 / CELL_KM
    return ndimage.gaussian_filter(height, sigma), ndimage.gaussian_filter(rugged, sigma * 0.6)


def _valleys(sheet: Sheet, xs: Field, ys: Field, rugged: Field) -> Field:
    """Return how deep the rivers have cut, metres."""
    deep = np.zeros((len(ys), len(xs)))
    for river in sheet.geography.of("rivers"):
        main = river.kind == "main"
        line = shapely.segmentize(river.geometry, CELL_KM / 2)
        points = shapely.get_coordinates(line)
        col = np.round((points[:, 0] - xs[0]) / CELL_KM).astype(int)
        row = np.round((ys[0] - points[:, 1]) / CELL_KM).astype(int)
        ok = (col >= 0) & (col < len(xs)) & (row >= 0) & (row < len(ys))
        free = np.ones_like(deep, dtype=bool)
        free[row[ok], col[ok]] = False
        away = ndimage.distance_transform_edt(free) * CELL_KM
        width, depth = (2.0, 115.0) if main else (1.2, 75.0)
        np.maximum(deep, depth * np.exp(-((away / width) ** 2)), out=deep)
    return deep * (0.35 + 0.65 * rugged)


def _gullies(xs: Field, ys: Field, rugged: Field) -> Field:
    """Return side valleys: where a smooth noise crosses zero."""
    rng = np.random.default_rng(1944)
    total = np.zeros((len(ys), len(xs)))
    for size, depth in ((2.4, 55.0), (1.1, 24.0)):
        noise = ndimage.gaussian_filter(rng.standard_normal(total.shape), size / CELL_KM)
        noise /= noise.std()
        total += depth * np.exp(-((noise / 0.28) ** 2))
    return np.asarray(ndimage.gaussian_filter(total, 1.0) * rugged)


def _lit(height: Field) -> Field:
    """Light the field from the north-west at 45 degrees; 0 is flat, below shade, above light."""
    dy, dx = np.gradient(ndimage.gaussian_filter(height, 0.8) * 6.5 / 1000.0, CELL_KM)
    normal = np.sqrt(dx**2 + dy**2 + 1.0)
    light = (dx + dy) / np.sqrt(2.0) * np.sqrt(0.5) + np.sqrt(0.5)
    return np.asarray(light / normal - np.sqrt(0.5))


def _png(light: Field) -> bytes:
    levels = np.clip(np.round(light / 0.55 * (STEPS // 2)), -(STEPS // 2), STEPS // 2).astype(int)
    picture = Image.fromarray((levels + STEPS // 2).astype(np.uint8), mode="P")
    dark, bright = (64, 44, 24), (255, 250, 232)
    colours: list[int] = []
    alphas: list[int] = []
    for k in range(STEPS):
        side = (k - STEPS // 2) / (STEPS // 2)
        colours += bright if side > 0 else dark
        alphas.append(round(255 * MAX_ALPHA * abs(side) ** 0.9 * (0.9 if side > 0 else 1.0)))
    picture.putpalette(colours)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True, transparency=bytes(alphas))
    return out.getvalue()
