"""45.0 to 48.0 Winning: the conditions and the points of each scenario.

Does not cover leaving the map (leaving) nor what headquarters decide (decrees).
"""

from __future__ import annotations

import functools

import msgspec

from bulge_widget.core.event import Ended, Event, Scored
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.view import Score
from bulge_widget.rulebooks.botb import supply
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.botb.state import CAPTURED, DUMP, ELIMINATED, OVER, State, advanced, done_on

__all__ = ["LEVELS", "after_turn", "ending", "german_supply", "lost", "outcome", "parts_of_score", "score", "verdict"]

LEVELS = {
    "antwerp": ("german", "46.4", "German units threaten Antwerp"),
    "meuse": ("german", "46.5", "German units have held the towns of the Meuse line"),
    "liege": ("german", "46.6", "German units have held all of Liège"),
    "bastogne": ("german", "46.7", "The German side has more points at the end"),
    "held": ("allied", "46.7", "Allied units hold St. Vith or Bastogne at the end"),
    "allied-points": ("allied", "46.8", "The German side has no more points at the end"),
    "german-points": ("german", "45.3", "The German side has more points at the end"),
    "german-tie": ("german", "45.7", "The points are equal and the Allies have lost twice as many units or more"),
    "allied-tie": ("allied", "45.7", "The points are equal"),
    "plan-liege": ("german", "47.8.1", "German units hold all of Liège in supply"),
    "plan-towns": ("german", "47.8.2", "German units hold Bastogne, St. Vith, Spa and a town of the Meuse in supply"),
    "plan-failed": ("allied", "47.8.3", "The German conditions were not met"),
}
LIGHT_BLUE, NEEDED = "cross:light-blue", 7  # 46.5
ANTWERP_LAST = 20  # 46.4.6 25 PM
EXIT_LAST = 16  # 46.4.1 23 PM
POINTS_FROM = 5  # 45.5 18 AM
NEED = {"armor": 2, "motorized_infantry": 4}  # 46.4.1, 46.4.2
Parts = tuple[tuple[str, int], ...]

# -- questions ----------------------------------------------------------------------------------------


def holds(parts: Components, state: State, side: int, where: int, *, supplied: bool = False) -> bool:
    """46.5, 46.7 Whether a combat unit of a side stands in a hex, and can trace supply if that is asked."""
    there = bool(state.counts[side][where])
    return there and (not supplied or supply.has_route(parts, state, side, where))


def exits_made(parts: Components, state: State, colour: str) -> bool:
    """46.4.1, 46.4.2 Whether enough German units left by the arrows of a colour in time."""
    gone = [d for d in state.exits if parts.arrows[d.hex] == colour and d.turn <= EXIT_LAST]
    return all(sum(parts.kind[d.unit] == kind for d in gone) >= many for kind, many in NEED.items())


def exits_supplied(parts: Components, state: State) -> bool:
    """46.4.3, 46.4.4 Whether a road off each of the two edges is a German supply road now."""
    net = supply.roads(parts, state, GERMAN)
    return all(any(net[h] for h, c in parts.arrows.items() if c == colour) for colour in ("pink", "red"))


def antwerp(parts: Components, state: State) -> bool:
    """46.4 The decisive threat to Antwerp, judged in a German supply phase."""
    ready = exits_made(parts, state, "pink") and exits_made(parts, state, "red")
    return ready and state.turn <= ANTWERP_LAST and exits_supplied(parts, state)


def meuse_line(parts: Components, state: State) -> bool:
    """46.5 German units in seven of the eight towns."""
    return sum(bool(state.counts[GERMAN][h]) for h in _on_the_meuse(parts)) >= NEEDED


@functools.lru_cache(maxsize=4)
def _on_the_meuse(parts: Components) -> tuple[int, ...]:
    """46.5 The eight towns."""
    return tuple(s.index for s in parts.board.spaces if s.has(LIGHT_BLUE))


def liege_held(parts: Components, state: State) -> bool:
    """46.6 German units in all of Liege, supplied from the east edge or UU1."""
    if not all(state.counts[GERMAN][h] for h in parts.liege):
        return False
    east = supply.route_from(parts, state, GERMAN, supply.edge_sources(parts, state, GERMAN))
    return all(east[h] for h in parts.liege)


