"""What people and their libraries hand over, as the plain data that a save can hold.

A list stands where a tuple is wanted, a number comes out of numpy, a mapping is no ``dict``: taken as they are they
would be played, and be found out only when the game is opened again.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from bulge_widget.errors import NotationError, shown

__all__ = ["order", "plain", "whole"]

T = TypeVar("T", bound=msgspec.Struct)


def whole(value: Any) -> int | None:
    """A whole number of any library as Python's own; None for anything else, True and False too."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def plain(value: Any) -> Any:
    """The same in dicts, lists, texts and numbers, apart from what was given.

    Raises
    ------
    TypeError
        For what is no data.
    """
    return msgspec.to_builtins(value, enc_hook=_own)


def _own(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):  # numpy, pandas
        return value.tolist()
    raise TypeError(f"{shown(value)} is no plain data")


def order(given: T) -> T:
    """An order made by code, in the types its class declares.

    Raises
    ------
    NotationError
        If a field holds something else.
    """
    try:
        return msgspec.convert(msgspec.to_builtins(given, enc_hook=_own), type(given))
    except (msgspec.ValidationError, TypeError) as error:
        raise NotationError(f"{shown(given)} is no order that can be given: {error}") from None
