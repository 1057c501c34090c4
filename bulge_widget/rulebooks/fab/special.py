"""8.1 Special Actions: which are at hand, for whom they may be used, and what becomes of them.

The uses themselves stand where they are played: response (8.23, 8.24), combat (8.22), movement (8.21), admin (8.25,
8.26) and reinforcement (8.27).
"""

from __future__ import annotations

import functools
from typing import Final

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.fab import troops
from bulge_widget.rulebooks.fab.components import GERMAN, Components, bits, mask_of, mask_where
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.state import AVAILABLE, GONE, HERE, USED, State

__all__ = ["area_refusal", "available", "in_reach", "is_reusable", "refusal", "served", "spend", "usable"]

KIND: Final = "special-action"


def is_reusable(parts: Components, chit: int) -> bool:
    """8.1 Whether it is the block, which comes back every turn and serves every echelon."""
    return not parts.chits[chit].command


def available(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """8.1 The Special Actions in a side's Available Box."""
    return tuple(
        map(parts.chit_ids.__getitem__, bits(troops.lying_in(parts, state, side, AVAILABLE) & _actions(parts)))
    )


@functools.lru_cache(maxsize=8)
def _actions(parts: Components) -> int:
    return mask_of(parts.of_kind[KIND])


def area_refusal(state: State, side: int, area: int, facts: dict[str, str | int]) -> Refusal | None:
    """9.34d Nothing is done for an area out of supply."""
    return None if troops.is_area_served(state, side, area) else Refusal("area_unsupplied", "9.34d", facts)


def refusal(  # noqa: PLR0913  whose, which, for whom, by which rule
    parts: Components, state: State, side: int, name: str, units: tuple[int, ...], rule: str
) -> Refusal | None:
    """8.1, 9.34, 17.1, R63 Why a Special Action may not be used for units."""
    chit = parts.chit_index.get(name)
    facts: dict[str, str | int] = {"chit": name}
    if chit is None or parts.chit_side[chit] != side or parts.kind[chit] != KIND:
        return Refusal("no_special_action", "8.1", facts)
    if state.boxes[chit] != AVAILABLE:
        return Refusal("not_available", "8.1", facts)
    for unit in units:
        if not troops.is_served(state, unit):
            return Refusal("unsupplied", "9.34d", {"unit": parts.unit_ids[unit]})
        if not serves(parts, state, chit, unit):
            return Refusal("other_echelon_unit", rule, facts | {"unit": parts.unit_ids[unit]})
    return None


def served(parts: Components, state: State, chit: int) -> int:
    """8.1, 15.1c, 15.2, 17.1, 17.33 Set of the units that a chit may affect where they stand."""
    return _served(parts, chit, state.at)


@functools.lru_cache(maxsize=64)
def _served(parts: Components, chit: int, at: bytes) -> int:
    own, helpers = parts.army[parts.chit_side[chit]], troops.commands(parts, chit)
    if is_reusable(parts, chit):
        return own
    kin = troops.units_of(parts, troops.lent(helpers))
    if parts.chit_side[chit] != GERMAN:
        return kin
    here = mask_where(at, HERE)
    return kin & ~here | (own & here if troops.GERMAN_RESERVE in helpers else troops.of_groups(parts, at, helpers))


def serves(parts: Components, state: State, chit: int, unit: int) -> bool:
    """8.1 Whether a unit is one of them."""
    return bool(served(parts, state, chit) >> unit & 1)


def in_reach(parts: Components, state: State, side: int) -> int:
    """8.1, 9.34d Set of the supplied units for which a Special Action at hand may be used."""
    found = 0
    for name in available(parts, state, side):
        found |= served(parts, state, parts.chit_index[name])
    return found & troops.served(state)


def usable(parts: Components, state: State, side: int, unit: int) -> tuple[str, ...]:
    """8.1 The Special Actions that may be used for one unit."""
    found, index = available(parts, state, side), parts.chit_index
    if not found or not troops.is_served(state, unit):
        return ()
    return tuple([chit for chit in found if serves(parts, state, index[chit], unit)])


def spend(parts: Components, state: State, name: str, rule: str) -> Told:
    """8.1 A reusable one goes to the Used Box, a single one to the Eliminated Box."""
    chit = parts.chit_index[name]
    return send(parts, state, chit, USED if is_reusable(parts, chit) else GONE, rule)
