"""Where: boards of areas or hexes, their tables, shapes and searches.

Knows nothing of units, turns or costs: a cost, or a set of closed or occupied spaces, is an argument.
"""

from __future__ import annotations

from bulge_widget.board.hexes import COLUMN_LETTERS, ROW_FIRST, HexGrid
from bulge_widget.board.load import load_board, maps_folder
from bulge_widget.board.model import Board, Border, Exit, Space
from bulge_widget.board.projection import Projection
from bulge_widget.board.search import Path, Reach, components, flood, reach, shortest_path
from bulge_widget.board.tables import read_table

__all__ = [
    "COLUMN_LETTERS",
    "ROW_FIRST",
    "Board",
    "Border",
    "Exit",
    "HexGrid",
    "Path",
    "Projection",
    "Reach",
    "Space",
    "components",
    "flood",
    "load_board",
    "maps_folder",
    "reach",
    "read_table",
    "shortest_path",
]
