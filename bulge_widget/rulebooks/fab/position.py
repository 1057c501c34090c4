"""Positions as plain data with ids: whole ones of saves, partial ones of examples, and the set-up of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import msgspec

from bulge_widget.core import situation
from bulge_widget.core.situation import find_phase, find_turn, find_unit
from bulge_widget.errors import EditError, UnknownNameError
from bulge_widget.rulebooks.fab import chapters
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, mask_of
from bulge_widget.rulebooks.fab.info import INFO, Choices
from bulge_widget.rulebooks.fab.invariants import derived, invariants
from bulge_widget.rulebooks.fab.state import (
    ABSENT,
    BOXES,
    ELIMINATED,
    LATER,
    NOWHERE,
    ON_MAP,
    OVER,
    PHASES,
    STATUS,
    UNUSED,
    WAITING,
    State,
)

__all__ = ["Position", "area_of", "phase_of", "read", "write"]

_NOWHERE = {WAITING: "waiting", ELIMINATED: "eliminated", ABSENT: "absent"}
_CODES = {word: code for code, word in _NOWHERE.items()}
_FLAGS = {word: bit for bit, word in STATUS.items()}
_BOX = {word: code for code, word in BOXES.items()}
_SETS = ("new", "old", "assault", "fought", "cut", "airlift", "pooled", "captured", "windfalls")
_BRIDGES = ("blown", "crossed")
_PAIRS = ("works", "roadblocks")
_NUMBERS = ("drop", "repairs", "marches", "raided")


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a position."""

    at: str = "absent"
    """An area, ``waiting``, ``eliminated`` or ``absent``."""
    steps: int | None = None
    """Steps left; full strength where not given."""
    status: tuple[str, ...] = ()
    origin: str = ""
    came: int = 0
    """The turn it arrives or arrived."""
    known: bool = False
    reserve: str = ""
    """The reserve marker on it."""
    flown: bool = False
    """17.21 Whether it is supplied from the air."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole or partial situation: what is not named is not in the game, control not named as at the start."""

    scenario: str = "campaign"
    turn: int = 2
    phase: str = "operational-movement"
    phasing: str = "german"
    units: dict[str, Unit] = {}
    chits: dict[str, str] = {}
    """A box or an area by chit."""
    attached: dict[str, str] = {}
    """Greif teams on a unit or a bridge."""
    german: tuple[str, ...] | None = None
    """Areas under German control."""
    areas: dict[str, tuple[str, ...]] = {}
    """Sets of areas: ``new``, ``assault``, ``works-german``, ``roadblocks-allied``, …"""
    bridges: dict[str, tuple[str, ...]] = {}
    """``blown`` and ``crossed``."""
    numbers: dict[str, int] = {}
    markers: dict[str, str] = {}
    """Reserve markers that are not on a unit: ``later``, ``forfeited``; the rest is at hand."""
    handles: tuple[int, ...] | None = None
    options: dict[str, bool | str] = {}
    stack: list[Union[chapters.STEPS]] | None = None  # type: ignore[valid-type]  # noqa: UP007
    """The open questions; without it the phase begins anew."""


# -- reading --------------------------------------------------------------------------------------------


def read(parts: Components, data: Mapping[str, Any]) -> State:
    """Build a state from plain data.

    Raises
    ------
    EditError
        If the data do not read as a position, or an invariant does not hold; says which.
    UnknownNameError
        For a unit, area, chit, phase or option that does not exist.
    """
    return situation.read(parts, data, Position, _state, _begin, invariants)


def _begin(parts: Components, state: State) -> State:
    return state if state.phase == OVER else chapters.enter_phase(parts, state)[0]


def _state(parts: Components, position: Position) -> State:
    return _sets(parts, _fields(parts, position), position)


