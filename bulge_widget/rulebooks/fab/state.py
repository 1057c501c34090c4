"""The state of a game: plain frozen data, and the few verbs that write a new one.

Units, areas, river borders and chits stand in it by index; a set of them is an integer used as a bit mask.
``standing``, ``who``, ``held``, ``posts`` and ``contested`` say what ``at`` and ``boxes`` say, the other way round;
only :func:`place`, :func:`put` and :func:`set_drop` keep them. What a verb has to tell comes back as events; what is
asked lies on ``stack`` as steps, the last one open.
"""

from __future__ import annotations

import functools
import itertools
from typing import Final

import msgspec
from msgspec.structs import replace

from bulge_widget.core import notation
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, Components, bits, marked, mask_of
from bulge_widget.rulebooks.fab.info import Choices

__all__ = [
    "ABSENT",
    "ELIMINATED",
    "NAMED",
    "OVER",
    "PHASES",
    "WAITING",
    "State",
    "Step",
    "flag",
    "mark",
    "place",
    "pop",
    "push",
    "put",
    "swap",
]

# `at`: an area, or
WAITING: Final = 250  # has yet to arrive (or to be released, 17.13)
ELIMINATED: Final = 251
ABSENT: Final = 252  # not in this scenario

# `boxes`: an area (garrison, task force, defended roadblock, von der Heydte, interdiction), or
FUTURE: Final = 240  # has yet to join the cup
CUP: Final = 241
AVAILABLE: Final = 242
USED: Final = 243
GONE: Final = 244  # Eliminated Box
ON_UNIT: Final = 245  # 17.11; `attached` says which
ON_BRIDGE: Final = 246  # 17.12; likewise
COMBAT: Final = 247  # assigned to the battle that is fought
UNUSED: Final = 248  # not in this scenario
BOXES: Final = {
    FUTURE: "future",
    CUP: "cup",
    AVAILABLE: "available",
    USED: "used",
    GONE: "eliminated",
    ON_UNIT: "on-unit",
    ON_BRIDGE: "on-bridge",
    COMBAT: "combat",
    UNUSED: "unused",
}
ON_MAP: Final = 240  # below this a box is an area

NOWHERE: Final = 255  # in `origin`; in `reserves`: a marker at hand
LATER: Final = 254  # in `reserves`: a marker that has not arrived

# `status`: one byte of flags a unit
DISORDERED: Final = 1  # 6.5
RECOVERING: Final = 2
UNSUPPLIED: Final = 4  # 9.32
MOVED: Final = 8  # has done its part in the phase under way
DELAYED: Final = MOVED  # of a unit that has yet to arrive: no entry area was open for it (4.1c)
EXPLOITING: Final = 16  # 6.8
FACE_UP: Final = 32  # its label and strength are shown to the enemy
AUTHORIZED: Final = 64  # 14.62a
INTERDICTED: Final = 128  # 17.11 Greif team
SHAKEN: Final = DISORDERED | RECOVERING
STATUS: Final = {
    DISORDERED: "disordered",
    RECOVERING: "recovering",
    UNSUPPLIED: "out-of-supply",
    MOVED: "moved",
    EXPLOITING: "exploiting",
    FACE_UP: "face-up",
    AUTHORIZED: "boundary-crossing",
    INTERDICTED: "greif-team",
}

# `drop`: von der Heydte (16.11)
NOT_DROPPED: Final = 0
DROPPED: Final = 1  # where he landed is settled when the enemy comes
INTACT: Final = 2
SCATTERED: Final = 3  # holds, but does not fire
JUMPED: Final = 4  # has been in the air; a battle asset from now on

