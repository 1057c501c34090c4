"""6.5 and 6.8 The ways listed for a unit: one, the cheapest, for each effect it can bring about.

An effect is where a way ends, on which bank, and what it takes on its way (``traces``). Of ways to one place that
differ only in what they take on their way the cheapest :data:`MOST` are listed; any other may still be drawn and
is carried out as drawn. Does not judge a drawn path (paths).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from bulge_widget.board import Spread
from bulge_widget.rulebooks.botb import ground, movement, zones
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.ground import Going, nodes_of
from bulge_widget.rulebooks.botb.movement import Terms
from bulge_widget.rulebooks.botb.paths import ZONE_MOVERS, Start
from bulge_widget.rulebooks.botb.state import State
from bulge_widget.rulebooks.botb.traces import Marks, marks_of

__all__ = ["MOST", "Effect", "Trip", "beginnings", "effect_of", "listed_trips", "path_of", "surveys", "trip_to"]

MOST = 8
"""Ways to one node that are looked at, beyond the cheapest."""

Label = tuple[int, int]
"""A node, and the trace of the way there."""


class Effect(NamedTuple):
    """What a way comes to."""

    where: int
    banks: int
    """14.2.6 For armour in a river hex the banks it may leave by; 0 for all others."""
    trace: int
    node: int = -1
    """39.4, 42.2 Where something breaks the way off: the node from which it goes on."""
    dry: int = -1
    """39.4 And the node if the bridge there does not stand."""


class Survey(NamedTuple):
    """What a search has found: its labels, the cheapest first, and the label before each."""

    cost: dict[Label, int]
    previous: dict[Label, Label]

    def path(self, label: Label) -> list[int]:
        """The nodes of the way to a label."""
        found = [label]
        while found[-1] in self.previous:
            found.append(self.previous[found[-1]])
        return [node for node, _ in reversed(found)]


class Plain(NamedTuple):
    """The same where no way leaves a trace but that of its start."""

    spread: Spread
    trace: int

    @property
    def cost(self) -> dict[Label, int]:
        """By label."""
        return {(node, self.trace): cost for node, cost in self.spread.cost.items()}

    def path(self, label: Label) -> list[int]:
        """The nodes of the way to a label."""
        return self.spread.path(label[0])


class Trip(NamedTuple):
    """One way to bring about an effect."""

    effect: Effect
    label: Label
    found: Survey | Plain


# -- searching ----------------------------------------------------------------------------------------


def beginnings(parts: Components, terms: Terms, going: Going, start: Start, spent: int) -> tuple[tuple[int, int], ...]:
    """The first steps of a way, or of the rest of one."""
    if not start.begun:
        return movement.first_steps(parts, terms, going, start.node)
    count = len(nodes_of(parts).hex)
    here = nodes_of(parts).hex[start.node % count]
    if not terms.free and zones.zone(parts, terms.enemy)[here]:
        return ()
    steps = (ground.edge(parts, going, start.node, b) for b in parts.near[here])
    return tuple((n, c + spent) for n, c in filter(None, steps) if c + spent <= terms.points)


def surveys(
    parts: Components, unit: int, terms: Terms, start: Start, marks: Marks
) -> tuple[Survey | Plain, Survey | Plain]:
    """14.1.2 The searches for ways that end outside enemy zones, and for those that end in one."""
    slowed = parts.mover[unit] in ZONE_MOVERS
    fast_going = terms.slow if slowed and start.zone else terms.fast
    fast_spent = start.slow if slowed and start.zone else start.fast
    fast = _survey(parts, terms, fast_going, start, fast_spent, marks)
    if not slowed or start.zone:
        return fast, fast
    return fast, _survey(parts, terms, terms.slow, start, start.slow, marks)


def _survey(  # noqa: PLR0913  a search has these sides
    parts: Components, terms: Terms, going: Going, start: Start, spent: int, marks: Marks
) -> Survey | Plain:
    steps = beginnings(parts, terms, going, start, spent)
    spread, nodes = movement.searched(parts, terms, going, steps), nodes_of(parts)
    count, trace = len(nodes.hex), marks.begin(nodes.hex[start.node % len(nodes.hex)], arriving=start.arriving)
    if not any(nodes.hex[node % count] in marks.bits for node in spread.cost):
        met = {bit for bit, _, _ in marks.after if trace & bit}
        if not met:
            return Plain(spread, trace)
    return _labelled(parts, terms, going, steps, marks, trace)


def _labelled(  # noqa: PLR0913  a search has these sides
    parts: Components, terms: Terms, going: Going, steps: Iterable[tuple[int, int]], marks: Marks, trace: int
) -> Survey:
    """The cheapest ways to each node that differ in their traces, at most :data:`MOST`; by buckets of costs."""
    rows, hexes = ground.rows(parts, going), nodes_of(parts).hex
    count, closed, stops = len(hexes), *movement.barriers(parts, terms, going)
    buckets: list[list[tuple[Label, Label | None]]] = [[] for _ in range(terms.points + 1)]
    for node, spent in steps:
        buckets[spent].append(((node, marks.enter(trace, hexes[node % count])), None))
    cost, previous, seen = dict[Label, int](), dict[Label, Label](), dict[int, int]()
    for so_far, bucket in enumerate(buckets):
        for label, before in bucket:  # a step of 0 points adds to the bucket that is being read
            node, taken = label
            if label in cost or node in closed or seen.get(node, 0) > MOST:
                continue
            cost[label], seen[node] = so_far, seen.get(node, 0) + 1
            if before is not None:
                previous[label] = before
            if stops[node]:
                continue
            for there, step in rows[node]:
                if so_far + step <= terms.points:
                    after = (there, marks.enter(taken, hexes[there % count]))
                    if after not in cost:
                        buckets[so_far + step].append((after, label))
    return Survey(cost, previous)


# -- listing ------------------------------------------------------------------------------------------


def effect_of(  # noqa: PLR0913  an effect has these sides
    parts: Components, unit: int, terms: Terms, node: int, trace: int, before: int
) -> Effect:
    """14.2.6, 39.4, 42.2 What ending at a node comes to; `before` is the node the last step is made from."""
    nodes = nodes_of(parts)
    single = node % len(nodes.hex)
    where, mask = nodes.hex[single], nodes.mask[single]
    if where in terms.alarms:
        dry = ground.dry_node(parts, terms.fast.shut, before, where) if where in terms.charges else -1
        return Effect(where, 0, trace, node, dry)
    return Effect(where, mask if parts.armor[unit] and parts.bank_count[where] > 1 else 0, trace)


def listed_trips(parts: Components, state: State, unit: int, terms: Terms, start: Start) -> dict[Effect, Trip]:
    """6.5, 10.1 One way for each effect, the cheapest first."""
    marks = marks_of(parts, state, unit)
    return _trips(parts, state, unit, terms, start, _Same(marks))


class _Same:
    """Marks, compared by identity: they are made once for each situation."""

    __slots__ = ("marks",)

    def __init__(self, marks: Marks) -> None:
        self.marks = marks

    def __hash__(self) -> int:
        return id(self.marks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.marks is other.marks


@functools.lru_cache(maxsize=256)
def _trips(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: Terms, start: Start, same: _Same
) -> dict[Effect, Trip]:
    hexes, found = nodes_of(parts).hex, dict[Effect, Trip]()
    count, mine = len(hexes), state.counts[parts.side[unit]]
    here, alarms = hexes[start.node % count], terms.alarms
    zone = bytes(len(terms.enemy)) if terms.free else zones.zone(parts, terms.enemy)
    banked = parts.bank_count if parts.armor[unit] else b"\1" * len(parts.bank_count)
    for survey, inside in zip(surveys(parts, unit, terms, start, same.marks), (0, 1), strict=True):
        for label in survey.cost:
            where = hexes[label[0] % count]
            if zone[where] != inside or where == here:
                continue
            if where in alarms or banked[where] > 1:
                effect = effect_of(parts, unit, terms, *label, _before(survey, label, start))
            else:
                effect = Effect(where, 0, label[1])
            if effect in found:
                continue
            if mine[where] and where not in alarms and zones.stacking_refusal(parts, state, unit, where):
                continue  # 10.3
            found[effect] = Trip(effect, label, survey)
    return found


def _before(survey: Survey | Plain, label: Label, start: Start) -> int:
    """The node a way comes from at its last step."""
    if isinstance(survey, Plain):
        return survey.spread.previous.get(label[0], start.node)
    before = survey.previous.get(label)
    return start.node if before is None else before[0]


def trip_to(  # noqa: PLR0913  a way has these sides
    parts: Components, state: State, unit: int, terms: Terms, start: Start, effect: Effect
) -> Trip | None:
    """The way listed for an effect."""
    return listed_trips(parts, state, unit, terms, start).get(effect)


def path_of(parts: Components, start: Start, trip: Trip) -> tuple[str, ...]:
    """A way as the ids of its hexes, from where it begins."""
    nodes = nodes_of(parts)
    count = len(nodes.hex)
    hexes = (nodes.hex[start.node % count], *(nodes.hex[n % count] for n in trip.found.path(trip.label)))
    return tuple([parts.hex_ids[h] for h in hexes])
