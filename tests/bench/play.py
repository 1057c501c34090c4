"""Random play of whole games beside its peers, in one process and one run.

For each engine the same seeded games are played again and again, engines taking turns, and the fastest of
all repeats counts: these machines are noisy, so read the ratios. A decision is a player's answer to a
question with every legal answer listed; ours and catanatron's answers are judged by being found in that list.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import NamedTuple

from bulge_widget import new_game
from bulge_widget.core import save
from bulge_widget.rulebooks.botb import supply


class Played(NamedTuple):
    """What a batch of games came to."""

    decisions: int
    answers: int
    games: int


Batch = Callable[[range], Played]


def random_play(book: str, seeds: range, *, scenario: str | None = None, with_view: bool = False) -> Played:
    """Uniform group, then uniform option."""
    decisions = answers = 0
    for seed in seeds:
        game, draw = new_game(book, scenario=scenario, seed=seed), random.Random(seed).random
        while (decision := game.decision) is not None:
            if with_view:
                game.view(decision.seat)
            keys = decision.options.keys()
            group = decision.options.of(keys[int(draw() * len(keys))])
            game.play(group[int(draw() * len(group))])
            decisions += 1
        answers += len(game.history) - 1
    return Played(decisions, answers, len(seeds))


def knapp(seeds: range) -> Played:
    """The book of areas."""
    return random_play("knapp", seeds)


def knapp_with_view(seeds: range) -> Played:
    """The same with one view of the deciding seat a decision."""
    return random_play("knapp", seeds, with_view=True)


def bigredone(seeds: range) -> Played:
    """The divisional book of hexes."""
    return random_play("bigredone", seeds)


def bigredone_with_view(seeds: range) -> Played:
    """The same with one view of the deciding seat a decision."""
    return random_play("bigredone", seeds, with_view=True)


def fab(seeds: range) -> Played:
    """The campaign of the block game, whose units are hidden."""
    return random_play("fab", seeds, scenario="campaign")


def fab_with_view(seeds: range) -> Played:
    """The same with one view of the deciding seat a decision."""
    return random_play("fab", seeds, scenario="campaign", with_view=True)


def botb(seeds: range) -> Played:
    """The book of 3 km hexes, with every order of every unit listed only where it is asked for."""
    return random_play("botb", seeds, scenario="45")


def botb_with_view(seeds: range) -> Played:
    """The same with one view of the deciding seat a decision."""
    return random_play("botb", seeds, scenario="45", with_view=True)


def catanatron(seeds: range) -> Played:
    """Two random players."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415  a peer, only for the bench

    ticks = 0
    for seed in seeds:
        random.seed(seed)
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            ticks += 1
    return Played(ticks, ticks, len(seeds))


def python_chess(seeds: range) -> Played:
    """Random legal moves to the end."""
    import chess  # noqa: PLC0415  a peer, only for the bench

    plies = 0
    for seed in seeds:
        board, choose = chess.Board(), random.Random(seed).choice
        while not board.is_game_over() and board.ply() < 400:
            board.push(choose(list(board.legal_moves)))
            plies += 1
    return Played(plies, plies, len(seeds))


ENGINES: dict[str, tuple[Batch, int]] = {
    "knapp": (knapp, 10),
    "knapp, view each": (knapp_with_view, 10),
    "bigredone": (bigredone, 12),
    "bigredone, view each": (bigredone_with_view, 12),
    "fab": (fab, 4),
    "fab, view each": (fab_with_view, 4),
    "botb": (botb, 1),
    "botb, view each": (botb_with_view, 1),
    "catanatron": (catanatron, 10),  # a game is of 255 to 1,735 decisions, at 27 to 42 µs: few would tell little
    "python-chess": (python_chess, 4),
}


def measure(repeats: int) -> dict[str, tuple[float, Played]]:
    """Seconds of the fastest repeat of each engine, and what it played."""
    best: dict[str, tuple[float, Played]] = {}
    for _ in range(repeats):
        for name, (batch, games) in ENGINES.items():
            start = time.perf_counter()
            played = batch(range(games))
            seconds = time.perf_counter() - start
            if name not in best or seconds < best[name][0]:
                best[name] = (seconds, played)
    return best


NEW_GAMES: dict[str, Batch] = {
    "knapp": knapp,
    "bigredone": bigredone,
    "fab": fab,
    "fab, view each": fab_with_view,
    "botb": botb,
    "catanatron": catanatron,
}


def first_time(batches: int = 6, games: int = 2) -> dict[str, float]:
    """Decisions per second on games not played before in this process: nothing is remembered from them.

    Every batch is of other games, engines take turns, and all batches count together.
    """
    decisions, seconds = dict.fromkeys(NEW_GAMES, 0), dict.fromkeys(NEW_GAMES, 0.0)
    for number in range(batches):
        seeds = range(10_000 + number * games, 10_000 + (number + 1) * games)
        for name, batch in NEW_GAMES.items():
            start = time.perf_counter()
            decisions[name] += batch(seeds).decisions
            seconds[name] += time.perf_counter() - start
    return {name: decisions[name] / seconds[name] for name in NEW_GAMES}


