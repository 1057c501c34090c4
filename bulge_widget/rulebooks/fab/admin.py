"""4.2 The Admin Phase: both sides draw, then the phasing side plays chits, then the other.

What a chit may be used for is kept in the chapters of the rules (engineering, replacements, staff, events); this
module asks, lists and plays.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bulge_widget.core.decision import Action, Decision, Key, Lazily, Maker, Options, Part, Refusal, Sum
from bulge_widget.rulebooks.fab import cups, engineering, events, replacements, staff, troops
from bulge_widget.rulebooks.fab.components import OTHER, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.once import once
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    FACE_UP,
    State,
    Step,
    chits_in,
    dwelling,
    phasing,
    pop,
    push,
)
from bulge_widget.rulebooks.fab.usage import Case, Target, Use

__all__ = ["ACTIONS", "STEPS", "Administering", "EndAdmin", "Play", "begin", "unfaced"]

USES: Final[dict[str, Use]] = {**engineering.USES, **replacements.USES, **staff.USES, **events.USES}

USES_OF: Final = {
    kind: tuple((word, use) for word, use in USES.items() if kind in use.kinds)
    for kind in frozenset().union(*(use.kinds for use in USES.values()))
}
"""What each kind of chit may be used for."""


class Administering(Step, frozen=True, gc=False):
    """4.2b, 4.2c A side plays chits from its Available Box."""

    side: int
    tried: tuple[str, ...] = ()
    """17.12 Bridges that could not be blown in this phase."""


class Play(Action, frozen=True, gc=False):
    """Use a chit; `on` names what it is used on."""

    chit: str
    use: str
    on: tuple[str, ...] = ()


class EndAdmin(Action, frozen=True, gc=False):
    """Play nothing more in this phase."""


STEPS: tuple[type[Step], ...] = (Administering,)
ACTIONS: tuple[type[Action], ...] = (Play, EndAdmin)
AIMED: tuple[type[Step], ...] = (Administering,)
"""Steps whose answers name blocks of the enemy."""


END: Final = EndAdmin()
_FACE_UP: Final = marked(lambda flags: flags & FACE_UP)

# -- questions ----------------------------------------------------------------------------------------


def play_refusal(parts: Components, state: State, step: Administering, action: Play) -> Refusal | None:
    """4.2b, 4.2c Why a chit may not be played so."""
    chit = parts.chit_index.get(action.chit)
    facts: dict[str, str | int] = {"chit": action.chit, "use": action.use}
    if chit is None or parts.chit_side[chit] != step.side:
        return Refusal("not_your_chit", "4.2", facts)
    if state.boxes[chit] != AVAILABLE:
        return Refusal("not_available", "4.2", facts)
    use = USES.get(action.use)
    if use is None or parts.kind[chit] not in use.kinds:
        return Refusal("other_use", "4.2", facts)
    return use.refusal(parts, state, Case(step.side, chit, action.on))


def why_not(parts: Components, state: State, step: Administering, action: Action) -> Refusal | None:
    """4.2b, 4.2c Why an answer is not legal."""
    if isinstance(action, Play):
        return play_refusal(parts, state, step, action)
    return None if isinstance(action, EndAdmin) else Refusal("not_asked", "4.2", {"wanted": "a chit to play, or none"})


# -- options ------------------------------------------------------------------------------------------


def plays(parts: Components, state: State, side: int, chit: int) -> Iterator[tuple[str, Target]]:
    """4.2b, 4.2c Every way to use a chit, each effect once: the use, and on what."""
    uses = USES_OF.get(parts.kind[chit], ())
    ways = (zip(itertools.repeat(word), use.targets(parts, state, side, chit)) for word, use in uses)
    return itertools.chain.from_iterable(ways)


def listed(parts: Components, state: State, side: int, chit: int) -> Sequence[Action]:
    """4.2b, 4.2c The plays of a chit."""
    name = parts.chit_ids[chit]
    return Lazily(_ways(parts, state, side, parts.alike[chit]), lambda way: Play(name, *way))


@once
def _ways(parts: Components, state: State, side: int, first: int) -> tuple[tuple[str, Target], ...]:
    """4.2b, 4.2c The same of all chits that are alike, by the first of them."""
    return tuple(plays(parts, state, side, first))


@once
def playable(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """4.2b, 4.2c The chits at hand that can be used for anything; of those that are alike one is tried."""
    own, useful = troops.lying_in(parts, state, side, AVAILABLE), 0
    for first, sort in _sorts(parts, side):
        if own & sort and is_useful(parts, state, side, first):
            useful |= own & sort
    return bits(useful)


@functools.lru_cache(maxsize=8)
def _sorts(parts: Components, side: int) -> tuple[tuple[int, int], ...]:
    """4.2b, 4.2c The sorts of chits that a side plays in this phase."""
    return troops.sorted_out([chit for chit in parts.own_chits[side] if parts.kind[chit] in USES_OF], parts.alike)


def is_useful(parts: Components, state: State, side: int, chit: int) -> bool:
    """4.2b, 4.2c Whether a chit can be used for anything; the use that is named last is mostly the quickest to see."""
    for _, use in reversed(USES_OF[parts.kind[chit]]):
        for _ in use.targets(parts, state, side, chit):
            return True
    return False


def decision(parts: Components, state: State, step: Administering) -> Decision:
    """4.2b, 4.2c Ask a side which chit it plays."""

    def listing() -> tuple[Sequence[Key], Maker]:
        keys: list[Key] = [parts.chit_ids[chit] for chit in playable(parts, state, step.side)]
        return (*keys, None), lambda key: listed(parts, state, step.side, parts.chit_index[key]) if key else (END,)

    options = Options(later=listing)
    rule = "4.2b" if step.side == phasing(state) else "4.2c"
    return Decision(SIDES[step.side], rule, "Play events, engineers, staff or Special Actions", options)


def canonical(parts: Components, state: State, step: Administering, action: Action) -> Action:
    """The listed play of the same effect."""
    if not isinstance(action, Play) or USES[action.use].canonical is None:
        return action
    change = USES[action.use].canonical
    assert change is not None  # noqa: S101
    case = Case(step.side, parts.chit_index[action.chit], action.on)
    return Play(action.chit, action.use, change(parts, state, case))


def explain(parts: Components, state: State, step: Administering, action: Action) -> Sum:
    """4.2 How many chits are at hand."""
    del action
    return Sum("chits at hand", (Part("available", len(chits_in(parts, state, step.side, AVAILABLE)), "4.2"),))


def candidates(parts: Components, state: State, step: Administering) -> Iterable[Action]:
    """For tests: every chit at hand in every use of its kind, on all there is; and others on a few things."""
    yield END
    areas, units = [(name,) for name in parts.area_ids], [(name,) for name in parts.unit_ids]
    bridges = [(parts.bridge_id(river),) for river in range(len(parts.rivers))]
    odd = [(), ("nowhere",), ("23", "23"), ("12-21", "12-22"), ("12-22", "12-21"), *areas[:2], *units[:1]]
    for chit in (*chits_in(parts, state, step.side, AVAILABLE), *parts.own_chits[step.side][:2]):
        for word, use in USES.items():
            wide = [*areas, *units, *bridges] if parts.kind[chit] in use.kinds else []
            near = use.targets(parts, state, step.side, chit) if parts.kind[chit] in use.kinds else ()
            for at in dict.fromkeys((*near, *wide, *odd)):
                yield Play(parts.chit_ids[chit], word, at)


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State) -> State:
    """4.2 Both sides draw, then the phasing side plays, then the other."""
    own = phasing(state)
    return cups.begin_draws(parts, push(state, Administering(OTHER[own]), Administering(own)))


def resolve(parts: Components, state: State, step: Administering) -> Told | None:
    """4.2, 8.32 A side with nothing to play is passed over."""
    if unfaced(state) & parts.army[OTHER[step.side]]:
        return None  # 8.32 the side has a look before the phase ends
    return None if playable(parts, state, step.side) else (pop(state), ())


def unfaced(state: State) -> int:
    """6.29, 8.32 Set of the blocks that are turned to an enemy who does not face them."""
    face_up = state.standing & mask_where(state.status, _FACE_UP)
    return face_up & ~dwelling(state, troops.facing(state)) if face_up else 0


def apply(parts: Components, state: State, step: Administering, action: Action) -> Told:
    """4.2b, 4.2c Carry the play out."""
    if not isinstance(action, Play):
        return pop(state), ()
    case = Case(step.side, parts.chit_index[action.chit], action.on)
    return USES[action.use].effect(parts, state, case)
