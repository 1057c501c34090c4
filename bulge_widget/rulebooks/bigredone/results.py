"""8.6 What a combat result does: who is lost, who retreats, who may follow up.

Does not cover where units may retreat and advance to (retreat).
"""

from __future__ import annotations

import itertools

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Event, Removed
from bulge_widget.rulebooks.bigredone.components import SIDES, Components
from bulge_widget.rulebooks.bigredone.retreat import Advancing, Retreating
from bulge_widget.rulebooks.bigredone.state import ELIMINATED, State, Step, place, pop, push

__all__ = ["Exchange", "Exchanging", "Lose", "Losing", "carried_out", "eliminate", "losses"]


class Losing(Step, frozen=True, gc=False):
    """8.6, R23 After Ae the attacker says which of several units is lost."""

    target: str
    units: tuple[str, ...]


class Exchanging(Step, frozen=True, gc=False):
    """8.6, R12 After Ex the attacker says which units he gives for the defender."""

    units: tuple[str, ...]
    against: int
    """Printed strength of the defender that was lost."""


class Lose(Action, frozen=True, gc=False):
    """Lose one unit."""

    unit: str


class Exchange(Action, frozen=True, gc=False):
    """Give these units in exchange."""

    units: tuple[str, ...]


# -- questions ----------------------------------------------------------------------------------------


def losses(strengths: tuple[int, ...], against: int) -> tuple[int, list[tuple[int, ...]]]:
    """8.6, R12 The largest sum not above the defender's strength, and the sets of places that make it.

    Examples
    --------
    >>> losses((3, 3, 4), 6)
    (6, [(0, 1)])
    >>> losses((7, 7), 6)
    (0, [])
    """
    places = range(len(strengths))
    subsets = itertools.chain.from_iterable(itertools.combinations(places, n) for n in range(1, len(strengths) + 1))
    fitting = [(sum(strengths[i] for i in subset), subset) for subset in subsets]
    fitting = [(total, subset) for total, subset in fitting if total <= against]
    best = max((total for total, _ in fitting), default=0)
    return best, [subset for total, subset in fitting if total == best]


def prices(parts: Components, step: Exchanging) -> list[tuple[str, ...]]:
    """8.6, R12 The sets of attackers that may be given."""
    strengths = tuple(parts.strength[parts.unit_index[name]] for name in step.units)
    return [tuple(step.units[i] for i in subset) for subset in losses(strengths, step.against)[1]]


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """8.6 The rule that forbids a loss."""
    del state
    if isinstance(step, Losing):
        if not isinstance(action, Lose):
            return Refusal("not_asked", "8.6", {"wanted": "the unit that is lost"})
        return None if action.unit in step.units else Refusal("not_in_attack", "8.6", {"unit": action.unit})
    assert isinstance(step, Exchanging)  # noqa: S101
    if not isinstance(action, Exchange):
        return Refusal("not_asked", "8.6", {"wanted": "the units given in exchange"})
    outside = next((unit for unit in action.units if unit not in step.units), None)
    if outside is not None:
        return Refusal("not_in_attack", "8.6", {"unit": outside})
    if set(action.units) not in [set(price) for price in prices(parts, step)]:
        return Refusal("wrong_exchange", "8.6", {"against": step.against, "given": _strength(parts, action.units)})
    return None


def _strength(parts: Components, units: tuple[str, ...]) -> int:
    return sum(parts.strength[parts.unit_index[name]] for name in units)


def decision(parts: Components, state: State, step: Step) -> Decision:
    """8.6 Ask the attacker for his loss."""
    del state
    if isinstance(step, Losing):
        seat = SIDES[parts.side[parts.unit_index[step.units[0]]]]
        groups = {name: (Lose(name),) for name in step.units}
        return Decision(seat, "8.6", "Choose the attacking unit that is lost", Options.grouped(groups))
    assert isinstance(step, Exchanging)  # noqa: S101
    seat = SIDES[parts.side[parts.unit_index[step.units[0]]]]
    prompt = f"Choose what is given in exchange for strength {step.against}"
    return Decision(seat, "8.6", prompt, Options.plain(Exchange(price) for price in prices(parts, step)))


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """Give the units of an exchange in the listed order."""
    del state
    if isinstance(step, Exchanging) and isinstance(action, Exchange):
        return next(Exchange(price) for price in prices(parts, step) if set(price) == set(action.units))
    return action


def explain(parts: Components, action: Action) -> Sum:
    """8.6 The strength that is lost, unit by unit."""
    units = action.units if isinstance(action, Exchange) else (action.unit,) if isinstance(action, Lose) else ()
    known = [name for name in units if name in parts.unit_index]
    named = (Part(parts.counters[name].short, parts.strength[parts.unit_index[name]], "8.6") for name in known)
    return Sum("strength lost", tuple(named))


# -- effects ------------------------------------------------------------------------------------------


def eliminate(parts: Components, state: State, name: str) -> tuple[State, Event]:
    """8.6, 15.1 Take a unit off the map for good."""
    unit = parts.unit_index[name]
    told = Removed("8.6", name, parts.hex_ids[state.at[unit]])
    return place(parts, state, unit, ELIMINATED), told


def _hexes(parts: Components, state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(parts.hex_ids[state.at[parts.unit_index[name]]] for name in units)


def carried_out(
    parts: Components, state: State, result: str, units: tuple[str, ...], target: str
) -> tuple[State, tuple[Event, ...]]:
    """8.6 Begin to carry a result out."""
    where, theirs = _hexes(parts, state, (target,)), _hexes(parts, state, units)
    match result:
        case "Dr":
            return push(state, Advancing(units, where), Retreating((target,), may_hold=True)), ()
        case "Ar":
            return push(state, Advancing((target,), theirs), Retreating(units, may_hold=True)), ()
        case "Ae":
            return push(state, Losing(target, units)), ()
        case "De" | "Ex":
            state, gone = eliminate(parts, state, target)
            state = push(state, Advancing(units, where))
            against = parts.strength[parts.unit_index[target]]
            return (push(state, Exchanging(units, against)) if result == "Ex" else state), (gone,)
    return state, ()


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """8.6 Take a loss by itself where there is no choice."""
    if isinstance(step, Losing):
        options: list[Action] = [Lose(name) for name in step.units]
    else:
        assert isinstance(step, Exchanging)  # noqa: S101
        options = [Exchange(price) for price in prices(parts, step)]
    if len(options) > 1:
        return None
    if not options:
        return pop(state), ()
    state, events = apply(parts, state, step, options[0])
    seat = SIDES[parts.side[parts.unit_index[step.units[0]]]]
    return state, (Answered("8.6", seat, str(options[0])), *events)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """8.6 Lose the unit and let the others retreat, or give the units in exchange."""
    state = pop(state)
    if isinstance(step, Losing):
        assert isinstance(action, Lose)  # noqa: S101
        hexes = _hexes(parts, state, step.units)
        rest = tuple(name for name in step.units if name != action.unit)
        state, gone = eliminate(parts, state, action.unit)
        return push(state, Advancing((step.target,), hexes), Retreating(rest, may_hold=False)), (gone,)
    assert isinstance(action, Exchange)  # noqa: S101
    events = []
    for name in sorted(action.units, key=parts.unit_index.__getitem__):
        state, gone = eliminate(parts, state, name)
        events.append(msgspec.structs.replace(gone, why="exchanged") if isinstance(gone, Removed) else gone)
    return state, tuple(events)
