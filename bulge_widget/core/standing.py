"""Where a game stands: all that may be asked of it without changing anything.

What changes a game (an answer, undo, an edit, other dice) is in :mod:`bulge_widget.core.game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bulge_widget.core import history, notation
from bulge_widget.core.decision import CHANCE, Action, Decision, Options, Refusal
from bulge_widget.core.frames import to_frame
from bulge_widget.core.handles import unveiled, veiled
from bulge_widget.core.history import UndoTo
from bulge_widget.core.naming import check_names, refused_name, with_ids
from bulge_widget.core.nearest import possible
from bulge_widget.core.odds import Explanation, explained
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.plain import order
from bulge_widget.core.record import Node, Record
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.core.view import VIEWPOINTS, Score, View
from bulge_widget.errors import IllegalActionError, NotationError, UnknownNameError, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Standing"]


class Standing:
    """The questions about a game; every :class:`~bulge_widget.core.game.Game` answers them."""

    rulebook: Rulebook[Any]
    record: Record
    _hides: bool
    _asks: bool
    _list: tuple[int | str, ...] | None
    _decision: tuple[Any, Decision | None]
    """A state, and the question that is open in it."""

    @property
    def state(self) -> Any:
        """The state now: plain frozen data, private to the book."""
        record = self.record
        return record.line[record.here].state

    @property
    def board(self) -> Any:
        """The map; ``board.graph`` is a networkx graph with shapely geometry."""
        return self.rulebook.board

    @property
    def scenario(self) -> str:
        """The scenario's id."""
        return self.record.scenario

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self.rulebook.phase(self.state)[0]

    @property
    def turn_label(self) -> str:
        """The turn as printed on the track."""
        return self.rulebook.phase(self.state)[1]

    @property
    def phase(self) -> str:
        """The phase, as a slug without its side."""
        return self.rulebook.phase(self.state)[2]

    @property
    def phasing(self) -> str:
        """The seat whose phase it is."""
        return self.rulebook.phase(self.state)[3]

    @property
    def decision(self) -> Decision | None:
        """The open question; None when the game is over."""
        record, (known, decision) = self.record, self._decision
        state = record.line[record.here].state
        if known is not state:
            decision = self.rulebook.decision(state)
            self._decision = (state, decision)
        return decision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.rulebook.outcome(self.state)

    @property
    def history(self) -> tuple[Node, ...]:
        """The current line from the set-up to here, chance answers and edits counted."""
        return tuple(self.record.line[: self.record.here + 1])

    def score(self) -> Score:
        """Count the points as they stand."""
        return self.rulebook.score(self.state)

    def view(self, seat: str) -> View:
        """Show what a seat (or ``"umpire"``, or ``"active"``, whoever is to decide) may know.

        Raises
        ------
        UnknownNameError
            For any other word.
        """
        if seat not in VIEWPOINTS:
            raise UnknownNameError("viewpoint", seat, VIEWPOINTS)
        if seat == "active":
            decision = self.decision
            seat = decision.seat if decision is not None and decision.seat != CHANCE else "umpire"
        return self.rulebook.view(self.state, seat)

    def legal_actions(self) -> Options:
        """List the legal answers to the open question, grouped by piece; empty when the game is over."""
        decision = self.decision
        return Options.plain(()) if decision is None else decision.options

    def read(self, text: str) -> Action:
        """Read an order from text, such as ``"move ge-1ss hallschlag>losheim-gap"``.

        Raises
        ------
        NotationError
            If the text does not read as an order.
        """
        try:
            action: Action = notation.read(text, self.rulebook.actions)
        except NotationError as error:
            near = possible(self.rulebook, self.state, self.decision, str(text))
            more = f"; possible now: {', '.join(map(repr, near))}" if near else ""
            raise NotationError(f"{error}{more}") from None
        return action

    def why_not(self, action: Action | str) -> Refusal | None:
        """Tell the rule that forbids an action now; None if it is legal.

        The refusal of an order with the name of no unit or space (code ``"unknown_name"``) tells the nearest.

        Raises
        ------
        NotationError
            If a text does not read as an order.
        """
        given = self._action(action)
        refusal = self.rulebook.why_not(self.state, given)
        return refusal and self._told(given, refusal)

    def _told(self, action: Action, refusal: Refusal) -> Refusal:
        """A refusal as the side that decides may read it."""
        book, state, decision = self.rulebook, self.state, self.decision
        seat = decision.seat if decision is not None else ""
        return veiled(book, state, seat, refused_name(veiled(book, state, seat, action), book, state, refusal))

    def _refused(self, action: Action, refusal: Refusal) -> IllegalActionError:
        """The error for an order that was given and may not be: the reason, and what could be given instead."""
        book, state, decision = self.rulebook, self.state, self.decision
        seat = decision.seat if decision is not None else ""
        refusal = self._told(action, refusal)
        given = str(veiled(book, state, seat, action))
        return IllegalActionError(book.describe(refusal, state), refusal, possible(book, state, decision, given))

    def explain(self, action: Action | str) -> Explanation:
        """Give the number behind an action as a sum of named parts, and the odds of the dice it leads to.

        Raises
        ------
        NotationError, UnknownNameError
            As for :meth:`play`.
        """
        return explained(self.rulebook, self.state, self._action(action, named=True))

    def _action(self, action: Action | str, *, named: bool = False) -> Action:
        """An order as the book knows it; with `named`, the names in a text must be of this game."""
        if isinstance(action, str):
            action = with_ids(self.read(action), self.board)
            if named:
                check_names(action, self.rulebook, self.state)  # as typed: a handle may not be told by its id
        elif isinstance(action, Action):
            action = order(action)
        else:
            raise IllegalActionError(f"{shown(action)} is no action; take one of legal_actions() or write it as text")
        return unveiled(self.rulebook, self.state, action) if self._hides else action

    def _undo_target(self, to: UndoTo) -> Node | None:
        return history.undo_target(self.rulebook, self.record, to, asked=self._asks)

    def why_no_undo(self, to: UndoTo = "question") -> str:
        """Tell why nothing can be undone; empty if it can."""
        target = self._undo_target(to)
        if target is None:
            return "this is the first question of the game"
        return history.barrier(self.record, target) if self.record.mode == "fair" else ""

    def can_undo(self, to: UndoTo = "question", seat: str = "umpire") -> str | None:
        """Tell a seat what an undo would take back, in words; None if it may not.

        Parameters
        ----------
        to : {"question", "step", "phase", "turn"}
            As for :meth:`undo`.
        seat : str
            Who is told; another side's secret answer is not put into words.
        """
        target = self._undo_target(to)
        if target is None or self.why_no_undo(to):
            return None
        return history.told(self.rulebook, self.record.line[target.depth + 1], seat)

    def can_redo(self, seat: str = "umpire") -> str | None:
        """Tell a seat what a redo would do again, in words; None if nothing was undone."""
        if history.next_question(self.record, asked=self._asks) is None:
            return None
        return history.told(self.rulebook, self.record.line[self.record.here + 1], seat)

    def to_frame(self, what: str = "units") -> pd.DataFrame:
        """Return a pandas table of ``"units"``, ``"spaces"`` or the ``"log"``."""
        return to_frame(self, what)

    @property
    def dice_left(self) -> tuple[int | str, ...] | None:
        """Dictated dice not yet used; None where dice come from the seed or a person."""
        return self._list

    def __repr__(self) -> str:
        turn, label, phase, phasing = self.rulebook.phase(self.state)
        state = "over" if self.decision is None else f"{phasing} {phase}"
        return f"<Game {self.rulebook.info.id}/{self.scenario}, turn {turn} ({label}), {state}>"
