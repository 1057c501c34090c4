"""5.3 Moves whose ways differ and whose ends do not: one of them stands for all.

Where a unit meets the enemy matters as long as somebody may ask about it (5.35c, 5.35e, 6.41b). Reaction and
breakthrough end by themselves when nobody is left to move, and with them what was known of borders: then moves over
several borders into one battle are one order. Which ways there are is asked in ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from bulge_widget.core.binding import carried_on
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.state import (
    SLUG,
    State,
)
from bulge_widget.rulebooks.fab.ways import Effect, Path

__all__ = ["is_listed", "same_in_the_end", "told_apart"]

Ways = dict[Effect, Path]
Go = Callable[[Path], State]
"""Begins a move along a way."""


def told_apart(parts: Components, state: State, found: Ways, go: Go) -> Iterable[Path]:
    """5.35c, 6.41b The ways that make a difference when somebody is asked again, in their order."""
    if not may_be_last(state):
        return found.values()
    several = {key for key, count in Counter(effect[:2] for effect in found).items() if count > 1}
    kept: dict[Path, None] = {}
    ends: dict[tuple[int, int], list[State]] = {}
    for effect, way in found.items():
        if effect[:2] in several:
            end, before = settled(parts, go(way)), ends.setdefault(effect[:2], [])
            if end in before:
                continue
            before.append(end)
        kept[way] = None
    return kept


def is_listed(parts: Components, state: State, found: Ways, path: tuple[str, ...]) -> bool:
    """5.3 Whether a path is one that is listed because no other comes to the same."""
    return not may_be_last(state) and tuple(map(parts.area_index.__getitem__, path)) in found.values()


def same_in_the_end(parts: Components, state: State, found: Ways, effect: Effect, go: Go) -> Path:
    """5.35c, 6.41b The listed way of an effect: the first that comes to the same."""
    if not may_be_last(state):
        return found[effect]
    beside = [way for other, way in found.items() if other[:2] == effect[:2]]
    if len(beside) < 2:
        return found[effect]
    end = settled(parts, go(found[effect]))
    return next(way for way in beside if settled(parts, go(way)) == end)


def may_be_last(state: State) -> bool:
    """7.2, 7.3 Whether the phase may end with this move; an operational one is ended by an order."""
    return SLUG[state.phase] in {"reaction", "breakthrough-movement"}


def settled(parts: Components, state: State) -> State:
    """The position when somebody is asked again."""
    from bulge_widget.rulebooks.fab.rules import CONTENTS  # noqa: PLC0415  the whole book says how it goes on

    return carried_on(parts, CONTENTS, state, ())[0]
