"""17.21 An air mission in combat, and 6.33 an engineer against field works: choices made just before a party fires.

Does not cover assigning them (support) nor what they change in the fire (fire).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal
from bulge_widget.core.event import Answered, Event, MarkerCleared, MarkerSet
from bulge_widget.rulebooks.fab import battle, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, Step, mark_side, pop

__all__ = ["ACTIONS", "STEPS", "Aid", "Aiding", "Breach", "Breaching", "Fly", "Flying", "Refrain"]

USES: Final = ("artillery", "support")


class Flying(Step, frozen=True, gc=False):
    """17.21 Before artillery fires, an air mission is used as artillery or kept for direct support."""

    role: int


class Aiding(Step, frozen=True, gc=False):
    """17.21 Before ground fire, the unit is named that the air mission supports."""

    role: int


class Breaching(Step, frozen=True, gc=False):
    """6.33 Before the attacker's ground fire, an engineer may remove the field works instead of firing."""


class Fly(Action, frozen=True, gc=False):
    """Use the air mission as "artillery" or for "support"."""

    how: str


class Aid(Action, frozen=True, gc=False):
    """Give the support from the air to a unit."""

    unit: str


class Breach(Action, frozen=True, gc=False):
    """Let an engineer remove the field works."""

    chit: str


class Refrain(Action, frozen=True, gc=False):
    """Let the engineers fire."""


STEPS: tuple[type[Step], ...] = (Flying, Aiding, Breaching)
ACTIONS: tuple[type[Action], ...] = (Fly, Aid, Breach, Refrain)


REFRAIN: Final = Refrain()
Question = Flying | Aiding | Breaching

# -- questions ----------------------------------------------------------------------------------------


def engineers(parts: Components, state: State) -> tuple[str, ...]:
    """6.33 The engineers the attacker still has in the battle."""
    assets = battle.assets(parts, state, ATTACKER, "battle")
    return tuple(asset for asset in assets if parts.kind[parts.chit_index[asset]] == "engineer")


def can_breach(parts: Components, state: State) -> bool:
    """6.33 Whether there are field works of the defender, and an engineer to remove them."""
    area = parts.area_index[battle.current(state).area]
    return troops.has_works(state, area, battle.side(state, DEFENDER)) and bool(engineers(parts, state))


def why_not(parts: Components, state: State, step: Question, action: Action) -> Refusal | None:
    """17.21, 6.33 Why an answer is not legal."""
    match step:
        case Flying():
            if isinstance(action, Fly):
                facts: dict[str, str | int] = {"how": action.how, "allowed": " ".join(USES)}
                return None if action.how in USES else Refusal("unknown_use", "17.21", facts)
            return Refusal("not_asked", "17.21", {"wanted": "a use of the air mission"})
        case Aiding():
            if isinstance(action, Aid):
                present = action.unit in battle.units(parts, state, step.role)
                area = battle.current(state).area
                return None if present else Refusal("not_in_battle", "17.21", {"piece": action.unit, "area": area})
            return Refusal("not_asked", "17.21", {"wanted": "a unit to support"})
    if isinstance(action, Refrain):
        return None
    if not isinstance(action, Breach):
        return Refusal("not_asked", "6.33", {"wanted": "an engineer, or none"})
    if action.chit not in engineers(parts, state):
        return Refusal("not_an_engineer", "6.33", {"chit": action.chit, "area": battle.current(state).area})
    return None


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Question) -> Decision:
    """17.21, 6.33 Ask the party."""
    area = parts.area_name(battle.current(state).area)
    if isinstance(step, Flying):
        prompt = f"Use the air mission over {area} as artillery, or to support a unit?"
        return Decision(battle.seat(state, step.role), "17.21", prompt, Options.plain(map(Fly, USES)))
    if isinstance(step, Aiding):
        keys: list[Key] = list(battle.units(parts, state, step.role))
        options = Options(keys, lambda key: (Aid(key),) if key else ())
        return Decision(
            battle.seat(state, step.role), "17.21", f"Which unit in {area} is supported from the air?", options
        )
    keys = [*engineers(parts, state), None]
    options = Options(keys, lambda key: (Breach(key),) if key else (REFRAIN,))
    return Decision(battle.seat(state, ATTACKER), "6.33", f"Let an engineer remove the field works in {area}?", options)


def candidates(parts: Components, state: State, step: Question) -> Iterable[Action]:
    """For tests: every unit, every chit, every use."""
    del state, step
    return [*map(Aid, parts.unit_ids), *map(Breach, parts.chit_ids), *map(Fly, (*USES, "supply")), REFRAIN]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Question) -> Told | None:
    """17.21, 6.33 Go on where there is nothing to choose."""
    if isinstance(step, Flying):
        return None
    if isinstance(step, Breaching):
        return None if can_breach(parts, state) else (pop(state), ())
    units = battle.units(parts, state, step.role)
    if len(units) > 1:
        return None
    if not units:
        return pop(state), ()
    state, events = apply(parts, state, step, Aid(units[0]))
    return state, (Answered("17.21", battle.seat(state, step.role), str(Aid(units[0]))), *events)


def apply(parts: Components, state: State, step: Question, action: Action) -> Told:
    """17.21, 6.33 Note the choice; field works go at once."""
    del step
    state = pop(state)
    area = battle.current(state).area
    events: tuple[Event, ...] = ()
    match action:
        case Fly(how=how):
            state = battle.altered(state, flight=how)
            events = (MarkerSet("17.21", f"air-{how}", area),)
        case Aid(unit=unit):
            state = battle.altered(state, aided=unit)
            events = (MarkerSet("17.21", "air-support", unit),)
        case Breach(chit=chit):
            index, own = parts.area_index[area], battle.side(state, DEFENDER)
            state = battle.altered(mark_side(state, "works", own, index, on=False), breach=chit)
            events = (MarkerCleared("6.33", "field-works", area),)
    return state, events
