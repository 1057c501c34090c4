"""Messages from a board in the browser, and the answers: every message gets exactly one.

A message is plain JSON with a `kind` and an `id`. The answer repeats the `id` and carries `kind` ("done",
"why", "odds", "refused", "error"), `text` for the person at the board, `rule` (the number of the rule behind the
text, or "") and `seq`, the number of the scene the board should be showing now.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from bulge_widget.errors import BulgeError, IllegalActionError
from bulge_widget.widget.acts import ACTS, Desk, Message, RefusedError, Told

__all__ = ["answer"]

Answer = dict[str, Any]


def answer(desk: Desk, message: object) -> Answer:
    """Carry out one message and tell what came of it; never raises.

    Parameters
    ----------
    desk : Desk
        The widget that received the message.
    message : object
        Whatever the browser sent.

    Returns
    -------
    dict
        The answer to send back.
    """
    asked: Message = message if isinstance(message, Mapping) else {}
    told = _outcome(desk, asked)
    head = {"id": asked.get("id"), "kind": told.kind, "text": told.text, "rule": told.rule, "seq": desk.seq}
    return {**head, **told.more}


def _outcome(desk: Desk, asked: Message) -> Told:
    act = ACTS.get(str(asked.get("kind")))
    if act is None:
        return Told("error", f"unknown kind of message {asked.get('kind')!r}; known: {', '.join(ACTS)}", "")
    if desk.game is None:
        return Told("refused", "The copy has been closed.", "")
    try:
        with warnings.catch_warnings(record=True) as noted:
            warnings.simplefilter("always")
            told = act(desk, asked)
    except RefusedError as refused:
        return Told("refused", str(refused), refused.rule)
    except IllegalActionError as illegal:
        return Told("refused", illegal.reason, getattr(illegal.refusal, "rule", ""))
    except BulgeError as wrong:
        return Told("refused", str(wrong), "")
    except Exception as fault:  # noqa: BLE001  an error that nobody sees is worse than one in the wrong place
        return Told("error", f"{type(fault).__name__}: {fault}", "")
    # A game warns where one of its observers failed, a board among them: the person playing must hear of it.
    return Told("error", "; ".join(str(note.message) for note in noted)) if noted else told
