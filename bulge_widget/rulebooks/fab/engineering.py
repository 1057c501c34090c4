"""4.3, 14.5 Engineering functions: bridges, field works, roadblocks.

Does not cover engineers in combat (flight) nor a bridge blown in the face of a crossing (bridges).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from typing import Final

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import MarkerCleared, MarkerSet
from bulge_widget.rulebooks.fab import greif, heydte, troops
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, Components, bits, mask_of
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.demolition import DemolitionRoll, demolish
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.state import (
    GONE,
    USED,
    State,
    controls,
    dwelling,
    mark,
    mark_side,
    push,
)
from bulge_widget.rulebooks.fab.usage import (
    Case,
    Facts,
    Target,
    Use,
    area_in,
    facts_of,
    friendly_area,
    friendly_areas,
    named,
)

__all__ = ["USES", "bridge_in", "in_play", "names_of_bridges", "standing"]

BRIDGES_AT_ONCE: Final = 2  # 4.31
REPAIR_LIMIT: Final = 6  # 18.1
ENGINEER: Final = frozenset({"engineer"})


# -- questions: bridges -----------------------------------------------------------------------------------


def bridge_in(parts: Components, name: str) -> int | None:
    """5.31 The river border written like ``13-21``, the lower number first."""
    a, _, b = name.partition("-")
    pair = (parts.area_index.get(a, -1), parts.area_index.get(b, -1))
    river = parts.river_of.get(pair)
    return river if river is not None and parts.bridge_id(river) == name else None


def zone_refusal(parts: Components, state: State, case: Case, area: int, *, bridging: bool) -> Refusal | None:
    """14.31, 14.52 A German engineer works in its own zone; for bridges also where an army has lost its own."""
    if case.side != GERMAN:
        return None
    zone = parts.zone[area]
    army = troops.ARMY_OF.get(zone, "")
    if army in troops.commands(parts, case.chit) or (bridging and army in bereft(parts, state)):
        return None
    return Refusal(
        "outside_zone",
        "14.52" if bridging else "14.31",
        facts_of(parts, case) | {"area": parts.area_ids[area], "zone": zone},
    )


@once_by("boxes")
def bereft(parts: Components, state: State) -> frozenset[str]:
    """14.52 The armies that have lost an engineer."""
    boxes = state.boxes
    return frozenset([parts.chits[chit].command for chit in parts.of_kind["engineer"] if boxes[chit] == GONE])


def base_refusal(parts: Components, state: State, case: Case, area: int, *, bridging: bool) -> Refusal | None:
    """4.31 to 4.33 An area to work from: friendly, supplied, uncontested, in the right zone."""
    facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    if refused := friendly_area(state, case.side, area, facts):
        return refused
    if state.contested >> area & 1:
        return Refusal("contested_area", "4.3", facts)
    return zone_refusal(parts, state, case, area, bridging=bridging)


def blow_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """4.31 Up to two standing bridges, all beside one area to work from."""
    facts = facts_of(parts, case)
    rivers = [bridge_in(parts, name) for name in case.at]
    if not 1 <= len(case.at) <= BRIDGES_AT_ONCE or list(case.at) != sorted(set(case.at)):
        return Refusal("one_or_two_bridges", "4.31", facts)
    for name, river in zip(case.at, rivers, strict=True):
        if river is None or not in_play(parts, state, river):
            return Refusal("no_bridge", "4.31", facts | {"bridge": name})
        if state.blown >> river & 1:
            return Refusal("blown_already", "4.31", facts | {"bridge": name})
        if name in tried(state):
            return Refusal("tried_already", "17.12", facts | {"bridge": name})
    shared = set.intersection(*(set(parts.rivers[river]) for river in rivers if river is not None))
    if not shared:
        return Refusal("not_one_area", "4.31", facts)
    return best(base_refusal(parts, state, case, area, bridging=True) for area in sorted(shared))


def tried(state: State) -> tuple[str, ...]:
    """17.12 The bridges that could not be blown in this Admin Phase."""
    return tuple(bridge for step in state.stack for bridge in getattr(step, "tried", ()))


def in_play(parts: Components, state: State, river: int) -> bool:
    """24.33 Whether both banks are on the map in play."""
    a, b = parts.rivers[river]
    play = parts.scenarios[state.scenario].play
    return bool(play >> a & play >> b & 1)


def best(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The first reason, unless one place will do."""
    found = list(refusals)
    return None if None in found else found[0]


