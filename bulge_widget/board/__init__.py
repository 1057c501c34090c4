"""Where: boards of areas or hexes, their tables, shapes and searches.

Knows nothing of units, turns or costs: a cost, or a set of closed or occupied spaces, is an argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bulge_widget.board.counts import COUNTS, check_counts
from bulge_widget.board.geography import LAYERS, Layer, Place, load_layer, load_timeline
from bulge_widget.board.hexes import COLUMN_LETTERS, ROW_FIRST, HexGrid
from bulge_widget.board.load import load_board, maps_folder
from bulge_widget.board.marks import check_marks
from bulge_widget.board.model import Board, Border, Exit, Space
from bulge_widget.board.projection import Projection
from bulge_widget.board.search import (
    Path,
    Reach,
    Spread,
    blank,
    components,
    flood,
    reach,
    shortest_path,
    spread,
    spread_by_left,
    within,
)
from bulge_widget.board.tables import read_table

if TYPE_CHECKING:
    from bulge_widget.board.check import check_board

__all__ = [
    "COLUMN_LETTERS",
    "COUNTS",
    "LAYERS",
    "ROW_FIRST",
    "Board",
    "Border",
    "Exit",
    "HexGrid",
    "Layer",
    "Path",
    "Place",
    "Projection",
    "Reach",
    "Space",
    "Spread",
    "blank",
    "check_board",
    "check_counts",
    "check_marks",
    "components",
    "flood",
    "load_board",
    "load_layer",
    "load_timeline",
    "maps_folder",
    "reach",
    "read_table",
    "shortest_path",
    "spread",
    "spread_by_left",
    "within",
]


def __getattr__(name: str) -> Any:
    """Import the check, and with it shapely, only where it is used."""
    if name == "check_board":
        from bulge_widget.board.check import check_board  # noqa: PLC0415 - shapely only where geometry is wanted

        return check_board
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
