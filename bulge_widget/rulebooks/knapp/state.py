"""The state of a game: plain frozen data, and the few verbs that write a new one.

Units and areas stand in it by index. ``who``, ``held``, ``crowd``, ``power``, ``fresh`` and ``midway`` say the same as
``at``, ``left`` and ``spent`` the other way round; only the verbs here keep them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from bulge_widget.core import notation
from bulge_widget.core.event import ControlChanged, Event, Removed, StepsLost
from bulge_widget.rulebooks.knapp.components import ALLIED, GERMAN, SIDES, Components, bits, mask_of
from bulge_widget.rulebooks.knapp.info import Choices

__all__ = [
    "OUT",
    "PHASES",
    "WAITING",
    "State",
    "Step",
    "hit",
    "place",
    "pop",
    "push",
    "remove",
    "settle_control",
    "swap",
]

WAITING: Final = 254  # in `at`: has yet to arrive
OUT: Final = 255  # in `at`: eliminated, or not in this game
NEVER: Final = 255  # in `due`
CROWD: Final = 3  # units of a side from which `crowd` counts an area; one more is over the limit (5)
SETS: Final = "Q"  # how an array holds sets of units
SUMS: Final = "B"  # and strengths
T = TypeVar("T")
_BYTES: Final = tuple(bytes((value,)) for value in range(256))

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
MODE: Final = 3  # the two bits that hold one of these
MIDWAY: Final = frozenset({MARCHED, OVERRAN})
NO_MORE: Final = frozenset({DONE, MARCHED})  # those that end a unit's own movement
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
    unsupplied: int
    """Set of the units that failed their last supply check (4, R19)."""
    spent: bytes
    """What each unit has done in this move phase."""
    german: int
    """Set of the areas under German control (R1)."""
    who: array[int]
    """Derived: set of units in each area; an array is copied at once, but like all else it is never changed."""
    held: tuple[int, int]
    """Derived: set of the areas with German units, and of those with Allied units."""
    crowd: tuple[int, int]
    """Derived: the same for at least three units of a side."""
    power: tuple[array[int], array[int]]
    """Derived: current strength of each side in each area."""
    fresh: int
    """Derived: set of the units on the map that have done nothing in this move phase."""
    midway: int
    """Derived: set of the units on the map that have marched or overrun and may perhaps go on (R6)."""
    stack: tuple[Step, ...]
    choices: Choices


def mode(spent: int) -> int:
    """What a unit did last in this phase."""
    return spent & MODE


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
    return values[:index] + _BYTES[value] + values[index + 1 :]


class Index(msgspec.Struct, frozen=True, gc=False):
    """What follows from where the units are and what is left of them."""

    who: array[int]
    held: tuple[int, int]
    crowd: tuple[int, int]
    power: tuple[array[int], array[int]]
    fresh: int
    midway: int


def derive(parts: Components, at: bytes, left: bytes, spent: bytes) -> Index:
    """Work the derived fields out from scratch."""
    who = [0] * len(parts.area_ids)
    for unit, area in enumerate(at):
        if area < WAITING:
            who[area] |= 1 << unit
    held, crowd, power = [0, 0], [0, 0], (array(SUMS, bytes(len(who))), array(SUMS, bytes(len(who))))
    for area, units in enumerate(who):
        for side in (GERMAN, ALLIED):
            own = units & parts.army[side]
            held[side] |= bool(own) << area
            crowd[side] |= (own.bit_count() >= CROWD) << area
            power[side][area] = sum(left[unit] for unit in bits(own))
    fresh = mask_of(unit for unit in on_map(at) if mode(spent[unit]) == FRESH)
    midway = mask_of(unit for unit in on_map(at) if mode(spent[unit]) in MIDWAY)
    return Index(array(SETS, who), (held[0], held[1]), (crowd[0], crowd[1]), power, fresh, midway)


def on_map(at: bytes) -> list[int]:
    """The units in any area."""
    return [unit for unit, area in enumerate(at) if area < WAITING]


def index_of(state: State) -> Index:
    """The derived fields as they stand."""
    return Index(state.who, state.held, state.crowd, state.power, state.fresh, state.midway)


def place(  # noqa: PLR0913  a unit, where it goes, and what it has then done
    parts: Components, state: State, unit: int, area: int, spent: int | None = None, german: int | None = None
) -> State:
    """Put a unit into an area, or off the map (``WAITING``, ``OUT``).

    Parameters
    ----------
    spent : int, optional
        What the unit has then done in this phase; as before, if not given.
    german : int, optional
        Set of the areas then under German control; as before, if not given.
    """
    side, bit, left, start = parts.side[unit], 1 << unit, state.left[unit], state.at[unit]
    what = state.spent[unit] if spent is None else spent
    who, power, own = state.who[:], state.power[side][:], parts.army[side]
    held, crowd, fresh, midway = state.held[side], state.crowd[side], state.fresh & ~bit, state.midway & ~bit
    if start < WAITING:
        who[start] ^= bit
        power[start] -= left
        count = (who[start] & own).bit_count()
        if count < CROWD:
            crowd &= ~(1 << start)
            if not count:
                held ^= 1 << start
    if area < WAITING:
        who[area] |= bit
        power[area] += left
        held |= 1 << area
        if (who[area] & own).bit_count() >= CROWD:
            crowd |= 1 << area
        if what & MODE == FRESH:
            fresh |= bit
        elif what & MODE in MIDWAY:
            midway |= bit
    at, deeds = state.at, state.spent
    return replace(
        state,
        at=at[:unit] + _BYTES[area] + at[unit + 1 :],
        who=who,
        held=(state.held[0], held) if side else (held, state.held[1]),
        crowd=(state.crowd[0], crowd) if side else (crowd, state.crowd[1]),
        power=(state.power[0], power) if side else (power, state.power[1]),
        spent=deeds[:unit] + _BYTES[what] + deeds[unit + 1 :],
        fresh=fresh,
        midway=midway,
        german=state.german if german is None else german,
    )


def _with_side(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    return (pair[0], value) if side else (value, pair[1])


def begin_anew(state: State, engaged: Iterable[int] = ()) -> State:
    """Forget what all units have done, and note who begins a move phase beside the enemy."""
    spent = bytearray(len(state.spent))
    for unit in engaged:
        spent[unit] = ENGAGED
    return replace(state, spent=bytes(spent), fresh=sum(state.who), midway=0)


def hit(parts: Components, state: State, unit: int, count: int, rule: str) -> tuple[State, tuple[Event, ...]]:
    """2 Let a unit take hits, no more than it can; at no strength left it is removed."""
    area, left = state.at[unit], state.left[unit] - count
    name, where = parts.unit_ids[unit], parts.area_ids[area]
    if left:
        return weaken(parts, state, unit, left), (StepsLost(rule, name, count, left, where),)
    return remove(parts, state, unit), (Removed(rule, name, where),)


def weaken(parts: Components, state: State, unit: int, left: int) -> State:
    """Set what is left of a unit on the map, at least 1."""
    side, area = parts.side[unit], state.at[unit]
    power = state.power[side]
    if area < WAITING:
        power = power[:]
        power[area] += left - state.left[unit]
    left_of_all = with_byte(state.left, unit, left)
    return replace(state, left=left_of_all, power=_with_side(state.power, side, power))


def remove(parts: Components, state: State, unit: int) -> State:
    """2 Take a unit out of the game."""
    state = place(parts, state, unit, OUT, FRESH)
    return replace(state, left=with_byte(state.left, unit, 0))


def take_control(parts: Components, state: State, side: int, area: int) -> tuple[State, tuple[Event, ...]]:
    """R1 Give an area to a side, if it is not its already."""
    bit = 1 << area
    if bool(state.german & bit) == (side == GERMAN):
        return state, ()
    event = ControlChanged("R1", parts.area_ids[area], SIDES[side])
    return replace(state, german=state.german ^ bit), (event,)


def settle_control(parts: Components, state: State, area: int) -> tuple[State, tuple[Event, ...]]:
    """R1 The only side with units in an area controls it."""
    german, allied = state.held
    if (german ^ allied) >> area & 1:
        return take_control(parts, state, GERMAN if german >> area & 1 else ALLIED, area)
    return state, ()


def contested(state: State) -> int:
    """Set of the areas that hold units of both sides."""
    return state.held[GERMAN] & state.held[ALLIED]


def strength(state: State, units: Iterable[int]) -> int:
    """Current strength of several units together."""
    left = state.left
    return sum([left[unit] for unit in units])


def push(state: State, *steps: Step) -> State:
    """Ask further questions first; the last one given comes up first."""
    return replace(state, stack=state.stack + steps)


def swap(state: State, *steps: Step) -> State:
    """Be done with the open question and ask others first; the last one given comes up first."""
    return replace(state, stack=state.stack[:-1] + steps)


def pop(state: State) -> State:
    """Be done with the open question."""
    return replace(state, stack=state.stack[:-1])
