"""6.0, 7.2, 13.4 and 14.0 Movement of one unit: what it may spend, where it must stop, what is closed to it.

Does not cover whose turn it is (moving), arrival (reinforcement) nor what a way brings about (upkeep).
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from bulge_widget.board import Spread, spread
from bulge_widget.core.decision import Action, Refusal
from bulge_widget.rulebooks.botb import ground, zones
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, OTHER, Components
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP
from bulge_widget.rulebooks.botb.state import ROAMING, SLOWED, State, advanced, done_on, flagged
from bulge_widget.rulebooks.botb.traces import EVERYWHERE
from bulge_widget.rulebooks.botb.upkeep import SS_REGIMENTS

__all__ = ["EndMove", "Exit", "Move", "Stay", "Terms", "closed_refusal", "closed_to", "points_of", "search", "terms_of"]

SLOW_POINTS = 2 * POINTS_PER_MP  # 13.4
ROER_TURN = 7  # 14.3.1
ROAD_TURN = 7  # 41.4.3


class Move(Action, frozen=True, gc=False):
    """Move one unit along a path; the first hex is where it stands."""

    unit: str
    path: tuple[str, ...]


class Exit(Action, frozen=True, gc=False):
    """Move one unit along a path and off the map from its last hex."""

    unit: str
    path: tuple[str, ...]


class Stay(Action, frozen=True, gc=False):
    """Leave a unit that was stopped on its way where it is."""

    unit: str


class EndMove(Action, frozen=True, gc=False):
    """End the movement phase."""


class Terms(NamedTuple):
    """All that a way of one unit depends on."""

    fast: Going
    slow: Going
    """14.1.2 As it moves when it begins or ends in a zone."""
    points: int
    enemy: bytes
    """How many enemy combat units stand in each hex."""
    closed: tuple[int, ...]
    """Hexes closed to the unit by a rule of its own, ascending."""
    alarms: tuple[int, ...]
    """39.4, 42.2, 42.6 Hexes in which something breaks the way off, ascending; the search stops there."""
    charges: tuple[int, ...]
    """39.4 Those of them whose bridge may be blown."""
    free: bool
    """42.11, 26.4 Whether enemies neither stop nor block it: commandos."""


# -- questions ----------------------------------------------------------------------------------------


def points_of(parts: Components, state: State, unit: int) -> int:
    """3.3.5, 13.4, 27.2, 40.4 Twelfths of a movement point a unit may spend."""
    full = parts.allowance[unit]
    return min(full, SLOW_POINTS) if flagged(state, unit, SLOWED) else full


def is_surprise(state: State, side: int) -> bool:
    """25.1 Whether the congestion of the first turn binds a side."""
    return advanced(state) and side == GERMAN and state.turn == 1


def roer_open(parts: Components, state: State) -> bool:
    """14.3.1, 47.6 Whether German units may enter the Roer."""
    free = int(parts.changes.get((state.scenario, "roer-free-from"), ROER_TURN))
    entered = done_on(state, "monschau")
    return state.turn >= free or (entered is not None and entered < state.turn)


_NOWHERE: frozenset[int] = frozenset()


def roer_closed(parts: Components, state: State, unit: int) -> frozenset[int]:
    """14.3.1, 14.3.2, R71 The Roer hexes closed to a German unit; the headwater opens only against Monschau."""
    if parts.side[unit] != GERMAN or not parts.combat[unit] or roer_open(parts, state):
        return _NOWHERE
    attack = state.counts[ALLIED][parts.hex_index["pp4"]] > 0
    return parts.roer - {parts.roer_headwater} if attack else parts.roer


def british_closed(parts: Components, state: State, unit: int) -> frozenset[int]:
    """35.8, 35.9, 37.3, R31 The hexes beyond the Meuse, closed to most British units."""
    bound = parts.british[unit] and parts.unit_ids[unit] != EVERYWHERE and state.british == "held"
    return parts.beyond_meuse if bound and advanced(state) and not flagged(state, unit, ROAMING) else _NOWHERE


def south_closed(parts: Components, state: State, unit: int) -> frozenset[int]:
    """41.4.3, 42.14, 43.4.3, R49 The hexes south of the road, closed to infiltrators and commandos."""
    if not parts.combat[unit]:
        return parts.south_of_road
    bound = unit in state.limited and state.turn < ROAD_TURN and not flagged(state, unit, ROAMING)
    return parts.south_of_road if bound else _NOWHERE


def reserve_closed(parts: Components, state: State, unit: int) -> frozenset[int]:
    """25.4, 36.2, 47.6 The Allied zone on the first turn, closed to the regiments of the two SS divisions."""
    if parts.unit_ids[unit] not in SS_REGIMENTS or not is_surprise(state, GERMAN):
        return _NOWHERE
    if state.choices.ss_commitment == "yes" or (state.scenario, "ss-panzer-free-from") in parts.changes:
        return _NOWHERE
    return _in_zone(parts, state.counts[ALLIED])


@functools.lru_cache(maxsize=64)
def _in_zone(parts: Components, counts: bytes) -> frozenset[int]:
    return frozenset(h for h, held in enumerate(zones.zone(parts, counts)) if held)


_CLOSING = (
    (roer_closed, "roer", "14.3.1"),
    (british_closed, "british_meuse", "35.8"),
    (south_closed, "south_of_road", "41.4.3"),
    (reserve_closed, "ss_held", "25.4"),
)


def closed_refusal(parts: Components, state: State, unit: int, where: int) -> Refusal | None:
    """14.3, 25.4, 35.8, 41.4.3 The rule that closes a hex to a unit."""
    for closed, code, rule in _CLOSING:
        if where in closed(parts, state, unit):
            return Refusal(code, rule, {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]})
    return None


@functools.lru_cache(maxsize=256)
def _joined(sets: tuple[frozenset[int], ...]) -> tuple[int, ...]:
    return tuple(sorted(frozenset().union(*sets)))


def closed_to(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """14.3, 25.4, 35.8, 41.4.3 Every hex a rule closes to a unit."""
    return _joined(tuple(closed(parts, state, unit) for closed, _, _ in _CLOSING))


def going_of(parts: Components, state: State, unit: int, *, slow: bool) -> Going:
    """6.4, 14.1, 26.7 The prices of the ground for a unit now."""
    side = parts.side[unit]
    return Going(
        parts.mech[unit],
        parts.rates[parts.mover[unit]][slow],
        parts.weather[state.turn - 1].ground,
        ground.shut_bridges(parts, state, side),
        state.interdicted if side == GERMAN else (),
        is_surprise(state, side),
    )


def terms_of(
    parts: Components, state: State, unit: int, alarms: tuple[int, ...] = (), charges: tuple[int, ...] = ()
) -> Terms:
    """6.0 All that a way of a unit depends on."""
    return Terms(
        going_of(parts, state, unit, slow=False),
        going_of(parts, state, unit, slow=True),
        points_of(parts, state, unit),
        state.counts[OTHER[parts.side[unit]]],
        closed_to(parts, state, unit),
        alarms,
        charges,
        not parts.combat[unit],
    )


# -- searching ----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=512)
def _barred_nodes(
    parts: Components, enemy: tuple[int, ...], closed: tuple[int, ...], *, double: bool
) -> frozenset[int]:
    """6.7 The nodes that are not entered."""
    nodes = nodes_of(parts)
    single = [node for h in {*enemy, *closed} for node in nodes.of_hex[h]]
    return frozenset((*single, *(node + len(nodes.hex) for node in single)) if double else single)


@functools.lru_cache(maxsize=256)
def _stops(parts: Components, zone: bytes, alarms: tuple[int, ...], *, double: bool) -> bytes:
    """7.2, 39.4, 42.2 For each node whether a unit must stop there."""
    held = bytearray(zone)
    for h in alarms:
        held[h] = 1
    stops = bytes(map(held.__getitem__, nodes_of(parts).hex))
    return stops * 2 if double else stops


def shares_guard(parts: Components, enemy: bytes, a: int, b: int) -> int | None:
    """14.4.1 A hex whose enemies hold both of two hexes in their zone; None if there is none."""
    return next((h for h in parts.touch[a] if enemy[h] and h in parts.touch[b]), None)


def first_steps(parts: Components, terms: Terms, going: Going, start: int) -> tuple[tuple[int, int], ...]:
    """14.4.1, 25.3 The nodes a unit may begin with, each with its cost."""
    here = nodes_of(parts).hex[start]
    zone = b"" if terms.free else zones.zone(parts, terms.enemy)
    found = []
    for b in parts.near[here]:
        step = ground.edge(parts, going, start, b, first=True)
        if step is None or step[1] > terms.points:
            continue
        if zone and zone[here] and zone[b] and shares_guard(parts, terms.enemy, here, b) is not None:
            continue
        found.append(step)
    return tuple(found)


def barriers(parts: Components, terms: Terms, going: Going) -> tuple[frozenset[int], bytes]:
    """6.7, 7.2 The nodes that are not entered, and for each node whether a unit must stop there."""
    double = going.surprise
    enemy = () if terms.free else zones.occupied(terms.enemy)
    zone = bytes(len(terms.enemy)) if terms.free else zones.zone(parts, terms.enemy)
    barred = _barred_nodes(parts, enemy, terms.closed, double=double)
    return barred, _stops(parts, zone, terms.alarms, double=double)


@functools.lru_cache(maxsize=1024)
def searched(parts: Components, terms: Terms, going: Going, starts: tuple[tuple[int, int], ...]) -> Spread:
    """6.5, 7.2 The cheapest ways from some nodes; enemies close their hexes and stop whoever comes beside them."""
    closed, stops = barriers(parts, terms, going)
    return spread(ground.rows(parts, going), starts, terms.points, closed=closed, stops=stops)


def search(parts: Components, terms: Terms, start: int, *, slow: bool) -> Spread:
    """6.0 All nodes that can be reached from one, at the fast or the slow road rate."""
    going = terms.slow if slow else terms.fast
    return searched(parts, terms, going, first_steps(parts, terms, going, start))
