"""6.21 to 6.29 The course of a round of combat, stage by stage, exactly in the order of the rules.

Each stage puts its questions on the stack; when they are answered the round comes back and goes on with the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from bulge_widget.rulebooks.fab import battle, closing, fire, troops
from bulge_widget.rulebooks.fab.aftermath import RuseRoll
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER, Round
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.flight import Aiding, Breaching, Flying
from bulge_widget.rulebooks.fab.points import RUSE, Pointing, must_ruse, needed, ruse_over
from bulge_widget.rulebooks.fab.response import Responding
from bulge_widget.rulebooks.fab.state import State, Step, pop, push, swap
from bulge_widget.rulebooks.fab.support import Assigning

__all__ = ["STAGES", "STEPS", "Barrage", "Volley", "resolve"]


def go_on(parts: Components, state: State, step: Round) -> Told:
    """6.2 Do the stage that comes next; the one after it is noted first, so that a stage may name another."""
    stage, following = FOLLOWED[step.stage]
    return stage(parts, swap(state, msgspec.structs.replace(step, stage=following)), step)


def respond(parts: Components, state: State, this: Round) -> Told:
    """6.21 The defender's Special Action comes before everything."""
    del parts, this
    return push(state, Responding()), ()


def assign(parts: Components, state: State, this: Round) -> Told:
    """6.22, 6.23 The attacker assigns assets, then the defender."""
    del parts, this
    return push(state, Assigning(DEFENDER), Assigning(ATTACKER)), ()


def designate(parts: Components, state: State, this: Round) -> Told:
    """6.24 The defender names his point unit, then the attacker."""
    del parts, this
    return push(state, Pointing(ATTACKER), Pointing(DEFENDER)), ()


def artillery(parts: Components, state: State, role: int) -> Told:
    """6.25, 6.26, 17.21 New point units first, then an air mission is put to its use, then the artillery fires."""
    state = push(state, Barrage(role))
    state = push(state, Flying(role)) if battle.assets(parts, state, role, "air") else state
    return renew_points(parts, state), ()


class Barrage(Step, frozen=True, gc=False):
    """6.25, 6.26 The artillery of a party fires, if there is any."""

    role: int


def fire_barrage(parts: Components, state: State, step: Barrage) -> Told:
    """6.25, 6.26 Ask for the dice where there is somebody to fire and somebody to hit."""
    state = pop(state)
    hit = battle.targets(parts, state, 1 - step.role)
    guns = fire.firing(parts, state, "artillery", step.role) if hit else ()
    return (push(state, fire.Fire("artillery", step.role)) if guns else state), ()


def attacking_artillery(parts: Components, state: State, this: Round) -> Told:
    """6.25 The attacker's artillery fires first."""
    del this
    return artillery(parts, state, ATTACKER)


def defending_artillery(parts: Components, state: State, this: Round) -> Told:
    """6.26, R31 The defender's artillery fires, even when every defender is gone."""
    if not battle.targets(parts, state, DEFENDER):
        state = battle.altered(state, stage="opportunity", guns=1)
    del this
    return artillery(parts, state, DEFENDER)


def renew_points(parts: Components, state: State) -> State:
    """6.24, 6.25 A party whose point unit was eliminated names another."""
    for role, point in enumerate(battle.current(state).points):
        if needed(parts, state, role, point):
            state = push(state, Pointing(role, again=True))
    return state


def ruse(parts: Components, state: State, this: Round) -> Told:
    """18.4 After all artillery, the 150th Brigade in its first battle confuses an American point unit."""
    if RUSE not in this.points or not must_ruse(state):
        return renew_points(parts, state), ()
    state, fooled = ruse_over(state), 1 - this.points.index(RUSE)
    led = state.at[parts.unit_index[RUSE]] == parts.area_index[this.area]
    if led and is_american(parts, battle.points_now(parts, state)[fooled]):
        state = push(state, RuseRoll(fooled))
    return renew_points(parts, state), ()


def is_american(parts: Components, piece: str) -> bool:
    """18.4 Whether a point unit is American."""
    if piece in parts.unit_index:
        return parts.command[parts.unit_index[piece]] in troops.AMERICAN
    return piece in parts.chit_index and bool(troops.commands(parts, parts.chit_index[piece]) & troops.AMERICAN)


def defensive_fire(parts: Components, state: State, this: Round) -> Told:
    """6.27 The defender's units and battle assets fire."""
    del this
    return ground_fire(parts, state, DEFENDER)


def removal(parts: Components, state: State, this: Round) -> Told:
    """6.33 An engineer of the attacker may remove the field works before the others fire."""
    del this
    if not battle.targets(parts, state, ATTACKER):
        return battle.altered(state, stage="close"), ()
    return renew_points(parts, push(state, Breaching())), ()


def offensive_fire(parts: Components, state: State, this: Round) -> Told:
    """6.28 The attacker's units and battle assets fire."""
    del this
    return ground_fire(parts, state, ATTACKER)


class Volley(Step, frozen=True, gc=False):
    """6.27, 6.28 The ground fire of a party, once support from the air is given."""

    role: int


def ground_fire(parts: Components, state: State, role: int) -> Told:
    """6.27, 6.28, 17.21 A new point unit where one is needed, support from the air, then the dice."""
    state = push(state, Volley(role))
    flown = battle.current(state).flight == "support" and battle.assets(parts, state, role, "air")
    state = push(state, Aiding(role)) if flown else state
    return renew_points(parts, state), ()


def fire_volley(parts: Components, state: State, step: Volley) -> Told:
    """6.27, 6.28 Ask for the dice where there is somebody to fire and somebody to hit."""
    state = pop(state)
    ready = fire.firing(parts, state, "ground", step.role) and battle.targets(parts, state, 1 - step.role)
    return (push(state, fire.Fire("ground", step.role)) if ready else state), ()


Stage = Callable[[Components, State, Round], Told]
STAGES: Final[tuple[tuple[str, Stage], ...]] = (
    ("response", respond),
    ("assets", assign),
    ("points", designate),
    ("attacking-artillery", attacking_artillery),
    ("defending-artillery", defending_artillery),
    ("ruse", ruse),
    ("defensive-fire", defensive_fire),
    ("engineers", removal),
    ("offensive-fire", offensive_fire),
    ("retreat", closing.retreat_units),
    ("opportunity", closing.opportunity),
    ("overrun", closing.overrun),
    ("close", closing.close),
)
"""6.21 to 6.29 in their order."""
FOLLOWED: Final = {
    name: (stage, after)
    for (name, stage), after in zip(STAGES, [name for name, _ in STAGES[1:]] + ["over"], strict=True)
}
"""The same by name, each with the name of the one that follows."""
STEPS: tuple[type[Step], ...] = (Round, Barrage, Volley, closing.Chase)


def resolve(parts: Components, state: State, step: Step) -> Told | None:
    """6.2 Go on by itself: nobody answers these steps."""
    match step:
        case Round():
            return go_on(parts, state, step)
        case Barrage():
            return fire_barrage(parts, state, step)
        case Volley():
            return fire_volley(parts, state, step)
        case closing.Chase():
            return closing.chase(parts, state, step)
    return None