def looked_at(book: str, scenario: str | None = None) -> list[float]:
    """Milliseconds for a view and every option listed, once in each position of a random game."""
    game, choose = new_game(book, scenario=scenario, seed=20_001), random.Random(20_001).choice
    times = []
    while (decision := game.decision) is not None:
        start = time.perf_counter()
        game.view(decision.seat)
        listed = list(decision.options)
        times.append((time.perf_counter() - start) * 1e3)
        game.play(choose(listed))
    return times


def shares_of_choice(games: int = 4) -> dict[str, float]:
    """How many in a hundred of the decisions counted leave a choice, with two legal answers or more."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415  a peer, only for the bench

    counts: list[int] = []
    for seed in range(games):
        game, choose = new_game("knapp", seed=seed), random.Random(seed).choice
        while (decision := game.decision) is not None:
            counts.append(len(decision.options))
            game.play(choose(decision.options))
    peers: list[int] = []
    for seed in range(games):
        random.seed(seed)
        peer = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        while peer.winning_color() is None and peer.state.num_turns < 1000:
            peers.append(len(peer.state.playable_actions))
            peer.play_tick()
    return {
        name: 100 * sum(n > 1 for n in found) / len(found) for name, found in (("knapp", counts), ("catanatron", peers))
    }


def microseconds(work: Callable[[], object], repeats: int = 2000) -> float:
    """The fastest of ten timings of some work."""
    best = float("inf")
    for _ in range(10):
        start = time.perf_counter()
        for _ in range(repeats // 10):
            work()
        best = min(best, (time.perf_counter() - start) / (repeats // 10))
    return best * 1e6


def milliseconds(work: Callable[[], object]) -> float:
    """One timing of some work that is not repeated, so that nothing is remembered of it."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def reach_and_supply(seed: int, turns: int = 99) -> tuple[list[float], list[float]]:
    """Milliseconds to list all orders of a unit, and to judge the supply of a whole side, on the 3 km hexes.

    Each is asked once of positions of a random campaign: every unit that may move as a movement phase begins, and
    both sides at that moment. Nothing is collected meanwhile, as that is the work of other moves.
    """
    game, choose = new_game("botb", scenario="46", seed=seed), random.Random(seed).choice
    reach: list[float] = []
    whole_side: list[float] = []
    seen: set[tuple[int, str]] = set()
    while (decision := game.decision) is not None and game.turn <= turns:
        moment = (game.turn, game.phasing)
        if game.phase == "movement" and moment not in seen:
            seen.add(moment)
            gc.disable()
            parts, state = game.rulebook.parts, game.state
            whole_side += [milliseconds(partial(supply.judge, parts, state, side)) for side in (0, 1)]
            options, names = decision.options, decision.options.keys()
            reach += [milliseconds(partial(options.of, name)) for name in names if name in parts.unit_index]
            gc.enable()
        game.play(choose(decision.options.of(choose(decision.options.keys()))))
    return reach, whole_side


def twice(seeds: range) -> tuple[list[float], list[float]]:
    """The same for some campaigns, each played twice: the faster of two timings counts, in ascending order."""
    found: tuple[list[float], list[float]] = [], []
    for seed in seeds:
        for kind, first, second in zip(found, reach_and_supply(seed), reach_and_supply(seed), strict=True):
            kind.extend(map(min, first, second))
    return sorted(found[0]), sorted(found[1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=10)
    results = measure(parser.parse_args().repeats)
    peer = results["catanatron"][1].decisions / results["catanatron"][0]
    print(f"{'engine':<20}{'decisions/s':>12}{'answers/s':>12}{'games/s':>10}{'a game':>8}{'x catanatron':>14}")
    for name, (seconds, played) in results.items():
        rate = played.decisions / seconds
        print(
            f"{name:<20}{rate:>12,.0f}{played.answers / seconds:>12,.0f}{played.games / seconds:>10.1f}"
            f"{played.decisions / played.games:>8.0f}{rate / peer:>14.2f}"
        )
    for name, share in shares_of_choice().items():
        print(f"{name}: {share:.0f} of 100 decisions leave a choice")
    rates = first_time()
    for name, rate in rates.items():
        print(f"new games: {name:<20}{rate:>12,.0f}{rate / rates['catanatron']:>14.2f} x catanatron")
    for book in ("knapp", "fab"):
        times = sorted(1e3 * time_ for time_ in looked_at(book))
        most = times[int(0.95 * len(times))]
        print(f"{book}: a view with every option listed {median(times):.0f} µs, 95 of 100 under {most:.0f} µs")
    game = new_game("knapp", seed=1)
    choose = random.Random(1).choice
    for _ in range(150):
        game.play(choose(game.legal_actions()))
    print(f"fork {microseconds(game.fork):.2f} µs after {len(game.history)} answers")
    print(f"view with every option listed {microseconds(lambda: list(_fresh(game).options), 500):.0f} µs")
    print(f"save {len(save.dump(game)) / 1000:.1f} kB, {microseconds(lambda: save.dump(game), 50) / 1000:.1f} ms")
    for name, times in zip(("reach of a unit", "supply of a side"), twice(range(1, 3)), strict=True):
        most = times[int(0.99 * len(times))]
        print(
            f"botb: {name} {median(times):.2f} ms, 99 of 100 under {most:.1f} ms,"
            f" at most {max(times):.1f} ms, of {len(times)} asked once"
        )


def _fresh(game):  # type: ignore[no-untyped-def]
    game.view("umpire")
    return game.rulebook.decision(game.state)


if __name__ == "__main__":
    main()
