"""Sets up the smallest situation a rule needs, and reads off what became of it."""

from __future__ import annotations

from bulge_widget import new_game
from bulge_widget.board import strides
from bulge_widget.rulebooks.bigredone import bridges
from bulge_widget.rulebooks.registry import open_rulebook

BOOK = open_rulebook("bigredone")
PARTS = BOOK.parts
SIDES = ("german", "allied")


def unit(entry):
    """A hex, or the whole entry of a unit."""
    return {"at": entry} if isinstance(entry, str) else entry


def position(units, **rest):
    """A position as plain data: turn 5, when supply counts for everybody, German movement, overcast."""
    start = {"turn": 5, "phase": "movement", "phasing": "german", "weather": "overcast"}
    return start | {"units": {name: unit(entry) for name, entry in units.items()}} | rest


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


def piece(game, name):
    return next(piece for piece in game.view("umpire").pieces if piece.id == name)


def at(game, name):
    return piece(game, name).at


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


def track(view, name):
    return next(track for track in view.tracks if track.id == name)
