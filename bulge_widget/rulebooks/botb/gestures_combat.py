"""What a player may mean at a board while he fights: see `gestures`. Holds no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bulge_widget.core.decision import Action
from bulge_widget.rulebooks.botb import (
    advance,
    assets,
    engagement,
    flights,
    infiltration,
    planning,
    refuge,
    results,
    retreat,
    support,
)
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.state import OFF, State, Step

__all__ = ["WANTED", "attempt"]

WANTED: dict[type[Step], Action] = {
    planning.Planning: planning.EndPlan(),
    assets.Assets: assets.Ready(),
    support.Firing: assets.Ready(),
    flights.Flying: flights.EndFlights(),
    advance.Advancing: advance.EndAdvance(),
    infiltration.Infiltrating: infiltration.Pass(),
    infiltration.Assaulting: infiltration.Pass(),
}
"""The orders without a unit that a question has a button for."""
_ABOUT: dict[type[Step], Callable[[str, str], tuple[Action, ...]]] = {
    planning.Planning: lambda unit, where: (planning.Attack(unit, where),),
    assets.Assets: lambda unit, where: (assets.Support(unit, where), assets.Strike(where), assets.Blitz(where)),
    support.Firing: lambda unit, where: (assets.Support(unit, where),),
    flights.Flying: lambda _, where: (flights.Interdict(where), flights.Cover(where)),
    engagement.Answering: lambda _, where: (engagement.Hold(where), engagement.Counterattack(where)),
    results.Exchanging: lambda unit, _: (results.Lose(unit),),
    infiltration.Infiltrating: lambda unit, _: (infiltration.Infiltrate(unit),),
    infiltration.Assaulting: lambda unit, _: (infiltration.Assault(unit),),
}
"""What a unit and a hex stand for, where that is no way."""


def attempt(parts: Components, state: State, unit: int, where: int) -> Iterator[Action]:
    """Yield the orders of combat that a unit and a hex may stand for, the likeliest first."""
    step, name, goal = state.stack[-1], parts.unit_ids[unit], parts.hex_ids[where]
    if type(step) in _ABOUT:
        yield from _ABOUT[type(step)](name, goal)
    if state.at[unit] >= OFF:
        return
    straight = (parts.hex_ids[state.at[unit]], goal)
    if isinstance(step, retreat.Retreating):
        ways = refuge.routes_of(parts, state, unit, step.count)
        yield from (retreat.Retreat(name, refuge.path_of(parts, way)) for way in ways if way[-1][0] == where)
        yield retreat.Retreat(name, straight)
    if isinstance(step, advance.Advancing):
        ends = advance.advances_of(parts, state, step, unit)
        yield from (
            advance.Advance(name, advance.path_of(parts, way)) for (end, _), way in ends.items() if end[0] == where
        )
        yield advance.Advance(name, straight)
