"""How one reader has a board before them: theme, selection, layers and marks, for the picture as for the live board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bulge_widget.errors import UnknownNameError
from bulge_widget.scene.palette import DARK, LIGHT, Theme

__all__ = ["THEMES", "Look", "colours_of", "control_of", "shown", "style_of"]

THEMES: tuple[Theme, ...] = ("auto", "light", "dark")
CONTROL = {"light": (0.17, 0.25), "dark": (0.38, 0.62)}
"""Opacity of the tint over ground that one side holds, and of the lines over it."""

Json = Mapping[str, Any]


class Look(NamedTuple):
    """What a reader has chosen.

    `layers` names layers that are on or off, as `annotations` marks in the form of the board's traits; "auto" is
    light, or dark where the reader's system is. With `paper` a dark picture is light where it is printed, as
    "auto" always is.
    """

    theme: Theme = "light"
    selection: Sequence[str] = ()
    layers: Mapping[str, bool] = {}
    annotations: Sequence[Json] = ()
    paper: bool = False

    def hides(self, layer: object) -> bool:
        """Tell whether a layer is switched off."""
        return self.layers.get(str(layer), True) is False

    @property
    def varies(self) -> bool:
        """Whether the colours hang on where the picture is seen, and so are variables."""
        return self.theme == "auto" or (self.paper and self.theme == "dark")


def colours_of(look: Look) -> Mapping[str, str]:
    """Return token -> colour; variables that :func:`style_of` sets where they hang on the reader.

    Raises
    ------
    UnknownNameError
        For a theme that does not exist.
    """
    if look.theme not in THEMES:
        raise UnknownNameError("theme", look.theme, THEMES)
    if look.varies:
        return {token: f"var(--bw-{token})" for token in LIGHT}
    return LIGHT if look.theme == "light" else DARK


def control_of(look: Look) -> tuple[str, str]:
    """Return the opacities of the tint of control and of its lines."""
    if look.varies:
        return "var(--bw-tint)", "var(--bw-lines)"
    tint, lines = CONTROL[look.theme]
    return str(tint), str(lines)


def style_of(look: Look, name: str) -> str:
    """Return a style sheet for a picture of class `name` with both palettes; empty where its colours are fixed.

    Paper is white: there the light palette is used, whatever the reader's system has.
    """
    if not look.varies:
        return ""
    light, dark = (
        "".join(f"--bw-{token}:{colour};" for token, colour in table.items())
        + f"--bw-tint:{CONTROL[kind][0]};--bw-lines:{CONTROL[kind][1]}"
        for kind, table in (("light", LIGHT), ("dark", DARK))
    )
    where = "screen" if look.theme == "dark" else "screen and (prefers-color-scheme:dark)"
    return f"<style>.{name}{{{light}}}@media {where}{{.{name}{{{dark}}}}}</style>"


def shown(ground: Json, look: Look) -> Json:
    """Return the ground without what stands on layers that are switched off."""
    if all(look.layers.values()):
        return ground
    shapes = []
    for shape in ground["shapes"]:
        paints = [paint for paint in shape["paints"] if not look.hides(paint.get("layer", shape["layer"]))]
        if paints or (shape["layer"] == "shade" and not look.hides("shade")):
            shapes.append({**shape, "paints": paints})
    rest = {name: [row for row in ground[name] if not look.hides(row.get("layer"))] for name in ("labels", "badges")}
    return {**ground, "shapes": shapes, **rest}
