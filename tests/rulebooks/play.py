"""Random play, and the checks that hold for any book at any moment."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from bulge_widget import new_game
from bulge_widget.core import chance
from bulge_widget.core.decision import CHANCE, Decision
from bulge_widget.core.event import Answered, Event, MarkerCleared, Placed, Revealed
from bulge_widget.core.game import Game
from bulge_widget.core.handles import renamed, veiled

MOST_ANSWERS = 20_000
MOST_ACTIONS = 4_000


def answers(game: Game, seed: int) -> Iterator[tuple[Any, Decision]]:
    """Play on at random, uniformly over groups and then within one; yields each question before its answer."""
    choose = random.Random(seed).choice  # noqa: S311  play, not secrets
    for _ in range(MOST_ANSWERS):
        decision = game.decision
        if decision is None:
            return
        yield game.state, decision
        game.play(choose(decision.options.of(choose(decision.options.keys()))))
    raise AssertionError(f"seed {seed}: no end after {MOST_ANSWERS} answers")


def pace(name: str) -> int:
    """How much more rarely the dear checks are made for a book: 1, or more where a state has thousands of orders."""
    return {"botb": 6}.get(name, 1)


def _some(actions: list[Any], part: int) -> list[Any]:
    """All of a list, or of a very long one every n-th, from another one on each time."""
    step = -(-len(actions) // MOST_ACTIONS)
    return actions[part % step :: step] if step > 1 else actions


def _effect(book: Any, state: Any, action: Any) -> tuple[Any, list[Event]]:
    """What comes of an order: the position, and on the way to it arrivals, markers lifted, answers without a choice.

    A retreat into a full area may have to go on to the one that was also open at once, reinforcements may reach
    one hex from two edges, and a roadblock that a move lifts may go at the end of the phase anyway: one end, two
    orders.
    """
    after, events = book.apply(state, action)
    return after, [event for event in events if isinstance(event, Answered | MarkerCleared | Placed)]


def options_agree(book: Any, state: Any, part: int = 0) -> None:
    """The options are exactly the canonical forms of the candidates that no rule refuses.

    Of very many a part is looked at: that each option is legal and its own canonical form, and that no canonical
    form is missing among the options.
    """
    decision = book.decision(state)
    everything = list(decision.options)
    known = set(everything)
    assert len(everything) == len(known), "an option is listed twice"
    listed = _some(everything, part)
    assert all(book.why_not(state, option) is None for option in listed), "a listed option is refused"
    assert all(book.canonical(state, option) == option for option in listed), "an option is not its own canonical form"
    candidates = list(book.candidates(state))
    looked_at = _some(candidates, part)
    legal = [action for action in looked_at if book.why_not(state, action) is None]
    canonical = {book.canonical(state, action) for action in legal}
    assert canonical <= known, canonical - known
    assert canonical == known or len(looked_at) < len(candidates), known - canonical
    if decision.seat != CHANCE:
        for key in decision.options.keys()[:12]:
            effects = [_effect(book, state, option) for option in decision.options.of(key)[:40]]
            assert all(a != b for a, b in itertools.combinations(effects, 2)), f"two options of {key} have one effect"
    for action in legal[:40]:
        if decision.seat != CHANCE:
            same = book.apply(state, book.canonical(state, action))[0]
            assert book.apply(state, action)[0] == same, f"{action} and its canonical form differ in effect"


def snapshot_agrees(book: Any, state: Any) -> None:
    """A state survives its snapshot, through JSON text, and breaks no invariant."""
    assert book.invariants(state) == ()
    text = json.dumps(book.snapshot(state))
    assert book.position(json.loads(text)) == state
    largest = max((n for n in _integers(json.loads(text))), default=0)
    assert largest <= 2**53


def _integers(data: Any) -> Iterator[int]:
    if isinstance(data, int):
        yield abs(data)
    elif isinstance(data, dict):
        for value in data.values():
            yield from _integers(value)
    elif isinstance(data, list):
        for value in data:
            yield from _integers(value)


def everything_told(game: Game, seat: str) -> bytes:
    """Every byte a seat can get of a position: view, options, log and what an undo would take back."""
    view = game.view(seat)
    asked = view.decision
    options = [str(option) for option in asked.options or ()] if asked else []
    book = game.rulebook
    log = [book.describe(veiled(book, node.state, seat, event)) for node in game.history for event in node.events]
    plain = [msgspec.to_builtins(msgspec.structs.replace(view, decision=None)), asked and [asked.prompt, asked.rule]]
    back = [game.can_undo(seat=seat), game.can_redo(seat=seat), game.why_no_undo()]
    return json.dumps([plain, options, log, back]).encode()


def relabelled(book: Any, state: Any, other: Any, events: tuple[Any, ...]) -> tuple[Any, ...]:
    """The events as they were in a world where the pieces behind the handles are those of another state."""
    names, theirs = book.handles(state), {handle: name for name, handle in book.handles(other).items()}
    change = {name: theirs[handle] for name, handle in names.items() if theirs.get(handle, name) != name}
    return tuple(renamed(event, change) for event in events)


def alike(game: Game, answers_: list[Any], seat: str) -> Iterator[tuple[Game, Game]]:
    """Lines of play after two of some answers, of which a seat cannot tell the states apart."""
    book = game.rulebook
    lines = [game.fork() for _ in answers_]
    shown = [any(isinstance(e, Revealed) for e in line.play(a)) for line, a in zip(lines, answers_, strict=True)]
    kept = [line for line, seen in zip(lines, shown, strict=True) if not seen]
    for one, other in itertools.permutations(kept, 2):
        if one.state != other.state and any(
            book.resample(one.state, seat, chance.stream(stream)) == other.state for stream in range(12)
        ):
            yield one, other


def told_there_and_back(line: Game, seat: str) -> bytes:
    """What a seat is told after the last answer of a line, and once that is taken back."""
    back = line.fork()
    back.undo()
    return everything_told(line, seat) + everything_told(back, seat)


def begin(name: str, seed: int, **choices: Any) -> Game:
    """A new game of a book."""
    return new_game(name, seed=seed, **choices)
