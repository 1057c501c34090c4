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

__all__ = [
    "MOST",
    "Effect",
    "Survey",
    "Trips",
    "beginnings",
    "effect_of",
    "goal_of",
    "listed_trips",
    "path_in",
    "path_of",
    "surveys",
    "without",
]

MOST = 8
"""Ways to one node that are looked at, beyond the cheapest."""

Effect: TypeAlias = int | tuple[int, int]
"""What a way comes to: the node that stands for its end (for armour with the banks it may leave by, 14.2.6), its trace
in the bits above; where something breaks the way off (39.4, 42.2) the node from which it goes on instead, and with it
the one from which it does if the bridge there does not stand, else -1."""
Label: TypeAlias = int
"""A node, and the trace of the way there in the bits above it."""


class Survey(NamedTuple):
    """What a search has found: its labels, the cheapest first, and the label before each."""

    cost: dict[Label, int]
    previous: dict[Label, Label]
    trace: int
    """What every one of its ways takes."""
    plain: bool
    """Whether its labels are nodes alone."""

    def path(self, label: Label) -> list[Label]:
        """The labels of the way to one of them."""
        found, previous = [label], self.previous
        while (label := previous.get(label, -1)) >= 0:
            found.append(label)
        return found[::-1]


class Trips(NamedTuple):
    """The ways of a unit, each given by its label."""

    ways: dict[Effect, Label]
    """By what they bring about, the cheapest first."""
    hexes: frozenset[int]
    """Where they end."""
    outside: Survey
    inside: Survey | None
    """14.1.2 The survey of ways into enemy zones, where they count differently."""


# -- searching ----------------------------------------------------------------------------------------


def beginnings(parts: Components, terms: Terms, start: Start, *, slow: bool) -> tuple[tuple[int, int], ...]:
    """The first steps of a way, of the rest of one, or of an arrival, each with what is spent by then."""
    if start.gates:
        return tuple((node, dear if slow else cheap) for node, cheap, dear in start.gates)
    if not start.begun:
        return movement.first_steps(parts, terms, start.node, slow=slow)
    if terms.zone[nodes_of(parts).hex[start.node]]:
        return ()
    spent = start.slow if slow else start.fast
    return tuple((node, cost + spent) for node, cost in terms.rows[slow][start.node] if cost + spent <= terms.points)


@functools.lru_cache(maxsize=64)
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
    found = movement.searched(terms, steps, slow=slow)
    trace = 0 if start.gates else marks.begin(nodes_of(parts).hex[start.node])
    if not marks.met(found.cost) and not any(trace & wet for wet, _, _ in marks.after):
        return Survey(found.cost, found.previous, trace, plain=True)
    return _labelled(parts, terms, steps, marks, trace, slow=slow)


def _labelled(  # noqa: C901, PLR0913  one loop, as calls in it would cost most of its speed
    parts: Components, terms: Terms, steps: Sequence[tuple[int, int]], marks: Marks, trace: int, *, slow: bool
) -> Survey:
    """The cheapest ways to each node that differ in their traces, at most :data:`MOST` more than one a node."""
    nodes, by_left, stops = nodes_of(parts), terms.by_left[slow], terms.stops
    low, gains, beyond, hexes = nodes.low, marks.gains, terms.points + 1, nodes.hex
    seen = bytearray(terms.barred).replace(b"\1", bytes((MOST + 1,)))
    buckets: list[list[Label]] = [[] for _ in range(beyond)]
    best, previous, cost = dict[Label, int](), dict[Label, Label](), dict[Label, int]()
    for node, spent in steps:
        label = trace << nodes.width | node | gains[node]
        label = marks.crossed(label, hexes[node], nodes.width) if marks.after else label
        if spent < best.get(label, beyond):
            best[label] = spent
            buckets[spent].append(label)
    for so_far, bucket in enumerate(buckets):
        rows = by_left[-1 - so_far]
        for label in bucket:  # a step of 0 points adds to the bucket that is being read
            node = label & low
            if best[label] != so_far or seen[node] > MOST:
                continue
            cost[label] = so_far
            seen[node] += 1
            if stops[node]:
                continue
            taken = label - node
            for there, step in rows[node]:
                total = so_far + step
                if total < beyond:
                    after = taken | there | gains[there]
                    if marks.after:
                        after = marks.crossed(after, hexes[there], nodes.width)
                    if total < best.get(after, beyond):
                        best[after], previous[after] = total, label
                        buckets[total].append(after)
    return Survey(cost, previous, 0, plain=False)


# -- listing ------------------------------------------------------------------------------------------


def effect_of(  # noqa: PLR0913  an effect has these sides
    parts: Components, terms: Terms, node: int, trace: int, before: int, *, armor: bool
) -> Effect:
    """14.2.6, 39.4, 42.2 What ending at a node comes to; `before` is the node the last step is made from."""
    nodes = nodes_of(parts)
    where, taken = nodes.hex[node], trace << nodes.width
    if where in terms.alarms:
        dry = ground.dry_node(parts, terms.fast.shut, before, where) if where in terms.charges else -1
        return taken | node, dry
    return taken | _end_nodes(parts, armor=armor)[node]


