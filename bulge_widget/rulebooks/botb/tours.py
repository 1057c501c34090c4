"""6.5, 6.8 and 16.0 The ways listed for a unit: one, the cheapest, for each effect it can bring about.

An effect is where a way ends, on which bank, and what it takes on its way (``traces``). Of ways to one place that
differ only in what they take on their way the cheapest :data:`MOST` are listed; any other may still be drawn and
is carried out as drawn. Does not judge a drawn path (paths).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from bulge_widget.rulebooks.botb import ground, movement, zones
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.movement import Terms
from bulge_widget.rulebooks.botb.paths import ZONE_MOVERS, Start
from bulge_widget.rulebooks.botb.state import State
from bulge_widget.rulebooks.botb.traces import Marks, marks_of

__all__ = ["MOST", "Effect", "Survey", "Trip", "beginnings", "effect_of", "listed_trips", "path_of", "surveys"]

MOST = 8
"""Ways to one node that are looked at, beyond the cheapest."""

Effect: TypeAlias = tuple[int, int, int, int, int]
"""What a way comes to: the hex it ends in; for armour in a river hex the banks it may leave by (14.2.6), else 0; its
trace; and where something breaks it off (39.4, 42.2) the node from which it goes on, and the one from which it does
if the bridge there does not stand, else -1."""
Label: TypeAlias = int
"""A node, and the trace of the way there in the bits above it."""


class Survey(NamedTuple):
    """What a search has found: its labels, the cheapest first, and the label before each."""

    cost: dict[Label, int]
    previous: dict[Label, Label]
    trace: int
    """What every one of its ways takes."""

    def path(self, label: Label) -> list[Label]:
        """The labels of the way to one of them."""
        found, previous = [label], self.previous
        while (label := previous.get(label, -1)) >= 0:
            found.append(label)
        return found[::-1]


Trip: TypeAlias = tuple[Survey, Label]
"""One way to bring about an effect."""

# -- searching ----------------------------------------------------------------------------------------


def beginnings(parts: Components, terms: Terms, start: Start, *, slow: bool) -> tuple[tuple[int, int], ...]:
    """The first steps of a way, of the rest of one, or of an arrival, each with what is spent by then."""
    if start.gates:
        return tuple((node, dear if slow else cheap) for node, cheap, dear in start.gates)
    going, spent = (terms.slow, start.slow) if slow else (terms.fast, start.fast)
    if not start.begun:
        return movement.first_steps(parts, terms, going, start.node)
    if terms.zone[nodes_of(parts).hex[start.node]]:
        return ()
    steps = ground.rows(parts, going)[start.node]
    return tuple((node, cost + spent) for node, cost in steps if cost + spent <= terms.points)


@functools.lru_cache(maxsize=256)
def surveys(
    parts: Components, terms: Terms, start: Start, marks: Marks, *, infantry: bool
) -> tuple[Survey, Survey | None]:
    """14.1.2 The search for ways outside enemy zones, and another for those into one if they count differently.

    Parameters
    ----------
    infantry : bool
        Whether the unit is one of those that pay the slow rate for a way that begins or ends in a zone.
    """
    first = _survey(parts, terms, start, marks, slow=infantry and start.zone)
    if not infantry or start.zone:
        return first, None
    stops, low = terms.stops, nodes_of(parts).low
    stopped = any(stops[label & low] for label in first.cost)
    return first, _survey(parts, terms, start, marks, slow=True) if stopped else None


def _survey(parts: Components, terms: Terms, start: Start, marks: Marks, *, slow: bool) -> Survey:
    steps = beginnings(parts, terms, start, slow=slow)
    found = movement.searched(parts, terms, terms.slow if slow else terms.fast, steps)
    trace = 0 if start.gates else marks.begin(nodes_of(parts).hex[start.node])
    if marks.gains.keys().isdisjoint(found.cost) and not any(trace & wet for wet, _, _ in marks.after):
        return Survey(found.cost, found.previous, trace)
    return _labelled(parts, terms, steps, marks, trace, slow=slow)


def _labelled(  # noqa: C901, PLR0913  one loop, as calls in it would cost most of its speed
    parts: Components, terms: Terms, steps: Sequence[tuple[int, int]], marks: Marks, trace: int, *, slow: bool
) -> Survey:
    """The cheapest ways to each node that differ in their traces, at most :data:`MOST` more than one a node."""
    nodes, rows, stops = nodes_of(parts), ground.rows(parts, terms.slow if slow else terms.fast), terms.stops
    low, gains, beyond = nodes.low, marks.gains, terms.points + 1
    seen = dict.fromkeys(terms.barred, MOST + 1)
    buckets: list[list[Label]] = [[] for _ in range(beyond)]
    best, previous, cost = dict[Label, int](), dict[Label, Label](), dict[Label, int]()

    def entered(before: Label, node: int) -> Label:
        label = before | node | gains.get(node, 0)
        return marks.crossed(label, nodes.hex[node], nodes.width) if marks.after else label

    for node, spent in steps:
        label = entered(trace << nodes.width, node)
        if spent < best.get(label, beyond):
            best[label] = spent
            buckets[spent].append(label)
    for so_far, bucket in enumerate(buckets):
        for label in bucket:  # a step of 0 points adds to the bucket that is being read
            node = label & low
            if best[label] != so_far or seen.get(node, 0) > MOST:
                continue
            cost[label], seen[node] = so_far, seen.get(node, 0) + 1
            if stops[node]:
                continue
            for there, step in rows[node]:
                total = so_far + step
                if total < beyond:
                    after = entered(label - node, there)
                    if total < best.get(after, beyond):
                        best[after], previous[after] = total, label
                        buckets[total].append(after)
    return Survey(cost, previous, 0)


# -- listing ------------------------------------------------------------------------------------------


def effect_of(  # noqa: PLR0913  an effect has these sides
    parts: Components, terms: Terms, node: int, trace: int, before: int, *, armor: bool
) -> Effect:
    """14.2.6, 39.4, 42.2 What ending at a node comes to; `before` is the node the last step is made from."""
    nodes = nodes_of(parts)
    where = nodes.hex[node]
    if where in terms.alarms:
        dry = ground.dry_node(parts, terms.fast.shut, before, where) if where in terms.charges else -1
        return where, 0, trace, node, dry
    return where, nodes.mask[node] if armor and parts.bank_count[where] > 1 else 0, trace, -1, -1


def listed_trips(parts: Components, state: State, unit: int, terms: Terms, start: Start) -> dict[Effect, Trip]:
    """6.5, 10.1, 10.3 One way for each effect, the cheapest first."""
    infantry = parts.mover[unit] in ZONE_MOVERS
    found = _ends(parts, terms, start, marks_of(parts, state, unit), armor=parts.armor[unit], infantry=infantry)
    mine, alarms = state.counts[parts.side[unit]], terms.alarms
    return {
        effect: trip
        for effect, trip in found.items()
        if not mine[where := effect[0]] or where in alarms or not zones.stacking_refusal(parts, state, unit, where)
    }


@functools.lru_cache(maxsize=256)
def _ends(  # noqa: PLR0913  a way has these sides
    parts: Components, terms: Terms, start: Start, marks: Marks, *, armor: bool, infantry: bool
) -> dict[Effect, Trip]:
    """The same, whoever of its own side stands there."""
    nodes, zone, found = nodes_of(parts), terms.zone, dict[Effect, Trip]()
    hexes, low, width = nodes.hex, nodes.low, nodes.width
    here = -1 if start.gates else hexes[start.node]
    told_apart = {*terms.alarms, *(_rivers(parts) if armor else ())}
    outside, inside = surveys(parts, terms, start, marks, infantry=infantry)
    for survey in (outside, inside) if inside else (outside,):
        for label in survey.cost:
            node = label & low
            where = hexes[node]
            if where == here or (inside and bool(zone[where]) != (survey is inside)):
                continue
            trace = survey.trace | label >> width
            if where in told_apart:
                before = survey.previous.get(label, node if start.gates else start.node) & low
                effect = effect_of(parts, terms, node, trace, before, armor=armor)
            else:
                effect = (where, 0, trace, -1, -1)
            if effect not in found:
                found[effect] = survey, label
    return found


@functools.lru_cache(maxsize=4)
def _rivers(parts: Components) -> frozenset[int]:
    return frozenset(h for h, banks in enumerate(parts.bank_count) if banks > 1)


def path_of(parts: Components, start: Start, trip: Trip) -> tuple[str, ...]:
    """A way as the ids of its hexes, from where it begins."""
    nodes, ids = nodes_of(parts), parts.hex_ids
    hexes, low = nodes.hex, nodes.low
    survey, label = trip
    way = [ids[hexes[passed & low]] for passed in survey.path(label)]
    return tuple(way) if start.gates else (ids[hexes[start.node]], *way)
