"""What one cell of a table may hold, taken from the annotation of its field."""

from __future__ import annotations

import datetime as dt
import re
import types
import typing
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, Union

import msgspec

__all__ = ["Column", "columns_of", "eaten_zero"]

_WHOLE = re.compile(r"[+-]?\d+")
_DECIMAL = re.compile(r"[+-]?\d+(\.\d+)?")


class Column:
    """One column: how its text becomes a value and what is valid there.

    Parameters
    ----------
    name : str
        The heading.
    annotation : type
        Of the field; ``Annotated[..., Meta(...)]`` adds limits and patterns.
    default : object
        The value of a blank cell; ``msgspec.NODEFAULT`` where the cell must be filled.
    """

    def __init__(self, name: str, annotation: Any, default: Any) -> None:
        self.name = name
        self.required = default is msgspec.NODEFAULT
        self._annotation = annotation
        self._default = default
        self._bare, self._optional, self._pattern, self._limited = _strip(annotation)
        self._parse, self._valid = _parser(self._bare)

    def read(self, text: str) -> Any:
        """Return the value of a cell; ValueError says in words why it is none."""
        if not text:
            return self._blank()
        value = self._parse(text)
        if self._limited:
            self._check(value)
        return value

    def hint(self, text: str) -> str:
        """Return what would be right in this column, guessing at what a spreadsheet has done to the cell."""
        if self._pattern:
            pattern = self._pattern
            eaten = eaten_zero(text.strip(), lambda meant: re.search(pattern, meant) is not None)
            if eaten:
                return eaten
        return f"valid: {self._valid}" if self._valid else ""

    def _blank(self) -> Any:
        if self.required:
            if self._optional:
                return None
            if self._bare is bool:
                return False
            raise ValueError("may not stay blank")
        return self._default

    def _check(self, value: Any) -> None:
        try:
            msgspec.convert(value, self._annotation)
        except msgspec.ValidationError as error:
            text = str(error).split(" - at ")[0]
            raise ValueError(f"is not valid: {text[0].lower()}{text[1:]}") from None


def eaten_zero(text: str, is_valid: Callable[[str], bool]) -> str:
    """Return a hint where digits would be valid with zeros before them, blank where not."""
    if text.isdigit():
        for width in range(len(text) + 1, 7):
            meant = text.zfill(width)
            if is_valid(meant):
                return f"a spreadsheet has eaten a leading zero: {meant!r} was meant; keep ids as text"
    return ""


@lru_cache(maxsize=64)
def columns_of(row: type[msgspec.Struct]) -> dict[str, Column]:
    """Return the columns of a row struct by name, in order."""
    hints = typing.get_type_hints(row, include_extras=True)
    found = {}
    for field in msgspec.structs.fields(row):
        default = field.default
        if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        found[field.encode_name] = Column(field.encode_name, hints[field.name], default)
    return found


def _strip(annotation: Any) -> tuple[Any, bool, str, bool]:
    """Take off ``Annotated``, ``| None`` and NewType: bare type, optional, pattern, has limits."""
    optional, pattern, limited = False, "", False
    while True:
        origin = typing.get_origin(annotation)
        if origin is typing.Annotated:
            for meta in annotation.__metadata__:
                limited = True
                pattern = getattr(meta, "pattern", None) or pattern
            annotation = annotation.__origin__
        elif origin in (Union, types.UnionType):
            optional = True
            annotation = next(a for a in typing.get_args(annotation) if a is not type(None))
        elif hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        else:
            return annotation, optional, pattern, limited


def _parser(bare: Any) -> tuple[Callable[[str], Any], str]:
    origin = typing.get_origin(bare)
    if origin is tuple:
        item = Column("", typing.get_args(bare)[0], msgspec.NODEFAULT)
        return lambda text: tuple(item.read(part) for part in text.split()), "a list separated by blanks"
    if origin is Literal:
        return _choice(tuple(map(str, typing.get_args(bare))))
    if bare in _PARSERS:
        return _PARSERS[bare]
    raise TypeError(f"a table cannot hold cells of type {bare!r}")


def _choice(names: tuple[str, ...]) -> tuple[Callable[[str], str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError("is not one of the words of this column")
        return text

    return read, ", ".join(name or "(blank)" for name in names)


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("is neither yes nor no")
    return text == "yes"


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError("is not a whole number")
    return int(text)


def _decimal(text: str) -> float:
    if not _DECIMAL.fullmatch(text):
        raise ValueError("is not a number with a decimal point")
    return float(text)


def _date(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ValueError("is not a date") from None


_PARSERS: dict[Any, tuple[Callable[[str], Any], str]] = {
    str: (str, ""),
    bool: (_yes_no, "yes, no"),
    int: (_whole, "a whole number such as 7"),
    float: (_decimal, "a number such as 6.25"),
    dt.date: (_date, "a date such as 1944-12-16"),
}
