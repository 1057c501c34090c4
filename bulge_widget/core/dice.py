"""Outcome classes of dice thrown together, with exact integer weights."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from typing import TypeAlias

from bulge_widget.core.decision import CHANCE, Decision, Dice, Options, Refusal, Roll

__all__ = ["Classes", "classes_of_faces", "classes_of_successes", "in_words", "reduced", "roll_refusal", "thrown"]


def reduced(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Weights divided by their common divisor.

    Examples
    --------
    >>> reduced((21, 15))
    (7, 5)
    """
    divisor = math.gcd(*weights)
    return tuple(weight // divisor for weight in weights)


@functools.lru_cache(maxsize=512)
def classes_of_successes(
    count: int, good: frozenset[int], most: int, sides: int = 6
) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """The throws of `count` dice that a rule counting successes tells apart.

    Parameters
    ----------
    count : int
        Dice thrown.
    good : frozenset of int
        Faces that are successes.
    most : int
        Successes beyond this many make no difference and share a class.
    sides : int
        Faces of a die.

    Returns
    -------
    (tuple of Roll, tuple of int)
        One representative a class, from no success upwards, and its weight.
    """
    bad = next(face for face in range(1, sides + 1) if face not in good)
    best = max(good)
    ways = [
        math.comb(count, hits) * len(good) ** hits * (sides - len(good)) ** (count - hits) for hits in range(count + 1)
    ]
    top = min(most, count)
    weights = (*ways[:top], sum(ways[top:]))
    rolls = tuple(Roll((best,) * hits + (bad,) * (count - hits)) for hits in range(top + 1))
    return rolls, reduced(weights)


@functools.lru_cache(maxsize=512)
def classes_of_faces(results: tuple[str, ...]) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """The throws of one die that a chart tells apart.

    Parameters
    ----------
    results : tuple of str
        What each face brings, from 1.

    Returns
    -------
    (tuple of Roll, tuple of int)
        The first face of each result, in the order of the faces, and its weight.

    Examples
    --------
    >>> classes_of_faces(("yes", "yes", "yes", "no", "no", "no"))
    ((Roll(faces=(1,)), Roll(faces=(4,))), (1, 1))
    """
    first: dict[str, int] = {}
    for face, result in enumerate(results, start=1):
        first.setdefault(result, face)
    return tuple(Roll((face,)) for face in first.values()), reduced(tuple(results.count(result) for result in first))


Classes: TypeAlias = tuple[tuple[Roll, ...], tuple[int, ...]]
"""The throws that a rule tells apart, one of each kind, and their weights."""


def thrown(rule: str, wording: str | Callable[[], str], classes: Callable[[], Classes], dice: Dice) -> Decision:
    """Ask CHANCE for a throw; its classes are worked out when somebody looks at them."""
    return Decision(CHANCE, rule, wording, Options(later=lambda: _as_options(classes)), lambda: classes()[1], dice)


def _as_options(classes: Callable[[], Classes]) -> tuple[tuple[None], Callable[[object], tuple[Roll, ...]]]:
    return (None,), lambda _: classes()[0]


def in_words(results: tuple[str, ...]) -> str:
    """What each face of one die means, for a person who is asked to throw it.

    Examples
    --------
    >>> in_words(("lost", "lost", "safe", "safe", "safe", "lost"))
    '1-2 lost, 3-5 safe, 6 lost'
    """
    told = []
    for result, run in itertools.groupby(enumerate(results, start=1), key=lambda pair: pair[1]):
        faces = [face for face, _ in run]
        told.append(f"{faces[0]}-{faces[-1]} {result}" if len(faces) > 1 else f"{faces[0]} {result}")
    return ", ".join(told)


def roll_refusal(action: object, dice: Dice, rule: str) -> Refusal | None:
    """Whether an answer of CHANCE is a throw of the dice asked for."""
    if not isinstance(action, Roll):
        return Refusal("not_asked", rule, {"wanted": f"a roll of {dice.count}"})
    if len(action.faces) != dice.count:
        return Refusal("wrong_dice", rule, {"wanted": dice.count, "given": len(action.faces)})
    if not all(1 <= face <= dice.sides for face in action.faces):
        return Refusal("wrong_face", rule, {"sides": dice.sides})
    return None
