"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget.core.opening import begin
from bulge_widget.rulebooks import fab

BOOK = fab.load()
PARTS = BOOK.parts


def unit(entry):
    """An area, an area with steps, or the whole entry of a unit."""
    if isinstance(entry, str):
        return {"at": entry}
    if isinstance(entry, tuple):
        return {"at": entry[0], "steps": entry[1]}
    return entry


def position(units=None, **rest):
    """A position as plain data: turn 2, German operational movement, no rule of fuel, unless said otherwise."""
    start = {"turn": 2, "phase": "operational-movement", "phasing": "german", "options": {"fuel_shortage": False}}
    return start | {"units": {name: unit(entry) for name, entry in (units or {}).items()}} | rest


def situation(units=None, *orders, dice=(), **rest):
    """A game from such a position, with dictated dice, in which some orders have been given."""
    game = begin(BOOK, position=position(units, **rest), dice=list(dice), scenario=rest.get("scenario"))
    for order in orders:
        game.play(order)
    return game


def state(units=None, **rest):
    """The state of such a position."""
    return BOOK.position(position(units, **rest))


def piece(game, name, seat="umpire"):
    return next(piece for piece in game.view(seat).pieces if piece.id == name)


def at(game, name):
    return piece(game, name).at


def control(game, area):
    return next(space.control for space in game.view("umpire").spaces if space.id == area)


def markers(game, kind):
    """The areas with a kind of marker."""
    return {marker.at for marker in game.view("umpire").markers if marker.kind == kind}


def refused(game, order):
    """The code and rule of the refusal; None for a legal order."""
    refusal = game.why_not(order)
    return None if refusal is None else (refusal.code, refusal.rule)


def orders(game, key=None):
    """The legal orders as text: of one unit, or all."""
    listed = game.legal_actions() if key is None else game.legal_actions().of(key)
    return {str(order) for order in listed}


def asked(game):
    """The class of the open question."""
    return type(game.state.stack[-1]).__name__ if game.state.stack else "over"


def movers(game):
    """The pieces that have an order, and None where there is one about no piece."""
    return game.legal_actions().keys()
