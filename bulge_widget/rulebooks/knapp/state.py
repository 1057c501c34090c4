"""The state of a game: plain frozen data, and the few verbs that write a new one.

Units and areas stand in it by index. ``who`` and ``held`` say the same as ``at`` the other way round; only
:func:`place` keeps them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from bulge_widget.core import notation
from bulge_widget.core.event import ControlChanged, Event, Removed, StepsLost
from bulge_widget.rulebooks.knapp.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.knapp.info import Choices

__all__ = ["OUT", "PHASES", "WAITING", "State", "Step", "hit", "place", "pop", "push", "settle_control"]

WAITING: Final = 254  # in `at`: has yet to arrive
OUT: Final = 255  # in `at`: eliminated, or not in this game
NEVER: Final = 255  # in `due`

PHASES: Final = (
    ("supply", "german"),
    ("reinforcement", "german"),
    ("movement", "german"),
    ("defensive-fire", "german"),
    ("supply", "allied"),
    ("reinforcement", "allied"),
    ("movement", "allied"),
    ("defensive-fire", "allied"),
)
"""3 The eight phases of a turn: slug, and whose half of the turn it belongs to."""
OVER: Final = len(PHASES)

# `spent`: what a unit has done in the move phase under way, one byte a unit
FRESH: Final = 0
DONE: Final = 1  # moved, left a contested area, or marched: may do no more
MARCHED: Final = 2  # has marched and may still overrun (only with overrun_and_march = free_mix)
OVERRAN: Final = 3  # the last thing it did was a successful overrun
_MODE: Final = 3
_STEPS: Final = 2  # three bits: areas of the march allowance used
_OVERRUNS: Final = 5  # two bits: successful overruns
ENGAGED: Final = 128  # began the phase beside the enemy (R29)


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=notation.tag, gc=False):
    """A question that waits for its answer; the last one on the stack is open."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that can change."""

    turn: int
    phase: int
    """Index in ``PHASES``; ``OVER`` after the last turn."""
    at: bytes
    """Area of each unit, or ``WAITING`` or ``OUT``."""
    left: bytes
    """Current strength of each unit: what it fires with and how many hits it can still take (2)."""
    due: bytes
    """Turn a unit arrives, or arrived; 0 for those set up at the start."""
    unsupplied: bytes
    """1 for a unit that failed its last supply check (4, R19)."""
    spent: bytes
    """What each unit has done in this move phase."""
    german: int
    """Set of the areas under German control (R1)."""
    who: tuple[int, ...]
    """Derived: set of units in each area."""
    held: tuple[int, int]
    """Derived: set of the areas with German units, and of those with Allied units."""
    stack: tuple[Step, ...]
    choices: Choices


def mode(spent: int) -> int:
    """What a unit did last in this phase."""
    return spent & _MODE


def steps_used(spent: int) -> int:
    """Areas of the road march allowance a unit has used in this phase."""
    return spent >> _STEPS & 7


def overruns_made(spent: int) -> int:
    """Successful overruns of a unit in this phase."""
    return spent >> _OVERRUNS & 3


def spending(what: int, steps: int = 0, overruns: int = 0, engaged: int = 0) -> int:
    """Pack what a unit has done into its byte."""
    return what | steps << _STEPS | overruns << _OVERRUNS | engaged


def with_byte(values: bytes, index: int, value: int) -> bytes:
    """Replace one entry."""
    return values[:index] + bytes((value,)) + values[index + 1 :]


def derive(parts: Components, at: bytes) -> tuple[tuple[int, ...], tuple[int, int]]:
    """``who`` and ``held`` from ``at``."""
    who = [0] * len(parts.area_ids)
    held = [0, 0]
    for unit, area in enumerate(at):
        if area < WAITING:
            who[area] |= 1 << unit
            held[parts.side[unit]] |= 1 << area
    return tuple(who), (held[GERMAN], held[ALLIED])


def place(parts: Components, state: State, unit: int, area: int) -> State:
    """Put a unit into an area, or off the map (``WAITING``, ``OUT``)."""
    old = state.at[unit]
    who = list(state.who)
    held = list(state.held)
    side = parts.side[unit]
    if old < WAITING:
        who[old] ^= 1 << unit
        if not who[old] & parts.army[side]:
            held[side] &= ~(1 << old)
    if area < WAITING:
        who[area] |= 1 << unit
        held[side] |= 1 << area
    at = state.at[:unit] + bytes((area,)) + state.at[unit + 1 :]
    return msgspec.structs.replace(state, at=at, who=tuple(who), held=(held[0], held[1]))


def mark_spent(state: State, unit: int, value: int) -> State:
    """Note what a unit has done in this phase."""
    return msgspec.structs.replace(state, spent=with_byte(state.spent, unit, value))


def hit(parts: Components, state: State, unit: int, count: int, rule: str) -> tuple[State, tuple[Event, ...]]:
    """2 Let a unit take hits; at no strength left it is removed."""
    area, left = state.at[unit], max(0, state.left[unit] - count)
    name, where = parts.unit_ids[unit], parts.area_ids[area]
    state = msgspec.structs.replace(state, left=with_byte(state.left, unit, left))
    if left:
        return state, (StepsLost(rule, name, count, left, where),)
    return place(parts, state, unit, OUT), (Removed(rule, name, where),)


def take_control(parts: Components, state: State, side: int, area: int) -> tuple[State, tuple[Event, ...]]:
    """R1 Give an area to a side, if it is not its already."""
    bit = 1 << area
    if bool(state.german & bit) == (side == GERMAN):
        return state, ()
    event = ControlChanged("R1", parts.area_ids[area], SIDES[side])
    return msgspec.structs.replace(state, german=state.german ^ bit), (event,)


def settle_control(parts: Components, state: State, area: int) -> tuple[State, tuple[Event, ...]]:
    """R1 The only side with units in an area controls it."""
    german, allied = (held >> area & 1 for held in state.held)
    if german == allied:
        return state, ()
    return take_control(parts, state, GERMAN if german else ALLIED, area)


def contested(state: State) -> int:
    """Set of the areas that hold units of both sides."""
    return state.held[GERMAN] & state.held[ALLIED]


def strength(state: State, units: tuple[int, ...]) -> int:
    """Current strength of several units together."""
    return sum(state.left[unit] for unit in units)


def push(state: State, *steps: Step) -> State:
    """Ask further questions first; the last one given comes up first."""
    return msgspec.structs.replace(state, stack=state.stack + steps)


def pop(state: State) -> State:
    """Be done with the open question."""
    return msgspec.structs.replace(state, stack=state.stack[:-1])
