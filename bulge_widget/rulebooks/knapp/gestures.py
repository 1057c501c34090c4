"""What a player may mean at a board: orders expected as buttons, and what a piece and an area may stand for.

Holds no rule: whether any of these orders is legal, its chapter says.
"""

from __future__ import annotations

from collections.abc import Iterator

from bulge_widget.board import shortest_path
from bulge_widget.core.decision import Action
from bulge_widget.rulebooks.knapp import fire, hits, moving, reinforcement, stacking
from bulge_widget.rulebooks.knapp.components import OTHER, Components
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.overrun import Overrun
from bulge_widget.rulebooks.knapp.reinforcement import Place
from bulge_widget.rulebooks.knapp.state import WAITING, State

__all__ = ["attempt", "wanted"]


def wanted(state: State) -> tuple[Action, ...]:
    """Give the orders without a unit that the open question has a button for, legal or not."""
    asked = state.stack[-1] if state.stack else None
    return (moving.EndMove(),) if isinstance(asked, moving.Moving) else ()


def attempt(parts: Components, state: State, piece: str, space: str) -> Iterator[Action]:
    """Yield the orders that a unit and an area may stand for now, the likeliest first."""
    unit, area = parts.unit_index.get(piece), parts.area_index.get(space)
    if unit is None or area is None or not state.stack:
        return
    match state.stack[-1]:
        case moving.Moving() if state.at[unit] < WAITING and state.at[unit] != area:
            yield from _orders(parts, state, unit, area)
        case reinforcement.Placement() if state.at[unit] == WAITING:
            yield from _placements(parts, unit, area)
        case fire.DefensiveFire():
            yield fire.Fire(space)
        case hits.TakeHits():
            yield hits.TakeHit(piece)
        case stacking.Excess():
            yield stacking.Withdraw(piece)


def _orders(parts: Components, state: State, unit: int, area: int) -> Iterator[Action]:
    name, start, ids = parts.unit_ids[unit], state.at[unit], parts.area_ids
    enemy = state.held[OTHER[parts.side[unit]]]
    if parts.near[start] >> area & 1:
        step = (ids[start], ids[area])
        yield Move(name, step, "exit" if enemy >> start & 1 else "normal")
        if enemy >> area & 1:
            yield Overrun((name,), step)
    way = _way(parts, start, area)
    if way:
        yield Move(name, way, "road")


def _way(parts: Components, start: int, goal: int) -> tuple[str, ...]:
    """The shortest way by road, or over any borders where no road leads there."""
    for links in (parts.roads, parts.near):
        found = shortest_path(parts.board.neighbours, start, goal, lambda a, b, on=links: 1 if on[a] >> b & 1 else None)  # type: ignore[misc]
        if found:
            return tuple(parts.area_ids[index] for index in found.spaces)
    return ()


def _placements(parts: Components, unit: int, area: int) -> Iterator[Action]:
    """Every road into the area, the unit's own first; where none leads there, the area stands for one."""
    name, own = parts.unit_ids[unit], parts.entries.get(unit, ()) + parts.alternates.get(unit, ())
    into = [entry for entry, end in parts.exit_area.items() if end == area]
    for entry in sorted(into, key=lambda entry: entry not in own):
        yield Place(name, entry)
    if not into:
        yield Place(name, parts.area_ids[area])
