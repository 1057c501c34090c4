"""The history of a game: a tree of answers, and the line of it that is being followed.

Every state is kept (states share their parts), so going anywhere replays nothing. An abandoned line stays
as a branch to return to, compare or continue.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from bulge_widget.core.decision import CHANCE, Action
from bulge_widget.core.event import Event

__all__ = ["Node", "Record", "path_to"]


class Node(msgspec.Struct, eq=False, gc=False):
    """One answer and what it led to; the root has no answer."""

    parent: Node | None
    """The node before."""
    seat: str
    """Who answered: a seat, or ``"umpire"`` for an edit; empty at the root."""
    action: Action | None
    """The answer as it was given."""
    events: tuple[Event, ...]
    """What happened."""
    state: Any
    """The state afterwards, waiting at its next question."""
    chance: int = 0
    """How many chance answers lie on the line from the root to here, this one counted."""
    depth: int = 0
    """How many answers lie on the line from the root to here."""
    chosen: bool = False
    """Whether a person chose what CHANCE answered: entered dice, or a list of them."""
    comment: str = ""

    def then(self, seat: str, action: Action | None, events: tuple[Event, ...], state: Any) -> Node:
        """The node that an answer leads to from here."""
        return Node(self, seat, action, events, state, self.chance + (seat == CHANCE), self.depth + 1)

    @property
    def is_chance(self) -> bool:
        """Whether CHANCE gave this answer."""
        return self.seat == CHANCE

    def __repr__(self) -> str:
        return f"<Node {self.depth} {self.seat}: {self.action}>" if self.action else "<Node 0: set-up>"


class Record:
    """What a game is made of, and every answer given in it.

    Attributes
    ----------
    rulebook, version, digest : str
        The book, the version of its rules and the digest of its components.
    scenario : str
    options : dict
    seed : int
    mode : str
        ``"study"`` or ``"fair"``.
    position : dict or None
        The situation it began from, where that was not the scenario's set-up.
    nodes : list of Node
        The tree: every node of this game, parents before children.
    line : list of Node
        The line being followed: from the root through the present to what was undone and can be redone.
    here : int
        Where in the line the present is.
    """

    def __init__(  # noqa: PLR0913  what a game is made of
        self,
        root: Node,
        *,
        book: tuple[str, str, str],
        scenario: str,
        options: Mapping[str, Any],
        seed: int,
        mode: Literal["study", "fair"],
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.rulebook, self.version, self.digest = book
        self.scenario = scenario
        self.options = dict(options)
        self.seed = seed
        self.mode: Literal["study", "fair"] = mode
        self.position = None if position is None else dict(position)
        self.nodes = [root]
        self.line = [root]
        self.here = 0

    @property
    def node(self) -> Node:
        """The present."""
        return self.line[self.here]

    def follow(self, nodes: list[Node]) -> None:
        """Go on from the present by answers, one after another; what lay ahead stays in the tree as a branch.

        The answer that was undone, given again, takes the line up that it led to. Dice that a person chose are not
        the same answer as dice that fell so; and a node, which copies share, is never changed.
        """
        if self.here + 1 < len(self.line):
            nodes = self._new_of(nodes)
        self.line += nodes
        self.nodes += nodes
        self.here += len(nodes)

    def _new_of(self, nodes: list[Node]) -> list[Node]:
        """Go along what was undone as long as the answers are the same, and leave the rest of the line."""
        for number, node in enumerate(nodes):
            ahead = self.line[self.here + 1] if self.here + 1 < len(self.line) else None
            if ahead is None or (ahead.action, ahead.chosen) != (node.action, node.chosen):
                del self.line[self.here + 1 :]
                node.parent = self.line[-1]
                return nodes[number:]
            self.here += 1
        return []

    def go(self, node: Node, *, past_chance: bool = False) -> None:
        """Make any node of the tree the present; what can be redone is kept where the line still leads there.

        With `past_chance`, what CHANCE answered next on the line is answered so again.
        """
        if node.depth >= len(self.line) or self.line[node.depth] is not node:
            self.line = path_to(node)
        self.here = node.depth
        while past_chance and self.here + 1 < len(self.line) and self.line[self.here + 1].is_chance:
            self.here += 1

    def parting(self, node: Node) -> Node:
        """The last node up to the present on the way to a node of the tree; going there takes back what follows it."""
        way = zip(self.line[: self.here + 1], path_to(node), strict=False)
        return [mine for mine, theirs in way if mine is theirs][-1]

    def children(self, node: Node) -> list[Node]:
        """The answers that were tried after a node, oldest first."""
        return [other for other in self.nodes if other.parent is node]

    def branches(self) -> list[Node]:
        """The ends of every line in the tree."""
        inner = {id(node.parent) for node in self.nodes}
        return [node for node in self.nodes if id(node) not in inner]

    def trunk(self) -> Record:
        """A record of the line up to the present alone; it shares the nodes."""
        copy = Record.__new__(Record)
        copy.__dict__.update(self.__dict__)
        copy.options = dict(self.options)
        copy.line = self.line[: self.here + 1]
        copy.nodes = copy.line.copy()
        return copy

    def take_up(self, other: Record) -> None:
        """Follow the line of a copy of this record; what is new in it becomes a part of the tree."""
        known = {id(node) for node in self.nodes}
        self.nodes += [node for node in other.nodes if id(node) not in known]
        self.line, self.here = list(other.line), other.here

    def common(self, other: Record) -> Node | None:
        """The last node up to the present that the line of a copy shares; None for a game with another beginning."""
        both = zip(self.line[: self.here + 1], other.line, strict=False)
        shared = [mine for mine, theirs in both if mine is theirs]
        return shared[-1] if shared else None

    def __repr__(self) -> str:
        return f"<Record {self.rulebook}/{self.scenario}: {len(self.nodes)} nodes, at {self.here}>"


def path_to(node: Node) -> list[Node]:
    """The line from the root to a node."""
    line: list[Node] = []
    at: Node | None = node
    while at is not None:
        line.append(at)
        at = at.parent
    return line[::-1]
