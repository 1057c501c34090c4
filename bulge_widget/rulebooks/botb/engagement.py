"""23.0 Engagement: battles that go on, and what their defender decides (23.3).

Does not cover movement (an engaged unit that may not leave is refused there, with `is_held`) nor advances
that break an engagement (advance, with `broken_by`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Refusal, Sum
from bulge_widget.core.event import Event, MarkerCleared, MarkerSet
from bulge_widget.rulebooks.botb.components import OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.state import OFF, Engagement, State, Step, pop
from bulge_widget.rulebooks.botb.zones import units_at

__all__ = ["Answering", "Counterattack", "Hold", "begin", "engage", "is_engaged", "is_held", "tidy", "withdraw"]

MOBILE = frozenset({"armor", "armored_cavalry", "artillery_corps", "nebelwerfer"})
"""23.2, R38 The classes that leave an engagement when they like."""


class Answering(Step, frozen=True, gc=False):
    """23.3 After movement the defender of each engagement says whether he counterattacks or holds."""

    side: int


class Counterattack(Action, frozen=True, gc=False):
    """Counterattack with the engaged units in this hex and all others of that battle."""

    hex: str


class Hold(Action, frozen=True, gc=False):
    """Hold the position with the engaged units in this hex and all others of that battle."""

    hex: str


# -- questions ----------------------------------------------------------------------------------------


def engagement_of(state: State, unit: int) -> Engagement | None:
    """R38 The engagement a unit takes part in, or None."""
    return next((e for e in state.engagements if unit in e.attackers or unit in e.defenders), None)


def is_engaged(state: State, unit: int) -> bool:
    """23.1 Whether a unit is engaged."""
    return engagement_of(state, unit) is not None


def is_held(parts: Components, state: State, unit: int) -> bool:
    """23.2 Whether a unit is engaged and may not leave by itself."""
    return parts.kind[unit] not in MOBILE and is_engaged(state, unit)


def spot(state: State, engagement: Engagement) -> int:
    """The hex an engagement goes by: the first one with its defenders."""
    return min(state.at[unit] for unit in engagement.defenders)


def must_counterattack(parts: Components, state: State, engagement: Engagement) -> bool:
    """23.4.1, 23.4.2 Whether a free friend of the defenders is beside an engaged attacker.

    Those who came into a hex of the defenders count as engaged with them (23.5.3).
    """
    side, hexes = OTHER[engagement.side], {state.at[unit] for unit in engagement.defenders}
    for where in {state.at[unit] for unit in engagement.attackers}:
        for near in parts.touch[where]:
            if near not in hexes and any(not is_engaged(state, u) for u in units_at(parts, state, near, side)):
                return True
    return False


def open_ones(parts: Components, state: State, side: int) -> list[Engagement]:
    """23.3 The engagements whose defender still has to answer and may choose."""
    waiting = [e for e in state.engagements if OTHER[e.side] == side and not e.held]
    return [e for e in waiting if not must_counterattack(parts, state, e)]


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """23.3 Why an answer is not possible."""
    assert isinstance(step, Answering)  # noqa: S101
    if not isinstance(action, Counterattack | Hold):
        return Refusal("not_asked", "23.3", {"wanted": "hold the position, or counterattack"})
    if action.hex not in {parts.hex_ids[h] for e in open_ones(parts, state, step.side) for h in _hexes(state, e)}:
        return Refusal("not_engaged", "23.3", {"hex": action.hex})
    return None


def _hexes(state: State, engagement: Engagement) -> set[int]:
    return {state.at[unit] for unit in engagement.defenders}


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """23.3 Ask for one answer after another."""
    assert isinstance(step, Answering)  # noqa: S101
    spots = [parts.hex_ids[spot(state, e)] for e in open_ones(parts, state, step.side)]
    options = Options.plain(kind(name) for name in spots for kind in (Hold, Counterattack))
    return Decision(SIDES[step.side], "23.3", "Hold the position or counterattack with engaged units", options)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """R38 The engagement by its first hex."""
    assert isinstance(step, Answering)  # noqa: S101
    assert isinstance(action, Counterattack | Hold)  # noqa: S101
    chosen = _named(parts, state, step, action.hex)
    return msgspec.structs.replace(action, hex=parts.hex_ids[spot(state, chosen)])


def _named(parts: Components, state: State, step: Answering, name: str) -> Engagement:
    where = parts.hex_index[name]
    return next(e for e in open_ones(parts, state, step.side) if where in _hexes(state, e))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """There is no number behind it."""
    del parts, state, step, action
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: both answers in every hex with an engaged unit."""
    del step
    names = {parts.hex_ids[state.at[u]] for e in state.engagements for u in (*e.attackers, *e.defenders)}
    return [kind(name) for name in (*sorted(names), parts.hex_ids[0]) for kind in (Hold, Counterattack)]


# -- effects ------------------------------------------------------------------------------------------


def engage(
    parts: Components, state: State, side: int, attackers: tuple[int, ...], defenders: tuple[int, ...]
) -> tuple[State, tuple[Event, ...]]:
    """23.1 Mark all who took part in a battle."""
    new = Engagement(tuple(sorted(attackers)), tuple(sorted(defenders)), side)
    told = tuple(MarkerSet("23.1", "engaged", parts.unit_ids[unit]) for unit in (*new.attackers, *new.defenders))
    return msgspec.structs.replace(state, engagements=(*state.engagements, new)), told


