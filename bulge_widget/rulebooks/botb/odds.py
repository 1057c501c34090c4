"""17.1, 17.2 The strengths of a battle and what changes its die, part by part.

Does not cover the table itself (crt) nor who may fight whom (planning).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from bulge_widget.core.decision import Part, Sum
from bulge_widget.rulebooks.botb import crt
from bulge_widget.rulebooks.botb.components import GERMAN, Components
from bulge_widget.rulebooks.botb.fireline import cancelled, line_is_blocked, supporters
from bulge_widget.rulebooks.botb.state import FORT, FOUGHT, ISOLATED, POSITION, State, advanced
from bulge_widget.rulebooks.botb.zones import units_at

__all__ = ["Fight", "Modifier", "attack_parts", "defence_parts", "is_overrun", "modifiers", "ratio", "ratio_sum"]

SURPRISE_TURN = 1
BOMBED = "nebelwerfer"


class Fight(msgspec.Struct, frozen=True, gc=False):
    """One planned battle with all that was assigned to it: units and hexes by index, ascending."""

    side: int
    attackers: tuple[int, ...]
    hexes: tuple[int, ...]
    guns: tuple[int, ...] = ()
    """11.4 Artillery corps in offensive support."""
    air: bool = False
    """26.9 Close support to the attack."""
    blitz: bool = False
    """34.3 Declared as a blitzkrieg attack."""
    again: bool = False
    """34.2 An engaged battle is being refought."""


class Modifier(NamedTuple):
    """17.2.1 One change of the die."""

    label: str
    value: int
    rule: str


# -- strengths ----------------------------------------------------------------------------------------


def defenders(parts: Components, state: State, fight: Fight) -> tuple[int, ...]:
    """9.8, 9.11 The defending units: all in the hexes under attack that have not fought in this phase."""
    return tuple(unit for h in fight.hexes for unit in defenders_in(parts, state, h, 1 - fight.side))


def defenders_in(parts: Components, state: State, where: int, side: int) -> tuple[int, ...]:
    """9.8, 9.11 The units that defend a hex; one that retreated into it has fought already."""
    return tuple(unit for unit in units_at(parts, state, where, side) if not state.status[unit] & FOUGHT)


def hits_forest(parts: Components, fight: Fight) -> bool:
    """38.2 Whether a defender stands in a forest."""
    return any(parts.terrain[h] == "forest" for h in fight.hexes)


def is_halved(parts: Components, state: State, fight: Fight, unit: int) -> str:
    """13.2, 27.3, 38.2, R41 The rule that halves a unit's attack, blank for none; none halves twice."""
    if state.status[unit] & ISOLATED:
        return "13.2"
    if advanced(state) and parts.kind[unit] == BOMBED and bombed(parts, state):
        return "27.3"
    if parts.armor[unit] and state.choices.armor_in_forest == "yes" and hits_forest(parts, fight):
        return "38.2"
    return ""


def bombed(parts: Components, state: State) -> bool:
    """27.2 Whether strategic bombing is felt this turn."""
    return parts.weather[state.turn - 1].strategic_bombing


