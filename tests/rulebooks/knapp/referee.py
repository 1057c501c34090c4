"""A slow, naive second reading of the rules, made from the map's graph and the facts that a game tells.

It shares no code with the book: it follows the events of a game, keeps its own ledger of where everybody is
and what he has done, and says of any order whether the rules allow it.
"""

from __future__ import annotations

import networkx as nx

LIMIT = 3
EAST = {"schleiden", "hallschlag", "pruem", "bitburg"}
OTHER = {"german": "allied", "allied": "german"}
DEFAULTS = {"control_on_pass_through": True, "march_may_end_at_enemy": True, "overrun_and_march": "overrun_first"}


class Referee:
    """Follows one game from a question at the beginning of a phase."""

    def __init__(self, game):
        self.game = game
        self.rules = DEFAULTS | game.record.options
        self.land = game.board.graph
        self.roads = nx.Graph([(a, b) for a, b, way in self.land.edges(data=True) if way["road"]])
        self.rough = {area for area, data in self.land.nodes(data=True) if data["terrain"] == "rough"}
        exits = {road.id: game.board.spaces[road.space].id for road in game.board.exits}
        self.sources = {"german": EAST, "allied": {area for name, area in exits.items() if not name.startswith("g")}}
        self.sheet = game.rulebook.counters
        view = game.view("umpire")
        self.where = {piece.id: piece.at for piece in view.pieces if piece.at in self.land}
        self.left = {piece.id: piece.steps for piece in view.pieces}
        self.cut = {piece.id for piece in view.pieces if "unsupplied" in piece.status}
        self.owner = {space.id: space.control for space in view.spaces}
        self.phase = (game.phase, game.phasing)
        self.success = False
        self.new_phase()

    def new_phase(self):
        self.engaged = {unit for unit in self.where if self.beside(unit)}
        self.done, self.steps, self.overruns, self.last = set(), {}, {}, {}

    # -- the ledger -----------------------------------------------------------------------------------

    def side(self, unit):
        return self.sheet[unit].side

    def units(self, side, area):
        return [unit for unit, place in self.where.items() if place == area and self.side(unit) == side]

    def beside(self, unit):
        return bool(self.units(OTHER[self.side(unit)], self.where[unit]))

    def held_by_enemy(self, side, area):
        return bool(self.units(OTHER[side], area))

    def hear(self, told):
        """Take in the facts of one answer."""
        for fact in told:
            hear = getattr(self, f"hear_{type(fact).__name__}", None)
            if hear is not None:
                hear(fact)
        for area in self.land:  # R1: whoever is alone
            for side, other in OTHER.items():
                if self.units(side, area) and not self.units(other, area):
                    self.owner[area] = side

    def hear_PhaseBegan(self, fact):
        self.phase = (fact.phase, fact.phasing)
        self.new_phase()

    def hear_Placed(self, fact):
        self.where[fact.piece] = fact.at

    def hear_StepsLost(self, fact):
        self.left[fact.piece] = fact.left

    def hear_Removed(self, fact):
        del self.where[fact.piece]
        if fact.why != "withdrawn":
            self.left[fact.piece] = 0

    def hear_SupplyChanged(self, fact):
        (self.cut.discard if fact.supplied else self.cut.add)(fact.piece)

    def hear_Rolled(self, fact):
        if fact.what == "overrun":
            self.success = fact.faces[0] >= 4

    def hear_Moved(self, fact):
        """R1, R2 Where it stands, what it drove through, and what it may still do."""
        unit, path, side = fact.piece, fact.path, self.side(fact.piece)
        self.where[unit] = path[-1]
        for area in path[1:] if self.rules["control_on_pass_through"] else path[-1:]:
            if not self.held_by_enemy(side, area):
                self.owner[area] = side
        self.steps[unit] = self.steps.get(unit, 0) + len(path) - 1
        self.last[unit] = fact.mode
        if fact.mode == "overrun":
            self.overruns[unit] = self.overruns.get(unit, 0) + 1
            ended = not self.success
        else:
            ended = fact.mode != "road" or self.rules["overrun_and_march"] != "free_mix" or not self.room(unit)
        if ended:
            self.done.add(unit)

    def allowance(self, unit):
        if self.side(unit) == "allied":
            return 4
        return 3 if self.sheet[unit].unit_class == "armor" else 2

    def room(self, unit):
        return self.allowance(unit) - self.steps.get(unit, 0)

    # -- supply ---------------------------------------------------------------------------------------

    def supplied(self, side, area):
        """4, R17, R18 A road from the area to a source that meets the enemy nowhere on the way."""
        free = {other for other in self.land if not self.held_by_enemy(side, other)} | {area}
        ways = self.roads.subgraph(free)
        return any(source in ways and nx.has_path(ways, area, source) for source in self.sources[side])

    def scores(self, area):
        """1, R3 Whether an area counts for the German side as things stand."""
        if self.owner[area] != "german" or not self.supplied("german", area):
            return False
        return self.game.record.options["contested_areas_score"] or not self.held_by_enemy("german", area)

    # -- movement -------------------------------------------------------------------------------------

    def may_step(self, unit, a, b):
        """5, R15 A step off a march."""
        if not self.land.has_edge(a, b):
            return False
        way = self.land.edges[a, b]
        if self.sheet[unit].unit_class != "armor" or way["road"]:
            return True
        return not way["river"] and b not in self.rough

    def may_move(self, unit, path, mode):
        """5 Whether the move is legal, stacking included."""
        if self.phase[0] != "movement" or self.side(unit) != self.phase[1] or unit not in self.where:
            return False
        if path[0] != self.where[unit] or unit in self.done or self.last.get(unit) == "road":
            return False
        if not getattr(self, f"may_{mode}")(unit, path):
            return False
        dies = mode == "exit" and self.left[unit] == 1
        return dies or self.fits([unit], path[-1])

    def may_normal(self, unit, path):
        return len(path) == 2 and unit not in self.last and not self.beside(unit) and self.may_step(unit, *path)

    def may_exit(self, unit, path):
        if len(path) != 2 or unit in self.last or not self.beside(unit) or not self.may_step(unit, *path):
            return False
        return not self.held_by_enemy(self.side(unit), path[1])

    def may_road(self, unit, path):
        side = self.side(unit)
        if unit in self.engaged or self.beside(unit) or unit in self.cut:
            return False
        if self.last.get(unit) == "overrun" and self.rules["overrun_and_march"] == "never":
            return False
        if len(path) - 1 > self.room(unit) or not nx.is_path(self.roads, path):
            return False
        if any(self.held_by_enemy(side, area) for area in path[1:-1]):
            return False
        return self.rules["march_may_end_at_enemy"] or not self.held_by_enemy(side, path[-1])

    def may_overrun(self, units, a, b):
        """5, R6 to R9 Whether a group may overrun from one area into the next."""
        side = self.phase[1]
        if self.phase[0] != "movement" or not units or len(set(units)) != len(units):
            return False
        for unit in units:
            if self.side(unit) != side or self.where.get(unit) != a or unit in self.done or unit in self.cut:
                return False
            if unit in self.engaged or self.beside(unit) or not self.may_step(unit, a, b):
                return False
            if self.overruns.get(unit, 0) == 2 or self.room(unit) < 1:
                return False
        against = sum(self.left[enemy] for enemy in self.units(OTHER[side], b))
        strong = sum(self.left[unit] for unit in units) >= 6 * against
        return bool(against) and strong and self.fits(units, b)

    def fits(self, units, area):
        """R16 Not more than three, or enough of the others could still go."""
        others = [unit for unit in self.units(self.side(units[0]), area) if unit not in units]
        return len(others) + len(units) - LIMIT <= sum(self.can_go(unit) for unit in others)

    def can_go(self, unit):
        """Whether a unit could still leave by a move of its own, however full the next area is."""
        if unit in self.done or self.last.get(unit) == "road":
            return False
        here = self.where[unit]
        return any(
            getattr(self, f"may_{mode}")(unit, [here, area])
            for area in self.land[here]
            for mode in ("normal", "exit", "road")
        )
