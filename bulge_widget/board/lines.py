"""`lines.geojson`: roads, rivers and exits as lines for drawing; no rule reads them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bulge_widget.board.geojson import LineString, read_features
from bulge_widget.board.tables import path_name
from bulge_widget.errors import BoardError

__all__ = ["Line", "read_lines"]

_KINDS = ("road", "river", "exit")


class Line(msgspec.Struct, frozen=True):
    """One drawn line."""

    kind: str
    """road, river or exit."""
    points: tuple[tuple[float, float], ...]
    """(lon, lat) in degrees."""
    name: str = ""
    """Of a river."""
    id: str = ""
    """Of an exit."""
    a: str = ""
    """Id of the space a road begins in."""
    b: str = ""
    """Id of the space a road ends in."""
    bridge: bool = False
    """The road crosses a river border."""


def read_lines(path: Path) -> tuple[Line, ...]:
    """Read the lines of a board; empty where the file does not exist.

    Raises
    ------
    BoardError
        Names the feature, counted from 1, that is no line or of no known kind.
    """
    if not path.exists():
        return ()
    found = []
    for number, feature in enumerate(read_features(path), 1):
        said = {k: v for k, v in feature.properties.items() if k != "source"}
        where = f"{path_name(path)} feature {number}"
        if not isinstance(feature.geometry, LineString):
            raise BoardError(f"{where}: the geometry is not a LineString")
        if said.get("kind") not in _KINDS:
            raise BoardError(f"{where}, property 'kind': {said.get('kind')!r}; valid: {', '.join(_KINDS)}")
        try:
            found.append(msgspec.convert({**said, "points": feature.geometry.coordinates}, Line))
        except msgspec.ValidationError as error:
            raise BoardError(f"{where}: {error}") from None
    return tuple(found)
