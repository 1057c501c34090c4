"""Who stands in an area, and what a unit or an asset is worth there (2.3, 13.3).

In a combat units and assets are spoken of together, by id; these questions take either.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

from bulge_widget.rulebooks.fab.components import (
    ALLIED,
    GERMAN,
    QUALITY,
    ZONES,
    Components,
    marked,
    mask_of,
    mask_where,
)
from bulge_widget.rulebooks.fab.state import (
    BOXES,
    COMBAT,
    HERE,
    HEYDTE,
    HOLDING,
    ON_MAP,
    SCATTERED,
    SHAKEN,
    UNSUPPLIED,
    State,
    chits_in,
    controls,
)

__all__ = [
    "AMERICAN",
    "ARMY_OF",
    "ARTILLERY",
    "FIXED",
    "GERMAN_RESERVE",
    "US_RESERVE",
    "WORDS",
    "assigned",
    "commands",
    "facing",
    "good",
    "group_of",
    "has_works",
    "holders",
    "is_area_served",
    "is_armor",
    "is_disordered",
    "is_good",
    "is_served",
    "is_supplied",
    "lent",
    "lying_in",
    "may_fire",
    "name",
    "of_class",
    "of_groups",
    "quality",
    "role_of",
    "roles",
    "served",
    "sorted_out",
    "steps",
    "units_of",
    "unserved",
]

WORDS: Final = {1: "elite", 0: "veteran", -1: "green"}
ARTILLERY: Final = frozenset({"artillery", "rocket-artillery"})  # 6.31
BATTLE: Final = frozenset({"engineer", "armor", "infantry", "airborne-infantry", HEYDTE})  # 6.32
FIXED: Final = frozenset({"garrison", "task-force"})  # 16.21, 16.22 assets that stay where they were placed
US_RESERVE: Final = "us-reserve"
GERMAN_RESERVE: Final = "german-reserve"
AMERICAN: Final = frozenset({"first", "third", US_RESERVE})


# -- units and assets alike -----------------------------------------------------------------------------


def name(parts: Components, piece: str) -> str:
    """The printed name, short for units."""
    return parts.counters[piece].short if piece in parts.counters else parts.chits[parts.chit_index[piece]].name


def is_armor(parts: Components, piece: str) -> bool:
    """13.3 Whether a piece is of armor class."""
    if piece in parts.unit_index:
        return parts.armor[parts.unit_index[piece]]
    return piece in parts.chit_index and parts.chits[parts.chit_index[piece]].unit_class == "armor"


@functools.lru_cache(maxsize=8)
def of_class(parts: Components, name: str) -> int:
    """13.3 Set of the units of a class."""
    return mask_of(index for index, unit in enumerate(parts.units) if unit.unit_class == name)


def quality(parts: Components, state: State, piece: str) -> int:
    """2.3 Troop quality now: elite 1, veteran 0, green -1."""
    if piece in parts.unit_index:
        unit = parts.unit_index[piece]
        return parts.quality[unit][state.steps[unit] or 1]
    return QUALITY.get(parts.chits[parts.chit_index[piece]].quality, 0) if piece in parts.chit_index else 0


def steps(parts: Components, state: State, piece: str) -> int:
    """2.3, 6.32 Steps that fire and can be lost; an asset has one."""
    return state.steps[parts.unit_index[piece]] if piece in parts.unit_index else 1


def is_disordered(parts: Components, state: State, piece: str) -> bool:
    """6.5 Whether a unit is disordered or recovering; an asset never is."""
    return piece in parts.unit_index and bool(state.status[parts.unit_index[piece]] & SHAKEN)


def is_supplied(parts: Components, state: State, piece: str) -> bool:
    """9.32, 16.11 Whether a unit is supplied; an asset on the map goes by its area, or traces as it checks morale."""
    if piece in parts.unit_index:
        return not state.status[parts.unit_index[piece]] & UNSUPPLIED
    chit = parts.chit_index[piece]
    box, side = state.boxes[chit], parts.chit_side[chit]
    if box >= ON_MAP:
        return True
    if controls(state, side) >> box & 1:
        return not state.cut >> box & 1
    from bulge_widget.rulebooks.fab import surrender  # noqa: PLC0415  its checks ask here for their numbers

    return chit not in surrender.posts(parts, state, side)


def served(state: State) -> int:
    """9.34, 17.21 Set of the units that are supplied by land, so that assets and Special Actions can help them."""
    return mask_where(state.status, _SUPPLIED) & ~state.flown


_SUPPLIED = marked(lambda flags: not flags & UNSUPPLIED)


def is_served(state: State, unit: int) -> bool:
    """9.34, 17.21 Whether a unit is one of them."""
    return bool(served(state) >> unit & 1)


def unserved(state: State, side: int) -> int:
    """9.34d, 17.21 Set of the areas of a side that are out of supply or supplied from the air only.

    What the enemy controls, a siege for instance, is his to supply.
    """
    return state.cut & controls(state, side) | (state.airlift if side == ALLIED else 0)


def is_area_served(state: State, side: int, area: int) -> bool:
    """9.34d, 17.21 Whether an area is not out of supply for a side."""
    return not unserved(state, side) >> area & 1


def may_fire(parts: Components, state: State, piece: str) -> bool:
    """16.11 Whether a piece fires at all: von der Heydte does not when he is scattered."""
    chit = parts.chit_index.get(piece)
    dropped = chit is not None and parts.kind[chit] == HEYDTE and state.boxes[chit] < ON_MAP
    return not dropped or state.drop != SCATTERED


def good(state: State) -> int:
    """2.3 Set of the units in good order."""
    return mask_where(state.status, _GOOD)


_GOOD = marked(lambda flags: not flags & SHAKEN)


def is_good(state: State, unit: int) -> bool:
    """2.3 Whether a unit is in good order."""
    return bool(good(state) >> unit & 1)


# -- areas ----------------------------------------------------------------------------------------------


def holders(parts: Components, state: State, area: int, side: int) -> tuple[int, ...]:
    """4.35, 16.11, 16.21 The assets of a side that hold an area by themselves."""
    if not state.posts[side] >> area & 1:
        return ()
    return tuple(chit for chit in chits_in(parts, state, side, area) if parts.kind[chit] in (*HOLDING, HEYDTE))


def facing(state: State) -> int:
    """6.29 Set of the areas with units of both sides; nobody faces an asset that holds an area alone."""
    return state.held[GERMAN] & state.held[ALLIED]


def has_works(state: State, area: int, side: int) -> bool:
    """5.23 Whether a side has field works in an area."""
    return bool(state.works[side] >> area & 1)


# -- assets ---------------------------------------------------------------------------------------------


def lying_in(parts: Components, state: State, side: int, box: int) -> int:
    """2.1 Set of the chits of a side in a box."""
    return mask_where(state.boxes, _BOX[box]) & _own_chits(parts)[side]


_BOX: Final = {box: marked(box.__eq__) for box in BOXES}


@functools.lru_cache(maxsize=8)
def _own_chits(parts: Components) -> tuple[int, ...]:
    return tuple(map(mask_of, parts.own_chits))


def sorted_out(chits: Iterable[int], like: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The sorts of some chits: the first of each, and the set of those that are like it."""
    sorts: dict[int, int] = {}
    for chit in chits:
        sorts[like[chit]] = sorts.get(like[chit], 0) | 1 << chit
    return tuple(sorts.items())


