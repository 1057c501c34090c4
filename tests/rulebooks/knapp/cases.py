"""Plays a worked example of the golden file through the public contract of the book."""

from __future__ import annotations

from bulge_widget.core.decision import CHANCE, Roll
from bulge_widget.rulebooks.knapp import reinforcement
from bulge_widget.rulebooks.knapp.fire import Fire
from bulge_widget.rulebooks.knapp.hits import TakeHit
from bulge_widget.rulebooks.knapp.movement import Move
from bulge_widget.rulebooks.knapp.moving import EndMove
from bulge_widget.rulebooks.knapp.overrun import Overrun
from bulge_widget.rulebooks.knapp.reinforcement import Place

OTHER = {"german": "allied", "allied": "german"}


class Refused(Exception):  # noqa: N818
    """The example's order was refused."""


class Case:
    """One example: the position it gives, its orders and dice, and what came of them."""

    def __init__(self, book, example):
        self.book = book
        self.example = example
        self.dice = list(example["dice"])
        self.events = []
        self.state = book.position(self._position())

    def _position(self):
        given, first = self.example["given"], self.example["actions"][0]
        counters = self.book.counters
        units = {}
        for unit, (at, hits) in given["units"].items():
            units[unit] = {"at": at or "", "strength": counters[unit].strength - hits}
            units[unit]["unsupplied"] = unit in given.get("out_of_supply", ())
        phase, phasing, stack = self._phase(first)
        for action in self.example["actions"]:
            if action["do"] == "place":
                units[action["unit"]] = {"due": self._scheduled(action["unit"])}
        position = {"turn": given["turn"], "phase": phase, "phasing": phasing, "units": units}
        position["control"] = given.get("control", {})
        return position | ({"stack": stack} if stack is not None else {})

    def _scheduled(self, unit):
        parts = self.book.parts
        return parts.scheduled[parts.unit_index[unit]]

    def _phase(self, first):
        """The phase an example begins in, and the open questions where the phase alone does not say it."""
        counters = self.book.counters
        match first["do"]:
            case "move":
                return "movement", counters[first["units"][0]].side, None
            case "supply":
                return "supply", first["side"], None
            case "place":
                side = counters[first["unit"]].side
                return "reinforcement", side, [{"step": "placement", "side": list(OTHER).index(side)}]
            case "arrival_roll":
                side = list(OTHER).index(first["side"])
                rolls = [{"step": "arrival-roll", "unit": unit} for unit in reversed(first["order"])]
                return "reinforcement", first["side"], [{"step": "placement", "side": side}, *rolls]
            case "fire":
                return "defensive-fire", OTHER[first["side"]], None
        return "over", "german", []

    def run(self):
        for action in self.example["actions"]:
            getattr(self, "do_" + action["do"])(action)
        assert self.dice == [], "every die of the example is used"

    def answer(self, order):
        refusal = self.book.why_not(self.state, order)
        if refusal is not None:
            raise Refused(refusal.code)
        self.state, events = self.book.apply(self.state, order)
        self.events += events
        self._roll()

    def _roll(self):
        while self.dice:
            decision = self.book.decision(self.state)
            if decision is None or decision.seat != CHANCE:
                return
            count = decision.dice.count
            faces, self.dice = self.dice[:count], self.dice[count:]
            self.answer(Roll(tuple(faces)))

    def _allocate(self, allocation):
        for unit, hits in allocation.items():
            for _ in range(hits):
                if type(self.state.stack[-1]).__name__ == "TakeHits":
                    self.answer(TakeHit(unit))

    def do_move(self, action):
        if action["mode"] == "overrun":
            self.answer(Overrun(tuple(action["units"]), tuple(action["path"])))
            self._allocate(action.get("allocation", {}))
        else:
            self.answer(Move(action["units"][0], tuple(action["path"]), action["mode"]))

    def do_fire(self, action):
        for area in action["areas"]:
            step = self.state.stack[-1]
            if area in getattr(step, "areas", ()):
                self.answer(Fire(area))
            self._roll()
            self._allocate(action["allocation"].get(area, {}))

    def do_place(self, action):
        self.answer(Place(action["unit"], action["entry"]))

    def do_end_move(self, _action):
        self.answer(EndMove())

    def do_supply(self, _action):
        self.state, events = self.book.settle(self.state)
        self.events += events

    def do_arrival_roll(self, _action):
        while self.dice:  # by hand: the phase would end at once, as nobody is due
            step = self.state.stack[-1]
            roll = Roll((self.dice.pop(0),))
            self.state, events = reinforcement.apply(self.book.parts, self.state, step, roll)
            self.events += events

    def do_score(self, _action):
        pass
