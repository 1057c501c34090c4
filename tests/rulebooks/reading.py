"""What the tests of every book read off a game."""

from __future__ import annotations


def entry_of(given, also="steps"):
    """A unit of a position from its space, its space with a number of that field, or its whole entry."""
    if isinstance(given, str):
        return {"at": given}
    return {"at": given[0], also: given[1]} if isinstance(given, tuple) else given


def piece(game, name, seat="umpire"):
    return next(piece for piece in game.view(seat).pieces if piece.id == name)


def at(game, name):
    return piece(game, name).at


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
