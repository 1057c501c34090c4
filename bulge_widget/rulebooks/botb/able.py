"""6.1, 6.3 and 16.2 Who may be given an order in the movement phase.

Most units can go to a hex beside them, or stop where they come in: that is looked at first, and remembered as long as
nothing that it depends on has changed. Only for the others all orders are listed; which ones, `listing` says.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple, TypeAlias

from bulge_widget.core.decision import Action, Refusal
from bulge_widget.rulebooks.botb import drop, engagement, ground, listing, movement, paths, reinforcement, zones
from bulge_widget.rulebooks.botb.components import OTHER, Components
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.state import BUILDER, MOVED, OFF, WAITING, State, advanced, done_on
from bulge_widget.rulebooks.botb.upkeep import SPOTTED

__all__ = ["able_units", "fixed_refusal", "own_refusal"]

# -- questions ----------------------------------------------------------------------------------------


def own_refusal(parts: Components, side: int, name: str) -> Refusal | None:
    """6.1 Whether a unit belongs to the side that moves."""
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != side:
        return Refusal("not_yours", "6.1", {"unit": name})
    return None


def fixed_refusal(parts: Components, state: State, unit: int) -> Refusal | None:
    """6.3, 23.2, 25.6, 30.2, 31.4, 32.4, R44 Why a unit on the map may not move in this phase."""
    why = _fixed_by(parts, state, unit)
    return Refusal(*why, {"unit": parts.unit_ids[unit]}) if why else None


def _fixed_by(parts: Components, state: State, unit: int) -> tuple[str, str] | None:
    bits = state.status[unit]
    if state.at[unit] >= OFF:
        return "not_on_map", "6.1"
    if bits & MOVED:
        return "already_moved", "6.3"
    if bits & BUILDER:
        return "building", "30.2"
    if state.engagements and engagement.is_held(parts, state, unit):
        return "engaged", "23.2"
    if state.turn == 1 and parts.corps[unit] and advanced(state) and not _is_alarmed(parts, state, unit):
        return "artillery_waits", "25.6"
    return None


def _is_alarmed(parts: Components, state: State, unit: int) -> bool:
    """25.6, R44 Whether Germans have come beside the one group of guns that may then move."""
    if parts.unit_ids[unit] != SPOTTED:
        return False
    return done_on(state, "fa-333") is not None or zones.in_enemy_zone(parts, state, unit)


# -- who ----------------------------------------------------------------------------------------------


def able_units(parts: Components, state: State, side: int) -> list[int]:
    """6.1, 16.2 The units of a side that have any order."""
    known, mine = _known(parts, _setting(parts, state, side)), state.counts[side]
    goal_of, at, status, banks = known.goals.get, state.at, state.status, state.banks
    here = parts.roster[side]
    fresh = compress(here, status[here.start : here.stop].translate(_UNMOVED))
    asked = [unit for unit in fresh if at[unit] < OFF]
    asked += [u for u in _coming(parts, side, state.scenario, state.turn, state.deeds) if at[u] == WAITING]
    found = list[int]()
    for unit in asked:
        goal = goal_of(own := (unit, at[unit], status[unit], banks[unit]))
        if (goal is not None and not mine[goal]) or _has_order(parts, state, known, own):
            found.append(unit)
    return sorted(found)


_UNMOVED = bytes([not bits & (MOVED | BUILDER) for bits in range(256)])
"""6.3, 30.2 By the bits of its status whether a unit may still move, as far as these tell."""


@functools.lru_cache(maxsize=16)
def _coming(parts: Components, side: int, scenario: str, turn: int, deeds: reinforcement.Deeds) -> frozenset[int]:
    """16.2, 40.1 The units of a side whose turn has come, whether they wait or not."""
    due = reinforcement.due_turns(parts, scenario, deeds)
    turns = {unit: due[reinforcement.group_in(parts, scenario, unit)] for unit in parts.roster[side]}
    now = {unit for unit, first in turns.items() if first is not None and first <= turn}
    return frozenset((now | {parts.unit_index[drop.UNIT]}).intersection(parts.roster[side]))


def _has_order(parts: Components, state: State, known: _Known, own: _Own) -> bool:
    """6.1, 16.2 Whether a unit has any order; if it can go where none of its own stand, that is remembered."""
    unit, where, *_ = own
    waits = where == WAITING
    if waits and drop.drops(parts, state, unit):
        return True
    if waits and reinforcement.due_refusal(parts, state, unit) is not None:
        return False
    if own not in known.firsts:
        known.firsts[own] = _gate_hexes(parts, state, unit) if waits else _first_hexes(parts, state, unit)
    hexes, mine = known.firsts[own], state.counts[parts.side[unit]]
    if hexes is None:
        return False
    goal = next((h for h in hexes if not mine[h]), None) if parts.combat[unit] else None
    if goal is None:
        return _is_easy(parts, state, unit, hexes) or bool(_listed(parts, state, unit))
    if not waits or not reinforcement.is_conditional(parts, state, unit):
        known.goals[own] = goal
    return True


def _listed(parts: Components, state: State, unit: int) -> Sequence[Action]:
    if state.at[unit] == WAITING:
        return listing.arrivals(parts, state, unit)
    return listing.orders(parts, state, unit, paths.start_of(parts, state, unit))


def _is_easy(parts: Components, state: State, unit: int, hexes: tuple[int, ...]) -> bool:
    """Whether a unit may end its move in one of some hexes, or is broken off there and asked what to do then."""
    if not parts.combat[unit]:
        return any(reinforcement.commando_refusal(parts, state, unit, h) is None for h in hexes)
    return any(zones.stacking_refusal(parts, state, unit, h) is None for h in hexes)


def _gate_hexes(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    terms, nodes = movement.terms_of(parts, state, unit), nodes_of(parts)
    return tuple([nodes.hex[node] for node, _, _ in reinforcement.gates_of(parts, state, unit, terms).gates])


def _first_hexes(parts: Components, state: State, unit: int) -> tuple[int, ...] | None:
    """The hexes beside a unit that it may enter; None if it may not move at all."""
    if _fixed_by(parts, state, unit) is not None:
        return None
    terms, nodes = movement.terms_of(parts, state, unit), nodes_of(parts)
    start = nodes.number[state.at[unit], ground.start_mask(parts, state, unit)]
    steps = movement.first_steps(parts, terms, start, slow=True)
    return tuple([nodes.hex[node] for node, _ in steps if not terms.barred[node]])


# -- what is remembered -------------------------------------------------------------------------------


_Own: TypeAlias = tuple[int, int, int, int]
"""A unit, and all that is its own: where it is, its status and its banks."""


class _Known(NamedTuple):
    """What has been asked for in one setting."""

    firsts: dict[_Own, tuple[int, ...] | None]
    """The hexes that units may go to first or come in by; None if they may not move."""
    goals: dict[_Own, int]
    """One of them, to which a unit may go as long as none of its own stand there."""


def _setting(parts: Components, state: State, side: int) -> tuple[object, ...]:
    """What first steps and entries depend on, beside the unit: most of it stands still while one side moves."""
    return (
        side,
        state.scenario,
        state.turn,
        state.choices,
        state.counts[OTHER[side]],
        ground.shut_bridges(parts, state, side),
        state.interdicted,
        _telling(state.deeds),
        state.exits,
        state.british,
        state.limited,
        state.engagements,
    )


@functools.lru_cache(maxsize=64)
def _telling(deeds: reinforcement.Deeds) -> reinforcement.Deeds:
    """The deeds that bear on first steps and entries: not that a group has begun to come in, which bears on others."""
    return tuple([deed for deed in deeds if not deed[0].startswith("entered-")])


@functools.lru_cache(maxsize=8)
def _known(parts: Components, setting: tuple[object, ...]) -> _Known:
    del parts, setting
    return _Known({}, {})
