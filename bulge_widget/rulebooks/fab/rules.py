"""The book as one object: which chapter answers which step.

Nothing is decided here; every method looks the open step up in a table and asks its chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from bulge_widget.board import Board, maps_folder
from bulge_widget.core.decision import Action, Decision, Refusal, Sum
from bulge_widget.core.edit import Change
from bulge_widget.core.event import Event
from bulge_widget.core.odds import Odds, Plan
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.rulebook import RulebookInfo
from bulge_widget.core.view import Score, View
from bulge_widget.errors import Problem
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
    victory,
)
from bulge_widget.rulebooks.fab.components import SIDES, Components, load_components
from bulge_widget.rulebooks.fab.info import INFO
from bulge_widget.rulebooks.fab.state import OVER, PHASES, State, push
from bulge_widget.rulebooks.fab.tables import Counter

__all__ = ["Fab", "load"]


class Fab:
    """The rule book of FAB: The Bulge, on one set of components.

    Parameters
    ----------
    parts : Components
        Map, blocks, chits and charts.
    """

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self._asked: tuple[State | None, Decision | None] = (None, None)
        """The last state asked about, and its question: a view and an answer mostly ask the same twice."""

    @property
    def info(self) -> RulebookInfo:
        """The identity card."""
        return INFO

    @property
    def digest(self) -> str:
        """A digest of the components."""
        return self.parts.digest

    @property
    def board(self) -> Board:
        """The map."""
        return self.parts.board

    @property
    def counters(self) -> Mapping[str, Counter]:
        """The blocks and chits by id."""
        return self.parts.sheet

    @property
    def levels(self) -> tuple[str, ...]:
        """The ways a game can end."""
        return victory.levels(self.parts)

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every class of answer."""
        return chapters.ACTIONS

    # -- beginning ------------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        """24.0 Set a scenario up; the first question is how the handles fall."""
        INFO.check_scenario(scenario)
        values = INFO.check_options(options)
        state = position.read(self.parts, setup.data(self.parts, scenario, values))
        state, events = sequence.enter_phase(self.parts, state)
        return push(state, setup.Dealing()), (sequence.began(state), *events)

    def position(self, data: Mapping[str, Any]) -> State:
        """Build a whole or partial situation from plain data; see ``position.Position``."""
        return position.read(self.parts, data)

    def snapshot(self, state: State) -> dict[str, Any]:
        """Give a state as plain data."""
        return position.write(self.parts, state)

    # -- asking ---------------------------------------------------------------------------------------

    def decision(self, state: State) -> Decision | None:
        """Tell the open question; None when the game is over."""
        if self._asked[0] is not state:
            self._asked = (state, self._decision(state))
        return self._asked[1]

    def _decision(self, state: State) -> Decision | None:
        if not state.stack:
            return None
        step = state.stack[-1]
        decision: Decision = chapters.CHAPTERS[type(step)].decision(self.parts, state, step)
        return decision

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Tell the rule that forbids an action."""
        if not state.stack:
            return Refusal("not_asked", "3.5", {"wanted": "nothing, the game is over"})
        step = state.stack[-1]
        refusal: Refusal | None = chapters.CHAPTERS[type(step)].why_not(self.parts, state, step, action)
        return refusal

    def canonical(self, state: State, action: Action) -> Action:
        """Give the listed option of the same effect."""
        step = state.stack[-1]
        canonical = chapters.CANONICAL.get(type(step))
        return canonical(self.parts, state, step, action) if canonical else action

    def explain(self, state: State, action: Action) -> Sum:
        """Give the number behind an action as a sum of named parts."""
        step = state.stack[-1] if state.stack else None
        if step is None or type(step) not in chapters.EXPLAINS:
            return Sum("nothing to explain", ())
        explained: Sum = chapters.CHAPTERS[type(step)].explain(self.parts, state, step, action)
        return explained

    @property
    def risks(self) -> tuple[type[Action], ...]:
        """The orders of which odds can be told."""
        return forecast.RISKS

    def odds(self, state: State, action: Action | None, seat: str) -> tuple[Odds, ...]:
        """Foretell the throws that an order, or the open question, leads to."""
        return forecast.odds(self.parts, state, action, seat)

    def plan(self, state: State) -> Plan | None:
        """List planned battles: in this book none are planned."""
        del state
        return None

    def cost(self, state: State, action: Action) -> str:
        """Give the points of a move."""
        if isinstance(action, movement.Move) and action.mode != "strategic":
            return str(self.explain(state, action).total)
        return ""

    def wanted(self, state: State) -> Iterable[Action]:
        """Give the orders a player expects as buttons now."""
        return gestures.wanted(state)

    def attempt(self, state: State, piece: str, space: str) -> Iterable[Action]:
        """Give the orders that a unit and a space may stand for now."""
        return gestures.attempt(self.parts, state, piece, space)

    def candidates(self, state: State) -> Iterable[Action]:
        """For tests: a too wide list of answers to the open question."""
        step = state.stack[-1]
        found: Iterable[Action] = chapters.CHAPTERS[type(step)].candidates(self.parts, state, step)
        return found

    # -- going on -------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Carry out a legal action, then every step nobody answers."""
        step = state.stack[-1]
        state, events = chapters.CHAPTERS[type(step)].apply(self.parts, state, step, action)
        return self._run(state, events)

    def settle(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Run the steps nobody answers."""
        return self._run(state, ())

    def _run(self, state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        while True:
            if state.windfalls:
                state = fuel.search(self.parts, state)
            if not state.stack:
                if state.phase == OVER:
                    return state, events
                state, more = sequence.next_phase(self.parts, state)
            else:
                step = state.stack[-1]
                resolve = chapters.BY_ITSELF.get(type(step))
                done = resolve(self.parts, state, step) if resolve else None
                if done is None:
                    return state, events
                state, more = done
            events += more

    def editable(self, state: State) -> bool:
        """Between two orders of a Movement Phase."""
        return bool(state.stack) and isinstance(state.stack[-1], chapters.EDITABLE)

    def edit(self, state: State, change: Change) -> State:
        """Make one change by hand."""
        return editing.edit(self.parts, state, change)

    # -- looking --------------------------------------------------------------------------------------

    def view(self, state: State, seat: str) -> View:
        """Show what a seat may know."""
        return display.view(self.parts, state, seat, self.decision(state))

    def knows(self, state: State, seat: str, piece: str) -> bool:
        """2.2 Tell whether a seat knows which block a unit is."""
        if piece not in self.parts.unit_index:
            return True
        return names.is_known(self.parts, state, seat, self.parts.unit_index[piece])

    def handles(self, state: State) -> Mapping[str, str]:
        """2.2 Give the handle of each block on the map, by its id."""
        return names.handles(self.parts, state)

    def discloses(self, state: State, seat: str, action: Action) -> bool:
        """6.24 Tell whether a seat may see an answer to the open question; handles are dealt unseen."""
        del action
        if not state.stack or seat not in SIDES:
            return True
        step = state.stack[-1]
        if isinstance(step, setup.Dealing):
            return False
        if not combat_steps.is_secret(self.parts, state, step):
            return True
        decision = self.decision(state)
        return decision is None or decision.seat == seat

    def resample(self, state: State, seat: str, randbelow: Callable[[int], int]) -> State:
        """2.2 Give a state the seat cannot tell from this one: labels exchanged among blocks it has not seen."""
        return resampling.resampled(self.parts, state, SIDES.index(seat), randbelow)

    def score(self, state: State) -> Score:
        """Count the points as they stand."""
        return victory.score(self.parts, state)

    def outcome(self, state: State) -> Outcome | None:
        """Tell how the game ended."""
        return victory.outcome(self.parts, state)

    def invariants(self, state: State) -> tuple[Problem, ...]:
        """List everything that is wrong with a state."""
        return invariants.invariants(self.parts, state)

    def phase(self, state: State) -> tuple[int, str, str, str]:
        """Turn, its label, the phase and the phasing seat."""
        label = self.parts.turns[state.turn - 1].label
        slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
        return state.turn, label, slug, phasing

    def describe(self, thing: Action | Event | Refusal, state: State | None = None) -> str:
        """Put an order, a fact or a refusal into plain English."""
        del state
        return texts.describe(self.parts, thing)


def load(maps: Path | str | None = None) -> Fab:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return Fab(load_components(maps_folder("fab", maps)))
