"""The English of combat: orders, facts and refusals of its chapters (the rest: texts, refusals)."""

from __future__ import annotations

from typing import Any, Final

from bulge_widget.core.decision import Action, Refusal
from bulge_widget.core.event import Advanced, Event, MarkerCleared, MarkerSet, Removed, Retreated, Rolled
from bulge_widget.rulebooks.botb.advance import Advance, EndAdvance
from bulge_widget.rulebooks.botb.assets import Blitz, Ready, Strike, Support
from bulge_widget.rulebooks.botb.battle import Fought, Modify, Resolve
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.engagement import Counterattack, Hold
from bulge_widget.rulebooks.botb.flight import LeaveMap, Perish
from bulge_widget.rulebooks.botb.flights import Cover, EndFlights, Interdict
from bulge_widget.rulebooks.botb.infiltration import Assault, Infiltrate, Pass
from bulge_widget.rulebooks.botb.planning import Attack, EndPlan
from bulge_widget.rulebooks.botb.refusals import hex_in_words, unit_in_words
from bulge_widget.rulebooks.botb.results import Lose
from bulge_widget.rulebooks.botb.retreat import Retreat

__all__ = ["REFUSALS", "describe"]

REFUSALS: Final[dict[str, str]] = {
    "no_enemy": "no enemy that could be attacked stands in {hex}",
    "not_beside": "{unit} is not beside {hex}, or a cliff parts them",
    "set_already": "{unit} and {hex} have their battles already",
    "not_all_beside": "in one battle every attacker is beside every defender; {unit} and {hex} do not fit in",
    "leaves_none": "with {unit} against {hex} somebody who must fight would find no partner any more",
    "must_attack": "{unit} stands in an enemy zone of control and must attack ({count} without a battle)",
    "must_be_attacked": "the enemies in {hex} must be attacked ({count} hexes without a battle)",
    "not_engaged": "there is no engagement to be answered in {hex}",
    "no_corps": "{unit} is no artillery corps; only those give support",
    "gun_in_zone": "an enemy stands beside {unit}, so it cannot support",
    "gun_silent": "{unit} is isolated, or marched too fast to fire",
    "gun_surprised": "artillery corps are silent on the first turn, and so is {unit}",
    "out_of_range": "{hex} is {distance} hexes from {unit}, and {limit} is the range",
    "line_to_all_blocked": "a cliff bars the line of fire from {unit} to a hex of the battle",
    "line_blocked": "a cliff bars the line of fire from {unit} to {hex}",
    "other_nation": "{unit} supports only battles with units of its own nation",
    "fires_already": "{unit} supports somebody already",
    "nobody_to_support": "there is nobody in {hex} who could be supported",
    "no_battle": "no battle is planned in {hex}",
    "air_there": "an air unit is over {hex} already",
    "no_air": "no air unit is left on turn {turn}",
    "air_covered": "Allied air units cover {hex}",
    "own_units": "Allied units stand in {hex}",
    "no_blitz": "only the German side attacks in this way, in the advanced game",
    "blitz_already": "the attack on {hex} is declared already",
    "blitz_refought": "an engaged battle is fought again in {hex}",
    "blitz_ratio": "the attack on {hex} is {ratio}; 2-1 is needed",
    "blitz_mechanized": "only {mechanized} of the units that attack {hex} are mechanized; half of them must be",
    "blitz_artillery": "without its artillery the attack on {hex} has {own} points; {needed} are needed",
    "wrong_change": "the die may be changed by {lowest} to 0, not by {change}",
    "not_in_battle": "{unit} took no part in that battle",
    "need_not_retreat": "{unit} does not have to retreat now",
    "wrong_distance": "{unit} goes back exactly {limit} hexes, not {distance}",
    "retreat_closed": "enemies hold {hex} or have it in their zone of control",
    "ground_bars": "the ground bars {unit} from {from} to {hex}",
    "twice": "{unit} would come into a hex twice",
    "retreat_full": "there is no room left in {hex}",
    "wrong_route": "{unit} must take the shortest way to a supply road and follow it toward a source",
    "no_arrow": "that way does not lead {unit} to an arrow off the map",
    "not_start": "the way of {unit} begins in its own hex and ends in another",
    "not_victorious": "{unit} may not advance after this battle",
    "advance_too_far": "{distance} hexes are too far: {unit} may advance {limit}",
    "not_vacated": "an advance goes first into a hex that the beaten left, and {hex} is none",
    "advance_ends": "{unit} must end its advance in {from}",
    "advance_closed": "{unit} may not advance from {from} into {hex}",
    "advance_off_road": "{unit} came into {from} by road and may leave it only by road",
    "advance_full": "{unit} may not end its advance in {hex}: there is no room",
    "must_advance": "{unit} must go on after its blitzkrieg attack",
    "no_infiltrator": "{unit} does not slip through the lines",
    "not_agreed": "it was not agreed that {unit} may slip through",
    "sneak_tried": "{unit} has tried already",
    "began_in_zone": "{unit} began its move beside the enemy and cannot slip through",
    "went_south": "{unit} stands south of its road and cannot slip through",
    "was_in_zone": "{unit} fought, or stands in an enemy zone of control, and cannot slip through",
}
_RESULTS: Final = {
    "DE": "the defenders are eliminated",
    "AE": "the attackers are eliminated",
    "Exch": "an exchange",
    "Eng": "an engagement",
    "Cont": "contact",
}
_SET: Final = {
    "engaged": "{at} is engaged",
    "support-fire": "Artillery supports the fighting at {at}",
    "air-strike": "Air units strike at {at}",
    "blitz": "The attack on {at} is to bypass its defenders",
    "interdiction": "Air units hamper movement in {at}",
    "air-cover": "Air units cover {at}",
}
_CLEARED: Final = {
    "engaged": "{at} is engaged no longer",
    "support-fire": "Artillery support at {at} is cancelled",
    "interdiction": "Air units leave {at}",
    "air-cover": "Air units no longer cover {at}",
}
_GONE: Final = {
    "exchanged": "{piece} is lost in the exchange in {at}",
    "no-retreat": "{piece} has no way to retreat from {at} and is eliminated",
}


