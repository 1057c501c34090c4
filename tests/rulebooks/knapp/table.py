"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.rulebooks.registry import open_rulebook
from tests.rulebooks.reading import at, control, entry_of, happened, kinds, movers, of_kind, orders, piece, refused

__all__ = [
    "BOOK",
    "SIDES",
    "at",
    "control",
    "happened",
    "kinds",
    "movers",
    "of_kind",
    "orders",
    "piece",
    "position",
    "refused",
    "situation",
    "steps",
]

BOOK = open_rulebook("knapp")
SIDES = ("german", "allied")


def position(units, **rest):
    """A position as plain data: turn 2, German movement, unless said otherwise."""
    start = {"turn": 2, "phase": "movement", "phasing": "german"}
    return start | {"units": {name: entry_of(entry, "strength") for name, entry in units.items()}} | rest


def situation(units, *orders, dice=(), options=None, **rest):
    """A game from such a position, with dictated dice, in which some orders have been given."""
    game = new_game("knapp", position=position(units, **rest), dice=list(dice), options=options)
    for order in orders:
        game.play(order)
    return game


def steps(game, name):
    return piece(game, name).steps
