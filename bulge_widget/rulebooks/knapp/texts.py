"""The English of this book: orders, facts and refusals in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bulge_widget.core import notation
from bulge_widget.core.decision import Action, Refusal, Roll
from bulge_widget.core.event import (
    Answered,
    ControlChanged,
    Edited,
    Ended,
    Event,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Rolled,
    Scored,
    StepsLost,
    SupplyChanged,
)
from bulge_widget.rulebooks.knapp.components import Components
from bulge_widget.rulebooks.knapp.fire import DefensiveFire, Fire, firing_at
from bulge_widget.rulebooks.knapp.hits import TakeHit
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.moving import EndMove
from bulge_widget.rulebooks.knapp.overrun import Overrun
from bulge_widget.rulebooks.knapp.reinforcement import ARRIVAL, Place
from bulge_widget.rulebooks.knapp.stacking import Withdraw
from bulge_widget.rulebooks.knapp.state import State, strength

__all__ = ["describe"]

_SIDE = {"german": "German", "allied": "Allied"}
_ANSWERS = (Place, Fire, TakeHit)  # those given for a player who has no choice
_OTHER = {"german": "allied", "allied": "german"}
_PHASE = {
    "supply": "supply check",
    "reinforcement": "reinforcements",
    "movement": "movement",
    "defensive-fire": "{other} defensive fire",
}
_GONE = {
    "eliminated": "{piece} is eliminated in {at}",
    "overrun": "{piece} is overrun in {at}",
    "withdrawn": "{piece} is withdrawn from {at}; it may come again next turn, if there is one",
}


def describe(parts: Components, thing: Action | Event | Refusal, state: State | None = None) -> str:
    """Put an order, a fact or a refusal into words; of an order the state tells more, such as dice and target."""
    if isinstance(thing, Refusal):
        return _refusal(parts, thing)
    return _event(parts, thing) if isinstance(thing, Event) else _order(parts, thing, state)


def _area(parts: Components, area: str) -> str:
    return parts.area_name(area) if area in parts.area_index else area


def _unit(parts: Components, unit: str) -> str:
    return parts.counters[unit].short if unit in parts.counters else unit


def _way(parts: Components, path: tuple[str, ...]) -> str:
    """The end of a path, and what lies between."""
    via = [_area(parts, area) for area in path[1:-1]]
    return _area(parts, path[-1]) + (f" by way of {', '.join(via)}" if via else "")


def _order(parts: Components, action: Action, state: State | None) -> str:
    match action:
        case Move(unit=unit, path=path, mode=mode):
            verb = {"road": "marches to", "exit": "leaves at the price of a hit, to"}.get(mode, "moves to")
            return f"{_unit(parts, unit)} {verb} {_way(parts, path)}"
        case Overrun(units=units, path=path):
            verb = "overruns" if len(units) == 1 else "overrun"
            return f"{' and '.join(_unit(parts, unit) for unit in units)} {verb} {_area(parts, path[1])}"
        case EndMove():
            return "End the move phase"
        case Place(unit=unit, entry=entry):
            exit_ = parts.exits.get(entry)
            where = _area(parts, parts.area_ids[exit_.space]) if exit_ else entry
            return f"Place {_unit(parts, unit)} in {where} (road {entry.upper()})"
        case Fire(area=area):
            return f"Fire in {_area(parts, area)}{_volley(parts, state, area)}"
        case TakeHit(unit=unit):
            return f"{_unit(parts, unit)} takes a hit"
        case Withdraw(unit=unit):
            return f"Withdraw {_unit(parts, unit)}"
        case Roll(faces=faces):
            return "Roll " + " ".join(map(str, faces))
    return str(action)


def _volley(parts: Components, state: State | None, area: str) -> str:
    """The dice of a fire and the units it is aimed at, where that can be told."""
    step = state.stack[-1] if state is not None and state.stack else None
    if state is None or not isinstance(step, DefensiveFire) or area not in step.areas:
        return ""
    ours, theirs = firing_at(parts, state, step.side, area)
    names = ", ".join(_unit(parts, parts.unit_ids[unit]) for unit in theirs)
    return f": {_count(strength(state, ours), 'die', 'dice')} at {names}"


def _answered(parts: Components, answer: str) -> str:
    """An answer that was given for a player."""
    order = notation.read(answer, _ANSWERS)
    if isinstance(order, TakeHit):
        return f"{_unit(parts, order.unit)} takes the hit: no other choice"
    return f"{_order(parts, order, None)}: no other choice"


def _event(parts: Components, event: Event) -> str:  # noqa: C901  one line a kind of fact
    match event:
        case PhaseBegan(turn=turn, phase=phase, phasing=phasing):
            return f"Turn {turn}, {_SIDE[phasing]} turn: {_PHASE[phase].format(other=_SIDE[_OTHER[phasing]])}"
        case Placed(piece=piece, at=at, via=via):
            return f"{_unit(parts, piece)} arrives in {_area(parts, at)} by road {via.upper()}"
        case Moved(piece=piece, path=path, mode=mode):
            verb = {"road": "marches", "exit": "withdraws", "overrun": "attacks"}.get(mode, "moves")
            return f"{_unit(parts, piece)} {verb} from {_area(parts, path[0])} to {_way(parts, path)}"
        case StepsLost(piece=piece, count=count, left=left):
            return f"{_unit(parts, piece)} takes {_count(count, 'hit')}, strength {left} left"
        case Removed(piece=piece, at=at, why=why):
            return _GONE[why].format(piece=_unit(parts, piece), at=_area(parts, at))
        case ControlChanged(space=space, side=side):
            return f"{_area(parts, space)} passes to {_SIDE[side]} control"
        case SupplyChanged(piece=piece, supplied=supplied):
            return f"{_unit(parts, piece)} is {'in supply again' if supplied else 'out of supply'}"
        case Rolled():
            return _rolled(parts, event)
        case Answered(answer=answer):
            return _answered(parts, answer)
        case Edited(text=text):
            return f"The position is changed by hand: {text}"
        case Scored(side=side, points=points):
            return f"The {_SIDE[side]} side has {points} point{'' if points == 1 else 's'}"
        case Ended(reason=reason):
            return f"The game is over. {reason}"
    return str(event)


def _count(number: int, noun: str, many: str = "") -> str:
    return f"a {noun}" if number == 1 else f"{number} {many or noun + 's'}"


def _rolled(parts: Components, event: Rolled) -> str:
    faces = " ".join(map(str, event.faces))
    if event.what.startswith("arrival of "):
        return f"Arrival of {_unit(parts, event.what.removeprefix('arrival of '))}: {faces}, {event.result} ({ARRIVAL})"
    if event.what == "surprise":
        german, allied = event.faces
        return f"Surprise in {_area(parts, event.at)}: German {german}, Allied {allied}, {event.result}"
    return f"{event.what.capitalize()} in {_area(parts, event.at)}: {faces}, {event.result}"


# -- refusals -----------------------------------------------------------------------------------------

_REFUSALS: dict[str, str] = {
    "not_asked": "that is not what is asked now; wanted: {wanted}",
    "wrong_dice": "the number of dice thrown here is {wanted}, not {given}",
    "wrong_face": "a die has the faces 1 to {sides}",
    "not_yours": "{unit} is no unit of the side that decides",
    "unknown_area": "there is no area {area}",
    "unknown_mode": "{mode} is no kind of movement; there are: {allowed}",
    "no_path": "a move needs the area it starts from and at least one more",
    "no_units": "an overrun needs one or more different units",
    "not_in_same_area": "{unit} does not stand in {from}",
    "already_moved": "{unit} has moved already and may not move in this way any more",
    "contested_start": "{unit} began beside the enemy in {area}: no road march, no overrun, a hit for leaving him",
    "not_contested": "{unit} has no enemy beside it in {area}, so leaving costs no hit",
    "too_far": "{unit} may cover {limit} at the most; this way is {asked} long",
    "not_adjacent": "{from} and {to} share no border",
    "river_no_bridge": "armor cannot cross the {river} from {from} to {to}: no road, no bridge",
    "rough_no_road": "armor needs a road into the rough ground of {to}; none leads there from {from}",
    "no_road": "no road runs from {from} to {to}",
    "out_of_supply": "{unit} is out of supply: no road march and no overrun",
    "through_enemy_occupied": "a march cannot go through {area}, which holds enemy units",
    "march_into_enemy": "a march may not end in {area}, which holds enemy units",
    "march_after_overrun": "{unit} has overrun an area and may not march in the same turn",
    "exit_into_enemy": "a unit that leaves a contested area may not enter {area}, which holds enemy units",
    "overrun_after_road_march": "{unit} has moved already; an overrun comes before other movement",
    "overrun_limit": "{unit} has made its {limit} overruns this turn",
    "no_target": "there is no enemy in {area} to overrun",
    "ratio_too_low": "strength {strength} against {against} in {area} is less than six to one; {needed} is needed",
    "stacking": "no more than three units of a side may end their move in {area}",
    "not_due": "{unit} is not due this turn",
    "wrong_entry": "{unit} may not use road {entry} now; its roads: {roads}",
    "no_entry": "no off-map road leads into {area}; {unit} comes by {roads}",
    "entry_blocked": "road {entry} leads into {area}, which only enemy units hold",
    "no_fire_there": "no defensive fire is due in {area}",
    "not_a_target": "{unit} was not fired at in {area}",
    "eliminated": "{unit} has no strength left to lose",
    "not_crowded": "{unit} does not stand in an area over the limit",
}


def _refusal(parts: Components, refusal: Refusal) -> str:
    spoken: dict[str, Callable[[Components, str], str]] = {
        "unit": _unit, "area": _area, "from": _area, "to": _area, "entry": lambda _, entry: entry.upper(),
        "roads": lambda _, roads: roads.upper().replace(" ", ", "),
    }  # fmt: skip
    facts: dict[str, Any] = {
        name: spoken[name](parts, value) if name in spoken and isinstance(value, str) else value
        for name, value in refusal.facts.items()
    }
    text = _REFUSALS[refusal.code].format_map(facts)
    return f"{refusal.rule}: {text[0].upper()}{text[1:]}."
