"""Reading a drawn ground back: outlines, labels, the room of pieces and badges."""

from __future__ import annotations

import re

import numpy as np
import shapely
from shapely import Polygon

from maps.build.lettering import Candidate, Label


def ring(d: str) -> Polygon:
    """The outline of an area from path data of one relative run."""
    numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", d)]
    steps = np.array(numbers).reshape(-1, 2)
    return Polygon(np.cumsum(steps, axis=0))


def labels_of(ground, classes=None):
    """The labels of some classes, or all, as they were placed."""
    out = []
    for row in ground["labels"]:
        if classes is None or row["cls"] in classes:
            spacing = {"river": 1.5, "wood": 1.0, "zone": 0.6}.get(row["cls"], 0.0)
            place = Candidate(row["x"], row["y"], row["anchor"], row["dx"], row["dy"], row.get("angle", 0.0))
            label = Label(row["text"], row["cls"], row["px"], row["rank"], row["from"], [place], spacing=spacing)
            label.chosen, label.shown = place, row["from"]
            out.append(label)
    return out


def squares(ground, row):
    """The room of each piece of an area."""
    half = ground["piece"]["size"] / 2
    return [shapely.box(x - half, y - half, x + half, y + half) for x, y in row["slots"]]


def badge_box(badge):
    """A disc, a row of small stars, or one mark."""
    x, y = badge["x"], badge["y"]
    if badge["kind"] == "vp" and not badge["text"].isdecimal():
        return shapely.box(x - 6.6, y - 6.6, x + 6.6, y + 6.6)
    half = 3.3 * int(badge["text"]) if badge["kind"] == "vp" else 0
    return shapely.box(x - half, y - 3.4, x + half, y + 3.4) if half else shapely.Point(x, y).buffer(9.2)
