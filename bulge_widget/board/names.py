"""Looking a thing up by what a person types: id, number or name, in any case, umlauts or not."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

from bulge_widget.errors import UnknownNameError

__all__ = ["Names", "folded"]

_LONGEST = 60  # letters of a text that are compared with names
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def folded(text: str) -> str:
    """Return a text without case, accents, hyphens, dots and blanks.

    Examples
    --------
    >>> folded("St. Vith") == folded("st-vith")
    True
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if c.isalnum() and not unicodedata.combining(c))


class Names:
    """An index from everything a person may type to a position; ids go before numbers, numbers before names.

    Parameters
    ----------
    kind : str
        For the message: "area", "hex", "exit".
    entries : iterable of (id, number, name)
        In order; a blank name or a missing number is left out, of two equal names the first counts.
    """

    def __init__(self, kind: str, entries: Iterable[tuple[str, int | None, str]]) -> None:
        self._kind = kind
        rows = list(entries)
        self._ids = [row[0] for row in rows]
        self._called = ["" if folded(row[2]) == folded(row[0]) else row[2] for row in rows]
        self._known: dict[str, int] = {}
        for column in (self._by_id, self._by_number, self._by_name):
            for at, row in enumerate(rows):
                for key in column(*row):
                    self._known.setdefault(key, at)

    def find(self, text: str | int) -> int:
        """Return the position of what is meant.

        Raises
        ------
        UnknownNameError
            With the nearest ids.
        """
        key = folded(str(text))
        found = self._known.get(key)
        if found is None and key.isdigit():
            found = self._known.get(key.zfill(len(self._ids[0]) if self._ids else 0))
        if found is None:
            raise UnknownNameError(self._kind, text, self._ids, self._near(key))
        return found

    def _near(self, key: str) -> dict[str, str]:
        """Return the ids whose folded names begin like the text, or else are most like it, with their names."""
        at = sorted({i for known, i in self._known.items() if len(key) > 2 and known.startswith(key)})
        alike = difflib.get_close_matches(key[:_LONGEST], self._known, n=9, cutoff=0.6)
        found = dict.fromkeys(at or (self._known[known] for known in alike))
        return {self._ids[i]: self._called[i] for i in list(found)[:3]}

    @staticmethod
    def _by_id(key: str, _number: int | None, _name: str) -> tuple[str, ...]:
        return (folded(key),)

    @staticmethod
    def _by_number(_key: str, number: int | None, _name: str) -> tuple[str, ...]:
        return () if number is None else (str(number),)

    @staticmethod
    def _by_name(_key: str, _number: int | None, name: str) -> tuple[str, ...]:
        keys = (folded(name), folded(name.casefold().translate(_GERMAN)))
        return tuple(key for key in keys if key)