def _fields(parts: Components, position: Position) -> State:
    """Everything but the sets of areas."""
    if position.scenario not in parts.scenario_ids:
        raise UnknownNameError("scenario", position.scenario, parts.scenario_ids)
    scenario = parts.scenario_ids.index(position.scenario)
    count = len(parts.unit_ids)
    at, steps, status = bytearray([ABSENT] * count), bytearray(count), bytearray(count)
    origin, came, known, flown = bytearray([NOWHERE] * count), bytearray(count), 0, 0
    for name, unit in position.units.items():
        index = find_unit(parts, name)
        at[index] = _CODES[unit.at] if unit.at in _CODES else area_of(parts, unit.at)
        steps[index] = _steps(parts, index, unit, at[index])
        status[index] = sum(_flag(word) for word in unit.status)
        origin[index] = area_of(parts, unit.origin) if unit.origin else NOWHERE
        came[index], known, flown = unit.came, known | unit.known << index, flown | unit.flown << index
    boxes = bytearray([UNUSED] * len(parts.chit_ids))
    for name, where in position.chits.items():
        boxes[chit_of(parts, name)] = _BOX[where] if where in _BOX else area_of(parts, where)
    numbers = {name: position.numbers.get(name, 0) for name in _NUMBERS}
    turned_round = derived(parts, bytes(at), bytes(boxes), numbers["drop"])
    plain: dict[str, Any] = {**dict.fromkeys((*_SETS, *_BRIDGES), 0), **numbers, **turned_round}
    values = INFO.check_options(position.options)
    return State(
        scenario=scenario,
        turn=find_turn(position.turn, len(parts.turns)),
        phase=OVER if position.phase == "over" else phase_of(position.phase, position.phasing),
        at=bytes(at),
        steps=bytes(steps),
        status=bytes(status),
        origin=bytes(origin),
        came=bytes(came),
        known=known,
        flown=flown,
        handles=bytes(position.handles if position.handles is not None else range(count)),
        reserves=_reserves(parts, position),
        boxes=bytes(boxes),
        attached=_attached(parts, position),
        german=0,
        works=(0, 0),
        roadblocks=(0, 0),
        **plain,
        stack=(),
        choices=Choices(**values),  # type: ignore[arg-type]
    )


def _steps(parts: Components, index: int, unit: Unit, where: int) -> int:
    full = parts.full[index]
    left = full if unit.steps is None else unit.steps
    if not 0 <= left <= full:
        raise EditError(f"{parts.unit_ids[index]}: {left} steps is not between 0 and {full}")
    return 0 if where in (ELIMINATED, ABSENT) else left


def _flag(word: str) -> int:
    if word not in _FLAGS:
        raise UnknownNameError("status", word, _FLAGS)
    return _FLAGS[word]


def _reserves(parts: Components, position: Position) -> bytes:
    """5.21 Where each reserve marker is."""
    codes = {"later": LATER, "forfeited": chapters.FORFEITED}
    found = bytearray(codes.get(position.markers.get(marker.id, ""), NOWHERE) for marker in parts.markers)
    index = {marker.id: place for place, marker in enumerate(parts.markers)}
    for name, unit in position.units.items():
        if unit.reserve:
            if unit.reserve not in index:
                raise UnknownNameError("reserve marker", unit.reserve, index)
            found[index[unit.reserve]] = find_unit(parts, name)
    return bytes(found)


def _attached(parts: Components, position: Position) -> tuple[tuple[int, int], ...]:
    """17.11, 17.12 What Greif teams lie on."""
    pairs = []
    for chit, target in position.attached.items():
        on = parts.bridge(target) if target[:1].isdecimal() else find_unit(parts, target)
        pairs.append((chit_of(parts, chit), on))
    return tuple(sorted(pairs))


