"""6.0 and 14.0 Drawn paths: the rule that forbids one, and what it costs.

The list of ways (tours) and the judgement of a path use the same steps (``ground.edge``), so they cannot drift
apart.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from bulge_widget.core.decision import Part, Refusal
from bulge_widget.rulebooks.botb import ground, movement, steps, zones
from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from bulge_widget.rulebooks.botb.movement import Terms
from bulge_widget.rulebooks.botb.state import State, Step

__all__ = [
    "ZONE_MOVERS",
    "Continuing",
    "Past",
    "Start",
    "Walked",
    "going_on",
    "path_refusal",
    "price",
    "prices",
    "start_of",
    "walked",
]

ZONE_MOVERS = frozenset({"german_infantry", "allied_infantry"})  # 14.1.2.1, 14.1.2.2


class Start(NamedTuple):
    """Where a way begins, and what was spent before."""

    node: int
    """-1 where there are gates."""
    fast: int = 0
    """Twelfths spent so far at the fast road rate."""
    slow: int = 0
    """And as they count at the slow rate."""
    begun: bool = False
    """Whether the unit has left the hex it began its turn in."""
    zone: bool = False
    """14.1.2 Whether it began its turn in an enemy zone."""
    arriving: bool = False
    """16.5 Whether the unit comes in at this hex now."""
    gates: tuple[tuple[int, int, int], ...] = ()
    """16.4 Where it may come in at any of some nodes: these, each with its price at the fast and the slow rate."""


class Past(NamedTuple):
    """What an earlier part of the same move still bears on."""

    origin: int
    """The hex it began in."""
    searched: tuple[int, ...] = ()
    """42.8 Hexes in which the unit has looked for a commando, ascending."""


class Continuing(Step, frozen=True, gc=False):
    """6.3 A unit that was stopped on its way goes on, or stays."""

    unit: str
    node: int
    fast: int
    slow: int
    zone: bool
    origin: int
    """The hex its move began in."""
    searched: tuple[int, ...] = ()
    """42.8 Hexes in which it has looked for a commando, ascending."""


class Walked(NamedTuple):
    """What a legal path comes to."""

    nodes: tuple[int, ...]
    """After each step."""
    fast: int
    slow: int


def start_of(parts: Components, state: State, unit: int) -> Start:
    """14.2, 14.1.2 Where a unit on the map begins."""
    where = state.at[unit]
    node = nodes_of(parts).number[where, ground.start_mask(parts, state, unit)]
    return Start(node, zone=parts.combat[unit] and zones.in_enemy_zone(parts, state, unit))


def going_on(state: State, name: str) -> Continuing | None:
    """6.3 The rest of the way of a unit that has been stopped, while it or what stopped it is asked for."""
    found = (step for step in reversed(state.stack) if isinstance(step, Continuing))
    return next((step for step in found if step.unit == name), None)


# -- judging ------------------------------------------------------------------------------------------


def known_refusal(parts: Components, path: tuple[str, ...]) -> Refusal | None:
    """6.2 Whether a path names hexes of the map that touch."""
    for name in path:
        if name not in parts.hex_index:
            return Refusal("unknown_hex", "3.2", {"hex": name})
    for a, b in itertools.pairwise(path):
        if parts.hex_index[b] not in parts.near[parts.hex_index[a]]:
            return Refusal("not_adjacent", "6.2", {"from": a, "to": b})
    return None


def _searched(parts: Components, unit: int, where: int) -> Refusal:
    """42.8 A hex with a commando the unit has looked for already."""
    return Refusal("searched_before", "42.8", {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]})


def step_refusal(  # noqa: PLR0913  a step has these sides
    parts: Components, state: State, unit: int, terms: Terms, a: int, b: int, *, first: bool
) -> Refusal | None:
    """6.7, 7.2, 14.3, 14.4.1 Why enemies or limits forbid a step."""
    if b in terms.closed:
        return movement.closed_refusal(parts, state, unit, b) or _searched(parts, unit, b)
    zone = terms.zone
    if not (zone[a] or zone[b] or terms.enemy[b]) or terms.free:
        return None
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "from": parts.hex_ids[a], "hex": parts.hex_ids[b]}
    if terms.enemy[b]:
        return Refusal("enemy_there", "6.7", facts)
    if not first and zone[a]:
        return Refusal("stops_in_zone", "7.2", facts)
    if zone[a] and zone[b]:
        guard = movement.shares_guard(parts, terms.enemy, a, b)
        if guard is not None:
            return Refusal("same_zone", "14.4.1", facts | {"guard": parts.hex_ids[guard]})
    return None


def ground_refusal(parts: Components, unit: int, going: Going, node: int, b: int) -> Refusal:
    """6.9, 14.1.6, 14.2, 25.3 Why the ground forbids a step."""
    nodes = nodes_of(parts)
    a = nodes.hex[node]
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "from": parts.hex_ids[a], "hex": parts.hex_ids[b]}
    if parts.board.borders[a, b].cliff:
        return Refusal("cliff", "6.9", facts)
    if node >= nodes.singles:
        return Refusal("stops_in_rough", "25.3", facts)
    if not ground.walk(parts, going.shut, nodes.mask[node], a, b):
        return Refusal("river", "14.2.6" if parts.armor[unit] else "14.2.1", facts)
    if going.mech and "forest" in {parts.terrain[a], parts.terrain[b]}:
        return Refusal("forest", "14.1.6", facts)
    return Refusal("leaves_road", "25.3", facts)


def walked(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: Terms, start: Start, path: list[int]
) -> Walked | Refusal:
    """6.0, 14.0 Follow a path of neighbouring hexes; the first is where the unit is."""
    known, key = _walks(parts, state, unit), (terms, start, *path)
    if key not in known:
        known[key] = _walked(parts, state, unit, terms, start, path)
    return known[key]


@once
def _walks(parts: Components, state: State, unit: int) -> dict[tuple[object, ...], Walked | Refusal]:
    """The paths of a unit that have been followed: one is judged before it is gone, and then."""
    del parts, state, unit
    return {}


def _walked(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: Terms, start: Start, path: list[int]
) -> Walked | Refusal:
    fast = slow = steps.follow(parts, terms.fast, start.node, path, first=not start.begun)
    if terms.slow is not terms.fast:
        slow = steps.follow(parts, terms.slow, start.node, path, first=not start.begun)
    passable = min(len(fast), len(slow))
    for number, (a, b) in enumerate(itertools.pairwise(path)):
        refusal = step_refusal(parts, state, unit, terms, a, b, first=number == 0 and not start.begun)
        if refusal is not None:
            return refusal
        if number == passable:
            return ground_refusal(parts, unit, terms.fast, fast[number - 1][0] if number else start.node, b)
    nodes = tuple([node for node, _ in fast])
    return Walked(nodes, start.fast + sum([cost for _, cost in fast]), start.slow + sum([cost for _, cost in slow]))


def is_slow(parts: Components, unit: int, terms: Terms, start: Start, last: int) -> bool:
    """14.1.2.1, 14.1.2.2 Whether a way counts at the slow road rate."""
    ends = bool(terms.zone[last])
    return parts.mover[unit] in ZONE_MOVERS and (start.zone or ends)


def path_refusal(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: Terms, start: Start, path: tuple[str, ...]
) -> Refusal | None:
    """6.0, 10.1, 10.3, 14.0 The rule that forbids a path from where the unit is."""
    name = parts.unit_ids[unit]
    here = nodes_of(parts).hex[start.node]
    if len(path) < 2 or (path[-1] == path[0] and not start.arriving):
        return Refusal("no_path", "6.2", {"unit": name})
    if path[0] != parts.hex_ids[here]:
        return Refusal("not_there", "6.2", {"unit": name, "from": path[0], "hex": parts.hex_ids[here]})
    wrong = known_refusal(parts, path)
    if wrong is not None:
        return wrong
    hexes = [parts.hex_index[h] for h in path]
    found = walked(parts, state, unit, terms, start, hexes)
    if isinstance(found, Refusal):
        return found
    spent = found.slow if is_slow(parts, unit, terms, start, hexes[-1]) else found.fast
    if spent > terms.points:
        return Refusal(
            "too_far", "6.4", {"unit": name, "cost": ground.written(spent), "limit": ground.written(terms.points)}
        )
    if hexes[-1] in terms.alarms:
        return None  # 39.4, 42.2 it does not end there yet
    return zones.stacking_refusal(parts, state, unit, hexes[-1])


def prices(parts: Components, unit: int, terms: Terms, start: Start, path: list[int]) -> list[int]:
    """6.4, 14.1, 16.5 What each hex of a path costs, in twelfths of a movement point; that of an arrival first."""
    slow = is_slow(parts, unit, terms, start, path[-1])
    going = terms.slow if slow else terms.fast
    made = steps.follow(parts, going, start.node, path, first=not start.begun)
    return [*([start.slow if slow else start.fast] if start.arriving else []), *(cost for _, cost in made)]


def price(parts: Components, unit: int, terms: Terms, start: Start, path: list[int]) -> tuple[Part, ...]:
    """6.4, 14.1, 16.5 The same, each with the name of its hex."""
    entered, rule = (path, "16.5") if start.arriving else (path[1:], "14.1")
    found = []
    for where, cost in zip(entered, prices(parts, unit, terms, start, path), strict=False):
        found.append(Part(parts.hex_name(parts.hex_ids[where]), cost, rule))
        rule = "14.1"
    return tuple(found)
