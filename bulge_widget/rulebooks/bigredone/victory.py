"""15.0 Victory: points for lost units and for those that left the map, held against the track every turn."""

from __future__ import annotations

import functools

from bulge_widget.core.event import Ended, Event, Scored
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.view import Score
from bulge_widget.rulebooks.bigredone import supply
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, OTHER, SIDES, Components
from bulge_widget.rulebooks.bigredone.state import ELIMINATED, OVER, Departure, State, positions

__all__ = ["LEVELS", "differential", "exit_points", "levels", "outcome", "score", "verdict"]

LEVELS = {"german": "german-victory", "allied": "allied-victory", "draw": "draw"}


def loss_points(parts: Components, state: State, side: int) -> int:
    """15.1, R47, R49 The points a side has for enemy units lost."""
    return _lost(parts, OTHER[side], positions(parts, state, OTHER[side]))


@functools.lru_cache(maxsize=256)
def _lost(parts: Components, side: int, at: tuple[int, ...]) -> int:
    if ELIMINATED not in at:
        return 0
    first = parts.roster[side].start
    return sum([parts.strength[first + unit] for unit, where in enumerate(at) if where == ELIMINATED])


def exit_points(parts: Components, state: State, gone: Departure) -> int:
    """15.2, 15.3, R46, R55 What one unit off the map is worth as its exit hex stands now."""
    if not gone.supplied or not supply.exit_hex_is_supplied(parts, state, gone.hex):
        return 0
    return parts.strength[gone.unit] * parts.multiple[gone.hex]


def all_exit_points(parts: Components, state: State) -> int:
    """15.2 What all units off the map are worth now."""
    return sum(exit_points(parts, state, gone) for gone in state.departures) if state.departures else 0


def differential(parts: Components, state: State) -> int:
    """15.0 German points less Allied points, as things stand."""
    losses = loss_points(parts, state, GERMAN) - loss_points(parts, state, ALLIED)
    return losses + all_exit_points(parts, state)


def levels(parts: Components, state: State) -> tuple[int, int]:
    """15.0, R61 The German and the Allied level of the turn."""
    last = len(parts.turns)
    turn = state.turn - 1 if state.turn == last and state.choices.draw_on_last_turn else state.turn
    row = parts.turns[turn - 1]
    return row.german, row.allied


def verdict(parts: Components, state: State) -> str:
    """15.0, R48 Who has won by the differential as it stands; ``draw`` on the last turn, else empty for nobody."""
    points, (german, allied) = differential(parts, state), levels(parts, state)
    if points >= german:
        return "german"
    if points <= allied:
        return "allied"
    return "draw" if state.turn == len(parts.turns) else ""


def outcome(parts: Components, state: State) -> Outcome | None:
    """15.0 The end of the game; None while it goes on."""
    if state.phase != OVER:
        return None
    winner, points = verdict(parts, state), differential(parts, state)
    german, allied = levels(parts, state)
    title = {"german": "German victory", "allied": "Allied victory"}.get(winner, "Draw")
    reason = f"{title}: differential {points}, levels {german} and {allied} on turn {state.turn}"
    return Outcome(winner or "draw", LEVELS[winner or "draw"], reason, "15.0")


def score(parts: Components, state: State) -> Score:
    """15.0 The standing, part by part."""
    losses = loss_points(parts, state, GERMAN), loss_points(parts, state, ALLIED)
    return _standing(losses, all_exit_points(parts, state), levels(parts, state), state.phase == OVER)


@functools.lru_cache(maxsize=256)
def _standing(losses: tuple[int, int], gone: int, limits: tuple[int, int], over: bool) -> Score:
    (killed, lost), (german, allied) = losses, limits
    listed = (("Allied losses", killed), ("off the map", gone), ("German losses", -lost))
    points = killed + gone - lost
    standing = "" if over else " as it stands"
    return Score(points, f"Differential {points}{standing}: German win at {german}, Allied at {allied}", listed)


def ending(parts: Components, state: State) -> tuple[Event, ...]:
    """15.0 What is told at Step Nine."""
    gained = loss_points(parts, state, GERMAN) + all_exit_points(parts, state)
    scored = (
        Scored("15.0", SIDES[GERMAN], gained),
        Scored("15.0", SIDES[ALLIED], loss_points(parts, state, ALLIED)),
    )
    end = outcome(parts, state)
    return scored if end is None else (*scored, Ended("15.0", end.winner, end.reason))
