"""Greedy placing of labels at four zoom classes: the important first, none on top of another."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely import Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from maps.build.lettering import CHECKS, ZOOMS, Candidate, Label, box_of, room_of

__all__ = ["around_badge", "around_dot", "at_corners", "place_labels"]

BADGE = 9.2
"""Radius of a town badge, units."""


def around_badge(  # noqa: PLR0913  a place and its four sides
    x: float, y: float, above: float = 0.0, below: float = 0.0, right: float = 0.0, left: float = 0.0
) -> list[Candidate]:
    """Return the places round a town badge: above, below, right, left; what stands there keeps its room."""
    return [
        Candidate(x, y - BADGE - 1.5 - above, dy=-2.5),
        Candidate(x, y + BADGE + 1.8 + below, dy=10),
        Candidate(x + BADGE + 1.5 + right, y, "start", dx=3, dy=4),
        Candidate(x - BADGE - 1.5 - left, y, "end", dx=-3, dy=4),
    ]


def at_corners(x: float, y: float) -> list[Candidate]:
    """Return the places at the corners of a town badge, where the four round it are taken."""
    out = []
    for dy, base in ((-6.5, -1.0), (6.5, 8.5)):
        out += [Candidate(x + BADGE + 2.5, y + dy, "start", dx=1.5, dy=base)]
        out += [Candidate(x - BADGE - 2.5, y + dy, "end", dx=-1.5, dy=base)]
    return out


def around_dot(x: float, y: float) -> list[Candidate]:
    """Return the places round a small town's dot."""
    return [
        Candidate(x, y, "start", dx=4.5, dy=3.2),
        Candidate(x, y, "end", dx=-4.5, dy=3.2),
        Candidate(x, y, dy=-5),
        Candidate(x, y, dy=11.5),
    ]


def place_labels(labels: Sequence[Label], taken: Sequence[BaseGeometry], board: Polygon) -> list[Label]:
    """Give each label a place and the first zoom class at which it has room.

    Parameters
    ----------
    labels : sequence of Label
        Those with `must` keep their first place if there is no free one.
    taken : sequence of geometry
        Badges, piece slots and other marks, drawing units.
    board : Polygon
        Labels that are no must have to lie inside, drawing units.

    Returns
    -------
    list of Label
        The placed ones, in order of rank.
    """
    ordered = sorted(labels, key=lambda n: (n.rank, n.first, n.text))
    ground = _Taken(taken)
    for label in ordered:
        if label.chosen is not None:
            ground.add(label, label.chosen)
    shapely.prepare(board)
    for zoom in range(len(ZOOMS)):
        for label in ordered:
            if label.chosen is None and label.first <= zoom:
                place = _best(label, zoom, ground, board)
                if place is not None:
                    label.chosen, label.shown = place, zoom
                    ground.add(label, place)
    return [n for n in ordered if n.chosen is not None]


class _Taken:
    """What is taken already: marks, which are part of the map, and labels, which differ with the zoom."""

    def __init__(self, marks: Sequence[BaseGeometry]) -> None:
        self.marks = STRtree(list(marks))
        self.boxes: list[list[Polygon]] = [[] for _ in CHECKS]

    def add(self, label: Label, place: Candidate) -> None:
        for zoom, boxes in enumerate(self.boxes):
            boxes.extend(room_of(label, place, zoom))

    def is_free(self, label: Label, place: Candidate, first: int) -> bool:
        """Tell whether the label touches nothing from its first zoom class on."""
        for zoom in range(first, len(CHECKS)):
            for box in room_of(label, place, zoom):
                if self.boxes[zoom] and bool(shapely.intersects(box, self.boxes[zoom]).any()):
                    return False
                if len(self.marks.query(box, predicate="intersects")):
                    return False
        return True

    def trouble(self, label: Label, place: Candidate, zoom: int) -> float:
        """Return how much of a label would lie on others, and a third as bad, on marks."""
        box = box_of(label, place, zoom)
        hits = self.marks.geometries.take(self.marks.query(box, predicate="intersects"))
        over = sum(float(box.intersection(b).area) for b in self.boxes[zoom])
        return 3 * over + sum(float(box.intersection(g).area) for g in hits)


def _best(label: Label, zoom: int, ground: _Taken, board: Polygon) -> Candidate | None:
    for place in label.places:
        inside = label.must or board.contains(box_of(label, place, zoom))
        if inside and ground.is_free(label, place, zoom):
            return place
    if label.must:
        return min(label.places, key=lambda p: ground.trouble(label, p, zoom))
    return None
