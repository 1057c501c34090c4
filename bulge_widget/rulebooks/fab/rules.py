"""The book as one object: which chapter answers which step, and what else it has of its own.

Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from bulge_widget.board import maps_folder
from bulge_widget.core.binding import Book
from bulge_widget.core.contents import Chapters, Contents, Secrets
from bulge_widget.core.decision import Action
from bulge_widget.core.event import Event
from bulge_widget.rulebooks.fab import (
    chapters,
    combat_steps,
    display,
    editing,
    forecast,
    fuel,
    gestures,
    invariants,
    movement,
    names,
    position,
    resampling,
    sequence,
    setup,
    texts,
    throws,
    victory,
)
from bulge_widget.rulebooks.fab.components import SIDES, Components, load_components
from bulge_widget.rulebooks.fab.info import INFO
from bulge_widget.rulebooks.fab.state import NAMED, State, push

__all__ = ["begin", "load"]


def begin(parts: Components, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """24.0 Set a scenario up; the first question is how the handles fall."""
    state = position.read(parts, setup.data(parts, scenario, options))
    state, events = sequence.enter_phase(parts, state)
    return push(state, setup.Dealing()), (sequence.began(state), *events)


def _cost(parts: Components, state: State, action: Action) -> str:
    """5.0 The points of a move."""
    if not isinstance(action, movement.Move) or action.mode == "strategic" or not state.stack:
        return ""
    step = state.stack[-1]
    explain = _CHAPTERS.explain.get(type(step))
    return str(explain(parts, state, step, action).total) if explain else "0"


def _knows(parts: Components, state: State, seat: str, piece: str) -> bool:
    """2.2 Whether a seat knows which block a unit is."""
    return piece not in parts.unit_index or names.is_known(parts, state, seat, parts.unit_index[piece])


def _discloses(parts: Components, state: State, seat: str) -> bool:
    """6.24 Whether a seat may see an answer to the open question; handles are dealt unseen."""
    if not state.stack or seat not in SIDES:
        return True
    step = state.stack[-1]
    if isinstance(step, setup.Dealing):
        return False
    if not combat_steps.is_secret(parts, state, step):
        return True
    asked: str = chapters.CHAPTERS[type(step)].decision(parts, state, step).seat
    return asked == seat


def _resample(parts: Components, state: State, seat: str, randbelow: Callable[[int], int]) -> State:
    """2.2 A state the seat cannot tell from this one: labels exchanged among blocks it has not seen."""
    return resampling.resampled(parts, state, SIDES.index(seat), randbelow)


_CHAPTERS: Final = Chapters(
    answers=chapters.CHAPTERS,
    resolve=chapters.BY_ITSELF,
    canonical=chapters.CANONICAL,
    explain={step: chapters.CHAPTERS[step].explain for step in chapters.EXPLAINS},
    candidates={step: c.candidates for step, c in chapters.CHAPTERS.items() if hasattr(c, "candidates")},
)

CONTENTS: Final = Contents(
    info=INFO,
    chapters=_CHAPTERS,
    actions=chapters.ACTIONS,
    counters=lambda parts: parts.sheet,
    levels=victory.levels,
    over="3.5",
    setup=begin,
    next_phase=sequence.next_phase,
    phase=lambda state: NAMED[state.phase],
    before_each=fuel.search,
    read=position.read,
    write=position.write,
    editable=chapters.EDITABLE,
    edit=editing.edit,
    risks=forecast.RISKS,
    risky=lambda parts, state, action: bool(throws.misled(parts, state, action)),
    odds=forecast.odds,
    cost=_cost,
    wanted=gestures.wanted,
    attempt=gestures.attempt,
    view=display.view,
    describe=lambda parts, thing, _: texts.describe(parts, thing),
    score=victory.score,
    outcome=victory.outcome,
    invariants=invariants.invariants,
    secrets=Secrets(knows=_knows, handles=names.handles, discloses=_discloses, resample=_resample),
)


def load(maps: Path | str | None = None) -> Book[Components, State]:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return Book(load_components(maps_folder("fab", maps)), CONTENTS)
