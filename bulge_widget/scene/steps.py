"""What a way has cost at each of its steps, told in few words: mostly what it costs to stop there, known anyhow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

__all__ = ["odd_steps", "steps_of"]

Row = dict[str, Any]
Odd = tuple[int, int, int]
"""The number of an option, the place of a step in its path, the place of the cost among the words."""


def odd_steps(options: Sequence[Row], place_of: Callable[[str], int]) -> tuple[Odd, ...]:
    """Return the steps that cost something else than to stop there by the first option that does, or where none does.

    Parameters
    ----------
    options : sequence of dict
        Each with its `path`, its `cost` and what it has cost at the `steps` between the ends.
    place_of : callable
        Gives the place of a cost among the words that are sent.
    """
    usual = _usual([option["path"] for option in options], [option["cost"] for option in options])
    return tuple(
        (number, place, place_of(cost))
        for number, option in enumerate(options)
        for place, cost in enumerate(option.get("steps", ()), start=1)
        if usual.get(tuple(option["path"][: place + 1])) != cost
    )


def steps_of(
    paths: Sequence[Sequence[int]], costs: Sequence[str], odd: Sequence[Sequence[int]], words: Sequence[str]
) -> Iterator[list[str]]:
    """Yield what each way has cost at the steps between its ends, as the browser reads it."""
    usual = _usual(paths, costs)
    told = {(number, place): words[word] for number, place, word in odd}
    for number, path in enumerate(paths):
        places = range(1, len(path) - 1)
        yield [told.get((number, place), usual.get(tuple(path[: place + 1]), "")) for place in places]


def _usual(paths: Sequence[Sequence[int]], costs: Sequence[str]) -> dict[tuple[int, ...], str]:
    """Return what each way costs by the first option that goes it."""
    found: dict[tuple[int, ...], str] = {}
    for path, cost in zip(paths, costs, strict=True):
        found.setdefault(tuple(path), cost)
    return found
