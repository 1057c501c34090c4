"""What could have been meant: the listed orders most like one that was refused or could not be read."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from bulge_widget.core.decision import Action, Decision
from bulge_widget.core.handles import veiled

__all__ = ["possible"]

_MOST = 3


def possible(book: Any, state: Any, decision: Decision | None, like: str) -> tuple[str, ...]:
    """Give the orders possible now that are most like a text, the most alike first; none when the game is over.

    Parameters
    ----------
    book : Rulebook
    state : object
        The state whose question is open.
    decision : Decision or None
        That question. Pieces its seat does not know go by their handles.
    like : str
        An order in writing, or what was typed for one.
    """
    if decision is None or decision.dealt:
        return ()
    words = set(re.split(r"[\s>+]+", like.lower()))
    listed = dict.fromkeys(str(veiled(book, state, decision.seat, option)) for option in _about(decision, words))
    same = [text for text in listed if text.split()[0] in words]
    return tuple(sorted(same or listed, key=lambda text: _distance(text, like.lower()))[:_MOST])


def _about(decision: Decision, words: set[str]) -> Iterable[Action]:
    """The options about the pieces a text names; about no listed piece, those about none and one of each other."""
    options = decision.options
    keys = options.keys()
    named = [key for key in keys if key in words]
    if named:
        return [option for key in named for option in options.of(key)]
    return [option for key in keys for option in _some(options.of(key), whole=key is None)]


def _some(group: Sequence[Action], *, whole: bool) -> Sequence[Action]:
    return group if whole else group[:1]


def _distance(one: str, other: str) -> tuple[int, int]:
    """How unlike two texts are: by the letters shared at their beginning and end, then by their length."""
    alike = _alike(one, other) + _alike(one[::-1], other[::-1])
    return -alike, abs(len(one) - len(other)) if alike else 0


def _alike(one: str, other: str) -> int:
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