def lost(parts: Components, state: State, side: int) -> int:
    """R47 How many combat units of a side were lost."""
    return sum(state.at[u] == ELIMINATED and parts.combat[u] for u in parts.roster[side])


# -- points -------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def _town_points(parts: Components, control: bytes) -> tuple[Parts, Parts]:
    """45.4, 45.5, 45.6 What the towns are worth to both sides; whoever was in one last has it."""
    mine: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for where in parts.towns:
        label, worth = ("Liège", 8) if where in parts.liege else ("other towns", 1)
        label, worth = ("Meuse towns", 3) if where in parts.meuse_towns else (label, worth)
        if control[where]:
            points = mine[control[where] - 1]
            points[label] = points.get(label, 0) + worth
    return tuple(mine[GERMAN].items()), tuple(mine[ALLIED].items())


def _tournament(parts: Components, state: State) -> tuple[Parts, Parts]:
    """45.3, 45.4, 45.5 Points of both sides."""
    mine = [dict(points) for points in _town_points(parts, state.control)]
    if advanced(state):
        for where, worth in zip(parts.sets["fuel-dumps"], (1, 3), strict=True):
            if state.works[where] & CAPTURED:
                mine[GERMAN]["fuel dumps"] = mine[GERMAN].get("fuel dumps", 0) + worth
    mine[GERMAN]["units that left by an arrow"] = 2 * sum(parts.mech[d.unit] for d in state.exits)
    mine[ALLIED]["P8"] = 3 * holds(parts, state, ALLIED, parts.hex("p8"))
    mine[ALLIED]["Bastogne, St. Vith and Malmedy"] = state.town_points
    return tuple(mine[GERMAN].items()), tuple(mine[ALLIED].items())


def _towns(parts: Components, state: State) -> tuple[int, int, int, int]:
    """46.7.2, 46.7.3 Counts: German outside the line held and unheld, Allied inside it held and unheld."""
    apart = {*parts.liege, parts.hex("aa26"), *parts.meuse_towns}
    nets = [supply.roads(parts, state, side) for side in (GERMAN, ALLIED)]
    found = [0, 0, 0, 0]
    for where, row in parts.towns.items():
        side, place = (GERMAN, 0) if row.final_line == "outside" else (ALLIED, 2)
        if side == GERMAN and where in apart:
            continue
        if holds(parts, state, side, where, supplied=True):
            found[place] += 1
        elif not state.counts[0][where] and not state.counts[1][where]:
            found[place + 1] += bool(nets[side][where]) and not nets[1 - side][where]
    return found[0], found[1], found[2], found[3]


def _campaign(parts: Components, state: State) -> tuple[Parts, Parts]:
    """46.7.2, 46.7.3 Points of both sides."""
    gone = [u for u, where in enumerate(state.at) if where == ELIMINATED and parts.combat[u]]
    outside, loose, inside, cut = _towns(parts, state)
    fives = [parts.hex("mm15"), parts.hex("aa26"), *parts.meuse_towns]
    german = {
        "American units lost": sum(parts.nation[u] == "us" for u in gone),
        "British units lost": 2 * sum(parts.british[u] for u in gone),
        "St. Vith, Bastogne, Meuse towns": 5 * sum(holds(parts, state, GERMAN, h, supplied=True) for h in fives),
        "Liège": 8 * sum(holds(parts, state, GERMAN, h, supplied=True) for h in parts.liege),
        "towns outside the final line": outside + loose,
        "50th Division": 2 * (done_on(state, "entered-oo") is not None),
    }
    allied = {
        "German units lost": sum(unit_worth(parts, u) for u in gone if parts.side[u] == GERMAN),
        "towns inside the final line": 2 * (inside + cut),
    }
    if advanced(state):
        german["fuel dumps"] = sum(
            worth
            for where, worth in zip(parts.sets["fuel-dumps"], (1, 3), strict=True)
            if state.works[where] & CAPTURED and supply.has_route(parts, state, GERMAN, where)
        )
        bits = state.works[parts.hex("ee9")]
        allied["EE9 fuel dump"] = 3 * (bool(bits & DUMP) and not bits & CAPTURED)
    return tuple(german.items()), tuple(allied.items())


