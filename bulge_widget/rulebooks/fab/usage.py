"""4.2b, 4.2c What a chit may be used for in an Admin Phase: one entry a use, kept in the chapter of its rule."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.fab import troops
from bulge_widget.rulebooks.fab.components import SIDES, Components, bits
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, controls

__all__ = ["Case", "Target", "Use", "area_in", "areas", "facts_of", "friendly_area", "named"]

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
    """What may come into question, by side and chit: never less than what is not refused."""
    refusal: Callable[[Components, State, Case], Refusal | None]
    effect: Callable[[Components, State, Case], Told]
    canonical: Callable[[Components, State, Case], Target] | None = None
    """The listed target of the same effect, where several have one."""
    exact: bool = False
    """Whether `targets` gives only what is not refused, so that listing need not ask again."""


def facts_of(parts: Components, case: Case) -> Facts:
    """The facts every refusal of a use begins with."""
    return {"chit": parts.chit_ids[case.chit], "side": SIDES[case.side]}


def areas(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """Every area in play."""
    del side, chit
    play = parts.scenarios[state.scenario].play
    return ((name,) for index, name in enumerate(parts.area_ids) if play >> index & 1)


def named(parts: Components, mask: int) -> Iterable[Target]:
    """A set of areas as targets."""
    return list(map(_alone(parts).__getitem__, bits(mask)))


@functools.lru_cache(maxsize=8)
def _alone(parts: Components) -> tuple[Target, ...]:
    return tuple((name,) for name in parts.area_ids)


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
