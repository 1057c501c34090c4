"""39.0 and 42.0 What breaks off a way: commandos that may be found, and demolition at the last minute.

Does not cover how commandos move (movement) nor demolition in the engineer phase (engineering).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_successes, roll_refusal
from bulge_widget.core.event import Event, MarkerCleared, MarkerSet, Removed, Rolled
from bulge_widget.rulebooks.botb import ground, movement, supply, upkeep, zones
from bulge_widget.rulebooks.botb.asked import once
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.botb.ground import nodes_of
from bulge_widget.rulebooks.botb.paths import ZONE_MOVERS, Continuing, Start, going_on
from bulge_widget.rulebooks.botb.state import (
    BLOWN,
    BUILDING,
    CAPTURED,
    DUMP,
    OFF,
    REMOVED,
    TRIED,
    State,
    Step,
    place,
    pop,
    swap,
    with_work,
)

__all__ = ["ACTIONS", "STEPS", "LastMinute", "SpotRoll", "alarm_at", "alarm_hexes", "ask", "hosts", "terms_with_alarms"]

FIRST_TURN = 3  # 39.2 17 AM
JUNCTION = 3  # R63
QUARTER = 3  # twelfths
Events = tuple[Event, ...]


class SpotRoll(Step, frozen=True, gc=False):
    """42.3, 42.6 CHANCE says whether a commando is found."""

    unit: str
    """Who moves."""
    commando: str
    dice: int
    hex: str


class LastMinute(Step, frozen=True, gc=False):
    """39.3 The other side may blow what an enemy comes to."""

    side: int
    hex: str
    kind: str
    """``bridge`` or ``dump``."""
    node: int
    """Where the mover stands if the bridge goes; -1 for a dump."""


class LastMinuteRoll(Step, frozen=True, gc=False):
    """39.4 CHANCE says whether it goes up."""

    hex: str
    kind: str
    node: int


class Blow(Action, frozen=True, gc=False):
    """Try to blow it, or not."""

    blow: bool


STEPS = (SpotRoll, LastMinute, LastMinuteRoll)
ACTIONS = (Blow,)

# -- questions ----------------------------------------------------------------------------------------


def alarm_at(parts: Components, state: State, unit: int, where: int, greeted: tuple[int, ...]) -> str | None:
    """39.4, 42.2, 42.6 What happens when a unit enters a hex: ``spotted``, ``searched``, ``bridge``, ``dump`` or None.

    Parameters
    ----------
    greeted : tuple of int
        42.5 Allied units a commando began its move with.
    """
    if not parts.combat[unit]:
        return "spotted" if _watchers(parts, state, where, greeted) else None
    if parts.side[unit] == ALLIED and _is_search(parts, state, where):
        return "searched"
    return _demolition(parts, state, unit, where)


@once
def terms_with_alarms(parts: Components, state: State, unit: int) -> movement.Terms:
    """6.0, 39.4, 42.2, 42.8 All that a way of a unit depends on, with what may break it off."""
    raised = alarm_hexes(parts, state, unit)
    charges = tuple(h for h, alarm in raised.items() if alarm == "bridge")
    return movement.terms_of(parts, state, unit, tuple(raised), charges, known_hexes(parts, state, unit))


def known_hexes(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """42.8 The hexes of commandos an Allied unit has been to in this move: it does not come back to look again."""
    if parts.side[unit] != ALLIED or state.at[unit] >= OFF:
        return ()
    going = going_on(state, parts.unit_ids[unit])
    been = {state.at[unit]} if going is None else {going.origin, *going.searched}
    return tuple(h for h in been if h < OFF and _is_search(parts, state, h))


def hosts(parts: Components, state: State, unit: int, origin: int) -> tuple[int, ...]:
    """42.5 The Allied units a commando began its move with: they do not look for it."""
    return () if parts.combat[unit] or origin >= OFF else zones.units_at(parts, state, origin, ALLIED)


@once
def alarm_hexes(parts: Components, state: State, unit: int) -> dict[int, str]:
    """39.4, 42.2, 42.6 Every hex in which a unit's way would be broken off now, ascending, and by what."""
    suspects = _suspects(parts, state, unit)
    if not suspects:
        return {}
    going = going_on(state, parts.unit_ids[unit])
    greeted = hosts(parts, state, unit, state.at[unit] if going is None else going.origin)
    if not parts.combat[unit] and not greeted:
        return dict.fromkeys(suspects, "spotted")  # 42.2 beside or among Allied units, none of them left out
    raised = ((h, alarm_at(parts, state, unit, h, greeted)) for h in suspects)
    return {h: alarm for h, alarm in raised if alarm is not None}


