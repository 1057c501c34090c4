"""5.2, 5.3, 7 Where a unit may go: what its phase, its state and the enemy make of the map for it.

The search itself is in ways, what happens on the way in marching, whose turn it is in moving.
"""

from __future__ import annotations

import itertools

import msgspec

from bulge_widget.core.decision import Action, Part, Refusal, Sum
from bulge_widget.rulebooks.fab import fuel, heydte, passage, ways
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
from bulge_widget.rulebooks.fab.once import once, once_by
from bulge_widget.rulebooks.fab.state import (
    AUTHORIZED,
    EXPLOITING,
    MOVED,
    ON_MAP,
    PHASES,
    SHAKEN,
    SLUG,
    UNSUPPLIED,
    WAITING,
    State,
    controls,
    reserve_of,
    reserved,
)
from bulge_widget.rulebooks.fab.ways import Ground, Path

__all__ = [
    "Front",
    "Move",
    "found",
    "front_of",
    "ground_of",
    "may_move",
    "mode_of",
    "path_refusal",
    "way_sum",
    "ways_of",
]

FUELLED = 3  # 16.13 points a German unit may spend without fuel
NIGHT_TURNS = 3  # 18.3
PEIPER = "ge-peiper"


class Move(Action, frozen=True, gc=False):
    """Move a unit along a path; the first area is where it stands."""

    unit: str
    path: tuple[str, ...]
    mode: str = "normal"
    """``normal``, ``exploit`` (7.31) or ``strategic`` (5.4)."""


# -- whether a unit may move at all ---------------------------------------------------------------------


def mode_of(state: State, unit: int) -> str:
    """7.31, R69 How a unit moves in this phase: under a reserve marker it is a normal move."""
    mode = _MODES[state.phase]
    return "normal" if mode == "exploit" and reserve_of(state, unit) >= 0 else mode


_MODE_IN = {"strategic-movement": "strategic", "breakthrough-movement": "exploit"}
_MODES = tuple(_MODE_IN.get(phase, "normal") for phase, _ in PHASES)


_YET = marked(lambda flags: not flags & MOVED)
_EXPLOITING = marked(lambda flags: flags & EXPLOITING)


def on_map(parts: Components, state: State, side: int) -> int:
    """Set of the units of a side that stand on the map."""
    return parts.army[side] & state.standing


def idle(parts: Components, state: State, side: int) -> int:
    """5.35a Set of the units of a side on the map that have not done their part in this phase."""
    return on_map(parts, state, side) & mask_where(state.status, _YET)


@once_by("phase", "standing", "status", "reserves")
def taking_part(parts: Components, state: State, side: int) -> int:
    """5.2, 7.1, R13 Set of the units of a side that take part in this phase and have not done so yet."""
    able, phase = idle(parts, state, side), SLUG[state.phase]
    if phase == "reaction":
        return able & reserved(state)
    if phase == "breakthrough-movement":
        return able & (reserved(state) | mask_where(state.status, _EXPLOITING))
    return able


def quiet(parts: Components, state: State, side: int) -> int:
    """5.3 Set of the areas in play that a side controls and where nothing of the enemy is."""
    enemy = state.held[OTHER[side]] | state.posts[OTHER[side]]
    return controls(state, side) & ~enemy & parts.scenarios[state.scenario].play


def at_ease(parts: Components, state: State, side: int, units: int) -> int:
    """5.3, 7.31, 14.43 Set of those of some units that can step into a quiet area; exploiting, not over a river."""
    free, at = quiet(parts, state, side), state.at
    out = parts.open if SLUG[state.phase] == "breakthrough-movement" else parts.beyond
    return mask_of([unit for unit in bits(units & parts.roving) if out[at[unit]] & free])


def may_move(parts: Components, state: State, side: int, unit: int) -> Refusal | None:
    """5.2, 7.1, R13 Why a unit does not take part in this phase, or not any more."""
    if taking_part(parts, state, side) >> unit & 1:
        return None
    name = parts.unit_ids[unit]
    if parts.side[unit] != side:
        return Refusal("not_yours", "5.2", {"unit": name, "side": SIDES[side]})
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", "2.2", {"unit": name})
    if state.status[unit] & MOVED:
        return Refusal("already_moved", "5.35a", {"unit": name})
    if SLUG[state.phase] == "reaction":
        return Refusal("no_reserve", "7.2", {"unit": name})
    return Refusal("no_breakthrough", "7.3", {"unit": name})


def is_night(parts: Components, state: State, unit: int) -> bool:
    """18.3 Whether KG Peiper may exploit with its whole allowance."""
    return (
        state.choices.kg_peiper
        and parts.unit_ids[unit] == PEIPER
        and state.turn <= NIGHT_TURNS
        and not state.raided & 1
    )


# -- the map as it is for a unit ------------------------------------------------------------------------


def allowance(parts: Components, state: State, unit: int, spent: int = 0, fuelled: bool = False) -> int:
    """5.22, 16.13 Points a unit may still spend in a normal move."""
    whole = parts.allowance[unit]
    dry = parts.side[unit] == GERMAN and state.choices.fuel_shortage and not fuelled
    if dry and whole > FUELLED and fuel.available(parts, state) is None:
        whole = FUELLED
    return whole - spent


