"""19.0, 24 Victory points, sudden death, and how each scenario is judged."""

from __future__ import annotations

import functools

from bulge_widget.core.event import Ended, Event, Scored
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.view import Score
from bulge_widget.rulebooks.fab import supply, tables
from bulge_widget.rulebooks.fab.components import (
    ALLIED,
    GERMAN,
    OTHER,
    SIDES,
    Components,
    bits,
    marked,
    mask_of,
    mask_where,
)
from bulge_widget.rulebooks.fab.state import ELIMINATED, OVER, State, units_in

__all__ = ["ending", "level", "levels", "outcome", "points", "score", "wanted"]

SUDDEN = "sudden-death"
_ELIMINATED = marked(lambda area: area == ELIMINATED)


def points(parts: Components, state: State, side: int) -> tuple[tuple[str, int], ...]:
    """19.1, 19.2, R41 The points of a side, named."""
    lost = _destroyed(parts, state.at) & parts.army[OTHER[side]]
    return _named(parts, side, _earning(parts, state)[side], lost)


def _earning(parts: Components, state: State) -> tuple[int, int]:
    """19.1, R41 By side, the set of the objectives that it controls and supplies."""
    return _earned(parts, state.scenario, supply.reach(parts, state), state.german, state.airlift)


@functools.lru_cache(maxsize=8)
def _earned(parts: Components, scenario: int, reached: tuple[int, int], german: int, airlift: int) -> tuple[int, int]:
    """The same by what it depends on."""
    ours, theirs = _prizes(parts, scenario)
    return ours & german & reached[GERMAN], theirs & ~german & (reached[ALLIED] | airlift)


def _worth(row: tables.Objective, side: int) -> int:
    """19.1, 19.2 What an area is worth to a side."""
    return row.yellow_stars + (row.white_stars if side == GERMAN else row.german_symbols)


@functools.lru_cache(maxsize=8)
def _prizes(parts: Components, scenario: int) -> tuple[int, int]:
    """19.1 By side, the set of the areas in play that are worth anything to it."""
    play, rows = parts.scenarios[scenario].play, parts.objectives.items()
    german, allied = (mask_of(area for area, row in rows if _worth(row, side)) for side in (GERMAN, ALLIED))
    return german & play, allied & play


@functools.lru_cache(maxsize=256)
def _named(parts: Components, side: int, areas: int, units: int) -> tuple[tuple[str, int], ...]:
    worth = {area: _worth(row, side) for area, row in parts.objectives.items() if areas >> area & 1}
    found = [(parts.area_name(parts.area_ids[area]), points_) for area, points_ in worth.items()]
    return (*found, *((parts.counters[parts.unit_ids[unit]].short, 1) for unit in bits(units)))


def level(parts: Components, state: State) -> int:
    """19.3 The net level: positive for the Germans, negative for the Allies."""
    german, allied = (sum(n for _, n in points(parts, state, side)) for side in (GERMAN, ALLIED))
    return german - allied


def score(parts: Components, state: State) -> Score:
    """19.3, 24.37 The standing now."""
    if is_small(parts, state):
        return _small_score(parts, state)
    return _score(parts, _earning(parts, state), _destroyed(parts, state.at))


@functools.lru_cache(maxsize=8)
def _destroyed(parts: Components, at: bytes) -> int:
    """19.2, R41 Set of the large units that are lost."""
    return mask_where(at, _ELIMINATED) & parts.large if ELIMINATED in at else 0


@functools.lru_cache(maxsize=1024)
def _score(parts: Components, earning: tuple[int, int], lost: int) -> Score:
    german = _named(parts, GERMAN, earning[GERMAN], lost & parts.army[ALLIED])
    allied = _named(parts, ALLIED, earning[ALLIED], lost & parts.army[GERMAN])
    listed = (*((f"German: {name}", n) for name, n in german), *((f"Allied: {name}", -n) for name, n in allied))
    net = sum(n for _, n in listed)
    ahead = "level" if not net else f"{abs(net)} VP ahead for the {'Germans' if net > 0 else 'Allies'}"
    return Score(net, ahead, listed)


# -- the introductory scenario ----------------------------------------------------------------------------


def is_small(parts: Components, state: State) -> bool:
    """24.37 Whether an objective area decides instead of points."""
    return (parts.scenario_ids[state.scenario], "objective") in parts.facts


def objective(parts: Components, state: State) -> int:
    """24.37 The area that decides."""
    return parts.area(parts.facts[parts.scenario_ids[state.scenario], "objective"])


def missing(parts: Components, state: State) -> tuple[int, ...]:
    """24.37, R42 The areas whose loss the Germans pay for."""
    listed = parts.facts[parts.scenario_ids[state.scenario], "penalty-areas"].split()
    return tuple(area for area in map(parts.area, listed) if not state.german >> area & 1)


