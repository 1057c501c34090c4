"""Going back: which node an undo leads to, and why it may not go there."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any, Literal, TypeAlias, cast

from bulge_widget.core.decision import Action
from bulge_widget.core.edit import Edit
from bulge_widget.core.event import Revealed
from bulge_widget.core.handles import veiled
from bulge_widget.core.plain import whole
from bulge_widget.core.record import Node, Record
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.errors import EditError, UnknownNameError

__all__ = ["UndoTo", "barrier", "joined", "next_question", "place", "previous", "told", "undo_target"]

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


def undo_target(book: Rulebook[Any], record: Record, to: UndoTo, *, asked: bool) -> Node | None:
    """The node an undo leads to in a game of a book, or None at the beginning.

    Raises
    ------
    UnknownNameError
        If `to` is another word.
    """
    if to not in typing.get_args(UndoTo):
        raise UnknownNameError("undo", to, typing.get_args(UndoTo))
    size = 4 if to == "phase" else 1
    return previous(
        record,
        to,
        asked=asked,
        between=lambda node: book.editable(node.state),
        stage=lambda node: book.phase(node.state)[:size],
    )


def joined(record: Record, other: Record) -> Record:
    """A record that goes on where another one stands: the same tree with what a copy played, or another beginning.

    Raises
    ------
    EditError
        If the other is of another book, or if a fair game would go on by what was not played in it.
    """
    if (other.rulebook, other.digest) != (record.rulebook, record.digest):
        raise EditError(f"a game of {record.rulebook} cannot go on as {other.rulebook} with other components")
    common = record.common(other)
    if record.mode == "fair":
        if other.mode != "fair":
            raise EditError("nothing was taken up: a fair game goes on only as a fair game; that one was for study")
        if not all(node.is_chance for node in record.nodes[1:]):
            raise EditError("nothing was taken up: a fair game that has begun goes on only by its own answers")
    if common is None:
        record = other.trunk()
    record.take_up(other)
    return record


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


def told(book: Rulebook[Any], node: Node, seat: str) -> str:
    """The answer of a node in words, as far as a seat may know it."""
    if isinstance(node.action, Edit) or node.parent is None:
        return str(node.action)
    before, action = node.parent.state, cast("Action", node.action)
    if not book.discloses(before, seat, action):
        return "a secret choice of the other side"
    return book.describe(veiled(book, before, seat, action), before)


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
    index = whole(where)
    if index is None or not 0 <= index < len(record.line):
        raise UnknownNameError("place in the history", where, (f"0 to {len(record.line) - 1}",))
    return record.line[index]
