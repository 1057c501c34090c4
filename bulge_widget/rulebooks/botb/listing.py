"""6.5, 6.8, 16.0 The orders listed for a unit in the movement phase, and which of them a drawn one equals.

Holds no rule of its own: what may be ordered ``moving`` says, what a way comes to ``tours``.
"""

from __future__ import annotations

from collections.abc import Sequence

from bulge_widget.core.decision import Action, Lazily, Refusal
from bulge_widget.rulebooks.botb import alarms, leaving, movement, paths, reinforcement, tours
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.movement import Exit, Move
from bulge_widget.rulebooks.botb.paths import Start
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import State
from bulge_widget.rulebooks.botb.traces import trace_of

__all__ = ["arrivals", "orders", "same_arrival", "same_way"]


def orders(parts: Components, state: State, unit: int, start: Start, *more: Action) -> Sequence[Action]:
    """6.5, 6.8 Every way of a unit on the map that differs in effect, made as it is looked at."""
    name, terms = parts.unit_ids[unit], alarms.terms_with_alarms(parts, state, unit)
    trips = reinforcement.trips_of(parts, state, unit, terms, start)
    exits = [Exit(name, path) for path in leaving.exit_trips(parts, state, unit, terms, start).values()]

    def make(item: int | Action) -> Action:
        return Move(name, tours.path_of(parts, terms, start, trips, item)) if isinstance(item, int) else item

    items: list[int | Action] = [*trips.labels, *exits, *more]
    return Lazily(items, make)


def arrivals(parts: Components, state: State, unit: int) -> Sequence[Action]:
    """16.0 Every arrival of a unit that differs in effect, by whichever of its hexes is the cheapest."""
    if reinforcement.due_refusal(parts, state, unit) is not None:
        return ()
    name, terms = parts.unit_ids[unit], alarms.terms_with_alarms(parts, state, unit)
    start = reinforcement.gates_of(parts, state, unit, terms)
    if not start.gates:
        return ()
    trips = reinforcement.trips_of(parts, state, unit, terms, start)
    return Lazily(trips.labels, lambda way: Enter(name, tours.path_of(parts, terms, start, trips, way)))


def same_way(parts: Components, state: State, unit: int, start: Start, action: Move | Exit) -> Move | Exit:
    """6.5, 6.8 The listed order with the effect of a legal one; itself where it takes what no listed way takes.

    A way that something breaks off (39.4, 42.2) is the way up to there.
    """
    terms = alarms.terms_with_alarms(parts, state, unit)
    path = _up_to_alarm(parts, terms, action.path)
    if isinstance(action, Exit) and len(path) == len(action.path) and (len(path) == 1 or not _ends(parts, terms, path)):
        effect = leaving.exit_effect(parts, state, unit, start, [parts.hex_index[h] for h in path])
        found = leaving.exit_trips(parts, state, unit, terms, start).get(effect)
        return Exit(action.unit, found) if found else action
    return Move(action.unit, _same_path(parts, state, unit, start, path))


def same_arrival(parts: Components, state: State, unit: int, action: Enter) -> Enter:
    """16.5, R57 The listed arrival with the effect of a legal one, by whichever hex."""
    terms = alarms.terms_with_alarms(parts, state, unit)
    first = reinforcement.entry_start(parts, state, unit, terms, parts.hex_index[action.path[0]])
    start = reinforcement.gates_of(parts, state, unit, terms)
    assert first is not None  # noqa: S101  asked before
    path = (
        action.path[:1] if parts.hex_index[action.path[0]] in terms.alarms else _up_to_alarm(parts, terms, action.path)
    )
    effect = _effect(parts, state, unit, first, path)
    return Enter(action.unit, _listed_path(parts, state, unit, start, effect) or path)


def _ends(parts: Components, terms: movement.Terms, path: tuple[str, ...]) -> bool:
    return parts.hex_index[path[-1]] in terms.alarms


def _up_to_alarm(parts: Components, terms: movement.Terms, path: tuple[str, ...]) -> tuple[str, ...]:
    """39.4, 42.2 A path up to the first hex that breaks it off."""
    cut = next((n for n, h in enumerate(path) if n and parts.hex_index[h] in terms.alarms), len(path) - 1)
    return path[: cut + 1]


def _same_path(parts: Components, state: State, unit: int, start: Start, path: tuple[str, ...]) -> tuple[str, ...]:
    effect = _effect(parts, state, unit, start, path)
    return _listed_path(parts, state, unit, start, effect) or path


def _listed_path(
    parts: Components, state: State, unit: int, start: Start, effect: tours.Effect | None
) -> tuple[str, ...]:
    """The path listed for an effect; nothing where none is."""
    terms = alarms.terms_with_alarms(parts, state, unit)
    trips = tours.listed_trips(parts, state, unit, terms, start)
    way = None if effect is None else trips.ways.get(effect)
    return () if way is None else tours.path_of(parts, terms, start, trips, way)


def _effect(parts: Components, state: State, unit: int, start: Start, path: tuple[str, ...]) -> tours.Effect | None:
    """What a drawn path comes to; None where it is no way."""
    terms, hexes = alarms.terms_with_alarms(parts, state, unit), [parts.hex_index[h] for h in path]
    way = paths.walked(parts, state, unit, terms, start, hexes)
    if isinstance(way, Refusal):
        return None
    trace = trace_of(parts, state, unit, hexes, arriving=start.arriving)
    nodes = (start.node, start.node, *way.nodes)
    return tours.effect_of(parts, terms, nodes[-1], trace, nodes[-2], armor=parts.armor[unit])
