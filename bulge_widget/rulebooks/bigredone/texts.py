"""The English of this book: orders and facts in plain words (refusals: refusals)."""

from __future__ import annotations

from bulge_widget.core import notation
from bulge_widget.core.decision import Action, Refusal, Roll
from bulge_widget.core.event import (
    Advanced,
    Answered,
    Edited,
    Ended,
    Event,
    MarkerCleared,
    MarkerSet,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Retreated,
    Revealed,
    Rolled,
    Scored,
)
from bulge_widget.rulebooks.bigredone import refusals
from bulge_widget.rulebooks.bigredone.air import Assign, Interdict
from bulge_widget.rulebooks.bigredone.airdrop import Drop
from bulge_widget.rulebooks.bigredone.attacking import Attack, EndCombat, Fight, Join
from bulge_widget.rulebooks.bigredone.combat import TABLES, Attacked, Choosing, Resolve, Support, final_column
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.exits import Exit
from bulge_widget.rulebooks.bigredone.movement import Move
from bulge_widget.rulebooks.bigredone.moving import Activate, EndMove, Stay
from bulge_widget.rulebooks.bigredone.refusals import hex_in_words, unit_in_words
from bulge_widget.rulebooks.bigredone.reinforcement import Enter
from bulge_widget.rulebooks.bigredone.results import Exchange, Lose
from bulge_widget.rulebooks.bigredone.resupply import EndResupply, Resupply
from bulge_widget.rulebooks.bigredone.retreat import Advance, Decline, Held, Hold, Retreat
from bulge_widget.rulebooks.bigredone.state import EMPTY, State
from bulge_widget.rulebooks.bigredone.weather import WeatherSet

__all__ = ["describe"]

_ANSWERS = (Stay, Exchange, Lose, Retreat, Hold)  # those given for a player who has no choice
_SIDE = {"german": "German", "allied": "Allied", "": "both sides"}
_MISSION = {
    "ground_support": "ground support",
    "cap": "combat air patrol",
    "interdiction": "interdiction",
    "resupply": "resupply",
}
_GONE = {
    "eliminated": "{piece} is eliminated in {at}",
    "exchanged": "{piece} is given in exchange in {at}",
    "no-retreat": "{piece} has no safe hex to retreat to from {at} and is eliminated",
    "exited": "{piece} leaves the map from {at}",
    "drop": "{piece} is lost in the drop on {at}",
}
_MARKED = {
    "mech-movement": "A mechanized movement marker is laid on {at}",
    "resupply": "{at} is resupplied from the air",
    "german-interdiction": "German air interdiction in {at}",
    "allied-interdiction": "Allied air interdiction in {at}",
}
_CLEARED = {
    "ground-support": "One {side} ground support mission is used up",
    "british-limits": "A German unit is near the British: they are free to go anywhere",
}


def describe(parts: Components, thing: Action | Event | Refusal, state: State | None) -> str:
    """Put an order, a fact or a refusal into words."""
    if isinstance(thing, Refusal):
        return refusals.describe(parts, thing)
    return _event(parts, thing) if isinstance(thing, Event) else _order(parts, thing, state)


def _way(parts: Components, path: tuple[str, ...], mode: str) -> str:
    """The end of a path, what lies between, and how it is gone."""
    via = ", ".join(path[1:-1])
    mechanized = " (mechanized)" if mode == "mech" else ""
    return hex_in_words(parts, path[-1]) + mechanized + (f" by way of {via}" if via else "")


def _order(parts: Components, action: Action, state: State | None) -> str:  # noqa: C901, PLR0912  one line a kind
    match action:
        case Move(unit=unit, path=path, mode=mode):
            return f"{unit_in_words(parts, unit)} moves to {_way(parts, path, mode)}"
        case Exit(unit=unit, path=path, mode=mode):
            return f"{unit_in_words(parts, unit)} leaves the map at {_way(parts, path, mode)}"
        case Enter(unit=unit, entry=entry, path=path, mode=mode):
            name = unit_in_words(parts, unit)
            if len(path) == 1:
                return f"{name} arrives in {_way(parts, path, mode)}"
            return f"{name} arrives at {entry} and moves to {_way(parts, path, mode)}"
        case Attack(unit=unit, hex=where):
            return f"{unit_in_words(parts, unit)} attacks {_target(parts, where, state)}"
        case Join(unit=unit):
            return f"{unit_in_words(parts, unit)} joins the attack"
        case Retreat(unit=unit, hex=where):
            return f"{unit_in_words(parts, unit)} retreats to {hex_in_words(parts, where)}"
        case Advance(unit=unit, hex=where):
            return f"{unit_in_words(parts, unit)} advances into {hex_in_words(parts, where)}"
        case Drop(unit=unit, hex=where):
            return f"Drop {unit_in_words(parts, unit)} on {hex_in_words(parts, where)}"
        case Exchange(units=units):
            return f"Give {' and '.join(unit_in_words(parts, unit) for unit in units)} in exchange"
        case Resolve(table=table, lower=lower):
            lowered = f", lowered by {lower}" if lower else ""
            return f"Use the {table} combat table{_column(parts, action, state)}{lowered}"
        case Support(missions=missions):
            return f"Commit {missions or 'no'} ground support mission{'' if missions == 1 else 's'}"
        case Assign(mission=mission):
            return f"An air point for {_MISSION.get(mission, mission)}"
        case Interdict(hex=where):
            return f"Interdict the roads of {hex_in_words(parts, where)}"
        case Roll(faces=faces):
            return "Roll " + " ".join(map(str, faces))
    return _short_order(parts, action)


