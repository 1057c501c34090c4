"""4.0 and 5.0 Movement of a unit: across country, along roads, and mechanized.

Does not cover whose turn it is and the throw of unsupplied units (moving), arrival (reinforcement), leaving
the map (exits) nor the British limits themselves (british), whose questions it asks.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec

from bulge_widget.core.decision import Action, Part, Refusal, Sum
from bulge_widget.core.event import Event, MarkerSet, Moved
from bulge_widget.rulebooks.bigredone import bridges, british, ground, supply, zones
from bulge_widget.rulebooks.bigredone.components import OTHER, Components
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.paths import Going, path_refusal, path_sum, way_cost
from bulge_widget.rulebooks.bigredone.searches import Found, cheapest, on_wheels, searched
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, mark_moved, once_a_state, place, positions
from bulge_widget.rulebooks.bigredone.zones import Positions

__all__ = ["ALLOWANCE", "MARKERS", "Budget", "Move", "Way", "Ways", "full_budget", "going"]

ALLOWANCE = 5 * POINTS_PER_MP  # 2.6
MARKERS = 3  # 5.4
MODES = ("normal", "mech")

Effect = int
"""What a move comes to: the walking node of the hex it ends in, a further one if it came past a watched hex (9.4)."""


class Move(Action, frozen=True, gc=False):
    """Move one unit along a path; the first hex is where it stands."""

    unit: str
    path: tuple[str, ...]
    mode: str = "normal"
    """``normal``, or ``mech`` for a way that begins mechanized."""


class Budget(NamedTuple):
    """What a unit may spend now."""

    points: int
    """Fifths of a movement point."""
    mech: bool
    """Whether it may begin mechanized."""
    marker: bool
    """Whether it needs one of the Allied markers for that (5.4)."""


class Way(NamedTuple):
    """One way to bring about an effect."""

    effect: Effect
    node: int
    found: Found
    marker: bool
    """Whether it uses up a marker."""


# -- questions ----------------------------------------------------------------------------------------


def full_budget(parts: Components, state: State, unit: int, supplied: bool) -> Budget:
    """2.6, 5.2, 5.4, R10 What a unit may spend that has not moved."""
    ready = supplied and bool(parts.is_road[state.at[unit]])
    if parts.mech[unit]:
        return Budget(ALLOWANCE, ready, marker=False)
    marker = ready and parts.markable[unit] and state.mech_used < MARKERS
    return Budget(ALLOWANCE, marker, marker)


@once_a_state
def going(parts: Components, state: State, unit: int) -> Going:
    """4.0 All that the enemy and the ground make of the map for a unit that moves now."""
    side = parts.side[unit]
    enemy = positions(parts, state, OTHER[side])
    keep = british.is_held(parts, state, unit)
    return _going(
        parts,
        bridges.watched(parts, state, side),
        enemy,
        state.marks[OTHER[side]],
        keep,
        british.watched(parts, state, unit),
    )


@functools.lru_cache(maxsize=16)
def _going(  # noqa: PLR0913  all that a move depends on
    parts: Components, cut: int, enemy: Positions, marks: tuple[int, ...], keep: bool, watch: bytes
) -> Going:
    layers = 4 if watch else 2
    count, zone, occupied = len(parts.hex_ids), zones.zone(parts, enemy), zones.occupied(enemy)
    no_mech = occupied | {h for h, held in enumerate(zone) if held}
    closed = [h + count * layer for layer in range(layers) for h in (no_mech if layer % 2 else occupied)]
    return Going(
        ground.noticed(parts, cut, marks, keep, watch) if watch else ground.rows(parts, cut, marks, keep=keep),
        tuple(closed),
        zone * layers,
        watch,
        occupied,
        layers,
        keep,
        {},
        {},
    )


class Ways(NamedTuple):
    """Every effect a unit can bring about, the cheapest first; ways that need a marker come last."""

    plain: Found
    marked: Found | None

    @classmethod
    def of(cls, parts: Components, state: State, unit: int, budget: Budget) -> Ways:
        """4.0 Search for a unit on the map."""
        where, count = state.at[unit], len(parts.hex_ids)
        terms, anchor = going(parts, state, unit), british.anchor(parts, state, unit)
        driven = budget.mech and not budget.marker
        plain = searched(parts, terms, ((where + count * driven, 0),), budget.points, anchor)
        if not budget.marker:
            return cls(plain, None)
        return cls(plain, searched(parts, terms, ((where + count, 0),), budget.points, anchor))

    def listed(self, parts: Components, state: State) -> list[Effect]:
        """4.4, R63 Every effect once, those that need a marker last."""
        found = ends(parts, state, self.plain.cost)
        if self.marked is None:
            return found
        known = self.plain.cost
        return found + [effect for effect in ends(parts, state, self.marked.cost) if effect not in known]

    def way(self, parts: Components, effect: Effect) -> Way | None:
        """R63 The way listed for an effect; a marker is laid only where the effect cannot be had without."""
        for found in (self.plain, self.marked):
            node = None if found is None else cheapest(parts, effect, found)
            if node is not None:
                assert found is not None  # noqa: S101
                return Way(effect, node, found, found is self.marked)
        return None


def ends(parts: Components, state: State, cost: dict[int, int]) -> list[Effect]:
    """4.4 The effects of a search, the cheapest first: a unit stops in no hex that is taken, its own included."""
    walking, taken = ground.worse(parts, 4), state.who * 4
    return [effect for effect in dict.fromkeys([walking[node] for node in cost]) if taken[effect] == EMPTY]


def order(parts: Components, unit: int, ways: Ways, effect: Effect) -> Move:
    """The way listed for an effect as the order for it."""
    way = ways.way(parts, effect)
    assert way is not None  # noqa: S101  a listed effect
    leg = way.found.leg(parts, way.node)
    return Move(parts.unit_ids[unit], leg.path, "mech" if on_wheels(parts, leg.second) else "normal")


def stuck_refusal(parts: Components, state: State, side: int, name: str) -> Refusal | None:
    """4.5, 4.7, 11.0 Why a unit may not move at all."""
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != side:
        return Refusal("not_yours", "4.0", {"unit": name})
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", "4.0", {"unit": name})
    if state.moved[unit]:
        return Refusal("already_moved", "4.1", {"unit": name})
    if zones.in_enemy_zone(parts, state, unit):
        return Refusal("in_enemy_zone", "4.7", {"unit": name, "hex": parts.hex_ids[state.at[unit]]})
    return None


def start_refusal(parts: Components, state: State, name: str, path: tuple[str, ...]) -> Refusal | None:
    """4.0 Whether a path begins where the unit stands."""
    at = parts.hex_ids[state.at[parts.unit_index[name]]]
    if not path or path[0] != at:
        return Refusal("not_there", "4.0", {"unit": name, "from": path[0] if path else "", "hex": at})
    return None


def end_refusal(parts: Components, state: State, name: str, last: str) -> Refusal | None:
    """4.4, R11 A unit may not stop on a friend, nor go round to where it was."""
    where = parts.hex_index[last]
    if where == state.at[parts.unit_index[name]]:
        return Refusal("no_path", "4.0", {"unit": name})
    if state.who[where] != EMPTY:
        return Refusal("stacking", "4.4", {"unit": name, "hex": last, "other": parts.unit_ids[state.who[where]]})
    return None


def mode_refusal(parts: Components, state: State, unit: int, mode: str, budget: Budget) -> Refusal | None:
    """5.0, 5.2, 5.4, R9 Why a unit may not begin mechanized."""
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit]}
    if mode not in MODES:
        return Refusal("unknown_mode", "5.0", {"mode": mode, "allowed": " ".join(MODES)})
    if mode == "normal" or budget.mech:
        return None
    if not parts.mech[unit] and not parts.markable[unit]:
        return Refusal("no_mech", "5.0", facts)
    if state.at[unit] < WAITING and not parts.is_road[state.at[unit]]:
        return Refusal("not_on_road", "5.2", facts | {"hex": parts.hex_ids[state.at[unit]]})
    if not parts.mech[unit] and state.mech_used >= MARKERS:
        return Refusal("no_marker", "5.4", facts | {"limit": MARKERS})
    return Refusal("mech_unsupplied", "5.2", facts)


def refusal(parts: Components, state: State, move: Move, budget: Budget) -> Refusal | None:
    """4.0, 5.0 The rule that forbids a move to a unit that may move."""
    wrong = start_refusal(parts, state, move.unit, move.path)
    if wrong is not None:
        return wrong
    if len(move.path) < 2:
        return Refusal("no_path", "4.0", {"unit": move.unit})
    unit = parts.unit_index[move.unit]
    terms, anchor = going(parts, state, unit), british.anchor(parts, state, unit)
    return (
        mode_refusal(parts, state, unit, move.mode, budget)
        or path_refusal(parts, terms, anchor, move.path, move.mode, budget.points)
        or end_refusal(parts, state, move.unit, move.path[-1])
    )


# -- effect -------------------------------------------------------------------------------------------


def effect_of(parts: Components, terms: Going, path: tuple[str, ...]) -> Effect:
    """What a path comes to, given the hexes it enters."""
    hexes = [parts.hex_index[h] for h in path]
    noticed = bool(terms.watch) and any(terms.watch[h] for h in hexes)
    return hexes[-1] + 2 * len(parts.hex_ids) * noticed


def canonical(parts: Components, state: State, move: Move, budget: Budget) -> Move:
    """Give the listed move with the same effect."""
    unit = parts.unit_index[move.unit]
    effect = effect_of(parts, going(parts, state, unit), move.path[1:])
    ways = Ways.of(parts, state, unit, budget)
    return move if ways.way(parts, effect) is None else order(parts, unit, ways, effect)


def cost(parts: Components, state: State, unit: int, path: tuple[str, ...], mode: str) -> int:
    """4.2, 5.0 What a path costs in all, in fifths: the total of :func:`explain`, for boards that show thousands."""
    return way_cost(parts, going(parts, state, unit), path, mode)


def explain(parts: Components, state: State, unit: int, path: tuple[str, ...], mode: str) -> Sum:
    """4.2, 5.0 What a path costs, hex by hex, in fifths of a movement point."""
    parts_: tuple[Part, ...] = path_sum(parts, going(parts, state, unit), path, mode)
    return Sum("fifths of a movement point", parts_)


def apply(parts: Components, state: State, move: Move, budget: Budget) -> tuple[State, tuple[Event, ...]]:
    """4.0, 5.4, R39, R63 Carry a move out."""
    unit = parts.unit_index[move.unit]
    terms = going(parts, state, unit)
    events: tuple[Event, ...] = (Moved("4.0", move.unit, move.path, move.mode),)
    if move.mode == "mech" and budget.marker:
        way = Ways.of(parts, state, unit, budget).way(parts, effect_of(parts, terms, move.path[1:]))
        if way is None or way.marker:
            state, events = use_marker(state, move.unit, events)
    path = [parts.hex_index[h] for h in move.path[1:]]
    state = mark_moved(place(parts, state, unit, path[-1]), unit)
    state, freed = british.released_by(state, terms.watch, path)
    return state, events + freed


def use_marker(state: State, unit: str, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """5.4 Lay one of the three markers for this phase."""
    state = msgspec.structs.replace(state, mech_used=state.mech_used + 1)
    return state, (MarkerSet("5.4", "mech-movement", unit), *events)


def supplied(parts: Components, state: State, unit: int) -> bool:
    """10.0, R34 Supply when a unit begins to move."""
    return supply.is_supplied(parts, state, unit)
