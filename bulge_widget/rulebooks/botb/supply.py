"""12.0 and 13.0 Supply, isolation, and who is slowed by bombing (27.2).

Everything here is a pure function of a few tuples and bytes, so that a whole side is judged at once.
"""

from __future__ import annotations

import functools
import operator
from typing import NamedTuple

from bulge_widget.rulebooks.botb import zones
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.state import BLOWN, CAPTURED, ISOLATED, OFF, SLOWED, State, advanced, done_on

__all__ = [
    "LINE",
    "case_of",
    "has_route",
    "judge",
    "on_supply_road",
    "reached",
    "roads",
    "route_from",
    "sources",
    "traced",
]

_NONE: frozenset[int] = frozenset()
LINE = (3, 4)  # 12.2.1, 12.2.2
MONSCHAU_TURN = 7  # 12.3.1
BOMBING = (17, 26)  # 27.2 24 AM to 28 PM


class Case(NamedTuple):
    """All that the supply of a side depends on."""

    side: int
    enemy: bytes
    """How many enemy combat units stand in each hex."""
    sources: tuple[int, ...]
    liege: tuple[int, ...]
    """Those of the sources that an enemy zone does not close (12.3.3, 12.3.4)."""
    blown: tuple[int, ...]


# -- questions ----------------------------------------------------------------------------------------


def uu1_open(parts: Components, state: State) -> bool:
    """12.3.1, 47.6, R33 Whether the German side may use UU1."""
    free = int(parts.changes.get((state.scenario, "uu1-source-from"), MONSCHAU_TURN))
    entered = done_on(state, "monschau")
    return state.turn >= free or (entered is not None and entered < state.turn)


def barred_exits(parts: Components, state: State) -> frozenset[int]:
    """12.8, 16.9, 16.10 Exit hexes the Allies have lost to German units that went towards Antwerp."""
    used = [gone.hex for gone in state.exits if parts.mech[gone.unit]]
    if not used:
        return _NONE
    lost: set[int] = set(used)
    for edge in "nw":
        there = [e.space for e in parts.board.exits if e.edge == edge]
        hit = [there.index(h) for h in used if h in there]
        if hit:
            lost |= set(there[min(hit) : max(hit) + 1])
    return frozenset(lost)


