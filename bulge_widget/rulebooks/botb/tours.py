"""6.5, 6.8 and 16.0 The ways listed for a unit: one, the cheapest, for each effect it can bring about.

An effect is where a way ends, on which bank, and what it takes on its way (``traces``). Of ways to one place that
differ only in what they take on their way the cheapest :data:`MOST` are listed; any other may still be drawn and
is carried out as drawn. Does not judge a drawn path (paths).
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from itertools import compress
from typing import NamedTuple, TypeAlias, cast

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
    nodes: Collection[int]
    """The nodes of its labels, in the same order; `cost` itself where no way takes anything."""

    @property
    def traced(self) -> bool:
        """Whether any way takes something."""
        return self.nodes is not self.cost

    def path(self, label: Label) -> list[Label]:
        """The labels of the way to one of them."""
        found, previous = [label], self.previous
        while (label := previous.get(label, -1)) >= 0:
            found.append(label)
        return found[::-1]


class Trips(NamedTuple):
    """The ways of a unit, one for each effect, the cheapest first: three lists that run beside each other."""

    labels: list[Label]
    """Which way it is."""
    ends: list[Effect]
    """What it brings about."""
    hexes: list[int]
    """Where it ends."""
    outside: Survey
    inside: Survey | None
    """14.1.2 The survey of ways into enemy zones, where they count differently."""

    @property
    def ways(self) -> dict[Effect, Label]:
        """The ways by what they bring about."""
        return dict(zip(self.ends, self.labels, strict=True))


_NO_WAYS: dict[Label, int] = {}
_NOTHING = Survey(_NO_WAYS, {}, _NO_WAYS)


# -- searching ----------------------------------------------------------------------------------------


def beginnings(parts: Components, terms: Terms, start: Start, *, slow: bool) -> list[tuple[int, int]]:
    """The first steps of a way, of the rest of one, or of an arrival, each with what is spent by then."""
    if start.gates:
        return [(node, dear if slow else cheap) for node, cheap, dear in start.gates]
    if not start.begun:
        return movement.first_steps(parts, terms, start.node, slow=slow)
    if terms.zone[nodes_of(parts).hex[start.node]]:
        return []
    spent = start.slow if slow else start.fast
    return [(node, cost + spent) for node, cost in terms.rows[slow][start.node] if cost + spent <= terms.points]


@functools.lru_cache(maxsize=16)
def surveys(
    parts: Components, terms: Terms, start: Start, marks: Marks, *, infantry: bool
) -> tuple[Survey, Survey | None]:
    """14.1.2 The search for ways outside enemy zones, and another for those into one if they count differently.

    Parameters
    ----------
    infantry : bool
        Whether the unit is one of those that pay the slow rate for a way that begins or ends in a zone.
    """
    if not infantry or start.zone:
        return _survey(parts, terms, start, marks, terms.unreached, slow=infantry), None
    outside = _survey(parts, terms, start, marks, terms.unguarded, slow=False)
    return outside, _survey(parts, terms, start, marks, terms.approaches, slow=True)


def _survey(  # noqa: C901, PLR0912, PLR0913, PLR0915  one loop, as calls in it would cost most of its speed
    parts: Components, terms: Terms, start: Start, marks: Marks, bounds: bytes, *, slow: bool
) -> Survey:
    """The cheapest ways to each node that differ in their traces, at most :data:`MOST` more than one a node.

    Most ways take nothing, so that their labels are nodes: what is known of these stands in a row, as that is
    copied at once, and what is known of the others in a dictionary.
    """
    steps = [step for step in beginnings(parts, terms, start, slow=slow) if step[1] < bounds[step[0]]]
    if not steps:
        return _NOTHING
    nodes, by_left, stops, gains = nodes_of(parts), terms.by_left[slow], terms.stops, marks.gains
    low, width, hexes, beyond = nodes.low, nodes.width, nodes.hex, terms.points + 1
    buckets: list[list[Label]] = [[] for _ in range(beyond)]
    best, previous, cost = dict[Label, int](), dict[Label, Label](), dict[Label, int]()
    plain, known, traced = bytearray(bounds), best.get, dict[int, int]()
    for label, spent in _set_out(start, marks, steps):
        if spent < (plain[label] if label <= low else known(label, beyond)):
            buckets[spent].append(label)
            if label <= low:
                plain[label] = spent
            else:
                best[label] = spent
    for so_far, bucket in enumerate(buckets):
        if not bucket:
            continue
        rows = by_left[-1 - so_far]
        for label in bucket:  # a step of 0 points adds to the bucket that is being read
            if label <= low:
                if plain[label] != so_far or (traced and traced.get(label, 0) > MOST):
                    continue
                cost[label] = so_far
                if stops[label]:
                    continue
                for there, step in rows[label]:
                    total = so_far + step
                    if total < plain[there]:
                        if there not in gains:
                            plain[there] = total
                            previous[there] = label
                            buckets[total].append(there)
                        elif total < known(after := there | gains[there], beyond):
                            best[after], previous[after] = total, label
                            buckets[total].append(after)
                continue
            node = label & low
            if best[label] != so_far or (others := traced.get(node, 0)) + (node in cost) > MOST:
                continue
            cost[label] = so_far
            traced[node] = others + 1
            if stops[node]:
                continue
            taken = label - node
            for there, step in rows[node]:
                total = so_far + step
                if total < bounds[there]:
                    after = taken | there
                    if there in gains:
                        after |= gains[there]
                    if marks.after:
                        after = marks.crossed(after, hexes[there], width)
                    if total < known(after, beyond):
                        best[after], previous[after] = total, label
                        buckets[total].append(after)
    return Survey(cost, previous, [label & low for label in cost] if best else cost)


def _set_out(start: Start, marks: Marks, steps: list[tuple[int, int]]) -> list[tuple[Label, int]]:
    """The first steps as labels: with what is taken by setting out, and by coming into their hexes."""
    nodes, gains = marks.nodes, marks.gains
    trace = 0 if start.gates else marks.begin(nodes.hex[start.node]) << nodes.width
    found = [(trace | node | gains.get(node, 0), spent) for node, spent in steps]
    if not marks.after:
        return found
    return [(marks.crossed(label, nodes.hex[label & nodes.low], nodes.width), spent) for label, spent in found]


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
    own = {h for h in trips.hexes if mine[h] and h not in alarms}
    return without(trips, [h for h in own if zones.crowding(parts, state, unit, h)])


def without(trips: Trips, full: Collection[int]) -> Trips:
    """The ways that do not end in some hexes."""
    if not full:
        return trips
    kept = [h not in full for h in trips.hexes]
    labels, ends = list(compress(trips.labels, kept)), list(compress(trips.ends, kept))
    return trips._replace(labels=labels, ends=ends, hexes=list(compress(trips.hexes, kept)))


@functools.lru_cache(maxsize=16)
def _trips(  # noqa: PLR0913  a way has these sides
    parts: Components, terms: Terms, start: Start, marks: Marks, *, armor: bool, infantry: bool
) -> Trips:
    """The same for all that have the same terms: ways outside enemy zones from one survey, into them from another."""
    nodes, labels, ends = nodes_of(parts), list[Label](), list[Effect]()
    outside, inside = surveys(parts, terms, start, marks, infantry=infantry)
    for survey in (outside, inside) if inside and inside.cost else (outside,):
        more, at = _gone_to(parts, terms, start, survey, guarded=survey is inside)
        labels += more
        ends += _ends(parts, terms, start, survey, (more, at), armor=armor)
    seen = set(ends)
    if len(seen) < len(ends):
        first = [end in seen and not seen.remove(end) for end in ends]  # type: ignore[func-returns-value]
        labels, ends = list(compress(labels, first)), list(compress(ends, first))
    if armor or terms.alarms or outside.traced or (inside and inside.traced):
        low, hexes = nodes.low, nodes.hex
        return Trips(labels, ends, [hexes[label & low] for label in labels], outside, inside)
    return Trips(labels, ends, cast("list[int]", ends), outside, inside)  # a hex with all its banks has its number


def _ends(  # noqa: PLR0913  a way has these sides
    parts: Components, terms: Terms, start: Start, survey: Survey, gone: tuple[list[Label], list[int]], *, armor: bool
) -> list[Effect]:
    """What each of some ways comes to, given their labels and the nodes of these."""
    nodes, (labels, at), end_of = nodes_of(parts), gone, _end_nodes(parts, armor=armor)
    if labels is at:
        ends: list[Effect] = [end_of[node] for node in at]
    else:
        ends = [label - node + end_of[node] for label, node in zip(labels, at, strict=True)]
    if terms.alarms:
        for number, (label, node) in enumerate(zip(labels, at, strict=True)):
            if nodes.hex[node] in terms.alarms:
                ends[number] = _alarmed(parts, terms, start, survey, label)
    return ends


def _gone_to(
    parts: Components, terms: Terms, start: Start, survey: Survey, *, guarded: bool
) -> tuple[list[Label], list[int]]:
    """The labels of a survey that are ends, and their nodes: not where the unit begins, inside enemy zones if asked."""
    nodes, labels = nodes_of(parts), list(survey.cost)
    at, hexes, here = labels, nodes.hex, -1 if start.gates else nodes.hex[start.node]
    if survey.traced:
        at = list(survey.nodes)
        kept = [terms.guarded[node] for node in at] if guarded else [hexes[node] != here for node in at]
        return list(compress(labels, kept)), list(compress(at, kept))
    if guarded:
        labels = at = [node for node in at if terms.guarded[node]]
    elif not start.gates:
        for node in (*nodes.of_hex[here], *(node + nodes.singles for node in nodes.of_hex[here])):
            if node in survey.cost:
                labels.remove(node)
    return labels, at


def _alarmed(parts: Components, terms: Terms, start: Start, survey: Survey, label: Label) -> Effect:
    """39.4, 42.2 What a way comes to that something breaks off in its last hex."""
    nodes = nodes_of(parts)
    node = label & nodes.low
    before = survey.previous.get(label, node if start.gates else start.node) & nodes.low
    return effect_of(parts, terms, node, label >> nodes.width, before, armor=False)


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
