"""5.3 Ways a unit can go, as pure functions of what forbids, costs and stops; no unit, no phase is known here.

A way matters by its effect: where it ends, what it takes on the way (2.4) and, where it meets the enemy, over
which border it came. Of the ways of one effect the cheapest stands for all.
"""

from __future__ import annotations

import functools
import heapq

import msgspec

from bulge_widget.core.decision import Part
from bulge_widget.rulebooks.fab.components import Components, across, bits, mask_of

__all__ = ["Effect", "Ground", "Path", "always", "effect_of", "fault", "first_steps", "legs", "points", "price", "ways"]


class Ground(msgspec.Struct, frozen=True, gc=False):
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
Path = tuple[int, ...]
Limits = tuple[tuple[str, str, int], ...]
Charges = tuple[tuple[str, str, int, int], ...]


def shut(parts: Components, ground: Ground, a: int, first: bool) -> tuple[int, int, int, int, int]:
    """5.31, 5.34, 5.35c, 14.1 Sets of the areas where a step from an area is forbidden whatever it costs."""
    fresh = first and ground.fresh
    gone = across(parts, a, ground.blown) if ground.blown else 0
    if not ground.no_blown and gone:
        gone = 0 if fresh else gone & ~across(parts, a, 1 << ground.ford) if first and ground.ford >= 0 else gone
    used = ground.enemy & across(parts, a, ground.crossed) if ground.crossed else 0
    return ground.closed, ~ground.first if fresh else 0, parts.barred[a] if ground.armor else 0, used, gone


def faults(parts: Components, ground: Ground, a: int, first: bool) -> Limits:
    """5.31, 5.34, 5.35c, 14.1 The same with a code and a rule for each."""
    closed, later, barred, used, gone = shut(parts, ground, a, first)
    return (
        ("closed", "5.3", closed),
        ("first_area", "5.34", later),
        ("restricted", "14.1", barred),
        ("border_used", "5.35c", used),
        ("blown", "7.31", gone) if ground.no_blown else ("blown_later", "R67", gone),
    )


def fault(parts: Components, ground: Ground, a: int, b: int, first: bool) -> tuple[str, str]:
    """5.3 What forbids a step to an area beside, by code and rule."""
    return next((code, rule) for code, rule, areas in faults(parts, ground, a, first) if areas >> b & 1)


def open_to(parts: Components, ground: Ground, a: int, first: bool) -> int:
    """5.3 Set of the areas a step may lead to, if the points last."""
    closed, later, barred, used, gone = shut(parts, ground, a, first)
    return parts.near[a] & ~(closed | later | barred | used | gone)


def charges(parts: Components, ground: Ground, a: int, first: bool) -> Charges:
    """5.32, 5.34, 14.41, 17.21 What a step from an area costs: label, rule, points, and where to."""
    gone = across(parts, a, ground.blown) if ground.blown else 0
    whole = ~gone  # over a blown bridge a step takes everything, and nothing is added to that
    outside = ~parts.in_zone[ground.home] if ground.home and parts.zone[a] == ground.home else 0
    return (
        ("blown bridge", "5.32", ground.whole, gone),
        *[("connection", "5.32", points_, areas & whole) for points_, areas in parts.connections[a]],
        ("occupied or blocked", "5.32", 1, ground.dear & whole),
        ("out of a contested area", "5.34", 1, whole if first and ground.tangled else 0),
        ("out of its army's zone", "14.41", 2, outside & whole),
        ("out of an interdicted area", "17.21", 1, whole if ground.interdicted >> a & 1 else 0),
        ("into an interdicted area", "17.21", 1, ground.interdicted & whole),
    )


def price(parts: Components, ground: Ground, a: int, b: int, first: bool) -> tuple[Part, ...]:
    """5.32, 14.41, 17.21 What a step costs, part by part."""
    due = [charge for charge in charges(parts, ground, a, first) if charge[3] >> b & 1]
    return tuple(Part(label, points_, rule) for label, rule, points_, _ in due)


def points(parts: Components, ground: Ground, a: int, b: int, first: bool) -> int:
    """5.32 What a step costs in all, whether it is allowed or not."""
    return sum([points_ for _, _, points_, areas in charges(parts, ground, a, first) if areas >> b & 1])


def toll(  # noqa: PLR0913  all that a step may cost for
    parts: Components,
    pair: tuple[int, int],
    *,
    whole: int,
    home: int,
    dear: int,
    tangled: bool,
    interdicted: int,
    blown: int,
) -> int:
    """5.32 What a first step costs, by nothing but what it may cost points for (see :class:`Ground`)."""
    a, b = pair
    leaves, ends = home if parts.zone[a] == home else 0, 1 << a | 1 << b
    if not (leaves or tangled or (dear | interdicted) & ends or blown & parts.shore[a]):
        return parts.cost[pair]
    return _toll(parts, pair, whole, leaves, dear & ends, tangled, interdicted & ends, blown & parts.shore[a])


@functools.lru_cache(maxsize=4096)
def _toll(  # noqa: PLR0913  the same, by what bears on it alone
    parts: Components, pair: tuple[int, int], whole: int, home: int, dear: int, tangled: bool, bombed: int, blown: int
) -> int:
    a, b = pair
    ground = Ground(a, 0, whole, True, False, False, home, 0, 0, 0, 0, dear, tangled, bombed, 0, blown, 0, False)
    return points(parts, ground, a, b, first=True)


def always(parts: Components, ground: Ground, a: int, b: int, first: bool) -> bool:
    """5.33, 5.35d Whether a step may be made whatever it costs."""
    return first and (ground.fresh or (ground.ford >= 0 and parts.river_of.get((a, b), -1) == ground.ford))


