"""7.2, 7.4, 8.2, 10.2 and R50 Who may attack whom, and who must not be left out.

A unit in supply may attack any enemy beside it. One that is not may only use the secondary table, whose
target must be the strongest enemy beside all who attack: more attackers can only narrow that choice, so an
attack can be completed if it can with everyone who may still join.
"""

from __future__ import annotations

from collections.abc import Iterator

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks.bigredone import supply, zones
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.state import EMPTY, WAITING, State, Step

__all__ = ["Attacking", "attackers", "can_complete", "can_open", "has_table", "required", "targets"]


class Attacking(Step, frozen=True, gc=False):
    """7.0 The phasing side makes its attacks, in any order."""

    side: int
    fought: tuple[str, ...]
    """Units that have attacked in this phase (7.2)."""
    attacked: tuple[str, ...]
    """Units that were attacked in this phase (7.2)."""
    duty: tuple[str, ...]
    """Units that must attack (7.0, R50)."""


# -- questions ----------------------------------------------------------------------------------------


def is_supplied(parts: Components, state: State, unit: int) -> bool:
    """10.0, R34 Supply at the moment of an attack."""
    return supply.is_supplied(parts, state, unit)


def unit_refusal(parts: Components, state: State, step: Attacking, name: str) -> Refusal | None:
    """7.2 Why a unit may not attack at all."""
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != step.side:
        return Refusal("not_yours", "7.0", {"unit": name})
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", "7.1", {"unit": name})
    if name in step.fought:
        return Refusal("fought_already", "7.2", {"unit": name})
    return None


def is_free(state: State, step: Attacking, unit: int, name: str) -> bool:
    """7.2 Whether a unit on the map has not attacked yet."""
    return state.at[unit] < WAITING and name not in step.fought


def in_contact(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """7.0, R20 The units of a side in an enemy zone of control."""
    zone = zones.enemy_zone(parts, state, side)
    return tuple(parts.unit_ids[u] for u in parts.roster[side] if state.at[u] < WAITING and zone[state.at[u]])


def around(parts: Components, state: State, step: Attacking, target: int) -> list[int]:
    """7.3 The units beside a target that may still attack."""
    found = [state.who[h] for h in parts.near[state.at[target]]]
    return sorted(
        u for u in found if u != EMPTY and parts.side[u] == step.side and parts.unit_ids[u] not in step.fought
    )


def is_strongest(parts: Components, state: State, units: tuple[int, ...], target: int) -> bool:
    """8.2, R21 Whether no enemy beside all of these units is stronger in print than the target."""
    limit, (first, *others) = parts.strength[target], units
    stronger = [e for e in zones.adjacent_enemies(parts, state, first) if parts.strength[e] > limit]
    for unit in others if stronger else ():
        beside = zones.adjacent_enemies(parts, state, unit)
        stronger = [enemy for enemy in stronger if enemy in beside]
    return not stronger


def has_table(parts: Components, state: State, units: tuple[int, ...], target: int) -> bool:
    """8.2, 10.2, R22 Whether these units together may use one of the two tables against a target."""
    if is_strongest(parts, state, units, target):
        return True
    return all(is_supplied(parts, state, unit) for unit in units)


def may_use_secondary(parts: Components, state: State, step: Attacking, target: int) -> bool:
    """8.2 Whether the target is the strongest beside everyone who may attack it."""
    everyone = around(parts, state, step, target)
    return bool(everyone) and is_strongest(parts, state, tuple(everyone), target)


def can_open(parts: Components, state: State, step: Attacking, unit: int, target: int) -> bool:
    """10.2 Whether some attack with this unit on this target is legal."""
    return (
        is_strongest(parts, state, (unit,), target)
        or is_supplied(parts, state, unit)
        or may_use_secondary(parts, state, step, target)
    )


def can_complete(parts: Components, state: State, step: Attacking, units: tuple[int, ...], target: int) -> bool:
    """10.2, R50 Whether the attack, with those who must join it, still is or can become legal."""
    everyone = tuple(sorted({*units, *required(parts, state, step, target)}))
    return has_table(parts, state, everyone, target) or may_use_secondary(parts, state, step, target)


def targets(parts: Components, state: State, step: Attacking, unit: int) -> list[int]:
    """7.1, 7.2 The enemies a free unit may open an attack on."""
    near = [e for e in zones.adjacent_enemies(parts, state, unit) if parts.unit_ids[e] not in step.attacked]
    return [enemy for enemy in sorted(near) if can_open(parts, state, step, unit, enemy)]


def attackers(parts: Components, state: State, step: Attacking) -> Iterator[int]:
    """7.0 The units that can open an attack."""
    zone, names, at = zones.enemy_zone(parts, state, step.side), parts.unit_ids, state.at
    ready = [u for u in parts.roster[step.side] if at[u] < WAITING and zone[at[u]] and names[u] not in step.fought]
    return (unit for unit in ready if _has_target(parts, state, step, unit))


def _has_target(parts: Components, state: State, step: Attacking, unit: int) -> bool:
    names, attacked = parts.unit_ids, step.attacked
    near = [enemy for enemy in zones.adjacent_enemies(parts, state, unit) if names[enemy] not in attacked]
    return any(can_open(parts, state, step, unit, enemy) for enemy in near)


def required(parts: Components, state: State, step: Attacking, target: int) -> set[int]:
    """R50, R64 The units that must join an attack on a target, as nothing else is left for them to attack."""
    found = set()
    for unit in around(parts, state, step, target):
        if parts.unit_ids[unit] in step.duty and can_open(parts, state, step, unit, target):
            others = [e for e in zones.adjacent_enemies(parts, state, unit) if e != target]
            free = [e for e in others if parts.unit_ids[e] not in step.attacked]
            if not any(has_table(parts, state, (unit,), enemy) for enemy in free):
                found.add(unit)
    return found
