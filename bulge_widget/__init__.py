"""Play, study and teach the Ardennes campaign of 1944 inside a Jupyter notebook.

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bulge_widget.core.game import Game
    from bulge_widget.errors import (
        BoardError,
        BulgeError,
        DiceExhaustedError,
        EditError,
        IllegalActionError,
        NotationError,
        NoTotalError,
        SaveError,
        UnknownNameError,
    )
    from bulge_widget.rulebooks.registry import load_game, new_game, rulebooks
    from bulge_widget.scene.picture import svg
    from bulge_widget.widget import BoardWidget

__version__ = "0.1.0"
__all__ = [
    "BoardError",
    "BoardWidget",
    "BulgeError",
    "DiceExhaustedError",
    "EditError",
    "Game",
    "IllegalActionError",
    "NoTotalError",
    "NotationError",
    "SaveError",
    "UnknownNameError",
    "load_game",
    "new_game",
    "rulebooks",
    "svg",
]

_HOMES = {
    "BoardWidget": "widget",
    "Game": "core.game",
    "load_game": "rulebooks.registry",
    "new_game": "rulebooks.registry",
    "rulebooks": "rulebooks.registry",
    "svg": "scene.picture",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its room; in a notebook, also teach it to show a game as a board."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if "IPython" in sys.modules:
        importlib.import_module("bulge_widget.widget.display").register()
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)
    # Loading the room `rulebooks` has put it here under the name of the function; it can be called as well.
    return globals().setdefault(name, value)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