def ends(parts: Components, ground: Ground, a: int) -> int:
    """5.35b, 9.33a Set of the areas where a step from an area is the last one: the enemy, roadblocks, far banks."""
    return parts.all_areas if ground.single else ground.enemy | ground.stops | across(parts, a, ground.blown)


# -- the search -------------------------------------------------------------------------------------------


Leg = tuple[int, bool, bool]
"""A step that nothing forbids: its points, whether they need not last (5.33), whether it is the last one."""


def legs(parts: Components, ground: Ground, a: int, first: bool) -> dict[int, Leg]:
    """5.3 The steps out of an area, by where to."""
    near, banks = parts.near[a], parts.shore[a]
    free, blown, crossed = near & ~ground.closed, ground.blown & banks, ground.crossed & banks
    fresh = first and ground.fresh
    local = Ground(
        a,
        0,
        ground.whole if blown else 0,
        fresh,
        ground.single,
        ground.armor and parts.barred[a] > 0,
        ground.home if parts.zone[a] == ground.home and near & ~parts.in_zone[ground.home] else 0,
        ground.closed & near,
        ground.first & free if fresh else 0,
        ground.enemy & free if crossed else 0,
        (ground.enemy | ground.stops) & free,
        ground.dear & free,
        first and ground.tangled,
        ground.interdicted & (free | 1 << a),
        0,
        blown,
        crossed,
        ground.no_blown and blown > 0,
        ground.ford if first else -1,
    )
    return _legs(parts, local, first)


@functools.lru_cache(maxsize=16384)
def _legs(parts: Components, ground: Ground, first: bool) -> dict[int, Leg]:
    """The same by what bears on it alone, so that it is worked out once while nothing near the area changes."""
    a = ground.start
    free = open_to(parts, ground, a, first)
    cost = dict.fromkeys(bits(free), 0)
    for _, _, points_, areas in charges(parts, ground, a, first):
        if due := areas & free:
            for b in bits(due):
                cost[b] += points_
    last = ends(parts, ground, a)
    return {b: (cost[b], first and always(parts, ground, a, b, first), bool(last >> b & 1)) for b in cost}


def first_steps(parts: Components, ground: Ground) -> tuple[int, ...]:
    """5.3 Areas it can reach in one step."""
    if ground.fresh:  # 5.33 one area, whatever it costs
        return bits(open_to(parts, ground, ground.start, first=True))
    found = legs(parts, ground, ground.start, first=True)
    return tuple([b for b, (points_, free, _) in found.items() if free or points_ <= ground.limit])


def ways(parts: Components, ground: Ground) -> dict[Effect, Path]:
    """5.3 The cheapest way of each effect, by destination and then as found."""
    disc, rivers = within(parts, ground.start, 0 if ground.single else ground.limit)
    local = Ground(
        ground.start,
        ground.limit,
        ground.whole,
        ground.fresh,
        ground.single,
        ground.armor,
        ground.home,
        ground.closed & disc,
        ground.first & disc,
        ground.enemy & disc,
        ground.stops & disc,
        ground.dear & disc,
        ground.tangled,
        ground.interdicted & disc,
        ground.taken & disc,
        ground.blown & rivers,
        ground.crossed & rivers,
        ground.no_blown,
        ground.ford,
    )
    return _ways(parts, local)


@functools.lru_cache(maxsize=2048)
def within(parts: Components, start: int, limit: int) -> tuple[int, int]:
    """5.32 Sets of the areas that the points could last for on an empty map, one step at least, and of their rivers."""
    spent, queue = {start: 0}, [(0, start)]
    while queue:
        gone, a = heapq.heappop(queue)
        for b in parts.neighbours[a]:
            cost = gone + parts.cost[a, b]
            if cost < spent.get(b, limit + 1):
                spent[b] = cost
                heapq.heappush(queue, (cost, b))
    disc = mask_of(spent) | parts.around[start]
    return disc, mask_of(river for area in bits(disc) for river, _ in parts.banks[area])


Label = tuple[int, int, Path, int]
"""A way so far: its cost, its length, its areas, and those of them it takes."""


@functools.lru_cache(maxsize=4096)
def _ways(parts: Components, ground: Ground) -> dict[Effect, Path]:
    """The same by what bears on it alone: of equally cheap ways the shortest, then the first by its areas."""
    found: dict[Effect, Label] = {}
    queue: list[Label] = [(0, 1, (ground.start,), 0)]
    limit, enemy, takes, stayed = ground.limit, ground.enemy, ground.taken, (ground.start, 0, -1)
    while queue:
        label = heapq.heappop(queue)
        spent, length, path, taken = label
        a = path[-1]
        if length > 1 and found[a, taken, -1] is not label:
            continue  # a cheaper way has been found since
        for b, (points_, free, last) in legs(parts, ground, a, length == 1).items():
            cost = spent + points_
            if cost > limit and not free:
                continue
            effect = (b, taken | takes & 1 << b, a if enemy >> b & 1 else -1)
            known = found.get(effect)
            if effect == stayed or (known and known[0] < cost):
                continue
            new = (cost, length + 1, (*path, b), effect[1])
            if known and known <= new:
                continue
            found[effect] = new
            if cost < limit and not last:
                heapq.heappush(queue, new)
    return {effect: label[2] for effect, label in sorted(found.items())}


def effect_of(ground: Ground, path: Path) -> Effect:
    """The effect of a path."""
    taken = 0
    for area in path[1:]:
        taken |= ground.taken & 1 << area
    return path[-1], taken, path[-2] if ground.enemy >> path[-1] & 1 else -1