@functools.lru_cache(maxsize=4)
def _end_nodes(parts: Components, *, armor: bool) -> tuple[int, ...]:
    """14.2.6 For each node the one that stands for ending there: armour keeps to its banks, others to none."""
    nodes = nodes_of(parts)
    if armor:
        return tuple(node % nodes.singles for node in range(len(nodes.hex)))
    return tuple(nodes.number[h, ground.full_mask(parts, h)] for h in nodes.hex)


def goal_of(parts: Components, way: Label) -> int:
    """The hex a way ends in."""
    nodes = nodes_of(parts)
    return nodes.hex[way & nodes.low]


def listed_trips(parts: Components, state: State, unit: int, terms: Terms, start: Start) -> Trips:
    """6.5, 10.1, 10.3 One way for each effect, the cheapest first."""
    infantry = parts.mover[unit] in ZONE_MOVERS
    trips = _trips(parts, terms, start, marks_of(parts, state, unit), armor=parts.armor[unit], infantry=infantry)
    mine, alarms = state.counts[parts.side[unit]], terms.alarms
    own = [h for h in trips.hexes if mine[h] and h not in alarms]
    return without(parts, trips, {h for h in own if zones.stacking_refusal(parts, state, unit, h)})


def without(parts: Components, trips: Trips, full: set[int]) -> Trips:
    """The ways that do not end in some hexes."""
    if not full:
        return trips
    hexes, low = nodes_of(parts).hex, nodes_of(parts).low
    return trips._replace(ways={effect: way for effect, way in trips.ways.items() if hexes[way & low] not in full})


@functools.lru_cache(maxsize=64)
def _trips(  # noqa: PLR0913  a way has these sides
    parts: Components, terms: Terms, start: Start, marks: Marks, *, armor: bool, infantry: bool
) -> Trips:
    """The same for all that have the same terms: ways outside enemy zones from one survey, into them from another."""
    nodes, end_of, ways = nodes_of(parts), _end_nodes(parts, armor=armor), dict[Effect, Label]()
    outside, inside = surveys(parts, terms, start, marks, infantry=infantry)
    found = list[int]()
    for survey in (outside, inside) if inside else (outside,):
        labels = _gone_to(parts, terms, start, survey, inside=None if inside is None else survey is inside)
        at = labels if survey.plain else [label & nodes.low for label in labels]
        ends: list[Effect] = list(map(end_of.__getitem__, at))
        if survey.trace or not survey.plain:
            taken = survey.trace << nodes.width
            ends = [taken | label - node | end_of[node] for label, node in zip(labels, at, strict=True)]
        if terms.alarms:
            ends = [
                effect if nodes.hex[node] not in terms.alarms else _alarmed(parts, terms, start, survey, label)
                for effect, label, node in zip(ends, labels, at, strict=True)
            ]
        first = dict(zip(reversed(ends), reversed(labels), strict=True))
        if len(first) < len(ends):
            labels, ends = [first[end] for end in dict.fromkeys(ends)], list(dict.fromkeys(ends))
        ways |= dict(zip(ends, labels, strict=True))
        found += at
    return Trips(ways, frozenset(map(nodes.hex.__getitem__, found)), outside, inside)


def _gone_to(parts: Components, terms: Terms, start: Start, survey: Survey, *, inside: bool | None) -> list[Label]:
    """The labels of a survey that are ends: not where the unit begins, and inside enemy zones or outside if asked."""
    nodes, guarded, labels = nodes_of(parts), terms.guarded, list(survey.cost)
    if not start.gates:
        here = nodes.hex[start.node]
        if not survey.plain:
            labels = [label for label in labels if nodes.hex[label & nodes.low] != here]
        for node in (*nodes.of_hex[here], *(node + nodes.singles for node in nodes.of_hex[here])):
            if survey.plain and node in survey.cost:
                labels.remove(node)
    if inside is None:
        return labels
    return [label for label in labels if guarded[label & nodes.low] == inside]


def _alarmed(parts: Components, terms: Terms, start: Start, survey: Survey, label: Label) -> Effect:
    """39.4, 42.2 What a way comes to that something breaks off in its last hex."""
    nodes = nodes_of(parts)
    node = label & nodes.low
    before = survey.previous.get(label, node if start.gates else start.node) & nodes.low
    return effect_of(parts, terms, node, survey.trace | label >> nodes.width, before, armor=False)


def path_of(parts: Components, terms: Terms, start: Start, trips: Trips, way: Label) -> tuple[str, ...]:
    """A way as the ids of its hexes, from where it begins."""
    inside = trips.inside if terms.guarded[way & nodes_of(parts).low] else None
    return path_in(parts, start, inside or trips.outside, way)


def path_in(parts: Components, start: Start, survey: Survey, way: Label) -> tuple[str, ...]:
    """The same in one survey."""
    nodes, ids = nodes_of(parts), parts.hex_ids
    hexes, low = nodes.hex, nodes.low
    path = [ids[hexes[passed & low]] for passed in survey.path(way)]
    return tuple(path) if start.gates else (ids[hexes[start.node]], *path)
