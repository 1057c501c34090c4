"""6.29 How a round of combat ends: the retreat chosen, the exploitation won, assets and blocks put back.

The stages here are called by combat in their order; each gives the state, with further questions on its stack.
"""

from __future__ import annotations

from bulge_widget.core.event import Event, MarkerCleared
from bulge_widget.rulebooks.fab import aftermath, battle, fire, points, retreat, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER, Round
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told, cover, send, settle
from bulge_widget.rulebooks.fab.state import (
    COMBAT,
    GONE,
    USED,
    State,
    Step,
    chits_in,
    mark,
    pop,
    push,
    units_in,
)

__all__ = ["Chase", "chase", "close", "opportunity", "overrun", "retreat_units"]


def retreat_units(parts: Components, state: State, this: Round) -> Told:
    """6.42c What is left of a defender who chose to retreat now goes."""
    if not this.retreating:
        return state, ()
    units = battle.defenders(parts, state)
    state = battle.altered(state, retreating=bool(units))
    return retreat.begin(parts, state, units, this.area, "6.42c"), ()


def opportunity(parts: Components, state: State, this: Round) -> Told:
    """6.8 Armor may exploit when the defender is gone: by artillery, by a Special Action, or with hits to spare."""
    if not is_opportunity(parts, state, this):
        return state, ()
    units = tuple(unit for unit in battle.attackers(parts, state) if troops.is_armor(parts, unit))
    return (push(state, aftermath.Exploiting(units)) if units else state), ()


def is_opportunity(parts: Components, state: State, this: Round) -> bool:
    """6.8, R31 Whether the attacker has won an opportunity; never from a river assault or in a breakthrough."""
    if this.assault or battle.is_breakthrough(state):
        return False
    gone = not battle.targets(parts, state, DEFENDER)
    return this.withdrawn or (gone and bool(this.guns or this.spare))


def overrun(parts: Components, state: State, this: Round) -> Told:
    """18.7 Artillery of a defender whose units are gone may be overrun."""
    guns = battle.assets(parts, state, DEFENDER, "artillery")
    area, own = parts.area_index[this.area], battle.side(state, DEFENDER)
    held = battle.defenders(parts, state) or troops.holders(parts, state, area, own)
    if not state.choices.overrunning_artillery or not guns or held or not battle.attackers(parts, state):
        return state, ()
    state = push(state, aftermath.OverrunRoll(this.retreating))
    return (push(state, Chase()) if this.guns else state), ()


class Chase(Step, frozen=True, gc=False):
    """18.7 After a victory by artillery, the ground fire that would have come says how many hits are to spare."""


def chase(parts: Components, state: State, step: Chase) -> Told:
    """18.7 Ask for that fire where anybody can fire it."""
    del step
    state = pop(state)
    ready = fire.firers(parts, state, "ground", ATTACKER)
    return (push(state, fire.Fire("ground", ATTACKER)) if ready else state), ()


def close(parts: Components, state: State, this: Round) -> Told:
    """6.29, 18.4 Assets go to their boxes, blocks are turned away where nobody faces them, and the round is over."""
    area = parts.area_index[this.area]
    state, events = put_away(parts, pop(state))
    state = points.ruse_over(state) if points.RUSE in this.points and points.must_ruse(state) else state
    state = mark(state, "new", area, on=False)
    if not troops.facing(state) >> area & 1:
        for unit in uncovered(parts, state, this, area):
            state = cover(state, unit)
    state, told = settle(parts, state, area)
    return state, (*events, *told, MarkerCleared("6.29", "combat", this.area))


def uncovered(parts: Components, state: State, this: Round, area: int) -> tuple[int, ...]:
    """6.29 The units to be turned away: those left in the area."""
    del this
    return (*units_in(parts, state, area, 0), *units_in(parts, state, area, 1))


def put_away(parts: Components, state: State) -> Told:
    """6.29, 17.21 Assets are used up for this turn; an air mission is eliminated."""
    events: tuple[Event, ...] = ()
    for side in (0, 1):
        for chit in chits_in(parts, state, side, COMBAT):
            box = GONE if troops.role_of(parts, chit) == "air" else USED
            state, more = send(parts, state, chit, box, "6.29" if box == USED else "17.21")
            events += more
    return state, events
