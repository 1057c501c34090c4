"""6.1, 6.3 The movement phase: one unit after another, until its owner ends it.

Brings together movement, arrivals and leaving the map. A way that a commando (42) or a demolition at the last
minute (39) breaks off is carried out up to there, and the rest is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Sum
from bulge_widget.core.event import Answered, Event, Moved
from bulge_widget.rulebooks.botb import alarms, journeys, leaving, listing, paths, reinforcement, zones
from bulge_widget.rulebooks.botb.able import able_units, fixed_refusal, own_refusal
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.drop import Drop, drop_refusal, dropped, drops
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.movement import EndMove, Exit, Move, Stay, Terms
from bulge_widget.rulebooks.botb.paths import Continuing, Past, Start
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import (
    BUILDER,
    HURRIED,
    MOVED,
    OFF,
    WAITING,
    State,
    Step,
    clear_flag,
    place,
    pop,
    push,
)

__all__ = ["ACTIONS", "STEPS", "Continuing", "Moving", "begin"]

Events = tuple[Event, ...]


class Moving(Step, frozen=True, gc=False):
    """6.1 The phasing side moves."""

    side: int


_END = EndMove()
STEPS = (Moving, Continuing)
ACTIONS = (Move, Exit, Enter, Drop, Stay, EndMove)

# -- questions ----------------------------------------------------------------------------------------


def commandos_due(parts: Components, state: State, side: int) -> str:
    """42.1 A commando that must still come in on this turn."""
    if side != GERMAN:
        return ""
    for unit in parts.commandos:
        if state.at[unit] == WAITING and listing.arrivals(parts, state, unit):
            return parts.unit_ids[unit]
    return ""


def mixed(parts: Components, state: State, side: int) -> str:
    """19.1.5 A unit of a stack of both nations that can still go away."""
    if side == GERMAN:
        return ""
    for h in sorted({state.at[u] for u in zones.british_units(parts, side) if state.at[u] < OFF}):
        there = zones.units_at(parts, state, h, ALLIED)
        if len({parts.british[u] for u in there}) == 2:
            free = [u for u in there if fixed_refusal(parts, state, u) is None and _trips(parts, state, u)]
            if free:
                return parts.unit_ids[free[0]]
    return ""


def end_refusal(parts: Components, state: State, side: int) -> Refusal | None:
    """19.1.5, 42.1 Why the movement phase may not end yet."""
    waiting = commandos_due(parts, state, side)
    if waiting:
        return Refusal("must_enter", "42.1", {"unit": waiting})
    stacked = mixed(parts, state, side)
    return Refusal("must_separate", "19.1.5", {"unit": stacked}) if stacked else None


def continued(step: Continuing) -> Start:
    """6.3 Where a stopped unit goes on from."""
    return Start(step.node, step.fast, step.slow, begun=True, zone=step.zone)


def stay_refusal(parts: Components, state: State, step: Continuing) -> Refusal | None:
    """10.3, 42.14 Why a stopped unit may not stay where it is."""
    unit = parts.unit_index[step.unit]
    wrong = _ill_placed(parts, state, unit)
    return wrong if wrong is not None and _further(parts, state, step) else None


def _ill_placed(parts: Components, state: State, unit: int) -> Refusal | None:
    """10.3, 42.13, 42.14 Why a unit may not end its move where it is."""
    where = state.at[unit]
    crowded = zones.stacking_refusal(parts, state, unit, where)
    return crowded or reinforcement.commando_refusal(parts, state, unit, where)


def _way_refusal(parts: Components, state: State, unit: int, start: Start, action: Move | Exit) -> Refusal | None:
    terms = alarms.terms_with_alarms(parts, state, unit)
    if isinstance(action, Move):
        wrong = paths.path_refusal(parts, state, unit, terms, start, action.path)
        return wrong or reinforcement.end_refusal(parts, state, unit, terms, parts.hex_index[action.path[-1]])
    wrong = paths.known_refusal(parts, action.path)
    here = parts.hex_ids[nodes_of(parts).hex[start.node]]
    if wrong is None and (not action.path or action.path[0] != here):
        first = action.path[0] if action.path else ""
        wrong = Refusal("not_there", "6.2", {"unit": action.unit, "from": first, "hex": here})
    return wrong or leaving.exit_refusal(parts, state, unit, terms, start, action.path)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """6.0 The rule that forbids an order."""
    if isinstance(step, Continuing):
        return _why_not_further(parts, state, step, action)
    assert isinstance(step, Moving)  # noqa: S101
    if isinstance(action, EndMove):
        return end_refusal(parts, state, step.side)
    if not isinstance(action, Move | Exit | Enter | Drop):
        return Refusal("not_asked", "6.1", {"wanted": "a move, an arrival, or the end of the movement phase"})
    wrong = own_refusal(parts, step.side, action.unit)
    if wrong is not None:
        return wrong
    unit = parts.unit_index[action.unit]
    if isinstance(action, Enter):
        return reinforcement.enter_refusal(parts, state, unit, action)
    if isinstance(action, Drop):
        return drop_refusal(parts, state, unit, action)
    wrong = fixed_refusal(parts, state, unit)
    return wrong or _way_refusal(parts, state, unit, paths.start_of(parts, state, unit), action)


def _why_not_further(parts: Components, state: State, step: Continuing, action: Action) -> Refusal | None:
    if not isinstance(action, Move | Exit | Stay) or action.unit != step.unit:
        return Refusal("not_asked", "6.3", {"wanted": f"the rest of the way of {step.unit}"})
    if isinstance(action, Stay):
        return stay_refusal(parts, state, step)
    return _way_refusal(parts, state, parts.unit_index[step.unit], continued(step), action)


# -- options ------------------------------------------------------------------------------------------


def _trips(parts: Components, state: State, unit: int) -> Sequence[Action]:
    return listing.orders(parts, state, unit, paths.start_of(parts, state, unit))


def _further(parts: Components, state: State, step: Continuing, *more: Action) -> Sequence[Action]:
    return listing.orders(parts, state, parts.unit_index[step.unit], continued(step), *more)


def _of_unit(parts: Components, state: State, unit: int) -> Sequence[Action]:
    if state.at[unit] == WAITING:
        return listing.arrivals(parts, state, unit) or drops(parts, state, unit)
    return _trips(parts, state, unit)


def decision(parts: Components, state: State, step: Step) -> Decision:
    """6.1 Ask the phasing side for its next order."""
    if isinstance(step, Continuing):
        seat = SIDES[parts.side[parts.unit_index[step.unit]]]
        return Decision(
            seat, "6.3", f"Move the {parts.unit_name(step.unit)} on, or leave it there", _on(parts, state, step)
        )
    assert isinstance(step, Moving)  # noqa: S101
    side = step.side

    def listing() -> tuple[Sequence[Key], object]:
        keys: list[Key] = [parts.unit_ids[u] for u in able_units(parts, state, side)]
        if end_refusal(parts, state, side) is None:
            keys.append(None)

        def make(key: Key) -> Sequence[Action]:
            return (_END,) if key is None else _of_unit(parts, state, parts.unit_index[key])

        return keys, make

    return Decision(SIDES[side], "6.1", "Move a unit, or end the movement phase", Options(later=listing))  # type: ignore[arg-type]


def _on(parts: Components, state: State, step: Continuing) -> Options:
    stay = [] if stay_refusal(parts, state, step) is not None else [Stay(step.unit)]
    return Options.grouped({step.unit: _further(parts, state, step, *stay)})


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """Give the listed order of the same effect."""
    if not isinstance(action, Move | Exit | Enter):
        return action
    unit = parts.unit_index[action.unit]
    if isinstance(action, Enter):
        return listing.same_arrival(parts, state, unit, action)
    start = continued(step) if isinstance(step, Continuing) else paths.start_of(parts, state, unit)
    return listing.same_way(parts, state, unit, start, action)


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """6.4 What a way costs, hex by hex."""
    if not isinstance(action, Move | Exit | Enter):
        return Sum("nothing to count", ())
    way = _way(parts, state, step, action)
    return Sum("twelfths of a movement point", paths.price(parts, *way) if way else ())


def spent(parts: Components, state: State, step: Step, action: Action) -> int:
    """6.4 What a way costs altogether."""
    way = _way(parts, state, step, action) if isinstance(action, Move | Exit | Enter) else None
    return sum(paths.prices(parts, *way)) if way else 0


def _way(
    parts: Components, state: State, step: Step, action: Move | Exit | Enter
) -> tuple[int, Terms, Start, list[int]] | None:
    """The unit of a way, what it depends on, where it begins and its hexes; None if it is none."""
    unit = parts.unit_index.get(action.unit)
    if unit is None or not action.path or paths.known_refusal(parts, action.path) is not None:
        return None
    terms, hexes = alarms.terms_with_alarms(parts, state, unit), [parts.hex_index[h] for h in action.path]
    if isinstance(action, Enter):
        start = reinforcement.entry_start(parts, state, unit, terms, hexes[0])
        return (unit, terms, start, hexes) if start else None
    if state.at[unit] >= OFF:
        return None
    start = continued(step) if isinstance(step, Continuing) else paths.start_of(parts, state, unit)
    return unit, terms, start, hexes


def candidates(parts: Components, state: State, step: Step) -> Iterator[Action]:
    """For tests: ways of every kind for every unit, within reach and beyond it."""
    yield _END
    for unit, name in enumerate(parts.unit_ids):
        where = state.at[unit]
        if where == WAITING:
            yield from listing.arrivals(parts, state, unit)
            for h in ("xx12", "xx16", "uu1", "jj1", "a1", "h33", "mm33"):
                yield Enter(name, (h,))
                yield from (Enter(name, (h, parts.hex_ids[b])) for b in parts.near[parts.hex_index[h]])
            yield Drop(name, parts.hex_ids[parts.drop_hex])
        elif where < OFF and (not isinstance(step, Continuing) or step.unit == name):
            start = continued(step) if isinstance(step, Continuing) else paths.start_of(parts, state, unit)
            yield from listing.orders(parts, state, unit, start)
            yield Stay(name)
            yield Exit(name, (parts.hex_ids[where],))
            for b in parts.near[where]:
                for c in (None, *parts.near[b]):
                    yield Move(name, tuple(parts.hex_ids[h] for h in (where, b, c) if h is not None))


# -- effect -------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """6.1 All units of the side are fresh, but for those that build."""
    return push(clear_flag(state, MOVED | HURRIED, parts.roster[side]), Moving(side))


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Events] | None:
    """6.3 A stopped unit that has nowhere to go stays; where it may not stand it goes back to where it came from."""
    if not isinstance(step, Continuing) or _further(parts, state, step):
        return None
    unit = parts.unit_index[step.unit]
    state, where = pop(state), state.at[unit]
    told: Events = (Answered("6.3", SIDES[parts.side[unit]], str(Stay(step.unit))),)
    if step.origin < OFF and _ill_placed(parts, state, unit) is not None:
        state = place(parts, state, unit, step.origin)
        told += (Moved("10.3", step.unit, (parts.hex_ids[where], parts.hex_ids[step.origin])),)
    return state, told


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Events]:
    """6.0 Carry out an order."""
    match action:
        case EndMove():
            return _ended(parts, state, step), ()
        case Stay():
            return pop(state), ()
        case Drop():
            return dropped(state, action)
        case Move() | Exit() | Enter():
            return _gone(parts, state, step, action)
    raise AssertionError(action)


def _gone(parts: Components, state: State, step: Step, action: Move | Exit | Enter) -> tuple[State, Events]:
    """6.3 Take a unit along its way; one that is broken off is the cheapest that comes to the same."""
    unit = parts.unit_index[action.unit]
    raised = alarms.alarm_hexes(parts, state, unit)
    if any(parts.hex_index[h] in raised for h in action.path):
        action = canonical(parts, state, step, action)  # type: ignore[assignment]
    if isinstance(action, Enter):
        return journeys.enter(parts, state, action, raised)
    if isinstance(step, Continuing):
        return journeys.go(parts, pop(state), unit, continued(step), action, Past(step.origin, step.searched), raised)
    return journeys.go(parts, state, unit, paths.start_of(parts, state, unit), action, Past(state.at[unit]), raised)


def _ended(parts: Components, state: State, step: Step) -> State:
    """30.2, 31.4, 32.4 End the phase: who built forts and positions is free again, who rebuilds a bridge is not."""
    assert isinstance(step, Moving)  # noqa: S101
    busy = {unit for unit, _ in state.builders}
    free = tuple(u for u in parts.roster[step.side] if u not in busy)
    return clear_flag(pop(state), MOVED | BUILDER, free)
