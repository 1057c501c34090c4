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
from collections.abc import Callable

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
    ".bw-static { max-width: 100%; height: auto; animation: bw-wait 0s 0.8s backwards }"
    "@keyframes bw-wait { from { visibility: hidden } }"
)


def bundle(svg: str, text: str) -> dict[str, str]:
    """Wrap a picture as an output that needs no widget.

    An `img` survives where a notebook is not trusted; an inline SVG would be stripped to its labels.
    """
    source = base64.b64encode(svg.encode()).decode()
    image = f'<img class="bw-static" alt="{html.escape(text)}" src="data:image/svg+xml;base64,{source}">'
    return {"text/html": f"<style>{STYLE}</style>{image}<p>{CAPTION}</p>", "text/plain": f"{text}. {CAPTION}"}


class Still:
    """The outputs of one board's picture, however often it is shown.

    Parameters
    ----------
    draw : callable
        Gives the picture as an SVG and one line of text, or None where there is nothing to draw any more.
    """

    def __init__(self, draw: Callable[[], tuple[str, str] | None]) -> None:
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
            update_display(bundle(*drawn), raw=True, display_id=self._id)  # type: ignore[no-untyped-call]
