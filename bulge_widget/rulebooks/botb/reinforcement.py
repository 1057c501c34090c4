"""16.0 Reinforcements: which groups are due, where they come in, and their way from there.

An arrival is the unit's move: its way begins in the entry hex. Does not cover diversion (diversion).
"""

from __future__ import annotations

import functools

from bulge_widget.core.decision import Action, Refusal
from bulge_widget.rulebooks.botb import ground, movement, supply, zones
from bulge_widget.rulebooks.botb.alarms import terms_with_alarms
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.info import POINTS_PER_MP
from bulge_widget.rulebooks.botb.movement import Terms
from bulge_widget.rulebooks.botb.paths import Start, known_refusal, path_refusal
from bulge_widget.rulebooks.botb.state import OFF, WAITING, State, advanced, deed, done_on
from bulge_widget.rulebooks.botb.tables import GroupRow, TriggerRow
from bulge_widget.rulebooks.botb.tours import Trips, listed_trips, without

__all__ = [
    "Enter",
    "due_refusal",
    "due_turn",
    "due_turns",
    "enter_refusal",
    "entries",
    "entry_start",
    "gates_of",
    "group_in",
    "lost_points",
    "trips_of",
]


class Enter(Action, frozen=True, gc=False):
    """Bring in one unit; the path begins in its entry hex."""

    unit: str
    path: tuple[str, ...]


# -- when ---------------------------------------------------------------------------------------------


Deeds = tuple[tuple[str, int], ...]


def _triggered(scenario: str, done_in: dict[str, int], row: TriggerRow) -> int | None:
    """16.2, 16.11, 36.2, 47.7 The turn a trigger brings its group on; None while it has not been met."""
    if row.scenarios and scenario not in row.scenarios.split():
        return None
    names = {"mm15": "st-vith", "jj9": "malmedy"}
    match row.event:
        case "german-combat-unit-entered":
            done = done_in.get(names[row.space])
        case "crossed-meuse-or-sambre":
            done = done_in.get(f"crossed-{row.group}")
        case "ss-regiment-entered-allied-zoc":
            done = done_in.get("ss-in-zone")
        case "german-combat-unit-entered-roer-hex":
            done = done_in.get("roer")
        case _:
            return None
    if done is None or (row.by_turn and done > row.by_turn) or (row.before_turn and done >= row.before_turn):
        return None
    return row.turn or done + (row.when == "next")


def _held_back(parts: Components, done_in: dict[str, int], group: str) -> bool:
    """16.11.4 Whether Allied units in St. Vith have held the two SS divisions back."""
    return any(r.delay for r in parts.triggers if r.group == group) and f"delayed-{group}" in done_in


def due_turn(parts: Components, state: State, group: str) -> int | None:
    """16.2, 16.11.3 The first turn a group may come in on; None if nothing has brought it yet."""
    return due_turns(parts, state.scenario, state.deeds)[group]


@functools.lru_cache(maxsize=64)
def due_turns(parts: Components, scenario: str, deeds: Deeds) -> dict[str, int | None]:
    """16.2, 16.11.3 For every group the first turn it may come in on; None if nothing has brought it yet."""
    return {group: _due_turn(parts, scenario, dict(deeds), group) for group in parts.groups}


def _due_turn(parts: Components, scenario: str, done_in: dict[str, int], group: str) -> int | None:
    row, brought = parts.groups[group], (r for r in parts.triggers if r.group == group)
    triggered = [t for r in brought if (t := _triggered(scenario, done_in, r)) is not None]
    if _waived(scenario, row) and row.turn is None:
        triggered.append(row.not_before or 1)
    turns = [*triggered, *([row.turn] if row.turn else [])]
    if not turns:
        return None
    due = max(min(turns), row.not_before or 1)
    return due + 1 if _held_back(parts, done_in, group) else due


def _waived(scenario: str, row: GroupRow) -> bool:
    """48.4.2 Whether the conditions of a group do not count in this scenario."""
    return scenario in row.waived_in.split()