def unit_worth(parts: Components, unit: int) -> int:
    """46.7.3, R45, R46 What a lost German unit gives the Allies."""
    points = parts.counters[parts.unit_ids[unit]].points
    return {"armor": 3, "infantry-3-3": 1, "none": 0}.get(points, 2)


def parts_of_score(parts: Components, state: State) -> tuple[Parts, Parts]:
    """45.3, 46.7 The points of both sides by their source; none in the plans of 47 and 48."""
    if state.scenario in {"47", "48"}:
        return (), ()
    return _tournament(parts, state) if state.scenario == "45" else _campaign(parts, state)


def score(parts: Components, state: State) -> Score:
    """45.3, 46.7 German points less Allied points as they stand."""
    german, allied = parts_of_score(parts, state)
    plus, minus = sum(n for _, n in german), sum(n for _, n in allied)
    if state.scenario in {"47", "48"}:
        held = sum(bool(state.counts[GERMAN][h]) for h in parts.liege)
        return Score(held, f"German units in {held} of the three Liège hexes")
    told = (*((f"German: {k}", v) for k, v in german if v), *((f"Allied: {k}", -v) for k, v in allied if v))
    return Score(plus - minus, f"German {plus}, Allied {minus}", told)


# -- judging ------------------------------------------------------------------------------------------


def german_supply(parts: Components, state: State) -> State:
    """45.10, 46.4, 46.5, 46.6, R68 Judge the conditions of the campaign in the German supply phase."""
    if state.scenario in {"47", "48"}:
        return state
    runs = (
        state.runs[0] + 1 if meuse_line(parts, state) else 0,
        state.runs[1] + 1 if liege_held(parts, state) else 0,
    )
    won = "antwerp" if antwerp(parts, state) else "liege" if runs[1] >= 2 else "meuse" if runs[0] >= 2 else ""
    return msgspec.structs.replace(state, runs=runs, won=won)


def after_turn(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """45.5, 47.8, R67 What is counted or judged when both sides have had their turn."""
    told: tuple[Event, ...] = ()
    if state.scenario == "45" and state.turn >= POINTS_FROM:
        towns = ("aa26", "mm15", "jj9")
        more = sum(bool(state.counts[ALLIED][parts.hex(h)]) for h in towns)
        state = msgspec.structs.replace(state, town_points=state.town_points + more)
        told = (Scored("45.5", "allied", state.town_points),)
    if state.turn >= parts.scenarios[state.scenario].last_turn:
        state = msgspec.structs.replace(state, won=verdict(parts, state))
    return state, told


def _plan(parts: Components, state: State) -> str:
    """47.8 The end of the two plans."""
    if all(holds(parts, state, GERMAN, h, supplied=True) for h in parts.liege):
        return "plan-liege"
    three = all(holds(parts, state, GERMAN, parts.hex(h), supplied=True) for h in ("aa26", "mm15", "ee7"))
    one = any(holds(parts, state, GERMAN, parts.hex(h), supplied=True) for h in ("c9", "i8", "m6"))
    return "plan-towns" if three and one else "plan-failed"


def verdict(parts: Components, state: State) -> str:
    """37.4, 45.7, 46.7.1, 46.8, 47.8, R4 How the game ends after its last turn."""
    if state.scenario in {"47", "48"}:
        return _plan(parts, state)
    german, allied = (sum(n for _, n in side) for side in parts_of_score(parts, state))
    if state.scenario == "45":
        if german == allied:
            return "german-tie" if lost(parts, state, ALLIED) >= 2 * lost(parts, state, GERMAN) else "allied-tie"
        return "german-points" if german > allied else "allied-points"
    held = [bool(state.counts[ALLIED][parts.hex(h)]) for h in ("mm15", "aa26")]
    if state.british == "crossed":
        return "held" if all(held) else "bastogne"
    if any(held):
        return "held"
    return "bastogne" if german > allied else "allied-points"


def ending(state: State) -> tuple[Event, ...]:
    """46.0 What is told when the game is over."""
    winner, rule, reason = LEVELS[state.won]
    return (Ended(rule, winner, reason),)


def outcome(state: State) -> Outcome | None:
    """46.0 How the game ended; None while it goes on."""
    if state.phase != OVER:
        return None
    winner, rule, reason = LEVELS[state.won]
    return Outcome(winner, state.won, reason, rule)
