"""Changing a position by hand: the changes as data, and the draft that collects them.

An edit is an answer like any other: recorded, undone, saved and replayed. It opens only between two orders.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeAlias

import msgspec

from bulge_widget.core import notation
from bulge_widget.core.decision import Action
from bulge_widget.core.event import Edited, Event
from bulge_widget.core.plain import whole
from bulge_widget.errors import EditError, shown

__all__ = [
    "Change",
    "Draft",
    "Edit",
    "SetControl",
    "SetMarker",
    "SetPhase",
    "SetPlace",
    "SetStrength",
    "SetTurn",
    "carried_out",
]


class _Change(msgspec.Struct, frozen=True, tag_field="set", tag=notation.tag):
    """One change."""


class SetPlace(_Change, frozen=True):
    """Put a piece on a space; an empty `at` takes it out of the game."""

    piece: str
    at: str


class SetStrength(_Change, frozen=True):
    """Give a piece so many steps."""

    piece: str
    steps: int


class SetControl(_Change, frozen=True):
    """Give a space to a side."""

    space: str
    side: str


class SetMarker(_Change, frozen=True):
    """Put a marker on a space or a piece, or take it away."""

    kind: str
    at: str
    on: bool = True


class SetTurn(_Change, frozen=True):
    """Go to a turn."""

    turn: int


class SetPhase(_Change, frozen=True):
    """Go to the beginning of a phase, named as in ``game.phase`` with its seat."""

    phase: str
    seat: str


Change: TypeAlias = SetPlace | SetStrength | SetControl | SetMarker | SetTurn | SetPhase


class Edit(Action, frozen=True):
    """All the changes made in one draft."""

    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return "edit " + "; ".join(_text(change) for change in self.changes)


def _text(change: Change) -> str:
    if isinstance(change, SetPlace) and not change.at:
        return f"remove {change.piece}"
    words = [notation.tag(type(change).__name__).removeprefix("set-")]
    words += [str(getattr(change, name)) for name in change.__struct_fields__]
    return " ".join(word for word in words if word)


def _whole(what: str, number: object) -> int:
    """A number that a rule book can compare and a save can hold; people type others."""
    given = whole(number)
    if given is None:
        raise EditError(f"{what} {shown(number)} is not a whole number")
    return given


def _name(what: str, name: object) -> str:
    """A name that a rule book can look up and a save can hold; case does not matter, as in an order."""
    if not isinstance(name, str):
        raise EditError(f"{what} {shown(name)} is not a name; an id is wanted, as text")
    return str(name).strip().lower()


class Draft:
    """A position under revision; leaving the ``with`` block plays the edit, an exception drops it.

    Parameters
    ----------
    finish : callable
        Called with the :class:`Edit` when the block ends well; raises if the result would be wrong.
    """

    def __init__(self, finish: Callable[[Edit], object]) -> None:
        self._finish = finish
        self._changes: list[Change] | None = None
        """None outside the block: nothing would play what is written there."""

    def _note(self, change: Change) -> None:
        if self._changes is None:
            raise EditError(
                "a draft is written in a block: with game.edit() as draft: draft.place(…); nothing was noted"
            )
        self._changes.append(change)

    def place(self, piece: str, at: str) -> None:
        """Put a piece on a space; :meth:`remove` takes it off."""
        if not str(at):
            raise EditError(f"{piece}: no space is named to put it on; remove() takes a piece out of the game")
        self._note(SetPlace(_name("unit", piece), str(at)))

    def remove(self, piece: str) -> None:
        """Take a piece out of the game."""
        self._note(SetPlace(_name("unit", piece), ""))

    def strength(self, piece: str, steps: int) -> None:
        """Give a piece so many steps."""
        self._note(SetStrength(_name("unit", piece), _whole("steps", steps)))

    def control(self, space: str, side: str) -> None:
        """Give a space to a side."""
        self._note(SetControl(str(space), _name("side", side)))

    def marker(self, kind: str, at: str, on: bool = True) -> None:
        """Put a marker somewhere, or take it away."""
        if not isinstance(on, bool):
            raise EditError(f"on={shown(on)}; True lays the marker, False takes it away")
        self._note(SetMarker(_name("marker", kind), str(at), on))

    def turn(self, turn: int) -> None:
        """Go to a turn."""
        self._note(SetTurn(_whole("turn", turn)))

    def phase(self, phase: str, seat: str) -> None:
        """Go to the beginning of a phase."""
        self._note(SetPhase(_name("phase", phase), _name("side", seat)))

    def __enter__(self) -> Self:
        self._changes = []
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        changes, self._changes = tuple(self._changes or ()), None  # a draft used again begins anew
        if kind is None and changes:
            self._finish(Edit(changes))


def carried_out(book: Any, state: Any, edit: Edit) -> tuple[Any, tuple[Event, ...]]:
    """Make the changes of an edit and run the steps nobody answers; the invariants are not checked here.

    Parameters
    ----------
    book : Rulebook
    state : object
        A state of that book, between two orders.
    edit : Edit
    """
    for change in edit.changes:
        state = book.edit(state, change)
    state, events = book.settle(state)
    return state, (Edited("", str(edit).removeprefix("edit ")), *events)
