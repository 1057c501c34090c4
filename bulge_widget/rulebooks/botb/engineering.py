"""29.0, 30.0, 33.8 The engineer phase: blowing bridges and dumps first, rebuilding bridges afterwards.

Does not cover forts and improved positions (fortification).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_successes, roll_refusal
from bulge_widget.core.event import Event, MarkerCleared, MarkerSet, Rolled
from bulge_widget.rulebooks.botb import supply, upkeep, zones
from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.state import (
    BLOWN,
    BUILDER,
    BUILDING,
    CAPTURED,
    DUMP,
    TRIED,
    State,
    Step,
    clear_flag,
    pop,
    push,
    set_flag,
    with_work,
)

__all__ = ["ACTIONS", "STEPS", "Demolish", "EndEngineering", "Engineering", "Rebuild", "begin"]

NEAR = 3  # 29.2, 33.8
QUIET_TURNS = 2  # 29.6
GERMAN_BRIDGES = 9  # 30.5
DUMP_TURN = 7  # 33.10
Events = tuple[Event, ...]


class Engineering(Step, frozen=True, gc=False):
    """29.1 A side blows and rebuilds."""

    side: int
    tried: tuple[str, ...] = ()
    rebuilding: bool = False
    """24.2.5 Whether a bridge has been taken in hand: then nothing more is blown."""


class DemolitionRoll(Step, frozen=True, gc=False):
    """29.4 CHANCE says whether it is destroyed."""

    side: int
    hex: str


class Demolish(Action, frozen=True, gc=False):
    """Try to destroy the bridge or the dump in a hex."""

    hex: str


class Rebuild(Action, frozen=True, gc=False):
    """Begin to rebuild the bridge a unit stands on."""

    unit: str


class EndEngineering(Action, frozen=True, gc=False):
    """End the engineer phase."""


STEPS = (Engineering, DemolitionRoll)
ACTIONS = (Demolish, Rebuild, EndEngineering)

# -- questions ----------------------------------------------------------------------------------------


def enemy_near(parts: Components, state: State, side: int, where: int) -> bool:
    """29.2, 33.8 Whether an enemy combat unit is within three hexes."""
    return bool(zones.near(parts, state.counts[OTHER[side]], NEAR)[where])


def owns_dump(state: State, side: int, where: int) -> bool:
    """33.2, 33.4 Whether a dump still stands in a hex and is a side's."""
    bits = state.works[where]
    return bool(bits & DUMP) and bool(bits & CAPTURED) == (side == GERMAN)


def demolish_refusal(parts: Components, state: State, step: Engineering, name: str) -> Refusal | None:
    """24.2.5, 29.2, 29.3, 29.5, 29.6, 33.8 Why something may not be blown now."""
    facts: dict[str, str | int] = {"hex": name}
    where = parts.hex_index.get(name)
    if where is None:
        return Refusal("unknown_hex", "3.2", facts)
    dump, bridge = owns_dump(state, step.side, where), where in parts.bridges and not state.works[where] & BLOWN
    if not dump and not bridge:
        return Refusal("nothing_to_blow", "29.2", facts)
    if step.rebuilding:
        return Refusal("blow_first", "24.2.5", facts)
    if name in step.tried:
        return Refusal("tried_already", "29.5", facts)
    if not enemy_near(parts, state, step.side, where):
        return Refusal("no_enemy_near", "33.8" if dump else "29.2", facts | {"limit": NEAR})
    return None if dump else _bridge_refusal(parts, state, step.side, where, facts)


def _bridge_refusal(
    parts: Components, state: State, side: int, where: int, facts: dict[str, str | int]
) -> Refusal | None:
    if state.turn <= QUIET_TURNS:
        return Refusal("confusion", "29.6", facts)
    if state.counts[OTHER[side]][where]:
        return Refusal("enemy_there", "29.3", facts)
    if not supply.has_route(parts, state, side, where):
        return Refusal("no_route", "29.2", facts)
    return None


