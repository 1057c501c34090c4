"""A game as a static picture."""

from __future__ import annotations

from typing import Any

from bulge_widget.scene.given import game_of
from bulge_widget.scene.ground import ground
from bulge_widget.scene.live import scene
from bulge_widget.scene.look import Look
from bulge_widget.scene.palette import Theme
from bulge_widget.scene.svg import board_svg

__all__ = ["svg"]


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
    """
    drawn = ground(game_of(game, "svg").rulebook)
    return board_svg(drawn, scene(game, viewpoint), look=Look(theme), width=width, box=box, shade=shade)
