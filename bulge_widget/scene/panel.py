"""What stands beside the map: the question, its answers as buttons, turn, score, undo."""

from __future__ import annotations

from typing import Any

from bulge_widget.core.decision import CHANCE
from bulge_widget.core.handles import veiled
from bulge_widget.scene.actions import entries, path_of, pieces_of, places_of
from bulge_widget.scene.log import side_label

__all__ = [
    "ask_row",
    "asked",
    "live_pieces",
    "option_rows",
    "outcome_row",
    "prompt_row",
    "refused_rows",
    "turn_row",
    "undo_rows",
]

_PLACES = ("area", "hex", "space", "at", "to")

Row = dict[str, Any]


def prompt_row(question: Any) -> Row | None:
    """Return the open question; to who may not answer it, with the side that decides."""
    if question is None:
        return None
    return {"seat": question.seat, "text": asked(question), "rule": question.rule}


def asked(question: Any) -> str:
    """Return the question in words, with the side that decides for a viewpoint that may not answer."""
    if question.options is not None or question.seat == CHANCE:
        return str(question.prompt)
    return f"The {side_label(question.seat)} side is to decide: {question.prompt}"


def refused_rows(game: Any, view: Any) -> list[Row]:
    """Return the orders about no piece that the viewer would expect as buttons now and may not give, with the reason.

    `at` is the space that stands in the way, where there is one.
    """
    question, book, state = view.decision, game.rulebook, game.state
    if question is None or question.options is None:
        return []
    rows = []
    for order in book.wanted(state):
        refusal = book.why_not(state, order)
        if refusal is not None:
            refusal = veiled(book, state, view.seat, refusal)
            row: Row = {"text": book.describe(order, state), "why": book.describe(refusal, state)}
            rows.append(row | {"rule": refusal.rule} | _place(refusal, game.board))
    return rows


def _place(refusal: Any, board: Any) -> Row:
    """Return the space among the facts of a refusal."""
    found = (refusal.facts[name] for name in _PLACES if refusal.facts.get(name) in board.index)
    space = next(found, None)
    return {} if space is None else {"at": space}


def option_rows(game: Any, options: Any, view: Any) -> list[Row]:
    """Return the answers that are no moves along a path; those are in the reach, with their texts.

    `to` names the space to click, or several with blanks between; `button` marks an answer that is about no piece
    and no space.
    """
    rows, standing = [], {piece.id: piece.at for piece in view.pieces}
    for name, key, action in entries(options):
        if path_of(action):
            continue
        pieces, places = pieces_of(action, key), places_of(action, game.board, standing)
        row: Row = {"id": name, "text": game.rulebook.describe(action, game.state), "key": key}
        row |= {"pieces": list(pieces)} if pieces and pieces != (key,) else {}
        row |= {"to": " ".join(places)} if places else {}
        row["button"] = not pieces and not places
        rows.append(row)
    return rows


def live_pieces(options: Any) -> set[str]:
    """Return the pieces that take part in any answer."""
    return {piece for _, key, action in entries(options) for piece in pieces_of(action, key)}


def turn_row(game: Any) -> Row:
    """Return turn number, number of turns and the printed label."""
    scenarios = {scenario.id: scenario.turns for scenario in game.rulebook.info.scenarios}
    return {"n": game.turn, "of": scenarios.get(game.scenario, 0), "label": game.turn_label, "date": ""}


def outcome_row(game: Any) -> Row | None:
    """Return how the game ended; None while it goes on."""
    end = game.outcome
    return None if end is None else {"winner": end.winner, "reason": end.reason, "rule": end.rule}


def undo_rows(game: Any, seat: str) -> Row:
    """Return what undo and redo would do, or why not, as far as a seat may know."""
    undo, redo = game.can_undo(seat=seat), game.can_redo(seat)
    return {
        "undo": {"text": undo} if undo is not None else None,
        "undo_why": game.why_no_undo() if undo is None else "",
        "redo": {"text": redo} if redo is not None else None,
    }


def ask_row(game: Any) -> Row | None:
    """Return the dice a person is to throw; None where dice fall by themselves."""
    question = game.decision
    if question is None or question.dice is None or not game.asks_for_dice:
        return None
    return {"n": question.dice.count, "sides": question.dice.sides, "text": question.prompt}
