"""What a seat may know, laid out for tables, boards and bots. Nothing in this game is hidden."""

from __future__ import annotations

import functools
import itertools

from bulge_widget.core.decision import Decision
from bulge_widget.core.view import Box, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.knapp import victory
from bulge_widget.rulebooks.knapp.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.knapp.state import (
    DONE,
    MARCHED,
    OUT,
    OVER,
    OVERRAN,
    PHASES,
    WAITING,
    State,
    contested,
    mode,
)

__all__ = ["view"]

_OFF_MAP = bytes(WAITING) + bytes((WAITING, OUT))  # forgets where on the map a unit is
_DID = {DONE: "moved", MARCHED: "marched", OVERRAN: "overran"}


def view(parts: Components, state: State, seat: str, decision: Decision | None) -> View:
    """Lay a state out for a seat or the umpire; options go to whoever decides, and to the umpire."""
    slug, phasing = ("over", "") if state.phase == OVER else PHASES[state.phase]
    score = victory.score(parts, state)
    last = len(parts.turns)
    return View(
        seat=seat,
        turn=state.turn,
        turn_label=parts.turns[state.turn - 1].label,
        phase=slug,
        phasing=phasing,
        decision=_question(decision, seat),
        pieces=_pieces(parts, state),
        spaces=_spaces(parts.area_ids, state.german, contested(state)),
        markers=(),
        boxes=_boxes(parts, state),
        tracks=(
            Track("turn", "Turn", state.turn, last, parts.turns[state.turn - 1].label),
            Track("points", "German points", score.points, 100, victory.band(parts, score.points).title),
        ),
        score=score,
    )


def _question(decision: Decision | None, seat: str) -> Question | None:
    if decision is None:
        return None
    shown = decision.options if seat in {decision.seat, "umpire"} else None
    return Question(decision.seat, decision.prompt, decision.rule, shown)


def _pieces(parts: Components, state: State) -> tuple[PieceView, ...]:
    places, last = map(_places(parts.area_ids).__getitem__, state.at), itertools.repeat(len(parts.turns))
    unsupplied = [state.unsupplied & bit for bit in parts.unit_bits]
    status = zip(state.at, state.left, state.due, map(bool, unsupplied), state.spent, strict=True)
    return tuple(map(_piece, parts.unit_ids, map(SIDES.__getitem__, parts.side), parts.full, places, status, last))


@functools.lru_cache(maxsize=16)
def _places(area_ids: tuple[str, ...]) -> dict[int, str]:
    return {**dict(enumerate(area_ids)), WAITING: "coming", OUT: "eliminated"}


@functools.lru_cache(maxsize=16384)
def _piece(  # noqa: PLR0913  what is printed on a counter, and what changes about it
    name: str, side: str, full: int, place: str, status: tuple[int, ...], last: int
) -> PieceView:
    area, left, due, unsupplied, spent = status
    if area == OUT:
        return PieceView(name, side, f"{place}-{side}", left, full)
    if area == WAITING:
        return PieceView(name, side, f"{place}-{side}", left, full, note=f"turn {due}" if due <= last else "never")
    words = ("unsupplied" if unsupplied else "", _DID.get(mode(spent), ""))
    return PieceView(name, side, place, left, full, tuple(word for word in words if word))


@functools.lru_cache(maxsize=1024)
def _spaces(area_ids: tuple[str, ...], german: int, fought: int) -> tuple[SpaceView, ...]:
    return tuple([_space(area, german >> index & 1, fought >> index & 1) for index, area in enumerate(area_ids)])


@functools.lru_cache(maxsize=1024)
def _space(area: str, german: int, fought: int) -> SpaceView:
    return SpaceView(area, SIDES[GERMAN if german else ALLIED], ("contested",) if fought else ())


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    off_map = state.at.translate(_OFF_MAP)
    return tuple(
        [
            box
            for side in (GERMAN, ALLIED)
            for box in _boxes_of(parts.unit_ids, parts.roster[side], side, off_map, state.due)
        ]
    )


@functools.lru_cache(maxsize=1024)
def _boxes_of(
    unit_ids: tuple[str, ...], roster: tuple[int, ...], side: int, off_map: bytes, due: bytes
) -> tuple[Box, Box]:
    coming = sorted((due[unit], unit) for unit in roster if off_map[unit] == WAITING)
    gone = tuple(unit_ids[unit] for unit in roster if off_map[unit] == OUT)
    seat, title = SIDES[side], SIDES[side].capitalize()
    names = tuple(unit_ids[unit] for _, unit in coming)
    return (
        Box(f"coming-{seat}", f"{title} reinforcements", seat, names),
        Box(f"eliminated-{seat}", f"{title} units eliminated", seat, gone),
    )
