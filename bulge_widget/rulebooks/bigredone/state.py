"""The state of a game: plain frozen data, and the few verbs that write a new one.

Units and hexes stand in it by index. No hex ever holds two units (4.4), so ``who`` is ``at`` the other way
round; only :func:`place` keeps it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from bulge_widget.core import notation
from bulge_widget.rulebooks.bigredone.components import ALLIED, Components
from bulge_widget.rulebooks.bigredone.info import Choices

__all__ = [
    "ABSENT",
    "ELIMINATED",
    "EMPTY",
    "EXITED",
    "OVER",
    "PHASES",
    "WAITING",
    "Departure",
    "Missions",
    "State",
    "Step",
    "once_a_state",
    "place",
    "pop",
    "push",
]

T = TypeVar("T")

WAITING: Final = 1000  # in `at`: has yet to arrive (9.6)
ELIMINATED: Final = 1001
EXITED: Final = 1002  # 15.4 has left the map for good
ABSENT: Final = 1003  # not in this game
EMPTY: Final = 255  # in `who`

PHASES: Final[tuple[tuple[str, str], ...]] = (
    ("weather", ""),
    ("pre-movement-combat", "german"),
    ("movement", "german"),
    ("post-movement-combat", "german"),
    ("resupply", "allied"),
    ("pre-movement-combat", "allied"),
    ("movement", "allied"),
    ("post-movement-combat", "allied"),
    ("victory", ""),
)
"""3.0 Steps One to Nine: slug, and whose Player-Turn it is; Step Ten asks nobody and follows at once."""
OVER: Final = len(PHASES)
WEATHERS: Final[tuple[str, ...]] = ("overcast", "mist", "clear")


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=notation.tag, gc=False):
    """A question that waits for its answer; the last one on the stack is open."""


class Missions(msgspec.Struct, frozen=True, gc=False):
    """14.0 Air points of one side by the mission they were given and have not yet flown."""

    ground_support: int = 0
    cap: int = 0
    interdiction: int = 0
    resupply: int = 0

    @property
    def total(self) -> int:
        """How many points have a mission."""
        return self.ground_support + self.cap + self.interdiction + self.resupply


class Departure(msgspec.Struct, frozen=True, gc=False):
    """15.2 A unit that left the map: where, and whether it was in supply when it began to move (R55)."""

    unit: int
    hex: int
    supplied: bool


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that can change."""

    turn: int
    phase: int
    """Index in ``PHASES``; ``OVER`` when the game has ended."""
    at: tuple[int, ...]
    """Hex of each unit, or ``WAITING``, ``ELIMINATED``, ``EXITED``, ``ABSENT``."""
    who: bytes
    """Derived: unit in each hex, or ``EMPTY``."""
    moved: bytes
    """1 for a unit that has moved, or may not move any more, in this phase."""
    entered: tuple[tuple[int, int], ...]
    """9.4 British units on the map with their hex of entry, until they are released."""
    released: bool
    """9.4 Whether the British are free to go anywhere."""
    weather: int
    """13.0 Index in ``WEATHERS``; -1 before it is known."""
    missions: tuple[Missions, Missions]
    """14.0 By side; secret until all are revealed."""
    marks: tuple[tuple[int, ...], tuple[int, ...]]
    """14.4 Hexes with air interdiction markers, by owner, in ascending order."""
    resupplied: tuple[int, ...]
    """14.5 Units with a resupply marker, in ascending order."""
    mech_used: int
    """5.4 Mechanized movement markers laid in this phase."""
    departures: tuple[Departure, ...]
    """15.2 Units that left the map, in order."""
    stack: tuple[Step, ...]
    choices: Choices


def once_a_state(ask: Callable[[Components, State, int], T]) -> Callable[[Components, State, int], T]:
    """Remember the answers to a question about a unit or a side for the state that was asked about last.

    A view, its options, their costs and the check of an order ask the same of one state again and again.
    """
    last: list[Any] = [None, None]
    known: dict[int, T] = {}

    @functools.wraps(ask)
    def asked(parts: Components, state: State, which: int) -> T:
        if last[0] is not state or last[1] is not parts:
            known.clear()
            last[:] = state, parts
        if which not in known:
            known[which] = ask(parts, state, which)
        return known[which]

    return asked


def with_byte(values: bytes, index: int, value: int) -> bytes:
    """Replace one entry."""
    return values[:index] + bytes((value,)) + values[index + 1 :]


def who_of(parts: Components, at: tuple[int, ...]) -> bytes:
    """Work ``who`` out from scratch."""
    who = bytearray([EMPTY]) * len(parts.hex_ids)
    for unit, place_ in enumerate(at):
        if place_ < WAITING:
            who[place_] = unit
    return bytes(who)


def place(parts: Components, state: State, unit: int, where: int) -> State:
    """Put a unit into an empty hex, or off the map; a resupply marker stays behind and is gone (14.5)."""
    old = state.at[unit]
    who = bytearray(state.who)
    if old < WAITING:
        who[old] = EMPTY
    if where < WAITING:
        who[where] = unit
    at = (*state.at[:unit], where, *state.at[unit + 1 :])
    state = msgspec.structs.replace(state, at=at, who=bytes(who))
    if parts.british[unit] and where >= WAITING and state.entered:
        state = msgspec.structs.replace(state, entered=tuple(e for e in state.entered if e[0] != unit))
    if unit in state.resupplied and where != old:
        left = tuple(other for other in state.resupplied if other != unit)
        state = msgspec.structs.replace(state, resupplied=left)
    return state


def positions(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """Where the units of a side are; a cheap key for all that depends on them."""
    return state.at[parts.split :] if side == ALLIED else state.at[: parts.split]


def mark_moved(state: State, unit: int) -> State:
    """Note that a unit may not move again in this phase."""
    return msgspec.structs.replace(state, moved=with_byte(state.moved, unit, 1))


def with_missions(state: State, side: int, missions: Missions) -> State:
    """Replace the air points of one side."""
    both = (state.missions[0], missions) if side else (missions, state.missions[1])
    return msgspec.structs.replace(state, missions=both)


def fly(state: State, side: int, mission: str, count: int = 1) -> State:
    """14.1 Expend so many points of a mission."""
    missions = state.missions[side]
    return with_missions(
        state, side, msgspec.structs.replace(missions, **{mission: getattr(missions, mission) - count})
    )


def push(state: State, *steps: Step) -> State:
    """Ask further questions first; the last one given comes up first."""
    return msgspec.structs.replace(state, stack=state.stack + steps)


def pop(state: State) -> State:
    """Be done with the open question."""
    return msgspec.structs.replace(state, stack=state.stack[:-1])


def swap(state: State, step: Step) -> State:
    """Put another question in the place of the open one."""
    return msgspec.structs.replace(state, stack=(*state.stack[:-1], step))
