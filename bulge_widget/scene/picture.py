"""A game as a static picture."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

from bulge_widget.errors import NotationError, shown
from bulge_widget.scene.given import game_of
from bulge_widget.scene.ground import ground
from bulge_widget.scene.live import scene
from bulge_widget.scene.look import Look
from bulge_widget.scene.palette import Theme
from bulge_widget.scene.svg import board_svg

__all__ = ["svg"]

_WIDEST = 20_000  # px; wider than any screen or sheet


def svg(  # noqa: PLR0913  the choices of a picture
    game: Any,
    *,
    viewpoint: str = "umpire",
    theme: Theme = "light",
    width: float = 1000.0,
    box: tuple[float, float, float, float] | None = None,
    shade: bool = False,
) -> str:
    """Return a position as one self-contained SVG.

    Parameters
    ----------
    game : Game
        The game as it stands.
    viewpoint : str
        Whose eyes; nothing else is in the picture.
    theme : {"light", "dark", "auto"}
        Which colours; "auto" is light, or dark where the reader's system is.
    width : float
        In px; a wider picture shows more names.
    box : (x0, y0, x1, y1), optional
        The part of the board to show, in units of 0.1 km from its upper left corner.
    shade : bool
        Whether to include the relief, some 75 kB.

    Returns
    -------
    str
        No script, nothing from the network; below 200 kB without relief.

    Raises
    ------
    TypeError
        For something that is no game.
    UnknownNameError
        For a viewpoint or theme that does not exist.
    NotationError
        For a width or a box that no picture can have.
    """
    _check_size(width, box)
    drawn = ground(game_of(game, "svg").rulebook)
    return board_svg(drawn, scene(game, viewpoint), look=Look(theme), width=width, box=box, shade=shade)


def _check_size(width: Any, box: Any) -> None:
    if not _is_number(width) or not 0 < width <= _WIDEST:
        raise NotationError(f"width={shown(width)}; a number of px above 0 and up to {_WIDEST} is wanted")
    if box is None:
        return
    numbers = list(box) if isinstance(box, Iterable) and not isinstance(box, str) else []
    if len(numbers) != 4 or not all(map(_is_number, numbers)) or numbers[0] >= numbers[2] or numbers[1] >= numbers[3]:
        raise NotationError(f"box={shown(box)}; (x0, y0, x1, y1) with x0 < x1 and y0 < y1 is wanted")


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)
