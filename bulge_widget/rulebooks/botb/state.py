"""The state of a game: plain frozen data, and the few verbs that write a new one.

Units and hexes stand in it by index. ``counts`` is derived from ``at``; only :func:`place` keeps it.
"""

from __future__ import annotations

import functools
from typing import Final

import msgspec

from bulge_widget.core import notation
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.botb.info import Choices

__all__ = [
    "ABSENT",
    "DIVERTED",
    "ELIMINATED",
    "EXITED",
    "OFF",
    "OVER",
    "PHASES",
    "REMOVED",
    "WAITING",
    "Departure",
    "Engagement",
    "State",
    "Step",
    "clear_flag",
    "deed",
    "done_on",
    "flagged",
    "on_map",
    "place",
    "pop",
    "push",
    "remembered",
    "set_flag",
    "swap",
    "tread",
    "with_work",
]

OFF: Final = 60000  # in `at`: everything from here on is off the map
WAITING: Final = 60000  # has yet to arrive (16)
ELIMINATED: Final = 60001
EXITED: Final = 60002  # 46.4 towards Antwerp
DIVERTED: Final = 60003  # 35.1 to the defence of Antwerp
REMOVED: Final = 60004  # 42.4 a commando found or called back; scores nothing
ABSENT: Final = 60005  # not in this game, or never to come (28.5)

PHASES: Final[tuple[tuple[str, str], ...]] = (
    ("support", "allied"),
    ("supply", "german"),
    ("reinforcement", "german"),
    ("movement", "german"),
    ("combat", "german"),
    ("infiltration", "german"),
    ("engineer", "german"),
    ("counter-support", "german"),
    ("supply", "allied"),
    ("reinforcement", "allied"),
    ("movement", "allied"),
    ("combat", "allied"),
    ("engineer", "allied"),
    ("time", ""),
)
"""5.0, 24.0 Slug and seat; ``infiltration`` is 41 and 43, ``counter-support`` 44. Those not played are passed."""
OVER: Final = len(PHASES)

# bits of `status`, one byte a unit
ISOLATED: Final = 1  # 13.1 attacks at half, its artillery does not support
SLOWED: Final = 2  # 13.4, 27.2 two movement points
MOVED: Final = 4  # 6.3 has moved in this movement phase, or may not any more
HURRIED: Final = 8  # 14.1.2.3 German artillery corps that used the fast road rate: no support fire now
BUILDER: Final = 16  # 30.2, 31.4, 32.4 may not move in its next movement phase
CONTACT: Final = 32  # 21.2, 22.4 must go away or attack in its own turn
FOUGHT: Final = 64  # 9.11 has taken part in a battle of this combat phase
ROAMING: Final = 128  # 35.9, 41.4.3 freed of its limit by a forced retreat

# bits of `works`, one byte a hex
BLOWN: Final = 1  # 29.7 the bridge there is blown
BUILDING: Final = 2  # 30.2 and is being rebuilt
FORT: Final = 4  # 31 a fort built in play (permanent ones are parts.fort)
POSITION: Final = 8  # 32 an improved position
DUMP: Final = 16  # 33 a fuel dump still stands
CAPTURED: Final = 32  # 33.4 and is in German hands
TRIED: Final = 64  # 39.5 demolition was tried in the owner's last engineer phase


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=notation.tag, gc=False):
    """A question that waits for its answer; the last one on the stack is open."""


class Departure(msgspec.Struct, frozen=True, gc=False):
    """46.4 A German unit that left the map by an arrow."""

    unit: int
    hex: int
    turn: int


class Engagement(msgspec.Struct, frozen=True, gc=False):
    """23.0, R38 One battle that goes on: units by index, in ascending order."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    side: int
    """Of the attackers."""
    held: bool = False
    """23.5 The defender has decided to hold; the attacker must attack again."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that can change."""

    scenario: str
    turn: int
    phase: int
    """Index in ``PHASES``; ``OVER`` when the game has ended."""
    at: tuple[int, ...]
    """Hex of each unit, or ``WAITING`` and the other codes from ``OFF`` on."""
    counts: tuple[bytes, bytes]
    """Derived: by side, how many combat units stand in each hex."""
    status: bytes
    """Bits of each unit."""
    banks: bytes
    """R57 For armour in a river hex the banks it may leave by, as bits; 0 for any."""
    works: bytes
    """Bits of each hex."""
    control: bytes
    """45.6 Who was last in each hex: 0 nobody, else 1 + side."""
    builders: tuple[tuple[int, int], ...] = ()
    """30.2 (unit, hex) of bridges being rebuilt."""
    rebuilt: int = 0
    """30.5 Bridges the German side has finished or begun to rebuild."""
    deeds: tuple[tuple[str, int], ...] = ()
    """16.11.3 Things once done, with the turn they were first done in; see ``deeds``."""
    fifteenth: str = "pending"
    """28 ``pending``, ``launched`` or ``cancelled``."""
    british: str = "held"
    """37 ``held``, ``free`` (announced) or ``crossed``."""
    debt: int = 0
    """35.2 British brigades still to be diverted as soon as there are any."""
    exits: tuple[Departure, ...] = ()
    interdicted: tuple[int, ...] = ()
    """26.7 Hexes with an Allied air unit on interdiction, ascending."""
    covered: tuple[int, ...] = ()
    """26.8 Hexes with close support to the defence, ascending."""
    attack_air: tuple[int, int] = (0, 0)
    """26.9 Air units each side has used up for close support to the attack in this turn."""
    fire: tuple[tuple[int, int], ...] = ()
    """11.5 Defensive support: (artillery unit, supported hex)."""
    engagements: tuple[Engagement, ...] = ()
    limited: tuple[int, ...] = ()
    """41.4.3, 43.4.3 Infiltrators that keep north of the road."""
    runs: tuple[int, int] = (0, 0)
    """R68 Successive German supply phases in which the Meuse and the Liege conditions held."""
    town_points: int = 0
    """45.5, R67 Allied points for towns held at the end of turns."""
    won: str = ""
    """The slug of the way the game was decided before its last turn."""
    stack: tuple[Step, ...] = ()
    choices: Choices = Choices()


