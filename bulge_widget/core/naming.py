"""The names in an order that a person typed: units must exist, spaces may be written as printed.

An order made by code or taken from the options carries ids already and does not come through here. A question
about an order (may it be given?) is answered with a refusal, for names that nothing is called too.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.errors import UnknownNameError, shown

__all__ = ["check_names", "refused_name", "spoken_name", "with_ids"]

T = TypeVar("T", bound=msgspec.Struct)

_UNKNOWN = "unknown_name"
_UNITS = ("unit", "units")
_SPACES = ("path", "area", "hex", "space")


def with_ids(action: T, board: Any) -> T:
    """Put ids for the printed names of spaces in an order; what no space is called stays as it was written."""
    changes: dict[str, Any] = {}
    for name in _given(action, _SPACES):
        value = getattr(action, name)
        changes[name] = _id(value, board) if isinstance(value, str) else tuple(_id(space, board) for space in value)
    return msgspec.structs.replace(action, **changes) if changes else action


def refused_name(action: msgspec.Struct, book: Any, state: Any, refusal: Refusal) -> Refusal:
    """Give the refusal of an order that is refused anyway: of a name in it that nothing is called, or as it was.

    Its code is then ``"unknown_name"``, its facts tell the kind, the name and the nearest names.
    """
    try:
        check_names(action, book, state)
    except UnknownNameError as error:
        return Refusal(_UNKNOWN, refusal.rule, {"kind": error.kind, "name": str(error.name), "hint": error.hint})
    return refusal


def spoken_name(thing: object) -> str:
    """Put the refusal of an unknown name into words; of anything else, nothing."""
    if not isinstance(thing, Refusal) or thing.code != _UNKNOWN:
        return ""
    facts = thing.facts
    return f"{thing.rule}: There is no {facts['kind']} {shown(facts['name'])}; {facts['hint']}."


def check_names(action: msgspec.Struct, book: Any, state: Any) -> None:
    """Check that every unit and space in an order exists.

    Parameters
    ----------
    action : Action
        An order as it was read from text, with ids for names.
    book : Rulebook
    state : object
        Its state; a hidden piece may be named by its handle there.

    Raises
    ------
    UnknownNameError
        With the nearest names, for a unit or space that does not exist.
    """
    known = {*book.counters, *book.handles(state).values()}
    for unit in _names(action, _UNITS):
        if unit not in known:
            raise UnknownNameError("unit", unit, sorted(known))
    for space in _names(action, _SPACES):
        if space not in book.board.index:
            book.board.find(space)


def _given(action: msgspec.Struct, kinds: tuple[str, ...]) -> list[str]:
    return [name for name in action.__struct_fields__ if name in kinds and getattr(action, name)]


def _names(action: msgspec.Struct, kinds: tuple[str, ...]) -> list[str]:
    values = [getattr(action, name) for name in _given(action, kinds)]
    return [name for value in values for name in ((value,) if isinstance(value, str) else value)]


def _id(name: str, board: Any) -> str:
    if name in board.index:
        return name
    try:
        found: str = board.spaces[board.find(name)].id
    except UnknownNameError:
        return name
    return found
