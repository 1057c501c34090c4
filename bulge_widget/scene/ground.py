"""The ground: what is drawn once per board (terrain, relief, water, roads, names, spaces), with its colours.

The shapes come from `maps/<book>/ground.json`, made beforehand; here they get their paints, the colour
table, the symbols and a spoken line for each space.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from bulge_widget.board import Board
from bulge_widget.errors import BoardError
from bulge_widget.scene.paints import PAINTS, layers_of, paints_of
from bulge_widget.scene.palette import tokens
from bulge_widget.scene.pieces import printed
from bulge_widget.scene.words import COATS, WORDS

__all__ = ["Ground", "assemble", "ground", "ground_of", "load_shapes", "symbols"]

Ground = dict[str, Any]

SHADING = "The relief shading is decorative."


def ground(rulebook: Any) -> Ground:
    """Return the ground of a book's board and its counters as they are printed, to be sent once.

    Parameters
    ----------
    rulebook : Rulebook
        Its board is drawn.

    Raises
    ------
    BoardError
        As :func:`ground_of`.
    """
    return ground_of(rulebook.board) | {"printed": printed(rulebook.counters)}


def ground_of(board: Board) -> Ground:
    """Return the ground of a board from its checked-in shapes.

    Parameters
    ----------
    board : Board
        Its folder holds `ground.json` and `shade.png`.

    Returns
    -------
    dict
        Plain JSON in the scene format, places in units of 0.1 km, y downwards.

    Raises
    ------
    BoardError
        `ground.json` is missing or names a class that has no paints.
    """
    return assemble(board, load_shapes(board.folder), _shade(board.folder / "shade.png"))


def load_shapes(folder: Path) -> Ground:
    """Return the content of `ground.json` in a board's folder."""
    path = folder / "ground.json"
    if not path.is_file():
        raise BoardError(f"{path} is missing; `make maps` draws it")
    return dict(_read(path, path.stat().st_mtime_ns))


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> Ground:
    found: Ground = json.loads(path.read_text("utf-8"))
    return found


@lru_cache(maxsize=1)
def symbols() -> dict[str, Any]:
    """Return the unit symbols: type -> paths in a box of 25 50 150 100; none if they were not built."""
    path = Path(__file__).with_name("symbols.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def _shade(path: Path) -> str | None:
    if not path.is_file():
        return None
    return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode("ascii")


def assemble(board: Board, drawn: Ground, shade: str | None) -> Ground:
    """Return the whole ground from drawn shapes, areas or hexes alike.

    Parameters
    ----------
    board : Board
        Names, neighbours and credits.
    drawn : dict
        As in `ground.json`: id, kind, size, shapes by class, labels, badges, spaces, piece, fit.
    shade : str or None
        The relief as a data address.
    """
    credit = f"{board.credit} {SHADING}" if shade else board.credit
    shapes = [_shape(row, drawn["id"]) for row in drawn["shapes"]]
    present = {row["layer"] for key in ("shapes", "labels", "badges") for row in drawn[key] if "layer" in row}
    return {
        "id": drawn["id"],
        "title": board.title,
        "kind": drawn["kind"],
        "size": drawn["size"],
        "tokens": tokens(),
        "words": dict(WORDS),
        "coats": dict(COATS),
        "shapes": shapes,
        "shade": _shade_row(shade, drawn.get("shade_box")),
        "patterns": drawn.get("patterns", {}),
        "labels": drawn["labels"],
        "badges": drawn["badges"],
        "spaces": _spaces(board, drawn["spaces"]),
        "neighbours": _each_pair_once(board.neighbours),
        "piece": drawn["piece"],
        "symbols": symbols(),
        "layers": layers_of(present - (set() if shade else {"shade"})),
        "fit": drawn["fit"],
        "front": drawn.get("front") or drawn["fit"],
        "credit": credit,
        "notice": board.notice,
    }


def _shape(row: Mapping[str, Any], board: str) -> dict[str, Any]:
    name = row["class"]
    if name not in PAINTS:
        raise BoardError(f"ground.json of {board}: no paints for the class {name!r}")
    shape = {"layer": row["layer"], "d": row["d"], "paints": paints_of(name)}
    return shape | {key: row[key] for key in ("clip", "at") if key in row}


def _shade_row(href: str | None, box: list[float] | None) -> dict[str, Any] | None:
    if href is None or box is None:
        return None
    x, y, w, h = box
    return {"href": href, "x": x, "y": y, "w": w, "h": h}


def _spaces(board: Board, spaces: Mapping[str, Any]) -> dict[str, Any]:
    if "areas" in spaces:
        rows = spaces["areas"]
        return {"areas": [row | {"say": _say(board, row["index"], row.get("value", 0))} for row in rows]}
    texts, of = _spoken(board)
    return {"hexes": spaces["hexes"] | {"say": {"texts": list(texts), "of": list(of)}}}


@lru_cache(maxsize=8)
def _spoken(board: Board) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return what is said of hexes, most alike but for their ids: each sentence once, with "{}" for the id."""
    says = [_say(board, k).replace(space.id, "{}", 1) for k, space in enumerate(board.spaces)]
    number = {text: k for k, text in enumerate(dict.fromkeys(says))}
    return tuple(number), tuple(map(number.__getitem__, says))


def _each_pair_once(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each space the neighbours that come after it: the browser knows that neighbours are mutual."""
    return [[other for other in near if other > k] for k, near in enumerate(neighbours)]


def _say(board: Board, index: int, value: int = 0) -> str:
    """Return what is spoken for a space: “St. Vith, area 10, open, value 4”."""
    space = board.spaces[index]
    word = "area" if board.kind == "areas" else "hex"
    number = str(space.number) if space.number is not None else space.id
    printed = [tag.replace("-", " ") for tag in space.tags if board.kind == "hexes" and ":" not in tag]
    parts = [
        space.name,
        f"{word} {number}",
        space.terrain.replace("-", " "),
        *printed,
        f"value {value}" if value else "",
    ]
    return ", ".join(part for part in parts if part)
