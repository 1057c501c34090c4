"""What must hold of the open questions of a position: the steps of the phase, and what they say of units and numbers.

A game never leads to another stack; a position written by hand may, and would stop in the middle of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bulge_widget.errors import Problem
from bulge_widget.rulebooks.bigredone import (
    air,
    airdrop,
    attacking,
    combat,
    moving,
    results,
    resupply,
    retreat,
    weather,
    zones,
)
from bulge_widget.rulebooks.bigredone.components import OTHER, SIDES, Components
from bulge_widget.rulebooks.bigredone.eligibility import Attacking
from bulge_widget.rulebooks.bigredone.info import POINTS_PER_MP
from bulge_widget.rulebooks.bigredone.movement import ALLOWANCE
from bulge_widget.rulebooks.bigredone.state import OVER, PHASES, WAITING, State, Step

__all__ = ["problems"]

_WEATHER = (weather.WeatherCheck, weather.WeatherRoll, air.Assigning, air.Revealing, air.Interdicting)
_FIGHT = (attacking.Joining, combat.MistRoll, combat.Supporting, combat.Choosing, combat.CombatRoll)
_AFTER = (results.Losing, results.Exchanging, retreat.Retreating, retreat.Advancing)
_ORDER = (moving.SupplyRoll, moving.Continuing, airdrop.DropRoll)
_FIRST: dict[str, tuple[type[Step], ...]] = {
    "weather": _WEATHER,
    "pre-movement-combat": (Attacking,),
    "movement": (moving.Moving,),
    "post-movement-combat": (Attacking,),
    "resupply": (resupply.Resupplying,),
    "victory": (),
}
"""3.0 What is asked in a phase."""
_THEN: dict[type[Step], tuple[type[Step], ...]] = dict.fromkeys(_WEATHER, _WEATHER)
_THEN |= {Attacking: (*_FIGHT, *_AFTER), moving.Moving: _ORDER}
"""What may be asked before the first question of a phase is asked again."""


def problems(parts: Components, state: State) -> Iterator[Problem]:
    """Everything that is wrong with the stack."""
    if state.phase == OVER:
        if state.stack:
            yield Problem("question", "the game is over")
        return
    for number, step in enumerate(state.stack):
        found = [*_names(parts, step)] or [*_place(state, number)] or [*_said(parts, state, step)]
        yield from found


def _names(parts: Components, step: Step) -> Iterator[Problem]:
    """2.1, 2.5 Units and hexes must exist."""
    one = [getattr(step, name) for name in ("unit", "target") if hasattr(step, name)]
    many = [name for field in ("units", "fought", "attacked", "duty") for name in getattr(step, field, ())]
    for name in (*one, *many):
        if name not in parts.unit_index:
            yield Problem("question", f"unknown unit {name!r}")
    hexes = (*getattr(step, "hexes", ()), *([step.hex] if hasattr(step, "hex") else ()))
    for name in hexes:
        if name not in parts.hex_index:
            yield Problem("question", f"unknown hex {name!r}")
    if getattr(step, "side", 0) not in {0, 1}:
        yield Problem("question", f"side {getattr(step, 'side', None)!r}", "0 or 1")


def _place(state: State, number: int) -> Iterator[Problem]:
    """3.0 Each phase asks its own questions, of the side whose phase it is."""
    slug, phasing = PHASES[state.phase]
    step, first = state.stack[number], state.stack[0]
    allowed = _THEN.get(type(first), ()) if number else _FIRST[slug]
    if type(step) not in allowed:
        yield Problem("question", f"{_called(step)} is not asked here in the phase {slug}", "3.0")
    elif isinstance(step, Attacking | moving.Moving) and SIDES[step.side] != phasing:
        yield Problem("question", f"{_called(step)} is asked of the {SIDES[step.side]} side", f"{phasing} (3.0)")


def _called(step: Step) -> str:
    return str(step.__struct_config__.tag)


# -- what a step says ---------------------------------------------------------------------------------


def _said(parts: Components, state: State, step: Step) -> Iterator[Problem]:
    if isinstance(step, (*_FIGHT, results.Losing)):
        yield from _battle(parts, state, step)
    for field, (is_right, wanted) in _NUMBERS.get(type(step), {}).items():
        if not is_right(parts, step):
            yield Problem("question", f"{_called(step)} with {field} {getattr(step, field)!r}", wanted)
    for name in _there(step):
        if state.at[parts.unit_index[name]] >= WAITING:
            yield Problem(name, "is asked about but is not on the map")
    if isinstance(step, airdrop.DropRoll) and not airdrop.is_ready(parts, state, parts.unit_index[step.unit]):
        yield Problem(step.unit, "cannot be dropped now", "11.0")


def _there(step: Step) -> tuple[str, ...]:
    """Who must be on the map."""
    if isinstance(step, results.Exchanging | retreat.Retreating):
        return step.units
    return (step.unit,) if isinstance(step, moving.SupplyRoll | moving.Continuing) else ()


def _battle(parts: Components, state: State, step: Any) -> Iterator[Problem]:
    """7.1 The attackers are of the side whose phase it is, and beside an enemy."""
    side, target = SIDES.index(PHASES[state.phase][1]), parts.unit_index[step.target]
    if not step.units:
        yield Problem("question", f"nobody attacks {step.target}", "7.1")
    if state.at[target] >= WAITING or parts.side[target] != OTHER[side]:
        yield Problem(step.target, "is attacked", "an enemy on the map (7.1)")
        return
    for name in step.units:
        unit = parts.unit_index[name]
        there = state.at[unit] < WAITING and parts.side[unit] == side
        if not there or target not in zones.adjacent_enemies(parts, state, unit):
            yield Problem(name, f"attacks {step.target}", "only a unit beside it (7.1)")


Check = Callable[[Components, Any], bool]
_NUMBERS: dict[type[Step], dict[str, tuple[Check, str]]] = {
    combat.Supporting: {"mist": (lambda _, step: step.mist in {0, 1}, "0 or 1 (13.2)")},
    combat.Choosing: {"shifts": (lambda _, step: step.shifts >= 0, "0 or more (7.6)")},
    combat.CombatRoll: {
        "table": (lambda _, step: step.table in combat.TABLES, " or ".join(combat.TABLES)),
        "column": (
            lambda parts, step: step.table in parts.crt and 0 <= step.column < len(parts.crt[step.table].labels),
            "a column of the table (7.6)",
        ),
    },
    results.Exchanging: {"against": (lambda _, step: step.against > 0, "a strength (8.6)")},
    moving.Continuing: {
        "points": (
            lambda _, step: 0 <= step.points <= ALLOWANCE and step.points % POINTS_PER_MP == 0,
            f"fifths of a movement point, whole points up to {ALLOWANCE} (10.1)",
        )
    },
    airdrop.DropRoll: {"stage": (lambda _, step: 0 <= step.stage < len(airdrop.STAGES), "0 to 2 (11.0)")},
}
"""What a number or a word in a step must be."""
