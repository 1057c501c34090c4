"""The geography layers of 1944: towns, rivers, roads, woods, relief and more, by name.

All boards share them: a space or river that stands for a real place carries its name here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from bulge_widget.board.geojson import Geometry, LineString, MultiPolygon, Point, Polygon, read_features
from bulge_widget.board.load import maps_folder
from bulge_widget.board.tables import path_name, read_text
from bulge_widget.errors import BoardError, UnknownNameError

if TYPE_CHECKING:
    import shapely

__all__ = [
    "LAYERS",
    "Day",
    "Happening",
    "Layer",
    "LayerName",
    "Place",
    "layer_names",
    "load_layer",
    "load_timeline",
]

LayerName = Literal[
    "borders",
    "front_lines",
    "landmarks",
    "relief",
    "rivers",
    "roads",
    "towns",
    "westwall",
    "woods",
]
LAYERS: tuple[LayerName, ...] = get_args(LayerName)
"""All layers."""


class Place(msgspec.Struct, frozen=True):
    """One named thing of a layer."""

    name: str
    """Unique in its layer, but for stretches of one road or belt."""
    geometry: Point | LineString | Polygon | MultiPolygon
    """(lon, lat) in degrees."""
    source: str
    """Where it comes from; licences in SOURCES.md."""
    aliases: tuple[str, ...] = ()
    """Other names, of other languages and of 1944."""
    kind: str = ""
    """city, town, village; plateau, gorge; bridge, fuel dump; … (`class` of a road, `order` of a river)."""
    note: str = ""
    """A sentence for people."""
    facts: dict[str, Any] = {}
    """What else the layer says: country, countries, via, ref, date, min_elev_m, …"""

    @property
    def shape(self) -> shapely.Geometry:
        """The geometry for shapely, in degrees."""
        from shapely.geometry import shape  # noqa: PLC0415 - shapely only where geometry is wanted

        made: shapely.Geometry = shape(msgspec.to_builtins(self.geometry))
        return made


class Layer:
    """A layer: places by name or alias; iterating gives the names in order of the file.

    Parameters
    ----------
    name : str
        Of the layer.
    places : iterable of Place
        Where several share a name, look-up gives the first and :attr:`places` has all.
    """

    def __init__(self, name: str, places: Iterable[Place]) -> None:
        self.name = name
        self.places = tuple(places)
        self._by_name: dict[str, Place] = {}
        for place in self.places:
            self._by_name.setdefault(place.name, place)
        self._aliases = {alias: place for place in self.places for alias in place.aliases}

    @property
    def names(self) -> tuple[str, ...]:
        """The names, without aliases."""
        return tuple(self._by_name)

    def __getitem__(self, name: str) -> Place:
        """Return the place of a name or alias; UnknownNameError names the nearest."""
        found = self._by_name.get(name) or self._aliases.get(name)
        if found is None:
            raise UnknownNameError(f"name in layer {self.name!r}", name, (*self._by_name, *self._aliases))
        return found

    def __contains__(self, name: object) -> bool:
        """Tell whether a name or alias is known."""
        return name in self._by_name or name in self._aliases

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(self._by_name)

    def __len__(self) -> int:
        """Count the names."""
        return len(self._by_name)


class Happening(msgspec.Struct, frozen=True):
    """Something that happened on one day."""

    text: str
    """In a sentence or two."""
    places: tuple[str, ...]
    """Names of towns or landmarks."""
    units: tuple[str, ...]
    """As histories call them."""
    side: Literal["German", "Allied", "both", "civilian"]
    """Whom it was about."""


class Day(msgspec.Struct, frozen=True):
    """One day of the campaign."""

    date: dt.date
    weekday: str
    summary: str
    events: tuple[Happening, ...]


class _Timeline(msgspec.Struct, frozen=True):
    title: str
    licence: str
    days: tuple[Day, ...]


_TIMELINE = msgspec.json.Decoder(_Timeline)
_PLAIN = ("name", "source", "aliases", "kind", "note")


def load_layer(name: LayerName, maps: Path | str | None = None) -> Layer:
    """Load one layer.

    Parameters
    ----------
    name : str
        One of :data:`LAYERS`.
    maps : path, optional
        A folder to use instead of the installed `maps`.

    Raises
    ------
    UnknownNameError
        If there is no such layer.
    BoardError
        If its file is missing or damaged.
    """
    if name not in LAYERS:
        raise UnknownNameError("geography layer", name, LAYERS)
    return _read_layer(maps_folder("geography", maps) / f"{name}.geojson")


def layer_names(folder: Path, layers: Iterable[LayerName]) -> tuple[str, ...]:
    """Return the names that some layers of a folder hold, without aliases."""
    return tuple(name for layer in layers for name in _read_layer(folder / f"{layer}.geojson").names)


def load_timeline(maps: Path | str | None = None) -> tuple[Day, ...]:
    """Load the campaign day by day, 16 December 1944 to 2 January 1945.

    Raises
    ------
    BoardError
        If the file is missing or damaged.
    """
    path = maps_folder("geography", maps) / "timeline.json"
    try:
        return _TIMELINE.decode(read_text(path)).days
    except msgspec.DecodeError as error:
        raise BoardError(f"{path_name(path)}: {error}") from None


def _read_layer(path: Path) -> Layer:
    return Layer(path.stem, (_place(path, i, f.geometry, f.properties) for i, f in enumerate(read_features(path), 1)))


def _place(path: Path, number: int, geometry: Geometry, said: dict[str, Any]) -> Place:
    plain = {key: said[key] for key in _PLAIN if key in said}
    facts = {key: value for key, value in said.items() if key not in _PLAIN}
    plain.setdefault("kind", facts.get("class") or facts.get("order") or facts.get("belt") or "")
    try:
        return msgspec.convert({**plain, "geometry": geometry, "facts": facts}, Place)
    except msgspec.ValidationError as error:
        raise BoardError(f"{path_name(path)} feature {number}: {error}") from None
