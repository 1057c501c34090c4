"""20.0 Advance after combat: the victors may follow up, one at a time.

The search for ways is `ways`; this chapter says what a unit's field is, and what follows. Blitzkrieg advances
(34.5, 34.6) and infiltration (41.4, 43.4) are advances with other first hexes and zones.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Part, Refusal, Sum
from bulge_widget.core.event import Advanced, Event
from bulge_widget.rulebooks.botb import engagement, fireline, footing, ground, movement, upkeep
from bulge_widget.rulebooks.botb.components import OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.routes import Node
from bulge_widget.rulebooks.botb.state import OFF, State, Step, done_on, place, pop, swap
from bulge_widget.rulebooks.botb.traces import goes_abroad, marks_of
from bulge_widget.rulebooks.botb.upkeep import SS_REGIMENTS
from bulge_widget.rulebooks.botb.ways import End, Field, advances, halts, may_step
from bulge_widget.rulebooks.botb.zones import LIMIT, enemy_zone, is_mixed, occupied

__all__ = ["Advance", "Advancing", "EndAdvance", "advances_of"]

Told = tuple[Event, ...]


class Advancing(Step, frozen=True, gc=False):
    """20.1 These units may advance so many hexes, first into one of these hexes."""

    units: tuple[int, ...]
    hexes: tuple[int, ...]
    """20.7 The hexes the defeated units held; empty with `blitz` or `sneak`, where any may come first."""
    count: int
    bases: tuple[int, ...] = ()
    """The hexes the victors fought from."""
    blitz: tuple[int, ...] = ()
    """34.6 The hexes of the defenders that were passed by: their zones are closed."""
    sneak: bool = False
    """41.4.2, 43.4.2 Whether enemy zones are ignored."""


class Advance(Action, frozen=True, gc=False):
    """Advance a unit along a path, its own hex first."""

    unit: str
    path: tuple[str, ...]


class EndAdvance(Action, frozen=True, gc=False):
    """No more advances after this battle."""


_END = EndAdvance()

# -- questions ----------------------------------------------------------------------------------------


def reserved(parts: Components, state: State, own: tuple[int, ...], side: int) -> frozenset[int]:
    """20.8 The hexes with units of a side that have still to attack, or to defend, in a battle of this phase."""
    waiting = [fight for step in state.stack for fight in getattr(step, "fights", ())]
    units = {unit for fight in waiting for unit in fight.attackers} - set(own)
    attacking = {state.at[u] for u in units if state.at[u] < OFF and parts.side[u] == side}
    defending = {h for fight in waiting for h in fight.hexes if fight.side != side and state.counts[side][h]}
    return frozenset(attacking | defending)


def closed_hexes(parts: Components, state: State, step: Advancing, unit: int) -> frozenset[int]:
    """20.3, 20.8, 34.6 The hexes a unit may not enter in this advance, whatever its way."""
    side = parts.side[unit]
    closed = set(reserved(parts, state, step.units, side))
    closed.update(occupied(state.counts[OTHER[side]]))
    closed |= {near for h in step.blitz if state.counts[OTHER[side]][h] for near in parts.touch[h]}
    return frozenset(closed)


def field_of(parts: Components, state: State, step: Advancing, unit: int) -> Field:
    """20.3 to 20.6 What an advancing unit needs to know of the map now."""
    side = parts.side[unit]
    theirs, closed = enemy_zone(parts, state, side), closed_hexes(parts, state, step, unit)
    shut = ground.shut_bridges(parts, state, side)

    def steps(node: Node) -> tuple[Node, ...]:
        found = (
            footing.dry_step(parts, state, unit, shut, node, there, wade=False)
            for there in parts.touch[node[0]]
            if there not in closed and movement.closed_refusal(parts, state, unit, there) is None
        )
        return tuple(node for node in found if node is not None)

    def full(where: int) -> bool:
        return state.counts[side][where] >= LIMIT or is_mixed(parts, state, unit, where)

    return Field(
        functools.cache(steps),
        lambda here, there: footing.by_road(parts, here, there),
        lambda where: parts.rough[where],
        lambda where: not step.sneak and bool(theirs[where]),
        full,
    )


def advances_of(parts: Components, state: State, step: Advancing, unit: int) -> dict[End, tuple[Node, ...]]:
    """20.2 Where a unit may advance to, each end with the first of the shortest ways there."""
    if unit not in step.units or state.at[unit] >= OFF or engagement.is_engaged(state, unit):
        return {}
    first = None if step.blitz or step.sneak else step.hexes
    field, start = field_of(parts, state, step, unit), footing.start_node(parts, state, unit)
    return advances(field, start, step.count, first, _taking(parts, state, unit))


def _taking(parts: Components, state: State, unit: int) -> Callable[[int, int], int]:
    """R17 What an advance takes on its way; an infiltrator may go through zones (36.2)."""
    marks, zone = marks_of(parts, state, unit), enemy_zone(parts, state, parts.side[unit])
    ss = parts.unit_ids[unit] in SS_REGIMENTS and done_on(state, "ss-in-zone") is None

    def enter(trace: int, where: int) -> int:
        met = marks.enter(trace >> 1, where) << 1 | trace & 1
        return met | 1 if ss and zone[where] else met

    return enter


def walked(parts: Components, state: State, step: Advancing, unit: int, way: list[int]) -> Node | Refusal:
    """20.2 to 20.8 Where a path ends, or the rule it breaks."""
    field, node = field_of(parts, state, step, unit), footing.start_node(parts, state, unit)
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "limit": step.count}
    for i, (here, there) in enumerate(itertools.pairwise(way)):
        now = facts | {"from": parts.hex_ids[here], "hex": parts.hex_ids[there]}
        if i == 0 and not step.blitz and not step.sneak and there not in step.hexes:
            return Refusal("not_vacated", "20.7", now)
        if i and halts(field, way[i - 1], here):
            return Refusal("advance_ends", "20.6" if field.zone(here) else "20.4", now)
        after = next((n for n in field.steps(node) if n[0] == there), None)
        if after is None:
            return Refusal("advance_closed", _closing_rule(parts, state, step, unit, there), now)
        if not may_step(field, here, there, first=i == 0):
            return Refusal("advance_off_road", "20.4", now)
        node = after
    if field.full(node[0]):
        return Refusal("advance_full", "20.5", facts | {"hex": parts.hex_ids[node[0]]})
    return node


def _closing_rule(parts: Components, state: State, step: Advancing, unit: int, there: int) -> str:
    """The rule that keeps an advance out of a hex."""
    if there in reserved(parts, state, step.units, parts.side[unit]):
        return "20.8"
    if step.blitz and there in closed_hexes(parts, state, step, unit):
        return "34.6"
    refusal = movement.closed_refusal(parts, state, unit, there)
    return refusal.rule if refusal else "20.3"


def advance_refusal(parts: Components, state: State, step: Advancing, action: Advance) -> Refusal | None:
    """20.0 Why a unit may not advance along a path."""
    facts: dict[str, str | int] = {"unit": action.unit, "limit": step.count}
    unit = parts.unit_index.get(action.unit)
    if unit is None or unit not in step.units or engagement.is_engaged(state, unit):
        return Refusal("not_victorious", "20.1", facts)
    unknown = next((name for name in action.path if name not in parts.hex_index), None)
    if unknown is not None:
        return Refusal("unknown_hex", "3.2", facts | {"hex": unknown})
    way = [parts.hex_index[name] for name in action.path]
    if len(way) < 2 or way[0] != state.at[unit] or way[-1] == way[0]:
        return Refusal("not_start", "20.2", facts)
    if len(way) > step.count + 1:
        return Refusal("advance_too_far", "20.2", facts | {"distance": len(way) - 1})
    end = walked(parts, state, step, unit, way)
    return end if isinstance(end, Refusal) else None


def owes_advance(parts: Components, state: State, step: Advancing) -> int | None:
    """34.5 A mechanized unit that must still go on after a blitzkrieg attack, or None."""
    if not step.blitz:
        return None
    return next((unit for unit in step.units if advances_of(parts, state, step, unit)), None)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """20.0 The rule that forbids an answer."""
    assert isinstance(step, Advancing)  # noqa: S101
    if isinstance(action, Advance):
        return advance_refusal(parts, state, step, action)
    if not isinstance(action, EndAdvance):
        return Refusal("not_asked", "20.1", {"wanted": "an advance, or none"})
    unit = owes_advance(parts, state, step)
    return None if unit is None else Refusal("must_advance", "34.5", {"unit": parts.unit_ids[unit]})


# -- options ------------------------------------------------------------------------------------------


def path_of(parts: Components, way: Iterable[Node]) -> tuple[str, ...]:
    """A way as ids."""
    return tuple(parts.hex_ids[node[0]] for node in way)


def decision(parts: Components, state: State, step: Step) -> Decision:
    """20.1 Ask the victor for the next advance."""
    assert isinstance(step, Advancing)  # noqa: S101
    groups = {parts.unit_ids[unit]: advances_of(parts, state, step, unit) for unit in step.units}
    keys: list[Key] = [name for name, ends in groups.items() if ends]
    if owes_advance(parts, state, step) is None:
        keys.append(None)
    options = Options(keys, lambda key: _of(parts, groups, key))
    prompt = f"Advance by up to {step.count} hex{'es' if step.count > 1 else ''}, or not"
    return Decision(SIDES[parts.side[step.units[0]]], "34.5" if step.blitz else "20.1", prompt, options)


def _of(parts: Components, groups: dict[str, dict[End, tuple[Node, ...]]], key: Key) -> Sequence[Action]:
    if key is None:
        return (_END,)
    return [Advance(key, path_of(parts, way)) for way in groups[key].values()]


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """The listed way to the same end, on the same bank, that takes the same on its way."""
    assert isinstance(step, Advancing)  # noqa: S101
    if not isinstance(action, Advance):
        return action
    unit, enter = parts.unit_index[action.unit], _taking(parts, state, parts.unit_index[action.unit])
    hexes = [parts.hex_index[name] for name in action.path]
    end = walked(parts, state, step, unit, hexes)
    assert not isinstance(end, Refusal)  # noqa: S101
    taken = functools.reduce(enter, hexes[1:], 0)
    return Advance(action.unit, path_of(parts, advances_of(parts, state, step, unit)[end, taken]))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """20.2 The hexes of an advance, one by one."""
    del state, step
    path = getattr(action, "path", ())
    return Sum("hexes", tuple(Part(parts.hex_name(name), 1, "20.2") for name in path[1:] if name in parts.hex_index))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every path over neighbours, up to two hexes and then straight from those that are listed."""
    assert isinstance(step, Advancing)  # noqa: S101
    found: list[Action] = [_END]
    for unit in step.units:
        name, start = parts.unit_ids[unit], state.at[unit]
        if start >= OFF:
            continue
        paths: list[tuple[int, ...]] = [(start, a) for a in parts.near[start]]
        paths += [(*path, b) for path in paths for b in parts.near[path[-1]]]
        listed = [tuple(node[0] for node in way) for way in advances_of(parts, state, step, unit).values()]
        paths += [(*path, b) for path in listed if len(path) > 2 for b in parts.near[path[-1]]] + listed
        found += [Advance(name, tuple(parts.hex_ids[h] for h in path)) for path in paths]
    return found


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Told] | None:
    """20.2 Go on by itself where nobody can advance."""
    assert isinstance(step, Advancing)  # noqa: S101
    if any(advances_of(parts, state, step, unit) for unit in step.units):
        return None
    return pop(state), ()


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Told]:
    """20.1, 20.2 Advance the unit; it advances once."""
    assert isinstance(step, Advancing)  # noqa: S101
    if not isinstance(action, Advance):
        return pop(state), ()
    unit = parts.unit_index[action.unit]
    hexes = [parts.hex_index[name] for name in action.path]
    end = walked(parts, state, step, unit, hexes)
    assert not isinstance(end, Refusal)  # noqa: S101
    rest = tuple(other for other in step.units if other != unit)
    state = swap(state, msgspec.structs.replace(step, units=rest))
    return moved(parts, state, unit, hexes, end[1], "34.5" if step.blitz else "41.4" if step.sneak else "20.2")


def moved(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, hexes: list[int], banks: int, rule: str
) -> tuple[State, Told]:
    """20.2 Put the unit at the end of its way, with all that follows (11.7, 23.5.5, 25.6, 37.4)."""
    if goes_abroad(parts, state, unit, hexes):
        state = msgspec.structs.replace(state, british="crossed")
    state = place(parts, state, unit, hexes[-1], banks)
    told = Advanced(rule, parts.unit_ids[unit], tuple(parts.hex_ids[h] for h in hexes))
    state, more = upkeep.arrived(parts, state, unit, hexes, rule)
    state, freed = engagement.broken_by(parts, state, unit)
    state, silent = fireline.silenced(parts, state)
    return state, (told, *more, *freed, *silent)


STEPS = (Advancing,)
ACTIONS = (Advance, EndAdvance)
