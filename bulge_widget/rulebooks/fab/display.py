"""What a seat may know, laid out for tables, boards and bots; blocks of the enemy stand with their backs to it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from bulge_widget.core.decision import Action, Decision, Key, Maker, Options
from bulge_widget.core.handles import renamed
from bulge_widget.core.view import Box, Marker, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.fab import chapters, names, victory
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits
from bulge_widget.rulebooks.fab.state import (
    ABSENT,
    AVAILABLE,
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
    USED,
    WAITING,
    State,
    contested,
)

__all__ = ["view"]

_BOXES = {250: "coming", 251: "lost"}
_TITLES = {250: "reinforcements", 251: "units eliminated"}
_OFF_MAP = bytes(WAITING) + bytes(range(WAITING, 256))  # forgets where on the map a unit is
_LYING = bytes(ON_MAP) + bytes(range(ON_MAP, 256))  # likewise a chit
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
        pieces=_units(parts, state, seat) + _chits(parts, state.boxes),
        spaces=_spaces(parts, state.scenario, state.german, contested(state), state.cut),
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
        options = Options.later(functools.partial(_veiled, options, _unknown(parts, state, seat)))
    return Question(decision.seat, decision.prompt, decision.rule, options)


def _unknown(parts: Components, state: State, seat: str) -> dict[str, str]:
    """2.2 Handles of the blocks a seat does not know."""
    return {parts.unit_ids[unit]: names.handle(state, unit) for unit in bits(names.unknown(parts, state, seat))}


def _veiled(options: Options, unknown: dict[str, str]) -> tuple[Sequence[Key], Maker]:
    """8.32, 17.11 The listing of the same options with handles in them."""
    back = {handle: name for name, handle in unknown.items()}

    def make(key: Key) -> tuple[Action, ...]:
        return tuple(renamed(action, unknown) for action in options.of(back.get(key, key) if key else None))

    return [unknown.get(key, key) if key else None for key in options.keys()], make  # noqa: SIM118  not a dict


# -- pieces ---------------------------------------------------------------------------------------------

Facts = tuple[int, int, int, int, int]
"""What may change about a unit: where it is, its steps, its flags, the turn it came, its reserve marker (or -1)."""


def _units(parts: Components, state: State, seat: str) -> tuple[PieceView, ...]:
    changing = (state.at, state.steps, state.status, state.came, state.reserves)
    return _laid_out(parts, seat, names.unknown(parts, state, seat), state.handles, changing)


@functools.lru_cache(maxsize=64)
def _laid_out(
    parts: Components, seat: str, unknown: int, handles: bytes, changing: tuple[bytes, ...]
) -> tuple[PieceView, ...]:
    """Known blocks by the counter sheet, the others behind them by handle."""
    at, steps, status, came, reserves = changing
    markers = [-1] * len(at)
    for marker, unit in enumerate(reserves):
        if unit < len(at):
            markers[unit] = marker
    facts = tuple(zip(at, steps, status, came, markers, strict=True))
    known = [_unit(parts, seat, u, fact) for u, fact in enumerate(facts) if fact[0] != ABSENT and not unknown >> u & 1]
    hidden = sorted(bits(unknown), key=handles.__getitem__)
    return (*known, *(_block(parts, unit, names.worded(handles[unit]), facts[unit]) for unit in hidden))


@functools.lru_cache(maxsize=16384)
def _unit(parts: Components, seat: str, unit: int, facts: Facts) -> PieceView:
    where, steps, status, came, marker = facts
    side, name = SIDES[parts.side[unit]], parts.unit_ids[unit]
    if where >= WAITING:
        note = f"turn {came}" if where == WAITING and came else ""
        return PieceView(name, side, f"{_BOXES[where]}-{side}", steps, parts.full[unit], note=note)
    seen = seat in {side, "umpire"} or bool(status & FACE_UP)
    words = _status(parts, status, marker)
    return PieceView(name, side, parts.area_ids[where], steps if seen else 0, parts.full[unit], words)


@functools.lru_cache(maxsize=16384)
def _block(parts: Components, unit: int, handle: str, facts: Facts) -> PieceView:
    """2.2 The back of a block: what anybody sees."""
    where, _, status, _, marker = facts
    words = _status(parts, status, marker)
    return PieceView(handle, SIDES[parts.side[unit]], parts.area_ids[where], 0, 0, words, hidden=True)


def _status(parts: Components, status: int, marker: int) -> tuple[str, ...]:
    words = [word for bit, word in STATUS.items() if status & bit]
    return (*words, *((f"reserve-{'-'.join(map(str, parts.markers[marker].zones))}",) if marker >= 0 else ()))


@functools.lru_cache(maxsize=64)
def _chits(parts: Components, boxes: bytes) -> tuple[PieceView, ...]:
    """2.2 Assets and events lie open, on the map and in their boxes."""
    return tuple([_chit(parts, chit, box) for chit, box in enumerate(boxes) if box not in (UNUSED, FUTURE)])


@functools.lru_cache(maxsize=4096)
def _chit(parts: Components, chit: int, box: int) -> PieceView:
    side = SIDES[parts.chit_side[chit]]
    return PieceView(parts.chit_ids[chit], side, parts.area_ids[box] if box < ON_MAP else f"{BOXES[box]}-{side}", 1, 1)


# -- the map and what lies beside it --------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def _spaces(parts: Components, scenario: int, german: int, fought: int, cut: int) -> tuple[SpaceView, ...]:
    idle = ~parts.scenarios[scenario].play
    flags = (german, fought, cut, idle)
    return tuple([_space(name, *(mask >> a & 1 for mask in flags)) for a, name in enumerate(parts.area_ids)])


@functools.lru_cache(maxsize=4096)
def _space(name: str, german: int, fought: int, cut: int, idle: int) -> SpaceView:
    words = (("contested", fought), ("out-of-supply", cut), ("out-of-play", idle))
    return SpaceView(name, SIDES[GERMAN if german else ALLIED], tuple(word for word, on in words if on))


def _markers(parts: Components, state: State) -> tuple[Marker, ...]:
    """Markers on areas and bridges."""
    masks = []
    for side, word in enumerate(("German", "Allied")):
        masks += [("field-works", state.works[side], f"{word} field works")]
        masks += [("roadblock", state.roadblocks[side], f"{word} roadblock")]
    masks += [
        ("contested", contested(state), "Contested"),
        ("newly-contested", state.new, "Newly contested"),
        ("river-assault", state.assault, "River assault"),
        ("pooled-assets", state.pooled, "Pooled assets"),
        ("air-supply", state.airlift, "Supplied from the air"),
    ]
    found = [marker for kind, mask, text in masks if mask for marker in _set_out(parts, kind, mask, text)]
    return (*found, *_bridges(parts, state.blown))


@functools.lru_cache(maxsize=1024)
def _set_out(parts: Components, kind: str, mask: int, text: str) -> tuple[Marker, ...]:
    """One marker in each area of a set."""
    return tuple([Marker(kind, parts.area_ids[area], text) for area in bits(mask)])


@functools.lru_cache(maxsize=256)
def _bridges(parts: Components, blown: int) -> tuple[Marker, ...]:
    found = []
    for river in bits(blown):
        a, b = (parts.area_ids[bank] for bank in parts.rivers[river])
        found.append(Marker("blown-bridge", a, f"Bridge to {parts.area_name(b)} blown"))
    return tuple(found)


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    units, chits = state.at.translate(_OFF_MAP), state.boxes.translate(_LYING)
    return tuple(
        [
            box
            for side in (GERMAN, ALLIED)
            for box in (*_unit_boxes(parts, side, units, state.came), *_chit_boxes(parts, side, chits))
        ]
    )


@functools.lru_cache(maxsize=256)
def _unit_boxes(parts: Components, side: int, at: bytes, came: bytes) -> tuple[Box, ...]:
    """The units of a side that have yet to come, soonest first, and those that are lost."""
    seat, boxes = SIDES[side], []
    for code, word in _BOXES.items():
        there = [unit for unit in parts.roster[side] if at[unit] == code]
        if code == WAITING:
            there.sort(key=lambda unit: (came[unit] or 99, unit))
        pieces = tuple(parts.unit_ids[unit] for unit in there)
        boxes.append(Box(f"{word}-{seat}", f"{seat.capitalize()} {_TITLES[code]}", seat, pieces))
    return tuple(boxes)


@functools.lru_cache(maxsize=256)
def _chit_boxes(parts: Components, side: int, lying: bytes) -> tuple[Box, ...]:
    return tuple(_filled(parts, side, lying))


def _filled(parts: Components, side: int, lying: bytes) -> Iterator[Box]:
    """2.1 The boxes of a side with chits in them; Available and Used also when they are empty."""
    seat = SIDES[side]
    found: dict[int, list[str]] = {box: [] for box in BOXES}
    for chit in parts.own_chits[side]:
        if lying[chit] in found:
            found[lying[chit]].append(parts.chit_ids[chit])
    for box, word in BOXES.items():
        if (found[box] and box not in _HIDDEN_BOXES) or box in (AVAILABLE, USED):
            title = f"{seat.capitalize()} {word.replace('-', ' ')} chits"
            yield Box(f"{word}-{seat}", title, seat, tuple(found[box]))


def _tracks(parts: Components, state: State) -> tuple[Track, ...]:
    turn, last = parts.turns[state.turn - 1], parts.scenarios[state.scenario].row.turns
    tracks = [Track("turn", "Turn", state.turn, last, turn.label)]
    if turn.german_sudden is not None and turn.allied_sudden is not None and last > state.turn:
        text = f"German {turn.german_sudden}, Allied {turn.allied_sudden}"
        tracks.append(Track("sudden-death", "Points for sudden death", turn.german_sudden, 10, text))
    if state.choices.bridge_repair_limits:
        tracks.append(Track("bridges", "German bridges left", 6 - state.repairs, 6))
    return tuple(tracks)
