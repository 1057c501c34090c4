"""18.0 to 23.0, 34.5 What a combat result does: who is lost, goes back, follows up, or stays engaged.

Does not cover the ways of retreats (retreat) and advances (advance).
"""

from __future__ import annotations

from collections.abc import Iterable

from bulge_widget.core.decision import Action, Decision, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Event
from bulge_widget.rulebooks.botb import engagement, odds
from bulge_widget.rulebooks.botb.advance import Advancing
from bulge_widget.rulebooks.botb.components import OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.losses import eliminate
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.retreat import Retreating
from bulge_widget.rulebooks.botb.state import OFF, State, Step, pop, push

__all__ = ["Exchanging", "Lose", "carried_out"]

Told = tuple[Event, ...]


class Exchanging(Step, frozen=True, gc=False):
    """22.1 A side says which of its units is lost in the exchange; the defender first."""

    side: int
    units: tuple[int, ...]
    others: tuple[int, ...]
    """The units of the other side that took part."""
    first: bool
    """Whether the other side has still to lose one."""
    hexes: tuple[int, ...]
    """Where the defenders stood."""
    bases: tuple[int, ...]
    """Where the attackers stood."""


class Lose(Action, frozen=True, gc=False):
    """Lose one unit in an exchange."""

    unit: str


# -- questions ----------------------------------------------------------------------------------------


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """22.1, 22.2 Why a unit cannot be lost in the exchange."""
    del state
    assert isinstance(step, Exchanging)  # noqa: S101
    if not isinstance(action, Lose):
        return Refusal("not_asked", "22.1", {"wanted": "the unit that is lost"})
    if parts.unit_index.get(action.unit) not in step.units:
        return Refusal("not_in_battle", "22.1", {"unit": action.unit})
    return None


def decision(parts: Components, state: State, step: Step) -> Decision:
    """22.1 Ask for the loss."""
    del state
    assert isinstance(step, Exchanging)  # noqa: S101
    groups = {parts.unit_ids[unit]: (Lose(parts.unit_ids[unit]),) for unit in step.units}
    return Decision(SIDES[step.side], "22.1", "Choose the unit that is lost in the exchange", Options.grouped(groups))


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """22.1 The strength that is lost."""
    del state, step
    if not isinstance(action, Lose) or action.unit not in parts.unit_index:
        return Sum("nothing to explain", ())
    unit = parts.unit_index[action.unit]
    return Sum("strength lost", (Part(parts.counters[action.unit].label, parts.attack[unit], "22.1"),))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every unit."""
    del state, step
    return [Lose(name) for name in parts.unit_ids]


# -- effects ------------------------------------------------------------------------------------------


def _all_lost(parts: Components, state: State, units: tuple[int, ...], rule: str) -> tuple[State, Told]:
    told: Told = ()
    for unit in units:
        state, more = eliminate(parts, state, unit, rule)
        told += more
    return state, told


def spots(state: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes some units stand in, ascending."""
    return tuple(sorted({state.at[unit] for unit in units}))


def carried_out(parts: Components, state: State, fight: Fight, cell: tuple[str, ...]) -> tuple[State, Told]:
    """17.1.3 Begin to carry out a result, its upper line first; supporting artillery is not touched (18.1.2)."""
    prey = odds.defenders(parts, state, fight)
    first, second = cell[0], cell[-1]
    if first.startswith("Blitz"):
        return _blitz(parts, state, fight, int(first.removeprefix("Blitz"))), ()
    if first == "Eng":
        return engagement.engage(parts, state, fight.side, fight.attackers, prey)
    if first == "Cont":
        return state, ()
    bases = spots(state, fight.attackers)
    if first == "Exch":
        return push(state, Exchanging(OTHER[fight.side], prey, fight.attackers, True, fight.hexes, bases)), ()
    return _lines(parts, state, fight, (first, second), prey)


def _lines(
    parts: Components, state: State, fight: Fight, cell: tuple[str, str], prey: tuple[int, ...]
) -> tuple[State, Told]:
    """18.0, 19.0, 20.0 One side is lost or goes back, then the other may advance."""
    first, second = cell
    losers, winners = (prey, fight.attackers) if first.startswith("D") else (fight.attackers, prey)
    hexes, far = spots(state, losers), int(second[-1])
    others = tuple(h for h in spots(state, winners))
    state = push(state, Advancing(winners, hexes, far, others))
    if first in {"DE", "AE"}:
        return _all_lost(parts, state, losers, "18.2" if first == "DE" else "18.1")
    return push(state, Retreating(losers, int(first[-1]), "19.1" if first.startswith("D") else "19.2")), ()


def _blitz(parts: Components, state: State, fight: Fight, far: int) -> State:
    """34.5 Mechanized units go on, infantry and artillery go back one hex, the defender stays."""
    riders = tuple(unit for unit in fight.attackers if parts.mech[unit])
    others = tuple(unit for unit in fight.attackers if not parts.mech[unit])
    state = push(state, Retreating(others, 1, "34.5"))
    return push(state, Advancing(riders, (), far, (), blitz=fight.hexes))


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Told] | None:
    """22.1 The only unit there is is lost by itself."""
    assert isinstance(step, Exchanging)  # noqa: S101
    if len(step.units) > 1:
        return None
    action = Lose(parts.unit_ids[step.units[0]])
    state, told = apply(parts, state, step, action)
    return state, (Answered("22.1", SIDES[step.side], str(action)), *told)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Told]:
    """22.1, 22.3 Lose the unit; then the other side loses one, and whoever is alone may come in."""
    assert isinstance(step, Exchanging)  # noqa: S101
    assert isinstance(action, Lose)  # noqa: S101
    unit = parts.unit_index[action.unit]
    state, told = eliminate(parts, pop(state), unit, "22.1", "exchanged")
    rest = tuple(other for other in step.units if other != unit)
    if step.first:
        other = Exchanging(OTHER[step.side], step.others, rest, first=False, hexes=step.hexes, bases=step.bases)
        return push(state, other), told
    return _followed(state, step, rest), told


def _followed(state: State, step: Exchanging, attackers: tuple[int, ...]) -> State:
    """22.3, 22.4, R42, R72 The survivors of the side that is left may advance one hex."""
    defenders = tuple(unit for unit in step.others if state.at[unit] < OFF)
    if attackers and not defenders:
        return push(state, Advancing(attackers, step.hexes, 1, spots(state, attackers)))
    if defenders and not attackers:
        return push(state, Advancing(defenders, step.bases, 1, spots(state, defenders)))
    return state


STEPS = (Exchanging,)
ACTIONS = (Lose,)
