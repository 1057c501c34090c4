"""What a seat may know, laid out for tables, boards and bots; the air missions of the other side stay face down."""

from __future__ import annotations

import functools

from bulge_widget.core.decision import Decision
from bulge_widget.core.view import Box, Marker, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.bigredone import air, supply, victory
from bulge_widget.rulebooks.bigredone.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.bigredone.movement import MARKERS
from bulge_widget.rulebooks.bigredone.state import (
    ABSENT,
    ELIMINATED,
    EXITED,
    OVER,
    PHASES,
    WAITING,
    WEATHERS,
    State,
)

__all__ = ["view"]

_BOXES = {WAITING: "coming", ELIMINATED: "eliminated", EXITED: "exited", ABSENT: "unused"}
_TITLES = {WAITING: "reinforcements", ELIMINATED: "units eliminated", EXITED: "units off the map", ABSENT: "unused"}


def view(parts: Components, state: State, seat: str, decision: Decision | None) -> View:
    """Lay a state out for a seat or the umpire; options go to whoever decides, and to the umpire."""
    slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
    turn = parts.turns[state.turn - 1]
    return View(
        seat=seat,
        turn=state.turn,
        turn_label=turn.label,
        phase=slug,
        phasing=phasing,
        decision=_question(decision, seat),
        pieces=tuple(_piece(parts, state, unit) for unit in range(len(parts.unit_ids))),
        spaces=_spaces(parts),
        markers=_markers(parts, state),
        boxes=_boxes(parts, state),
        tracks=_tracks(parts, state, seat),
        score=victory.score(parts, state),
    )


@functools.lru_cache(maxsize=4)
def _spaces(parts: Components) -> tuple[SpaceView, ...]:
    """Nobody controls a hex in this game, so nothing about one ever changes."""
    return tuple(SpaceView(name) for name in parts.hex_ids)


def _question(decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    shown = decision.options if seat in {decision.seat, "umpire"} else None
    return Question(decision.seat, decision.prompt, decision.rule, shown)


def _piece(parts: Components, state: State, unit: int) -> PieceView:
    where, side, strength = state.at[unit], SIDES[parts.side[unit]], parts.strength[unit]
    name = parts.unit_ids[unit]
    if where < WAITING:
        return PieceView(name, side, parts.hex_ids[where], strength, strength, _status(parts, state, unit))
    note = ""
    if where == WAITING and parts.arrival_turn[unit]:
        note = f"turn {parts.arrival_turn[unit]}, {parts.arrival_edge[unit]} edge"
    return PieceView(name, side, f"{_BOXES[where]}-{side}", strength, strength, note=note)


def _status(parts: Components, state: State, unit: int) -> tuple[str, ...]:
    words = [] if supply.is_supplied(parts, state, unit) else ["unsupplied"]
    if state.moved[unit]:
        words.append("moved")
    if unit in state.resupplied:
        words.append("resupplied")
    return tuple(words)


def _markers(parts: Components, state: State) -> tuple[Marker, ...]:
    """14.4, 14.5 Markers on the map."""
    names = parts.hex_ids
    found = [
        Marker(f"{side}-interdiction", names[h], f"{side.capitalize()} air interdiction")
        for side, marks in zip(SIDES, state.marks, strict=True)
        for h in marks
    ]
    found += [Marker("resupply", names[state.at[unit]], "Resupplied from the air") for unit in state.resupplied]
    return tuple(found)


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    boxes = []
    for side, roster in zip(SIDES, parts.roster, strict=True):
        for code, word in _BOXES.items():
            there = [unit for unit in roster if state.at[unit] == code]
            if code == WAITING:
                there.sort(key=lambda unit: (parts.arrival_turn[unit], unit))
            if there or code in {WAITING, ELIMINATED}:
                title = f"{side.capitalize()} {_TITLES[code]}"
                boxes.append(Box(f"{word}-{side}", title, side, tuple(parts.unit_ids[unit] for unit in there)))
    return tuple(boxes)


def _tracks(parts: Components, state: State, seat: str) -> tuple[Track, ...]:
    turn, last = parts.turns[state.turn - 1], len(parts.turns)
    known = state.weather >= 0
    weather = WEATHERS[state.weather] if known else "not known yet"
    german, allied = victory.levels(parts, state)
    points = victory.differential(parts, state)
    tracks = [
        Track("turn", "Turn", state.turn, last, turn.label),
        Track("weather", "Weather", state.weather + 1, len(WEATHERS), weather),
        Track("differential", "Victory point differential", points, german, f"German {german}, Allied {allied}"),
        Track("mech-markers", "Allied mechanized markers left", MARKERS - state.mech_used, MARKERS),
    ]
    return (*tracks, *(_missions(state, side, seat) for side in (GERMAN, 1 - GERMAN)))


def _missions(state: State, side: int, seat: str) -> Track:
    """14.0 The missions of a side; how many points it has is no secret, only what they are for."""
    total, label = state.missions[side].total, f"{SIDES[side].capitalize()} air missions"
    if air.is_secret(state) and seat not in {SIDES[side], "umpire"}:
        return Track(f"air-{SIDES[side]}", label, total, total, "face down")
    return Track(f"air-{SIDES[side]}", label, total, total, air.told(state.missions[side]))
