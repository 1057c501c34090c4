"""What a seat may know, laid out for tables, boards and bots; nothing is hidden in this book."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import compress
from operator import ne
from typing import NamedTuple

from bulge_widget.core.decision import Decision
from bulge_widget.core.view import Box, Marker, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.botb import reinforcement, victory
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.position import OFF_MAP, STATUS, WORKS
from bulge_widget.rulebooks.botb.state import CAPTURED, OFF, OVER, PHASES, TRIED, WAITING, State, advanced

__all__ = ["phase_of", "shown", "view"]

_BOXES = {code: word for word, code in OFF_MAP.items()}
_TITLES = {
    "waiting": "reinforcements",
    "eliminated": "units lost",
    "exited": "units gone towards Antwerp",
    "diverted": "brigades at Antwerp",
    "removed": "commandos out of the game",
    "absent": "units not in the game",
}
_SHOWN = {"isolated": "out-of-supply", "slowed": "slowed", "moved": "moved", "builder": "building", "fought": "fought"}
_MARKS = {
    "blown-bridge": "blown bridge",
    "bridge-building": "bridge under construction",
    "fort": "fort",
    "improved-position": "improved position",
    "fuel-dump": "fuel dump",
    "captured-dump": "captured",
}


def phase_of(state: State) -> tuple[str, str]:
    """The slug of the phase and its seat; the set-up has one of its own."""
    if state.phase == OVER:
        return "over", ""
    if state.stack and type(state.stack[-1]).__name__ == "Deploying":
        return "setup", "german"
    return PHASES[state.phase]


def view(parts: Components, state: State, seat: str, decision: Decision | None) -> View:
    """Lay a state out for a seat or the umpire; options go to whoever decides, and to the umpire."""
    (slug, phasing), now = phase_of(state), _shown(parts, state)
    return View(
        seat=seat,
        turn=state.turn,
        turn_label=parts.turns[state.turn - 1].label,
        phase=slug,
        phasing=phasing,
        decision=_question(decision, seat),
        pieces=now.pieces,
        spaces=_spaces(parts, state.control),
        markers=_markers(parts, state),
        boxes=now.boxes,
        tracks=_tracks(parts, state),
        score=victory.score(parts, state),
    )


def _question(decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    shown = decision.options if seat in {decision.seat, "umpire"} else None
    return Question(decision.seat, decision.prompt, decision.rule, shown)


class _Shown(NamedTuple):
    """The pieces and boxes as they were shown last."""

    at: tuple[int, ...]
    status: bytes
    engaged: frozenset[int]
    called: tuple[object, ...]
    """What the notes of those that wait depend on."""
    pieces: tuple[PieceView, ...]
    boxes: tuple[Box, ...]


@functools.lru_cache(maxsize=4)
def _last(parts: Components) -> list[_Shown]:
    """A place for what was shown last: from one view to the next few pieces change."""
    del parts
    return []


def _shown(parts: Components, state: State) -> _Shown:
    """Every piece and box; those that have not changed since they were shown last are the same."""
    last, called = _last(parts), (state.scenario, state.deeds)
    engaged = frozenset(unit for e in state.engagements for unit in (*e.attackers, *e.defenders))
    if last and last[0].called == called:
        old = last[0]
        changed = {*_differing(old.status, state.status), *_moved(old.at, state.at), *(old.engaged ^ engaged)}
        pieces = list(old.pieces)
        for unit in changed:
            pieces[unit] = shown(parts, state, unit)
        boxed = any(old.at[unit] >= OFF or state.at[unit] >= OFF for unit in changed)
        boxes = _boxes(parts, state) if boxed else old.boxes
    else:
        pieces, boxes = [shown(parts, state, unit) for unit in range(len(state.at))], _boxes(parts, state)
    found = _Shown(state.at, state.status, engaged, called, tuple(pieces), boxes)
    last[:] = [found]
    return found


def _differing(old: bytes, new: bytes) -> Iterable[int]:
    """Where two rows of bytes differ."""
    apart = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    return compress(range(len(new)), apart.to_bytes(len(new), "little"))


def _moved(old: tuple[int, ...], new: tuple[int, ...]) -> Iterable[int]:
    """The units that stand elsewhere."""
    return () if old is new else compress(range(len(new)), map(ne, old, new))


def shown(parts: Components, state: State, unit: int) -> PieceView:
    """One piece as it is shown now."""
    where, note = state.at[unit], ""
    if where == WAITING and unit in parts.group_of:
        turn = reinforcement.due_turn(parts, state, parts.group_of[unit])
        note = f"from turn {turn}" if turn else "not yet called"
    engaged = any(unit in e.attackers or unit in e.defenders for e in state.engagements)
    return _piece(parts, unit, where, state.status[unit], note, engaged)


@functools.lru_cache(maxsize=4096)
def _piece(  # noqa: PLR0913  a piece has these sides
    parts: Components,
    unit: int,
    where: int,
    bits: int,
    note: str,
    engaged: bool,
) -> PieceView:
    side, name, strength = SIDES[parts.side[unit]], parts.unit_ids[unit], parts.attack[unit]
    factors = f"{strength}-{parts.defence[unit]}"
    if where >= OFF:
        return PieceView(name, side, f"{_BOXES[where]}-{side}", strength, strength, note=note, factors=factors)
    words = [_SHOWN[word] for word, bit in STATUS.items() if bits & bit and word in _SHOWN]
    status = (*words, "engaged") if engaged else tuple(words)
    return PieceView(name, side, parts.hex_ids[where], strength, strength, status, factors=factors)


@functools.lru_cache(maxsize=64)
def _spaces(parts: Components, control: bytes) -> tuple[SpaceView, ...]:
    owners = (who if town else 0 for who, town in zip(control, parts.town, strict=True))
    return tuple(
        SpaceView(name, SIDES[who - 1] if who else "") for name, who in zip(parts.hex_ids, owners, strict=True)
    )


def _markers(parts: Components, state: State) -> tuple[Marker, ...]:
    """26.0, 29.0 to 33.0, 11.5 Markers on the map."""
    names, found = parts.hex_ids, list(_works(parts, state.works))
    found += [Marker("interdiction", names[h], "air interdiction") for h in state.interdicted]
    found += [Marker("air-cover", names[h], "close air support of the defence") for h in state.covered]
    found += [
        Marker("artillery", names[h], f"fire of {parts.counters[parts.unit_ids[u]].short}") for u, h in state.fire
    ]
    return tuple(found)


@functools.lru_cache(maxsize=64)
def _works(parts: Components, works: bytes) -> tuple[Marker, ...]:
    return tuple(
        Marker(word, parts.hex_ids[h], _MARKS[word])
        for h in compress(range(len(works)), works)
        if works[h] & ~(TRIED | CAPTURED)
        for word, bit in WORKS.items()
        if works[h] & bit and bit != TRIED
    )


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    there: dict[tuple[int, int], list[str]] = {}
    for unit, where in enumerate(state.at):
        if where >= OFF:
            there.setdefault((parts.side[unit], where), []).append(parts.unit_ids[unit])
    return tuple(
        Box(f"{word}-{side}", f"{side.capitalize()} {_TITLES[word]}", side, tuple(there.get((number, code), ())))
        for number, side in enumerate(SIDES)
        for code, word in _BOXES.items()
        if (number, code) in there or word in {"waiting", "eliminated"}
    )


def _tracks(parts: Components, state: State) -> tuple[Track, ...]:
    turn, weather = parts.turns[state.turn - 1], parts.weather[state.turn - 1]
    last = parts.scenarios[state.scenario].last_turn
    tracks = [
        Track("turn", "Turn", state.turn, last, turn.label),
        Track("ground", "Ground and sky", int(weather.ground == "frozen"), 1, f"{weather.ground}, {weather.sky}"),
    ]
    if advanced(state):
        allied = weather.allied_air_fifteenth if state.fifteenth == "launched" else weather.allied_air
        tracks += [
            _air(ALLIED, allied, state.attack_air[ALLIED]),
            _air(GERMAN, weather.german_air, state.attack_air[GERMAN]),
            Track("bridges", "German bridges built", state.rebuilt, 9),
            Track("fifteenth", "Fifteenth Army", int(state.fifteenth == "launched"), 1, state.fifteenth),
        ]
    return tuple(tracks)


def _air(side: int, flying: int, used: int) -> Track:
    """Lay out the air units of a side in this turn; there may be none at all."""
    left = max(0, flying - used)
    text = f"{left} of {flying}" if flying else "none"
    return Track(f"air-{SIDES[side]}", f"{SIDES[side].capitalize()} air units left", left, flying, text)
