"""The English of this book: orders, facts and refusals in plain words; those of combat come from combat_texts."""

from __future__ import annotations

import re
from typing import Any

from bulge_widget.core import notation
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
    Retreated,
    Revealed,
    Rolled,
    Scored,
    StepsLost,
)
from bulge_widget.core.handles import Deal
from bulge_widget.rulebooks.fab import combat_refusals, combat_texts, cups, heydte, hits, points, refusals, retreat
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import StepsGained
from bulge_widget.rulebooks.fab.crossing import Blow, Spare
from bulge_widget.rulebooks.fab.flight import Aid
from bulge_widget.rulebooks.fab.lots import Sort
from bulge_widget.rulebooks.fab.marching import Stay
from bulge_widget.rulebooks.fab.movement import Move
from bulge_widget.rulebooks.fab.moving import Activate, EndMove, Entrench, Reserve
from bulge_widget.rulebooks.fab.reinforcement import Enter, Garrison, Hold, Reroute
from bulge_widget.rulebooks.fab.surrender import Keep

__all__ = ["describe"]

_MODE = {"exploit": ", exploiting", "strategic": " by strategic movement"}
_ANSWERS: tuple[type[Action], ...] = (*cups.ACTIONS, *heydte.ACTIONS, *retreat.ACTIONS, hits.Lose, points.Lead, Aid)
"""Those given for a player who has no choice."""
_SPOKEN = ("unit", "piece", "chit", "asset", "marker", "division", "to", "from", "area", "bridge")


def describe(parts: Components, thing: Action | Event | Refusal) -> str:
    """Put an order, a fact or a refusal into plain English."""
    if isinstance(thing, Refusal):
        return _refusal(parts, thing)
    if isinstance(thing, Action):
        return combat_texts.order(parts, thing) or order(parts, thing)
    return combat_texts.fact(parts, thing) or fact(parts, thing)


def _refusal(parts: Components, refusal: Refusal) -> str:
    """A sentence that begins with the rule."""
    facts: dict[str, Any] = {
        name: spoken(parts, value) if name in _SPOKEN and isinstance(value, str) else value
        for name, value in refusal.facts.items()
    }
    if isinstance(facts.get("side"), str):
        facts["side"] = facts["side"].capitalize()
    known = (book[refusal.code] for book in (refusals.TEXTS, combat_refusals.REFUSALS) if refusal.code in book)
    text = _fitting(tuple(known), facts).format_map(_Missing(facts))
    return f"{refusal.rule}: {text[0].upper()}{text[1:]}."


def _fitting(sentences: tuple[str, ...], facts: dict[str, Any]) -> str:
    """The sentence for which a case has all the facts, where two chapters use one word for a reason."""
    return next((s for s in sentences if set(re.findall(r"{(\w+)}", s)) <= set(facts)), sentences[-1])


class _Missing(dict[str, Any]):
    """Facts; one that a case does not have is left open."""

    def __missing__(self, key: str) -> str:
        return "it"


def spoken(parts: Components, name: str) -> str:
    """The printed name of a piece, area, bridge or reserve marker."""
    return combat_texts.thing(parts, name)


def order(parts: Components, action: Action) -> str:
    """An order in words."""
    say = spoken
    match action:
        case Move(unit=unit, path=path, mode=mode):
            return f"{say(parts, unit)} to {way(parts, path)}{_MODE.get(mode, '')}"
        case Entrench(unit=unit):
            return f"{say(parts, unit)} builds field works"
        case Reserve(unit=unit, marker=marker):
            return f"{say(parts, unit)} goes into reserve with {say(parts, marker)}"
        case Activate(unit=unit, chit=chit):
            return f"{say(parts, unit)} moves by {say(parts, chit)}"
        case Stay(unit=unit):
            return f"{say(parts, unit)} stays"
        case Blow(engineer=engineer):
            return f"Blow the bridge with {say(parts, engineer)}" if engineer else "Try to blow the bridge"
    return _arrival(parts, action) or _PLAIN.get(type(action)) or str(action)


