"""What must hold of every state, as values; everything that is wrong is listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bulge_widget.errors import Problem
from bulge_widget.rulebooks.fab import retreat, sequence
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, mask_where
from bulge_widget.rulebooks.fab.state import (
    ABSENT,
    BOXES,
    COMBAT,
    DISORDERED,
    ELIMINATED,
    HERE,
    LATER,
    MOVED,
    NOWHERE,
    ON_BRIDGE,
    ON_MAP,
    ON_UNIT,
    OVER,
    RECOVERING,
    SLUG,
    WAITING,
    State,
    meeting,
    posts_of,
)

__all__ = ["derived", "invariants"]

ON_AREA = frozenset({"garrison", "task-force", "engineer", "von-der-heydte", "air-mission"})
FORFEITED = 253
MOVEMENT = frozenset({"operational-movement", "strategic-movement", "reaction", "breakthrough-movement"})


def derived(parts: Components, at: bytes, boxes: bytes, drop: int) -> dict[str, Any]:
    """Work out from scratch what a state says of ``at`` and ``boxes`` the other way round, by field."""
    who, found = [0] * len(parts.area_ids), [0, 0]
    for unit, area in enumerate(at):
        if area < WAITING:
            who[area] |= 1 << unit
            found[parts.side[unit]] |= 1 << area
    held, posts = (found[GERMAN], found[ALLIED]), posts_of(parts, boxes, drop)
    here = mask_where(at, HERE)
    return {"standing": here, "who": tuple(who), "held": held, "posts": posts, "contested": meeting(held, posts)}


def invariants(parts: Components, state: State) -> tuple[Problem, ...]:
    """List everything that is wrong with a state."""
    checks = (_index, _units, _status, _reserves, _handles, _chits, _greif, _areas, _control, _stacking, _stack)
    return tuple(problem for check in checks for problem in check(parts, state))


def _index(parts: Components, state: State) -> Iterator[Problem]:
    known = derived(parts, state.at, state.boxes, state.drop)
    if any(getattr(state, field) != value for field, value in known.items()):
        yield Problem("index", "who stands where does not agree with the places of units and chits")


def _units(parts: Components, state: State) -> Iterator[Problem]:
    """2.3 Blocks are conserved; a unit has steps exactly while it is in the game."""
    for unit, area in enumerate(state.at):
        name, left = parts.unit_ids[unit], state.steps[unit]
        if (area >= WAITING and area not in (WAITING, ELIMINATED, ABSENT)) or len(parts.area_ids) <= area < WAITING:
            yield Problem(name, f"is at {area}, which is no place")
        if left > parts.full[unit] or (left > 0) != (area <= WAITING):
            yield Problem(name, f"has {left} steps at place {area}")
        if area < WAITING and not parts.scenarios[state.scenario].play >> area & 1:
            yield Problem(name, f"stands in {parts.area_ids[area]}, which is not in play")


def _status(parts: Components, state: State) -> Iterator[Problem]:
    for unit, flags in enumerate(state.status):
        if flags & DISORDERED and flags & RECOVERING:
            yield Problem(parts.unit_ids[unit], "is disordered and recovering at once")
        if flags & ~MOVED and state.at[unit] >= WAITING:
            yield Problem(parts.unit_ids[unit], "has a marker off the map")
    for unit in bits(state.flown & ~(state.standing & parts.army[ALLIED])):
        yield Problem(parts.unit_ids[unit], "is supplied from the air and no Allied unit on the map")


def _reserves(parts: Components, state: State) -> Iterator[Problem]:
    """5.21 A reserve marker lies on one unit of its side in an uncontested area."""
    placed = [unit for unit in state.reserves if unit < len(parts.unit_ids)]
    if len(placed) != len(set(placed)):
        yield Problem("reserve markers", "two lie on one unit")
    for marker, unit in zip(parts.markers, state.reserves, strict=True):
        if unit >= len(parts.unit_ids):
            if unit not in (NOWHERE, LATER, FORFEITED):
                yield Problem(marker.id, "is nowhere")
        elif SIDES[parts.side[unit]] != marker.side or state.at[unit] >= WAITING:
            yield Problem(marker.id, f"lies on {parts.unit_ids[unit]}")
        elif state.contested >> state.at[unit] & 1:
            yield Problem(marker.id, "lies in a contested area")


def _handles(parts: Components, state: State) -> Iterator[Problem]:
    if sorted(state.handles) != list(range(len(parts.unit_ids))):
        yield Problem("handles", "are not one for each block")
    if state.known >> len(parts.unit_ids):
        yield Problem("known", "names blocks that do not exist")


def _chits(parts: Components, state: State) -> Iterator[Problem]:
    """2.1 Every chit is in a box; only what may lie on the map lies there; what is assigned has its battle."""
    for chit, box in enumerate(state.boxes):
        if box >= ON_MAP and box not in BOXES:
            yield Problem(parts.chit_ids[chit], f"is in {box}, which is no box")
        if box < ON_MAP and (parts.kind[chit] not in ON_AREA or box >= len(parts.area_ids)):
            yield Problem(parts.chit_ids[chit], "lies on the map")
    if COMBAT in state.boxes and not state.stack:
        yield Problem("chits", "are assigned though no battle is fought")


def _greif(parts: Components, state: State) -> Iterator[Problem]:
    """17.11, 17.12 A team lies where it is noted."""
    noted = dict(state.attached)
    for kind, box in (("greif-interdict", ON_UNIT), ("greif-bridge", ON_BRIDGE)):
        for chit in parts.of_kind.get(kind, ()):
            if (state.boxes[chit] == box) != (chit in noted):
                yield Problem(parts.chit_ids[chit], "is not where it is noted")


def _areas(parts: Components, state: State) -> Iterator[Problem]:
    if state.new & ~state.contested and not state.stack:
        yield Problem("newly contested", "areas are not contested")
    if state.works[GERMAN] & state.works[ALLIED]:
        yield Problem("field works", "of both sides lie in one area")
    if state.captured & ~parts.yellow:
        yield Problem("captured", "areas are no objectives")
    if state.blown >> len(parts.rivers) or state.crossed >> len(parts.rivers):
        yield Problem("bridges", "do not exist")


def _stacking(parts: Components, state: State) -> Iterator[Problem]:
    """5.1, 15.3 A third unit of a side stands in an area only while units move, or is about to retreat."""
    if state.phase < OVER and SLUG[state.phase] in MOVEMENT:
        return
    leaving = {step.area for step in state.stack if isinstance(step, retreat.Crowded | retreat.Retreating)}
    for side in (GERMAN, ALLIED):
        for area in bits(state.held[side] & ~sequence.exempt(parts, state)):
            count = (state.who[area] & parts.army[side]).bit_count()
            if count > retreat.LIMIT and parts.area_ids[area] not in leaving:
                yield Problem(parts.area_ids[area], f"holds {count} {SIDES[side]} units")


def _control(parts: Components, state: State) -> Iterator[Problem]:
    """2.4 The sole occupant of an area controls it."""
    alone = tuple(state.held[s] & ~state.held[1 - s] & ~state.posts[1 - s] for s in (GERMAN, ALLIED))
    for area in bits(alone[GERMAN] & ~state.german | alone[ALLIED] & state.german):
        yield Problem(parts.area_ids[area], "is not controlled by the only side in it")


def _stack(parts: Components, state: State) -> Iterator[Problem]:
    """The open questions name units there are."""
    for step in state.stack:
        unit = getattr(step, "unit", "")
        if unit and unit not in parts.unit_index:
            yield Problem(type(step).__name__, f"names {unit!r}")
