"""The written form of an order: ``move ge-1ss hallschlag>losheim-gap road``.

The first word names the kind of action, then its fields follow in order. Several values in one field are
joined by ``>`` where they are a path and by ``+`` elsewhere; fields left at their default at the end are
left out. What :func:`write` gives, :func:`read` takes.
"""

from __future__ import annotations

import difflib
import functools
import re
import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from bulge_widget.errors import NotationError, shown

__all__ = ["read", "tag", "write"]

_EMPTY = "-"  # an empty field in the middle of an order
_AROUND = re.compile(r"\s*([>+])\s*")


@functools.cache
def tag(class_name: str) -> str:
    """The word an action class goes by: ``TakeHit`` is ``take-hit``.

    Examples
    --------
    >>> tag("TakeHit")
    'take-hit'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", class_name.rpartition(".")[2]).lower()


@functools.cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any, Any], ...]:
    """Name, type and default of each field of an action class."""
    hints = typing.get_type_hints(kind)
    info = msgspec.structs.fields(kind)
    return tuple((field.name, hints[field.name], field.default) for field in info)


def _joiner(name: str) -> str:
    return ">" if name == "path" else "+"


def write(action: msgspec.Struct) -> str:
    """An action as one line of text."""
    words = [tag(type(action).__name__)]
    fields = list(_fields(type(action)))
    while fields and fields[-1][2] is not msgspec.NODEFAULT and getattr(action, fields[-1][0]) == fields[-1][2]:
        fields.pop()
    for name, _, _ in fields:
        value = getattr(action, name)
        if isinstance(value, tuple):
            value = _joiner(name).join(map(str, value))
        words.append(str(value) or _EMPTY)
    return " ".join(words)


def read(text: str, kinds: Iterable[type[msgspec.Struct]]) -> Any:
    """The action that a line of text stands for.

    Parameters
    ----------
    text : str
        An order as :func:`write` gives it; case does not matter, nor do extra blanks, those around ``>`` and ``+``
        included.
    kinds : iterable of type
        The action classes to choose from.

    Raises
    ------
    NotationError
        If the text does not read as any of these kinds of action.
    """
    known = {tag(kind.__name__): kind for kind in kinds}
    if not isinstance(text, str):
        raise NotationError(f"{shown(text)} is no order in writing; a text is wanted")
    words = _AROUND.sub(r"\1", text.lower()).split()
    if not words or words[0] not in known:
        raise NotationError(f"cannot read the order {shown(text)}: {_no_kind(words, sorted(known))}")
    kind = known[words[0]]
    fields = _fields(kind)
    if len(words) - 1 > len(fields):
        raise NotationError(
            f"cannot read the order {shown(text)}: {_form(kind)} takes no {shown(words[len(fields) + 1])}"
            + ("; a name of several words is written with hyphens" if fields else "")
        )
    values = {field[0]: _parse(word, *field[:2]) for word, field in zip(words[1:], fields, strict=False)}
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise NotationError(f"cannot read the order {shown(text)}: {error}; the form is {_form(kind)}") from None


def _no_kind(words: list[str], known: list[str]) -> str:
    near = difflib.get_close_matches(words[0], known, cutoff=0.6) if words else []
    if near:
        return f"no order begins with {shown(words[0])}; nearest: {', '.join(near)}"
    return f"it begins with one of {', '.join(known)}"


def _parse(word: str, name: str, hint: Any) -> Any:
    if typing.get_origin(hint) is tuple:
        return () if word == _EMPTY else tuple(word.split(_joiner(name)))
    return "" if word == _EMPTY else word


def _form(kind: type[msgspec.Struct]) -> str:
    return " ".join([repr(tag(kind.__name__)), *(f"<{name}>" for name, _, _ in _fields(kind))])
