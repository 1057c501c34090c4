"""What a seat may know, laid out for tables, boards and bots; the air missions of the other side stay face down."""

from __future__ import annotations

import functools
import operator

from bulge_widget.core.decision import Decision
from bulge_widget.core.view import Box, Marker, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.bigredone import air, supply, victory
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, SIDES, Components
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
    positions,
)

__all__ = ["view"]

_BOXES = {WAITING: "coming", ELIMINATED: "eliminated", EXITED: "exited", ABSENT: "unused"}
_EDGES = {"n": "north edge", "e": "east edge", "s": "south edge", "w": "west edge", "air": "by air"}
_TITLES = {WAITING: "reinforcements", ELIMINATED: "units eliminated", EXITED: "units off the map", ABSENT: "unused"}


def view(parts: Components, state: State, seat: str, decision: Decision | None) -> View:
    """Lay a state out for a seat or the umpire; options go to whoever decides, and to the umpire."""
    slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
    turn, score = parts.turns[state.turn - 1], victory.score(parts, state)
    pieces, markers, boxes = _on_the_table(parts, state)
    return View(
        seat=seat,
        turn=state.turn,
        turn_label=turn.label,
        phase=slug,
        phasing=phasing,
        decision=_question(decision, seat),
        pieces=pieces,
        spaces=_spaces(parts),
        markers=markers,
        boxes=boxes,
        tracks=_tracks(parts, state, seat, score.points),
        score=score,
    )


Table = tuple[tuple[PieceView, ...], tuple[Marker, ...], tuple[Box, ...]]
_seen: list[tuple[tuple[object, ...], Table]] = []


def _on_the_table(parts: Components, state: State) -> Table:
    """Pieces, markers and boxes; most answers of a combat leave all they depend on untouched."""
    given = (parts, state.at, state.moved, state.marks, state.resupplied, state.turn)
    if _seen and all(map(operator.is_, _seen[0][0], given)):
        return _seen[0][1]
    table = (
        _pieces(parts, state, GERMAN) + _pieces(parts, state, ALLIED),
        _markers(parts, state),
        _boxes(parts, state, GERMAN) + _boxes(parts, state, ALLIED),
    )
    _seen[:] = [(given, table)]
    return table


@functools.lru_cache(maxsize=4)
def _spaces(parts: Components) -> tuple[SpaceView, ...]:
    """Nobody controls a hex in this game, so nothing about one ever changes."""
    return tuple(SpaceView(name) for name in parts.hex_ids)