def _arrival(parts: Components, action: Action) -> str:
    """Orders of reinforcement and supply, and throws."""
    say = spoken
    match action:
        case Enter(unit=unit, area=area):
            return f"{say(parts, unit)} arrives in {say(parts, area)}"
        case Reroute(unit=unit, area=area, chit=chit):
            return f"{say(parts, unit)} is rerouted to {say(parts, area)} by {say(parts, chit)}"
        case Garrison(chit=chit, area=area):
            return f"{say(parts, chit)} to {say(parts, area)}"
        case Keep(unit=unit):
            return f"{say(parts, unit)} keeps up the field works"
        case Sort(unit=unit):
            return f"{say(parts, unit)} is drawn"
        case Roll(faces=faces):
            return f"roll {' '.join(map(str, faces))}"
    return ""


_PLAIN: dict[type[Action], str] = {
    EndMove: "End the phase",
    Spare: "Leave the bridge alone",
    Hold: "Place nothing more",
    Deal: "Handles are dealt",
}


def way(parts: Components, path: tuple[str, ...]) -> str:
    """A path: where it ends, and by what areas."""
    end = spoken(parts, path[-1])
    return f"{end} by {', '.join(spoken(parts, area) for area in path[1:-1])}" if len(path) > 2 else end


def fact(parts: Components, event: Event) -> str:
    """A fact in words."""
    say = spoken
    match event:
        case PhaseBegan(turn=turn, phase=phase, phasing=phasing):
            side = phasing.capitalize() if phasing in {"german", "allied"} else "both sides"
            return f"Turn {turn}, {side}: {phase.replace('-', ' ')}"
        case Retreated(piece=piece, path=path):
            return f"{say(parts, piece)} retreats to {way(parts, path)}"
        case Moved(piece=piece, path=path, mode=mode):
            return f"{say(parts, piece)} moves to {way(parts, path)}{_MODE.get(mode, '')}"
        case StepsLost(piece=piece, count=count, left=left):
            return f"{say(parts, piece)} loses {count} step{'s' if count > 1 else ''}, {left} left"
        case StepsGained(piece=piece, left=left):
            return f"{say(parts, piece)} gains a step, {left} now"
        case ControlChanged(space=space, side=side):
            return f"{say(parts, space)} is under {side.capitalize()} control"
        case Placed(piece=piece, at=at):
            return f"{say(parts, piece)} comes to {combat_texts.place(parts, at)}"
        case Removed(piece=piece, at=at):
            return f"{say(parts, piece)} is eliminated" + (f" in {say(parts, at)}" if at else "")
        case Revealed(what=what):
            return f"{say(parts, what)} is revealed"
    return _dry(parts, event)


def _dry(parts: Components, event: Event) -> str:
    """Facts about dice, markers and the end."""
    match event:
        case Rolled(faces=faces, what=what, result=result):
            told = " ".join(spoken(parts, word) for word in what.split())
            return f"{told[:1].upper()}{told[1:]}: rolled {' '.join(map(str, faces))}" + (
                f", {result}" if result else ""
            )
        case MarkerSet(kind=kind, at=at):
            return f"{spoken(parts, at)}: {kind.replace('-', ' ')}"
        case MarkerCleared(kind=kind, at=at):
            return f"{spoken(parts, at)}: no longer {kind.replace('-', ' ')}"
        case Scored(side=side, points=points):
            return f"{side.capitalize()} lead of {points} VP" if points else "The sides are level"
        case Answered(answer=answer):
            return f"{describe(parts, notation.read(answer, _ANSWERS))}: no other choice"
        case Ended(reason=reason):
            return reason
        case Edited(text=text):
            return f"Edited: {text}"
    return notation.tag(type(event).__name__).replace("-", " ")
