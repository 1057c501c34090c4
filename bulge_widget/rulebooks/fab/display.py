"""What a seat may know, laid out for tables, boards and bots; blocks of the enemy stand with their backs to it."""

from __future__ import annotations

from bulge_widget.core.decision import Action, Decision, Key, Options
from bulge_widget.core.handles import renamed
from bulge_widget.core.view import Box, Marker, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.fab import chapters, names, victory
from bulge_widget.rulebooks.fab.components import GERMAN, OTHER, SIDES, Components, bits
from bulge_widget.rulebooks.fab.state import (
    ABSENT,
    BOXES,
    FACE_UP,
    FUTURE,
    ON_BRIDGE,
    ON_MAP,
    ON_UNIT,
    OVER,
    PHASES,
    STATUS,
    UNUSED,
    WAITING,
    State,
    contested,
    reserve_of,
)

__all__ = ["view"]

_BOXES = {250: "coming", 251: "lost"}
_TITLES = {250: "reinforcements", 251: "units eliminated"}
_HIDDEN_BOXES = (UNUSED, FUTURE, ON_UNIT, ON_BRIDGE)
"""Boxes that are not shown; what has yet to come stands on the reinforcement cards."""


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
        decision=_question(parts, state, decision, seat),
        pieces=(*_units(parts, state, seat), *_chits(parts, state)),
        spaces=_spaces(parts, state),
        markers=_markers(parts, state),
        boxes=_boxes(parts, state),
        tracks=_tracks(parts, state),
        score=victory.score(parts, state),
    )