REINFORCEMENT: Final[tuple[tuple[str, str], ...]] = (("reinforcement", "german"), ("reinforcement", "allied"))
PLAYER_TURN: Final = (
    "admin",
    "operational-movement",
    "strategic-movement",
    "combat",
    "reaction",
    "breakthrough-movement",
    "breakthrough-combat",
    "supply",
)
PHASES: Final[tuple[tuple[str, str], ...]] = (
    *REINFORCEMENT,
    *((slug, "german") for slug in PLAYER_TURN),
    *((slug, "allied") for slug in PLAYER_TURN),
    ("victory", ""),
)
"""3.0 The phases of a turn: slug, and whose player turn it belongs to."""
SLUG: Final = tuple(slug for slug, _ in PHASES)
OVER: Final = len(PHASES)
NAMED: Final = (*PHASES, ("over", ""))
"""The same with the end of the game."""
PHASING: Final = (*(ALLIED if seat == "allied" else GERMAN for _, seat in PHASES), GERMAN)


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=notation.tag, gc=False):
    """A question that waits for its answer; the last one on the stack is open. Names in it are ids."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that can change."""

    scenario: int
    turn: int
    phase: int
    """Index in ``PHASES``; ``OVER`` when the game has ended."""
    at: bytes
    """Area of each unit, or ``WAITING``, ``ELIMINATED``, ``ABSENT``."""
    steps: bytes
    """2.3 Steps left of each unit; 0 for one that is eliminated or absent."""
    status: bytes
    """Flags of each unit."""
    origin: bytes
    """5.35 Area each unit came from into its present one in this player turn, or ``NOWHERE``."""
    came: bytes
    """Turn each unit arrived, or is due; 0 for the set-up and for what comes by an event."""
    known: int
    """2.2 Set of the units whose label the enemy has seen."""
    handles: bytes
    """Number each block goes by as long as the enemy does not know it."""
    reserves: bytes
    """5.21 Unit under each reserve marker, or ``NOWHERE``, ``LATER``."""
    boxes: bytes
    """2.1 Where each chit is."""
    attached: tuple[tuple[int, int], ...]
    """17.11, 17.12 Greif teams: chit, and the unit or the river border it lies on."""
    drop: int
    """16.11 What became of von der Heydte."""
    german: int
    """2.4 Set of the areas under German control."""
    works: tuple[int, int]
    """5.23 Sets of the areas with field works, by side."""
    roadblocks: tuple[int, int]
    """4.34 Sets of the areas with a roadblock (without an engineer), by side."""
    blown: int
    """5.31 Set of the river borders whose bridge is blown."""
    new: int
    """2.4 Set of the newly contested areas."""
    old: int
    """2.4 Set of the areas that were contested when the Movement Phase began."""
    assault: int
    """5.35e Set of the areas with a river assault marker."""
    fought: int
    """6.0 Set of the areas that had their round in this phase."""
    cut: int
    """9.32 Set of the areas out of supply."""
    airlift: int
    """17.21 Set of the areas supplied from the air."""
    flown: int
    """17.21 Set of the units supplied from the air, wherever they have gone since."""
    pooled: int
    """14.62b Set of the areas with pooled assets."""
    crossed: int
    """5.35c Set of the river borders used into a contested area in this phase."""
    captured: int
    """16.13 Set of the objectives the Germans have taken once."""
    windfalls: int
    """16.13 Those of them whose fuel has yet to be looked for."""
    repairs: int
    """18.1 Bridges the Germans have repaired."""
    marches: int
    """14.81 Strategic moves the Germans have made in this turn."""
    raided: int
    """18.3 1 after KG Peiper's night move; 18.4 plus 2 after the ruse of the 150th Brigade."""
    standing: int
    """Derived: set of the units on the map."""
    who: tuple[int, ...]
    """Derived: set of units in each area."""
    held: tuple[int, int]
    """Derived: sets of the areas with units, by side."""
    posts: tuple[int, int]
    """Derived: sets of the areas held by an asset (R60), by side."""
    contested: int
    """Derived: set of the areas with forces of both sides (2.4, R60)."""
    stack: tuple[Step, ...]
    choices: Choices


def with_byte(values: bytes, index: int, value: int) -> bytes:
    """Replace one entry."""
    return values[:index] + _BYTE[value] + values[index + 1 :]


_BYTE: Final = tuple(bytes((value,)) for value in range(256))