def repair_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """4.32, 18.1 A blown bridge, from a friendly bank to one that is friendly or contested."""
    facts = facts_of(parts, case) | {"bridge": case.at[0] if case.at else ""}
    river = bridge_in(parts, case.at[0]) if len(case.at) == 1 else None
    if river is None or not in_play(parts, state, river):
        return Refusal("no_bridge", "4.32", facts)
    if not state.blown >> river & 1:
        return Refusal("not_blown", "4.32", facts)
    if case.side == GERMAN and state.choices.bridge_repair_limits and state.repairs >= REPAIR_LIMIT:
        return Refusal("no_bridges_left", "18.1", facts | {"limit": REPAIR_LIMIT})
    a, b = parts.rivers[river]
    return best(bank_refusal(parts, state, case, *bank) for bank in ((a, b), (b, a)))


def bank_refusal(parts: Components, state: State, case: Case, area: int, beyond: int) -> Refusal | None:
    """4.32 One bank to work from; the other must be friendly too, or contested."""
    if refused := base_refusal(parts, state, case, area, bridging=True):
        return refused
    if (controls(state, case.side) | state.contested) >> beyond & 1:
        return None
    return Refusal("far_bank", "4.32", facts_of(parts, case) | {"area": parts.area_ids[beyond]})


# -- questions: areas -------------------------------------------------------------------------------------


def works_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """4.33, 15.1c, R9 Field works need a friendly unit of the engineer's echelon."""
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    if refused := base_refusal(parts, state, case, area, bridging=False):
        return refused
    if troops.has_works(state, area, case.side):
        return Refusal("works_there", "4.33", facts)
    return None if state.who[area] & diggers(parts, state, case.chit) else Refusal("no_unit_of_echelon", "4.33", facts)


def diggers(parts: Components, state: State, chit: int) -> int:
    """4.33, 15.1c, 15.2, R9 Set of the units that are of an engineer's echelon, or lent to it."""
    return troops.of_groups(parts, state.at, troops.lent(troops.commands(parts, chit)))


def roadblock_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """4.34, 4.35, R24 A roadblock needs a vacant, supplied, friendly area in difficult ground."""
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    facts: Facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    if refused := friendly_area(state, case.side, area, facts):
        return refused
    if taken(parts, state) >> area & 1:
        return Refusal("not_vacant", "4.34", facts)
    if not parts.difficulty[area]:
        return Refusal("open_ground", "4.34", facts)
    if state.roadblocks[case.side] >> area & 1:
        return Refusal("roadblock_there", "4.34", facts)
    return zone_refusal(parts, state, case, area, bridging=False)


def taken(parts: Components, state: State) -> int:
    """4.34, 16.11, R24 Set of the areas that are not vacant; von der Heydte lies in his before he is looked for."""
    held, posts = state.held, state.posts
    return held[GERMAN] | held[ALLIED] | posts[GERMAN] | posts[ALLIED] | heydte.landed(parts, state)


# -- what is not refused --------------------------------------------------------------------------------------


def standing(parts: Components, state: State) -> int:
    """5.31 Set of the river borders in play whose bridge stands."""
    return _between(parts, parts.scenarios[state.scenario].play) & ~state.blown


@functools.lru_cache(maxsize=8)
def _between(parts: Components, play: int) -> int:
    """24.33 Set of the river borders with both banks in play."""
    return mask_of(river for river, (a, b) in enumerate(parts.rivers) if play >> a & play >> b & 1)


@functools.lru_cache(maxsize=8)
def names_of_bridges(parts: Components) -> tuple[Target, ...]:
    """Every bridge as a target."""
    return tuple((parts.bridge_id(river),) for river in range(len(parts.rivers)))


def base_areas(parts: Components, state: State, side: int, chit: int, *, bridging: bool) -> int:
    """4.3 Set of the areas a chit can work from: what `base_refusal` does not refuse."""
    return orderly(parts, state, side) & zones(parts, state, side, chit, bridging=bridging)


@once_by("german", "contested", "cut", "airlift", "scenario")
def orderly(parts: Components, state: State, side: int) -> int:
    """4.3, 9.34d Set of the areas in play that are friendly, uncontested and supplied."""
    return friendly_areas(parts, state, side) & ~state.contested


def zones(parts: Components, state: State, side: int, chit: int, *, bridging: bool) -> int:
    """14.31, 14.52 Set of the areas in the zones a chit may work in: what `zone_refusal` does not refuse."""
    if side != GERMAN:
        return parts.all_areas
    armies = troops.commands(parts, chit)
    return zone_areas(parts.zone, armies | bereft(parts, state) if bridging else armies)


@functools.lru_cache(maxsize=32)
def zone_areas(zone: bytes, armies: frozenset[str]) -> int:
    """14.31 Set of the areas in the zones of some armies."""
    return mask_of(area for area, number in enumerate(zone) if troops.ARMY_OF[number] in armies)


