"""Questions and answers: actions, options, decisions, refusals and sums.

An *action* is one answer to one question, as plain frozen data with ids in it. A *decision* is the question
that is open now. What a rule forbids comes back as a *refusal*; a number a player sees comes back as a
*sum* of named parts. Texts are made only when somebody asks for them.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeGuard, TypeVar, overload

import msgspec

from bulge_widget.core import notation
from bulge_widget.errors import NoTotalError

__all__ = [
    "CHANCE",
    "SEATS",
    "Action",
    "Decision",
    "Dice",
    "Key",
    "Lazily",
    "Options",
    "Part",
    "Refusal",
    "Roll",
    "Seat",
    "Sum",
]

Seat: TypeAlias = Literal["german", "allied", "chance"]
"""Who answers a question."""
CHANCE: Literal["chance"] = "chance"
SEATS: tuple[Seat, ...] = ("german", "allied", "chance")
T = TypeVar("T")
Key: TypeAlias = str | None
"""What a group of options is about: the id of a piece, or None for the rest."""


class Action(msgspec.Struct, frozen=True, tag_field="do", tag=notation.tag, gc=False):
    """One answer to one question.

    ``str`` gives the order in the notation that :meth:`Game.play` reads, ``repr`` the call that rebuilds it.
    """

    def __str__(self) -> str:
        return notation.write(self)


class Roll(Action, frozen=True, gc=False):
    """The faces of dice that were thrown together."""

    faces: tuple[int, ...]
    """One face a die, in the order they are read."""


class Dice(msgspec.Struct, frozen=True, gc=False):
    """What CHANCE is asked to throw."""

    count: int
    """How many dice fall together."""
    sides: int = 6
    """Faces of one die, numbered from 1."""


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why an action is not legal."""

    code: str
    """A stable word for the reason, such as ``"too_far"``."""
    rule: str
    """The number of the rule (or ruling, ``R…``) that forbids it."""
    facts: dict[str, str | int] = {}
    """The facts of the case: ids, numbers."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """One named summand."""

    label: str
    value: int
    rule: str = ""


class Sum(msgspec.Struct, frozen=True, gc=False):
    """A number with its reasons.

    ``total`` is the sum of the parts' values; ``text`` says what it is counted in.
    """

    text: str
    parts: tuple[Part, ...]
    sums: tuple[Sum, ...] = ()
    """Where several dice have numbers of their own: each of these; then there are no parts."""

    @property
    def total(self) -> int:
        """The sum of the parts; of several dice the number they share.

        Raises
        ------
        NoTotalError
            If dice have numbers of their own that differ; see ``sums``.
        """
        if not self.sums:
            return sum(part.value for part in self.parts)
        found = {each.total for each in self.sums}
        if len(found) > 1:
            listed = "; ".join(f"{each.text} {each.total}" for each in self.sums)
            raise NoTotalError(f"{self.text}: each has its own, and they add up to nothing: {listed} (see .sums)")
        return found.pop()

    def __str__(self) -> str:
        if self.sums:
            return "\n".join([self.text, *map(str, self.sums)])
        terms = " + ".join(f"{part.label} {part.value}" for part in self.parts)
        return f"{self.text}: {self.total}" + (f" = {terms}" if terms else "")


Maker: TypeAlias = Callable[[Key], Sequence[Action]]
"""Makes the actions of one group."""
Listing: TypeAlias = Callable[[], tuple[Sequence[Key], Maker]]
"""Gives the keys of the groups, and what makes a group."""


_FEW = 12  # actions of a group that are looked through sooner than one is looked at


def _nothing(_: Key) -> Sequence[Action]:
    return ()


class Options(Sequence[Action]):
    """The legal actions of one decision, grouped by the piece they are about.

    Parameters
    ----------
    keys : sequence of str or None
        The groups that hold at least one action, in fixed order.
    make : callable
        Called with a key, returns that group's actions; called once a key, when the group is first wanted.
    later : callable, optional
        Gives both instead, when somebody first looks.
    """

    __slots__ = ("_groups", "_keys", "_last", "_listing", "_make")

    def __init__(self, keys: Sequence[Key] = (), make: Maker = _nothing, later: Listing | None = None) -> None:
        self._keys = tuple(keys)
        self._make = make
        self._groups: dict[Key, Sequence[Action]] = {}
        self._listing = later
        self._last: Sequence[Action] = ()

    @classmethod
    def plain(cls, actions: Iterable[Action]) -> Options:
        """Options that are about no piece in particular."""
        listed = tuple(actions)
        return cls((None,) if listed else (), lambda _: listed)

    @classmethod
    def grouped(cls, groups: Mapping[str, Sequence[Action]]) -> Options:
        """Options from groups that are made already; empty groups are left out."""
        return cls([key for key, group in groups.items() if group], lambda key: groups[key] if key else ())

    def keys(self) -> tuple[Key, ...]:
        """The keys of the groups that are not empty."""
        if self._listing is not None:
            keys, self._make = self._listing()
            self._keys, self._listing = tuple(keys), None
        return self._keys

    def of(self, key: Key) -> Sequence[Action]:
        """The actions about one piece; an empty sequence if there are none."""
        group = self._groups.get(key)
        if group is None:
            keys = self._keys if self._listing is None else self.keys()
            group = self._groups[key] = self._make(key) if key in keys else ()
        self._last = group
        return group

    def made(self, action: object) -> TypeGuard[Action]:
        """Whether that is known to be an action of this list, so that nothing of it need be looked at again."""
        group = self._last
        if type(group) is Lazily:
            return group.last is action
        return len(group) <= _FEW and any(map(operator.is_, group, itertools.repeat(action)))

    def __iter__(self) -> Iterator[Action]:
        for key in self.keys():
            yield from self.of(key)

    def __len__(self) -> int:
        return sum(len(self.of(key)) for key in self.keys())

    def __bool__(self) -> bool:
        return bool(self.keys())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """One action by its place in the whole list, or a tuple for a slice."""
        if isinstance(index, slice) or index < 0:
            return tuple(self)[index]
        for key in self.keys():
            group = self.of(key)
            if index < len(group):
                return group[index]
            index -= len(group)
        raise IndexError("there are not so many options")

    def __repr__(self) -> str:
        shown = ", ".join(str(action) for action in tuple(self)[:6])
        more = "" if len(self) <= 6 else f", … {len(self)} in all"
        return f"<Options {shown}{more}>"


class Lazily(Sequence[Action]):
    """A group of actions that are made one by one, when they are looked at.

    Parameters
    ----------
    items : sequence
        What the actions are made from.
    make : callable
        Makes one.
    """

    __slots__ = ("_items", "_make", "last")

    def __init__(self, items: Sequence[T], make: Callable[[T], Action]) -> None:
        self._items = items
        self._make: Callable[[Any], Action] = make
        self.last: Action | None = None
        """The one made last by its place."""

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Action]:
        return map(self._make, self._items)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """Make one action, or a tuple of them for a slice."""
        if isinstance(index, slice):
            return tuple(map(self._make, self._items[index]))
        self.last = self._make(self._items[index])
        return self.last


class Decision(msgspec.Struct, frozen=True, eq=False):
    """The question that is open now."""

    seat: Seat
    """Who answers: ``"german"``, ``"allied"`` or ``"chance"``."""
    rule: str
    """The number of the rule that asks."""
    wording: str | Callable[[], str]
    """The question in plain words, or a function that makes them."""
    options: Options
    """The legal answers. For CHANCE one representative of each outcome the rules tell apart."""
    weigh: Callable[[], tuple[int, ...]] | None = None
    """For CHANCE: gives one integer weight an option, reduced by their common divisor."""
    dice: Dice | None = None
    """For CHANCE: what is thrown."""
    dealt: int = 0
    """For CHANCE: how many handles are dealt, unseen and always from the seed; 0 for any other question."""

    @property
    def prompt(self) -> str:
        """The question in plain words."""
        return self.wording if isinstance(self.wording, str) else self.wording()

    @property
    def weights(self) -> tuple[int, ...] | None:
        """For CHANCE, how often each option comes up; None for a player's question."""
        return None if self.weigh is None else self.weigh()

    def __repr__(self) -> str:
        return f"<Decision {self.seat}: {self.prompt} [{self.rule}]>"
