"""What a seat may know, laid out for tables, boards and bots. Nothing in this game is hidden."""

from __future__ import annotations

from bulge_widget.core.decision import Decision
from bulge_widget.core.view import Box, PieceView, Question, SpaceView, Track, View
from bulge_widget.rulebooks.knapp import victory
from bulge_widget.rulebooks.knapp.components import SIDES, Components
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
        pieces=tuple(_piece(parts, state, unit) for unit in range(len(parts.unit_ids))),
        spaces=_spaces(parts, state),
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


def _piece(parts: Components, state: State, unit: int) -> PieceView:
    area = state.at[unit]
    side = SIDES[parts.side[unit]]
    name, left, full = parts.unit_ids[unit], state.left[unit], parts.full[unit]
    if area < WAITING:
        return PieceView(name, side, parts.area_ids[area], left, full, _status(state, unit))
    if area == OUT:
        return PieceView(name, side, f"eliminated-{side}", left, full)
    due = state.due[unit]
    note = f"turn {due}" if due <= len(parts.turns) else "never"
    return PieceView(name, side, f"coming-{side}", left, full, note=note)


def _status(state: State, unit: int) -> tuple[str, ...]:
    words = ["unsupplied"] if state.unsupplied[unit] else []
    did = _DID.get(mode(state.spent[unit]))
    return (*words, did) if did else tuple(words)


def _spaces(parts: Components, state: State) -> tuple[SpaceView, ...]:
    fought = contested(state)
    return tuple(
        SpaceView(area, SIDES[not state.german >> index & 1], ("contested",) if fought >> index & 1 else ())
        for index, area in enumerate(parts.area_ids)
    )


def _boxes(parts: Components, state: State) -> tuple[Box, ...]:
    boxes = []
    for side, roster in zip(SIDES, parts.roster, strict=True):
        coming = sorted((state.due[u], u) for u in roster if state.at[u] == WAITING)
        gone = tuple(parts.unit_ids[u] for u in roster if state.at[u] == OUT)
        names = tuple(parts.unit_ids[u] for _, u in coming)
        title = side.capitalize()
        boxes.append(Box(f"coming-{side}", f"{title} reinforcements", side, names))
        boxes.append(Box(f"eliminated-{side}", f"{title} units eliminated", side, gone))
    return tuple(boxes)