def rebuild_refusal(parts: Components, state: State, step: Engineering, name: str) -> Refusal | None:
    """30.1, 30.4, 30.5 Why a unit may not begin to rebuild a bridge."""
    facts: dict[str, str | int] = {"unit": name}
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != step.side:
        return Refusal("not_yours", "30.1", facts)
    where = state.at[unit]
    if where not in parts.bridges or not state.works[where] & BLOWN:
        return Refusal("no_blown_bridge", "30.1", facts)
    if state.works[where] & BUILDING:
        return Refusal("building_already", "30.2", facts)
    if parts.group[unit] not in {"mechanized", "infantry"}:
        return Refusal("cannot_build", "30.1", facts)
    if zones.adjacent_enemies(parts, state, where, step.side):
        return Refusal("enemy_adjacent", "30.4", facts)
    if not supply.on_supply_road(parts, state, step.side, where):
        return Refusal("no_supply_road", "30.1", facts)
    if step.side == GERMAN and state.rebuilt >= GERMAN_BRIDGES:
        return Refusal("no_bridges_left", "30.5", facts | {"limit": GERMAN_BRIDGES})
    return None


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """29.0, 30.0 The rule that forbids an order."""
    if isinstance(step, DemolitionRoll):
        return roll_refusal(action, Dice(1), "29.4")
    assert isinstance(step, Engineering)  # noqa: S101
    match action:
        case Demolish(hex=name):
            return demolish_refusal(parts, state, step, name)
        case Rebuild(unit=name):
            return rebuild_refusal(parts, state, step, name)
        case EndEngineering():
            return None
    return Refusal("not_asked", "29.1", {"wanted": "what to blow or rebuild"})


# -- options ------------------------------------------------------------------------------------------


def targets(parts: Components) -> tuple[int, ...]:
    """Every hex that holds a bridge or may hold a dump."""
    return tuple(sorted({*parts.bridges, *parts.sets["fuel-dumps"]}))


@once
def _orders(parts: Components, state: State, side: int) -> list[Action]:
    step = state.stack[-1]
    assert isinstance(step, Engineering)  # noqa: S101  asked of the open question alone
    names = [parts.hex_ids[h] for h in targets(parts)]
    found: list[Action] = [Demolish(n) for n in names if demolish_refusal(parts, state, step, n) is None]
    for h in parts.bridges:
        there = zones.units_at(parts, state, h, side) if state.works[h] & BLOWN else ()
        units = [parts.unit_ids[u] for u in there]
        found += [Rebuild(u) for u in units if rebuild_refusal(parts, state, step, u) is None]
    return found


def decision(parts: Components, state: State, step: Step) -> Decision:
    """29.1 Ask what to blow or rebuild, or throw."""
    if isinstance(step, DemolitionRoll):
        rolls, weights = classes_of_successes(1, _faces(parts, state, step), 1)
        prompt = f"Demolition in {step.hex.upper()}"
        return Decision("chance", "29.4", prompt, Options.plain(rolls), lambda: weights, Dice(1))
    assert isinstance(step, Engineering)  # noqa: S101
    listed = Options.plain((*_orders(parts, state, step.side), EndEngineering()))
    return Decision(SIDES[step.side], "29.1", "Blow or rebuild bridges, or end the phase", listed)


def _faces(parts: Components, state: State, step: DemolitionRoll) -> frozenset[int]:
    """29.4, 33.9 The faces that destroy: more where an own unit stands guard."""
    where = parts.hex_index[step.hex]
    kind = "dump" if owns_dump(state, step.side, where) else "bridge"
    guarded = "guarded" if state.counts[step.side][where] else "open"
    return parts.chances["demolition", f"{kind}-{guarded}"]


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """Give the representative throw of the same effect."""
    if not isinstance(step, DemolitionRoll) or not isinstance(action, Roll):
        return action
    faces = _faces(parts, state, step)
    return classes_of_successes(1, faces, 1)[0][action.faces[0] in faces]


def candidates(parts: Components, state: State, step: Step) -> Iterator[Action]:
    """For tests: every hex of interest, every unit, every face."""
    del state, step
    yield EndEngineering()
    yield from (Demolish(parts.hex_ids[h]) for h in targets(parts))
    yield Demolish("a1")
    yield from (Rebuild(name) for name in parts.unit_ids)
    yield from (Roll((face,)) for face in range(8))


