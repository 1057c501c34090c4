"""The book as one object: which chapter answers which step, and what else it has of its own.

Nothing is decided here.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from bulge_widget.board import maps_folder
from bulge_widget.core.binding import Book
from bulge_widget.core.contents import Contents, chapters_of
from bulge_widget.core.decision import Roll
from bulge_widget.core.event import Event
from bulge_widget.rulebooks.knapp import (
    display,
    fire,
    forecast,
    gestures,
    hits,
    invariants,
    moving,
    overrun,
    position,
    reinforcement,
    sequence,
    stacking,
    supply,
    texts,
    victory,
)
from bulge_widget.rulebooks.knapp.components import Components, load_components
from bulge_widget.rulebooks.knapp.info import INFO, Choices
from bulge_widget.rulebooks.knapp.state import OVER, PHASES, State

__all__ = ["begin", "load"]

_CHAPTERS: Final = (supply, reinforcement, moving, overrun, hits, stacking, fire)


def begin(parts: Components, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """1 Set up for 16 December."""
    del scenario
    state = _start(parts, Choices(**options))
    return state, (sequence.began(state),)


@functools.lru_cache(maxsize=64)
def _start(parts: Components, choices: Choices) -> State:
    ids = parts.unit_ids
    units: dict[str, Any] = {ids[unit]: {"at": parts.area_ids[area], "due": 0} for unit, area in parts.setup.items()}
    units |= {ids[unit]: {"due": turn} for unit, turn in parts.scheduled.items()}
    start = {"turn": 1, "phase": "supply", "phasing": "german", "units": units}
    return position.read(parts, start | {"options": msgspec.structs.asdict(choices)})


CONTENTS: Final = Contents(
    info=INFO,
    chapters=chapters_of(*_CHAPTERS),
    actions=(*(action for chapter in _CHAPTERS for action in chapter.ACTIONS), Roll),
    counters=lambda parts: parts.counters,
    levels=lambda parts: tuple(band.level for band in parts.bands),
    over="1",
    setup=begin,
    next_phase=sequence.next_phase,
    phase=lambda state: ("over", "") if state.phase == OVER else PHASES[state.phase],
    read=position.read,
    write=position.write,
    editable=(moving.Moving, reinforcement.Placement, fire.DefensiveFire),
    edit=position.edit,
    risks=forecast.RISKS,
    odds=lambda parts, state, action, _: forecast.odds(parts, state, action),
    cost=moving.cost,
    wanted=gestures.wanted,
    attempt=gestures.attempt,
    view=display.view,
    describe=texts.describe,
    score=victory.score,
    outcome=victory.outcome,
    invariants=invariants.invariants,
)


def load(maps: Path | str | None = None) -> Book[Components, State]:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return Book(load_components(maps_folder("knapp", maps)), CONTENTS)
