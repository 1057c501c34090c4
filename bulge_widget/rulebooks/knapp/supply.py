"""4 Checking supply: who can trace along roads to an off-map road, and the hit for who cannot.

Does not cover what unsupplied units may not do (movement) nor supply in the final count (victory).
"""

from __future__ import annotations

import functools

from msgspec.structs import replace

from bulge_widget.core.event import Event, SupplyChanged
from bulge_widget.rulebooks.knapp.components import OTHER, Components, bits, mask_of
from bulge_widget.rulebooks.knapp.state import WAITING, State, Step, hit, pop, settle_control

__all__ = ["SupplyCheck", "resolve", "supplied"]

HITS = 1  # 4 what a failed check costs


class SupplyCheck(Step, frozen=True, gc=False):
    """4 All units of one side are checked at once; nobody is asked."""

    side: int


STEPS = (SupplyCheck,)
ACTIONS = ()

# -- questions ----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4096)
def _flood(roads: tuple[int, ...], sources: int, blocked: int) -> int:
    """R17, R18 The areas a trace reaches: it may end in a blocked area, but not go through one."""
    reached, frontier = sources, sources & ~blocked
    while frontier:
        found = 0
        for area in bits(frontier):
            found |= roads[area]
        found &= ~reached
        reached |= found
        frontier = found & ~blocked
    return reached


def supplied(parts: Components, state: State, side: int) -> int:
    """4, R17, R18 The set of areas that a side can supply now; enemy units block, contested areas included."""
    return _flood(parts.roads, parts.sources[side], state.held[OTHER[side]])


def units_cut_off(parts: Components, state: State, side: int) -> int:
    """4 Set of a side's units that no supply reaches."""
    reached, army = supplied(parts, state, side), parts.army[side]
    return sum([state.who[area] & army for area in bits(state.held[side] & ~reached)])


# -- effect -------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: SupplyCheck) -> tuple[State, tuple[Event, ...]]:
    """4, R19 Check every unit of a side; who is cut off takes one hit at once and stays marked."""
    events: list[Event] = []
    cut_off = units_cut_off(parts, state, step.side)
    before = mask_of(u for u in bits(state.unsupplied & parts.army[step.side]) if state.at[u] < WAITING)
    state = replace(pop(state), unsupplied=state.unsupplied & ~before | cut_off)
    for unit in bits(cut_off | before):
        bit, area = 1 << unit, state.at[unit]
        if (cut_off ^ before) & bit:
            events.append(SupplyChanged("4", parts.unit_ids[unit], supplied=not cut_off & bit))
        if cut_off & bit:
            state, lost = hit(parts, state, unit, HITS, "4")
            state, passed = settle_control(parts, state, area)
            events += (*lost, *passed)
    return state, tuple(events)