def with_side(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    """Replace the entry of one side."""
    return (value, pair[1]) if side == GERMAN else (pair[0], value)


# -- units ----------------------------------------------------------------------------------------------


def place(parts: Components, state: State, unit: int, area: int, **others: bytes) -> State:
    """Put a unit into an area, or off the map, and set `others`; what follows is seen to in ``control.arrive``."""
    old, side, bit = state.at[unit], parts.side[unit], 1 << unit
    who, held, standing = list(state.who), state.held[side], state.standing & ~bit
    if old < WAITING:
        who[old] ^= bit
        if not who[old] & parts.army[side]:
            held ^= 1 << old
    if area < WAITING:
        who[area] |= bit
        held |= 1 << area
        standing |= bit
    both = with_side(state.held, side, held)
    at, met = with_byte(state.at, unit, area), meeting(both, state.posts)
    return replace(state, at=at, standing=standing, who=tuple(who), held=both, contested=met, **others)


def flag(state: State, unit: int, on: int = 0, off: int = 0) -> State:
    """Set and clear flags of a unit."""
    return replace(state, status=with_byte(state.status, unit, state.status[unit] & ~off | on))


def with_steps(state: State, unit: int, left: int) -> State:
    """Set what is left of a unit."""
    return replace(state, steps=with_byte(state.steps, unit, left))


def came_from(state: State, unit: int, area: int) -> State:
    """5.35 Note where a unit came from."""
    return replace(state, origin=with_byte(state.origin, unit, area))


def reserve_of(state: State, unit: int) -> int:
    """5.21 The reserve marker on a unit, or -1."""
    return state.reserves.find(unit)


_NOBODY: Final = bytes(range(WAITING, 256))  # in `reserves`: no unit


def reserved(state: State) -> int:
    """5.21 Set of the units under a reserve marker."""
    return mask_of(state.reserves.translate(None, _NOBODY))


def set_reserve(state: State, marker: int, unit: int = NOWHERE) -> State:
    """5.21 Put a reserve marker on a unit, or back at hand."""
    return replace(state, reserves=with_byte(state.reserves, marker, unit))


# -- chits ----------------------------------------------------------------------------------------------


def put(parts: Components, state: State, chit: int, box: int) -> State:
    """Put a chit into a box or onto an area."""
    boxes = with_byte(state.boxes, chit, box)
    if parts.kind[chit] not in POSTS or (box >= ON_MAP and state.boxes[chit] >= ON_MAP):
        return replace(state, boxes=boxes)
    posts = posts_of(parts, boxes, state.drop)
    return replace(state, boxes=boxes, posts=posts, contested=meeting(state.held, posts))


HOLDING: Final = ("garrison", "task-force", "engineer")
HEYDTE: Final = "von-der-heydte"
POSTS: Final = (*HOLDING, HEYDTE)
"""Kinds of chits that hold an area by themselves."""


def posts_of(parts: Components, boxes: bytes, drop: int) -> tuple[int, int]:
    """R60 Work ``posts`` out from scratch; von der Heydte counts once he has landed."""
    holders = _holders(parts, drop in (INTACT, SCATTERED))
    german, allied = (mask_of(filter(ON_MAP.__gt__, map(boxes.__getitem__, own))) for own in holders)
    return german, allied


@functools.lru_cache(maxsize=8)
def _holders(parts: Components, landed: bool) -> list[tuple[int, ...]]:
    kinds = POSTS if landed else HOLDING
    return [tuple(chit for chit in own if parts.kind[chit] in kinds) for own in parts.own_chits]


def set_drop(parts: Components, state: State, drop: int) -> State:
    """16.11 Say what became of von der Heydte."""
    posts = posts_of(parts, state.boxes, drop)
    return replace(state, drop=drop, posts=posts, contested=meeting(state.held, posts))


def attach(state: State, chit: int, target: int) -> State:
    """17.11, 17.12 Note what a Greif team lies on."""
    return replace(state, attached=tuple(sorted((*state.attached, (chit, target)))))


def detach(state: State, chit: int) -> State:
    """Note that a Greif team is gone from where it lay."""
    return replace(state, attached=tuple(pair for pair in state.attached if pair[0] != chit))


def chits_in(parts: Components, state: State, side: int, box: int) -> tuple[int, ...]:
    """The chits of a side in a box, or on an area."""
    boxes = state.boxes
    return _marked(parts, side, boxes.translate(LYING_IN[box])) if box in boxes else ()


LYING_IN: Final = tuple(bytes(place == box for place in range(256)) for box in range(256))
"""By box (or area): the table that marks what lies in it."""


@functools.lru_cache(maxsize=2048)
def _marked(parts: Components, side: int, marks: bytes) -> tuple[int, ...]:
    return tuple(itertools.compress(parts.own_chits[side], parts.own_boxes[side](marks)))


# -- areas ----------------------------------------------------------------------------------------------


def mark(state: State, kind: str, area: int, on: bool = True) -> State:
    """Set or clear one area (or river border) in a set, such as ``new``, ``assault``, ``fought``, ``blown``."""
    bits_ = getattr(state, kind)
    return replace(state, **{kind: bits_ | 1 << area if on else bits_ & ~(1 << area)})


def mark_side(state: State, kind: str, side: int, area: int, on: bool = True) -> State:
    """Set or clear one area in the set of a side: ``works``, ``roadblocks``."""
    pair = getattr(state, kind)
    value = pair[side] | 1 << area if on else pair[side] & ~(1 << area)
    return replace(state, **{kind: with_side(pair, side, value)})


def controls(state: State, side: int) -> int:
    """2.4 Set of the areas a side controls."""
    return state.german if side == GERMAN else ~state.german


def meeting(held: tuple[int, int], posts: tuple[int, int]) -> int:
    """2.4, R60 Set of the areas with forces of both sides: units, or units and an asset."""
    german, allied = held
    return german & allied | german & posts[ALLIED] | allied & posts[GERMAN]


HERE: Final = marked(lambda area: area < WAITING)


def dwelling(state: State, areas: int) -> int:
    """Set of the units that stand in any of a set of areas."""
    return sum(map(state.who.__getitem__, bits(areas)))  # nobody stands in two


def units_in(parts: Components, state: State, area: int, side: int) -> tuple[int, ...]:
    """The units of a side in an area, by index."""
    return bits(state.who[area] & parts.army[side])


def phasing(state: State) -> int:
    """3.0 The side whose player turn it is; German in the phases that belong to nobody."""
    return PHASING[state.phase]


# -- questions ------------------------------------------------------------------------------------------


def push(state: State, *steps: Step) -> State:
    """Ask further questions first; the last one given comes up first."""
    return replace(state, stack=state.stack + steps)


def pop(state: State) -> State:
    """Be done with the open question."""
    return replace(state, stack=state.stack[:-1])


def swap(state: State, *steps: Step) -> State:
    """Put other questions in the place of the open one."""
    return replace(state, stack=(*state.stack[:-1], *steps))
