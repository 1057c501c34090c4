"""Where dice come from: a seed, a dictated list, or a person at the table.

The only file that makes random numbers. A seeded answer is a hash of the seed and of how many chance
answers came before it on this line of play, so an order undone and repeated meets the same dice, and two
machines agree.
"""

from __future__ import annotations

import bisect
import functools
import hashlib
import itertools
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, TypeAlias

from bulge_widget.core.decision import Action, Decision, Dice, Roll
from bulge_widget.core.handles import Deal
from bulge_widget.core.plain import whole
from bulge_widget.errors import DiceExhaustedError, NotationError, shown

__all__ = ["DiceSource", "answer_from_list", "apart", "checked_seed", "dictated", "new_seed", "seeded", "stream"]

DiceSource: TypeAlias = Literal["seed", "list", "ask"]
_SEED_LIMIT = 2**53  # a seed must survive JSON readers that know only doubles


def new_seed() -> int:
    """A fresh seed below 2**53, from the operating system."""
    return secrets.randbelow(_SEED_LIMIT)


def checked_seed(seed: int) -> int:
    """Check that a seed is a whole number that survives JSON.

    Raises
    ------
    NotationError
        If it is not, or not between 0 and 2**53.
    """
    number = whole(seed)
    if number is None or not 0 <= number <= _SEED_LIMIT:
        raise NotationError(f"seed {shown(seed)} is not a whole number from 0 to 2**53")
    return number


def apart(seed: int, count: int) -> int:
    """A seed whose dice tell nothing of those of `seed`, after `count` chance answers."""
    return int.from_bytes(hashlib.blake2b(f"{seed}:{count}:apart".encode(), digest_size=8).digest()) % _SEED_LIMIT


def _block(seed: int, count: int, block: int) -> bytes:
    return hashlib.blake2b(f"{seed}:{count}:{block}".encode()).digest()


def _bytes(seed: int, count: int) -> Iterator[int]:
    """An endless run of bytes that depends on nothing but its arguments."""
    for block in itertools.count():
        yield from _block(seed, count, block)


@functools.lru_cache(maxsize=16)
def _reading(sides: int) -> tuple[bytes, bytes]:
    """For a die of so many sides the face that each byte stands for, and the bytes that would favour low faces."""
    fair = 256 - 256 % sides
    return bytes(value % sides + 1 for value in range(256)), bytes(range(fair, 256))


def _faces(seed: int, count: int, dice: Dice) -> tuple[int, ...]:
    """The faces of dice thrown together."""
    faces: tuple[int, ...] = ()
    block = 0
    while len(faces) < dice.count:
        faces += tuple(_block(seed, count, block).translate(*_reading(dice.sides)))
        block += 1
    return faces[: dice.count]


def seeded(decision: Decision, seed: int, count: int) -> Action:
    """The answer of CHANCE to `decision` when `count` chance answers came before it on this line.

    Parameters
    ----------
    decision : Decision
        A question put to CHANCE.
    seed : int
        The game's seed.
    count : int
        Number of chance answers before this one.
    """
    if decision.dice is not None:
        return Roll(_faces(seed, count, decision.dice))
    source = _bytes(seed, count)
    if decision.dealt:
        return Deal(_shuffled(decision.dealt, source))
    bounds = list(itertools.accumulate(decision.weights or (1,) * len(decision.options)))
    return decision.options[bisect.bisect_right(bounds, _below(bounds[-1], source))]


def _shuffled(count: int, source: Iterator[int]) -> tuple[int, ...]:
    """The numbers below `count` in a fair order."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = _below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _below(limit: int, source: Iterator[int]) -> int:
    """A fair number in ``range(limit)``."""
    size, fair = _span(limit)
    while True:
        value = int.from_bytes(bytes(itertools.islice(source, size)), "big")
        if value < fair:
            return value % limit


@functools.lru_cache(maxsize=256)
def _span(limit: int) -> tuple[int, int]:
    """How many bytes to read for a number below a limit, and from where on one would favour low numbers."""
    size = max(1, (limit.bit_length() + 7) // 8)
    return size, 256**size - 256**size % limit


def stream(seed: int) -> Callable[[int], int]:
    """A `randbelow(limit)` for players and resampling, apart from the dice of any game."""
    source = _bytes(seed, -1)
    return lambda limit: _below(limit, source)


def dictated(values: Iterable[int | str]) -> tuple[int | str, ...]:
    """Check a dictated list: faces as integers, drawn chits by their id.

    Raises
    ------
    NotationError
        If it is no list, or a value in it is neither.
    """
    if isinstance(values, str | bytes | AbstractSet | Mapping) or not isinstance(values, Iterable):
        raise NotationError(f'dice={shown(values)}; a list of faces and chits is wanted, "ask", or None for the seed')
    return tuple(_dictated(place, value) for place, value in enumerate(values))


def _dictated(place: int, value: object) -> int | str:
    face = value if isinstance(value, str) else whole(value)
    if face is None:
        raise NotationError(f"dice[{place}] is {shown(value)}; a face (an integer) or a chit's id (text) is wanted")
    return face


def answer_from_list(decision: Decision, values: tuple[int | str, ...]) -> tuple[Action, int]:
    """The answer that a dictated list gives, and how many of its values that used.

    Raises
    ------
    DiceExhaustedError
        If fewer values are left than the question wants.
    NotationError
        If a value is not a face of the dice thrown, or no chit that can be drawn.
    """
    need = decision.dice.count if decision.dice else 1
    if len(values) < need:
        raise DiceExhaustedError(
            f"{decision.prompt}: {need} dictated value(s) wanted, {len(values)} left; nothing was changed"
        )
    if decision.dice is None:
        for option in decision.options:
            if str(values[0]) in str(option).split():
                return option, 1
        raise NotationError(f"{shown(values[0])} cannot be drawn now: {decision.prompt}")
    faces = values[:need]
    for face in faces:
        if not isinstance(face, int) or not 1 <= face <= decision.dice.sides:
            raise NotationError(
                f"{shown(face)} is not a face of a die with {decision.dice.sides} sides: {decision.prompt}"
            )
    return Roll(tuple(int(face) for face in faces)), need
