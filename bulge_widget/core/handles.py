"""Handles for hidden pieces: what a seat does not know is called by a public name that tells nothing.

A book with hidden pieces gives each a handle (:meth:`Rulebook.handles`). What leaves the engine for a seat goes
through :func:`veiled`; what a seat says comes in through :func:`unveiled`. In a book without secrets both are the
identity.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from bulge_widget.core.decision import Action

__all__ = ["NO_HANDLES", "Deal", "Handles", "of_unknown", "renamed", "unveiled", "veiled", "worded"]

T = TypeVar("T", bound=msgspec.Struct)
_BETWEEN = re.compile(r"([ +>])")  # what stands between the words of an order
_HANDLE = re.compile(rb"\bb[0-9]+\b")  # a handle anywhere in an order as JSON


def worded(number: int) -> str:
    """How a handle is written, by its number from 0 on; no piece has an id like that."""
    return _WORDED[number]


_WORDED: Final = tuple(f"b{number + 1}" for number in range(256))


class Deal(Action, frozen=True, gc=False):
    """Handles dealt to the pieces of a game, in the order of the counter sheet; nobody sees this answer."""

    order: tuple[int, ...] = ()


class Handles(dict[str, str]):
    """The handle of each piece by its id, and the other way round; what a book with hidden pieces gives."""

    @functools.cached_property
    def ids(self) -> dict[str, str]:
        """The id of each piece by its handle."""
        return {handle: name for name, handle in self.items()}


NO_HANDLES: Final = Handles()
"""Those of a book whose pieces are never hidden."""


def renamed(thing: T, names: Mapping[str, str]) -> T:
    """The same order, fact or refusal with other names for some pieces, wherever they stand in it.

    Parameters
    ----------
    thing : Struct
    names : mapping
        Old name to new name.
    """
    if not names:
        return thing
    changed = {}
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        other = _renamed(value, names)
        if other is not value:
            changed[field] = other
    return msgspec.structs.replace(thing, **changed) if changed else thing


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value) or (_reworded(value, names) if " " in value or ">" in value or "+" in value else value)
    if isinstance(value, tuple):
        items = tuple([_renamed(item, names) for item in value])
        return value if all(map(operator.is_, items, value)) else items
    if isinstance(value, dict) and any(_renamed(item, names) is not item for item in value.values()):
        return {key: _renamed(item, names) for key, item in value.items()}
    if isinstance(value, msgspec.Struct):
        return renamed(value, names)
    return value


def _reworded(text: str, names: Mapping[str, str]) -> str:
    """A text with other names for the pieces that are words of it, such as a written order; itself without any."""
    words = _BETWEEN.split(text)
    return "".join(names.get(word, word) for word in words) if names.keys() & set(words) else text


def of_unknown(book: Any, state: Any, seat: str) -> dict[str, str]:
    """The handles of the pieces that a seat does not know, by their id."""
    return {name: handle for name, handle in book.handles(state).items() if not book.knows(state, seat, name)}


def veiled(book: Any, state: Any, seat: str, thing: T) -> T:
    """What a seat may read of an order, a fact or a refusal.

    Parameters
    ----------
    book : Rulebook
    state : object
        The state that says what the seat knows: for a fact, the one it led to.
    seat : str
        A seat, or ``"umpire"``.
    thing : Struct
    """
    return renamed(thing, of_unknown(book, state, seat)) if book.info.hidden else thing


def unveiled(book: Any, state: Any, action: T) -> T:
    """An order with ids for the handles in it; most have none, and then nothing is looked up."""
    if not book.info.hidden or not _HANDLE.search(msgspec.json.encode(action)):
        return action
    return renamed(action, book.handles(state).ids)