def end(parts: Components, state: State, engagement: Engagement, rule: str) -> tuple[State, tuple[Event, ...]]:
    """23.4.2, 23.5.4 End an engagement for all its units."""
    left = tuple(e for e in state.engagements if e != engagement)
    units = (*engagement.attackers, *engagement.defenders)
    told = tuple(MarkerCleared(rule, "engaged", parts.unit_ids[unit]) for unit in units)
    return msgspec.structs.replace(state, engagements=left), told


def withdraw(parts: Components, state: State, unit: int) -> tuple[State, tuple[Event, ...]]:
    """23.6.1, 23.6.3 Take a unit from under its marker; an engagement without a side ends."""
    found = engagement_of(state, unit)
    if found is None:
        return state, ()
    smaller = msgspec.structs.replace(
        found,
        attackers=tuple(u for u in found.attackers if u != unit),
        defenders=tuple(u for u in found.defenders if u != unit),
    )
    told: tuple[Event, ...] = (MarkerCleared("23.6.1", "engaged", parts.unit_ids[unit]),)
    engagements = tuple(smaller if e == found else e for e in state.engagements)
    state = msgspec.structs.replace(state, engagements=engagements)
    if smaller.attackers and smaller.defenders:
        return state, told
    state, more = end(parts, state, smaller, "23.6.3")
    return state, told + more


def tidy(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """23.1 Whoever left the map is engaged no longer."""
    told: tuple[Event, ...] = ()
    for unit in [u for e in state.engagements for u in (*e.attackers, *e.defenders) if state.at[u] >= OFF]:
        state, more = withdraw(parts, state, unit)
        told += more
    return state, told


def reinforced(parts: Components, state: State, side: int) -> tuple[State, tuple[Event, ...]]:
    """23.5.3 Whoever moved into a hex with engaged defenders is engaged as well."""
    told: tuple[Event, ...] = ()
    for old in state.engagements:
        if OTHER[old.side] != side:
            continue
        there = (u for h in _hexes(state, old) for u in units_at(parts, state, h, side))
        fresh = tuple(u for u in there if not is_engaged(state, u))
        if fresh:
            new = msgspec.structs.replace(old, defenders=tuple(sorted((*old.defenders, *fresh))))
            engagements = tuple(new if e == old else e for e in state.engagements)
            state = msgspec.structs.replace(state, engagements=engagements)
            told += tuple(MarkerSet("23.5.3", "engaged", parts.unit_ids[u]) for u in fresh)
    return state, told


def begin(parts: Components, state: State, side: int) -> tuple[State, tuple[Event, ...]]:
    """23.3, 23.5.4 Before the battles of a side are planned: its old attacks end and are fought again."""
    told: tuple[Event, ...] = ()
    for old in [e for e in state.engagements if e.side == side]:
        state, more = end(parts, state, old, "23.5.4")
        told += more
    state, more = reinforced(parts, state, side)
    return state, told + more


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """23.4.1, 23.4.2 End one engagement after another whose defender must counterattack; then ask."""
    assert isinstance(step, Answering)  # noqa: S101
    for old in state.engagements:
        if OTHER[old.side] == step.side and must_counterattack(parts, state, old):
            held = msgspec.structs.replace(old, held=False)
            return end(parts, _swap(state, old, held), held, "23.4.1")
    return None if open_ones(parts, state, step.side) else (pop(state), ())


def _swap(state: State, old: Engagement, new: Engagement) -> State:
    engagements = tuple(new if e == old else e for e in state.engagements)
    return msgspec.structs.replace(state, engagements=engagements)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """23.4.2, 23.5.2 Free all units of the battle, or leave them engaged."""
    assert isinstance(step, Answering)  # noqa: S101
    assert isinstance(action, Counterattack | Hold)  # noqa: S101
    chosen = _named(parts, state, step, action.hex)
    if isinstance(action, Counterattack):
        return end(parts, state, chosen, "23.4.2")
    return _swap(state, chosen, msgspec.structs.replace(chosen, held=True)), ()


def broken_by(parts: Components, state: State, unit: int) -> tuple[State, tuple[Event, ...]]:
    """23.5.3, 23.5.5 After an advance: the unit joins engaged friends in its hex, or frees whom it is beside."""
    side = parts.side[unit]
    mine = [e for e in state.engagements if OTHER[e.side] == side]
    for old in mine:
        if state.at[unit] in _hexes(state, old):
            new = msgspec.structs.replace(old, defenders=tuple(sorted({*old.defenders, unit})))
            return _swap(state, old, new), (MarkerSet("23.5.3", "engaged", parts.unit_ids[unit]),)
    return _chain(parts, state, side, {unit})


def _chain(parts: Components, state: State, side: int, free: set[int]) -> tuple[State, tuple[Event, ...]]:
    """23.5.5 End the engagements whose attackers have a free unit beside them; that frees more units, and so on."""
    told: tuple[Event, ...] = ()
    while True:
        near = {h for unit in free for h in parts.touch[state.at[unit]]}
        broken = [e for e in state.engagements if OTHER[e.side] == side and near & {state.at[u] for u in e.attackers}]
        if not broken:
            return state, told
        state, more = end(parts, state, broken[0], "23.5.5")
        told, free = told + more, free | set(broken[0].defenders)


STEPS = (Answering,)
ACTIONS = (Counterattack, Hold)
