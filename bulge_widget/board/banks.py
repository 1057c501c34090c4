"""Rivers that run in hexes: their banks, and which banks a hexside joins.

A river passes through some sides of a hex and leaves arcs of the others: those are the banks, numbered
clockwise from the first river side. One river side makes one bank (a headwater), two make two, three make
three (a confluence).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

__all__ = ["NO_BANKS", "Banks", "bank_at", "banks_of", "joined_banks"]

Banks = tuple[tuple[str, ...], ...]
"""For each bank the hexsides on it, clockwise."""

NO_BANKS: tuple[tuple[int, int], ...] = ((0, 0),)
"""What a border joins where neither space has a river in it."""


def banks_of(directions: Sequence[str], river_sides: Collection[str]) -> Banks:
    """Return the banks of a hex whose river passes through some sides; empty where there is none."""
    if not river_sides:
        return ()
    arcs: list[tuple[str, ...]] = []
    for start, side in enumerate(directions):
        if side in river_sides:
            arc = _run(directions, start + 1, river_sides)
            if arc:
                arcs.append(arc)
    return tuple(arcs)


def _run(directions: Sequence[str], start: int, river_sides: Collection[str]) -> tuple[str, ...]:
    found = []
    for i in range(start, start + len(directions)):
        side = directions[i % len(directions)]
        if side in river_sides:
            break
        found.append(side)
    return tuple(found)


def bank_at(banks: Banks, side: str) -> int | None:
    """Return the bank a hexside lies on: 0 in a hex without river, None on the river's own side."""
    if not banks:
        return 0
    return next((i for i, arc in enumerate(banks) if side in arc), None)


def joined_banks(directions: Sequence[str], side: str, here: Banks, there: Banks) -> tuple[tuple[int, int], ...]:
    """Return the pairs (bank here, bank there) that a border joins.

    On a plain hexside that is one pair. Where the river itself passes through, each bank goes on along its
    own shore: the bank clockwise of the side meets the bank anticlockwise of it in the next hex. Where the
    next hex has no river (a town erases it, or it rises or ends there), every bank is joined to it.
    """
    if not here and not there:
        return NO_BANKS
    i = directions.index(side)
    back = directions[(i + 3) % 6]
    mine, theirs = bank_at(here, side), bank_at(there, back)
    if mine is not None and theirs is not None:
        return ((mine, theirs),)
    if not here or not there:
        return tuple((a, b) for a in range(max(1, len(here))) for b in range(max(1, len(there))))
    pairs = {
        (bank_at(here, directions[(i + turn) % 6]), bank_at(there, directions[(i + 3 - turn) % 6])) for turn in (1, -1)
    }
    return tuple(sorted((a, b) for a, b in pairs if a is not None and b is not None))