def _sets(parts: Components, state: State, position: Position) -> State:
    """Sets of areas and bridges; control follows the units where nothing is said."""
    areas = {name: mask_of(area_of(parts, area) for area in listed) for name, listed in position.areas.items()}
    changes: dict[str, Any] = {name: areas.get(name, 0) for name in _SETS}
    for name in _PAIRS:
        changes[name] = tuple(areas.get(f"{name}-{side}", 0) for side in SIDES)
    for name in _BRIDGES:
        changes[name] = mask_of(parts.bridge(text) for text in position.bridges.get(name, ()))
    if position.german is not None:
        german = mask_of(area_of(parts, area) for area in position.german)
    else:
        lone = [state.held[s] & ~state.held[1 - s] & ~state.posts[1 - s] for s in (GERMAN, ALLIED)]
        german = parts.scenarios[state.scenario].german & ~lone[ALLIED] | lone[GERMAN]
    return msgspec.structs.replace(state, german=german, **changes)


# -- writing --------------------------------------------------------------------------------------------


def write(parts: Components, state: State) -> dict[str, Any]:
    """Give a whole state as plain data; :func:`read` gives it back, equal."""
    slug, phasing = ("over", "german") if state.phase == OVER else PHASES[state.phase]
    spare = {LATER: "later", chapters.FORFEITED: "forfeited"}
    areas = {name: _ids(parts, getattr(state, name)) for name in _SETS}
    for name in _PAIRS:
        areas |= {f"{name}-{side}": _ids(parts, getattr(state, name)[i]) for i, side in enumerate(SIDES)}
    return {
        "scenario": parts.scenario_ids[state.scenario],
        "turn": state.turn,
        "phase": slug,
        "phasing": phasing,
        "units": {name: _unit(parts, state, index) for index, name in enumerate(parts.unit_ids)},
        "chits": {name: _box(parts, state.boxes[chit]) for chit, name in enumerate(parts.chit_ids)},
        "attached": {parts.chit_ids[chit]: _target(parts, chit, on) for chit, on in state.attached},
        "german": _ids(parts, state.german),
        "areas": areas,
        "bridges": {name: [parts.bridge_id(r) for r in bits(getattr(state, name))] for name in _BRIDGES},
        "numbers": {name: getattr(state, name) for name in _NUMBERS},
        "markers": {m.id: spare[u] for m, u in zip(parts.markers, state.reserves, strict=True) if u in spare},
        "handles": list(state.handles),
        "options": msgspec.to_builtins(state.choices),
        "stack": [msgspec.to_builtins(step) for step in state.stack],
    }


def _ids(parts: Components, mask: int) -> list[str]:
    return [parts.area_ids[area] for area in bits(mask)]


def _unit(parts: Components, state: State, index: int) -> dict[str, Any]:
    where, marker = state.at[index], state.reserves.find(index)
    status = tuple(word for bit, word in STATUS.items() if state.status[index] & bit)
    unit = Unit(
        _NOWHERE.get(where) or parts.area_ids[where],
        state.steps[index],
        status,
        "" if state.origin[index] == NOWHERE else parts.area_ids[state.origin[index]],
        state.came[index],
        bool(state.known >> index & 1),
        parts.markers[marker].id if marker >= 0 else "",
        bool(state.flown >> index & 1),
    )
    data: dict[str, Any] = msgspec.to_builtins(unit)
    return data


def _box(parts: Components, box: int) -> str:
    return parts.area_ids[box] if box < ON_MAP else BOXES[box]


def _target(parts: Components, chit: int, on: int) -> str:
    return parts.bridge_id(on) if parts.kind[chit] == "greif-bridge" else parts.unit_ids[on]


# -- names ----------------------------------------------------------------------------------------------


def chit_of(parts: Components, name: str) -> int:
    """The index of a chit."""
    if name not in parts.chit_index:
        raise UnknownNameError("chit", name, parts.chit_ids)
    return parts.chit_index[name]


def area_of(parts: Components, name: str) -> int:
    """The index of an area by number or name."""
    return parts.board.find(name)


def phase_of(phase: str, seat: str) -> int:
    """The index of a phase."""
    if phase == "victory":
        return len(PHASES) - 1
    return find_phase(PHASES, phase, seat)
