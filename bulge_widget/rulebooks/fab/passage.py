"""4.34, 17.12 What a unit takes off the map where it comes through, however it moves: own roadblocks, Greif teams.

Does not cover what it finds of the enemy (control, marching).
"""

from __future__ import annotations

import itertools

from bulge_widget.core.event import Event, MarkerCleared
from bulge_widget.rulebooks.fab import greif
from bulge_widget.rulebooks.fab.components import GERMAN, Components
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import ON_MAP, USED, State, chits_in, mark_side

__all__ = ["blocks", "come_through", "lift_roadblock"]


def come_through(parts: Components, state: State, unit: int, path: tuple[int, ...]) -> Told:
    """4.34, R26, 17.12 A unit has come along a path, its first area apart, in a move, a retreat or to help."""
    events: tuple[Event, ...] = ()
    side = parts.side[unit]
    for area in path[1:] if state.choices.roadblock_lifted_by_friends else ():
        if (state.roadblocks[side] | state.posts[side]) >> area & 1 and blocks(parts, state, side) >> area & 1:
            state, more = lift_roadblock(parts, state, side, area)
            state, back = call_back(parts, state, side, area)
            events += more + back
    for pair in itertools.pairwise(path) if side == GERMAN and state.attached else ():
        state, more = greif.leave_bridge(parts, state, parts.river_of[pair]) if pair in parts.river_of else (state, ())
        events += more
    return state, events


@once_by("roadblocks", "posts", "boxes")
def blocks(parts: Components, state: State, side: int) -> int:
    """4.34, 4.35 Set of the areas with a roadblock of a side, defended or not."""
    held = state.roadblocks[side]
    for chit in parts.of_kind["engineer"] if state.posts[side] else ():
        if state.boxes[chit] < ON_MAP and parts.chit_side[chit] == side:
            held |= 1 << state.boxes[chit]
    return held


def call_back(parts: Components, state: State, side: int, area: int) -> Told:
    """4.35, R80 The engineer of a defended roadblock is used up when a friend enters, as a roadblock goes then."""
    events: tuple[Event, ...] = ()
    for chit in chits_in(parts, state, side, area):
        if parts.kind[chit] == "engineer":
            state, more = send(parts, state, chit, USED, "4.35")
            events += more
    return state, events


def lift_roadblock(parts: Components, state: State, owner: int, area: int) -> Told:
    """4.34, R26 A roadblock goes when an enemy has paid for it, or when a friend enters."""
    if not state.roadblocks[owner] >> area & 1:
        return state, ()
    told = MarkerCleared("4.34", "roadblock", parts.area_ids[area])
    return mark_side(state, "roadblocks", owner, area, on=False), (told,)
