"""4.1 to 4.6 and 5.1 to 5.3 A path judged step by step, as a person may draw it.

The costs are read from the very rows that the search of all paths uses, so that the two cannot disagree.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from bulge_widget.core.decision import Part, Refusal
from bulge_widget.rulebooks.bigredone import ground
from bulge_widget.rulebooks.bigredone.components import Components
from bulge_widget.rulebooks.bigredone.ground import Rows

__all__ = ["Going", "hexes_of", "mech_steps", "path_cost", "path_refusal", "path_sum", "step_costs", "way_cost"]


class Spent(NamedTuple):
    """What was spent on a path, and how it goes on."""

    cost: int
    """Fifths of a movement point; -1 for a path that does not hang together."""
    wheels: bool
    """Whether it is mechanized up to its end."""


_BROKEN = Spent(-1, wheels=False)


class Going(NamedTuple):
    """What the enemy and the ground make of the map for a unit."""

    paid: tuple[Rows, ...]
    """For each whole point left the steps in layers: walking, mechanized, and both again past a watched hex."""
    closed: tuple[int, ...]
    """Nodes that cannot be entered (4.3, 5.3)."""
    stops: bytes
    """Nodes that end a move (4.6); the first are the hexes."""
    watch: bytes
    """9.4 Hexes in which the move would be noticed; empty for none."""
    enemy: frozenset[int]
    """Hexes with enemy units."""
    layers: int
    keep: bool
    """9.4 Whether the Meuse is closed."""
    prices: dict[tuple[int, int], int | None]
    """Steps asked for so far: what a step costs on the plain layers, None where it cannot be made."""
    ways: dict[tuple[tuple[str, ...], str, bool], Spent]
    """Paths asked for so far: ways of a search begin alike, so that each is but one step longer than another."""

    def __hash__(self) -> int:
        """By identity: each is made once, and lives as long as it is remembered."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """By identity."""
        return self is other


def _price(parts: Components, going: Going, start: int, b: int) -> int | None:
    """The cost of one step from a node of the plain layers to a hex of the same layer; None if it cannot be made."""
    step = start, b
    if step not in going.prices:
        count = len(parts.hex_ids)
        wanted = b + count if start >= count else b
        costs = [cost for node, cost in going.paid[-1][start] if node in (wanted, wanted + 2 * count)]
        going.prices[step] = costs[0] if costs else None
    return going.prices[step]


def mech_steps(parts: Components, going: Going, path: list[int], *, entering: bool = False) -> int:
    """5.2, 5.3 How many hexes a path can enter mechanized before it must walk.

    `entering` says that the first hex is itself entered, from off the map (9.1).
    """
    made, count = 1 if entering else 0, len(parts.hex_ids)
    for a, b in itertools.pairwise(path):
        if going.stops[b] or _price(parts, going, a + count, b) is None:
            break
        made += 1
    return made


def step_costs(
    parts: Components, going: Going, path: list[int], mode: str, *, entering: bool = False
) -> Iterator[int | None]:
    """4.2, 5.0, 5.1 The cost of each hex a path enters; None where a step cannot be made."""
    mech = mech_steps(parts, going, path, entering=entering) if mode == "mech" else 0
    if entering and path:
        yield ground.MECH_COST if mech else ground.ROAD_COST
    for number, (a, b) in enumerate(itertools.pairwise(path), start=1 + entering):
        yield _price(parts, going, a + len(parts.hex_ids) if number <= mech else a, b)


def hexes_of(parts: Components, path: tuple[str, ...]) -> list[int]:
    """4.0 The hexes of a path that hangs together; none of any other."""
    index, near = parts.hex_index, parts.near
    hexes = [index[h] for h in path if h in index]
    whole = len(hexes) == len(path) and all(b in near[a] for a, b in itertools.pairwise(hexes))
    return hexes if whole else []


def path_cost(parts: Components, going: Going, path: list[int], mode: str, *, entering: bool = False) -> int:
    """4.1 What a path of possible steps costs, in fifths."""
    return sum(cost or 0 for cost in step_costs(parts, going, path, mode, entering=entering))


def way_cost(parts: Components, going: Going, path: tuple[str, ...], mode: str, *, entering: bool = False) -> int:
    """4.1 The same for a path by name; 0 for one that does not hang together. For boards that show thousands."""
    return max(0, _spent(parts, going, path, mode, entering=entering).cost)


def _spent(parts: Components, going: Going, path: tuple[str, ...], mode: str, *, entering: bool) -> Spent:
    key = path, mode, entering
    found = going.ways.get(key)
    if found is None:
        found = going.ways[key] = _one_further(parts, going, path, mode, entering=entering)
    return found


def _one_further(parts: Components, going: Going, path: tuple[str, ...], mode: str, *, entering: bool) -> Spent:
    """5.2 A path as its last step after all the others."""
    wheels = mode == "mech"
    if not path or path[-1] not in parts.hex_index:
        return _BROKEN
    if len(path) == 1:
        return Spent((ground.MECH_COST if wheels else ground.ROAD_COST) if entering else 0, wheels)
    before = _spent(parts, going, path[:-1], mode, entering=entering)
    if before.cost < 0:
        return _BROKEN
    a, b = parts.hex_index[path[-2]], parts.hex_index[path[-1]]
    if b not in parts.near[a]:
        return _BROKEN
    on = None if not before.wheels or going.stops[b] else _price(parts, going, a + len(parts.hex_ids), b)
    step = _price(parts, going, a, b) if on is None else on
    return Spent(before.cost + (step or 0), on is not None)


def path_refusal(  # noqa: PLR0913  a path and all that may stand in its way
    parts: Components,
    going: Going,
    anchor: int,
    path: tuple[str, ...],
    mode: str,
    points: int,
    *,
    entering: bool = False,
) -> Refusal | None:
    """4.1, 4.3, 4.6, 5.3, 9.4, R8 The first thing that stops a path."""
    unknown = next((h for h in path if h not in parts.hex_index), None)
    if unknown is not None:
        return Refusal("unknown_hex", "2.1", {"hex": unknown})
    hexes = [parts.hex_index[h] for h in path]
    for number, (a, b) in enumerate(itertools.pairwise(hexes), start=1):
        wrong = _step_refusal(parts, going, anchor, a, b)
        if wrong is not None:
            return wrong
        if going.stops[b] and number < len(hexes) - 1:
            return Refusal("stops_in_zone", "4.6", {"hex": path[number]})
    if mode == "mech" and len(hexes) > 1 and not mech_steps(parts, going, hexes, entering=entering):
        return Refusal("mech_blocked", "5.3", {"from": path[0], "to": path[1]})
    spent = path_cost(parts, going, hexes, mode, entering=entering)
    if spent > points:
        return Refusal("too_far", "4.1", {"cost": ground.written(spent), "limit": ground.written(points)})
    return None


def _step_refusal(parts: Components, going: Going, anchor: int, a: int, b: int) -> Refusal | None:
    facts: dict[str, str | int] = {"from": parts.hex_ids[a], "to": parts.hex_ids[b]}
    if b not in parts.near[a]:
        return Refusal("not_adjacent", "4.0", facts)
    if b in going.enemy:
        return Refusal("enemy_there", "4.3", {"hex": parts.hex_ids[b]})
    if going.keep and b in parts.meuse[a]:
        return Refusal("british_meuse", "9.4", facts)
    if anchor >= 0 and b in parts.beyond_5[anchor]:
        return Refusal("british_too_far", "9.4", {"hex": parts.hex_ids[b], "from": parts.hex_ids[anchor]})
    return None


def path_sum(parts: Components, going: Going, path: tuple[str, ...], mode: str) -> tuple[Part, ...]:
    """4.2, 5.0 The cost of each hex of a path that can be gone, by its name."""
    hexes = hexes_of(parts, path)
    if not hexes:
        return ()
    costs = step_costs(parts, going, hexes, mode)
    return tuple(
        Part(parts.hex_name(h), cost or 0, "5.0" if cost in {1, 5} else "4.2")
        for h, cost in zip(path[1:], costs, strict=True)
    )
