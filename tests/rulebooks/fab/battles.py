"""Small positions for the rules of combat and chits, and a player who answers by the book."""

from __future__ import annotations

from bulge_widget.core.decision import Roll
from bulge_widget.core.event import MarkerSet
from bulge_widget.rulebooks.fab.combat import Fight
from bulge_widget.rulebooks.fab.fire import Fire, firers
from bulge_widget.rulebooks.fab.hits import Absorb, Lose
from bulge_widget.rulebooks.fab.rules import load

EAST = [str(n) for n in range(1, 22) if n != 17]
"""Areas under German control before anything is taken."""
BOOK = load()
PARTS = BOOK.parts


def unit(at, steps=None, *status, **more):
    """A unit of a position."""
    data = {"at": at, "status": status, **more}
    return data if steps is None else data | {"steps": steps}


class Scene:
    """A position in play: the state, what happened so far, and shorthand for questions and answers."""

    def __init__(self, units, phase="combat", phasing="german", **position):
        data = {"units": units, "phase": phase, "phasing": phasing, **position}
        self.state, self.events = BOOK.settle(BOOK.position(data))

    # -- asking

    @property
    def step(self):
        return type(self.state.stack[-1]).__name__ if self.state.stack else ""

    @property
    def decision(self):
        return BOOK.decision(self.state)

    @property
    def options(self):
        return [str(option) for option in self.decision.options]

    def why(self, action):
        """The code and the rule of a refusal; None for a legal answer."""
        refusal = BOOK.why_not(self.state, action)
        if refusal is not None:
            assert BOOK.describe(refusal, self.state).startswith(refusal.rule)
        return refusal and (refusal.code, refusal.rule)

    def at(self, name):
        """Where a unit stands, or in which box a chit lies."""
        pieces = BOOK.snapshot(self.state)
        return pieces["units"][name]["at"] if name in pieces["units"] else pieces["chits"][name]

    def steps(self, name):
        return self.state.steps[PARTS.unit_index[name]]

    def status(self, name):
        return set(BOOK.snapshot(self.state)["units"][name].get("status", ()))

    def areas(self, kind):
        return set(BOOK.snapshot(self.state)["areas"][kind])

    # -- answering

    def answer(self, action):
        assert BOOK.why_not(self.state, action) is None, BOOK.why_not(self.state, action)
        self.state, events = BOOK.apply(self.state, action)
        self.events += events
        return self

    def roll(self, *faces):
        return self.answer(Roll(faces))

    def fight(self, area):
        return self.answer(Fight(area))

    def lose(self, piece):
        return self.answer(Lose(piece))

    def absorb(self, how):
        return self.answer(Absorb(how))

    def skip(self, *kinds):
        """Answer with the last option, which does nothing, as long as one of these questions is open."""
        while self.step in kinds:
            self.answer(self.decision.options[-1])
        return self

    def skip_to_fire(self):
        return self.skip("Responding", "Assigning", "Breaching", "Exploiting")

    # -- looking

    def marked(self, kind):
        """What has been given a marker of a kind so far."""
        return {event.at for event in self.events if isinstance(event, MarkerSet) and event.kind == kind}

    def numbers(self):
        """The success number of each piece that fires now."""
        step = self.state.stack[-1]
        assert isinstance(step, Fire)
        return {piece: total.total for piece, _, total in firers(PARTS, self.state, step.kind, step.role)}

    def parts_of(self, piece):
        """The named modifiers of a piece that fires now, without the base."""
        step = self.state.stack[-1]
        total = next(total for name, _, total in firers(PARTS, self.state, step.kind, step.role) if name == piece)
        return {part.label: part.value for part in total.parts[1:]}
