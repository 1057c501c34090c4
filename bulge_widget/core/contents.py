"""What one rule book hands over: its chapters, its secrets and all else it has of its own.

:class:`~bulge_widget.core.binding.Book` asks these; nothing is inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from bulge_widget.core.decision import Action, Decision, Refusal, Sum
from bulge_widget.core.edit import Change
from bulge_widget.core.event import Event
from bulge_widget.core.handles import Handles
from bulge_widget.core.odds import Odds, Plan
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.rulebook import RulebookInfo
from bulge_widget.core.view import Score, View
from bulge_widget.errors import Problem

__all__ = ["OPEN", "Chapters", "Contents", "P", "S", "Secrets", "by_name", "chapters_of"]


class Parts(Protocol):
    """Map, counters and charts of a book."""

    digest: str
    board: Any
    turns: Any


class Progress(Protocol):
    """What every state has."""

    @property
    def turn(self) -> int:
        """The turn, from 1."""

    @property
    def stack(self) -> tuple[Any, ...]:
        """The open questions, the one that is asked now last."""


P = TypeVar("P", bound=Parts)
S = TypeVar("S", bound=Progress)


class Chapters(msgspec.Struct, frozen=True):
    """Which chapter answers which step; each look-up is by the class of the step."""

    answers: Mapping[type, Any]
    """The module with ``decision``, ``why_not`` and ``apply``, all called with parts, state and step."""
    resolve: Mapping[type, Callable[..., Any]]
    """For steps that may go on without an answer: gives state and events, or None where somebody must be asked."""
    canonical: Mapping[type, Callable[..., Action]]
    """For steps whose answers are listed by their effect."""
    explain: Mapping[type, Callable[..., Sum]]
    """For steps whose answers have a number behind them."""
    candidates: Mapping[type, Callable[..., Iterable[Action]]]
    """For tests: too wide lists of answers."""


def chapters_of(*modules: ModuleType) -> Chapters:
    """Read the table off the chapters themselves.

    Parameters
    ----------
    *modules : module
        Each with ``STEPS``, the steps it answers, and functions of the names in :class:`Chapters`, called with parts,
        state, step and (but for ``resolve`` and ``candidates``) an action. One that is missing means "nothing".
    """
    by_step = {step: module for module in modules for step in module.STEPS}
    names = ("resolve", "canonical", "explain", "candidates")
    return Chapters(by_step, *(by_name(name, by_step) for name in names))


def by_name(name: str, by_step: Mapping[type, Any]) -> dict[type, Any]:
    """The function of a name in the chapter of each step that has one."""
    return {step: getattr(chapter, name) for step, chapter in by_step.items() if hasattr(chapter, name)}


@dataclass(frozen=True, kw_only=True)
class Secrets(Generic[P, S]):
    """What a book with hidden information answers; each is called with the parts first."""

    knows: Callable[[P, S, str, str], bool] | None = None
    handles: Callable[[P, S], Handles] | None = None
    discloses: Callable[[P, S, str], bool] | None = None
    """Whether a seat may see an answer to the question that is open."""
    resample: Callable[[P, S, str, Callable[[int], int]], S] | None = None


OPEN: Secrets[Any, Any] = Secrets()
"""Nothing is hidden."""


@dataclass(frozen=True, kw_only=True)
class Contents(Generic[P, S]):
    """What one book has of its own; see :class:`~bulge_widget.core.rulebook.Rulebook` for what is wanted of each."""

    info: RulebookInfo
    chapters: Chapters
    actions: tuple[type[Action], ...]
    counters: Callable[[P], Mapping[str, Any]]
    levels: Callable[[P], tuple[str, ...]]
    over: str
    """The number of the rule by which a game ends."""
    setup: Callable[[P, str, Mapping[str, Any]], tuple[S, tuple[Event, ...]]]
    """Begin a checked scenario with checked options; what nobody answers is run afterwards."""
    next_phase: Callable[[P, S], tuple[S, tuple[Event, ...]]]
    phase: Callable[[S], tuple[str, str]]
    """The phase as a slug, ``"over"`` when the game is, and the phasing seat."""
    before_each: Callable[[P, S], S] | None = None
    """What is put on the stack by itself before the next step is looked at."""
    read: Callable[[P, Mapping[str, Any]], S]
    write: Callable[[P, S], dict[str, Any]]
    editable: tuple[type, ...]
    """The steps at which a position may be edited by hand."""
    edit: Callable[[P, S, Change], S]
    risks: tuple[type[Action], ...]
    risky: Callable[[P, S, Action], bool] | None = None
    """Whether an order of another class leads to dice in a state."""
    odds: Callable[[P, S, Action | None, str], tuple[Odds, ...]]
    plan: Callable[[P, S], Plan | None] | None = None
    cost: Callable[[P, S, Action], str]
    wanted: Callable[[S], Iterable[Action]]
    attempt: Callable[[P, S, str, str], Iterable[Action]]
    view: Callable[[P, S, str, Decision | None], View]
    describe: Callable[[P, Action | Event | Refusal, S | None], str]
    score: Callable[[P, S], Score]
    outcome: Callable[[P, S], Outcome | None]
    invariants: Callable[[P, S], tuple[Problem, ...]]
    secrets: Secrets[P, S] = OPEN
