"""The English of what the rules of movement, supply and arrival forbid."""

from __future__ import annotations

from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[dict[str, str]] = {
    "not_yours": "{unit} is no unit of the {side} side",
    "not_on_map": "{unit} is not on the map",
    "unknown_unit": "there is no unit {unit}",
    "unknown_area": "there is no area {area}",
    "already_moved": "{unit} has done its part in this phase",
    "no_reserve": "{unit} is not in reserve",
    "no_breakthrough": "{unit} has neither a reserve nor an exploitation marker",
    "wrong_mode": "it moves here in another way; wanted: {wanted}",
    "not_there": "{unit} is not there: it stands in {area}",
    "no_path": "{unit} would not go anywhere",
    "not_adjacent": "{from} and {area} do not touch",
    "first_area": (
        "leaving a contested area, the first area entered must be friendly and uncontested; {area} is not"
        " ({control}-controlled)"
    ),
    "no_second_fight": "a unit that has left a contested area may not enter or make another; {area} is one",
    "restricted": "armor may not cross between {from} and {area}",
    "border_used": "a unit has crossed from {from} to the enemy in {area} in this phase already",
    "blown": "an exploiting unit may not cross the blown bridge to {area}",
    "blown_later": "the blown bridge to {area} costs a whole allowance, so it is crossed only where a move begins",
    "out_of_play": "{area} is not in play",
    "british_zone": "British units stay north-west of the Meuse; {area} is not",
    "reaction_attack": "no new contested area may be made now; the enemy holds {area}",
    "disordered_attack": "a disordered unit may not make a newly contested area; the enemy holds {area}",
    "must_stop": "{unit} must stop in {area}",
    "one_area": "{unit} may go one area only, to {area}",
    "blown_stops": "{unit} has spent all on the blown bridge to {area}",
    "too_far": "{unit} would spend {cost} points and has {limit}",
    "unsupplied": "{unit} is out of supply",
    "disordered": "{unit} is disordered",
    "contested": "{area} is contested",
    "works_there": "{area} has field works already",
    "in_reserve": "{unit} is in reserve",
    "not_now": "{unit} cannot do that in this phase",
    "no_marker": "there is no reserve marker {marker} at hand",
    "marker_zone": "{marker} does not serve zone {zone}, where {unit} stands",
    "not_armor": "{unit} is no armor",
    "needs_none": "{unit} may move without a Special Action",
    "no_special_action": "{chit} cannot be used for {unit}",
    "one_march": "the Germans have made their strategic move of this turn",
    "no_fuel": "there is no fuel for {unit}",
    "british_march": "{unit} may not move strategically",
    "not_free": "{area} is not free for strategic movement",
    "restricted_march": "no strategic move leads from {from} to {area}",
    "blown_march": "the bridge from {from} to {area} is blown",
    "area_unsupplied": "{area} is out of supply",
    "one_at_a_time": "{unit} is on its way and goes on first",
    "no_engineer": "no engineer {chit} can be used for the bridge to {area}",
    "entry_held": "the enemy is in {area}",
    "entry_full": "{area} is full",
    "not_due": "{unit} does not arrive now",
    "wrong_entry": "{unit} does not arrive in {area}",
    "wrong_reroute": "{unit} cannot be rerouted to {area}",
    "no_task_force": "{chit} is not at hand",
    "post_closed": "{area} may not take a task force: it is not friendly, uncontested and in supply",
    "must_enter": "{unit} can be placed and must be",
    "not_asked": "that is not what is asked now; wanted: {wanted}",
    "wrong_dice": "{wanted} dice are thrown here, not {given}",
    "wrong_face": "a die has the faces 1 to {sides}",
}
