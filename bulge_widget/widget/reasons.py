"""Why a piece and a space come to nothing now: what a player may mean by them is put to the rule book.

Nothing is known here of any rule: the book says which orders a piece and a space may stand for, and what forbids them.
"""

from __future__ import annotations

from typing import Any

from bulge_widget.core.handles import unveiled, veiled
from bulge_widget.scene.panel import asked

__all__ = ["why"]


def why(game: Any, viewpoint: str, piece: str, space: str) -> tuple[str, str] | None:
    """Tell why a piece cannot do what a player may mean by it and a space.

    Parameters
    ----------
    game : Game
    viewpoint : str
        Whose eyes. Who may not answer, or does not know the piece, is told what is asked and of whom, no more.
    piece, space : str
        Ids.

    Returns
    -------
    tuple of str, or None
        The reason and its rule; two empty texts if there is nothing against it; None if the piece cannot be seen.
    """
    view = game.view(viewpoint)
    seen = next((seen for seen in view.pieces if seen.id == piece), None)
    if seen is None:
        return None
    question = view.decision
    if question is None:
        return "The game is over.", ""
    if question.options is None or seen.hidden:
        return asked(question), question.rule
    return _refusal(game, view, piece, space) or (f"Asked now: {question.prompt}.", question.rule)


def _refusal(game: Any, view: Any, piece: str, space: str) -> tuple[str, str] | None:
    """Return the refusal of the likeliest order; two empty texts if any is legal; None where nothing can be meant."""
    book, state = game.rulebook, game.state
    refusal = None
    for order in book.attempt(state, piece, space):
        found = book.why_not(state, unveiled(book, state, order))
        if found is None:
            return "", ""
        refusal = refusal or found
    if refusal is None or refusal.code == "not_asked":
        return None
    refusal = veiled(book, state, view.seat, refusal)
    return book.describe(refusal, state), refusal.rule
