"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.board import strides
from bulge_widget.rulebooks.bigredone import bridges
from bulge_widget.rulebooks.registry import open_rulebook
from tests.rulebooks.reading import at, entry_of, happened, kinds, of_kind, orders, piece, refused

__all__ = [
    "BOOK",
    "PARTS",
    "SIDES",
    "anonymous",
    "at",
    "combat",
    "happened",
    "is_cut",
    "kinds",
    "of_kind",
    "orders",
    "piece",
    "position",
    "refused",
    "situation",
    "state_of",
    "track",
]

BOOK = open_rulebook("bigredone")
PARTS = BOOK.parts
SIDES = ("german", "allied")


def position(units, **rest):
    """A position as plain data: turn 5, when supply counts for everybody, German movement, overcast."""
    start = {"turn": 5, "phase": "movement", "phasing": "german", "weather": "overcast"}
    return start | {"units": {name: entry_of(entry) for name, entry in units.items()}} | rest


def situation(units, *orders, dice=(), options=None, **rest):
    """A game from such a position, with dictated dice, in which some orders have been given."""
    game = new_game("bigredone", position=position(units, **rest), dice=list(dice), options=options)
    for order in orders:
        game.play(order)
    return game


def state_of(units, **rest):
    """The state of such a position, with nothing run yet."""
    return BOOK.position(position(units, **rest))


def combat(units, *orders, dice=(), **rest):
    """A situation in the German combat phase before movement."""
    return situation(units, *orders, dice=dice, **({"phase": "pre-movement-combat"} | rest))


def anonymous(german=(), allied=()):
    """Some unit of each side in each of these hexes; the Allied ones are no British."""
    ours = [name for name, counter in BOOK.counters.items() if counter.side == "german"]
    theirs = [name for name, counter in BOOK.counters.items() if counter.nation == "us"]
    return dict(zip(ours, german, strict=False)) | dict(zip(theirs, allied, strict=False))


def is_cut(state, side, a, b):
    """Whether the bridge between two hexes is cut for a side."""
    found = strides.ends_of(bridges.cut(PARTS, bridges.watched(PARTS, state, side)))
    return b in found.get(a, ())


def track(view, name):
    return next(track for track in view.tracks if track.id == name)
