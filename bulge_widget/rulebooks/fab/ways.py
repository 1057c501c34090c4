"""5.3 Ways a unit can go, as pure functions of what forbids, costs and stops; no unit, no phase is known here.

A way matters by its effect: where it ends, what it takes on the way (2.4) and, where it meets the enemy, over
which border it came. Of the ways of one effect the cheapest stands for all.
"""

from __future__ import annotations

import functools
import heapq
from typing import NamedTuple

from bulge_widget.core.decision import Part
from bulge_widget.rulebooks.fab.components import Components, across, bits

__all__ = ["Effect", "Ground", "Way", "always", "effect_of", "fault", "first_steps", "price", "ways"]


class Ground(NamedTuple):
    """All that makes the map what it is for a unit that moves now; sets of areas unless said otherwise."""

    start: int
    """Area it stands in."""
    limit: int
    """Points it may still spend."""
    whole: int
    """Its whole allowance, the price of a blown bridge."""
    fresh: bool
    """5.33 Whether it stands where it began, so that one area is always allowed."""
    single: bool
    """9.33a, 7.31 Whether it may go one area only."""
    armor: bool
    """14.1 Whether the restricted boundary is closed to it."""
    home: int
    """14.41 Zone it pays to leave; 0 for none."""
    closed: int
    """Areas it may not enter."""
    first: int
    """5.34 Areas it may enter first."""
    enemy: int
    """5.35b Areas where it meets the enemy and stops."""
    stops: int
    """Other areas where it stops."""
    dear: int
    """5.32 Areas that cost a point more to enter."""
    tangled: bool
    """5.34 Whether it leaves a contested area, for a point more."""
    interdicted: int
    """17.21 Areas that cost a point more to enter and to leave."""
    taken: int
    """Areas that change when it comes through: control, a roadblock of its own side."""
    blown: int
    """River borders without a bridge."""
    crossed: int
    """5.35c River borders that may not be crossed to the enemy any more."""
    no_blown: bool
    """7.31 Whether a blown bridge is closed to it."""
    ford: int = -1
    """5.35d River border it may cross though the bridge was blown before its eyes."""


Effect = tuple[int, int, int]
"""Where a way ends, what it takes, and the area it meets the enemy from (-1 for no enemy)."""


class Way(NamedTuple):
    """The cheapest way of an effect."""

    cost: int
    path: tuple[int, ...]


def faults(parts: Components, ground: Ground, a: int, first: bool) -> tuple[tuple[str, str, int], ...]:
    """5.31, 5.34, 5.35c, 14.1 What forbids a step from an area whatever it costs: code, rule, and where to."""
    fresh = first and ground.fresh
    gone = across(parts, a, ground.blown) if ground.blown else 0
    if not ground.no_blown and gone:
        gone = 0 if fresh else gone & ~across(parts, a, 1 << ground.ford) if first and ground.ford >= 0 else gone
    used = ground.enemy & across(parts, a, ground.crossed) if ground.crossed else 0
    return (
        ("closed", "5.3", ground.closed),
        ("first_area", "5.34", ~ground.first if fresh else 0),
        ("restricted", "14.1", parts.barred[a] if ground.armor else 0),
        ("border_used", "5.35c", used),
        ("blown", "7.31", gone) if ground.no_blown else ("blown_later", "R67", gone),
    )


def fault(parts: Components, ground: Ground, a: int, b: int, first: bool) -> tuple[str, str] | None:
    """5.3 What forbids a step, by code and rule; None if nothing does."""
    found = ((code, rule) for code, rule, areas in faults(parts, ground, a, first) if areas >> b & 1)
    return next(found, None)


def open_to(parts: Components, ground: Ground, a: int, first: bool) -> tuple[int, ...]:
    """5.3 The areas a step may lead to, if the points last."""
    free = parts.near[a]
    for _, _, areas in faults(parts, ground, a, first):
        free &= ~areas
    return bits(free)


def is_blown(parts: Components, ground: Ground, a: int, b: int) -> bool:
    """5.32 Whether a step leads over a blown bridge."""
    river = parts.river_of.get((a, b), -1)
    return river >= 0 and bool(ground.blown >> river & 1)


