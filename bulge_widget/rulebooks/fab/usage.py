"""4.2b, 4.2c What a chit may be used for in an Admin Phase: one entry a use, kept in the chapter of its rule."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.fab import troops
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, controls

__all__ = ["Case", "Target", "Use", "area_in", "facts_of", "friendly_area", "friendly_areas", "named", "named_units"]

Target: TypeAlias = tuple[str, ...]
"""Ids of what a chit is used on; what they mean depends on the use."""
Facts: TypeAlias = dict[str, str | int]


class Case(msgspec.Struct, frozen=True, gc=False):
    """A chit that a side would use on something."""

    side: int
    chit: int
    at: Target


class Use(msgspec.Struct, frozen=True, gc=False):
    """4.2b, 4.2c One use of a chit."""

    rule: str
    kinds: frozenset[str]
    """Kinds of chits that have it."""
    targets: Callable[[Components, State, int, int], Iterable[Target]]
    """What it may be used on now, by side and chit: what is not refused, each effect once."""
    refusal: Callable[[Components, State, Case], Refusal | None]
    effect: Callable[[Components, State, Case], Told]
    canonical: Callable[[Components, State, Case], Target] | None = None
    """The listed target of the same effect, where several have one."""


def facts_of(parts: Components, case: Case) -> Facts:
    """The facts every refusal of a use begins with."""
    return {"chit": parts.chit_ids[case.chit], "side": SIDES[case.side]}


def named(parts: Components, areas: Iterable[int]) -> Iterable[Target]:
    """Areas as targets."""
    return map(_alone(parts.area_ids).__getitem__, areas)


def named_units(parts: Components, units: Iterable[int]) -> Iterable[Target]:
    """Units as targets."""
    return map(_alone(parts.unit_ids).__getitem__, units)


@functools.lru_cache(maxsize=8)
def _alone(names: tuple[str, ...]) -> tuple[Target, ...]:
    return tuple((name,) for name in names)


def area_in(parts: Components, state: State, case: Case, place: int = 0) -> Refusal | int:
    """The area that a target names last, if it is one in play."""
    name = case.at[place] if len(case.at) == place + 1 else " ".join(case.at)
    if name not in parts.area_index:
        return Refusal("unknown_area", "2.4", {"area": name})
    area = parts.area_index[name]
    if not parts.scenarios[state.scenario].play >> area & 1:
        return Refusal("not_in_play", "24.0", {"area": name})
    return area


def friendly_area(state: State, side: int, area: int, facts: Facts) -> Refusal | None:
    """4.3, 9.34d An area must be friendly-controlled and supplied."""
    if not controls(state, side) >> area & 1:
        return Refusal("not_friendly_area", "4.3", facts)
    if not troops.is_area_served(state, side, area):
        return Refusal("area_unsupplied", "9.34d", facts)
    return None


def friendly_areas(parts: Components, state: State, side: int) -> int:
    """4.3, 9.34d Set of the areas in play that `friendly_area` does not refuse."""
    return controls(state, side) & ~troops.unserved(state, side) & parts.scenarios[state.scenario].play
