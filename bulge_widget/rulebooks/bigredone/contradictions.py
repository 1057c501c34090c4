"""What the tables of this book may not say of each other, looked at once when they are read.

Does not cover what is wrong inside one table (tables, board), nor what the rules themselves ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bulge_widget.board import Board
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.bigredone.tables import Counter

__all__ = ["raise_for_any"]

_SCORING = frozenset({"n", "w"})  # 15.3
_MEUSE = "Meuse"  # 9.4, R40


def raise_for_any(folder: Path, board: Board, counters: Iterable[Counter]) -> None:
    """Refuse tables that contradict each other.

    Raises
    ------
    BoardError
        Names the file and the row.
    """
    for table, what in (*_roads(board), *_arrivals(board, counters)):
        raise BoardError(f"{folder / table}: {what}")


def _roads(board: Board) -> Iterator[tuple[str, str]]:
    if board.grid is None:
        yield "board.csv", "this book is played on hexes, but the board has no grid"
    if not any(board.roads):
        yield "borders.csv", "no hexside carries a road (5.0)"
    if not any(border.river == _MEUSE for border in board.borders.values()):
        yield "borders.csv", f"no hexside is on the {_MEUSE}, behind which the British are held (9.4)"
    for side in ("german", "allied"):
        if not any(road.side == side for road in board.exits):
            yield "exits.csv", f"no road off the map is {side}: that side would have no supply (10.0)"
    for road in board.exits:
        if road.edge in _SCORING and road.multiple is None:
            yield "exits.csv", f"{road.id}: a road off the {road.edge} edge needs a multiple (15.3)"


def _arrivals(board: Board, counters: Iterable[Counter]) -> Iterator[tuple[str, str]]:
    ways = {(road.edge, road.side) for road in board.exits}
    for unit in counters:
        if (unit.arrival_turn is None) != (not unit.arrival_edge):
            yield "counters.csv", f"{unit.id}: 'arrival_turn' and 'arrival_edge' go together (9.0)"
        if bool(unit.setup_hex) == bool(unit.arrival_edge):
            yield "counters.csv", f"{unit.id}: a unit has either a 'setup_hex' or an arrival (1.0)"
        if unit.arrival_edge not in {"", "air"} and (unit.arrival_edge, unit.side) not in ways:
            yield "counters.csv", f"{unit.id}: no {unit.side} road leads off the {unit.arrival_edge} edge (9.3)"
