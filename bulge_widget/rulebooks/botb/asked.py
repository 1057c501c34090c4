"""What has been asked about the very same state is not worked out again.

A question about a state is put several times while it is open: for the list, for an answer, for its effect. Comparing
whole states would cost more than most answers, so they are told apart by identity. Holds no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.state import State

__all__ = ["once"]

T = TypeVar("T")
MOST = 64
"""States that are remembered by each question."""


def once(question: Callable[[Components, State, int], T]) -> Callable[[Components, State, int], T]:
    """Remember what a question about one unit or one side came to, as long as the state is the same object."""
    answers: dict[tuple[int, int], tuple[Components, State, T]] = {}

    def ask(parts: Components, state: State, which: int) -> T:
        key = id(state), which
        found = answers.get(key)
        if found is None or found[1] is not state or found[0] is not parts:
            if len(answers) >= MOST:
                answers.clear()
            found = answers[key] = parts, state, question(parts, state, which)
        return found[2]

    ask.__doc__, ask.__name__ = question.__doc__, question.__name__
    return ask
