"""The contract: what a rule book gives, so that everything else works for any game.

A book is an object built once from its components (map, counters, charts). Its methods are pure functions
of a frozen state: nothing is changed in place, nothing is remembered between calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from bulge_widget.core.decision import Action, Decision, Refusal, Sum
from bulge_widget.core.edit import Change
from bulge_widget.core.event import Event
from bulge_widget.core.handles import Handles
from bulge_widget.core.odds import Odds, Plan
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.view import Score, View
from bulge_widget.errors import Problem, UnknownNameError

__all__ = ["OptionInfo", "Rulebook", "RulebookInfo", "ScenarioInfo"]

S = TypeVar("S")


class OptionInfo(msgspec.Struct, frozen=True):
    """One thing the players may choose about the rules before a game."""

    name: str
    values: tuple[bool | str, ...]
    default: bool | str
    rule: str
    ruling: str
    text: str


class ScenarioInfo(msgspec.Struct, frozen=True):
    """One way to begin."""

    id: str
    title: str
    turns: int


class RulebookInfo(msgspec.Struct, frozen=True):
    """The identity card of a book."""

    id: str
    title: str
    designer: str
    version: str
    """Changes whenever a reading of a rule changes; saves carry it."""
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    hidden: bool
    """Whether a seat may have secrets; decides the viewpoint a board opens with."""
    notice: str
    """What was reconstructed, to be shown beside the board."""
    reactions: tuple[str, ...] = ()
    """Phases in which the other side than the phasing one acts, such as one of defensive fire."""

    def check_scenario(self, name: str | None) -> str:
        """The scenario's id; the first one for None.

        Raises
        ------
        UnknownNameError
            If the book has no such scenario.
        """
        known = [scenario.id for scenario in self.scenarios]
        if name is None:
            return known[0]
        if name not in known:
            raise UnknownNameError(f"scenario of {self.id}", name, known)
        return name

    def check_options(self, given: Mapping[str, Any] | None) -> dict[str, bool | str]:
        """Every option with its value, defaults filled in.

        Raises
        ------
        UnknownNameError
            For an option, or a value of one, that the book does not have.
        TypeError
            If it is no mapping.
        """
        if not isinstance(given or {}, Mapping):
            raise TypeError(f"options are given by name, as {{'name': value}}, not as {given!r}")
        values: dict[str, bool | str] = {option.name: option.default for option in self.options}
        by_name = {option.name: option for option in self.options}
        for name, value in (given or {}).items():
            if name not in by_name:
                raise UnknownNameError(f"option of {self.id}", name, by_name)
            allowed = by_name[name].values
            if not any(value == v and type(value) is type(v) for v in allowed):
                raise UnknownNameError(f"value of option {name}", value, map(str, allowed))
            values[name] = value
        return values


class Rulebook(Protocol[S]):
    """What every book offers. `S` is its state: plain, frozen, compared with ``==``."""

    @property
    def info(self) -> RulebookInfo:
        """The identity card."""

    @property
    def digest(self) -> str:
        """A digest of the components; a save made with other components is recognised by it."""

    @property
    def board(self) -> Any:
        """The map (a ``board.Board``; this room does not know its type)."""

    @property
    def counters(self) -> Mapping[str, Any]:
        """The counter sheet by id: what is printed on each piece."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Every way a game can end, as the slugs of ``Outcome.level``."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every class of answer the book knows, for reading texts and saves."""

    def setup(self, scenario: str, options: Mapping[str, Any]) -> tuple[S, tuple[Event, ...]]:
        """Begin a game."""

    def position(self, data: Mapping[str, Any]) -> S:
        """Build a (partial) situation from plain data with ids; checked by the invariants."""

    def snapshot(self, state: S) -> dict[str, Any]:
        """Give a whole state as plain data with ids; `position` takes it back, equal."""

    def decision(self, state: S) -> Decision | None:
        """Tell the open question; None when the game is over."""

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Carry out a legal action and every step nobody answers; trusts its caller."""

    def why_not(self, state: S, action: Action) -> Refusal | None:
        """Tell the rule that forbids an action; None if it is legal."""

    def canonical(self, state: S, action: Action) -> Action:
        """Give the listed option that has the same effect as a legal action."""

    def explain(self, state: S, action: Action) -> Sum:
        """Give the number behind an action as a sum of named parts."""

    @property
    def risks(self) -> tuple[type[Action], ...]:
        """The classes of order of which `odds` can always be told."""

    def foretells(self, state: S, action: Action) -> bool:
        """Tell whether `odds` can be told of an order: one of the `risks`, or another that leads to dice now."""

    def odds(self, state: S, action: Action | None, seat: str) -> tuple[Odds, ...]:
        """Foretell the throws that an order leads to, or those asked for now, as far as a seat may know."""

    def plan(self, state: S) -> Plan | None:
        """List the battles of the phase, and who is in none yet; None where nothing is planned."""

    def cost(self, state: S, action: Action) -> str:
        """Give what a board shows at the end of an order's path: points, odds; empty where nothing is to show."""

    def view(self, state: S, seat: str) -> View:
        """Show what a seat, or the umpire, may know."""

    def knows(self, state: S, seat: str, piece: str) -> bool:
        """Tell whether a seat may know which piece that is."""

    def handles(self, state: S) -> Handles:
        """Give the public handle of each piece that can be hidden; ``NO_HANDLES`` in a book without hidden pieces."""

    def discloses(self, state: S, seat: str, action: Action) -> bool:
        """Tell whether a seat may ever see an answer to the question open in a state; a secret choice is not shown."""

    def resample(self, state: S, seat: str, randbelow: Callable[[int], int]) -> S:
        """Another state that a seat cannot tell from this one."""

    def score(self, state: S) -> Score:
        """Count the points as they stand."""

    def outcome(self, state: S) -> Outcome | None:
        """Tell how the game ended; None while it goes on."""

    def invariants(self, state: S) -> tuple[Problem, ...]:
        """List everything that is wrong with a state."""

    def wanted(self, state: S) -> Iterable[Action]:
        """Give the orders about no piece that a player expects as buttons now, whether legal or not; mostly none."""

    def attempt(self, state: S, piece: str, space: str) -> Iterable[Action]:
        """Give what a player may mean now by a piece and a space, likeliest first; none where that means nothing."""

    def candidates(self, state: S) -> Iterable[Action]:
        """For tests: a deliberately too wide list of actions for the open question."""

    def editable(self, state: S) -> bool:
        """Whether the position may be edited by hand now: between two orders."""

    def edit(self, state: S, change: Change) -> S:
        """Make one change by hand; raises EditError if it makes no sense."""

    def settle(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """Run the steps nobody answers, after an edit."""

    def phase(self, state: S) -> tuple[int, str, str, str]:
        """Turn number, printed turn label, phase slug and phasing seat."""

    def describe(self, thing: Action | Event | Refusal, state: S | None = None) -> str:
        """Put an order, a fact or a refusal into plain English."""