def _suspects(parts: Components, state: State, unit: int) -> list[int]:
    """The hexes in which there could be an alarm at all, ascending."""
    if not parts.combat[unit]:
        return list(_watched(parts, state.counts[ALLIED]))
    there = {state.at[u] for u in parts.commandos if state.at[u] < OFF} if parts.side[unit] == ALLIED else set[int]()
    late = state.choices.last_minute_demolition == "yes" and state.turn >= FIRST_TURN
    return sorted({*parts.bridges, *parts.sets["fuel-dumps"], *there} if late else there)


@functools.lru_cache(maxsize=64)
def _watched(parts: Components, allied: bytes) -> tuple[int, ...]:
    zone = zones.zone(parts, allied)
    return tuple(h for h in range(len(parts.hex_ids)) if zone[h] or allied[h])


def _watchers(parts: Components, state: State, where: int, greeted: tuple[int, ...]) -> int:
    """42.3, 42.5 How many Allied units may find a commando in a hex."""
    allied, near = state.counts[ALLIED], {where, *parts.touch[where]}
    return sum(allied[h] for h in near) - sum(state.at[u] in near for u in greeted)


def _commando(parts: Components, state: State, where: int) -> int | None:
    return next((u for u in parts.commandos if state.at[u] == where), None)


def _is_search(parts: Components, state: State, where: int) -> bool:
    """42.6, 42.7 Whether an Allied unit that enters a hex looks for a commando there."""
    return _commando(parts, state, where) is not None and _is_junction(parts, where)


def _is_junction(parts: Components, where: int) -> bool:
    """42.6, R63 A town, or three roads that meet, exits counted."""
    return parts.town[where] or len(parts.roads[where]) + (where in parts.exit_hexes) >= JUNCTION


def _demolition(parts: Components, state: State, unit: int, where: int) -> str | None:
    """39.2, 39.4, 39.5, 39.6, R64 What the other side may try to blow as a unit comes in."""
    other, bits = OTHER[parts.side[unit]], state.works[where]
    if state.choices.last_minute_demolition != "yes" or state.turn < FIRST_TURN or bits & TRIED:
        return None
    if state.control[where] != 1 + other:
        return None
    if bits & DUMP and bool(bits & CAPTURED) == (other == GERMAN):
        return "dump"
    if where in parts.bridges and not bits & BLOWN and supply.has_route(parts, state, other, where):
        return "bridge"
    return None


def ask(  # noqa: PLR0913  an alarm has these sides
    parts: Components, state: State, unit: int, where: int, before: Start, alarm: str, greeted: tuple[int, ...]
) -> tuple[Step, ...]:
    """The question an alarm puts; `before` is where the unit came from, `greeted` are its :func:`hosts`."""
    name, hex_id = parts.unit_ids[unit], parts.hex_ids[where]
    if alarm == "spotted":
        return (SpotRoll(name, name, _watchers(parts, state, where, greeted), hex_id),)
    if alarm == "searched":
        commando = _commando(parts, state, where)
        assert commando is not None  # noqa: S101  that was the alarm
        return (SpotRoll(name, parts.unit_ids[commando], 1, hex_id),)
    shut = ground.shut_bridges(parts, state, parts.side[unit])
    dry = ground.dry_node(parts, shut, before.node, where) if alarm == "bridge" else -1
    return (LastMinute(OTHER[parts.side[unit]], hex_id, alarm, dry),)


def _faces(parts: Components, state: State, step: Step) -> tuple[int, frozenset[int]]:
    """39.4, 42.4 How many dice are thrown, and the faces that find or destroy."""
    if isinstance(step, SpotRoll):
        return step.dice, parts.chances.get(("commando-recognition", f"turn-{state.turn}"), frozenset({1, 2, 3, 4}))
    return 1, parts.chances["demolition", "last-minute"]


