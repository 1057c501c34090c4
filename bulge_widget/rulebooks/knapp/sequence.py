"""3 The sequence of play: eight phases a turn, ten turns."""

from __future__ import annotations

from msgspec.structs import replace

from bulge_widget.core.event import Event, PhaseBegan
from bulge_widget.rulebooks.knapp import fire, moving, victory
from bulge_widget.rulebooks.knapp.components import OTHER, SIDES, Components
from bulge_widget.rulebooks.knapp.reinforcement import Arrivals
from bulge_widget.rulebooks.knapp.state import OVER, PHASES, State, push
from bulge_widget.rulebooks.knapp.supply import SupplyCheck

__all__ = ["began", "enter_phase", "next_phase"]


def next_phase(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """3 Go on to the next phase, the next turn, or the end."""
    turn, phase = state.turn, state.phase + 1
    if phase == OVER and turn < len(parts.turns):
        turn, phase = turn + 1, 0
    state = replace(state, turn=turn, phase=phase)
    if phase == OVER:
        return state, victory.ending(parts, state)
    return enter_phase(parts, state), (began(state),)


def began(state: State) -> PhaseBegan:
    """3 What is told when the present phase begins."""
    slug, phasing = PHASES[state.phase]
    return PhaseBegan("3", state.turn, slug, phasing)


def enter_phase(parts: Components, state: State) -> State:
    """3 Put the first step of the present phase on the stack."""
    slug, phasing = PHASES[state.phase]
    side = SIDES.index(phasing)
    if slug == "supply":
        return push(state, SupplyCheck(side))
    if slug == "reinforcement":
        return push(state, Arrivals(side))
    if slug == "movement":
        return moving.begin(parts, state, side)
    return fire.begin(parts, state, OTHER[side])