# -- reading ------------------------------------------------------------------------------------------


def on_map(state: State, unit: int) -> bool:
    """Whether a unit stands on the map."""
    return state.at[unit] < OFF


def flagged(state: State, unit: int, flag: int) -> bool:
    """Whether a bit of a unit is set."""
    return bool(state.status[unit] & flag)


def done_on(state: State, name: str) -> int | None:
    """16.11.3 The turn a deed was first done in, or None."""
    for known, turn in state.deeds:
        if known == name:
            return turn
    return None


def side_to_move(state: State) -> int:
    """The phasing side; the Allied one where there is none."""
    return GERMAN if state.phase < OVER and PHASES[state.phase][1] == "german" else ALLIED


def advanced(state: State) -> bool:
    """24.0 Whether the advanced game is played."""
    return state.choices.level == "advanced"


def counts_of(parts: Components, at: tuple[int, ...]) -> tuple[bytes, bytes]:
    """Work ``counts`` out from scratch."""
    found = (bytearray(len(parts.hex_ids)), bytearray(len(parts.hex_ids)))
    for unit, where in enumerate(at):
        if where < OFF and parts.combat[unit]:
            found[parts.side[unit]][where] += 1
    return bytes(found[0]), bytes(found[1])


# -- verbs --------------------------------------------------------------------------------------------


def with_byte(values: bytes, index: int, value: int) -> bytes:
    """Replace one entry."""
    if values[index] == value:
        return values
    return values[:index] + bytes((value,)) + values[index + 1 :]


def place(parts: Components, state: State, unit: int, where: int, banks: int = 0) -> State:
    """Put a unit into a hex, or off the map.

    Parameters
    ----------
    banks : int
        R57 For armour in a river hex the banks it may leave by, as bits.
    """
    old, side = state.at[unit], parts.side[unit]
    at = list(state.at)
    at[unit] = where
    counts = state.counts
    if parts.combat[unit] and old != where:
        mine = bytearray(counts[side])
        if old < OFF:
            mine[old] -= 1
        if where < OFF:
            mine[where] += 1
        counts = (bytes(mine), counts[1]) if side == GERMAN else (counts[0], bytes(mine))
    kept = banks if parts.armor[unit] and where < OFF else 0
    return msgspec.structs.replace(state, at=tuple(at), counts=counts, banks=with_byte(state.banks, unit, kept))


def set_flag(state: State, unit: int, flag: int) -> State:
    """Set a bit of a unit."""
    return msgspec.structs.replace(state, status=with_byte(state.status, unit, state.status[unit] | flag))


def clear_flag(state: State, flag: int, units: range | tuple[int, ...]) -> State:
    """Clear a bit of some units."""
    status = bytearray(state.status)
    if isinstance(units, range):
        part = slice(units.start, units.stop, units.step)
        status[part] = status[part].translate(_without(flag))
    else:
        for unit in units:
            status[unit] &= ~flag & 0xFF
    return msgspec.structs.replace(state, status=bytes(status))


@functools.lru_cache(maxsize=32)
def _without(flag: int) -> bytes:
    """What each byte is once some bits of it are cleared."""
    return bytes([bits & ~flag & 0xFF for bits in range(256)])


def with_work(state: State, where: int, *, on: int = 0, off: int = 0) -> State:
    """Set and clear bits of a hex."""
    return msgspec.structs.replace(state, works=with_byte(state.works, where, (state.works[where] & ~off & 0xFF) | on))


def remembered(parts: Components, state: State) -> tuple[int, ...]:
    """39.6, 45.6 The hexes of which a rule of this game asks who was in them last, ascending."""
    blown = state.choices.last_minute_demolition == "yes"
    return _remembered(parts, towns=state.scenario == "45", blown=blown)


@functools.lru_cache(maxsize=16)
def _remembered(parts: Components, *, towns: bool, blown: bool) -> tuple[int, ...]:
    targets = {*parts.bridges, *parts.sets["fuel-dumps"]} if blown else set[int]()
    return tuple(sorted({*(parts.towns if towns else ()), *targets}))


def tread(parts: Components, state: State, side: int, hexes: list[int]) -> State:
    """45.6, 39.6 Combat units of a side went through these hexes; only those that are asked about remember it."""
    asked = remembered(parts, state)
    new = [where for where in hexes if where in asked and state.control[where] != 1 + side]
    if not new:
        return state
    control = bytearray(state.control)
    for where in new:
        control[where] = 1 + side
    return msgspec.structs.replace(state, control=bytes(control))


def deed(state: State, name: str) -> State:
    """16.11.3 Note that something was done, with its turn; only the first time counts."""
    if done_on(state, name) is not None:
        return state
    return msgspec.structs.replace(state, deeds=tuple(sorted((*state.deeds, (name, state.turn)))))


def push(state: State, *steps: Step) -> State:
    """Ask further questions first; the last one given comes up first."""
    return msgspec.structs.replace(state, stack=state.stack + steps)


def pop(state: State) -> State:
    """Be done with the open question."""
    return msgspec.structs.replace(state, stack=state.stack[:-1])


def swap(state: State, step: Step) -> State:
    """Put another question in the place of the open one."""
    return msgspec.structs.replace(state, stack=(*state.stack[:-1], step))
