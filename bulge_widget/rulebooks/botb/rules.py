"""The book as one object: which chapter answers which step, and what else it has of its own.

Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bulge_widget.board import maps_folder
from bulge_widget.core.binding import Book
from bulge_widget.core.contents import Contents, chapters_of
from bulge_widget.core.decision import Action, Roll
from bulge_widget.core.event import Event
from bulge_widget.rulebooks.botb import (
    deployment,
    display,
    editing,
    engineering,
    forecast,
    fortification,
    gestures,
    ground,
    invariants,
    moving,
    opening,
    position,
    sequence,
    texts,
    victory,
)
from bulge_widget.rulebooks.botb.components import Components, load_components
from bulge_widget.rulebooks.botb.info import INFO, Choices
from bulge_widget.rulebooks.botb.movement import Exit, Move
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import State

__all__ = ["begin", "load"]

_ACTIONS: Final = dict.fromkeys(action for chapter in position.CHAPTERS for action in chapter.ACTIONS)


def begin(parts: Components, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """4.0 Place the Allied units and ask the German side for its own."""
    return opening.opening(parts, scenario, Choices(**options)), ()


def _cost(parts: Components, state: State, action: Action) -> str:
    """8.0 The movement points of a way."""
    if not isinstance(action, Move | Exit | Enter):
        return ""
    return ground.written(moving.spent(parts, state, state.stack[-1], action) if state.stack else 0)


CONTENTS: Final = Contents(
    info=INFO,
    chapters=chapters_of(*position.CHAPTERS),
    actions=(*(action for action in _ACTIONS if action is not Roll), Roll),
    counters=lambda parts: parts.counters,
    levels=lambda _: tuple(victory.LEVELS),
    over="46.0",
    setup=begin,
    next_phase=sequence.next_phase,
    phase=display.phase_of,
    read=position.read,
    write=position.write,
    editable=(moving.Moving, fortification.Fortifying, engineering.Engineering, deployment.Deploying),
    edit=editing.edit,
    risks=forecast.RISKS,
    odds=lambda parts, state, action, _: forecast.odds(parts, state, action),
    plan=forecast.plan,
    cost=_cost,
    wanted=gestures.wanted,
    attempt=gestures.attempt,
    view=display.view,
    describe=texts.describe,
    score=victory.score,
    outcome=lambda _, state: victory.outcome(state),
    invariants=invariants.invariants,
)


def load(maps: Path | str | None = None) -> Book[Components, State]:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return Book(load_components(maps_folder("botb", maps)), CONTENTS)
