"""3.0 The sequence of play: ten steps a turn, eighteen turns."""

from __future__ import annotations

import msgspec

from bulge_widget.core.event import Event, PhaseBegan
from bulge_widget.rulebooks.bigredone import air, attacking, moving, victory
from bulge_widget.rulebooks.bigredone.components import ALLIED, GERMAN, SIDES, Components
from bulge_widget.rulebooks.bigredone.resupply import Resupplying
from bulge_widget.rulebooks.bigredone.state import OVER, PHASES, State, push
from bulge_widget.rulebooks.bigredone.weather import WeatherCheck

__all__ = ["began", "enter_phase", "next_phase"]

VICTORY = len(PHASES) - 1


def next_phase(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """3.0 Go on to the next phase, to Step Nine, to the next turn, or to the end."""
    state = msgspec.structs.replace(state, phase=min(VICTORY, state.phase + 1))
    if state.phase < VICTORY:
        return enter_phase(parts, state), (began(state),)
    return step_nine(parts, state)


def step_nine(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """15.0, R60 Judge the turn; if nobody has won, Step Ten clears the map and a new turn begins."""
    told: tuple[Event, ...] = (began(state),)
    if victory.verdict(parts, state):
        state = msgspec.structs.replace(state, phase=OVER)
        return state, told + victory.ending(parts, state)
    told += victory.ending(parts, state)
    state = msgspec.structs.replace(air.clear(state), turn=state.turn + 1, phase=0, weather=-1)
    return enter_phase(parts, state), (*told, began(state))


def began(state: State) -> PhaseBegan:
    """3.0 What is told when the present phase begins."""
    slug, phasing = PHASES[state.phase]
    return PhaseBegan("3.0", state.turn, slug, phasing)


def enter_phase(parts: Components, state: State) -> State:
    """3.0 Put the first steps of the present phase on the stack."""
    slug, phasing = PHASES[state.phase]
    if slug == "weather":
        placing = (air.Interdicting(GERMAN), air.Interdicting(ALLIED))
        assigning = (air.Assigning(GERMAN), air.Assigning(ALLIED))
        return push(state, *placing, air.Revealing(), *assigning, WeatherCheck())
    if slug == "resupply":
        return push(state, Resupplying())
    if slug == "victory":
        return state
    side = SIDES.index(phasing)
    if slug == "movement":
        return moving.begin(parts, state, side)
    return attacking.begin(parts, state, side)
