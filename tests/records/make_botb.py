"""Plays one whole game of The Battle of the Bulge for every way of ending and saves it beside this file.

Run from the checkout: ``python -m tests.records.make_botb``. The German player sends a few units to what the ending
needs; the Allied player stays, or goes off the map. The dice are seeded, and nothing is edited.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from bulge_widget import new_game
from bulge_widget.core.decision import Action
from bulge_widget.core.game import Game
from bulge_widget.rulebooks.botb.advance import EndAdvance
from bulge_widget.rulebooks.botb.assets import Ready
from bulge_widget.rulebooks.botb.components import ALLIED, GERMAN, Components
from bulge_widget.rulebooks.botb.decrees import Announce, Launch
from bulge_widget.rulebooks.botb.engineering import EndEngineering
from bulge_widget.rulebooks.botb.flights import EndFlights
from bulge_widget.rulebooks.botb.fortification import EndFortifying
from bulge_widget.rulebooks.botb.infiltration import Pass
from bulge_widget.rulebooks.botb.movement import EndMove, Exit, Move
from bulge_widget.rulebooks.botb.moving import Moving
from bulge_widget.rulebooks.botb.planning import EndPlan
from bulge_widget.rulebooks.botb.state import ELIMINATED, OFF

FOLDER = Path(__file__).parent / "botb"
IDLE = (
    EndMove(),
    EndPlan(),
    EndAdvance(),
    Ready(),
    Pass(),
    EndFlights(),
    EndEngineering(),
    EndFortifying(),
    Launch(launch=False),
    Announce(offensive=False),
)
MOTOR = ("armor", "motorized_infantry")
FAR = 10_000
Player = Callable[[Game], Action]


# -- the map ------------------------------------------------------------------------------------------


def distances(parts: Components, goals: Iterable[int]) -> list[int]:
    """How far every hex is from the nearest goal; a road hex counts 1, any other 4."""
    far = [FAR] * len(parts.hex_ids)
    queue = [(0, goal) for goal in goals]
    while queue:
        cost, here = heapq.heappop(queue)
        if cost < far[here]:
            far[here] = cost
            for there in parts.near[here]:
                heapq.heappush(queue, (cost + (1 if there in parts.roads[here] else 4), there))
    return far


def edge(parts: Components) -> list[int]:
    """The hexes along the western and southern edge of the map."""
    return [h for h, name in enumerate(parts.hex_ids) if len(parts.near[h]) < 6 and parts.west[h]]


# -- players ------------------------------------------------------------------------------------------


def hold(game: Game) -> Action:
    """Do no more than one must, and give the first of several answers."""
    for idle in IDLE:
        if game.why_not(idle) is None:
            return idle
    return game.legal_actions()[0]


def nearer(game: Game, unit: str, far: list[int]) -> Move | None:
    """The move of a unit that brings it nearest to a goal, if it comes nearer at all."""
    index = game.rulebook.parts.hex_index
    moves = [order for order in game.decision.options.of(unit) if isinstance(order, Move)]
    best = min(moves, key=lambda order: far[index[order.path[-1]]], default=None)
    return best if best is not None and far[index[best.path[-1]]] < far[index[best.path[0]]] else None


def leave(game: Game) -> Action:
    """Go off the map with everybody."""
    if isinstance(game.state.stack[-1], Moving):
        parts = game.rulebook.parts
        far = distances(parts, [h for h in range(len(parts.hex_ids)) if len(parts.near[h]) < 6])
        names = game.decision.options.keys()
        for unit in names:
            if unit is None or game.state.at[parts.unit_index[unit]] >= OFF:
                continue
            options = game.decision.options.of(unit)
            gone = next((order for order in options if isinstance(order, Exit)), None)
            order = gone or nearer(game, unit, far)
            if order is not None:
                return order
    return hold(game)


class Drive:
    """Send units to hexes, one to each, or off the map by them."""

    def __init__(self, goals: Iterable[str], side: int = GERMAN) -> None:
        self.goals, self.side = tuple(goals), side
        self.sent: dict[str, int] = {}

    def __call__(self, game: Game) -> Action:
        """The next order."""
        if not isinstance(game.state.stack[-1], Moving):
            return hold(game)
        self._send(game)
        parts, keys = game.rulebook.parts, game.decision.options.keys()
        for unit, goal in self.sent.items():
            if unit in keys and game.state.at[parts.unit_index[unit]] != goal:
                order = nearer(game, unit, distances(parts, [goal]))
                if order is not None:
                    return order
        return hold(game)

    def _send(self, game: Game) -> None:
        """Choose the nearest unit for each goal nobody is sent to, or whose unit is lost."""
        parts, at = game.rulebook.parts, game.state.at
        self.sent = {unit: goal for unit, goal in self.sent.items() if at[parts.unit_index[unit]] < OFF}
        for goal in (parts.hex(name) for name in self.goals):
            if goal not in self.sent.values():
                far = distances(parts, [goal])
                free = [u for u in parts.roster[self.side] if at[u] < OFF and parts.kind[u] in MOTOR]
                free = [u for u in free if parts.unit_ids[u] not in self.sent]
                if free:
                    self.sent[parts.unit_ids[min(free, key=lambda u: (far[at[u]], u))]] = goal


class Exodus:
    """Send units of the two motor classes off the map by arrows."""

    def __init__(self, arrows: dict[str, dict[str, int]], until: Callable[[Game], bool]) -> None:
        self.arrows, self.until = arrows, until

    def __call__(self, game: Game) -> Action:
        """The next order."""
        if not isinstance(game.state.stack[-1], Moving) or self.until(game):
            return hold(game)
        parts, keys = game.rulebook.parts, game.decision.options.keys()
        for unit, hexes in self._sent(game).items():
            if unit in keys:
                exits = [o for o in game.decision.options.of(unit) if isinstance(o, Exit)]
                gone = next((o for o in exits if parts.hex_index[o.path[-1]] in hexes), None)
                order = gone or nearer(game, unit, distances(parts, hexes))
                if order is not None:
                    return order
        return hold(game)

    def _sent(self, game: Game) -> dict[str, list[int]]:
        parts, state = game.rulebook.parts, game.state
        sent: dict[str, list[int]] = {}
        for colour, wants in self.arrows.items():
            hexes = [h for h, c in parts.arrows.items() if c == colour]
            far = distances(parts, hexes)
            for kind, many in wants.items():
                made = sum(parts.kind[d.unit] == kind and parts.arrows[d.hex] == colour for d in state.exits)
                free = [u for u in parts.roster[GERMAN] if parts.kind[u] == kind and state.at[u] < OFF]
                free = [u for u in free if parts.unit_ids[u] not in sent]
                for unit in sorted(free, key=lambda u: (far[state.at[u]], u))[: max(0, many - made)]:
                    sent[parts.unit_ids[unit]] = hexes
        return sent


class Purge:
    """Send a number of units off the map by the nearest edge, to be lost there; then go on with another plan."""

    def __init__(self, many: int, after: Player) -> None:
        self.many, self.after = many, after

    def __call__(self, game: Game) -> Action:
        """The next order."""
        parts, state = game.rulebook.parts, game.state
        gone = sum(state.at[u] == ELIMINATED and parts.combat[u] for u in parts.roster[GERMAN])
        if isinstance(state.stack[-1], Moving) and gone < self.many:
            far = distances(parts, [h for h in range(len(parts.hex_ids)) if len(parts.near[h]) < 6])
            slow = [u for u in parts.roster[GERMAN] if parts.infantry[u] and state.at[u] < OFF]
            for unit in sorted(slow, key=lambda u: (far[state.at[u]], u))[: self.many - gone]:
                name = parts.unit_ids[unit]
                if game.decision.options.of(name):
                    exits = (o for o in game.decision.options.of(name) if isinstance(o, Exit))
                    order = next(exits, None) or nearer(game, name, far)
                    if order is not None:
                        return order
        return self.after(game)


class Level:
    """Take towns and leave by arrows while one is behind, and never so much that one gets ahead."""

    def __init__(self) -> None:
        self.exodus = Exodus({"pink": {"armor": 30, "motorized_infantry": 60}}, lambda game: game.score().points >= 0)
        self.dump = Drive(("gg11",))

    def __call__(self, game: Game) -> Action:
        """The next order."""
        if isinstance(game.state.stack[-1], Moving) and game.score().points % 2:
            order = self.dump(game)
            if order != EndMove():
                return order
        order = self.exodus(game)
        if isinstance(order, Move | Exit):
            then = game.fork()
            then.play(order)
            if then.score().points > 0:
                return hold(game)
        return order


def never(_: Game) -> bool:
    """Go on for ever."""
    return False


class Script(NamedTuple):
    """How a recorded game is played."""

    scenario: str
    german: Callable[[], Player]
    allied: Player


TWO = {"armor": 2, "motorized_infantry": 4}  # 46.4.1
MEUSE = ("c9", "i8", "m6")
GAMES: dict[str, Script] = {
    "antwerp": Script("46", lambda: Exodus({"pink": TWO, "red": TWO}, never), leave),
    "meuse": Script("46", lambda: Drive(("b21", "c9", "d16", "i8", "m6", "aa26", "ee7", "mm15")), leave),
    "liege": Script("46", lambda: Drive(("w1", "w2", "w3")), leave),
    "held": Script("46", lambda: hold, Drive(("mm15", "aa26"), ALLIED)),
    "bastogne": Script("46", lambda: Drive(("mm15", "aa26")), leave),
    "allied-points": Script("45", lambda: hold, hold),
    "german-points": Script("45", lambda: Exodus({"pink": {"armor": 9, "motorized_infantry": 30}}, never), leave),
    "german-tie": Script("45", Level, leave),
    "allied-tie": Script("45", lambda: Purge(40, Level()), leave),
    "plan-liege": Script("47", lambda: Drive(("w1", "w2", "w3")), leave),
    "plan-towns": Script("47", lambda: Drive(("aa26", "mm15", "ee7", *MEUSE)), leave),
    "plan-failed": Script("47", lambda: hold, hold),
}


def play(level: str) -> Game:
    """Play the game recorded for a way of ending."""
    script = GAMES[level]
    german = script.german()
    game = new_game("botb", scenario=script.scenario, seed=1)
    while game.decision is not None:
        game.play(german(game) if game.decision.seat == "german" else script.allied(game))
    return game


def main() -> None:
    """Write the files, or those of the endings named."""
    FOLDER.mkdir(exist_ok=True)
    for level in GAMES if len(sys.argv) == 1 else sys.argv[1:]:
        game = play(level)
        print(level, game.outcome, len(game.history), game.score().text)  # noqa: T201
        assert game.outcome is not None
        if game.outcome.level != level:
            raise SystemExit(f"{level}: the game ended as {game.outcome.level}")
        game.save(FOLDER / f"{level}.json")


if __name__ == "__main__":
    main()
