"""Positions as plain data with ids: reading one, and writing a whole state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import msgspec

from bulge_widget.core import situation
from bulge_widget.core.situation import find_phase, find_side, find_turn, find_unit
from bulge_widget.errors import UnknownNameError
from bulge_widget.rulebooks.botb import (
    alarms,
    combat_chapters,
    decrees,
    deployment,
    drop,
    engineering,
    fortification,
    moving,
)
from bulge_widget.rulebooks.botb.components import SIDES, Components
from bulge_widget.rulebooks.botb.info import INFO, Choices, settled
from bulge_widget.rulebooks.botb.invariants import invariants
from bulge_widget.rulebooks.botb.opening import bare_works, first_control
from bulge_widget.rulebooks.botb.sequence import enter_phase
from bulge_widget.rulebooks.botb.state import (
    ABSENT,
    BLOWN,
    BUILDER,
    BUILDING,
    CAPTURED,
    CONTACT,
    DIVERTED,
    DUMP,
    ELIMINATED,
    EXITED,
    FORT,
    FOUGHT,
    HURRIED,
    ISOLATED,
    MOVED,
    OFF,
    OVER,
    PHASES,
    POSITION,
    REMOVED,
    ROAMING,
    SLOWED,
    TRIED,
    WAITING,
    Departure,
    Engagement,
    State,
    counts_of,
)

__all__ = ["CHAPTERS", "OFF_MAP", "STATUS", "STEPS", "WORKS", "read", "write"]

CHAPTERS = (alarms, decrees, deployment, drop, engineering, fortification, moving, *combat_chapters.CHAPTERS)
STEPS: tuple[type, ...] = tuple(step for chapter in CHAPTERS for step in chapter.STEPS)
OFF_MAP = {
    "waiting": WAITING,
    "eliminated": ELIMINATED,
    "exited": EXITED,
    "diverted": DIVERTED,
    "removed": REMOVED,
    "absent": ABSENT,
}
STATUS = {
    "isolated": ISOLATED,
    "slowed": SLOWED,
    "moved": MOVED,
    "hurried": HURRIED,
    "builder": BUILDER,
    "contact": CONTACT,
    "fought": FOUGHT,
    "roaming": ROAMING,
}
WORKS = {
    "blown-bridge": BLOWN,
    "bridge-building": BUILDING,
    "fort": FORT,
    "improved-position": POSITION,
    "fuel-dump": DUMP,
    "captured-dump": CAPTURED,
    "tried": TRIED,
}
_SAME = (
    "rebuilt",
    "fifteenth",
    "british",
    "debt",
    "attack_air",
    "runs",
    "town_points",
    "won",
)
"""Fields of a state that are written as they are."""


class PlacedUnit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a position."""

    at: str = "absent"
    """A hex, or a word of ``OFF_MAP``."""
    status: tuple[str, ...] = ()
    banks: int = 0


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole or partial situation; units not named are not in the game."""

    scenario: str = "46"
    turn: int = 1
    phase: str = "movement"
    phasing: str = "german"
    units: dict[str, PlacedUnit] = {}
    works: dict[str, tuple[str, ...]] | None = None
    """By hex; without it bridges are blown as at the start, and nothing else stands."""
    control: dict[str, str] | None = None
    builders: dict[str, str] = {}
    deeds: dict[str, int] = {}
    exits: tuple[tuple[str, str, int], ...] = ()
    interdicted: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    fire: tuple[tuple[str, str], ...] = ()
    engagements: tuple[tuple[tuple[str, ...], tuple[str, ...], str, bool], ...] = ()
    limited: tuple[str, ...] = ()
    rebuilt: int = 0
    fifteenth: str = "pending"
    british: str = "held"
    debt: int = 0
    attack_air: tuple[int, int] = (0, 0)
    runs: tuple[int, int] = (0, 0)
    town_points: int = 0
    won: str = ""
    options: dict[str, bool | str] = {}
    stack: list[Union[STEPS]] | None = None  # type: ignore[valid-type]  # noqa: UP007
    """The open questions; without it the phase begins anew."""


# -- reading ------------------------------------------------------------------------------------------


def read(parts: Components, data: Mapping[str, Any]) -> State:
    """Build a state from plain data.

    Raises
    ------
    EditError
        If the data do not read as a position, or an invariant does not hold; says which.
    UnknownNameError
        For a unit, hex, phase or option that does not exist.
    """
    return situation.read(parts, data, Position, _state, _begin, invariants)


def _begin(parts: Components, state: State) -> State:
    return state if state.phase == OVER else enter_phase(parts, state)[0]


def _state(parts: Components, given: Position) -> State:
    if given.scenario not in parts.scenarios:
        raise UnknownNameError("scenario", given.scenario, parts.scenarios)
    find_turn(given.turn, len(parts.turns))
    units = {find_unit(parts, name): unit for name, unit in given.units.items()}
    every = range(len(parts.unit_ids))
    at = tuple(_place(parts, units[u].at) if u in units else ABSENT for u in every)
    find = parts.board.find

    def unit_at(name: str) -> int:
        return find_unit(parts, name)

    return State(
        scenario=given.scenario,
        turn=given.turn,
        phase=OVER if given.phase == "over" else find_phase(PHASES, given.phase, given.phasing),
        at=at,
        counts=counts_of(parts, at),
        status=bytes(_bits(STATUS, units[u].status) if u in units else 0 for u in every),
        banks=bytes(units[u].banks if u in units else 0 for u in every),
        works=_works(parts, given),
        control=_control(parts, given),
        builders=tuple(sorted((unit_at(u), find(h)) for u, h in given.builders.items())),
        deeds=tuple(sorted(given.deeds.items())),
        exits=tuple(Departure(unit_at(u), find(h), turn) for u, h, turn in given.exits),
        interdicted=tuple(sorted(map(find, given.interdicted))),
        covered=tuple(sorted(map(find, given.covered))),
        fire=tuple((unit_at(u), find(h)) for u, h in given.fire),
        engagements=tuple(
            Engagement(tuple(sorted(map(unit_at, a))), tuple(sorted(map(unit_at, d))), find_side(SIDES[:2], side), held)
            for a, d, side, held in given.engagements
        ),
        limited=tuple(sorted(map(unit_at, given.limited))),
        choices=settled(Choices(**INFO.check_options(given.options)), given.scenario),  # type: ignore[arg-type]
        **{name: getattr(given, name) for name in _SAME},
    )


def _place(parts: Components, at: str) -> int:
    return OFF_MAP[at] if at in OFF_MAP else parts.board.find(at)


def _bits(known: Mapping[str, int], words: tuple[str, ...]) -> int:
    for word in words:
        if word not in known:
            raise UnknownNameError("status", word, known)
    return sum(known[word] for word in set(words))


def _works(parts: Components, given: Position) -> bytes:
    if given.works is None:
        return bare_works(parts, full=False)
    works = bytearray(len(parts.hex_ids))
    for name, words in given.works.items():
        works[parts.board.find(name)] = _bits(WORKS, words)
    return bytes(works)


def _control(parts: Components, given: Position) -> bytes:
    if given.control is None:
        return first_control(parts)
    control = bytearray(len(parts.hex_ids))
    for name, side in given.control.items():
        control[parts.board.find(name)] = 1 + find_side(SIDES[:2], side)
    return bytes(control)


# -- writing ------------------------------------------------------------------------------------------


def write(parts: Components, state: State) -> dict[str, Any]:
    """Give a whole state as plain data; :func:`read` gives it back, equal."""
    names, units = parts.hex_ids, parts.unit_ids
    slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
    off = {code: word for word, code in OFF_MAP.items()}
    placed = {
        name: PlacedUnit(
            names[where] if where < OFF else off[where], tuple(_words(STATUS, state.status[u])), state.banks[u]
        )
        for u, (name, where) in enumerate(zip(units, state.at, strict=True))
    }
    return {
        "scenario": state.scenario,
        "turn": state.turn,
        "phase": slug,
        "phasing": phasing,
        "units": {name: msgspec.to_builtins(unit) for name, unit in placed.items()},
        "works": {names[h]: _words(WORKS, bits) for h, bits in enumerate(state.works) if bits},
        "control": {names[h]: SIDES[who - 1] for h, who in enumerate(state.control) if who},
        "builders": {units[u]: names[h] for u, h in state.builders},
        "deeds": dict(state.deeds),
        "exits": [[units[d.unit], names[d.hex], d.turn] for d in state.exits],
        "interdicted": [names[h] for h in state.interdicted],
        "covered": [names[h] for h in state.covered],
        "fire": [[units[u], names[h]] for u, h in state.fire],
        "engagements": [
            [[units[u] for u in e.attackers], [units[u] for u in e.defenders], SIDES[e.side], e.held]
            for e in state.engagements
        ],
        "limited": [units[u] for u in state.limited],
        "options": msgspec.to_builtins(state.choices),
        "stack": [msgspec.to_builtins(step) for step in state.stack],
        **{name: msgspec.to_builtins(getattr(state, name)) for name in _SAME},
    }


def _words(known: Mapping[str, int], bits: int) -> list[str]:
    return [word for word, bit in known.items() if bits & bit]