def hold_back(parts: Components, state: State) -> State:
    """16.11.4 In the German reinforcement phase of their turn: St. Vith may hold the SS divisions back."""
    for row in parts.triggers:
        if row.event != "allied-combat-unit-in" or done_on(state, f"delayed-{row.group}") is not None:
            continue
        if due_turn(parts, state, row.group) == state.turn and state.counts[ALLIED][parts.hex(row.space)]:
            state = deed(state, f"delayed-{row.group}")
    return state


def condition_refusal(parts: Components, state: State, group: str) -> Refusal | None:
    """16.11.2, 28.5, 35.7, R7, R9 Why a group may not come in however late."""
    row = parts.groups[group]
    if _waived(state.scenario, row):
        return None
    for word in row.requires.split():
        kind, _, other = word.partition(":")
        if kind == "none-entered" and _has_entered(parts, state, other):
            return Refusal("other_pair", "16.11.2", {"group": group, "other": other})
        if kind.startswith("fifteenth") and not _fifteenth_allows(state, kind):
            return Refusal("fifteenth", "28.5", {"group": group, "state": state.fifteenth})
    return None


def _fifteenth_allows(state: State, kind: str) -> bool:
    """28.4, R7, R9 The Fifteenth Army decides; in the basic game nobody launches it."""
    if state.choices.first_pair_counts and kind in {"fifteenth-launched", "fifteenth-not-launched"}:
        return True
    now = state.fifteenth if advanced(state) else "cancelled"
    return {"fifteenth-launched": now == "launched", "fifteenth-not-launched": now != "launched"}.get(
        kind, now == "cancelled"
    )


def _has_entered(parts: Components, state: State, group: str) -> bool:
    """R7 Whether a unit of a group has come in."""
    units = [parts.unit_index[u] for u in parts.groups[group].units.split()]
    return done_on(state, f"entered-{group}") is not None or any(state.at[u] < OFF for u in units)


def due_refusal(parts: Components, state: State, unit: int) -> Refusal | None:
    """16.2, 16.8, 42.1 Why a waiting unit may not come in now."""
    name = parts.unit_ids[unit]
    if state.at[unit] != WAITING:
        return Refusal("not_waiting", "16.3", {"unit": name})
    group = group_of(parts, state, unit)
    row = parts.groups[group]
    if row.drop:
        return Refusal("dropped_only", "40.1", {"unit": name})
    due = due_turn(parts, state, group)
    if due is None or state.turn < due:
        return Refusal("not_due", "16.2", {"unit": name, "turn": due or 0})
    if not parts.combat[unit] and state.turn != due:
        return Refusal("too_late", "42.1", {"unit": name, "turn": due})
    return condition_refusal(parts, state, group)


def is_conditional(parts: Components, state: State, unit: int) -> bool:
    """16.11.2, 28.5 Whether anything but its turn decides if a unit may come in."""
    return bool(parts.groups[group_of(parts, state, unit)].requires)


def group_of(parts: Components, state: State, unit: int) -> str:
    """48.3.6 The group a unit comes in with."""
    return group_in(parts, state.scenario, unit)


def group_in(parts: Components, scenario: str, unit: int) -> str:
    """48.3.6 The same, by the scenario."""
    return parts.group_of.get(unit) or _group_of_letter(parts, scenario, parts.letter[unit])


@functools.lru_cache(maxsize=128)
def _group_of_letter(parts: Components, scenario: str, letter: str) -> str:
    rows = (r for r in parts.deploy if r.scenario == scenario and r.letter == letter)
    return next((r.with_group for r in rows if r.with_group), "3")


# -- where --------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4)
def rim(parts: Components) -> tuple[int, ...]:
    """R30 The hexes along the edge of the map, clockwise from the north-west."""
    width, height = parts.board.spaces[-1].id, max(int("".join(filter(str.isdigit, s.id))) for s in parts.board.spaces)
    columns = _columns(width)
    names = [f"{c}1" for c in columns]
    names += [f"{columns[-1]}{row}" for row in range(2, height + 1)]
    names += [f"{c}{height}" for c in reversed(columns[:-1])]
    names += [f"{columns[0]}{row}" for row in range(height - 1, 1, -1)]
    return tuple(parts.hex_index[name] for name in names)