def _question(decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    shown = decision.options if seat in {decision.seat, "umpire"} else None
    return Question(decision.seat, decision.prompt, decision.rule, shown)


def _pieces(parts: Components, state: State, side: int) -> tuple[PieceView, ...]:
    """The pieces of a side; most orders leave those of the other as they are."""
    roster, cut_off = parts.roster[side], supply.cut_off(parts, state, side)
    return _laid_out(
        parts, side, positions(parts, state, side), state.moved[roster.start : roster.stop], cut_off, state.resupplied
    )


@functools.lru_cache(maxsize=256)
def _laid_out(  # noqa: PLR0913  all that the pieces of a side depend on
    parts: Components,
    side: int,
    at: tuple[int, ...],
    moved: bytes,
    cut_off: frozenset[int],
    resupplied: tuple[int, ...],
) -> tuple[PieceView, ...]:
    placed = zip(parts.roster[side], at, moved, strict=True)
    return tuple(
        [
            _on_map(parts, unit, where, unit in cut_off, done, unit in resupplied)
            if where < WAITING
            else _off_map(parts, unit, where)
            for unit, where, done in placed
        ]
    )


@functools.lru_cache(maxsize=8192)
def _on_map(  # noqa: PLR0913  all that is seen of a piece
    parts: Components, unit: int, where: int, cut_off: bool, moved: int, resupplied: bool
) -> PieceView:
    name, strength = parts.unit_ids[unit], parts.strength[unit]
    words = (("unsupplied", cut_off), ("moved", moved), ("resupplied", resupplied))
    status = tuple(word for word, true in words if true)
    return PieceView(name, SIDES[parts.side[unit]], parts.hex_ids[where], strength, strength, status)


@functools.lru_cache(maxsize=512)
def _off_map(parts: Components, unit: int, where: int) -> PieceView:
    name, side, strength = parts.unit_ids[unit], SIDES[parts.side[unit]], parts.strength[unit]
    note = ""
    if where == WAITING and parts.arrival_turn[unit]:
        edge = parts.arrival_edge[unit]
        note = f"turn {parts.arrival_turn[unit]}, {_EDGES.get(edge, edge)}"
    return PieceView(name, side, f"{_BOXES[where]}-{side}", strength, strength, note=note)


def _markers(parts: Components, state: State) -> tuple[Marker, ...]:
    """14.4, 14.5 Markers on the map."""
    names = parts.hex_ids
    if not (state.marks[GERMAN] or state.marks[ALLIED] or state.resupplied):
        return ()
    found = [
        Marker(f"{side}-interdiction", names[h], f"{side.capitalize()} air interdiction")
        for side, marks in zip(SIDES, state.marks, strict=True)
        for h in marks
    ]
    found += [Marker("resupply", names[state.at[unit]], "Resupplied from the air") for unit in state.resupplied]
    return tuple(found)


def _boxes(parts: Components, state: State, side: int) -> tuple[Box, ...]:
    return _boxes_of(parts, side, positions(parts, state, side))


@functools.lru_cache(maxsize=256)
def _boxes_of(parts: Components, side: int, at: tuple[int, ...]) -> tuple[Box, ...]:
    placed = enumerate(at, parts.roster[side].start)
    return _filled(parts, side, tuple([(unit, where) for unit, where in placed if where >= WAITING]))


@functools.lru_cache(maxsize=256)
def _filled(parts: Components, side: int, away: tuple[tuple[int, int], ...]) -> tuple[Box, ...]:
    """The boxes of a side with the units that are not on the map, those to come in the order of their turns."""
    name, boxes = SIDES[side], []
    for code, word in _BOXES.items():
        there = [unit for unit, where in away if where == code]
        if code == WAITING:
            there.sort(key=lambda unit: (parts.arrival_turn[unit], unit))
        if there or code in {WAITING, ELIMINATED}:
            title = f"{name.capitalize()} {_TITLES[code]}"
            boxes.append(Box(f"{word}-{name}", title, name, tuple(parts.unit_ids[unit] for unit in there)))
    return tuple(boxes)


def _tracks(parts: Components, state: State, seat: str, points: int) -> tuple[Track, ...]:
    open_ = _open_tracks(parts, state.turn, state.weather, (points, *victory.levels(parts, state)), state.mech_used)
    return (*open_, _missions(state, GERMAN, seat), _missions(state, ALLIED, seat))


@functools.lru_cache(maxsize=1024)
def _open_tracks(
    parts: Components, turn: int, weather: int, standing: tuple[int, int, int], mech_used: int
) -> tuple[Track, ...]:
    points, german, allied = standing
    sky = WEATHERS[weather] if weather >= 0 else "not known yet"
    return (
        Track("turn", "Turn", turn, len(parts.turns), parts.turns[turn - 1].label),
        Track("weather", "Weather", weather + 1, 0, sky),
        Track("differential", "Victory point differential", points, german, f"German {german}, Allied {allied}"),
        Track("mech-markers", "Allied mechanized markers left", MARKERS - mech_used, MARKERS),
    )


def _missions(state: State, side: int, seat: str) -> Track:
    """14.0 The missions of a side; how many points it has is no secret, only what they are for."""
    total = state.missions[side].total
    down = total and seat not in {SIDES[side], "umpire"} and air.is_secret(state)
    return _mission_track(side, total, "face down" if down else air.told(state.missions[side]))


@functools.cache
def _mission_track(side: int, total: int, text: str) -> Track:
    return Track(f"air-{SIDES[side]}", f"{SIDES[side].capitalize()} air missions", total, total, text)
