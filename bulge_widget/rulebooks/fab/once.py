"""Questions that are asked several times of one position, or of what stays the same in many, and answered once."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.state import State

__all__ = ["READERS", "once", "once_by"]

P = ParamSpec("P")
R = TypeVar("R")
Question = Callable[Concatenate[Components, State, P], R]

READERS: Final[dict[str, tuple[Callable[..., Any], tuple[str, ...]]]] = {}
"""Questions that are kept by parts of a state, with those parts: nothing else may bear on their answers."""


def once(work: Question[P, R]) -> Question[P, R]:
    """Keep what a question answered of the last position it was asked of, by its other arguments.

    A position is asked the same when it is to be seen whether a step goes on by itself, when the options are listed
    and when an answer is judged; it is frozen, so the answer cannot change. Only the last one is kept alive.
    """
    whose: Components | None = None
    where: State | None = None
    answers: dict[object, Any] = {}

    @functools.wraps(work)
    def asked(parts: Components, state: State, *rest: P.args, **named: P.kwargs) -> Any:
        nonlocal whose, where, answers
        if where is not state or whose is not parts:
            whose, where, answers = parts, state, {}
        key, kept = (*rest, *named.items()) if named else rest, answers  # what is asked meanwhile may begin others
        if key in kept:
            return kept[key]
        kept[key] = answer = work(parts, state, *rest, **named)
        return answer

    return cast("Question[P, R]", asked)


def once_by(*fields: str) -> Callable[[Question[P, R]], Question[P, R]]:
    """Keep what a question answered as long as some parts of the position stay the same, by its other arguments.

    They are given in order, not by name.

    Parameters
    ----------
    *fields : str
        All parts of a state that the answer depends on.
    """
    read = operator.attrgetter(*fields)

    def keeping(work: Question[P, R]) -> Question[P, R]:
        READERS[f"{work.__module__}.{work.__qualname__}"] = (work, fields)
        several = len(inspect.signature(work).parameters) > 2
        asked = (_several if several else _single)(cast("Callable[..., R]", work), read)
        return cast("Question[P, R]", functools.wraps(work)(asked))

    return keeping


def _single(work: Callable[..., R], read: Callable[[State], object]) -> Callable[..., R]:
    """A question without further arguments: one answer is kept."""
    whose: Components | None = None
    where: State | None = None
    known: object = None
    answer: Any = None

    def asked(parts: Components, state: State) -> Any:
        nonlocal whose, where, known, answer
        if where is not state or whose is not parts:
            seen = read(state)
            if seen != known or whose is not parts:
                found = work(parts, state)  # may ask the same of another position
                answer, whose, known = found, parts, seen
            where = state
        return answer

    return asked


def _several(work: Callable[..., R], read: Callable[[State], object]) -> Callable[..., R]:
    """A question with further arguments: the answers for each of them are kept."""
    whose: Components | None = None
    where: State | None = None
    known: object = None
    answers: dict[object, Any] = {}

    def asked(parts: Components, state: State, *key: Any) -> Any:
        nonlocal whose, where, known, answers
        if where is not state or whose is not parts:
            seen = read(state)
            if seen != known or whose is not parts:
                whose, known, answers = parts, seen, {}
            where = state
        kept = answers  # what is asked meanwhile may begin others
        if key in kept:
            return kept[key]
        kept[key] = answer = work(parts, state, *key)
        return answer

    return asked
