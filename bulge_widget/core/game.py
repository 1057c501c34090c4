"""A game being played: a rule book, a state, and the tree of everything answered so far.

:class:`Game` holds no rule. It asks the book, feeds chance, keeps the record and tells its observers. What may be
asked of it without changing anything stands in :mod:`bulge_widget.core.standing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, NoReturn

from bulge_widget.core import chance, history, save
from bulge_widget.core.decision import CHANCE, Action, Decision
from bulge_widget.core.edit import Draft, Edit, carried_out
from bulge_widget.core.event import Event
from bulge_widget.core.files import write_whole
from bulge_widget.core.history import UndoTo
from bulge_widget.core.observers import Observers
from bulge_widget.core.record import Node, Record
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.core.standing import Standing
from bulge_widget.errors import BulgeError, EditError, shown

__all__ = ["Game"]


class Game(Standing):
    """A game in progress, made by ``new_game``, ``load_game`` or :meth:`fork`; not directly."""

    def __init__(
        self,
        book: Rulebook[Any],
        record: Record,
        dice: Iterable[int | str] | Literal["ask"] | None = None,
        waiting: Iterable[int | str] = (),
    ) -> None:
        self.rulebook = book
        self._hides = book.info.hidden
        self.record = record
        self._asks = isinstance(dice, str) and dice == "ask"
        self._list = (chance.dictated(waiting) or None) if dice is None or self._asks else chance.dictated(dice)
        self._observers: Observers[Game] = Observers()
        self._decision: tuple[Any, Decision | None] = (None, None)
        """A state, and the question that is open in it."""

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
            If a rule forbids it; ``.refusal`` says which, ``.near`` what is possible instead. Nothing is changed.
        NotationError
            If a text does not read as an order.
        UnknownNameError
            If a text names a unit or a space that does not exist; says the nearest.
        DiceExhaustedError
            If dictated dice run out. Nothing is changed.
        """
        record, (known, decision) = self.record, self._decision
        before = record.line[record.here]
        state = before.state
        if known is not state:
            decision = self.decision
        if decision is None or not decision.options.made(action):  # what is listed is legal
            action = self._action(action, named=True)
            refusal = self.rulebook.why_not(state, action)
            if refusal is not None:
                raise self._refused(action, refusal)
        seat = decision.seat if decision is not None else ""
        state, events = self.rulebook.apply(state, action)
        node = before.then(seat, action, events, state)
        node.chosen = seat == CHANCE
        return self._go_on([node])

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

        Where dice were open there, they fall again as they fell, up to the next question put to a player; a game that
        asks for dice stops at them.

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
        line, here = self.record.line, self.record.here
        self.record.go(node, past_chance=not self._asks)
        try:
            self._go_on([])
        except BulgeError:
            self.record.line, self.record.here = line, here
            raise

    def fork(self, seed: int | None = None) -> Game:
        """Return a game that goes on from here on its own; another `seed` changes the dice to come.

        The copy of a fair game is one for study, with a seed of its own: it does not foretell the dice.
        """
        record = self.record.trunk()
        if record.mode == "fair":
            record.mode, record.seed = "study", chance.apart(record.seed, record.node.chance)
        if seed is not None:
            record.seed = chance.checked_seed(seed)
        game = Game(self.rulebook, record)
        game._asks, game._list = self._asks, self._list
        game._decision = self._decision
        return game

    def __copy__(self) -> Game:
        return self.fork()

    def __deepcopy__(self, memo: object) -> Game:
        return self.fork()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a game is not pickled: save() writes it to a file, load_game() opens that again")

    def take_up(self, other: Game) -> None:
        """Go on where another game of the same book stands: a copy of this one, or an earlier game.

        What a copy has played becomes a line of this game; a game with a beginning of its own replaces this one.

        Raises
        ------
        EditError
            If it is a game of another book. A fair game goes on only by its own answers: before the first of them
            it may be replaced by another fair game, and by nothing afterwards.
        TypeError
            If it is no game.
        """
        if not isinstance(other, Game):
            raise TypeError(f"take_up() wants a game, such as fork() gives, not {shown(other)}")
        self.record = history.joined(self.record, other.record)
        self._asks, self._list = other._asks, other._list
        self._observers.tell(self)

    def edit(self) -> Draft:
        """Open a draft of the position: ``with game.edit() as draft: draft.place("ge-1ss", "st-vith")``.

        It is played when the block ends, recorded as the umpire's, and told in the log, in a fair game too.

        Raises
        ------
        EditError
            Where a question must be answered or undone first; by the draft, if it is used outside a block.
        """
        self._check_editable()
        return Draft(self._play_edit)

    def _check_editable(self) -> None:
        if not self.rulebook.editable(self.state):
            question = self.decision.prompt if self.decision else "the game is over"
            raise EditError(f"a position is edited between two orders; first answer or undo: {question}")

    def _play_edit(self, edit: Edit) -> None:
        self._check_editable()  # the game may have gone on since the draft was opened
        state, events = carried_out(self.rulebook, self.state, edit)
        problems = self.rulebook.invariants(state)
        if problems:
            raise EditError("the edit was dropped: " + "; ".join(map(str, problems)))
        self._go_on([self.record.node.then("umpire", edit, events, state)])

    def observe(self, callback: Callable[[Game], None]) -> Callable[[], None]:
        """Call `callback(game)` after every change; returns a function that stops it."""
        return self._observers.add(callback)

    def save(self, path: str | Path) -> None:
        """Write the game, its whole history and a snapshot to a JSON file.

        Raises
        ------
        SaveError
            If the file cannot be written; what stood there stands there still.
        """
        write_whole(path, save.dump(self))

    @property
    def asks_for_dice(self) -> bool:
        """Whether a person throws the dice; may be set, but not in a fair game. Dictated dice wait meanwhile."""
        return self._asks

    @asks_for_dice.setter
    def asks_for_dice(self, wanted: bool) -> None:
        if self.record.mode == "fair":
            raise EditError("in a fair game nobody chooses the dice")
        if not isinstance(wanted, bool):
            raise EditError(f"asks_for_dice is True or False, not {shown(wanted)}")
        before = self._asks, self._list
        self._asks, self._list = wanted, self._list or None
        self._decision = (None, None)
        try:
            self._go_on([])
        except BulgeError:
            self._asks, self._list = before
            raise
