"""The rows of the tables of a board: one struct a file, its fields the columns.

They serve area boards and hex boards alike; a column with a default may be left out of a file.
The JSON Schemas in `maps/schemas/` are made from them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "BoardKey",
    "BorderRow",
    "Direction",
    "ExitRow",
    "Latitude",
    "Longitude",
    "RiverRow",
    "RiverSideRow",
    "SettingRow",
    "Source",
    "SpaceId",
    "SpaceRow",
    "Word",
]

_WORD = r"^[a-z0-9]+([-:][a-z0-9]+)*$"

SpaceId = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", description="ASCII, lower case, hyphens")]
Word = Annotated[str, Meta(pattern=_WORD, description="a lower-case word, or word:word")]
Source = Annotated[str, Meta(min_length=1, description="provenance key, explained in SOURCES.md")]
Longitude = Annotated[float, Meta(ge=-180, le=180, description="degrees east, WGS84")]
Latitude = Annotated[float, Meta(ge=-90, le=90, description="degrees north, WGS84")]
Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
BoardKey = Literal["id", "title", "kind", "projection", "credit", "notice", "terrains", "grid", "hex_km"]


class SettingRow(msgspec.Struct, frozen=True):
    """`board.csv`: one fact about the whole board."""

    key: BoardKey
    """Which fact."""
    value: Annotated[str, Meta(min_length=1)]
    """Its text; `maps/README.md` lists the keys."""
    source: Source
    """Where it comes from."""


class SpaceRow(msgspec.Struct, frozen=True):
    """`spaces.csv`: one area or hex."""

    id: SpaceId
    """As printed, lower-case; a slug where areas have only names."""
    terrain: Word
    """The kind of ground, a word of the board's own list."""
    source: Source
    """Where it comes from."""
    name: str = ""
    """The printed name; blank for a hex without one."""
    number: Annotated[int, Meta(ge=1)] | None = None
    """The printed number of an area."""
    lon: Longitude | None = None
    """Of the label and the counters; a hex takes the centre from its id where it is blank."""
    lat: Latitude | None = None
    """Likewise."""
    place: str = ""
    """The name in the geography layers of what the space is called after; blank for none."""
    tags: tuple[Word, ...] = ()
    """What else is printed there: `town`, `fort`, `west-wall`, `zone:5`, …"""


class BorderRow(msgspec.Struct, frozen=True):
    """`borders.csv`: what runs along or across the border of two spaces, written once for both ways."""

    a: SpaceId
    """One space."""
    b: SpaceId
    """The other."""
    source: Source
    """Where it comes from."""
    road: bool = False
    """A road leads across."""
    river: str = ""
    """Name of the river along the border; blank for none."""
    bridge: bool = False
    """There is a bridge over that river."""
    cliff: bool = False
    """A cliff runs along the border."""
    closed: bool = False
    """Printed as impassable."""
    kinds: tuple[Word, ...] = ()
    """What else is printed on it: `restricted`, `army-boundary`, …"""
    length_km: Annotated[float, Meta(gt=0)] | None = None
    """Length of an area border in km."""
    river_share: Annotated[float, Meta(ge=0, le=1)] | None = None
    """Share of the border that follows a river."""
    lon: Longitude | None = None
    """Of the point where the road, or the middle of the border, is crossed."""
    lat: Latitude | None = None
    """Likewise."""
    road_banks: tuple[Annotated[int, Meta(ge=0, le=2)], ...] = ()
    """Banks of the river hex that the road touches, where it leaves along the river's own side."""


class ExitRow(msgspec.Struct, frozen=True):
    """`exits.csv`: a road, or an entry letter, that leads off the map."""

    id: SpaceId
    """The printed letter or the hex, lower-case; unique."""
    space: SpaceId
    """The space it leaves from."""
    edge: Literal["n", "e", "s", "w"]
    """The edge of the map."""
    source: Source
    """Where it comes from."""
    side: Literal["", "german", "allied"] = ""
    """Whose road it is; blank where it is open to both."""
    hexside: Direction | None = None
    """The side of the hex it leaves through, where known."""
    towards: str = ""
    """Where the road leads."""
    multiple: Annotated[int, Meta(ge=0)] | None = None
    """A number printed beside it."""
    lon: Longitude | None = None
    """Of its end on the edge of the map."""
    lat: Latitude | None = None
    """Likewise."""


class RiverRow(msgspec.Struct, frozen=True):
    """`rivers.csv`: the rivers that borders and hexes name."""

    name: Annotated[str, Meta(min_length=1)]
    """As written on this board."""
    source: Source
    """Where it comes from."""
    place: str = ""
    """The name of the same river in the geography layers; blank for none."""


class RiverSideRow(msgspec.Struct, frozen=True):
    """`river_sides.csv`: a river that runs IN a hex, one row for each side it passes through.

    The banks follow: the other sides, taken clockwise, fall into arcs between the river sides.
    """

    space: SpaceId
    """The hex."""
    side: Direction
    """The side the river passes through."""
    river: Annotated[str, Meta(min_length=1)]
    """Its name, of `rivers.csv`."""
    source: Source
    """Where it comes from."""
