"""Questions that are asked several times of one position, and answered once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar, cast

from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.state import State

__all__ = ["once"]

P = ParamSpec("P")
R = TypeVar("R")


def once(work: Callable[Concatenate[Components, State, P], R]) -> Callable[Concatenate[Components, State, P], R]:
    """Keep what a question answered of the last position it was asked of, by its other arguments.

    A position is asked the same when it is to be seen whether a step goes on by itself, when the options are listed
    and when an answer is judged; it is frozen, so the answer cannot change. Only the last one is kept alive.
    """
    kept: tuple[Components | None, State | None, dict[object, R]] = (None, None, {})

    @functools.wraps(work)
    def asked(parts: Components, state: State, *rest: P.args, **named: P.kwargs) -> R:
        nonlocal kept
        if kept[1] is not state or kept[0] is not parts:
            kept = (parts, state, {})
        answers = kept[2]
        key = (*rest, *named.items()) if named else rest
        if key not in answers:
            answers[key] = work(parts, state, *rest, **named)
        return answers[key]

    return cast("Callable[Concatenate[Components, State, P], R]", asked)
