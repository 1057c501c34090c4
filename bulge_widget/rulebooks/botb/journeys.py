"""6.3, 16.5, 39.4, 42.2 Ways as they are carried out: up to their end, or to what breaks them off.

Holds no question; what may be ordered, ``moving`` says.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Event, Moved, Placed
from bulge_widget.rulebooks.botb import alarms, engagement, ground, leaving, movement, paths, reinforcement, tours
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.movement import Exit, Move
from bulge_widget.rulebooks.botb.paths import Continuing, Past, Start
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import HURRIED, MOVED, WAITING, State, deed, place, push, set_flag
from bulge_widget.rulebooks.botb.traces import goes_abroad
from bulge_widget.rulebooks.botb.upkeep import arrived

__all__ = ["Continuing", "enter", "go"]

Events = tuple[Event, ...]


def enter(parts: Components, state: State, action: Enter, raised: Mapping[int, str]) -> tuple[State, Events]:
    """16.3, 16.5 Bring a unit in, then move it on."""
    unit, entry = parts.unit_index[action.unit], parts.hex_index[action.path[0]]
    start = reinforcement.entry_start(parts, state, unit, movement.terms_of(parts, state, unit), entry)
    assert start is not None  # noqa: S101  asked before
    asks = alarms.ask(parts, state, unit, entry, start, raised[entry], ()) if entry in raised else ()
    state = deed(state, f"entered-{reinforcement.group_of(parts, state, unit)}")
    state = set_flag(place(parts, state, unit, entry), unit, MOVED)
    if goes_abroad(parts, state, unit, [entry], arriving=True):
        state = msgspec.structs.replace(state, british="crossed")
    state, told = arrived(parts, state, unit, [entry], "16.5")
    events: Events = (Placed("16.3", action.unit, action.path[0], action.path[0]), *told)
    if asks:
        rest = _rest(action.unit, start, _after(Past(WAITING), entry, raised[entry]))
        return push(state, rest, *asks), events
    if len(action.path) == 1:
        return state, events
    state, more = go(parts, state, unit, start, Move(action.unit, action.path), Past(entry), raised)
    return state, events + more


def _rest(name: str, start: Start, past: Past) -> Continuing:
    return Continuing(name, start.node, start.fast, start.slow, start.zone, past.origin, past.searched)


def _after(past: Past, where: int, alarm: str) -> Past:
    """42.8 The past of a move once something has broken it off in a hex."""
    return past._replace(searched=tuple(sorted({*past.searched, where}))) if alarm == "searched" else past


def go(  # noqa: PLR0913  a way has these sides
    parts: Components,
    state: State,
    unit: int,
    start: Start,
    action: Move | Exit,
    past: Past,
    raised: Mapping[int, str],
) -> tuple[State, Events]:
    """6.3, 39.4, 42.2 Carry a way out, up to where something breaks it off.

    Parameters
    ----------
    past : Past
        Of the same move, before this part of it.
    raised : mapping
        As from ``alarms.alarm_hexes`` before the move.
    """
    hexes = [parts.hex_index[h] for h in action.path]
    cut = next((n for n, h in enumerate(hexes) if n and h in raised), None)
    if cut is not None:
        return _broken_off(parts, state, unit, start, (action.unit, hexes[: cut + 1], past, raised[hexes[cut]]))
    terms = movement.terms_of(parts, state, unit)
    way = paths.walked(parts, state, unit, terms, start, hexes)
    assert not isinstance(way, Refusal)  # noqa: S101  asked before
    told: Events = ()
    if len(hexes) > 1:
        state, told = _put(parts, state, unit, hexes, way.nodes[-1])
    if isinstance(action, Move):
        return _hurry(parts, state, unit, terms, start, way), told
    state, more = leaving.leave(parts, state, unit, hexes[-1])
    return state, told + more


def _broken_off(
    parts: Components, state: State, unit: int, start: Start, broken: tuple[str, list[int], Past, str]
) -> tuple[State, Events]:
    """39.4, 42.2 Carry a way out up to its last hex, and ask there what that hex asks."""
    name, hexes, past, alarm = broken
    way = paths.walked(parts, state, unit, movement.terms_of(parts, state, unit), start, hexes)
    assert not isinstance(way, Refusal)  # noqa: S101  asked before
    stop = Start(way.nodes[-1], way.fast, way.slow, begun=True, zone=start.zone)
    before = start._replace(node=(start.node, *way.nodes)[-2])
    asks = alarms.ask(parts, state, unit, hexes[-1], before, alarm, alarms.hosts(parts, state, unit, past.origin))
    state, told = _put(parts, state, unit, hexes, stop.node)
    return push(state, _rest(name, stop, _after(past, hexes[-1], alarm)), *asks), told


def _put(parts: Components, state: State, unit: int, hexes: list[int], node: int) -> tuple[State, Events]:
    """6.3, 37.4, R57 Put a unit at the end of its way."""
    banks = nodes_of(parts).mask[node]
    where = hexes[-1]
    kept = banks if banks != ground.full_mask(parts, where) else 0
    state = set_flag(place(parts, state, unit, where, kept), unit, MOVED)
    state, freed = engagement.withdraw(parts, state, unit) if engagement.is_engaged(state, unit) else (state, ())
    if goes_abroad(parts, state, unit, hexes):
        state = msgspec.structs.replace(state, british="crossed")
    state, told = arrived(parts, state, unit, hexes, "6.0")
    return state, (Moved("6.0", parts.unit_ids[unit], tuple(parts.hex_ids[h] for h in hexes)), *freed, *told)


def _hurry(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: movement.Terms, start: Start, way: paths.Walked
) -> State:
    """14.1.2.3 A German artillery corps that could not have come so far at the slow rate may not support."""
    if parts.mover[unit] != "german_artillery_corps" or way.slow <= terms.points:
        return state
    slow = movement.searched(terms, tours.beginnings(parts, terms, start, slow=True), terms.unreached, slow=True)
    hexes = nodes_of(parts).hex
    goal = hexes[way.nodes[-1]] if way.nodes else -1
    near = any(hexes[node] == goal for node in slow.cost)
    return state if near else set_flag(state, unit, HURRIED)