def describe(parts: Components, thing: Action | Event | Refusal) -> str | None:
    """Put an order, fact or refusal of combat into words; None for any other."""
    if isinstance(thing, Refusal):
        return _refusal(parts, thing)
    return _event(parts, thing) if isinstance(thing, Event) else _order(parts, thing)


def _refusal(parts: Components, refusal: Refusal) -> str | None:
    """A refusal as a sentence that begins with the rule."""
    if refusal.code not in REFUSALS:
        return None
    facts: dict[str, Any] = dict(refusal.facts)
    for key, value in refusal.facts.items():
        if isinstance(value, str):
            facts[key] = named(parts, value)
    text = REFUSALS[refusal.code].format_map(facts)
    return f"{refusal.rule}: {text[0].upper()}{text[1:]}."


def named(parts: Components, name: str) -> str:
    """A unit or a hex as players call it."""
    return unit_in_words(parts, name) if name in parts.counters else hex_in_words(parts, name)


def _way(parts: Components, path: tuple[str, ...]) -> str:
    via = ", ".join(name.upper() for name in path[1:-1])
    return hex_in_words(parts, path[-1]) + (f" by way of {via}" if via else "")


def _order(parts: Components, action: Action) -> str | None:
    unit, where = named(parts, getattr(action, "unit", "")), named(parts, getattr(action, "hex", ""))
    match action:
        case Attack():
            return f"{unit} attacks {where}"
        case Support():
            return f"{unit} supports the fighting at {where}"
        case Strike() | Blitz() | Interdict() | Cover():
            return _MISSIONS[type(action)].format(where=where)
        case Resolve():
            return f"Fight the battle at {where}"
        case Modify(change=change):
            return f"Change the die by {change}" if change else "Leave the die as it is"
        case Hold() | Counterattack():
            return f"{'Hold the position' if isinstance(action, Hold) else 'Counterattack'} at {where}"
        case Retreat(path=path):
            return f"{unit} retreats to {_way(parts, path)}"
        case Advance(path=path):
            return f"{unit} advances to {_way(parts, path)}"
        case LeaveMap(path=path):
            return f"{unit} leaves the map at {_way(parts, path)}"
    text = _PLAIN.get(type(action))
    return None if text is None else text.format(unit=unit)


_MISSIONS: Final[dict[type[Action], str]] = {
    Strike: "An air unit supports the attack on {where}",
    Blitz: "Declare the attack on {where} a blitzkrieg attack",
    Interdict: "An air unit hampers movement in {where}",
    Cover: "An air unit covers {where}",
}
_PLAIN: Final[dict[type[Action], str]] = {
    EndPlan: "The battles are divided",
    Ready: "No more support",
    EndFlights: "No more air missions",
    EndAdvance: "No more advances",
    Lose: "{unit} is lost",
    Perish: "{unit} stays and is lost",
    Infiltrate: "{unit} tries to slip through the lines",
    Assault: "{unit} attacks behind the lines",
    Pass: "Do not",
}


def _event(parts: Components, event: Event) -> str | None:
    match event:
        case Fought():
            return _fought(parts, event)
        case Retreated(piece=piece, path=path):
            return f"{named(parts, piece)} retreats from {path[0].upper()} to {_way(parts, path)}"
        case Advanced(piece=piece, path=path):
            return f"{named(parts, piece)} advances from {path[0].upper()} to {_way(parts, path)}"
        case Removed(piece=piece, at=at, why=why) if why in _GONE:
            return _GONE[why].format(piece=named(parts, piece), at=named(parts, at))
        case MarkerSet(kind=kind, at=at) if kind in _SET:
            return _SET[kind].format(at=named(parts, at))
        case MarkerCleared(kind=kind, at=at) if kind in _CLEARED:
            return _CLEARED[kind].format(at=named(parts, at))
        case Rolled(what=what):
            return _rolled(parts, event) if what.startswith(("battle", "infiltration")) else None
    return None


def _fought(parts: Components, event: Fought) -> str:
    ours = ", ".join(named(parts, unit) for unit in event.attackers)
    theirs = ", ".join(named(parts, unit) for unit in event.defenders)
    where = " and ".join(named(parts, name) for name in event.at)
    guns = f", supported by {', '.join(named(parts, unit) for unit in event.guns)}" if event.guns else ""
    return f"{ours} against {theirs} in {where}{guns}: {event.ratio}"


def result_in_words(code: str) -> str:
    """A code of the tables as a phrase."""
    if code in _RESULTS:
        return _RESULTS[code]
    hexes = f"{code[-1]} hex{'' if code[-1] == '1' else 'es'}"
    if code.startswith("Blitz"):
        return f"the mechanized units go on by up to {hexes}, the others go back one"
    who = "defenders" if code[0] == "D" else "attackers"
    return f"the {who} retreat {hexes}" if code[1] == "R" else f"the {who} may advance {hexes}"


def _rolled(parts: Components, event: Rolled) -> str:
    faces = " ".join(map(str, event.faces))
    if event.what.startswith("battle"):
        text = ", then ".join(result_in_words(code) for code in event.result.split())
        return f"Battle at {named(parts, event.at)}{event.what.removeprefix('battle')}: {faces}, {text}"
    unit = named(parts, event.what.rpartition(" ")[2])
    return f"{unit} tries to slip through: {faces}, it {'gets through' if event.result == 'through' else 'is held up'}"
