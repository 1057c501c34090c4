"""4.1, 4.2a The boxes and the selection cup: what a turn brings back, what is drawn, and 16.12 what is lost.

Covers the chits in the Reinforcement Phase (4.1a, b, d) and the draws of the Admin Phase. Units and task forces are
placed elsewhere (reinforcement).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from bulge_widget.core.bitset import Labels
from bulge_widget.core.decision import Action, Decision, Key, Lazily, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Drew, Event
from bulge_widget.rulebooks.fab import heydte, special, troops
from bulge_widget.rulebooks.fab.components import GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    CUP,
    FUTURE,
    GONE,
    HEYDTE,
    USED,
    State,
    Step,
    chits_in,
    phasing,
    pop,
    push,
    swap,
)

__all__ = [
    "ACTIONS",
    "STEPS",
    "Draw",
    "Drawing",
    "GiveUp",
    "KeepBox",
    "Retrieve",
    "Retrieving",
    "Wearing",
    "begin",
    "begin_draws",
]

APART: Final = frozenset({"task-force", "garrison", "bid-fuel", "captured-fuel"})  # never join the cup by the calendar
NO_EFFECT: Final = "delayed-response"  # 17.34


class Retrieving(Step, frozen=True, gc=False):
    """4.1a A side whose reusable Special Action was left over takes one asset back at once."""

    side: int


class Wearing(Step, frozen=True, gc=False):
    """16.12 The Germans lose one regular artillery asset of those they used."""


class Recycling(Step, frozen=True, gc=False):
    """4.1a, b, d The rest of a side's boxes is put in order without a question."""

    side: int


class Drawing(Step, frozen=True, gc=False):
    """4.2a CHANCE draws chits from a side's cup, one by one."""

    side: int
    left: int


class Retrieve(Action, frozen=True, gc=False):
    """4.1a Take an asset from the Used Box into the Available Box."""

    chit: str


class KeepBox(Action, frozen=True, gc=False):
    """4.1a Take none."""


class GiveUp(Action, frozen=True, gc=False):
    """16.12 Lose an artillery asset."""

    chit: str


class Draw(Action, frozen=True, gc=False):
    """4.2a The chit that was drawn."""

    chit: str


STEPS: tuple[type[Step], ...] = (Retrieving, Wearing, Recycling, Drawing)
ACTIONS: tuple[type[Action], ...] = (Retrieve, KeepBox, GiveUp, Draw)


KEEP: Final = KeepBox()
Question = Retrieving | Wearing | Drawing

# -- questions ----------------------------------------------------------------------------------------


def retrievable(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """4.1a The assets that may be taken back: any used one, if the reusable Special Action was left over."""
    blocks = [c for c in chits_in(parts, state, side, AVAILABLE) if is_block(parts, c)]
    if not blocks:
        return ()
    used = chits_in(parts, state, side, USED)
    return tuple(parts.chit_ids[c] for c in used if parts.chits[c].family == "asset")


def is_block(parts: Components, chit: int) -> bool:
    """8.1 Whether a chit is a reusable Special Action."""
    return parts.kind[chit] == special.KIND and special.is_reusable(parts, chit)


def worn(parts: Components, state: State) -> tuple[str, ...]:
    """16.12, R32 The regular artillery in the German Used Box."""
    used = chits_in(parts, state, GERMAN, USED)
    return tuple(parts.chit_ids[c] for c in used if parts.kind[c] == "artillery")


def in_cup(parts: Components, state: State, side: int) -> list[str]:
    """4.2a The chits in a side's cup."""
    return _names(parts).of(troops.lying_in(parts, state, side, CUP))


@functools.lru_cache(maxsize=8)
def _names(parts: Components) -> Labels:
    return Labels(parts.chit_ids)


def listed(parts: Components, state: State, step: Question) -> Sequence[Action]:
    """4.1a, 4.2a, 16.12 The answers to a question."""
    match step:
        case Drawing(side=side):
            return Lazily(in_cup(parts, state, side), Draw)
        case Retrieving(side=side):
            return (*map(Retrieve, retrievable(parts, state, side)), KEEP)
        case Wearing():
            return tuple(map(GiveUp, worn(parts, state)))


def why_not(parts: Components, state: State, step: Question, action: Action) -> Refusal | None:
    """4.1a, 4.2a, 16.12 Why an answer is not legal."""
    if action in listed(parts, state, step):
        return None
    chit = getattr(action, "chit", "")
    match step:
        case Retrieving() if isinstance(action, Retrieve):
            return Refusal("not_used", "4.1a", {"chit": chit})
        case Wearing() if isinstance(action, GiveUp):
            return Refusal("not_used_artillery", "16.12", {"chit": chit})
        case Drawing() if isinstance(action, Draw):
            return Refusal("not_in_cup", "4.2a", {"chit": chit})
    wanted = {"Retrieving": "an asset to take back, or none", "Wearing": "an artillery asset to lose"}
    return Refusal("not_asked", "4.1", {"wanted": wanted.get(type(step).__name__, "a chit from the cup")})


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Question) -> Decision:
    """4.1a, 4.2a, 16.12 Ask the side, or CHANCE."""
    found = listed(parts, state, step)
    match step:
        case Drawing(side=side, left=left):
            prompt = f"{SIDES[side].capitalize()} draw from the cup, {left} to go"
            return Decision("chance", "4.2a", prompt, Options((None,), lambda _: found), lambda: (1,) * len(found))
        case Retrieving(side=side):
            by_chit = {getattr(action, "chit", None): action for action in found}
            keys: list[Key] = list(by_chit)
            options = Options(keys, lambda key: (by_chit[key],))
            return Decision(SIDES[side], "4.1a", "Take one used asset back at once?", options)
        case Wearing():
            keys = list(worn(parts, state))
            options = Options(keys, lambda key: (GiveUp(key),) if key else ())
            return Decision("german", "16.12", "Choose the artillery asset that is lost", options)


