"""A game being played: a rule book, a state, and the tree of everything answered so far.

:class:`Game` holds no rule. It asks the book, feeds chance, keeps the record and tells its observers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bulge_widget.core import chance, history, notation, save
from bulge_widget.core.decision import CHANCE, Action, Decision, Options, Refusal
from bulge_widget.core.edit import Draft, Edit, carried_out
from bulge_widget.core.event import Event
from bulge_widget.core.frames import to_frame
from bulge_widget.core.handles import unveiled, veiled
from bulge_widget.core.history import UndoTo
from bulge_widget.core.naming import check_names, with_ids
from bulge_widget.core.observers import Observers
from bulge_widget.core.odds import Explanation, explained
from bulge_widget.core.outcome import Outcome
from bulge_widget.core.plain import order
from bulge_widget.core.record import Node, Record
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.core.view import VIEWPOINTS, Score, View
from bulge_widget.errors import EditError, IllegalActionError, UnknownNameError, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Game"]


class Game:
    """A game in progress, made by ``new_game``, ``load_game`` or :meth:`fork`; not directly."""

    def __init__(
        self, book: Rulebook[Any], record: Record, dice: Iterable[int | str] | Literal["ask"] | None = None
    ) -> None:
        self.rulebook = book
        self._hides = book.info.hidden
        self.record = record
        self._asks = isinstance(dice, str) and dice == "ask"
        self._list = None if dice is None or self._asks else chance.dictated(dice)
        self._observers: Observers[Game] = Observers()
        self._decision: tuple[Any, Decision | None] = (None, None)
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
        action: Action = notation.read(text, self.rulebook.actions)
        return action

    def why_not(self, action: Action | str) -> Refusal | None:
        """Tell the rule that forbids an action now; None if it is legal."""
        return self.rulebook.why_not(self.state, self._action(action))

    def explain(self, action: Action | str) -> Explanation:
        """Give the number behind an action as a sum of named parts, and the odds of the dice it leads to."""
        return explained(self.rulebook, self.state, self._action(action))

    def play(self, action: Action | str) -> list[Event]:
        """Carry out an order, throw the dice it needs, and stop at the next question.

        Parameters
        ----------
        action : Action or str
            Any legal action, listed or not, or its notation.

        Returns
        -------
        list of Event
            What happened, dice included.

        Raises
        ------
        IllegalActionError
            If a rule forbids it; ``.refusal`` says which. Nothing is changed.
        NotationError
            If a text does not read as an order.
        UnknownNameError
            If a text names a unit or a space that does not exist; says the nearest.
        DiceExhaustedError
            If dictated dice run out. Nothing is changed.
        """
        record, (known, decision) = self.record, self._decision
        before = record.line[record.here]
        state, action = before.state, self._action(action, named=True)
        if known is not state:
            decision = self.decision
        refusal = self.rulebook.why_not(state, action)
        seat = decision.seat if decision is not None else ""
        if refusal is not None:
            refusal = veiled(self.rulebook, state, seat, refusal)
            raise IllegalActionError(self.rulebook.describe(refusal, state), refusal)
        state, events = self.rulebook.apply(state, action)
        node = before.then(seat, action, events, state)
        node.chosen = seat == CHANCE
        return self._go_on([node])

    def _action(self, action: Action | str, *, named: bool = False) -> Action:
        """An order as the book knows it; with `named`, the names in a text must be of this game."""
        if isinstance(action, str):
            action = with_ids(self.read(action), self.board)
            if named:
                check_names(unveiled(self.rulebook, self.state, action), self.rulebook, self.state)
        elif isinstance(action, Action):
            action = order(action)
        else:
            raise IllegalActionError(f"{shown(action)} is no action; take one of legal_actions() or write it as text")
        return unveiled(self.rulebook, self.state, action) if self._hides else action

    def start(self) -> Game:
        """Run from a fresh set-up to the first question; a game that has begun stays where it is."""
        if not self.record.here:
            self._go_on([])
        return self

    def _go_on(self, new: list[Node]) -> list[Event]:
        """Let CHANCE answer until a player, or a person with dice, is asked; then write all into the record at once."""
        node, used, book = new[-1] if new else self.record.node, 0, self.rulebook
        while True:
            decision = book.decision(node.state)
            if decision is None or decision.seat != CHANCE or (self._asks and not decision.dealt):
                break
            if self._list is None or decision.dealt:
                answer = chance.seeded(decision, self.record.seed, node.chance)
            else:
                answer, values = chance.answer_from_list(decision, self._list[used:])
                used += values
            state, events = book.apply(node.state, answer)
            node = node.then(CHANCE, answer, events, state)
            node.chosen = self._list is not None
            new.append(node)
        self._decision = (node.state, decision)
        if self._list is not None:
            self._list = self._list[used:]
        self.record.follow(new)
        self._observers.tell(self)
        told: list[Event] = []
        for node in new:
            told += node.events
        return told

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

    def undo(self, to: UndoTo = "question") -> None:
        """Go back to the previous question put to a player, or further.

        Parameters
        ----------
        to : {"question", "step", "phase", "turn"}
            How far: "step" is the last moment between two orders, "phase" and "turn" their beginning.

        Raises
        ------
        EditError
            At the beginning, or where a fair game may not go back; says which.
        UnknownNameError
            If `to` is another word.
        """
        reason = self.why_no_undo(to)
        target = self._undo_target(to)
        if reason or target is None:
            raise EditError(f"nothing was undone: {reason}")
        self.goto(target)

    def redo(self) -> None:
        """Do again what was undone, up to the next question.

        Raises
        ------
        EditError
            If nothing was undone.
        """
        target = history.next_question(self.record, asked=self._asks)
        if target is None:
            raise EditError("nothing was undone that could be done again")
        self.goto(target)

    def goto(self, where: int | Node) -> None:
        """Go to a place in the history: an index of the current line (set-up is 0), or any node of the record.

        Raises
        ------
        UnknownNameError
            If there is no such place.
        EditError
            Where a fair game may not go back.
        """
        node = history.place(self.record, where)
        if self.record.mode == "fair":
            reason = history.barrier(self.record, self.record.parting(node))
            if reason:
                raise EditError(f"nothing was undone: {reason}")
        self.record.go(node)
        self._observers.tell(self)

    def fork(self, seed: int | None = None) -> Game:
        """Return a game that goes on from here on its own; another `seed` changes the dice to come."""
        record = self.record.trunk()
        if seed is not None:
            record.seed = chance.checked_seed(seed)
        game = Game(self.rulebook, record)
        game._asks, game._list = self._asks, self._list
        game._decision = self._decision
        return game

    def take_up(self, other: Game) -> None:
        """Go on where another game of the same book stands: a copy of this one, or an earlier game.

        What a copy has played becomes a line of this game; a game with a beginning of its own replaces this one.

        Raises
        ------
        EditError
            If it is a game of another book, or would take back what a fair game may not.
        TypeError
            If it is no game.
        """
        if not isinstance(other, Game):
            raise TypeError(f"take_up() wants a game, such as fork() gives, not {shown(other)}")
        self.record = history.joined(self.record, other.record)
        self._asks, self._list = other._asks, other._list
        self._observers.tell(self)

    def edit(self) -> Draft:
        """Open a draft of the position; use it in a ``with`` block.

        Raises
        ------
        EditError
            Where a question must be answered or undone first.
        """
        if not self.rulebook.editable(self.state):
            question = self.decision.prompt if self.decision else "the game is over"
            raise EditError(f"a position is edited between two orders; first answer or undo: {question}")
        return Draft(self._play_edit)

    def _play_edit(self, edit: Edit) -> None:
        state, events = carried_out(self.rulebook, self.state, edit)
        problems = self.rulebook.invariants(state)
        if problems:
            raise EditError("the edit was dropped: " + "; ".join(map(str, problems)))
        self._go_on([self.record.node.then("umpire", edit, events, state)])

    def observe(self, callback: Callable[[Game], None]) -> Callable[[], None]:
        """Call `callback(game)` after every change; returns a function that stops it."""
        return self._observers.add(callback)

    def save(self, path: str | Path) -> None:
        """Write the game, its whole history and a snapshot to a JSON file."""
        Path(path).write_bytes(save.dump(self))

    def to_frame(self, what: str = "units") -> pd.DataFrame:
        """Return a pandas table of ``"units"``, ``"spaces"`` or the ``"log"``."""
        return to_frame(self, what)

    @property
    def dice_left(self) -> tuple[int | str, ...] | None:
        """Dictated dice not yet used; None where dice come from the seed or a person."""
        return self._list

    @property
    def asks_for_dice(self) -> bool:
        """Whether a person throws the dice; may be set, but not in a fair game."""
        return self._asks

    @asks_for_dice.setter
    def asks_for_dice(self, wanted: bool) -> None:
        if self.record.mode == "fair":
            raise EditError("in a fair game nobody chooses the dice")
        if not isinstance(wanted, bool):
            raise EditError(f"asks_for_dice is True or False, not {shown(wanted)}")
        self._asks, self._list = wanted, None
        self._decision = (None, None)
        self._go_on([])

    def __repr__(self) -> str:
        turn, label, phase, phasing = self.rulebook.phase(self.state)
        state = "over" if self.decision is None else f"{phasing} {phase}"
        return f"<Game {self.rulebook.info.id}/{self.scenario}, turn {turn} ({label}), {state}>"
