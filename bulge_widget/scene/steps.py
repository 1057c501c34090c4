"""What a way has cost at each of its steps, told in few words: mostly what it costs to stop there, known anyhow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["odd_steps", "steps_of"]

Row = dict[str, Any]
Kind = Sequence[int]
"""The places of a cost, of what is done, and what else there is, among the words."""
Odd = tuple[int, int, int]
"""The number of an option, the place of a step in its path, the place of the cost among the words."""
Way = tuple[int | None, tuple[int, ...]]
"""What is done on a way, None for whatever, and its spaces: in another mode of moving the same way has another cost."""


def odd_steps(options: Sequence[Row], kinds: Sequence[Kind], place_of: Callable[[str], int]) -> tuple[Odd, ...]:
    """Return the steps whose cost is not told by other options: see :func:`steps_of`.

    Parameters
    ----------
    options : sequence of dict
        Each with its `path` and what it has cost at the `steps` between the ends.
    kinds : sequence of tuple
        Of each option the places of its cost and of what it does among the words.
    place_of : callable
        Gives the place of a cost among the words that are sent.
    """
    steps = [
        (_way(option["path"], place, kind), (number, place, place_of(cost)))
        for number, (option, kind) in enumerate(zip(options, kinds, strict=True))
        for place, cost in enumerate(option.get("steps", ()), start=1)
    ]
    known = _stops([option["path"] for option in options], kinds)
    told = {way for way, (_, _, cost) in steps if _cost(known, way) != cost}
    found = []
    for way, step in steps:
        if way in told and known.get(way) != step[2]:
            found.append(step)
            known.setdefault(way, step[2])
    return tuple(found)


def steps_of(
    paths: Sequence[Sequence[int]], kinds: Sequence[Kind], odd: Sequence[Sequence[int]], words: Sequence[str]
) -> Iterator[list[str]]:
    """Yield what each way has cost at the steps between its ends, as the browser reads it.

    It is told for the step itself; or by the first option that stops there or that tells it, and does the same; or by
    the first that stops there, whatever it does.
    """
    known = _stops(paths, kinds)
    for number, place, word in odd:
        known.setdefault(_way(paths[number], place, kinds[number]), word)
    told = {(number, place): word for number, place, word in odd}
    for number, (path, kind) in enumerate(zip(paths, kinds, strict=True)):
        places = range(1, len(path) - 1)
        found = (told.get((number, place), _cost(known, _way(path, place, kind))) for place in places)
        yield ["" if word is None else words[word] for word in found]


def _stops(paths: Sequence[Sequence[int]], kinds: Sequence[Kind]) -> dict[Way, int]:
    """Return what it costs to stop, by the first option that goes a way and does the same; and that does whatever."""
    found: dict[Way, int] = {}
    for path, (cost, what, *_) in zip(paths, kinds, strict=True):
        found.setdefault((what, tuple(path)), cost)
        found.setdefault((None, tuple(path)), cost)
    return found


def _way(path: Sequence[int], place: int, kind: Kind) -> Way:
    return kind[1], tuple(path[: place + 1])


def _cost(known: Mapping[Way, int], way: Way) -> int | None:
    return known.get(way, known.get((None, way[1])))