def _target(parts: Components, where: str, state: State | None) -> str:
    unit = state.who[parts.hex_index[where]] if state is not None and where in parts.hex_index else EMPTY
    name = f"{unit_in_words(parts, parts.unit_ids[unit])} in " if unit != EMPTY else ""
    return name + hex_in_words(parts, where)


def _column(parts: Components, order: Resolve, state: State | None) -> str:
    """The column an order leads to, while it is asked for: several lowered ones would else read alike."""
    step = state.stack[-1] if state is not None and state.stack else None
    if not isinstance(step, Choosing) or state is None or order.table not in TABLES:
        return ""
    return f" in column {parts.crt[order.table].labels[final_column(parts, state, step, order)]}"


def _short_order(parts: Components, action: Action) -> str:
    name = unit_in_words(parts, getattr(action, "unit", ""))
    texts: dict[type[Action], str] = {
        Activate: f"{name} sets out without supply",
        Stay: f"{name} stays where it is",
        Hold: f"{name} holds the town",
        Lose: f"{name} is lost",
        Resupply: f"Resupply {name} from the air",
        EndResupply: "No more resupply",
        EndMove: "End the movement phase",
        EndCombat: "End the combat phase",
        Fight: "Fight with the units that have joined",
        Decline: "Do not advance",
    }
    return texts.get(type(action), str(action))


def _event(parts: Components, event: Event) -> str:  # noqa: C901, PLR0912  one line a kind of fact
    match event:
        case PhaseBegan(turn=turn, phase=phase, phasing=phasing):
            return f"Turn {turn}, {_SIDE[phasing]}: {phase.replace('-', ' ')}"
        case WeatherSet(weather=weather, german=german, allied=allied):
            return f"Weather: {weather}; air points: German {german}, Allied {allied}"
        case Revealed(what=what):
            return what[:1].upper() + what[1:]
        case Placed(piece=piece, at=at, via=via):
            how = "by air" if via == "air" else "by road"
            return f"{unit_in_words(parts, piece)} arrives {how} in {hex_in_words(parts, at)}"
        case Retreated(piece=piece, path=path):
            return f"{unit_in_words(parts, piece)} retreats from {path[0]} to {hex_in_words(parts, path[-1])}"
        case Advanced(piece=piece, path=path):
            return f"{unit_in_words(parts, piece)} advances from {path[0]} into {hex_in_words(parts, path[-1])}"
        case Moved(piece=piece, path=path, mode=mode):
            return f"{unit_in_words(parts, piece)} moves from {path[0]} to {_way(parts, path, mode)}"
        case Attacked(units=units, target=target, at=at, table=table, column=column):
            ours = " and ".join(unit_in_words(parts, unit) for unit in units)
            return f"{ours} against {unit_in_words(parts, target)} in {hex_in_words(parts, at)}: {table} {column}"
        case Held(piece=piece, at=at):
            return f"{unit_in_words(parts, piece)} holds {hex_in_words(parts, at)}"
        case Removed(piece=piece, at=at, why=why):
            return _GONE[why].format(piece=unit_in_words(parts, piece), at=hex_in_words(parts, at))
        case MarkerSet(kind=kind, at=at):
            return _MARKED[kind].format(at=unit_in_words(parts, hex_in_words(parts, at)))
        case MarkerCleared(kind=kind, at=at):
            return _CLEARED[kind].format(side=_SIDE.get(at, at))
        case Rolled():
            return _rolled(parts, event)
        case Answered(answer=answer):
            return f"{_order(parts, notation.read(answer, _ANSWERS), None)}: no other choice"
        case Edited(text=text):
            return f"The position is changed by hand: {text}"
        case Scored(side=side, points=points):
            return f"The {_SIDE[side]} side has {points} victory point{'' if points == 1 else 's'}"
        case Ended(reason=reason):
            return f"The game is over. {reason}"
    return str(event)


def _rolled(parts: Components, event: Rolled) -> str:
    faces, what = " ".join(map(str, event.faces)), event.what
    for words in ("attack on ", "movement of "):
        if what.startswith(words):
            what = words + unit_in_words(parts, what.removeprefix(words))
    where = f" ({hex_in_words(parts, event.at)})" if event.at else ""
    return f"{what[:1].upper()}{what[1:]}{where}: {faces}, {refusals.RESULTS.get(event.result, event.result)}"
