"""How a game at the end of a cell shows itself: as the board it already has, or a new one."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bulge_widget.widget.board_widget import BoardWidget

__all__ = ["register"]

_boards: weakref.WeakKeyDictionary[Any, weakref.ref[BoardWidget]] = weakref.WeakKeyDictionary()


def register() -> None:
    """Let a `Game` at the end of a cell show its board; does nothing outside a notebook."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.ipython_display_formatter
        formatter.for_type_by_name("bulge_widget.core.game", "Game", _show)


def _show(game: Any) -> None:
    """Show a game on its board; running the cell again must not pile up boards."""
    from bulge_widget.widget.board_widget import BoardWidget  # noqa: PLC0415  makes anywidget load late

    known = _boards.get(game)
    board = known() if known else None
    if board is None or board.comm is None:
        board = BoardWidget(game)
        _boards[game] = weakref.ref(board)
    board._ipython_display_()
