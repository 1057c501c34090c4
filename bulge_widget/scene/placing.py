"""Where a name stands that a piece would cover: the same search as on the live board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["Box", "box_at", "give_way", "label_box"]

Box = tuple[float, float, float, float]
Label = Mapping[str, Any]

COVERED = 4.0
"""Square px of a name that a piece may lie on."""
SLACK = 0.5
"""How much less a later place must cover to be better than an earlier one, in square px."""


def give_way(
    labels: Sequence[Label],
    pieces: Sequence[Box],
    marks: Sequence[Box],
    homes: Sequence[tuple[float, float]],
    **at: float,
) -> list[Label]:
    """Return names, those under a piece moved to another side of the middle of their space, where there is room.

    Parameters
    ----------
    labels : sequence of mapping
        Names of places as in the ground.
    pieces, marks : sequence of box
        What may not be covered, in px from the origin of the drawing.
    homes : sequence of (x, y)
        The middles of the spaces, drawing units.
    **at : float
        `k`, px for a drawing unit; `scale`, of the letters; `radius`, of the mark in a space, drawing units.
    """
    k, scale, radius = at["k"], at["scale"], at["radius"]
    boxes = [label_box(label, k, scale) for label in labels]
    found: list[Label] = []
    for place, label in enumerate(labels):
        spot = label
        if any(_overlap(boxes[place], box) > COVERED for box in pieces):
            x, y = min(homes, key=lambda home: (home[0] - label["x"]) ** 2 + (home[1] - label["y"]) ** 2)
            spots = [label, *({**label, **other} for other in _round(x, y, radius))]
            spot = _freest(spots, [*pieces, *marks, *boxes[:place], *boxes[place + 1 :]], k, scale)
            boxes[place] = label_box(spot, k, scale)
        found.append(spot)
    return found


def label_box(label: Label, k: float, scale: float) -> Box:
    """Return the box that a name takes, in px; its width is an estimate."""
    width = 0.55 * label["px"] * len(label["text"]) * scale
    start = {"start": 0.0, "end": -width}.get(label.get("anchor", "middle"), -width / 2)
    x = label["x"] * k + label.get("dx", 0) * scale + start
    y = label["y"] * k + label.get("dy", 0) * scale
    return (x, y - 0.8 * label["px"] * scale, x + width, y + 0.25 * label["px"] * scale)


def box_at(x: float, y: float, width: float, height: float) -> Box:
    """Return the box round a point."""
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _overlap(a: Box, b: Box) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h if w > 0 and h > 0 else 0.0


def _freest(spots: Iterable[Label], taken: Sequence[Box], k: float, scale: float) -> Label:
    """Return the spot that covers least; among equals the first."""
    best: Label = {}
    least = float("inf")
    for spot in spots:
        box = label_box(spot, k, scale)
        covered = sum(_overlap(box, other) for other in taken)
        if covered < least - SLACK:
            best, least = spot, covered
    return best


def _round(x: float, y: float, r: float) -> list[dict[str, Any]]:
    """Return where a name can stand: below and above a mark, at its sides, at its corners."""
    d = 0.75 * r
    rows = (
        (x, y + r, 0, 11, "middle"),
        (x + r, y, 3, 4, "start"),
        (x - r, y, -3, 4, "end"),
        (x, y - r, 0, -3, "middle"),
        (x + d, y - d, 1.5, -1, "start"),
        (x - d, y - d, -1.5, -1, "end"),
        (x + d, y + d, 1.5, 8.5, "start"),
        (x - d, y + d, -1.5, 8.5, "end"),
        (x, y + 1.9 * r, 0, 11, "middle"),
        (x, y - 1.9 * r, 0, -3, "middle"),
    )
    return [dict(zip(("x", "y", "dx", "dy", "anchor"), row, strict=True)) for row in rows]
