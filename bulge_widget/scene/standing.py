"""Where the pieces of a static picture stand: on the places of their area, or in a stack on their hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["Standing", "middles", "standing_on"]

STACK_SHIFT = {"areas": 0.12, "hexes": 0.08}
"""How far a piece lies off the one under it, in piece sides."""

Json = Mapping[str, Any]
Standing = tuple[Json, float, float]
"""A piece and its middle."""


def standing_on(ground: Json, scene: Json) -> Iterator[Standing]:
    """Yield each piece on the map with its middle."""
    places = {name: slots for name, _, slots in _places(ground)}
    shift = ground["piece"]["size"] * STACK_SHIFT["hexes" if "hexes" in ground["spaces"] else "areas"]
    shown = (piece for piece in scene.get("pieces", ()) if piece["at"] in places)
    for piece in sorted(shown, key=lambda piece: (piece["at"], piece.get("slot", 0))):
        slots = places[piece["at"]]
        above, slot = divmod(int(piece.get("slot", 0)), len(slots))
        x, y = slots[slot]
        yield piece, x + above * shift, y - above * shift


def middles(ground: Json) -> list[tuple[float, float]]:
    """Return the middle of each space."""
    return [middle for _, middle, _ in _places(ground)]


def _places(ground: Json) -> Iterator[tuple[str, tuple[float, float], list[list[float]]]]:
    """Yield each space with its middle and the places of its pieces; a hex has one, its centre."""
    spaces = ground["spaces"]
    for area in spaces.get("areas", ()):
        middle = (area["x"], area["y"])
        yield area["id"], middle, area.get("slots") or [list(middle)]
    hexes = spaces.get("hexes")
    if hexes:
        xy = hexes["xy"]
        for k, name in enumerate(hexes["ids"]):
            yield name, (xy[2 * k], xy[2 * k + 1]), [[xy[2 * k], xy[2 * k + 1]]]
