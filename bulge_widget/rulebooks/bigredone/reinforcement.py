"""9.0 Reinforcements: units that come in by a road on their edge, this turn or any later one.

An arrival is the unit's move: its way begins in the entry hex. Does not cover the British limits (british).
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec

from bulge_widget.core.decision import Action, Lazily, Part, Refusal, Sum
from bulge_widget.core.event import Event, Moved, Placed
from bulge_widget.rulebooks.bigredone import british, ground, zones
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, OTHER, Components
from bulge_widget.rulebooks.bigredone.movement import (
    ALLOWANCE,
    MARKERS,
    MODES,
    Effect,
    effect_of,
    ends,
    going,
    use_marker,
)
from bulge_widget.rulebooks.bigredone.paths import hexes_of, path_refusal, step_costs, way_cost
from bulge_widget.rulebooks.bigredone.searches import Found, cheapest, on_wheels, searched
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, mark_moved, place

__all__ = ["Enter", "apply", "canonical", "is_due", "listed", "refusal"]


class Enter(Action, frozen=True, gc=False):
    """Bring in one unit by a road off the map; the path begins in the hex that road leads to."""

    unit: str
    entry: str
    path: tuple[str, ...]
    mode: str = "normal"


class Search(NamedTuple):
    """The ways in from some entries."""

    anchor: int
    """9.4 The entry, where it is remembered; else ``british.FREE``."""
    found: Found
    marker: bool
    """Whether its ways use up a marker."""


Arrival = tuple[Search, Effect]
"""What an arrival comes to, and by which search."""


# -- questions ----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def _come(parts: Components, turn: int) -> tuple[frozenset[int], tuple[tuple[int, ...], tuple[int, ...]]]:
    """9.0, 9.6 The units whose turn has come, and the same by side in the order of the counters."""
    units = [u for u, due in enumerate(parts.arrival_turn) if 0 < due <= turn and u not in parts.dropped]
    german, allied = (tuple(u for u in units if parts.side[u] == side) for side in (GERMAN, ALLIED))
    return frozenset(units), (german, allied)


def is_due(parts: Components, state: State, unit: int) -> bool:
    """9.0, 9.6, R57 Whether a unit may arrive now: its turn has come, and it was not brought in yet."""
    return state.at[unit] == WAITING and unit in _come(parts, state.turn)[0]


def entry_refusal(parts: Components, state: State, side: int, edge: str, entry: int) -> Refusal | None:
    """9.2, 9.3, 9.5, R38, R52, R56 Why a unit may not come in at a hex."""
    facts: dict[str, str | int] = {"hex": parts.hex_ids[entry]}
    if entry not in parts.entries.get(edge, ()):
        listed_ = " ".join(parts.hex_ids[h] for h in parts.entries.get(edge, ()))
        return Refusal("wrong_entry", "9.3", facts | {"edge": edge, "allowed": listed_})
    other = state.who[entry]
    if other != EMPTY and parts.side[other] != side:
        return Refusal("enemy_there", "9.2", facts)
    if zones.enemy_zone(parts, state, side)[entry]:
        return Refusal("entry_in_zone", "9.2", facts)
    if entry in state.marks[OTHER[side]]:
        return Refusal("entry_interdicted", "14.4", facts)
    if side == ALLIED and any(gone.hex == entry for gone in state.departures):
        return Refusal("entry_barred", "9.5", facts)
    return None


def open_entries(parts: Components, state: State, unit: int) -> list[int]:
    """9.2, 9.3 The hexes a unit may come in at."""
    side, edge = parts.side[unit], parts.arrival_edge[unit]
    return [h for h in parts.entries.get(edge, ()) if entry_refusal(parts, state, side, edge, h) is None]


def refusal(parts: Components, state: State, side: int, order: Enter) -> Refusal | None:
    """9.0 The rule that forbids an arrival."""
    unit = parts.unit_index.get(order.unit)
    if unit is None or parts.side[unit] != side:
        return Refusal("not_yours", "4.0", {"unit": order.unit})
    if not is_due(parts, state, unit):
        return Refusal("not_due", "9.0", {"unit": order.unit, "turn": parts.arrival_turn[unit]})
    if order.entry not in parts.hex_index:
        return Refusal("unknown_hex", "2.1", {"hex": order.entry})
    entry = parts.hex_index[order.entry]
    wrong = entry_refusal(parts, state, side, parts.arrival_edge[unit], entry)
    if wrong is not None:
        return wrong
    if not order.path or order.path[0] != order.entry:
        return Refusal("not_there", "9.1", {"unit": order.unit, "from": order.entry, "hex": order.entry})
    return _way_refusal(parts, state, unit, order, entry)


def _way_refusal(parts: Components, state: State, unit: int, order: Enter, entry: int) -> Refusal | None:
    wrong = _mode_refusal(parts, state, unit, order.mode)
    if wrong is not None:
        return wrong
    anchor = entry if british.is_held(parts, state, unit) else british.FREE
    wrong = path_refusal(parts, going(parts, state, unit), anchor, order.path, order.mode, ALLOWANCE, entering=True)
    if wrong is None and state.who[parts.hex_index[order.path[-1]]] != EMPTY:
        other = parts.unit_ids[state.who[parts.hex_index[order.path[-1]]]]
        return Refusal("stacking", "4.4", {"unit": order.unit, "hex": order.path[-1], "other": other})
    return wrong


def _mode_refusal(parts: Components, state: State, unit: int, mode: str) -> Refusal | None:
    """5.0, 5.4, R9, R10 An arriving unit counts as in supply and on a road."""
    if mode not in MODES:
        return Refusal("unknown_mode", "5.0", {"mode": mode, "allowed": " ".join(MODES)})
    if mode == "normal" or parts.mech[unit]:
        return None
    if not parts.markable[unit]:
        return Refusal("no_mech", "5.0", {"unit": parts.unit_ids[unit]})
    if state.mech_used >= MARKERS:
        return Refusal("no_marker", "5.4", {"unit": parts.unit_ids[unit], "limit": MARKERS})
    return None


# -- options ------------------------------------------------------------------------------------------


def _starts(
    parts: Components, state: State, unit: int, entries: list[int], *, mech: bool
) -> tuple[tuple[int, int], ...]:
    """9.1 The nodes of arrival, with the price of the entry hex."""
    count, watch = len(parts.hex_ids), british.watched(parts, state, unit)
    found = []
    for entry in entries:
        node = entry + 2 * count if watch and watch[entry] else entry
        found.append((node, ground.ROAD_COST))
        if mech:
            found.append((node + count, ground.MECH_COST))
    return tuple(found)


def _searches(parts: Components, state: State, unit: int) -> list[Search]:
    """9.0, 9.4, R63 The searches for a unit: one for each entry where the entry is remembered."""
    entries, held = open_entries(parts, state, unit), british.is_held(parts, state, unit)
    groups = [[entry] for entry in entries] if held else [entries] if entries else []
    terms, marker = going(parts, state, unit), parts.markable[unit] and state.mech_used < MARKERS
    found = []
    for group in groups:
        anchor = group[0] if held else british.FREE
        for mech in (parts.mech[unit], True) if marker else (parts.mech[unit],):
            starts = _starts(parts, state, unit, group, mech=mech)
            spread = searched(parts, terms, starts, ALLOWANCE, anchor)
            found.append(Search(anchor, spread, mech and marker))
    return found


def arrivals(parts: Components, state: State, unit: int) -> list[Arrival]:
    """9.0 One way for each effect of an arrival: where it ends, and for the held British where it began."""
    found: list[Arrival] = []
    known: dict[int, set[Effect]] = {}
    for search in _searches(parts, state, unit):
        before = known.setdefault(search.anchor, set())
        fresh = [effect for effect in ends(parts, state, search.found.cost) if effect not in before]
        before.update(fresh)
        found += [(search, effect) for effect in fresh]
    return found


def order(parts: Components, unit: int, arrival: Arrival) -> Enter:
    """A way in as the order for it."""
    search, effect = arrival
    last = cheapest(parts, effect, search.found)
    assert last is not None  # noqa: S101  a listed effect
    leg = search.found.leg(parts, last)
    mode = "mech" if on_wheels(parts, leg.first) else "normal"
    return Enter(parts.unit_ids[unit], leg.path[0], leg.path, mode)


def listed(parts: Components, state: State, unit: int) -> Lazily:
    """9.0 Every arrival of a unit that differs in effect, the cheapest first."""
    return Lazily(arrivals(parts, state, unit), lambda arrival: order(parts, unit, arrival))


def ready(parts: Components, state: State, side: int) -> list[int]:
    """9.0 The units that have any way in; most have a free entry hex, so that is looked at first."""
    at = state.at
    due = [unit for unit in _come(parts, state.turn)[1][side] if at[unit] == WAITING]
    free = {edge: _has_room(parts, state, side, edge) for edge in {parts.arrival_edge[unit] for unit in due}}
    return [unit for unit in due if free[parts.arrival_edge[unit]] or arrivals(parts, state, unit)]


def _has_room(parts: Components, state: State, side: int, edge: str) -> bool:
    entries = (h for h in parts.entries.get(edge, ()) if state.who[h] == EMPTY)
    return any(entry_refusal(parts, state, side, edge, h) is None for h in entries)


def canonical(parts: Components, state: State, action: Enter) -> Enter:
    """Give the listed arrival with the same effect."""
    arrival = _listed_arrival(parts, state, action)
    return action if arrival is None else order(parts, parts.unit_index[action.unit], arrival)


def _listed_arrival(parts: Components, state: State, action: Enter) -> Arrival | None:
    unit = parts.unit_index[action.unit]
    effect = effect_of(parts, going(parts, state, unit), action.path)
    anchor = parts.hex_index[action.entry] if british.is_held(parts, state, unit) else british.FREE
    return next((a for a in arrivals(parts, state, unit) if (a[0].anchor, a[1]) == (anchor, effect)), None)


def cost(parts: Components, state: State, action: Enter) -> int:
    """9.1 What an arrival costs in all, in fifths: the total of :func:`explain`."""
    terms = going(parts, state, parts.unit_index[action.unit])
    return way_cost(parts, terms, action.path, action.mode, entering=True)


def explain(parts: Components, state: State, action: Enter) -> Sum:
    """9.1 What an arrival costs, hex by hex, in fifths of a movement point."""
    unit = parts.unit_index[action.unit]
    hexes = hexes_of(parts, action.path)
    if not hexes:
        return Sum("fifths of a movement point", ())
    costs = step_costs(parts, going(parts, state, unit), hexes, action.mode, entering=True)
    named = zip(action.path, costs, strict=True)
    return Sum("fifths of a movement point", tuple(Part(parts.hex_name(h), cost or 0, "9.1") for h, cost in named))


# -- effect -------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, action: Enter) -> tuple[State, tuple[Event, ...]]:
    """9.0, 9.1, 9.4, R39 Bring a unit in and move it on."""
    unit, path = parts.unit_index[action.unit], [parts.hex_index[h] for h in action.path]
    watch = going(parts, state, unit).watch
    events: tuple[Event, ...] = (Placed("9.1", action.unit, action.entry, action.entry),)
    if len(path) > 1:
        events += (Moved("4.0", action.unit, action.path, action.mode),)
    if action.mode == "mech" and not parts.mech[unit]:
        arrival = _listed_arrival(parts, state, action)
        if arrival is None or arrival[0].marker:
            state, events = use_marker(state, action.unit, events)
    state = mark_moved(place(parts, state, unit, path[-1]), unit)
    if british.is_held(parts, state, unit):
        entered = tuple(sorted((*state.entered, (unit, path[0]))))
        state = msgspec.structs.replace(state, entered=entered)
    state, freed = british.released_by(state, watch, path)
    return state, events + freed
