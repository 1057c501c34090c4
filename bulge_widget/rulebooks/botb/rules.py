"""The book as one object: which chapter answers which step.

Nothing is decided here; every method looks the open step up in a table and asks its chapter. A chapter has
``STEPS`` and ``ACTIONS`` and answers with functions of fixed names; those that are missing mean "nothing".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from bulge_widget.board import Board, maps_folder
from bulge_widget.core.decision import Action, Decision, Refusal, Roll, Sum
from bulge_widget.core.edit import Change
from bulge_widget.core.event import Event
from bulge_widget.core.odds import Odds, Plan
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.rulebook import RulebookInfo
from bulge_widget.core.view import Score, View
from bulge_widget.errors import Problem
from bulge_widget.rulebooks.botb import (
    deployment,
    display,
    editing,
    engineering,
    forecast,
    fortification,
    gestures,
    ground,
    invariants,
    moving,
    opening,
    position,
    sequence,
    texts,
    victory,
)
from bulge_widget.rulebooks.botb.components import Components, Counter, load_components
from bulge_widget.rulebooks.botb.info import INFO, Choices
from bulge_widget.rulebooks.botb.movement import Exit, Move
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import OVER, State, Step

__all__ = ["BattleOfTheBulge", "load"]

_CHAPTERS: dict[type[Step], Any] = {step: chapter for chapter in position.CHAPTERS for step in chapter.STEPS}
_EDITABLE = (moving.Moving, fortification.Fortifying, engineering.Engineering, deployment.Deploying)
_WAYS = (Move, Exit, Enter)


class BattleOfTheBulge:
    """The rule book of The Battle of the Bulge, on one set of components.

    Parameters
    ----------
    parts : Components
        Map, counters and charts.
    """

    def __init__(self, parts: Components) -> None:
        self.parts = parts

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
        """The counter sheet by id."""
        return self.parts.counters

    @property
    def levels(self) -> tuple[str, ...]:
        """The ways a game can end."""
        return tuple(victory.LEVELS)

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every class of answer."""
        known = dict.fromkeys(action for chapter in position.CHAPTERS for action in chapter.ACTIONS)
        return (*(action for action in known if action is not Roll), Roll)

    # -- beginning ------------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        """4.0 Place the Allied units and ask the German side for its own."""
        INFO.check_scenario(scenario)
        choices = Choices(**INFO.check_options(options))  # type: ignore[arg-type]
        return self._run(opening.opening(self.parts, scenario, choices), ())

    def position(self, data: Mapping[str, Any]) -> State:
        """Build a whole or partial situation from plain data; see ``position.Position``."""
        return position.read(self.parts, data)

    def snapshot(self, state: State) -> dict[str, Any]:
        """Give a state as plain data."""
        return position.write(self.parts, state)

    # -- asking ---------------------------------------------------------------------------------------

    def decision(self, state: State) -> Decision | None:
        """Tell the open question; None when the game is over."""
        if not state.stack:
            return None
        step = state.stack[-1]
        decision: Decision = _CHAPTERS[type(step)].decision(self.parts, state, step)
        return decision

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Tell the rule that forbids an action."""
        if not state.stack:
            return Refusal("not_asked", "46.0", {"wanted": "nothing, the game is over"})
        step = state.stack[-1]
        refusal: Refusal | None = _CHAPTERS[type(step)].why_not(self.parts, state, step, action)
        return refusal

    def canonical(self, state: State, action: Action) -> Action:
        """Give the listed option of the same effect."""
        asked = self._asked(state, "canonical")
        found: Action = asked(self.parts, state, state.stack[-1], action) if asked else action
        return found

    def explain(self, state: State, action: Action) -> Sum:
        """Give the number behind an action as a sum of named parts."""
        asked = self._asked(state, "explain")
        found: Sum = asked(self.parts, state, state.stack[-1], action) if asked else Sum("nothing to explain", ())
        return found

    def _asked(self, state: State, name: str) -> Callable[..., Any] | None:
        if not state.stack:
            return None
        found: Callable[..., Any] | None = getattr(_CHAPTERS[type(state.stack[-1])], name, None)
        return found

    @property
    def risks(self) -> tuple[type[Action], ...]:
        """The orders of which odds can be told."""
        return forecast.RISKS

    def odds(self, state: State, action: Action | None, seat: str) -> tuple[Odds, ...]:
        """Foretell the throws that an order, or the open question, leads to."""
        del seat
        return forecast.odds(self.parts, state, action)

    def plan(self, state: State) -> Plan | None:
        """List the battles of the phase, and who is in none yet."""
        return forecast.plan(self.parts, state)

    def cost(self, state: State, action: Action) -> str:
        """Give the movement points of a way."""
        if not isinstance(action, _WAYS):
            return ""
        return ground.written(moving.spent(self.parts, state, state.stack[-1], action) if state.stack else 0)

    def wanted(self, state: State) -> Iterable[Action]:
        """Give the orders a player expects as buttons now."""
        return gestures.wanted(state)

    def attempt(self, state: State, piece: str, space: str) -> Iterable[Action]:
        """Give the orders that a unit and a space may stand for now."""
        return gestures.attempt(self.parts, state, piece, space)

    def candidates(self, state: State) -> Iterable[Action]:
        """For tests: a too wide list of answers to the open question."""
        asked = self._asked(state, "candidates")
        found: Iterable[Action] = asked(self.parts, state, state.stack[-1]) if asked else ()
        return found

    # -- going on -------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Carry out a legal action, then every step nobody answers."""
        step = state.stack[-1]
        state, events = _CHAPTERS[type(step)].apply(self.parts, state, step, action)
        return self._run(state, events)

    def settle(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Run the steps nobody answers."""
        return self._run(state, ())

    def _run(self, state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        while True:
            if not state.stack:
                if state.phase == OVER:
                    return state, events
                state, more = sequence.next_phase(self.parts, state)
            else:
                resolve = self._asked(state, "resolve")
                done = resolve(self.parts, state, state.stack[-1]) if resolve else None
                if done is None:
                    return state, events
                state, more = done
            events += more

    def editable(self, state: State) -> bool:
        """Between two orders of a phase."""
        return bool(state.stack) and isinstance(state.stack[-1], _EDITABLE)

    def edit(self, state: State, change: Change) -> State:
        """Make one change by hand."""
        return editing.edit(self.parts, state, change)

    # -- looking --------------------------------------------------------------------------------------

    def view(self, state: State, seat: str) -> View:
        """Show what a seat may know."""
        return display.view(self.parts, state, seat, self.decision(state))

    def knows(self, state: State, seat: str, piece: str) -> bool:
        """Tell whether a seat knows a piece: always."""
        del state, seat
        return piece in self.parts.unit_index

    def handles(self, state: State) -> Mapping[str, str]:
        """Give the handles of hidden pieces: there are none."""
        del state
        return {}

    def discloses(self, state: State, seat: str, action: Action) -> bool:
        """Tell whether a seat may see an answer: always."""
        del state, seat, action
        return True

    def resample(self, state: State, seat: str, randbelow: Callable[[int], int]) -> State:
        """Give a state the seat cannot tell from this one: only itself, as nothing is hidden."""
        del seat, randbelow
        return state

    def score(self, state: State) -> Score:
        """Count the points as they stand."""
        return victory.score(self.parts, state)

    def outcome(self, state: State) -> Outcome | None:
        """Tell how the game ended."""
        return victory.outcome(state)

    def invariants(self, state: State) -> tuple[Problem, ...]:
        """List everything that is wrong with a state."""
        return invariants.invariants(self.parts, state)

    def phase(self, state: State) -> tuple[int, str, str, str]:
        """Turn, its label, the phase and the phasing seat."""
        slug, phasing = display.phase_of(state)
        return state.turn, self.parts.turns[state.turn - 1].label, slug, phasing

    def describe(self, thing: Action | Event | Refusal, state: State | None = None) -> str:
        """Put an order, a fact or a refusal into plain English."""
        return texts.describe(self.parts, thing, state)


def load(maps: Path | str | None = None) -> BattleOfTheBulge:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return BattleOfTheBulge(load_components(maps_folder("botb", maps)))