def _question(parts: Components, state: State, decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    options = decision.options if seat in {decision.seat, "umpire"} else None
    if options is not None and seat != "umpire" and type(state.stack[-1]) in chapters.AIMED:
        options = _veiled(options, _unknown(parts, state, seat))
    return Question(decision.seat, decision.prompt, decision.rule, options)


def _unknown(parts: Components, state: State, seat: str) -> dict[str, str]:
    """2.2 Handles of the blocks a seat does not know."""
    return {
        name: names.handle(state, unit)
        for unit, name in enumerate(parts.unit_ids)
        if not names.is_known(parts, state, seat, unit)
    }


def _veiled(options: Options, unknown: dict[str, str]) -> Options:
    """8.32, 17.11 The same options with handles in them."""
    back = {handle: name for name, handle in unknown.items()}

    def make(key: Key) -> tuple[Action, ...]:
        return tuple(renamed(action, unknown) for action in options.of(back.get(key, key) if key else None))

    return Options([unknown.get(key, key) if key else None for key in options.keys()], make)  # noqa: SIM118  not a dict


# -- pieces ---------------------------------------------------------------------------------------------


def _units(parts: Components, state: State, seat: str) -> list[PieceView]:
    """Known blocks by the counter sheet, the others behind them by handle."""
    known, hidden = [], []
    for unit in range(len(parts.unit_ids)):
        if state.at[unit] == ABSENT:
            continue
        if names.is_known(parts, state, seat, unit):
            known.append(_unit(parts, state, seat, unit))
        else:
            hidden.append(unit)
    return [*known, *(_block(parts, state, unit) for unit in names.by_handle(state, tuple(hidden)))]


def _unit(parts: Components, state: State, seat: str, unit: int) -> PieceView:
    where, side, name = state.at[unit], SIDES[parts.side[unit]], parts.unit_ids[unit]
    if where >= WAITING:
        note = f"turn {state.came[unit]}" if where == WAITING and state.came[unit] else ""
        return PieceView(name, side, f"{_BOXES[where]}-{side}", state.steps[unit], parts.full[unit], note=note)
    seen = seat in {side, "umpire"} or bool(state.status[unit] & FACE_UP)
    steps = state.steps[unit] if seen else 0
    return PieceView(name, side, parts.area_ids[where], steps, parts.full[unit], _status(parts, state, unit))


def _block(parts: Components, state: State, unit: int) -> PieceView:
    """2.2 The back of a block: what anybody sees."""
    side, where = SIDES[parts.side[unit]], parts.area_ids[state.at[unit]]
    return PieceView(names.handle(state, unit), side, where, 0, 0, _status(parts, state, unit), hidden=True)


def _status(parts: Components, state: State, unit: int) -> tuple[str, ...]:
    words = [word for bit, word in STATUS.items() if state.status[unit] & bit]
    marker = reserve_of(state, unit)
    return (*words, *((f"reserve-{'-'.join(map(str, parts.markers[marker].zones))}",) if marker >= 0 else ()))


def _chits(parts: Components, state: State) -> list[PieceView]:
    """2.2 Assets and events lie open, on the map and in their boxes."""
    found = []
    for chit, box in enumerate(state.boxes):
        if box in (UNUSED, FUTURE):
            continue
        side, name = SIDES[parts.chit_side[chit]], parts.chit_ids[chit]
        if box < ON_MAP:
            found.append(PieceView(name, side, parts.area_ids[box], 1, 1))
        else:
            found.append(PieceView(name, side, f"{BOXES[box]}-{side}", 1, 1))
    return found


# -- the map and what lies beside it --------------------------------------------------------------------


def _spaces(parts: Components, state: State) -> tuple[SpaceView, ...]:
    fought, play = contested(state), parts.scenarios[state.scenario].play
    german = SIDES[GERMAN]
    found = []
    for area, name in enumerate(parts.area_ids):
        words = ["contested"] if fought >> area & 1 else []
        words += ["out-of-supply"] if state.cut >> area & 1 else []
        words += ["out-of-play"] if not play >> area & 1 else []
        found.append(SpaceView(name, german if state.german >> area & 1 else SIDES[OTHER[GERMAN]], tuple(words)))
    return tuple(found)


def _markers(parts: Components, state: State) -> tuple[Marker, ...]:
    """Markers on areas and bridges."""
    ids, found = parts.area_ids, []
    for side, word in enumerate(("German", "Allied")):
        found += [Marker("field-works", ids[a], f"{word} field works") for a in bits(state.works[side])]
        found += [Marker("roadblock", ids[a], f"{word} roadblock") for a in bits(state.roadblocks[side])]
    listed = (("contested", contested(state), "Contested"), ("newly-contested", state.new, "Newly contested"))
    for kind, mask, text in (
        *listed,
        ("river-assault", state.assault, "River assault"),
        ("pooled-assets", state.pooled, "Pooled assets"),
        ("air-supply", state.airlift, "Supplied from the air"),
    ):
        found += [Marker(kind, ids[a], text) for a in bits(mask)]
    for river in bits(state.blown):
        a, b = parts.rivers[river]
        found.append(Marker("blown-bridge", ids[a], f"Bridge to {parts.area_name(ids[b])} blown"))
    return tuple(found)


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    boxes = []
    for side, roster in enumerate(parts.roster):
        seat = SIDES[side]
        for code, word in _BOXES.items():
            there = [unit for unit in roster if state.at[unit] == code]
            if code == WAITING:
                there.sort(key=lambda unit: (state.came[unit] or 99, unit))
            pieces = tuple(parts.unit_ids[unit] for unit in there)
            boxes.append(Box(f"{word}-{seat}", f"{seat.capitalize()} {_TITLES[code]}", seat, pieces))
        for box, word in BOXES.items():
            chits = tuple(parts.chit_ids[c] for c in parts.own_chits[side] if state.boxes[c] == box)
            if (chits and box not in _HIDDEN_BOXES) or box in (242, 243):
                boxes.append(Box(f"{word}-{seat}", f"{seat.capitalize()} {word.replace('-', ' ')} chits", seat, chits))
    return tuple(boxes)


def _tracks(parts: Components, state: State) -> tuple[Track, ...]:
    turn, last = parts.turns[state.turn - 1], parts.scenarios[state.scenario].row.turns
    tracks = [Track("turn", "Turn", state.turn, last, turn.label)]
    if turn.german_sudden is not None and turn.allied_sudden is not None and last > state.turn:
        text = f"German {turn.german_sudden}, Allied {turn.allied_sudden}"
        tracks.append(Track("sudden-death", "Points for sudden death", turn.german_sudden, 10, text))
    if state.choices.bridge_repair_limits:
        tracks.append(Track("bridges", "German bridges left", 6 - state.repairs, 6))
    return tuple(tracks)
