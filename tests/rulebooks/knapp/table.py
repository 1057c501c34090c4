"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.rulebooks.registry import open_rulebook

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


def piece(game, name):
    return next(piece for piece in game.view("umpire").pieces if piece.id == name)


def at(game, name):
    return piece(game, name).at


def steps(game, name):
    return piece(game, name).steps


def control(game, area):
    return next(space.control for space in game.view("umpire").spaces if space.id == area)


def refused(game, order):
    """The code and rule of the refusal; None for a legal order."""
    refusal = game.why_not(order)
    return None if refusal is None else (refusal.code, refusal.rule)


def kinds(events):
    return [type(event).__name__ for event in events]


def of_kind(events, kind):
    return [event for event in events if isinstance(event, kind)]


def happened(game):
    """Every fact of the current line."""
    return [event for node in game.history for event in node.events]


def orders(game, key=None):
    """The legal orders as text: of one unit, or all."""
    listed = game.legal_actions() if key is None else game.legal_actions().of(key)
    return {str(order) for order in listed}


def movers(game):
    """The pieces that have an order, and None where there is one about no piece."""
    return game.legal_actions().keys()