def attack_of(parts: Components, state: State, fight: Fight, unit: int) -> int:
    """13.2 What a unit adds to the attack, half rounded up."""
    strength = parts.attack[unit]
    return -(-strength // 2) if is_halved(parts, state, fight, unit) else strength


def attack_parts(parts: Components, state: State, fight: Fight) -> tuple[Part, ...]:
    """9.6, 11.4.4 The attack, unit by unit."""
    guns = tuple(unit for unit in fight.guns if not cancelled(parts, state, unit))
    return tuple(
        Part(
            parts.counters[parts.unit_ids[unit]].label,
            attack_of(parts, state, fight, unit),
            is_halved(parts, state, fight, unit) or ("11.4.4" if unit in fight.guns else "9.6"),
        )
        for unit in (*fight.attackers, *guns)
    )


def doubled(parts: Components, state: State, fight: Fight, where: int) -> str:
    """8.7, R40, R59 The rule that doubles the defenders of a hex, blank for none.

    A town or rugged ground doubles always; otherwise the river does, if every attacker stands in one and none
    in one of the defender's own.
    """
    if parts.town[where] or parts.terrain[where] == "rugged":
        return "8.7"
    mine = parts.rivers[where]
    theirs = [parts.rivers[state.at[unit]] for unit in fight.attackers]
    if all(theirs) and not any(mine & rivers for rivers in theirs):
        return "R40" if mine else "8.7"
    return ""


def defence_parts(parts: Components, state: State, fight: Fight) -> tuple[Part, ...]:
    """8.7, 9.7, 11.5.5 The defence, unit by unit; supporting fire is never doubled."""
    found = []
    for where in fight.hexes:
        rule = doubled(parts, state, fight, where)
        for unit in defenders_in(parts, state, where, 1 - fight.side):
            name = parts.counters[parts.unit_ids[unit]].label
            found.append(
                Part(f"{name} doubled" if rule else name, parts.defence[unit] * (2 if rule else 1), rule or "9.7")
            )
    guns = (unit for where in fight.hexes for unit in supporters(parts, state, where, 1 - fight.side))
    if state.choices.fire_line_to_all:
        guns = (unit for unit in guns if sees_all(parts, state, fight, unit))
    return (*found, *(Part(parts.counters[parts.unit_ids[u]].label, parts.defence[u], "11.5.5") for u in guns))


def sees_all(parts: Components, state: State, fight: Fight, gun: int) -> bool:
    """11.8, R61 By the literal reading, whether no cliff bars the line from a corps to any hex of the battle."""
    hexes = {*fight.hexes, *(state.at[unit] for unit in fight.attackers)}
    return not any(line_is_blocked(parts, state.at[gun], where) for where in hexes)


def strengths(parts: Components, state: State, fight: Fight) -> tuple[int, int]:
    """17.1.1 The combined attack and defence."""
    attack = sum(part.value for part in attack_parts(parts, state, fight))
    return attack, sum(part.value for part in defence_parts(parts, state, fight))


def ratio(parts: Components, state: State, fight: Fight) -> crt.Ratio:
    """17.1.1 The column."""
    return crt.ratio_of(*strengths(parts, state, fight))


def ratio_sum(parts: Components, state: State, fight: Fight) -> Sum:
    """17.1.1 Both strengths part by part, the defence below nought; the text gives the ratio and the die's change."""
    attack, defence = attack_parts(parts, state, fight), defence_parts(parts, state, fight)
    total = sum(part.value for part in attack), sum(part.value for part in defence)
    change = "".join(f", {label} {value:+d}" for label, value, _ in modifiers(parts, state, fight))
    text = f"{total[0]} against {total[1]}, {crt.ratio_of(*total)}{change}"
    return Sum(text, (*attack, *(msgspec.structs.replace(part, value=-part.value) for part in defence)))


def is_overrun(parts: Components, state: State, fight: Fight) -> bool:
    """17.3.1, R62 Whether artillery alone is overrun: 6-1 or more, by at least one unit of another kind."""
    prey = defenders(parts, state, fight)
    alone = bool(prey) and all(parts.group[unit] == "artillery" for unit in prey)
    led = any(parts.group[unit] != "artillery" for unit in fight.attackers)
    return alone and led and crt.at_least(ratio(parts, state, fight), "6-1")


# -- modifiers ----------------------------------------------------------------------------------------


def artillery_points(parts: Components, state: State, fight: Fight) -> int:
    """17.2.4, R60 The artillery points really used in an attack."""
    guns = (unit for unit in fight.guns if not cancelled(parts, state, unit))
    units = (unit for unit in (*fight.attackers, *guns) if parts.group[unit] == "artillery")
    return sum(attack_of(parts, state, fight, unit) for unit in units)


def favours(parts: Components, state: State, fight: Fight) -> tuple[Modifier, ...]:
    """17.2.4, 25.5, 26.9.2 What lowers the die, one entry a point."""
    found = []
    if advanced(state) and fight.side == GERMAN and state.turn == SURPRISE_TURN:
        found.append(Modifier("surprise", -1, "25.5"))
    if fight.air:
        found.append(Modifier("air", -1, "26.9.2"))
    groups = -crt.artillery_modifier(artillery_points(parts, state, fight))
    return (*found, *(Modifier("artillery", -1, "17.2.4") for _ in range(groups)))


def is_fort(parts: Components, state: State, where: int) -> bool:
    """15.1, 31.7 Whether a hex is a fortified town."""
    return parts.fort[where] or bool(state.works[where] & FORT)


def improved(parts: Components, state: State, where: int, side: int) -> bool:
    """32.6 Whether defenders in a hex use an improved position: only with infantry."""
    if not advanced(state) or not state.works[where] & POSITION:
        return False
    return any(parts.infantry[unit] for unit in defenders_in(parts, state, where, side))


def hindrances(parts: Components, state: State, fight: Fight) -> tuple[Modifier, ...]:
    """17.2.5, 17.2.6, 26.8.3, 32.8 What raises the die; it always counts."""
    found = [Modifier("air cover", 1, "26.8.3") for h in fight.hexes if fight.side == GERMAN and h in state.covered]
    if any(improved(parts, state, h, 1 - fight.side) for h in fight.hexes):
        found.append(Modifier("improved position", 1, "32.8"))
    if any(h in parts.liege for h in fight.hexes):
        found.append(Modifier("Liège", 2, "17.2.6"))
    elif any(is_fort(parts, state, h) for h in fight.hexes):
        found.append(Modifier("fort", 1, "17.2.5"))
    return tuple(found)


def modifiers(parts: Components, state: State, fight: Fight) -> tuple[Modifier, ...]:
    """17.2.1 Everything that may change the die."""
    return (*favours(parts, state, fight), *hindrances(parts, state, fight))


def allowed_changes(parts: Components, state: State, fight: Fight) -> tuple[int, ...]:
    """17.2.1 to 17.2.3 The changes of the die the attacker may choose from, the lowest first.

    With a fort, an improved position or air cover there is one; otherwise each favour may be ignored.
    """
    good = -sum(change.value for change in favours(parts, state, fight))
    against = hindrances(parts, state, fight)
    if against:
        return (crt.capped(sum(change.value for change in against) - good),)
    return tuple(range(crt.capped(-good), 1))
