"""The names in an order that a person typed: units must exist, spaces may be written as printed.

An order made by code or taken from the options carries ids already and does not come through here. A question
about an order (may it be given?) is answered by the book, unknown names included.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from bulge_widget.errors import UnknownNameError

__all__ = ["by_id"]

T = TypeVar("T", bound=msgspec.Struct)

_UNITS = ("unit", "units")
_SPACES = ("path", "area", "hex", "space")


def by_id(action: T, book: Any, state: Any) -> T:
    """Put ids for the names of spaces in an order, and check those of units.

    Parameters
    ----------
    action : Action
        An order as it was read from text.
    book : Rulebook
    state : object
        Its state; a hidden piece may be named by its handle there.

    Raises
    ------
    UnknownNameError
        With the nearest names, for a unit or space that does not exist.
    """
    known = {*book.counters, *book.handles(state).values()}
    changes: dict[str, Any] = {}
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name in _UNITS:
            for unit in (value,) if isinstance(value, str) else value:
                _check_unit(unit, known)
        elif name in _SPACES and value:
            changes[name] = _space(value, book.board) if isinstance(value, str) else _spaces(value, book.board)
    return msgspec.structs.replace(action, **changes)


def _check_unit(unit: str, known: set[str]) -> None:
    if unit not in known:
        raise UnknownNameError("unit", unit, sorted(known))


def _spaces(names: tuple[str, ...], board: Any) -> tuple[str, ...]:
    return tuple(_space(name, board) for name in names)


def _space(name: str, board: Any) -> str:
    found: str = name if name in board.index else board.spaces[board.find(name)].id
    return found
