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
from bulge_widget.rulebooks.bigredone import (
    air,
    airdrop,
    attacking,
    combat,
    display,
    editing,
    eligibility,
    exits,
    forecast,
    gestures,
    ground,
    invariants,
    movement,
    moving,
    position,
    reinforcement,
    results,
    resupply,
    retreat,
    sequence,
    texts,
    tries,
    victory,
    weather,
)
from bulge_widget.rulebooks.bigredone.components import SIDES, Components, Counter, load_components
from bulge_widget.rulebooks.bigredone.info import INFO
from bulge_widget.rulebooks.bigredone.state import OVER, PHASES, State, Step

__all__ = ["BigRedOne", "load"]

Resolved = tuple[State, tuple[Event, ...]] | None
_CHAPTERS: dict[type[Step], Any] = {
    weather.WeatherRoll: weather,
    air.Assigning: air,
    air.Interdicting: air,
    eligibility.Attacking: attacking,
    attacking.Joining: attacking,
    combat.MistRoll: combat,
    combat.Supporting: combat,
    combat.Choosing: combat,
    combat.CombatRoll: combat,
    results.Losing: results,
    results.Exchanging: results,
    retreat.Retreating: retreat,
    retreat.Advancing: retreat,
    moving.Moving: moving,
    moving.SupplyRoll: moving,
    moving.Continuing: moving,
    airdrop.DropRoll: airdrop,
    resupply.Resupplying: resupply,
}
_BY_ITSELF: dict[type[Step], Callable[[Components, State, Any], Resolved]] = {
    weather.WeatherCheck: weather.resolve,
    air.Assigning: air.resolve,
    air.Revealing: air.resolve,
    air.Interdicting: air.resolve,
    eligibility.Attacking: attacking.resolve,
    attacking.Joining: attacking.resolve,
    combat.Supporting: combat.resolve,
    results.Losing: results.resolve,
    results.Exchanging: results.resolve,
    retreat.Retreating: retreat.resolve,
    retreat.Advancing: retreat.resolve,
    moving.Continuing: moving.resolve,
    resupply.Resupplying: resupply.resolve,
}
"""Steps that may go on without an answer."""
_CANONICAL: dict[type[Step], Callable[[Components, State, Any, Any], Action]] = {
    weather.WeatherRoll: weather.canonical,
    combat.MistRoll: combat.canonical,
    combat.Choosing: combat.canonical,
    combat.CombatRoll: combat.canonical,
    results.Exchanging: results.canonical,
    moving.Moving: moving.canonical,
    moving.SupplyRoll: moving.canonical,
    moving.Continuing: moving.canonical,
    airdrop.DropRoll: airdrop.canonical,
}
"""Steps whose answers are listed by their effect."""
_EDITABLE = (air.Interdicting, eligibility.Attacking, moving.Moving, resupply.Resupplying)


class BigRedOne:
    """The rule book of The Big Red One, on one set of components.

    Parameters
    ----------
    parts : Components
        Map, counters and charts.
    """

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self._asked: tuple[State | None, Decision | None] = (None, None)

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
        return tuple(victory.LEVELS.values())

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every class of answer."""
        return (
            air.Assign,
            air.Interdict,
            attacking.Attack,
            attacking.Join,
            attacking.Fight,
            attacking.EndCombat,
            combat.Support,
            combat.Resolve,
            results.Lose,
            results.Exchange,
            retreat.Retreat,
            retreat.Hold,
            retreat.Advance,
            retreat.Decline,
            movement.Move,
            exits.Exit,
            reinforcement.Enter,
            moving.Activate,
            moving.Stay,
            moving.EndMove,
            airdrop.Drop,
            resupply.Resupply,
            resupply.EndResupply,
            Roll,
        )

    # -- beginning ------------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        """1.0 Set up for 16 December and run to the first question."""
        INFO.check_scenario(scenario)
        parts = self.parts
        units: dict[str, Any] = {parts.unit_ids[u]: {"at": parts.hex_ids[h]} for u, h in parts.setup.items()}
        for unit, edge in enumerate(parts.arrival_edge):
            if edge and (edge != "air" or options.get("airdrop")):
                units[parts.unit_ids[unit]] = {"at": "waiting"}
        start = {"turn": 1, "phase": "weather", "phasing": "", "units": units, "options": dict(options)}
        state = position.read(parts, start)
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
        if self._asked[0] is not state:
            self._asked = (state, self._decision(state))
        return self._asked[1]

    def _decision(self, state: State) -> Decision | None:
        if not state.stack:
            return None
        step = state.stack[-1]
        decision: Decision = _CHAPTERS[type(step)].decision(self.parts, state, step)
        return decision

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Tell the rule that forbids an action."""
        if not state.stack:
            return Refusal("not_asked", "15.0", {"wanted": "nothing, the game is over"})
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
            case eligibility.Attacking() | attacking.Joining():
                return attacking.explain(self.parts, state, step, action)
            case combat.MistRoll() | combat.Supporting() | combat.Choosing() | combat.CombatRoll():
                return combat.explain(self.parts, state, step, action)
            case results.Losing() | results.Exchanging():
                return results.explain(self.parts, action)
            case moving.Moving() | moving.Continuing():
                return moving.explain(self.parts, state, action)
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
        """List the battles of the phase, and who is in none yet."""
        return forecast.plan(self.parts, state)

    def cost(self, state: State, action: Action) -> str:
        """Give the movement points of a way, the points of an exit, or the differential of an attack."""
        match action:
            case movement.Move() | reinforcement.Enter():
                return ground.written(moving.cost(self.parts, state, action))
            case exits.Exit():
                return f"{self.explain(state, action).total} VP"
            case attacking.Attack():
                return f"{self.explain(state, action).total:+d}"
        return ""

    def wanted(self, state: State) -> Iterable[Action]:
        """Give the orders a player expects as buttons now."""
        return gestures.wanted(state)

    def attempt(self, state: State, piece: str, space: str) -> Iterable[Action]:
        """Give the orders that a unit and a space may stand for now."""
        return gestures.attempt(self.parts, state, piece, space)

    def candidates(self, state: State) -> Iterable[Action]:
        """For tests: a too wide list of answers to the open question."""
        return tries.candidates(self.parts, state)

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
        """14.0 Tell whether a seat may see an answer to the question open in a state; air missions are secret."""
        del action
        step = state.stack[-1] if state.stack else None
        return not isinstance(step, air.Assigning) or seat in {SIDES[step.side], "umpire"}

    def resample(self, state: State, seat: str, randbelow: Callable[[int], int]) -> State:
        """Give a state the seat cannot tell from this one: other missions of the other side."""
        return air.resampled(state, SIDES.index(seat), randbelow)

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


def load(maps: Path | str | None = None) -> BigRedOne:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return BigRedOne(load_components(maps_folder("bigredone", maps)))