def strength(parts: Components, state: State, side: int) -> int:
    """24.37 Strength points of a side in the objective."""
    return sum(state.steps[unit] for unit in units_in(parts, state, objective(parts, state), side))


def penalty(parts: Components, state: State) -> int:
    """24.37 What the Germans subtract."""
    return int(parts.facts[parts.scenario_ids[state.scenario], "penalty"]) * len(missing(parts, state))


def holder(parts: Components, state: State) -> int | None:
    """24.37, R43 The side with uncontested control of the objective."""
    area = objective(parts, state)
    side = GERMAN if state.german >> area & 1 else ALLIED
    return None if units_in(parts, state, area, OTHER[side]) else side


def _small_score(parts: Components, state: State) -> Score:
    """24.37 Who would win now; strengths of blocks are not told, as they are hidden."""
    name, held = parts.area_name(parts.area_ids[objective(parts, state)]), holder(parts, state)
    control = "contested" if held is None else f"held by the {'Germans' if held == GERMAN else 'Allies'}"
    listed = tuple((f"not German: {parts.area_name(parts.area_ids[a])}", -2) for a in missing(parts, state))
    return Score(-penalty(parts, state), f"{name} {control}", listed)


# -- the end ----------------------------------------------------------------------------------------------


def wanted(parts: Components, scenario: int, turn: int) -> tuple[int, int] | None:
    """19.4, 24.22, R14 By side, the points ahead that end a game in a turn; None where nobody looks for them."""
    row, name, facts = parts.turns[turn - 1], parts.scenario_ids[scenario], parts.facts
    first, last = facts.get((name, "sudden-death-from"), "0"), facts.get((name, "sudden-death-until"), "0")
    if row.german_sudden is None or row.allied_sudden is None or not int(first) <= turn <= int(last):
        return None
    return row.german_sudden, row.allied_sudden


def sudden(parts: Components, state: State) -> int | None:
    """19.4 The side that wins a sudden death victory now; on the last turn too, before its table is looked at."""
    asked = wanted(parts, state.scenario, state.turn)
    if asked is None:
        return None
    net = level(parts, state)
    if net >= asked[GERMAN]:
        return GERMAN
    return ALLIED if -net >= asked[ALLIED] else None


def is_over(parts: Components, state: State) -> bool:
    """3.4, 3.5 Whether the game ends with this turn."""
    return state.turn >= parts.scenarios[state.scenario].row.turns or sudden(parts, state) is not None


def outcome(parts: Components, state: State) -> Outcome | None:
    """19.4, 24.17, 24.27, 24.37 How the game ended."""
    if state.phase != OVER:
        return None
    side = sudden(parts, state)
    if side is not None:
        text = f"{SIDES[side].capitalize()} sudden death victory on turn {state.turn}"
        return Outcome(SIDES[side], f"{SIDES[side]}-{SUDDEN}", f"{text} by {abs(level(parts, state))} VP", "19.4")
    band = judged(parts, state)
    return Outcome(band.winner or "draw", slug(band), f"{band.title}: {score(parts, state).text}", band.rule)


def slug(band: tables.Band) -> str:
    """The word for a level of victory."""
    return f"{band.winner}-{band.level}" if band.winner else band.level


def judged(parts: Components, state: State) -> tables.Band:
    """24.17, 24.27, 24.37 The level of victory at the end of the last turn."""
    name = parts.scenario_ids[state.scenario]
    bands = [band for band in parts.bands if band.scenario == name]
    if not is_small(parts, state):
        return next(band for band in bands if _within(band, level(parts, state)))
    held = holder(parts, state)
    if held is not None:
        return next(b for b in bands if b.measure == "objective-control" and b.winner == SIDES[held])
    net = strength(parts, state, GERMAN) - penalty(parts, state) - strength(parts, state, ALLIED)
    return next(b for b in bands if b.measure == "objective-strength" and _within(b, net))


def _within(band: tables.Band, value: int) -> bool:
    return (band.minimum is None or value >= band.minimum) and (band.maximum is None or value <= band.maximum)


def levels(parts: Components) -> tuple[str, ...]:
    """Every way a game can end."""
    named = dict.fromkeys(slug(band) for band in parts.bands)
    return (*named, *(f"{side}-{SUDDEN}" for side in SIDES))


def ending(parts: Components, state: State) -> tuple[Event, ...]:
    """19.3 What is told when a turn, or the game, has been judged."""
    net = level(parts, state)
    told: tuple[Event, ...] = (Scored("19.3", SIDES[GERMAN if net >= 0 else ALLIED], abs(net)),)
    end = outcome(parts, state)
    return (*told, Ended(end.rule, end.winner, end.reason)) if end else told