def explain(parts: Components, state: State, step: Question, action: Action) -> Sum:
    """4.2a How many chits are in the cup."""
    del action
    side = step.side if isinstance(step, Drawing | Retrieving) else GERMAN
    return Sum("chits in the cup", (Part("cup", len(in_cup(parts, state, side)), "4.2a"),))


def candidates(parts: Components, state: State, step: Question) -> Iterable[Action]:
    """For tests: every chit in every way."""
    del state, step
    return [kind(chit) for kind in (Retrieve, GiveUp, Draw) for chit in parts.chit_ids] + [KEEP]


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> State:
    """4.1, R32 Put a side's boxes in order: 4.1a, then 16.12, then 4.1b and d."""
    del parts
    steps: tuple[Step, ...] = (
        (Recycling(side), Wearing(), Retrieving(side)) if side == GERMAN else (Recycling(side), Retrieving(side))
    )
    return push(state, *steps)


def begin_draws(parts: Components, state: State) -> State:
    """4.2a, R56 Both sides draw what the Turn Track says for this Admin Phase, the Germans first."""
    second = phasing(state) != GERMAN
    draws = parts.scenarios[state.scenario].draws[state.turn - 1]
    for side in (OTHER[GERMAN], GERMAN):
        state = push(state, Drawing(side, draws[side][second]))
    return state


def resolve(parts: Components, state: State, step: Question | Recycling) -> Told | None:
    """4.1, 4.2a, R55 Do what asks nobody: empty boxes, the only asset there is, an empty cup."""
    if isinstance(step, Recycling):
        return recycle(parts, pop(state), step.side)
    if isinstance(step, Drawing):
        return (pop(state), ()) if not step.left or not troops.lying_in(parts, state, step.side, CUP) else None
    found = listed(parts, state, step)
    if isinstance(step, Retrieving):
        return None if len(found) > 1 else (pop(state), ())
    if len(found) > 1:
        return None
    if not found:
        return pop(state), ()
    state, events = apply(parts, state, step, found[0])
    return state, (Answered("16.12", "german", str(found[0])), *events)


def recycle(parts: Components, state: State, side: int) -> Told:
    """4.1a, 4.1b, 4.1d Special Actions come back, used assets and what arrives go into the cup."""
    events: tuple[Event, ...] = ()
    for chit in chits_in(parts, state, side, USED):
        state, more = send(parts, state, chit, *((AVAILABLE, "4.1a") if is_block(parts, chit) else (CUP, "4.1b")))
        events += more
    due = arriving(parts, state.scenario, state.turn)
    for chit in filter(due.__contains__, chits_in(parts, state, side, FUTURE)):
        state, more = send(parts, state, chit, AVAILABLE if is_block(parts, chit) else CUP, "4.1d")
        events += more
    return state, events


@functools.lru_cache(maxsize=64)
def arriving(parts: Components, scenario: int, turn: int) -> frozenset[int]:
    """4.1d The chits that join their side in a turn of a scenario."""
    arrivals = parts.scenarios[scenario].arrivals
    come = [chit for chit, name in enumerate(parts.chit_ids) if name in arrivals and arrivals[name].turn == turn]
    return frozenset(chit for chit in come if parts.kind[chit] not in APART)


def apply(parts: Components, state: State, step: Question, action: Action) -> Told:
    """4.1a, 4.2a, 16.12 Move the chit."""
    match action:
        case Draw(chit=chit) if isinstance(step, Drawing):
            return drawn(parts, swap(state, msgspec.structs.replace(step, left=step.left - 1)), chit)
        case Retrieve(chit=chit):
            return send(parts, pop(state), parts.chit_index[chit], AVAILABLE, "4.1a")
        case GiveUp(chit=chit):
            return send(parts, pop(state), parts.chit_index[chit], GONE, "16.12")
    return pop(state), ()


def drawn(parts: Components, state: State, name: str) -> Told:
    """4.2a, 17.34, 16.11 A chit goes to the Available Box; a delayed response is gone at once, paratroops may jump."""
    chit = parts.chit_index[name]
    told: Event = Drew("4.2a", name, "cup")
    if parts.kind[chit] == NO_EFFECT:
        state, events = send(parts, state, chit, GONE, "17.34")
        return state, (told, *events)
    state, events = send(parts, state, chit, AVAILABLE, "4.2a")
    if parts.kind[chit] == HEYDTE:
        state = heydte.drawn(parts, state)
    return state, (told, *events)