# -- effect -------------------------------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> tuple[State, Events]:
    """30.3, 30.4 Bridges begun a turn ago stand; then the side may go on."""
    state, told = _finished(parts, state, side)
    for h in targets(parts):
        if state.works[h] & TRIED and state.control[h] == 1 + side:
            state = with_work(state, h, off=TRIED)
    return push(state, Engineering(side)), told


def _finished(parts: Components, state: State, side: int) -> tuple[State, Events]:
    """30.3, 30.4 Finish what was begun a turn ago, or give it up where no supply road leads there."""
    told: Events = ()
    for unit, h in state.builders:
        if parts.side[unit] != side:
            continue
        roads = supply.on_supply_road(parts, state, side, h)
        builders = tuple(pair for pair in state.builders if pair != (unit, h))
        state = msgspec.structs.replace(with_work(state, h, off=BUILDING | (BLOWN if roads else 0)), builders=builders)
        state = clear_flag(state, BUILDER, (unit,))
        if not roads and side == GERMAN:
            state = msgspec.structs.replace(state, rebuilt=state.rebuilt - 1)
        kind = "blown-bridge" if roads else "bridge-building"
        told += (MarkerCleared("30.3" if roads else "30.4", kind, parts.hex_ids[h]),)
    return state, told


def resolve(parts: Components, state: State, step: Step) -> tuple[State, Events] | None:
    """29.5 Where nothing can be blown or rebuilt nobody is asked."""
    if not isinstance(step, Engineering) or _orders(parts, state, step.side):
        return None
    return _ended(parts, state, step)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Events]:
    """29.4, 30.2 Carry out an order."""
    match action:
        case Roll() if isinstance(step, DemolitionRoll):
            return _rolled(parts, state, step, action)
        case Demolish(hex=name) if isinstance(step, Engineering):
            tried = msgspec.structs.replace(step, tried=(*step.tried, name))
            state = msgspec.structs.replace(state, stack=(*state.stack[:-1], tried))
            state = with_work(state, parts.hex_index[name], on=TRIED)
            return push(state, DemolitionRoll(step.side, name)), ()
        case Rebuild(unit=name) if isinstance(step, Engineering):
            return _begun(parts, state, step, name)
    assert isinstance(step, Engineering)  # noqa: S101
    return _ended(parts, state, step)


def _begun(parts: Components, state: State, step: Engineering, name: str) -> tuple[State, Events]:
    """30.2 The unit stays and builds."""
    unit = parts.unit_index[name]
    where = state.at[unit]
    begun = msgspec.structs.replace(step, rebuilding=True)
    state = set_flag(with_work(state, where, on=BUILDING), unit, BUILDER)
    more = state.rebuilt + (step.side == GERMAN)
    builders = tuple(sorted((*state.builders, (unit, where))))
    state = msgspec.structs.replace(state, builders=builders, rebuilt=more, stack=(*state.stack[:-1], begun))
    return state, (MarkerSet("30.2", "bridge-building", parts.hex_ids[where]),)


def _rolled(parts: Components, state: State, step: DemolitionRoll, action: Roll) -> tuple[State, Events]:
    faces, where = _faces(parts, state, step), parts.hex_index[step.hex]
    hit, dump = action.faces[0] in faces, owns_dump(state, step.side, where)
    told: Events = (Rolled("29.4", action.faces, "demolition", "destroyed" if hit else "failed", (hit,), step.hex),)
    state = pop(state)
    if not hit:
        return state, told
    if dump:
        state = with_work(state, where, off=DUMP | CAPTURED)
        return state, (*told, MarkerCleared("33.9", "fuel-dump", step.hex))
    state, stopped = upkeep.hindered(parts, with_work(state, where, on=BLOWN))
    return state, (*told, MarkerSet("29.4", "blown-bridge", step.hex), *stopped)


def _ended(parts: Components, state: State, step: Engineering) -> tuple[State, Events]:
    """33.10 End the phase; at the end of 19 AM the Allies burn what is left at Stavelot."""
    state, where = pop(state), parts.sets["fuel-dumps"][0]
    if step.side == ALLIED and state.turn == DUMP_TURN and owns_dump(state, ALLIED, where):
        return with_work(state, where, off=DUMP), (MarkerCleared("33.10", "fuel-dump", parts.hex_ids[where]),)
    return state, ()
