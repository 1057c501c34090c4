"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget.core.opening import begin
from bulge_widget.rulebooks import fab
from tests.rulebooks.reading import at, control, entry_of, movers, orders, piece, refused

__all__ = [
    "BOOK",
    "PARTS",
    "asked",
    "at",
    "control",
    "markers",
    "movers",
    "orders",
    "piece",
    "position",
    "refused",
    "situation",
    "state",
]

BOOK = fab.load()
PARTS = BOOK.parts


def position(units=None, **rest):
    """A position as plain data: turn 2, German operational movement, no rule of fuel, unless said otherwise."""
    start = {"turn": 2, "phase": "operational-movement", "phasing": "german", "options": {"fuel_shortage": False}}
    return start | {"units": {name: entry_of(entry) for name, entry in (units or {}).items()}} | rest


def situation(units=None, *orders, dice=(), **rest):
    """A game from such a position, with dictated dice, in which some orders have been given."""
    game = begin(BOOK, position=position(units, **rest), dice=list(dice), scenario=rest.get("scenario"))
    for order in orders:
        game.play(order)
    return game


def state(units=None, **rest):
    """The state of such a position."""
    return BOOK.position(position(units, **rest))


def markers(game, kind):
    """The areas with a kind of marker."""
    return {marker.at for marker in game.view("umpire").markers if marker.kind == kind}


def asked(game):
    """The class of the open question."""
    return type(game.state.stack[-1]).__name__ if game.state.stack else "over"