class Front(msgspec.Struct, frozen=True, gc=False):
    """What the map is alike for every unit of a side that moves now; sets of areas."""

    contested: int
    enemy: int
    """5.35b Where forces of the enemy are."""
    friendly: int
    stops: int
    """Other areas where a unit stops."""
    dear: int
    """5.32 Areas that cost a point more to enter."""
    interdicted: int
    taken: int
    """2.4 Areas that change when a unit comes through."""


def stops_for(parts: Components, state: State, side: int) -> int:
    """5.35b, 16.11 Set of the areas without an enemy where a unit of a side stops: roadblocks, a drop zone."""
    return state.roadblocks[OTHER[side]] | (heydte.landed(parts, state) if side == ALLIED else 0)


def dear_to(state: State, side: int, stops: int) -> int:
    """5.32 Set of the areas that cost a side a point more to enter."""
    return state.held[GERMAN] | state.held[ALLIED] | state.posts[OTHER[side]] | stops


@once
def front_of(parts: Components, state: State, side: int) -> Front:
    """5.3 Everything that bears alike on where each unit of a side can go now."""
    other = OTHER[side]
    enemy = state.held[other] | state.posts[other]
    friendly = controls(state, side) & parts.all_areas
    stops = stops_for(parts, state, side)
    return Front(
        contested=state.contested,
        enemy=enemy,
        friendly=friendly,
        stops=stops,
        dear=dear_to(state, side, stops),
        interdicted=interdicted(parts, state) if side == GERMAN else 0,
        taken=_taken(parts, state, side, parts.all_areas & ~friendly & ~enemy),
    )


def ground_of(  # noqa: PLR0913  a move that goes on differs from one that begins
    parts: Components,
    state: State,
    unit: int,
    *,
    spent: int = 0,
    fuelled: bool = False,
    fresh: bool = True,
    tangled: bool | None = None,
    single: bool = False,
    ford: int = -1,
) -> Ground:
    """5.3 Everything that bears on where a unit can go now."""
    start, status = state.at[unit], state.status[unit]
    here = front_of(parts, state, parts.side[unit])
    caught = bool(here.contested >> start & 1) if tangled is None else tangled
    exploiting = mode_of(state, unit) == "exploit"
    return Ground(
        start=start,
        limit=allowance(parts, state, unit, spent, fuelled),
        whole=parts.allowance[unit],
        fresh=fresh,
        single=single or bool(status & (SHAKEN | UNSUPPLIED)) or (exploiting and not is_night(parts, state, unit)),
        armor=parts.armor[unit],
        home=home_of(parts, state, unit),
        closed=closed_to(parts, state, unit, here, caught),
        first=here.friendly & ~here.enemy & ~here.contested if caught else parts.all_areas,
        enemy=here.enemy,
        stops=here.stops,
        dear=here.dear & ~left_behind(state, unit, here),
        tangled=caught and fresh,
        interdicted=here.interdicted,
        taken=here.taken,
        blown=state.blown,
        crossed=state.crossed,
        no_blown=exploiting,
        ford=ford,
    )


def left_behind(state: State, unit: int, here: Front) -> int:
    """5.32 The area a unit stands in, as a set, if nobody and nothing is there any more once it has gone."""
    area = 1 << state.at[unit]
    return area if state.who[state.at[unit]] == 1 << unit and not (here.enemy | here.stops) & area else 0


def toll(parts: Components, state: State, unit: int, pair: tuple[int, int], *, leaving: bool) -> int:
    """5.32, 5.34 The points of a step that a unit takes now, leaving a contested area or not."""
    side = parts.side[unit]
    return ways.toll(
        parts,
        pair,
        whole=parts.allowance[unit],
        home=home_of(parts, state, unit),
        dear=dear_to(state, side, stops_for(parts, state, side)),
        tangled=leaving,
        interdicted=interdicted(parts, state) if side == GERMAN else 0,
        blown=state.blown,
    )


def home_of(parts: Components, state: State, unit: int) -> int:
    """14.41, 14.62a Zone a unit pays to leave; 0 for none."""
    home = parts.home_zone[unit]
    free = home and (state.status[unit] & AUTHORIZED or mode_of(state, unit) == "exploit")
    return 0 if free else home


def closed_to(parts: Components, state: State, unit: int, front: Front, caught: bool) -> int:
    """14.43, R40, 5.34, 7.2, R59 Areas a unit may not enter."""
    closed, phase = parts.all_areas & ~parts.scenarios[state.scenario].play, SLUG[state.phase]
    if parts.british_unit[unit]:
        closed |= parts.all_areas & ~parts.british
    if caught:
        closed |= front.enemy | front.contested
    elif phase == "reaction" or state.status[unit] & SHAKEN:
        closed |= front.enemy & ~(front.contested | state.old)
    return closed


