"""The English of what a rule forbids (combat: texts_combat), and the names of hexes and units."""

from __future__ import annotations

from typing import Any

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.botb.components import Components

__all__ = ["describe", "hex_in_words", "unit_in_words"]

TEXTS: dict[str, str] = {
    "not_asked": "that is not what is asked now; wanted: {wanted}",
    "wrong_dice": "the number of dice thrown here is {wanted}, not {given}",
    "wrong_face": "a die has the faces 1 to {sides}",
    "not_yours": "{unit} is no unit of the side that decides",
    "not_on_map": "{unit} is not on the map",
    "unknown_hex": "there is no hex {hex}",
    "already_moved": "{unit} has moved in this phase",
    "building": "{unit} is building and may not move in this phase",
    "engaged": "{unit} is engaged and must stay",
    "artillery_waits": "artillery corps do not move on the first turn, so {unit} stays",
    "not_there": "{unit} does not start from {from} but from {hex}",
    "no_path": "{unit} must go to another hex",
    "not_adjacent": "{from} and {to} do not touch",
    "enemy_there": "enemy units stand in {hex}",
    "stops_in_zone": "{from} lies in an enemy zone of control, so {unit} must stop there",
    "same_zone": "the enemy in {guard} holds both {from} and {hex} in his zone of control",
    "stops_in_rough": "{unit} has come into rough ground off the road and must stop",
    "leaves_road": "{unit} may not leave the road in rough ground on the first turn",
    "cliff": "a cliff parts {from} from {hex}",
    "river": "{unit} cannot cross the river in {from} towards {hex} now",
    "forest": "{unit} needs a road between {from} and {hex}, for the forest",
    "too_far": "the way costs {cost}, and {unit} has {limit}",
    "stacking": "{limit} combat units stand in {hex} already",
    "mixed_nations": "American and British units may not stack in {hex}",
    "mixed_corps": "units of different corps may not stack in {hex}",
    "roer": "{unit} may not yet enter the Roer in {hex}",
    "british_meuse": "{unit} may not go beyond the Meuse to {hex}",
    "south_of_road": "{unit} may not go to {hex}, south of its road",
    "ss_held": "{unit} is held in reserve and may not enter the enemy zone in {hex} on the first turn",
    "no_edge": "{hex} does not lie on the edge of the map",
    "not_waiting": "{unit} does not wait to come in",
    "dropped_only": "{unit} comes by parachute or not at all",
    "not_due": "{unit} may not come in yet (turn {turn})",
    "too_late": "{unit} came in on turn {turn} or not at all",
    "other_pair": "group {group} stays away, for group {other} has come in",
    "fifteenth": "group {group} does not come while the Fifteenth Army is {state}",
    "wrong_entry": "{unit} does not come in at {hex}",
    "entry_barred": "{unit} cannot pay for {hex}",
    "searched_before": "{unit} has been in {hex} in this move and does not come back for the commando",
    "commando_there": "another commando is in {hex}",
    "commando_barred": "commandos may not end their move in or beside the drop zone, as {hex} is",
    "must_enter": "{unit} must come in on this turn",
    "must_separate": "{unit} stands with units of the other nation and can go away",
    "no_drop": "{unit} is not dropped now",
    "drop_elsewhere": "{unit} is not dropped on {hex}",
    "not_to_deploy": "{unit} is not to be set up now",
    "outside_area": "{hex} does not lie in the area of {unit}",
    "no_room": "with {unit} in {hex} the others would not find room",
    "nothing_to_blow": "nothing of yours stands in {hex} to be destroyed",
    "blow_first": "nothing is destroyed any more once rebuilding has begun",
    "tried_already": "{hex} was tried in this phase",
    "no_enemy_near": "no enemy unit is within {limit} hexes of {hex}",
    "confusion": "no bridges are blown on the first day",
    "no_route": "no supply route leads to {hex}",
    "no_blown_bridge": "{unit} stands at no blown bridge",
    "building_already": "the bridge {unit} stands at is being rebuilt",
    "cannot_build": "{unit} is neither mechanized nor infantry",
    "enemy_adjacent": "an enemy stands beside {unit}",
    "no_supply_road": "no supply road leads to the bridge of {unit}",
    "no_bridges_left": "{limit} bridges have been rebuilt, no more can be",
    "fortified_already": "the hex of {unit} is fortified",
    "cannot_fortify": "{unit} is not of a kind that fortifies here",
    "builder_isolated": "{unit} is isolated",
    "in_enemy_zone": "{hex} lies in an enemy zone of control",
    "not_next": "{unit} is not next to be sent to Antwerp",
}
_HEXES = frozenset({"hex", "from", "to", "guard"})
_UNITS = frozenset({"unit", "other_unit", "target"})


def hex_in_words(parts: Components, name: str) -> str:
    """A hex by number and place."""
    return parts.hex_name(name) if name in parts.hex_index else name


def unit_in_words(parts: Components, name: str) -> str:
    """The label of a unit as players write it."""
    if name not in parts.counters:
        return name
    counter = parts.counters[name]
    return counter.label or counter.short


def describe(parts: Components, refusal: Refusal) -> str:
    """A refusal as a sentence that begins with the rule."""
    facts: dict[str, Any] = {}
    for key, value in refusal.facts.items():
        if isinstance(value, str) and key in _HEXES:
            facts[key] = hex_in_words(parts, value)
        else:
            facts[key] = unit_in_words(parts, value) if isinstance(value, str) and key in _UNITS else value
    text = TEXTS.get(refusal.code, refusal.code.replace("_", " ")).format_map(facts)
    return f"{refusal.rule}: {text[0].upper()}{text[1:]}."
