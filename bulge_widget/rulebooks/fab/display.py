"""What a seat may know, laid out for tables, boards and bots; blocks of the enemy stand with their backs to it."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Sequence
from typing import Final, TypeAlias

from bulge_widget.core.decision import Action, Decision, Key, Maker, Options
from bulge_widget.core.handles import renamed
from bulge_widget.core.view import Marker, Question, SpaceView, Track, View
from bulge_widget.rulebooks.fab import chapters, names, victory
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits
from bulge_widget.rulebooks.fab.laid import Laid, Row
from bulge_widget.rulebooks.fab.shelves import boxes, chits
from bulge_widget.rulebooks.fab.sight import blocks
from bulge_widget.rulebooks.fab.state import NAMED, State

__all__ = ["view"]

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
Marks: TypeAlias = tuple[tuple[int, int], tuple[int, int], int, int, int, int, int, int]
_MARKED = operator.attrgetter("works", "roadblocks", "contested", "new", "assault", "pooled", "airlift", "blown")
"""Where they lie; the last are the bridges."""


def view(parts: Components, state: State, seat: str, decision: Decision | None) -> View:
    """Lay a state out for a seat or the umpire; options go to whoever decides, and to the umpire."""
    slug, phasing = NAMED[state.phase]
    return View(
        seat,
        state.turn,
        parts.turns[state.turn - 1].label,
        slug,
        phasing,
        _question(parts, state, decision, seat),
        blocks(parts, state, seat) + chits(parts, state),
        _spaces(parts, state.scenario, state.german, state.cut, state.contested),
        _markers(parts, _MARKED(state)),
        boxes(parts, state),
        _tracks(parts, state.turn, state.scenario, state.choices.bridge_repair_limits, state.repairs),
        victory.score(parts, state),
    )


def _question(parts: Components, state: State, decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    options = decision.options if seat in (decision.seat, "umpire") else None
    if type(state.stack[-1]) in chapters.AIMED and seat == decision.seat:
        options = Options(later=functools.partial(_veiled, parts, state, seat, decision.options))
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


@functools.lru_cache(maxsize=8)
def _spaces(parts: Components, scenario: int, german: int, cut: int, fought: int) -> tuple[SpaceView, ...]:
    play, ids = parts.scenarios[scenario].play, parts.area_ids

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


@functools.lru_cache(maxsize=8)
def _markers(parts: Components, marks: Marks) -> tuple[Marker, ...]:
    """Markers on areas and bridges."""
    (german, allied), (blocked, barred), *sets, blown = marks
    masks = (german, blocked, allied, barred, *sets)
    found = [_set_out(parts, *kind, mask) for kind, mask in zip(_MARKERS, masks, strict=True) if mask]
    return (*itertools.chain.from_iterable(found), *map(functools.partial(_bridge, parts), bits(blown)))


@functools.lru_cache(maxsize=1024)
def _set_out(parts: Components, kind: str, text: str, mask: int) -> tuple[Marker, ...]:
    """One marker in each area of a set."""
    return tuple([Marker(kind, parts.area_ids[area], text) for area in bits(mask)])


@functools.lru_cache(maxsize=256)
def _bridge(parts: Components, river: int) -> Marker:
    """A bridge that is blown."""
    a, b = (parts.area_ids[bank] for bank in parts.rivers[river])
    return Marker("blown-bridge", a, f"Bridge to {parts.area_name(b)} blown")


@functools.lru_cache(maxsize=64)
def _tracks(parts: Components, number: int, scenario: int, limited: bool, repairs: int) -> tuple[Track, ...]:
    """What is followed through the game; 18.1 bridges only where their repair is limited."""
    turn, last = parts.turns[number - 1], parts.scenarios[scenario].row.turns
    tracks = [Track("turn", "Turn", number, last, turn.label)]
    if sudden := victory.wanted(parts, scenario, number):
        text = "German {}, Allied {}".format(*sudden)
        tracks.append(Track("sudden-death", "Points for sudden death", sudden[GERMAN], 10, text))
    if limited:
        tracks.append(Track("bridges", "German bridges left", 6 - repairs, 6))
    return tuple(tracks)
