"""The pieces of a view as they are drawn: what is printed, where they stand, what is spoken of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bulge_widget.core.view import PieceView

__all__ = ["box_rows", "map_rows", "printed", "slot_of"]

LATE = 1000
"""A turn that no game reaches."""
PER_SIDE = 3
"""Places of one side on an area; the first are the German side's, as in `ground.json`."""

PRINTED = ("side", "nation", "arm", "type", "size", "short", "name")
FRESH = ("strength", "steps", "full", "say")
"""What else a counter tells that prints its strength alone, as long as it is fresh."""

BADGES = {
    "unsupplied": "out-of-supply",
    "out-of-supply": "out-of-supply",
    "moved": "moved",
    "marched": "moved",
    "overran": "fought",
    "fought": "fought",
    "disrupted": "disrupted",
    "isolated": "isolated",
    "entrenched": "entrenched",
    "low-fuel": "low-fuel",
    "engaged": "engaged",
    "slowed": "slowed",
    "building": "building",
}
"""Word of a view -> badge."""

QUALITY = {"e": "elite", "v": "veteran", "g": "green"}
"""Letter behind the strength of a printed step -> word."""

SHORTER = {" GARRISON": "", "TASK FORCE": "TF"}
"""On a counter: what its symbol says already, or everybody abbreviates."""

_SPOKEN = {"unsupplied": "out of supply", "overran": "has overrun", "moved": "has moved", "marched": "has marched"}

Row = dict[str, Any]


def slot_of(order: int, side: str) -> int:
    """Return the place of a side's n-th piece in an area, from 0.

    The ninth and further pieces lie, a little shifted, on the first: places beyond the last begin anew.
    """
    first = 0 if side == "german" else PER_SIDE
    return first + (order // PER_SIDE) * 2 * PER_SIDE + order % PER_SIDE


def map_rows(view: Any, board: Any, counters: Mapping[str, Any], live: Collection[str]) -> list[Row]:
    """Return the pieces on the map.

    Parameters
    ----------
    view : View
        Of the seat the picture is for.
    board : Board
        Tells spaces from boxes; on a hex board pieces of a space form one stack.
    counters : mapping
        What is printed, by id; a hidden piece's handle is not in it.
    live : collection of str
        Pieces that may act now.
    """
    order: dict[tuple[str, str], int] = defaultdict(int)
    areas = board.kind == "areas"
    rows = []
    for piece in view.pieces:
        if piece.at in board.index:
            row = _row(piece, counters, live)
            group = (piece.at, piece.side if areas else "")
            row["slot"] = slot_of(order[group], piece.side) if areas else order[group]
            order[group] += 1
            rows.append(row)
    return rows


def box_rows(view: Any, counters: Mapping[str, Any], live: Collection[str]) -> list[Row]:
    """Return the boxes beside the map with their pieces: what comes by turns as it comes, else as the view has it."""
    known = {piece.id: piece for piece in view.pieces}
    return [
        {"id": box.id, "title": box.title, "pieces": [_row(piece, counters, live) for piece in sorted(held, key=_due)]}
        for box in view.boxes
        for held in [[known[name] for name in box.pieces]]
    ]


def _due(piece: Any) -> int:
    """Return the turn that a piece comes; what has none in its note comes last."""
    turn = re.search(r"\d+", piece.note)
    return int(turn[0]) if turn else LATE if piece.note else 0


def printed(counters: Mapping[str, Any]) -> Row:
    """Return every counter as it is drawn when fresh, to be sent once: the names of what is told, and a list by id."""
    one_number = all(hasattr(counter, "strength") for counter in counters.values())
    fresh = {}
    for name, counter in counters.items():
        full = counter.strength if one_number else 0
        fresh[name] = _row(PieceView(name, counter.side, "", full, full), counters, ())
    keys = [*PRINTED, *(FRESH if one_number else ())]
    keys += ["quality"] if any("quality" in row for row in fresh.values()) else []
    return {"keys": keys, "rows": {name: [row.get(key) for key in keys] for name, row in fresh.items()}}


def _row(piece: Any, counters: Mapping[str, Any], live: Collection[str]) -> Row:
    row: Row = {"id": piece.id, "at": piece.at, "side": piece.side}
    if piece.hidden:
        return row | {"hidden": True, "say": f"hidden {piece.side.capitalize()} unit"}
    counter = counters[piece.id]
    row |= {
        "nation": counter.nation,
        "arm": counter.arm,
        "type": counter.type,
        "size": counter.size,
        "short": designation(piece.id),
        "name": counter.name,
        "strength": piece.factors or str(piece.steps or piece.full),
    }
    quality = _quality(piece, counter)
    row |= {"quality": quality} if quality else {}
    row["say"] = _say(piece, counter.name, quality)
    if not piece.factors or piece.steps != piece.full:
        row |= {"steps": piece.steps, "full": piece.full}
    badges = _badges(piece.status)
    row |= {"badges": badges} if badges else {}
    return row | ({"live": True} if piece.id in live else {})


def designation(piece: str) -> str:
    """Return the number on a counter from its id: `ge-326vg` is `326 VG`."""
    name = piece.partition("-")[2] or piece
    words = " ".join(re.findall(r"\d+|[^\d-]+", name)).upper()
    for long, short in SHORTER.items():
        words = words.replace(long, short)
    return words


def _quality(piece: Any, counter: Any) -> str:
    """Return how good the troops are by the step on top of a block; empty where a book prints no such thing.

    Of a unit that is lost, as it was when fresh.
    """
    steps = getattr(counter, "steps", ())
    return QUALITY.get(steps[-piece.steps][-1], "") if steps and piece.steps <= len(steps) else ""


def _badges(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(BADGES.get(word, word) for word in words))


def _say(piece: Any, name: str, quality: str) -> str:
    """Return what is spoken: “106th Infantry Division, strength 3 of 4, green, out of supply”."""
    strength = f"strength {piece.steps} of {piece.full}" if piece.steps else f"strength {piece.full}"
    strength = f"strength {piece.factors}" if piece.factors else strength
    words = [_SPOKEN.get(word, word.replace("-", " ")) for word in piece.status]
    note = [f"due {piece.note}"] if piece.note else []
    return ", ".join([name, strength, *([quality] if quality else []), *words, *note])
