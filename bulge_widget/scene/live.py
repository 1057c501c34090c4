"""A game through one pair of eyes as a scene: everything that may change, whole, as plain JSON."""

from __future__ import annotations

from typing import Any

from bulge_widget.core.decision import CHANCE, Options
from bulge_widget.core.view import VIEWPOINTS
from bulge_widget.scene import forecast, log, panel, pieces

__all__ = ["open_options", "scene"]

_NONE = Options.plain(())
SEEN = {"contested"}
"""What the pieces on a space show already: a marker would only cover its name."""

Row = dict[str, Any]


def scene(game: Any, viewpoint: str = "umpire", seq: int = 0, since: int | None = None) -> Row:
    """Return everything to see now; `sending.sent` makes it small for the way to the browser.

    Parameters
    ----------
    game : Game
        The game; it is not changed.
    viewpoint : {"german", "allied", "umpire", "active"}
        Whose eyes. Only what that viewpoint may know is in the scene.
    seq : int
        Number of this scene; choices name it.
    since : int, optional
        Place in the history shown last; later events are sent for the animation. By default those of the
        last order.

    Raises
    ------
    UnknownNameError
        For any other viewpoint.
    """
    view = game.view(viewpoint)
    options = open_options(view)
    live = panel.live_pieces(options)
    events = log.event_rows(game, log.fresh_nodes(game, since), view.seat)
    counters, board = game.rulebook.counters, game.board
    return {
        "seq": seq,
        "here": game.record.here,
        "viewpoint": viewpoint,
        "viewpoints": list(VIEWPOINTS),
        "curtain": _curtain(game, viewpoint),
        "turn": panel.turn_row(game),
        "phase": {"id": view.phase, "label": log.phase_label(game.rulebook.info, view.phase, view.phasing)},
        "phasing": view.phasing,
        "mode": game.record.mode,
        "prompt": panel.prompt_row(view.decision),
        "outcome": panel.outcome_row(game),
        "options": panel.option_rows(game, options, view),
        "refused": panel.refused_rows(game, view),
        "odds": forecast.odds_rows(game, view),
        "foretold": forecast.is_foretold(game, options),
        "plan": forecast.plan_row(game, view),
        "pieces": pieces.map_rows(view, board, counters, live),
        "control": {space.id: space.control for space in view.spaces if space.control},
        "markers": _markers(view, board),
        "boxes": pieces.box_rows(view, counters, live),
        "tracks": [
            {"id": t.id, "label": t.label, "value": t.value, "max": t.maximum, "text": t.text} for t in view.tracks
        ],
        "score": {"text": view.score.text, "parts": [list(part) for part in view.score.parts]},
        "events": events,
        "dice": log.dice_row(events),
        "log": log.log_rows(game, view.seat),
        "ask": panel.ask_row(game),
        "by_hand": game.asks_for_dice,
        **panel.undo_rows(game, view.seat),
    }


def open_options(view: Any) -> Options:
    """Return the answers a viewpoint may give; none where the question is another's, or the dice's."""
    question = view.decision
    if question is None or question.options is None or question.seat == CHANCE:
        return _NONE
    found: Options = question.options
    return found


def _curtain(game: Any, viewpoint: str) -> bool:
    """Tell whether the board must be covered because it passes to the other player."""
    if viewpoint != "active" or not game.rulebook.info.hidden or game.decision is None:
        return False
    last = next((node.seat for node in reversed(game.history) if node.depth and not node.is_chance), None)
    return last is not None and game.decision.seat not in {last, CHANCE}


def _markers(view: Any, board: Any) -> list[Row]:
    rows = [{"kind": m.kind, "at": m.at, "text": m.text, "say": m.text or m.kind} for m in view.markers]
    for space in view.spaces:
        name = board.spaces[board.index[space.id]].name or space.id
        words = [word for word in space.status if word not in SEEN]
        rows += [{"kind": w, "at": space.id, "text": "", "say": f"{name} is {w}"} for w in words]
    return rows
