"""How a game shows itself in a cell, in a saved notebook and on a page of its own.

A saved notebook that nobody runs has no live board, and JupyterLab then shows an error in place of a widget
rather than the picture beside it in the same output. So a board is shown as two outputs: first a still
picture, then the widget; the style sheet in the first hides whichever of the two is not wanted.
"""

from __future__ import annotations

import base64
import html
import sys
import weakref
from typing import TYPE_CHECKING, Any

from bulge_widget import scene as pictures

if TYPE_CHECKING:
    from bulge_widget.widget.board_widget import BoardWidget

__all__ = ["page", "register", "show", "still"]

_CELL = ".jp-OutputArea-child"
# The picture goes when a live board follows it; a widget that could not come to life goes behind a picture.
STYLE = (
    f"{_CELL}:has(.bw-static):has(+ {_CELL} .bw) {{ display: none }}"
    f"{_CELL}:has(.bw-static) + {_CELL}:has(.jupyter-widgets):not(:has(.bw)) {{ display: none }}"
    ".bw-static { max-width: 100%; height: auto }"
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

_shown: weakref.WeakKeyDictionary[Any, weakref.ref[BoardWidget]] = weakref.WeakKeyDictionary()


def heading(game: Any) -> str:
    """Give the title of the game and the turn, on one line."""
    return f"{game.rulebook.info.title}: {game.turn_label}"


def still(game: Any, viewpoint: str) -> dict[str, str]:
    """Draw the position as a mimebundle that needs no widget: a picture, and one line of text."""
    svg = base64.b64encode(pictures.svg(game, viewpoint=viewpoint).encode()).decode()
    text = heading(game)
    image = f'<img class="bw-static" alt="{html.escape(text)}" src="data:image/svg+xml;base64,{svg}">'
    return {"text/html": f"<style>{STYLE}</style>{image}", "text/plain": text}


def show(game: Any, viewpoint: str, widget: Any) -> None:
    """Put the still picture and the live board into the current cell as two outputs."""
    from IPython.display import display  # noqa: PLC0415  only a notebook has it

    data, *metadata = widget if isinstance(widget, tuple) else (widget,)
    display(still(game, viewpoint), raw=True)  # type: ignore[no-untyped-call]
    about = metadata[0] if metadata else None
    display(data, raw=True, metadata=about)  # type: ignore[no-untyped-call]


def page(game: Any, viewpoint: str, title: str | None = None) -> str:
    """Make a whole page with the position, its credits and nothing from the network."""
    name = html.escape(title or heading(game))
    board = game.rulebook.board
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in (board.notice, board.credit) if note)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{name}</title><style>body {{ margin: 1rem auto; max-width: 75rem; padding: 0 1rem;"
        " font-family: sans-serif } svg { max-width: 100%; height: auto } p { font-size: .8rem }</style>"
        f"</head><body><h1>{name}</h1>{pictures.svg(game, viewpoint=viewpoint)}{notes}</body></html>\n"
    )


def register() -> None:
    """Let a `Game` at the end of a cell show its board; does nothing outside a notebook."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.ipython_display_formatter
        formatter.for_type_by_name("bulge_widget.core.game", "Game", _show_game)


def _show_game(game: Any) -> None:
    """Show a game on the board it already has, so that running a cell again makes no second one."""
    from bulge_widget.widget.board_widget import BoardWidget  # noqa: PLC0415  makes anywidget load late

    known = _shown.get(game)
    widget = known() if known else None
    if widget is None or widget.comm is None:
        widget = BoardWidget(game)
        _shown[game] = weakref.ref(widget)
    widget._ipython_display_()
