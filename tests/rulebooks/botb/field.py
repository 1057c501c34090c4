"""Small positions on the board for the chapters of combat, and a loop that answers what nobody is asked."""

from __future__ import annotations

import msgspec

from bulge_widget.board import maps_folder
from bulge_widget.core.decision import Roll
from bulge_widget.rulebooks.botb import combat_chapters, planning
from bulge_widget.rulebooks.botb.components import load_components
from bulge_widget.rulebooks.botb.info import Choices, settled
from bulge_widget.rulebooks.botb.state import ABSENT, PHASES, State, counts_of

PARTS = load_components(maps_folder("botb"))
CHAPTERS = {step: chapter for chapter in combat_chapters.CHAPTERS for step in chapter.STEPS}


def state_of(units, turn=3, phase=("combat", "german"), scenario="46", choices=None, **rest):
    """A state with these units in these hexes and nobody else."""
    at = [ABSENT] * len(PARTS.unit_ids)
    for name, where in units.items():
        at[PARTS.unit_index[name]] = PARTS.hex_index[where]
    agreed = settled(Choices(**(choices or {})), scenario)
    state = State(
        scenario,
        turn,
        PHASES.index(phase),
        tuple(at),
        counts_of(PARTS, tuple(at)),
        bytes(len(at)),
        bytes(len(at)),
        bytes(len(PARTS.hex_ids)),
        bytes(len(PARTS.hex_ids)),
        choices=agreed,
    )
    return msgspec.structs.replace(state, **rest)


def run(state, events=()):
    """Carry out every step that nobody answers."""
    while state.stack:
        step = state.stack[-1]
        chapter = CHAPTERS[type(step)]
        done = chapter.resolve(PARTS, state, step) if hasattr(chapter, "resolve") else None
        if done is None:
            break
        state, more = done
        events += more
    return state, events


def play(state, action):
    """Answer the open question, which must be legal."""
    step = state.stack[-1]
    chapter = CHAPTERS[type(step)]
    refusal = chapter.why_not(PARTS, state, step, action)
    assert refusal is None, refusal
    return run(*chapter.apply(PARTS, state, step, action))


def refused(state, action):
    """The refusal of an answer to the open question."""
    return CHAPTERS[type(state.stack[-1])].why_not(PARTS, state, state.stack[-1], action)


def asked(state):
    """The open question."""
    step = state.stack[-1]
    return CHAPTERS[type(step)].decision(PARTS, state, step)


def standard(state, action):
    """The listed option of the same effect."""
    step = state.stack[-1]
    canonical = getattr(CHAPTERS[type(step)], "canonical", None)
    return canonical(PARTS, state, step, action) if canonical else action


def wide(state):
    """The too wide list of answers to the open question."""
    step = state.stack[-1]
    return CHAPTERS[type(step)].candidates(PARTS, state, step)


def fight(units, side=0, **rest):
    """Begin a combat phase."""
    state = state_of(units, **rest)
    return run(*planning.begin(PARTS, state, side))[0]


def where(state, unit):
    """The hex a unit stands in, or None off the map."""
    at = state.at[PARTS.unit_index[unit]]
    return PARTS.hex_ids[at] if at < len(PARTS.hex_ids) else None


def indexes(*names):
    """Units by index."""
    return tuple(PARTS.unit_index[name] for name in names)


def hexes(*names):
    """Hexes by index."""
    return tuple(PARTS.hex_index[name] for name in names)


def roll(face):
    """One die."""
    return Roll((face,))
