"""Greedy placing of labels at four zoom classes: the important first, none on top of another."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely import Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from maps.build.lettering import ZOOMS, Candidate, Label, box_of

__all__ = ["around_badge", "around_dot", "place_labels"]

BADGE = 9.2
"""Radius of a town badge, units."""


def around_badge(x: float, y: float, below: float = 18.0) -> list[Candidate]:
    """Return the places round a town badge: above, below its stars, right, left."""
    return [
        Candidate(x, y - BADGE - 1.5, dy=-2.5),
        Candidate(x, y + below, dy=10),
        Candidate(x + BADGE + 1.5, y, "start", dx=3, dy=4),
        Candidate(x - BADGE - 1.5, y, "end", dx=-3, dy=4),
    ]


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
    marks = STRtree(list(taken))
    placed: list[Label] = []
    shapely.prepare(board)
    for zoom in range(len(ZOOMS)):
        boxes = [box_of(n, n.chosen, zoom) for n in placed if n.chosen is not None]
        for label in ordered:
            if label.chosen is None and label.first <= zoom:
                box = _try(label, zoom, boxes, marks, board)
                if box is not None:
                    boxes.append(box)
                    placed.append(label)
    return sorted(placed, key=lambda n: (n.rank, n.text))


def _try(label: Label, zoom: int, boxes: list[Polygon], marks: STRtree, board: Polygon) -> Polygon | None:
    for place in label.places:
        box = box_of(label, place, zoom)
        if not board.contains(box) and not label.must:
            continue
        if _clear(box, boxes) and not len(marks.query(box, predicate="intersects")):
            return _set(label, place, box, zoom)
    if label.must:
        place = min(label.places, key=lambda p: _trouble(box_of(label, p, zoom), boxes, marks))
        return _set(label, place, box_of(label, place, zoom), zoom)
    return None


def _set(label: Label, place: Candidate, box: Polygon, zoom: int) -> Polygon:
    label.chosen, label.shown = place, zoom
    return box


def _clear(box: Polygon, boxes: list[Polygon]) -> bool:
    return not boxes or not bool(shapely.intersects(box, boxes).any())


def _trouble(box: Polygon, boxes: list[Polygon], marks: STRtree) -> float:
    over = sum(float(box.intersection(b).area) for b in boxes)
    hits = marks.geometries.take(marks.query(box, predicate="intersects"))
    return 3 * over + sum(float(box.intersection(g).area) for g in hits)
