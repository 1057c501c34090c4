"""Going back: which node an undo leads to, and why it may not go there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from bulge_widget.core.event import Revealed
from bulge_widget.core.record import Node, Record
from bulge_widget.errors import UnknownNameError

__all__ = ["UndoTo", "barrier", "next_question", "place", "previous"]

UndoTo: TypeAlias = Literal["question", "step", "phase", "turn"]
"""How far: the last question put to a player, the last moment between two orders, the start of a phase or turn."""


def _is_question(following: Node, asked: bool) -> bool:
    """Whether a person gave the answer `following`."""
    return asked or not following.is_chance


def previous(
    record: Record,
    to: UndoTo,
    *,
    asked: bool,
    between: Callable[[Node], bool],
    stage: Callable[[Node], object],
) -> Node | None:
    """The node an undo leads to, or None at the beginning.

    Parameters
    ----------
    record : Record
    to : {"question", "step", "phase", "turn"}
    asked : bool
        Whether dice are put to a person, so that they are questions too.
    between : callable
        Whether a node stands between two orders.
    stage : callable
        What must stay the same on the way back to the start of a phase or turn.
    """
    target: Node | None = None
    aim: object = None
    for depth in range(record.here - 1, -1, -1):
        node = record.line[depth]
        if not _is_question(record.line[depth + 1], asked):
            continue
        if to == "question" or (to == "step" and between(node)):
            return node
        if to in {"phase", "turn"}:
            if target is not None and stage(node) != aim:
                return target
            target, aim = node, stage(node)
    return target


def next_question(record: Record, *, asked: bool) -> Node | None:
    """The node a redo leads to, or None where nothing was undone."""
    last = len(record.line) - 1
    if record.here >= last:
        return None
    for depth in range(record.here + 1, last):
        if _is_question(record.line[depth + 1], asked):
            return record.line[depth]
    return record.line[last]


def barrier(record: Record, target: Node) -> str:
    """Why a fair game may not go back to `target`; empty if it may."""
    for node in record.line[target.depth + 1 : record.here + 1]:
        if node.is_chance:
            return f"dice were thrown ({node.action}); a fair game does not take them back"
        if any(isinstance(event, Revealed) for event in node.events):
            return "something hidden was revealed; a fair game does not take that back"
    return ""


def place(record: Record, where: int | Node) -> Node:
    """The node at an index of the line (set-up is 0), or a node of the record itself.

    Raises
    ------
    UnknownNameError
        If there is no such place.
    """
    if isinstance(where, Node):
        if not any(where is node for node in record.nodes):
            raise UnknownNameError("node of this game's record", where, ())
        return where
    if isinstance(where, bool) or not isinstance(where, int) or not 0 <= where < len(record.line):
        raise UnknownNameError("place in the history", where, (f"0 to {len(record.line) - 1}",))
    return record.line[where]
