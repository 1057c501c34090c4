"""Plays whole games of FAB: The Bulge until each scenario has ended in every way it can, and saves them beside this.

Run from the checkout: ``python -m tests.records.make_fab``. Both players answer at random; for an ending that chance
does not bring, the Allied player does as little as he may, and the Germans drive west. Nothing is edited.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

from bulge_widget import new_game
from bulge_widget.core.decision import Action, Options
from bulge_widget.core.game import Game
from bulge_widget.rulebooks.fab import victory
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.movement import Move
from bulge_widget.rulebooks.fab.rules import load

FOLDER = Path(__file__).parent / "fab"
TRIES = 400
LAZY = 0.15  # how often the Germans do anything else than drive west
IDLE = ("EndMove", "EndCombat", "EndAdmin", "Spare", "Hold", "Stay")


def answer(game: Game, choose: random.Random, idle: bool) -> Action:
    """One answer: any, or for an idle Allied player the one that ends his turn."""
    decision = game.decision
    if decision is None:
        raise RuntimeError("the game is over")
    if idle and decision.seat == "allied":
        for option in decision.options.of(None):
            if type(option).__name__ in IDLE:
                return option
    group = decision.options.of(choose.choice(decision.options.keys()))
    if idle and decision.seat == "german":
        return drive(game, decision.options, choose) or choose.choice(group)
    return choose.choice(group)


def drive(game: Game, options: Options, choose: random.Random) -> Action | None:
    """A German move to an objective, or as far west as one goes."""
    moves = [order for key in options.keys() if key for order in options.of(key) if isinstance(order, Move)]  # noqa: SIM118
    if not moves or choose.random() < LAZY:
        return next((order for order in options.of(None) if type(order).__name__ == "Fight"), None)
    spaces, stars = game.board.spaces, game.rulebook.parts.objectives
    index = game.board.index

    def worth(move: Move) -> tuple[int, float]:
        end, start = index[move.path[-1]], index[move.path[0]]
        goal = sum(bool(a in stars) for a in map(index.__getitem__, move.path[1:])) - (start in stars)
        return goal, spaces[start].lon - spaces[end].lon

    return max(moves, key=worth)


def play(scenario: str, seed: int, idle: bool) -> Game:
    """Play a whole game."""
    game = new_game("fab", scenario=scenario, seed=seed)
    choose = random.Random(seed)  # noqa: S311  play, not secrets
    while game.decision is not None:
        game.play(answer(game, choose, idle))
    return game


def endings(parts: Components, scenario: str) -> set[str]:
    """Every level of victory a scenario can end with."""
    own = {victory.slug(band) for band in parts.bands if band.scenario == scenario}
    small = (scenario, "objective") in parts.facts
    return own if small else own | {f"{side}-{victory.SUDDEN}" for side in SIDES}


def main() -> None:
    """Save the first game found for each ending of each scenario."""
    FOLDER.mkdir(exist_ok=True)
    book = load()
    for scenario in book.parts.scenario_ids:
        missing = endings(book.parts, scenario) - {
            path.stem.removeprefix(f"{scenario}-") for path in FOLDER.glob("*.json")
        }
        for seed, idle in itertools.product(range(TRIES), (False, True)):
            if not missing:
                break
            game = play(scenario, seed, idle)
            level = game.outcome.level if game.outcome else ""
            if level in missing:
                game.save(FOLDER / f"{scenario}-{level}.json")
                missing.discard(level)
                sys.stdout.write(f"{scenario} {level}: seed {seed}\n")
        sys.stdout.writelines(f"{scenario} {level}: not found\n" for level in sorted(missing))


if __name__ == "__main__":
    main()
