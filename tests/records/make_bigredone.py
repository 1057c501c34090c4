"""Plays one whole game of The Big Red One for every way of ending and saves it beside this file.

Run from the checkout: ``python -m tests.records.make_bigredone``. The German player attacks where the odds are best
and drives for the exits; the Allied player fights where he stands. For the drawn game the dice are chosen so that
the standing goes where the ending needs it. Nothing is edited.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bulge_widget import new_game
from bulge_widget.core.decision import CHANCE, Action, Roll
from bulge_widget.core.game import Game
from bulge_widget.rulebooks.bigredone.attacking import Attack, EndCombat, Fight, Join
from bulge_widget.rulebooks.bigredone.combat import CombatRoll, Resolve
from bulge_widget.rulebooks.bigredone.exits import Exit
from bulge_widget.rulebooks.bigredone.movement import Move
from bulge_widget.rulebooks.bigredone.moving import EndMove
from bulge_widget.rulebooks.bigredone.retreat import Decline

FOLDER = Path(__file__).parent / "bigredone"
GOOD = ("De", "Ex", "Dr", "Ct", "Ar", "Ae")
QUIET = ("Ct", "Ar", "Dr", "Ex", "De", "Ae")
Wants = Callable[[Game], bool]


# -- players ------------------------------------------------------------------------------------------


def hold(game: Game) -> Action:
    """Do no more than one must, and give the first of several answers."""
    options = game.legal_actions()
    for idle in (EndMove(), EndCombat(), Decline(), Fight()):
        if game.why_not(idle) is None:
            return idle
    return next((order for order in options if isinstance(order, Resolve)), options[0])


def fight(game: Game, more: bool) -> Action:
    """Attack where the differential is best, with all who can join; drive on, and off the map."""
    if not more:
        return hold(game)
    options = list(game.legal_actions())
    attacks = [order for order in options if isinstance(order, Attack)]
    if attacks:
        return max(attacks, key=lambda order: game.explain(order).total)
    joins = [order for order in options if isinstance(order, Join)]
    exits = [order for order in options if isinstance(order, Exit)]
    if joins or exits:
        return (joins or exits)[0]
    return drive(game, [order for order in options if isinstance(order, Move)])


def drive(game: Game, moves: list[Move]) -> Action:
    """Go west, or into contact."""
    enemies = {piece.at for piece in game.view("umpire").pieces if piece.side == "allied"}
    grid = game.board.grid

    def gain(order: Move) -> int:
        west = int(order.path[-1][2:]) - int(order.path[0][2:])
        return west + 3 * sum(other in enemies for other in grid.neighbours(order.path[-1]).values())

    best = max(moves, key=gain, default=None)
    return best if best is not None and gain(best) > 0 else hold(game)


# -- dice ---------------------------------------------------------------------------------------------


def chosen(game: Game, more: bool) -> Roll:
    """The face whose result is wanted most; a middle one where no combat is decided."""
    step = game.state.stack[-1]
    if not isinstance(step, CombatRoll):
        return Roll((3,))
    german = game.rulebook.counters[step.units[0]].side == "german"
    results = game.rulebook.parts.crt[step.table].results[step.column]
    wanted = GOOD if german and more else QUIET
    return Roll((results.index(min(results, key=wanted.index)) + 1,))


class Script(NamedTuple):
    """How a recorded game is played."""

    wants_more: Wants
    """Whether the German side still wants points."""
    seed: int | None
    """Of the dice; None to choose them."""
    options: dict[str, bool]


def below_the_middle(game: Game) -> bool:
    """Keep the standing between the levels of this turn and the next ones."""
    turns = game.rulebook.parts.turns
    ahead = turns[min(game.turn + 2, len(turns) - 1) - 1]
    return game.score().points < min(ahead.allied + 3, turns[-2].allied + 1, turns[game.turn - 1].german - 8)


GAMES: dict[str, Script] = {
    "allied-victory": Script(lambda _: True, 1, {}),
    "german-victory": Script(lambda _: True, 0, {}),
    "draw": Script(below_the_middle, None, {"draw_on_last_turn": True}),
}


def play(level: str) -> Game:
    """Play the game recorded for a way of ending."""
    script = GAMES[level]
    game = new_game(
        "bigredone", seed=script.seed or 0, dice="ask" if script.seed is None else None, options=script.options
    )
    while game.decision is not None:
        more = script.wants_more(game)
        if game.decision.seat == CHANCE:
            game.play(chosen(game, more))
        else:
            game.play(fight(game, more) if game.decision.seat == "german" else hold(game))
    return game


def main() -> None:
    """Write the files, or those of the endings named."""
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
