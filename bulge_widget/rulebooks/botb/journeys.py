"""6.3, 16.5, 39.4, 42.2 Ways as they are carried out: up to their end, or to what breaks them off.

Holds no question; what may be ordered, ``moving`` says.
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Event, Moved, Placed
from bulge_widget.rulebooks.botb import alarms, engagement, ground, leaving, movement, paths, reinforcement, zones
from bulge_widget.rulebooks.botb.components import ALLIED, Components
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.movement import Exit, Move
from bulge_widget.rulebooks.botb.paths import Start
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import HURRIED, MOVED, WAITING, State, Step, deed, place, push, set_flag
from bulge_widget.rulebooks.botb.upkeep import arrived

__all__ = ["Continuing", "enter", "go"]

Events = tuple[Event, ...]


class Continuing(Step, frozen=True, gc=False):
    """6.3 A unit that was stopped on its way goes on, or stays."""

    unit: str
    node: int
    fast: int
    slow: int
    zone: bool
    origin: int
    """The hex its move began in."""


def enter(parts: Components, state: State, action: Enter) -> tuple[State, Events]:
    """16.3, 16.5 Bring a unit in, then move it on."""
    unit, entry = parts.unit_index[action.unit], parts.hex_index[action.path[0]]
    terms = movement.terms_of(parts, state, unit)
    start = reinforcement.entry_start(parts, terms, entry)
    assert start is not None  # noqa: S101  asked before
    group = reinforcement.group_of(parts, state, unit)
    state = deed(state, f"entered-{group}")
    state = set_flag(place(parts, state, unit, entry), unit, MOVED)
    state, told = arrived(parts, state, unit, [entry], "16.5")
    events: Events = (Placed("16.3", action.unit, action.path[0], action.path[0]), *told)
    alarm = alarms.alarm_at(parts, state, unit, entry, ())
    if alarm is not None:
        state = push(state, _rest(action.unit, start, WAITING), *alarms.ask(parts, state, unit, entry, start, alarm))
        return state, events
    if len(action.path) == 1:
        return state, events
    state, more = go(parts, state, unit, start, Move(action.unit, action.path), entry)
    return state, events + more


def _rest(name: str, start: Start, origin: int) -> Continuing:
    return Continuing(name, start.node, start.fast, start.slow, start.zone, origin)


def go(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, start: Start, action: Move | Exit, origin: int
) -> tuple[State, Events]:
    """6.3, 39.4, 42.2 Carry a way out, up to where something breaks it off."""
    terms = movement.terms_of(parts, state, unit)
    hexes = [parts.hex_index[h] for h in action.path]
    way = paths.walked(parts, state, unit, terms, start, hexes)
    assert not isinstance(way, Refusal)  # noqa: S101  asked before
    greeted = () if start.begun else zones.units_at(parts, state, hexes[0], ALLIED)
    for number, h in enumerate(hexes[1:], 1):
        alarm = alarms.alarm_at(parts, state, unit, h, greeted)
        if alarm is not None:
            part = paths.walked(parts, state, unit, terms, start, hexes[: number + 1])
            assert not isinstance(part, Refusal)  # noqa: S101
            stop = Start(part.nodes[-1], part.fast, part.slow, begun=True, zone=start.zone)
            before = part.nodes[-2] if number > 1 else start.node
            asks = alarms.ask(parts, state, unit, h, start._replace(node=before), alarm)
            state, told = _put(parts, state, unit, hexes[: number + 1], stop.node)
            return push(state, _rest(action.unit, stop, origin), *asks), told
    told = ()
    if len(hexes) > 1:
        state, told = _put(parts, state, unit, hexes, way.nodes[-1])
    state = _hurry(parts, state, unit, terms, start, way)
    if isinstance(action, Exit):
        state, more = leaving.leave(parts, state, unit, hexes[-1])
        told += more
    return state, told


def _put(parts: Components, state: State, unit: int, hexes: list[int], node: int) -> tuple[State, Events]:
    """6.3, 37.4, R57 Put a unit at the end of its way."""
    banks = nodes_of(parts).mask[node % len(nodes_of(parts).hex)]
    where = hexes[-1]
    kept = banks if banks != ground.full_mask(parts, where) else 0
    state = set_flag(place(parts, state, unit, where, kept), unit, MOVED)
    state, freed = engagement.withdraw(parts, state, unit) if engagement.is_engaged(state, unit) else (state, ())
    free = parts.british[unit] and parts.unit_ids[unit] != movement.EVERYWHERE and state.british == "free"
    if free and any(not parts.british_ground[h] for h in hexes):
        state = msgspec.structs.replace(state, british="crossed")
    state, told = arrived(parts, state, unit, hexes, "6.0")
    return state, (Moved("6.0", parts.unit_ids[unit], tuple(parts.hex_ids[h] for h in hexes)), *freed, *told)


def _hurry(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: movement.Terms, start: Start, way: paths.Walked
) -> State:
    """14.1.2.3 A German artillery corps that could not have come so far at the slow rate may not support."""
    if parts.mover[unit] != "german_artillery_corps" or way.slow <= terms.points:
        return state
    spent = movement.first_steps(parts, terms, terms.slow, start.node)
    slow = movement.searched(parts, terms, terms.slow, spent)
    nodes = nodes_of(parts)
    goal = nodes.hex[way.nodes[-1] % len(nodes.hex)] if way.nodes else -1
    near = any(nodes.hex[n % len(nodes.hex)] == goal for n in slow.cost)
    return state if near else set_flag(state, unit, HURRIED)