def price(parts: Components, ground: Ground, a: int, b: int, first: bool) -> tuple[Part, ...]:
    """5.32, 14.41, 17.21 What a step costs, part by part."""
    if is_blown(parts, ground, a, b):
        return (Part("blown bridge", ground.whole, "5.32"),)
    found = [Part("connection", parts.cost[a, b], "5.32")]
    if ground.dear >> b & 1:
        found.append(Part("occupied or blocked", 1, "5.32"))
    if first and ground.tangled:
        found.append(Part("out of a contested area", 1, "5.34"))
    if ground.home and parts.zone[a] == ground.home != parts.zone[b]:
        found.append(Part("out of its army's zone", 2, "14.41"))
    watched = (ground.interdicted >> a & 1) + (ground.interdicted >> b & 1)
    if watched:
        found.append(Part("interdicted from the air", watched, "17.21"))
    return tuple(found)


def points(parts: Components, ground: Ground, a: int, b: int, first: bool) -> int:
    """5.32 What a step costs in all."""
    if is_blown(parts, ground, a, b):
        return ground.whole
    cost: int = parts.cost[a, b] + (ground.dear >> b & 1)
    if first and ground.tangled:
        cost += 1
    if ground.home and parts.zone[a] == ground.home != parts.zone[b]:
        cost += 2
    if ground.interdicted:
        cost += (ground.interdicted >> a & 1) + (ground.interdicted >> b & 1)
    return cost


def always(parts: Components, ground: Ground, a: int, b: int, first: bool) -> bool:
    """5.33, 5.35d Whether a step may be made whatever it costs."""
    return first and (ground.fresh or (ground.ford >= 0 and parts.river_of.get((a, b), -1) == ground.ford))


def is_paid(parts: Components, ground: Ground, pair: tuple[int, int], spent: int, first: bool) -> bool:
    """5.22, 5.33, 5.35d Whether the points last for a step that brings what is spent to a number."""
    return spent <= ground.limit or always(parts, ground, *pair, first)


def first_steps(parts: Components, ground: Ground) -> tuple[int, ...]:
    """Areas it can reach in one step."""
    a = ground.start
    return tuple(
        b
        for b in open_to(parts, ground, a, first=True)
        if is_paid(parts, ground, (a, b), points(parts, ground, a, b, first=True), first=True)
    )


def ends_at(parts: Components, ground: Ground, a: int, b: int) -> bool:
    """5.35b, 9.33a Whether a step is the last one."""
    return ground.single or bool((ground.enemy | ground.stops) >> b & 1) or is_blown(parts, ground, a, b)


Label = tuple[int, int, tuple[int, ...], int]
"""A way that may go on: its cost, its length, its areas, and those of them it takes."""


@functools.lru_cache(maxsize=4096)
def ways(parts: Components, ground: Ground) -> dict[Effect, Way]:
    """5.3 The cheapest way of each effect, by destination and then as found."""
    found: dict[Effect, Way] = {}
    queue: list[Label] = [(0, 1, (ground.start,), 0)]
    while queue:
        spent, length, path, taken = heapq.heappop(queue)
        a, first = path[-1], length == 1
        if not first and found[a, taken, -1].path is not path:
            continue  # a cheaper way has been found since
        for b in open_to(parts, ground, a, first):
            cost = spent + points(parts, ground, a, b, first)
            if is_paid(parts, ground, (a, b), cost, first):
                _reach(parts, ground, found, queue, (cost, length + 1, (*path, b), taken | ground.taken & 1 << b))
    return dict(sorted(found.items()))


def _reach(parts: Components, ground: Ground, found: dict[Effect, Way], queue: list[Label], label: Label) -> None:
    """Note a way that is the cheapest so far, and go on from its end unless it stops there."""
    cost, length, path, taken = label
    a, b = path[-2:]
    effect = (b, taken, a if ground.enemy >> b & 1 else -1)
    best = found.get(effect)
    if effect == (ground.start, 0, -1) or (best and (best.cost, len(best.path), best.path) <= (cost, length, path)):
        return
    found[effect] = Way(cost, path)
    if cost < ground.limit and not ends_at(parts, ground, a, b):
        heapq.heappush(queue, label)


def effect_of(ground: Ground, path: tuple[int, ...]) -> Effect:
    """The effect of a path."""
    taken = 0
    for area in path[1:]:
        taken |= ground.taken & 1 << area
    return path[-1], taken, path[-2] if ground.enemy >> path[-1] & 1 else -1
