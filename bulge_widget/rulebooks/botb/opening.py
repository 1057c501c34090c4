"""45.0 to 48.0 The start of each scenario: who stands where, what is already blown, built or decided."""

from __future__ import annotations

from bulge_widget.rulebooks.botb.components import ALLIED, SIDES, Components
from bulge_widget.rulebooks.botb.decrees import launched
from bulge_widget.rulebooks.botb.deployment import Deploying, deployed_units
from bulge_widget.rulebooks.botb.info import Choices, settled
from bulge_widget.rulebooks.botb.state import (
    ABSENT,
    BLOWN,
    DUMP,
    FORT,
    OFF,
    POSITION,
    WAITING,
    State,
    counts_of,
    push,
    tread,
)

__all__ = ["bare_works", "opening"]

_ARMIES = {"may-launch": "pending", "launched": "launched", "may-not-launch": "cancelled"}


def bare_works(parts: Components, *, full: bool) -> bytes:
    """29.8, 31.8, 33.2 What stands on the map at the start; the basic game knows no dumps and no built forts."""
    works = bytearray(len(parts.hex_ids))
    for h, row in parts.bridges.items():
        works[h] |= BLOWN if row.blown else 0
    if full:
        for h in parts.sets["fuel-dumps"]:
            works[h] |= DUMP
        for h in parts.sets["field-forts-allied"]:
            works[h] |= FORT
        for setup in parts.setup:
            works[parts.hex(setup.space)] |= POSITION if setup.improved_position else 0
    return bytes(works)


def first_control(parts: Components) -> bytes:
    """39.8, 45.6, R55 Who counts as the last in each town, bridge and dump."""
    control = bytearray(len(parts.hex_ids))
    for h, town in parts.towns.items():
        control[h] = 1 + SIDES.index(town.control)
    for h, bridge in parts.bridges.items():
        control[h] = 1 + SIDES.index(bridge.occupant)
    for h in parts.sets["fuel-dumps"]:
        control[h] = 1 + ALLIED
    return bytes(control)


def first_place(parts: Components, scenario: str, unit: int, *, full: bool) -> int:
    """4.5, 16.1, 47.4, 48.3.6 Where a unit is before the German side sets up."""
    name = parts.unit_ids[unit]
    for setup in parts.setup:
        if setup.unit == name:
            return parts.hex(setup.space)
    withheld = any((r.scenario, r.unit, r.effect) == (scenario, name, "withheld") for r in parts.unit_changes)
    if withheld or (not full and (not parts.combat[unit] or name == "ge-vdh-vdh")):
        return ABSENT
    return WAITING


def opening(parts: Components, scenario: str, choices: Choices) -> State:
    """4.0 The state in which the German side sets up."""
    choices = settled(choices, scenario)
    full = choices.level == "advanced"
    at = tuple(first_place(parts, scenario, u, full=full) for u in range(len(parts.unit_ids)))
    state = State(
        scenario=scenario,
        turn=1,
        phase=0,  # 45.1 the Allied support phase of the first turn is passed: the game begins with the German turn
        at=at,
        counts=counts_of(parts, at),
        status=bytes(len(at)),
        banks=bytes(len(at)),
        works=bare_works(parts, full=full),
        control=first_control(parts),
        fifteenth=_ARMIES[parts.scenarios[scenario].fifteenth_army],
        choices=choices,
    )
    state = tread(parts, state, ALLIED, [h for h in at if h < OFF])
    if state.fifteenth == "launched":
        state = launched(parts, state)[0]
    return push(state, Deploying()) if deployed_units(parts, scenario) else state