def assigned(parts: Components, state: State, side: int, role: str) -> tuple[int, ...]:
    """6.22, 6.23 The chits a side has assigned to the round under way: "artillery", "battle" or "air"."""
    return _of_role(parts, chits_in(parts, state, side, COMBAT), role)


@functools.lru_cache(maxsize=64)
def _of_role(parts: Components, chits: tuple[int, ...], role: str) -> tuple[int, ...]:
    found = roles(parts)
    return tuple([chit for chit in chits if found[chit] == role])


def role_of(parts: Components, chit: int) -> str:
    """2.2 What a chit is in a combat, or nothing."""
    return roles(parts)[chit]


@functools.lru_cache(maxsize=8)
def roles(parts: Components) -> tuple[str, ...]:
    """2.2 The same of every chit."""
    return tuple(_role(kind) for kind in parts.kind)


def _role(kind: str) -> str:
    if kind in ARTILLERY:
        return "artillery"
    if kind in BATTLE:
        return "battle"
    return "air" if kind == "air-mission" else ""


def commands(parts: Components, chit: int) -> frozenset[str]:
    """13.2, R9 The Higher Echelons a chit belongs to."""
    return parts.commands[chit]


def group_of(parts: Components, state: State, unit: int) -> str:
    """13.2, 15.1c The echelon whose assets a unit may use where it stands; blank for none (R63)."""
    if parts.side[unit] != GERMAN:
        return parts.command[unit]
    zone = parts.zone[state.at[unit]]
    return ARMY_OF[zone] if _at_home(parts, zone) >> unit & 1 else ""


@functools.lru_cache(maxsize=64)
def of_groups(parts: Components, at: bytes, groups: frozenset[str]) -> int:
    """13.2, 15.1c Set of the units on the map that are of some echelons where they stand."""
    found = units_of(parts, groups) & parts.army[ALLIED] & mask_where(at, HERE)
    for zone, army in ARMY_OF.items():
        if army in groups:
            found |= mask_where(at, _in_zone(parts.zone, zone)) & _at_home(parts, zone)
    return found


@functools.lru_cache(maxsize=16)
def _at_home(parts: Components, zone: int) -> int:
    """15.1c, R63 Set of the German units that the army of a zone helps there: its own, and those of no army."""
    return mask_of(unit for unit in parts.roster[GERMAN] if parts.home_zone[unit] in (0, zone))


@functools.lru_cache(maxsize=16)
def _in_zone(zones: bytes, zone: int) -> bytes:
    return marked(lambda area: area < len(zones) and zones[area] == zone)


@functools.lru_cache(maxsize=64)
def units_of(parts: Components, names: frozenset[str]) -> int:
    """13.2 Set of the units whose label shows one of some echelons."""
    return mask_of(unit for unit, command in enumerate(parts.command) if command in names)


@functools.lru_cache(maxsize=64)
def lent(helpers: frozenset[str]) -> frozenset[str]:
    """15.2 The echelons that those of a chit help: the strategic reserve gives to and takes from either army."""
    if not helpers & AMERICAN:
        return helpers
    return helpers | (AMERICAN if US_RESERVE in helpers else {US_RESERVE})


ARMY_OF: Final = {zone: army for army, zone in ZONES.items()} | {0: ""}
"""14.31 The German army of each zone."""