def _columns(last: str) -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    every = [*letters, *(2 * letter for letter in letters)]
    return every[: every.index(last.rstrip("0123456789")) + 1]


@functools.lru_cache(maxsize=128)
def stretch(parts: Components, first: str, last: str) -> tuple[int, ...]:
    """16.4, R30 The hexes of the edge from one to another, the shorter way."""
    around = rim(parts)
    a, b = around.index(parts.hex(first)), around.index(parts.hex(last))
    a, b = min(a, b), max(a, b)
    inner, outer = around[a : b + 1], around[b:] + around[: a + 1]
    return inner if len(inner) <= len(outer) else outer


def entries(parts: Components, state: State, unit: int) -> frozenset[int]:
    """16.2, 16.4, 16.9, 16.10, 48.5, R53 The hexes a unit may come in by now, before enemies are looked at."""
    group, side = group_of(parts, state, unit), parts.side[unit]
    if side == GERMAN and (state.scenario, "german-entry-first") in parts.changes and parts.combat[unit]:
        first, last = (parts.changes[state.scenario, f"german-entry-{end}"] for end in ("first", "last"))
        return frozenset(stretch(parts, first, last))
    found = _stretches(parts, group, state.turn, due_turn(parts, state, group) or state.turn, side, parts.combat[unit])
    return found - supply.barred_exits(parts, state) if side == ALLIED else found


@functools.lru_cache(maxsize=512)
def _stretches(  # noqa: PLR0913  an entry has these sides
    parts: Components, group: str, turn: int, due: int, side: int, combat: bool
) -> frozenset[int]:
    """16.2, 16.4, R53 The part of the edge a group comes in by on a turn: wider if it is late."""
    row = parts.groups[group]
    found = set(stretch(parts, row.first_entry, row.last_entry))
    if row.widen_turn is not None and turn >= row.widen_turn:
        found |= set(stretch(parts, row.widen_first, row.widen_last))
    elif row.widen_turn is None and turn > due and combat:
        found |= _default_widening(parts, side, row)
    return frozenset(found)


def _default_widening(parts: Components, side: int, row: GroupRow) -> set[int]:
    """R53 Every road exit of the group's edge; never QQ1 or UU1 for the Allies."""
    edges = {e.edge for e in parts.board.exits if e.space in {parts.hex(row.first_entry), parts.hex(row.last_entry)}}
    never = {parts.hex("qq1"), parts.hex("uu1")} if side == ALLIED else set[int]()
    return {e.space for e in parts.board.exits if e.edge in edges} - never


def entry_refusal(parts: Components, state: State, unit: int, entry: int) -> Refusal | None:
    """16.4, 16.7 Why a unit may not come in at a hex."""
    if entry not in entries(parts, state, unit):
        return Refusal("wrong_entry", "16.4", {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[entry]})
    return barred_refusal(parts, state, unit, entry)


def barred_refusal(parts: Components, state: State, unit: int, entry: int) -> Refusal | None:
    """14.3, 16.7, 35.8 Why one of its hexes is closed to a unit that comes in."""
    if parts.combat[unit] and state.counts[1 - parts.side[unit]][entry]:
        return Refusal("enemy_there", "16.7", {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[entry]})
    return movement.closed_refusal(parts, state, unit, entry)


def entry_start(parts: Components, state: State, unit: int, terms: Terms, entry: int) -> Start | None:
    """16.5, 16.6, R29, R52, R54 Where an arriving unit begins, with the price of its entry hex; None if barred."""
    return _start_at(parts, terms, entry, lost_points(parts, state, unit, entry))


@functools.lru_cache(maxsize=512)
def _start_at(parts: Components, terms: Terms, entry: int, lost: int) -> Start | None:
    node = nodes_of(parts).number[entry, ground.full_mask(parts, entry)]
    road, costs = entry in parts.exit_hexes or parts.town[entry], list[int]()
    for going in (terms.fast, terms.slow):
        plain = POINTS_PER_MP if going.surprise else going.rate
        cost = plain if road else ground.terrain_cost(parts, going, entry)
        if cost is None or cost + ground.raid_cost(parts, going, entry) + lost > terms.points:
            return None
        costs.append(cost + ground.raid_cost(parts, going, entry) + lost)
    return Start(node, costs[0], costs[1], begun=True, arriving=True)


