"""A slow, naive second reading of movement and supply, from the map's borders alone, without the code of the book."""

from __future__ import annotations

import heapq
import itertools

OTHER = {"german": "allied", "allied": "german"}
TERRAIN = {"clear": 5, "rough": 10, "light-woods": 15, "heavy-woods": 20}
HOME = {"german": "e", "allied": "nsw"}


class Referee:
    """Looks at one position through the umpire's eyes."""

    def __init__(self, game):
        self.board = board = game.board
        self.grid = board.grid
        pieces = [piece for piece in game.view("umpire").pieces if piece.at in board.index]
        self.units = {side: {piece.at for piece in pieces if piece.side == side} for side in OTHER}
        self.marks = {side: set() for side in OTHER}
        for marker in game.view("umpire").markers:
            if marker.kind.endswith("-interdiction"):
                self.marks[marker.kind.split("-")[0]].add(marker.at)
        self.roads = {board.spaces[e.space].id for e in board.exits}
        for (a, b), border in board.borders.items():
            if border.road:
                self.roads |= {board.spaces[a].id, board.spaces[b].id}

    def near(self, name):
        return [other for other in self.grid.neighbours(name).values() if other in self.board.index]

    def border(self, a, b):
        return self.board.borders[self.board.index[a], self.board.index[b]]

    def zone(self, side):
        return {name for unit in self.units[side] for name in self.near(unit)}

    def is_open(self, side, a, b, tracing=False):
        border = self.border(a, b)
        if not border.road:
            return False
        near = (self.grid.distance(unit, end) for unit in self.units["allied"] for end in (a, b))
        if border.bridge and side == "german" and any(far <= 3 for far in near):
            return False
        cut = self.marks[OTHER[side]] - (self.units[side] if tracing else set())
        return not {a, b} & cut

    def walk(self, side, a, b, tracing=False):
        if self.is_open(side, a, b, tracing):
            return 5
        return TERRAIN[self.board.space(b).terrain] + 5 * bool(self.border(a, b).river)

    def reach(self, side, start, limit, mech):
        zone, enemy = self.zone(OTHER[side]), self.units[OTHER[side]]
        best, queue = {}, [(0, start, mech and start in self.roads)]
        while queue:
            cost, here, wheels = heapq.heappop(queue)
            if (here, wheels) in best:
                continue
            best[here, wheels] = cost
            if here in zone and here != start:
                continue
            for there in self.near(here):
                if there in enemy:
                    continue
                steps = [(self.walk(side, here, there), False)]
                if wheels and there not in zone and self.is_open(side, here, there):
                    steps.append((1, True))
                for step, on in steps:
                    if cost + step <= limit:
                        heapq.heappush(queue, (cost + step, there, on))
        costs = {}
        for (here, _), cost in best.items():
            costs[here] = min(cost, costs.get(here, cost))
        return costs

    def network(self, side):
        zone, own = self.zone(OTHER[side]), self.units[side]
        shut = self.units[OTHER[side]] | (zone - own) | (self.marks[OTHER[side]] - own)
        found = {self.board.spaces[e.space].id for e in self.board.exits if e.edge in HOME[side]} - shut
        todo = list(found)
        while todo:
            here = todo.pop()
            for there in self.near(here):
                if there not in found and there not in shut and self.is_open(side, here, there, tracing=True):
                    found.add(there)
                    todo.append(there)
        return found

    def supply(self, side, start):
        net, zone, own = self.network(side), self.zone(OTHER[side]), self.units[side]
        shut = self.units[OTHER[side]] | (zone - own)
        best, queue = set(), [(0, start, start in self.roads)]
        while queue:
            cost, here, wheels = heapq.heappop(queue)
            if here in net:
                return cost
            if (here, wheels) in best:
                continue
            best.add((here, wheels))
            for there, tracing in itertools.product(self.near(here), (True,)):
                if there in shut:
                    continue
                steps = [(self.walk(side, here, there, tracing), False)]
                if wheels and self.is_open(side, here, there, tracing):
                    steps.append((1, True))
                for step, on in steps:
                    if cost + step <= 25:
                        heapq.heappush(queue, (cost + step, there, on))
        return None
