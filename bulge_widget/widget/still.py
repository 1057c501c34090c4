"""The still picture beside a live board, for notebooks that nobody runs.

JupyterLab shows an error in place of a widget without a kernel, rather than the picture beside it in the same
output. So a board is shown as two outputs: first the still picture, then the widget; the style sheet in the
first hides whichever of the two is not wanted.
"""

from __future__ import annotations

import asyncio
import base64
import html
import uuid
from collections.abc import Callable, Iterable

__all__ = ["REST_SECONDS", "Still", "bundle"]

REST_SECONDS = 1.5
"""How long a game must rest before its picture is drawn anew: a picture is five times the size of a scene."""
CAPTION = "Run the cell to play."
_CELL = ".jp-OutputArea-child"
# The picture goes when a live board follows it; a widget that could not come to life goes behind a picture.
# It waits for a moment whether one does: to paint it takes longer than to build the board that would hide it.
STYLE = (
    f"{_CELL}:has(.bw-static):has(+ {_CELL} .bw) {{ display: none }}"
    f"{_CELL}:has(.bw-static) + {_CELL}:has(.jupyter-widgets):not(:has(.bw)) {{ display: none }}"
    # A page made from the notebook has the widget's line of text instead.
    f'{_CELL}:has(.bw-static) + {_CELL}:has(> [data-mime-type="text/plain"]) {{ display: none }}'
    ".bw-static { max-width: 100%; height: auto; animation: bw-wait 0s 0.8s backwards }"
    "@keyframes bw-wait { from { visibility: hidden } }"
    # The picture is light or dark by its `color-scheme`: that of the notebook, unless the board has its own.
    '[data-jp-theme-light="true"] .bw-auto { color-scheme: light }'
    '[data-jp-theme-light="false"] .bw-auto, .bw-static.bw-dark { color-scheme: dark }'
    # On paper: light, with all its colours, whole on one page, and without what only a reader at a screen can do.
    "@media print { .bw-run { display: none }"
    " .bw-static.bw-static { display: block; max-height: calc(100vh - 9rem); margin: auto; break-inside: avoid;"
    " animation: none; color-scheme: light !important; print-color-adjust: exact; -webkit-print-color-adjust: exact } }"
)


def bundle(svg: str, text: str, notes: Iterable[str] = (), theme: str = "auto") -> dict[str, str]:
    """Wrap a picture as an output that needs no widget.

    An `img` survives where a notebook is not trusted; an inline SVG would be stripped to its labels.

    Parameters
    ----------
    svg : str
        The picture; in colours that follow the reader's system, unless it is to be light.
    text : str
        What it shows.
    notes : iterable of str
        What stands below it: credits, what was reconstructed.
    theme : {"auto", "light", "dark"}
        Of the board.
    """
    source = base64.b64encode(svg.encode()).decode()
    told = html.escape(text)
    image = f'<img class="bw-static bw-{theme}" alt="{told}" src="data:image/svg+xml;base64,{source}">'
    below = "".join(f"<p><small>{html.escape(note)}</small></p>" for note in notes if note)
    caption = f'<p>{told}. <span class="bw-run">{CAPTION}</span></p>'
    return {"text/html": f"<style>{STYLE}</style>{image}{caption}{below}", "text/plain": f"{text}. {CAPTION}"}


class Still:
    """The outputs of one board's picture, however often it is shown.

    Parameters
    ----------
    draw : callable
        Gives the outputs of the picture, or None where there is nothing to draw any more.
    """

    def __init__(self, draw: Callable[[], dict[str, str] | None]) -> None:
        self._draw = draw
        self._id = uuid.uuid4().hex
        self._shown = False
        self._timer: asyncio.TimerHandle | None = None

    def show(self) -> None:
        """Keep a place for the picture in the current cell, before the board; :meth:`fill` draws it."""
        from IPython.display import display  # noqa: PLC0415  only a notebook has it

        place = {"text/html": f'<style>{STYLE}</style><span class="bw-static"></span>', "text/plain": CAPTION}
        display(place, raw=True, display_id=self._id)  # type: ignore[no-untyped-call]
        self._shown = True

    def fill(self) -> None:
        """Draw the picture now, once the board itself is on its way."""
        if self._shown:
            self._replace()

    def renew(self) -> None:
        """Draw the picture anew once the game has rested, so that a notebook is saved with the last position."""
        self.stop()
        if self._shown:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                return  # no kernel: nothing is saved
            self._timer = loop.call_later(REST_SECONDS, self._replace)

    def stop(self) -> None:
        """Draw no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _replace(self) -> None:
        from IPython.display import update_display  # noqa: PLC0415

        drawn = self._draw()
        if drawn is not None:
            update_display(drawn, raw=True, display_id=self._id)  # type: ignore[no-untyped-call]