def lost_points(parts: Components, state: State, unit: int, entry: int) -> int:
    """27.2, R54 The points a unit loses to strategic bombing as it comes in; isolation waits for its supply phase."""
    if not parts.combat[unit] or not supply.is_bombed(parts, state, parts.side[unit], entry):
        return 0
    full = movement.points_of(parts, state, unit)
    return full - min(full, movement.SLOW_POINTS)


def enter_refusal(parts: Components, state: State, unit: int, order: Enter) -> Refusal | None:
    """16.0 The rule that forbids an arrival."""
    wrong = due_refusal(parts, state, unit) or known_refusal(parts, order.path)
    if wrong is not None:
        return wrong
    if not order.path:
        return Refusal("no_path", "16.5", {"unit": order.unit})
    entry = parts.hex_index[order.path[0]]
    wrong = entry_refusal(parts, state, unit, entry)
    if wrong is not None:
        return wrong
    terms = terms_with_alarms(parts, state, unit)
    start = entry_start(parts, state, unit, terms, entry)
    if start is None:
        return Refusal("entry_barred", "16.5", {"unit": order.unit, "hex": order.path[0]})
    if len(order.path) == 1:
        return stop_refusal(parts, state, unit, terms, entry)
    return path_refusal(parts, state, unit, terms, start, order.path) or end_refusal(
        parts, state, unit, terms, parts.hex_index[order.path[-1]]
    )


def stop_refusal(parts: Components, state: State, unit: int, terms: Terms, entry: int) -> Refusal | None:
    """10.3, 16.5 Why a unit may not end its move in the hex it comes in by."""
    if entry in terms.alarms:
        return None  # 39.4, 42.2 it does not end there yet
    return zones.stacking_refusal(parts, state, unit, entry) or commando_refusal(parts, state, unit, entry)


def commando_refusal(parts: Components, state: State, unit: int, where: int) -> Refusal | None:
    """42.13, 42.14 Where a commando may not end its move."""
    if parts.combat[unit]:
        return None
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]}
    if any(state.at[other] == where for other in parts.commandos if other != unit):
        return Refusal("commando_there", "42.13", facts)
    if state.turn in {2, 3, 4} and (where == parts.drop_hex or parts.drop_hex in parts.near[where]):
        return Refusal("commando_barred", "42.14", facts)
    return None


def end_refusal(parts: Components, state: State, unit: int, terms: Terms, where: int) -> Refusal | None:
    """42.2, 42.13, 42.14 Where a commando may not end its move; one that may be found there can still go on."""
    return None if where in terms.alarms else commando_refusal(parts, state, unit, where)


# -- options ------------------------------------------------------------------------------------------


def gates_of(parts: Components, state: State, unit: int, terms: Terms) -> Start:
    """16.4, 16.5 Where a unit may come in now; its way begins before it has come in."""
    found = sorted(entries(parts, state, unit))
    return _gates(parts, terms, tuple([(h, lost_points(parts, state, unit, h)) for h in found]))


@functools.lru_cache(maxsize=256)
def _gates(parts: Components, terms: Terms, entries: tuple[tuple[int, int], ...]) -> Start:
    """16.7, R54 The same, by hexes and the points that are lost in each."""
    starts = (_start_at(parts, terms, entry, lost) for entry, lost in entries if not terms.barred[entry])
    gates = tuple((start.node, start.fast, start.slow) for start in starts if start is not None)
    return Start(-1, begun=True, arriving=True, gates=gates)


def trips_of(parts: Components, state: State, unit: int, terms: Terms, start: Start) -> Trips:
    """6.5, 16.0, 42.13 The ways of a unit, but for those to where it may not end as a commando."""
    trips = listed_trips(parts, state, unit, terms, start)
    if parts.combat[unit]:
        return trips
    return without(trips, {h for h in trips.hexes if end_refusal(parts, state, unit, terms, h) is not None})