def decision(parts: Components, state: State, step: Step) -> Decision:
    """39.3, 42.4 Ask the owner of the charge, or throw."""
    if isinstance(step, LastMinute):
        listed = Options.plain((Blow(blow=True), Blow(blow=False)))
        return Decision(SIDES[step.side], "39.3", f"Try to blow the {step.kind} in {step.hex.upper()}?", listed)
    count, faces = _faces(parts, state, step)
    rolls, weights = classes_of_successes(count, faces, 1)
    found = isinstance(step, SpotRoll)
    prompt = "Is the commando found?" if found else "Is it destroyed?"
    return Decision("chance", "42.4" if found else "39.4", prompt, Options.plain(rolls), lambda: weights, Dice(count))


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """39.3, 42.3 Only what is asked."""
    if isinstance(step, LastMinute):
        return None if isinstance(action, Blow) else Refusal("not_asked", "39.3", {"wanted": "whether to blow it"})
    return roll_refusal(action, Dice(_faces(parts, state, step)[0]), "42.4" if isinstance(step, SpotRoll) else "39.4")


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """Give the representative throw of the same effect."""
    if not isinstance(action, Roll):
        return action
    count, faces = _faces(parts, state, step)
    rolls, _ = classes_of_successes(count, faces, 1)
    return rolls[any(face in faces for face in action.faces)]


def candidates(parts: Components, state: State, step: Step) -> Iterator[Action]:
    """For tests: both answers, and throws of one die too few and too many."""
    yield from (Blow(blow=True), Blow(blow=False))
    count = 1 if isinstance(step, LastMinute) else _faces(parts, state, step)[0]
    yield from (Roll((face,) * n) for n in (count - 1, count, count + 1) for face in range(1, 7))


# -- effect -------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, Events]:
    """39.4, 42.4, 42.6 What the throw or the answer brings."""
    if isinstance(step, LastMinute):
        assert isinstance(action, Blow)  # noqa: S101
        return (swap(state, LastMinuteRoll(step.hex, step.kind, step.node)) if action.blow else pop(state)), ()
    assert isinstance(action, Roll)  # noqa: S101
    _, faces = _faces(parts, state, step)
    hit = any(face in faces for face in action.faces)
    good = tuple(face in faces for face in action.faces)
    if isinstance(step, SpotRoll):
        told: Events = (Rolled("42.4", action.faces, "recognition", "found" if hit else "unseen", good, step.hex),)
        return _spotted(parts, pop(state), step, hit=hit, told=told)
    assert isinstance(step, LastMinuteRoll)  # noqa: S101
    told = (Rolled("39.4", action.faces, "demolition", "destroyed" if hit else "failed", good, step.hex),)
    return _blown(parts, pop(state), step, told) if hit else (pop(state), told)


def _spotted(parts: Components, state: State, step: SpotRoll, *, hit: bool, told: Events) -> tuple[State, Events]:
    commando = parts.unit_index[step.commando]
    if hit:
        state = place(parts, state, commando, REMOVED)
        told += (Removed("42.4", step.commando, step.hex, "found"),)
        return (pop(state) if step.unit == step.commando else state), told
    return (state if step.unit == step.commando else _delayed(parts, state, step)), told


def _delayed(parts: Components, state: State, step: SpotRoll) -> State:
    """42.6.2, R63 Half of what is left, in quarters and rounded up, is lost."""
    going, unit = state.stack[-1], parts.unit_index[step.unit]
    assert isinstance(going, Continuing)  # noqa: S101  it was pushed before
    spent = going.slow if going.zone and parts.mover[unit] in ZONE_MOVERS else going.fast
    left = max(0, movement.points_of(parts, state, unit) - spent)
    lost = min(left, QUARTER * -(-left // (2 * QUARTER)))
    return swap(state, msgspec.structs.replace(going, fast=going.fast + lost, slow=going.slow + lost))


def _blown(parts: Components, state: State, step: LastMinuteRoll, told: Events) -> tuple[State, Events]:
    """39.4 The bridge or the dump is gone; the unit goes on without it."""
    where = parts.hex_index[step.hex]
    if step.kind == "dump":
        return with_work(state, where, off=DUMP | CAPTURED), (*told, MarkerCleared("39.4", "fuel-dump", step.hex))
    state = with_work(state, where, on=BLOWN, off=BUILDING)
    going = state.stack[-1]
    assert isinstance(going, Continuing)  # noqa: S101  it was pushed before
    state = swap(state, msgspec.structs.replace(going, node=step.node))
    unit = parts.unit_index[going.unit]
    nodes = nodes_of(parts)
    mask = nodes.mask[step.node]
    kept = mask if mask != ground.full_mask(parts, where) else 0
    state, stopped = upkeep.hindered(parts, place(parts, state, unit, where, kept))
    return state, (*told, MarkerSet("39.4", "blown-bridge", step.hex), *stopped)
