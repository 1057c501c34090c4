"""Reading a situation from plain data, and finding what is named in it: the same in every book but for its fields."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from bulge_widget.errors import EditError, Problem, UnknownNameError, shown

__all__ = ["find_phase", "find_side", "find_turn", "find_unit", "read"]

P = TypeVar("P")
S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=msgspec.Struct)


class _Parts(Protocol):
    """What the names of a book are looked up in."""

    unit_ids: tuple[str, ...]
    unit_index: dict[str, int]


def find_unit(parts: _Parts, name: str) -> int:
    """The index of a unit; UnknownNameError tells the nearest names."""
    if name not in parts.unit_index:
        raise UnknownNameError("unit", name, parts.unit_ids)
    return parts.unit_index[name]


def find_side(sides: Sequence[str], name: str) -> int:
    """The index of a side; UnknownNameError tells which there are."""
    if name not in sides:
        raise UnknownNameError("side", name, sides)
    return sides.index(name)


def find_phase(phases: Sequence[tuple[str, str]], phase: str, seat: str) -> int:
    """The index of the phase of a side; UnknownNameError tells the nearest."""
    if (phase, seat) not in phases:
        raise UnknownNameError("phase", f"{phase} of {seat}", [f"{p} of {s}" for p, s in phases])
    return phases.index((phase, seat))


def find_turn(turn: int, last: int) -> int:
    """A turn, if it is on the track; EditError tells how far that goes."""
    if not 1 <= turn <= last:
        raise EditError(f"turn {turn} is not on the track: 1 to {last}")
    return turn


def _told(data: Mapping[str, Any], kind: type[msgspec.Struct], error: Exception) -> str:
    """What is wrong with data, in the entry where it is, and what an entry or a position is made of."""
    for field in msgspec.structs.fields(kind):
        entries = data.get(field.name)
        if typing.get_origin(field.type) is dict and isinstance(entries, Mapping):
            form = typing.get_args(field.type)[1]
            for name, entry in entries.items():
                try:
                    msgspec.convert(entry, form)
                except msgspec.ValidationError as inner:
                    return f"{field.name} {shown(name)}: {inner}{_made_of(form)}"
    return f"{error}{_made_of(kind)}"


def _made_of(form: Any) -> str:
    struct = isinstance(form, type) and issubclass(form, msgspec.Struct)
    return f" (it has {', '.join(form.__struct_fields__)})" if struct else ""


def read(  # noqa: PLR0913  what is read, and the four things a book knows about it
    parts: P,
    data: Mapping[str, Any],
    kind: type[T],
    build: Callable[[P, T], S],
    begin: Callable[[P, S], S],
    wrong: Callable[[P, S], Sequence[Problem]],
) -> S:
    """Build a state from plain data.

    Parameters
    ----------
    parts : object
        Map, counters and charts of the book; the functions are called with them first.
    data : mapping
        A whole or partial situation.
    kind : type
        Its fields; one is ``stack``, the open questions, None where the phase begins anew.
    build : callable
        Gives the state without open questions.
    begin : callable
        Opens the first question of the phase the state is in.
    wrong : callable
        Lists what is wrong with a state.

    Raises
    ------
    EditError
        If the data do not read as a position, or something is wrong with the state; says which.
    """
    try:
        position = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise EditError(f"not a position of this game: {_told(data, kind, error)}") from None
    state, stack = build(parts, position), getattr(position, "stack", None)
    state = begin(parts, state) if stack is None else msgspec.structs.replace(state, stack=tuple(stack))
    problems = wrong(parts, state)
    if problems:
        raise EditError("not a possible position: " + "; ".join(map(str, problems)))
    return state
