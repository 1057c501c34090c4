"""What happened: events for the animation, dice as they fell, and the lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bulge_widget.core import notation
from bulge_widget.core.edit import Edit
from bulge_widget.core.event import PhaseBegan
from bulge_widget.core.handles import veiled

__all__ = ["dice_row", "event_rows", "fresh_nodes", "log_rows", "phase_label", "side_label"]

TAIL = 40
"""Lines of the log that a scene carries."""

Row = dict[str, Any]


def fresh_nodes(game: Any, since: int | None) -> Sequence[Any]:
    """Return the answers whose events are to be shown moving.

    Parameters
    ----------
    game : Game
        The game.
    since : int or None
        Place in the history that was shown last; None for: what the last order of a player set off. Nothing
        moves where the position was reached by going back.
    """
    history = game.history
    if since is None:
        if game.can_redo() is not None:
            return ()
        orders = (node.depth for node in reversed(history) if node.depth and not node.is_chance)
        since = next(orders, len(history)) - 1
    return tuple(history[since + 1 :])


def event_rows(game: Any, nodes: Sequence[Any], seat: str) -> list[Row]:
    """Return the events of some answers as plain data with their texts, as far as a seat may know."""
    board = game.board
    return [_event(game, node, event, board) for node in nodes for event in _known(game, node, seat)]


def _known(game: Any, node: Any, seat: str) -> list[Any]:
    """Return the events of an answer, with handles for the pieces a seat does not know."""
    return [veiled(game.rulebook, node.state, seat, event) for event in node.events]


def _event(game: Any, node: Any, event: Any, board: Any) -> Row:
    row: Row = {"kind": _kind(event), "text": game.rulebook.describe(event, node.state), "rule": event.rule}
    for name in ("piece", "path", "faces"):
        value = getattr(event, name, None)
        if value:
            row[name] = list(value) if isinstance(value, tuple) else value
    good = getattr(event, "good", ())
    if good:
        row["hits"] = list(good)
    space = getattr(event, "space", "") or getattr(event, "at", "")
    return row | ({"space": space} if space in board.index else {})


def _kind(event: Any) -> str:
    """Return the word for a kind of event: `StepsLost` is `steps-lost`."""
    return notation.tag(type(event).__name__)


def dice_row(events: Sequence[Row]) -> Row | None:
    """Return the last dice among the events; None if none fell."""
    for event in reversed(events):
        if event.get("faces"):
            return {"faces": event["faces"], "good": event.get("hits", []), "text": event["text"]}
    return None


def log_rows(game: Any, seat: str, tail: int = TAIL) -> list[Row]:
    """Return the last lines of the log; `node` is the place among all nodes ever played."""
    places = {id(node): place for place, node in enumerate(game.record.nodes)}
    rows: list[Row] = []
    for node in reversed(game.history):
        rows += reversed(_lines(game, node, _known(game, node, seat), places[id(node)]))
        if len(rows) >= tail:
            break
    return rows[:tail][::-1]


def _lines(game: Any, node: Any, events: Sequence[Any], place: int) -> list[Row]:
    """Return the lines of one answer; each stands under the phase in which it happened, not the one it led to."""
    turn, phase, phasing = _begins_in(game, node)
    rows = []
    for event in events:
        if isinstance(event, PhaseBegan):
            turn, phase, phasing = event.turn, event.phase, event.phasing
        text = game.rulebook.describe(event, node.state)
        if node.chosen and getattr(event, "faces", ()):
            text = f"{text.removesuffix('.')} (dice entered by hand)"
        row: Row = {"n": node.depth, "node": place, "text": text}
        row |= {"rule": event.rule, "kind": _kind(event), "seat": node.seat, "turn": turn}
        rows.append(row | {"phase": phase_label(game.rulebook.info, phase, phasing)})
    return rows


def _begins_in(game: Any, node: Any) -> tuple[int, str, str]:
    """Return turn, phase and phasing seat in which an answer was given; an edit counts where it leads."""
    before = node.state if node.parent is None or isinstance(node.action, Edit) else node.parent.state
    turn, _, phase, phasing = game.rulebook.phase(before)
    return turn, phase, phasing


_OTHER = {"german": "allied", "allied": "german"}


def side_label(seat: str) -> str:
    """Return the word for a side on the board."""
    return seat.capitalize()


def phase_label(info: Any, phase: str, phasing: str) -> str:
    """Return a phase in words, with the side that acts first: “Allied defensive fire (German turn)”.

    Parameters
    ----------
    info : RulebookInfo
        Says in which phases the side whose turn it is does not act.
    phase : str
        Slug.
    phasing : str
        The seat whose turn it is; empty where it is nobody's.
    """
    words = phase.replace("-", " ")
    if phase in info.reactions and phasing in _OTHER:
        return f"{side_label(_OTHER[phasing])} {words} ({side_label(phasing)} turn)"
    return f"{side_label(phasing)} {words}" if phasing else words.capitalize()
