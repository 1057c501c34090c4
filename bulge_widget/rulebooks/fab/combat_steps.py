"""Which chapter of combat and chits answers which step; rules merges this into its own table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bulge_widget.core.decision import Action
from bulge_widget.rulebooks.fab import (
    admin,
    aftermath,
    air,
    combat,
    course,
    cups,
    demolition,
    events,
    fire,
    flight,
    fuel,
    heydte,
    hits,
    points,
    response,
    retreat,
    support,
)
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, Step

__all__ = ["ACTIONS", "BY_ITSELF", "CANONICAL", "CHAPTERS", "EXPLAINS", "is_secret"]

_MODULES: Final = (
    admin,
    aftermath,
    air,
    combat,
    course,
    cups,
    demolition,
    events,
    fire,
    flight,
    fuel,
    heydte,
    hits,
    points,
    response,
    retreat,
    support,
)
CHAPTERS: Final[dict[type[Step], Any]] = {step: module for module in _MODULES for step in module.STEPS}
_ASKS_ALWAYS: Final = (aftermath.ExploitRoll, aftermath.RuseRoll, aftermath.OverrunRoll, heydte.LandingRoll)
BY_ITSELF: Final[dict[type[Step], Callable[[Components, State, Any], Told | None]]] = {
    step: module.resolve for step, module in CHAPTERS.items() if hasattr(module, "resolve") and step not in _ASKS_ALWAYS
}
"""Steps that may go on without an answer."""
CANONICAL: Final[dict[type[Step], Callable[[Components, State, Any, Any], Action]]] = {
    step: module.canonical for step, module in CHAPTERS.items() if hasattr(module, "canonical")
}
"""Steps whose answers are listed by their effect."""
EXPLAINS: Final = frozenset(step for step, module in CHAPTERS.items() if hasattr(module, "explain"))
ACTIONS: Final[tuple[type[Action], ...]] = tuple(kind for module in _MODULES for kind in getattr(module, "ACTIONS", ()))


def is_secret(parts: Components, state: State, step: Step) -> bool:
    """6.24 Whether the answer to a step may be seen by its own side only."""
    return isinstance(step, points.Pointing) and points.is_secret(parts, state, step)
