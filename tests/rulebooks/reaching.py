"""All that reaches a side of a position, by every way there is, and worlds that differ only in what it may not know."""

from __future__ import annotations

import itertools
import json
import random

from bulge_widget.core.decision import CHANCE
from bulge_widget.core.game import Game
from bulge_widget.core.handles import unveiled
from bulge_widget.core.record import Node, Record
from bulge_widget.errors import BulgeError
from bulge_widget.scene import reach, scene, svg
from bulge_widget.scene.forecast import odds_rows
from bulge_widget.widget.reasons import why
from tests.rulebooks import play


def reaches(game, seat, seed):
    """Every text a side can get of a position, one a line, each named by how it was got."""
    told = {
        "scene": json.dumps(scene(game, seat)),
        "reach": json.dumps(reach(game, seat)),
        "view": play.everything_told(game, seat).decode(),
        "repr": repr(game.view(seat).pieces) + repr(game),
    }
    choose = random.Random(seed)  # noqa: S311  a sample
    view = game.view(seat)
    spaces = [space.id for space in game.board.spaces]
    for piece in choose.sample(view.pieces, min(12, len(view.pieces))):
        for space in choose.sample(spaces, 3):
            told[f"why {piece.id} {space}"] = repr(why(game, seat, piece.id, space))
    if view.decision is not None and view.decision.options is not None and view.decision.seat != CHANCE:
        told |= _answered(game, view, choose)
    return told


def _answered(game, view, choose):
    """What the side that decides is told of orders, right ones and wrong ones."""
    told, listed = {}, list(itertools.islice(view.decision.options, 400))
    for option in choose.sample(listed, min(6, len(listed))):
        order = unveiled(game.rulebook, game.state, option)
        told[f"odds {option}"] = repr(odds_rows(game, view, order))
        told[f"cost {option}"] = game.rulebook.cost(game.state, order)
        told[f"words {option}"] = game.rulebook.describe(option, game.state)
    strangers = [piece.id for piece in view.pieces if piece.hidden]
    names = [*strangers, *(piece.id for piece in view.pieces), *game.board.index]
    for option in choose.sample(listed, min(8, len(listed))):
        words = str(option).split()
        for place in range(1, len(words)):
            wrong = " ".join([*words[:place], choose.choice(strangers or names), *words[place + 1 :]])
            told[f"order {wrong}"] = _refused(game, wrong)
            told[f"asked {wrong}"] = _asked(game, wrong)
    return told


def _asked(game, text):
    try:
        refusal = game.why_not(text)
    except BulgeError as error:
        return str(error)
    return refusal and f"{refusal} {game.rulebook.describe(refusal, game.state)}"


def _refused(game, text):
    try:
        game.fork().play(text)
    except BulgeError as error:
        return f"{type(error).__name__}: {error}"
    return "legal"


def picture(game, seat):
    """The board as it is printed and exported for a side."""
    return svg(game, viewpoint=seat)


def at(game, state):
    """The same game with another present, and a past that agrees with it."""
    node, record = game.record.node, game.record
    events = play.relabelled(game.rulebook, node.state, state, node.events)
    root = Node(None, "", None, events, state, node.chance)
    card = (record.rulebook, record.version, record.digest)
    fresh = Record(
        root, book=card, scenario=record.scenario, options=record.options, seed=record.seed, mode=record.mode
    )
    return Game(game.rulebook, fresh)


def exchanged(game, one, other):
    """The state in which two blocks stand in each other's place, each behind the other's back; None if they cannot.

    Made from the written form of the state alone: the names are exchanged wherever they stand, and so are their
    handles, which stay with the places.
    """
    book, data = game.rulebook, game.rulebook.snapshot(game.state)
    names = list(game.rulebook.parts.unit_ids)
    handles = list(data.pop("handles"))
    a, b = names.index(one), names.index(other)
    handles[a], handles[b] = handles[b], handles[a]
    text = json.dumps(data).replace(f'"{one}"', '"\0"').replace(f'"{other}"', f'"{one}"').replace('"\0"', f'"{other}"')
    try:
        return book.position({**json.loads(text), "handles": handles})
    except BulgeError:
        return None
