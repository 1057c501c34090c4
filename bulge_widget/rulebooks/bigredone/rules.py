"""The book as one object: which chapter answers which step, and what else it has of its own.

Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from bulge_widget.board import maps_folder
from bulge_widget.core.binding import Book
from bulge_widget.core.contents import Chapters, Contents, Secrets
from bulge_widget.core.decision import Action, Roll, Sum
from bulge_widget.core.event import Event
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
from bulge_widget.rulebooks.bigredone.components import SIDES, Components, load_components
from bulge_widget.rulebooks.bigredone.info import INFO
from bulge_widget.rulebooks.bigredone.state import OVER, PHASES, State, Step

__all__ = ["begin", "load"]

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
_RESOLVE: dict[type[Step], Callable[..., Any]] = {
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
_CANONICAL: dict[type[Step], Callable[..., Action]] = {
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
_EXPLAIN: dict[type[Step], Callable[..., Sum]] = {
    eligibility.Attacking: attacking.explain,
    attacking.Joining: attacking.explain,
    combat.MistRoll: combat.explain,
    combat.Supporting: combat.explain,
    combat.Choosing: combat.explain,
    combat.CombatRoll: combat.explain,
    results.Losing: lambda parts, _state, _step, action: results.explain(parts, action),
    results.Exchanging: lambda parts, _state, _step, action: results.explain(parts, action),
    moving.Moving: lambda parts, state, _step, action: moving.explain(parts, state, action),
    moving.Continuing: lambda parts, state, _step, action: moving.explain(parts, state, action),
}
"""Steps whose answers have a number behind them."""


def begin(parts: Components, scenario: str, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """1.0 Set up for 16 December."""
    del scenario
    units: dict[str, Any] = {parts.unit_ids[u]: {"at": parts.hex_ids[h]} for u, h in parts.setup.items()}
    for unit, edge in enumerate(parts.arrival_edge):
        if edge and (edge != "air" or options.get("airdrop")):
            units[parts.unit_ids[unit]] = {"at": "waiting"}
    start = {"turn": 1, "phase": "weather", "phasing": "", "units": units, "options": dict(options)}
    state = position.read(parts, start)
    return state, (sequence.began(state),)


def _cost(parts: Components, state: State, action: Action) -> str:
    """4.0, 7.0, 9.0 The movement points of a way, the points of an exit, or the differential of an attack."""
    match action:
        case movement.Move() | reinforcement.Enter():
            return ground.written(moving.cost(parts, state, action))
        case exits.Exit():
            return f"{_total(parts, state, action)} VP"
        case attacking.Attack():
            return f"{_total(parts, state, action):+d}"
    return ""


def _total(parts: Components, state: State, action: Action) -> int:
    explain = _EXPLAIN.get(type(state.stack[-1])) if state.stack else None
    return explain(parts, state, state.stack[-1], action).total if explain else 0


def _discloses(parts: Components, state: State, seat: str) -> bool:
    """14.0 Whether a seat may see an answer to the open question; air missions are secret."""
    del parts
    step = state.stack[-1] if state.stack else None
    return not isinstance(step, air.Assigning) or seat in {SIDES[step.side], "umpire"}


def _resample(parts: Components, state: State, seat: str, randbelow: Callable[[int], int]) -> State:
    """14.0 A state the seat cannot tell from this one: other missions of the other side."""
    del parts
    return air.resampled(state, SIDES.index(seat), randbelow)


def _candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    del step
    return tries.candidates(parts, state)


CONTENTS: Final = Contents(
    info=INFO,
    chapters=Chapters(_CHAPTERS, _RESOLVE, _CANONICAL, _EXPLAIN, dict.fromkeys(_CHAPTERS, _candidates)),
    actions=(
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
    ),
    counters=lambda parts: parts.counters,
    levels=lambda _: tuple(victory.LEVELS.values()),
    over="15.0",
    setup=begin,
    next_phase=sequence.next_phase,
    phase=lambda state: ("over", "") if state.phase == OVER else PHASES[state.phase],
    read=position.read,
    write=position.write,
    editable=(air.Interdicting, eligibility.Attacking, moving.Moving, resupply.Resupplying),
    edit=editing.edit,
    risks=forecast.RISKS,
    odds=lambda parts, state, action, _: forecast.odds(parts, state, action),
    plan=forecast.plan,
    cost=_cost,
    wanted=gestures.wanted,
    attempt=gestures.attempt,
    view=display.view,
    describe=texts.describe,
    score=victory.score,
    outcome=victory.outcome,
    invariants=invariants.invariants,
    secrets=Secrets(discloses=_discloses, resample=_resample),
)


def load(maps: Path | str | None = None) -> Book[Components, State]:
    """Load the book with the components in a folder of maps, by default those of the package.

    Raises
    ------
    BoardError
        If a file is missing, damaged or contradicts another.
    """
    return Book(load_components(maps_folder("bigredone", maps)), CONTENTS)
