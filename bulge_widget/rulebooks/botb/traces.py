"""12.3.1, 16.11, 28.3, 33.4, 37.4, 39.6, 45.6 What a way leaves behind in the hexes it goes through.

Two ways to one end differ when one of them takes a town, a dump or a deed on its way that the other does not.
Each such thing still to be done is a bit; the *trace* of a way is the sum of its bits. What is done already, or
is not asked about in this game, has no bit, so that most ways have the trace 0. Does not cover how the things
are written down (upkeep).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.botb.ground import Nodes, nodes_of
from bulge_widget.rulebooks.botb.state import CAPTURED, DUMP, OFF, State, remembered

__all__ = ["Crossing", "Marks", "crossings", "deeds_in", "goes_abroad", "is_taken", "marks_of", "trace_of"]

EVERYWHERE = "uk-11br-29"  # 35.8
_TOWNS = {"mm15": "st-vith", "jj9": "malmedy", "pp4": "monschau"}
_ABROAD, _HOME = "abroad", "home again"


class Crossing(NamedTuple):
    """16.11.2 A stretch of river that frees a reserve when a certain unit has come over it."""

    wet: str
    """What is noted in a hex of the stretch."""
    dry: str
    """And on the far bank after that."""
    stretch: frozenset[int]


Afterwards: TypeAlias = tuple[int, int, frozenset[int]]
"""A bit, the one it gives, and the hexes in which it does."""


class Marks:
    """The things a unit could still do on its way; one object for each case, so that what it leads to is known by it.

    Parameters
    ----------
    bits : dict
        By hex, those done by coming into it.
    first : dict
        And those done by setting out from it.
    after : tuple
        Those done by coming into the banks beyond a river once another one is done.
    nodes : Nodes
        Of the board.
    """

    def __init__(
        self,
        bits: dict[int, int],
        first: dict[int, int],
        after: tuple[tuple[int, int, frozenset[int]], ...],
        nodes: Nodes,
    ) -> None:
        self.bits, self.first, self.after = bits, first, after
        self.nodes = nodes

    @functools.cached_property
    def gains(self) -> dict[int, int]:
        """By node, those done by coming into it, in the place they have in a label of the searches (tours)."""
        nodes, found = self.nodes, dict[int, int]()
        for where, bit in self.bits.items():
            for node in nodes.of_hex[where]:
                found[node] = found[node + nodes.singles] = bit << nodes.width
        return found

    def crossed(self, label: int, where: int, width: int) -> int:
        """A label of the searches once its way has come into a hex: what it has done by crossing a river."""
        for wet, dry, hexes in self.after:
            if label >> width & wet and where in hexes:
                label |= dry << width
        return label

    def enter(self, trace: int, where: int) -> int:
        """The trace of a way after one more hex."""
        return self.crossed(trace, where, 0) | self.bits.get(where, 0)

    def begin(self, where: int, *, arriving: bool = False) -> int:
        """The trace of a way before its first step; who arrives does in its entry hex what it can."""
        return self.first.get(where, 0) | (self.bits.get(where, 0) if arriving else 0)

    def along(self, path: Iterable[int], *, arriving: bool = False) -> int:
        """The trace of a whole path."""
        hexes = iter(path)
        trace = self.begin(next(hexes), arriving=arriving)
        for where in hexes:
            trace = self.enter(trace, where)
        return trace


# -- questions, one hex each --------------------------------------------------------------------------


def is_taken(bits: int, side: int) -> bool:
    """33.4, 33.7 Whether a side that comes in captures or recaptures a dump."""
    return bool(bits & DUMP) and bool(bits & CAPTURED) != (side == GERMAN)


def may_go_abroad(parts: Components, state: State, unit: int) -> bool:
    """37.4 Whether a crossing of the Meuse by a unit would be the first the Allies chose."""
    return parts.british[unit] and parts.unit_ids[unit] != EVERYWHERE and state.british == "free"


def goes_abroad(parts: Components, state: State, unit: int, path: Sequence[int], *, arriving: bool = False) -> bool:
    """37.4 Whether a move or advance is a British crossing of the Meuse that the Allies chose.

    Who comes in beyond the river has gone round it; who was driven over it (35.9) may stay there.
    """
    if not may_go_abroad(parts, state, unit):
        return False
    home = parts.british_ground
    if arriving and not home[path[0]]:
        return True
    return any(home[a] and not home[b] for a, b in itertools.pairwise(path))


@functools.lru_cache(maxsize=4)
def _meuse_goals(parts: Components) -> frozenset[int]:
    """28.3 Where the Sixth Panzer Army counts as on the Meuse."""
    towns = {parts.hex(name) for name in ("c9", "i8", "m6")}
    return frozenset({*towns, *parts.liege, *parts.sets["sambre"], *parts.sets["meuse-d8-y1"]})


@functools.lru_cache(maxsize=1024)
def deeds_in(parts: Components, unit: int) -> dict[int, tuple[str, ...]]:
    """12.3.1, 16.11.3, 28.3 By hex what a German unit is remembered for when it comes in."""
    if parts.side[unit] == ALLIED or not parts.combat[unit]:
        return {}
    found: dict[int, tuple[str, ...]] = {parts.hex(name): (deed,) for name, deed in _TOWNS.items()}
    for h in parts.roer:
        found[h] = (*found.get(h, ()), "roer")
    if parts.mech[unit] and parts.counters[parts.unit_ids[unit]].arm == "ss":
        for h in _meuse_goals(parts):
            found[h] = (*found.get(h, ()), "ss-on-meuse")
    return found


@functools.lru_cache(maxsize=1024)
def crossings(parts: Components, unit: int) -> tuple[Crossing, ...]:
    """16.11.2 The stretches a unit may cross to free a reserve division.

    It must have been in a river hex of its stretch and then stand on the bank it did not come from. The Sambre
    counts as crossed on its way to the far bank of the Meuse.
    """
    name, found = parts.unit_ids[unit], list[Crossing]()
    for row in parts.triggers:
        if row.event == "crossed-meuse-or-sambre" and name in row.units.split():
            stretch = _stretch_of(parts, row.first, row.last) | set(parts.sets["sambre"])
            found.append(Crossing(f"wet-{row.group}-{name}", f"crossed-{row.group}", frozenset(stretch)))
    return tuple(found)


def _stretch_of(parts: Components, first: str, last: str) -> set[int]:
    """16.11.2 The hexes of the Meuse between two of them, with its towns and the two Liege hexes."""
    line = parts.courses["Meuse"]
    a, b = sorted((line.index(parts.hex(first)), line.index(parts.hex(last))))
    return set(line[a : b + 1])


@functools.lru_cache(maxsize=4)
def far_bank(parts: Components) -> frozenset[int]:
    """16.11.2 The dry hexes west of the Meuse."""
    return frozenset(h for h, west in enumerate(parts.west) if west and not parts.rivers[h])


# -- all of them --------------------------------------------------------------------------------------


@once
def marks_of(parts: Components, state: State, unit: int) -> Marks:
    """Everything a unit could still do on its way."""
    if not parts.combat[unit]:
        return _none(parts)
    home = state.at[unit] >= OFF or parts.british_ground[state.at[unit]]
    british = ("home" if home else "abroad") if may_go_abroad(parts, state, unit) else ""
    dumps = tuple([state.works[h] for h in parts.sets["fuel-dumps"]])
    asked = remembered(parts, state)
    here = _Here(state, british, asked, state.control if asked else b"", dumps, state.deeds)
    return _marks(parts, _alike(parts)[unit], here)


@functools.lru_cache(maxsize=4)
def _alike(parts: Components) -> tuple[int, ...]:
    """For each unit the first one that can do the same things on its way."""
    first: dict[object, int] = {}

    def kind(unit: int) -> object:
        deeds = tuple(sorted(deeds_in(parts, unit).items()))
        abroad = parts.british[unit] and parts.unit_ids[unit] != EVERYWHERE
        return parts.side[unit], deeds, abroad, crossings(parts, unit)

    return tuple(first.setdefault(kind(unit), unit) for unit in range(len(parts.unit_ids)))


class _Here:
    """What the marks depend on, compared by that alone."""

    __slots__ = ("british", "known", "state")

    def __init__(self, state: State, british: str, *others: object) -> None:
        self.state, self.british, self.known = state, british, (british, *others)

    def __hash__(self) -> int:
        return hash(self.known)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Here) and self.known == other.known


@functools.lru_cache(maxsize=1024)
def _marks(parts: Components, unit: int, here: _Here) -> Marks:
    state, side = here.state, parts.side[unit]
    names: dict[str | int, int] = {}
    bits: dict[int, int] = {}
    first: dict[int, int] = {}

    def mark(where: dict[int, int], h: int, name: str) -> None:
        where[h] = where.get(h, 0) | names.setdefault(name, 1 << len(names))

    for h in remembered(parts, state):
        if state.control[h] != 1 + side:
            bits[h] = names[h] = 1 << len(names)  # control of the hex
    for h in parts.sets["fuel-dumps"]:
        if is_taken(state.works[h], side):
            mark(bits, h, f"dump in {h}")
    known = {name for name, _ in state.deeds}
    for h, deeds in deeds_in(parts, unit).items():
        for name in deeds:
            if name not in known:
                mark(bits, h, name)
    after = [*_afterwards(parts, unit, known, names, (bits, first))]
    if here.british:
        after += _abroad(parts, mark, (bits, names), home=here.british == "home")
    return Marks(bits, first, tuple(after), nodes_of(parts))


def _abroad(
    parts: Components,
    mark: Callable[[dict[int, int], int, str], None],
    marked: tuple[dict[int, int], dict[str | int, int]],
    *,
    home: bool,
) -> Iterator[tuple[int, int, frozenset[int]]]:
    """37.4 The hexes beyond the Meuse; for who stands there already only after it has come back."""
    bits, names = marked
    if home:
        for h in parts.beyond_meuse:
            mark(bits, h, _ABROAD)
        return
    for h, near in enumerate(parts.british_ground):
        if near:
            mark(bits, h, _HOME)
    yield names[_HOME], names.setdefault(_ABROAD, 1 << len(names)), parts.beyond_meuse


def _afterwards(
    parts: Components,
    unit: int,
    known: set[str],
    names: dict[str | int, int],
    marked: tuple[dict[int, int], dict[int, int]],
) -> Iterable[Afterwards]:
    """16.11.2 The far banks, with the bits of the rivers that must be met first."""
    for crossing in crossings(parts, unit):
        wet, dry = (names.setdefault(name, 1 << len(names)) for name in (crossing.wet, crossing.dry))
        if crossing.wet not in known:
            for where in marked:
                for h in crossing.stretch:
                    where[h] = where.get(h, 0) | wet
        if crossing.dry in known:
            continue
        banks = far_bank(parts) - crossing.stretch
        if crossing.wet in known:
            for where in marked:
                for h in banks:
                    where[h] = where.get(h, 0) | dry
        else:
            yield wet, dry, banks


@functools.lru_cache(maxsize=4)
def _none(parts: Components) -> Marks:
    return Marks({}, {}, (), nodes_of(parts))


def trace_of(parts: Components, state: State, unit: int, path: Iterable[int], *, arriving: bool = False) -> int:
    """The trace of a path of a unit; its first hex is where it stands, or where it arrives."""
    return marks_of(parts, state, unit).along(path, arriving=arriving)
