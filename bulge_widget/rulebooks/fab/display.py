"""What a seat may know, laid out for tables, boards and bots; blocks of the enemy stand with their backs to it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Final

from bulge_widget.core.decision import Action, Decision, Key, Maker, Options
from bulge_widget.core.handles import renamed
from bulge_widget.core.view import Box, Marker, Question, SpaceView, Track, View
from bulge_widget.rulebooks.fab import chapters, names, victory
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.laid import Laid, Row
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.shelves import chits
from bulge_widget.rulebooks.fab.sight import OFF_MAP, blocks
from bulge_widget.rulebooks.fab.state import (
    ELIMINATED,
    OVER,
    PHASES,
    WAITING,
    State,
)

__all__ = ["view"]

_TITLES = {250: "reinforcements", 251: "units eliminated"}
_OFF = {250: marked(lambda where: where == WAITING), 251: marked(lambda where: where == ELIMINATED)}
_UNDATED_LAST = bytes([99, *range(1, 256)])  # a turn of 0 is none
_OFF_MAP = bytes(WAITING) + bytes(range(WAITING, 256))  # forgets where on the map a unit is
_MARKERS = (
    ("field-works", "German field works"),
    ("roadblock", "German roadblock"),
    ("field-works", "Allied field works"),
    ("roadblock", "Allied roadblock"),
    ("contested", "Contested"),
    ("newly-contested", "Newly contested"),
    ("river-assault", "River assault"),
    ("pooled-assets", "Pooled assets"),
    ("air-supply", "Supplied from the air"),
)
"""Markers on areas: kind and text."""


def view(parts: Components, state: State, seat: str, decision: Decision | None) -> View:
    """Lay a state out for a seat or the umpire; options go to whoever decides, and to the umpire."""
    slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
    lying, (german, allied) = chits(parts, state), _unit_boxes(parts, state)
    return View(
        seat,
        state.turn,
        parts.turns[state.turn - 1].label,
        slug,
        phasing,
        _question(parts, state, decision, seat),
        blocks(parts, state, seat) + lying.chits,
        _spaces(parts, state),
        _markers(parts, state),
        (*german, *lying.boxes[GERMAN], *allied, *lying.boxes[ALLIED]),
        _tracks(parts, state),
        victory.score(parts, state),
    )


def _question(parts: Components, state: State, decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    options = decision.options if seat in {decision.seat, "umpire"} else None
    if options is not None and seat != "umpire" and type(state.stack[-1]) in chapters.AIMED:
        options = Options(later=functools.partial(_veiled, parts, state, seat, options))
    return Question(decision.seat, decision.prompt, decision.rule, options)


def _unknown(parts: Components, state: State, seat: str) -> dict[str, str]:
    """2.2 Handles of the blocks a seat does not know."""
    return {parts.unit_ids[unit]: names.handle(state, unit) for unit in bits(names.unknown(parts, state, seat))}


def _veiled(parts: Components, state: State, seat: str, options: Options) -> tuple[Sequence[Key], Maker]:
    """8.32, 17.11 The listing of the same options with handles in them."""
    unknown = _unknown(parts, state, seat)
    back = {handle: name for name, handle in unknown.items()}

    def make(key: Key) -> tuple[Action, ...]:
        return tuple(renamed(action, unknown) for action in options.of(back.get(key, key) if key else None))

    return [unknown.get(key, key) if key else None for key in options.keys()], make  # noqa: SIM118  not a dict


# -- the map and what lies beside it --------------------------------------------------------------------


@once_by("german", "contested", "cut", "scenario")
def _spaces(parts: Components, state: State) -> tuple[SpaceView, ...]:
    play, fought = parts.scenarios[state.scenario].play, state.contested
    german, cut, ids = state.german, state.cut, parts.area_ids

    def one(area: int) -> SpaceView:
        return SPACES[ids[area], german >> area & 1, fought >> area & 1, cut >> area & 1, play >> area & 1]

    return _space_row(parts).lay((german, fought, cut, play), one)


@functools.lru_cache(maxsize=8)
def _space_row(parts: Components) -> Row[SpaceView]:
    """What was shown of the areas last."""
    return Row(len(parts.area_ids))


def _space(name: str, german: int, fought: int, cut: int, play: int) -> SpaceView:
    """An area by what is true of it (1) or not (0)."""
    words = (("contested", fought), ("out-of-supply", cut), ("out-of-play", not play))
    return SpaceView(name, SIDES[GERMAN if german else ALLIED], tuple(word for word, on in words if on))


SPACES: Final[Laid[SpaceView]] = Laid(_space)


@once_by("works", "roadblocks", "contested", "new", "assault", "pooled", "airlift", "blown")
def _markers(parts: Components, state: State) -> tuple[Marker, ...]:
    """Markers on areas and bridges."""
    (german, allied), (blocked, barred) = state.works, state.roadblocks
    sets = (german, blocked, allied, barred, state.contested, state.new, state.assault, state.pooled, state.airlift)
    return _marked_out(parts, sets, state.blown)


@functools.lru_cache(maxsize=8)
def _marked_out(parts: Components, sets: tuple[int, ...], blown: int) -> tuple[Marker, ...]:
    found = [_set_out(parts, *kind, mask) for kind, mask in zip(_MARKERS, sets, strict=True) if mask]
    return (*itertools.chain.from_iterable(found), *_bridges(parts, blown))


@functools.lru_cache(maxsize=1024)
def _set_out(parts: Components, kind: str, text: str, mask: int) -> tuple[Marker, ...]:
    """One marker in each area of a set."""
    return tuple([Marker(kind, parts.area_ids[area], text) for area in bits(mask)])


@functools.lru_cache(maxsize=256)
def _bridges(parts: Components, blown: int) -> tuple[Marker, ...]:
    found = []
    for river in bits(blown):
        a, b = (parts.area_ids[bank] for bank in parts.rivers[river])
        found.append(Marker("blown-bridge", a, f"Bridge to {parts.area_name(b)} blown"))
    return tuple(found)


@once_by("at", "came")
def _unit_boxes(parts: Components, state: State) -> tuple[tuple[Box, ...], ...]:
    """2.1 By side: the units that have yet to come, soonest first, and those that are lost."""
    away = state.at.translate(_OFF_MAP)
    return _kept(parts, GERMAN, away, state.came), _kept(parts, ALLIED, away, state.came)


@functools.lru_cache(maxsize=16)
def _kept(parts: Components, side: int, at: bytes, came: bytes) -> tuple[Box, ...]:
    seat, boxes = SIDES[side], []
    for code, called in OFF_MAP.items():
        there = bits(mask_where(at, _OFF[code]) & parts.army[side])
        if code == WAITING:
            there = tuple(sorted(there, key=came.translate(_UNDATED_LAST).__getitem__))
        pieces = tuple(map(parts.unit_ids.__getitem__, there))
        boxes.append(Box(called[side], f"{seat.capitalize()} {_TITLES[code]}", seat, pieces))
    return tuple(boxes)


@once_by("turn", "scenario", "repairs", "choices")
def _tracks(parts: Components, state: State) -> tuple[Track, ...]:
    return _followed(parts, state.turn, state.scenario, state.repairs if state.choices.bridge_repair_limits else -1)


@functools.lru_cache(maxsize=64)
def _followed(parts: Components, number: int, scenario: int, repairs: int) -> tuple[Track, ...]:
    turn, last = parts.turns[number - 1], parts.scenarios[scenario].row.turns
    tracks = [Track("turn", "Turn", number, last, turn.label)]
    if turn.german_sudden is not None and turn.allied_sudden is not None and last > number:
        text = f"German {turn.german_sudden}, Allied {turn.allied_sudden}"
        tracks.append(Track("sudden-death", "Points for sudden death", turn.german_sudden, 10, text))
    if repairs >= 0:
        tracks.append(Track("bridges", "German bridges left", 6 - repairs, 6))
    return tuple(tracks)