def to_blow(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """4.31 Every standing bridge of an area to work from, and every two of one area."""
    there = standing(parts, state) & ~mask_of(map(parts.bridge, tried(state)))
    return _blowable(parts, base_areas(parts, state, side, chit, bridging=True), there)


@functools.lru_cache(maxsize=64)
def _blowable(parts: Components, base: int, there: int) -> tuple[Target, ...]:
    found: list[Target] = []
    before = 0
    for area in bits(base):
        rivers = parts.shore[area] & there
        found += _at_once(parts, rivers, rivers & before)
        before |= rivers
    return tuple(found)


@functools.lru_cache(maxsize=2048)
def _at_once(parts: Components, rivers: int, seen: int) -> tuple[Target, ...]:
    """4.31 Each of some bridges but those that an area before has listed, and every two of them."""
    names = {river: parts.bridge_id(river) for river in bits(rivers)}
    pairs = itertools.combinations(names.values(), BRIDGES_AT_ONCE)
    single = [(name,) for river, name in names.items() if not seen >> river & 1]
    return (*single, *[(min(pair), max(pair)) for pair in pairs])


def to_dig(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """4.33 The areas to work from that hold a unit of the echelon and no field works."""
    base = base_areas(parts, state, side, chit, bridging=False) & state.held[side] & ~state.works[side]
    there = bits(dwelling(state, base) & diggers(parts, state, chit))
    return named(parts, sorted({state.at[unit] for unit in there}))


def to_block(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """4.34 The vacant areas in difficult ground to work from."""
    base = base_areas(parts, state, side, chit, bridging=False) & ~state.roadblocks[side]
    return named(parts, bits(base & ~taken(parts, state) & rough(parts.difficulty)))


@functools.lru_cache(maxsize=8)
def rough(difficulty: bytes) -> int:
    """4.34 Set of the areas with a terrain difficulty."""
    return mask_of(area for area, number in enumerate(difficulty) if number)


def to_repair(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """4.32, 18.1 The blown bridges between an area to work from and one that is friendly or contested."""
    if side == GERMAN and state.choices.bridge_repair_limits and state.repairs >= REPAIR_LIMIT:
        return ()
    base = base_areas(parts, state, side, chit, bridging=True)
    shut = ~((controls(state, side) | state.contested) & parts.scenarios[state.scenario].play)  # no area of base is
    pairs = _pairs(parts)
    found = [river for river in bits(state.blown) if pairs[river] & base and not pairs[river] & shut]
    return map(names_of_bridges(parts).__getitem__, found)


@functools.lru_cache(maxsize=8)
def _pairs(parts: Components) -> tuple[int, ...]:
    """By river border: set of the areas on its banks."""
    return tuple(1 << a | 1 << b for a, b in parts.rivers)


# -- effects ------------------------------------------------------------------------------------------


def blow(parts: Components, state: State, case: Case) -> Told:
    """4.31, 17.12 The bridges go; one that a Greif team holds needs a die."""
    state, events = send(parts, state, case.chit, USED, "4.31")
    for name in reversed(case.at):
        river = parts.bridge(name)
        if case.side == ALLIED and greif.on_bridge(parts, state, river) is not None:
            state = push(state, DemolitionRoll(name))
        else:
            state, more = demolish(parts, state, river, "4.31")
            events += more
    return state, events


def repair(parts: Components, state: State, case: Case) -> Told:
    """4.32, 18.1 The bridge stands again."""
    state, events = send(parts, state, case.chit, USED, "4.32")
    state = mark(state, "blown", parts.bridge(case.at[0]), on=False)
    if case.side == GERMAN and state.choices.bridge_repair_limits:
        state = msgspec.structs.replace(state, repairs=state.repairs + 1)
    return state, (*events, MarkerCleared("4.32", "blown-bridge", case.at[0]))


def dig(parts: Components, state: State, case: Case) -> Told:
    """4.33 Field works stand in the area."""
    state, events = send(parts, state, case.chit, USED, "4.33")
    state = mark_side(state, "works", case.side, parts.area_index[case.at[0]])
    return state, (*events, MarkerSet("4.33", "field-works", case.at[0]))


def block(parts: Components, state: State, case: Case) -> Told:
    """4.34 A roadblock lies in the area."""
    state, events = send(parts, state, case.chit, USED, "4.34")
    state = mark_side(state, "roadblocks", case.side, parts.area_index[case.at[0]])
    return state, (*events, MarkerSet("4.34", "roadblock", case.at[0]))


def hold(parts: Components, state: State, case: Case) -> Told:
    """4.35 The engineer itself holds the area."""
    return send(parts, state, case.chit, parts.area_index[case.at[0]], "4.35")


USES: Final = {
    "blow": Use("4.31", ENGINEER, to_blow, blow_refusal, blow),
    "repair": Use("4.32", ENGINEER, to_repair, repair_refusal, repair),
    "field-works": Use("4.33", ENGINEER, to_dig, works_refusal, dig),
    "roadblock": Use("4.34", ENGINEER, to_block, roadblock_refusal, block),
    "defended-roadblock": Use("4.35", ENGINEER, to_block, roadblock_refusal, hold),
}
