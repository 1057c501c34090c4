"""What stands beside the map: the question, its answers as buttons, turn, score, undo."""

from __future__ import annotations

from typing import Any

from bulge_widget.scene.actions import entries, path_of, pieces_of, target_of

__all__ = ["ask_row", "live_pieces", "option_rows", "outcome_row", "prompt_row", "turn_row", "undo_rows"]

Row = dict[str, Any]


def prompt_row(question: Any) -> Row | None:
    """Return the open question."""
    if question is None:
        return None
    return {"seat": question.seat, "text": question.prompt, "rule": question.rule}


def option_rows(game: Any, options: Any) -> list[Row]:
    """Return the answers that are no moves along a path; those are in the reach, with their texts.

    `button` marks an answer that is about no piece and no space.
    """
    rows = []
    for name, key, action in entries(options):
        if path_of(action):
            continue
        pieces, target = pieces_of(action, key), target_of(action, game.board)
        row: Row = {"id": name, "text": game.rulebook.describe(action, game.state), "key": key}
        row |= {"pieces": list(pieces)} if pieces and pieces != (key,) else {}
        row |= {"to": target} if target else {}
        row["button"] = not pieces and target is None
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
