"""The English of this book: orders and facts in plain words (combat: texts_combat; refusals: refusals)."""

from __future__ import annotations

from typing import Final

from bulge_widget.core.decision import Action, Refusal, Roll
from bulge_widget.core.event import (
    Answered,
    ControlChanged,
    Edited,
    Ended,
    Event,
    MarkerCleared,
    MarkerSet,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Rolled,
    Scored,
    SupplyChanged,
)
from bulge_widget.rulebooks.botb import refusals, texts_combat
from bulge_widget.rulebooks.botb.alarms import Blow
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.decrees import Announce, Divert, Launch
from bulge_widget.rulebooks.botb.deployment import Deploy
from bulge_widget.rulebooks.botb.drop import Drop
from bulge_widget.rulebooks.botb.engineering import Demolish, EndEngineering, Rebuild
from bulge_widget.rulebooks.botb.fortification import EndFortifying, Fortify
from bulge_widget.rulebooks.botb.movement import EndMove, Exit, Move, Stay
from bulge_widget.rulebooks.botb.refusals import hex_in_words, unit_in_words
from bulge_widget.rulebooks.botb.reinforcement import Enter
from bulge_widget.rulebooks.botb.state import State

__all__ = ["describe"]

_SIDE = {"german": "German", "allied": "Allied", "": "both sides"}
_GONE = {
    "eliminated": "{piece} is eliminated in {at}",
    "left": "{piece} leaves the map at {at} and is lost",
    "exited": "{piece} leaves the map at {at} towards Antwerp",
    "diverted": "{piece} is sent to Antwerp",
    "drop": "{piece} is lost in the drop on {at}",
    "found": "{piece} is found out in {at}",
    "called back": "{piece} is called back from {at}",
}
_MARKED = {
    "fort": "A fort is built in {at}",
    "improved-position": "An improved position is built in {at}",
    "blown-bridge": "The bridge in {at} is blown",
    "bridge-building": "The bridge in {at} is being rebuilt",
    "captured-dump": "The fuel dump in {at} is captured",
    "fifteenth-army": "The Fifteenth Army attacks",
    "fifteenth-cancelled": "The offensive of the Fifteenth Army is cancelled",
    "british-offensive": "The British may go beyond the Meuse",
}
_CLEARED = {
    "fort": "The fort in {at} is given up",
    "improved-position": "The improved position in {at} is given up",
    "blown-bridge": "The bridge in {at} stands again",
    "bridge-building": "The work on the bridge in {at} is given up",
    "captured-dump": "The fuel dump in {at} is Allied again",
    "fuel-dump": "The fuel dump in {at} is destroyed",
}


_WAYS: Final = (Move, Exit, Enter)  # the many: nobody else is asked


def describe(parts: Components, thing: Action | Event | Refusal, state: State | None) -> str:
    """Put an order, a fact or a refusal into words."""
    told: str | None = None if isinstance(thing, _WAYS) else texts_combat.describe(parts, thing)
    if told is not None:
        return told
    if isinstance(thing, Refusal):
        return refusals.describe(parts, thing)
    del state
    return _event(parts, thing) if isinstance(thing, Event) else _order(parts, thing)


def _way(parts: Components, path: tuple[str, ...]) -> str:
    via = ", ".join(name.upper() for name in path[1:-1])
    return hex_in_words(parts, path[-1]) + (f" by way of {via}" if via else "")


def _order(parts: Components, action: Action) -> str:  # noqa: C901, PLR0912  one line a kind
    name = unit_in_words(parts, getattr(action, "unit", ""))
    match action:
        case Move(path=path):
            return f"{name} moves to {_way(parts, path)}"
        case Exit(path=path):
            return f"{name} leaves the map at {_way(parts, path)}"
        case Enter(path=path):
            arrives = f"{name} arrives in {hex_in_words(parts, path[0])}"
            return arrives if len(path) == 1 else f"{arrives} and moves to {_way(parts, path)}"
        case Drop(hex=where):
            return f"Drop {name} on {hex_in_words(parts, where)}"
        case Deploy(hex=where):
            return f"Set {name} up in {hex_in_words(parts, where)}"
        case Stay():
            return f"{name} stays where it is"
        case Demolish(hex=where):
            return f"Try to destroy what stands in {hex_in_words(parts, where)}"
        case Rebuild():
            return f"{name} begins to rebuild the bridge"
        case Fortify():
            return f"{name} fortifies its hex"
        case Divert():
            return f"{name} is sent to Antwerp"
        case Blow(blow=blow):
            return "Try to blow it" if blow else "Do not blow it"
        case Launch(launch=launch):
            return "Launch the Fifteenth Army" if launch else "Do not launch it now"
        case Announce(offensive=offensive):
            return "Announce the British offensive" if offensive else "The British stay behind the Meuse"
        case Roll(faces=faces):
            return "Roll " + " ".join(map(str, faces))
    ends = {
        EndMove: "End the movement phase",
        EndEngineering: "End the engineer phase",
        EndFortifying: "Fortify no more",
    }
    return ends.get(type(action), str(action))


def _event(parts: Components, event: Event) -> str:  # noqa: C901, PLR0912  one line a kind of fact
    match event:
        case PhaseBegan(turn=turn, phase=phase, phasing=phasing):
            return f"Turn {turn}, {_SIDE[phasing]}: {phase.replace('-', ' ')}"
        case Placed(piece=piece, at=at, via=via):
            how = {"setup": "is set up", "air": "lands"}.get(via, "arrives")
            return f"{unit_in_words(parts, piece)} {how} in {hex_in_words(parts, at)}"
        case Moved(piece=piece, path=path):
            return f"{unit_in_words(parts, piece)} goes from {path[0].upper()} to {_way(parts, path)}"
        case Removed(piece=piece, at=at, why=why):
            text = _GONE.get(why, "{piece} is lost in {at}")
            return text.format(piece=unit_in_words(parts, piece), at=hex_in_words(parts, at))
        case MarkerSet(kind=kind, at=at):
            return _MARKED.get(kind, kind + " in {at}").format(at=hex_in_words(parts, at))
        case MarkerCleared(kind=kind, at=at):
            return _CLEARED.get(kind, kind + " removed from {at}").format(at=hex_in_words(parts, at))
        case ControlChanged(space=space, side=side):
            return f"{hex_in_words(parts, space)} is in {_SIDE[side]} hands"
        case SupplyChanged(piece=piece, supplied=supplied):
            return f"{unit_in_words(parts, piece)} is {'in supply again' if supplied else 'isolated'}"
        case Rolled(faces=faces, what=what, result=result, at=at):
            where = f" ({hex_in_words(parts, at)})" if at else ""
            return f"{what[:1].upper()}{what[1:]}{where}: {' '.join(map(str, faces))}, {result}"
        case Answered(seat=seat):
            return f"The only choice is made for the {_SIDE.get(seat, seat)} side"
        case Edited(text=text):
            return f"The position is changed by hand: {text}"
        case Scored(side=side, points=points):
            return f"The {_SIDE[side]} side has {points} points for towns held"
        case Ended(reason=reason):
            return f"The game is over. {reason}"
    return str(event)
