"""What each kind of message from a board does to the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from bulge_widget.core.decision import CHANCE, Options, Roll
from bulge_widget.core.handles import unveiled, veiled
from bulge_widget.scene.forecast import odds_rows
from bulge_widget.scene.log import side_label
from bulge_widget.scene.panel import asked as asked_now
from bulge_widget.widget import reasons

__all__ = ["ACTS", "Desk", "RefusedError"]

Message = Mapping[str, Any]


class Told(NamedTuple):
    """The answer to a message."""

    kind: str
    text: str = ""
    rule: str = ""
    more: Mapping[str, Any] = {}
    """What the answer carries besides."""


class Desk(Protocol):
    """What a message is about: a game, who looks at it, and which scene is shown."""

    @property
    def game(self) -> Any:
        """The game; None where it was taken away."""

    @property
    def viewpoint(self) -> str:
        """Whose eyes."""

    @property
    def seq(self) -> int:
        """Number of the scene that is shown."""

    @property
    def doors(self) -> Mapping[str, Callable[[], object]]:
        """What else can be done here, about boards rather than within the game: kind of message -> what does it."""


class RefusedError(Exception):
    """A message that cannot be carried out, with the reason and its rule."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule


def _seat(desk: Desk) -> str:
    """Return whose eyes the board looks through now."""
    seat: str = desk.game.view(desk.viewpoint).seat
    return seat


def _fresh(desk: Desk, asked: Message) -> None:
    """Refuse what was chosen on a scene that has been replaced since."""
    if asked.get("seq") != desk.seq:
        raise RefusedError("The position changed before this arrived; look again and choose anew.")


def _question(desk: Desk) -> Any:
    """Find the open question with its options, if it is the viewer's to answer."""
    question = desk.game.view(desk.viewpoint).decision
    if question is None:
        raise RefusedError("The game is over.")
    if question.options is None:
        raise RefusedError(f"{asked_now(question)}. This board is seen by the {side_label(desk.viewpoint)} side.")
    if question.seat == CHANCE:
        raise RefusedError(f"Dice are thrown first: {question.prompt}.")
    return question


def _choose(desk: Desk, asked: Message) -> Told:
    _fresh(desk, asked)
    return _play(desk, _option(_question(desk).options, str(asked.get("option"))))


def _option(options: Options, name: str) -> Any:
    """Look up what `<key>/<index>` stands for; the key is empty where an option is about no piece."""
    key, _, index = name.rpartition("/")
    group = options.of(key or None)
    if not index.isdecimal() or int(index) >= len(group):
        raise RefusedError(f"There is no option {name!r} now.")
    return group[int(index)]


def _roll(desk: Desk, asked: Message) -> Told:
    """Play dice that a person threw; whoever sits at the board may type them."""
    _fresh(desk, asked)
    faces = asked.get("faces")
    if not isinstance(faces, list | tuple) or not all(type(face) is int for face in faces):
        raise RefusedError(f"Faces of dice are a list of whole numbers, such as [3, 5]; not {faces!r}.")
    return _play(desk, Roll(tuple(faces)))


def _play(desk: Desk, action: Any) -> Told:
    game = desk.game
    events = game.play(action)
    book, state, seat = game.rulebook, game.state, _seat(desk)
    told = [book.describe(veiled(book, state, seat, event), state) for event in events]
    return Told("done", " ".join(told), events[0].rule if events else "")


def _dice(desk: Desk, asked: Message) -> Told:
    """Let a person enter the dice from now on, or let them fall by themselves again."""
    desk.game.asks_for_dice = asked.get("by_hand") is True
    return Told("done")


def _undo(desk: Desk, asked: Message) -> Told:
    to = str(asked.get("to") or "question")
    undone = desk.game.can_undo(to, _seat(desk))
    desk.game.undo(to)  # says itself why it will not
    return Told("done", f"Undone: {undone}", "")


def _redo(desk: Desk, _asked: Message) -> Told:
    again = desk.game.can_redo(_seat(desk))
    desk.game.redo()
    return Told("done", f"Done again: {again}", "")


def _goto(desk: Desk, asked: Message) -> Told:
    """Go to a node of the record, by its place among all nodes ever played, and on to the next question."""
    nodes, wanted = desk.game.record.nodes, asked.get("node")
    if type(wanted) is not int or not 0 <= wanted < len(nodes):
        raise RefusedError(f"There is no position {wanted!r} in this game.")
    desk.game.goto(nodes[wanted])
    return Told("done", "", "")


def _why(desk: Desk, asked: Message) -> Told:
    _fresh(desk, asked)
    piece, space = str(asked.get("piece")), str(asked.get("space"))
    reason = reasons.why(desk.game, desk.viewpoint, piece, space)
    if reason is None:
        raise RefusedError(f"No piece {piece!r} can be seen from here.")
    return Told("why", *reason)


def _odds(desk: Desk, asked: Message) -> Told:
    """Tell what may come of an option before it is chosen; the throws travel beside the text."""
    _fresh(desk, asked)
    view = desk.game.view(desk.viewpoint)
    order = unveiled(desk.game.rulebook, desk.game.state, _option(_question(desk).options, str(asked.get("option"))))
    return Told("odds", more={"odds": odds_rows(desk.game, view, order)})


def _door(desk: Desk, asked: Message) -> Told:
    """Do what is about boards: open a copy beside this one, close it, go on as it stands."""
    go = desk.doors.get(str(asked.get("kind")))
    if go is None:
        raise RefusedError("That is not done on this board.")
    go()
    return Told("done")


ACTS: dict[str, Callable[[Desk, Message], Told]] = {
    "choose": _choose,
    "roll": _roll,
    "dice": _dice,
    "undo": _undo,
    "redo": _redo,
    "goto": _goto,
    "why": _why,
    "odds": _odds,
    "fork": _door,
    "adopt": _door,
    "close": _door,
    "resume": _door,
    "forget": _door,
}
"""Kind of message -> what it does; raises :class:`RefusedError` or an error of the game."""
