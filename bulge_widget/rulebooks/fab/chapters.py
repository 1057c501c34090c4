"""Which chapter answers which step: combat and chits from combat_steps, the rest from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bulge_widget.core.decision import Action, Roll
from bulge_widget.rulebooks.fab import (
    combat_steps,
    crossing,
    lots,
    marching,
    moving,
    reinforcement,
    sequence,
    setup,
    strategic,
    supply,
    surrender,
)
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.moving import FORFEITED
from bulge_widget.rulebooks.fab.sequence import enter_phase
from bulge_widget.rulebooks.fab.state import State, Step

__all__ = ["ACTIONS", "BY_ITSELF", "CANONICAL", "CHAPTERS", "EDITABLE", "FORFEITED", "STEPS", "enter_phase"]

_OWN: Final = (crossing, lots, marching, moving, reinforcement, sequence, setup, strategic, supply, surrender)
CHAPTERS: Final[dict[type[Step], Any]] = {
    **{step: module for module in _OWN for step in module.STEPS},
    **combat_steps.CHAPTERS,
}
STEPS: Final = tuple(CHAPTERS)
BY_ITSELF: Final[dict[type[Step], Callable[[Components, State, Any], Told | None]]] = {
    **{step: module.resolve for module in _OWN if hasattr(module, "resolve") for step in module.STEPS},
    **combat_steps.BY_ITSELF,
}
"""Steps that may go on without an answer."""
CANONICAL: Final[dict[type[Step], Callable[[Components, State, Any, Any], Action]]] = {
    **{step: module.canonical for module in _OWN if hasattr(module, "canonical") for step in module.STEPS},
    **combat_steps.CANONICAL,
}
"""Steps whose answers are listed by their effect."""
EXPLAINS: Final = frozenset(step for step, module in CHAPTERS.items() if hasattr(module, "explain"))
AIMED: Final = frozenset(step for module in CHAPTERS.values() for step in getattr(module, "AIMED", ()))
"""Steps whose answers name blocks of the enemy."""
ACTIONS: Final[tuple[type[Action], ...]] = tuple(
    dict.fromkeys((*(kind for module in _OWN for kind in module.ACTIONS), *combat_steps.ACTIONS, Roll))
)
EDITABLE: Final = (moving.Moving, strategic.StrategicMoving)
