"""A book bound from its chapters: what every rule book does in the same way once its contents are given.

A book writes its rules, tables and texts. How an open question finds its chapter, how a game goes on until somebody
is asked again, and what a book without secrets answers to questions about secrets, is the same in all books and
stands here. Nothing is inherited: a book hands over its ``Contents``, and :class:`Book` asks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from bulge_widget.core.contents import Contents, P, S, by_name
from bulge_widget.core.decision import Action, Decision, Refusal, Sum
from bulge_widget.core.edit import Change
from bulge_widget.core.event import Event
from bulge_widget.core.handles import NO_HANDLES, Handles
from bulge_widget.core.naming import spoken_name
from bulge_widget.core.odds import Odds, Plan
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.rulebook import RulebookInfo
from bulge_widget.core.view import Score, View
from bulge_widget.errors import Problem

__all__ = ["Book", "carried_on"]


def carried_on(parts: P, own: Contents[P, S], state: S, events: tuple[Event, ...]) -> tuple[S, tuple[Event, ...]]:
    """Run the steps nobody answers, up to the next question or the end; their events follow those given."""
    before_each, resolves = own.before_each, own.chapters.resolve
    while True:
        if before_each:
            state = before_each(parts, state)
        if stack := state.stack:
            resolve = resolves.get(type(stack[-1]))
            if resolve is None or (done := resolve(parts, state, stack[-1])) is None:
                return state, events
            state, more = done
        elif own.phase(state)[0] == "over":
            return state, events
        else:
            state, more = own.next_phase(parts, state)
        if more:
            events += more


class Book(Generic[P, S]):
    """A rule book on one set of components: the object that a game asks.

    Parameters
    ----------
    parts : Parts
        Map, counters and charts.
    contents : Contents
        What the book has of its own.
    """

    def __init__(self, parts: P, contents: Contents[P, S]) -> None:
        self.parts = parts
        self._own, self._chapters, self._secrets = contents, contents.chapters, contents.secrets
        answers = contents.chapters.answers
        self._decide: dict[type, Callable[..., Decision]] = by_name("decision", answers)
        self._refuse: dict[type, Callable[..., Refusal | None]] = by_name("why_not", answers)
        self._carry_out = by_name("apply", answers)
        self._asked: tuple[S | None, Decision | None] = (None, None)
        """The last state asked about, and its question: a view and an answer mostly ask the same twice."""

    @property
    def info(self) -> RulebookInfo:
        """The identity card."""
        return self._own.info

    @property
    def digest(self) -> str:
        """A digest of the components."""
        return self.parts.digest

    @property
    def board(self) -> Any:
        """The map."""
        return self.parts.board

    @property
    def counters(self) -> Mapping[str, Any]:
        """The counter sheet by id."""
        return self._own.counters(self.parts)

    @property
    def levels(self) -> tuple[str, ...]:
        """The ways a game can end."""
        return self._own.levels(self.parts)

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every class of answer."""
        return self._own.actions

    # -- beginning ------------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, Any]) -> tuple[S, tuple[Event, ...]]:
        """Begin a scenario, and run to the first question."""
        self.info.check_scenario(scenario)
        return carried_on(
            self.parts, self._own, *self._own.setup(self.parts, scenario, self.info.check_options(options))
        )

    def position(self, data: Mapping[str, Any]) -> S:
        """Build a whole or partial situation from plain data; see ``position.Position`` of the book."""
        return self._own.read(self.parts, data)

    def snapshot(self, state: S) -> dict[str, Any]:
        """Give a state as plain data."""
        return self._own.write(self.parts, state)

    # -- asking ---------------------------------------------------------------------------------------

    def decision(self, state: S) -> Decision | None:
        """Tell the open question; None when the game is over."""
        known, decision = self._asked
        if known is not state:
            stack = state.stack
            decision = self._decide[type(stack[-1])](self.parts, state, stack[-1]) if stack else None
            self._asked = (state, decision)
        return decision

    def why_not(self, state: S, action: Action) -> Refusal | None:
        """Tell the rule that forbids an action."""
        if not state.stack:
            return Refusal("not_asked", self._own.over, {"wanted": "nothing, the game is over"})
        step = state.stack[-1]
        return self._refuse[type(step)](self.parts, state, step, action)

    def canonical(self, state: S, action: Action) -> Action:
        """Give the listed option of the same effect."""
        step = state.stack[-1]
        canonical = self._chapters.canonical.get(type(step))
        return canonical(self.parts, state, step, action) if canonical else action

    def explain(self, state: S, action: Action) -> Sum:
        """Give the number behind an action as a sum of named parts."""
        step = state.stack[-1] if state.stack else None
        explain = self._chapters.explain.get(type(step))
        return explain(self.parts, state, step, action) if explain else Sum("nothing to explain", ())

    @property
    def risks(self) -> tuple[type[Action], ...]:
        """The classes of order of which odds can always be told."""
        return self._own.risks

    def foretells(self, state: S, action: Action) -> bool:
        """Tell whether odds can be told of an order."""
        own = self._own
        return isinstance(action, own.risks) or (own.risky is not None and own.risky(self.parts, state, action))

    def odds(self, state: S, action: Action | None, seat: str) -> tuple[Odds, ...]:
        """Foretell the throws that an order, or the open question, leads to."""
        return self._own.odds(self.parts, state, action, seat)

    def plan(self, state: S) -> Plan | None:
        """List the battles of the phase, and who is in none yet; None where nothing is planned."""
        return self._own.plan(self.parts, state) if self._own.plan else None

    def cost(self, state: S, action: Action) -> str:
        """Give what a board shows at the end of an order's path."""
        return self._own.cost(self.parts, state, action)

    def wanted(self, state: S) -> Iterable[Action]:
        """Give the orders a player expects as buttons now."""
        return self._own.wanted(state)

    def attempt(self, state: S, piece: str, space: str) -> Iterable[Action]:
        """Give the orders that a unit and a space may stand for now."""
        return self._own.attempt(self.parts, state, piece, space)

    def candidates(self, state: S) -> Iterable[Action]:
        """For tests: a too wide list of answers to the open question."""
        step = state.stack[-1]
        candidates = self._chapters.candidates.get(type(step))
        return candidates(self.parts, state, step) if candidates else ()

    # -- going on -------------------------------------------------------------------------------------

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Carry out a legal action, then every step nobody answers."""
        step = state.stack[-1]
        state, events = self._carry_out[type(step)](self.parts, state, step, action)
        return carried_on(self.parts, self._own, state, events)

    def settle(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """Run the steps nobody answers."""
        return carried_on(self.parts, self._own, state, ())

    def editable(self, state: S) -> bool:
        """Between two orders of a phase."""
        return bool(state.stack) and isinstance(state.stack[-1], self._own.editable)

    def edit(self, state: S, change: Change) -> S:
        """Make one change by hand."""
        return self._own.edit(self.parts, state, change)

    # -- looking --------------------------------------------------------------------------------------

    def view(self, state: S, seat: str) -> View:
        """Show what a seat may know."""
        return self._own.view(self.parts, state, seat, self.decision(state))

    def knows(self, state: S, seat: str, piece: str) -> bool:
        """Tell whether a seat knows which piece that is."""
        knows = self._secrets.knows
        return knows(self.parts, state, seat, piece) if knows else piece in self.counters

    def handles(self, state: S) -> Handles:
        """Give the handles of the pieces that can be hidden, by their id."""
        handles = self._secrets.handles
        return handles(self.parts, state) if handles else NO_HANDLES

    def discloses(self, state: S, seat: str, action: Action) -> bool:
        """Tell whether a seat may see an answer to the question open in a state."""
        del action
        discloses = self._secrets.discloses
        return discloses(self.parts, state, seat) if discloses else True

    def resample(self, state: S, seat: str, randbelow: Callable[[int], int]) -> S:
        """Give a state the seat cannot tell from this one; with nothing hidden, only this one."""
        resample = self._secrets.resample
        return resample(self.parts, state, seat, randbelow) if resample else state

    def score(self, state: S) -> Score:
        """Count the points as they stand."""
        return self._own.score(self.parts, state)

    def outcome(self, state: S) -> Outcome | None:
        """Tell how the game ended."""
        return self._own.outcome(self.parts, state)

    def invariants(self, state: S) -> tuple[Problem, ...]:
        """List everything that is wrong with a state."""
        return self._own.invariants(self.parts, state)

    def phase(self, state: S) -> tuple[int, str, str, str]:
        """Turn, its label, the phase and the phasing seat."""
        return state.turn, self.parts.turns[state.turn - 1].label, *self._own.phase(state)

    def describe(self, thing: Action | Event | Refusal, state: S | None = None) -> str:
        """Put an order, a fact or a refusal into plain English."""
        return spoken_name(thing) or self._own.describe(self.parts, thing, state)