def edge_sources(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """12.3.1, 12.3.2, 12.8 The hexes at the edge a side draws supply from."""
    lost = barred_exits(parts, state) if side == ALLIED else frozenset()
    return _at_the_edge(parts, side, lost, monschau=side == GERMAN and uu1_open(parts, state))


@functools.lru_cache(maxsize=64)
def _at_the_edge(parts: Components, side: int, lost: frozenset[int], *, monschau: bool) -> tuple[int, ...]:
    met = {"always", "after-monschau-entered"} if monschau else {"always"}
    rows = (r for r in parts.supply if r.side == SIDES[side] and r.kind == "edge" and r.condition in met)
    return tuple(sorted({parts.hex(r.space) for r in rows} - lost))


def liege_sources(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """12.3.3, 12.3.4 The Liege hexes a side draws supply from: held by Germans, or not."""
    return held_of_liege(parts, state.counts[GERMAN], side)


@functools.lru_cache(maxsize=64)
def held_of_liege(parts: Components, german: bytes, side: int) -> tuple[int, ...]:
    """12.3.3, 12.3.4 The same, by where German units stand."""
    return tuple(h for h in sorted(parts.liege) if bool(german[h]) == (side == GERMAN))


def sources(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """12.3 Every supply source of a side."""
    return tuple(sorted({*edge_sources(parts, state, side), *liege_sources(parts, state, side)}))


def case_of(parts: Components, state: State, side: int, only: tuple[int, ...] | None = None) -> Case:
    """12.0 What the supply of a side depends on now, from all its sources or from some."""
    open_from = sources(parts, state, side) if only is None else only
    return _case(parts, side, state.counts, open_from, state.works)


@functools.lru_cache(maxsize=64)
def _case(parts: Components, side: int, counts: tuple[bytes, bytes], wanted: tuple[int, ...], works: bytes) -> Case:
    liege = tuple(h for h in held_of_liege(parts, counts[GERMAN], side) if h in wanted)
    blown = tuple(h for h in sorted(parts.bridges) if works[h] & BLOWN)
    return Case(side, counts[OTHER[side]], wanted, liege, blown)


@functools.lru_cache(maxsize=256)
def _shut(parts: Components, case: Case) -> bytes:
    """12.2, 12.3, 12.7, R34 The hexes no route passes: the enemy's own and his zone, one byte a hex."""
    held = (int.from_bytes(flags, "little") for flags in (zones.zone(parts, case.enemy), zones.holding(case.enemy)))
    shut = bytearray(operator.or_(*held).to_bytes(len(case.enemy), "little"))
    for h in case.liege:
        shut[h] = 0
    return bytes(shut)


def _banks_by_road(parts: Components, a: int, b: int) -> tuple[int, ...]:
    """29.7 The banks of a hex that its road to a neighbour touches."""
    border = parts.board.borders[a, b]
    if border.road_banks and parts.bank_count[a] > 1:
        return border.road_banks
    return tuple({bank for bank, _ in border.banks})


class _Net(NamedTuple):
    """The roads: a node a hex, and one more for each bank of a hex whose bridge is blown."""

    links: list[tuple[int, ...]]
    banks: dict[int, range]
    """29.7 The nodes of those hexes; the hex itself is none then."""
    more: list[int]
    """The hexes of the nodes beyond the hexes."""


@functools.lru_cache(maxsize=64)
def _net(parts: Components, blown: tuple[int, ...]) -> _Net:
    """12.3, 29.7 What roads join; a blown bridge joins no banks."""
    banks, more, links = dict[int, range](), list[int](), list(parts.roads)
    for h in blown:
        first = len(links) + len(more)
        banks[h] = range(first, first + parts.bank_count[h])
        more += [h] * parts.bank_count[h]

    def met(b: int, a: int) -> list[int]:
        """The nodes of a hex that its road to another touches."""
        return [banks[b][bank] for bank in _banks_by_road(parts, b, a)] if b in banks else [b]

    for h in {b for where in blown for b in parts.roads[where]}:
        links[h] = tuple(node for b in parts.roads[h] for node in met(b, h))
    for h in blown:
        for node in banks[h]:
            ways = (b for b in parts.roads[h] if node in met(h, b))
            links.append(tuple(there for b in ways for there in met(b, h)))
    return _Net(links, banks, more)


@functools.lru_cache(maxsize=256)
def _joined(parts: Components, case: Case) -> dict[int, int]:
    """12.3 The nodes of the roads joined to a source, each with the one before it; -1 before a source."""
    net, shut = _net(parts, case.blown), _shut(parts, case)
    closed, links = bytearray(shut), net.links
    closed += bytes(map(shut.__getitem__, net.more))
    queue = [node for h in case.sources if not shut[h] for node in net.banks.get(h, (h,))]
    found = dict.fromkeys(queue, -1)
    for node in queue:
        closed[node] = 1
    for node in queue:
        for there in links[node]:
            if not closed[there]:
                closed[there] = 1
                found[there] = node
                queue.append(there)
    return found


@functools.lru_cache(maxsize=256)
def network(parts: Components, case: Case) -> bytes:
    """12.3 The road and town hexes joined to a source, one byte a hex; a blown bridge joins no banks (29.7)."""
    more, count, found = _net(parts, case.blown).more, len(parts.hex_ids), bytearray(len(parts.hex_ids))
    for node in _joined(parts, case):
        found[node if node < count else more[node - count]] = 1
    return bytes(found)


def on_supply_road(parts: Components, state: State, side: int, where: int) -> bool:
    """12.3 Whether a hex is joined to a source now; the road that joined it when last asked is looked at first."""
    case = case_of(parts, state, side)
    shut, known = _shut(parts, case), _last_roads(parts, case.sources, case.blown)
    if where not in known or any(map(shut.__getitem__, known[where])):
        known[where] = _road_to(parts, case, where)
    return bool(known[where])


@functools.lru_cache(maxsize=16)
def _last_roads(parts: Components, open_from: tuple[int, ...], blown: tuple[int, ...]) -> dict[int, list[int]]:
    del parts, open_from, blown
    return {}


def _road_to(parts: Components, case: Case, where: int) -> list[int]:
    """The hexes of a road from a hex to a source; none if there is no such road."""
    net, joined, count = _net(parts, case.blown), _joined(parts, case), len(parts.hex_ids)
    node, found = next((node for node in net.banks.get(where, (where,)) if node in joined), -1), list[int]()
    while node >= 0:
        found.append(node if node < count else net.more[node - count])
        node = joined[node]
    return found


@functools.lru_cache(maxsize=256)
def reached(parts: Components, case: Case) -> bytes:
    """12.1, 12.2, 12.6, R32 The hexes a unit of the side is in supply in, one byte a hex."""
    shut = int.from_bytes(_shut(parts, case), "little")
    supplied = ring = int.from_bytes(network(parts, case), "little")
    for _ in range(LINE[case.side]):
        touched = parts.spread(ring & ~shut)
        ring = touched & ~supplied
        supplied |= touched
    return supplied.to_bytes(len(parts.hex_ids), "little")


def roads(parts: Components, state: State, side: int) -> bytes:
    """12.3 The hexes of a side's supply roads now, one byte a hex."""
    return network(parts, case_of(parts, state, side))


def has_route(parts: Components, state: State, side: int, where: int) -> bool:
    """12.1 Whether a unit of a side in a hex could trace a supply route now."""
    return bool(reached(parts, case_of(parts, state, side))[where])


def traced(parts: Components, state: State, side: int) -> bytes:
    """12.1 The hexes a unit of a side would be in supply in now."""
    return reached(parts, case_of(parts, state, side))


def route_from(parts: Components, state: State, side: int, some: tuple[int, ...]) -> bytes:
    """12.1 The hexes that can trace a route to some sources alone, such as a dump or the east edge."""
    return reached(parts, case_of(parts, state, side, some))


def dumps(parts: Components, state: State) -> tuple[int, ...]:
    """33.5, 33.6 Road hexes that give a German unit the use of a captured dump outside Allied zones."""
    if not advanced(state):
        return ()
    zone, found = zones.zone(parts, state.counts[ALLIED]), set[int]()
    for h in parts.sets["fuel-dumps"]:
        if state.works[h] & CAPTURED and not zone[h]:
            found |= {h} if parts.on_road[h] else {b for b in parts.touch[h] if parts.on_road[b]}
    return tuple(sorted(found))


def _bombed(state: State, side: int) -> bool:
    """27.2, R5b Whether strategic bombing slows units of a side in this turn."""
    hit = side == GERMAN or state.choices.bombing_hits_both
    return advanced(state) and hit and BOMBING[0] <= state.turn <= BOMBING[1]


def in_town_by_air(parts: Components, state: State, side: int, where: int) -> bool:
    """27.4 Whether clear skies supply an Allied unit in a town."""
    clear = parts.weather[state.turn - 1].sky == "clear"
    return advanced(state) and side == ALLIED and clear and parts.town[where]


def bits_for(parts: Components, state: State, side: int, where: int) -> int:
    """13.0, 27.2, 33.5 Whether a unit in a hex is isolated, and whether it is slowed."""
    isolated = not has_route(parts, state, side, where) and not in_town_by_air(parts, state, side, where)
    slowed = isolated and not is_fuelled(parts, state, side, where)
    slowed = slowed or is_bombed(parts, state, side, where)
    return (ISOLATED if isolated else 0) | (SLOWED if slowed else 0)


def is_fuelled(parts: Components, state: State, side: int, where: int) -> bool:
    """33.5 Whether a unit in a hex can trace a route to a captured dump."""
    found = dumps(parts, state) if side == GERMAN else ()
    return bool(found) and bool(route_from(parts, state, side, found)[where])


def is_bombed(parts: Components, state: State, side: int, where: int) -> bool:
    """27.2, R54 Whether strategic bombing slows a unit in a hex: no route to Liège, nor to a captured dump."""
    if not _bombed(state, side) or is_fuelled(parts, state, side, where):
        return False
    liege = liege_sources(parts, state, side)
    return not (liege and route_from(parts, state, side, liege)[where])


# -- effect -------------------------------------------------------------------------------------------


def judge(parts: Components, state: State, side: int) -> bytes:
    """13.1 The status of every unit of a side as its supply phase finds it; commandos are never isolated (42.10)."""
    status, supplied, bombed = bytearray(state.status), traced(parts, state, side), _bombed(state, side)
    for unit in parts.roster[side]:
        status[unit] &= ~(ISOLATED | SLOWED) & 0xFF
        where = state.at[unit]
        if where < OFF and parts.combat[unit] and (bombed or not supplied[where]):
            status[unit] |= bits_for(parts, state, side, where)
    return bytes(status)
