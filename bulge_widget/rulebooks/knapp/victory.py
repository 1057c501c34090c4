"""1 Winning: points for the areas the German side controls and supplies, and the four levels of victory."""

from __future__ import annotations

from bulge_widget.core.event import Ended, Event, Scored
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.view import Score
from bulge_widget.rulebooks.knapp import supply
from bulge_widget.rulebooks.knapp.components import ALLIED, GERMAN, Band, Components, bits
from bulge_widget.rulebooks.knapp.state import OVER, State

__all__ = ["band", "ending", "outcome", "score"]


def counting(parts: Components, state: State) -> tuple[int, ...]:
    """1, R3, R24 The areas that give the German side points as things stand."""
    areas = state.german & supply.supplied(parts, state, GERMAN)
    if not state.choices.contested_areas_score:
        areas &= ~state.held[ALLIED]
    return tuple(area for area in bits(areas) if parts.value[area])


def points(parts: Components, state: State) -> int:
    """1 The German points as things stand, 0 to 100."""
    return sum(parts.value[area] for area in counting(parts, state))


def band(parts: Components, total: int) -> Band:
    """1 The level of victory that a number of points means."""
    return next(band for band in parts.bands if band.minimum <= total <= band.maximum)


def score(parts: Components, state: State) -> Score:
    """1 The standing, area by area."""
    listed = tuple((parts.board.spaces[area].name, parts.value[area]) for area in counting(parts, state))
    total = sum(value for _, value in listed)
    standing = "" if state.phase == OVER else " as it stands"
    return Score(total, f"{total} point{'' if total == 1 else 's'}{standing}: {band(parts, total).title}", listed)


def outcome(parts: Components, state: State) -> Outcome | None:
    """1 The end of the game, after the last phase of the last turn."""
    if state.phase != OVER:
        return None
    total = points(parts, state)
    level = band(parts, total)
    return Outcome(level.winner, level.level, f"{level.title}: {total} of 100 points", "1")


def ending(parts: Components, state: State) -> tuple[Event, ...]:
    """1 What is told when the game ends."""
    end = outcome(parts, state)
    if end is None:
        return ()
    return Scored("1", "german", points(parts, state)), Ended("1", end.winner, end.reason)
