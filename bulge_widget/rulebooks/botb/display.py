"""What a seat may know, laid out for tables, boards and bots; nothing is hidden in this book."""

from __future__ import annotations

import functools

from bulge_widget.core.decision import Decision
from bulge_widget.core.view import Box, Marker, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.botb import reinforcement, victory
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.position import OFF_MAP, STATUS, WORKS
from bulge_widget.rulebooks.botb.state import CAPTURED, OFF, OVER, PHASES, TRIED, WAITING, State, advanced

__all__ = ["phase_of", "view"]

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
    slug, phasing = phase_of(state)
    return View(
        seat=seat,
        turn=state.turn,
        turn_label=parts.turns[state.turn - 1].label,
        phase=slug,
        phasing=phasing,
        decision=_question(decision, seat),
        pieces=_pieces(parts, state),
        spaces=_spaces(parts, state.control),
        markers=_markers(parts, state),
        boxes=_boxes(parts, state),
        tracks=_tracks(parts, state),
        score=victory.score(parts, state),
    )


def _question(decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    shown = decision.options if seat in {decision.seat, "umpire"} else None
    return Question(decision.seat, decision.prompt, decision.rule, shown)


def _pieces(parts: Components, state: State) -> tuple[PieceView, ...]:
    engaged = {unit for e in state.engagements for unit in (*e.attackers, *e.defenders)}
    due = reinforcement.due_turns(parts, state.scenario, state.deeds)
    found = []
    for unit, (where, bits) in enumerate(zip(state.at, state.status, strict=True)):
        note = ""
        if where == WAITING and unit in parts.group_of:
            turn = due[parts.group_of[unit]]
            note = f"from turn {turn}" if turn else "not yet called"
        found.append(_piece(parts, unit, where, bits, note, unit in engaged))
    return tuple(found)


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
        for h, bits in enumerate(works)
        if bits & ~(TRIED | CAPTURED)
        for word, bit in WORKS.items()
        if bits & bit and bit != TRIED
    )


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    boxes = []
    for side, roster in zip(SIDES, parts.roster, strict=False):
        for code, word in _BOXES.items():
            there = tuple([parts.unit_ids[u] for u in roster if state.at[u] == code])
            if there or word in {"waiting", "eliminated"}:
                boxes.append(Box(f"{word}-{side}", f"{side.capitalize()} {_TITLES[word]}", side, there))
    return tuple(boxes)


def _tracks(parts: Components, state: State) -> tuple[Track, ...]:
    turn, weather = parts.turns[state.turn - 1], parts.weather[state.turn - 1]
    last = parts.scenarios[state.scenario].last_turn
    tracks = [
        Track("turn", "Turn", state.turn, last, turn.label),
        Track("ground", "Ground", int(weather.ground == "frozen"), 1, f"{weather.ground}, {weather.sky}"),
    ]
    if advanced(state):
        allied = weather.allied_air_fifteenth if state.fifteenth == "launched" else weather.allied_air
        tracks += [
            Track("air-allied", "Allied air units left", max(0, allied - state.attack_air[ALLIED]), allied),
            Track(
                "air-german",
                "German air units left",
                max(0, weather.german_air - state.attack_air[GERMAN]),
                weather.german_air,
            ),
            Track("bridges", "German bridges built", state.rebuilt, 9),
            Track("fifteenth", "Fifteenth Army", int(state.fifteenth == "launched"), 1, state.fifteenth),
        ]
    return tuple(tracks)
