"""Plays one whole game of Knapp for every level of victory and saves it beside this file.

Run from the checkout: ``python -m tests.records.make_knapp``. The players are simple and, where a level asks for it,
weak: the attacker takes what he can reach, the other side holds, counter-attacks or runs away. Dice come from a seed
or favour one side throughout. Nothing is edited.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path

import networkx as nx

from bulge_widget import new_game
from bulge_widget.core.decision import CHANCE, Action, Roll
from bulge_widget.core.game import Game
from bulge_widget.rulebooks.knapp.components import GERMAN
from bulge_widget.rulebooks.knapp.fire import FireRoll
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.moving import EndMove
from bulge_widget.rulebooks.knapp.overrun import Overrun, OverrunRoll

FOLDER = Path(__file__).parent / "knapp"
Player = Callable[[Game], Action]


# -- players ------------------------------------------------------------------------------------------


def hold(game: Game) -> Action:
    """Stay where one is, and give the first of several answers."""
    options = game.legal_actions()
    return EndMove() if None in options.keys() and game.phase == "movement" else options[0]  # noqa: SIM118


def attack(game: Game) -> Action:
    """Overrun where one can; else the move that gains most ground, one unit after the other."""
    if game.phase != "movement":
        return hold(game)
    options = [order for order in game.legal_actions() if not isinstance(order, EndMove)]
    overruns = [order for order in options if isinstance(order, Overrun)]
    if overruns:
        return max(overruns, key=lambda order: len(order.units))
    moves = [order for order in options if isinstance(order, Move) and order.mode != "exit"]
    best = max(moves, key=functools.partial(gain, game), default=None)
    if best is not None and (gain(game, best) > 0 or None not in game.legal_actions().keys()):  # noqa: SIM118
        return best
    return hold(game)


def spent(game: Game) -> Action:
    """Attack for two days, then stay with what was won."""
    return attack(game) if game.turn <= 2 else hold(game)


def gain(game: Game, order: Move) -> float:
    """What a move is worth: points at once, ground nearer to what is still to be had, no fight against the odds."""
    side = game.decision.seat if game.decision else ""
    sign = 1 if side == "german" else -1
    state = game.rulebook.apply(game.state, order)[0]
    points = sign * (game.rulebook.score(state).points - game.score().points)
    nearer = distance(game, order.path[0], side) - distance(game, order.path[-1], side)
    return points + 0.3 * nearer - odds_against(game, order.path[-1], side)


def distance(game: Game, area: str, side: str) -> int:
    """Steps to the nearest area that the other side controls."""
    goals = {space.id for space in game.view("umpire").spaces if space.control not in {side, ""}}
    ways = nx.single_source_shortest_path_length(game.board.graph, area)
    return min((steps for other, steps in ways.items() if other in goals), default=0)


def odds_against(game: Game, area: str, side: str) -> float:
    """By how much the enemy in an area outnumbers a division and its friends there."""
    there = [piece for piece in game.view("umpire").pieces if piece.at == area]
    enemy = sum(piece.steps for piece in there if piece.side != side)
    return max(0.0, enemy - sum(piece.steps for piece in there if piece.side == side)) / 2


def run(game: Game) -> Action:
    """Drive away from the enemy, to the areas that are worth least."""
    if game.phase != "movement":
        return hold(game)
    moves = [order for order in game.legal_actions() if isinstance(order, Move)]
    worth = dict(zip(game.rulebook.parts.area_ids, game.rulebook.parts.value, strict=True))
    flights = [order for order in moves if worth[order.path[-1]] < worth[order.path[0]]]
    return min(flights, key=lambda order: worth[order.path[-1]], default=hold(game))


# -- dice ---------------------------------------------------------------------------------------------


def lucky(game: Game) -> Roll:
    """Dice for the German side: it surprises, gets through and hits with every other die; the other side never hits."""
    step, decision = game.state.stack[-1], game.decision
    assert decision is not None
    assert decision.dice is not None
    count = decision.dice.count
    if isinstance(step, OverrunRoll):
        return Roll((6,))
    if isinstance(step, FireRoll) and step.side == GERMAN:
        return Roll(tuple(6 if die % 2 == 0 else 2 for die in range(count)))
    return Roll((2,) * count)


GAMES: dict[str, tuple[Player, Player, int | None]] = {
    "allied-victory": (attack, attack, 1),
    "german-tactical": (spent, hold, 5),
    "german-operational": (attack, hold, 1),
    "german-strategic": (attack, run, None),
}
"""Level: German player, Allied player, and the seed of the dice or None for German luck."""


def play(level: str) -> Game:
    """Play the game recorded for a level."""
    german, allied, seed = GAMES[level]
    game = new_game("knapp", seed=seed or 0, dice=None if seed is not None else "ask")
    while game.decision is not None:
        if game.decision.seat == CHANCE:
            game.play(lucky(game))
        else:
            game.play((german if game.decision.seat == "german" else allied)(game))
    return game


def main() -> None:
    """Write the four files, or those of the levels named."""
    FOLDER.mkdir(exist_ok=True)
    for level in GAMES if len(sys.argv) == 1 else sys.argv[1:]:
        game = play(level)
        print(level, game.outcome, len(game.history))  # noqa: T201
        assert game.outcome is not None
        if game.outcome.level != level:
            raise SystemExit(f"{level}: the game ended as {game.outcome.level}")
        game.save(FOLDER / f"{level}.json")


if __name__ == "__main__":
    main()
