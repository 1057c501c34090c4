"""The book as one object: which chapter answers which step.

Nothing is decided here; every method looks the open step up in a table and asks its chapter.
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
from bulge_widget.rulebooks.knapp import (
    display,
    fire,
    forecast,
    gestures,
    hits,
    invariants,
    movement,
    moving,
    overrun,
    position,
    reinforcement,
    sequence,
    stacking,
    supply,
    texts,
    victory,
)
from bulge_widget.rulebooks.knapp.components import Components, Counter, load_components
from bulge_widget.rulebooks.knapp.info import INFO, Choices
from bulge_widget.rulebooks.knapp.state import OVER, PHASES, State, Step

__all__ = ["Knapp", "load"]

Resolved = tuple[State, tuple[Event, ...]] | None
_CHAPTERS: dict[type[Step], Any] = {
    supply.SupplyCheck: supply,
    reinforcement.Arrivals: reinforcement,
    reinforcement.ArrivalRoll: reinforcement,
    reinforcement.Placement: reinforcement,
    moving.Moving: moving,
    overrun.OverrunRoll: overrun,
    overrun.PartingShots: overrun,
    hits.TakeHits: hits,
    stacking.Excess: stacking,
    fire.DefensiveFire: fire,
    fire.SurpriseRoll: fire,
    fire.FireRoll: fire,
}
_BY_ITSELF: dict[type[Step], Callable[[Components, State, Any], Resolved]] = {
    supply.SupplyCheck: supply.resolve,
    reinforcement.Arrivals: reinforcement.resolve,
    reinforcement.Placement: reinforcement.resolve,
    hits.TakeHits: hits.resolve,
    stacking.Excess: stacking.resolve,
    fire.DefensiveFire: fire.resolve,
}
"""Steps that may go on without an answer."""
_CANONICAL: dict[type[Step], Callable[[Components, State, Any, Any], Action]] = {
    moving.Moving: moving.canonical,
    reinforcement.ArrivalRoll: reinforcement.canonical,
    overrun.OverrunRoll: overrun.canonical,
    overrun.PartingShots: overrun.canonical,
    fire.SurpriseRoll: fire.canonical,
    fire.FireRoll: fire.canonical,
}
"""Steps whose answers are listed by their effect."""


class Knapp:
    """The rule book of George Knapp's Battle of the Bulge, on one set of components.

    Parameters
    ----------
    parts : Components
        Map, counters and charts.
    """

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self._setups: dict[Choices, tuple[State, tuple[Event, ...]]] = {}  # as rulings are chosen: a few

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
        """The levels of victory."""
        return tuple(band.level for band in self.parts.bands)

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every class of answer."""
        return (
            movement.Move,
            overrun.Overrun,
            moving.EndMove,
            reinforcement.Place,
            stacking.Withdraw,
            fire.Fire,
            hits.TakeHit,
            Roll,
        )

    # -- beginning ------------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        """Set up for 16 December and run to the first question."""
        INFO.check_scenario(scenario)
        choices = Choices(**INFO.check_options(options))  # type: ignore[arg-type]
        if choices not in self._setups:
            self._setups[choices] = self._set_up(options)
        return self._setups[choices]

    def _set_up(self, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        ids = self.parts.unit_ids
        units: dict[str, Any] = {
            ids[unit]: {"at": self.parts.area_ids[area], "due": 0} for unit, area in self.parts.setup.items()
        }
        units |= {ids[unit]: {"due": turn} for unit, turn in self.parts.scheduled.items()}
        start = {
            "turn": 1,
            "phase": "supply",
            "phasing": "german",
            "units": units,
            "options": dict(options),
            "stack": [],
        }
        state = sequence.enter_phase(self.parts, position.read(self.parts, start))
        return self._run(state, (sequence.began(state),))

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
            return Refusal("not_asked", "1", {"wanted": "nothing, the game is over"})
        step = state.stack[-1]
        refusal: Refusal | None = _CHAPTERS[type(step)].why_not(self.parts, state, step, action)
        return refusal

    def canonical(self, state: State, action: Action) -> Action:
        """Give the listed option of the same effect."""
        step = state.stack[-1]
        canonical = _CANONICAL.get(type(step))
        return canonical(self.parts, state, step, action) if canonical else action

    def explain(self, state: State, action: Action) -> Sum:
        """Give the number behind an action as a sum of named parts."""
        step = state.stack[-1] if state.stack else None
        match step:
            case moving.Moving():
                return moving.explain(self.parts, state, action)
            case reinforcement.ArrivalRoll() | reinforcement.Placement():
                return reinforcement.explain(self.parts, state, action)
            case hits.TakeHits() if isinstance(action, hits.TakeHit) and action.unit in self.parts.unit_index:
                return hits.explain(self.parts, state, action)
            case stacking.Excess():
                return stacking.explain(self.parts, state, step, action)
            case fire.DefensiveFire() | fire.SurpriseRoll() | fire.FireRoll():
                return fire.explain(self.parts, state, step, action)
        return Sum("nothing to explain", ())

    @property
    def risks(self) -> tuple[type[Action], ...]:
        """The orders of which odds can be told."""
        return forecast.RISKS

    def odds(self, state: State, action: Action | None, seat: str) -> tuple[Odds, ...]:
        """Foretell the throws that an order, or the open question, leads to."""
        del seat
        return forecast.odds(self.parts, state, action)

    def plan(self, state: State) -> Plan | None:
        """List planned battles: in this book none are planned."""
        del state
        return None

    def cost(self, state: State, action: Action) -> str:
        """Give the areas a move covers, the price of leaving, or the odds of an overrun."""
        return moving.cost(self.parts, state, action)

    def wanted(self, state: State) -> Iterable[Action]:
        """Give the orders a player expects as buttons now."""
        return gestures.wanted(state)

    def attempt(self, state: State, piece: str, space: str) -> Iterable[Action]:
        """Give the orders that a unit and a space may stand for now."""
        return gestures.attempt(self.parts, state, piece, space)

    def candidates(self, state: State) -> Iterable[Action]:
        """For tests: a too wide list of answers to the open question."""
        match step := state.stack[-1]:
            case moving.Moving():
                return moving.candidates(self.parts, state, step)
            case reinforcement.ArrivalRoll() | reinforcement.Placement():
                return reinforcement.candidates(self.parts, step)
            case hits.TakeHits():
                return hits.candidates(self.parts)
            case stacking.Excess():
                return stacking.candidates(self.parts)
            case overrun.OverrunRoll() | overrun.PartingShots():
                return overrun.candidates(step)
        return fire.candidates(self.parts, state, step)

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
                step = state.stack[-1]
                resolve = _BY_ITSELF.get(type(step))
                done = resolve(self.parts, state, step) if resolve else None
                if done is None:
                    return state, events
                state, more = done
            events += more

    def editable(self, state: State) -> bool:
        """Between two orders of a move phase, or before a placement or a fire."""
        return bool(state.stack) and isinstance(
            state.stack[-1], moving.Moving | reinforcement.Placement | fire.DefensiveFire
        )

    def edit(self, state: State, change: Change) -> State:
        """Make one change by hand."""
        return position.edit(self.parts, state, change)

    # -- looking --------------------------------------------------------------------------------------

    def view(self, state: State, seat: str) -> View:
        """Show what a seat may know; here that is everything."""
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
        """Tell whether a seat may see an answer: always, as nothing is hidden."""
        del state, seat, action
        return True

    def resample(self, state: State, seat: str, randbelow: Callable[[int], int]) -> State:
        """Give a state the seat cannot tell from this one; with nothing hidden, only this one."""
        del seat, randbelow
        return state

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
        return texts.describe(self.parts, thing, state)


def load(maps: Path | str | None = None) -> Knapp:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return Knapp(load_components(maps_folder("knapp", maps)))
