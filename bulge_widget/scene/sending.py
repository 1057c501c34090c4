"""A scene made small for the way to the browser: what it can know from before is left out.

Of a piece only what is different from the counter as printed, which travels with the ground; of the answers to a
question, which often begin alike, only where each goes on differently. The board in the browser makes it whole again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

__all__ = ["sent"]

Row = dict[str, Any]
Numbered = tuple[tuple[str | None, int], int, Row]
"""An option with its group, options whose numbers follow each other, and its number."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST = len(DIGITS) ** 2 - 1
"""Letters in common that two digits can tell."""
NAME = "~"
"""Stands for the name of a piece in what is spoken of it."""


def sent(scene: Mapping[str, Any], printed: Mapping[str, Any]) -> Row:
    """Return a scene as it is sent; at most 40 kB as JSON.

    Parameters
    ----------
    scene : mapping
        As :func:`bulge_widget.scene.scene` gives it.
    printed : mapping
        The counters, as :func:`bulge_widget.scene.pieces.printed` gives them.

    Returns
    -------
    dict
        The scene, but for `pieces`, also those in `boxes`: without what is as printed, or as the box says; and
        `options`: in groups with their `key`, the number of the `first`, `texts` (each two digits of base 36, how many
        letters, as the browser counts them, it has in common with the one before, and the rest), `to` (with commas
        between) and `more`, a list of a place in the group and what else there is of that option. A group that says
        the same of another piece has `like` instead: the place of the group it is like, how many letters the texts
        there begin alike, and what stands here instead of these.
    """
    known = {name: dict(zip(printed["keys"], row, strict=True)) for name, row in printed["rows"].items()}
    boxes = [box | {"pieces": _pieces(box["pieces"], known, {"at": box["id"]})} for box in scene["boxes"]]
    groups = [list(rows) for _, rows in groupby(_numbered(scene["options"]), key=lambda found: found[0])]
    return {**scene, "pieces": _pieces(scene["pieces"], known, {}), "boxes": boxes, "options": _alike(groups)}


def _pieces(rows: Iterable[Row], known: Mapping[str, Row], place: Row) -> list[Row]:
    found = []
    for row in rows:
        usual = known.get(row["id"], {}) | place
        found.append({key: _short(value, key, row) for key, value in row.items() if usual.get(key) != value})
    return found


def _short(value: Any, key: str, row: Row) -> Any:
    name = row.get("name")
    return NAME + value.removeprefix(name) if key == "say" and name and value.startswith(name) else value


def _numbered(options: Iterable[Row]) -> Iterable[Numbered]:
    """Yield each option with its group and its number."""
    for place, option in enumerate(options):
        number = int(option["id"].rpartition("/")[2])
        yield (option["key"], number - place), number, option


def _alike(groups: Sequence[Sequence[Numbered]]) -> list[Row]:
    """Return the groups; of one that says what another has said only what is called otherwise."""
    sent_groups, known = list[Row](), dict[Any, tuple[int, str]]()
    for place, rows in enumerate(groups):
        group = _group(rows)
        texts = [option["text"] for _, _, option in rows]
        head = texts[0][: _in_common(min(texts), max(texts))]
        told = (*(text.removeprefix(head) for text in texts), group.get("to"), repr(group.get("more")))
        like, other = known.setdefault(told, (place, head))
        if like != place and len(rows) > 1:
            group = {"key": group["key"], "first": group["first"], "like": [like, _units(other), head]}
        sent_groups.append(group)
    return sent_groups


def _group(rows: Sequence[Numbered]) -> Row:
    (key, _), first, _ = rows[0]
    more = [[n, _more(option)] for n, (_, _, option) in enumerate(rows) if _more(option)]
    group: Row = {"key": key, "first": first, "texts": _front_coded([option["text"] for _, _, option in rows])}
    places = ",".join(option.get("to", "") for _, _, option in rows)
    return group | ({"to": places} if places.strip(",") else {}) | ({"more": more} if more else {})


def _more(option: Row) -> Row:
    return {
        key: value for key, value in option.items() if key not in {"id", "key", "text", "to"} and value is not False
    }


def _front_coded(texts: Sequence[str]) -> list[str]:
    """Return texts as the number of letters in common with the one before, two digits of base 36, and the rest."""
    found, before = [], ""
    for text in texts:
        common = min(_in_common(before, text), MOST)
        while _units(text[:common]) > MOST:
            common -= 1
        units = _units(text[:common])
        found.append(DIGITS[units // 36] + DIGITS[units % 36] + text[common:])
        before = text
    return found


def _units(text: str) -> int:
    """Return how long a text is in the browser, which counts a letter beyond the first 65,536 as two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _in_common(one: str, other: str) -> int:
    """Return with how many same letters two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
