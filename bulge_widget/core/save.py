"""Saved games: the record, a snapshot of the present, and checks that tell damage from change.

A save is JSON and can run nothing. It holds every answer, so it can be replayed, and a snapshot, so that it
still opens after a rule was changed: then the first answer that comes out differently is named, and the game
goes on from the snapshot.
"""

from __future__ import annotations

import hashlib
import warnings
import zlib
from typing import TYPE_CHECKING, Any, Union

import msgspec

from bulge_widget.core.decision import CHANCE, Action
from bulge_widget.core.edit import Edit
from bulge_widget.core.event import Edited
from bulge_widget.core.record import Node, Record, opening, path_to
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.errors import BulgeError, SaveError

if TYPE_CHECKING:
    from bulge_widget.core.game import Game

__all__ = ["SCHEMA", "SavedGame", "dump", "read", "restore"]

FORMAT = "bulge-widget save"
SCHEMA = 1
"""Version of the layout below; a save with a higher one comes from a newer version of the package."""


class SavedNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer."""

    parent: int
    """Place of the node before in the list; the root is 0 and is not listed."""
    seat: str
    action: dict[str, Any]
    check: int
    """CRC-32 of the state afterwards, to name the answer that diverged."""
    comment: str = ""


class SavedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file."""

    format: str
    schema: int
    rulebook: str
    version: str
    digest: str
    scenario: str
    options: dict[str, bool | str]
    seed: int
    mode: str
    position: dict[str, Any] | None
    dice: list[int | str] | str | None
    nodes: list[SavedNode]
    tip: int
    """The node the followed line ends at."""
    here: int
    """How deep in that line the present is."""
    snapshot: dict[str, Any]
    comment: str = ""
    hash: str = ""


class _Head(msgspec.Struct):
    format: str = ""
    schema: int = 0


def _check(state: Any) -> int:
    return zlib.crc32(msgspec.msgpack.encode(state))


def _seal(saved: SavedGame) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(saved, hash=""))).hexdigest()


def dump(game: Game) -> bytes:
    """Write a game as JSON bytes."""
    record, book = game.record, game.rulebook
    place = {id(node): number for number, node in enumerate(record.nodes)}
    nodes = [
        SavedNode(
            place[id(node.parent)],
            node.seat,
            msgspec.to_builtins(node.action),
            _check(node.state),
            node.comment,
        )
        for node in record.nodes[1:]
    ]
    dice = "ask" if game.asks_for_dice else None if game.dice_left is None else list(game.dice_left)
    saved = SavedGame(
        format=FORMAT,
        schema=SCHEMA,
        rulebook=record.rulebook,
        version=record.version,
        digest=record.digest,
        scenario=record.scenario,
        options=record.options,
        seed=record.seed,
        mode=record.mode,
        position=record.position,
        dice=dice,
        nodes=nodes,
        tip=place[id(record.line[-1])],
        here=record.here,
        snapshot=book.snapshot(game.state),
        comment=record.nodes[0].comment,
    )
    return msgspec.json.encode(msgspec.structs.replace(saved, hash=_seal(saved)))


def read(data: bytes, name: str = "the save") -> SavedGame:
    """Decode and check a file, without a rule book.

    Raises
    ------
    SaveError
        If it is no saved game, was damaged, or comes from a newer version.
    """
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SaveError(f"{name} is not a saved game: {error}") from None
    if head.format != FORMAT:
        raise SaveError(f"{name} is not a saved game: its format is {head.format!r}, not {FORMAT!r}")
    if head.schema > SCHEMA:
        raise SaveError(f"{name} was written by a newer version: layout {head.schema}, this one reads up to {SCHEMA}")
    try:
        saved = msgspec.json.decode(data, type=SavedGame)
    except msgspec.DecodeError as error:
        raise SaveError(f"{name} is damaged: {error}") from None
    if saved.hash != _seal(saved):
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
    except (BulgeError, IndexError) as error:
        raise SaveError(f"{name} cannot be read: {error}") from None
    return _from_snapshot(saved, book, name, diverged) if diverged else record


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
        done = _again(book, parent, action)
        if done is None or _check(done[0]) != entry.check:
            return f"answer {number} ({action}) comes out differently"
        node = Node(parent, entry.seat, action, done[1], done[0], parent.chance + (entry.seat == CHANCE))
        node.comment = entry.comment
        record.nodes.append(node)
    record.line = path_to(record.nodes[saved.tip])
    if not 0 <= saved.here < len(record.line):
        raise SaveError(f"the present is at {saved.here}, but the line has {len(record.line)} places")
    record.here = saved.here
    return ""


def _again(book: Rulebook[Any], parent: Node, action: Action) -> tuple[Any, tuple[Any, ...]] | None:
    state = parent.state
    if isinstance(action, Edit):
        for change in action.changes:
            state = book.edit(state, change)
        state, events = book.settle(state)
        return state, (Edited("", str(action).removeprefix("edit ")), *events)
    return None if book.why_not(state, action) else book.apply(state, action)


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
