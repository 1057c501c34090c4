"""The English of what a rule forbids, and the names of hexes and units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.bigredone.components import Components

__all__ = ["RESULTS", "describe", "hex_in_words", "unit_in_words"]

RESULTS = {
    "Ct": "contact",
    "Ar": "attacker retreats",
    "Ae": "attacker eliminated",
    "Dr": "defender retreats",
    "De": "defender eliminated",
    "Ex": "exchange",
}
TEXTS: dict[str, str] = {
    "not_asked": "that is not what is asked now; wanted: {wanted}",
    "wrong_dice": "the number of dice thrown here is {wanted}, not {given}",
    "wrong_face": "a die has the faces 1 to {sides}",
    "not_yours": "{unit} is no unit of the side that decides",
    "not_on_map": "{unit} is not on the map",
    "unknown_hex": "there is no hex {hex}",
    "unknown_mode": "{mode} is no kind of movement; there are: {allowed}",
    "unknown_table": "{table} is no combat table; there are: {allowed}",
    "already_moved": "{unit} has moved in this phase",
    "in_enemy_zone": "{unit} stands in an enemy zone of control in {hex}; only combat gets it out",
    "not_there": "{unit} does not start from {from} but from {hex}",
    "no_path": "a move leads from the hex the unit stands in to another one",
    "not_adjacent": "{from} and {to} do not touch",
    "enemy_there": "an enemy unit stands in {hex}",
    "stops_in_zone": "{hex} lies in an enemy zone of control: the unit must stop there",
    "stacking": "{other} stands in {hex}; no two units may stop in one hex",
    "too_far": "the way costs {cost}, and {limit} may be spent",
    "no_mech": "{unit} cannot use mechanized movement",
    "not_on_road": "mechanized movement begins on a road, and none leads through {hex}",
    "no_marker": "all {limit} mechanized movement markers are laid, none is left for {unit}",
    "mech_unsupplied": "{unit} is out of supply and may not begin mechanized",
    "mech_blocked": "no open road leads from {from} to {to}, so the way cannot begin mechanized",
    "must_roll": "{unit} is out of supply; a die says first how far it may go",
    "in_supply": "{unit} is in supply",
    "no_way": "{unit} has nowhere to go",
    "one_at_a_time": "{unit} has begun to move and is finished first",
    "only_germans_leave": "{unit} may not leave the map; only German units do",
    "no_exit": "no road leads off the north or west edge from {hex}",
    "exit_interdicted": "an air marker cuts the road that leads off the map from {hex}",
    "not_due": "{unit} does not arrive this turn (due: turn {turn})",
    "wrong_entry": "no road leads in at {hex} on the {edge} edge; there are: {allowed}",
    "entry_in_zone": "{hex} lies in an enemy zone of control: no unit comes in there",
    "entry_interdicted": "an air marker cuts the road that leads in at {hex}",
    "entry_barred": "a German unit has left the map at {hex}: no Allied unit comes in there any more",
    "british_meuse": "the British may not yet cross the Meuse from {from} to {to}",
    "british_too_far": "{hex} is more than five hexes from {from}, where the British unit came in",
    "no_airdrop": "{unit} cannot be dropped now",
    "drop_too_far": "{hex} is more than {limit} hexes from any German unit",
    "no_mission": "{mission} is no mission of this side; there are: {allowed}",
    "no_road": "no road leads through {hex}",
    "occupied": "{unit} stands in {hex}",
    "marked": "{hex} has a marker of this side already",
    "fought_already": "{unit} has attacked in this phase",
    "no_enemy": "no enemy stands in {hex}",
    "not_beside": "{unit} does not stand beside {target} in {hex}",
    "attacked_already": "{target} in {hex} was attacked in this phase",
    "must_attack_strongest": (
        "{unit} would fight out of supply, on the secondary table, and {target} is not the strongest enemy"
        " beside the attackers"
    ),
    "joined_already": "{unit} takes part already",
    "must_join": "{unit} must attack, and only {target} is left for it: it joins this attack",
    "must_attack": "{unit} stands in an enemy zone of control and must attack before the phase ends",
    "too_few_missions": "there are {have} ground support missions, not {wanted}",
    "only_lower": "a differential can be lowered, not raised",
    "not_strongest": "on the secondary table the strongest enemy beside all attackers is attacked, not {target}",
    "secondary_only": "{unit} is out of supply: only the secondary table may be used",
    "not_in_attack": "{unit} takes no part in this attack",
    "wrong_exchange": "strength {given} is not the greatest possible sum up to {against}",
    "need_not_retreat": "{unit} does not have to retreat",
    "one_hex": "{hex} is not beside {unit}",
    "unsafe": "{hex} is held or controlled by the enemy",
    "cannot_hold": "{unit} may not ignore the result: only a unit in a town may, and not after a loss",
    "not_victorious": "{unit} may not advance after this combat",
    "not_vacated": "{hex} was not left in this combat",
}


def hex_in_words(parts: Components, name: str) -> str:
    """A hex by number and place."""
    return parts.hex_name(name) if name in parts.hex_index else name


def unit_in_words(parts: Components, name: str) -> str:
    """The short name of a unit."""
    return parts.counters[name].short if name in parts.counters else name


def describe(parts: Components, refusal: Refusal) -> str:
    """A refusal as a sentence that begins with the rule."""
    spoken: dict[str, Callable[[Components, str], str]] = {
        "unit": unit_in_words,
        "target": unit_in_words,
        "other": unit_in_words,
        "hex": hex_in_words,
        "from": hex_in_words,
        "to": hex_in_words,
    }
    facts: dict[str, Any] = {
        name: spoken[name](parts, value) if name in spoken and isinstance(value, str) else value
        for name, value in refusal.facts.items()
    }
    text = TEXTS[refusal.code].format_map(facts)
    return f"{refusal.rule}: {text[0].upper()}{text[1:]}."
