"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.rulebooks.registry import open_rulebook
from tests.rulebooks.reading import at, control, happened, kinds, movers, of_kind, orders, piece, refused

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
    "unit",
]

BOOK = open_rulebook("knapp")
SIDES = ("german", "allied")


def unit(entry):
    """An area, an area with a strength, or the whole entry of a unit."""
    if isinstance(entry, str):
        return {"at": entry}
    if isinstance(entry, tuple):
        return {"at": entry[0], "strength": entry[1]}
    return entry


def position(units, **rest):
    """A position as plain data: turn 2, German movement, unless said otherwise."""
    start = {"turn": 2, "phase": "movement", "phasing": "german"}
    return start | {"units": {name: unit(entry) for name, entry in units.items()}} | rest


def situation(units, *orders, dice=(), options=None, **rest):
    """A game from such a position, with dictated dice, in which some orders have been given."""
    game = new_game("knapp", position=position(units, **rest), dice=list(dice), options=options)
    for order in orders:
        game.play(order)
    return game


def steps(game, name):
    return piece(game, name).steps
