"""6.21, 8.23, 8.24 The defender's Special Action: help from beside the battle, or a retreat before it.

Does not cover the other uses of Special Actions (special, admin).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal
from bulge_widget.core.event import Event, Moved
from bulge_widget.rulebooks.fab import battle, greif, passage, retreat, special, support, troops
from bulge_widget.rulebooks.fab.battle import DEFENDER
from bulge_widget.rulebooks.fab.components import Components, bits
from bulge_widget.rulebooks.fab.control import Told, arrive, unreserve
from bulge_widget.rulebooks.fab.state import WAITING, State, Step, pop

__all__ = ["ACTIONS", "STEPS", "Await", "Reinforce", "Responding", "Withdraw"]


class Responding(Step, frozen=True, gc=False):
    """6.21 The defender may use Special Actions."""


class Reinforce(Action, frozen=True, gc=False):
    """8.23 Bring a unit from beside into the battle."""

    unit: str
    chit: str


class Withdraw(Action, frozen=True, gc=False):
    """8.24 Retreat before the battle."""

    chit: str


class Await(Action, frozen=True, gc=False):
    """6.21 Use no (further) Special Action."""


STEPS: tuple[type[Step], ...] = (Responding,)
ACTIONS: tuple[type[Action], ...] = (Reinforce, Withdraw, Await)


AWAIT: Final = Await()

# -- questions ----------------------------------------------------------------------------------------


def reinforce_refusal(parts: Components, state: State, action: Reinforce) -> Refusal | None:
    """8.23, R62 Why a unit may not join the battle."""
    side = battle.side(state, DEFENDER)
    area = parts.area_index[battle.current(state).area]
    facts: dict[str, str | int] = {"unit": action.unit, "area": parts.area_ids[area]}
    if not battle.defenders(parts, state):
        return Refusal("lone_asset", "8.23", {"chit": action.chit, "area": parts.area_ids[area]})
    if action.unit not in parts.unit_index or parts.side[parts.unit_index[action.unit]] != side:
        return Refusal("not_yours", "8.23", facts)
    if len(battle.defenders(parts, state)) >= retreat.LIMIT:
        return Refusal("full", "5.1", facts)
    unit = parts.unit_index[action.unit]
    return (
        helper_refusal(parts, state, unit, area, facts)
        or special.area_refusal(state, side, area, facts)
        or special.refusal(parts, state, side, action.chit, (unit,), "8.23")
    )


def helper_refusal(
    parts: Components, state: State, unit: int, area: int, facts: dict[str, str | int]
) -> Refusal | None:
    """8.23, R62, 14.43 The unit must be in good order, beside the battle, and free to come."""
    start = state.at[unit]
    if start >= WAITING or not parts.near[area] >> start & 1:
        return Refusal("not_beside", "8.23", facts)
    if not troops.is_good(state, unit):
        return Refusal("disordered", "8.23", facts)
    if state.contested >> start & 1:
        return Refusal("from_contested", "8.23", facts)
    if parts.armor[unit] and (start, area) in parts.restricted:
        return Refusal("restricted", "14.1", facts)
    if parts.british_unit[unit] and not parts.british >> area & 1:
        return Refusal("british_zone", "14.43", facts)
    return None


def withdraw_refusal(parts: Components, state: State, action: Withdraw) -> Refusal | None:
    """8.24, 6.6, R61, 15.2b Why the defender may not retreat before the battle."""
    units = battle.defenders(parts, state)
    area = battle.current(state).area
    if not units:
        return Refusal("lone_asset", "8.24", {"chit": action.chit, "area": area})
    side = battle.side(state, DEFENDER)
    fixed = troops.holders(parts, state, parts.area_index[area], side)
    if fixed and not state.choices.units_leave_garrison:
        return Refusal("garrison_stays", "R61", {"asset": parts.chit_ids[fixed[0]], "area": area})
    for unit in units:
        if not retreat.ways_back(parts, state, unit):
            return Refusal("no_way_back", "6.6", {"unit": unit, "area": area})
    indexes = tuple(parts.unit_index[unit] for unit in units)
    served = special.refusal(parts, state, side, action.chit, indexes, "8.24")
    return served or army_refusal(parts, state, action.chit, units[0])


def army_refusal(parts: Components, state: State, chit: str, unit: str) -> Refusal | None:
    """15.2b The American reserve is helped by one army a round: a second Special Action is of the same one."""
    now, command = support.terms(parts, state, DEFENDER), parts.chits[parts.chit_index[chit]].command
    if not command or not now.groups <= {troops.US_RESERVE} or command in now.helpers:
        return None
    return Refusal("other_echelon_unit", "15.2b", {"chit": chit, "unit": unit})


def why_not(parts: Components, state: State, step: Responding, action: Action) -> Refusal | None:
    """6.21 Why an answer is not legal."""
    del step
    match action:
        case Reinforce():
            return reinforce_refusal(parts, state, action)
        case Withdraw():
            return withdraw_refusal(parts, state, action)
        case Await():
            return None
    return Refusal("not_asked", "6.21", {"wanted": "a Special Action, or none"})


# -- options ------------------------------------------------------------------------------------------


def helpers(parts: Components, state: State) -> dict[str, tuple[Reinforce, ...]]:
    """8.23 The units that may join, each with the chits that bring it."""
    area = parts.area_index[battle.current(state).area]
    side = battle.side(state, DEFENDER)
    chits = special.available(parts, state, side)
    if not chits:
        return {}
    near = [u for a in bits(parts.near[area] & state.held[side]) for u in bits(state.who[a] & parts.army[side])]
    found = {}
    for unit in sorted(near):
        name = parts.unit_ids[unit]
        ways = (Reinforce(name, chit) for chit in chits)
        found[name] = tuple(way for way in ways if reinforce_refusal(parts, state, way) is None)
    return {unit: ways for unit, ways in found.items() if ways}


def withdrawals(parts: Components, state: State) -> tuple[Withdraw, ...]:
    """8.24 The chits that allow a retreat."""
    ways = map(Withdraw, special.available(parts, state, battle.side(state, DEFENDER)))
    return tuple(way for way in ways if withdraw_refusal(parts, state, way) is None)


def decision(parts: Components, state: State, step: Responding) -> Decision:
    """6.21 Ask the defender."""
    del step
    help_ = helpers(parts, state)
    rest = (*withdrawals(parts, state), AWAIT)
    keys: list[Key] = [*help_, None]
    options = Options(keys, lambda key: help_[key] if key else rest)
    area = parts.area_name(battle.current(state).area)
    return Decision(battle.seat(state, DEFENDER), "6.21", f"{area} is attacked: use a Special Action?", options)


def candidates(parts: Components, state: State, step: Responding) -> Iterable[Action]:
    """For tests: every unit with every Special Action."""
    del state, step
    chits = [parts.chit_ids[chit] for chit in parts.of_kind["special-action"]]
    return [*(Reinforce(u, c) for u in parts.unit_ids for c in chits), *map(Withdraw, parts.chit_ids), AWAIT]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Responding) -> Told | None:
    """6.21 Go on when no Special Action can be used."""
    del step
    if not special.available(parts, state, battle.side(state, DEFENDER)):
        return pop(state), ()
    return None if helpers(parts, state) or withdrawals(parts, state) else (pop(state), ())


def apply(parts: Components, state: State, step: Responding, action: Action) -> Told:
    """8.23, 8.24 Spend the Special Action and move the units."""
    del step
    match action:
        case Reinforce():
            return _reinforce(parts, state, action)
        case Withdraw():
            return _withdraw(parts, pop(state), action)
    return pop(state), ()


def _reinforce(parts: Components, state: State, action: Reinforce) -> Told:
    """8.23, R62, 17.11 The unit comes; a Greif team on it is gone without effect."""
    unit, this = parts.unit_index[action.unit], battle.current(state)
    start = parts.area_ids[state.at[unit]]
    state, spent = special.spend(parts, state, action.chit, "8.23")
    state, teams = greif.shed(parts, state, unit)
    state, free = unreserve(parts, state, unit)
    way = (state.at[unit], parts.area_index[this.area])
    state, told = arrive(parts, state, unit, way[1])
    state, passed = passage.come_through(parts, state, unit, way)
    state = battle.altered(state, joined=(*this.joined, action.unit), called=(*this.called, action.chit))
    moved: Event = Moved("8.23", action.unit, (start, this.area), "special-action")
    return state, (*spent, *teams, *free, moved, *told, *passed)


def _withdraw(parts: Components, state: State, action: Withdraw) -> Told:
    """8.24 The defender goes in good order, and the round is over."""
    units, area = battle.defenders(parts, state), battle.current(state).area
    state, events = special.spend(parts, state, action.chit, "8.24")
    for unit in units:
        state, teams = greif.shed(parts, state, parts.unit_index[unit])
        events += teams
    state = battle.altered(state, stage="opportunity", withdrawn=True)
    return retreat.begin(parts, state, units, area, "8.24", orderly=True), events
