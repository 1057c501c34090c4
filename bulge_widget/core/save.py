"""Saved games: the record, a snapshot of the present, and checks that tell damage from change.

A save is JSON and can run nothing. It holds every answer, so it can be replayed, and a snapshot, so that it
still opens after a rule was changed (see ``loading``).
"""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

if TYPE_CHECKING:
    from bulge_widget.core.game import Game

__all__ = ["FORMAT", "SCHEMA", "SavedGame", "SavedNode", "check_of", "dump", "seal_of"]

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
    chosen: bool = False


class SavedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file."""

    format: str
    schema: int
    rulebook: str
    version: str
    digest: str
    scenario: str
    options: dict[str, bool | str]
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    mode: Literal["study", "fair"]
    position: dict[str, Any] | None
    dice: list[int | str] | Literal["ask"] | None
    nodes: list[SavedNode]
    tip: Annotated[int, msgspec.Meta(ge=0)]
    """The node the followed line ends at."""
    here: Annotated[int, msgspec.Meta(ge=0)]
    """How deep in that line the present is."""
    snapshot: dict[str, Any]
    comment: str = ""
    hash: str = ""
    waiting: list[int | str] | msgspec.UnsetType = msgspec.UNSET
    """Dictated dice that wait while a person throws."""


def check_of(state: Any) -> int:
    """Give the CRC-32 of a state; one with sets of more than 64 members as integers is taken as it is written."""
    try:
        text = msgspec.msgpack.encode(state, enc_hook=bytes)
    except OverflowError:
        text = repr(state).encode()
    return zlib.crc32(text)


def seal_of(saved: SavedGame) -> str:
    """Give the SHA-256 of a file's content, its hash left out."""
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
            check_of(node.state),
            node.comment,
            node.chosen,
        )
        for node in record.nodes[1:]
    ]
    listed = None if game.dice_left is None else list(game.dice_left)
    asked = game.asks_for_dice
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
        dice="ask" if asked else listed,
        waiting=listed if asked and listed else msgspec.UNSET,
        nodes=nodes,
        tip=place[id(record.line[-1])],
        here=record.here,
        snapshot=book.snapshot(game.state),
        comment=record.nodes[0].comment,
    )
    return msgspec.json.encode(msgspec.structs.replace(saved, hash=seal_of(saved)))
