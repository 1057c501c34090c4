"""6.0, 7.2, 13.4 and 14.0 Movement of one unit: what it may spend, where it must stop, what is closed to it.

Does not cover whose turn it is (moving), arrival (reinforcement) nor what a way brings about (upkeep).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from bulge_widget.board import Spread, spread_by_left
from bulge_widget.core.decision import Action, Refusal
from bulge_widget.rulebooks.botb import ground, zones
from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, OTHER, Components
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP
from bulge_widget.rulebooks.botb.state import OVER, PHASES, ROAMING, SLOWED, State, advanced, done_on, flagged
from bulge_widget.rulebooks.botb.terms import Front, Own, Terms, front
from bulge_widget.rulebooks.botb.traces import EVERYWHERE
from bulge_widget.rulebooks.botb.upkeep import SS_REGIMENTS

__all__ = [
    "EndMove",
    "Exit",
    "Move",
    "Stay",
    "Terms",
    "closed_refusal",
    "first_steps",
    "front_of",
    "points_of",
    "searched",
    "terms_of",
]

SLOW_POINTS = 2 * POINTS_PER_MP  # 13.4
ROER_TURN = 7  # 14.3.1
MONSCHAU = "pp4"
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


def _moves(state: State) -> bool:
    """6.1 Whether units move now, and do not advance after combat."""
    return state.phase < OVER and PHASES[state.phase][0] == "movement"


def roer_closed(parts: Components, state: State, unit: int) -> frozenset[int]:
    """14.3.1, 14.3.2, R71 The Roer hexes closed to a German unit; a move opens the headwater against Monschau."""
    if parts.side[unit] != GERMAN or not parts.combat[unit] or roer_open(parts, state):
        return _NOWHERE
    attack = _moves(state) and state.counts[ALLIED][parts.hex_index[MONSCHAU]] > 0
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
    """25.4, 36.2, 47.6 In the first movement phase the Allied zone is closed to the regiments of two SS divisions."""
    if parts.unit_ids[unit] not in SS_REGIMENTS or not is_surprise(state, GERMAN) or not _moves(state):
        return _NOWHERE
    if state.choices.ss_commitment == "yes" or (state.scenario, "ss-panzer-free-from") in parts.changes:
        return _NOWHERE
    return _in_zone(parts, state.counts[ALLIED])


@functools.lru_cache(maxsize=64)
def _in_zone(parts: Components, counts: bytes) -> frozenset[int]:
    return frozenset(zones.occupied(zones.zone(parts, counts)))


_CLOSING = (
    (roer_closed, "roer", "14.3.1"),
    (british_closed, "british_meuse", "35.8"),
    (south_closed, "south_of_road", "41.4.3"),
    (reserve_closed, "ss_held", "25.4"),
)


_ROAD_RULES = {"ge-150-pzbde": "41.4.3", "ge-1ss-peiper": "43.4.3"}


def closed_refusal(parts: Components, state: State, unit: int, where: int) -> Refusal | None:
    """14.3, 25.4, 35.8, 41.4.3, 42.14, 43.4.3 The rule that closes a hex to a unit."""
    for closed, code, number in _CLOSING:
        if where in closed(parts, state, unit):
            rule = _ROAD_RULES.get(parts.unit_ids[unit], "42.14") if closed is south_closed else number
            return Refusal(code, rule, {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]})
    return None


def closing_sets(parts: Components, state: State, unit: int) -> tuple[frozenset[int], ...]:
    """14.3, 25.4, 35.8, 41.4.3 Every hex a rule closes to a unit, rule by rule."""
    return tuple([closed(parts, state, unit) for closed, _, _ in _CLOSING])


@once
def front_of(parts: Components, state: State, side: int) -> Front:
    """6.4, 6.7, 7.0, 14.1, 26.7 What all ways of a side depend on now."""
    ground_now, shut = parts.weather[state.turn - 1].ground, ground.shut_bridges(parts, state, side)
    raids = state.interdicted if side == GERMAN else ()
    plain = Going(False, 0, ground_now, shut, raids, is_surprise(state, side))
    return front(state.counts[OTHER[side]], plain)


def going_of(parts: Components, state: State, unit: int, *, slow: bool) -> Going:
    """6.4, 14.1, 26.7 The prices of the ground for a unit now."""
    rate = parts.rates[parts.mover[unit]][slow]
    return front_of(parts, state, parts.side[unit]).going(mech=parts.mech[unit], rate=rate)


def terms_of(  # noqa: PLR0913  a way has these sides
    parts: Components,
    state: State,
    unit: int,
    alarms: tuple[int, ...] = (),
    charges: tuple[int, ...] = (),
    known: tuple[int, ...] = (),
) -> Terms:
    """6.0 All that a way of a unit depends on; `known` are hexes it does not come back to (42.8)."""
    known_terms = _known(parts, state, parts.side[unit])
    key = _alike(parts)[unit], state.status[unit] & (SLOWED | ROAMING), unit in state.limited
    plain = known_terms.get(key)
    if plain is None:
        plain = known_terms[key] = front_of(parts, state, parts.side[unit]).terms(parts, _own(parts, state, unit))
    if not (alarms or known):
        return plain
    own = plain.own._replace(known=known, alarms=alarms, charges=charges)
    return front_of(parts, state, parts.side[unit]).terms(parts, own)


def _own(parts: Components, state: State, unit: int) -> Own:
    """What a unit adds to the front of its side."""
    closed, free = closing_sets(parts, state, unit), not parts.combat[unit]
    rates, points = parts.rates[parts.mover[unit]], points_of(parts, state, unit)
    return Own(parts.mech[unit], rates, points, closed, (), (), (), free)


@once
def _known(parts: Components, state: State, side: int) -> dict[tuple[int, int, bool], Terms]:
    """The terms of the units of a side, the same for all that are alike in what the rules ask of a mover."""
    del parts, state, side
    return {}


@functools.lru_cache(maxsize=4)
def _alike(parts: Components) -> tuple[int, ...]:
    """For each unit the first one of which the rules of movement ask nothing else."""
    first: dict[object, int] = {}

    def kind(unit: int) -> object:
        named = parts.unit_ids[unit] if parts.unit_ids[unit] in {EVERYWHERE, *SS_REGIMENTS} else ""
        same = parts.side[unit], parts.mech[unit], parts.mover[unit], parts.allowance[unit]
        return *same, parts.combat[unit], parts.british[unit], named

    return tuple(first.setdefault(kind(unit), unit) for unit in range(len(parts.unit_ids)))


# -- searching ----------------------------------------------------------------------------------------


def shares_guard(parts: Components, enemy: bytes, a: int, b: int) -> int | None:
    """14.4.1 A hex whose enemies hold both of two hexes in their zone; None if there is none."""
    return next((h for h in parts.touch[a] if enemy[h] and h in parts.touch[b]), None)


def first_steps(parts: Components, terms: Terms, start: int, *, slow: bool) -> list[tuple[int, int]]:
    """14.4.1, 25.3 The nodes a unit may begin with, each with its cost."""
    hexes, zone, going = nodes_of(parts).hex, terms.zone, terms.slow if slow else terms.fast
    here = hexes[start]
    found: Sequence[tuple[int, int]] = terms.rows[slow][start]
    if going.surprise:
        found = [step for b in parts.near[here] if (step := ground.edge(parts, going, start, b, first=True))]
    if zone[here]:
        found = [s for s in found if not zone[b := hexes[s[0]]] or shares_guard(parts, terms.enemy, here, b) is None]
    return [step for step in found if step[1] <= terms.points]


def searched(terms: Terms, starts: Iterable[tuple[int, int]], bounds: bytes, *, slow: bool) -> Spread:
    """6.5, 7.2 The cheapest ways from some nodes; enemies close their hexes and stop whoever comes beside them.

    Parameters
    ----------
    bounds : bytes
        Those of the terms for all ways, or for some: for each node what no way to it may cost.
    """
    return spread_by_left(terms.by_left[slow], starts, list(bounds), terms.stops)
