"""The book and small situations for its tests."""

from __future__ import annotations

from bulge_widget.rulebooks import botb
from tests.rulebooks.reading import entry_of

BOOK = botb.load()
PARTS = BOOK.parts


def state_of(units, **rest):
    """A state with these units on the map (id to hex), at the start of a phase."""
    placed = {name: entry_of(entry) for name, entry in units.items()}
    data = {"turn": 10, "phase": "movement", "phasing": "german", "units": placed, **rest}
    return BOOK.settle(BOOK.position(data))[0]


def move(unit, *path):
    return botb.rules.Move(unit, path)


def refused(state, action):
    """Code and rule of a refusal, or None."""
    found = BOOK.why_not(state, action)
    return None if found is None else (found.code, found.rule)


def ends(state, unit):
    """Where the listed moves of a unit end."""
    found = BOOK.decision(state).options.of(unit)
    return {order.path[-1] for order in found if type(order).__name__ == "Move"}


def played(state, action):
    assert BOOK.why_not(state, action) is None
    state, events = BOOK.apply(state, action)
    assert BOOK.invariants(state) == ()
    return state, events


def at(state, unit):
    where = state.at[PARTS.unit_index[unit]]
    return PARTS.hex_ids[where] if where < 60000 else where


def agree(state):
    """Options are the canonical forms of what is not refused."""
    listed = list(BOOK.decision(state).options)
    assert len(listed) == len(set(listed))
    legal = [a for a in BOOK.candidates(state) if BOOK.why_not(state, a) is None]
    assert {BOOK.canonical(state, a) for a in legal} == set(listed)
