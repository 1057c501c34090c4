"""What can go wrong, as exceptions that say what, where, and what would have been right.

Every error of this package is a :class:`BulgeError`, which is a :class:`ValueError`, so a notebook that
knows nothing of the package can still catch it. :class:`Problem` is the same information as a value, for
checks that report everything that is wrong instead of stopping at the first fault.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

__all__ = [
    "BoardError",
    "BulgeError",
    "DiceExhaustedError",
    "EditError",
    "IllegalActionError",
    "NoTotalError",
    "NotationError",
    "Problem",
    "SaveError",
    "UnknownNameError",
    "shown",
]

_LONG = 80  # characters of what was given that an error repeats


def shown(value: object) -> str:
    """What was given, as an error repeats it: in full, or its beginning and its length.

    Examples
    --------
    >>> shown("liege")
    "'liege'"
    >>> shown("x" * 500)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (502 characters)"
    """
    text = repr(value)
    return text if len(text) <= 2 * _LONG else f"{text[:_LONG]}… ({len(text)} characters)"


class BulgeError(ValueError):
    """The family: raised only through one of its children."""


class BoardError(BulgeError):
    """A file of `maps/` is missing, damaged or contradicts another; names file, row and field."""


class EditError(BulgeError):
    """A position was edited at a moment, or into a state, that the rule book does not allow."""


class SaveError(BulgeError):
    """A saved game cannot be read (no save, damaged, of another book, from a newer version), or a file not written."""


class NotationError(BulgeError):
    """A text does not read as an order at all (an order that reads but breaks a rule is illegal instead)."""


class NoTotalError(BulgeError):
    """A total was asked of dice that have numbers of their own."""


class DiceExhaustedError(BulgeError):
    """The dictated dice ran out; raised before anything changes."""


class IllegalActionError(BulgeError):
    """An order that a rule forbids.

    Parameters
    ----------
    message : str
        The reason in plain words, with the rule number.
    refusal : object
        The :class:`~bulge_widget.core.decision.Refusal`: code, rule and facts of the case.
    near : iterable of str
        The orders possible now that are most like it, in writing.

    Attributes
    ----------
    reason : str
        The message without those orders.
    """

    def __init__(self, message: str, refusal: Any = None, near: Iterable[str] = ()) -> None:
        self.reason = message
        self.refusal = refusal
        self.near = tuple(near)
        super().__init__(message + (f" Possible now: {', '.join(map(repr, self.near))}." if self.near else ""))


class UnknownNameError(BulgeError):
    """A name that does not exist where it was looked up; the message names the nearest that do.

    Parameters
    ----------
    kind : str
        What was looked up: "area", "unit", "scenario", …
    name : object
        What was given.
    known : iterable of str
        The valid names.
    near : mapping, optional
        The nearest of them where they are known already, with what each is called.
    """

    def __init__(self, kind: str, name: object, known: Iterable[str], near: Mapping[str, str] | None = None) -> None:
        names = [str(k) for k in known]
        near = near or dict.fromkeys(difflib.get_close_matches(str(name).lower(), names, n=3, cutoff=0.5), "")
        if near:
            hint = "nearest: " + ", ".join(repr(key) + (called and f" ({called})") for key, called in near.items())
        elif len(names) <= 12:
            hint = "known: " + ", ".join(map(repr, names))
        else:
            hint = f"{len(names)} are known, such as " + ", ".join(map(repr, names[:5]))
        super().__init__(f"unknown {kind} {shown(name)}; {hint}")
        self.kind = kind
        self.name = name
        self.near = tuple(near)
        self.hint = hint


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, as a value."""

    where: str
    """File and row, or the piece or space concerned."""
    what: str
    """What is wrong there."""
    hint: str = ""
    """What would be right."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f" ({self.hint})" if self.hint else "")
