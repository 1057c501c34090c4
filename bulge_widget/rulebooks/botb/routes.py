"""19.1 The search for retreat routes, on plain arguments: no units, no state.

A *node* is a hex with the banks a unit may be on there, so that armor can be held on its own side of a river.
Routes have exactly as many steps as the result says. Who has a supply route takes the fewest hexes to a town
or supply road and goes on along the road toward a source (19.1.2.1, R36); who has none, or could only run off
the board, goes anywhere (19.1.2.4, 19.1.2.5).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["Country", "Node", "retreats", "wanderings"]

Node: TypeAlias = tuple[int, int]
"""A hex, and the banks there as a bit mask."""
Route: TypeAlias = tuple[Node, ...]


class Country(NamedTuple):
    """What a retreating unit needs to know."""

    steps: Callable[[Node], Sequence[Node]]
    """19.1.3.1, 19.1.3.2 Where one legal step may lead."""
    roads: Sequence[Collection[int]]
    """The hexes joined to each hex by a road that can be followed."""
    network: Collection[int]
    """12.3 The hexes on supply roads, towns among them."""
    sources: Collection[int]
    """12.3.1, 12.3.2 Where supply roads begin."""
    full: Callable[[int], bool]
    """19.1.3.4 Whether a hex has no room left."""
    mixed: Callable[[int], bool]
    """19.1.5 Whether a unit would share a hex with another nation there."""


def wanderings(country: Country, start: Node, count: int) -> list[Route]:
    """19.1.2.4, 19.1.3.3 Every way of exactly so many steps without a hex twice."""
    return list(_walk(country.steps, (start,), count))


def _walk(steps: Callable[[Node], Sequence[Node]], so_far: Route, count: int) -> Iterator[Route]:
    if not count:
        yield so_far
        return
    passed = {node[0] for node in so_far}
    for node in steps(so_far[-1]):
        if node[0] not in passed:
            yield from _walk(steps, (*so_far, node), count - 1)


def along_road(country: Country, node: Node) -> list[Node]:
    """19.1.2.1 The legal steps along a supply road."""
    roads, network = country.roads[node[0]], country.network
    return [there for there in country.steps(node) if there[0] in roads and there[0] in network]


def leads_on(country: Country, route: Route) -> bool:
    """19.1.2.1 Whether the road goes on from the end of a route to a source, without a hex twice."""
    passed = {node[0] for node in route}
    queue = [route[-1][0]]
    for here in queue:
        if here in country.sources:
            return True
        fresh = [h for h in country.roads[here] if h in country.network and h not in passed]
        passed.update(fresh)
        queue += fresh
    return False


def approaches(country: Country, start: Node) -> list[set[Node]] | None:
    """19.1.2.1, 19.1.2.2 By step, the nodes on the shortest ways to a supply road; None where there is no way.

    One entry (the start) for a unit that stands on a supply road.
    """
    if along_road(country, start):
        return [{start}]
    before: dict[Node, set[Node]] = {start: set()}
    layers = [{start}]
    seen = {start}
    while layers[-1]:
        found: set[Node] = set()
        for here in layers[-1]:
            for there in country.steps(here):
                if there not in seen:
                    found.add(there)
                    before.setdefault(there, set()).add(here)
        seen |= found
        layers.append(found)
        goals = {node for node in found if node[0] in country.network}
        if goals:
            return _backwards(layers, before, goals)
    return None


def _backwards(layers: list[set[Node]], before: dict[Node, set[Node]], goals: set[Node]) -> list[set[Node]]:
    """Keep of each layer what lies on a way to a goal."""
    kept = [goals]
    for layer in reversed(layers[:-1]):
        kept.append({node for node in layer if any(node in before[later] for later in kept[-1])})
    return kept[::-1]


def guided(country: Country, start: Node, count: int) -> list[Route] | None:
    """19.1.2.1 to 19.1.2.3 The ways to a supply road and along it; None where no supply road can be reached."""
    layers = approaches(country, start)
    if layers is None:
        return None
    found: list[Route] = [(start,)]
    for layer in layers[1 : count + 1]:
        found = [(*way, node) for way in found for node in country.steps(way[-1]) if node in layer]
    for _ in range(count - len(layers) + 1):
        found = [(*way, node) for way in found for node in along_road(country, way[-1]) if _is_new(way, node)]
    if count < len(layers):
        return found
    return [way for way in found if leads_on(country, way)]


def _is_new(way: Route, node: Node) -> bool:
    """19.1.3.3 Whether a hex is not on the way yet."""
    return all(node[0] != passed[0] for passed in way)


def runs_off(country: Country, start: Node, count: int) -> bool:
    """19.1.2.5 Whether a way to a supply road meets a source at the edge with steps left."""
    for shorter in range(count):
        ways = guided(country, start, shorter) or []
        if any(way[-1][0] in country.sources for way in ways):
            return True
    return False


def retreats(country: Country, start: Node, count: int, *, supplied: bool) -> list[Route]:
    """19.1 Every route a unit may take; none means that it is eliminated (19.1.3.5).

    Parameters
    ----------
    country : Country
    start : Node
        Where it stands.
    count : int
        Hexes it must go, no more and no less (19.1.1).
    supplied : bool
        Whether it has a supply route now; without one it goes where it likes.
    """
    ways = guided(country, start, count) if supplied else None
    if ways is None or (not ways and runs_off(country, start, count)):
        ways = wanderings(country, start, count)
    return with_room(country, ways)


def with_room(country: Country, ways: list[Route]) -> list[Route]:
    """19.1.3.4, 19.1.5 The ways that end where there is room; where none does, the last step may go elsewhere."""
    roomy = [way for way in ways if not country.full(way[-1][0])]
    if not roomy:
        roomy = [
            (*way[:-1], node)
            for way in ways
            for node in country.steps(way[-2])
            if _is_new(way, node) and not country.full(node[0])
        ]
    unmixed = [way for way in roomy if not country.mixed(way[-1][0])]
    return list(dict.fromkeys(unmixed or roomy))
