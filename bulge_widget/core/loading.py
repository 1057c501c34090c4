"""Opening a saved game: what the file must be, and what happens when rules or components have changed since.

The answers are played again. Where one comes out differently it is named, and the game goes on from the
snapshot.
"""

from __future__ import annotations

import warnings
from typing import Any, Union

import msgspec

from bulge_widget.core.decision import CHANCE, Action
from bulge_widget.core.edit import Edit, carried_out
from bulge_widget.core.game import Game
from bulge_widget.core.opening import opening
from bulge_widget.core.record import Node, Record, path_to
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.core.save import FORMAT, SCHEMA, SavedGame, check_of, seal_of
from bulge_widget.errors import BulgeError, SaveError

__all__ = ["opened", "read", "restore"]


class _Head(msgspec.Struct):
    format: str = ""
    schema: int = 0


def read(data: bytes, name: str = "the save") -> SavedGame:
    """Decode and check a file, without a rule book.

    Raises
    ------
    SaveError
        If it is no saved game, was damaged, or comes from a newer version.
    """
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"{name} is not a saved game: {error}") from None
    if head.format != FORMAT:
        raise SaveError(f"{name} is not a saved game: its format is {head.format!r}, not {FORMAT!r}")
    if head.schema > SCHEMA:
        raise SaveError(f"{name} was written by a newer version: layout {head.schema}, this one reads up to {SCHEMA}")
    try:
        saved = msgspec.json.decode(data, type=SavedGame)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SaveError(f"{name} is damaged: {error}") from None
    if saved.hash != seal_of(saved):
        raise SaveError(f"{name} is damaged: its content does not match its hash")
    return saved


def restore(saved: SavedGame, book: Rulebook[Any], name: str = "the save") -> Record:
    """Rebuild the record; from the snapshot alone if the rules or components no longer agree with it.

    Raises
    ------
    SaveError
        If neither the answers nor the snapshot can be read.
    """
    try:
        scenario = book.info.check_scenario(saved.scenario)
        options = book.info.check_options(saved.options)
        root = Node(None, "", None, *opening(book, scenario, options, saved.position), 0)
        root.comment = saved.comment
        record = _record(saved, book, root)
        diverged = _replay(saved, book, record)
    except BulgeError as error:
        raise SaveError(f"{name} cannot be read: {error}") from None
    return _from_snapshot(saved, book, name, diverged) if diverged else record


def opened(saved: SavedGame, book: Rulebook[Any], name: str) -> Game:
    """The game of a file, with its dice; see :func:`restore`."""
    waiting = () if saved.waiting is msgspec.UNSET else saved.waiting
    return Game(book, restore(saved, book, name), saved.dice, waiting)


def _record(saved: SavedGame, book: Rulebook[Any], root: Node) -> Record:
    card = (saved.rulebook, book.info.version, book.digest)
    return Record(
        root,
        book=card,
        scenario=saved.scenario,
        options=saved.options,
        seed=saved.seed,
        mode=saved.mode,
        position=saved.position,
    )


def _replay(saved: SavedGame, book: Rulebook[Any], record: Record) -> str:
    """Play every answer again; names the first that comes out differently."""
    kinds: Any = Union[(*book.actions, Edit)]
    if saved.digest != book.digest:
        return f"the components of {saved.rulebook} were changed since"
    for number, entry in enumerate(saved.nodes, start=1):
        try:
            action = msgspec.convert(entry.action, kinds)
        except msgspec.ValidationError as error:
            return f"answer {number} {entry.action!r} cannot be read: {error}"
        if not 0 <= entry.parent < number:
            raise SaveError(f"answer {number} follows answer {entry.parent}, which does not come before it")
        parent = record.nodes[entry.parent]
        done = _again(book, parent, entry.seat, action)
        if done is None or check_of(done[0]) != entry.check:
            return f"answer {number} ({action}) comes out differently"
        node = parent.then(entry.seat, action, done[1], done[0])
        node.comment, node.chosen = entry.comment, entry.chosen
        record.nodes.append(node)
    if saved.tip >= len(record.nodes):
        raise SaveError(f"the followed line ends at answer {saved.tip}, but there are {len(record.nodes) - 1}")
    record.line = path_to(record.nodes[saved.tip])
    if saved.here >= len(record.line):
        raise SaveError(f"the present is at {saved.here}, but the line has {len(record.line)} places")
    record.here = saved.here
    return ""


def _again(book: Rulebook[Any], parent: Node, seat: str, action: Action) -> tuple[Any, tuple[Any, ...]] | None:
    """What an answer leads to; None if it may not be given, or not by this seat."""
    if isinstance(action, Edit):
        return carried_out(book, parent.state, action) if seat == "umpire" else None
    decision = book.decision(parent.state)
    if decision is None or decision.seat != seat or book.why_not(parent.state, action):
        return None
    return book.apply(parent.state, action)


def _from_snapshot(saved: SavedGame, book: Rulebook[Any], name: str, reason: str) -> Record:
    try:
        state = book.position(saved.snapshot)
    except BulgeError as error:
        raise SaveError(f"{name} cannot be read: {reason}, and its snapshot does not fit either: {error}") from None
    warnings.warn(
        f"{name}: {reason}; the game goes on from the snapshot, without its history",
        UserWarning,
        stacklevel=4,
    )
    chance = sum(entry.seat == CHANCE for entry in saved.nodes)
    return _record(saved, book, Node(None, "", None, (), state, chance))