@once_by("boxes")
def interdicted(parts: Components, state: State) -> int:
    """17.21 Areas under an interdiction mission."""
    found = 0
    for chit in parts.of_kind["air-mission"]:
        if state.boxes[chit] < ON_MAP:
            found |= 1 << state.boxes[chit]
    return found


def _taken(parts: Components, state: State, side: int, free: int) -> int:
    """2.4, R26, 16.11 Areas a unit changes by coming through: control, an own roadblock, von der Heydte."""
    lifted = passage.blocks(parts, state, side) if state.choices.roadblock_lifted_by_friends else 0
    return free | lifted | (heydte.drop_zone(parts, state) if side == GERMAN else 0)


# -- paths ----------------------------------------------------------------------------------------------


def found(parts: Components, ground: Ground) -> dict[ways.Effect, Path]:
    """5.3 Every effect a unit can bring about, with its cheapest way."""
    return ways.ways(parts, ground)


@once
def ways_of(parts: Components, state: State, unit: int) -> dict[ways.Effect, Path]:
    """5.3 The same for a unit that sets out now."""
    return found(parts, ground_of(parts, state, unit))


def indexes(parts: Components, path: tuple[str, ...]) -> tuple[int, ...] | Refusal:
    """A path by index; refused where an area is unknown."""
    for name in path:
        if name not in parts.area_index:
            return Refusal("unknown_area", "2.4", {"area": name})
    return tuple(parts.area_index[name] for name in path)


def path_refusal(parts: Components, state: State, ground: Ground, move: Move) -> Refusal | None:
    """5.24, 5.3 What forbids a path, from its first step on; a way that is listed leads through."""
    path = indexes(parts, move.path)
    if isinstance(path, Refusal):
        return path
    if not path or path[0] != ground.start:
        return Refusal("not_there", "5.3", {"unit": move.unit, "area": parts.area_ids[ground.start]})
    if len(path) == 1 or (effect := ways.effect_of(ground, path)) == (ground.start, 0, -1):
        return Refusal("no_path", "5.24", {"unit": move.unit})
    if found(parts, ground).get(effect) == path:
        return None
    spent, over = 0, False
    for place, (a, b) in enumerate(itertools.pairwise(path)):
        leg = ways.legs(parts, ground, a, place == 0).get(b)
        if leg is None:
            return _step_refusal(parts, state, ground, (a, b), place == 0)
        if over:
            return _must_stop(parts, state, ground, move.unit, a)
        cost, free, over = leg
        spent += cost
        if spent > ground.limit and not free:
            return Refusal("too_far", "5.22", {"unit": move.unit, "cost": spent, "limit": ground.limit})
    return None


def _step_refusal(parts: Components, state: State, ground: Ground, pair: tuple[int, int], first: bool) -> Refusal:
    """5.3 Why a step is none of the `legs`."""
    a, b = pair
    facts: dict[str, str | int] = {"from": parts.area_ids[a], "area": parts.area_ids[b]}
    if b not in parts.neighbours[a]:
        return Refusal("not_adjacent", "5.32", facts)
    code, rule = ways.fault(parts, ground, a, b, first)
    if code == "closed":
        code, rule = _why_closed(parts, state, ground, b, first)
    held = "German-controlled" if state.german >> b & 1 else "Allied-controlled"
    facts["control"] = "contested" if state.contested >> b & 1 else held
    return Refusal(code, rule, facts)


def _why_closed(parts: Components, state: State, ground: Ground, area: int, first: bool) -> tuple[str, str]:
    """The rule behind an area that may not be entered."""
    if not parts.scenarios[state.scenario].play >> area & 1:
        return "out_of_play", "24.33"
    if not ground.enemy >> area & 1 and not state.contested >> area & 1:
        return "british_zone", "14.43"
    if ground.first != parts.all_areas:
        return "first_area" if first and ground.fresh else "no_second_fight", "5.34"
    if SLUG[state.phase] == "reaction":
        return "reaction_attack", "7.2"
    return "disordered_attack", "R59"


def _must_stop(parts: Components, state: State, ground: Ground, unit: str, area: int) -> Refusal:
    """5.35b, 9.33a, 7.31 Why a unit goes no further than an area."""
    facts: dict[str, str | int] = {"unit": unit, "area": parts.area_ids[area]}
    if ground.enemy >> area & 1 or ground.stops >> area & 1:
        return Refusal("must_stop", "5.35b", facts)
    if ground.single:
        exploiting = mode_of(state, parts.unit_index[unit]) == "exploit"
        return Refusal("one_area", "7.31" if exploiting else "9.33a", facts)
    return Refusal("blown_stops", "5.32", facts)


def way_sum(parts: Components, ground: Ground, path: tuple[int, ...]) -> Sum:
    """5.32 The points of a path, part by part."""
    listed: list[Part] = []
    for place, (a, b) in enumerate(itertools.pairwise(path)):
        name, first = parts.area_name(parts.area_ids[b]), place == 0
        listed += [
            Part(f"{part.label} {name}", part.value, part.rule) for part in ways.price(parts, ground, a, b, first)
        ]
    return Sum("movement points", tuple(listed))
