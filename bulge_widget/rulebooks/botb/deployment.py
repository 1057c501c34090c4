"""4.0 Setting up: the Allied units stand where they are told, the German side chooses within its areas.

A unit may be placed only where all the others still find room (4.6); the areas of 47 and 48 overlap.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bulge_widget.core.decision import Action, Decision, Options, Refusal
from bulge_widget.core.event import Event, Placed
from bulge_widget.rulebooks.botb.components import GERMAN, Components
from bulge_widget.rulebooks.botb.state import WAITING, State, Step, place, pop, tread
from bulge_widget.rulebooks.botb.zones import LIMIT, corps_of, mixes_corps, units_at

__all__ = ["ACTIONS", "STEPS", "Deploy", "Deploying", "deployed_units", "ground_of"]


class Deploying(Step, frozen=True, gc=False):
    """4.6 The German side places its units."""


class Deploy(Action, frozen=True, gc=False):
    """Place a unit in a hex of its area."""

    unit: str
    hex: str


STEPS = (Deploying,)
ACTIONS = (Deploy,)


def letter_of(parts: Components, scenario: str, unit: int) -> str:
    """48.4.1 The letter a unit is set up by in a scenario; blank for none."""
    name = parts.unit_ids[unit]
    extra = next(
        (r.letter for r in parts.unit_changes if (r.scenario, r.unit, r.effect) == (scenario, name, "extra")), ""
    )
    return extra or parts.letter[unit]


@functools.lru_cache(maxsize=1024)
def ground_of(parts: Components, scenario: str, unit: int) -> tuple[int, ...]:
    """4.6, 47.3, 48.3, 48.4.1 The hexes a unit may be set up in; none for one that comes later."""
    letter = letter_of(parts, scenario, unit)
    if letter and parts.letter[unit] != letter:
        return parts.areas[letter]
    found: set[int] = set()
    for row in parts.deploy:
        if row.scenario == scenario and row.letter == letter:
            found |= {h for area in row.areas.split() for h in parts.areas[area]}
            found |= {parts.hex(h) for h in row.spaces.split()}
    return tuple(sorted(found))


@functools.lru_cache(maxsize=16)
def deployed_units(parts: Components, scenario: str) -> tuple[int, ...]:
    """4.6 The German units that begin on the map."""
    return tuple(u for u in parts.roster[GERMAN] if parts.combat[u] and ground_of(parts, scenario, u))


def left(parts: Components, state: State) -> tuple[int, ...]:
    """4.6 The German units still to be placed."""
    return _left(parts, state.scenario, state.at)


@functools.lru_cache(maxsize=16)
def _left(parts: Components, scenario: str, at: bytes) -> tuple[int, ...]:
    """4.6 The same for where units are: it is asked for each hex that any of them might take."""
    return tuple(u for u in deployed_units(parts, scenario) if at[u] == WAITING)


def has_room(parts: Components, state: State, unit: int, where: int) -> bool:
    """4.6, 10.1 Whether all others still find a place when a unit takes one in a hex."""
    if state.counts[GERMAN][where] >= LIMIT:
        return False
    if state.choices.corps_integrity:
        return _corps_fit(parts, place(parts, state, unit, where))
    area = ground_of(parts, state.scenario, unit)
    full = _full_unions(parts, state.scenario, state.counts[GERMAN], left(parts, state))
    return all(area in areas or where not in hexes for areas, hexes in full)


@functools.lru_cache(maxsize=256)
def _full_unions(
    parts: Components, scenario: str, counts: bytes, units: tuple[int, ...]
) -> tuple[tuple[frozenset[tuple[int, ...]], frozenset[int]], ...]:
    """The unions of areas with no room but for those who must be set up in them; no other may take a place there."""
    wants = Counter(ground_of(parts, scenario, unit) for unit in units)
    return tuple((areas, hexes) for areas, hexes, spare in _unions(wants, counts) if spare <= 0)


def _unions(
    wants: Counter[tuple[int, ...]], counts: bytes
) -> Iterator[tuple[frozenset[tuple[int, ...]], frozenset[int], int]]:
    """Every union of areas, its hexes, and the places it has beyond those its own units need."""
    for areas, hexes in _joined(tuple(wants)):
        there = sum(map(counts.__getitem__, hexes))
        yield areas, hexes, LIMIT * len(hexes) - there - sum(map(wants.__getitem__, areas))


@functools.lru_cache(maxsize=64)
def _joined(areas: tuple[tuple[int, ...], ...]) -> tuple[tuple[frozenset[tuple[int, ...]], frozenset[int]], ...]:
    """Every union of some areas, with its hexes."""
    some = (chosen for count in range(1, len(areas) + 1) for chosen in itertools.combinations(areas, count))
    return tuple((frozenset(chosen), frozenset(itertools.chain(*chosen))) for chosen in some)


def _corps_fit(parts: Components, state: State) -> bool:
    """R1 Whether the units still to be set up find room where each hex is of one corps."""
    units, counts = left(parts, state), state.counts[GERMAN]
    placed = ((state.at[u], corps_of(parts, state.scenario, u)) for u in parts.roster[GERMAN])
    owner = {where: corps for where, corps in placed if corps}
    wants = Counter((corps_of(parts, state.scenario, u), ground_of(parts, state.scenario, u)) for u in units)
    seekers: dict[int, set[str]] = {}
    for corps, area in wants:
        for h in area:
            seekers.setdefault(h, set()).add(corps)
    shared = [h for h, corps in seekers.items() if len(corps - {""}) > 1 and not owner.get(h)]
    return any(
        _fits(wants, counts, owner | dict(zip(shared, given, strict=True)))
        for given in itertools.product(*(sorted(seekers[h] - {""}) for h in shared))
    )


def _fits(wants: Counter[tuple[str, tuple[int, ...]]], counts: bytes, owner: Mapping[int, str]) -> bool:
    """Whether everybody finds room in the hexes of his area that no other corps has."""
    own: Counter[tuple[int, ...]] = Counter()
    for (corps, area), count in wants.items():
        own[tuple(h for h in area if not corps or owner.get(h, "") in {"", corps})] += count
    return all(spare >= 0 for _, _, spare in _unions(own, counts))


def deploy_refusal(parts: Components, state: State, action: Deploy) -> Refusal | None:
    """4.6 Why a unit may not be placed so."""
    unit, where = parts.unit_index.get(action.unit), parts.hex_index.get(action.hex)
    facts: dict[str, str | int] = {"unit": action.unit, "hex": action.hex}
    if unit is None or unit not in left(parts, state):
        return Refusal("not_to_deploy", "4.6", facts)
    if where is None or where not in ground_of(parts, state.scenario, unit):
        return Refusal("outside_area", "4.6", facts)
    if mixes_corps(parts, state, unit, units_at(parts, state, where, GERMAN)):
        return Refusal("mixed_corps", "47.6", facts)
    return None if has_room(parts, state, unit, where) else Refusal("no_room", "10.1", facts)


def why_not(parts: Components, state: State, step: Deploying, action: Action) -> Refusal | None:
    """4.6 The rule that forbids an order."""
    del step
    if isinstance(action, Deploy):
        return deploy_refusal(parts, state, action)
    return Refusal("not_asked", "4.6", {"wanted": "where a unit is set up"})


def decision(parts: Components, state: State, step: Deploying) -> Decision:
    """4.6 Ask for the next unit."""
    del step
    names = [parts.unit_ids[u] for u in left(parts, state)]

    def make(key: str | None) -> Sequence[Action]:
        unit = parts.unit_index[key or ""]
        found = (Deploy(parts.unit_ids[unit], parts.hex_ids[h]) for h in ground_of(parts, state.scenario, unit))
        return [d for d in found if deploy_refusal(parts, state, d) is None]

    return Decision("german", "4.6", "Set up the German units", Options(names, make))


def candidates(parts: Components, state: State, step: Deploying) -> Iterator[Action]:
    """For tests: every German unit in every area."""
    del state, step
    hexes = {h for area in parts.areas.values() for h in area} | {parts.hex("a1")}
    hexes |= {parts.hex(h) for row in parts.deploy for h in row.spaces.split()}
    yield from (Deploy(parts.unit_ids[u], parts.hex_ids[h]) for u in parts.roster[GERMAN] for h in sorted(hexes))


def resolve(parts: Components, state: State, step: Deploying) -> tuple[State, tuple[Event, ...]] | None:
    """4.6 The game begins when all stand."""
    del step
    return None if left(parts, state) else (pop(state), ())


def apply(parts: Components, state: State, step: Deploying, action: Action) -> tuple[State, tuple[Event, ...]]:
    """4.6 Place a unit."""
    del step
    assert isinstance(action, Deploy)  # noqa: S101
    where = parts.hex_index[action.hex]
    state = tread(parts, place(parts, state, parts.unit_index[action.unit], where), GERMAN, [where])
    return state, (Placed("4.6", action.unit, action.hex, "setup"),)
