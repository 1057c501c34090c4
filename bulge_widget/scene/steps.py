"""What a way has cost at each of its steps, told in few words: mostly what it costs to stop there, known anyhow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from bulge_widget.scene.tree import Fan

__all__ = ["odd_steps", "steps_of"]

Kind = Sequence[int]
"""The places of a cost, of what is done, and what else there is, among the words."""
Odd = tuple[int, int, int]
"""The number of an option, the place of a step in its path, the place of the cost among the words."""
Stop = tuple[int | None, Any]
"""What is done on a way, None for whatever, and where it stops: in another mode the same way has another cost."""


def odd_steps(fan: Fan, kinds: Sequence[Kind], place_of: Callable[[str], int]) -> tuple[Odd, ...]:
    """Return the steps whose cost is not told by other options: see :func:`steps_of`.

    Parameters
    ----------
    fan : Fan
        The ways of a piece.
    kinds : sequence of tuple
        Of each way the places of its cost and of what it does among the words.
    place_of : callable
        Gives the place of a cost among the words that are sent.
    """
    known: dict[Stop, str] = {}
    for way, (_, what, *_) in zip(fan.ways, kinds, strict=True):
        known.setdefault((what, way.end), way.cost)
        known.setdefault((None, way.end), way.cost)
    told, torn = _unknown(fan, kinds, known)
    if not told:
        return ()
    found: list[Odd] = []
    seen: set[tuple[int, Hashable, int]] = set()
    for number, (way, (_, what, *_)) in enumerate(zip(fan.ways, kinds, strict=True)):
        odd: list[Odd] = []
        for place in fan.tree.between(way.end):
            if (what, way.sort, place) in seen and (what, way.sort) not in torn:
                break
            seen.add((what, way.sort, place))
            cost = fan.costs[way.sort, place]
            if (what, place) in told and known.get((what, place)) != cost:
                odd.append((number, fan.tree.depth[place], place_of(cost)))
                known.setdefault((what, place), cost)
        found += reversed(odd)
    return tuple(found)


def _unknown(
    fan: Fan, kinds: Sequence[Kind], known: Mapping[Stop, str]
) -> tuple[set[tuple[int, int]], set[tuple[int, Hashable]]]:
    """Return the steps whose cost stops do not tell, and what is done by several sorts of move at several costs."""
    told, torn, seen = set[tuple[int, int]](), set[tuple[int, Hashable]](), set[tuple[int, Hashable, int]]()
    first: dict[tuple[int, int], tuple[Hashable, str]] = {}
    for way, (_, what, *_) in zip(fan.ways, kinds, strict=True):
        first.setdefault((what, way.end), (way.sort, way.cost))
    for way, (_, what, *_) in zip(fan.ways, kinds, strict=True):
        for place in fan.tree.between(way.end):
            if (what, way.sort, place) in seen:
                break
            seen.add((what, way.sort, place))
            cost = fan.costs[way.sort, place]
            if known.get((what, place), known.get((None, place))) != cost:
                told.add((what, place))
            sort, before = first.setdefault((what, place), (way.sort, cost))
            if before != cost:
                torn |= {(what, sort), (what, way.sort)}
    return told, torn


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


def _stops(paths: Sequence[Sequence[int]], kinds: Sequence[Kind]) -> dict[Stop, int]:
    """Return what it costs to stop, by the first option that goes a way and does the same; and that does whatever."""
    found: dict[Stop, int] = {}
    for path, (cost, what, *_) in zip(paths, kinds, strict=True):
        found.setdefault((what, tuple(path)), cost)
        found.setdefault((None, tuple(path)), cost)
    return found


def _way(path: Sequence[int], place: int, kind: Kind) -> Stop:
    return kind[1], tuple(path[: place + 1])


def _cost(known: Mapping[Stop, int], way: Stop) -> int | None:
    return known.get(way, known.get((None, way[1])))
